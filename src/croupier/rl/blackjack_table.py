"""A blackjack table of several players for PettingZoo, each at a box of their own (Division 2).

`env()` asks one player after the other, `parallel_env()` is the same table in PettingZoo's other shape. Players gain
from the house, not from each other; what they share are the cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo.utils import OrderEnforcingWrapper
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import code
from croupier.games.blackjack.options import BlackjackOptions
from croupier.rl.blackjack.choices import NUMBER, WIDTH, Question, SeenAt, highest, left_by_rank, of_hand
from croupier.rl.blackjack.run import ShuffledCards, TableRun
from croupier.rl.blackjack.setup import setup_of
from croupier.rl.turns import TurnsEnv

Array = Any


__all__ = ["BlackjackTableEnv", "env", "parallel_env", "raw_env"]


class BlackjackTableEnv(TurnsEnv):
    """Several players at one blackjack table, each asked in turn."""

    metadata = {**TurnsEnv.metadata, "name": "croupier_blackjack_table_v0"}  # noqa: RUF012

    def __init__(
        self,
        players: int = 3,
        options: BlackjackOptions | dict[str, Any] | None = None,
        *,
        wagers: tuple[int, ...] = (10_00,),
        cut: int | None = None,
        rounds: int = 1,
    ) -> None:
        """An episode has so many rounds."""
        self.setup, self.rounds = setup_of(options, boxes=players, wagers=tuple(wagers), cut=cut), rounds
        most = highest(len(self.setup.wagers), self.setup.options.decks)
        super().__init__(players, np.zeros(WIDTH, NUMBER), most, self.setup.actions)

    @property
    def run(self) -> TableRun:
        return self._run

    def begin(self) -> None:
        self._run = TableRun(self.setup, ShuffledCards(self.random), tuple(self.possible_agents))
        self._played = 0
        self._run.begin_round()

    def gained(self) -> tuple[dict[str, float], bool]:
        if not self._run.is_round_over:
            return {}, False
        gains = {player: gained / self.setup.wagers[0] for player, gained in self._run.gains().items()}
        self._played += 1
        is_over = self._played >= self.rounds
        if not is_over:
            self._run.begin_round()
        return gains, is_over

    def seen_by(self, agent: str) -> Array:
        """As in the environment of one player; of a player who is not asked, the first hand of the box."""
        run = self._run
        if run.player == agent:
            return run.observation()
        seen = np.zeros(WIDTH, NUMBER)
        number = self.possible_agents.index(agent) + 1
        seen[SeenAt.QUESTION], seen[SeenAt.BOX] = Question.OVER, number
        seen[SeenAt.LEFT : SeenAt.SEVENS] = left_by_rank(run.table.shoe.pile)
        box = run.table.box(number)
        if box is not None and box.hands[0].cards:
            seen[SeenAt.TOTAL : SeenAt.HANDS] = of_hand(box.hands[0].hand)
            seen[SeenAt.TOTAL] = min(seen[SeenAt.TOTAL], machine.HIGHEST)
            seen[SeenAt.HANDS], seen[SeenAt.LEVEL] = len(box.hands), run.levels[number - 1]
            seen[SeenAt.SEVENS] = run.sevens_seen(number)
        if run.table.dealer.cards and not run.table.is_final:
            seen[SeenAt.UP] = machine.value(code(run.table.dealer.cards[0]))
        return seen


raw_env = BlackjackTableEnv
"""The environment without the wrapper that checks the order of calls."""


def env(*settings: Any, **more: Any) -> Any:
    """A table as PettingZoo's AEC environment; the settings are those of `BlackjackTableEnv`."""
    return OrderEnforcingWrapper(BlackjackTableEnv(*settings, **more))


def parallel_env(*settings: Any, **more: Any) -> Any:
    """The same with all players at once. Whoever is not asked passes any action: it is not looked at."""
    return turn_based_aec_to_parallel(env(*settings, **more))
