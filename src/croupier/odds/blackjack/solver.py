"""The blackjack solver: what every decision is worth, and what the whole game is, for any shoe.

The rules come from the hand machine, by way of its tables. The solver owns only the order in which it sums: over the
dealer's final hands for every shoe that some hand meets, then over each player's hand from the last card back, then
over the ways in which a split may go. Doubles throughout; the error is that of some thousand small additions.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import GAZETTED, Decision, Rules
from croupier.odds.blackjack import kernels
from croupier.odds.blackjack.kernels import DOUBLE, DRAW, STAND
from croupier.odds.blackjack.layout import Family, Layout, layout, resplits
from croupier.odds.blackjack.splits import Known, split_value
from croupier.odds.blackjack.tables import RANKS, Counts, with_card
from croupier.odds.blackjack.totals import TotalChoices, by_totals

Array = Any
NO_VALUE = float("-inf")
"""In place of what a decision is worth that is not open."""


class Strategy(StrEnum):
    TOTAL = "total"
    """By the total, soft or hard, and the up card alone."""
    COMPOSITION = "composition"
    """By the cards of the hand, after a split as before it (CDZ-)."""
    CDP = "cdp"
    """By the cards of the hand, and after a split as suits that split best."""


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

    def __init__(self, laid: Layout, shoe: Shoe, up: int) -> None:
        self.laid, self.up = laid, up
        self.shoe = shoe.without(up).array
        tree = laid.trees[up]
        shoes = self.shoe[:, None] - laid.removed
        self.chances = kernels.dealer_chances(shoes, tree.nodes, tree.orders, len(laid.results))
        self.standing = _Standing(laid, laid.deal, 0, self.chances)
        self._of_splits: dict[tuple[int, int], _Standing] = {}

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
        again = resplits(pair, self.laid.rules)
        return float(split_value(known, self.laid.rules.most_hands - hands + 1 if again else 2))

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

    def best_split_choices(self, pair: int) -> Array:
        """What suits a split into two hands best: the one with the initial wager and the other together."""
        family = self.laid.splits[pair]
        standing = self.of_split(pair, 0)
        shoe = self.shoe.copy()
        shoe[pair - 1] -= 1
        both = standing.initial + standing.added
        drawn = np.zeros((len(family.held), 2))
        worth = (both, both + 2 * standing.added)
        _, choices = kernels.best_values(shoe, (family.held, family.after), family.may, worth, drawn)
        return choices


class PlayedUpCard:
    """One up card played by one strategy."""

    def __init__(self, at: UpCard, strategy: Strategy) -> None:
        self.at, self.strategy = at, strategy
        self.splits: dict[int, float] = {}
        self.totals: TotalChoices | None = None
        if strategy is Strategy.TOTAL:
            self.totals, self.choices, self.split_pairs, self.splits = by_totals(at, self._pairs())
            self.values, self.drawn = at.played(self.choices)
        else:
            self.values, self.choices, self.drawn = at.best
            for pair in self._pairs():
                self.splits[pair] = at.split(pair, self.choices_after_split(pair))
            self.split_pairs = {
                pair for pair, value in self.splits.items() if value > self.values[at.place(pair, pair)]
            }

    def _pairs(self) -> list[int]:
        return [pair for pair in RANKS if may_split(pair, self.at.laid.rules) and self.at.shoe[pair - 1] > 1]

    def choices_after_split(self, pair: int) -> Array:
        """What is chosen for each hand of that pair's split."""
        if self.totals is not None:
            return self.totals.choices(self.at.laid.splits[pair])
        if self.strategy is Strategy.CDP:
            return self.at.best_split_choices(pair)
        return self.at.split_choices(pair, self.choices)

    def value(self, first: int, second: int) -> float:
        if first == second and first in self.split_pairs:
            return self.splits[first]
        return float(self.values[self.at.place(first, second)])

    def decision(self, first: int, second: int) -> Decision | None:
        if first == second and first in self.split_pairs:
            return Decision.SPLIT
        place = self.at.place(first, second)
        return None if self.at.deal.after[place, 0] < 0 else Decision(int(self.choices[place]))

    def options(self, first: int, second: int) -> dict[Decision, float]:
        """What each open decision on two cards is worth, the hands that follow played by the strategy."""
        place = self.at.place(first, second)
        may = self.at.deal.may[place]
        found: dict[Decision, float] = {}
        if may[STAND]:
            found[Decision.STAND] = float(self.at.standing.initial[place])
        if may[DRAW]:
            found[Decision.DRAW] = float(self.drawn[place, 0])
        if may[DOUBLE]:
            found[Decision.DOUBLE] = float(self.drawn[place, 1])
        if first == second and first in self.splits:
            found[Decision.SPLIT] = self.splits[first]
        return found


def may_split(pair: int, rules: Rules) -> bool:
    both = machine.after_card(machine.after_card(machine.EMPTY, pair), pair)
    return machine.may_split(both, 1, rules)


class Solution:
    """The whole game off the top of a shoe."""

    def __init__(self, shoe: Shoe, rules: Rules, strategy: Strategy) -> None:
        self.shoe, self.rules, self.strategy = shoe, rules, strategy
        laid = layout(rules)
        self.against = {up: PlayedUpCard(UpCard(laid, shoe, up), strategy) for up in RANKS if shoe.counts[up - 1] > 0}

    @cached_property
    def value(self) -> float:
        """What the player gains for each unit of the initial wager."""
        total = 0.0
        cards = sum(self.shoe.counts)
        for up, played in self.against.items():
            chances = played.at.dealt()
            gains = 0.0
            for first in RANKS:
                for second in range(first, 11):
                    chance = chances[played.at.place(first, second)]
                    if chance > 0:
                        gains += chance * played.value(first, second)
            total += gains * self.shoe.counts[up - 1] / cards
        return float(total)

    @property
    def edge(self) -> float:
        """What the house keeps of each unit of the initial wager."""
        return -self.value


def solve(shoe: Shoe, rules: Rules = GAZETTED, strategy: Strategy = Strategy.TOTAL) -> Solution:
    return Solution(shoe, rules, strategy)
