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

from bench.house import cpu_seconds, tables_made
from bench.load import Measured, gone, measured, now_and_then, seated, without_pause
from tests.support.floor import postgres
from tests.support.server.real_server import Running

TABLES, SOCKETS, SECONDS = 100, 1000, 40
BETTING_SECONDS = 15
HURRIED = 200
SETTLE_SECONDS = 12
"""For tables that move to workers that have come: a tenth of a worker's share each second."""
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


def _database_seconds(workers: int) -> float:
    """Processor time of the database's own processes."""
    if not workers:
        return 0.0
    process = (Path(postgres.server().pgdata) / "postmaster.pid").read_text("utf-8").split()[0]
    return cpu_seconds(int(process))


async def _loads(running: Running, tables: list[str]) -> tuple[Measured, Measured]:
    players = await seated(running, tables, SOCKETS)
    await asyncio.sleep(SETTLE_SECONDS)
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
                tables = tables_made(running, TABLES, BETTING_SECONDS)
                database = _database_seconds(workers)
                steady, hurried = asyncio.run(_loads(running, tables))
                database = _database_seconds(workers) - database
            print(f"{name}: {SOCKETS} sockets at {TABLES} tables, a wager every 10 s: {steady}")
            print(f"{name}: {HURRIED} of them without a pause: {hurried}")
            print(f"  {1e6 * hurried.cores * hurried.seconds / hurried.acts:.0f} µs of the server's processors an act")
            acts = steady.acts + hurried.acts + SOCKETS
            print(f"  {1e6 * database / acts:.0f} µs of the database's, newcomers with it")
        with _house(2) as started:
            tables = tables_made(started(), MANY_TABLES, BETTING_SECONDS)
            began = perf_counter()
            running = started()
            print(f"{MANY_TABLES} tables on 2 workers: serving again after {perf_counter() - began:.1f} s")
            print(f"{SOCKETS} sockets, a wager every 10 s: {asyncio.run(_steady(running, tables))}")
    finally:
        postgres.stop()
