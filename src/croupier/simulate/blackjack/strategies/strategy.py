"""How a player plays, as data: a chart, insurance, and what hangs on a count.

A chart says what to do with a total against an up card. The strategies of the solver are charts too, made where they
are asked for. A count is a set of card values; stakes, deviations from the chart and insurance may hang on it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Hand
from croupier.odds.blackjack.tables import RANKS, Counts
from croupier.odds.counting.count import CardCount

UPS = (*range(2, 11), 1)
"""The order in which charts name the dealer's up card: 2 to 9, ten, ace."""
HARD = range(4, 21)
"""The hard totals of a chart, from its first row on."""
SOFT = range(12, 21)
"""The soft totals."""

FORMER_NAME = "cdp"


class ChoiceSource(StrEnum):
    """Where the choices come from that no chart names."""

    TOTAL = "total"
    COMPOSITION = "composition"
    CDP1 = "cdp1"
    """What was called cdp before the solver had CDP proper: files and runs that say so are read as before."""

    @classmethod
    def _missing_(cls, value: object) -> ChoiceSource | None:
        return cls.CDP1 if value == FORMER_NAME else None


class Letter(StrEnum):
    STAND = "S"
    DRAW = "H"
    DOUBLE = "D"
    """Double, or draw where that may not be."""
    DOUBLE_OR_STAND = "d"
    SPLIT = "P"


class Chart(Struct, frozen=True):
    """One letter for each up card, in the order of `UPS`."""

    hard: dict[int, str]
    soft: dict[int, str]
    pairs: dict[int, str]
    """By the value of one card of the pair."""

    def letter(self, row: str, total: int, up: int) -> Letter:
        rows: dict[str, dict[int, str]] = {"hard": self.hard, "soft": self.soft, "pair": self.pairs}
        return Letter(rows[row][total][UPS.index(up)])


class StakeStep(Struct, frozen=True):
    """From that count on, so much is wagered."""

    at: int
    stake: int


class Deviation(Struct, frozen=True):
    """What is done otherwise than the chart says, from that count on, or below it."""

    row: str
    total: int
    up: int
    at: int
    play: Letter
    below: bool = False

    def applies(self, count: int) -> bool:
        return count < self.at if self.below else count >= self.at


class PlayStrategy(Struct, frozen=True):
    """How a player plays a simulated box: decisions, insurance, and stakes by a count."""

    source: ChoiceSource = ChoiceSource.TOTAL
    chart: Chart | None = None
    """Where there is one, it is played instead of what the solver finds."""
    insures: bool = False
    """Whether insurance is taken always, for as much as may be."""
    insures_at: int | None = None
    """From which count on it is taken."""
    early: bool = False
    """Whether a blackjack against an ace is settled early at even money (D2 10.3)."""
    count: CardCount | None = None
    ramp: tuple[StakeStep, ...] = ()
    deviations: tuple[Deviation, ...] = ()

    @property
    def counts(self) -> tuple[int, ...]:
        """The counts that are told apart: anything below the first is as the first, anything above the last as it."""
        marks = [step.at for step in self.ramp] + [each.at for each in self.deviations]
        marks += [] if self.insures_at is None else [self.insures_at]
        if self.count is None or not marks:
            return (0,)
        return tuple(range(min(marks) - 1, max(marks) + 1))

    def stake(self, count: int, base: int) -> int:
        """What is wagered at that count."""
        reached = [step.stake for step in sorted(self.ramp, key=lambda step: step.at) if step.at <= count]
        return reached[-1] if reached else base

    def insures_with(self, count: int) -> bool:
        return self.insures or (self.insures_at is not None and count >= self.insures_at)

    def deviation(self, row: str, total: int, up: int, count: int) -> Letter | None:
        """The last one that applies: what stands later in the list is more particular."""
        found = [
            each.play
            for each in self.deviations
            if (each.row, each.total, each.up) == (row, total, up) and each.applies(count)
        ]
        return found[-1] if found else None


class HeldHand(NamedTuple):
    """A hand before its player decides."""

    up: int
    hand: Hand
    cards: Counts
    """Of each rank; empty where the way of playing does not look at them."""
    pair: int
    """The value of the pair that was split, 0 before any split."""
    open: tuple[Decision, ...]


def row_of(hand: Hand) -> tuple[str, int]:
    """The chart's row for a hand that is not split."""
    return ("soft" if machine.is_soft(hand) else "hard"), machine.total(hand)


def decision_of(letter: Letter, open: tuple[Decision, ...]) -> Decision:
    """What a letter comes to where only these decisions are open."""
    doubles = letter in (Letter.DOUBLE, Letter.DOUBLE_OR_STAND)
    if letter is Letter.SPLIT and Decision.SPLIT in open:
        return Decision.SPLIT
    if doubles and Decision.DOUBLE in open:
        return Decision.DOUBLE
    stands = letter in (Letter.STAND, Letter.DOUBLE_OR_STAND)
    return Decision.STAND if stands and Decision.STAND in open else Decision.DRAW


class ByChart:
    """Plays by totals, as the chart says; a pair by its own row while it may be split."""

    by_cards = False

    def __init__(self, chart: Chart) -> None:
        self.chart = chart

    def decision(self, held: HeldHand) -> Decision:
        row, total = row_of(held.hand)
        if Decision.SPLIT in held.open:
            row, total = "pair", held.hand.pair
        return decision_of(self.chart.letter(row, total, held.up), held.open)


def held_cards(cards: Counts, card: int) -> Counts:
    """With one card more."""
    rank = machine.value(card)
    return (*cards[: rank - 1], cards[rank - 1] + 1, *cards[rank:])


NO_CARDS: Counts = (0,) * len(RANKS)
