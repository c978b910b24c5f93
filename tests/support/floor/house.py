"""A small house for the tests of people: a store in a folder of its own, and a hasher that is real but quick."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest
from argon2 import PasswordHasher

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.people.services.entrance import Entrance
from croupier.floor.people.services.people import People
from croupier.floor.people.sign_in.passwords import Passwords
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.store.engines.sqlite_file import opened

T = TypeVar("T")

NOON = 1_794_700_800
"""A moment in November 2026."""
PASSWORD = "a ticklish weta"  # noqa: S105
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@cache
def _empty_store() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        opened(path).close()
        return path.read_bytes()


def lay_store(folder: Path) -> Path:
    """A database in which nothing has happened yet, unless there is one. Its tables are made once, and then copied:
    making them takes as long as many a test. The way from nothing has tests of its own (test_migrations.py)."""
    path = folder / FILE
    if not path.exists():
        path.write_bytes(_empty_store())
    return path


def in_house(
    folder: Path, scenario: Callable[[People, SqliteStore], Awaitable[T]], hasher: PasswordHasher | None = QUICK
) -> T:
    path = lay_store(folder)

    async def main() -> T:
        store = SqliteStore(path)
        try:
            return await scenario(People(store, Passwords(hasher)), store)
        finally:
            await store.close()

    return asyncio.run(main())


def bytes_on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file())


async def refused(work: Awaitable[object]) -> str:
    """The code with which it is refused."""
    with pytest.raises(NotAccepted) as caught:
        await work
    return caught.value.refusal.code


async def answer(work: Awaitable[object]) -> str:
    """The code with which it is refused, or `done`."""
    try:
        await work
    except NotAccepted as refusal:
        return refusal.refusal.code
    return "done"


async def operator(people: People, name: str = "Olga", now: int = NOON) -> Entrance:
    token = await people.links.make_operator_link(now)
    return await people.links.use_operator_link(token, name, PASSWORD, now, also=no_line)


def no_line(*_: object) -> None:
    """In place of a line in the journal of the house, which is not here."""
