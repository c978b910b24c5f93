"""A whole house in one event loop, and sockets to it without a network: frames as they would go over the wire."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
import msgspec
from argon2 import PasswordHasher

from croupier.floor.casino import Casino, Sources
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.services.people import People
from croupier.floor.people.sign_in.passwords import Passwords
from croupier.floor.store.engines.sqlite import SqliteStore
from croupier.floor.tables.opening import TableSpec, source_of
from croupier.record.audits.audit import Report, audit_journal
from croupier.record.journals.journal import read_journal
from croupier.serve.app import create_app
from croupier.serve.process.settings import Rate, ServerSettings
from croupier.serve.security.middleware import Shell
from tests.support.floor.house import lay_store

T = TypeVar("T")

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "a ticklish weta"  # noqa: S105
NOON = 1_794_700_800
WITHOUT_END = Rate(1e12, 1e12)
FREE = ServerSettings(
    doors=WITHOUT_END, requests=WITHOUT_END, address=WITHOUT_END, heavy=WITHOUT_END, records=WITHOUT_END
)
ADDRESS = "http://house.test"
HEADERS = {"accept": "*/*", "accept-encoding": "gzip, deflate", "connection": "keep-alive", "user-agent": "a test"}
SIGN = {"minimum": 500, "maximum": 50_000}


class Guest:
    """Somebody who came in, with the token of the session."""

    def __init__(self, id: str, token: str) -> None:
        self.id, self.token = id, token


class House:
    """The casino and the application over it. Its clock stands still unless it is moved."""

    def __init__(
        self,
        folder: Path,
        sources: Sources = source_of,
        *,
        factory: type[sqlite3.Connection] = sqlite3.Connection,
        settings: ServerSettings = FREE,
        steady: Callable[[], float] | None = None,
    ) -> None:
        self.time = float(NOON)
        self.store = SqliteStore(lay_store(folder), factory=factory)
        people = People(self.store, Passwords(QUICK))
        self.casino = Casino(folder, self.store, now=lambda: self.time, steady=steady, people=people, sources=sources)
        self.app = Shell(create_app(self.casino, settings))
        self._operator: Guest | None = None

    async def __aenter__(self) -> Self:
        await self.casino.start()
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.casino.stop()
        await self.store.close()

    async def table(self, game: str = "roulette", id: str | None = None, **more: Any) -> str:
        asked = {"name": "A table", "game": game, "sign": SIGN, "betting_seconds": 20, "rest": 0, **more}
        return (await self.casino.make_table(msgspec.convert(asked, TableSpec), id=id)).id

    async def guest(self) -> Guest:
        entered = (await self.ask("POST", "/api/v1/guests", json={"session": "token"})).json()
        return Guest(entered["id"], entered["token"])

    async def operator(self) -> Guest:
        if self._operator is None:
            people, now = self.casino.people, self.casino.time()
            entrance = await people.links.use_operator_link(
                await people.links.make_operator_link(now), "Olga", PASSWORD, now, also=self.casino.book.operator_came
            )
            self._operator = Guest(entrance.person.id, entrance.token)
        return self._operator

    async def staff(self, role: HouseRole, name: str) -> Guest:
        entrance = await self.casino.people.sign_in.sign_up(name, PASSWORD, self.casino.time())
        await self.casino.give_role(entrance.person.id, role, by=(await self.operator()).id)
        if role is HouseRole.INSPECTOR:  # who was signed in before is not
            entrance = await self.casino.people.sign_in.sign_in(name, PASSWORD, self.casino.time())
        return Guest(entrance.person.id, entrance.token)

    async def pass_time(self, table: str, seconds: int) -> None:
        """The table has done what time brings about when it returns."""
        self.time += seconds
        actor = self.casino.actors[table]
        actor._wake.set()
        for _ in range(200):
            await asyncio.sleep(0.002)
            if actor._rest() != 0 and not actor._mailbox:
                break
        await asyncio.sleep(0.005)

    async def ask(self, method: str, path: str, who: Guest | None = None, **more: Any) -> httpx.Response:
        headers = HEADERS | ({"authorization": f"Bearer {who.token}"} if who else {})
        headers |= {name.lower(): value for name, value in more.pop("headers", {}).items()}
        request = httpx.Request(method, ADDRESS + path, headers=headers, **more)
        # Without a client of httpx: redirects, cookies and the like would take as long as the answer itself.
        answer = await httpx.ASGITransport(app=self.app).handle_async_request(request)  # type: ignore[arg-type]
        answer.request = request
        await answer.aread()
        return answer

    async def act(self, table: str, who: Guest, key: str, act: dict[str, Any], **more: Any) -> httpx.Response:
        return await self.ask("POST", f"/api/v1/tables/{table}/acts", who, json={"act": act, "key": key, **more})

    def id_at(self, table: str, who: Guest) -> str:
        """Under which id somebody plays at that table."""
        return self.casino.actor(table).player_id(who.id)

    async def verified(self, table: str) -> Report:
        text = (await self.ask("GET", f"/api/v1/tables/{table}/journal")).text
        report = audit_journal(read_journal(text))
        assert report.breach is None, report.breach
        return report


def in_house(folder: Path, scenario: Callable[[House], Awaitable[T]], sources: Sources = source_of, **more: Any) -> T:
    """`more` is what else a house may be made with."""

    async def main() -> T:
        async with asyncio.timeout(60), House(folder, sources, **more) as house:
            return await scenario(house)

    return asyncio.run(main())


class Closed(Exception):  # noqa: N818
    """The server closed the socket."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


class Wire:
    """One socket. `stuck` makes the client read nothing more, as one with a full buffer does."""

    def __init__(self, house: House, table: str, who: Guest | None = None, query: str = "", **headers: str) -> None:
        said = [(b"host", b"house.test"), *((name.encode(), text.encode()) for name, text in headers.items())]
        if who is not None:
            said.append((b"authorization", f"Bearer {who.token}".encode()))
        path = f"/api/v1/tables/{table}/socket"
        self._scope: dict[str, Any] = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": said,
            "client": ("127.0.0.1", 40_000),
            "server": ("house.test", 80),
            "subprotocols": [],
        }
        self._house = house
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_client: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._reads = asyncio.Event()
        self._reads.set()
        self.texts: list[str] = []
        """Every frame that came."""

    async def __aenter__(self) -> Self:
        self._to_server.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._house.app(self._scope, self._to_server.get, self._sent))  # type: ignore[arg-type]
        event = await asyncio.wait_for(self._to_client.get(), 10)
        if event["type"] != "websocket.accept":
            await self._ended()
            raise Closed(event.get("code", 0), event.get("reason", ""))
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1005})
        await self._ended()

    async def _ended(self) -> None:
        self._reads.set()
        await asyncio.wait_for(asyncio.gather(self._task, return_exceptions=True), 10)

    async def _sent(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            await self._reads.wait()
        self._to_client.put_nowait(message)

    def stick(self) -> None:
        self._reads.clear()

    def send(self, message: Any) -> None:
        self.send_raw(message if isinstance(message, str) else json.dumps(message))

    def send_raw(self, data: str | bytes) -> None:
        part = {"text": data} if isinstance(data, str) else {"bytes": data}
        self._to_server.put_nowait({"type": "websocket.receive", **part})

    def act(self, key: str, act: dict[str, Any], **more: Any) -> None:
        self.send({"type": "act", "key": key, "act": act, **more})

    async def next(self, seconds: float = 10) -> dict[str, Any]:
        """The next frame; raises `Closed`, or `TimeoutError`."""
        event = await asyncio.wait_for(self._to_client.get(), seconds)
        if event["type"] == "websocket.close":
            raise Closed(event["code"], event.get("reason") or "")
        self.texts.append(event["text"])
        found: dict[str, Any] = json.loads(event["text"])
        return found

    async def until(self, *types: str, **parts: Any) -> dict[str, Any]:
        """The next frame of one of these types with these parts."""
        while True:
            found = await self.next()
            if found["type"] in types and all(found.get(name) == part for name, part in parts.items()):
                return found

    async def closed(self) -> Closed:
        """Reads until the server closes."""
        try:
            while True:
                await self.next()
        except Closed as closed:
            return closed

    async def quiet(self, seconds: float = 0.05) -> list[dict[str, Any]]:
        """All that has come by the time when nothing more comes."""
        found = []
        try:
            while True:
                found.append(await self.next(seconds))
        except TimeoutError:
            return found


def wager(number: int, amount: int) -> dict[str, Any]:
    return {"act": "wager", "position": {"kind": "straight up", "numbers": [number]}, "amount": amount}


def buy_in(amount: int) -> dict[str, Any]:
    return {"act": "buy in", "amount": amount}
