"""What the count lab finds. Without its compiled parts: whoever shows the figures need not have them."""

from __future__ import annotations

from math import exp, inf, log, sqrt

from msgspec import Struct

from croupier.odds.counting.count import CardCount

SCORE_BANKROLL = 10_000
SCORE_ROUNDS = 100


class CountWorth(Struct, frozen=True):
    """A round that begins at one count, for each unit of the initial wager."""

    count: int
    true_count: float
    """The mean of the unrounded count."""
    frequency: float
    """In which share of all rounds it is met."""
    basic: float
    """What the player gains by the chart of a full shoe."""
    best: float
    """What they gain when every hand, splits and insurance follow the count."""
    variance: float
    """Of one round by the chart, with cards as likely as at this count."""


class IndexRow(Struct, frozen=True):
    """From a count on, or below it, a row is best played otherwise than the chart says."""

    row: str
    total: int
    up: int
    chart: str
    play: str
    at: int
    is_below: bool


class IndexPlay(IndexRow, frozen=True):
    turns: float
    """The unrounded count at which both plays are worth the same."""
    gain: float
    """What the departure gains a round at a stake of one unit, over all rounds."""


class InsuranceIndex(Struct, frozen=True):
    at: int | None
    """The lowest count at which insurance gains; `None` where it never does."""
    turns: float | None
    """The unrounded count at which it neither gains nor loses."""
    gain: float
    """What it gains a round at a stake of one unit, half of it insured, over all rounds."""
    by_count: tuple[tuple[int, float], ...]
    """What each unit insured gains, count by count."""


class CountStudy(Struct, frozen=True):
    count: CardCount
    decks: int
    effects: tuple[float, ...]
    """What each card that is gone is worth, an ace first."""
    betting_correlation: float
    worths: tuple[CountWorth, ...]
    plays: tuple[IndexPlay, ...]
    insurance: InsuranceIndex
    cutting_card: float
    """What a round by the chart is worth over all counts, less what it is worth off the top: what the cutting card does
    to it."""


class SpreadRisk(Struct, frozen=True):
    """Of one round, over all counts."""

    wagered: float
    """The mean initial wager."""
    gain: float
    variance: float

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def rounds_to_lead(self) -> float:
        """N0: after so many rounds the gain is as large as its standard deviation."""
        return self.variance / self.gain**2 if self.gain > 0 else inf

    @property
    def score(self) -> float:
        """SCORE, in dollars: the gain of 100 rounds on a bankroll of $10,000 that is ruined 13.5 times in 100.

        The stakes are then such that the gain of a round times the bankroll is its variance.
        """
        if self.gain <= 0:
            return 0.0
        return SCORE_ROUNDS * SCORE_BANKROLL * self.gain**2 / self.variance

    def ruin(self, bankroll: int) -> float:
        """The chance to lose the bankroll however long play goes on, as for a walk in small steps."""
        return exp(-2 * self.gain * bankroll / self.variance) if self.gain > 0 else 1.0

    def bankroll_for(self, ruin: float) -> float:
        """The bankroll whose chance of ruin is this."""
        return -log(ruin) * self.variance / (2 * self.gain) if self.gain > 0 else inf
