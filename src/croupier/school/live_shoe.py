"""A live table of house players, dealt act by act at the dealer's console.

The table is its list of acts, as everywhere. House players wager, cut and decide by themselves; what fell or which card
comes is drawn from the seed, and is the dealer's to enter. Nothing is kept between two acts: whoever deals brings the
acts along.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

from croupier.dealing.rounds import draw
from croupier.games.acts import Act
from croupier.games.blackjack.acts import Cut
from croupier.games.blackjack.flow import DECIDE, SETTLE, own_act
from croupier.games.blackjack.procedure.preparing import cut_order
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.step_names import CUT
from croupier.games.layout.step_names import PAY
from croupier.games.people import Role
from croupier.games.table import Outcome
from croupier.games.tai_sai.acts import InspectDice
from croupier.games.wagers import Wager
from croupier.school.drill import Drill, DrillKind
from croupier.school.paying import payment_drill
from croupier.school.paying_blackjack import box_drill
from croupier.school.shoe import PLAYERS, SHOE_GAMES, bots_decision, bots_wagers
from croupier.school.tables import SchoolTable, live_table, people, picture, seat

ROUNDS = 2
STEP_SECONDS = 6
"""The house's standard for an act at the console."""


class LiveShoe:
    """Where such a table stands."""

    def __init__(self, game: str, seed: int, acts: Sequence[Act] = ()) -> None:
        """Plays the acts again. Raises `ValueError` for a game that cannot be dealt, `Refused` for an act that is."""
        if game not in SHOE_GAMES:
            raise ValueError(f"no shoe of {game!r} can be dealt; there are {', '.join(SHOE_GAMES)}")
        self.game, self.seed = game, seed
        self.names = people(self._chance("names"), PLAYERS)
        self.table: SchoolTable = seat(live_table(game), self.names)
        self.acts: list[Act] = []
        self.rounds = self.seconds = self._wagered = 0
        for act in acts:
            self._play(act)

    def _chance(self, place: int | str) -> Random:
        return Random(f"console:{self.game}:{self.seed}:{place}")  # noqa: S311  a drill is no secret

    def _play(self, act: Act) -> None:
        was_between = self.table.is_between_rounds
        if act.actor.role is Role.DEALER:
            self.seconds += STEP_SECONDS
        if self.payment is not None and type(act) is type(self._settling):
            self.seconds += self.payment.seconds
        if isinstance(act, Wager):
            self._wagered = self.rounds + 1
        self.table = self.table.play(act)
        self.acts.append(act)
        self.__dict__.pop("payment", None)
        self.rounds += self.table.is_between_rounds and not was_between

    @property
    def is_over(self) -> bool:
        return self.rounds >= ROUNDS

    @property
    def fallen(self) -> Act | None:
        """What chance has brought, for the dealer to enter; nothing where it has brought nothing."""
        chances = self.table.chance()
        return draw(chances, self._chance(len(self.acts))) if chances else None

    @property
    def _settling(self) -> Act | None:
        table = self.table
        if isinstance(table, BlackjackTable):
            return own_act(table) if table.step == SETTLE else None
        return table.game.own_act(table) if table.step == PAY else None

    @cached_property
    def payment(self) -> Drill | None:
        """What is to be paid by the next step, as a question; nothing where that pays nothing."""
        table, act = self.table, self._settling
        if act is None:
            return None
        if not isinstance(table, BlackjackTable):
            won = any(line.outcome is Outcome.WIN for line in table.settled)
            made = payment_drill(table, picture(table)) if won else None
        else:
            after = table.play(act)
            new = after.settled[len(table.settled) :]
            won = any(line.outcome is Outcome.WIN for line in new)
            made = box_drill(after, new[0].wager.player, new, shown=picture(table)) if won else None
        name = f"{self.game}/shoe/{len(self.acts)}"
        return None if made is None else made.drill(name, self.seed, DrillKind.PAY, self.game)

    def deal(self, act: Act) -> None:
        """The dealer's act."""
        self._play(act)

    def go_on(self) -> None:
        """All that the house players do until the dealer has something to do."""
        while not self.is_over and (acts := self._players_acts()):
            for act in acts:
                self._play(act)

    def _players_acts(self) -> list[Act]:
        """What comes next that is not the dealer's: players' acts, and the game supervisor's."""
        table = self.table
        if table.is_between_rounds and self._wagered == self.rounds:
            return list(bots_wagers(table, self._chance(len(self.acts)), self.names))
        is_supervisors = table.awaits[-1].role is Role.GAME_SUPERVISOR
        if not isinstance(table, BlackjackTable):
            return [InspectDice()] if is_supervisors else []
        if table.step == DECIDE:
            return [bots_decision(table)]
        if table.step == CUT and (order := cut_order(table)):
            return [Cut(order[0], table.shoe.left // 2)]
        return [own_act(table)] if is_supervisors else []
