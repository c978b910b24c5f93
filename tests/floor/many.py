"""Several servers of one house in one process: each with connections, tables and timers of its own, on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from croupier.floor.casino import Casino
from croupier.floor.inspect import inspect
from croupier.floor.people.office import People
from croupier.floor.people.passwords import Passwords
from croupier.floor.store.postgres import PostgresStore
from tests.floor import postgres
from tests.floor.casino import PATIENCE, Hand, House
from tests.floor.house import QUICK
from tests.floor.test_postgres import PostgresHouse

T = TypeVar("T")


@asynccontextmanager
async def server(folder: Path, database: str, hand: Hand) -> AsyncIterator[House]:
    store = PostgresStore(postgres.url_of(database))
    casino = Casino(folder, store, now=hand, people=People(store, Passwords(QUICK)))
    try:
        await casino.start()
        yield PostgresHouse(folder, store, casino, hand)
    finally:
        await casino.stop()
        await store.close()


def together(
    folder: Path,
    scenario: Callable[..., Coroutine[Any, Any, T]],
    *,
    servers: int = 2,
    database: str | None = None,
    hand: Hand | None = None,
) -> T:
    """Play that scenario with so many servers; then every act is judged again, and every balance."""
    database, hand = database or postgres.fresh(), hand or Hand()

    async def main() -> T:
        async with AsyncExitStack() as stack:
            houses = [await stack.enter_async_context(server(folder, database, hand)) for _ in range(servers)]
            async with asyncio.timeout(4 * PATIENCE):
                return await scenario(*houses)

    result = asyncio.run(main())
    found = inspect(folder, database=postgres.url_of(database))
    assert (found.breaches, found.total, found.has_key) == ((), 0, True)
    return result


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110  it is so in a database, or in another thread
            await asyncio.sleep(0.01)
