"""One deal at a time: what is worth how much once everybody's first cards are known.

With one deal on the table there are few ends that any box can still come to, so that everything is told apart with
seven players too. With five players and more the sums over all deals let nobody look at boxes still to be played. What
that leaves out is found from deals drawn at random: each is worked out with the look and without it, and the mean of
the differences is added to those sums.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, count, product
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.last_hand import kernels
from croupier.odds.last_hand.lines import BoxLine, SeenCards
from croupier.odds.last_hand.play import HandPlay, workers
from croupier.odds.last_hand.reach import reach_of
from croupier.odds.last_hand.stakes import most_insurance

Array = Any
SEED = 26
"""The same deals for every wager and every day: what two wagers differ by is better known than either."""
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


class UnseenPlay:
    """The same deal by deal, where nobody looks at the boxes still to be played: decisions are made against the mean of
    all deals, and then followed."""

    def __init__(self, play: HandPlay) -> None:
        self.play = play

    @cached_property
    def chosen(self) -> dict[int, list[Array]]:
        """For each up card and each box what is decided, in each state and at each node."""
        return dict(zip(RANKS, workers().map(self._chosen, RANKS), strict=True))

    def _chosen(self, up: int) -> list[Array]:
        play, line = self.play, self.play.plain
        later, found = line.ends[up - 1][:, None, :], []
        for place in range(len(line.boxes) - 1, -1, -1):
            out, decided = play.at(up, line, place, later, keep=True)
            later = np.einsum("scrm,c->srm", out, play.start_chances)
            found.append(decided[:, 0])
        return found[::-1]

    def worth(self, deal: DrawnDeal) -> Array:
        play, line, graph = self.play, self.play.plain, self.play.graph
        reached = np.ones(1)
        for place, start in enumerate(deal.starts):
            trans, node = line.trans[place], graph.starts[start]
            after = np.zeros(int(trans.max()) + 1)
            tables = (graph.stand, graph.after, graph.doubled)
            kernels.follow_box(
                tables, play.shares, (node, len(graph.kinds)), self.chosen[deal.up][place], (trans, reached), after
            )
            reached = after
        ends = line.ends[deal.up - 1]
        return np.asarray(reached @ ends[: len(reached)])


def added_by(play: HandPlay, deals: int) -> Added:
    """What looking at boxes still to be played adds to the value of a play that does not, from so many deals."""
    whole = DealtPlay(HandPlay(play.contest, play.wagers, play.detail._replace(sight=True)))
    blind = UnseenPlay(play)
    _ = blind.chosen  # once, before the threads ask for it
    found = np.array(list(workers().map(lambda deal: whole.worth(deal) - blind.worth(deal), drawn_deals(play, deals))))
    return Added(found.mean(axis=0), SURE * found.std(axis=0, ddof=1) / sqrt(deals))


def drawn_deals(play: HandPlay, number: int) -> list[DrawnDeal]:
    numbers = _numbers()
    ranks = _Shares([float(each) for each in play.shares])
    starts = _Shares([float(each) for each in play.start_chances])
    boxes = len(play.contest.able)
    return [
        DrawnDeal(RANKS[ranks.at(next(numbers))], tuple(starts.at(next(numbers)) for _ in range(boxes)))
        for _ in range(number)
    ]


def _numbers() -> Iterator[float]:
    """From 0 to 1, as if drawn, and the same everywhere: each is the hash of its place."""
    for place in count():
        yield int.from_bytes(sha256(f"{SEED} {place}".encode()).digest()[:8], "big") / 2**64


class _Shares:
    """Which of several comes, by a number from 0 to 1."""

    def __init__(self, shares: list[float]) -> None:
        self._until = list(accumulate(shares))

    def at(self, number: float) -> int:
        return min(bisect_right(self._until, number * self._until[-1]), len(self._until) - 1)
