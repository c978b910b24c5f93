"""Batches for a store, and several of them at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any

from croupier.floor.store.port import Batch, Connection, Key, NewEntry, Store
from croupier.record.journals.ledger import Transfer


def entry(number: int, *transfers: Transfer, key: Key | None = None, fresh: bytes | None = None) -> NewEntry:
    return NewEntry(number, f"# {number} 2026-11-15T08:09:10Z", bytes([number % 256]) * 32, transfers, fresh, key)


def grant(amount: int, *accounts: str) -> Batch:
    return Batch("house", (entry(0, *(Transfer("house", account, amount) for account in accounts)),))


async def outcomes(work: Iterable[Coroutine[Any, Any, Any]]) -> list[BaseException | None]:
    """How each went: None, or what it raised."""
    results = await asyncio.gather(*work, return_exceptions=True)
    return [result if isinstance(result, BaseException) else None for result in results]


@asynccontextmanager
async def held_up(store: Store) -> AsyncIterator[None]:
    """What is asked for inside waits, and then goes into one commit."""
    started, go = threading.Event(), threading.Event()

    def wait(_connection: Connection) -> None:
        started.set()
        go.wait(60)

    waiting = asyncio.create_task(store.write(wait))
    await asyncio.to_thread(started.wait, 60)
    try:
        yield
    finally:
        go.set()
        await waiting


async def in_one_commit(store: Store, work: Iterable[Coroutine[Any, Any, Any]]) -> list[BaseException | None]:
    async with held_up(store):
        together = asyncio.create_task(outcomes(work))
        await asyncio.sleep(0.01)
    return await together


GRANTED = grant(100, "wallet:ana")
