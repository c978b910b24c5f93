"""The store on SQLite: one file, one process, one thread that writes and a few that read."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar, cast

from croupier.floor.store import statements
from croupier.floor.store.opening import opened, reading, writing
from croupier.floor.store.port import Batch, Connection, Day, Row, Snapshot, StoreFailed, Used
from croupier.floor.store.writer import Writer

T = TypeVar("T")

FILE = "croupier.sqlite"
"""The file's name in the data folder; SQLite puts its log beside it, as FILE-wal and FILE-shm."""

READERS = 2
"""A long read, of a whole journal, does not hold up a short one."""


class SqliteStore:
    """Make one by `SqliteStore(path)`; the file is made, or brought up to date, where need be."""

    def __init__(self, path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection) -> None:
        first = [opened(path, factory)]
        self._path = path
        self._factory = factory
        self._writer = Writer(lambda: first.pop() if first else writing(path, factory))
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="croupier-reader")
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        self._open = True

    # Writing

    async def append(self, batch: Batch) -> None:
        await self._writer.ask(statements.checked(batch))

    async def write(self, function: Callable[[Connection], T]) -> T:
        return cast("T", await self._writer.ask(function))

    async def close(self) -> None:
        self._open = False
        await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        # Readers first: the last connection to go clears the log away, and one that only reads cannot.
        self._readers.shutdown()
        with suppress(Empty):
            while True:
                self._idle.get_nowait().close()
        self._writer.close()

    # Reading

    async def read(self, function: Callable[[Connection], T]) -> T:
        if not self._open:
            raise StoreFailed("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, function)

    def _read(self, function: Callable[[Connection], T]) -> T:
        try:
            connection = self._reader()
            try:
                result = self._viewed(connection, function)
            except BaseException:
                connection.close()
                raise
        except sqlite3.Error as error:
            raise StoreFailed(f"the store cannot be read: {error}") from error
        self._idle.put(connection)
        return result

    def _reader(self) -> sqlite3.Connection:
        try:
            return self._idle.get_nowait()
        except Empty:
            return reading(self._path, self._factory)

    @staticmethod
    def _viewed(connection: sqlite3.Connection, function: Callable[[Connection], T]) -> T:
        """In a transaction, so that all that the function asks is answered from one moment."""
        connection.execute("BEGIN")
        result = function(connection)
        connection.execute("COMMIT")
        return result

    async def _ask(self, function: Callable[..., T], *arguments: Any) -> T:
        return await self.read(lambda connection: function(connection, *arguments))

    async def tail(self, stream: str, after: int = -1, most: int = 1000) -> list[Row]:
        return await self._ask(statements.tail, stream, after, most)

    async def last(self, stream: str) -> Row | None:
        return await self._ask(statements.last, stream)

    async def streams(self) -> list[str]:
        return await self.read(statements.streams)

    async def snapshot(self, stream: str) -> Snapshot | None:
        return await self._ask(statements.snapshot, stream)

    async def key(self, actor: str, key: str) -> Used | None:
        return await self._ask(statements.used, actor, key)

    async def balance(self, account: str) -> int:
        return await self._ask(statements.held, account)

    async def balances(self, prefix: str = "") -> dict[str, int]:
        return await self._ask(statements.holdings, prefix)

    async def day(self, person: str, day: int) -> Day:
        return await self._ask(statements.one_day, person, day)

    async def total(self) -> int:
        return await self.read(statements.total)
