"""Roulette, Tai-Sai and the money wheel as bandits."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from croupier.games.roulette import straight_up
from croupier.rl.layout import RouletteEnv

WAGERS = {"Roulette": (157, 37), "TaiSai": (106, 216), "MoneyWheel": (7, 52)}
"""How many places each layout has, and how many results."""


@pytest.mark.parametrize("game", WAGERS)
def test_gymnasium_accepts_the_environment_and_every_wager_is_there(game: str) -> None:
    environment: Any = gymnasium.make(f"croupier.rl:croupier/{game}-v0", rounds=2).unwrapped
    check_env(environment, skip_render_check=True)
    places, results = WAGERS[game]
    _, info = environment.reset(seed=3)
    assert info["action_mask"].tolist() == [1] * (places + 1)
    assert (environment.observation_space.n, environment.action_space.n) == (results + 1, places + 1)


def test_a_straight_up_wager_is_paid_35_to_1_and_the_episode_ends_after_its_rounds() -> None:
    only_17 = [float(number == 17) for number in range(37)]
    environment = RouletteEnv(weights=only_17, rounds=3)
    environment.reset(seed=1)
    on_17 = environment.positions.index(straight_up(17)) + 1
    on_18 = environment.positions.index(straight_up(18)) + 1
    steps = [environment.step(np.int64(action)) for action in (on_17, on_18, 0)]
    assert [step[1] for step in steps] == [35.0, -1.0, 0.0]
    assert [step[2] for step in steps] == [False, False, True]
    assert {int(step[0]) for step in steps} == {18}


def test_weights_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="37 numbers"):
        RouletteEnv(weights=[1.0, -1.0])
