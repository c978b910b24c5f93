"""What comes through the doors of a real server: late wagers, odd numbers, extra fields, strangers, giants (A5-A27)."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import pytest
from litestar import get
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier.floor.house_key import NAME
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.tables.commands import command_type, read_command
from croupier.floor.tables.opening import TABLE_GAMES
from croupier.record.audits.audit import audit_journal
from croupier.record.journals.journal import read_journal
from croupier.serve import app
from croupier.serve.process.settings import ServerSettings
from croupier.serve.routes.accounts import operator
from croupier.serve.routes.table_play import sockets
from croupier.serve.security.auth import ANYBODY
from croupier.serve.security.origin import Reached, refuses_origin
from tests.support.process import in_this_process
from tests.support.server.api import own_document
from tests.support.server.real_server import Person, Running, server
from tests.support.server.wire import Closed, House, Wire, in_house

pytestmark = pytest.mark.xdist_group("attacks-doors")

SIGN = {"minimum": 500, "maximum": 50_000}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("doors") / "house") as running:
        yield running


def acted(person: Person, table: str, act: dict[str, Any], key: str, **more: Any) -> Any:
    answer = person.ask("POST", f"/api/v1/tables/{table}/acts", {"act": act, "key": key, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


# A5: wagers aimed at the close, over sockets


class Aimed(NamedTuple):
    sent: float
    answered: float
    closes: int
    accepted: bool


def wrongly_judged(shots: list[Aimed]) -> list[str]:
    """Accepted though it was sent when the window had closed; or refused before the window closed."""
    late = [shot for shot in shots if shot.accepted and shot.sent >= shot.closes]
    early = [shot for shot in shots if not shot.accepted and shot.answered < shot.closes]
    return [f"taken, and sent {shot.sent - shot.closes:.4f} s late" for shot in late] + [
        f"refused {shot.closes - shot.answered:.4f} s too early" for shot in early
    ]


class Shooter:
    """A guest at a socket."""

    def __init__(self, socket: ClientConnection, name: int) -> None:
        self.socket, self.name, self.count = socket, name, 0
        self.closes, self.round = 0, -1
        self.answers: dict[str, tuple[float, bool]] = {}

    async def hear(self) -> None:
        async for text in self.socket:
            said = json.loads(text)
            if said["type"] in ("snapshot", "acts") and said.get("view"):
                self.closes, self.round = said.get("due") or 0, said["view"]["round"]
            elif said["type"] in ("receipt", "refused"):
                self.answers[said["key"]] = time.time(), said["type"] == "receipt"

    async def shoot(self, at: float, round: int) -> tuple[str, float]:
        await asyncio.sleep(at - time.time())
        self.count += 1
        key = f"s{self.name}-{self.count}"
        position = {"kind": "straight up", "numbers": [self.count % 37]}
        act = {"act": "wager", "position": position, "amount": 500}
        sent = time.time()
        await self.socket.send(json.dumps({"type": "act", "key": key, "act": act, "round": round}))
        return key, sent


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110  it happens in another process
        await asyncio.sleep(0.01)


async def volley(shooters: list[Shooter], random: Random) -> list[Aimed]:
    """One window: somebody opens it, and all aim at its close."""
    await until(lambda: not shooters[0].closes)
    key, _ = await shooters[0].shoot(time.time(), shooters[0].round)
    await until(lambda: all(shooter.closes for shooter in shooters))
    closes, round = shooters[0].closes, shooters[0].round
    aims = [(each, closes + random.uniform(-0.1, 0.1)) for each in shooters for _ in range(12)]
    sent = await asyncio.gather(*(each.shoot(at, round) for each, at in sorted(aims, key=lambda aim: aim[1])))
    shots = []
    for (shooter, _), (key, at) in zip(sorted(aims, key=lambda aim: aim[1]), sent, strict=True):
        await until(lambda shooter=shooter, key=key: key in shooter.answers)  # type: ignore[misc]
        shots.append(Aimed(at, shooter.answers[key][0], closes, shooter.answers[key][1]))
    return shots


async def volleys(running: Running, table: str, people: list[Person], windows: int) -> list[Aimed]:
    address = f"{running.url.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"
    async with asyncio.timeout(120), AsyncExitStack() as stack:
        shooters = []
        for name, person in enumerate(people):
            headers = {"Authorization": f"Bearer {person.token}"}
            opened = connect(address, additional_headers=headers, compression=None)
            shooters.append(Shooter(await stack.enter_async_context(opened), name))
        hearing = [asyncio.create_task(shooter.hear()) for shooter in shooters]
        await until(lambda: all(shooter.round >= 0 for shooter in shooters))
        shots = [shot for _ in range(windows) for shot in await volley(shooters, Random(5))]
        for task in hearing:
            task.cancel()
    return shots


def aimed_at(running: Running, windows: int) -> tuple[list[Aimed], str]:
    """All shots at a quick table of that house, and its journal."""
    asked = {"name": "Quick", "game": "roulette", "sign": SIGN, "betting_seconds": 1, "rest": 0}
    table = running.operator().ask("POST", "/api/v1/tables", asked).json()["id"]
    people = [running.guest() for _ in range(5)]
    for person in people:
        acted(person, table, {"act": "buy in", "amount": 900_00}, "in")
    shots = asyncio.run(volleys(running, table, people, windows))
    return shots, running.client().get(f"/api/v1/tables/{table}/journal").text


def test_A5_no_wager_sent_after_the_close_is_taken(house: Running, request: pytest.FixtureRequest) -> None:
    shots, journal = aimed_at(house, 12 if request.config.getoption("--long") else 4)
    assert wrongly_judged(shots) == []
    assert sum(shot.accepted for shot in shots) > 20
    assert sum(not shot.accepted for shot in shots) > 20
    assert audit_journal(read_journal(journal)).breach is None


def test_A5_a_house_whose_clock_is_slow_is_found(tmp_path: Path) -> None:
    """The planted bug: the table lets two seconds pass before it takes them for passed."""
    command = ("-m", "tests.support.server.faulty_server", "slow clock", "0", "serve")
    with server(tmp_path / "house", command=command) as running:
        # Long enough that a busy machine answers before the window is over.
        asked = {"name": "Slow", "game": "roulette", "sign": SIGN, "betting_seconds": 5, "rest": 0}
        table = running.operator().ask("POST", "/api/v1/tables", asked).json()["id"]
        ana = running.guest()
        acted(ana, table, {"act": "buy in", "amount": 900_00}, "in")
        time.sleep(2.2)
        act = {"act": "wager", "position": {"kind": "red"}, "amount": 500}
        acted(ana, table, act, "first")
        shown = running.client().get(f"/api/v1/tables/{table}").json()
        # Until that second, by a clock that is right; the table's own is two seconds behind.
        time.sleep(max(0.0, shown["due"] - time.time()))
        sent = time.time()
        body = {"act": act, "key": "late", "round": shown["view"]["round"]}
        answer = ana.ask("POST", f"/api/v1/tables/{table}/acts", body)
        assert wrongly_judged([Aimed(sent, time.time(), shown["due"], answer.status_code == 201)])


# A12 and A13: numbers that are none

NO_NUMBERS = (
    *("-500", "-1", "-0", "0", "0.5", "500.5", "1e308", "1e309", "-1e308", "5e-324", "NaN", "Infinity", "-Infinity"),
    *('"500"', '"10abc"', '"0x1f4"', '"\uff15\uff10\uff10"', '"\u0665\u0660\u0660"', '"5e2"', '" 500"', '""'),
    *("0x1f4", "0500", "+500", "5_00", "\uff15\uff10\uff10", "10abc", "500 500", "true", "false", "[]", "{}", "[500]"),
    *(str(2**31), str(2**32), str(2**53), str(2**53 + 1), str(2**63 - 1), str(2**63), str(2**64), "9" * 400),
    *(str(-(2**31)), str(-(2**63)), str(-(2**63) - 1), "500,", "", "null"),
)
FINE = ("500.0", "5e2", "500.000")
"""Whole, but not written as whole numbers are."""
WAGER = '{"act": {"act": "wager", "position": {"kind": "red"}, "amount": %s}, "key": "w%d"}'
BUY_IN = '{"act": {"act": "buy in", "amount": %s}, "key": "b%d"}'
MADE = '{"name": "x%d", "game": "roulette", "sign": {"minimum": %s, "maximum": 50000}}'


def raw(person: Person, method: str, path: str, text: str) -> int:
    headers = {"Content-Type": "application/json"}
    return person.client.request(method, path, content=text.encode(), headers=headers).status_code


def holdings(person: Person) -> Any:
    me = person.get("/api/v1/me")
    return me["money"], me["play"]["limits"], me["play"]["reality_minutes"]


def test_A12_A13_no_odd_number_is_taken_for_an_amount(house: Running) -> None:
    ana, table = house.guest(), "roulette-1"
    acted(ana, table, {"act": "buy in", "amount": 300_00}, "in")
    before, number = holdings(ana), house.client().get(f"/api/v1/tables/{table}").json()["number"]
    taken = []
    for place, odd in enumerate((*NO_NUMBERS, *FINE)):
        for path, text in ((f"tables/{table}/acts", WAGER), (f"tables/{table}/acts", BUY_IN)):
            if raw(ana, "POST", f"/api/v1/{path}", text % (odd, place)) not in (400, 409):
                taken.append((text, odd))
        if raw(ana, "POST", "/api/v1/me/money", f'{{"amount": {odd}, "key": "m{place}"}}') not in (400, 409):
            taken.append(("money", odd))
        if raw(house.operator(), "POST", "/api/v1/tables", MADE % (place, odd)) not in (400, 409):
            taken.append(("sign", odd))
    assert taken == []
    assert holdings(ana) == before
    assert house.client().get(f"/api/v1/tables/{table}").json()["number"] == number
    assert raw(ana, "POST", f"/api/v1/tables/{table}/acts", BUY_IN % ("500", 9999)) == 201


def test_A12_no_odd_number_is_taken_for_a_limit(house: Running) -> None:
    ana = house.guest()
    assert raw(ana, "PUT", "/api/v1/me/limits/loss", '{"amount": 10000}') == 200
    before = holdings(ana)
    nothing = {"0", "-0", "null"}
    for odd in (*NO_NUMBERS, *FINE):
        if odd in nothing:
            continue  # a limit of nothing, and none at all, are what somebody may want
        status = raw(ana, "PUT", "/api/v1/me/limits/loss", f'{{"amount": {odd}}}')
        assert status in (400, 409) or (odd.isdigit() and status == 200), odd
        assert raw(ana, "PUT", "/api/v1/me/reality-check", f'{{"minutes": {odd}}}') in (400, 409), odd
    money, limits, minutes = holdings(ana)
    assert (money, limits["loss"]["amount"], minutes) == (before[0], before[1]["loss"]["amount"], before[2])


Reader = Callable[[bytes], Any]


def taken_by(reader: Reader) -> set[str]:
    """The odd numbers that a reader of commands takes."""
    found = set()
    for odd in NO_NUMBERS:
        try:
            command = reader(b'{"act": "buy in", "amount": %s}' % odd.encode())
        except (msgspec.MsgspecError, ValueError, TypeError, OverflowError):
            continue
        # What the decoder leaves to the rules, they refuse: whole numbers out of range.
        if not (odd.lstrip("-").isdigit() and command.amount == int(odd)):
            found.add(odd)
    return found


def test_A12_a_lenient_reader_is_found() -> None:
    def lax(body: bytes) -> Any:
        return msgspec.json.decode(body, type=command_type("roulette"), strict=False)

    def by_hand(body: bytes) -> Any:
        return SimpleNamespace(amount=int(json.loads(body)["amount"]))

    assert taken_by(lambda body: read_command("roulette", body)) == set()
    assert '"500"' in taken_by(lax)
    assert {'"500"', '"\uff15\uff10\uff10"', "500.5", "true"} <= taken_by(by_hand)


# A17: only what a request has


def open_objects(document: dict[str, Any], schema: Any, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """The objects inside a request that would take a field nobody described."""
    if isinstance(schema, list):
        for each in schema:
            yield from open_objects(document, each, seen)
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in seen:
            yield from open_objects(document, document["components"]["schemas"][name], seen | {name})
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        yield str(schema.get("title", schema))
    for key, inner in schema.items():
        if key == "properties":
            yield from open_objects(document, list(inner.values()), seen)
        elif key not in ("default", "enum", "const"):
            yield from open_objects(document, inner, seen)


FREE = {
    ("POST", "/api/v1/tables"),
    ("POST", "/api/v1/tables/{id}/acts"),
    ("POST", "/api/v1/tables/{id}/consider"),
    ("POST", "/api/v1/tables/{id}/results"),
    ("POST", "/api/v1/tournaments/{id}/acts"),
    ("POST", "/api/v1/tournaments/{id}/consider"),
}
"""One field of each is any object to the decoder: a table's options, an act, a device's result. Which shape it
must have hangs on the game, and the game's own closed shape is what it is then read as."""
PASSKEY = {
    ("POST", "/api/v1/sessions"),
    ("POST", "/api/v1/sessions/passkey"),
    ("POST", "/api/v1/links/reset"),
    ("POST", "/api/v1/me/proof"),
    ("POST", "/api/v1/me/second-factors"),
}
"""One field of each is what an authenticator answered, in the form that WebAuthn gives it: the library reads it."""
PRACTICE = ("POST", "/api/v1/practice/{name}")
"""Takes the options and all acts so far, read in the same way. No money and no table of the floor hangs on it."""
SHOE = ("POST", "/api/v1/school/console/{name}")
"""Takes the next act of a shoe at the school, read in the same way, and the acts so far as lines of a record."""


def requests_of(document: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if "requestBody" in operation:
                yield method.upper(), path, operation["requestBody"]["content"]["application/json"]["schema"]


def test_A17_every_request_of_the_document_is_closed() -> None:
    document = own_document()
    found = {(method, path): list(open_objects(document, schema)) for method, path, schema in requests_of(document)}
    assert len(found) > 12
    assert {where for where, opened in found.items() if opened} == FREE | PASSKEY | {PRACTICE, SHOE}
    assert all(len(found[where]) == 1 for where in FREE | {SHOE})
    acts = document["x-websocket"]["acts"]
    assert set(acts) == {*TABLE_GAMES, "tournament", "tournament-table"}
    assert {game: list(open_objects(document, acts[game])) for game in acts} == {game: [] for game in acts}


def test_A17_a_request_that_takes_anything_is_found() -> None:
    class Trusting(msgspec.Struct):
        card: str
        cost: int = 0

    document: dict[str, Any] = {"components": {"schemas": msgspec.json.schema(Trusting)["$defs"]}}
    assert list(open_objects(document, {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Trusting"}]})) == ["Trusting"]


def test_A17_an_object_with_more_than_its_fields_is_refused(house: Running) -> None:
    ana = house.guest()
    wager = {"act": "wager", "position": {"kind": "straight up", "numbers": [17]}, "amount": 500}
    for more in ({"pays": 35}, {"by": {"role": "dealer", "name": ana.id}}, {"result": 17}, {"time": 0}):
        body = {"act": {**wager, **more}, "key": "more"}
        assert ana.ask("POST", "/api/v1/tables/roulette-1/acts", body).status_code == 400, more
    inner = {**wager, "position": {**wager["position"], "odds": 99}}  # type: ignore[dict-item]
    assert ana.ask("POST", "/api/v1/tables/roulette-1/acts", {"act": inner, "key": "more"}).status_code == 400
    asked = {"name": "x", "game": "roulette", "sign": SIGN, "options": {"pays": {"straight up": 99}}}
    assert house.operator().ask("POST", "/api/v1/tables", asked).status_code == 409


# A18: origins, compared in the ways in which others have compared them

_HERE = Reached("https", "https://casino.example", "203.0.113.5")
FOREIGN = (
    *("null", "", "*", "https://evil.example", "http://casino.example", "https://casino.example:8443"),
    *("https://casino.example.evil.example", "https://evilcasino.example", "https://sub.casino.example"),
    *("HTTPS://CASINO.EXAMPLE", "https://casino.example/", "https://casino.example@evil.example"),
    *("https://casino.example, https://evil.example", "https://casino.example\\.evil.example"),
)
Compared = Callable[[str, str], bool]
PLANTED_COMPARISONS: dict[str, Compared] = {
    "by its end": lambda said, own: said.endswith(own.removeprefix("https://")),
    "by its beginning": lambda said, own: said.startswith(own),
    "anywhere in it": lambda said, own: own.removeprefix("https://") in said,
    "in any case": lambda said, own: said.lower() == own,
    "a star for all": lambda said, own: said in (own, "*"),
    "null is nobody": lambda said, own: said in (own, "null"),
    "any scheme": lambda said, own: said.partition("://")[2] == own.partition("://")[2],
    "any port": lambda said, own: said.startswith(own) and said.removeprefix(own).lstrip(":").isdigit(),
}


def let_in(compared: Compared) -> list[str]:
    return [origin for origin in FOREIGN if compared(origin, _HERE.origin)]


def test_A18_no_foreign_origin_is_ours() -> None:
    def ours(said: str, _own: str) -> bool:
        return refuses_origin({"origin": said}, _HERE, ServerSettings(), has_cookie=True) is None

    assert let_in(ours) == []
    assert ours(_HERE.origin, "")


@pytest.mark.parametrize("planted", PLANTED_COMPARISONS)
def test_A18_a_loose_comparison_is_found(planted: str) -> None:
    assert let_in(PLANTED_COMPARISONS[planted])


# A19: every route says whom it is for


async def _strangers_answer(house: House) -> int:
    return (await house.ask("GET", "/api/v1/people")).status_code


@pytest.fixture
def _routes_anew() -> Iterator[None]:
    """A process works out its routes once; here they change, and are as before for all other tests."""
    app.routed.cache_clear()
    yield
    app.routed.cache_clear()


@pytest.mark.usefixtures("_routes_anew")
def test_A19_a_route_that_says_nothing_of_whom_it_is_for_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @get("/api/v1/forgotten")
    async def forgotten() -> None: ...

    monkeypatch.setattr(app, "ROUTES", [*app.ROUTES, forgotten])
    with pytest.raises(RuntimeError, match="does not say whom it is for"):
        House(tmp_path)


@pytest.mark.usefixtures("_routes_anew")
def test_A19_a_route_that_is_for_anybody_by_mistake_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the matrix asks of a route that is for the operator, and what it would hear of one that is open."""
    assert in_house(tmp_path, _strangers_answer) == 401
    monkeypatch.setitem(operator.list_people.opt, "who", ANYBODY)
    app.routed.cache_clear()
    assert in_house(tmp_path, _strangers_answer) == 200


# A20: an older folder put back after a loss


def _copied(folder: Path, to: Path) -> None:
    to.mkdir()
    with closing(sqlite3.connect(folder / FILE)) as old, closing(sqlite3.connect(to / FILE)) as new:
        old.backup(new)
    shutil.copy(folder / NAME, to / NAME)


def test_A20_a_folder_that_was_put_back_is_found_by_a_receipt(tmp_path: Path) -> None:
    """Without one it cannot be, as the documents say: so that is the planted bug, an audit that keeps no receipts."""
    older, receipts = tmp_path / "older", tmp_path / "receipts.txt"
    with server(tmp_path / "house") as running:
        ana = running.guest()
        kept = [acted(ana, "roulette-1", {"act": "buy in", "amount": 100_00}, "in")]
        _copied(running.folder, older)
        kept.append(acted(ana, "roulette-1", {"act": "wager", "position": {"kind": "red"}, "amount": 500}, "lost"))
        receipts.write_text("".join(json.dumps(each) + "\n" for each in kept))
        assert in_this_process("verify", str(running.folder), "--receipts", str(receipts)).status == 0
    # The house wakes up before the loss, and plays on as if it had never been.
    with server(older) as running:
        again = running.client(Authorization=f"Bearer {ana.token}")
        assert in_this_process("verify", str(older)).status == 0
        missing = in_this_process("verify", str(older), "--receipts", str(receipts))
        assert missing.status == 1
        assert f"roulette-1, entry {kept[1]['number']}: it is missing" in missing.out
        body = {"act": {"act": "wager", "position": {"kind": "black"}, "amount": 500}, "key": "other"}
        for place in range(3):
            assert again.post("/api/v1/tables/roulette-1/acts", json={**body, "key": f"o{place}"}).status_code == 201
        assert in_this_process("verify", str(older)).status == 0
        rewritten = in_this_process("verify", str(older), "--receipts", str(receipts))
        assert rewritten.status == 1
        assert f"roulette-1, entry {kept[1]['number']}" in rewritten.out


# A24: who has not come in reads what is public, and no more


class Secrets(NamedTuple):
    """What nobody but its owner, or nobody at all, may read."""

    words: dict[str, str]

    def told_by(self, text: str) -> set[str]:
        return {what for what, word in self.words.items() if word in text}


def secrets_of(house: Running) -> tuple[Secrets, str, str]:
    """Two people with things to hide, one of them at a table; the table's id, and the nonce that its journal shows."""
    asked = {"name": "Open", "game": "roulette", "sign": SIGN, "betting_seconds": 30}
    table = house.operator().ask("POST", "/api/v1/tables", asked).json()["id"]
    ana, ben = house.account("Anahera Quill"), house.account("Ropata Thorne")
    nonce = "c0ffee" * 5 + "00"
    acted(ana, table, {"act": "buy in", "amount": 123_50}, "a-key-of-her-own")
    acted(ana, table, {"act": "wager", "position": {"kind": "red"}, "amount": 500}, "another-key", nonce=nonce)
    assert ben.ask("PUT", "/api/v1/me/limits/loss", {"amount": 43_210_00}).status_code == 200
    with closing(sqlite3.connect(house.folder / FILE)) as database:
        fresh = [row[0].hex() for row in database.execute("SELECT fresh FROM journal WHERE fresh IS NOT NULL")]
    words = {
        "her wallet": str(1_000_00 - 123_50),
        "the name of one who is not at the table": ben.name,
        "the id of one who is not at the table": ben.id,
        "a limit": "4321000",
        "her session": ana.token,
        "his session": ben.token,
        "the house key": (house.folder / NAME).read_bytes().hex(),
        "the operator's name": "Olga",
        "the operator's id": house.operator().id,
        **{f"fresh bytes {place}": each for place, each in enumerate(fresh)},
    }
    return Secrets(words), table, nonce


def public_answers(house: Running, table: str) -> dict[str, str]:
    """Every answer to somebody who has not come in, to every GET there is, by its address."""
    document, client = own_document(), house.client()
    paths = [
        "/",
        "/api",
        "/operator",
        "/reset",
        "/walk-up",
        "/join",
        "/static/style.css",
        "/static/link.js",
        "/nothing",
    ]
    paths += [path for path, methods in document["paths"].items() if "get" in methods]
    ids = {path: "cup-1" if "/tournaments/" in path else table for path in paths}
    others = {
        "kind": "entries",
        "name": "roulette",
        "game": "roulette",
        "clause": "D8 3.1(b)",
        "round": 1,
        "number": 1,
        "session_number": 1,
        "rest": "x",
        "role": "dealer",
    }
    return {path: client.get(path.format(id=id, **others)).text for path, id in ids.items()}


def test_A24_a_stranger_reads_only_what_is_public(house: Running) -> None:
    secrets, table, nonce = secrets_of(house)
    answers = public_answers(house, table)
    assert len(answers) > 20
    assert {path: told for path, text in answers.items() if (told := secrets.told_by(text))} == {}
    # What went into a draw stands in the journal, for whoever checks it, and nowhere else.
    assert [path for path, text in answers.items() if nonce in text] == ["/api/v1/tables/{id}/journal"]
    assert [path for path, text in answers.items() if "another-key" in text] == ["/api/v1/tables/{id}/journal"]

    async def snapshot() -> str:
        address = f"{house.url.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"
        async with connect(address) as socket:
            return str(await asyncio.wait_for(socket.recv(), 20))

    shown = asyncio.run(snapshot())
    assert secrets.told_by(shown) == set()
    assert json.loads(shown)["you"] is None
    assert nonce not in shown


def test_A24_an_open_policy_is_found(house: Running) -> None:
    """The planted bug: whatever the operator may read, everybody may."""
    cat = house.account("Mereana Moss")
    secrets = Secrets({"a name": cat.name, "an id": cat.id})
    assert secrets.told_by(house.operator().client.get("/api/v1/people?most=200").text) == {"a name", "an id"}


# A25 is tests/floor/test_verify.py and tests/floor/test_alterations.py

# A26: giants, depths and floods, over real sockets


async def _pinged(socket: ClientConnection) -> float:
    start = time.monotonic()
    await socket.send('{"type": "ping"}')
    while json.loads(await asyncio.wait_for(socket.recv(), 20))["type"] != "pong":
        pass
    return time.monotonic() - start


async def _ends(socket: ClientConnection) -> int | None:
    """The code with which the server ends the socket; nothing where it does not."""
    try:
        while True:
            await asyncio.wait_for(socket.recv(), 20)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    except TimeoutError:
        return None


async def attacked(house: Running, attack: Callable[[ClientConnection], Any]) -> tuple[int | None, list[float]]:
    """How the socket of one who attacks ends, and how long another at the same table waits for answers meanwhile."""
    address = f"{house.url.replace('http', 'ws', 1)}/api/v1/tables/roulette-1/socket"
    async with connect(address, compression=None) as bad, connect(address) as good:
        waits = [await _pinged(good)]
        assault = asyncio.create_task(_assault(bad, attack))
        while not assault.done() and len(waits) < 30:
            waits.append(await _pinged(good))
            await asyncio.sleep(0.06)
        code = await assault
        waits.append(await _pinged(good))
    return code, waits


async def _assault(socket: ClientConnection, attack: Callable[[ClientConnection], Any]) -> int | None:
    with suppress(ConnectionClosed):
        await attack(socket)
    return await _ends(socket)


async def _giant(socket: ClientConnection) -> None:
    await socket.send('{"type": "ping", "x": "' + "y" * 20_000_000 + '"}')


async def _flood(socket: ClientConnection) -> None:
    for _ in range(5_000):
        await socket.send('{"type": "ping"}')


async def _bytes(socket: ClientConnection) -> None:
    await socket.send(b"\x00" * 1000)


@pytest.mark.parametrize("attack", [_giant, _flood, _bytes])
def test_A26_who_floods_a_socket_is_cut_and_others_are_answered(
    house: Running, attack: Callable[[ClientConnection], Any]
) -> None:
    code, waits = asyncio.run(attacked(house, attack))
    assert code in {1003, 1005, 1006, 1008, 1009}, "1005 and 1006 are ends without a word"
    assert max(waits) < 5
    assert house.client().get("/health").json()["ok"]


def test_A26_depth_is_an_error_and_no_end(house: Running) -> None:
    async def deep(socket: ClientConnection) -> None:
        await socket.send("[" * 16_000)
        await socket.send('{"type":"act","key":"k","act":' + '{"a":' * 2_000 + "1" + "}" * 2_001)
        await socket.send(b"an end")

    code, waits = asyncio.run(attacked(house, deep))
    assert code == 1003
    assert max(waits) < 5


def test_A26_a_house_without_a_bound_on_messages_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def flooded(house: House) -> bool:
        """Whether the flood is cut."""
        async with Wire(house, await house.table()) as wire:
            for _ in range(200):
                wire.send({"type": "ping"})
            try:
                for _ in range(150):
                    await wire.next()
            except Closed:
                return True
            return False

    assert in_house(tmp_path, flooded)
    monkeypatch.setattr(sockets, "MESSAGES_AT_ONCE", 10**9)
    (tmp_path / "other").mkdir()
    assert not in_house(tmp_path / "other", flooded)
