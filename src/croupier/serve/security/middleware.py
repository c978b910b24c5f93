"""What stands around the whole application: headers on every answer, and one line in the log for each."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Message, Receive, Scope, Send

from croupier.floor.house_rules.rules import HouseRule
from croupier.serve.process.metrics import REQUEST_SECONDS, REQUESTS
from croupier.serve.process.settings import ServerSettings
from croupier.serve.relay.passing import answering, give, replayed, unknown
from croupier.serve.security.errors import Problem
from croupier.serve.security.origin import answer_headers, headers_of, reached
from croupier.serve.wire.at_once import AT_ONCE

LOG = logging.getLogger("croupier.requests")
PassOn = Callable[[Scope, Receive, Send], Awaitable[bool]]
"""Whether another worker has answered."""
BODY_SECONDS = 10
LAST_SECONDS = 1
"""For the last text to a client, before the close. Who has not taken it by then does not get it."""
SWITCHED, GOING_AWAY = 101, 1001


class Shell:
    """The application as it is served."""

    def __init__(self, app: Litestar, pass_on: PassOn | None = None) -> None:
        self._app = app
        self._pass_on = pass_on
        self._settings: ServerSettings = app.state.settings
        self._lines: set[_Line] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if str(scope["type"]) == "lifespan":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        answer = _Answer(send, answer_headers(reached(scope, headers_of(scope), self._settings), scope["path"]))
        try:
            if scope["type"] == ScopeType.HTTP:
                await self._answer(scope, _in_time(receive), answer.send)
            else:
                await self._hold(scope, _Line(receive, answer))
        except asyncio.CancelledError:
            # The server stops, and cuts what has not ended: nobody knows here what became of it.
            if scope["type"] == ScopeType.HTTP and not answer.status:
                with contextlib.suppress(Exception):
                    await give(unknown(), answer.send)
            raise
        finally:
            _note(scope, answer.status, time.perf_counter() - began)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """By the worker at which the table is at home that it is about, or by this one."""
        try:
            if self._pass_on is not None and await self._pass_on(scope, receive, send):
                return
        except Problem as problem:
            # The body did not come: our own application says so, as it does of every request.
            receive = _refusing(problem)
        await self._app(scope, replayed(scope, receive), answering(scope, send))

    async def _hold(self, scope: Scope, line: _Line) -> None:
        self._lines.add(line)
        scope[AT_ONCE] = line.at_once  # type: ignore[literal-required]
        try:
            await self._app(scope, line.receive, line.send)
            await line.end()
        finally:
            self._lines.discard(line)
            line.has_ended.set()

    @property
    def sockets(self) -> int:
        """How many are open."""
        return len(self._lines)

    async def close_sockets(self) -> None:
        """Each is told that the server goes away; otherwise it would only see the line break."""
        lines = tuple(self._lines)
        for line in lines:
            line.go_away()
        await asyncio.gather(*(line.has_ended.wait() for line in lines))


class _Line:
    """A socket that can be asked to end. Granian sends no word while it listens: so first the listening ends."""

    def __init__(self, receive: Receive, answer: _Answer) -> None:
        self._receive, self._answer = receive, answer
        self._listening: asyncio.Timeout | None = None
        self._is_going = self._is_closed = False
        self.has_ended = asyncio.Event()

    def go_away(self) -> None:
        self._is_going = True
        if self._listening is not None:
            self._listening.reschedule(asyncio.get_running_loop().time())

    async def receive(self) -> Any:
        if not self._is_going:
            try:
                async with asyncio.timeout(None) as self._listening:
                    return await self._receive()
            except TimeoutError:
                if not self._is_going:
                    raise
            finally:
                self._listening = None
        return {"type": "websocket.disconnect", "code": GOING_AWAY}

    async def send(self, message: Message) -> None:
        self._is_closed |= message["type"] == "websocket.close"
        await self._answer.send(message)

    def at_once(self, text: str) -> bool:
        return not self._is_closed and self._answer.at_once(text)

    async def end(self) -> None:
        if self._is_going and not self._is_closed and self._answer.status == SWITCHED:
            await self.send({"type": "websocket.close", "code": GOING_AWAY, "reason": "The server stops."})


class _Answer:
    """Whatever is answered, with our headers."""

    def __init__(self, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
        self._send, self._headers = send, headers
        self._names = {name for name, _ in headers}
        self._sending: Any = None
        """The last text that Granian was given."""
        self._begins_at_once = True
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            await self._sent()
            sending = self._send(message)
            if self._is_begun(sending):
                # Nobody is woken only to hear that it went: whoever sends next looks.
                self._sending = sending
            else:
                await sending
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own = [(name, value) for name, value in message["headers"] if name.lower() not in self._names]
            message["headers"] = [*own, *self._headers]
        elif message["type"] == "websocket.accept":
            self.status = SWITCHED
        elif message["type"] == "websocket.close":
            self.status = self.status or 403
            with contextlib.suppress(Exception):
                async with asyncio.timeout(LAST_SECONDS):
                    await self._sent()
        await self._send(message)

    def at_once(self, text: str) -> bool:
        """Whether this text could be sent without waiting: not while another is on its way."""
        if not self._begins_at_once or (self._sending is not None and not self._sending.done()):
            return False
        sending = self._send({"type": "websocket.send", "bytes": None, "text": text})
        if inspect.iscoroutine(sending):
            # It begins only when somebody waits for it, as in other servers than Granian.
            sending.close()
            self._begins_at_once = False
            return False
        self._sending = sending if self._is_begun(sending) else None
        return True

    @staticmethod
    def _is_begun(sending: Any) -> bool:
        """Whether it goes on by itself, and says when it is done."""
        return hasattr(sending, "done") and not inspect.iscoroutine(sending)

    async def _sent(self) -> None:
        """Until the last text has gone; raises what kept it from going."""
        sending = self._sending
        if sending is None:
            return
        if not sending.done():
            await sending
        elif not sending.cancelled():
            sending.result()


def _in_time(receive: Receive) -> Receive:
    """A body that comes in drops is not waited for. After the body, what is heard is only that the client has gone."""
    ends = asyncio.get_running_loop().time() + BODY_SECONDS
    is_whole = False

    async def received() -> Any:
        nonlocal is_whole
        if is_whole:
            return await receive()
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError:
            raise Problem(408, HouseRule.TOO_SLOW.refusal()) from None
        is_whole = not message.get("more_body", False)
        return message

    return received


def _refusing(problem: Problem) -> Receive:
    async def received() -> Any:
        raise problem

    return received


def _note(scope: Any, status: int, seconds: float) -> None:
    """The route as it is written, never the address that was asked for: that may hold anything."""
    method = scope.get("method", "WS")
    entry = scope.get("croupier")
    person = "" if entry is None or entry.visitor is None else entry.visitor.person.id
    route = scope.get("path_template") or "-"
    known = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1), "person": person}
    if method != "WS":
        REQUESTS.labels(method, route, status).inc()
        REQUEST_SECONDS.observe(seconds)
    LOG.info("%s %s %s", method, route, status, extra={"known": {k: v for k, v in known.items() if v != ""}})
