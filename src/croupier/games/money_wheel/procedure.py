"""The steps and the equipment of Division 10."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.general import GENERAL
from croupier.games.general.checks import refuses_closed
from croupier.games.layout.acts import CheckWheel, CorrectGround, NoSpin, ReplaceWheel
from croupier.games.layout.checking import wheel_check
from croupier.games.layout.favours import FAVOURS
from croupier.games.layout.management import MANAGEMENT
from croupier.games.layout.mistakes import MISTAKES
from croupier.games.layout.motion import Direction, refuses_direction
from croupier.games.layout.replacing import wheel_replacement
from croupier.games.layout.results import GROUND_CORRECTION, RESULT_HANDLER, VOID_HANDLER, correction_handler
from croupier.games.layout.settling import SETTLING, after_call
from croupier.games.layout.step_names import ANNOUNCE, CALL, RESULT
from croupier.games.layout.steps import proceed, refuses_out_of_order, step_handler
from croupier.games.layout.table import LayoutTable
from croupier.games.layout.wagering import WAGERING
from croupier.games.machine import Handler, Handlers
from croupier.games.money_wheel.acts import AnnounceSymbol, CorrectSection, IndicatorRests, SpinWheel, WheelRests
from croupier.games.money_wheel.rules import SPIN_WHEEL
from croupier.games.money_wheel.wheel import letter_at
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.wagers import NoMoreBets
from croupier.rulebook import Cite


class MoneyWheelState(Struct, frozen=True):
    direction: Direction | None = None
    """Which way the wheel turns in this spin, once it does."""
    last: int | None = None
    """The section that won last."""
    at_rest: bool = False
    """The wheel is known to stand still although no section was entered."""
    is_checked: bool = False
    """Whether the wheel was looked over since the table opened."""
    wheel_in_use: str = ""
    """The number or mark of the wheel, where it took another one's place."""


def _refuses_spin_wheel(table: LayoutTable, act: SpinWheel) -> Refusal | None:
    """The wheel may start before the call by a mistake: betting is then over, and the call is owed (ruling M11)."""
    if refusal := refuses_closed(table) or refuses_direction(act.direction, Cite("D10 4.1")):
        return refusal
    if table.step == CALL and not table.closed_early:
        return None
    return refuses_out_of_order(table, SPIN_WHEEL)


def _after_spin_wheel(table: LayoutTable, act: SpinWheel) -> LayoutTable:
    turning = replace(table._with_step_begun(SPIN_WHEEL), equipment=replace(table.equipment, direction=act.direction))
    if table.step == CALL:
        return replace(turning._with_next_begun(), closed_early=True, window_ends=None)
    return turning._proceed()


def _after_call(table: LayoutTable, act: NoMoreBets) -> LayoutTable:
    if table.closed_early:
        return after_call(replace(table, step=SPIN_WHEEL), act)
    return after_call(table, act)


def _refuses_wheel_rests(table: LayoutTable, _act: WheelRests) -> Refusal | None:
    """It may come to rest while the call is owed, where the wheel was spun too soon (ruling M11)."""
    if table.equipment.at_rest:
        return Refusal(Cite("D10 5.4", "M13"), "at_rest_already", "The wheel has stopped already.")
    if table.step == CALL and table.closed_early:
        return refuses_closed(table)
    return refuses_out_of_order(table, RESULT)


def _after_wheel_rests(table: LayoutTable, _act: WheelRests) -> LayoutTable:
    return replace(table, equipment=replace(table.equipment, at_rest=True))


def _offers_wheel_rests(table: LayoutTable) -> Iterator[Offer]:
    if _refuses_wheel_rests(table, WheelRests()) is None:
        yield Offer(WheelRests, Role.DEALER, {})


def _after_check(table: LayoutTable, _act: CheckWheel) -> LayoutTable:
    return replace(table, equipment=replace(table.equipment, is_checked=True))


def _refuses_announcement(table: LayoutTable, act: AnnounceSymbol) -> Refusal | None:
    shown = letter_at(table.game.options.order, table.result)
    if act.symbol != shown:
        return Refusal(Cite("D10 4.4(a)"), "wrong_announcement", f"The indicator shows symbol {shown}. Announce that.")
    return None


_SPIN_STEP = step_handler(SPIN_WHEEL, _after_spin_wheel)

HANDLERS: Handlers = {
    **GENERAL,
    **WAGERING,
    **MISTAKES,
    **SETTLING,
    **FAVOURS,
    **MANAGEMENT,
    CheckWheel: wheel_check(Cite("D10 2.2(c)"), _after_check, has_ball=False),
    ReplaceWheel: wheel_replacement(Cite("D10 2.2(c)")),
    CorrectGround: GROUND_CORRECTION,
    WheelRests: Handler(
        _refuses_wheel_rests,
        _after_wheel_rests,
        _offers_wheel_rests,
        (Role.DEALER,),
        Occasion(Sort.IRREGULARITY, Cite("D10 5.4", "M13")),
    ),
    NoMoreBets: step_handler(CALL, _after_call),
    SpinWheel: Handler(_refuses_spin_wheel, _after_spin_wheel, _SPIN_STEP.offers, (Role.DEALER,)),
    NoSpin: VOID_HANDLER,
    IndicatorRests: RESULT_HANDLER,
    CorrectSection: correction_handler(Role.GAME_SUPERVISOR, Role.OPERATOR),
    AnnounceSymbol: step_handler(ANNOUNCE, proceed, also_refuses=_refuses_announcement),
}
