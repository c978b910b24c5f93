"""Processes of this machine: for jobs that hold the interpreter's lock, and for workers that may die."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import resource_tracker

from croupier import child_process
from croupier.simulate.engines.engine import Results, cores
from croupier.simulate.engines.flight import Flight, Patience
from croupier.simulate.job import Chunk, Job, Task

_given: list[tuple[Job, int]] = []
"""In a worker: the job and the seed, which came once and serve for all its chunks."""


class Processes:
    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or cores()

    def results(self, job: Job, seed: int, tasks: Iterable[Task]) -> Results:
        flight: Flight[Future[Chunk]] = Flight(tasks, self._workers)
        patience = Patience()
        pool = _Pool(job, seed, self._workers)
        try:
            while pool.launch(flight):
                for future in flight.in_order(pool.settled(flight)):
                    if isinstance(future.exception(), BrokenProcessPool):
                        flight.again(future)
                    else:
                        patience.progress()
                        yield flight.landed(future), future.result()
                if pool.broken:
                    patience.loss("a worker process ended abruptly")
                    pool.renew()
        finally:
            pool.close()

    def close(self) -> None:
        """Every run has its own pool, which ends with it."""


class _Pool:
    """A pool of processes that hold one job. When one of them is killed the whole pool breaks, and is made anew."""

    def __init__(self, job: Job, seed: int, workers: int) -> None:
        self._start = child_process.packed_start(_take, job, seed)
        self._workers = workers
        self.renew()

    def renew(self) -> None:
        self.broken = False
        self._pool = ProcessPoolExecutor(
            self._workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=child_process.begin,
            initargs=(self._start,),
        )

    def launch(self, flight: Flight[Future[Chunk]]) -> bool:
        try:
            with _ctrl_c_kept_from_children():
                return flight.launch(lambda task: self._pool.submit(_run, task))
        except BrokenProcessPool:
            self.broken = True
            return True

    def settled(self, flight: Flight[Future[Chunk]]) -> list[Future[Chunk]]:
        """What is done; where the pool broke, all that is under way, for then every future ends one way or another."""
        # A chunk takes as long as it takes. When a worker dies, its pool breaks and every future with it.
        done, _ = wait(flight.under_way, return_when=FIRST_COMPLETED)
        self.broken = self.broken or any(isinstance(future.exception(), BrokenProcessPool) for future in done)
        if not self.broken:
            return list(done)
        self._pool.shutdown()
        return list(flight.under_way)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def _ctrl_c_kept_from_children() -> Iterator[None]:
    """Ctrl-C goes to all processes of a terminal; what it means is for the one that conducts to say.

    Processes that start in here never hear it, not even while they start. This one hears it when it leaves.
    """
    if sys.platform == "win32":
        yield
        return
    # It lifts the block when it starts, so it must have started before.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _take(job: Job, seed: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _given.append((job, seed))


def _run(task: Task) -> Chunk:
    job, seed = _given[0]
    return job.run(seed, task)
