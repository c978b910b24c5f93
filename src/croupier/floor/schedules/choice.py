"""Which schedule a journal follows: that of a cash table, of a tournament's table, or of a tournament."""

from __future__ import annotations

from croupier.floor.schedules.cash import CashSchedule
from croupier.floor.schedules.session import SessionSchedule
from croupier.floor.schedules.tournament import TournamentSchedule
from croupier.games.journalled import Journalled
from croupier.games.tournament.session_table.session import GAME as SESSION
from croupier.games.tournament.session_table.session import SessionTable
from croupier.games.tournament.state import TournamentState
from croupier.record.text.header import TOURNAMENT

_TABLE, _SESSION, _TOURNAMENT = CashSchedule(), SessionSchedule(), TournamentSchedule()
_BY_GAME: dict[str, CashSchedule] = {SESSION: _SESSION, TOURNAMENT: _TOURNAMENT}


def schedule_of(state: Journalled) -> CashSchedule:
    if isinstance(state, TournamentState):
        return _TOURNAMENT
    return _SESSION if isinstance(state, SessionTable) else _TABLE


def schedule_at(game: str) -> CashSchedule:
    return _BY_GAME.get(game, _TABLE)
