"""Some chunks at a time: what goes to a device together, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from msgspec import Struct

from croupier.simulate.draws import streams
from croupier.simulate.job import Task, Totals

Array = Any


class ChunkBatch(Struct, frozen=True):
    """Chunks of the same number of rounds."""

    seed: int
    tasks: tuple[Task, ...]

    @property
    def wanted(self) -> int:
        """How many rounds each chunk has."""
        return self.tasks[0].rounds

    @property
    def bases(self) -> Array:
        """Where the numbers of each chunk begin."""
        return streams(self.seed, [task.number for task in self.tasks])


Finish = Callable[[], Iterator[Totals]]
"""Waits for a batch that was begun; then tells what each of its chunks came to, in order."""


class TableWalk(Protocol):
    """A job on a device."""

    chunk_bytes: int
    """How much memory of the device a chunk takes while it is under way."""

    def begin(self, batch: ChunkBatch) -> Finish: ...
