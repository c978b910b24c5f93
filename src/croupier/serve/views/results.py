"""The latest results of a table, for those who choose one."""

from __future__ import annotations

from functools import reduce
from weakref import WeakKeyDictionary

from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.store.rounds import latest_results
from croupier.floor.tables.actor import TableActor
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import card, code
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.layout.step_names import RESULT
from croupier.games.layout.table import LayoutTable

SHOWN = 20


class _Board(Struct, frozen=True):
    """Results as they were after a round: until the next one is over they are not asked for again."""

    round: int
    results: tuple[str, ...]


_OF_TABLE: WeakKeyDictionary[TableActor, _Board] = WeakKeyDictionary()


async def latest(casino: Casino, actor: TableActor) -> tuple[str, ...]:
    """In words, the newest first: what came out, or what the dealer had. A void round is left out."""
    state = actor.head.state
    if isinstance(state, BlackjackTable):
        totals = (_dealt(result) for result in await _results(casino, actor))
        return tuple(words for words in totals if words)
    if not isinstance(state, LayoutTable) or RESULT not in state.game.steps:
        return ()
    shown = getattr(state.equipment, "display", None)
    if shown is not None:
        return tuple(map(state.game.outcome_words, shown[:SHOWN]))
    # A result that has come is shown before it is final: it may still be put right, or prove void.
    came = (state.game.outcome_words(state.result),) if state.has_result and state.result is not None else ()
    return (*came, *await _results(casino, actor))[:SHOWN]


async def _results(casino: Casino, actor: TableActor) -> tuple[str, ...]:
    head = actor.head
    board = _OF_TABLE.get(actor)
    if board is None or board.round != head.count.number:
        found = await casino.store.read(lambda connection: latest_results(connection, actor.id, head.number, SHOWN))
        board = _OF_TABLE[actor] = _Board(head.count.number, tuple(found))
    return board.results


def _dealt(result: str) -> str:
    """The dealer's total; nothing where the dealer needed no second card."""
    cards = result.split()[1:]
    hand = reduce(machine.dealer_after, (code(card(each)) for each in cards), machine.EMPTY)
    if hand.cards < 2:  # noqa: PLR2004
        return ""
    return "blackjack" if machine.is_blackjack(hand) else "bust" if machine.is_bust(hand) else str(machine.total(hand))
