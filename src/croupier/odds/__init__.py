"""Exact mathematics: what every wager of every game is worth, alone, together, and round after round."""

from croupier.odds.combination import Combination, Result, combination
from croupier.odds.risk import (
    Fate,
    Spread,
    TooMuch,
    fate,
    fate_within,
    longest_losing_run,
    losing_run,
    mean_of,
    quantile,
    result_after,
    spread_of,
    variance_of,
)
from croupier.odds.wagers import WagerOdds, odds_of_game

__all__ = [
    "Combination",
    "Fate",
    "Result",
    "Spread",
    "TooMuch",
    "WagerOdds",
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
]
