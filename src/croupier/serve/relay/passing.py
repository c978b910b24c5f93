"""Requests over HTTP that the home of a table answers: what is done there, and what hangs on what it alone knows."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar.types import Receive, Scope, Send

from croupier.floor.house_rules.rules import HouseRule
from croupier.serve.relay.messages import AskHome, HomeAnswers
from croupier.serve.security.errors import RefusalBody, fault_of, status_of

_PASSED = re.compile(r"/api/v1/(?:tables|tournaments)/([^/]+)/(?:acts|pass|preview|legal|working|seal|results)\Z")
_READ_ANYWHERE = re.compile(r"/api/v1/(?:tables|tournaments)/[^/]+/acts\Z")
LARGEST_BODY = 64 * 1024
PASSED_ON = "croupier.passed_on"
BODY, SEND = "croupier.body", "croupier.send"
"""Of a request for which a home was asked in vain: what came, and where the answer goes now."""
_REFUSED = 400


def may_be_passed_on(scope: Scope) -> str | None:
    """The table that it is about, where its home is to be asked. Entries are read in the store, so anywhere."""
    found = _PASSED.match(scope["path"])
    if found is None or PASSED_ON in scope:
        return None
    if scope.get("method") == "GET" and _READ_ANYWHERE.match(scope["path"]):
        return None
    return found[1]


async def told(number: int, scope: Any, receive: Receive) -> tuple[AskHome, bytes]:
    """The request as it goes to the home. What is too large is cut: the home refuses it by its length."""
    body, more = b"", True
    while more and len(body) <= LARGEST_BODY:
        event: Any = await receive()
        body += event.get("body", b"")
        more = bool(event.get("more_body", False)) and event["type"] == "http.request"
    host, port = scope.get("client") or ("", 0)
    headers = [(bytes(name), bytes(value)) for name, value in scope["headers"]]
    asked = AskHome(
        number,
        scope["method"],
        scope["path"],
        bytes(scope["query_string"]),
        headers,
        (host, int(port or 0)),
        scope["scheme"],
        body,
    )
    return asked, body


async def answered(app: Any, asked: AskHome) -> HomeAnswers:
    """What our own application says to it."""
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": asked.scheme,
        "path": asked.path,
        "raw_path": asked.path.encode(),
        "query_string": asked.query,
        "root_path": "",
        "headers": asked.headers,
        "client": asked.client,
        "server": None,
        "state": {},
        "extensions": {},
        PASSED_ON: True,
    }
    status, headers, body = 500, [], b""
    is_read = False

    async def receive() -> Any:
        nonlocal is_read
        if is_read:
            return {"type": "http.disconnect"}
        is_read = True
        return {"type": "http.request", "body": asked.body, "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status, headers, body
        if message["type"] == "http.response.start":
            status = message["status"]
            headers = [(bytes(name), bytes(value)) for name, value in message["headers"]]
        elif message["type"] == "http.response.body":
            body += message.get("body", b"")

    await app(scope, receive, send)
    return HomeAnswers(asked.number, status, headers, body)


async def give(said: HomeAnswers, send: Send) -> None:
    await send({"type": "http.response.start", "status": said.status, "headers": said.headers})
    await send({"type": "http.response.body", "body": said.body, "more_body": False})


def unsure_of_refusals(scope: Any, send: Send) -> Send:
    """For an answer of the second that was asked: it can refuse an act, but not say that the first has not done it."""
    if scope.get("method") == "GET" or getattr(send, "is_unsure", False):
        return send
    return _Unsure(send)


class _Unsure:
    is_unsure = True

    def __init__(self, send: Send) -> None:
        self._send = send
        self._has_said = False

    async def __call__(self, message: Any) -> None:
        if self._has_said:
            return
        if message["type"] == "http.response.start" and message["status"] >= _REFUSED:
            self._has_said = True
            await give(unknown(), self._send)
        else:
            await self._send(message)


def unknown() -> HomeAnswers:
    """As for an act of which the store could not say whether it was done."""
    refusal = HouseRule.UNKNOWN.refusal()
    body = msgspec.json.encode(RefusalBody(fault_of(refusal)))
    headers = [(b"content-type", b"application/json"), (b"retry-after", b"1")]
    return HomeAnswers(0, status_of(refusal), [*headers, (b"content-length", str(len(body)).encode())], body)


def answering(scope: Any, send: Send) -> Send:
    """Where our own application's answer goes, likewise."""
    found: Send = scope.pop(SEND, send)
    return found


def replayed(scope: Any, receive: Receive) -> Receive:
    """The body again, where the home was asked in vain."""
    body: bytes | None = scope.pop(BODY, None)
    if body is None:
        return receive
    is_read = False

    async def received() -> Any:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return received
