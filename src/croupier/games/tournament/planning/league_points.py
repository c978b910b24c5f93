"""What an evening is worth in a league: a place for everybody who played to the end of their part, and its points."""

from __future__ import annotations

from enum import StrEnum
from math import isqrt

from croupier.games.tournament.state import Status, TournamentState

BY_PLACE = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)


class PointsFormula(StrEnum):
    """How a league makes points of a place; stated when the league is opened, and the same for all its evenings."""

    PLACES = "places"
    """25, 18, 15, 12, 10, 8, 6, 4, 2 and 1 for the first ten."""
    FIELD = "field"
    """One for each player who did not do better, oneself included: first of 16 has 16, last has 1."""
    ROOT = "root"
    """Ten times the square root of players divided by place, without the fraction: a large field counts for more."""


def points(formula: PointsFormula, place: int, players: int) -> int:
    """The points of a place, from 1, in a field of so many."""
    match formula:
        case PointsFormula.PLACES:
            return BY_PLACE[place - 1] if place <= len(BY_PLACE) else 0
        case PointsFormula.FIELD:
            return players - place + 1
        case PointsFormula.ROOT:
            return isqrt(100 * players // place)


def places(state: TournamentState) -> dict[str, int]:
    """The place of everybody who was in it to the end of their part.

    Finalists have theirs. Whoever went out earlier stands behind everybody who came to a later stage, and shares the
    place with those of the same stage. Whoever withdrew or was disqualified has none.
    """
    found = {player: placing.place for placing in state.placings for player in placing.players}
    out = [entry for entry in state.entries if entry.status is Status.OUT and entry.player not in found]
    ahead = len(found)
    for stage in sorted({entry.stage for entry in out}, reverse=True):
        of_stage = [entry.player for entry in out if entry.stage == stage]
        found |= dict.fromkeys(of_stage, ahead + 1)
        ahead += len(of_stage)
    return found


def evening_points(state: TournamentState, formula: PointsFormula) -> dict[str, int]:
    """What everybody has from a tournament that is over."""
    placed = places(state)
    return {player: points(formula, place, len(placed)) for player, place in sorted(placed.items())}
