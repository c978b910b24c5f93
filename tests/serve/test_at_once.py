"""A text goes to a client without waiting where no other is on its way, and never ahead of one that is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, cast

import pytest
from litestar import Litestar

from croupier.serve.process.settings import ServerSettings
from croupier.serve.security import middleware
from croupier.serve.security.middleware import Shell
from croupier.serve.wire.at_once import AT_ONCE

SCOPE = {"type": "websocket", "path": "/", "headers": [], "client": ("127.0.0.1", 1), "scheme": "ws"}
Talk = Callable[[dict[str, Any], Callable[[Any], Awaitable[None]]], Coroutine[Any, Any, None]]


class Wire:
    """As Granian sends: at once when it is asked, and done some time later."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.going: list[asyncio.Future[None]] = []

    def send(self, message: dict[str, Any]) -> asyncio.Future[None]:
        going: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sent.append(message.get("text") or message["type"])
        if message["type"] == "websocket.send":
            self.going.append(going)
        else:
            going.set_result(None)
        return going


def held(talk: Talk, send: Any) -> None:
    """What one socket says, in the shell of the application."""

    async def app(scope: dict[str, Any], _receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await talk(scope, send)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def run() -> None:
        application = cast("Any", app)
        application.state = type("State", (), {"settings": ServerSettings()})
        await Shell(cast("Litestar", application))(cast("Any", dict(SCOPE)), receive, send)

    asyncio.run(run())


def text(words: str) -> dict[str, Any]:
    return {"type": "websocket.send", "bytes": None, "text": words}


def test_no_text_overtakes_one_that_is_on_its_way() -> None:
    wire = Wire()

    async def talk(scope: dict[str, Any], send: Callable[[Any], Awaitable[None]]) -> None:
        assert scope[AT_ONCE]("one")
        assert not scope[AT_ONCE]("two")
        sending = asyncio.ensure_future(send(text("two")))
        await asyncio.sleep(0)
        assert wire.sent == ["websocket.accept", "one"]
        wire.going[0].set_result(None)
        await sending
        assert wire.sent == ["websocket.accept", "one", "two"]
        closing = asyncio.ensure_future(send({"type": "websocket.close", "code": 1000}))
        await asyncio.sleep(0)
        assert wire.sent[-1] == "two"
        wire.going[1].set_result(None)
        await closing
        assert wire.sent[-1] == "websocket.close"
        assert not scope[AT_ONCE]("three")

    held(talk, wire.send)


def test_what_kept_a_text_from_going_is_heard_with_the_next() -> None:
    wire = Wire()

    async def talk(scope: dict[str, Any], send: Callable[[Any], Awaitable[None]]) -> None:
        assert scope[AT_ONCE]("one")
        wire.going[0].set_exception(ConnectionError("gone"))
        with pytest.raises(ConnectionError):
            await send(text("two"))
        await send({"type": "websocket.close", "code": 1000})
        assert wire.sent[-1] == "websocket.close"

    held(talk, wire.send)


def test_who_takes_nothing_is_told_to_go_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "LAST_SECONDS", 0.01)
    wire = Wire()

    async def talk(scope: dict[str, Any], send: Callable[[Any], Awaitable[None]]) -> None:
        assert scope[AT_ONCE]("one")
        await send({"type": "websocket.close", "code": 1013})
        assert wire.sent[-1] == "websocket.close"

    held(talk, wire.send)


def test_a_web_server_that_begins_only_when_waited_for_sends_nothing_at_once() -> None:
    sent: list[str] = []

    async def send_later(message: dict[str, Any]) -> None:
        sent.append(message.get("text") or message["type"])

    async def talk(scope: dict[str, Any], send: Callable[[Any], Awaitable[None]]) -> None:
        assert not scope[AT_ONCE]("one")
        await send(text("one"))
        assert not scope[AT_ONCE]("two")
        await send(text("two"))

    held(talk, send_later)
    assert sent == ["websocket.accept", "one", "two"]
