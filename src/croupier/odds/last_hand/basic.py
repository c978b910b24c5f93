"""Basic play as a model of how somebody plays the last hand: what gains most chips on average, by totals."""

from __future__ import annotations

from functools import lru_cache

from croupier.games.blackjack.hand import Decision, Hand, Rules
from croupier.odds.blackjack.solver import Shoe, Solution, Strategy, solve


class BasicPlay:
    def __init__(self, solution: Solution) -> None:
        self._solution = solution

    def decide(self, up: int, hand: Hand, open_now: tuple[Decision, ...]) -> Decision:
        played = self._solution.against[up]
        if Decision.SPLIT in open_now and hand.pair in played.split_pairs:
            return Decision.SPLIT
        if played.totals is None:
            raise ValueError("the solution is not one by totals")
        return played.totals.decision(hand, open_now)


@lru_cache(maxsize=16)
def basic_play(decks: int, rules: Rules) -> BasicPlay:
    return BasicPlay(solve(Shoe.of_decks(decks), rules, Strategy.TOTAL))
