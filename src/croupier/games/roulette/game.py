"""Division 8 as a layout game."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.layout.acts import NoSpin
from croupier.games.layout.game import Game, Ground, LayoutState, Verdict, chain, lawful_game
from croupier.games.layout.motion import Direction, refuses_revolutions, stops_short
from croupier.games.layout.step_names import ANNOUNCE, CALL, COLLECT, OPEN_BETTING, PAY, RESULT, SETTLING, TAKE_UP
from croupier.games.money import is_whole
from croupier.games.position import Position
from croupier.games.refusal import Refusal
from croupier.games.roulette.acts import (
    Announce,
    CorrectNumber,
    Dolly,
    ReturnBall,
    Spin,
    SpinBall,
)
from croupier.games.roulette.positions import (
    COURTESY_LINE,
    NEIGHBOUR,
    OUTSIDE_AREA,
    area_of,
    main_positions,
    neighbour,
)
from croupier.games.roulette.procedure import HANDLERS, RouletteWheel
from croupier.games.roulette.rules import (
    CLAUSES,
    DOLLY,
    EXAMINATION,
    GROUNDS,
    LOSING_RULES,
    NO_WAGER_THERE,
    ODDS,
    PAYING_RULE,
    RETURN_BALL,
    SPIN_BALL,
    STEPS,
    TOO_FEW_REVOLUTIONS,
    WAGER_GROUNDS,
    WAGER_RULES,
    ZERO_RULE,
    RouletteOptions,
    refuses_options,
)
from croupier.games.roulette.wheel import NUMBERS, colour_of
from croupier.games.steps import OPEN_TABLE, Step
from croupier.rulebook import Cite


class Roulette(Game):
    """Roulette, as Division 8 has it."""

    id = "roulette"
    title = "Roulette"
    clauses = CLAUSES
    steps = STEPS
    following = chain((SPIN_BALL, CALL, RESULT, ANNOUNCE, DOLLY, COLLECT, PAY, OPEN_BETTING)) | {RETURN_BALL: SPIN_BALL}
    first_step = SPIN_BALL
    betting_steps = frozenset({RETURN_BALL, SPIN_BALL, CALL})
    result_steps = frozenset({ANNOUNCE, DOLLY}) | SETTLING
    void_steps = result_steps | {CALL, RESULT}
    grounds = GROUNDS
    wager_grounds = WAGER_GROUNDS
    outcomes = NUMBERS
    _handlers = HANDLERS
    correction = CorrectNumber
    void = NoSpin
    automatic = frozenset(steps) - {RESULT} | {TAKE_UP, OPEN_TABLE}
    moves_by = SPIN_BALL

    def __init__(self, options: RouletteOptions) -> None:
        self.options = options
        self.equipment = RouletteWheel(displays=options.display)
        self._covered = main_positions()
        if options.neighbours:
            self._covered |= {neighbour(*group): frozenset(group) for group in options.neighbour_groups}
        self.areas = {position: area_of(position) for position in self._covered}
        self.kinds = frozenset(position.kind for position in self.areas)
        self._wins = {kind: Verdict(PAYING_RULE, odds) for kind, odds in ODDS.items()}
        self._losses = {kind: Verdict(rule) for kind, rule in LOSING_RULES.items()}
        self._zero = Verdict(ZERO_RULE)

    def __reduce__(self) -> tuple[Any, ...]:
        return roulette_game, (self.options,)

    def verdict(self, position: Position, outcome: int) -> Verdict:
        if outcome in self._covered[position]:
            return self._wins[position.kind]
        return self._losses[position.kind] if outcome else self._zero

    def refuses_position(self, position: Position) -> Refusal:
        if position.kind == COURTESY_LINE:
            return Refusal(Cite("D8 Appendix 2", "R7"), "courtesy_line", "The courtesy line takes no wager.")
        if position.kind == NEIGHBOUR and not self.options.neighbours:
            return Refusal(Cite("D8 3.2"), "no_neighbours", "This layout has no Neighbour areas.")
        rule = WAGER_RULES.get(position.kind, self.clauses.wager)
        code, why = NO_WAGER_THERE.get(position.kind, ("no_such_wager", "Roulette does not have that wager."))
        return Refusal(rule, code, why.format(numbers=" and ".join(map(str, position.numbers)) or "No numbers"))

    def with_every_wager(self) -> Roulette:
        return roulette_game(replace(self.options, neighbours=True))

    def wager_rule(self, position: Position) -> Cite:
        return WAGER_RULES[position.kind]

    def refuses_result(self, act: Any) -> Refusal | None:
        if not is_whole(act.number) or act.number not in NUMBERS:
            return Refusal(Cite("D8 2.3(a)"), "no_such_number", "Enter a number from 0 to 36.")
        return refuses_revolutions(act.revolutions, Cite("D8 4.2")) if isinstance(act, Spin) else None

    def outcome_of(self, act: Any) -> int:
        return act.number  # type: ignore[no-any-return]

    def ground_of_result(self, table: LayoutState, act: Spin) -> Ground | None:
        if table.equipment.wheel == table.equipment.ball:
            return GROUNDS["same_direction"]
        return TOO_FEW_REVOLUTIONS if stops_short(act.revolutions) else None

    def result_act(self, outcome: int) -> Act:
        return Spin(outcome)

    def _own_act(self, table: LayoutState) -> Act:
        number = table.result
        match table.step:
            case "spin ball":
                return SpinBall(Direction.ANTICLOCKWISE, Direction.CLOCKWISE)
            case "announce":
                return Announce(number, colour_of(number))
            case "dolly":
                return Dolly(number)
            case _:
                return ReturnBall(table.equipment.last)

    def comes_first(self, table: LayoutState) -> Step | None:
        return EXAMINATION if table.step == SPIN_BALL and table.equipment.needs_examination else None

    def needs_ground(self, table: LayoutState) -> bool:
        return table.has_result or table.equipment.at_rest

    def may_take_up_singly(self, position: Position) -> bool:
        """Outside wagers may be lifted one by one (D8 3.6, closing words)."""
        return self.areas[position] == OUTSIDE_AREA

    def step_after_void(self, table: LayoutState) -> str:
        """The first spin of all has no earlier number: the ball may start anywhere (ruling R11)."""
        return SPIN_BALL if table.equipment.last is None else RETURN_BALL

    def equipment_after_result(self, equipment: RouletteWheel, outcome: int) -> RouletteWheel:
        shown = (outcome, *equipment.display)[: equipment.displays]
        return replace(equipment, wheel=None, ball=None, at_rest=False, last=outcome, display=shown)

    def equipment_after_void(self, equipment: RouletteWheel, ground: Ground) -> RouletteWheel:
        examine = ground == self.grounds["ball_out"]
        return replace(equipment, wheel=None, ball=None, at_rest=False, needs_examination=examine)

    def equipment_after_closing(self, equipment: RouletteWheel) -> RouletteWheel:
        return replace(equipment, is_checked=False)

    def equipment_without_last(self, equipment: RouletteWheel) -> RouletteWheel:
        return replace(equipment, last=None)

    def equipment_restored(self, now: RouletteWheel, then: RouletteWheel) -> RouletteWheel:
        """What was done to the ball and the wheel since stays done."""
        return replace(
            then,
            balls_changed=now.balls_changed,
            ball_in_use=now.ball_in_use,
            is_checked=now.is_checked,
            wheel_in_use=now.wheel_in_use,
        )

    def outcome_words(self, outcome: int) -> str:
        return f"{outcome} {colour_of(outcome)}"


def roulette_game(options: RouletteOptions) -> Roulette:
    """The game with these options."""
    return lawful_game(options, refuses_options, _game)


@cache
def _game(options: RouletteOptions) -> Roulette:
    return Roulette(options)
