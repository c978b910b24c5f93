"""The state of a layout game's table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from enum import IntEnum
from fractions import Fraction
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.chips import Chips, Purse, credited
from croupier.games.journalled import Origin
from croupier.games.layout.game import Game
from croupier.games.layout.step_names import CALL, COLLECT, PAY, RESULT
from croupier.games.machine import Awaited, Handlers
from croupier.games.people import Role
from croupier.games.position import Position, Settled, Wagers
from croupier.games.steps import OPEN_TABLE, Steps
from croupier.games.table import General, Outcome, PublicView, Table
from croupier.rulebook import Cite

FORGETS_LAST = 2
"""The edition since which closing forgets the number that won last (ruling R26)."""


class Progress(IntEnum):
    """What has been done about a settlement line."""

    WAITING = 0
    COLLECTED = 1
    PAID = 2
    TAKEN_UP = 3
    RETURNED = 4


def gained(line: Settled, progress: Progress) -> int:
    """What a line that has come so far has put into its player's purse."""
    match progress:
        case Progress.PAID:
            return line.pays
        case Progress.TAKEN_UP:
            return line.pays + line.wager.stake
        case Progress.RETURNED:
            return line.wager.stake
        case _:
            return 0


class FavourMade(Struct, frozen=True):
    """A ruling in a player's favour that stands for one wager of the round (rulings R12, R25)."""

    player: str
    position: Position
    reason: str
    settle_as: Position | None = None
    """Where the wager is taken to lie; `None` gives it back."""
    late: Settled | None = None
    """The line by which the wager was void, where the ruling is about one that was."""
    is_anew: bool = False
    """Whether the result was corrected since, and the ruling is applied to the new one."""

    def is_about(self, player: str, position: Position) -> bool:
        return self.player == player and self.position == position


class OverturnedResult(Struct, frozen=True):
    """A result that a ground made void, with what is needed should the ground prove a mistake (ruling R28)."""

    outcome: Any
    voided: tuple[Settled, ...]
    favours: tuple[FavourMade, ...]
    equipment: Any
    wagers: Wagers = ()
    """As they lay when the result was entered, without those that were held since (ruling R22)."""

    def without(self, player: str) -> OverturnedResult:
        """Without the wagers of somebody whose wagers were held since, and the rulings about them."""
        return replace(
            self,
            wagers=tuple(wager for wager in self.wagers if wager.player != player),
            favours=tuple(made for made in self.favours if made.player != player),
        )


def is_plain(position: Position) -> bool:
    """Whether one word names the whole position."""
    return not position.numbers and " " not in position.kind


class LayoutPublicView(PublicView, frozen=True):
    """What everyone may see: the layout, the sign, the rack, and how far the round has come."""

    players: tuple[str, ...]
    rack: tuple[tuple[str, str, int], ...]
    """Each colour in play: the colour, whose it is, and what a chip of it is worth."""
    wagers: Wagers
    result: str | None
    lit: tuple[str, ...]
    """Every winning area, once the result is in."""
    settled: tuple[Settled, ...]
    equipment: Any


class LayoutView(Struct, frozen=True):
    """One person's view: what all may see, and their own chips."""

    public: LayoutPublicView
    purse: Purse | None


class LayoutTable(Table, frozen=True, kw_only=True):
    """A table of roulette, Tai-Sai or the money wheel at one moment. It never changes: `play` gives a new one."""

    game: Game
    automation: frozenset[str]
    betting_seconds: int | None = None
    """How long betting stays open from the first wager; `None` leaves it to the dealer's call alone."""
    wagers: Wagers = ()
    step: str
    """The step that the dealer takes next."""
    closed_early: bool = False
    """Betting is over although the call is still owed (rulings R18, M11)."""
    window_ends: int | None = None
    round: int = 0
    """How many results there have been, void ones included."""
    result: Any = None
    settled: tuple[Settled, ...] = ()
    """The last settlement, line by line, in the order of the wagers."""
    progress: tuple[Progress, ...] = ()
    """What has been done about each line; empty once the result is final."""
    voided: tuple[Settled, ...] = ()
    """Wagers of this round that were void before there was a result."""
    favours: tuple[FavourMade, ...] = ()
    """Rulings in players' favour that stand in this round, and while nothing has begun the next."""
    is_just_final: bool = False
    """Betting has opened again, and nobody has wagered, withdrawn or spun since (ruling R25). Closing the table is none
    of these; opening it again begins the next round."""
    overturned: OverturnedResult | None = None
    """The result that a ground made void, until somebody wagers, withdraws or spins (ruling R28)."""
    equipment: Any

    @property
    def _handlers(self) -> Handlers:
        return self.game._handlers

    @property
    def origin(self) -> Origin:
        automation = None if self.automation == self.game.automatic else self.automation
        return Origin(
            self.game.id, self.game.options, automation, self.betting_seconds, self.general.colours, self.edition
        )

    @property
    def application(self) -> Cite:
        return self.game.clauses.application

    @property
    def not_final(self) -> Cite:
        return self.game.clauses.not_final

    @property
    def kinds(self) -> frozenset[str]:
        return self.game.kinds

    @property
    def is_automated(self) -> bool:
        return OPEN_TABLE in self.automation

    @property
    def closes_at(self) -> int | None:
        return self.window_ends if self.step == CALL else None

    @property
    def steps(self) -> Steps:
        return self.game.steps

    @property
    def betting_is_open(self) -> bool:
        return self.general.is_open and self.step in self.game.betting_steps and not self.closed_early

    @property
    def is_between_rounds(self) -> bool:
        return self.step in self.game.betting_steps and not self.closed_early

    def at_stake(self, player: str, chips: Chips) -> int:
        lines = (line.wager for line in self.open_lines) if self.progress else self.wagers
        return sum(wager.stake for wager in lines if wager.player == player and wager.chips is chips)

    def undecided(self, player: str) -> int:
        return sum(wager.stake for wager in self.wagers if wager.player == player)

    def held(self, player: str, chips: Chips) -> int:
        return sum(
            gained(line, progress)
            for line, progress in zip(self.open_lines, self.progress[len(self.voided) :], strict=True)
            if line.wager.player == player and line.wager.chips is chips
        )

    @property
    def lying(self) -> int:
        return sum(wager.stake for wager in self.wagers)

    @property
    def strategies(self) -> tuple[str, ...]:
        """Each is the minimum on one area, round after round."""
        return tuple(sorted(position.kind for position in self.game.areas if is_plain(position)))

    @property
    def wagers_lying(self) -> Wagers:
        return self.wagers

    @property
    def wagerers(self) -> frozenset[str]:
        return frozenset(wager.player for wager in self.wagers)

    @property
    def open_lines(self) -> tuple[Settled, ...]:
        """The lines of a settlement that is not final, without those that were void before the result."""
        return self.settled[len(self.voided) :] if self.progress else ()

    @property
    def has_settled(self) -> bool:
        return True

    @property
    def has_result(self) -> bool:
        return self.step in self.game.result_steps

    @property
    def final_round(self) -> int:
        """A round is counted with its result here, and final when betting opens again."""
        return self.round - 1 if self.has_result else self.round

    def _with_general(self, general: General) -> Self:
        return replace(self, general=general)

    def _opened(self) -> Self:
        return self._with_next_begun()._awaiting(self.step)

    @property
    def is_in_motion(self) -> bool:
        """Whether the ball, the wheel or the dice are under way although the call is still to come (ruling R23)."""
        return self.step == CALL and self.game.moves_by not in ("", *self.automation)

    def favour_for(self, player: str, position: Position) -> FavourMade | None:
        """The ruling that stands for that wager."""
        return next((made for made in self.favours if made.is_about(player, position)), None)

    def _with_next_begun(self) -> Self:
        """Nothing of the round before is put right any more: somebody wagers, withdraws or spins for the next."""
        if self.overturned is None and not self.is_just_final:
            return self
        favours = () if self.is_just_final else self.favours
        return replace(self, is_just_final=False, overturned=None, favours=favours)

    def _with_step_begun(self, step: str) -> Self:
        """The next round begins when the dealer takes this step; where it happens by itself nobody has begun."""
        return self if step in self.automation else self._with_next_begun()

    def _closed(self) -> Self:
        returned: dict[tuple[str, Chips], int] = defaultdict(int)
        for wager in self.wagers:
            returned[wager.player, wager.chips] += wager.stake
        return replace(
            self,
            general=replace(self.general, purses=credited(self.general.purses, returned)),
            wagers=(),
            voided=(),
            window_ends=None,
            step=self.game.first_step,
            overturned=None,
            equipment=self._equipment_after_closing(),
        )

    def _equipment_after_closing(self) -> Any:
        closed = self.game.equipment_after_closing(self.equipment)
        # Edition 1 remembered the number that won last (ruling R26).
        return self.game.equipment_without_last(closed) if self.edition >= FORGETS_LAST else closed

    def _proceed(self) -> Self:
        """The table with the awaited step behind it."""
        return self._awaiting(self.game.following[self.step])

    def _awaiting(self, step: str) -> Self:
        """The table before that step, or past it where it has nothing to do or happens by itself."""
        if (step == COLLECT and not self._owes(Outcome.LOSE)) or (step == PAY and not self._owes(Outcome.WIN)):
            return self._awaiting(self.game.following[step])
        table = replace(self, step=step)
        # The call comes with the end of the window, and not at once.
        if step not in table.automation or step == CALL:
            return table
        act = table.game.own_act(table)
        handler = table._handlers[type(act)]
        return table if handler.refuses(table, act) else handler.after(table, act)

    def _owes(self, outcome: Outcome) -> bool:
        return any(
            line.outcome is outcome and progress is Progress.WAITING
            for line, progress in zip(self.settled, self.progress, strict=False)
        )

    def _with_window_begun(self) -> Self:
        """Wagers that lie there already start the window at once."""
        if self.betting_seconds is None or not self.wagers:
            return self
        return replace(self, window_ends=self.clock + self.betting_seconds)

    def _ticked(self) -> Self:
        """At an automatic table the window closes by itself."""
        due = self.window_ends is not None and self.clock >= self.window_ends
        if due and self.step == CALL and CALL in self.automation:
            act = self.game.own_act(self)
            return self._handlers[type(act)].after(self, act)  # type: ignore[no-any-return]
        return self

    @property
    def awaits(self) -> tuple[Awaited, ...]:
        """What may come next, and from whom."""
        if not self.general.is_open:
            return (Awaited(OPEN_TABLE, Role.DEALER, self.application),)
        step = self.game.comes_first(self) or self.game.steps[self.step]
        due = (Awaited(step.words, step.role, step.rule),)
        wagers = (Awaited("place wagers", Role.PLAYER, self.game.clauses.wager),)
        return (*wagers, *due) if self.betting_is_open else due

    def chance(self) -> Mapping[Act, Fraction]:
        """The exact distribution of the result, where a result is what comes next; otherwise empty."""
        if self.step != RESULT:
            return {}
        return dict.fromkeys(map(self.game.result_act, self.game.outcomes), Fraction(1, len(self.game.outcomes)))

    def view(self, person: str | None = None) -> LayoutView:
        return LayoutView(self._public(), None if person is None else self.purse_if_any(person))

    def _public(self) -> LayoutPublicView:
        known = self.result is not None
        lit = self.game.positions_won_by(self.result) if self.game.has_lit(self) else ()
        colours = (each for each in self.general.purses if each.colour_name)
        return LayoutPublicView(
            **self._public_parts(self.game.id),
            players=self.players,
            rack=tuple((each.colour_name, each.player, each.chip_value) for each in colours),
            wagers=self.wagers,
            result=self.game.outcome_words(self.result) if known else None,
            lit=tuple(map(str, lit)),
            settled=self.settled,
            equipment=self.equipment,
        )
