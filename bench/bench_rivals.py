"""Steps a second of blackjack in other toolkits, in one run with ours, and what each does not know of the rules.

They live in an environment of their own, which `bench/rivals.py` makes. A step is one decision of the player.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import gymnasium

import croupier.rl  # noqa: F401  registers the environments
from bench.bench_environments import STEPS, TABLES, seconds
from bench.rivals import Rival, rivals

RUN = 20_000
OURS = "all of Division 2: eight decks, doubles, splits, insurance, even money, blackjack 3 to 2"


def main() -> None:
    for rival in rivals("steps_per_second"):
        print(_line(rival))
    print(f"Croupier, one table in a Python loop: {_one_table(RUN):,.0f} steps a second ({OURS})")
    print(f"Croupier, {TABLES} tables on compiled code: {TABLES * STEPS / seconds({}):,.0f} steps a second (the same)")


def _line(rival: Rival) -> str:
    if rival.steps_per_second is None:
        return f"{rival.name} {rival.version}: not measured: {rival.note}"
    return f"{rival.name} {rival.version}: {rival.steps_per_second:,.0f} steps a second ({rival.note})"


def _one_table(steps: int) -> float:
    environment: Any = gymnasium.make("croupier.rl:croupier/Blackjack-v0")
    _walk(environment, steps // 10)
    began = process_time()
    _walk(environment, steps)
    return steps / (process_time() - began)


def _walk(environment: Any, steps: int) -> None:
    _, info = environment.reset(seed=1)
    for _ in range(steps):
        _, _, is_over, _, info = environment.step(environment.action_space.sample(info["action_mask"]))
        if is_over:
            _, info = environment.reset()


if __name__ == "__main__":
    main()
