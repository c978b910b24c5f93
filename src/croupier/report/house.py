"""What the house's tables brought: drop, win, hold and handle, and beside them what the exact odds lead one to expect.

Every figure follows from rounds that are over and from chips that were bought. Money is counted in whole cents and
expectations in fractions. Only blackjack's edge and variance come from the solver, which says them as decimals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Protocol

from msgspec import Struct

from croupier.games.layout.game import Game
from croupier.games.money import MOST
from croupier.games.position import Position
from croupier.games.refusal import Refused
from croupier.games.sign import Sign
from croupier.games.table import Outcome
from croupier.odds.combination import combination
from croupier.odds.super_sevens import SevensShoe, super_sevens
from croupier.record.journals.rounds import RoundPart, SettledLine
from croupier.report.sittings import time_played

TENS_IN_DECK, CARDS_IN_DECK = 16, 52


class Expected(Struct, frozen=True):
    """What the house wins of some wagers on average, in cents, and the variance of it."""

    win: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def __add__(self, other: Expected) -> Expected:
        return Expected(self.win + other.win, self.variance + other.variance)


class Prices(Protocol):
    """What wagers at one table are worth."""

    def expected(self, lines: Sequence[SettledLine]) -> Expected | None:
        """Of all these wagers of one round together; `None` where one of them has no price."""
        ...


class LayoutPrices:
    """One result settles all wagers of a round, so they are weighed together, result by result."""

    def __init__(self, game: Game, smallest_chip: int) -> None:
        self._game = game
        self._sign = Sign(minimum=smallest_chip, maximum=MOST - MOST % smallest_chip, smallest_chip=smallest_chip)
        self._positions = {str(position): position for position in game.areas}
        self._lost = cache(self._lost_by_result)

    def expected(self, lines: Sequence[SettledLine]) -> Expected | None:
        totals = [0] * len(self._game.outcomes)
        try:
            for line in lines:
                for place, lost in enumerate(self._lost(self._positions[line.position], line.stake)):
                    totals[place] += lost
        except Refused:
            # A wager of older days, made up of chips that the table does not have any more.
            return None
        win = Fraction(sum(totals), len(totals))
        return Expected(win, Fraction(sum(each * each for each in totals), len(totals)) - win**2)

    def _lost_by_result(self, position: Position, stake: int) -> tuple[int, ...]:
        """What the player loses on each result, below nothing where the player wins."""
        found = {
            outcome: -result.net
            for result in combination(self._game, [(position, stake)], self._sign).results
            for outcome in result.outcomes
        }
        return tuple(found[outcome] for outcome in self._game.outcomes)


class BlackjackPrices:
    """The initial wager by the edge of best play; doubles and splits are part of that edge.

    Boxes of one round share the dealer's hand. Their variances are added as if they did not, so the deviation of a full
    table is somewhat larger than the figure here.
    """

    def __init__(self, decks: int, edge: Fraction, variance: Fraction) -> None:
        self._edge, self._variance = edge, variance
        sevens = super_sevens(SevensShoe.of_decks(decks))
        self._sevens = sevens.edge, sevens.variance
        # Off the top of a full shoe, of which the dealer's ace is known.
        ten = Fraction(TENS_IN_DECK * decks, CARDS_IN_DECK * decks - 1)
        self._insurance = 1 - 3 * ten, 9 * ten * (1 - ten)

    def expected(self, lines: Sequence[SettledLine]) -> Expected:
        return sum((self._of_line(line) for line in lines), Expected())

    def _of_line(self, line: SettledLine) -> Expected:
        if line.position.startswith("box "):
            edge, variance = self._edge, self._variance
        elif line.position.startswith("super sevens "):
            edge, variance = self._sevens
        elif line.position.startswith("insurance "):
            edge, variance = self._insurance
        else:
            return Expected()
        return Expected(line.stake * edge, line.stake**2 * variance)


class RoundPlayed(Struct, frozen=True):
    """A round that is over, with where and when it was."""

    table: str
    time: int
    dealer: str
    """Who dealt; empty where the table deals itself."""
    parts: tuple[RoundPart, ...]


class Bought(Struct, frozen=True):
    """Chips that somebody bought at a table."""

    table: str
    time: int
    dealer: str
    person: str
    cents: int


class DecisionsCost(Struct, frozen=True):
    """What somebody's own decisions in a round of blackjack cost them, in cents."""

    table: str
    time: int
    dealer: str
    person: str
    cents: Fraction


class ChipsCounted(Struct, frozen=True):
    """What people counted at a table: a drop box, or what lies in its tray."""

    table: str
    time: int
    drop: int
    """Cash of a box."""
    win: int
    """What the table won by the count: the cash, and the chips that are more in the tray than were brought."""
    over: int
    """What was found more than the journals lead one to expect."""


class HouseFigures(Struct, kw_only=True):
    """The sums of some rounds."""

    rounds: int = 0
    wagers: int = 0
    handle: int = 0
    """All that was staked and not void."""
    win: int = 0
    """What the house kept of it."""
    drop: int = 0
    expected: Expected | None = Expected()
    """`None` where a wager has no price: what is expected cannot be said then."""
    decisions: Fraction | None = None
    """What the players' own decisions at blackjack cost them; `None` where nobody decided, or where nobody can say."""
    counted_drop: int | None = None
    """Cash in the boxes that were counted; `None` where nobody counted anything, and so are the other two."""
    counted_win: int | None = None
    counted_over: int | None = None
    first: int = 0
    last: int = 0
    played_seconds: int | None = None
    """Of one player, and of all players together; `None` for a table or a dealer."""

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.handle, self.wagers) if self.wagers else None

    @property
    def difference(self) -> Fraction | None:
        return None if self.expected is None else self.win - self.expected.win

    @property
    def deviation(self) -> int | None:
        """The standard deviation, in whole cents."""
        return None if self.expected is None else isqrt(round(self.expected.variance))

    @property
    def sigmas(self) -> Fraction | None:
        """How many standard deviations the win is above what was expected."""
        return (
            Fraction(round(self.difference), self.deviation) if self.difference is not None and self.deviation else None
        )

    def add(self, time: int, lines: Sequence[SettledLine], won: int, expected: Expected | None) -> None:
        self.rounds += 1
        self.wagers += len(lines)
        self.handle += sum(line.stake for line in lines)
        self.win += won
        self.expected = None if self.expected is None or expected is None else self.expected + expected
        self.first = time if not self.first else min(self.first, time)
        self.last = max(self.last, time)


Grouped = dict[str, HouseFigures]
Key = Callable[[str, int, str], str]
"""The group of something, by table, time and dealer."""


class HouseReport:
    """The figures of all rounds, by group and by player."""

    def __init__(self, prices: Mapping[str, Prices], keys: Mapping[str, Key]) -> None:
        self._prices, self._keys = prices, keys
        self.all = HouseFigures()
        self.groups: dict[str, Grouped] = {name: {} for name in keys}
        self.players: Grouped = {}
        self._ends: dict[str, list[int]] = {}
        """When the rounds of each player ended."""

    def add_round(self, played: RoundPlayed) -> None:
        lines = [line for part in played.parts for line in good_lines(part)]
        if not lines:
            return
        won = sum(part.staked - part.returned for part in played.parts)
        expected = self._expected(played.table, lines)
        for figures in self._groups_of(played.table, played.time, played.dealer):
            figures.add(played.time, lines, won, expected)
        for part in played.parts:
            if own := good_lines(part):
                figures = self.players.setdefault(part.person, HouseFigures())
                figures.add(played.time, own, part.staked - part.returned, self._expected(played.table, own))
                self._ends.setdefault(part.person, []).append(played.time)

    def add_bought(self, bought: Bought) -> None:
        for figures in self._groups_of(bought.table, bought.time, bought.dealer):
            figures.drop += bought.cents
        self.players.setdefault(bought.person, HouseFigures()).drop += bought.cents

    def add_decisions(self, cost: DecisionsCost) -> None:
        player = self.players.setdefault(cost.person, HouseFigures())
        for figures in (*self._groups_of(cost.table, cost.time, cost.dealer), player):
            figures.decisions = (figures.decisions or Fraction(0)) + cost.cents

    def add_counted(self, counted: ChipsCounted) -> None:
        """By table and time alone: several dealers share a tray."""
        for figures in self._groups_of(counted.table, counted.time, "", but="dealer"):
            figures.counted_drop = (figures.counted_drop or 0) + counted.drop
            figures.counted_win = (figures.counted_win or 0) + counted.win
            figures.counted_over = (figures.counted_over or 0) + counted.over

    def add_time_played(self) -> None:
        """Once all rounds are in: they come table by table, and a sitting may be at several."""
        self.all.played_seconds = 0
        for person, ends in self._ends.items():
            self.players[person].played_seconds = time_played(ends)
            self.all.played_seconds += time_played(ends)

    def _expected(self, table: str, lines: Sequence[SettledLine]) -> Expected | None:
        prices = self._prices.get(table)
        return None if prices is None else prices.expected(lines)

    def _groups_of(self, table: str, time: int, dealer: str, *, but: str = "") -> Iterator[HouseFigures]:
        yield self.all
        for name, key in self._keys.items():
            if name != but:
                yield self.groups[name].setdefault(key(table, time, dealer), HouseFigures())


def good_lines(part: RoundPart) -> tuple[SettledLine, ...]:
    """Wagers that were in play: what is void was never at risk."""
    return tuple(line for line in part.lines if line.outcome != Outcome.VOID)


def report_of(
    rounds: Iterable[RoundPlayed],
    bought: Iterable[Bought],
    prices: Mapping[str, Prices],
    keys: Mapping[str, Key],
    *,
    decided: Iterable[DecisionsCost] = (),
    counted: Iterable[ChipsCounted] = (),
) -> HouseReport:
    report = HouseReport(prices, keys)
    for played in rounds:
        report.add_round(played)
    for each in bought:
        report.add_bought(each)
    for cost in decided:
        report.add_decisions(cost)
    for count in counted:
        report.add_counted(count)
    report.add_time_played()
    return report
