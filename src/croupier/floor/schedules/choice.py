"""Which manner a journal is kept in: that of a cash table, of a tournament's table, or of a tournament."""

from __future__ import annotations

from typing import Any

from croupier.floor.schedules.cash import TableManner
from croupier.floor.schedules.tournament import SessionManner, TournamentManner
from croupier.games.tournament.session import GAME as SESSION
from croupier.games.tournament.session import SessionTable
from croupier.games.tournament.state import TournamentState
from croupier.record.header import TOURNAMENT

_TABLE, _SESSION, _TOURNAMENT = TableManner(), SessionManner(), TournamentManner()
_BY_GAME: dict[str, TableManner] = {SESSION: _SESSION, TOURNAMENT: _TOURNAMENT}


def manner_of(state: Any) -> TableManner:
    if isinstance(state, TournamentState):
        return _TOURNAMENT
    return _SESSION if isinstance(state, SessionTable) else _TABLE


def manner_at(game: str) -> TableManner:
    return _BY_GAME.get(game, _TABLE)
