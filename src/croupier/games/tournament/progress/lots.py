"""Lots for those who tie, where the notified terms break ties so (ruling T46)."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.tournament.progress.placing import Through
from croupier.games.tournament.state import Contest, LotDrawn, TournamentState
from croupier.rulebook import Cite

LOT = Cite("D7 6.6", "T46")
"""What those rest on who go on by lot."""


def lots_settled(state: TournamentState, contest: Contest) -> Contest:
    """No more lots are drawn where no more are tied than there are places."""
    if not contest.lot:
        return contest
    among = tuple(player for player in contest.lot if player not in state.gone)
    if len(among) > contest.places > 0:
        return replace(contest, lot=among)
    left = among if contest.places else ()
    through = (*contest.through, *(Through(player, LOT, f"{player}: no more are left to draw") for player in left))
    return replace(contest, lot=(), through=through, decided=True)


def with_lot_fallen(contest: Contest, fallen: LotDrawn) -> Contest:
    working = f"{fallen.player}: drawn by lot of {len(fallen.tied)} tied for {fallen.places}"
    left = tuple(each for each in fallen.tied if each != fallen.player)
    through = (*contest.through, Through(fallen.player, LOT, working))
    return replace(contest, through=through, places=fallen.places - 1, lot=left)


def as_drawn_before(contest: Contest) -> Contest:
    """Lots that fell before a correction stand, where the same players tie for as many places (ruling T43)."""
    for fallen in contest.drawn:
        if (fallen.tied, fallen.places) == (contest.lot, contest.places):
            contest = with_lot_fallen(contest, fallen)
    return contest
