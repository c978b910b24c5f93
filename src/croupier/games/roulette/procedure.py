"""The steps and the equipment of Division 8."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.general import GENERAL
from croupier.games.layout.acts import NoSpin
from croupier.games.layout.game import ANNOUNCE, CALL, OPEN_BETTING
from croupier.games.layout.mistakes import MISTAKES
from croupier.games.layout.motion import Direction, refuses_direction
from croupier.games.layout.results import RESULT_HANDLER, VOID_HANDLER, correction_handler
from croupier.games.layout.settling import SETTLING
from croupier.games.layout.steps import proceed, refuses_out_of_order, step_handler
from croupier.games.layout.table import LayoutTable
from croupier.games.layout.wagering import WAGERING
from croupier.games.machine import Handler, Handlers
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.roulette.acts import (
    Announce,
    BallRests,
    ChangeBall,
    CorrectNumber,
    Dolly,
    ExamineBall,
    ReturnBall,
    Spin,
    SpinBall,
)
from croupier.games.roulette.rules import DOLLY, RETURN_BALL, SPIN_BALL
from croupier.games.roulette.wheel import colour_of
from croupier.rulebook import Cite


class RouletteWheel(Struct, frozen=True):
    """The wheel and its ball between two acts."""

    wheel: Direction | None = None
    """Which way the wheel turns in this spin, once it does."""
    ball: Direction | None = None
    last: int | None = None
    """The number that won last: where the ball goes back to after a void spin."""
    display: tuple[int, ...] = ()
    """The latest winning numbers, newest first."""
    displays: int = 0
    at_rest: bool = False
    """The ball is known to rest although no number was entered."""
    needs_examination: bool = False
    balls_changed: int = 0


def _refuses_directions(_table: LayoutTable, act: SpinBall) -> Refusal | None:
    rule = Cite("D8 4.1")
    return refuses_direction(act.wheel, rule) or refuses_direction(act.ball, rule)


def _after_spin_ball(table: LayoutTable, act: SpinBall) -> LayoutTable:
    return replace(table, equipment=replace(table.equipment, wheel=act.wheel, ball=act.ball)).proceed()


def _refuses_ball_rests(table: LayoutTable, _act: BallRests) -> Refusal | None:
    if table.step == CALL and table.closed_early:
        return Refusal(Cite("D8 3.8", "R18"), "at_rest_already", "The ball rests already: the call is owed.")
    return refuses_out_of_order(table, CALL)


def _after_ball_rests(table: LayoutTable, _act: BallRests) -> LayoutTable:
    return replace(table, closed_early=True, window_ends=None, equipment=replace(table.equipment, at_rest=True))


def _offers_ball_rests(table: LayoutTable) -> Iterator[Offer]:
    if _refuses_ball_rests(table, BallRests()) is None:
        yield Offer(BallRests, Role.DEALER, {})


def _refuses_announcement(table: LayoutTable, act: Announce) -> Refusal | None:
    if act.number != table.result or act.colour != colour_of(table.result):
        why = f"The ball lies in {table.game.outcome_words(table.result)}."
        return Refusal(Cite("D8 4.4(a)"), "wrong_announcement", why)
    return None


def _refuses_dolly(table: LayoutTable, act: Dolly) -> Refusal | None:
    if act.number != table.result:
        return Refusal(Cite("D8 4.4(b)"), "wrong_dolly", f"The dolly belongs on {table.result}.")
    return None


def _refuses_return_ball(table: LayoutTable, act: ReturnBall) -> Refusal | None:
    if act.number != table.equipment.last:
        return Refusal(Cite("D8 5.4"), "wrong_pocket", f"The ball goes back to {table.equipment.last}, which won last.")
    return None


def _refuses_examine(table: LayoutTable, _act: ExamineBall) -> Refusal | None:
    if not table.equipment.needs_examination:
        return Refusal(Cite("D8 5.2", "R20"), "nothing_to_examine", "The ball has not left the wheel.")
    return None


def _after_examine(table: LayoutTable, _act: ExamineBall) -> LayoutTable:
    return replace(table, equipment=replace(table.equipment, needs_examination=False)).awaiting(table.step)


def _offers_examine(table: LayoutTable) -> Iterator[Offer]:
    if table.equipment.needs_examination:
        yield Offer(ExamineBall, Role.GAME_SUPERVISOR, {})


def _refuses_change_ball(table: LayoutTable, _act: ChangeBall) -> Refusal | None:
    if table.step not in (SPIN_BALL, RETURN_BALL, OPEN_BETTING):
        return Refusal(Cite("D8 4.7", "R20"), "ball_in_use", "The ball is changed between two spins only.")
    return None


def _after_change_ball(table: LayoutTable, _act: ChangeBall) -> LayoutTable:
    wheel = table.equipment
    return replace(table, equipment=replace(wheel, balls_changed=wheel.balls_changed + 1))


def _offers_change_ball(table: LayoutTable) -> Iterator[Offer]:
    if _refuses_change_ball(table, ChangeBall()) is None:
        yield Offer(ChangeBall, Role.GAME_SUPERVISOR, {})


_SUPERVISORS = (Role.GAME_SUPERVISOR, Role.OPERATOR)


def _rule_of_closing(table: LayoutTable) -> Cite:
    return table.game.clauses.closes_by_itself


_CLOSES = Occasion(Sort.IRREGULARITY, _rule_of_closing)

HANDLERS: Handlers = {
    **GENERAL,
    **WAGERING,
    **MISTAKES,
    **SETTLING,
    SpinBall: step_handler(SPIN_BALL, _after_spin_ball, also_refuses=_refuses_directions),
    BallRests: Handler(_refuses_ball_rests, _after_ball_rests, _offers_ball_rests, (Role.DEALER,), _CLOSES),
    NoSpin: VOID_HANDLER,
    Spin: RESULT_HANDLER,
    CorrectNumber: correction_handler(*_SUPERVISORS),
    Announce: step_handler(ANNOUNCE, proceed, also_refuses=_refuses_announcement),
    Dolly: step_handler(DOLLY, proceed, also_refuses=_refuses_dolly),
    ReturnBall: step_handler(RETURN_BALL, proceed, also_refuses=_refuses_return_ball),
    ExamineBall: Handler(_refuses_examine, _after_examine, _offers_examine, (Role.GAME_SUPERVISOR,)),
    ChangeBall: Handler(
        _refuses_change_ball,
        _after_change_ball,
        _offers_change_ball,
        _SUPERVISORS,
        Occasion(Sort.TABLE, Cite("D8 4.7")),
    ),
}
