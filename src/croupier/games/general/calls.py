"""The dealer calls the game supervisor to the table. It moves no chip, and nothing waits for it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.acts import AnswerCall, CallSupervisor
from croupier.games.general.checks import TableType, refuses_closed
from croupier.games.machine import GAME_SUPERVISOR_RULE, Handler, Handlers
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.steps import OPEN_TABLE
from croupier.games.table import Table


def _refuses_call(table: Table, _act: CallSupervisor) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    if OPEN_TABLE in table.automation:
        return Refusal(GAME_SUPERVISOR_RULE, "no_dealer_here", "This table is automatic: no dealer is there to call.")
    if table.general.is_supervisor_called:
        return Refusal(GAME_SUPERVISOR_RULE, "called_already", "The game supervisor has been called already.")
    return None


def _after_call(table: TableType, _act: CallSupervisor) -> TableType:
    return table._with_general(replace(table.general, is_supervisor_called=True))


def _offers_call(table: Table) -> Iterator[Offer]:
    if _refuses_call(table, CallSupervisor()) is None:
        yield Offer(CallSupervisor, Role.DEALER, {})


def _refuses_answer(table: Table, _act: AnswerCall) -> Refusal | None:
    if not table.general.is_supervisor_called:
        return Refusal(GAME_SUPERVISOR_RULE, "not_called", "Nobody has called the game supervisor to this table.")
    return None


def _after_answer(table: TableType, _act: AnswerCall) -> TableType:
    return table._with_general(replace(table.general, is_supervisor_called=False))


def _offers_answer(table: Table) -> Iterator[Offer]:
    if _refuses_answer(table, AnswerCall()) is None:
        yield Offer(AnswerCall, Role.GAME_SUPERVISOR, {})


_AT_TABLE = Occasion(Sort.TABLE, GAME_SUPERVISOR_RULE)

CALLS: Handlers = {
    CallSupervisor: Handler(_refuses_call, _after_call, _offers_call, (Role.DEALER,), _AT_TABLE),
    AnswerCall: Handler(_refuses_answer, _after_answer, _offers_answer, (Role.GAME_SUPERVISOR,), _AT_TABLE),
}
