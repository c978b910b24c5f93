"""Two or three rounds left: what stacks are worth before the last round, on a grid, and between its points by straight
lines. The same sums are made on a finer and on a coarser grid; how far they part is the error that is told.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from croupier.games.tournament.session_table.last_hand import BetModel
from croupier.odds.last_hand.betting import Betting
from croupier.odds.last_hand.play import Future, PlaceContest, SolveDetail

Array = Any
POINTS = {2: (13, 7), 3: (5, 4)}
"""Points of the finer and of the coarser grid on each axis, by the number of players."""
BETS = {2: 6, 3: 3}


class GridBetting(Betting):
    """The wagers before a later round: by quick sums, from a few amounts."""

    @property
    def quick_detail(self) -> SolveDetail:
        return SolveDetail(splits=False, sight=False, insurance=False, amounts=1)

    def candidates(self, box: int, laid: tuple[int | None, ...], *, is_hero: bool = False) -> tuple[int, ...]:
        found = super().candidates(box, laid, is_hero=is_hero)
        most = BETS[len(self.contest.chips)]
        if len(found) <= most:
            return found
        return tuple(dict.fromkeys(found[round(place * (len(found) - 1) / (most - 1))] for place in range(most)))


def future_of(contest: PlaceContest, models: tuple[BetModel, ...], first: int, rounds: int, points: int) -> Future:
    """What stacks are worth with so many rounds to come, the marker lying before that box in the first of them."""
    highest = sum(contest.chips) + contest.sign.maximum
    axis = np.unique(np.linspace(0, highest, points).astype(np.int64))
    future = None
    number = len(contest.chips)
    for left in range(1, rounds + 1):
        marker = (first + rounds - left) % number
        values = [
            _worth(contest._replace(chips=tuple(map(int, stacks)), future=future), models, marker)
            for stacks in product(axis, repeat=number)
        ]
        future = Future(axis, np.array(values))
    if future is None:
        raise ValueError("there is no later round")
    return future


def _worth(contest: PlaceContest, models: tuple[BetModel, ...], marker: int) -> Array:
    number = len(contest.chips)
    if len(contest.able) < 2:  # noqa: PLR2004
        return _over(contest)
    order = tuple(box for box in ((marker + step) % number for step in range(number)) if box in contest.able)
    laid = tuple(None if box in contest.able else 0 for box in range(number))
    _, value = GridBetting(contest, laid, order, models, SolveDetail()).continued(laid)
    return value


def _over(contest: PlaceContest) -> Array:
    """The session is over (D7 6.1): the chips decide."""
    chips, places = contest.chips, contest.advance
    found = []
    for own in chips:
        higher, equal = sum(each > own for each in chips), sum(each == own for each in chips)
        found.append(min(max(places - higher, 0) / equal, 1.0))
    return np.array(found)
