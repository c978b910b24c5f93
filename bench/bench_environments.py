"""Steps a second of many blackjack tables at once, on one core."""

from __future__ import annotations

from time import process_time
from typing import Any

import gymnasium
import numpy as np
from numba import njit

import croupier.rl  # noqa: F401  registers the environments

TABLES, STEPS, AIM = 4096, 500, 10e6


@njit
def _draw_to_17(seen: Any, actions: Any) -> None:
    """Wager, no insurance, stand on 17."""
    for table in range(len(actions)):
        moment = seen[table, 0]
        actions[table] = 7 if moment == 0 else 5 if moment == 1 else 0 if seen[table, 2] >= 17 else 1


def seconds(settings: dict[str, Any]) -> float:
    """Of processor time, for all steps at all tables; the agent's own time is not counted."""
    many = gymnasium.make_vec(
        "croupier/Blackjack-v0", num_envs=TABLES, vectorization_mode="vector_entry_point", **settings
    )
    seen, _ = many.reset(seed=1)
    actions = np.zeros(TABLES, np.int64)
    spent = 0.0
    for number in range(STEPS + 1):
        _draw_to_17(seen, actions)
        begin = process_time()
        seen, _, _, _, _ = many.step(actions)
        spent += process_time() - begin if number else 0.0
    return spent


def main() -> None:
    for name, settings in {"one box": {}, "seven boxes": {"boxes": 7}, "to the cutting card": {"cut": 312}}.items():
        best = min(seconds(settings) for _ in range(3))
        rate = TABLES * STEPS / best
        print(f"{name}: {rate / 1e6:.1f} million steps a second of one core (aim {AIM / 1e6:.0f})")
