"""Steps a second of blackjack in other toolkits, in one run with ours. Those that are not installed are named.

Install them beside Croupier to measure them: `pip install envpool open_spiel rlcard`. They are in no lock.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from time import process_time
from typing import Any

import gymnasium
import numpy as np

from bench.bench_environments import STEPS, TABLES, seconds

RUN = 20_000


def _gymnasium(steps: int) -> None:
    _walk(gymnasium.make("Blackjack-v1"), steps, lambda environment, _info: environment.action_space.sample())


def _croupier(steps: int) -> None:
    environment = gymnasium.make("croupier.rl:croupier/Blackjack-v0")
    _walk(environment, steps, lambda each, info: each.action_space.sample(info["action_mask"]))


def _walk(environment: Any, steps: int, choose: Callable[[Any, Any], Any]) -> None:
    _, info = environment.reset(seed=1)
    for _ in range(steps):
        _, _, is_over, _, info = environment.step(choose(environment, info))
        if is_over:
            _, info = environment.reset()


def _envpool(steps: int) -> None:
    many = import_module("envpool").make_gymnasium("Blackjack-v1", num_envs=TABLES, num_threads=1)
    many.reset()
    actions = np.random.default_rng(1).integers(0, 2, TABLES).astype(np.int32)
    for _ in range(max(steps // TABLES, 1)):
        many.step(actions)


def _open_spiel(steps: int) -> None:
    game, random = import_module("pyspiel").load_game("blackjack"), np.random.default_rng(1)
    taken = 0
    while taken < steps:
        state = game.new_initial_state()
        while not state.is_terminal():
            is_chance = state.is_chance_node()
            actions = [each for each, _ in state.chance_outcomes()] if is_chance else state.legal_actions()
            taken += not is_chance
            state.apply_action(actions[int(random.integers(len(actions)))])


def _rlcard(steps: int) -> None:
    environment, random = import_module("rlcard").make("blackjack"), np.random.default_rng(1)
    taken = 0
    while taken < steps:
        state, _ = environment.reset()
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(random.integers(len(legal)))])
            taken += 1


ONE_TABLE = {"Gymnasium's toy": _gymnasium, "OpenSpiel": _open_spiel, "RLCard": _rlcard, "Croupier": _croupier}


def _rate(play: Callable[[int], None], steps: int) -> float:
    play(steps // 10)
    begin = process_time()
    play(steps)
    return steps / (process_time() - begin)


def main() -> None:
    for name, play in ONE_TABLE.items():
        _tell(f"{name}, one table", play, RUN)
    _tell(f"EnvPool, {TABLES} tables", _envpool, TABLES * STEPS)
    print(f"Croupier, {TABLES} tables: {TABLES * STEPS / seconds({}):,.0f} steps a second")


def _tell(name: str, play: Callable[[int], None], steps: int) -> None:
    try:
        print(f"{name}: {_rate(play, steps):,.0f} steps a second")
    except ImportError:
        print(f"{name}: not installed")
