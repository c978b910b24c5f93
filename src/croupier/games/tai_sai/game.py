"""Division 9 as a layout game."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.layout.game import Game, Ground, LayoutState, Verdict, chain, lawful_game
from croupier.games.layout.step_names import ANNOUNCE, CALL, RESULT, SETTLING, TAKE_UP
from croupier.games.position import Position
from croupier.games.refusal import Refusal
from croupier.games.steps import OPEN_TABLE, Step
from croupier.games.tai_sai.acts import (
    AnnounceDice,
    CorrectDice,
    Enter,
    KeyIn,
    NoRoll,
    Roll,
    Tumble,
    Uncover,
)
from croupier.games.tai_sai.odds import PAYING_RULE, TaiSaiOdds, figure_of, odds_of, source_of
from croupier.games.tai_sai.positions import (
    FIRST_LAYOUT,
    ROLLS,
    SECOND_LAYOUT,
    Dice,
    positions,
    shown,
)
from croupier.games.tai_sai.procedure import HANDLERS, Tumbler
from croupier.games.tai_sai.rules import (
    CLAUSES,
    ENTER,
    FEWEST_TUMBLES,
    GROUNDS,
    INSPECT,
    INSPECTION,
    IRREGULAR,
    KEY_IN,
    LOSING_RULES,
    NO_WAGER_THERE,
    STEPS,
    TUMBLE,
    UNCOVER,
    WAGER_GROUNDS,
    WAGER_RULES,
    TaiSaiOptions,
    refuses_dice,
    refuses_options,
)
from croupier.rulebook import Cite, Source


class TaiSai(Game):
    """Tai-Sai, as Division 9 has it."""

    id = "tai-sai"
    title = "Tai-Sai"
    clauses = CLAUSES
    steps = STEPS
    following = chain(steps)
    first_step = TUMBLE
    betting_steps = frozenset({TUMBLE, CALL})
    result_steps = frozenset({ANNOUNCE, KEY_IN, ENTER}) | SETTLING
    void_steps = result_steps | {CALL, UNCOVER, RESULT}
    grounds = GROUNDS
    wager_grounds = WAGER_GROUNDS
    outcomes = ROLLS
    _handlers = HANDLERS
    correction = CorrectDice
    void = NoRoll
    automatic = frozenset(steps) - {RESULT} | {TAKE_UP, OPEN_TABLE, INSPECT}
    moves_by = TUMBLE
    equipment = Tumbler()

    def __init__(self, options: TaiSaiOptions) -> None:
        self.options = options
        self.areas = {position: str(position) for position in positions(options.layout)}
        self.kinds = frozenset(position.kind for position in self.areas)
        self._losses = {kind: Verdict(rule) for kind, rule in LOSING_RULES.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        return tai_sai_game, (self.options,)

    def verdict(self, position: Position, outcome: Dice) -> Verdict:
        times = shown(position, outcome)
        if not times:
            return self._losses[position.kind]
        return Verdict(PAYING_RULE, odds_of(self.options.odds, position, times))

    def refuses_position(self, position: Position) -> Refusal:
        kind = position.kind
        if kind in SECOND_LAYOUT and kind not in FIRST_LAYOUT and self.options.layout == 1:
            return Refusal(Cite("D9 3.2", "S9"), "not_on_layout", "The layout of Appendix 1 does not have that wager.")
        if kind in NO_WAGER_THERE:
            return Refusal(WAGER_RULES[kind], f"no_such_{kind}", NO_WAGER_THERE[kind])
        return Refusal(self.clauses.wager, "no_such_wager", "Tai-Sai does not have that wager.")

    def with_every_wager(self) -> TaiSai:
        return tai_sai_game(replace(self.options, layout=2))

    def odds_kind(self, position: Position) -> str:
        """Each total shares its odds with one other, and combinations with a pair have odds of their own."""
        match position.kind:
            case "total":
                low = min(position.numbers[0], 21 - position.numbers[0])
                return f"total {low} or {21 - low}"
            case "three":
                return figure_of(position).replace("_", " ")
            case kind:
                return kind

    def wager_rule(self, position: Position) -> Cite:
        return WAGER_RULES[position.kind]

    def odds_source(self, position: Position) -> Source:
        """A house's own table is neither the Gazette's nor a default of ours, and counts as adopted."""
        figure = figure_of(position)
        is_default = odds_of(self.options.odds, position) == odds_of(TaiSaiOdds(), position)
        return source_of(figure) if is_default else Source.ADOPTED

    def refuses_result(self, act: Any) -> Refusal | None:
        if refusal := refuses_dice(act.dice):
            return refusal
        if isinstance(act, Roll) and not isinstance(act.flat, bool):
            return Refusal(IRREGULAR, "bad_rest", "Say yes or no: the dice lie flat.")
        return None

    def outcome_of(self, act: Any) -> Dice:
        low, middle, high = sorted(act.dice)
        return low, middle, high

    def ground_of_result(self, table: LayoutState, act: Roll) -> Ground | None:
        if not act.flat:
            return GROUNDS["not_flat"]
        return GROUNDS["too_few_tumbles"] if table.equipment.tumbles < FEWEST_TUMBLES else None

    def result_act(self, outcome: Dice) -> Act:
        return Roll(outcome)

    def _own_act(self, table: LayoutState) -> Act:
        match table.step:
            case "tumble":
                return Tumble(FEWEST_TUMBLES)
            case "uncover":
                return Uncover()
            case "announce":
                return AnnounceDice(table.result, sum(table.result))
            case "key in":
                return KeyIn(table.result)
            case _:
                return Enter()

    def comes_first(self, table: LayoutState) -> Step | None:
        due = table.step == TUMBLE and not table.equipment.inspected and INSPECT not in table.automation
        return INSPECTION if due else None

    def needs_ground(self, table: LayoutState) -> bool:
        """Uncovered dice are a result, whether it was read or not."""
        return table.has_result or table.step == RESULT

    def may_take_up_singly(self, _position: Position) -> bool:
        return False

    def step_after_void(self, _table: LayoutState) -> str:
        return TUMBLE

    def equipment_after_result(self, equipment: Tumbler, _outcome: Dice) -> Tumbler:
        return replace(equipment, tumbles=0, keyed=None)

    def equipment_after_void(self, equipment: Tumbler, _ground: Ground) -> Tumbler:
        return replace(equipment, tumbles=0, keyed=None)

    def equipment_after_closing(self, equipment: Tumbler) -> Tumbler:
        return replace(equipment, inspected=False)

    def has_lit(self, table: LayoutState) -> bool:
        """The areas light when the dealer enters the result, and not before (D9 3.3(b))."""
        return table.result is not None and table.step not in (ANNOUNCE, KEY_IN, ENTER)

    def outcome_words(self, outcome: Dice) -> str:
        return f"{'-'.join(map(str, outcome))}, total {sum(outcome)}"


def tai_sai_game(options: TaiSaiOptions) -> TaiSai:
    """The game with these options."""
    return lawful_game(options, refuses_options, _game)


@cache
def _game(options: TaiSaiOptions) -> TaiSai:
    return TaiSai(options)
