"""Chips and cash against the journals: two names on each slip, and what was expected of each count."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from croupier.floor.register import Execute
from croupier.games.money import dollars
from croupier.record.audits.audit import Breach
from croupier.record.house_journal.chip_slips import ChipRecord, Slip, TrayPlay, expected_of
from croupier.record.journals.journal import HOUSE_STREAM, Stamp

_PLAY = "SELECT number, debit, credit, amount FROM transfers WHERE stream = '{}' ORDER BY number, part"


class _Moved(NamedTuple):
    number: int
    debit: str
    credit: str
    amount: int


class ChipAudit:
    """Follows the house's journal, and then looks at what the tables played between the counts."""

    def __init__(self) -> None:
        self._record = ChipRecord()

    def follow(self, stamp: Stamp) -> None:
        self._record.follow(stamp.number, stamp.time, stamp.note)

    def breaches(self, execute: Execute) -> Iterator[Breach]:
        for number, why in self._record.odd:
            yield Breach(HOUSE_STREAM, number, why)
        slips = [slip for slip in self._record.slips.values() if slip.expected is not None]
        for table in sorted({slip.table for slip in slips}):
            # A name of the journal's own grammar: it has no quotation marks.
            moved = [_Moved(*row) for row in execute(_PLAY.format(table))]
            for slip in slips:
                if slip.table == table:
                    yield from _of_count(slip, moved)


def _of_count(slip: Slip, moved: list[_Moved]) -> Iterator[Breach]:
    play = TrayPlay()
    first = bisect_left(moved, slip.since + 1, key=lambda each: each.number)
    last = bisect_left(moved, slip.entry + 1, key=lambda each: each.number)
    for each in moved[first:last]:
        play.follow(slip.table, each.debit, each.credit, each.amount)
    due = expected_of(slip, play)
    if due != slip.expected and slip.expected is not None:
        said = "nothing was counted before" if due is None else f"{dollars(due)} follows from the journals"
        why = f"it expects {dollars(slip.expected)} at {slip.table}, and {said}"
        yield Breach(HOUSE_STREAM, slip.number, why)
