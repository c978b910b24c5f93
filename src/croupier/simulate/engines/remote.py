"""What runs on the workers of a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable

from croupier import __version__
from croupier.simulate.engines.engine import Failed
from croupier.simulate.job import Chunk, Job, Task

CLUSTER_LOSSES = 3
"""Clusters try a lost task again by themselves some times before they report it."""
CENSUS_SECONDS = 5.0
"""How often a cluster is asked how many cores it has now."""
VACANT_SECONDS = 60.0
"""How long a cluster may be without any: time for new machines to take the place of those that went."""


def run(job: Job, seed: int, task: Task, version: str) -> Chunk:
    # A seed decides the totals for one version of the kernels; workers of another would mix theirs in unseen.
    if version != __version__:
        raise Failed(f"A worker has croupier {__version__}, and this is croupier {version}: install the same on both.")
    return job.run(seed, task)


class Census:
    """How many cores a cluster has: it may grow and shrink, and where all of it went the wait must end."""

    def __init__(self, count: Callable[[], int]) -> None:
        self._count = count
        self._cores = 0
        self._asked = float("-inf")
        self._staffed = time.monotonic()

    def cores(self) -> int:
        now = time.monotonic()
        if now - self._asked >= CENSUS_SECONDS:
            self._asked, self._cores = now, self._count()
        if self._cores:
            self._staffed = now
        elif now - self._staffed >= VACANT_SECONDS:
            raise Failed(f"The cluster has had no workers for {VACANT_SECONDS:.0f} seconds.")
        return self._cores
