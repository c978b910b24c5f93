"""How long a house with a long past takes to start: a thousand tables, and ten thousand tournaments that are over.

One tournament is played to its end. The others are its rows under other names, with the first entries of its journals
alone: a start leaves them unread, so only their number counts. Then the one that was played is looked at.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter

from bench.timing import REPEATS
from croupier.floor.casino import Casino
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.tables.opening import TableSpec
from tests.support.floor.casino import SIGN, House, in_casino
from tests.support.floor.tournaments import STARTS, at, entered, play, settled, tournament

TABLES, TOURNAMENTS = 1000, 10_000
ASKED_SECONDS = 6
PLAYED = "cup"
_COPIED = {
    "tables": "name, settings, made, ended",
    "journal": "number, line, hash, fresh, act, actor, person, session",
}


def _past(folder: Path) -> None:
    async def made(house: House) -> None:
        actor = await tournament(house)
        await entered(house, actor, 4)
        await at(house, STARTS)
        await play(house, actor)
        await settled(house)
        for number in range(TABLES):
            spec = TableSpec(name=f"Table {number}", game="roulette", sign=SIGN, betting_seconds=3600)
            await house.casino.make_table(spec, id=f"t{number}")

    in_casino(folder, made, audited=False)


def _copied(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        for table, columns in _COPIED.items():
            name, which = ("id", "ended = 2") if table == "tables" else ("stream", "number = 0")
            connection.execute(
                "WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) "  # noqa: S608
                f"INSERT INTO {table} ({name}, {columns}) SELECT replace({name}, ?, ? || n), {columns} "
                f"FROM numbers CROSS JOIN {table} WHERE ({name} = ? OR {name} LIKE ?) AND {which}",
                (TOURNAMENTS, PLAYED, PLAYED, PLAYED, f"{PLAYED}.%"),
            )


async def _started(folder: Path) -> tuple[float, float, int]:
    """Seconds of the start and of the first look at what was played, and how many tables were loaded at the start."""
    began = perf_counter()
    store = SqliteStore(folder / FILE)
    casino = Casino(folder, store)
    await casino.start()
    seconds, loaded = perf_counter() - began, len(casino.actors)
    began = perf_counter()
    await casino.find(PLAYED)
    looked = perf_counter() - began
    await casino.stop()
    await store.close()
    return seconds, looked, loaded


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _past(folder)
        _copied(folder)
        runs = [asyncio.run(_started(folder)) for _ in range(REPEATS)]
    seconds, looked, loaded = min(runs)
    print(f"{TABLES:,} tables and {TOURNAMENTS:,} tournaments that are over: started in {seconds:.2f} s", end=" ")
    print(f"(asked: under {ASKED_SECONDS}), with {loaded:,} journals loaded")
    print(f"the first look at one that is over: {1000 * looked:.0f} ms")
