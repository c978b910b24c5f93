"""Everybody plays as well as can be against what the others are likely to end with, and nobody looks at another box.

Then boxes are independent of each other once the dealer's card is known, and the chances of all stacks together are
products: seven players cost little more than five. The wagers of many players are found with these sums, and what
looking at each other changes is worked out deal by deal (`deals.py`).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.last_hand import kernels
from croupier.odds.last_hand.play import HandPlay, PlaceContest, SolveDetail
from croupier.odds.last_hand.stakes import box_codes

Array = Any
SWEEPS = 2
"""How often everybody answers what the others do, after everybody has played for chips."""


class ApartPlay:
    def __init__(self, contest: PlaceContest, wagers: tuple[int, ...], amounts: int = 1) -> None:
        self.contest = contest
        self.play = HandPlay(contest, wagers, SolveDetail(False, False, False, False, amounts))
        self._boxes = [
            box_codes(self.play.graph, self.play.stakes[box], contest.sign, self.play.amounts[place], splits=False)
            for place, box in enumerate(contest.able)
        ]

    @cached_property
    def _finals(self) -> Array:
        """For each player, each code and each class of the dealer's hand the stack."""
        contest = self.contest
        codes = max((len(each.finals) for each in self._boxes), default=1)
        finals = np.zeros((len(contest.chips), codes, len(self.play.graph.results)), dtype=np.int64)
        for player, chips in enumerate(contest.chips):
            finals[player] = chips
        for box, each in zip(contest.able, self._boxes, strict=True):
            finals[box, : len(each.finals)] = each.finals
        return finals

    @cached_property
    def _tables(self) -> Array:
        """For each figure what a place is worth, by how many hold more and how many hold as much."""
        contest = self.contest
        number = len(contest.chips)
        shared, paid = np.zeros((number, number + 1)), np.zeros((number, number + 1))
        for higher in range(number):
            for equal in range(1, number + 1 - higher):
                shared[higher, equal] = min(max((contest.advance - higher) / equal, 0.0), 1.0)
                paid[higher, equal] = sum(contest.prizes[higher : higher + equal]) / equal
        own = shared.copy()
        if contest.tie >= 0:
            own[(shared > 0) & (shared < 1)] = contest.tie
        going_on = [own if player == contest.hero else shared for player in range(number)]
        if not contest.prizes:
            return np.array(going_on)
        return np.array([*[paid] * number, own] if contest.aims_at_prize else [*going_on, paid])

    @cached_property
    def _played(self) -> tuple[Array, Array]:
        """For each up card and each player the chance of each code, and the same for each two cards."""
        graph, contest = self.play.graph, self.contest
        number, codes = self._finals.shape[:2]
        means = np.zeros((len(RANKS), number, codes))
        means[:, :, 0] = 1.0
        each = np.zeros((len(RANKS), number, len(graph.starts), codes))
        each[:, :, :, 0] = 1.0
        amounts = np.full(number, -1, dtype=np.int64)
        for box, found in zip(contest.able, self._boxes, strict=True):
            amounts[box] = len(found.amounts)
        dealt = np.array([node for node, hand in enumerate(graph.hands) if hand.origin == machine.HandOrigin.DEALT])
        tables = (graph.pair, dealt, np.array(graph.starts), self.play.start_chances)
        for up in RANKS:
            fixed = np.full((number, len(graph.hands)), kernels.BEST, dtype=np.int64)
            for box, found in zip(contest.able, self._boxes, strict=True):
                fixed[box] = self.play.fixed(box, up, found)
            kernels.play_apart(
                (graph.stand, graph.after, graph.doubled),
                self.play.shares,
                tables,
                (self._finals, amounts, fixed, self._tables),
                (len(graph.kinds), graph.natural, up == machine.ACE, SWEEPS),
                self.play.chances[up - 1],
                means[up - 1],
                each[up - 1],
            )
        return means, each

    @cached_property
    def value(self) -> Array:
        """Over all deals."""
        found = [self._worth(up, self._played[0][up - 1]) for up in RANKS]
        return np.asarray(sum(share * each for share, each in zip(self.play.shares, found, strict=True)))

    def worth(self, up: int, starts: tuple[int, ...]) -> Array:
        """With one deal: for each box its two cards, by their place among the starts."""
        chances, each = (found[up - 1] for found in self._played)
        chances = chances.copy()
        for box, start in zip(self.contest.able, starts, strict=True):
            chances[box] = each[box, start]
        return self._worth(up, chances)

    def _worth(self, up: int, chances: Array) -> Array:
        return np.asarray(
            kernels.apart_worth(self._finals, chances, self._tables, self.contest.hero, self.play.chances[up - 1])
        )
