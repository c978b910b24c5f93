"""What a player's whole layout comes to on one spin or roll: any wagers at once, in whole cents as the table pays them.

A table is opened, the wagers are laid there, and every result is judged by what settles a round: so what is refused is
what a table refuses, and what is paid is rounded up to the smallest chip (D1 11.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from croupier.games.acts import BuyIn
from croupier.games.general.checks import refuses_amount
from croupier.games.layout.game import Game
from croupier.games.layout.lawful import refuses_lawless
from croupier.games.layout.lines import judged
from croupier.games.layout.opening import new_table
from croupier.games.layout.table import LayoutTable
from croupier.games.money import MOST
from croupier.games.position import Position
from croupier.games.refusal import Refusal, Refused
from croupier.games.sign import DEFAULT_SMALLEST_CHIP, Sign
from croupier.games.table import Outcome, handed_back
from croupier.games.wagers import Wager

PLAYER = "player"
ANY_AMOUNT = Sign(minimum=DEFAULT_SMALLEST_CHIP, maximum=MOST)
"""A sign that limits nothing: what wagers are worth where no table's own is asked for."""


class CombinationResult(Struct, frozen=True):
    """One amount that the wagers can come to, and what brings it."""

    net: int
    """What the player has more than before, in cents; below nothing where it is less."""
    outcomes: tuple[Any, ...]
    """The spins or rolls that bring it, all equally likely."""

    @property
    def ways(self) -> int:
        return len(self.outcomes)


class Combination(Struct, frozen=True):
    """Wagers that lie together, and everything that one spin or roll can make of them."""

    wagers: tuple[tuple[Position, int], ...]
    """Each position with all that lies on it, in the order of positions."""
    results: tuple[CombinationResult, ...]
    """From the best to the worst."""
    win_ways: int
    """On how many results at least one of the wagers wins."""

    @property
    def stake(self) -> int:
        return sum(stake for _position, stake in self.wagers)

    @property
    def ways(self) -> int:
        """How many results there are, all equally likely."""
        return sum(result.ways for result in self.results)

    @property
    def distribution(self) -> dict[int, Fraction]:
        """The chance of each net result, from the best to the worst."""
        return {result.net: Fraction(result.ways, self.ways) for result in self.results}

    @property
    def mean(self) -> Fraction:
        """The player's net result on average, in cents."""
        return Fraction(sum(result.net * result.ways for result in self.results), self.ways)

    @property
    def edge(self) -> Fraction:
        """What the house keeps on average of each unit staked."""
        return -self.mean / self.stake

    @property
    def variance(self) -> Fraction:
        """Of the player's net result, in cents squared: the standard deviation squared."""
        squares = Fraction(sum(result.net**2 * result.ways for result in self.results), self.ways)
        return squares - self.mean**2

    @property
    def hit_rate(self) -> Fraction:
        """The chance that at least one of the wagers wins."""
        return Fraction(self.win_ways, self.ways)

    @property
    def ahead(self) -> Fraction:
        return self._chance(lambda net: net > 0)

    @property
    def even(self) -> Fraction:
        return self._chance(lambda net: net == 0)

    @property
    def behind(self) -> Fraction:
        return self._chance(lambda net: net < 0)

    @property
    def best(self) -> CombinationResult:
        return self.results[0]

    @property
    def worst(self) -> CombinationResult:
        return self.results[-1]

    def _chance(self, of: Callable[[int], bool]) -> Fraction:
        return Fraction(sum(result.ways for result in self.results if of(result.net)), self.ways)


def combination(game: Game, wagers: Iterable[tuple[Position, int]], sign: Sign | None = None) -> Combination:
    """What these wagers of one player come to together: positions of the game, each with a stake in cents.

    Stakes on one position are one wager (ruling R21). Raises `Refused` for what a table with this sign refuses; without
    a sign it is one that limits nothing and has 50 cents for its smallest chip.
    """
    table = _laid(game, tuple(wagers), ANY_AMOUNT if sign is None else sign)
    found: dict[int, list[Any]] = {}
    win_ways = 0
    for outcome in game.outcomes:
        lines = [judged(table, wager, wager.position, outcome) for wager in table.wagers]
        net = sum(handed_back(line.outcome, line.wager.stake, line.pays) - line.wager.stake for line in lines)
        found.setdefault(net, []).append(outcome)
        win_ways += any(line.outcome is Outcome.WIN for line in lines)
    return Combination(
        wagers=tuple((wager.position, wager.stake) for wager in table.wagers),
        results=tuple(CombinationResult(net, tuple(found[net])) for net in sorted(found, reverse=True)),
        win_ways=win_ways,
    )


def _laid(game: Game, wagers: tuple[tuple[Position, int], ...], sign: Sign) -> LayoutTable:
    """A table on which these wagers lie, and nothing else."""
    table = new_table(game, sign, None, None, ())
    if not wagers:
        raise Refused(Refusal(game.clauses.wager, "no_wager_there", "There is no wager."))
    stakes: dict[Position, int] = {}
    for position, stake in wagers:
        refusal = refuses_amount(stake, sign.smallest_chip, game.clauses.chips) or refuses_lawless(table, position)
        if refusal is not None:
            raise Refused(refusal)
        stakes[position] = stakes.get(position, 0) + stake
    table = table.play(BuyIn(PLAYER, sum(stakes.values())))
    return table.play(*(Wager(PLAYER, position, stake) for position, stake in stakes.items()))
