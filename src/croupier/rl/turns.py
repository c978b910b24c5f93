"""What the two tables for PettingZoo share: players are asked one after the other, and the table judges everything."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from croupier.rl.blackjack.run import Answering

Array = Any
Info = dict[str, Any]


class TurnsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Agents are the players of one table; whoever is asked is selected."""

    metadata = {"render_modes": [], "is_parallelizable": False}  # noqa: RUF012  PettingZoo asks for a plain attribute

    def __init__(self, players: int, lowest: Array, most: Array, actions: int) -> None:
        super().__init__()
        self.possible_agents = [f"player-{number}" for number in range(1, players + 1)]
        self.agents = self.possible_agents[:]
        self.render_mode = None
        seen = spaces.Box(lowest, most, dtype=most.dtype)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self._seen = {agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents}
        self._acts = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.random = np.random.default_rng()

    @property
    def run(self) -> Answering:
        """The table and who is asked."""
        raise NotImplementedError

    def begin(self) -> None:
        """A new episode."""
        raise NotImplementedError

    def gained(self) -> tuple[dict[str, float], bool]:
        """What each player has gained since the last step, and whether the episode is over."""
        raise NotImplementedError

    def seen_by(self, agent: str) -> Array:
        raise NotImplementedError

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        return self._acts[agent]

    def observe(self, agent: str) -> Info:
        is_asked = agent == self.run.player
        mask = self.run.mask() if is_asked else np.zeros(int(self._acts[agent].n), np.int8)
        return {"observation": self.seen_by(agent), "action_mask": mask}

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:  # noqa: ARG002  PettingZoo's shape
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.begin()
        self.agent_selection = self.run.player

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked and has to answer")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        refusal = self.run.take(int(action))
        self.infos[agent] = {}
        if refusal is not None:
            self.infos[agent] = {"refusal": refusal.code, "why": refusal.why, "clause": str(refusal.rule)}
        else:
            gains, is_over = self.gained()
            self.rewards |= gains
            self.terminations = dict.fromkeys(self.agents, is_over)
            self.agent_selection = self.agents[0] if is_over else self.run.player
        self._accumulate_rewards()
