"""The whole 8-deck game solved, warm, on one core, by each strategy; beside it the dealer's hands alone."""

from __future__ import annotations

from bench.timing import best_seconds
from croupier.games.blackjack.hand import GAZETTED
from croupier.odds.blackjack import kernels
from croupier.odds.blackjack.layout import layout
from croupier.odds.blackjack.solver import Shoe, Strategy, solve

DECKS = 8
AIM_SECONDS = 0.15


def main() -> None:
    laid = layout(GAZETTED)
    shoe = Shoe.of_decks(DECKS)

    def dealers() -> None:
        for up, tree in laid.trees.items():
            left = shoe.without(up).array[:, None] - laid.removed
            kernels.dealer_chances(left, tree.nodes, tree.orders, len(laid.results))

    def game(strategy: Strategy) -> float:
        return solve(shoe, GAZETTED, strategy).edge

    for strategy in Strategy:
        game(strategy)
    times = best_seconds(dealers, *(lambda strategy=strategy: game(strategy) for strategy in Strategy))
    print(f"the dealer's hands alone, {laid.removed.shape[1]:,} shoes: {times[0]:.3f} s")
    for strategy, seconds in zip(Strategy, times[1:], strict=True):
        print(f"8 decks by {strategy}: {seconds:.3f} s, {seconds / times[0]:.2f} times that (aim {AIM_SECONDS})")
