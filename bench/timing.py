"""Best of five, interleaved: these machines are noisy, so only what was measured side by side may be compared."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

REPEATS = 5


def best_seconds(*jobs: Callable[[], object]) -> list[float]:
    """The best time of each job, the jobs taking turns."""
    best = [float("inf")] * len(jobs)
    for _ in range(REPEATS):
        for place, job in enumerate(jobs):
            began = perf_counter()
            job()
            best[place] = min(best[place], perf_counter() - began)
    return best
