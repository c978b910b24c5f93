"""The same floor on SQLite and on PostgreSQL with 1, 2 and 4 workers; then a thousand tables.

The database, its workers and the clients share this machine's cores, and the clients are one process: what more workers
could do with cores of their own is not seen here. Processor time by act is;
docs/explanation/scale.md reckons with that.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from bench.house import tables_made
from bench.load import Measured, gone, measured, now_and_then, seated, without_pause
from tests.support.floor import postgres
from tests.support.server.real_server import Running

TABLES, SOCKETS, SECONDS = 100, 1000, 40
BETTING_SECONDS = 15
HURRIED = 200
MANY_TABLES = 1000
WORKERS = (1, 2, 4)


@contextmanager
def _house(workers: int) -> Iterator[Callable[[], Running]]:
    """A new house, on SQLite where no worker is asked for; each call starts its server again."""
    running: list[Running] = []
    with tempfile.TemporaryDirectory() as name:
        options = ("--database", postgres.url_of(postgres.fresh()), "--workers", str(workers)) if workers else ()

        def started() -> Running:
            while running:
                running.pop().stop()
            running.append(Running(Path(name) / "house", *options))
            return running[0]

        try:
            yield started
        finally:
            while running:
                running.pop().stop()


async def _loads(running: Running, tables: list[str]) -> tuple[Measured, Measured]:
    players = await seated(running, tables, SOCKETS)
    steady = await measured(running, players, now_and_then(perf_counter() + SECONDS))
    hurried = await measured(running, players[:HURRIED], without_pause(perf_counter() + SECONDS / 2))
    await gone(players)
    return steady, hurried


async def _steady(running: Running, tables: list[str]) -> Measured:
    players = await seated(running, tables, SOCKETS)
    found = await measured(running, players, now_and_then(perf_counter() + SECONDS))
    await gone(players)
    return found


def main() -> None:
    try:
        for workers in (0, *WORKERS):
            name = f"PostgreSQL, {workers} workers" if workers else "SQLite"
            with _house(workers) as started:
                running = started()
                steady, hurried = asyncio.run(_loads(running, tables_made(running, TABLES, BETTING_SECONDS)))
            print(f"{name}: {SOCKETS} sockets at {TABLES} tables, a wager every 10 s: {steady}")
            print(f"{name}: {HURRIED} of them without a pause: {hurried}")
            print(f"  {1e6 * hurried.cores * hurried.seconds / hurried.acts:.0f} µs of the server's processors an act")
        with _house(2) as started:
            tables = tables_made(started(), MANY_TABLES, BETTING_SECONDS)
            began = perf_counter()
            running = started()
            print(f"{MANY_TABLES} tables on 2 workers: serving again after {perf_counter() - began:.1f} s")
            print(f"{SOCKETS} sockets, a wager every 10 s: {asyncio.run(_steady(running, tables))}")
    finally:
        postgres.stop()
