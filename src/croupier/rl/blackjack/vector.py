"""Thousands of blackjack tables at once: the hand machine's tables, walked by compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.refusal import Refusal, Refused
from croupier.rl.blackjack import stepping
from croupier.rl.blackjack.choices import NUMBER, WIDTH
from croupier.rl.blackjack.environment import action_space, check_episode, observation_space
from croupier.rl.blackjack.hand_tables import HandTables, RoundArrays
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
        self._hands, self._rounds = tuple(made.of_hands), _plain(made.of_rounds)
        size = self.setup.size
        self._plan = (boxes, size if cut is None else cut, self.setup.burnt, cut is None, is_shoe)
        self._state = (
            np.zeros((num_envs, stepping.row_width(boxes)), np.uint16),
            np.zeros((num_envs, size), np.uint8),
            np.zeros(num_envs, np.uint64),
            np.zeros(num_envs, np.uint64),
            made.whole,
        )
        actions = int(self.single_action_space.n)
        self._shown = (np.zeros((num_envs, WIDTH), NUMBER), np.zeros((num_envs, actions), np.int8))
        self._kept = self._fresh()

    def _fresh(self) -> tuple[Array, ...]:
        """Room for what comes of a step: rewards, gains, ends, shoes that ran out, last observations, refusals."""
        many = self.num_envs
        last = np.zeros((many, WIDTH), NUMBER)
        plain = (np.empty(many), np.empty(many, np.int64), np.empty(many, np.bool_), np.empty(many, np.bool_))
        return *plain, last, np.empty(many, np.bool_)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """One seed for all: every table has a stream of its own. `options["reset_mask"]` chooses tables."""
        super().reset(seed=seed, options=options)
        rows, _, drawn, keys, whole = self._state
        if seed is not None or not keys.any():
            key = int(self.np_random.integers(2**63)) if seed is None else seed
            keys[:] = streams(key, list(range(self.num_envs)))
            drawn[:] = 0
        chosen = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            chosen = np.asarray(options["reset_mask"], np.bool_)
        stepping.begin(rows, chosen, whole, self._rounds, self._hands[4], *self._shown)
        return self._given(self._shown[0]), {"action_mask": self._given(self._shown[1])}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Info]:
        given = np.asarray(actions, np.int64)
        told = self._fresh() if self.copy else self._kept
        unit = (float(self.setup.wagers[0]), float(self.refusal_reward))
        refusals, ends = stepping.step(
            self._hands, self._rounds, self._plan, self._state, given, self._shown, told, unit
        )
        rewards, gained, over, short, finals, refused = told
        info: Info = {"action_mask": self._given(self._shown[1])}
        if refusals:
            info["refused"] = refused
        if ends:
            info |= {"final_obs": finals, "_final_obs": over | short, "gained": gained}
        return self._given(self._shown[0]), rewards, over, short, info

    def _given(self, array: Array) -> Array:
        return array.copy() if self.copy else array


def _plain(rounds: RoundArrays) -> tuple[Any, ...]:
    """As plain tuples, which compiled code takes faster than named ones."""
    return tuple(tuple(each) if isinstance(each, tuple) else each for each in rounds)


def _refuses_depth(setup: TableSetup) -> Refusal | None:
    behind = CARDS_A_BOX * (setup.boxes + 1)
    if setup.cut is None or setup.from_back >= behind:
        return None
    why = f"{behind} cards have to lie behind the cutting card here, so that no shoe runs out in the middle of a round."
    return Refusal(Cite("D2 16.7"), "bad_depth", why)
