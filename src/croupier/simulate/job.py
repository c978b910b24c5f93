"""What is simulated, and what it came to: the shape that all games and all engines share.

A run is cut into chunks. A chunk is decided by the job, the seed and its own number alone, never by who runs it or
when, and what comes of it are integers that add up in any order to the same. So a run gives the same totals on one
thread, on many, and on a cluster.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct

CHUNK_ROUNDS = 1 << 22
"""How many rounds a chunk has: some tenths of a second of work at most."""


class Totals(Struct, frozen=True):
    """What a number of rounds came to: integers, amounts in cents, gains seen from the player."""

    rounds: int
    counts: tuple[int, ...]
    """How often each outcome of the job came, box by box."""
    net: int
    """What the players gained, all boxes of a round together."""
    net_squared: int
    wagered: int
    """The initial wagers."""
    wagered_squared: int
    net_wagered: int
    """Round by round, what was gained times what was wagered."""

    def __add__(self, other: Totals) -> Totals:
        return Totals(
            self.rounds + other.rounds,
            tuple(one + more for one, more in zip(self.counts, other.counts, strict=True)),
            self.net + other.net,
            self.net_squared + other.net_squared,
            self.wagered + other.wagered,
            self.wagered_squared + other.wagered_squared,
            self.net_wagered + other.net_wagered,
        )


class Chunk(Struct, frozen=True):
    totals: Totals
    seconds: float
    """How long the compiled code ran: the totals do not hang on it."""


class Task(Struct, frozen=True):
    """One chunk to be run."""

    number: int
    rounds: int


class Job(Protocol):
    """A game with its wagers and its way of playing, ready to run. It can be pickled."""

    @property
    def identity(self) -> str:
        """A hash of all that decides the totals, but for seed and rounds: a checkpoint belongs to one identity."""

    def run(self, seed: int, task: Task) -> Chunk: ...


def tasks(rounds: int) -> Iterator[Task]:
    """The chunks of a run; the last one has what is left."""
    for number, start in enumerate(range(0, rounds, CHUNK_ROUNDS)):
        yield Task(number, min(CHUNK_ROUNDS, rounds - start))
