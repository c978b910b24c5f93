"""Roulette, Tai-Sai and the money wheel as bandits: choose a wager, see the result, choose again.

A step is a round at the real table. The table takes the wager or refuses it, and settles it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from croupier.games.acts import Act, BuyIn
from croupier.games.layout.table import LayoutTable
from croupier.games.position import Position
from croupier.games.refusal import Refusal
from croupier.games.registry import table_of
from croupier.games.sign import Sign
from croupier.games.table import handed_back
from croupier.games.wagers import NoMoreBets, Wager

Array = Any
Info = dict[str, Any]
PLAYER = "player"
LOOK_ON = 0
"""The action that wagers nothing."""


class LayoutEnv(gymnasium.Env[np.int64, np.int64]):
    """See docs/reference/environments.md. The observation is the last result, from 1; 0 before the first."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  Gymnasium asks for a plain attribute
    game = ""

    def __init__(
        self,
        options: Any = None,
        *,
        stake: int = 10_00,
        rounds: int = 100,
        weights: Sequence[float] | None = None,
        refusal_reward: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        """`weights` bias the equipment: one for each result, in the order of `results`."""
        self._new: LayoutTable = table_of(self.game, Sign(minimum=stake, maximum=100 * stake), options)
        self.stake, self.rounds, self.refusal_reward, self.render_mode = stake, rounds, refusal_reward, render_mode
        self.positions: tuple[Position, ...] = tuple(self._new.game.areas)
        self.results: tuple[Act, ...] = tuple(self._new.play(NoMoreBets()).chance())
        self._chances = _chances_of(self._new, self.results, weights)
        self.observation_space = spaces.Discrete(len(self.results) + 1)
        self.action_space = spaces.Discrete(len(self.positions) + 1)
        self.table = self._new
        self._seen, self._played = 0, 0

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[np.int64, Info]:
        super().reset(seed=seed, options=options)
        self.table = self._new.play(BuyIn(PLAYER, self.stake * (self.rounds + 1)))
        self._seen, self._played = 0, 0
        return np.int64(0), self._info()

    def act_of(self, action: int) -> Wager | None:
        return None if action == LOOK_ON else Wager(PLAYER, self.positions[action - 1], self.stake)

    def refuses(self, action: int) -> Refusal | None:
        act = self.act_of(action)
        return None if act is None else self.table.refuses(act)

    def step(self, action: np.int64) -> tuple[np.int64, float, bool, bool, Info]:
        if (refusal := self.refuses(int(action))) is not None:
            told = {"refusal": refusal.code, "why": refusal.why, "clause": str(refusal.rule)}
            return np.int64(self._seen), self.refusal_reward, False, False, {**self._info(), **told}
        act = self.act_of(int(action))
        table = self.table if act is None else self.table.play(act)
        place = int(self.np_random.choice(len(self.results), p=self._chances))
        self.table = table.play(NoMoreBets(), self.results[place])
        self._seen, self._played = place + 1, self._played + 1
        gained = 0 if act is None else sum(_gain(line) for line in self.table.settled)
        is_over = self._played >= self.rounds
        return np.int64(self._seen), gained / self.stake, is_over, False, {**self._info(), "gained": gained}

    def _info(self) -> Info:
        allowed = [self.refuses(action) is None for action in range(len(self.positions) + 1)]
        return {"action_mask": np.array(allowed, np.int8)}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return f"{self.game}: {self.results[self._seen - 1] if self._seen else 'no result yet'}"


def _gain(line: Any) -> int:
    return int(handed_back(line.outcome, line.wager.stake, line.pays)) - int(line.wager.stake)


def _chances_of(table: LayoutTable, results: tuple[Act, ...], weights: Sequence[float] | None) -> Array:
    if weights is None:
        return np.array([float(chance) for chance in table.play(NoMoreBets()).chance().values()])
    given = np.asarray(weights, float)
    if given.shape != (len(results),) or not np.isfinite(given).all() or (given < 0).any() or given.sum() <= 0:
        raise ValueError(f"weights are {len(results)} numbers, none of them negative and not all of them 0")
    return given / given.sum()


class RouletteEnv(LayoutEnv):
    """One player at a table of roulette: each step is one wager, and the result."""

    game = "roulette"


class TaiSaiEnv(LayoutEnv):
    """One player at a table of Tai-Sai: each step is one wager, and the result."""

    game = "tai-sai"


class MoneyWheelEnv(LayoutEnv):
    """One player at a table of the money wheel: each step is one wager, and the result."""

    game = "money-wheel"
