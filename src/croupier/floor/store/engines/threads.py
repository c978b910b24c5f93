"""A store that works in threads: one writes, a few read. All but the database itself is the same for every database."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar, cast

from croupier.floor.store import statements
from croupier.floor.store.engines.engine import DatabaseSession, Engine
from croupier.floor.store.port import Batch, Bell, Connection, Day, Row, StoredSnapshot, StoreFailed, Used
from croupier.floor.store.writer import Writer

T = TypeVar("T")

READERS = 2
"""A long read, of a whole journal, does not hold up a short one."""


class ThreadedStore:
    url: str | None = None

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = Writer(engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="croupier-reader")
        self._idle: SimpleQueue[DatabaseSession] = SimpleQueue()
        self._open = True
        self.is_shared = engine.is_shared

    def bell(self) -> Bell | None:
        return None

    # Writing

    async def append(self, batch: Batch) -> None:
        await self._writer.ask(statements.checked(batch))

    async def write(self, function: Callable[[Connection], T]) -> T:
        return cast("T", await self._writer.ask(function))

    async def damage(self, *, whole: bool) -> tuple[str, ...]:
        """In a daemon thread: a check of a large house does not hold up a stop.

        Raises `StoreFailed` where the database cannot be asked: nothing is known of its damage then.
        """
        loop = asyncio.get_running_loop()
        found: asyncio.Future[tuple[str, ...]] = loop.create_future()

        def tell(faults: tuple[str, ...] | StoreFailed) -> None:
            if found.done():
                return
            if isinstance(faults, StoreFailed):
                found.set_exception(faults)
            else:
                found.set_result(faults)

        def look() -> None:
            faults: tuple[str, ...] | StoreFailed
            try:
                faults = self._engine.damage(whole=whole)
            except self._engine.errors as error:
                words = self._engine.words(error)
                faults = StoreFailed(words) if self._engine.is_away(error) else (words,)
            with suppress(RuntimeError):  # nobody waits any more
                loop.call_soon_threadsafe(tell, faults)

        threading.Thread(target=look, name="croupier-check", daemon=True).start()
        return await found

    async def close(self) -> None:
        self._open = False
        await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        # Readers first: the last connection to go clears SQLite's log away, and one that only reads cannot. They end by
        # themselves: a file answers, and a connection to a server that does not is given up by the system.
        self._readers.shutdown()
        with suppress(Empty):
            while True:
                self._idle.get_nowait().close()
        self._writer.close()

    # Reading

    async def read(self, function: Callable[[Connection], T]) -> T:
        if not self._open:
            raise StoreFailed("the store is closed")
        if self._writer.unsettled:
            # An answer given now might be overtaken by a COMMIT that nobody waits for any more.
            await self._writer.ask(_nothing)
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, function)

    def _read(self, function: Callable[[Connection], T]) -> T:
        """In a transaction, so that all that the function asks is answered from one moment."""
        try:
            connection = self._viewing()
            try:
                result = function(connection)
                connection.execute("COMMIT")
            except BaseException:
                connection.close()
                raise
        except self._engine.errors as error:
            raise StoreFailed(f"the store cannot be read: {self._engine.words(error)}") from error
        self._idle.put(connection)
        return result

    def _viewing(self) -> DatabaseSession:
        """A connection with a view taken: an idle one, unless it was lost meanwhile."""
        with suppress(Empty):
            while True:
                connection = self._idle.get_nowait()
                try:
                    connection.execute(self._engine.begin_read)
                except self._engine.errors:
                    connection.close()
                else:
                    return connection
        connection = self._engine.reading()
        try:
            connection.execute(self._engine.begin_read)
        except BaseException:
            connection.close()
            raise
        return connection

    async def _ask(self, function: Callable[..., T], *arguments: Any) -> T:
        return await self.read(lambda connection: function(connection, *arguments))

    async def tail(self, stream: str, after: int = -1, most: int = 1000) -> list[Row]:
        return await self._ask(statements.tail, stream, after, most)

    async def last(self, stream: str) -> Row | None:
        return await self._ask(statements.last, stream)

    async def streams(self) -> list[str]:
        return await self.read(statements.streams)

    async def snapshot(self, stream: str) -> StoredSnapshot | None:
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


def _nothing(_connection: Connection) -> None: ...
