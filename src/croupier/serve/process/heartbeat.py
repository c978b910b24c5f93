"""A sign of life each second, from the loop that answers requests: a server that hangs gives none.

Those who listen for it: the parent of several workers, systemd where it started us with a watchdog, and Prometheus.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable

from prometheus_client import Counter, Gauge

from croupier.floor.metrics import REGISTRY

BEAT_SECONDS = 1.0
MISSED_BEATS = 10
"""Who has missed so many hangs. A busy machine delays a beat by a second or two, seldom by more."""
BEAT = b"\n"

LAST_BEAT = Gauge("croupier_heartbeat_timestamp_seconds", "When the event loop last did something", registry=REGISTRY)
LAG = Gauge("croupier_loop_lag_seconds", "How late the last heartbeat was", registry=REGISTRY)
RESTARTS = Counter(
    "croupier_worker_restarts",
    "Workers started again in this place, by what had happened to them",
    ("why",),
    registry=REGISTRY,
)

Tell = Callable[[], None]


def tell_parent() -> None:
    """By standard output. A parent that does not read cannot hold us up: the beat is lost then."""
    with contextlib.suppress(OSError):
        os.set_blocking(sys.stdout.fileno(), False)
        os.write(sys.stdout.fileno(), BEAT)


def tell_systemd(state: str) -> None:
    """What a unit of `Type=notify` waits for, and what `WatchdogSec` watches; nothing where nobody asked."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where:
        return
    address = "\0" + where[1:] if where.startswith("@") else where
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notice:
        notice.setblocking(False)
        notice.sendto(state.encode(), address)


async def beat(tell: Tell) -> None:
    """For as long as the loop runs."""
    loop = asyncio.get_running_loop()
    while True:
        LAST_BEAT.set_to_current_time()
        tell()
        tell_systemd("WATCHDOG=1")
        due = loop.time() + BEAT_SECONDS
        await asyncio.sleep(BEAT_SECONDS)
        LAG.set(loop.time() - due)


@contextlib.asynccontextmanager
async def beating(tell: Tell) -> AsyncIterator[None]:
    """In here."""
    task = asyncio.create_task(beat(tell), name="heartbeat")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def hangs(signs: asyncio.StreamReader, seconds: float = BEAT_SECONDS) -> bool:
    """Wait until a worker ends, which is `False`, or has missed too many beats.

    Beats are counted, not seconds: where this process itself stood still, it has missed one and not a hundred.
    """
    missed = 0
    while missed < MISSED_BEATS:
        try:
            async with asyncio.timeout(seconds):
                if not await signs.readline():
                    return False
        except TimeoutError:
            missed += 1
        else:
            missed = 0
    return True
