"""What a round is worth at each count when wagers are laid, and how far its result spreads."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.odds.blackjack.distribution import mean_and_variance, spread_with
from croupier.odds.blackjack.solver import PlayedUpCard, Solution
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.counting.cells import BETTING, CountCells
from croupier.odds.counting.figures import CountWorth
from croupier.odds.counting.hands import CountedUpCard, HandValues
from croupier.odds.counting.insurance import insured_gain


def worths(cells: CountCells, ups: tuple[CountedUpCard, ...], basic: Solution) -> tuple[CountWorth, ...]:
    """Every count that is told apart; `basic` is the full shoe played by totals."""
    variances = _variances(cells, basic)
    return tuple(_worth(cells, ups, basic, variances, count) for count in cells.counts)


def _variances(cells: CountCells, basic: Solution) -> Any:
    """A parabola through three counts: it bends so little that no fourth would move it."""
    counts = (cells.lowest, (cells.lowest + cells.highest) // 2, cells.highest)
    found = [mean_and_variance(spread_with(basic, _chances(cells, count)))[1] for count in counts]
    return np.polynomial.Polynomial.fit([cells.true_count(BETTING, count) for count in counts], found, deg=2)


def _worth(
    cells: CountCells, ups: tuple[CountedUpCard, ...], basic: Solution, variances: Any, count: int
) -> CountWorth:
    gains = np.zeros(2)
    for at in ups:
        values = at.values(cells, BETTING, count)
        gains += _against(at, values, basic.against[at.up])
    frequency = cells.frequency[count]
    played, best = gains / frequency
    true_count = cells.true_count(BETTING, count)
    return CountWorth(count, true_count, frequency, float(played), float(best), float(variances(true_count)))


def _chances(cells: CountCells, count: int) -> dict[int, float]:
    """Of each card as the first of a round."""
    shoe = cells.shoe
    sets = np.eye(len(shoe.tags), dtype=np.int64)[shoe.group_of]
    weights = shoe.ranks * cells.likelihoods(sets, BETTING, count)
    return dict(zip(RANKS, map(float, weights / weights.sum()), strict=True))


def _against(at: CountedUpCard, values: HandValues, basic: PlayedUpCard) -> Any:
    """Basic play and the best one, each weighed by the chance of hand, up card and count."""
    chances = at.dealt(values.likelihood)
    played = at.played(values, basic.choices)
    found = np.zeros(2)
    for first in RANKS:
        for second in range(first, RANKS[-1] + 1):
            place = at.place(first, second)
            both = [float(played[place]), float(values.best[place])]
            if first == second and first in basic.splits:
                splits = at.splits(values, first, basic.choices_after_split(first))
                both[0] = splits[0] if first in basic.split_pairs else both[0]
                both[1] = max(both[1], splits[1])
            if at.up == machine.ACE:
                both[1] += max(insured_gain(float(values.card_chances[place, machine.TEN - 1])), 0.0) / 2
            found += chances[place] * np.array(both)
    return found
