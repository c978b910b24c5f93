"""Ten thousand sockets that say nothing, at a hundred tables of a real server: what they take of its memory.

Each socket of ours lies on one of the web server's. What that takes alone is measured beside it, with a program that
only accepts sockets.
"""

from __future__ import annotations

import asyncio
import base64
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.house import guests, in_groups, memory_megabytes, tables_made
from tests.support.server.figures import free_port
from tests.support.server.real_server import Running

SOCKETS, TABLES, BETTING_SECONDS = 10_000, 100, 3600
SOCKETS_A_GUEST = 4 * TABLES
AT_ONCE = 50
SETTLE_SECONDS = 5
FILES = 512
"""Beside the sockets."""
ASKED_MEGABYTES = 1000

BARE = """
import asyncio
from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server

async def accept(scope, receive, send):
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            pass

server = Server(accept, address="127.0.0.1", port=%d, interface=Interfaces.ASGI, http=HTTPModes.http1,
                backpressure=16384, log_enabled=False)
asyncio.run(server.serve())
"""


class IdleSocket:
    """No more than a handshake: ten thousand whole clients would take longer to open than to measure."""

    def __init__(self, host: str, port: int, path: str, token: str) -> None:
        self._host, self._port = host, port
        key = base64.b64encode(os.urandom(16)).decode()
        allowed = f"Authorization: Bearer {token}\r\n" if token else ""
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{allowed}\r\n"
        )

    async def open(self) -> asyncio.StreamWriter:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        writer.write(self._request.encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer:
            raise RuntimeError(answer.decode())
        return writer


async def _opened(sockets: list[IdleSocket], process: int) -> float:
    """How many megabytes the process and its children have more, once all are open."""
    before = memory_megabytes(process)
    writers = await in_groups(AT_ONCE, [each.open for each in sockets])
    await asyncio.sleep(SETTLE_SECONDS)
    after = memory_megabytes(process)
    for writer in writers:
        writer.transport.abort()
    return after - before


async def _ours(running: Running, tables: list[str]) -> float:
    host, port = _where(running.url)
    tokens = await guests(running.url, -(-SOCKETS // SOCKETS_A_GUEST))
    sockets = [
        IdleSocket(host, port, f"/api/v1/tables/{tables[each % TABLES]}/socket", tokens[each // SOCKETS_A_GUEST])
        for each in range(SOCKETS)
    ]
    return await _opened(sockets, running.process.pid)


def _bare() -> float:
    port = free_port()
    process = subprocess.Popen((sys.executable, "-c", BARE % port))
    try:
        time.sleep(SETTLE_SECONDS)
        return asyncio.run(_opened([IdleSocket("127.0.0.1", port, "/", "") for _ in range(SOCKETS)], process.pid))
    finally:
        process.kill()
        process.wait(60)


def _where(url: str) -> tuple[str, int]:
    host, _, port = url.removeprefix("http://").rpartition(":")
    return host, int(port)


def _told(name: str, megabytes: float) -> None:
    print(f"{SOCKETS} idle sockets, {name}: {megabytes:.0f} MB, {1000 * megabytes / SOCKETS:.1f} kB each")


def main() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, SOCKETS + FILES), hard))
    with tempfile.TemporaryDirectory() as name:
        running = Running(Path(name) / "house")
        try:
            ours = asyncio.run(_ours(running, tables_made(running, TABLES, BETTING_SECONDS)))
        finally:
            running.stop()
    _told("a house on SQLite", ours)
    _told("the web server alone", _bare())
    print(f"asked: under {ASKED_MEGABYTES} MB for 10,000")
