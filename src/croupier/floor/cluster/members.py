"""The other servers of a house, seen from one of them: where each table is at home, and what has moved elsewhere.

A table's home runs its timers, and those who are linked to the home pass on to it what is asked for there. They do not
follow the table then: they read it when somebody asks. Where there is no link every server follows the table, and any
of them judges what it is asked.

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
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

from msgspec.structs import replace

from croupier.floor.house_key import BadKey
from croupier.floor.people.services.people import People
from croupier.floor.store import leases
from croupier.floor.store.leases import LeaseSpread
from croupier.floor.store.port import Bell, Connection, Store, StoreError

LOG = logging.getLogger("croupier.cluster")
LAPSE_SECONDS = 0.05
"""After the end of its leases a server looks who has them now: a moment later, so that they have ended for certain."""
RENEW_SECONDS = 1.0
"""A third of a lease's life."""
POLL_SECONDS = 2.0
"""How often every table is looked at, rung for or not."""
GRACE_SECONDS = 2.0
"""How long what is due is left to the one who has the lease, where no link to it says that it is there."""
LINKED_GRACE_SECONDS = 3600.0
"""The same with a link. A home that is gone loses its link and its lease, and somebody else has both soon."""

SIGN_OUT = "sign-out:"
"""Stands before a person's id where a stream would stand on the bell."""

_HEADS = (
    "SELECT asked.stream, (SELECT max(number) FROM journal WHERE journal.stream = asked.stream) "
    "FROM unnest(?::text[]) AS asked (stream)"
)


class Cluster(Protocol):
    def grace(self, table: str) -> float:
        """Seconds for which what time brings about at a table is left to another."""

    @property
    def is_linked_to_all(self) -> bool:
        """Whether all other servers pass on to this one what comes for its tables."""

    def ring(self, stream: str) -> None:
        """Something was added to that journal."""


class Alone:
    """The only server: nobody to wait for, and nobody to tell."""

    def grace(self, table: str) -> float:
        del table
        return 0

    def ring(self, stream: str) -> None:
        """Nobody listens."""

    @property
    def is_linked_to_all(self) -> bool:
        """There is nobody else."""
        return True

    def is_led_elsewhere(self, table: str) -> bool:
        """Nowhere else."""
        del table
        return False

    def ring_out(self, person: str) -> None:
        """Likewise."""

    @property
    def hears_sign_outs(self) -> bool:
        """They all happen here."""
        return True


class WatchedTable(Protocol):
    followers: int

    @property
    def is_stuck(self) -> bool:
        """Whether it has not been able to read its journal for long."""
        ...

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

    @property
    def people(self) -> People: ...

    async def learn(self) -> None:
        """Tables made or wound up elsewhere, and who deals where."""

    def became_home(self, table: str) -> None:
        """What is due there was left to another until now."""


class Links(Protocol):
    """Connections between servers, as far as there are any."""

    def is_linked(self, worker: str) -> bool: ...
    def spread_anew(self) -> None:
        """Tables have moved, or servers have come or gone."""

    def home_of(self, table: str) -> str | None:
        """Who said last that it is the home of that table, and is linked."""


class NoLinks:
    def is_linked(self, worker: str) -> bool:
        del worker
        return False

    def spread_anew(self) -> None:
        """Nobody is told."""

    def home_of(self, table: str) -> str | None:
        """There is no other server that could hold it."""
        del table
        return None


class Colleagues:
    steady = staticmethod(time.monotonic)

    def __init__(self, store: Store, key: bytes, floor: Floor) -> None:
        self.id = secrets.token_hex(8)
        self._store, self._floor = store, floor
        self._key = hmac.digest(key, b"croupier house key", "sha256")
        self._bell: Bell | None = store.bell()
        self.spread = LeaseSpread()
        self._held_until = 0.0
        self.links: Links = NoLinks()
        self._lapse: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._to_learn = asyncio.Event()

    def reached_at(self, address: str) -> None:
        """A server's name says where the others reach it, so that a lease alone leads there."""
        self.id = f"{secrets.token_hex(8)}@{address}"

    def is_home_of(self, table: str) -> bool:
        return table in self.spread.held and self._is_fresh

    def is_led_elsewhere(self, table: str) -> bool:
        """Whether its home is another server, to which there is a link."""
        home = self.home_of(table)
        return home is not None and home != self.id and self.links.is_linked(home)

    def home_of(self, table: str) -> str | None:
        """As the leases were at the last look; once that is too long ago, who says of itself that it is its home."""
        if not self._is_fresh:
            return self.links.home_of(table)
        return self.id if table in self.spread.held else self.spread.homes.get(table)

    @property
    def homes_here(self) -> frozenset[str]:
        """The tables of which this server is the home, for certain."""
        return self.spread.held if self._is_fresh else frozenset()

    @property
    def _is_fresh(self) -> bool:
        return self.steady() < self._held_until

    def take_up(self, table: str) -> None:
        """Another was told that its home is here: it is, from now on, unless the next look at the leases says other."""
        if table not in self.spread.held:
            homes = {stream: home for stream, home in self.spread.homes.items() if stream != table}
            self.spread = replace(self.spread, held=self.spread.held | {table}, homes=homes)
            self._floor.became_home(table)

    def grace(self, table: str) -> float:
        if self.is_home_of(table):
            return 0
        return LINKED_GRACE_SECONDS if self.is_led_elsewhere(table) else GRACE_SECONDS

    def ring(self, stream: str) -> None:
        if self._bell is not None and not (self.is_home_of(stream) and self.is_linked_to_all):
            self._bell.ring(stream)

    @property
    def is_linked_to_all(self) -> bool:
        """Then nobody else follows the tables that are at home here, and all connections to them are known."""
        return all(worker == self.id or self.links.is_linked(worker) for worker in self.spread.servers)

    def ring_out(self, person: str) -> None:
        """A session of theirs has ended here."""
        self.ring(f"{SIGN_OUT}{person}")

    @property
    def hears_sign_outs(self) -> bool:
        """Whether this server is told at once when a session ends at another; else it must ask before it trusts one."""
        return self._bell is not None and self._bell.is_listening

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
        if self._lapse is not None:
            self._lapse.cancel()
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def hand_over(self) -> None:
        """All tables, to whoever takes them: no table is taken up after this, and nobody waits for an end of a lease.

        Signed off at once: the others take all tables only once they do not count this server among them any more.
        """
        await self.pause()
        self.spread = LeaseSpread()
        with contextlib.suppress(StoreError):
            await self._store.write(lambda connection: leases.signed_off(connection, self.id))

    async def leave(self) -> None:
        if self._bell is not None:
            await asyncio.to_thread(self._bell.close)
        await self.hand_over()

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
        began = self.steady()
        tables = tuple(id for id, table in self._floor.watched.items() if not table.is_stuck)
        spread = await self._store.write(lambda connection: leases.renewed(connection, self.id, self._key, tables))
        is_anew = spread != self.spread or not self._is_fresh
        before, self.spread = self.spread, spread
        self._held_until = began + leases.LIFE_MILLISECONDS / 1000
        self._note_lapse()
        for table in (spread.held - before.held) & self._floor.watched.keys():
            self._floor.became_home(table)
        if is_anew:
            self.links.spread_anew()

    def _note_lapse(self) -> None:
        """Where no look follows in time, what is known is known no more: then homes are where others say they are."""
        if self._lapse is not None:
            self._lapse.cancel()
        wait = max(self._held_until - self.steady(), 0)
        self._lapse = asyncio.get_running_loop().call_later(wait + LAPSE_SECONDS, self._lapsed)

    def _lapsed(self) -> None:
        if not self._is_fresh:
            LOG.warning("the leases cannot be renewed: the tables of this server are at home elsewhere soon")
            self.links.spread_anew()

    async def _poll(self) -> None:
        watched = self._followed()
        for id, number in (await self._store.read(partial(heads_of, list(watched)))).items():
            if number > watched[id].number:
                watched[id].hear()
        self._to_learn.set()

    def _followed(self) -> dict[str, WatchedTable]:
        """Those of others only where somebody watches here: that is about to move to the table's home."""
        tables = self._floor.watched.items()
        return {id: table for id, table in tables if table.followers or not self.is_led_elsewhere(id)}

    async def _learn(self) -> None:
        await self._to_learn.wait()
        self._to_learn.clear()
        await self._floor.learn()

    def _heard(self, streams: frozenset[str] | None) -> None:
        watched = self._floor.watched
        for stream in streams or ():
            if stream.startswith(SIGN_OUT):
                self._floor.people.session_ends.heard(stream.removeprefix(SIGN_OUT))
        if streams is None:
            self._floor.people.session_ends.heard_of_anybody()
        for stream in watched if streams is None else streams:
            if stream in watched:
                if not self.is_led_elsewhere(stream):
                    watched[stream].hear()
            elif not stream.startswith(SIGN_OUT):
                self._to_learn.set()
        if streams is None:
            self._to_learn.set()


class _Work(Protocol):
    __name__: str

    async def __call__(self) -> None: ...


def heads_of(tables: Sequence[str], connection: Connection) -> dict[str, int]:
    """How far the journals of these tables go."""
    return {id: number or 0 for id, number in connection.execute(_HEADS, (tables,)).fetchall()}
