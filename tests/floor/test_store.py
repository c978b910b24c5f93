"""The store, on every database and on SQLite alone: whole or not at all, whatever fails, and only ever added to."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from croupier.floor.store import statements
from croupier.floor.store.engines.lock import FolderInUse, FolderLock
from croupier.floor.store.engines.postgres import PostgresStore
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.store.engines.sqlite_file import VERSION, reading, settle, writing
from croupier.floor.store.port import (
    Batch,
    Clash,
    Connection,
    Day,
    Key,
    KeyUsed,
    NewEntry,
    NotOurs,
    Overdraft,
    Row,
    Store,
    StoredSnapshot,
    StoreFailed,
    Taken,
    TooNew,
    Used,
)
from croupier.record.journals.ledger import Transfer
from tests.floor_simulation.database import Bells, Database, SimulatedStore
from tests.floor_simulation.faults import Faults
from tests.support.floor import postgres
from tests.support.floor.store_batches import GRANTED, entry, grant, held_up, in_one_commit, outcomes
from tests.support.waiting import in_time

T = TypeVar("T")


# What the tests are made of


Where = Path | str | Database
"""A folder for SQLite, the URL of a database of PostgreSQL, or the database in memory of the floor's simulation."""


@pytest.fixture(params=["sqlite", "postgres", "simulated"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    """Whatever the port promises, all stores keep."""
    if request.param == "simulated":
        return Database(lambda: 0, lambda _: "")
    return tmp_path if request.param == "sqlite" else postgres.url_of(postgres.fresh())


@pytest.fixture(params=["sqlite", "postgres"])
def threaded(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    """For tests that hold the writer's thread up: the simulation has no threads."""
    return tmp_path if request.param == "sqlite" else postgres.url_of(postgres.fresh())


def store_at(where: Where, factory: type[sqlite3.Connection]) -> Store:
    if isinstance(where, Database):
        faults = Faults(Random(1))
        faults.stop()
        return SimulatedStore(where, "server", faults, Bells(faults, Random(1)))
    return PostgresStore(where) if isinstance(where, str) else SqliteStore(where / FILE, factory)


@asynccontextmanager
async def opened(where: Where, factory: type[sqlite3.Connection] = sqlite3.Connection) -> AsyncIterator[Store]:
    store = store_at(where, factory)
    try:
        yield store
    finally:
        await store.close()


def in_store(where: Where, play: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    async def main() -> T:
        async with opened(where) as store:
            return await play(store)

    return asyncio.run(main())


# Round trips


def test_what_is_appended_is_read_again(where: Where) -> None:
    key = Key("ana", "k1", b"body")
    spent = Transfer("wallet:ana", "layout:t", 30)
    batch = Batch(
        "t",
        (entry(0), entry(1, spent, key=key, fresh=b"fresh")),
        (Day("ana", 7, staked=30), Day("ana", 7, granted=1, returned=2)),
        StoredSnapshot(1, 3, b"state"),
    )

    async def play(store: Store) -> None:
        await store.append(grant(100, "wallet:ana", "wallet:ben"))
        await store.append(batch)
        assert await store.tail("t") == [Row(e.number, e.line, e.hash, e.fresh) for e in batch.entries]
        assert [row.number for row in await store.tail("t", 0)] == [1]
        assert [row.number for row in await store.tail("t", -1, 1)] == [0]
        assert await store.last("t") == Row(1, batch.entries[1].line, batch.entries[1].hash, b"fresh")
        assert await store.last("nowhere") is None
        assert await store.streams() == ["house", "t"]
        assert await store.snapshot("t") == StoredSnapshot(1, 3, b"state")
        assert await store.snapshot("house") is None
        assert await store.key("ana", "k1") == Used(b"body", "t", 1)
        assert await store.key("ben", "k1") is None
        assert await store.balance("wallet:ana") == 70
        assert await store.balance("wallet:nobody") == 0
        assert await store.balances("wallet:") == {"wallet:ana": 70, "wallet:ben": 100}
        assert await store.balances() == {"house": -200, "layout:t": 30, "wallet:ana": 70, "wallet:ben": 100}
        assert await store.day("ana", 7) == Day("ana", 7, 1, 30, 2)
        assert await store.day("ana", 8) == Day("ana", 8)
        assert await store.total() == 0

    in_store(where, play)


def test_a_store_opened_again_holds_what_it_held_and_goes_on(where: Where) -> None:
    async def first(store: Store) -> None:
        await store.append(grant(100, "wallet:ana"))
        await store.append(Batch("t", (entry(0),), snapshot=StoredSnapshot(0, 1, b"old")))

    async def second(store: Store) -> None:
        assert await store.streams() == ["house", "t"]
        await store.append(
            Batch("t", (entry(1, Transfer("wallet:ana", "layout:t", 100)),), snapshot=StoredSnapshot(1, 1, b"new"))
        )
        assert await store.balances() == {"house": -100, "layout:t": 100, "wallet:ana": 0}
        assert await store.snapshot("t") == StoredSnapshot(1, 1, b"new")

    in_store(where, first)
    in_store(where, second)
    if isinstance(where, Path):
        assert [path.name for path in where.iterdir()] == [FILE]


def test_a_function_writes_with_a_batch_in_one_transaction(where: Where) -> None:
    def make_table(connection: Connection) -> str:
        connection.execute("INSERT INTO tables (id, name, settings, made) VALUES (?, ?, ?, ?)", ("t", "One", "{}", 5))
        statements.put(connection, [Batch("t", (entry(0),))])
        return "made"

    def names(connection: Connection) -> list[Any]:
        return connection.execute("SELECT id, name, settings, made FROM tables").fetchall()

    async def play(store: Store) -> None:
        assert await store.write(make_table) == "made"
        assert await store.read(names) == [("t", "One", "{}", 5)]
        with pytest.raises(Clash, match=r"tables[._](id|pkey)"):
            await store.write(make_table)
        with pytest.raises(Taken):
            await store.write(lambda connection: statements.put(connection, [Batch("t", (entry(0),))]))
        assert len(await store.tail("t")) == 1

    in_store(where, play)


def test_what_a_function_raises_undoes_it_and_nothing_else(threaded: Where) -> None:
    def half(connection: Connection) -> None:
        statements.put(connection, [Batch("half", (entry(0),))])
        raise LookupError("half-way")

    def misspelt(connection: Connection) -> None:
        statements.put(connection, [Batch("misspelt", (entry(0),))])
        connection.execute("SELECT * FROM nowhere")

    async def play(store: Store) -> None:
        said = await in_one_commit(
            store,
            [
                store.append(Batch("a", (entry(0),))),
                store.write(half),
                store.append(Batch("b", (entry(0),))),
                store.write(misspelt),
                store.append(Batch("c", (entry(0),))),
            ],
        )
        assert [type(error) for error in said] == [type(None), LookupError, type(None), StoreFailed, type(None)]
        assert await store.streams() == ["a", "b", "c"]

    in_store(threaded, play)


def test_a_reader_cannot_write(where: Where) -> None:
    async def play(store: Store) -> None:
        with pytest.raises(StoreFailed, match=r"read-?only"):
            await store.read(lambda connection: connection.execute("DELETE FROM balances"))
        assert await store.total() == 0

    in_store(where, play)


def test_a_read_sees_one_moment(threaded: Where) -> None:
    looked, go = threading.Event(), threading.Event()

    def twice(connection: Connection) -> tuple[int, int]:
        first = statements.held(connection, "wallet:ana")
        looked.set()
        go.wait(60)
        return first, statements.held(connection, "wallet:ana")

    async def play(store: Store) -> None:
        reading_twice = asyncio.create_task(store.read(twice))
        await asyncio.to_thread(looked.wait, 60)
        await store.append(grant(100, "wallet:ana"))
        go.set()
        assert await reading_twice == (0, 0)
        assert await store.balance("wallet:ana") == 100

    in_store(threaded, play)


def test_a_closed_store_says_so(where: Where) -> None:
    async def play(store: Store) -> None:
        waiting = [asyncio.create_task(store.append(Batch(f"t{n}", (entry(0),)))) for n in range(50)]
        await asyncio.sleep(0)
        await store.close()
        assert await outcomes(asyncio.wait_for(task, 5) for task in waiting) == [None] * 50
        with pytest.raises(StoreFailed, match="closed"):
            await store.append(Batch("t", (entry(0),)))
        with pytest.raises(StoreFailed, match="closed"):
            await store.streams()

    in_store(where, play)


def test_one_who_no_longer_waits_holds_nobody_up(threaded: Where) -> None:
    async def play(store: Store) -> None:
        async with held_up(store):
            impatient = asyncio.create_task(store.append(Batch("a", (entry(0),))))
            patient = asyncio.create_task(store.append(Batch("b", (entry(0),))))
            await asyncio.sleep(0.01)
            impatient.cancel()
        await patient
        assert impatient.cancelled()
        assert await store.streams() == ["a", "b"]

    in_store(threaded, play)


# Refusals


def refused(where: Where, *batches: Batch) -> BaseException | None:
    """What the store says to the last of those batches; where it refuses, nothing has changed."""

    async def play(store: Store) -> BaseException | None:
        for batch in batches[:-1]:
            await store.append(batch)
        before = await store.read(everything)
        (said,) = await outcomes([store.append(batches[-1])])
        assert said is None or await store.read(everything) == before
        return said

    return in_store(where, play)


def everything(connection: Connection) -> list[Any]:
    tables = ("journal", "transfers", "balances", "keys", "snapshots", "days", "tables")
    return [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]  # noqa: S608


LATER = (Day("ana", 1, staked=1),), StoredSnapshot(0, 1, b"")


def test_a_number_is_taken_once(where: Where) -> None:
    said = refused(where, Batch("t", (entry(0), entry(1))), Batch("t", (entry(1), entry(2)), *LATER))
    assert isinstance(said, Taken)
    assert (said.stream, said.number) == ("t", 1)


def test_a_number_is_not_left_out(where: Where) -> None:
    assert isinstance(refused(where, Batch("t", (entry(0),)), Batch("t", (entry(2),), *LATER)), Clash)


@pytest.mark.parametrize("account", ["wallet:ana", "wallet:nobody", "stack:t:ana:value", "FLOAT:t", "houses"])
def test_nobody_spends_what_he_has_not(where: Where, account: str) -> None:
    said = refused(where, GRANTED, Batch("t", (entry(0, Transfer(account, "layout:t", 101)),), *LATER))
    assert isinstance(said, (Overdraft, Clash))
    assert isinstance(said, Clash) or said.account == account


@pytest.mark.parametrize("account", ["house", "float:t"])
def test_house_and_float_may_owe(where: Where, account: str) -> None:
    assert refused(where, Batch("t", (entry(0, Transfer(account, "layout:t", 101)),))) is None


def test_the_database_itself_forbids_an_overdraft(tmp_path: Path) -> None:
    in_store(tmp_path, lambda store: store.append(GRANTED))
    with closing(sqlite3.connect(tmp_path / FILE)) as plain:
        for sql in (
            "UPDATE balances SET amount = -1 WHERE account = 'wallet:ana'",
            "INSERT INTO balances VALUES ('x', -1)",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="overdraft"):
                plain.execute(sql)


def test_a_key_is_used_once(where: Where) -> None:
    key = Key("ana", "k", b"body")
    said = refused(where, Batch("t", (entry(0, key=key),)), Batch("t", (entry(1), entry(2, key=Key("ana", "k", b"")))))
    assert isinstance(said, KeyUsed)
    assert (said.actor, said.key) == ("ana", "k")


def test_a_key_is_used_once_in_one_batch_too(where: Where) -> None:
    key = Key("ana", "k", b"body")
    assert isinstance(refused(where, Batch("t", (entry(0, key=key), entry(1, key=key)))), KeyUsed)


@pytest.mark.parametrize(
    "batch",
    [
        Batch("t", ()),
        Batch("t", (entry(0), entry(2))),
        Batch("t", (entry(0, Transfer("house", "wallet:ana", 0)),)),
        Batch("t", (entry(0, Transfer("house", "wallet:ana", -1)),)),
        Batch("t", (entry(0, Transfer("house", "house", 1)),)),
    ],
)
def test_what_cannot_be_a_batch_is_never_written(where: Where, batch: Batch) -> None:
    assert isinstance(refused(where, batch), ValueError)


def test_an_amount_beyond_64_bits_is_refused_alone(threaded: Where) -> None:
    async def play(store: Store) -> None:
        said = await in_one_commit(
            store,
            [
                store.append(Batch("a", (entry(0, Transfer("house", "wallet:a", 2)),))),
                store.append(Batch("b", (entry(0, Transfer("house", "wallet:b", 2**63)),))),
                store.append(Batch("c", (entry(0, Transfer("house", "wallet:c", 2**63 - 1)),))),
            ],
        )
        assert said[0] is None
        assert isinstance(said[1], (OverflowError, Clash))
        assert isinstance(said[2], Clash)  # the house would owe one cent more than 64 bits hold
        assert await store.balances() == {"house": -2, "wallet:a": 2}

    in_store(threaded, play)


def test_one_refusal_takes_no_other_with_it(threaded: Where) -> None:
    key = Key("ana", "k", b"")

    async def play(store: Store) -> None:
        await store.append(GRANTED)
        said = await in_one_commit(
            store,
            [
                store.append(Batch("a", (entry(0, key=key),))),
                store.append(Batch("a", (entry(0),))),
                store.append(Batch("b", (entry(0, Transfer("wallet:ana", "layout:b", 101)),))),
                store.append(Batch("c", (entry(0, key=key),))),
                store.append(Batch("d", (entry(0, Transfer("wallet:ana", "layout:d", 60)),))),
                store.append(Batch("e", (entry(0, Transfer("wallet:ana", "layout:e", 60)),))),
                store.append(Batch("f", (entry(0, Transfer("wallet:ana", "layout:f", 40)),))),
            ],
        )
        assert [type(error) for error in said] == [
            type(None),
            Taken,
            Overdraft,
            KeyUsed,
            type(None),
            Overdraft,
            type(None),
        ]
        assert await store.streams() == ["a", "d", "f", "house"]
        assert await store.balance("wallet:ana") == 0
        assert await store.total() == 0

    in_store(threaded, play)


@pytest.mark.parametrize("units", [2, 3])
def test_what_comes_in_later_pays_for_nothing_earlier(threaded: Where, units: int) -> None:
    """In one commit as in two: who spends before he is paid is refused, who is paid first is not."""
    early, late = (Batch(name, (entry(0, Transfer("wallet:ana", "layout:t", 100)),)) for name in "ab")

    async def play(store: Store) -> None:
        said = await in_one_commit(store, map(store.append, (early, GRANTED, late)[:units]))
        assert [type(error) for error in said] == [Overdraft, type(None), type(None)][:units]

    in_store(threaded, play)


def test_a_thousand_spends_of_a_whole_balance_are_one(where: Where) -> None:
    async def play(store: Store) -> None:
        await store.append(GRANTED)
        said = await outcomes(
            store.append(Batch(f"t{n}", (entry(0, Transfer("wallet:ana", f"layout:t{n}", 100)),))) for n in range(1000)
        )
        assert said.count(None) == 1
        assert sum(isinstance(error, Overdraft) for error in said) == 999
        assert await store.balance("wallet:ana") == 0
        assert list((await store.balances("layout:")).values()) == [100]
        assert len(await store.streams()) == 2

    in_store(where, play)


def test_a_thousand_copies_of_one_request_are_one(where: Where) -> None:
    async def play(store: Store) -> None:
        said = await outcomes(store.append(Batch(f"t{n}", (entry(0, key=Key("ana", "k", b"")),))) for n in range(1000))
        assert said.count(None) == 1
        assert sum(isinstance(error, KeyUsed) for error in said) == 999
        assert len(await store.streams()) == 1

    in_store(where, play)


# Only ever inserted


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE {} SET number = 7",
        "UPDATE OR REPLACE {} SET stream = 'other'",
        "DELETE FROM {}",
        "DELETE FROM {} WHERE number = 0",
        "INSERT OR REPLACE INTO {} SELECT * FROM {} LIMIT 1",
        "REPLACE INTO {} SELECT * FROM {} LIMIT 1",
        "INSERT INTO {} SELECT * FROM {} WHERE true ON CONFLICT DO UPDATE SET number = 9",
    ],
)
@pytest.mark.parametrize("table", ["journal", "transfers"])
@pytest.mark.parametrize("ours", [False, True])
def test_journal_and_transfers_are_only_ever_inserted(tmp_path: Path, sql: str, table: str, ours: bool) -> None:
    in_store(tmp_path, lambda store: store.append(GRANTED))
    with closing(writing(tmp_path / FILE) if ours else sqlite3.connect(tmp_path / FILE)) as connection:
        before = everything(connection)
        with pytest.raises(sqlite3.IntegrityError, match=r"only ever inserted|follow one another"):
            connection.execute(sql.format(table, table))
        assert everything(connection) == before
        assert before[0]
        assert before[1]


@pytest.mark.parametrize("table", ["journal", "transfers"])
def test_no_hidden_number_of_a_row_goes_round_the_triggers(tmp_path: Path, table: str) -> None:
    in_store(tmp_path, lambda store: store.append(GRANTED))
    with closing(sqlite3.connect(tmp_path / FILE)) as plain, pytest.raises(sqlite3.OperationalError, match="rowid"):
        plain.execute(f"SELECT rowid FROM {table}")  # noqa: S608


# Faults


class Fault:
    """The call of that number fails, counted from the first BEGIN IMMEDIATE after it was armed.

    With `lasting` all later ones fail too; with `late` the call is made, and fails only then.
    """

    def __init__(self, number: int, message: str, *, late: bool = False, lasting: bool = False) -> None:
        self.number = number
        self.message = message
        self.late = late
        self.lasting = lasting
        self.armed = False
        self.counting = False
        self.calls = 0

    @property
    def fired(self) -> bool:
        return self.calls >= self.number

    def happens(self, sql: str, call: Callable[[], sqlite3.Cursor]) -> sqlite3.Cursor:
        self.counting = self.armed and (self.counting or sql == "BEGIN IMMEDIATE")
        if not self.counting:
            return call()
        self.calls += 1
        if self.calls != self.number and not (self.lasting and self.fired):
            return call()
        if self.late:
            call()
        raise sqlite3.OperationalError(self.message)


def failing(fault: Fault) -> type[sqlite3.Connection]:
    class Failing(sqlite3.Connection):
        def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
            return fault.happens(sql, lambda: super(Failing, self).execute(sql, *arguments))

        def executemany(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
            return fault.happens(sql, lambda: super(Failing, self).executemany(sql, *arguments))

    return Failing


def whole_batch(name: str) -> Batch:
    """A batch that writes to every table."""
    spent, paid = Transfer(f"wallet:{name}", f"layout:{name}", 60), Transfer("float:t", f"wallet:{name}", 5)
    return Batch(
        name,
        (entry(0, spent, key=Key(name, "k", b"")), entry(1, paid)),
        (Day(name, 1, staked=60),),
        StoredSnapshot(1, 1, name.encode()),
    )


def parts_there(connection: Connection, name: str) -> list[bool]:
    """Which parts of that batch are there."""
    return [
        len(statements.tail(connection, name)) == 2,
        bool(statements.tail(connection, name)),
        connection.execute("SELECT count(*) FROM transfers WHERE stream = ?", (name,)).fetchone() == (2,),
        statements.used(connection, name, "k") is not None,
        statements.held(connection, f"wallet:{name}") == 45,
        statements.held(connection, f"layout:{name}") == 60,
        statements.one_day(connection, name, 1).staked == 60,
        statements.snapshot(connection, name) is not None,
    ]


async def three_at_once(store: Store, fault: Fault) -> list[BaseException | None]:
    """Two batches and a function in one commit, and the fault among them; then the disk is well again."""
    a, b, c = map(whole_batch, "abc")
    async with held_up(store):
        work = [store.append(a), store.append(b), store.write(lambda connection: statements.put(connection, [c]))]
        together = asyncio.create_task(outcomes(work))
        await asyncio.sleep(0.002)
        fault.armed = True
    said = await together
    fault.armed = False
    return said


def check_whole(folder: Path, said: dict[str, BaseException | None]) -> None:
    with closing(reading(folder / FILE)) as connection:
        for name, error in said.items():
            there = parts_there(connection, name)
            assert len(set(there)) == 1, (name, there, error)
            if error is None:
                assert there[0], name
            else:
                assert isinstance(error, StoreFailed)
                assert error.unknown or not there[0], name
        assert statements.total(connection) == 0
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("message", ["disk I/O error", "database or disk is full"])
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("lasting", [False, True])
def test_every_call_failing_in_turn_leaves_every_unit_whole_or_undone(
    tmp_path: Path, message: str, late: bool, lasting: bool
) -> None:
    async def one_fault(folder: Path, fault: Fault) -> None:
        async with opened(folder, failing(fault)) as store:
            said = await three_at_once(store, fault)
            check_whole(folder, dict(zip("abc", said, strict=True)))
            # The store goes on: what was not done is done now, and once.
            again = await outcomes(store.append(whole_batch(name)) for name in "abc")
            assert all(error is None or isinstance(error, Taken) for error in again)
        check_whole(folder, dict.fromkeys("abc"))

    in_store(tmp_path, lambda store: store.append(grant(100, "wallet:a", "wallet:b", "wallet:c")))
    number, fault = 0, Fault(0, "")
    while fault.fired:
        number += 1
        assert number < 100
        fault = Fault(number, message, late=late, lasting=lasting)
        folder = tmp_path / str(number)
        folder.mkdir()
        shutil.copy(tmp_path / FILE, folder)
        asyncio.run(one_fault(folder, fault))
    assert number > 20


@pytest.mark.parametrize("late", [False, True])
def test_after_a_failed_commit_the_store_is_asked(tmp_path: Path, late: bool) -> None:
    """The commit failed, and may have been done all the same: only a read says which, and it says so for good."""

    async def play() -> bool:
        fault = Fault(1, "disk I/O error", late=late)
        async with opened(tmp_path, commit_failing(fault)) as store:
            with closing(reading(tmp_path / FILE)) as reader:
                before = reader.execute("PRAGMA data_version").fetchone()
                fault.armed = True
                (said,) = await outcomes([store.append(Batch("t", (entry(0),)))])
                fault.armed = False
                # Settled before it was told: there has been a commit since, whichever.
                assert reader.execute("PRAGMA data_version").fetchone() != before
            assert isinstance(said, StoreFailed)
            assert said.unknown
            return await store.last("t") is not None

    done = asyncio.run(play())
    assert done is late
    assert in_store(tmp_path, lambda store: store.last("t")) == (
        Row(0, entry(0).line, entry(0).hash, None) if late else None
    )


def commit_failing(fault: Fault) -> type[sqlite3.Connection]:
    class CommitFailing(sqlite3.Connection):
        def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
            def call() -> sqlite3.Cursor:
                return super(CommitFailing, self).execute(sql, *arguments)

            # Only commits are counted.
            return fault.happens("BEGIN IMMEDIATE", call) if sql == "COMMIT" else call()

    return CommitFailing


def test_a_read_that_fails_says_so_and_the_next_does_not(tmp_path: Path) -> None:
    failing_now = False

    class Failing(sqlite3.Connection):
        def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
            if failing_now and sql.startswith("SELECT"):
                raise sqlite3.OperationalError("disk I/O error")
            return super().execute(sql, *arguments)

    async def play() -> None:
        nonlocal failing_now
        async with opened(tmp_path, Failing) as store:
            failing_now = True
            assert all(isinstance(said, StoreFailed) for said in await outcomes(store.last("t") for _ in range(20)))
            failing_now = False
            assert await outcomes(store.last("t") for _ in range(20)) == [None] * 20

    asyncio.run(play())


def test_a_writing_connection_is_set_for_safety(tmp_path: Path) -> None:
    in_store(tmp_path, lambda store: store.streams())
    with closing(writing(tmp_path / FILE)) as connection:
        wanted = {
            "journal_mode": "wal",
            "synchronous": 2,
            "foreign_keys": 1,
            "recursive_triggers": 1,
            "secure_delete": 1,
        }
        for name, value in wanted.items():
            assert connection.execute(f"PRAGMA {name}").fetchone() == (value,)


def test_settling_is_a_commit_of_its_own(tmp_path: Path) -> None:
    """Only a commit overwrites what a failed one left in the log: so this must be one, and change nothing."""
    in_store(tmp_path, lambda store: store.append(GRANTED))
    with closing(writing(tmp_path / FILE)) as connection, closing(reading(tmp_path / FILE)) as reader:
        before = reader.execute("PRAGMA data_version").fetchone(), everything(reader)
        settle(connection)
        assert reader.execute("PRAGMA data_version").fetchone() != before[0]
        assert everything(reader) == before[1]
        assert reader.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_refusal_that_rests_on_a_failed_commit_is_none(tmp_path: Path) -> None:
    """The second spends what the first has spent; the first is not done after all."""

    async def play() -> None:
        fault = Fault(2, "disk I/O error")  # the first is the commit of the one that holds them up
        async with opened(tmp_path, commit_failing(fault)) as store:
            await store.append(GRANTED)
            spends = [Batch(name, (entry(0, Transfer("wallet:ana", "layout:t", 100)),)) for name in "ab"]
            async with held_up(store):
                together = asyncio.create_task(outcomes(map(store.append, spends)))
                await asyncio.sleep(0.002)
                fault.armed = True
            first, second = await together
            assert isinstance(first, StoreFailed)
            assert isinstance(second, StoreFailed)
            assert (first.unknown, second.unknown) == (True, False)
            assert await store.balance("wallet:ana") == 100

    asyncio.run(play())


def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    class Small(sqlite3.Connection):
        """SQLite's own limit: it is out of pages as it would be out of disk."""

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            super().execute("PRAGMA max_page_count = 80")

    async def play() -> list[BaseException | None]:
        async with opened(tmp_path, Small) as store:
            long = NewEntry(0, "x" * 3000, b"", (Transfer("house", "wallet:ana", 1),))
            return await outcomes(store.append(Batch(f"t{n}", (long,))) for n in range(100))

    said = asyncio.run(play())
    done = {f"t{n}" for n, error in enumerate(said) if error is None}
    assert all(isinstance(error, StoreFailed) and not error.unknown for error in said if error)
    assert 0 < len(done) < 100
    assert set(in_store(tmp_path, lambda store: store.streams())) == done
    assert in_store(tmp_path, lambda store: store.balance("wallet:ana")) == len(done)
    assert in_store(tmp_path, lambda store: store.total()) == 0


# Files of other ages and other programs


def test_a_newer_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    in_store(tmp_path, lambda store: store.append(GRANTED))
    with closing(writing(tmp_path / FILE)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(TooNew) as said:
        SqliteStore(tmp_path / FILE)
    assert "\n" not in str(said.value)
    assert FILE in str(said.value)
    assert (tmp_path / FILE).read_bytes() == before


def test_another_programs_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("a letter, and quite a long one, for it must not look like an empty file\n" * 20)
    (tmp_path / "notes.txt").write_text("mine")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(NotOurs) as said:
        SqliteStore(tmp_path / FILE)
    assert "\n" not in str(said.value)
    other = tmp_path / "other"
    other.mkdir()
    with closing(sqlite3.connect(other / FILE)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    database = (other / FILE).read_bytes()
    with pytest.raises(NotOurs):
        SqliteStore(other / FILE)
    assert (other / FILE).read_bytes() == database
    assert (tmp_path / FILE).read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE, "notes.txt", "other"]


def test_files_that_are_not_ours_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "journal").mkdir()
    in_store(tmp_path, lambda store: store.append(GRANTED))
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE, "journal", "notes.txt"]
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_an_older_file_is_brought_up_to_date(tmp_path: Path) -> None:
    in_store(tmp_path, lambda store: store.append(GRANTED))
    with closing(writing(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA user_version = 0")
    assert in_store(tmp_path, lambda store: store.streams()) == ["house"]
    with closing(reading(tmp_path / FILE)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_the_migrations_make_what_the_tables_say(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext
    from sqlalchemy import create_engine

    from croupier.floor.store.schema import metadata

    in_store(tmp_path, lambda store: store.streams())
    engine = create_engine(f"sqlite:///{tmp_path / FILE}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == f"{VERSION:04}"
        assert compare_metadata(context, metadata) == []
        rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all()
    engine.dispose()
    assert {name for name, sql in rows if "STRICT" not in sql} == {"alembic_version"}


def test_an_up_to_date_file_opens_without_the_heavy_parts(tmp_path: Path) -> None:
    in_store(tmp_path, lambda store: store.streams())
    program = (
        "import sys; from pathlib import Path; from croupier.floor.store.engines.sqlite import SqliteStore\n"
        "SqliteStore(Path(sys.argv[1])); assert not {'alembic', 'sqlalchemy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program, tmp_path / FILE], check=True, timeout=60)


# The lock

HOLDS = """
import sys
from pathlib import Path
from croupier.floor.store.engines.lock import FolderLock
with FolderLock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""
# The child says so, once it is well under way.
HOLDS_WITH_A_CHILD = HOLDS.replace("    print(", "    import os, time\n    if not os.fork(): print(").replace(
    "    sys.stdin", "    time.sleep(60)\n    sys.stdin"
)


@contextmanager
def holder(folder: Path, program: str = HOLDS) -> Iterator[subprocess.Popen[bytes]]:
    """A process that holds the lock; at the end it and all its children are killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout
    try:
        assert in_time(process.stdout.readline) == b"held\n"
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=30)


def is_free(folder: Path) -> bool:
    try:
        with FolderLock(folder):
            return True
    except FolderInUse:
        return False


def test_a_folder_in_use_is_refused_in_one_line(tmp_path: Path) -> None:
    with holder(tmp_path), pytest.raises(FolderInUse) as said, FolderLock(tmp_path):
        pass
    assert tmp_path.name in str(said.value)
    assert "\n" not in str(said.value)


def test_the_lock_is_held_against_the_same_process_too(tmp_path: Path) -> None:
    with FolderLock(tmp_path):
        assert not is_free(tmp_path)
    assert is_free(tmp_path)


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.communicate(timeout=30)
        assert is_free(tmp_path)
    with holder(tmp_path) as process:
        assert not is_free(tmp_path)
        process.kill()
        process.wait(30)
        assert is_free(tmp_path)


def test_a_child_that_outlives_its_killed_parent_does_not_keep_the_folder(tmp_path: Path) -> None:
    with holder(tmp_path, HOLDS_WITH_A_CHILD) as process:
        assert not is_free(tmp_path)
        process.kill()
        process.wait(30)
        os.killpg(process.pid, 0)  # the child is alive
        assert is_free(tmp_path)


def test_a_file_that_nobody_holds_locks_nothing(tmp_path: Path) -> None:
    with FolderLock(tmp_path):
        pass
    (name,) = [path.name for path in tmp_path.iterdir()]
    (tmp_path / name).write_text("4711")
    assert is_free(tmp_path)
