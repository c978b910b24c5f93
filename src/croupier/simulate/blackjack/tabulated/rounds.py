"""A round of one box, tabulated whole: box, then dealer, to what came of it.

Every card leads from one state to the next, and the last one to an outcome. An outcome is followed by what follows the
beginning, so that cards can be fed in without asking whether a round is over.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import DECK, code
from croupier.simulate.blackjack.tabulated.boxes import Boxes
from croupier.simulate.blackjack.tabulated.numbered import Numbered
from croupier.simulate.blackjack.tabulated.tables import BoxOutcome, outcome_of

Array = Any


class Rounds:
    """Outcomes have negative numbers while states are made, -1 first; `table` numbers them from 0 on, states after."""

    def __init__(self, boxes: Boxes) -> None:
        self.boxes, self.dealer = boxes, boxes.dealer
        self.outcomes: Numbered[BoxOutcome] = Numbered()
        self._states: Numbered[tuple[int, ...]] = Numbered()
        self.rows, self._row = self._states.all, self._states.number
        self._boxes: dict[tuple[int, int], int] = {}
        self._dealers: dict[tuple[int, int], int] = {}
        self._dealer_rows = self.dealer.rows()
        self._ranks = [machine.value(card) - 1 for card in boxes.cards]
        self.start = self._started()

    @property
    def longest(self) -> int:
        """How many cards a round takes at most, were there enough of each."""
        most: list[int] = []
        for row in self.rows:
            most.append(1 + max(0 if after < 0 else most[after] for after in row))
        return most[self.start]

    def _started(self) -> int:
        _, firsts = self.boxes.rows[self.boxes.start]
        return self._row(tuple(self._after_first(first) for first in firsts))

    def _after_first(self, first: int) -> int:
        _, ups = self.boxes.rows[first]
        cards = zip(self.boxes.cards, ups, strict=True)
        return self._row(tuple(self._box(after, machine.value(card)) for card, after in cards))

    def _box(self, state: int, up: int) -> int:
        key = (state, up)
        number = self._boxes.get(key)
        if number is None:
            number = self._boxes[key] = self._made(state, up)
        return number

    def _made(self, state: int, up: int) -> int:
        if state < 0:
            code = self.boxes.codes[-1 - state]
            return self._dealing(-1 - state, self.dealer.start(up, code.need))
        kind, after = self.boxes.rows[state]
        if kind != "card":
            raise ValueError("a round in which somebody counts is not tabulated whole")
        return self._row(tuple([self._box(each, up) for each in after]))

    def _dealing(self, code: int, place: int) -> int:
        key = (code, place)
        number = self._dealers.get(key)
        if number is None:
            if place < self.dealer.classes:
                number = -1 - self.outcomes.number(outcome_of(self.boxes, code, 0, place))
            else:
                after = self._dealer_rows[place - self.dealer.classes]
                number = self._row(tuple([self._dealing(code, after[rank]) for rank in self._ranks]))
            self._dealers[key] = number
        return number

    def table(self) -> Array:
        """State and card give the next state: outcomes first, then the beginning, then the rest, the commonest first.

        An outcome's row is that of the beginning. What is met often lies together, where the machine has it at hand.
        """
        ends = len(self.outcomes.all)
        order = np.array(self._commonest_first())
        # Outcomes stand behind the states here, so that -1 is the first of them.
        places = np.empty(len(order) + ends, dtype=np.uint16 if len(order) + ends <= 1 << 16 else np.uint32)
        places[order] = ends + np.arange(len(order))
        places[len(order) :] = np.arange(ends)[::-1]
        rows = np.array(self.rows)
        return places[np.concatenate([np.repeat(rows[self.start][None], ends, axis=0), rows[order]])]

    def _commonest_first(self) -> list[int]:
        """The states by how often a round meets them, with cards as likely as in a full shoe; the beginning first."""
        cards = [code(card) for card in DECK]
        seen = [each if each in self.boxes.cards else machine.value(each) for each in cards]
        chances = [seen.count(card) / len(cards) for card in self.boxes.cards]
        met = [0.0] * len(self.rows)
        met[self.start] = 1.0
        # What follows from a state was made before it.
        for state in range(len(self.rows) - 1, -1, -1):
            if met[state]:
                for chance, after in zip(chances, self.rows[state], strict=True):
                    if after >= 0:
                        met[after] += met[state] * chance
        rest = sorted((state for state in range(len(self.rows)) if state != self.start), key=lambda state: -met[state])
        return [self.start, *rest]
