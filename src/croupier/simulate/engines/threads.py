"""Threads of this process: compiled kernels let go of the interpreter's lock, so all cores work."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial

from croupier.simulate.engines.engine import Results, cores
from croupier.simulate.engines.flight import Flight
from croupier.simulate.job import Chunk, Job, Task
from croupier.simulate.stopping import heeding


class Threads:
    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or cores()
        self._stop = threading.Event()
        self._pool = ThreadPoolExecutor(self._workers, thread_name_prefix="croupier")

    def results(self, job: Job, seed: int, tasks: Iterable[Task]) -> Results:
        flight: Flight[Future[Chunk]] = Flight(tasks, self._workers)
        try:
            while flight.launch(lambda task: self._pool.submit(heeding, self._stop, partial(job.run, seed, task))):
                # As long as a chunk takes: a thread of this process does not die without an answer.
                done, _ = wait(flight.under_way, return_when=FIRST_COMPLETED)
                for future in flight.in_order(done):
                    yield flight.landed(future), future.result()
        finally:
            for future in flight.under_way:
                future.cancel()

    def close(self) -> None:
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)
