"""GPUs of this machine: chunks go out in batches, to whichever GPU is free. The totals are those of the processor."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from queue import Empty, SimpleQueue

from croupier.simulate.engines.cuda_devices import cuda_devices
from croupier.simulate.engines.engine import Results
from croupier.simulate.engines.threads import Threads
from croupier.simulate.gpu.batch import ChunkBatch, Finish, TableWalk
from croupier.simulate.gpu.device import WalkingDevice
from croupier.simulate.gpu.walks import walk_of
from croupier.simulate.job import CHUNK_ROUNDS, Chunk, Job, Task, Totals

BEGUN = 3
"""Batches that a GPU has at a time: one at work, and two that follow without a pause."""
PER_DEVICE = BEGUN + 1
"""One more is on its way back."""
FIRST_CHUNKS, MOST_CHUNKS = 16, 1024
"""How many chunks a batch has at first, and at most."""
BATCH_SECONDS = 0.1
"""Batches grow until each takes about so long: then a GPU hardly waits, and Ctrl-C is still heeded soon."""
SWITCH_SECONDS = 2e-4
"""How long a thread that adds up may keep those waiting that keep the GPUs busy. Python's own 5 ms are a fifth of the
time of a batch, each time."""
MOST_BYTES = 64 << 20
"""How much of a GPU's memory a batch takes."""
ON_THE_PROCESSOR = (
    "The GPU cannot run this job: its shoes run out too often, or need too much memory. The processor ran it."
)

_Done = tuple[ChunkBatch, Iterator[Totals], float]


class Cuda:
    def __init__(self, workers: int | None = None, devices: Sequence[WalkingDevice] | None = None) -> None:
        self._devices = cuda_devices() if devices is None else devices
        self._workers = workers
        self._prepared: tuple[Job, list[TableWalk]] | None = None
        self.note = ""
        """What is to be said of the run."""

    def prepare(self, job: Job) -> None:
        """Compile what the job needs and bring its tables to the GPUs."""
        self._walks(job)

    def results(self, job: Job, seed: int, tasks: Iterable[Task]) -> Results:
        walks = self._walks(job)
        if not walks:
            self.note = ON_THE_PROCESSOR
            yield from self._on_the_processor(job, seed, tasks)
            return
        crew = _Crew(walks)
        supply = _Supply(seed, tasks)
        usual = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        try:
            while crew.fill(supply):
                batch, totals, seconds = crew.take()
                for task, found in zip(batch.tasks, totals, strict=True):
                    yield task.number, Chunk(found, seconds / len(batch.tasks))
        finally:
            sys.setswitchinterval(usual)
            crew.close()

    def agrees(self, job: Job, seed: int, rounds: int) -> bool:
        """Whether GPUs count the first rounds of a run, of its first chunk at most, as the processor does."""
        task = Task(0, min(rounds, CHUNK_ROUNDS))
        ((_, chunk),) = self.results(job, seed, [task])
        return chunk.totals == job.run(seed, task).totals

    def close(self) -> None:
        self._prepared = None

    def _walks(self, job: Job) -> list[TableWalk]:
        """The job on each GPU; none where it is the processor's."""
        if self._prepared is None or self._prepared[0] is not job:
            walks = [walk_of(job, device) for device in self._devices]
            self._prepared = (job, [] if None in walks else [walk for walk in walks if walk is not None])
        return self._prepared[1]

    def _on_the_processor(self, job: Job, seed: int, tasks: Iterable[Task]) -> Results:
        threads = Threads(self._workers)
        try:
            yield from threads.results(job, seed, tasks)
        finally:
            threads.close()


class _Supply:
    """Tasks in batches of the same number of rounds: the last chunk of a run may have fewer, and goes by itself."""

    def __init__(self, seed: int, tasks: Iterable[Task]) -> None:
        self._seed, self._tasks = seed, iter(tasks)
        self._next = next(self._tasks, None)

    def batch(self, most: int) -> ChunkBatch | None:
        taken: list[Task] = []
        while self._next is not None and len(taken) < most and (not taken or self._next.rounds == taken[0].rounds):
            taken.append(self._next)
            self._next = next(self._tasks, None)
        return ChunkBatch(self._seed, tuple(taken)) if taken else None


class _Crew:
    """A thread for each GPU, all of them taking from one queue."""

    def __init__(self, walks: list[TableWalk]) -> None:
        self._given: SimpleQueue[ChunkBatch | None] = SimpleQueue()
        self._done: SimpleQueue[_Done | BaseException] = SimpleQueue()
        self._most = max(1, min(MOST_CHUNKS, MOST_BYTES // max(walk.chunk_bytes for walk in walks)))
        self._size = min(FIRST_CHUNKS, self._most)
        self._room = PER_DEVICE * len(walks)
        self._under_way = 0
        self._threads = [
            threading.Thread(target=_attend, args=(walk, self._given, self._done), name="croupier GPU", daemon=True)
            for walk in walks
        ]
        for thread in self._threads:
            thread.start()

    def fill(self, supply: _Supply) -> bool:
        """Give out batches while there is room; whether any is under way."""
        while self._under_way < self._room and (batch := supply.batch(self._size)) is not None:
            self._given.put(batch)
            self._under_way += 1
        return self._under_way > 0

    def take(self) -> _Done:
        done = self._done.get()
        if isinstance(done, BaseException):
            raise done
        self._under_way -= 1
        if done[2] < BATCH_SECONDS / 2 and len(done[0].tasks) == self._size:
            self._size = min(2 * self._size, self._most)
        return done

    def close(self) -> None:
        for _ in self._threads:
            self._given.put(None)
        for thread in self._threads:
            thread.join()


def _attend(walk: TableWalk, given: SimpleQueue[ChunkBatch | None], done: SimpleQueue[_Done | BaseException]) -> None:
    """Keep a GPU busy: the next batches are begun before the last one is fetched."""
    waiting: deque[tuple[ChunkBatch, Finish]] = deque()
    last = time.perf_counter()
    try:
        while True:
            try:
                batch = given.get(block=not waiting)
            except Empty:
                pass
            else:
                if batch is None:
                    return
                if not waiting:
                    last = time.perf_counter()
                waiting.append((batch, walk.begin(batch)))
                if len(waiting) < BEGUN:
                    continue
            ended, finish = waiting.popleft()
            totals = finish()
            now = time.perf_counter()
            done.put((ended, totals, now - last))
            last = now
    except BaseException as error:  # noqa: BLE001 - it is raised again where the results are awaited
        done.put(error)
