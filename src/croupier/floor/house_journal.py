"""The house's own journal on the running floor: grants, forfeits, claims, and what the operator changed."""

from __future__ import annotations

from collections.abc import Callable

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.accounts import hold
from croupier.floor.people.responsible_play.days import day_of
from croupier.floor.people.responsible_play.grants import welcome
from croupier.floor.people.roles import is_staff, roles_of
from croupier.floor.people.services.also import Also
from croupier.floor.register import begin_register
from croupier.floor.store import statements
from croupier.floor.store.house_lines import add_lines, last_line_of, next_time, open_house
from croupier.floor.store.port import Connection, Day, Key, KeyUsed, Overdraft, Store, StoreFailed
from croupier.floor.tables.receipt import Receipt
from croupier.record.house_journal import staff_log
from croupier.record.house_journal.house import forfeit, grant, is_about_money, money_of
from croupier.record.house_journal.house_facts import HouseLine
from croupier.record.house_journal.house_register import closed_words, role_words
from croupier.record.journals.journal import HOUSE_STREAM, read_stamp, stamp_of
from croupier.record.journals.ledger import wallet

_CHIPS = "SELECT 1 FROM balances WHERE amount > 0 AND account LIKE ? LIMIT 1"

MOST_REFUSALS_A_DAY = 100
"""Lines about wrong passwords for one name."""
LOOK_AGAIN_SECONDS = 600
CONSOLE = "the console"
"""Whoever can run commands on the machine of the house."""

Granted = tuple[str, int]
"""Who was given how much."""


Refuses = Callable[[Connection, int], HouseRefusal | None]
"""Asked in the transaction, with what the day has given already."""


def _never(_connection: Connection, _granted: int) -> HouseRefusal | None:
    return None


class Book:
    def __init__(self, store: Store, now: Callable[[], float], true_time: Callable[[], int] | None = None) -> None:
        self._store, self._now = store, now
        self._true_time = true_time or (lambda: int(now()))
        self._refusals: dict[str, tuple[int, int]] = {}
        """Of staff, on which day, how often."""
        self._looks: dict[str, float] = {}
        """What staff looked at in the last minutes."""

    async def note(self, *lines: str, key: Key | None = None, granted: Granted | None = None) -> Receipt:
        """Lines into the journal, all or none, with the money that they stand for; raises `NotAccepted`.

        The key goes with the first of them, and so does the receipt.
        """
        return await self.written(lambda connection: self.put(connection, *lines, key=key, granted=granted), key)

    async def written(self, function: Callable[[Connection], Receipt], key: Key | None = None) -> Receipt:
        """What else belongs to a line, in one transaction with it; raises `NotAccepted`."""
        try:
            return await self._store.write(function)
        except KeyUsed:
            return await self._repeated(key)
        except Overdraft:
            raise HouseRule.NOT_ENOUGH_MONEY.refused("to_move") from None
        except StoreFailed as failed:
            if failed.unknown:
                raise HouseRule.UNKNOWN.refused("noted") from None
            raise HouseRule.NOT_DONE.refused("request") from None

    def put(
        self, connection: Connection, *lines: str, key: Key | None = None, granted: Granted | None = None
    ) -> Receipt:
        """The same inside a transaction that has begun, so that it stands or falls with what else is done in it."""
        if any(is_about_money(words) and not money_of(words) for words in lines):
            raise HouseRule.TOO_MUCH.refused()

        def days_of(time: int) -> tuple[Day, ...]:
            # The day is that of the line's own time, which a clock that went back does not change.
            return () if granted is None else (Day(granted[0], day_of(time), granted=granted[1]),)

        first, time = add_lines(connection, int(self._now()), *lines, key=key, days_of=days_of)
        return Receipt(HOUSE_STREAM, first.number, first.hash.hex(), time)

    async def grant(self, person: str, amount: int, key: Key | None = None, refuses: Refuses = _never) -> Receipt:
        """Play money from the house, counted into the person's day.

        `refuses` is asked with what the day has given already, in the same transaction: many at once go over no limit.
        Nobody changes her or gives her anything meanwhile.
        """

        def granted(connection: Connection) -> Receipt:
            hold(connection, person)
            statements.hold_house(connection)
            is_new = key is None or statements.used(connection, key.actor, key.key) is None
            granted_today = statements.granted_between(connection, person, self._today(connection))
            if is_new and (refusal := refuses(connection, granted_today)) is not None:
                raise NotAccepted(refusal)
            return self.put(connection, grant(person, amount), key=key, granted=(person, amount))

        return await self.written(granted, key)

    def _today(self, connection: Connection) -> range:
        """One day, unless the clock has jumped. Then each that it may be, and the day into which the grant will count.

        After a clock that went ahead and back, lines keep the later time for a while, and so does what they grant.
        """
        now = int(self._now())
        times = (now, self._true_time(), next_time(connection, now))
        return range(day_of(min(times)), day_of(max(times)) + 1)

    def welcome(self, connection: Connection, person: str) -> None:
        """A newcomer's play money, in the transaction that makes the person."""
        gift = welcome(person)
        key = Key(person, gift.key, b"")
        self.put(connection, grant(person, gift.amount), key=key, granted=(person, gift.amount))

    def farewell(self, connection: Connection, person: str) -> None:
        """The wallet of somebody who closes the account goes back to the house, in that very transaction."""
        if connection.execute(_CHIPS, (f"stack:%:{person}:%",)).fetchone():
            # A buy-in that was on its way when the tables were asked.
            raise HouseRule.CHIPS_TO_CASH_OUT.refused("on_the_way")
        amount = statements.held(connection, wallet(person))
        lines = [forfeit(person, amount)] if amount > 0 else []
        self.put(connection, *lines, closed_words(person))

    def operator_came(self, connection: Connection, person: str) -> None:
        """The role that a link from the console gives."""
        self.put(connection, role_words("operator", person, ""))

    def named(self, connection: Connection, person: str) -> None:
        """A guest took a name and a password; which name stands in no journal."""
        self.put(connection, f"guest {person} takes an account")

    def password_changed(self, connection: Connection, person: str) -> None:
        """By its owner."""
        self.put(connection, f"password of {person} changed")

    def staff_signed_in(self, connection: Connection, person: str) -> None:
        """Players' sign-ins are no business of the staff log."""
        if is_staff(roles_of(connection, person)):
            self.put(connection, staff_log.signed_in(person))

    def staff_refused(self, connection: Connection, person: str, what: str) -> None:
        """A wrong password, code or passkey for somebody who works here; so many lines a day, and no more."""
        if not is_staff(roles_of(connection, person)):
            return
        today = day_of(int(self._now()))
        day, times = self._refusals.get(person, (today, 0))
        times = times + 1 if day == today else 1
        self._refusals[person] = today, times
        if times < MOST_REFUSALS_A_DAY:
            self.put(connection, staff_log.sign_in_refused(person, what))
        elif times == MOST_REFUSALS_A_DAY:
            self.put(connection, staff_log.sign_in_refusals_pause(person))

    def staff_did(self, by: str, what: str) -> Also:
        """For a transaction of which the line is a part."""

        def also(connection: Connection, _person: str) -> None:
            self.put(connection, staff_log.did(by, what))

        return also

    async def note_staff(self, by: str, what: str) -> None:
        """Something that a member of staff is about to see. The same again within minutes is the same look."""
        now, line = self._now(), staff_log.did(by, what)
        self._looks = {known: at for known, at in self._looks.items() if now - at < LOOK_AGAIN_SECONDS}
        if line not in self._looks:
            await self.note(line)
            self._looks[line] = now

    async def note_settings(self, words: str) -> None:
        """How the server was started, where it is another way than the last time."""
        line = staff_log.settings_are(words)

        def noted(connection: Connection) -> None:
            statements.hold_house(connection)
            last = stamp_of(last_line_of(connection, HouseLine.SETTINGS) or "")
            if last is None or last.note != line:
                self.put(connection, line)

        await self._store.write(noted)

    def reset_link_made(self, connection: Connection, person: str, by: str | None) -> None:
        self.put(connection, f"reset link for {person} by {by or CONSOLE}")

    def password_reset(self, connection: Connection, person: str, by: str | None) -> None:
        """A link to a new password was used; `by` made it."""
        self.put(connection, f"password of {person} reset by a link from {by or CONSOLE}")

    async def open(self) -> None:
        """The first lines, where there are none; and the register, where an older version kept none."""

        def opened(connection: Connection) -> None:
            open_house(connection, int(self._now()))
            begin_register(connection, int(self._now()))

        await self._store.write(opened)

    async def _repeated(self, key: Key | None) -> Receipt:
        """The answer that the same request got before."""
        used = None if key is None else await self._store.key(key.actor, key.key)
        if used is None or key is None or used.body != key.body or used.stream != HOUSE_STREAM:
            raise HouseRule.KEY_USED.refused()
        row = (await self._store.tail(HOUSE_STREAM, used.number - 1, 1))[0]
        return Receipt(HOUSE_STREAM, row.number, row.hash.hex(), read_stamp(row.line)[1].time)
