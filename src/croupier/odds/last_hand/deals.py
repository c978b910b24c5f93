"""One deal at a time: what is worth how much once everybody's first cards are known.

With one deal on the table there are few ends that any box can still come to, so that everything is told apart with
seven players too. The sums over all deals leave something out: with three players and more nobody splits, with five
and more nobody looks at another box (`apart.py`). What that comes to is found from deals drawn at random: each is
worked out with it and without it, and the mean of the differences is added to those sums.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, count, product
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.last_hand import kernels
from croupier.odds.last_hand.apart import ApartPlay
from croupier.odds.last_hand.lines import BoxLine, SeenCards
from croupier.odds.last_hand.play import HandPlay, SolveDetail, workers
from croupier.odds.last_hand.reach import Reach, reach_of
from croupier.odds.last_hand.stakes import most_insurance

Array = Any
SEED = 26
"""The same deals for every wager and every day: what two wagers differ by is better known than either."""
LOOKS, CHOICES = "", " choices"
"""The deals for the one are not those for the other."""
UNSEEN = 4.6
"""What comes about in more than so many of N deals was seen among N of them 99 times in 100. Something rarer may have
been missed: the bound takes it to be as large as the largest difference that was seen."""
FEWEST = 10
LEAST_CHANCE = 1e-9
SURE = 2.576
"""So many standard errors either side hold the true figure 99 times in 100."""


class DrawnDeal(NamedTuple):
    up: int
    starts: tuple[int, ...]
    """For each box its two cards, by their place among the starts."""


class Added(NamedTuple):
    """What is to be added to the sums over all deals."""

    value: Array
    spread: Array
    """For each figure: 99 times in 100 it is off by no more."""


def later_of(play: HandPlay, line: BoxLine, seen: SeenCards, first: int = 0) -> Array:
    """What each state before the box `first` is worth, the boxes from there on played in turn."""
    later = line.ends[0][:, None, :]
    for place in range(len(line.boxes) - 1, first - 1, -1):
        held = seen.boxes[place]
        if isinstance(held, int):
            later = later[line.trans[place][:, held]]
            continue
        out, _ = play.at(seen.up, line, place, later, held=held)
        later = np.ascontiguousarray(out[:, 0])
    return later


class DealtPlay:
    """One hand with all wagers laid, deal by deal."""

    def __init__(self, play: HandPlay) -> None:
        self.play = play
        self._nodes = play.graph.starts

    def seen(self, deal: DrawnDeal) -> SeenCards:
        rules = self.play.contest.rules
        return SeenCards(deal.up, tuple(reach_of(rules, self._nodes[start]) for start in deal.starts))

    def worth(self, deal: DrawnDeal) -> Array:
        """What everybody has of it, each box played as well as it can be with all cards in sight."""
        play, seen = self.play, self.seen(deal)
        nobody = tuple(0 for _ in deal.starts)
        plain = later_of(play, BoxLine(play, nobody, seen), seen)[0, 0]
        if deal.up != machine.ACE or not play.detail.insurance:
            return plain
        return self._insured(seen, plain)

    # Where a fuller detail has more to choose from

    @cached_property
    def _pairs(self) -> tuple[frozenset[int], ...]:
        """For each box the starts that may be split."""
        play = self.play
        boxes = BoxLine(play, tuple(0 for _ in play.contest.able), SeenCards(RANKS[1], self._any)).boxes
        paired = frozenset(start for start, node in enumerate(self._nodes) if play.graph.pair[node])
        return tuple(paired if each.can_split else frozenset() for each in boxes)

    @property
    def _any(self) -> tuple[Reach, ...]:
        return tuple(reach_of(self.play.contest.rules, self._nodes[0]) for _ in self.play.contest.able)

    def offers(self, deal: DrawnDeal, less: SolveDetail) -> bool:
        """Whether there is a pair to split, or an ace to insure against, that the plainer detail leaves out."""
        if deal.up == machine.ACE and self.play.detail.insurance and not less.insurance:
            return True
        return any(start in pairs for start, pairs in zip(deal.starts, self._pairs, strict=True))

    def chance_of_choice(self, less: SolveDetail) -> float:
        none = 1.0
        for pairs in self._pairs:
            none *= 1.0 - sum(float(self.play.start_chances[start]) for start in pairs)
        if self.play.detail.insurance and not less.insurance:
            none *= 1.0 - float(self.play.shares[machine.ACE - 1])
        return 1.0 - none

    def _insured(self, seen: SeenCards, plain: Array) -> Array:
        """Insurance box by box from the dealer's left, as in `HandPlay.against`."""
        play = self.play
        able = play.contest.able
        most = [0 if play.contest.model(box) else most_insurance(play.stakes[box], play.contest.sign) for box in able]
        worth: dict[tuple[int, ...], Array] = {}
        for taken in product(*((0, each) if each else (0,) for each in most)):
            worth[taken] = later_of(play, BoxLine(play, taken, seen), seen)[0, 0] if any(taken) else plain
        for place in range(len(able) - 1, -1, -1):
            own = able[place]
            chosen: dict[tuple[int, ...], Array] = {}
            for taken, value in worth.items():
                before = taken[:place]
                if before not in chosen or value[own] > chosen[before][own] + kernels.SLACK:
                    chosen[before] = value
            worth = chosen
        return worth[()]


def look_added(apart: ApartPlay, detail: SolveDetail, deals: int) -> Added:
    """What looking at the other boxes adds to the value of a play where nobody does, from so many deals."""
    whole = DealtPlay(HandPlay(apart.contest, apart.play.wagers, detail))
    drawn = drawn_deals(whole.play, deals)
    _ = apart.value  # once, before the threads ask for it
    return _mean(
        workers().map(lambda deal: whole.worth(deal) - apart.worth(deal.up, deal.starts), drawn), len(drawn), 1.0
    )


def choices_added(plain: HandPlay, detail: SolveDetail, deals: int) -> Added:
    """What the choices of a fuller detail add: splits, insurance. So many deals are drawn among those in which there is
    such a choice; in all others nothing is added."""
    whole, less = DealtPlay(HandPlay(plain.contest, plain.wagers, detail)), DealtPlay(plain)
    chance = whole.chance_of_choice(plain.detail)
    if chance < LEAST_CHANCE:
        nothing = np.zeros(len(plain.contest.chips) + bool(plain.contest.prizes))
        return Added(nothing, nothing)
    every = drawn_deals(plain, int(deals / chance), CHOICES)
    drawn = [deal for deal in every if whole.offers(deal, plain.detail)]
    return _mean(workers().map(lambda deal: whole.worth(deal) - less.worth(deal), drawn), len(drawn), chance)


def _mean(found: Iterable[Array], number: int, weight: float) -> Added:
    if number < FEWEST:
        raise ValueError("too few deals to say how far off they may be")
    each = np.array(list(found))
    error = SURE * each.std(axis=0, ddof=1) / sqrt(number)
    unseen = UNSEEN / number * np.abs(each).max()
    return Added(weight * each.mean(axis=0), weight * np.hypot(error, unseen))


def drawn_deals(play: HandPlay, number: int, series: str = LOOKS) -> list[DrawnDeal]:
    numbers = _numbers(series)
    ranks = _Shares([float(each) for each in play.shares])
    starts = _Shares([float(each) for each in play.start_chances])
    boxes = len(play.contest.able)
    return [
        DrawnDeal(RANKS[ranks.at(next(numbers))], tuple(starts.at(next(numbers)) for _ in range(boxes)))
        for _ in range(number)
    ]


def _numbers(series: str) -> Iterator[float]:
    """From 0 to 1, as if drawn, and the same everywhere: each is the hash of its place."""
    for place in count():
        yield int.from_bytes(sha256(f"{SEED}{series} {place}".encode()).digest()[:8], "big") / 2**64


class _Shares:
    """Which of several comes, by a number from 0 to 1."""

    def __init__(self, shares: list[float]) -> None:
        self._until = list(accumulate(shares))

    def at(self, number: float) -> int:
        return min(bisect_right(self._until, number * self._until[-1]), len(self._until) - 1)
