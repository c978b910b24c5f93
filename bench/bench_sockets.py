"""A thousand sockets at a hundred tables, each wagering every ten seconds: how long an act waits for its receipt.

Server and clients share this machine's cores. The clients are one process of Python too, so part of what is measured is
theirs.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter

from bench.house import tables_made
from bench.load import gone, measured, now_and_then, seated
from tests.support.server.real_server import Running

TABLES, SOCKETS, SECONDS = 100, 1000, 60
BETTING_SECONDS = 15


async def _load(running: Running, tables: list[str]) -> None:
    players = await seated(running, tables, SOCKETS)
    found = await measured(running, players, now_and_then(perf_counter() + SECONDS))
    print(f"{SOCKETS} sockets, {TABLES} tables, {found.seconds:.0f} s: {found}")
    print("asked: 99 % under 100 ms")
    await gone(players)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        running = Running(Path(name) / "house")
        try:
            asyncio.run(_load(running, tables_made(running, TABLES, BETTING_SECONDS)))
        finally:
            running.stop()
