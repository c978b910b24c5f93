"""The other servers of a house, seen from one of them: who runs whose timers, and what has moved elsewhere.

Nothing here is needed for an act to be right. A lease spares two servers a race that one of them would lose; a doorbell
that is lost, or a server that is gone, costs the time until somebody looks.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets
import time
from collections.abc import Mapping
from typing import Protocol

from croupier.floor.house_key import BadKey
from croupier.floor.store import leases
from croupier.floor.store.port import Bell, Connection, Store, StoreError

LOG = logging.getLogger("croupier.cluster")
RENEW_SECONDS = 1.0
"""A third of a lease's life."""
POLL_SECONDS = 2.0
"""How often every table is looked at, rung for or not."""
GRACE_SECONDS = 2.0
"""How long what is due is left to the one who has the lease."""

_HEADS = "SELECT id, (SELECT max(number) FROM journal WHERE stream = tables.id) FROM tables"


class Cluster(Protocol):
    def grace(self, table: str) -> float:
        """Seconds for which what time brings about at a table is left to another."""

    def ring(self, stream: str) -> None:
        """Something was added to that journal."""


class Alone:
    """The only server: nobody to wait for, and nobody to tell."""

    def grace(self, table: str) -> float:
        del table
        return 0

    def ring(self, stream: str) -> None:
        """Nobody listens."""


class WatchedTable(Protocol):
    def hear(self) -> None:
        """Something may have moved there."""

    @property
    def number(self) -> int:
        """Of the last entry that is known."""
        ...


class Floor(Protocol):
    """What the cluster asks of the casino that it belongs to."""

    @property
    def watched(self) -> Mapping[str, WatchedTable]:
        """The tables that are in order."""
        ...

    async def learn(self) -> None:
        """Tables made or wound up elsewhere, and who deals where."""


class Colleagues:
    steady = staticmethod(time.monotonic)

    def __init__(self, store: Store, key: bytes, floor: Floor) -> None:
        self.id = secrets.token_hex(8)
        self._store, self._floor = store, floor
        self._key = hmac.digest(key, b"croupier house key", "sha256")
        self._bell: Bell | None = store.bell()
        self._held: frozenset[str] = frozenset()
        self._held_until = 0.0
        self._tasks: list[asyncio.Task[None]] = []
        self._to_learn = asyncio.Event()

    def grace(self, table: str) -> float:
        return 0 if table in self._held and self.steady() < self._held_until else GRACE_SECONDS

    def ring(self, stream: str) -> None:
        if self._bell is not None:
            self._bell.ring(stream)

    async def join(self) -> None:
        """Sign on; raises `BadKey` where the servers at work have another house key."""
        same = await self._store.write(lambda connection: leases.signed_on(connection, self.id, self._key))
        if same is None:
            raise BadKey(
                "this folder's house.key is not the one that the other servers of this house have: copy theirs here"
            )
        if not same:
            LOG.warning("the house key is another than before: rounds that are open under the old one are void")

    async def start(self) -> None:
        """Once the tables are open."""
        with contextlib.suppress(StoreError):
            await self._renew()
        if self._bell is not None:
            self._bell.open(self._heard)
        for work, seconds in ((self._renew, RENEW_SECONDS), (self._poll, POLL_SECONDS), (self._learn, 0.0)):
            self._tasks.append(asyncio.create_task(self._every(seconds, work), name=work.__name__))

    async def pause(self) -> None:
        """No table is taken up after this."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def leave(self) -> None:
        """Give the leases back, so that nobody has to wait for their end."""
        if self._bell is not None:
            await asyncio.to_thread(self._bell.close)
        self._held = frozenset()
        with contextlib.suppress(StoreError):
            await self._store.write(lambda connection: leases.signed_off(connection, self.id))

    async def _every(self, seconds: float, work: _Work) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreError as error:
                LOG.warning("the other servers cannot be asked: %s", error)
                await asyncio.sleep(RENEW_SECONDS)
            except Exception:
                LOG.exception("an error of ours in the cluster")
                await asyncio.sleep(RENEW_SECONDS)

    async def _renew(self) -> None:
        began, tables = self.steady(), tuple(self._floor.watched)
        held = await self._store.write(lambda connection: leases.renewed(connection, self.id, self._key, tables))
        news = frozenset(held) - self._held
        self._held, self._held_until = frozenset(held), began + leases.LIFE_MILLISECONDS / 1000
        for table in news & self._floor.watched.keys():
            # What is due there was left to another until now.
            self._floor.watched[table].hear()

    async def _poll(self) -> None:
        watched = self._floor.watched
        for id, number in await self._store.read(_heads):
            if id in watched and (number or 0) > watched[id].number:
                watched[id].hear()
        self._to_learn.set()

    async def _learn(self) -> None:
        await self._to_learn.wait()
        self._to_learn.clear()
        await self._floor.learn()

    def _heard(self, streams: frozenset[str] | None) -> None:
        watched = self._floor.watched
        for stream in watched if streams is None else streams:
            if stream in watched:
                watched[stream].hear()
            else:
                self._to_learn.set()
        if streams is None:
            self._to_learn.set()


class _Work(Protocol):
    __name__: str

    async def __call__(self) -> None: ...


def _heads(connection: Connection) -> list[tuple[str, int | None]]:
    return connection.execute(_HEADS).fetchall()
