"""Who keeps a connection that does nothing is cut, and nobody has more of them than others need.

Granian takes connections, and has no eye for them: it knows no address before a request has come, no client that stops
reading, and no cap but one for all. So a thread looks each second at the connections that this process has, as the
system sees them, and shuts down those that are in the way. Granian notices, as when a client goes. Nothing here costs
a request anything.

What is asked of the system is Linux's. Elsewhere only Granian's own times hold; put a proxy before it there.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import stat
import struct
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from prometheus_client import Counter, Gauge

from croupier.floor.metrics import REGISTRY
from croupier.serve.process.settings import ServerSettings
from croupier.serve.security.rates import address_key

LOG = logging.getLogger("croupier.serve")
LOOK_SECONDS = 1.0
END_SECONDS = 5
"""For a look that is under way when the server ends: no server waits for it any longer."""
FIRST_BYTE_SECONDS = 5
"""Who has sent nothing by then is cut."""
UNREAD_SECONDS = 20
"""Who has taken nothing of what waits for them for so long does not read."""
IDLE_SECONDS = 180
"""A page's socket says something every half minute, and a browser that has gone without a word says nothing."""
AWAITING_SECONDS = 3600
"""Who waits for our answer says nothing meanwhile. To verify a large house takes many minutes."""
OWN_SECONDS = 5
MOST_ROOM = 16_384
OTHER_FILES = 512
"""Files that are no connections of players: the database, the page, the metrics."""
NEARLY_FULL = 0.8
"""Of the room. From there on the most silent ones go at once: the rest is for those who come."""
_INFO_BYTES = 192
_LAST_SENT, _LAST_RECEIVED, _ACKED_AND_RECEIVED = 44, 52, 120
"""Where these stand in Linux's `struct tcp_info`."""
_NEEDED_BYTES = _ACKED_AND_RECEIVED + 16
_SIOCOUTQ = 0x5411
"""Asks how many bytes the other side has not acknowledged."""

CONNECTIONS = Gauge("croupier_connections", "Connections that are open, sockets among them", registry=REGISTRY)
CUT = Counter("croupier_connections_cut", "Connections that were cut, by reason", ("why",), registry=REGISTRY)


class CannotBeAsked(Exception):  # noqa: N818
    """The system says too little of its connections."""


class ConnectionSeen(Struct, frozen=True):
    """One of them, as the system sees it."""

    id: int
    """The system's number for it, which stays the same for as long as it lives."""
    file: int
    address: str
    received: int
    """Bytes that came, from the beginning."""
    taken: int
    """Bytes that the other side has acknowledged."""
    waiting: int
    """Bytes that it has not."""
    idle: float
    """Seconds since anything came or went."""
    is_awaiting: bool = False
    """Whether what came last came from there: they wait for our answer."""


class LastLook(Struct):
    """What is remembered of one between two looks."""

    first: float
    taken: int
    taken_at: float


def room() -> int:
    """How many connections this process can hold, as many as the system lets it. More than may wait in the backlog."""
    if sys.platform == "win32":
        return MOST_ROOM
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < MOST_ROOM + OTHER_FILES:
        wanted = MOST_ROOM + OTHER_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_ROOM + OTHER_FILES)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_ROOM if soft == resource.RLIM_INFINITY else max(soft // 2, min(MOST_ROOM, soft - OTHER_FILES))


class Doorkeeper:
    def __init__(
        self,
        settings: ServerSettings,
        places: int,
        now: Callable[[], float] = time.monotonic,
        *,
        has_figures: bool = False,
    ) -> None:
        self._settings, self._places, self._now = settings, places, now
        self._seen: dict[int, LastLook] = {}
        self._has_figures = has_figures
        """Whether bytes were ever seen to come. Some systems know the question and answer it with zeros (gVisor)."""

    def choose(self, connections: Iterable[ConnectionSeen]) -> dict[str, list[ConnectionSeen]]:
        """Those to be cut, by why."""
        now, there = self._now(), tuple(connections)
        self._remember(there, now)
        chosen: dict[str, list[ConnectionSeen]] = defaultdict(list)
        staying = []
        for each in there:
            if why := self._why(each, now):
                chosen[why].append(each)
            else:
                staying.append(each)
        households: dict[str, list[ConnectionSeen]] = defaultdict(list)
        for each in staying:
            if each.address not in self._settings.trusted:
                households[address_key(each.address)].append(each)
        for household in households.values():
            # Who came first stays: whoever opens more and more does so at their own cost.
            household.sort(key=lambda each: (each.received == 0, self._seen[each.id].first))
            chosen["address"] += household[self._settings.connections :]
        gone = {each.id for each in chosen["address"]}
        # Here who plays stays: others may have been quick to come, and say nothing since.
        left = sorted(
            (each for each in staying if each.id not in gone), key=lambda each: (each.received == 0, each.idle)
        )
        chosen["room"] += left[int(self._places * NEARLY_FULL) :]
        return {why: cut for why, cut in chosen.items() if cut}

    def _remember(self, there: tuple[ConnectionSeen, ...], now: float) -> None:
        self._has_figures = self._has_figures or any(each.received for each in there)
        before, self._seen = self._seen, {}
        for each in there:
            seen = before.get(each.id) or LastLook(now, each.taken, now)
            if each.waiting == 0 or each.taken != seen.taken:
                seen.taken, seen.taken_at = each.taken, now
            self._seen[each.id] = seen

    def _why(self, each: ConnectionSeen, now: float) -> str:
        seen = self._seen[each.id]
        if not self._has_figures:
            return ""
        if each.received == 0 and now - seen.first >= FIRST_BYTE_SECONDS:
            return "silent"
        if now - seen.taken_at >= UNREAD_SECONDS:
            return "unread"
        return "idle" if each.idle >= (AWAITING_SECONDS if each.is_awaiting else IDLE_SECONDS) else ""


def connections_at(port: int) -> Iterator[ConnectionSeen]:
    """All that this process has there."""
    for path in Path("/proc/self/fd").iterdir():
        # What is no socket, or none that is connected, is an error of the system's.
        with contextlib.suppress(OSError), _socket(int(path.name)) as sock:
            if sock.family in (socket.AF_INET, socket.AF_INET6) and sock.getsockname()[1] == port:
                yield _described(int(path.name), sock)


@contextlib.contextmanager
def _socket(file: int) -> Iterator[socket.socket]:
    """It is looked at where it is, and never copied: closing a copy of the database's file would drop the locks that
    this process has on it, and another process could then write into it at the same time."""
    if not stat.S_ISSOCK(os.fstat(file).st_mode):
        raise OSError("not a socket")
    sock = socket.socket(fileno=file)
    try:
        yield sock
    finally:
        sock.detach()


def _described(file: int, sock: socket.socket) -> ConnectionSeen:
    import fcntl

    info = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO_BYTES)
    if len(info) < _NEEDED_BYTES:
        raise CannotBeAsked
    taken, received = struct.unpack_from("QQ", info, _ACKED_AND_RECEIVED)
    since_sent, since_received = (struct.unpack_from("I", info, at)[0] for at in (_LAST_SENT, _LAST_RECEIVED))
    idle = min(since_sent, since_received) / 1000
    (waiting,) = struct.unpack("i", fcntl.ioctl(sock.fileno(), _SIOCOUTQ, bytes(4)))
    id, address = os.fstat(sock.fileno()).st_ino, str(sock.getpeername()[0]).removeprefix("::ffff:")
    return ConnectionSeen(id, file, address, received, taken, waiting, idle, since_received < since_sent)


def has_figures() -> bool:
    """Whether the system counts bytes, tried at a connection of our own: those of others may come and go between two
    looks, and silent ones would stay until one is seen that talks. Raises `CannotBeAsked`."""
    with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", 0)) as listening:
        where = listening.getsockname()
        with socket.create_connection(where, OWN_SECONDS) as client, listening.accept()[0] as heard:
            heard.settimeout(OWN_SECONDS)
            client.sendall(b"?")
            heard.recv(1)
            return _described(heard.fileno(), heard).received > 0
    return False


def _cut(each: ConnectionSeen) -> None:
    with contextlib.suppress(OSError), _socket(each.file) as sock:
        if os.fstat(sock.fileno()).st_ino == each.id:
            sock.shutdown(socket.SHUT_RDWR)


def look(keeper: Doorkeeper, port: int) -> None:
    """Once."""
    found = tuple(connections_at(port))
    CONNECTIONS.set(len(found))
    chosen = keeper.choose(found)
    for why, those in chosen.items():
        CUT.labels(why).inc(len(those))
        for each in those:
            _cut(each)
    if chosen:
        counts = {why: len(those) for why, those in chosen.items()}
        known = {"known": {**counts, "connections": len(found)}}
        LOG.warning("cut %d of %d connections", sum(counts.values()), len(found), extra=known)


@contextlib.contextmanager
def keeping(port: int, settings: ServerSettings, places: int) -> Iterator[None]:
    """In here, where the system is one that can be asked."""
    if sys.platform != "linux":
        yield
        return
    ended = threading.Event()

    def work() -> None:
        try:
            watch(Doorkeeper(settings, places, has_figures=has_figures()))
        except CannotBeAsked:
            LOG.warning("this system does not say what becomes of connections: put a proxy before the server")

    def watch(keeper: Doorkeeper) -> None:
        while not ended.wait(LOOK_SECONDS):
            try:
                look(keeper, port)
            except CannotBeAsked:
                raise
            except Exception:
                LOG.exception("an error of ours at the door")

    thread = threading.Thread(target=work, name="doorkeeper", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(END_SECONDS)
