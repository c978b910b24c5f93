"""What workers say to each other over their connection, and how they prove that they have one house key.

A packet is its length in four bytes and a list of messages in MessagePack: all that one turn of the loop has to say.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets

import msgspec
from msgspec import Struct

LARGEST_PACKET = 64 << 20
LARGEST_GREETING = 1024
HANDSHAKE_SECONDS = 5
_NONCE_BYTES = 32
_LENGTH_BYTES = 4


class OpenSocket(Struct, frozen=True, array_like=True, tag="open"):
    """A client's socket, to be held where this is heard."""

    socket: int
    table: str
    token: str = ""
    """Of the client's session."""
    after: int | None = None
    legal: bool = False
    office: str = ""
    is_moved: bool = False
    """Whether it was held elsewhere up to the entry `after`: then its client is told nothing that it knows."""
    company: bool = False


class ClientSaid(Struct, frozen=True, array_like=True, tag="said"):
    socket: int
    text: str


class ClientLeft(Struct, frozen=True, array_like=True, tag="left"):
    socket: int


class ShowClients(Struct, frozen=True, array_like=True, tag="show"):
    """One text for all of these sockets."""

    sockets: list[int]
    text: str


class CloseSocket(Struct, frozen=True, array_like=True, tag="close"):
    socket: int
    code: int
    reason: str


class AskHome(Struct, frozen=True, array_like=True, tag="ask"):
    """A request over HTTP, as it came."""

    number: int
    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    client: tuple[str, int]
    scheme: str
    body: bytes


class HomeAnswers(Struct, frozen=True, array_like=True, tag="answer"):
    number: int
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class AtHome(Struct, frozen=True, array_like=True, tag="home"):
    """All tables whose home the sender is: for whoever cannot read the leases."""

    tables: list[str]


class StillHere(Struct, frozen=True, array_like=True, tag="here"):
    """Each second: who says nothing at all is gone."""


Message = OpenSocket | ClientSaid | ClientLeft | ShowClients | CloseSocket | AskHome | HomeAnswers | AtHome | StillHere

_ENCODER = msgspec.msgpack.Encoder()
_DECODER: msgspec.msgpack.Decoder[list[Message]] = msgspec.msgpack.Decoder(list[Message])


class NotOneOfUs(Exception):  # noqa: N818
    """Whoever is at the other end has not our house key, or is not the one whom we called."""


def packet(messages: list[Message]) -> bytes:
    body = _ENCODER.encode(messages)
    return len(body).to_bytes(_LENGTH_BYTES, "big") + body


async def read_packet(reader: asyncio.StreamReader) -> list[Message]:
    """Raises `NotOneOfUs` where it is none."""
    body = await _read(reader, LARGEST_PACKET)
    try:
        return _DECODER.decode(body)
    except msgspec.MsgspecError as error:
        raise NotOneOfUs(str(error)) from None


async def _read(reader: asyncio.StreamReader, most: int) -> bytes:
    length = int.from_bytes(await reader.readexactly(_LENGTH_BYTES), "big")
    if length > most:
        raise NotOneOfUs(f"a packet of {length} bytes")
    return await reader.readexactly(length)


# Who is there


class Greeting(Struct, frozen=True, array_like=True):
    worker: str
    nonce: bytes


def link_key(house_key: bytes) -> bytes:
    """Of its own: what is proved here proves nothing elsewhere."""
    return hmac.digest(house_key, b"croupier between workers", "sha256")


def _proof(key: bytes, side: bytes, caller: Greeting, called: Greeting) -> bytes:
    said = msgspec.msgpack.encode((side, caller.worker, caller.nonce, called.worker, called.nonce))
    return hmac.digest(key, said, "sha256")


async def call(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: bytes, own: str, other: str) -> None:
    """Greet the worker that was called; raises `NotOneOfUs` where it is another, or has another key."""
    caller = Greeting(own, secrets.token_bytes(_NONCE_BYTES))
    _send(writer, msgspec.msgpack.encode(caller))
    called = await _greeting(reader)
    if called.worker != other:
        raise NotOneOfUs(f"{other} was called, and {called.worker} answers")
    if not hmac.compare_digest(await _read(reader, LARGEST_GREETING), _proof(key, b"called", caller, called)):
        raise NotOneOfUs(f"{other} has another house key")
    _send(writer, _proof(key, b"caller", caller, called))
    await writer.drain()


async def answer_call(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: bytes, own: str) -> str:
    """Who calls; raises `NotOneOfUs` where they have another key."""
    caller = await _greeting(reader)
    called = Greeting(own, secrets.token_bytes(_NONCE_BYTES))
    _send(writer, msgspec.msgpack.encode(called))
    _send(writer, _proof(key, b"called", caller, called))
    await writer.drain()
    if not hmac.compare_digest(await _read(reader, LARGEST_GREETING), _proof(key, b"caller", caller, called)):
        raise NotOneOfUs("a caller with another house key")
    return caller.worker


async def _greeting(reader: asyncio.StreamReader) -> Greeting:
    try:
        found = msgspec.msgpack.decode(await _read(reader, LARGEST_GREETING), type=Greeting)
    except msgspec.MsgspecError as error:
        raise NotOneOfUs(str(error)) from None
    if len(found.nonce) != _NONCE_BYTES:
        raise NotOneOfUs("a nonce of another length")
    return found


def _send(writer: asyncio.StreamWriter, body: bytes) -> None:
    writer.write(len(body).to_bytes(_LENGTH_BYTES, "big") + body)
