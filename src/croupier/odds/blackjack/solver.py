"""The blackjack solver: what every decision is worth, and what the whole game is, for any shoe.

The rules come from the hand machine, by way of its tables. The solver owns only the order in which it sums: over the
dealer's final hands for every shoe that some hand meets, then over each player's hand from the last card back, then
over the ways in which a split may go. Doubles throughout; the error is that of some thousand small additions.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import Any

from croupier.games.blackjack.hand import GAZETTED, Decision, Rules
from croupier.games.blackjack.options import BlackjackOptions, refuses_options
from croupier.games.refusal import Refused
from croupier.odds.blackjack.layout import layout
from croupier.odds.blackjack.sums import DOUBLE, DRAW, STAND
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.blackjack.totals import TotalChoices, by_totals
from croupier.odds.blackjack.up_card import Shoe, UpCard

__all__ = ["NO_VALUE", "PlayedUpCard", "Shoe", "Solution", "Strategy", "solve"]

Array = Any
NO_VALUE = float("-inf")
"""In place of what a decision is worth that is not open."""


class Strategy(StrEnum):
    """What the player looks at before they decide."""

    TOTAL = "total"
    """By the total, soft or hard, and the up card alone."""
    COMPOSITION = "composition"
    """By the cards of the hand, after a split as before it (CDZ-)."""
    CDP1 = "cdp1"
    """By the cards of the hand, and after a split as suits a split into two hands best."""
    CDP = "cdp"
    """By the cards of the hand, and after a split as suits the number of pair cards best that are gone."""


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
            self.splits = at.splits(self._pairs(), self._choices_by_gone())
            self.split_pairs = {
                pair for pair, value in self.splits.items() if value > self.values[at.place(pair, pair)]
            }

    def _pairs(self) -> list[int]:
        return [pair for pair in self.at.laid.most_hands if self.at.shoe[pair - 1] > 1]

    def _choices_by_gone(self) -> list[Array]:
        """What is chosen for the hands of all splits, for each number of pair cards that are gone besides."""
        halves = self.at.laid.halves
        if self.strategy is Strategy.CDP:
            return [self.at.best_choices(halves, gone) for gone in range(len(halves.shoes))]
        if self.strategy is Strategy.CDP1:
            return [self.at.best_choices(halves)] * len(halves.shoes)
        return [self.at.choices_as_dealt(halves, self.choices)] * len(halves.shoes)

    def choices_after_split(self, pair: int) -> Array:
        """What is chosen for each hand of that pair's split; by CDP, while no more cards of the pair have come."""
        if self.totals is not None:
            return self.totals.choices(self.at.laid.splits[pair])
        if self.strategy in (Strategy.CDP1, Strategy.CDP):
            return self.at.best_split_choices(pair)
        return self.at.split_choices(pair, self.choices)

    def value(self, first: int, second: int) -> float:
        if first == second and first in self.split_pairs:
            return self.splits[first]
        return float(self.values[self.at.place(first, second)])

    def mean(self) -> float:
        """What a round is worth, whatever is dealt."""
        two = self.at.laid.two_cards
        values = self.values[two.places]
        for pair in self.split_pairs:
            values[(two.first == pair) & (two.second == pair)] = self.splits[pair]
        chances = self.at.dealt()[two.places]
        return float((chances * values).sum())

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
            total += played.mean() * self.shoe.counts[up - 1] / cards
        return float(total)

    @property
    def edge(self) -> float:
        """What the house keeps of each unit of the initial wager."""
        return -self.value


def solve(
    shoe: Shoe | BlackjackOptions, rules: Rules = GAZETTED, strategy: Strategy | str = Strategy.TOTAL
) -> Solution:
    """The whole game from this shoe: `solve(BlackjackOptions(decks=6)).edge` is what the house keeps.

    The options are those that a table and the simulator take; then they say the rules too. A `Shoe` may be any cards:
    `Shoe.of_decks(6).without(10, 5)`.
    """
    if strategy not in tuple(Strategy):
        raise ValueError(f"strategy is {', '.join(Strategy)}, not {strategy!r}")
    if not isinstance(shoe, Shoe | BlackjackOptions):
        raise TypeError(f"pass BlackjackOptions(decks=6) or a Shoe, not {shoe!r}")
    if isinstance(shoe, BlackjackOptions):
        if (refusal := refuses_options(shoe)) is not None:
            raise Refused(refusal)
        if rules is not GAZETTED:
            raise TypeError("the options say the rules already: leave out rules")
        return Solution(Shoe.of_decks(shoe.decks), shoe.rules, Strategy(strategy))
    return Solution(shoe, rules, Strategy(strategy))
