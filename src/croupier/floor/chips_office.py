"""Chips and cash of live tables on the running floor: slips asked for, counted, signed; what a tray should hold."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from croupier.floor.house_journal import Book
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.store import statements
from croupier.floor.store.house_lines import lines_of
from croupier.floor.store.port import Connection, Store
from croupier.games.money import MOST, priced
from croupier.games.payouts import CUT_FROM
from croupier.record.house_journal.chip_slips import (
    COUNTS_OF_TRAY,
    ChipRecord,
    Pieces,
    Slip,
    SlipKind,
    SlipState,
    Tray,
    TrayPlay,
    asked_words,
    counted_words,
    moved_words,
    refuses_kind,
    signed_words,
    taken_words,
    total_of,
    withdrawn_words,
)
from croupier.record.house_journal.house_facts import HouseLine
from croupier.record.journals.journal import HOUSE_STREAM, stamp_of
from croupier.record.journals.ledger import layout
from croupier.report.house import ChipsCounted

CHIP_VALUES = (5_000_00, *CUT_FROM[:2], 250_00, CUT_FROM[2], 50_00, *CUT_FROM[3:])
"""What a tray may hold, in cents."""
CASH_VALUES = (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00)
"""Notes and coins of New Zealand that players buy chips with."""
MOST_PIECES = 1_000_000

_PLAY = "SELECT debit, credit, amount FROM transfers WHERE stream = ? AND number > ? AND number <= ?"


class TrayNow(NamedTuple):
    """A tray at this moment."""

    tray: Tray
    play: TrayPlay
    """Since the last count that was signed."""
    entry: int
    """The last entry of the table's journal that is in it."""
    box: int
    """What the drop box should hold."""
    waiting: list[Slip]

    @property
    def expected(self) -> int | None:
        """What the tray should hold; nothing before the first count."""
        return None if self.tray.counted is None else self.tray.counted + self.tray.brought + self.play.tray


class ChipsOffice:
    def __init__(self, store: Store, book: Book) -> None:
        self._store, self._book = store, book
        self._record = ChipRecord(keeps_closed=False)
        self._followed: tuple[int, bytes] | None = None
        """The last line that is in the record, by its number and its hash."""
        self._following = threading.Lock()

    # What is asked

    async def ask(self, table: str, kind: SlipKind, pieces: Iterable[Pieces], by: str) -> Slip:
        """A fill, a credit or a count that waits for its second name; raises `NotAccepted`."""
        counted = checked_pieces(pieces, CHIP_VALUES, may_be_none=kind in COUNTS_OF_TRAY)

        def asked(connection: Connection) -> int:
            statements.hold_house(connection)
            now = self._now(connection, table)
            _check_kind(kind, now)
            if kind in COUNTS_OF_TRAY and statements.held(connection, layout(table)):
                raise HouseRule.CHIPS_ON_LAYOUT.refused()
            if kind is SlipKind.CREDIT and now.expected is not None and total_of(counted) > now.expected:
                raise HouseRule.NOT_IN_TRAY.refused(held=priced(now.expected))
            due = now.expected if kind in COUNTS_OF_TRAY else None
            return self._book.put(
                connection, asked_words(kind, table, now.entry, by, pieces=counted, expected=due)
            ).number

        return await self._after(asked)

    async def take_box(self, table: str, by: str) -> Slip:
        """The drop box leaves the table, and an empty one takes its place. It is counted later."""

        def taken(connection: Connection) -> int:
            statements.hold_house(connection)
            now = self._now(connection, table)
            return self._book.put(connection, taken_words(table, now.entry, by, now.box)).number

        return await self._after(taken)

    async def count_box(self, number: int, pieces: Iterable[Pieces], by: str) -> Slip:
        """What was found in a drop box; raises `NotAccepted`."""
        counted = checked_pieces(pieces, CASH_VALUES, may_be_none=True)

        def put(connection: Connection) -> int:
            self._slip(connection, number, SlipState.TAKEN)
            self._book.put(connection, counted_words(number, by, counted))
            return number

        return await self._after(put)

    async def sign(self, number: int, by: str) -> Slip:
        """The second name, which is another's than the first; chips and cash move with it."""

        def signed(connection: Connection) -> int:
            slip = self._slip(connection, number, SlipState.ASKED)
            if slip.asked_by == by:
                raise HouseRule.ONE_NAME_TWICE.refused()
            moved = moved_words(slip)
            self._book.put(connection, signed_words(number, by), *([moved] if moved else []))
            return number

        return await self._after(signed)

    async def withdraw(self, number: int, by: str) -> Slip:
        """Take back what nobody has signed. A drop box goes back to those that wait to be counted."""

        def withdrawn(connection: Connection) -> int:
            self._slip(connection, number, SlipState.ASKED)
            self._book.put(connection, withdrawn_words(number, by))
            return number

        return await self._after(withdrawn)

    async def _after(self, function: Callable[[Connection], int]) -> Slip:
        number = await self._store.write(function)
        return await self.slip(number)

    # What there is

    async def slip(self, number: int) -> Slip:
        """Raises `NotAccepted` where no slip has that number."""
        for slip in await self.slips():
            if slip.number == number:
                return slip
        raise HouseRule.NO_SUCH_SLIP.refused()

    async def slips(self) -> list[Slip]:
        """All of them, as the journal tells of them."""
        return await self._store.read(lambda connection: list(chip_record(connection).slips.values()))

    async def now(self, table: str) -> TrayNow:
        return await self._store.read(lambda connection: self._now(connection, table))

    def _now(self, connection: Connection, table: str) -> TrayNow:
        record = self._present(connection)
        last = statements.last(connection, table)
        entry = -1 if last is None else last.number
        tray = record.tray(table)
        play = play_between(connection, table, tray.since, entry)
        bought = play_between(connection, table, tray.box_since, entry).bought
        return TrayNow(tray, play, entry, bought, record.waiting(table))

    def _slip(self, connection: Connection, number: int, state: SlipState) -> Slip:
        """To be changed, so nobody else changes it meanwhile."""
        statements.hold_house(connection)
        slip = self._present(connection).slips.get(number)
        if slip is None or slip.state is not state:
            raise HouseRule.NO_SUCH_SLIP.refused()
        return slip

    def _present(self, connection: Connection) -> ChipRecord:
        """The record with all that this connection sees. Who writes holds the house's journal, so nothing comes
        between.

        A line that was followed may never have become durable: another of its transaction saw it, and the commit
        failed. Then the record begins anew.
        """
        with self._following:
            if self._followed is not None and not _is_there(connection, *self._followed):
                self._record, self._followed = ChipRecord(keeps_closed=False), None
            after = -1 if self._followed is None else self._followed[0]
            lines = lines_of(connection, HouseLine.CHIPS, after)
            for number, line in lines:
                follow_line(self._record, number, line)
            if lines:
                self._followed = lines[-1][0], _hash_of(connection, lines[-1][0])
            return self._record


def _is_there(connection: Connection, number: int, hash: bytes) -> bool:
    """Whether that line stands in the house's journal, and so do all before it: each hash covers them."""
    return _hash_of(connection, number) == hash


def _hash_of(connection: Connection, number: int) -> bytes:
    """Empty if the journal has no line of that number."""
    rows = statements.tail(connection, HOUSE_STREAM, number - 1, 1)
    return bytes(rows[0].hash) if rows and rows[0].number == number else b""


def _check_kind(kind: SlipKind, now: TrayNow) -> None:
    if why := refuses_kind(kind, now.tray.is_open):
        raise HouseRule.WRONG_SLIP.refused(why=why)
    waits = [slip for slip in now.waiting if slip.kind is not SlipKind.DROP]
    counts = [slip for slip in waits if slip.kind in COUNTS_OF_TRAY]
    # A count starts the sum anew, so nothing may be on its way while one waits.
    if counts or (kind in COUNTS_OF_TRAY and waits) or any(slip.kind is kind for slip in waits):
        raise HouseRule.SLIP_WAITS.refused(kind=(counts or waits)[0].kind)


def checked_pieces(pieces: Iterable[Pieces], values: tuple[int, ...], *, may_be_none: bool) -> tuple[Pieces, ...]:
    """The largest values first, none of nothing; raises `NotAccepted`."""
    found = [each for each in pieces if each.count]
    if len({each.value for each in found}) != len(found) or any(each.value not in values for each in found):
        raise HouseRule.BAD_PIECES.refused("values", values=", ".join(priced(each) for each in values))
    if any(not 0 < each.count < MOST_PIECES for each in found) or total_of(found) > MOST:
        raise HouseRule.BAD_PIECES.refused()
    if not found and not may_be_none:
        raise HouseRule.BAD_PIECES.refused("none")
    return tuple(sorted(found, key=lambda each: -each.value))


def play_between(connection: Connection, table: str, after: int, until: int) -> TrayPlay:
    play = TrayPlay()
    for debit, credit, amount in connection.execute(_PLAY, (table, after, until)).fetchall():
        play.follow(table, debit, credit, amount)
    return play


def follow_line(record: ChipRecord, number: int, line: str) -> None:
    """One more line of the house's journal; one that cannot be read is left to `verify`."""
    if (stamp := stamp_of(line)) is not None:
        record.follow(number, stamp.time, stamp.note)


def chip_record(connection: Connection) -> ChipRecord:
    """Every slip there has been."""
    record = ChipRecord()
    for number, line in lines_of(connection, HouseLine.CHIPS):
        follow_line(record, number, line)
    return record


def chips_counted(connection: Connection, since: int, until: int) -> Iterator[ChipsCounted]:
    """Of slips that were signed, by the time of the count, for the report."""
    for slip in chip_record(connection).slips.values():
        if slip.state is not SlipState.SIGNED or slip.difference is None or not since <= slip.time < until:
            continue
        drop = slip.total if slip.kind is SlipKind.DROP else 0
        yield ChipsCounted(slip.table, slip.time, drop, slip.total - (slip.brought or 0), slip.difference)
