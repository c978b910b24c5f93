"""One database in memory that all simulated servers share, and each server's store over it.

It has the very schema, statements and constraints of the real ones: it is SQLite, and what the floor says in
PostgreSQL's own words is said in SQLite's. Transactions come one after the other, as commits do. What lies between a
server and its database is drawn from the seed: how long an answer takes, a connection that is lost before the work is
done, or after it, and an outage.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar, cast

from croupier.floor.store import statements, writer
from croupier.floor.store.engines.engine import DatabaseSession
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.store.engines.sqlite_file import opened
from croupier.floor.store.port import Batch, Bell, Connection, Cursor, Day, Row, StoredSnapshot, StoreFailed, Used
from croupier.floor.store.writer import Unit, Writer
from tests.floor_simulation.faults import Faults

T = TypeVar("T")
MOST_UNITS = 64
FOREIGN = (
    (re.compile(r"\(extract\(epoch FROM clock_timestamp\(\)\) \* 1000\)::bigint"), "database_milliseconds()"),
    (re.compile(r"= ANY\(\?\)"), "IN (SELECT value FROM json_each(?))"),
    (
        re.compile(r"unnest\(CAST\(\? AS text\[\]\), CAST\(\? AS bigint\[\]\)\) AS (\w+) \((\w+), (\w+)\)"),
        r"(SELECT a.value AS \2, b.value AS \3 FROM json_each(?) AS a JOIN json_each(?) AS b ON a.key = b.key) AS \1",
    ),
    (re.compile(r"unnest\(\?::text\[\]\) AS (\w+) \((\w+)\)"), r"(SELECT value AS \2 FROM json_each(?)) AS \1"),
    (re.compile(r" FOR (?:NO KEY )?(?:UPDATE|SHARE)(?: SKIP LOCKED)?"), ""),
)
"""PostgreSQL's own words, and SQLite's. Locks are not needed where transactions come one after the other."""


@cache
def in_sqlite(sql: str) -> str:
    for foreign, own in FOREIGN:
        sql = foreign.sub(own, sql)
    return sql


class SharedSession:
    """A connection as the floor knows it, to the database in memory."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        return self._connection.execute(in_sqlite(sql), tuple(map(_plain, parameters)))

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor:
        return self._connection.executemany(in_sqlite(sql), [tuple(map(_plain, row)) for row in parameters])

    def close(self) -> None:
        """It is everybody's."""


def _plain(value: Any) -> Any:
    return json.dumps(list(value)) if isinstance(value, (list, tuple)) else value


@cache
def _template() -> sqlite3.Connection:
    """A house in which nothing has happened yet."""
    template = sqlite3.connect(":memory:")
    with TemporaryDirectory() as folder, closing(opened(Path(folder) / FILE)) as connection:
        connection.backup(template)
    return template


class Database:
    def __init__(self, milliseconds: Callable[[], int], lost_message: Callable[[str], str]) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        # Copied, not deserialized: pages that lie in memory by themselves are written at half the price.
        _template().backup(self.connection)
        for pragma in ("foreign_keys = ON", "recursive_triggers = ON"):
            self.connection.execute(f"PRAGMA {pragma}")
        self.connection.create_function("database_milliseconds", 0, milliseconds)
        self.session = SharedSession(self.connection)
        self._lost_message = lost_message
        self.committed: list[Callable[[str, Sequence[Unit]], None]] = []
        """Called after each commit, with the server and the units that it did."""

    def commit(self, server: str, units: list[Unit]) -> None:
        """The units in one transaction, as the real writer does them; each has its result or its error after it."""
        _Synchronous(_Engine(self.session, lambda: self._lost_message(server))).commit(units)
        for look in self.committed:
            look(server, [unit for unit in units if unit.error is None])

    def read(self, function: Callable[[Connection], T]) -> T:
        self.connection.execute("PRAGMA query_only = ON")
        try:
            return function(self.session)
        except sqlite3.Error as error:
            raise StoreFailed(f"the store cannot be read: {error}") from error
        finally:
            self.connection.execute("PRAGMA query_only = OFF")

    def all(self, sql: str, *parameters: object) -> list[Any]:
        return self.connection.execute(sql, parameters).fetchall()

    def close(self) -> None:
        """Until then its clock holds the whole run in memory: SQLite does not say so to Python's collector."""
        self.connection.close()

    def save(self, folder: Path) -> None:
        """As a file, for an audit of the whole house."""
        with sqlite3.connect(folder / FILE) as target:
            self.connection.backup(target)
        target.close()


class _Engine:
    """What the writer must know of this database."""

    errors = sqlite3.Error
    is_shared = True
    begin_write = begin_read = "BEGIN"

    def __init__(self, session: SharedSession, lost_message: Callable[[], str]) -> None:
        self._session, self._lost_message = session, lost_message

    def writing(self) -> SharedSession:
        return self._session

    reading = writing

    def settle(self, session: DatabaseSession) -> None: ...

    def is_refusal(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.IntegrityError)

    def is_victim(self, error: Exception) -> bool:
        del error
        return False

    def is_lost(self, session: DatabaseSession) -> bool:
        del session
        return False

    def put_at_once(self, session: DatabaseSession, batches: Sequence[Batch]) -> bool:
        """As where the connection is lost with the message, and a new one is had at once. Else nothing is so quick."""
        loss = self._lost_message()
        if loss == "after":
            self._put(session, batches)
        if loss:
            raise sqlite3.OperationalError("the connection was lost")
        return False

    def _put(self, session: DatabaseSession, batches: Sequence[Batch]) -> None:
        session.execute(self.begin_write)
        try:
            statements.put(session, batches)
        except statements.NotPut:
            session.execute("ROLLBACK")
        else:
            session.execute("COMMIT")

    def damage(self, *, whole: bool) -> tuple[str, ...]:
        del whole
        return ()

    def is_away(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.OperationalError)

    def words(self, error: Exception) -> str:
        return str(error)


class _Synchronous(Writer):
    """The real writer's transactions, without its thread."""

    def __init__(self, engine: _Engine) -> None:
        self._engine, self._connection = engine, engine.writing()

    def commit(self, units: list[Unit]) -> None:
        for group in writer._apart(units):
            if group:
                self._commit(group)


class SimulatedStore:
    """What one server has of the database: the same port as SQLite's and PostgreSQL's stores."""

    url: str | None = None
    is_shared = True

    def __init__(self, database: Database, server: str, faults: Faults, bells: Bells) -> None:
        self._database, self._server, self._faults, self._bells = database, server, faults, bells
        self._waiting: list[Unit] = []
        self._is_writing = False
        self._is_open = True

    def bell(self) -> Bell | None:
        return self._bells.bell(self._server)

    async def append(self, batch: Batch) -> None:
        await self._ask(statements.checked(batch))

    async def write(self, function: Callable[[Connection], T]) -> T:
        return cast("T", await self._ask(function))

    def _check_open(self) -> None:
        if not self._is_open:
            raise StoreFailed("the store is closed")

    async def _ask(self, work: Any) -> Any:
        self._check_open()
        unit = Unit(work)
        self._waiting.append(unit)
        if not self._is_writing:
            self._is_writing = True
            asyncio.get_running_loop().create_task(self._write_all())
        return await unit.future

    async def _write_all(self) -> None:
        """Whatever waits when the database is free goes into one commit."""
        while self._waiting:
            await asyncio.sleep(self._faults.way_to_database(self._server))
            units, self._waiting = self._waiting[:MOST_UNITS], self._waiting[MOST_UNITS:]
            loss = self._faults.lost_commit(self._server)
            if loss != "before":
                self._database.commit(self._server, units)
            await asyncio.sleep(self._faults.way_to_database(self._server))
            for unit in units:
                self._answer(unit, loss)
        self._is_writing = False

    @staticmethod
    def _answer(unit: Unit, loss: str) -> None:
        if unit.future.done():
            return
        if loss:
            unit.future.set_exception(StoreFailed("the connection was lost", unknown=True))
        elif unit.error is not None:
            unit.future.set_exception(unit.error)
        else:
            unit.future.set_result(unit.result)

    async def read(self, function: Callable[[Connection], T]) -> T:
        self._check_open()
        await asyncio.sleep(self._faults.way_to_database(self._server))
        if self._faults.lost_read(self._server):
            raise StoreFailed("the connection was lost")
        found = self._database.read(function)
        await asyncio.sleep(self._faults.way_to_database(self._server))
        return found

    async def damage(self, *, whole: bool) -> tuple[str, ...]:
        del whole
        return ()

    async def close(self) -> None:
        self._is_open = False
        while self._waiting or self._is_writing:  # noqa: ASYNC110  the writer is a task, not an event
            await asyncio.sleep(0.01)

    async def tail(self, stream: str, after: int = -1, most: int = 1000) -> list[Row]:
        return await self.read(lambda connection: statements.tail(connection, stream, after, most))

    async def last(self, stream: str) -> Row | None:
        return await self.read(lambda connection: statements.last(connection, stream))

    async def streams(self) -> list[str]:
        return await self.read(statements.streams)

    async def snapshot(self, stream: str) -> StoredSnapshot | None:
        return await self.read(lambda connection: statements.snapshot(connection, stream))

    async def key(self, actor: str, key: str) -> Used | None:
        return await self.read(lambda connection: statements.used(connection, actor, key))

    async def balance(self, account: str) -> int:
        return await self.read(lambda connection: statements.held(connection, account))

    async def balances(self, prefix: str = "") -> dict[str, int]:
        return await self.read(lambda connection: statements.holdings(connection, prefix))

    async def day(self, person: str, day: int) -> Day:
        return await self.read(lambda connection: statements.one_day(connection, person, day))

    async def total(self) -> int:
        return await self.read(statements.total)


class Bells:
    """Doorbells between servers: a ring comes late, or not at all."""

    def __init__(self, faults: Faults, random: Random) -> None:
        self._faults, self._random = faults, random
        self._bells: dict[str, SimulatedBell] = {}

    def bell(self, server: str) -> SimulatedBell:
        bell = self._bells[server] = SimulatedBell(self, server)
        return bell

    def ring(self, sender: str, stream: str) -> None:
        loop = asyncio.get_running_loop()
        for server, bell in self._bells.items():
            if server == sender or bell.heard is None or self._faults.lost_ring(sender, server):
                continue
            loop.call_later(self._random.expovariate(200), bell.hear, stream)


class SimulatedBell:
    def __init__(self, bells: Bells, server: str) -> None:
        self._bells, self._server = bells, server
        self.heard: Callable[[frozenset[str] | None], None] | None = None
        self.is_listening = False
        self._context: Any = None

    def open(self, heard: Callable[[frozenset[str] | None], None]) -> None:
        self.heard, self._context, self.is_listening = heard, contextvars.copy_context(), True

    def hear(self, stream: str) -> None:
        """In the hearer's own name, as if its own thread had brought it."""
        if self.heard is not None:
            asyncio.get_running_loop().call_soon(self.heard, frozenset({stream}), context=self._context)

    def ring(self, stream: str) -> None:
        self._bells.ring(self._server, stream)

    def close(self) -> None:
        self.heard, self.is_listening = None, False
