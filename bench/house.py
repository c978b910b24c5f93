"""A real server with tables and players, for measurements: its process, and clients over its sockets."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.support.server.real_server import Running

SIGN = {"minimum": 1_00, "maximum": 1_000_00}


def tables_made(running: Running, count: int, betting_seconds: int) -> list[str]:
    operator = running.operator()
    made = []
    for number in range(count):
        body = {
            "name": f"Table {number}",
            "game": "roulette",
            "sign": SIGN,
            "betting_seconds": betting_seconds,
            "rest": 0,
        }
        answer = operator.ask("POST", "/api/v1/tables", body)
        answer.raise_for_status()
        made.append(answer.json()["id"])
    return made


async def guests(url: str, count: int) -> list[str]:
    """Their tokens."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        tokens = []
        for _ in range(count):
            answer = await client.post("/api/v1/guests", json={"session": "token"})
            answer.raise_for_status()
            tokens.append(str(answer.json()["token"]))
        return tokens


class Player:
    """One socket at one table. Notes how long each act waited for its receipt."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._reading = asyncio.create_task(self._read())
        self.waits: list[float] = []
        self.refused = 0
        self.messages = 0

    @classmethod
    async def at(cls, url: str, table: str, token: str) -> Player:
        address = f"{url.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"
        socket = await connect(
            address, additional_headers={"Authorization": f"Bearer {token}"}, open_timeout=60, max_queue=None
        )
        return cls(socket)

    async def _read(self) -> None:
        async for message in self._socket:
            self.messages += 1
            # Only what answers an act is read: a thousand clients share these cores with the server.
            if message.startswith(('{"type":"receipt"', '{"type":"refused"')):  # type: ignore[arg-type]
                answer = msgspec.json.decode(message)
                if (waiting := self._waiting.pop(answer["key"], None)) is not None:
                    waiting.set_result(answer)

    async def act(self, act: dict[str, Any]) -> None:
        key = secrets.token_hex(8)
        answer = self._waiting[key] = asyncio.get_running_loop().create_future()
        began = perf_counter()
        await self._socket.send(msgspec.json.encode({"type": "act", "key": key, "act": act}), text=True)
        said = await asyncio.wait_for(answer, 60)
        self.waits.append(perf_counter() - began)
        self.refused += said["type"] != "receipt"

    async def leave(self) -> None:
        self._reading.cancel()
        await self._socket.close()


async def in_groups(size: int, jobs: Sequence[Callable[[], Awaitable[Any]]]) -> list[Any]:
    found: list[Any] = []
    for start in range(0, len(jobs), size):
        found += await asyncio.gather(*(job() for job in jobs[start : start + size]))
    return found


def family(process: int) -> list[int]:
    """A process and all that it has started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
    return [process, *(each for child in children for each in family(int(child)))]


def memory_megabytes(process: int) -> float:
    pages = sum(int(Path(f"/proc/{each}/statm").read_text("utf-8").split()[1]) for each in family(process))
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu_seconds(process: int) -> float:
    return sum(map(_own_seconds, family(process)))


def _own_seconds(process: int) -> float:
    parts = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
