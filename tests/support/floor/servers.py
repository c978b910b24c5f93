"""Several servers of one house in one process: each with connections, tables and timers of its own, on one database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.tables.actor import TableActor
from tests.support.floor import postgres
from tests.support.floor.casino import PATIENCE, Hand, House, opened

T = TypeVar("T")


class OneOfMany(House):
    def watch(self, actor: TableActor) -> TableActor:
        """Without a witness: when a table's listeners are told, another server may have gone on already."""
        return actor


def server(folder: Path, database: str, hand: Hand) -> AbstractAsyncContextManager[House]:
    return opened(folder, database=database, hand=hand, kind=OneOfMany)


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


async def table(first: House, *others: House, game: str = "roulette") -> str:
    """A table that all of them know."""
    id = (await first.table(game, id=f"t-{game}")).id
    for other in others:
        await other.casino.find(id)
    return id
