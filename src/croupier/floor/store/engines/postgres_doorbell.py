"""The doorbell on PostgreSQL: NOTIFY after a commit, never in the transaction that writes.

Two threads with a connection each: one rings, one listens. What is lost with a connection costs latency and no more,
for every server also looks by itself now and then.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

import psycopg

CHANNEL = "croupier"
PAUSE_SECONDS = 0.005
"""Between two rings: what moves meanwhile is rung in one."""
AGAIN_SECONDS = 0.5
"""After a connection was lost."""
LONGEST = 7_900
"""Bytes of one notification; PostgreSQL takes fewer than 8000."""

Connect = Callable[[], "psycopg.Connection[tuple[object, ...]]"]
Heard = Callable[[frozenset[str] | None], None]


def payloads(own: str, streams: Iterable[str]) -> Iterator[str]:
    """Who rings, and then the streams that moved, in as many notifications as they need."""
    text = own
    for stream in sorted(streams):
        if len((text + " " + stream).encode()) > LONGEST:
            yield text
            text = own
        text += " " + stream
    yield text


class PostgresBell:
    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._own = secrets.token_hex(4)
        self._moved: set[str] = set()
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._closing = threading.Event()
        self.is_listening = False
        self._threads: list[threading.Thread] = []

    def open(self, heard: Heard) -> None:
        """From now on `heard` is called, in this loop, with the streams that others moved; with nothing for "any"."""
        loop = asyncio.get_running_loop()

        def tell(streams: frozenset[str] | None) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody listens any more
                loop.call_soon_threadsafe(heard, streams)

        for name, work in (("listens", lambda: self._listen(tell)), ("rings", self._ring_on)):
            thread = threading.Thread(target=self._keep_on, args=(work,), name=f"croupier-{name}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def ring(self, stream: str) -> None:
        with self._lock:
            self._moved.add(stream)
        self._wake.set()

    def close(self) -> None:
        """What was rung is sent, and with it a word to ourselves, which wakes the one who listens."""
        self._closing.set()
        self._wake.set()
        for thread in self._threads:
            thread.join(2 * AGAIN_SECONDS)

    # The threads

    def _keep_on(self, work: Callable[[], None]) -> None:
        while not self._closing.is_set():
            with suppress(psycopg.Error):
                work()
            self._closing.wait(AGAIN_SECONDS)

    def _ring_on(self) -> None:
        with self._connect() as connection:
            while True:
                self._wake.wait()  # `close` sets it, too
                self._wake.clear()
                is_last = self._closing.is_set()
                with self._lock:
                    moved, self._moved = self._moved, set()
                for payload in payloads(self._own, moved):
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
                if is_last:
                    return
                self._closing.wait(PAUSE_SECONDS)

    def _listen(self, tell: Heard) -> None:
        with self._connect() as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            tell(None)  # whatever was rung before we listened
            self.is_listening = True
            try:
                self._hear(connection, tell)
            finally:
                self.is_listening = False

    def _hear(self, connection: psycopg.Connection[tuple[object, ...]], tell: Heard) -> None:
        for notify in connection.notifies():
            own, *streams = notify.payload.split(" ")
            if self._closing.is_set():
                return
            if own != self._own:
                tell(frozenset(streams))
