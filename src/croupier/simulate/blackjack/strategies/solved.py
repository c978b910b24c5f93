"""The solver's best play as a way of playing: by totals, or by the cards of the hand."""

from __future__ import annotations

from functools import cache
from typing import Any

from croupier.games.blackjack.hand import Decision
from croupier.odds.blackjack.solver import Solution
from croupier.simulate.blackjack.strategies.strategy import HeldHand


class ByTotals:
    """What the solver chooses for each total."""

    by_cards = False

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def decision(self, held: HeldHand) -> Decision:
        played = self.solution.against[held.up]
        if Decision.SPLIT in held.open and held.hand.pair in played.split_pairs:
            return Decision.SPLIT
        if played.totals is None:
            raise ValueError("the solution is not one by totals")
        return played.totals.decision(held.hand, held.open)


class ByCards:
    """What the solver chooses for each hand of the deal, and for each hand of a split."""

    by_cards = True

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self._choices = cache(self._found)

    def _found(self, up: int, pair: int) -> Any:
        """The choices of the deal, or of the hands of that pair's split."""
        played = self.solution.against[up]
        return played.choices if pair == 0 else played.choices_after_split(pair)

    def decision(self, held: HeldHand) -> Decision:
        played = self.solution.against[held.up]
        if Decision.SPLIT in held.open and held.hand.pair in played.split_pairs:
            return Decision.SPLIT
        laid = played.at.laid
        family = laid.deal if held.pair == 0 else laid.splits[held.pair]
        return Decision(int(self._choices(held.up, held.pair)[family.places[held.cards]]))
