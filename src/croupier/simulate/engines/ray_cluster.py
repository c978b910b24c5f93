"""A Ray cluster, with croupier installed on all its machines; the address `local` starts one on this machine."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterable
from typing import Any

from croupier import __version__
from croupier.simulate.engines.engine import Failed, Results, Unavailable, cores
from croupier.simulate.engines.flight import Flight, Patience, line
from croupier.simulate.engines.remote import CLUSTER_LOSSES, Census, run
from croupier.simulate.job import Job, Task

ANSWER_SECONDS = 5.0
LOOK_SECONDS = 1.0
"""How often it is seen to whether the cluster is still there, while no chunk comes in."""
COLLECT_SECONDS = 60.0
"""How long a chunk that is done may take to come. Where its machine went just then it may never: it is run again."""
LOCAL = "local"
LOCAL_STORE_BYTES = 256 << 20
"""Ray would take a third of the memory for objects; a job and its chunks are small."""
RETRIES = 3


class Ray:
    def __init__(self, address: str, *, workers: int | None = None, answer_seconds: float = ANSWER_SECONDS) -> None:
        self._ray = _imported()
        self._owner = not self._ray.is_initialized()
        if self._owner:
            _keep_off_standard_output(self._ray)
            _connect(self._ray, address, workers, answer_seconds)

    def results(self, job: Job, seed: int, tasks: Iterable[Task]) -> Results:
        flight: Flight[Any] = Flight(tasks, 1)
        patience = Patience(CLUSTER_LOSSES)
        census = Census(lambda: int(self._ray.cluster_resources().get("CPU", 0)))
        given = self._ray.put(job)
        remote = self._ray.remote(max_retries=RETRIES)(run)
        # What is under way when this is closed runs out by itself, two chunks a core at most. To cancel a task just as
        # it completes ends the whole process, in Ray 2.60.
        while self._launch(flight, census, lambda task: remote.remote(given, seed, task, __version__)):
            for reference in self._ray.wait(list(flight.under_way), num_returns=1, timeout=LOOK_SECONDS)[0]:
                try:
                    chunk = self._ray.get(reference, timeout=COLLECT_SECONDS)
                except self._ray.exceptions.RayError as error:
                    patience.loss(_lost(self._ray, error))
                    flight.again(reference)
                else:
                    patience.progress()
                    yield flight.landed(reference), chunk

    def _launch(self, flight: Flight[Any], census: Census, start: Any) -> bool:
        flight.staff(census.cores())
        return flight.launch(start)

    def close(self) -> None:
        if self._owner:
            self._ray.shutdown()


def _lost(ray: Any, error: Exception) -> str:
    """How a worker was lost. An error of the job's own comes wrapped."""
    if isinstance(error, ray.exceptions.RayTaskError):
        cause = error.cause if isinstance(error.cause, Exception) else error
        if isinstance(cause, ModuleNotFoundError):
            raise Failed(f"A Ray worker lacks a part of the program: {line(cause)}") from error
        raise cause
    return line(error)


def _imported() -> Any:
    # Ray reads this when it is imported.
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError as error:
        raise Unavailable("Ray is not installed: pip install 'croupier[ray]'") from error
    return ray


def _keep_off_standard_output(ray: Any) -> None:
    """Ray prints there that a worker died, however quiet it is told to be; and there may stand a JSON document."""

    def note(data: Any, *_: Any, **__: Any) -> None:
        logging.getLogger(__name__).info("%s", "\n".join(map(str, data["lines"])))

    if hasattr(ray._private.worker, "print_to_stdstream"):  # noqa: SLF001 - no option of its own does it
        ray._private.worker.print_to_stdstream = note  # noqa: SLF001


def _connect(ray: Any, address: str, workers: int | None, answer_seconds: float) -> None:
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address == LOCAL:
        ray.init(
            LOCAL,
            num_cpus=workers or cores(),
            object_store_memory=LOCAL_STORE_BYTES,
            include_dashboard=False,
            **quiet,
        )
        return
    _knock(address, answer_seconds)
    try:
        ray.init(address, **quiet)
    except (OSError, ValueError, RuntimeError) as error:
        raise Unavailable(f"No Ray cluster answers at {address}: {line(error)}") from error


def _knock(address: str, answer_seconds: float) -> None:
    """Ray itself would try for a minute before it says that nobody is there."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=answer_seconds).close()
    except (OSError, OverflowError) as error:
        raise Unavailable(f"No Ray cluster answers at {address}: {line(error)}") from error
