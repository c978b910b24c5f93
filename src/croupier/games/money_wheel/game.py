"""Division 10 as a layout game."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.layout.acts import NoSpin
from croupier.games.layout.game import Game, Ground, LayoutState, Verdict, chain, lawful_game
from croupier.games.layout.motion import Direction, refuses_revolutions, stops_short
from croupier.games.layout.step_names import ANNOUNCE, CALL, RESULT, SETTLING, TAKE_UP
from croupier.games.money import is_whole
from croupier.games.money_wheel.acts import AnnounceSymbol, CorrectSection, IndicatorRests, SpinWheel
from croupier.games.money_wheel.procedure import HANDLERS, MoneyWheelState
from croupier.games.money_wheel.rules import (
    CLAUSES,
    GROUNDS,
    LOSING_RULE,
    PAYING_RULE,
    STEPS,
    TOO_FEW_REVOLUTIONS,
    WAGER_GROUNDS,
    MoneyWheelOptions,
    refuses_options,
)
from croupier.games.money_wheel.wheel import ODDS, SECTIONS, SYMBOLS, letter_at, symbol
from croupier.games.position import Position
from croupier.games.refusal import Refusal
from croupier.games.steps import OPEN_TABLE
from croupier.rulebook import Cite


class MoneyWheel(Game):
    """The money wheel, as Division 10 has it."""

    id = "money-wheel"
    title = "Money wheel"
    clauses = CLAUSES
    steps = STEPS
    following = chain(steps)
    first_step = CALL
    betting_steps = frozenset({CALL})
    result_steps = frozenset({ANNOUNCE}) | SETTLING
    void_steps = result_steps | {RESULT}
    grounds = GROUNDS
    wager_grounds = WAGER_GROUNDS
    outcomes = SECTIONS
    _handlers = HANDLERS
    correction = CorrectSection
    void = NoSpin
    automatic = frozenset(steps) - {RESULT} | {TAKE_UP, OPEN_TABLE}
    equipment = MoneyWheelState()

    def __init__(self, options: MoneyWheelOptions) -> None:
        self.options = options
        self._names = dict(zip(SYMBOLS, options.symbols, strict=True))
        self.areas = {symbol(letter): letter for letter in SYMBOLS}
        self.kinds = frozenset(SYMBOLS)
        self._wins = {letter: Verdict(PAYING_RULE, odds) for letter, odds in ODDS.items()}
        self._loss = Verdict(LOSING_RULE)

    def __reduce__(self) -> tuple[Any, ...]:
        return money_wheel_game, (self.options,)

    def letter_at(self, section: int) -> str:
        return letter_at(self.options.order, section)

    def name_of(self, letter: str) -> str:
        return self._names[letter]

    def verdict(self, position: Position, outcome: int) -> Verdict:
        letter = self.letter_at(outcome)
        return self._wins[letter] if letter == position.kind else self._loss

    def refuses_position(self, position: Position) -> Refusal:
        parts = position.kind.split("-")
        if len(parts) > 1 and all(part in SYMBOLS for part in parts):
            return Refusal(Cite("D10 3.2", "M4"), "not_inside", "A wager must lie wholly inside one segment.")
        return Refusal(self.clauses.wager, "no_such_wager", "Choose one of the symbols A to G for the wager.")

    def odds_kind(self, position: Position) -> str:
        return f"symbol {position.kind}"

    def wager_rule(self, _position: Position) -> Cite:
        return self.clauses.wager

    def refuses_result(self, act: Any) -> Refusal | None:
        if not is_whole(act.section) or act.section not in SECTIONS:
            return Refusal(Cite("D10 2.2(b)"), "no_such_section", "Enter a section from 1 to 52.")
        if not isinstance(act, IndicatorRests):
            return None
        if not isinstance(act.on_peg, bool):
            return Refusal(Cite("D10 5.2"), "bad_rest", "Say yes or no: the indicator rests on a peg.")
        return refuses_revolutions(act.revolutions, Cite("D10 4.2"))

    def outcome_of(self, act: Any) -> int:
        return act.section  # type: ignore[no-any-return]

    def ground_of_result(self, _table: LayoutState, act: IndicatorRests) -> Ground | None:
        if act.on_peg:
            return GROUNDS["on_peg"]
        return TOO_FEW_REVOLUTIONS if stops_short(act.revolutions) else None

    def result_act(self, outcome: int) -> Act:
        return IndicatorRests(outcome)

    def _own_act(self, table: LayoutState) -> Act:
        match table.step:
            case "spin wheel":
                return SpinWheel(Direction.CLOCKWISE)
            case _:
                return AnnounceSymbol(self.letter_at(table.result))

    def may_take_up_singly(self, _position: Position) -> bool:
        """No exception as in roulette (ruling M5)."""
        return False

    def step_after_void(self, _table: LayoutState) -> str:
        return CALL

    def needs_ground(self, table: LayoutState) -> bool:
        return table.has_result or table.equipment.at_rest

    def equipment_after_result(self, equipment: MoneyWheelState, outcome: int) -> MoneyWheelState:
        return replace(equipment, direction=None, last=outcome, at_rest=False)

    def equipment_after_void(self, equipment: MoneyWheelState, _ground: Ground) -> MoneyWheelState:
        return replace(equipment, direction=None, at_rest=False)

    def equipment_after_closing(self, equipment: MoneyWheelState) -> MoneyWheelState:
        return replace(equipment, is_checked=False)

    def equipment_without_last(self, equipment: MoneyWheelState) -> MoneyWheelState:
        return replace(equipment, last=None)

    def equipment_restored(self, now: MoneyWheelState, then: MoneyWheelState) -> MoneyWheelState:
        return replace(then, is_checked=now.is_checked, wheel_in_use=now.wheel_in_use)

    def outcome_words(self, outcome: int) -> str:
        letter = self.letter_at(outcome)
        name = self.name_of(letter)
        return f"{letter} in section {outcome}" if name == letter else f"{letter} ({name}) in section {outcome}"


def money_wheel_game(options: MoneyWheelOptions) -> MoneyWheel:
    """The game with these options."""
    return lawful_game(options, refuses_options, _game)


@cache
def _game(options: MoneyWheelOptions) -> MoneyWheel:
    return MoneyWheel(options)
