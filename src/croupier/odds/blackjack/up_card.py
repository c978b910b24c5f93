"""A shoe, and everything that it makes of one up card: what every hand against it is worth, split or not."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from croupier.odds.blackjack import kernels
from croupier.odds.blackjack.kernels import DOUBLE, DRAW, STAND
from croupier.odds.blackjack.layout import Family, Layout, resplits
from croupier.odds.blackjack.splits import Known, split_value
from croupier.odds.blackjack.tables import RANKS, Counts, with_card

Array = Any


class Shoe:
    """How many cards of each rank are in the shoe before the deal."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.array = np.array(counts, dtype=np.float64)

    @classmethod
    def of_decks(cls, decks: int) -> Shoe:
        return cls((*(4 * decks for _ in RANKS[:-1]), 16 * decks))

    def without(self, *cards: int) -> Shoe:
        counts = self.counts
        for card in cards:
            counts = with_card(counts, card, -1)
        return Shoe(counts)


class _Standing:
    """What the hands of a family are worth as they are, with so many pair cards gone besides."""

    def __init__(self, laid: Layout, family: Family, gone: int, chances: Array) -> None:
        columns = family.shoes[gone]
        self.initial = kernels.stand_values(chances, columns, family.kinds, laid.initial)
        self.added = kernels.stand_values(chances, columns, family.kinds, laid.added)


class UpCard:
    """Everything against one up card."""

    def __init__(self, laid: Layout, shoe: Shoe, up: int, only: Array | None = None) -> None:
        """Where `only` some of the layout's shoes are named, nothing may be asked that needs another."""
        self.laid, self.up = laid, up
        self.shoe = shoe.without(up).array
        self.chances = self._dealer(slice(None) if only is None else only[only >= 0])
        self._of_splits: dict[tuple[int, int], _Standing] = {}

    def _dealer(self, columns: Any) -> Array:
        laid, tree = self.laid, self.laid.trees[self.up]
        shoes = self.shoe[:, None] - laid.removed[:, columns]
        found = kernels.dealer_chances(shoes, tree.nodes, tree.orders, len(laid.results))
        if found.shape[1] == laid.removed.shape[1]:
            return found
        chances = np.zeros((len(laid.results), laid.removed.shape[1]))
        chances[:, columns] = found
        return chances

    @cached_property
    def standing(self) -> _Standing:
        """What the hands of the deal are worth as they are."""
        return _Standing(self.laid, self.laid.deal, 0, self.chances)

    @property
    def deal(self) -> Family:
        return self.laid.deal

    @cached_property
    def best(self) -> tuple[Array, Array, Array]:
        """Every hand of the deal played as well as can be without a split: values, choices, what drawing is worth."""
        family, standing = self.deal, self.standing
        drawn = np.zeros((len(family.held), 2))
        worth = (standing.initial, standing.initial + standing.added)
        values, choices = kernels.best_values(self.shoe, (family.held, family.after), family.may, worth, drawn)
        return values, choices, drawn

    def played(self, choices: Array) -> tuple[Array, Array]:
        """Every hand of the deal played by these choices."""
        family, standing = self.deal, self.standing
        drawn = np.zeros((len(family.held), 2))
        worth = (standing.initial, standing.initial + standing.added)
        values = kernels.played_values(self.shoe, (family.held, family.after), choices, worth, drawn)
        return values, drawn

    def dealt(self) -> Array:
        """The chance of each two cards of the deal."""
        left = self.shoe.sum()
        chances = np.zeros(len(self.deal.held))
        for first in RANKS:
            for second in range(first, 11):
                place = self.place(first, second)
                then = self.shoe[second - 1] - (first == second)
                ways = 1 if first == second else 2
                chances[place] = ways * self.shoe[first - 1] * max(then, 0.0) / (left * (left - 1))
        return chances

    def place(self, *cards: int) -> int:
        counts = (0,) * len(RANKS)
        for card in cards:
            counts = with_card(counts, card)
        return self.deal.places[counts]

    # Splits

    def of_split(self, pair: int, gone: int) -> _Standing:
        if (pair, gone) not in self._of_splits:
            self._of_splits[pair, gone] = _Standing(self.laid, self.laid.splits[pair], gone, self.chances)
        return self._of_splits[pair, gone]

    def split(self, pair: int, choices: Array, *, hands: int = 1, is_added: bool = False) -> float:
        """What splitting the pair is worth, its hands played by these choices, one for each hand of the split.

        The box may hold more hands already; of those only the one that is split counts. Its own wager may be one that
        an earlier split added.
        """
        family = self.laid.splits[pair]
        known = [self._known(family, pair, gone, choices) for gone in range(len(family.shoes))]
        if is_added:
            known = [Known(each.left, pair, each.added, each.added) for each in known]
        return float(split_value(known, self._most_hands(pair, hands)))

    def split_by_gone(self, pair: int) -> float:
        """What splitting the pair is worth by CDP: a hand is played as suits the number of pair cards that are gone.

        This is the literature's figure. Other cards that are known to be gone count as for one way of playing;
        the ways differ so seldom that the figure moves in its eighth place.
        """
        family = self.laid.splits[pair]
        numbers = range(len(family.shoes))
        known = [self._known(family, pair, gone, self.best_split_choices(pair, gone)) for gone in numbers]
        return float(split_value(known, self._most_hands(pair, 1)))

    def _most_hands(self, pair: int, hands: int) -> int:
        return self.laid.rules.most_hands - hands + 1 if resplits(pair, self.laid.rules) else 2

    def _known(self, family: Family, pair: int, gone: int, choices: Array) -> Known:
        standing = self.of_split(pair, gone)
        shoe = self.shoe.copy()
        shoe[pair - 1] -= 1 + gone
        drawn = np.zeros((len(family.held), 2))
        firsts = [family.places[with_card(with_card((0,) * 10, pair), card)] for card in RANKS]
        left = shoe.copy()
        left[pair - 1] -= 1
        values = []
        for own in (standing.initial, standing.added):
            worth = (own, own + standing.added)
            played = kernels.played_values(shoe, (family.held, family.after), choices, worth, drawn)
            values.append([played[place] for place in firsts])
        return Known(tuple(left), pair, tuple(values[0]), tuple(values[1]))

    def split_choices(self, pair: int, choices: Array) -> Array:
        """The choices of the deal for the hands of a split, where those are open there."""
        family = self.laid.splits[pair]
        _, _, drawn = self.best
        wanted = np.where(family.dealt >= 0, choices[family.dealt], DRAW)
        barred = (wanted == DOUBLE) & (family.may[:, DOUBLE] == 0)
        instead = np.where(self.standing.initial[family.dealt] > drawn[family.dealt, 0], STAND, DRAW)
        wanted = np.where(barred, instead, wanted)
        must_draw = (family.may[:, STAND] == 0) & (family.after[:, 0] >= 0) & (wanted == STAND)
        return np.where(must_draw, DRAW, wanted).astype(np.int32)

    def best_split_choices(self, pair: int, gone: int = 0) -> Array:
        """What suits a split best in which so many more pair cards are gone, all its hands together."""
        family = self.laid.splits[pair]
        standing = self.of_split(pair, gone)
        shoe = self.shoe.copy()
        shoe[pair - 1] -= 1 + gone
        hands = gone + 2
        together = standing.initial + (hands - 1) * standing.added
        drawn = np.zeros((len(family.held), 2))
        worth = (together, together + hands * standing.added)
        _, choices = kernels.best_values(shoe, (family.held, family.after), family.may, worth, drawn)
        return choices
