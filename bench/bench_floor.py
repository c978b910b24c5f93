"""The floor under load: durable acts a second on a hundred tables beside a bare loop that writes the same rows, and a
restart with a long history.

The bare loop has the rows ready made, judges nothing and answers nobody: it writes them at as many acts a commit as the
floor did, into a copy of the same database.
"""

from __future__ import annotations

import asyncio
import shutil
import signal
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter, process_time, thread_time
from types import FrameType
from typing import Any, ClassVar, Self

from msgspec.structs import astuple

from bench.timing import REPEATS
from croupier.floor import gc_tuning
from croupier.floor.casino import Casino
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.request import Request
from croupier.floor.store import statements
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.store.engines.sqlite_file import writing
from croupier.floor.store.port import Batch
from croupier.floor.tables.commands import closed
from croupier.floor.tables.opening import TableSpec
from croupier.games.acts import BuyIn
from croupier.games.position import Position
from croupier.games.sign import Sign
from croupier.games.wagers import Wager, Withdraw

TABLES, PLAYERS, WAGERS = 100, 4, 60
HISTORY = 1_000_000


class _Counting(sqlite3.Connection):
    """Counts commits, and nothing else."""

    commits = 0

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if sql == "COMMIT":
            _Counting.commits += 1
        return super().execute(sql, parameters)


class _Keeping(SqliteStore):
    """A store that also keeps what it was given, for the bare loop to write again."""

    kept: list[Batch]

    async def append(self, batch: Batch) -> None:
        self.kept.append(batch)
        await super().append(batch)


def _table(name: str) -> TableSpec:
    sign = closed(Sign)(minimum=1_00, maximum=100_000_00)
    return TableSpec(name=name, game="roulette", sign=sign, betting_seconds=3600, rest=0)


async def _made_ready(folder: Path) -> list[str]:
    """A hundred roulette tables, and players with money and chips at each."""
    store = SqliteStore(folder / FILE)
    casino = Casino(folder, store)
    await casino.start()
    people = [(await casino.people.sign_in.arrive(casino.time())).person.id for _ in range(PLAYERS)]
    for person in people:
        await casino.book.grant(person, 100_000_000_00)
    for number in range(TABLES):
        id = (await casino.make_table(_table(f"Table {number}"), id=f"t{number}")).id
        for person in people:
            await casino.act(id, Request(person=person, act=BuyIn(person, 50_000_00)))
    await casino.stop()
    await store.close()
    return people


async def _wagers(casino: Casino, table: str, person: str, run: int) -> None:
    for number in range(WAGERS):
        act = Wager(person, Position("straight up", (number % 37,)), 1_00)
        key = f"{run}-{table}-{number}"
        await casino.act(table, Request(person=person, act=act, key=key, nonce="ab" * 16, body=bytes(32)))


async def _played(folder: Path, people: list[str], run: int) -> tuple[float, list[Batch], int]:
    store = _Keeping(folder / FILE, _Counting)
    store.kept = []
    casino = Casino(folder, store)
    await casino.start()
    gc_tuning.settle()
    _Counting.commits = 0
    began = perf_counter()
    await asyncio.gather(*(_wagers(casino, f"t{each}", person, run) for each in range(TABLES) for person in people))
    seconds = perf_counter() - began
    commits = _Counting.commits
    await casino.stop()
    await store.close()
    return seconds, store.kept, commits


def _written(path: Path, batches: list[Batch], commits: int) -> float:
    """The same rows, at the same number of batches a commit."""
    size = max(1, round(len(batches) / commits))
    groups = [_rows(batches[start : start + size]) for start in range(0, len(batches), size)]
    connection = writing(path)
    began = perf_counter()
    for group in groups:
        connection.execute("BEGIN IMMEDIATE")
        for sql, rows in group:
            connection.executemany(sql, rows)
        connection.execute("COMMIT")
    seconds = perf_counter() - began
    connection.close()
    return seconds


def _rows(batches: list[Batch]) -> list[tuple[str, list[tuple[Any, ...]]]]:
    entries = [(batch.stream, entry) for batch in batches for entry in batch.entries]
    net: dict[str, int] = {}
    for batch in batches:
        for account, change in statements.net(batch).items():
            net[account] = net.get(account, 0) + change
    return [
        (statements.JOURNAL, [(stream, e.number, e.line, e.hash, e.fresh, *astuple(e.facts)) for stream, e in entries]),
        (
            statements.TRANSFER,
            [
                (stream, e.number, part, moved.debit, moved.credit, moved.amount)
                for stream, e in entries
                for part, moved in enumerate(e.transfers)
            ],
        ),
        (statements.KEY, [(e.key.actor, e.key.key, e.key.body, stream, e.number) for stream, e in entries if e.key]),
        (statements.DEBIT, [(-change, account) for account, change in net.items() if change < 0]),
        (statements.CREDIT, [(account, change) for account, change in net.items() if change > 0]),
        (
            statements.DAY,
            [(day.person, day.day, day.granted, day.staked, day.returned) for batch in batches for day in batch.days],
        ),
    ]


class _Sampler:
    """Where the loop's own thread spends its processor time: a look every millisecond of it, by part of the house."""

    PARTS: ClassVar = {
        "croupier/games": "the rules",
        "croupier/record": "lines, hashes and transfers",
        "croupier/floor/store": "the store's port",
        "croupier/floor": "drafts, guard and answers",
        "asyncio": "the event loop",
        "bench": "the players",
    }

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()

    def __enter__(self) -> Self:
        signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
        return self

    def __exit__(self, *_error: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def _look(self, _signal: int, frame: FrameType | None) -> None:
        while frame is not None:
            file = frame.f_code.co_filename
            if part := next((name for word, name in self.PARTS.items() if word in file), ""):
                self.found[part] += 1
                return
            frame = frame.f_back


def _where_it_goes(ready: Path, people: list[str]) -> None:
    """The floor's processor time an act, by thread and part, and the bare loop's."""
    acts = TABLES * PLAYERS * WAGERS
    own, all_threads = thread_time(), process_time()
    with _Sampler() as sampler:
        _, batches, commits = _in_copy(ready, lambda folder: asyncio.run(_played(folder, people, REPEATS)))
    own, all_threads = thread_time() - own, process_time() - all_threads
    bare = process_time()
    _in_copy(ready, lambda folder: _written(folder / FILE, batches, commits))
    bare = process_time() - bare
    seen = sampler.found.total()
    print(f"processor time an act, the start of the floor with it: {1e6 * all_threads / acts:.0f} µs, of which")
    print(f"  {1e6 * own / acts:.0f} in the loop's thread", end=": ")
    print(", ".join(f"{part} {count / seen:.0%}" for part, count in sampler.found.most_common()))
    others = all_threads - own
    print(f"  {1e6 * others / acts:.0f} in the store's threads; the bare loop takes {1e6 * bare / acts:.0f} in all")


def _in_copy(ready: Path, work: Callable[[Path], Any]) -> Any:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        shutil.copytree(ready, folder)
        return work(folder)


def _acts_a_second() -> None:
    acts = TABLES * PLAYERS * WAGERS
    with tempfile.TemporaryDirectory() as name:
        ready = Path(name)
        people = asyncio.run(_made_ready(ready))
        floor, bare, grouped = float("inf"), float("inf"), 0.0
        for run in range(REPEATS):
            seconds, batches, commits = _in_copy(ready, lambda folder: asyncio.run(_played(folder, people, run)))  # noqa: B023
            bare = min(bare, _in_copy(ready, lambda folder: _written(folder / FILE, batches, commits)))  # noqa: B023
            floor, grouped = min(floor, seconds), acts / commits
        print(f"acts through the floor, {TABLES} tables: {acts / floor:,.0f} a second, {grouped:.0f} to a commit")
        print(f"a bare loop, the same rows and commits:  {acts / bare:,.0f} a second")
        print(f"the floor reaches {bare / floor:.0%} of the bare loop (asked: 60 %, or a profile)")
        _where_it_goes(ready, people)


async def _history(folder: Path) -> int:
    """A floor that has played for long: many rounds on a hundred tables."""
    store = SqliteStore(folder / FILE)
    now = [1_794_729_000.0]
    casino = Casino(folder, store, now=lambda: now[0])
    await casino.start()
    person = (await casino.people.sign_in.arrive(casino.time())).person.id
    await casino.book.grant(person, 100_000_000_00)
    tables = []
    for number in range(TABLES):
        actor = await casino.make_table(_table(f"Table {number}"), id=f"t{number}")
        await casino.act(actor.id, Request(person=person, act=BuyIn(person, 500_000_00)))
        tables.append(actor)
    entries = 0
    while entries < HISTORY:
        await asyncio.gather(*(_round(casino, actor.id, person) for actor in tables))
        now[0] += 3601
        await asyncio.gather(*(_look(casino, actor.id, person) for actor in tables))
        entries = sum(actor.head.number for actor in tables)
    await casino.stop()
    await store.close()
    return entries


async def _round(casino: Casino, table: str, person: str) -> None:
    await asyncio.gather(
        *(
            casino.act(table, Request(person=person, act=Wager(person, Position("straight up", (number,)), 1_00)))
            for number in range(37)
        )
    )


async def _look(casino: Casino, table: str, person: str) -> None:
    """A refused act makes the table look at the time: its window is over, and the round is played."""
    with suppress(NotAccepted):
        await casino.act(table, Request(person=person, act=Withdraw(person, Position("red"))))


async def _restarted(folder: Path) -> float:
    began = perf_counter()
    store = SqliteStore(folder / FILE)
    casino = Casino(folder, store)
    await casino.start()
    seconds = perf_counter() - began
    await casino.stop()
    await store.close()
    return seconds


def _restart() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        entries = asyncio.run(_history(folder))
        best = min(asyncio.run(_restarted(folder)) for _ in range(REPEATS))
    print(f"restart with {entries:,} entries on {TABLES} tables: {best:.2f} s (asked: under 5)")


def main() -> None:
    _acts_a_second()
    _restart()
