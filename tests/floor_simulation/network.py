"""Connections between servers, and between a player and a server: in order, late, stalled, or broken.

What is sent while two are apart waits, as TCP waits, until they are joined again or one of them gives up. Who is killed
breaks all that was connected to them.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from tests.floor_simulation.faults import Faults
from tests.floor_simulation.loop import OWNER, VirtualLoop

TRY_SECONDS = 0.25
"""Between two looks at whether those who were apart are joined."""
_CONNECT_SECONDS = 4.0
Called = Callable[[asyncio.StreamReader, Any], Awaitable[None]]


class Direction:
    """What one end of a connection hears."""

    def __init__(self, connection: Connection, hearer: str) -> None:
        self._connection, self._hearer = connection, hearer
        self._context = contextvars.copy_context()
        self._context.run(OWNER.set, hearer)
        self._waiting: deque[tuple[Callable[..., None], Any]] = deque()
        self._is_carrying = False

    def carry(self, deliver: Callable[..., None], what: Any) -> None:
        self._waiting.append((deliver, what))
        if not self._is_carrying:
            self._is_carrying = True
            self._later(self._connection.network.faults.way_to_player())

    def clear(self) -> None:
        self._waiting.clear()

    def _later(self, seconds: float) -> None:
        self._connection.network.loop.call_later(seconds, self._bring, context=contextvars.Context())

    def _bring(self) -> None:
        """In the name of nobody: neither end need be alive for what is on its way."""
        network, connection = self._connection.network, self._connection
        if network.faults.is_apart(connection.one, connection.other):
            self._later(TRY_SECONDS)
            return
        while self._waiting:
            deliver, what = self._waiting.popleft()
            network.loop.call_soon(deliver, what, context=self._context)
        self._is_carrying = False


class Connection:
    def __init__(self, network: Network, one: str, other: str) -> None:
        self.network, self.one, self.other = network, one, other
        self._directions = {one: Direction(self, one), other: Direction(self, other)}
        self._broken: dict[str, Callable[[None], None]] = {}
        self.is_broken = False

    def when_broken(self, owner: str, tell: Callable[[None], None]) -> None:
        self._broken[owner] = tell

    def send(self, to: str, deliver: Callable[..., None], what: Any) -> None:
        if self.is_broken:
            return
        if self.network.faults.lost_message("connection"):
            self.cut()
            return
        self._directions[to].carry(deliver, what)

    def cut(self) -> None:
        """Each end hears of it as soon as it can hear anything; what was on its way is lost."""
        if self.is_broken:
            return
        self.is_broken = True
        self.network.connections.pop(self, None)
        for owner, direction in self._directions.items():
            direction.clear()
            if owner in self._broken:
                direction.carry(self._broken[owner], None)


class Network:
    def __init__(self, loop: VirtualLoop, faults: Faults) -> None:
        self.loop, self.faults = loop, faults
        self.connections: dict[Connection, None] = {}
        """In the order in which they were made."""
        self._ports = count(1)
        self._listening: dict[int, tuple[str, Called]] = {}

    def connected(self, one: str, other: str) -> Connection:
        connection = Connection(self, one, other)
        self.connections[connection] = None
        return connection

    def killed(self, owner: str) -> None:
        self._listening = {port: place for port, place in self._listening.items() if place[0] != owner}
        for connection in tuple(self.connections):
            if owner in (connection.one, connection.other):
                connection.cut()

    # In place of asyncio's own

    async def start_server(self, called: Called, host: str, _port: int, **_: Any) -> _Listening:
        port = next(self._ports)
        self._listening[port] = OWNER.get(), called
        return _Listening(host, port)

    async def open_connection(self, _host: str, port: int, **_: Any) -> tuple[asyncio.StreamReader, Any]:
        caller = OWNER.get()
        await asyncio.sleep(self.faults.way_to_player())
        owner, called = self._listening.get(port, ("", None))
        if called is None:
            raise ConnectionRefusedError(f"nobody listens at {port}")
        if self.faults.is_apart(caller, owner):
            await asyncio.sleep(_CONNECT_SECONDS)
            raise TimeoutError(f"{owner} does not answer")
        connection = self.connected(caller, owner)
        ends = {each: Stream(self.loop, connection, each) for each in (caller, owner)}
        ends[caller].other, ends[owner].other = ends[owner], ends[caller]
        self.loop.start(owner, _heard(called, ends[owner]))
        return ends[caller].reader, ends[caller]


async def _heard(called: Called, stream: Stream) -> None:
    await called(stream.reader, stream)


class _Listening:
    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port

    @property
    def sockets(self) -> list[_Listening]:
        return [self]

    def getsockname(self) -> tuple[str, int]:
        return self._host, self._port

    def close(self) -> None:
        """Who is not there any more is killed."""


class Stream:
    """One end of a connection between servers, as asyncio's StreamWriter has it, with its reader."""

    def __init__(self, loop: VirtualLoop, connection: Connection, owner: str) -> None:
        self.reader = asyncio.StreamReader(loop=loop)  # type: ignore[arg-type]
        self._connection, self._owner = connection, owner
        self.other: Stream | None = None
        connection.when_broken(owner, self._end)

    @property
    def transport(self) -> Stream:
        return self

    def write(self, data: bytes) -> None:
        assert self.other is not None
        self._connection.send(self.other._owner, self.other._hear, bytes(data))

    async def drain(self) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0

    def abort(self) -> None:
        self._connection.cut()
        self._end(None)

    def _hear(self, data: bytes) -> None:
        if not self.reader.at_eof():
            self.reader.feed_data(data)

    def _end(self, _: None) -> None:
        self.reader.feed_eof()


class Socket:
    """A player's socket as the server has it."""

    def __init__(self, connection: Connection, server: str, player: str, hear: Callable[[str | None], None]) -> None:
        self._connection, self._server, self._player, self._hear = connection, server, player, hear
        self._said: deque[str | None] = deque()
        self._wake = asyncio.Event()
        self._is_free = False
        connection.when_broken(server, self._heard)
        connection.when_broken(player, hear)

    def say(self, text: str) -> None:
        """By the player."""
        self._connection.send(self._server, self._heard, text)

    def leave(self) -> None:
        self._connection.cut()

    def _heard(self, text: str | None) -> None:
        self._said.append(text)
        self._wake.set()

    async def receive(self) -> dict[str, Any]:
        while not self._said:
            self._wake.clear()
            await self._wake.wait()
        text = self._said.popleft()
        return {"type": "websocket.disconnect"} if text is None else {"type": "websocket.receive", "text": text}

    def at_once(self, text: str, /) -> bool:
        """Every other time: a text may still be on its way when the next one comes."""
        self._is_free = not self._is_free
        if self._is_free:
            self._connection.send(self._player, self._hear, text)
        return self._is_free

    async def send_text(self, data: str, /) -> None:
        self._connection.send(self._player, self._hear, data)

    async def close(self, code: int, reason: str, /) -> None:
        del code, reason
        self._connection.cut()
