"""What is hidden stays hidden (A16): two houses with the same past and different futures look the same to everybody.

Each pair is the same script played twice, with other secrets and, from one draw on, other outcomes. Up to that draw
every frame to every client and every answer, refusals included, is the same to the letter, in the same order; only
seals, secrets of rounds that are over and the hashes that hang on them are masked, and these keep their length. The
plain run plays 40 pairs; `--long` thousands, or as many as CROUPIER_PAIRS says.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.floor.casino import Casino
from croupier.floor.house_key import NAME as HOUSE_KEY
from croupier.floor.people.services.people import People
from croupier.floor.people.sign_in.passwords import Passwords
from croupier.floor.store.engines.sqlite import SqliteStore
from croupier.floor.tables.chance import ChanceSource, Keyed, Round, Sealed
from croupier.floor.tables.head import JournalHead
from croupier.floor.tables.opening import Settings
from croupier.games.acts import Act
from croupier.record import read
from croupier.record.journals.journal import read_entry, read_first
from croupier.record.journals.seal import in_order
from croupier.serve.app import create_app
from croupier.serve.routes.table_play import sockets, tables
from croupier.serve.security.errors import fault_of
from croupier.serve.security.middleware import Shell
from croupier.serve.wire import channel
from croupier.serve.wire.channel import Channel, TableFrame
from croupier.serve.wire.messages import frame
from tests.support.floor.house import lay_store
from tests.support.server.wire import FREE, NOON, QUICK, Closed, Guest, House, Wire

pytestmark = pytest.mark.xdist_group("non-interference")

GAMES = ("roulette", "blackjack", "tai-sai", "money-wheel", "blackjack")
PAIRS, LONG_PAIRS = 40, 2_000
STEPS = 18
_MASKED = re.compile(r'((?:"(?:hash|seal|reveal)":"| (?:hash|seal|reveal) ))([0-9a-f]{64,128})')
PLACES: dict[str, tuple[dict[str, Any], ...]] = {
    "roulette": ({"kind": "straight up", "numbers": [17]}, {"kind": "red"}, {"kind": "low"}),
    "tai-sai": ({"kind": "small"}, {"kind": "big"}, {"kind": "any triple"}),
    "money-wheel": ({"kind": "A"}, {"kind": "B"}),
    "blackjack": ({"kind": "box", "numbers": [1]}, {"kind": "box", "numbers": [2]}),
}
EAGER = {
    "wager": 2,
    "draw": 6,
    "stand": 3,
    "double": 6,
    "split": 9,
    "buy in": 0,
    "cash out": 0,
    "sit": 0,
    "leave seat": 0,
}
WRONG: tuple[dict[str, Any], ...] = (
    {"act": "wager", "position": {"kind": "straight up", "numbers": [99]}, "amount": 10_00},
    {"act": "wager", "position": {"kind": "box", "numbers": [1]}, "amount": 900_00},
    {"act": "buy in", "amount": 10_000_000_00},
    {"act": "cash out", "amount": 77_777_00},
    {"act": "draw", "box": 1},
    {"act": "split", "box": 1},
    {"act": "double", "box": 2, "amount": 10_00},
    {"act": "stand", "box": 5},
    {"act": "no more bets"},
    {"act": "spin", "number": 17},
    {"act": "card", "card": "Ah"},
    {"act": "clock", "seconds": 5},
    {"act": "wager", "amount": -1},
    {"act": "nothing of the kind"},
)


class Planned(Sealed):
    """Seals in good order; its outcomes are the script's up to one draw, and from there on this run's own."""

    def __init__(self, key: bytes, seed: str, side: int) -> None:
        super().__init__(key)
        self._seed, self._side = seed, side
        self.first = Random(f"first {seed}").choice((0, 0, 1, 2, 3, 4, 6, 9))
        """The draw that is hidden, counted from 0."""
        self.is_out = False
        self._known: dict[tuple[int, int], int] = {}

    def drawn(self, stream: str, round: Round, chance: Any) -> Act | None:
        self.is_out |= self._ordinal(round) >= self.first
        return self.peek(stream, round, chance)

    def peek(self, stream: str, round: Round, chance: Any) -> Act:
        """What will come: nobody may know, and only a planted leak asks."""
        ordinal = self._ordinal(round)
        acts, counts = in_order(chance)
        place = Random(f"{self._seed} {stream} {ordinal}").choices(range(len(acts)), counts)[0]
        moved = self._side if ordinal >= self.first else 0
        return acts[(place + moved) % len(acts)]

    def _ordinal(self, round: Round) -> int:
        return self._known.setdefault((round.number, round.draws), len(self._known))


class Twin(House):
    """One house of a pair: its people have the same names and tokens in both."""

    def __init__(self, folder: Path, seed: str, side: int) -> None:
        folder.mkdir()
        self.time = float(NOON)
        self.store = SqliteStore(lay_store(folder))
        self.planned: list[Planned] = []
        self._seed, self._side = seed, side
        # The same key, for it makes the players' ids, which everybody may see; what is hidden differs by `Planned`.
        (folder / HOUSE_KEY).write_bytes(Random(f"key {seed}").randbytes(64))
        people = People(self.store, Passwords(QUICK), Random(f"people {seed}").randbytes)
        self.casino = Casino(folder, self.store, now=lambda: self.time, people=people, sources=self._source)
        self.app = Shell(create_app(self.casino, FREE))

    def _source(self, settings: Settings, key: bytes) -> ChanceSource:
        if settings.live:
            return Keyed()
        self.planned.append(Planned(key, f"{self._seed} {len(self.planned)}", self._side))
        return self.planned[-1]


class Script:
    """What happens at one table, until the hidden draw; and all that anybody saw of it."""

    def __init__(self, house: Twin, table: str, game: str, source: Planned, random: Random) -> None:
        self.house, self.table, self.game, self.source, self.random = house, table, game, source, random
        self.seen: list[dict[str, list[str]]] = []
        """By step and client, frames and answers, masked."""
        self._wires: dict[str, Wire] = {}
        self._keys = 0

    async def play(self, people: dict[str, Guest], stack: AsyncExitStack) -> None:
        self.people, self._stack = people, stack
        for name in ("ana", "ben", "looker"):
            await self._join(name, people.get(name))
        for name in people:
            await self._ask(name, {"act": "buy in", "amount": 150_00})
        if self.game == "blackjack":
            await self._ask("ana", {"act": "sit", "box": 1})
            await self._ask("ben", {"act": "sit", "box": 2})
        for name in people:
            await self._ask(name, {"act": "wager", "position": PLACES[self.game][name == "ben"], "amount": 20_00})
        await self._look()
        while not self.source.is_out and len(self.seen) < STEPS:
            await self._step()
        while not self.source.is_out:
            assert len(self.seen) < 10 * STEPS, "the round does not go on"
            if self._state.is_between_rounds:
                await self._ask("ana", {"act": "buy in", "amount": 20_00})
                await self._ask("ana", {"act": "wager", "position": PLACES[self.game][0], "amount": 20_00})
            await self._pass(30)

    @property
    def _state(self) -> Any:
        return self.house.casino.actors[self.table].head.state

    async def _step(self) -> None:
        name = self.random.choice(("ana", "ben"))
        match self.random.choices(("act", "wrong", "time", "join", "resume", "look"), (8, 3, 3, 1, 1, 2))[0]:
            case "act":
                await self._ask(name, await self._legal(name))
            case "wrong":
                await self._ask(self.random.choice((name, name, "looker")), self.random.choice(WRONG))
            case "time":
                await self._pass(self.random.choice((1, 5, 20, 25)))
            case "join":
                who = self.random.choice((None, *self.people.values()))
                after = self.random.choice(("", f"after={self.random.randrange(4)}"))
                await self._join(f"late {len(self._wires)}", who, after)
            case "resume":
                name = self.random.choice(tuple(self._wires))
                self._wires[name].send({"type": "resume", "after": self.random.randrange(6)})
                await self._settle(waits=(name, '"type":'))
            case _:
                await self._look()

    # What is done

    async def _join(self, name: str, who: Guest | None, query: str = "") -> None:
        self._wires[name] = await self._stack.enter_async_context(Wire(self.house, self.table, who, query))
        await self._settle(waits=(name, '"type":'))

    async def _legal(self, name: str) -> dict[str, Any]:
        answer = await self.house.ask("GET", f"/api/v1/tables/{self.table}/legal", self.people[name])
        offers = [each for each in answer.json()["offers"] if EAGER.get(each["act"], 1)]
        if not offers:
            return {"act": "wager", "position": self.random.choice(PLACES[self.game]), "amount": 10_00}
        offer = self.random.choices(offers, [EAGER.get(each["act"], 1) for each in offers])[0]
        fields = {field: self._value(each) for field, each in offer["fields"].items() if field != "player"}
        return {"act": offer["act"], **fields}

    def _value(self, field: dict[str, Any]) -> Any:
        if "choices" in field:
            return self.random.choice(field["choices"])
        steps = (field["highest"] - field["lowest"]) // field["step"]
        return field["lowest"] + field["step"] * self.random.randint(0, min(steps, 6))

    async def _ask(self, name: str, act: dict[str, Any]) -> None:
        """By socket or by request; the answer is one of the things that were seen."""
        self._keys += 1
        key, more = f"{self.table}-{self._keys}", {}
        if self.random.random() < 0.3:
            more["nonce"] = self.random.randbytes(16).hex()
        if name == "looker" or self.random.random() < 0.6:
            self._wires[name].act(key, act, **more)
            await self._settle(waits=(name, f'"key":"{key}"'))
        else:
            answer = await self.house.act(self.table, self.people[name], key, act, **more)
            await self._settle({f"{name} by request": [_answer(answer)]})

    async def _pass(self, seconds: int) -> None:
        await self.house.pass_time(self.table, seconds)
        await self._settle()

    async def _look(self) -> None:
        """Everything that can be asked for, by everybody."""
        here = f"/api/v1/tables/{self.table}"
        seen: dict[str, list[str]] = {}
        for name, who in {**self.people, "looker": None}.items():
            paths = ["/", "/health", "/api/v1/tables", here, f"{here}/acts", f"{here}/acts?after=2", f"{here}/journal"]
            paths += [f"{here}/legal", "/api/v1/me", "/api/v1/me/rounds", "/api/v1/me/data", f"{here}/nothing"]
            paths += ["/api/v1/audit", "/api/v1/house/journal"]
            seen[f"{name} by request"] = [_answer(await self.house.ask("GET", path, who)) for path in paths]
        await self._settle(seen)

    # What is seen

    async def _settle(self, seen: dict[str, list[str]] | None = None, waits: tuple[str, str] | None = None) -> None:
        """Nothing is on its way to anybody any more; and that client has got what it waits for."""
        texts: dict[str, list[str]] = {name: [] for name in self._wires}
        quiet = 0
        async with asyncio.timeout(20):
            while quiet < 3:
                await asyncio.sleep(0.001)
                for name, wire in self._wires.items():
                    texts[name] += _drained(wire)
                has_come = waits is None or any(waits[1] in text for text in texts[waits[0]])
                quiet = quiet + 1 if has_come and self._is_quiet() else 0
        step = dict(seen or {})
        for name in self._wires:
            step[f"{name} is told"] = [each for each in texts[name] if _type(each) in TOLD]
            step[f"{name} is answered"] = [each for each in texts[name] if _type(each) not in TOLD]
        self.seen.append(step)

    def _is_quiet(self) -> bool:
        casino, actor = self.house.casino, self.house.casino.actors[self.table]
        watched = channel._OF_CASINO[casino][self.table]
        is_told = watched._pump is None and watched.head is actor.head
        is_read = all(not each._queue for each in watched.watchers)
        return is_told and is_read and not actor._mailbox and actor._rest() != 0

    async def shown(self) -> list[dict[str, list[str]]]:
        """What was seen before the hidden draw: of the last step, what came before anything with that number."""
        hidden = await self._hidden_number()
        last = {
            name: list(_before(texts, hidden)) for name, texts in self.seen[-1].items() if not name.endswith("request")
        }
        return [
            {name: [_masked(each) for each in texts] for name, texts in step.items()}
            for step in [*self.seen[:-1], last]
        ]

    async def _hidden_number(self) -> int:
        rows = await self.house.store.tail(self.table, -1, 10_000)
        state, drawn = read(read_first(rows[0].line)[1]).header.table(), 0
        for row in rows[1:]:
            act = read_entry(self.game, row.line).act
            if act is not None and act in state.chance():
                if drawn == self.source.first:
                    return row.number
                drawn += 1
            state = state if act is None else state.play(act)
        raise AssertionError("the hidden draw never came")


TOLD = ("acts", "you", "snapshot")


def _type(text: str) -> str:
    found: str = json.loads(text)["type"]
    return found


def _before(texts: list[str], hidden: int) -> Iterator[str]:
    for text in texts:
        if json.loads(text).get("number", 0) >= hidden:
            return
        yield text


def _answer(answer: Any) -> str:
    headers = sorted((name, value) for name, value in answer.headers.items() if name != "date")
    return f"{answer.status_code} {headers}\n{answer.text}"


def _masked(text: str) -> str:
    return _MASKED.sub(lambda found: found[1] + "*" * len(found[2]), text)


def _drained(wire: Wire) -> list[str]:
    texts = []
    while not wire._to_client.empty():
        event = wire._to_client.get_nowait()
        if event["type"] == "websocket.close":
            raise Closed(event["code"], event.get("reason") or "")
        texts.append(event["text"])
    return texts


Seen = list[dict[str, list[str]]]


async def _run(folder: Path, seed: str, side: int, game: str) -> tuple[Seen, bool]:
    """Everything that was seen at a table; and whether anything was that must not be."""
    house = Twin(folder, seed, side)
    async with asyncio.timeout(60), house, AsyncExitStack() as stack:
        people = {name: await house.guest() for name in ("ana", "ben")}
        table = await house.table(game, "t-1", decide=25)
        hidden = house.casino.actors[table].head.round
        script = Script(house, table, game, house.planned[0], Random(f"script {seed}"))
        await script.play(people, stack)
        seen = await script.shown()
    secrets = [each.hex() for each in (hidden.fresh, house.casino._key) if each is not None]
    texts = "".join(text for step in seen for each in step.values() for text in each)
    return seen, any(secret in texts for secret in secrets)


def compare(folder: Path, seed: str, game: str) -> str:
    """The first thing by which the two could be told apart; nothing where there is none."""
    folder.mkdir()
    (one, leaked), (other, leaks) = (asyncio.run(_run(folder / str(side), seed, side, game)) for side in (0, 1))
    shutil.rmtree(folder)
    if leaked or leaks:
        return "a secret of the house was told"
    for number, (step, twin) in enumerate(zip(one, other, strict=False)):
        for name in step | twin:
            if step.get(name) != twin.get(name):
                return f"{game}, step {number}, {name}:\n{step.get(name)}\n{twin.get(name)}"
    return "" if len(one) == len(other) else f"{game}: {len(one)} and {len(other)} steps"


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script is faster than any person: by the real clock its sockets would be cut."""
    monkeypatch.setattr(sockets, "MESSAGES_AT_ONCE", 10**9)


def test_A16_nobody_can_tell_what_is_hidden(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    is_long = request.config.getoption("--long")
    fresh: int = SystemRandom().getrandbits(32) if is_long else 7
    pairs = int(os.environ.get("CROUPIER_PAIRS", LONG_PAIRS)) if is_long else PAIRS
    for number in range(pairs):
        assert compare(tmp_path / str(number), f"{fresh} {number}", GAMES[number % len(GAMES)]) == ""


# Planted leaks


def _hint(actor: Any, place: JournalHead) -> int:
    """A little of what nobody may know: which outcome comes next, or a few bits of the secret that it hangs on."""
    chance, source = place.state.chance(), actor.setting.source
    if chance:
        acts, _ = in_order(chance)
        return acts.index(source.peek(actor.id, place.round, chance)) % 7
    return (place.round.secret or b"\0")[0] % 7


def _leaky_view(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Channel._acts

    def acts(self: Channel, entries: Any, place: JournalHead, names: Any) -> Any:
        made: Any = plain(self, entries, place, names)
        return replace(made, view={**msgspec.to_builtins(made.view), "next": _hint(self.actor, place)})

    monkeypatch.setattr(Channel, "_acts", acts)


def _leaky_length(monkeypatch: pytest.MonkeyPatch) -> None:
    publish = Channel._publish

    def published(self: Channel, told: Any, names: Any, stamps: Any) -> None:
        monkeypatch.setattr(channel, "frame", lambda message: frame(message) + " " * _hint(self.actor, told.head))
        publish(self, told, names, stamps)
        monkeypatch.setattr(channel, "frame", frame)

    monkeypatch.setattr(Channel, "_publish", published)


def _leaky_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Channel._snapshot

    async def snapshot(self: Channel, place: JournalHead, watcher: Any) -> TableFrame:
        made = json.loads((await plain(self, place, watcher)).text)
        return TableFrame(json.dumps(made | {"time": made["time"] + _hint(self.actor, place)}), place)

    monkeypatch.setattr(Channel, "_snapshot", snapshot)


def _leaky_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sits there hears of his chips first, or of the table first."""
    publish = Channel._publish

    def published(self: Channel, told: Any, names: Any, stamps: Any) -> None:
        publish(self, told, names, stamps)
        if _hint(self.actor, told.head) % 2:
            for watcher in self.watchers:
                watcher._queue.reverse()

    monkeypatch.setattr(Channel, "_publish", published)


def _leaky_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    submit = Casino.act
    last: list[Any] = []

    async def act(self: Casino, table: str, request: Any) -> Any:
        last[:] = [self.actor(table)]
        return await submit(self, table, request)

    def fault(refusal: Any) -> Any:
        made = fault_of(refusal)
        return replace(made, why=f"{made.why} {_hint(last[0], last[0].head)}") if last else made

    monkeypatch.setattr(Casino, "act", act)
    monkeypatch.setattr(sockets, "fault_of", fault)


def _leaky_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tables.trouble_of
    monkeypatch.setattr(tables, "trouble_of", lambda actor: plain(actor) + " " * _hint(actor, actor.head))


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "view": _leaky_view,
    "length": _leaky_length,
    "snapshot": _leaky_snapshot,
    "order": _leaky_order,
    "refusal": _leaky_refusal,
    "answer": _leaky_answer,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    LEAKS[leak](monkeypatch)
    found = (compare(tmp_path / str(number), f"leak {number}", GAMES[number % len(GAMES)]) for number in range(8))
    assert any(found)
