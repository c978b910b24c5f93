"""What each layout game says of itself: its positions, its results, its steps, its grounds for a void."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.layout.acts import Collect, OpenBetting, Pay
from croupier.games.layout.step_names import CALL, COLLECT, OPEN_BETTING, PAY
from croupier.games.machine import Handlers
from croupier.games.position import Position
from croupier.games.refusal import Refusal, Refused
from croupier.games.steps import Step
from croupier.games.table import Odds
from croupier.games.wagers import NoMoreBets
from croupier.rulebook import Cite, Source

_COMMON_ACTS: dict[str, Act] = {CALL: NoMoreBets(), COLLECT: Collect(), PAY: Pay(), OPEN_BETTING: OpenBetting()}


class LayoutState(Protocol):
    """What a game looks at when it is asked about its table."""

    @property
    def step(self) -> str: ...

    @property
    def result(self) -> Any: ...

    @property
    def has_result(self) -> bool: ...

    @property
    def equipment(self) -> Any: ...

    @property
    def automation(self) -> frozenset[str]: ...


class Ground(Struct, frozen=True):
    """Why a result, or a wager, is void."""

    rule: Cite
    words: str


class Verdict(Struct, frozen=True):
    """What one wager comes to for one result: its odds where it wins, the clause either way."""

    rule: Cite
    odds: Odds | None = None


class Clauses(Struct, frozen=True):
    """Where this game's division says what all of the layout games say."""

    application: Cite
    wager: Cite
    """Which wagers there are."""
    chips: Cite
    """A wager is made by placing chips."""
    mixed_chips: Cite
    """One wager is not made of both kinds of chips."""
    oral: Cite
    no_wager_after_call: Cite
    no_handling_after_call: Cite
    losing_wager_stays: Cite
    closes_by_itself: Cite
    """Betting closes without the call when the result is on its way."""
    favour: Cite
    """A supervisor may depart from the strict rule for the player's good."""
    favour_stands: Cite
    """Such a ruling stands until the supervisor takes it back."""
    odds: Cite
    not_final: Cite
    """Until betting opens again a result may prove void."""
    void: Cite
    """A void may be announced while there is no result yet, with or without a ground."""


class Game:
    """The rules of one layout game with its options, which are all that tells it from another."""

    id: str
    title: str
    options: Any
    clauses: Clauses
    steps: Mapping[str, Step]
    """The dealer's steps in their order, from the first of a round to the opening of the next."""
    following: Mapping[str, str]
    """Which step follows which."""
    first_step: str
    betting_steps: frozenset[str]
    """The steps before which betting is open."""
    result_steps: frozenset[str]
    """The steps that deal with a result that is known and not final."""
    void_steps: frozenset[str]
    """The steps before which a result may be declared void: it is on its way, or known and not final."""
    grounds: Mapping[str, Ground]
    wager_grounds: Mapping[str, Ground]
    areas: Mapping[Position, str]
    """Every lawful position, with the wagering area it lies in."""
    kinds: frozenset[str]
    outcomes: tuple[Any, ...]
    """Every result, all equally likely."""
    _handlers: Handlers
    opening: type[Act] = OpenBetting
    """By which betting opens again, and the result is final."""
    correction: type[Act]
    """The act by which a wrongly entered result is put right."""
    void: Any
    """The act by which a result is declared void; it has a ground."""
    equipment: Struct
    """The state of the wheel or tumbler when the table is new."""
    automatic: frozenset[str]
    """Every step that an automatic table takes by itself."""
    moves_by: str = ""
    """The step that sets ball or dice in motion before the call; nothing where the call comes first."""

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.options == other.options)

    def __hash__(self) -> int:
        return hash(self.options)

    def refuses_position(self, position: Position) -> Refusal:
        """Why there is no wager on that position."""
        raise NotImplementedError

    def verdict(self, position: Position, outcome: Any) -> Verdict:
        raise NotImplementedError

    def refuses_result(self, act: Any) -> Refusal | None:
        """Why that is no result that the wheel or the dice can have."""
        raise NotImplementedError

    def outcome_of(self, act: Any) -> Any:
        """The result that an act enters or corrects."""
        raise NotImplementedError

    def ground_of_result(self, table: LayoutState, act: Any) -> Ground | None:
        """Why a result is void on what is known of it, whether anybody announced it or not."""
        raise NotImplementedError

    def result_act(self, outcome: Any) -> Act:
        """The act by which this result comes about."""
        raise NotImplementedError

    def own_act(self, table: LayoutState) -> Act:
        """The awaited step as an automatic table takes it."""
        return _COMMON_ACTS.get(table.step) or self._own_act(table)

    def _own_act(self, table: LayoutState) -> Act:
        """The awaited step, where it is one that this game alone has."""
        raise NotImplementedError

    def comes_first(self, _table: LayoutState) -> Step | None:
        """What has to be done before the awaited step can be taken."""
        return None

    def refuses_step(self, table: LayoutState) -> Refusal | None:
        """Why the awaited step cannot be taken yet."""
        first = self.comes_first(table)
        return None if first is None else Refusal(first.rule, first.name, f"The {first.role} has yet to {first.words}.")

    def needs_ground(self, table: LayoutState) -> bool:
        """Whether a void now needs its ground recorded, because the result lies there already (ruling R10)."""
        return table.has_result

    def may_take_up_singly(self, position: Position) -> bool:
        """Whether a winner there may be taken up once it is paid, whatever else its area is owed."""
        raise NotImplementedError

    def step_after_void(self, table: LayoutState) -> str:
        raise NotImplementedError

    def equipment_after_result(self, equipment: Any, outcome: Any) -> Any:
        """The wheel or tumbler once the result is final."""
        raise NotImplementedError

    def equipment_after_void(self, equipment: Any, ground: Ground) -> Any:
        raise NotImplementedError

    def equipment_after_closing(self, equipment: Any) -> Any:
        return equipment

    def equipment_without_last(self, equipment: Any) -> Any:
        """The wheel or tumbler with the last result forgotten (ruling R26)."""
        return equipment

    def equipment_restored(self, _now: Any, then: Any) -> Any:
        """The wheel or tumbler as it was when the result came in, where a ground for a void proved a mistake."""
        return then

    def has_lit(self, table: LayoutState) -> bool:
        """Whether the winning areas of the result are shown."""
        return table.result is not None

    def outcome_words(self, outcome: Any) -> str:
        raise NotImplementedError

    def with_every_wager(self) -> Game:
        """The same game on a layout that offers all the wagers there are."""
        return self

    def odds_kind(self, position: Position) -> str:
        """What wagers that share one set of odds are called."""
        return position.kind

    def wager_rule(self, position: Position) -> Cite:
        """The clause that makes this a wager."""
        raise NotImplementedError

    def odds_source(self, _position: Position) -> Source:
        """Whether the odds of this wager are the Gazette's or adopted."""
        return Source.GAZETTE

    def positions_won_by(self, outcome: Any) -> Iterable[Position]:
        return (position for position in self.areas if self.verdict(position, outcome).odds is not None)


def chain(steps: Iterable[str]) -> dict[str, str]:
    """Each step with the one that follows; the first follows the last."""
    order = tuple(steps)
    return dict(zip(order, (*order[1:], order[0]), strict=True))


OptionsType = TypeVar("OptionsType")
GameType = TypeVar("GameType", bound=Game)


def lawful_game(
    options: OptionsType, refuses: Callable[[OptionsType], Refusal | None], made: Callable[[OptionsType], GameType]
) -> GameType:
    """The game that is made of these options, judged before they are looked up: `True` and `1.0` are equal to `1`."""
    refusal = refuses(options)
    if refusal is not None:
        raise Refused(refusal)
    return made(options)
