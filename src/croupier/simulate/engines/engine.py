"""What runs chunks, and how it says that it cannot."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from typing import Protocol

from croupier.simulate.job import Chunk, Job, Task

Results = Generator[tuple[int, Chunk], None, None]
"""The number of each chunk with what came of it, as they finish. Closing it drops what is still under way."""


class Unavailable(Exception):  # noqa: N818 - it is said of an engine, as the Gazette's own words are said of a wager
    """This engine cannot be used here; the message says in one line what is missing."""


class Failed(Exception):  # noqa: N818
    """The engine gave up; the message says why in one line."""


class ChunkEngine(Protocol):
    def results(self, job: Job, seed: int, tasks: Iterable[Task]) -> Results:
        """Each chunk once, in the order in which they finish. The tasks come in the order of their numbers."""

    def close(self) -> None: ...


def cores() -> int:
    """How many cores this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
