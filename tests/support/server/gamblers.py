"""People who play at a real server until it is gone: over sockets and by request, at tables of every game.

They note what they asked for, what they were answered and what they were told: for the world outside the server that
is all there is, and after a kill it must still be true.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from croupier.record.journals.receipts import Receipts
from tests.support.server.real_server import NO_CERTIFICATES, Running

TABLES = ("roulette", "blackjack", "tai-sai", "money-wheel", "blackjack")
QUICK = {"betting_seconds": 1, "rest": 0, "decide": 5}
SIGN = {"minimum": 5_00, "maximum": 500_00, "smallest_chip": 50}
GONE = (OSError, WebSocketException, httpx.HTTPError, TimeoutError, EOFError)
"""How a server that was killed looks from outside."""
ASK_AGAIN = {"stopping", "out_of_order", "not_done", "unknown"}
"""Refusals that say nothing about the act: the server or its store was not able to answer."""
PATIENCE = 30
WAIT = 0.06
"""Between two messages on one socket, which takes some twenty a second."""
PLACES: dict[str, tuple[dict[str, Any], ...]] = {
    "roulette": ({"kind": "straight up", "numbers": [17]}, {"kind": "red"}, {"kind": "black"}, {"kind": "odd"}),
    "tai-sai": ({"kind": "small"}, {"kind": "big"}, {"kind": "any triple"}),
    "money-wheel": ({"kind": "A"}, {"kind": "B"}, {"kind": "C"}),
}
EAGER = {"double": 9, "split": 9, "draw": 3, "stand": 2, "wager": 1, "buy in": 0, "sit": 0, "leave seat": 0}
"""How gladly a gambler at blackjack does what he may; insurance and surrender come with the rest at 1."""


class Asked:
    """One request, as often as it was sent."""

    __slots__ = ("at", "body", "key", "path", "person", "receipt")

    def __init__(self, person: Somebody, path: str, body: dict[str, Any]) -> None:
        self.person, self.path, self.body = person, path, body
        self.key: str = body["key"]
        self.at = time.time()
        """When it was first sent."""
        self.receipt: dict[str, Any] | None = None


class Memory:
    """All that the people of one house know."""

    def __init__(self) -> None:
        self.asked: dict[tuple[str, str], Asked] = {}
        self.open: dict[tuple[str, str], Asked] = {}
        """Sent, and neither accepted nor refused so far."""
        self.told: dict[tuple[str, int], str] = {}
        """The hash of every entry that anybody saw, by table and number."""
        self.faults: list[str] = []

    def ask(self, person: Somebody, path: str, body: dict[str, Any]) -> Asked:
        asked = Asked(person, path, body)
        self.asked[person.id, asked.key] = self.open[person.id, asked.key] = asked
        return asked

    def answered(self, asked: Asked, receipt: dict[str, Any] | None) -> None:
        self.open.pop((asked.person.id, asked.key), None)
        if receipt is None:
            if asked.receipt is not None:
                self.faults.append(f"{asked.key} was accepted, and then refused")
            return
        plain = {name: receipt[name] for name in ("table", "number", "hash")}
        if asked.receipt not in (None, plain):
            self.faults.append(f"{asked.key} has two receipts: {asked.receipt} and {plain}")
        asked.receipt = plain
        self.saw(plain["table"], plain["number"], plain["hash"])

    def saw(self, table: str, number: int, hash: str) -> None:
        if self.told.setdefault((table, number), hash) != hash:
            self.faults.append(f"entry {number} of {table} was told in two ways")

    @property
    def receipts(self) -> list[dict[str, Any]]:
        return [asked.receipt for asked in self.asked.values() if asked.receipt is not None]

    def as_receipts(self) -> Receipts:
        found: dict[str, dict[int, set[str]]] = {}
        for (table, number), hash in self.told.items():
            found.setdefault(table, {}).setdefault(number, set()).add(hash)
        return found


class Somebody:
    """A guest with a bearer token, which outlives the server's process."""

    def __init__(self, id: str, token: str) -> None:
        self.id = id
        self.headers = {"Authorization": f"Bearer {token}"}
        self._keys = 0

    def key(self) -> str:
        self._keys += 1
        return f"{self.id}-{self._keys}"


class Floor:
    """A house with quick tables of every game, and those who play there."""

    def __init__(self, running: Running, seed: object, tables: tuple[str, ...]) -> None:
        self.memory, self.random = Memory(), Random(f"gamblers {seed}")
        self.tables: dict[str, str] = {}
        for game in tables:
            asked = {"name": f"Quick {game}", "game": game, "sign": SIGN, **QUICK}
            made = running.operator().ask("POST", "/api/v1/tables", asked)
            assert made.status_code == 201, made.text
            self.tables[made.json()["id"]] = game
        self.people: dict[str, list[Somebody]] = {}
        for table, game in self.tables.items():
            self.people[table] = []
            for seat in (1, 3):
                guest = running.guest()
                somebody = Somebody(guest.id, guest.token)
                self._do(running, somebody, table, {"act": "buy in", "amount": 300_00})
                if game == "blackjack":
                    self._do(running, somebody, table, {"act": "sit", "box": seat})
                self.people[table].append(somebody)

    def _do(self, running: Running, somebody: Somebody, table: str, act: dict[str, Any]) -> None:
        body = {"act": act, "key": somebody.key()}
        asked = self.memory.ask(somebody, f"/api/v1/tables/{table}/acts", body)
        answer = running.client(**somebody.headers).post(asked.path, json=body)
        assert answer.status_code == 201, answer.text
        self.memory.answered(asked, answer.json())

    def play(self, running: Running, until: Callable[[Shift], Awaitable[None]]) -> Shift:
        """Everybody plays until that is over; `until` ends the server, or what it has to end."""
        shift = Shift(self, running.url)
        asyncio.run(shift.work(until))
        return shift


class Shift:
    """From one start of the server to its end."""

    def __init__(self, floor: Floor, url: str) -> None:
        self.floor, self.url, self.random, self.memory = floor, url, floor.random, floor.memory
        self.is_over = False

    async def work(self, until: Callable[[Shift], Awaitable[None]]) -> None:
        limits = httpx.Limits(max_connections=50)
        async with httpx.AsyncClient(
            base_url=self.url, timeout=PATIENCE, limits=limits, verify=NO_CERTIFICATES
        ) as client:
            self.client = client
            await self._ask_again()
            jobs = [
                asyncio.create_task(self._until_gone(job))
                for table, people in self.floor.people.items()
                for job in (self._at_socket(people[0], table), self._by_request(people[1], table))
            ]
            await until(self)
            self.is_over = True
            _, waiting = await asyncio.wait(jobs, timeout=PATIENCE)
            assert not waiting, "somebody is left waiting for a server that is gone"
            for job in jobs:
                job.result()

    async def _until_gone(self, job: Awaitable[None]) -> None:
        try:
            await job
        except GONE:
            return

    async def _ask_again(self) -> None:
        """What was not answered is asked again; and some of what was, too."""
        asked = [*self.memory.open.values()]
        done = [each for each in self.memory.asked.values() if each.receipt is not None]
        asked += self.random.sample(done, min(len(done), 8))
        await asyncio.gather(*(self._until_gone(self._send(each)) for each in asked))

    async def _send(self, asked: Asked) -> None:
        answer = await self.client.post(asked.path, json=asked.body, headers=asked.person.headers)
        if answer.status_code == 201:
            self.memory.answered(asked, answer.json())
        elif answer.status_code == 409:
            self.memory.answered(asked, None)
        elif answer.status_code != 503:
            self.memory.faults.append(f"{asked.body} was answered with {answer.status_code}: {answer.text}")

    # Those who act by request and answer

    async def _by_request(self, person: Somebody, table: str) -> None:
        path = f"/api/v1/tables/{table}/acts"
        while not self.is_over:
            act = await self._act(person, table)
            if act is not None:
                asked = self.memory.ask(person, path, self._body(person, act))
                copies = self.random.choice((1, 1, 1, 3))
                await asyncio.gather(*(self._send(asked) for _ in range(copies)))
                if self.random.random() < 0.1:
                    await self._money(person)
            await asyncio.sleep(WAIT * self.random.random())

    async def _money(self, person: Somebody) -> None:
        await self._send(self.memory.ask(person, "/api/v1/me/money", {"amount": 50_00, "key": person.key()}))

    def _body(self, person: Somebody, act: dict[str, Any]) -> dict[str, Any]:
        body: dict[str, Any] = {"act": act, "key": person.key()}
        return body | {"nonce": self.random.randbytes(16).hex()} if self.random.random() < 0.5 else body

    async def _act(self, person: Somebody, table: str) -> dict[str, Any] | None:
        game = self.floor.tables[table]
        if self.random.random() < 0.08:
            return {"act": self.random.choice(("buy in", "cash out")), "amount": self.random.choice((20_00, 50_00))}
        if game == "blackjack":
            return await self._at_cards(person, table)
        place = self.random.choice(PLACES[game])
        if self.random.random() < 0.1:
            return {"act": "withdraw", "position": place}
        return {"act": "wager", "position": place, "amount": self.random.choice((5_00, 10_00, 20_00))}

    async def _at_cards(self, person: Somebody, table: str) -> dict[str, Any] | None:
        answer = await self.client.get(f"/api/v1/tables/{table}/legal", headers=person.headers)
        if answer.status_code == 503:
            return None
        offers = answer.json()["offers"]
        weights = [EAGER.get(offer["act"], 1) for offer in offers]
        if not any(weights):
            return None
        offer = self.random.choices(offers, weights)[0]
        act = {name: self._value(field) for name, field in offer["fields"].items() if name != "player"}
        return {"act": offer["act"], **act}

    def _value(self, field: dict[str, Any]) -> Any:
        if "choices" in field:
            return self.random.choice(field["choices"])
        steps = (field["highest"] - field["lowest"]) // field["step"]
        return field["lowest"] + field["step"] * self.random.randint(0, min(steps, 20))

    # Those who sit at a socket

    async def _at_socket(self, person: Somebody, table: str) -> None:
        address = f"ws{self.url.removeprefix('http')}/api/v1/tables/{table}/socket"
        async with connect(address, additional_headers=person.headers, compression=None) as socket:
            hears = asyncio.create_task(self._hear(person, table, socket))
            try:
                while not self.is_over and not hears.done():
                    await self._say(person, table, socket)
            finally:
                # What the server had sent before it ended has arrived, and counts.
                await asyncio.wait((hears,), timeout=2)
                hears.cancel()
                await asyncio.gather(hears, return_exceptions=True)

    async def _say(self, person: Somebody, table: str, socket: ClientConnection) -> None:
        act = await self._act(person, table)
        if act is not None:
            asked = self.memory.ask(person, f"/api/v1/tables/{table}/acts", self._body(person, act))
            for _ in range(self.random.choice((1, 1, 1, 2))):
                await socket.send(json.dumps({"type": "act", **asked.body}))
        await asyncio.sleep(WAIT * (1 + self.random.random()))

    async def _hear(self, person: Somebody, table: str, socket: ClientConnection) -> None:
        async for text in socket:
            said = json.loads(text)
            match said["type"]:
                case "acts":
                    for entry in said["entries"]:
                        self.memory.saw(table, entry["number"], entry["hash"])
                case "snapshot":
                    self.memory.saw(table, said["number"], said["hash"])
                case "receipt":
                    self.memory.answered(self.memory.asked[person.id, said["key"]], said)
                case "refused" if said["refusal"]["code"] not in ASK_AGAIN:
                    self.memory.answered(self.memory.asked[person.id, said["key"]], None)
