"""The sheets that several tests look at, each made once."""

from __future__ import annotations

from functools import cache

from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.registry import game_of
from croupier.games.table import Odds
from croupier.games.tai_sai import TaiSaiOdds, TaiSaiOptions
from croupier.record.files.simulation import read_simulation
from croupier.report.sheet import Sheet, sheet_of
from tests.support.record.simulated_runs import content

LAYOUT_GAMES = ("roulette", "money-wheel", "tai-sai")
GAMES = (*LAYOUT_GAMES, "blackjack")


@cache
def sheet(game: str) -> Sheet:
    if game == "blackjack":
        from croupier.report.blackjack import blackjack_sheet

        return blackjack_sheet(BlackjackOptions(decks=6))
    return sheet_of(game_of(game))


@cache
def house_sheet() -> Sheet:
    """Tai-Sai as a house pays it: one wager better than fair, and one that chips cannot pay exactly."""
    return sheet_of(game_of("tai-sai", TaiSaiOptions(odds=TaiSaiOdds(small=Odds(3, 2), any_triple=Odds(24, 7)))))


@cache
def simulated_sheet() -> Sheet:
    """Blackjack of eight decks, with a run of a hundred rounds that somebody made up."""
    from croupier.report.blackjack import blackjack_sheet

    return blackjack_sheet(BlackjackOptions(), read_simulation(content()))
