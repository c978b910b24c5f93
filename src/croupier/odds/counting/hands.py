"""What every hand against one up card is worth while a count is known."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from croupier.odds.blackjack import sums
from croupier.odds.blackjack.layout import Layout
from croupier.odds.blackjack.solver import Shoe
from croupier.odds.blackjack.sums import DOUBLE, DRAW, STAND
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.blackjack.up_card import UpCard
from croupier.odds.counting.cells import CountCells, CountedShoe
from croupier.odds.counting.kernels import counted_dealer_chances

Array = Any
Moment = tuple[int, int]


class HandValues(NamedTuple):
    """Of every hand of the deal."""

    best: Array
    """Played as well as can be without a split."""
    stand: Array
    doubled: Array
    """What a hand is worth as it is, and what it is worth so once it was doubled."""
    drawn: Array
    """What another card is worth, and what a double is."""
    card_chances: Array
    """The chance of each card as the next one."""
    likelihood: Array
    """How likely the count is beside these cards."""


class _Sets:
    """Sets of cards by group, each once; where each of many stands among them."""

    def __init__(self, many: Array) -> None:
        self.all, places = np.unique(many.reshape(-1, many.shape[-1]), axis=0, return_inverse=True)
        self.places = places.reshape(many.shape[:-1])


class CountedUpCard:
    """One up card: what hangs on neither the count nor the moment is made once."""

    def __init__(self, laid: Layout, shoe: CountedShoe, up: int) -> None:
        self.laid, self.shoe, self.up = laid, shoe, up
        family, tree = laid.deal, laid.tree(up)
        self._tree = tree
        self._groups = np.eye(len(shoe.tags), dtype=np.int64)[shoe.group_of]
        own = self._groups[up - 1]
        shown = np.eye(len(RANKS))[up - 1]
        self.whole = shoe.ranks - shown
        held = family.held.astype(np.int64) @ self._groups + own
        self._hands = _Sets(np.concatenate([held[:, None, :], held[:, None, :] + self._groups[None]], axis=1))
        columns = family.shoes[0]
        self._shoes = self.whole[:, None] - laid.removed[:, : columns.max() + 1]
        removed = laid.removed[:, : columns.max() + 1].T.astype(np.int64) @ self._groups + own
        self._beside = _Sets(removed)
        drawn = _Sets(_cards_drawn(tree.nodes) @ self._groups)
        self._of_node = drawn.places.astype(np.int32)
        self._together = _Sets(drawn.all[:, None, :] + self._beside.all[None])
        self._left = self.whole[None] - family.held

    def values(self, cells: CountCells, moment: Moment, count: int) -> HandValues:
        """Every hand of the deal at that count; what follows is played as well as the count allows."""
        family = self.laid.deal
        chances = self._dealer(cells, moment, count)
        initial = sums.stand_values(chances, family.shoes[0], family.kinds, self.laid.initial)
        added = sums.stand_values(chances, family.shoes[0], family.kinds, self.laid.added)
        likelihood, card_chances = self.cards(cells, moment, count)
        best, _, drawn = sums.best_values(card_chances, family.steps, family.may, initial, initial + added)
        return HandValues(best, initial, initial + added, drawn, card_chances, likelihood)

    def played(self, values: HandValues, choices: Array) -> Array:
        """What every hand of the deal is worth when it is played by these choices."""
        steps = self.laid.deal.steps
        return sums.played_values(values.card_chances, steps, choices, values.stand, values.doubled)[0]

    def _dealer(self, cells: CountCells, moment: Moment, count: int) -> Array:
        together = cells.likelihoods(self._together.all, moment, count)[self._together.places]
        beside = cells.likelihoods(self._beside.all, moment, count)
        groups = (self._of_node, self._beside.places.astype(np.int32), together / beside)
        return counted_dealer_chances(
            self._shoes, (self._tree.nodes, self._tree.orders), groups, len(self.laid.results)
        )

    def cards(self, cells: CountCells, moment: Moment, count: int) -> tuple[Array, Array]:
        """For every hand of the deal: how likely the count is beside it, and the chance of each next card."""
        found = cells.likelihoods(self._hands.all, moment, count)[self._hands.places]
        weights = np.maximum(self._left, 0.0) * found[:, 1:] / found[:, :1]
        return found[:, 0], weights / weights.sum(axis=1, keepdims=True)

    def dealt(self, likelihood: Array) -> Array:
        """For each two cards of the deal: the chance that they and this up card come, and the count with them."""
        cards = float(self.shoe.cards)
        found = np.zeros(len(self.laid.deal.held))
        for first in RANKS:
            for second in range(first, RANKS[-1] + 1):
                place = self.place(first, second)
                then = self.whole[second - 1] - (first == second)
                ways = (1 if first == second else 2) * self.whole[first - 1] * then
                found[place] = ways * self.shoe.ranks[self.up - 1] / (cards * (cards - 1) * (cards - 2))
        return found * likelihood

    def place(self, first: int, second: int) -> int:
        return self.laid.deal.place(first, second)

    def options(self, values: HandValues, first: int, second: int) -> dict[int, float]:
        """What each decision that is open on two cards is worth, splits apart."""
        place = self.place(first, second)
        may = self.laid.deal.may[place]
        worth = {STAND: values.stand[place], DRAW: values.drawn[place, 0], DOUBLE: values.drawn[place, 1]}
        return {decision: float(value) for decision, value in worth.items() if may[decision]}

    def splits(self, values: HandValues, pair: int, choices: Array) -> tuple[float, float]:
        """What splitting is worth, its hands played by these choices, and as well as the count allows.

        The hands of a split meet a shoe whose next card is as likely as the count makes it, and which is else as large
        as the whole shoe: after a split the count is not followed card by card.
        """
        at = self._at(values, pair)
        return at.split(pair, choices), at.split(pair, at.best_split_choices(pair))

    def split(self, values: HandValues, pair: int) -> float:
        at = self._at(values, pair)
        return at.split(pair, at.best_split_choices(pair))

    def _at(self, values: HandValues, pair: int) -> UpCard:
        chances = values.card_chances[self.place(pair, pair)]
        there = np.bincount([pair - 1, pair - 1, self.up - 1], minlength=len(RANKS))
        shoe = Shoe(tuple((self.shoe.cards - 3) * chances + there))
        return UpCard(self.laid, shoe, self.up)


def _cards_drawn(nodes: Array) -> Array:
    """The cards that lead to each node of the dealer's tree, by rank: a node comes after the one that it follows."""
    found = np.zeros((len(nodes), len(RANKS)), dtype=np.int64)
    path: list[int] = []
    for place, (card, _, depth, *_rest) in enumerate(nodes):
        path = [*path[: depth - 1], card]
        found[place] = np.bincount(path, minlength=len(RANKS))
    return found
