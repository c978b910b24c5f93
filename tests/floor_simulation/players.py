"""Players who buy in, wager, decide, leave and set themselves limits, over sockets at whichever server answers.

A connection may break at any moment. Whoever hears nothing comes back, at the same server or another, resumes by
number, and asks again with the same key. What a player is told is compared with the journal: at once, and at the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import msgspec

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.people.responsible_play.exclusions import TimeOut
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.store.port import StoreError
from croupier.floor.tables.receipt import Receipt
from croupier.serve.relay.messages import OpenSocket
from tests.floor_simulation.network import Socket
from tests.floor_simulation.world import Server, World

PLAYERS = 4
ACTS_A_SECOND = 2.0
"""Of one player who gets every answer at once."""
PATIENCE = 8.0
"""Seconds without an answer after which a player comes back and asks again."""
UNSURE = frozenset({"not_done", "unknown", "error", "stopping", "table_out_of_order", "table_busy", "no_such_table"})
"""Refusals that say nothing of whether the act was done by an earlier request."""
LEFT_OUT = frozenset({"reserve seat", "exchange"})
MOST_CHOICES = 5


def players(world: World) -> list[tuple[str, Coroutine[Any, Any, None]]]:
    return [(f"player {number}", Player(world, number).live()) for number in range(1, PLAYERS + 1)]


class Line:
    """A player's connection to a table: what came over it, in order, and what may be done now."""

    def __init__(self, world: World, player: str, server: Server, table: str, after: int | None) -> None:
        self._world, self.table, self.server = world, table, server
        self.number = after
        """Of the last entry that was shown."""
        self.offers: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.is_lost = False
        self._changed = asyncio.Event()
        connection = world.network.connected(player, server.name)
        self.socket = Socket(connection, server.name, player, self._hear)

    def _hear(self, text: str | None) -> None:
        self._changed.set()
        if text is None:
            self.is_lost = True
            return
        message = msgspec.json.decode(text)
        match message["type"]:
            case "snapshot":
                self._show(message)
            case "acts":
                self._follow(message["entries"])
                self._show(message)
            case "receipt" | "refused":
                self.answers[message["key"]] = message

    def _follow(self, entries: list[dict[str, Any]]) -> None:
        """Every entry once, in order, and only when it is durable: whichever server shows it."""
        for entry in entries:
            if self.number is not None and entry["number"] != self.number + 1:
                self._world.watch.fail(f"{self.table}: entry {entry['number']} was shown after {self.number}")
            self._world.watch.shown(self.table, entry["number"], entry["hash"])
            self.number = entry["number"]

    def _show(self, message: dict[str, Any]) -> None:
        if self.number is not None and message["number"] < self.number:
            self._world.watch.fail(f"{self.table}: shown as it was at {message['number']}, after {self.number}")
        self.number = message["number"]
        if message.get("legal") is not None:
            self.offers = message["legal"]["offers"]

    async def ask(self, key: str, text: str) -> dict[str, Any] | None:
        """The answer; nothing where the connection breaks, or is given up because none comes."""
        self.answers.pop(key, None)
        self.socket.say(text)
        if await self.until(lambda: key in self.answers):
            return self.answers[key]
        self.socket.leave()
        self.is_lost = True
        return None

    async def until(self, is_so: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Whether it came to be so before the time was up and before the connection broke."""
        try:
            async with asyncio.timeout(seconds):
                while not is_so() and not self.is_lost:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return False
        return is_so()


class Player:
    def __init__(self, world: World, number: int) -> None:
        self._world = world
        self._name = f"player {number}"
        self._random = Random(world.random.random())
        self._id = self._token = ""
        self._keys = 0
        self._lines: dict[str, Line] = {}
        self._refused: dict[str, str] = {}
        """Keys of requests that were refused for good at the first try, by code."""

    async def live(self) -> None:
        world = self._world
        while not self._id and not world.is_over:
            await self._arrive()
        while not world.is_over:
            await asyncio.sleep(self._random.expovariate(ACTS_A_SECOND))
            await self._do_something()
        for key, code in self._refused.items():
            self._check_not_done(key, code)

    async def _arrive(self) -> None:
        guest = await self._asked(await self._some_server(), lambda casino: casino.front_desk.arrive())
        if guest is not None:
            self._id, self._token = guest.person.id, guest.token

    async def _some_server(self) -> Server:
        while not (serving := self._world.serving()):  # noqa: ASYNC110  as somebody does who tries again
            await asyncio.sleep(0.5)
        return self._random.choice(serving)

    async def _do_something(self) -> None:
        kind = self._random.random()
        if kind < 0.02:
            await self._set_limit()
        elif kind < 0.025:
            await self._exclude()
        else:
            await self._play()

    # Limits

    async def _set_limit(self) -> None:
        server, amount = await self._some_server(), self._random.choice((20_00, 60_00, 150_00))
        now = int(server.now())
        await self._asked(
            server, lambda casino: casino.people.standings.set_limit(self._id, LimitKind.LOSS, amount, now)
        )

    async def _exclude(self) -> None:
        server = await self._some_server()
        now = int(server.now())
        await self._asked(server, lambda casino: casino.people.standings.exclude(self._id, TimeOut.MONTH, now))

    async def _asked(self, server: Server, work: Any) -> Any:
        """What that server answers to a request of its own; nothing where no answer comes in time."""
        world, loop = self._world, asyncio.get_running_loop()
        casino = server.casino
        answer: asyncio.Future[Any] = loop.create_future()

        async def served() -> None:
            """At the server, in its own name."""
            try:
                result = await work(casino)
            except (NotAccepted, StoreError):
                result = None
            if not world.faults.lost_message("answer"):
                loop.call_later(world.faults.way_to_player(), arrive, result)

        def arrive(result: Any) -> None:
            if not answer.done():
                answer.set_result(result)

        await asyncio.sleep(world.faults.way_to_player())
        if casino is not None and not world.faults.lost_message("request"):
            world.loop.start(server.name, served())
        try:
            async with asyncio.timeout(PATIENCE):
                return await answer
        except TimeoutError:
            return None

    # Acts

    async def _play(self) -> None:
        tables = self._world.tables()
        line = await self._line(self._random.choice(tables)) if tables else None
        if line is None or not await line.until(lambda: bool(line.offers), 2):
            return
        act = self._chosen(line.offers)
        if act is None:
            return
        self._keys += 1
        asked = {"type": "act", "key": f"{self._name.replace(' ', '-')}-{self._keys}", "act": act}
        if self._random.random() < 0.7:
            asked["nonce"] = self._random.randbytes(16).hex()
        await self._sent(line.table, asked)

    async def _line(self, table: str) -> Line | None:
        """The connection to that table: the one that is there, or a new one that takes up where it ended."""
        line = self._lines.get(table)
        if line is not None and not line.is_lost and self._random.random() > 0.03:
            return line
        if line is not None and not line.is_lost:
            line.socket.leave()
        server = await self._some_server()
        if server.casino is None or server.relay is None or table not in server.casino.watched:
            return None
        new = self._lines[table] = Line(self._world, self._name, server, table, None if line is None else line.number)
        opening = OpenSocket(0, table, self._token, new.number, legal=True)
        self._world.loop.start(server.name, server.relay.front(new.socket, opening))
        return new

    def _chosen(self, offers: list[dict[str, Any]]) -> dict[str, Any] | None:
        """Something that may be lawful by now; the table may have gone on when it comes there."""
        mine = [offer for offer in offers if offer["role"] == "player" and offer["act"] not in LEFT_OUT]
        if not mine:
            return None
        offer = self._random.choice(mine)
        act: dict[str, Any] = {"act": offer["act"]}
        for name, field in offer["fields"].items():
            if field.get("choices") is not None:
                act[name] = self._random.choice(field["choices"])
            elif field.get("lowest") is not None:
                steps = (field["highest"] - field["lowest"]) // field["step"]
                act[name] = field["lowest"] + field["step"] * self._random.randint(0, min(steps, MOST_CHOICES))
        if offer["act"] == "buy in":
            act["amount"] = 100_00
        return act

    async def _sent(self, table: str, asked: dict[str, Any]) -> None:
        """Ask until somebody answers for good; now and then give up instead."""
        world, key = self._world, asked["key"]
        text = msgspec.json.encode(asked).decode()
        world.waiting.add(self._name)
        tries = 0
        try:
            while table in world.tables():
                line = await self._line(table)
                if line is not None:
                    tries += 1
                    answer = await line.ask(key, text)
                    if answer is not None and self._answered(answer, tries) not in UNSURE:
                        return
                if not world.is_over and self._random.random() < 0.2:
                    return
                await asyncio.sleep(self._random.uniform(0.1, 1))
        finally:
            world.waiting.discard(self._name)

    def _answered(self, answer: dict[str, Any], tries: int) -> str:
        """The code of a refusal; empty where it was accepted."""
        world, key = self._world, answer["key"]
        if answer["type"] == "receipt":
            receipt = Receipt(answer["table"], answer["number"], answer["hash"], answer["time"])
            world.receipts.append(receipt)
            world.watch.acknowledged(receipt)
            return ""
        code: str = answer["refusal"]["code"]
        if code == "key_used":
            world.watch.fail(f"{self._name}'s {key} was repeated word for word, and refused")
        if tries == 1 and code == "not_done":
            self._check_not_done(key, code)
        if tries == 1 and code not in UNSURE:
            self._refused[key] = code
        return code

    def _check_not_done(self, key: str, code: str) -> None:
        if self._world.database.all("SELECT 1 FROM keys WHERE actor = ? AND key = ?", self._id, key):
            self._world.watch.fail(f"{self._name}'s {key} was refused ({code}), and is in the journal")
