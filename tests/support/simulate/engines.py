"""An engine that finishes its chunks out of order."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.simulate.engines import Results
from croupier.simulate.job import Job, Task


class Shuffled:
    """An engine that finishes its chunks in a given order, and repeats each as often as it is told."""

    def __init__(self, order: list[int], times: int = 1) -> None:
        self._order = [number for number in order for _ in range(times)]

    def results(self, job: Job, seed: int, tasks: Iterable[Task]) -> Results:
        by_number = {task.number: task for task in tasks}
        for number in self._order:
            if number in by_number:
                yield number, job.run(seed, by_number[number])

    def close(self) -> None: ...
