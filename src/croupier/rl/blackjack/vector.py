"""Thousands of blackjack tables at once: the hand machine's tables, walked by compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.refusal import Refusal, Refused
from croupier.rl.blackjack import stepping
from croupier.rl.blackjack.choices import NUMBER, WIDTH, highest
from croupier.rl.blackjack.environment import action_space, check_episode, observation_space
from croupier.rl.blackjack.hand_tables import HandTables
from croupier.rl.blackjack.setup import TableSetup, setup_of
from croupier.rulebook import Cite
from croupier.simulate.draws import streams

Array = Any
Info = dict[str, Any]
CARDS_A_BOX = 12
"""So many cards for each box and the dealer must lie behind the cutting card: a round takes a third of that."""


class BlackjackVectorEnv(VectorEnv[Array, Array, Array]):
    """The same game as `BlackjackEnv`, act by act. A round that is over is followed by the next in the same step."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        options: BlackjackOptions | dict[str, Any] | None = None,
        *,
        boxes: int = 1,
        wagers: tuple[int, ...] = (10_00,),
        cut: int | None = None,
        episode: str = "round",
        refusal_reward: float = 0.0,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """`copy=False` hands out the same arrays at every step: faster by a little, and yours to copy."""
        self.setup = setup_of(options, boxes=boxes, wagers=tuple(wagers), cut=cut)
        if (refusal := _refuses_depth(self.setup)) is not None:
            raise Refused(refusal)
        if render_mode is not None:
            raise ValueError("many tables at once are not drawn: use the plain environment")
        is_shoe = check_episode(episode)
        self.num_envs, self.refusal_reward, self.copy = num_envs, refusal_reward, copy
        self.single_observation_space = observation_space(self.setup)
        self.single_action_space = action_space(self.setup)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        made = HandTables(self.setup)
        self._hands, self._rounds = tuple(made.of_hands), tuple(made.of_rounds)
        size = self.setup.size
        self._plan = (boxes, size if cut is None else cut, self.setup.burnt, cut is None, is_shoe)
        self._state = (
            np.zeros((num_envs, stepping.row_width(boxes)), np.uint16),
            np.tile(made.template, (num_envs, 1)),
            np.zeros(num_envs, np.uint64),
            np.zeros(num_envs, np.uint64),
            highest(1, self.setup.options.decks)[stepping.LEFT_SEEN :].astype(np.int64),
        )
        actions = int(self.single_action_space.n)
        self._told = (
            np.zeros((num_envs, WIDTH), NUMBER),
            np.zeros((num_envs, actions), np.int8),
            np.zeros(num_envs, np.int64),
            np.zeros(num_envs, np.bool_),
            np.zeros(num_envs, np.bool_),
            np.zeros((num_envs, WIDTH), NUMBER),
            np.zeros(num_envs, np.bool_),
        )

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """One seed for all: every table has a stream of its own. `options["reset_mask"]` chooses tables."""
        super().reset(seed=seed, options=options)
        rows, shoes, drawn, keys, whole = self._state
        if seed is not None or not keys.any():
            key = int(self.np_random.integers(2**63)) if seed is None else seed
            keys[:] = streams(key, list(range(self.num_envs)))
            drawn[:] = 0
            shoes.sort(axis=1)
        chosen = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            chosen = np.asarray(options["reset_mask"], np.bool_)
        stepping.begin(rows, chosen, whole, self._rounds[6], self._told[0], self._told[1])
        return self._given(self._told[0]), {"action_mask": self._given(self._told[1])}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Info]:
        given = np.asarray(actions, np.int64)
        stepping.step(self._hands, self._rounds, self._plan, self._state, given, self._told)
        seen, masks, gained, over, short, finals, refused = self._told
        rewards = gained / self.setup.wagers[0]
        info: Info = {"action_mask": self._given(masks)}
        if refused.any():
            rewards[refused] = self.refusal_reward
            info["refused"] = self._given(refused)
        if over.any() or short.any():
            info |= {"final_obs": self._given(finals), "_final_obs": over | short, "gained": self._given(gained)}
        return self._given(seen), rewards, self._given(over), self._given(short), info

    def _given(self, array: Array) -> Array:
        return array.copy() if self.copy else array


def _refuses_depth(setup: TableSetup) -> Refusal | None:
    behind = CARDS_A_BOX * (setup.boxes + 1)
    if setup.cut is None or setup.from_back >= behind:
        return None
    why = f"{behind} cards have to lie behind the cutting card here, so that no shoe runs out in the middle of a round."
    return Refusal(Cite("D2 16.7"), "bad_depth", why)
