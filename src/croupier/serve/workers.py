"""Several workers at one port: a parent that starts them, starts one again that dies, and ends them all when it ends.

Each worker is a process of its own with everything that a server has. It hears from its parent by standard input: what
it is to do, and then nothing until the end, which is its sign to stop. So no worker outlives a parent that was killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.serve.running import STOP_SECONDS, Opened, Place, Worker, heard, resolved, taken
from croupier.serve.settings import Settings

LOG = logging.getLogger("croupier.serve")
COMMAND = (sys.executable, "-m", "croupier.cli.worker")
AGAIN_SECONDS = 0.1
LONGEST_SECONDS = 5.0
"""Between two starts of a worker that dies at once."""
STEADY_SECONDS = 10
"""Who lived so long did not die of its start."""


class Listening(Struct, frozen=True):
    """What a worker says once, on standard output, when it can be reached."""

    address: str
    token: str | None = None


def told(worker: Worker) -> bytes:
    return msgspec.json.encode(worker, enc_hook=str) + b"\n"


def read_told(line: bytes) -> Worker:
    def path(_kind: type, text: Any) -> Path:
        return Path(text)

    return msgspec.json.decode(line, type=Worker, dec_hook=path)


def run_many(place: Place, settings: Settings, workers: int, opened: Opened) -> int:
    """Until a signal stops it: the status. Raises what stands in the way before anything is started."""
    with taken(place) as found, _kept(found):
        return asyncio.run(_Parent(found, settings, workers, opened).run())


@contextlib.contextmanager
def _kept(place: Place) -> Iterator[None]:
    """The port stays ours while a worker is away: bound beside theirs, and not listening."""
    family, where = resolved(place.host, place.port)
    with socket.socket(family, socket.SOCK_STREAM) as keeper:
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        keeper.bind(where)
        yield


class _Parent:
    def __init__(self, place: Place, settings: Settings, workers: int, opened: Opened) -> None:
        self._place, self._settings, self._workers, self._opened = place, settings, workers, opened
        self._stop = asyncio.Event()
        self._running: set[Process] = set()

    async def run(self) -> int:
        with heard(self._stop, with_input=self._place.ends_with_input):
            # The first makes the tables, and the house's first things; the others find them there.
            first, listening = await self._started(0)
            if listening is None:
                return await first.wait() if not self._stop.is_set() else await self._ended(0)
            keeping = [asyncio.create_task(self._keep(0, first))]
            keeping += [asyncio.create_task(self._keep(number, None)) for number in range(1, self._workers)]
            self._opened(listening.address, listening.token)
            await self._stop.wait()
            for task in keeping:
                task.cancel()
            await asyncio.gather(*keeping, return_exceptions=True)
            return await self._ended(0)

    async def _keep(self, number: int, process: Process | None) -> None:
        """The worker of that number, or the one that comes after it."""
        loop, pause = asyncio.get_running_loop(), AGAIN_SECONDS
        while True:
            began = loop.time()
            if process is None:
                process, _ = await self._started(number, again=number == 0)
            status = await process.wait()
            self._running.discard(process)
            pause = AGAIN_SECONDS if loop.time() - began >= STEADY_SECONDS else min(2 * pause, LONGEST_SECONDS)
            LOG.error("worker %d ended with %d: another is started", process.pid, status)
            process = None
            await asyncio.sleep(pause)

    async def _started(self, number: int, *, again: bool = False) -> tuple[Process, Listening | None]:
        """A worker that can be reached; nothing is heard of one that ended instead."""
        # In a session of its own: Ctrl-C at the terminal is for the parent, which then ends all in good order.
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, start_new_session=True)
        self._running.add(process)
        is_first = number == 0 and not again
        place = replace(
            self._place,
            ends_with_input=True,
            upgrade=self._place.upgrade and is_first,
            metrics=None if self._place.metrics is None else self._place.metrics.beside(number),
        )
        assert process.stdin is not None  # noqa: S101  asked for above
        assert process.stdout is not None  # noqa: S101
        with contextlib.suppress(ConnectionError):
            process.stdin.write(told(Worker(place, self._settings, is_first)))
            await process.stdin.drain()
        line = await process.stdout.readline()
        if line:
            LOG.info("worker %d is at work", process.pid)
        return process, msgspec.json.decode(line, type=Listening) if line else None

    async def _ended(self, status: int) -> int:
        """In good order, and whoever takes too long is cut."""
        for process in self._running:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        waiting = [asyncio.create_task(process.wait()) for process in self._running]
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=3 * STOP_SECONDS)
            if late:
                LOG.warning("%d workers were cut", len(late))
            for process in self._running:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await asyncio.gather(*waiting)
        return status
