"""A job without a game: its totals are hashes of the seed and the chunk, and it can kill the worker that runs it."""

from __future__ import annotations

import hashlib
import os
import signal
import time
import uuid
from pathlib import Path

from msgspec import Struct

from croupier.simulate.engines import Threads
from croupier.simulate.job import CHUNK_ROUNDS, Chunk, Task, Totals
from croupier.simulate.runner import Conducted, conduct

SEED = 20261
CHUNKS = 24
ROUNDS = CHUNKS * CHUNK_ROUNDS - 5
"""The last chunk is not a whole one."""


class HashJob(Struct, frozen=True):
    folder: str | None = None
    """Where each chunk notes that it ran: workers are other processes, and have no other way to tell."""
    kills: tuple[int, ...] = ()
    """Chunks that kill their worker with SIGKILL the first time they run."""
    deadly: tuple[int, ...] = ()
    """Chunks that kill it every time."""
    wrong: tuple[int, ...] = ()
    """Chunks that end with an error."""
    sleep: float = 0.0

    @property
    def identity(self) -> str:
        return "a job of hashes"

    def run(self, seed: int, task: Task) -> Chunk:
        self._note(f"ran-{task.number}-{uuid.uuid4().hex}")
        if task.number in self.deadly or (task.number in self.kills and self._note(f"killed-{task.number}")):
            os.kill(os.getpid(), signal.SIGKILL)
        if task.number in self.wrong:
            raise ArithmeticError(f"chunk {task.number} is wrong")
        time.sleep(self.sleep)
        return Chunk(hashed(seed, task), 0.25)

    def ran(self, number: int) -> int:
        """How often a chunk was begun."""
        return sum(1 for _ in Path(self.folder or "").glob(f"ran-{number}-*"))

    def _note(self, name: str) -> bool:
        """Whether this is the first time."""
        if self.folder is None:
            return False
        try:
            (Path(self.folder) / name).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True


class CountedJob:
    """Notes each time it arrives in a process."""

    identity = "a job that counts its arrivals"

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __setstate__(self, state: dict[str, str]) -> None:
        self.__dict__.update(state)
        (Path(self.folder) / f"arrived-{uuid.uuid4().hex}").touch()

    def run(self, seed: int, task: Task) -> Chunk:
        return Chunk(hashed(seed, task), 0.0)


def hashed(seed: int, task: Task) -> Totals:
    digest = hashlib.sha256(f"{seed} {task.number} {task.rounds}".encode()).digest()
    word = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    # The squares of a long run are more than 64 bits hold.
    return Totals(
        task.rounds, (word[0], word[1]), word[2] - (1 << 31), word[3] << 70, word[4], word[5] << 80, word[6] - (1 << 31)
    )


def summed(numbers: range, rounds: int = ROUNDS, seed: int = SEED) -> Totals:
    """What those chunks come to, added up by hand."""
    first, *others = [
        hashed(seed, Task(number, min(CHUNK_ROUNDS, rounds - number * CHUNK_ROUNDS))) for number in numbers
    ]
    return sum(others, first)


def unbroken(rounds: int = ROUNDS, seed: int = SEED) -> Conducted:
    """One run on one thread, with nothing in its way."""
    engine = Threads(1)
    try:
        return conduct(HashJob(), seed=seed, rounds=rounds, engine=engine)
    finally:
        engine.close()
