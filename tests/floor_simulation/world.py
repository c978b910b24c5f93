"""One run: servers on one database, players who act at any of them, and what goes wrong, all from one seed."""

from __future__ import annotations

import asyncio
import contextvars
import hashlib
import os
import secrets
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.cluster.members import Colleagues
from croupier.floor.house_key import house_key
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.people.services.people import People
from croupier.floor.people.sign_in.passwords import Passwords
from croupier.floor.store.port import StoreError
from croupier.floor.tables import chance
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.chance import ChanceSource, Sealed, Seen
from croupier.floor.tables.commands import closed
from croupier.floor.tables.draft import Draft
from croupier.floor.tables.opening import Settings, TableSpec
from croupier.floor.tables.receipt import Receipt
from croupier.floor.tournaments.opening import TournamentSpec
from croupier.games.sign import Sign
from croupier.serve.process.new_house import SIT_AND_GO
from croupier.serve.process.settings import ServerSettings
from croupier.serve.relay.addresses import PeerAddress
from croupier.serve.relay.link import Link
from croupier.serve.relay.relay import Relay
from croupier.serve.wire import channel
from tests.floor_simulation.database import Bells, Database, SimulatedStore
from tests.floor_simulation.faults import Faults
from tests.floor_simulation.loop import VirtualLoop
from tests.floor_simulation.network import Network
from tests.floor_simulation.watching import Watch
from tests.support.floor.house import NOON, QUICK

GAMES = ("roulette", "blackjack", "tai-sai", "money-wheel")
FAULT_SECONDS = 30.0
"""For how long things go wrong."""
FAULTS_A_SECOND = 0.6
"""Of those that befall a server or its clock: others come with each message and commit."""
RECOVERY_SECONDS = 40.0
"""Within which everybody who waits has an answer, once nothing goes wrong any more."""
REST_SECONDS = 60.0
"""Longer than a betting window with all its decisions."""
HOME_SECONDS = 15.0
"""Within which a table has a home, however many move at once."""
SERVERS = 3
TOURNAMENT_SHARE = 0.4
"""Of the runs that have a tournament for four, which begins when four have entered."""
RETIRING_SHARE = 0.4
"""Of the runs in which the operator takes a table away."""


Crowd = Callable[["World"], list[tuple[str, Coroutine[Any, Any, None]]]]
"""The players of a world, by name."""


class Outcome(Struct, frozen=True):
    """How one run went."""

    seed: int
    violation: str
    steps: int
    commits: int
    entries: int
    receipts: int
    faults: dict[str, int]
    journal: str
    """A hash over all journals: the same seed gives the same one."""


class Server:
    """One server process: its own connections, tables and timers. It can be killed, paused and started again."""

    def __init__(self, world: World, number: int) -> None:
        self._world, self._number = world, number
        self._lives = 0
        self.name = ""
        self.offset = 0.0
        """By how much its clock is wrong, in seconds."""
        self.casino: Casino | None = None
        """While it serves."""
        self.relay: Relay | None = None
        self._starting: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._lives += 1
        self.name = f"server {self._number}.{self._lives}"
        self._starting = self._world.loop.start(self.name, self._start())

    async def _start(self) -> None:
        world = self._world
        store = SimulatedStore(world.database, self.name, world.faults, world.bells)
        people = People(store, Passwords(QUICK), world.entropy)
        casino = Casino(world.folder, store, now=self.now, steady=world.loop.time, sources=world.source, people=people)
        relay = Relay(casino, world.house_key, PeerAddress())
        try:
            await relay.listen()
            await casino.start()
        except StoreError:
            # The process ends, and whoever looks after it starts another.
            world.later(1, self.start)
            self.kill()
            return
        relay.start(ServerSettings(), _no_application)
        self.casino, self.relay = casino, relay
        world.follow(self)

    def now(self) -> float:
        return NOON + self._world.loop.time() + self.offset

    def kill(self) -> None:
        self._world.loop.kill(self.name)
        self._world.network.killed(self.name)
        self.casino = self.relay = None

    @property
    def is_up(self) -> bool:
        return self.casino is not None


async def _no_application(_scope: Any, _receive: Any, _send: Any) -> None:
    raise NotImplementedError("requests over HTTP are not simulated")


class World:
    def __init__(self, seed: int, folder: Path) -> None:
        self.seed, self.folder = seed, folder
        self.house_key = house_key(folder)
        self.random = Random(seed)
        self.loop = VirtualLoop(Random(self.random.random()))
        self._bytes = Random(self.random.random())
        self.faults = Faults(Random(self.random.random()))
        self.database = Database(lambda: int((NOON + self.loop.time()) * 1000), self.faults.lost_message_to_database)
        self.network = Network(self.loop, self.faults)
        self.bells = Bells(self.faults, Random(self.random.random()))
        self.watch = Watch(self.database, self.loop.halt)
        self.servers = [Server(self, number) for number in range(1, SERVERS + 1)]
        self.receipts: list[Receipt] = []
        self.waiting: set[str] = set()
        """Players who wait for an answer."""
        self.is_over = False
        self._retires = ""
        """The table that is to be taken away."""
        self._followed: set[tuple[str, str]] = set()

    def entropy(self, count: int) -> bytes:
        return self._bytes.randbytes(count)

    def source(self, settings: Settings, key: bytes) -> ChanceSource:
        del settings
        return Sealed(key, self.entropy)

    def follow(self, server: Server) -> None:
        """From now on what this server tells its watchers is compared with the database."""
        casino = server.casino
        if casino is None:
            return
        for actor in casino.watched.values():
            if (server.name, actor.id) not in self._followed:
                self._followed.add((server.name, actor.id))
                self.watch.follow(server.name, actor)

    def tables(self) -> list[str]:
        """Those that have not been taken away."""
        return [stream for stream, wound_up in self._all_tables() if not wound_up]

    def _all_tables(self) -> list[tuple[str, bool]]:
        return self.database.all("SELECT id, coalesce(settings ->> 'wound_up', 0) FROM tables ORDER BY id")

    def serving(self) -> list[Server]:
        return [server for server in self.servers if server.is_up]

    def run(self, people: Crowd) -> None:
        with _deterministic(self):
            self.loop.run(self._main(people))

    async def _main(self, people: Crowd) -> None:
        self.faults.is_on = False
        self.servers[0].start()
        await self._until(lambda: self.servers[0].is_up, "the first server starts")
        await self._open_tables()
        for server in self.servers[1:]:
            server.start()
        await self._until(lambda: all(server.is_up for server in self.servers), "all servers are up")
        for name, work in people(self):
            self.loop.start(name, work)
        self.faults.is_on = True
        await self._harm()
        await self._recover()

    async def _open_tables(self) -> None:
        first = self.servers[0].casino
        assert first is not None
        sign = closed(Sign)(minimum=5_00, maximum=500_00)
        for game in self.random.sample(GAMES, 2):
            betting = self.random.choice((6, 10, 20))
            spec = TableSpec(name=game, game=game, sign=sign, betting_seconds=betting, decide=5, rest=2)
            new_table = first.make_table(spec, id=f"t-{game}")
            await self._until(self.loop.start(self.servers[0].name, new_table).done, "a table opens")
            if not self._retires and self.random.random() < RETIRING_SHARE:
                self._retires = f"t-{game}"
        if self.random.random() < TOURNAMENT_SHARE:
            terms = SIT_AND_GO | {"starts": NOON + 60 * 60, "wager_seconds": 6}
            words = {"conditions": terms, "runs_itself": True, "house_players": True, "decide": 5}
            new = first.make_tournament(msgspec.convert(words, TournamentSpec), id="quick")
            await self._until(self.loop.start(self.servers[0].name, new).done, "a tournament opens")
        self.follow(self.servers[0])

    async def _until(self, is_so: Callable[[], bool], what: str, seconds: float = RECOVERY_SECONDS) -> None:
        end = self.loop.time() + seconds
        while not is_so():
            if self.loop.time() > end:
                self.watch.fail(f"{what}: not within {seconds:g} seconds, although nothing goes wrong any more")
            await asyncio.sleep(0.05)

    # What goes wrong

    async def _harm(self) -> None:
        end = self.loop.time() + FAULT_SECONDS
        kinds = (self._crash, self._hang, self._outage, self._part, self._clock_jump, self._rest, self._retire)
        while self.loop.time() < end:
            await asyncio.sleep(self.random.expovariate(FAULTS_A_SECOND))
            await self.random.choice(kinds)()

    async def _rest(self) -> None:
        """A while in which nothing of this kind happens."""

    async def _retire(self) -> None:
        """The operator takes a table away, at any server, where none of its rounds is open."""
        if self._retires and (serving := self.serving()):
            server = self.random.choice(serving)
            self.loop.start(server.name, self._retired(server.casino, self._retires))

    async def _retired(self, casino: Casino | None, table: str) -> None:
        with suppress(NotAccepted, StoreError):
            if casino is not None and table in casino.watched:
                await casino.retire(table, "its time is over", by="poperator", pays_out=True)
                self.faults.note("table retired")

    async def _crash(self) -> None:
        serving = self.serving()
        if not serving:
            return
        self.faults.note("crash")
        server = self.random.choice(serving)
        server.kill()
        self.later(self.random.uniform(0.5, 8), server.start)

    async def _hang(self) -> None:
        if serving := self.serving():
            self.faults.note("hang")
            name = self.random.choice(serving).name
            self.loop.pause(name)
            self.later(self.random.uniform(0.5, 12), lambda: self.loop.go_on(name))

    async def _outage(self) -> None:
        if serving := self.serving():
            name = self.random.choice(serving).name
            self.faults.cut_off(name)
            self.later(self.random.uniform(0.5, 10), lambda: self.faults.reach(name))

    async def _part(self) -> None:
        if len(serving := self.serving()) > 1:
            one, other = (server.name for server in self.random.sample(serving, 2))
            self.faults.part(one, other)
            self.later(self.random.uniform(1, 15), lambda: self.faults.join(one, other))

    async def _clock_jump(self) -> None:
        server = self.random.choice(self.servers)
        self.faults.note("clock jump")
        server.offset = self.random.choice((0.0, -30.0, -2.0, 1.0, 5.0, 45.0))

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        self.loop.call_later(seconds, work, context=contextvars.Context())

    # Recovery

    async def _recover(self) -> None:
        """Nothing goes wrong any more: everybody gets an answer, and all tables come to rest."""
        self.faults.stop()
        self.is_over = True
        for server in self.servers:
            server.offset = 0.0
            self.loop.go_on(server.name)
        await self._until(lambda: all(server.is_up for server in self.servers), "all servers are up")
        await self._until(lambda: not self.waiting, "everybody has an answer")
        # What was begun ends by itself.
        await asyncio.sleep(REST_SECONDS)
        if self.loop.errors:
            self.watch.fail(f"an error that nobody waited for: {self.loop.errors[0]}")
        # A tournament may open a table of its next session while these are read.
        heads = dict(self.database.all("SELECT stream, max(number) FROM journal GROUP BY stream"))
        for server in self.servers:
            assert server.casino is not None
            await self._until(self.loop.start(server.name, server.casino.present()).done, "tables are read")
            for actor in server.casino.actors.values():
                if actor.trouble:
                    self.watch.fail(f"{actor.id} is out of order at {server.name}: {actor.trouble}")
                if actor.head.number < heads.get(actor.id, 0):
                    words = f"knows {actor.id} up to {actor.head.number}, and the database has {heads.get(actor.id)}"
                    self.watch.fail(f"{server.name} {words}")
        await self._until(lambda: not self._without_one_home(), "every table has one home", HOME_SECONDS)
        self._check_retired()
        self.watch.end(self.folder, self.receipts)

    def _check_retired(self) -> None:
        """Nobody stays at a table that was taken away, and nothing lies there."""
        gone = [table for table, wound_up in self._all_tables() if wound_up]
        for server in self.servers:
            assert server.relay is not None
            if held := [front.table for front in server.relay._fronts if front.table in gone]:
                self.watch.fail(f"{server.name} keeps a socket at {held[0]}, which was taken away")
        for table in gone:
            sql = "SELECT account FROM balances WHERE amount <> 0 AND (account LIKE ? OR account = ?)"
            if left := self.database.all(sql, f"stack:{table}:%", f"layout:{table}"):
                self.watch.fail(f"something is left at {left[0][0]}, and the table was taken away")

    def _without_one_home(self) -> list[str]:
        """Nothing, when all is well again. A tournament may have opened a table a moment ago; one that is over needs no
        home, for nothing happens there."""
        going_on = [id for (id,) in self.database.all("SELECT id FROM tables WHERE ended = 0 ORDER BY id")]
        clusters = [server.casino.cluster for server in self.servers if server.casino is not None]
        return [
            table
            for table in going_on
            if sum(isinstance(each, Colleagues) and each.is_home_of(table) for each in clusters) != 1
        ]

    def outcome(self, violation: str) -> Outcome:
        lines = self.database.all("SELECT stream, number, hash FROM journal ORDER BY stream, number")
        journal = hashlib.sha256(repr(lines).encode()).hexdigest()[:16]
        watch = self.watch
        faults = dict(sorted(self.faults.counts.items()))
        return Outcome(
            self.seed, violation, self.loop.steps, watch.commits, watch.entries, len(self.receipts), faults, journal
        )


@contextmanager
def _deterministic(world: World) -> Iterator[None]:
    """Random bytes and steady clocks from the run itself, each draw watched, and nothing left of it afterwards."""
    draw = Draft.draw

    def watched(draft: Draft) -> bool:
        if draft.head.round.secret is not None and draft.head.state.chance():
            world.watch.drawing(draft)
        return draw(draft)

    with ExitStack() as stack:
        for target, name, value in (
            (os, "urandom", world.entropy),
            (secrets, "token_hex", lambda size=32: world.entropy(size).hex()),
            (secrets, "token_bytes", world.entropy),
            (time, "monotonic", world.loop.time),
            (asyncio, "start_server", world.network.start_server),
            (asyncio, "open_connection", world.network.open_connection),
            (Link, "steady", staticmethod(world.loop.time)),
            (TableActor, "steady", staticmethod(world.loop.time)),
            (Colleagues, "steady", staticmethod(world.loop.time)),
            (chance, "_SEEN", Seen()),
            (channel, "_OF_CASINO", {}),
            (Draft, "draw", watched),
        ):
            stack.enter_context(patch.object(target, name, value))
        yield
