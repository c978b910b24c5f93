"""The latest results of a table, for those who choose one: read from its journal, and from there on as it grows."""

from __future__ import annotations

from collections import deque
from typing import Any
from weakref import WeakKeyDictionary

from croupier.floor.casino import Casino
from croupier.floor.desk import Desk
from croupier.games.layout.acts import OpenBetting
from croupier.games.layout.game import RESULT, Game
from croupier.games.layout.motion import stops_short
from croupier.games.layout.table import LayoutTable
from croupier.serve.channel import entries_of

SHOWN = 20
LOOKED_BACK = 600
"""Entries that are read at most: at a busy table the last twenty results may lie further back, and are not shown."""


class Board:
    """The newest results first. A result that was put right or proved void is not left standing."""

    def __init__(self) -> None:
        self.number = 0
        self.results: deque[str] = deque(maxlen=SHOWN)
        self._is_final = True

    def add(self, game: Game, act: Any) -> None:
        if isinstance(act, type(game.result_act(game.outcomes[0]))):
            if not stops_short(getattr(act, "revolutions", None)):
                self.results.appendleft(game.outcome_words(game.outcome_of(act)))
                self._is_final = False
        elif isinstance(act, OpenBetting):
            self._is_final = True
        elif isinstance(act, game.correction) and self.results:
            self.results[0] = game.outcome_words(game.outcome_of(act))
        elif isinstance(act, game.void) and self.results and not self._is_final:
            self.results.popleft()
            self._is_final = True


_OF_DESK: WeakKeyDictionary[Desk, Board] = WeakKeyDictionary()


async def latest(casino: Casino, desk: Desk) -> tuple[str, ...]:
    """In words, the newest first; none at a game whose rounds have no single result."""
    place = desk.place
    state = place.state
    if not isinstance(state, LayoutTable) or RESULT not in state.game.steps:
        return ()
    shown = getattr(state.equipment, "display", None)
    if shown is not None:
        return tuple(map(state.game.outcome_words, shown[:SHOWN]))
    board = _OF_DESK.setdefault(desk, Board())
    if board.number < place.number:
        after = max(board.number, place.number - LOOKED_BACK)
        id, most = desk.id, place.number - after
        board.number = place.number
        for entry in await casino.store.read(lambda c: entries_of(c, id, state.game.id, after, most)):
            board.add(state.game, entry.act)
    return tuple(board.results)
