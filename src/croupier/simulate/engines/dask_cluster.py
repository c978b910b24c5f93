"""A Dask cluster: `dask scheduler` on one machine, `dask worker ADDRESS` on the others, croupier installed on all."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterable
from typing import Any

from croupier import __version__
from croupier.simulate.engines.engine import Failed, Results, Unavailable
from croupier.simulate.engines.flight import Flight, Patience, line
from croupier.simulate.engines.remote import CLUSTER_LOSSES, Census, run
from croupier.simulate.job import Chunk, Job, Task

ANSWER_SECONDS = 5.0
LOOK_SECONDS = 1.0
"""How often it is seen to whether the cluster is still there, while no chunk comes in."""
POLL_SECONDS = 0.01
COLLECT_SECONDS = 5.0
"""How long a chunk that is done may take to come. Where its worker died just then it may never: it is run again."""
UNCOLLECTED = object()


class Dask:
    def __init__(self, address: str, *, answer_seconds: float = ANSWER_SECONDS) -> None:
        self._address = address
        self._client = _connected(address, answer_seconds)

    def results(self, job: Job, seed: int, tasks: Iterable[Task]) -> Results:
        flight: Flight[Any] = Flight(tasks, 1)
        patience = Patience(CLUSTER_LOSSES)
        census = Census(lambda: sum(self._client.nthreads().values()))
        landing = _Landing(self._client, job, seed)
        try:
            while self._launch(flight, landing, census):
                for future, outcome in landing.batch():
                    if isinstance(outcome, Chunk):
                        patience.progress()
                        yield flight.landed(future), outcome
                    else:
                        if outcome is not UNCOLLECTED:
                            patience.loss(_lost(outcome))
                        flight.again(future)
        finally:
            self._drop(list(flight.under_way))

    def _launch(self, flight: Flight[Any], landing: _Landing, census: Census) -> bool:
        if self._client.status != "running":
            raise Failed(f"The Dask scheduler at {self._address} is gone.")
        flight.staff(census.cores())
        return flight.launch(landing.start)

    def _drop(self, futures: list[Any]) -> None:
        if futures and self._client.status == "running":
            self._client.cancel(futures)

    def close(self) -> None:
        self._client.close()


class _Landing:
    """The futures of one run, and the job that they share."""

    def __init__(self, client: Any, job: Job, seed: int) -> None:
        from distributed import as_completed

        self._client = client
        self._seed = seed
        # The job goes to the cluster once. It is the result of a task and not scattered data, for that is lost with the
        # last worker that has it, and the result of a task is made again.
        self._job = client.submit(pickle.loads, pickle.dumps(job), pure=False)
        # It is not asked for results: where a worker dies between the end of a chunk and its collection, it forgets it.
        self._done = as_completed(loop=client.loop)

    def start(self, task: Task) -> Any:
        future = self._client.submit(run, self._job, self._seed, task, __version__, pure=False)
        self._done.add(future)
        return future

    def batch(self) -> list[tuple[Any, Any]]:
        """Each future that is done with its chunk, or with the error it ended with; none, after a while without any."""
        return [(future, _outcome(future)) for future in self._ended()]

    def _ended(self) -> list[Any]:
        # Dask itself would wait for ever where all workers are gone.
        deadline = time.monotonic() + LOOK_SECONDS
        while not self._done.has_ready() and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
        ended: list[Any] = self._done.next_batch(block=False)
        return ended


def _outcome(future: Any) -> Any:
    try:
        return future.result(timeout=COLLECT_SECONDS)
    except Exception as error:  # noqa: BLE001 - what it means is judged by `_lost`
        return UNCOLLECTED if future.status != "error" and isinstance(error, TimeoutError) else error


def _lost(error: BaseException) -> str:
    """How a worker was lost, or the scheduler with what it knew. Any other error is the job's own."""
    from distributed import CancelledError, KilledWorker

    if isinstance(error, CancelledError | KilledWorker):
        return line(error)
    if isinstance(error, ModuleNotFoundError):
        raise Failed(f"A Dask worker lacks a part of the program: {line(error)}") from error
    raise error


def _connected(address: str, answer_seconds: float) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise Unavailable("Dask is not installed: pip install 'croupier[dask]'") from error
    try:
        client = Client(address, timeout=answer_seconds, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Unavailable(f"No Dask scheduler answers at {address}: {line(error)}") from error
    try:
        client.wait_for_workers(1, timeout=answer_seconds)
    except TimeoutError as error:
        client.close()
        raise Unavailable(f"The Dask scheduler at {address} has no workers.") from error
    return client
