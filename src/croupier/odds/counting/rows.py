"""Where the best play turns with the count, row by row of a chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.odds.blackjack.sums import DOUBLE, DRAW, STAND
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.counting.cells import CountCells
from croupier.odds.counting.figures import IndexPlay
from croupier.odds.counting.hands import CountedUpCard

Array = Any
SPLIT = 3
CARDS_ON_TABLE = 3
"""Two of the hand and the up card."""


class ChartRow(NamedTuple):
    """A row of a chart against one up card."""

    row: str
    """hard, soft or pair."""
    total: int
    """Of a pair, the value of one card."""
    up: int


class RowValues(Struct):
    """What each decision is worth to a row at one count, over all its hands of two cards."""

    chance: float = 0.0
    """That the row, the up card and the count come up together."""
    sums: dict[int, float] = {}

    def add(self, chance: float, worth: Mapping[int, float]) -> None:
        sums = {decision: chance * value for decision, value in worth.items()}
        if self.chance:
            shared = self.sums.keys() & sums.keys()
            sums = {decision: self.sums[decision] + sums[decision] for decision in shared}
        self.chance, self.sums = self.chance + chance, sums

    def value(self, letter: str) -> float:
        return self.sums[self.decision(letter)] / self.chance

    def decision(self, letter: str) -> int:
        """What the letter of a chart comes to where only these decisions are open."""
        wanted = {"S": (STAND,), "H": (DRAW,), "D": (DOUBLE, DRAW), "d": (DOUBLE, STAND), "P": (SPLIT, DRAW)}[letter]
        return next((each for each in wanted if each in self.sums), DRAW)

    @property
    def best(self) -> str:
        decision = max(self.sums, key=lambda each: self.sums[each])
        if decision != DOUBLE:
            return {STAND: "S", DRAW: "H", SPLIT: "P"}[decision]
        return "d" if self.sums.get(STAND, float("-inf")) > self.sums[DRAW] else "D"


Tables = dict[ChartRow, dict[int, RowValues]]
"""By row, then by count."""


def moments_of(values: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """What the cards on the table may add to a count when a hand of two cards is decided on."""
    sums = {a + b + up for a in values for b in values for up in values}
    return tuple((CARDS_ON_TABLE, each) for each in sorted(sums))


def row_values(cells: CountCells, ups: tuple[CountedUpCard, ...]) -> Tables:
    """Every row at every count, the cards on the table counted with the others."""
    found: Tables = {}
    for at in ups:
        for added, hands in by_addition(cells.shoe.count.values, at.up).items():
            for count in cells.counts:
                values = at.values(cells, (CARDS_ON_TABLE, added), count)
                chances = at.dealt(values.likelihood)
                for first, second in hands:
                    row = row_of(at, first, second)
                    worth = at.options(values, first, second)
                    if row.row == "pair":
                        worth[SPLIT] = at.split(values, first)
                    if worth:
                        here = found.setdefault(row, {}).setdefault(count, RowValues())
                        here.add(float(chances[at.place(first, second)]), worth)
    return found


def by_addition(values: tuple[int, ...], up: int) -> dict[int, list[tuple[int, int]]]:
    """Hands of two cards by what they and the up card add to the count."""
    found: dict[int, list[tuple[int, int]]] = {}
    for first in RANKS:
        for second in range(first, RANKS[-1] + 1):
            added = values[first - 1] + values[second - 1] + values[up - 1]
            found.setdefault(added, []).append((first, second))
    return found


def row_of(at: CountedUpCard, first: int, second: int) -> ChartRow:
    if first == second and first in at.laid.most_hands:
        return ChartRow("pair", first, at.up)
    hand = machine.after_card(machine.after_card(machine.EMPTY, first), second)
    return ChartRow("soft" if machine.is_soft(hand) else "hard", machine.total(hand), at.up)


def index_plays(cells: CountCells, tables: Tables, chart: Mapping[ChartRow, str]) -> tuple[IndexPlay, ...]:
    """Every departure from the chart, the one that gains most first."""
    found = [play for row, by_count in tables.items() for play in _departures(cells, row, by_count, chart[row])]
    return tuple(sorted(found, key=lambda play: -play.gain))


class _Segment(NamedTuple):
    play: str
    first: int
    last: int


def _departures(cells: CountCells, row: ChartRow, by_count: dict[int, RowValues], letter: str) -> Iterator[IndexPlay]:
    counts = sorted(by_count)
    letters = {count: _letter(by_count[count], letter) for count in counts}
    segments = [
        _Segment(play, group[0], group[-1])
        for play, group in ((play, list(group)) for play, group in groupby(counts, key=lambda count: letters[count]))
    ]
    kept = [segment for segment in segments if segment.play == letter]
    base = max(kept, key=lambda segment: _chance(by_count, segment)) if kept else None
    for before, segment in pairwise((None, *segments)):
        if segment is None or segment == base:
            continue
        is_below = base is not None and segment.last < base.first
        edge = segment.last if is_below else (before.last if before else segment.first)
        other = segment.last + 1 if is_below else segment.first
        plays = (segment.play, letters[other] if is_below else (before.play if before else letter))
        yield IndexPlay(
            *row,
            chart=letter,
            play=segment.play,
            at=segment.last + 1 if is_below else segment.first,
            is_below=is_below,
            turns=_turns(cells, by_count, (edge, other), plays),
            gain=_gain(by_count, segment, letter),
        )


def _letter(values: RowValues, letter: str) -> str:
    """The best one; the chart's own where it comes to the same."""
    best = values.best
    return letter if values.decision(letter) == values.decision(best) else best


def _chance(by_count: dict[int, RowValues], segment: _Segment) -> float:
    return sum(by_count[count].chance for count in range(segment.first, segment.last + 1))


def _gain(by_count: dict[int, RowValues], segment: _Segment, letter: str) -> float:
    parts = (by_count[count] for count in range(segment.first, segment.last + 1))
    return sum(part.chance * (part.value(segment.play) - part.value(letter)) for part in parts)


def _turns(cells: CountCells, by_count: dict[int, RowValues], edge: tuple[int, int], plays: tuple[str, str]) -> float:
    """Between the two counts, along a straight line."""
    trues = [cells.true_count((CARDS_ON_TABLE, 0), count) for count in edge]
    gains = [by_count[count].value(plays[0]) - by_count[count].value(plays[1]) for count in edge]
    if edge[0] == edge[1] or gains[0] == gains[1]:
        return trues[0]
    return trues[0] + (trues[1] - trues[0]) * gains[0] / (gains[0] - gains[1])
