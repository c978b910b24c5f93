"""Several workers at one port: a parent that starts them, starts one again that dies or hangs, and ends them all when
it ends.

Each worker is a process of its own with everything that a server has. It hears from its parent by standard input: what
it is to do, and then nothing until the end, which is its sign to stop. So no worker outlives a parent that was killed;
and one that cannot stop in good order ends after a while without it. Its parent hears a heartbeat from it in turn, by
standard output. A worker that hangs keeps the connections that the system hands to it, so it is killed: the others get
all that come from then on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier import child_process
from croupier.serve.process.heartbeat import BEAT_SECONDS, MISSED_BEATS, hangs, tell_systemd
from croupier.serve.process.server import STOP_SECONDS, Opened, ServerPlace, Worker, heard, resolved, taken
from croupier.serve.process.settings import ServerSettings

LOG = logging.getLogger("croupier.serve")
COMMAND = (sys.executable, "-m", "croupier.cli.worker")
START_SECONDS = 600
"""A worker reads what every table has done since its last snapshot before it can be reached. That takes seconds, on a
large floor perhaps minutes; one that takes longer hangs, and is killed."""
END_SECONDS = 3 * STOP_SECONDS
"""A worker stops in three steps, which take so long at most."""
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


def run_many(place: ServerPlace, settings: ServerSettings, workers: int, opened: Opened) -> int:
    """Until a signal stops it: the status. Raises what stands in the way before anything is started."""
    with taken(place) as found, _kept(found):
        return asyncio.run(_Parent(found, settings, workers, opened).run())


@contextlib.contextmanager
def _kept(place: ServerPlace) -> Iterator[None]:
    """The port stays ours while a worker is away: bound beside theirs, and not listening."""
    family, where = resolved(place.host, place.port)
    with socket.socket(family, socket.SOCK_STREAM) as keeper:
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        keeper.bind(where)
        yield


class _Parent:
    def __init__(self, place: ServerPlace, settings: ServerSettings, workers: int, opened: Opened) -> None:
        self._place, self._settings, self._workers, self._opened = place, settings, workers, opened
        self._stop = asyncio.Event()
        self._running: set[Process] = set()
        self._restarts: Counter[tuple[int, str]] = Counter()
        """Of each place, by what befell the worker before."""

    async def run(self) -> int:
        with heard(self._stop, with_input=self._place.ends_with_input):
            # The first makes the tables, and the house's first things; the others find them there.
            starting, stopping = asyncio.create_task(self._started(0)), asyncio.create_task(self._stop.wait())
            await asyncio.wait((starting, stopping), return_when=asyncio.FIRST_COMPLETED)
            if self._stop.is_set():
                starting.cancel()
                await asyncio.wait((starting,), timeout=END_SECONDS)
                return await self._ended(0)
            first, listening = starting.result()
            if listening is None:
                stopping.cancel()
                return await _status(first)
            keeping = [asyncio.create_task(self._keep(0, first))]
            keeping += [asyncio.create_task(self._keep(number, None)) for number in range(1, self._workers)]
            self._opened(listening.address, listening.token)
            tell_systemd("READY=1")
            await self._stopped(stopping)
            tell_systemd("STOPPING=1")
            for task in keeping:
                task.cancel()
            await asyncio.gather(*keeping, return_exceptions=True)
            return await self._ended(0)

    async def _stopped(self, stopping: asyncio.Task[Any]) -> None:
        """Until then systemd hears that the parent is at work: it watches over the workers itself."""
        while not stopping.done():
            tell_systemd("WATCHDOG=1")
            await asyncio.wait((stopping,), timeout=BEAT_SECONDS)

    async def _keep(self, number: int, process: Process | None) -> None:
        """The worker of that number, or the one that comes after it. No error ends this: nobody else would notice."""
        loop, pause = asyncio.get_running_loop(), AGAIN_SECONDS
        while True:
            began = loop.time()
            try:
                if process is None:
                    process, _ = await self._started(number, again=number == 0)
                why = await _befell(process)
            except Exception:
                LOG.exception("the worker at place %d is lost: another is started", number)
                why = "lost"
            if process is not None:
                await self._gone(process)
            self._restarts[number, why] += 1
            pause = AGAIN_SECONDS if loop.time() - began >= STEADY_SECONDS else min(2 * pause, LONGEST_SECONDS)
            process = None
            await asyncio.sleep(pause)

    async def _gone(self, process: Process) -> None:
        """Whatever state it is in: where one stays behind, two are at work in one place."""
        _kill(process)
        await process.wait()
        self._running.discard(process)

    async def _started(self, number: int, *, again: bool = False) -> tuple[Process, Listening | None]:
        """A worker that can be reached; nothing is heard of one that ended instead."""
        # In a session of its own: Ctrl-C at the terminal is for the parent, which then ends all in good order.
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, start_new_session=True)
        self._running.add(process)
        try:
            return process, await self._listening(process, number, again=again)
        except Exception:
            await self._gone(process)
            raise

    async def _listening(self, process: Process, number: int, *, again: bool) -> Listening | None:
        """Tells it what to do, and hears where it can be reached."""
        is_first = number == 0 and not again
        place = replace(
            self._place,
            ends_with_input=True,
            upgrade=self._place.upgrade and is_first,
            metrics=None if self._place.metrics is None else self._place.metrics.beside(number),
        )
        assert process.stdin is not None  # noqa: S101  asked for above
        with contextlib.suppress(ConnectionError):
            restarts = {why: times for (place_of, why), times in self._restarts.items() if place_of == number}
            process.stdin.write(told(Worker(place, self._settings, is_first, restarts)))
            await process.stdin.drain()
        line = await _first_line(process, None if place.upgrade else START_SECONDS)
        if line:
            LOG.info("worker %d is at work", process.pid)
        return msgspec.json.decode(line, type=Listening) if line else None

    async def _ended(self, status: int) -> int:
        """In good order, and whoever takes too long is cut."""
        for process in self._running:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        waiting = [asyncio.create_task(process.wait()) for process in self._running]
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=END_SECONDS)
            if late:
                LOG.warning("%d workers were cut", len(late))
            for process in self._running:
                _kill(process)
            await asyncio.wait(waiting, timeout=child_process.KILL_SECONDS)
        return status


async def _first_line(process: Process, seconds: float | None) -> bytes:
    """Nothing where it has ended, or is killed because it took too long. An upgrade takes as long as it takes: the
    operator has asked for it, and may stop it."""
    assert process.stdout is not None  # noqa: S101  asked for where it was started
    try:
        async with asyncio.timeout(seconds):
            return await process.stdout.readline()
    except TimeoutError:
        LOG.warning("worker %d cannot be reached after %d seconds: it is killed", process.pid, START_SECONDS)
        _kill(process)
        return b""


async def _befell(process: Process) -> str:
    """Once it is gone: `ended` by itself, or `hung` and was killed."""
    assert process.stdout is not None  # noqa: S101  asked for where it was started
    hung = await hangs(process.stdout)
    if hung:
        LOG.error("worker %d hangs: nothing was heard of it for %d heartbeats", process.pid, MISSED_BEATS)
        _kill(process)
    status = await _status(process)
    LOG.error("worker %d ended with %d: another is started", process.pid, status)
    return "hung" if hung else "ended"


async def _status(process: Process) -> int:
    """Of one that is ending."""
    try:
        async with asyncio.timeout(END_SECONDS):
            return await process.wait()
    except TimeoutError:
        _kill(process)
        return 1


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
