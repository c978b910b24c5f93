"""Exact mathematics: what every wager of every game is worth."""

from croupier.odds.wagers import WagerOdds, odds_of_game

__all__ = ["WagerOdds", "odds_of_game"]
