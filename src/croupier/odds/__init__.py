"""Exact mathematics: what every wager of every game is worth, alone, together, and round after round."""

from croupier.odds.combination import Combination, CombinationResult, combination
from croupier.odds.risk import (
    After,
    Fate,
    Spread,
    TooMuch,
    coarsened,
    fate,
    fate_within,
    longest_losing_run,
    losing_run,
    mean_of,
    quantile,
    result_after,
    spread_of,
    variance_of,
    ways_after,
)
from croupier.odds.wagers import WagerOdds, odds_of_game

__all__ = [
    "After",
    "Combination",
    "CombinationResult",
    "Fate",
    "Spread",
    "TooMuch",
    "WagerOdds",
    "coarsened",
    "combination",
    "fate",
    "fate_within",
    "longest_losing_run",
    "losing_run",
    "mean_of",
    "odds_of_game",
    "quantile",
    "result_after",
    "spread_of",
    "variance_of",
    "ways_after",
]
