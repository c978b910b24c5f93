"""The pit as its supervisors look at it: who calls since when, and how many rounds an hour each live table deals.

The pace that the house sets for a table stands in its settings. What it deals is counted from its rounds.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.house_journal import Book
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.store.port import Connection, Store
from croupier.floor.tables.opening import Settings, held_settings, put_settings
from croupier.games.acts import CallSupervisor, OpenTable
from croupier.record.house_journal.house_register import table_words
from croupier.record.journals.journal import stamp_of

HOUR = 3600
SOONEST = 300
"""A table that has been open for less than this has no pace yet, in seconds."""
FASTEST = 1000
_CALL = "SELECT line FROM journal WHERE stream = ? AND act = ? ORDER BY number DESC LIMIT 1"
_BEFORE = "SELECT last FROM rounds WHERE stream = ? AND time < ? ORDER BY last DESC LIMIT 1"
_ROUNDS = "SELECT count(*) FROM rounds WHERE stream = ? AND last > ?"
_OPENED = "SELECT line FROM journal WHERE stream = ? AND number > ? AND act = ? ORDER BY number DESC LIMIT 1"


class TablePace(Struct, frozen=True):
    """Rounds an hour of one live table."""

    table: str
    dealt: int | None
    """In the last hour, or since it opened if that is less; `None` where that is too short to say."""
    wanted: int
    """What the house sets; 0 where it sets nothing."""


class Pit:
    def __init__(self, store: Store, book: Book, settings: dict[str, Settings], now: Callable[[], int]) -> None:
        self._store, self._book, self._settings, self._now = store, book, settings, now

    async def calls(self, tables: tuple[str, ...]) -> dict[str, int]:
        """Since when each of these tables calls, UTC seconds: they are those at which a call is open."""
        if not tables:
            return {}
        return await self._store.read(lambda connection: {table: _called(connection, table) for table in tables})

    async def paces(self, tables: tuple[str, ...]) -> tuple[TablePace, ...]:
        now = self._now()

        def counted(connection: Connection) -> tuple[TablePace, ...]:
            return tuple(
                TablePace(table, dealt_an_hour(connection, table, now), self._settings[table].rounds_an_hour)
                for table in tables
            )

        return await self._store.read(counted)

    async def set_pace(self, table: str, rounds_an_hour: int, by: str) -> None:
        """How many rounds an hour the house wants of a live table; 0 takes that back. Raises `NotAccepted`."""
        if not self._settings[table].live:
            raise HouseRule.DEALS_ITSELF.refused()
        if not 0 <= rounds_an_hour <= FASTEST:
            raise HouseRule.BAD_HOUSE_PACE.refused(most=FASTEST)

        def changed(connection: Connection) -> Settings:
            settings = replace(held_settings(connection, table), rounds_an_hour=rounds_an_hour)
            mark = put_settings(connection, table, settings)
            self._book.put(connection, f"table {table} pace {rounds_an_hour} by {by}", table_words(table, mark))
            return settings

        self._settings[table] = await self._store.write(changed)


def _called(connection: Connection, table: str) -> int:
    row = connection.execute(_CALL, (table, CallSupervisor.words())).fetchone()
    stamp = None if row is None else stamp_of(row[0])
    return 0 if stamp is None else stamp.time


def dealt_an_hour(connection: Connection, table: str, now: int) -> int | None:
    """Rounds of the last hour, void ones too; of a table that opened since, as many an hour as since it opened."""
    since = now - HOUR
    row = connection.execute(_BEFORE, (table, since)).fetchone()
    before = 0 if row is None else row[0]
    opened = connection.execute(_OPENED, (table, before, OpenTable.words())).fetchone()
    stamp = None if opened is None else stamp_of(opened[0])
    if stamp is not None:
        since = max(since, stamp.time)
    if now - since < SOONEST:
        return None
    rounds: int = connection.execute(_ROUNDS, (table, before)).fetchone()[0]
    return round(rounds * HOUR / (now - since))
