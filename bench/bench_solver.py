"""The whole 8-deck game solved, warm, on one core, by each strategy; beside it the dealer's hands alone.

And the whole command in a process of its own, with Python's start. Nothing of it is compiled or kept from before.
"""

from __future__ import annotations

import os
import subprocess
import sys

from bench.timing import best_seconds
from croupier.games.blackjack.hand import GAZETTED
from croupier.odds.blackjack import sums
from croupier.odds.blackjack.layout import layout
from croupier.odds.blackjack.solver import Shoe, Strategy, solve

DECKS = 8
AIM_SECONDS = 0.035
COMMAND = (sys.executable, "-m", "croupier", "solve", "blackjack", "--decks", str(DECKS))
COMMAND_AIM_SECONDS = 0.6
COMMAND_LIMIT_SECONDS = 120
REPEATS = 5


def main() -> None:
    laid = layout(GAZETTED)
    shoe = Shoe.of_decks(DECKS)

    def dealers() -> None:
        for up, draws in laid.draws.items():
            left = shoe.without(up).array[:, None] - laid.removed
            sums.dealer_chances(left, draws, len(laid.results))

    def game(strategy: Strategy) -> float:
        return solve(shoe, GAZETTED, strategy).edge

    for strategy in Strategy:
        game(strategy)
    times = best_seconds(dealers, *(lambda strategy=strategy: game(strategy) for strategy in Strategy))
    print(f"the dealer's hands alone, {laid.removed.shape[1]:,} shoes: {times[0]:.3f} s")
    for strategy, seconds in zip(Strategy, times[1:], strict=True):
        print(f"8 decks by {strategy}: {seconds:.3f} s, {seconds / times[0]:.2f} times that (aim {AIM_SECONDS})")
    spent = min(_command_seconds() for _ in range(REPEATS))
    print(f"`croupier solve blackjack`, the whole process: {spent:.2f} s of processor time (aim {COMMAND_AIM_SECONDS})")


def _command_seconds() -> float:
    """Processor time of the command, its children's included."""
    before = os.times()
    subprocess.run(COMMAND, stdout=subprocess.DEVNULL, timeout=COMMAND_LIMIT_SECONDS, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
