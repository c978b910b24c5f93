"""The port at which workers call each other: silent callers, other keys, replays and malformed packets (A44)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from croupier.floor.store.port import StoreFailed
from croupier.serve.relay import door
from croupier.serve.relay.addresses import peer_address
from croupier.serve.relay.door import MOST_WAITING, Door
from croupier.serve.relay.link import Link
from croupier.serve.relay.messages import (
    LARGEST_PACKET,
    Greeting,
    Message,
    NotOneOfUs,
    StillHere,
    call,
    link_key,
    packet,
)

KEY = link_key(bytes(range(64)))
OTHER_KEY = link_key(bytes(64))
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Answering:
    """A worker's own port, and who came in by it."""

    def __init__(self) -> None:
        self.door, self.came = Door(KEY), list[str]()
        self.heard: list[Message] = []
        self.open = 0

    async def called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open += 1
        try:
            if worker := await self.door.admit(reader, writer, "b@home"):
                self.came.append(worker)
                await Link(worker, reader, writer, lambda _, message: self.heard.append(message)).run()
        finally:
            self.open -= 1
            writer.transport.abort()


def with_port(attack: Callable[[Answering, Callable[[], Awaitable[Ends]]], Awaitable[None]]) -> None:
    async def main() -> None:
        answering = Answering()
        server = await asyncio.start_server(answering.called, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with asyncio.timeout(30), server:
            await attack(answering, lambda: asyncio.open_connection("127.0.0.1", port))

    asyncio.run(main())


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():  # noqa: ASYNC110  what is looked at has no event
            await asyncio.sleep(0.01)


def test_A44_silent_callers_hold_no_more_than_a_few_places_and_no_worker_up(caplog: pytest.LogCaptureFixture) -> None:
    async def attack(answering: Answering, connect: Callable[[], Awaitable[Ends]]) -> None:
        silent = [await connect() for _ in range(400)]
        await until(lambda: answering.open <= MOST_WAITING)
        reader, writer = await connect()
        await call(reader, writer, KEY, "a@home", "b@home")
        await until(lambda: answering.came == ["a@home"])
        for _, each in (*silent, (reader, writer)):
            each.transport.abort()
        await until(lambda: answering.open == 0)

    with caplog.at_level(logging.WARNING, "croupier.relay"):
        with_port(attack)
    assert sum("were refused" in each.message for each in caplog.records) == 1, "nobody fills the log by calling"


def test_A44_a_door_without_a_bound_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: everybody waits for five seconds."""
    monkeypatch.setattr(door, "MOST_WAITING", 10_000)

    async def attack(answering: Answering, connect: Callable[[], Awaitable[Ends]]) -> None:
        silent = [await connect() for _ in range(100)]
        await asyncio.sleep(0.3)
        assert answering.open == 100 > MOST_WAITING
        for _, each in silent:
            each.transport.abort()

    with_port(attack)


def test_A44_another_key_does_not_come_in_and_hears_no_proof_that_serves_it() -> None:
    async def attack(answering: Answering, connect: Callable[[], Awaitable[Ends]]) -> None:
        with pytest.raises(NotOneOfUs, match="another house key"):
            await call(*await connect(), OTHER_KEY, "a@home", "b@home")
        with pytest.raises(NotOneOfUs, match="answers"):
            await call(*await connect(), KEY, "a@home", "c@home")
        await asyncio.sleep(0.05)
        assert answering.came == []

    with_port(attack)


async def _read(reader: asyncio.StreamReader) -> bytes:
    return await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big"))


def _framed(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def test_A44_what_was_said_once_opens_nothing_again() -> None:
    """Every byte of a good caller, sent once more; and the door's own proof, sent back to it."""

    class Noting:
        def __init__(self, writer: asyncio.StreamWriter) -> None:
            self.said, self._writer = b"", writer

        def write(self, data: bytes) -> None:
            self.said += data
            self._writer.write(data)

        async def drain(self) -> None:
            await self._writer.drain()

    async def attack(answering: Answering, connect: Callable[[], Awaitable[Ends]]) -> None:
        reader, writer = await connect()
        noting: Any = Noting(writer)
        await call(reader, noting, KEY, "a@home", "b@home")
        await until(lambda: len(answering.came) == 1)
        again, line = await connect()
        line.write(noting.said)
        assert await again.read() != b"", "it greets whoever greets"
        reflecting, mirror = await connect()
        mirror.write(_framed(msgspec.msgpack.encode(Greeting("a@home", bytes(32)))))
        await _read(reflecting)
        mirror.write(_framed(await _read(reflecting)))
        assert await reflecting.read() == b""
        assert answering.came == ["a@home"]

    with_port(attack)


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nHost: house\r\n\r\n",
        b"\xff\xff\xff\xff",
        _framed(b""),
        _framed(b"\xc1" * 100),
        _framed(msgspec.msgpack.encode(Greeting("a@home", b"short"))),
        _framed(msgspec.msgpack.encode(["a@home"])),
        _framed(msgspec.msgpack.encode(Greeting("a\r\n@home" * 50, bytes(32)))) + _framed(bytes(32)),
        _framed(b"x" * 2000),
    ],
)
def test_A44_what_is_no_greeting_is_cut_at_once(said: bytes) -> None:
    async def attack(answering: Answering, connect: Callable[[], Awaitable[Ends]]) -> None:
        reader, writer = await connect()
        writer.write(said)
        await reader.read()
        assert (answering.came, answering.open) == ([], 0)

    with_port(attack)


@pytest.mark.parametrize(
    "said",
    [
        (LARGEST_PACKET + 1).to_bytes(4, "big") + b"x",
        _framed(b"\xc1\xc1"),
        _framed(msgspec.msgpack.encode([["no such message", 1]])),
        _framed(msgspec.msgpack.encode([["said", "seven", 1]])),
    ],
)
def test_A44_a_packet_that_is_none_ends_the_link_and_nothing_else(said: bytes) -> None:
    async def attack(answering: Answering, connect: Callable[[], Awaitable[Ends]]) -> None:
        reader, writer = await connect()
        await call(reader, writer, KEY, "a@home", "b@home")
        writer.write(packet([StillHere()]) + said)
        await until(lambda: answering.came == ["a@home"] and answering.open == 0)
        assert answering.heard == [StillHere()]

    with_port(attack)


@pytest.mark.parametrize("host", ["10.0.0.1", "0.0.0.0", "house.example", "192.168.1.7", "::"])  # noqa: S104  refused
def test_A44_workers_of_several_machines_speak_tls_or_do_not_start(host: str) -> None:
    """The greeting proves the house key; what is passed on afterwards has people's tokens in it."""
    with pytest.raises(StoreFailed, match="with TLS only"):
        peer_address(host, None, None)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_A44_workers_of_one_machine_need_none(host: str) -> None:
    assert peer_address(host, None, None).host == host
