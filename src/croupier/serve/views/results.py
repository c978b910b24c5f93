"""The latest results of a table, for those who choose one: read from its journal, and from there on as it grows."""

from __future__ import annotations

from collections import deque
from typing import Any
from weakref import WeakKeyDictionary

from croupier.floor.casino import Casino
from croupier.floor.tables.actor import TableActor
from croupier.games.blackjack.shown import HandShown
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.layout.game import RESULT, Game
from croupier.games.layout.motion import stops_short
from croupier.games.layout.table import LayoutTable
from croupier.serve.wire.channel import entries_of

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
        elif isinstance(act, game.opening):
            self._is_final = True
        elif isinstance(act, game.correction) and self.results:
            self.results[0] = game.outcome_words(game.outcome_of(act))
        elif isinstance(act, game.void) and self.results and not self._is_final:
            self.results.popleft()
            self._is_final = True


class DealerTotals:
    """The dealer's at blackjack: of the last round, and from there on as rounds end. A journal has no totals."""

    def __init__(self, actor: TableActor) -> None:
        self.results: deque[str] = deque(maxlen=SHOWN)
        self._round = 0
        self._look(actor.head.state.known_as(BlackjackTable))
        actor.listen(lambda told: self._look(told.head.state.known_as(BlackjackTable)))

    def _look(self, state: BlackjackTable) -> None:
        if state.is_between_rounds and state.round > self._round:
            self._round = state.round
            if words := _dealt(state.shown.dealer):
                self.results.appendleft(words)


def _dealt(hand: HandShown | None) -> str:
    """Nothing where the dealer needed no second card."""
    if hand is None or len(hand.cards) < 2:  # noqa: PLR2004
        return ""
    return "blackjack" if hand.is_blackjack else "bust" if hand.is_bust else str(hand.total)


_OF_DESK: WeakKeyDictionary[TableActor, Board] = WeakKeyDictionary()
_TOTALS: WeakKeyDictionary[TableActor, DealerTotals] = WeakKeyDictionary()


async def latest(casino: Casino, actor: TableActor) -> tuple[str, ...]:
    """In words, the newest first: what came out, or what the dealer had."""
    head = actor.head
    state = head.state
    if isinstance(state, BlackjackTable):
        if actor not in _TOTALS:
            _TOTALS[actor] = DealerTotals(actor)
        return tuple(_TOTALS[actor].results)
    if not isinstance(state, LayoutTable) or RESULT not in state.game.steps:
        return ()
    shown = getattr(state.equipment, "display", None)
    if shown is not None:
        return tuple(map(state.game.outcome_words, shown[:SHOWN]))
    board = _OF_DESK.setdefault(actor, Board())
    if board.number < head.number:
        after = max(board.number, head.number - LOOKED_BACK)
        id, most = actor.id, head.number - after
        board.number = head.number
        for entry in await casino.store.read(lambda c: entries_of(c, id, state.game.id, after, most)):
            board.add(state.game, entry.act)
    return tuple(board.results)
