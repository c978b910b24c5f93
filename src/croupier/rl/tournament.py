"""Tournament blackjack for PettingZoo: one session of Division 7, in which players play against each other.

Everybody begins with the same tournament chips. Players wager in turn, the first of them where the betting marker lies,
which moves on after every round (D7 5.9, 5.10). After the last round whoever holds most goes on (D7 6.5, 6.6).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from pettingzoo.utils import OrderEnforcingWrapper
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.boxes import Box
from croupier.games.blackjack.cards import code
from croupier.games.blackjack.options import MOST_BOXES
from croupier.rl.blackjack.choices import Action, Question, SeenAt
from croupier.rl.session_run import SessionRun, SessionSetup
from croupier.rl.turns import TurnsEnv

Array = Any
__all__ = ["SeatSeen", "SessionSeen", "TournamentEnv", "env", "parallel_env", "raw_env"]

MOST_CHIPS = 2**31 - 1


class SessionSeen(IntEnum):
    """The places of an observation beside those up to `SeenAt.UP`. Amounts are in cents."""

    ROUNDS_LEFT = 9
    """With this one."""
    MARKER = 10
    """How many boxes to your left the betting marker lies; 0 where it is yours."""
    SEATS = 11
    """From here on, you first and then to your left: what is there of each of seven seats."""


class SeatSeen(IntEnum):
    """What is seen of each seat, by its place in that seat's part of an observation."""

    CHIPS = 0
    """In hand."""
    WAGER = 1
    """On the box, everything together."""
    TOTAL = 2
    """Of the first hand; 22 where the box has lost it."""
    IS_PLAYING = 3


SEAT_WIDTH = len(SeatSeen)
SESSION_WIDTH = int(SessionSeen.SEATS) + MOST_BOXES * SEAT_WIDTH


class TournamentEnv(TurnsEnv):
    """One session of a blackjack tournament, in which players play against each other."""

    metadata = {**TurnsEnv.metadata, "name": "croupier_tournament_v0"}  # noqa: RUF012

    def __init__(self, **settings: Any) -> None:
        """The settings are those of `SessionSetup`."""
        self.setup = SessionSetup(**settings)
        lowest, most = np.zeros(SESSION_WIDTH, np.int32), np.full(SESSION_WIDTH, MOST_CHIPS, np.int32)
        super().__init__(self.setup.players, lowest, most, int(Action.WAGER) + len(self.setup.amounts))
        self.setup.table(tuple(self.possible_agents))

    @property
    def run(self) -> SessionRun:
        return self._run

    def begin(self) -> None:
        self._run = SessionRun(self.setup, tuple(self.possible_agents), self.random)

    def gained(self) -> tuple[dict[str, float], bool]:
        return (self._run.shares(), True) if self._run.is_over else ({}, False)

    def seen_by(self, agent: str) -> Array:
        run, table = self._run, self._run.table
        seen = np.zeros(SESSION_WIDTH, np.int32)
        own = self.possible_agents.index(agent) + 1
        is_asked = run.player == agent
        seen[SeenAt.QUESTION], seen[SeenAt.BOX] = run.turn.question if is_asked else Question.OVER, own
        if is_asked:
            run.hand_seen(seen)
        if table.dealer.cards and not table.is_final:
            seen[SeenAt.UP] = machine.value(code(table.dealer.cards[0]))
        players = self.setup.players
        seen[SessionSeen.ROUNDS_LEFT] = max(self.setup.rounds - table.rounds, 0)
        seen[SessionSeen.MARKER] = (table.marker - own) % players
        for place in range(players):
            at = SessionSeen.SEATS + place * SEAT_WIDTH
            seen[at : at + SEAT_WIDTH] = self._seat((own - 1 + place) % players + 1)
        return seen

    def _seat(self, number: int) -> tuple[int, int, int, int]:
        table = self._run.table
        player = self.possible_agents[number - 1]
        box = table.box(number)
        wager = 0 if box is None else sum(stake.amount for stake in box.stakes)
        return table.chips_of(player), wager, _first_total(box), int(player in table.able or wager > 0)


def _first_total(box: Box | None) -> int:
    if box is None or not box.hands[0].cards:
        return 0
    return min(machine.total(box.hands[0].hand), machine.HIGHEST + 1)


raw_env = TournamentEnv
"""The environment without the wrapper that checks the order of calls."""


def env(**settings: Any) -> Any:
    """A session as PettingZoo's AEC environment; the settings are those of `TournamentEnv`."""
    return OrderEnforcingWrapper(TournamentEnv(**settings))


def parallel_env(**settings: Any) -> Any:
    """The same with all players at once. Whoever is not asked passes any action: it is not looked at."""
    return turn_based_aec_to_parallel(env(**settings))
