"""Which dealer deals at which live table."""

from __future__ import annotations

from collections.abc import Callable

from croupier.floor.cluster import dealer_duty
from croupier.floor.house_journal import Book
from croupier.floor.house_rules.judges import ON_TAKING_DUTY, DutyAsked
from croupier.floor.house_rules.not_accepted import accept
from croupier.floor.people import school_records
from croupier.floor.people.roles import HouseRole, require_role
from croupier.floor.store.port import Connection, Store
from croupier.record.house_journal.house_register import duty_words


class Duties:
    """One dealer deals at one table. Each change stands in the house's journal."""

    def __init__(self, store: Store, book: Book, now: Callable[[], int], changed: Callable[[], None]) -> None:
        self._store, self._book, self._now, self._changed = store, book, now, changed
        self.on_duty: dict[str, str] = {}
        """Who deals at each live table, as it was last read."""

    async def take(self, table: str, game: str, dealer: str) -> None:
        """A dealer takes a live table that nobody deals at, and leaves any other; raises `NotAccepted`."""

        def taken(connection: Connection) -> None:
            require_role(connection, dealer, HouseRole.DEALER)
            needs = game in school_records.requirements(connection)
            accept(ON_TAKING_DUTY.refuses(DutyAsked(game, needs, school_records.has_passed(connection, dealer, game))))
            if dealer_duty.take(connection, table, dealer, self._now()):
                for other in dealer_duty.leave_all(connection, dealer, but=table):
                    self._book.put(connection, f"{dealer} leaves {other}")
                self._book.put(connection, duty_words(dealer, table))

        await self._change(taken)

    async def leave(self, table: str, dealer: str) -> None:
        def left(connection: Connection) -> None:
            if dealer_duty.leave(connection, table, dealer):
                self._book.put(connection, f"{dealer} leaves {table}")

        await self._change(left)

    async def relieve(self, table: str, by: str) -> None:
        """A supervisor or the operator sends the dealer of a table home."""

        def relieved(connection: Connection) -> None:
            if dealer := dealer_duty.relieve(connection, table):
                self._book.put(connection, f"{dealer} relieved at {table} by {by}")

        await self._change(relieved)

    async def _change(self, function: Callable[[Connection], None]) -> None:
        await self._store.write(function)
        self._changed()
        await self.look()

    async def look(self) -> None:
        """Read again who deals where: another server may have changed it."""
        self.on_duty = await self._store.read(dealer_duty.all_of_them)
