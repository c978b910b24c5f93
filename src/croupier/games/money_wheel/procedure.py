"""The steps and the equipment of Division 10."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.general import GENERAL
from croupier.games.general.checks import refuses_closed
from croupier.games.layout.acts import NoSpin
from croupier.games.layout.game import ANNOUNCE, CALL
from croupier.games.layout.mistakes import MISTAKES
from croupier.games.layout.motion import Direction, refuses_direction
from croupier.games.layout.results import RESULT_HANDLER, VOID_HANDLER, correction_handler
from croupier.games.layout.settling import SETTLING, after_call
from croupier.games.layout.steps import proceed, refuses_out_of_order, step_handler
from croupier.games.layout.table import LayoutTable
from croupier.games.layout.wagering import WAGERING
from croupier.games.machine import Handler, Handlers
from croupier.games.money_wheel.acts import AnnounceSymbol, CorrectSection, IndicatorRests, SpinWheel
from croupier.games.money_wheel.rules import SPIN_WHEEL
from croupier.games.money_wheel.wheel import letter_at
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.wagers import NoMoreBets
from croupier.rulebook import Cite


class MoneyWheelState(Struct, frozen=True):
    direction: Direction | None = None
    """Which way the wheel turns in this spin, once it does."""
    last: int | None = None
    """The section that won last."""


def _refuses_spin_wheel(table: LayoutTable, act: SpinWheel) -> Refusal | None:
    """The wheel may start before the call by a mistake: betting is then over, and the call is owed (ruling M11)."""
    if refusal := refuses_closed(table) or refuses_direction(act.direction, Cite("D10 4.1")):
        return refusal
    if table.step == CALL and not table.closed_early:
        return None
    return refuses_out_of_order(table, SPIN_WHEEL)


def _after_spin_wheel(table: LayoutTable, act: SpinWheel) -> LayoutTable:
    turning = replace(table, equipment=replace(table.equipment, direction=act.direction))
    if table.step == CALL:
        return replace(turning, closed_early=True, window_ends=None)
    return turning.proceed()


def _after_call(table: LayoutTable, act: NoMoreBets) -> LayoutTable:
    if table.closed_early:
        return after_call(replace(table, step=SPIN_WHEEL), act)
    return after_call(table, act)


def _refuses_announcement(table: LayoutTable, act: AnnounceSymbol) -> Refusal | None:
    shown = letter_at(table.game.options.order, table.result)
    if act.symbol != shown:
        return Refusal(Cite("D10 4.4(a)"), "wrong_announcement", f"The indicator stands at symbol {shown}.")
    return None


_SPIN_STEP = step_handler(SPIN_WHEEL, _after_spin_wheel)

HANDLERS: Handlers = {
    **GENERAL,
    **WAGERING,
    **MISTAKES,
    **SETTLING,
    NoMoreBets: step_handler(CALL, _after_call),
    SpinWheel: Handler(_refuses_spin_wheel, _after_spin_wheel, _SPIN_STEP.offers, (Role.DEALER,)),
    NoSpin: VOID_HANDLER,
    IndicatorRests: RESULT_HANDLER,
    CorrectSection: correction_handler(Role.GAME_SUPERVISOR, Role.OPERATOR),
    AnnounceSymbol: step_handler(ANNOUNCE, proceed, also_refuses=_refuses_announcement),
}
