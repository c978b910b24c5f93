"""A client's socket at the worker that it reached. Its conversation is held at the table's home, and may move.

What the client asked and was not answered is asked again at the next home: the same key is the same act. What it was
shown last says where the next home goes on. So a client whose table moves waits a little longer for one receipt.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.house_rules.rules import HouseRule
from croupier.serve.relay.messages import OpenSocket
from croupier.serve.security.errors import fault_of
from croupier.serve.wire.messages import RefusedMessage, frame

LOG = logging.getLogger("croupier.relay")
MOST_WAITING = 256
"""Texts that may wait for a slow reader before it is cut, as in a conversation's own queue."""
MOST_UNANSWERED = 256
LARGEST_TEXT = 16 * 1024
TOO_SLOW, GOING, NOT_TEXT = 1013, 1001, 1003
_CLOSE_SECONDS = 2
_SHOWN = ('{"type":"acts"', '{"type":"snapshot"')
_ANSWERS = ('{"type":"receipt","key":"', '{"type":"refused","key":"')
_PING = "ping "
"""No key of a client has a space."""


class _Asked(Struct):
    """As much of a client's message as says whether it waits for an answer."""

    type: str = ""
    key: str = ""
    after: int = 0


class _Place(Struct):
    number: int


_ASKED = msgspec.json.Decoder(_Asked)
_PLACE = msgspec.json.Decoder(_Place)


class ClientSocket(Protocol):
    @property
    def receive(self) -> Callable[[], Awaitable[Any]]: ...
    @property
    def at_once(self) -> Callable[[str], bool]: ...
    @property
    def send_text(self) -> Callable[[str], Awaitable[None]]: ...
    @property
    def close(self) -> Callable[[int, str], Awaitable[None]]: ...


class Holder(Protocol):
    """Where a conversation is held: a link to its home, or this worker itself."""

    def open(self, opening: OpenSocket, front: Front) -> None: ...
    def say(self, socket: int, text: str) -> None: ...
    def leave(self, socket: int) -> None: ...


class Front:
    def __init__(
        self, socket: ClientSocket, opening: OpenSocket, find: Callable[[str], Holder], numbers: Iterator[int]
    ) -> None:
        self._socket, self._opening, self._find, self._numbers = socket, opening, find, numbers
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()
        self._is_idle = False
        """Whether the one who sends waits for something to send."""
        self._ended = asyncio.Event()
        self._closing = GOING, ""
        self._shown = ""
        """The last frame that showed the table."""
        self._unanswered: dict[str, str] = {}
        self._asked_twice: set[str] = set()
        """Keys of acts that were asked at one home and again at the next."""
        self._resumes = ""
        """A client's own wish to begin again, until it is met."""
        self.holder: Holder | None = None

    @property
    def table(self) -> str:
        return self._opening.table

    @property
    def number(self) -> int:
        """Of its conversation."""
        return self._opening.socket

    async def run(self) -> None:
        work = [asyncio.create_task(job) for job in (self._hear(), self._speak(), self._ended.wait())]
        try:
            self.move()
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self.holder is not None:
                self.holder.leave(self._opening.socket)
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
        # The other side may have gone, or may read nothing any more: then there is nobody to say it to.
        with contextlib.suppress(Exception):
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._socket.close(*self._closing)

    # Where it is held

    def move(self) -> None:
        """To the table's home, where it is not there already."""
        home = self._find(self.table)
        if home is self.holder or self._ended.is_set():
            return
        if self.holder is not None:
            self.holder.leave(self._opening.socket)
        # A number of its own wherever it is held: what an earlier conversation still says, also here, is not heard.
        self._opening = replace(self._opening, socket=next(self._numbers))
        self.holder = home
        home.open(self._begins(), self)
        for key, text in tuple(self._unanswered.items()):
            self._asked_twice.add(key)
            home.say(self._opening.socket, text)

    def lost(self, holder: Holder, wait: float = 0) -> None:
        """It went away; or it cannot hold it now, and is asked again after a while where no other home is found."""
        if self.holder is holder:
            self.holder = None
            if wait:
                asyncio.get_running_loop().call_later(wait, self.move)
            else:
                self.move()

    def _begins(self) -> OpenSocket:
        if self._resumes:
            return replace(self._opening, after=_ASKED.decode(self._resumes).after)
        if self._shown:
            return replace(self._opening, after=_PLACE.decode(self._shown).number, is_moved=True)
        return self._opening

    # From the home

    def show(self, text: str, by: Holder) -> None:
        if by is not self.holder:
            return
        if text.startswith(_SHOWN):
            self._shown = text
            if self._resumes and (text.startswith(_SHOWN[1]) or '"resumed":true' in text):
                self._resumes = ""
        elif text.startswith(_ANSWERS):
            text = self._answered(text, text[len(_ANSWERS[0]) : text.index('"', len(_ANSWERS[0]))])
        elif text.startswith('{"type":"pong"'):
            self._unanswered.pop(_PING, None)
        if self._is_idle and self._socket.at_once(text):
            return
        if len(self._waiting) >= MOST_WAITING:
            self._end(TOO_SLOW, "You read too slowly: come back and resume by number.")
            return
        self._waiting.append(text)
        self._is_idle = False
        self._wake.set()

    def _answered(self, text: str, key: str) -> str:
        """The answer as the client gets it. One home can refuse an act, but not say that another has not done it."""
        self._unanswered.pop(key, None)
        if key not in self._asked_twice:
            return text
        self._asked_twice.discard(key)
        return (
            text if text.startswith(_ANSWERS[0]) else frame(RefusedMessage(key, fault_of(HouseRule.UNKNOWN.refusal())))
        )

    def close(self, code: int, reason: str, by: Holder) -> None:
        if by is self.holder:
            self._end(code, reason)

    def _end(self, code: int, reason: str) -> None:
        self._closing = code, reason
        self._ended.set()

    # The client

    async def _speak(self) -> None:
        while True:
            while self._waiting:
                await self._socket.send_text(self._waiting.popleft())
            self._wake.clear()
            self._is_idle = True
            await self._wake.wait()

    async def _hear(self) -> None:
        while True:
            event = await self._socket.receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            if text is None:
                self._end(NOT_TEXT, "Messages are text.")
                return
            self._heard(text[: LARGEST_TEXT + 1])

    def _heard(self, text: str) -> None:
        self._remember(text)
        if self.holder is not None:
            self.holder.say(self._opening.socket, text)

    def _remember(self, text: str) -> None:
        """What waits for an answer. What cannot be read is answered at once, or not at all."""
        try:
            asked = _ASKED.decode(text)
        except (msgspec.MsgspecError, RecursionError):
            return
        if asked.type == "act" and asked.key and len(self._unanswered) < MOST_UNANSWERED:
            self._unanswered[asked.key] = text
        elif asked.type == "ping":
            self._unanswered[_PING] = text
        elif asked.type == "resume" and asked.after >= 0:
            self._resumes = text
