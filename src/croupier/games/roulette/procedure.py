"""The steps and the equipment of Division 8."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.general import GENERAL
from croupier.games.layout.acts import CheckWheel, CorrectGround, NoSpin, ReplaceWheel
from croupier.games.layout.checking import LONGEST_BALL, refuses_ball, refuses_note, wheel_check
from croupier.games.layout.favours import FAVOURS
from croupier.games.layout.management import MANAGEMENT
from croupier.games.layout.mistakes import MISTAKES
from croupier.games.layout.motion import Direction, refuses_direction
from croupier.games.layout.replacing import wheel_replacement
from croupier.games.layout.results import GROUND_CORRECTION, RESULT_HANDLER, VOID_HANDLER, correction_handler
from croupier.games.layout.settling import SETTLING
from croupier.games.layout.step_names import ANNOUNCE, CALL, OPEN_BETTING, RESULT
from croupier.games.layout.steps import proceed, refuses_out_of_order, step_handler
from croupier.games.layout.table import LayoutTable
from croupier.games.layout.wagering import WAGERING
from croupier.games.machine import Handler, Handlers
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Offer, Words
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
    ball_in_use: str = ""
    """The number or mark of the ball, where somebody has named it."""
    is_checked: bool = False
    """Whether the wheel was looked over since the table opened."""
    wheel_in_use: str = ""
    """The number or mark of the wheel, where it took another one's place."""


def _refuses_directions(_table: LayoutTable, act: SpinBall) -> Refusal | None:
    rule = Cite("D8 4.1")
    return refuses_direction(act.wheel, rule) or refuses_direction(act.ball, rule)


def _after_spin_ball(table: LayoutTable, act: SpinBall) -> LayoutTable:
    spun = replace(table.equipment, wheel=act.wheel, ball=act.ball)
    return replace(table._with_step_begun(SPIN_BALL), equipment=spun)._proceed()


def _refuses_ball_rests(table: LayoutTable, _act: BallRests) -> Refusal | None:
    if table.step == CALL and table.closed_early:
        return Refusal(
            Cite("D8 3.8", "R18"), "at_rest_already", "The ball has come to rest already. Call “No more bets”."
        )
    is_called = table.step == RESULT and not table.equipment.at_rest
    return refuses_out_of_order(table, RESULT if is_called else CALL)


def _after_ball_rests(table: LayoutTable, _act: BallRests) -> LayoutTable:
    """Where the call is still owed, betting is closed from now on (R18)."""
    rests = replace(table, equipment=replace(table.equipment, at_rest=True))
    return rests if table.step == RESULT else replace(rests._with_next_begun(), closed_early=True, window_ends=None)


def _offers_ball_rests(table: LayoutTable) -> Iterator[Offer]:
    if _refuses_ball_rests(table, BallRests()) is None:
        yield Offer(BallRests, Role.DEALER, {})


def _refuses_announcement(table: LayoutTable, act: Announce) -> Refusal | None:
    if act.number != table.result or act.colour != colour_of(table.result):
        why = f"The ball lies in {table.game.outcome_words(table.result)}. Announce that."
        return Refusal(Cite("D8 4.4(a)"), "wrong_announcement", why)
    return None


def _refuses_dolly(table: LayoutTable, act: Dolly) -> Refusal | None:
    if act.number != table.result:
        return Refusal(Cite("D8 4.4(b)"), "wrong_dolly", f"Put the dolly on {table.result}, which won.")
    return None


def _refuses_return_ball(table: LayoutTable, act: ReturnBall) -> Refusal | None:
    if act.number != table.equipment.last:
        return Refusal(Cite("D8 5.4"), "wrong_pocket", f"Return the ball to {table.equipment.last}, which won last.")
    return None


def _refuses_examine(table: LayoutTable, act: ExamineBall) -> Refusal | None:
    if not table.equipment.needs_examination:
        return Refusal(Cite("D8 5.2", "R20"), "nothing_to_examine", "The ball has not left the wheel.")
    return refuses_note(act.finding, Cite("D8 5.2"))


def _after_examine(table: LayoutTable, _act: ExamineBall) -> LayoutTable:
    return replace(table, equipment=replace(table.equipment, needs_examination=False))._awaiting(table.step)


def _offers_examine(table: LayoutTable) -> Iterator[Offer]:
    if table.equipment.needs_examination:
        yield Offer(ExamineBall, Role.GAME_SUPERVISOR, {})


def _reported_examine(table: LayoutTable, kind: type[Act], role: Role) -> Iterator[Offer]:
    for offer in _offers_examine(table):
        yield Offer(kind, role, {**offer.fields, "finding": Words()})


def _refuses_change_ball(table: LayoutTable, act: ChangeBall) -> Refusal | None:
    if table.step not in (SPIN_BALL, RETURN_BALL, OPEN_BETTING):
        return Refusal(Cite("D8 4.7", "R20"), "ball_in_use", "The ball is changed between two spins only.")
    return refuses_ball(act.ball, Cite("D8 4.7")) or refuses_note(act.reason, Cite("D8 4.7"))


def _after_change_ball(table: LayoutTable, act: ChangeBall) -> LayoutTable:
    """A ball that nobody named is another one all the same."""
    wheel = table.equipment
    changed = replace(wheel, balls_changed=wheel.balls_changed + 1, ball_in_use=act.ball)
    return replace(table, equipment=changed)


def _reported_change_ball(table: LayoutTable, kind: type[Act], role: Role) -> Iterator[Offer]:
    """Which ball it is, and why it is changed: those who work at the table are asked both."""
    for offer in _offers_change_ball(table):
        yield Offer(kind, role, {**offer.fields, "ball": Words(LONGEST_BALL), "reason": Words()})


def _after_check(table: LayoutTable, act: CheckWheel) -> LayoutTable:
    wheel = table.equipment
    return replace(table, equipment=replace(wheel, is_checked=True, ball_in_use=act.ball or wheel.ball_in_use))


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
    **FAVOURS,
    **MANAGEMENT,
    CheckWheel: wheel_check(Cite("D8 2.3(c)"), _after_check, has_ball=True),
    ReplaceWheel: wheel_replacement(Cite("D8 2.3(c)")),
    CorrectGround: GROUND_CORRECTION,
    SpinBall: step_handler(SPIN_BALL, _after_spin_ball, also_refuses=_refuses_directions),
    NoSpin: VOID_HANDLER,
    Spin: RESULT_HANDLER,
    BallRests: Handler(_refuses_ball_rests, _after_ball_rests, _offers_ball_rests, (Role.DEALER,), _CLOSES),
    CorrectNumber: correction_handler(*_SUPERVISORS),
    Announce: step_handler(ANNOUNCE, proceed, also_refuses=_refuses_announcement),
    Dolly: step_handler(DOLLY, proceed, also_refuses=_refuses_dolly),
    ReturnBall: step_handler(RETURN_BALL, proceed, also_refuses=_refuses_return_ball),
    ExamineBall: Handler(
        _refuses_examine,
        _after_examine,
        _offers_examine,
        (Role.GAME_SUPERVISOR,),
        Occasion(Sort.TABLE, Cite("D8 5.2"), _reported_examine),
    ),
    ChangeBall: Handler(
        _refuses_change_ball,
        _after_change_ball,
        _offers_change_ball,
        _SUPERVISORS,
        Occasion(Sort.TABLE, Cite("D8 4.7"), _reported_change_ball),
    ),
}
