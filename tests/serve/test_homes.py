"""A table has one home: what is asked at another server is judged there, and goes on when that home is lost."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import psycopg
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.support.floor import postgres
from tests.support.server.database_line import database_line
from tests.support.server.figures import figures_at, free_port
from tests.support.server.parted_server import FILE
from tests.support.server.real_server import SECONDS, Running, server, wait_until
from tests.support.server.workers import at_work, verified

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="several servers of one machine need Linux"),
    pytest.mark.xdist_group("workers"),
]
TABLE = "roulette-1"
SAID = ["good_luck", "thank_you"]
REPLACED_SECONDS = 5.0
ON_A_BUSY_MACHINE = 4.0
"""What a machine with other work may add."""


class Pair:
    """Two machines' worth of servers: one database, one house key, each at a port and an address of its own."""

    def __init__(self, folder: Path, stack: ExitStack, *options: str, has_lines: bool = False, **started: Any) -> None:
        self.url = postgres.url_of(postgres.fresh(empty=True))
        self.lines = [stack.enter_context(database_line(self.url)) for _ in range(2 if has_lines else 0)]
        """From each server to the database, where a test means to cut one."""
        self.ports = free_port(), free_port()
        self.servers: list[Running] = []
        for number, name in enumerate(("one", "two")):
            place = folder / name
            place.mkdir(exist_ok=True)
            if self.servers:
                (place / "house.key").write_bytes((self.servers[0].folder / "house.key").read_bytes())
            url = self.lines[number].url if has_lines else self.url
            named = ("--database", url, "--peers", f"127.0.0.{1 + number}", *options)
            named += ("--metrics", str(self.ports[number]))
            self.servers.append(stack.enter_context(server(place, *named, **started)))
        wait_until(lambda: at_work(self.url) == 2)
        wait_until(lambda: all("linked to worker" in each.log() for each in self.servers))
        self.home = self.settled()

    def settled(self) -> int:
        """Which of them the table's home is, once tables are spread evenly."""
        wait_until(self._is_spread)
        time.sleep(1.5)  # until the one who handed it over has looked, too
        return 0 if "@127.0.0.1:" in self.holder() else 1

    def _is_spread(self) -> bool:
        counted = self._asked("SELECT count(*) FROM leases GROUP BY holder")
        return len(counted) == 2 and abs(counted[0][0] - counted[1][0]) <= 1

    def holder(self) -> str:
        now = "extract(epoch FROM clock_timestamp()) * 1000"
        found = self._asked(f"SELECT holder FROM leases WHERE stream = '{TABLE}' AND until > {now}")  # noqa: S608
        return str(found[0][0]) if found else ""

    def _asked(self, sql: str) -> list[Any]:
        with psycopg.connect(self.url) as connection:
            return connection.execute(sql.encode()).fetchall()

    def stored(self, number: int) -> float:
        return figures_at(self.ports[number])["croupier_entries_total"]


@contextmanager
def pair(folder: Path, *options: str, has_lines: bool = False, **started: Any) -> Iterator[Pair]:
    with ExitStack() as stack:
        yield Pair(folder, stack, *options, has_lines=has_lines, **started)


class Player:
    """A client that checks what it is shown: no entry twice, none left out, one answer for each act."""

    def __init__(self, running: Running, token: str) -> None:
        self._address = f"ws{running.url.removeprefix('http')}/api/v1/tables/{TABLE}/socket?legal=true&company=true"
        self._token = token
        self.numbers: list[int] = []
        self.told: dict[tuple[str, int], str] = {}
        self.slowest = 0.0
        self.purse: dict[str, Any] | None = None
        self.legal = 0
        self.watching = -1
        self.heard: list[str] = []
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._count = 0

    async def __aenter__(self) -> Self:
        headers = {"Authorization": f"Bearer {self._token}"}
        self._socket: ClientConnection = await connect(self._address, additional_headers=headers, open_timeout=SECONDS)
        first = json.loads(await self._socket.recv())
        while first["type"] == "company":
            self.watching = first["watching"]
            first = json.loads(await self._socket.recv())
        assert first["type"] == "snapshot"
        self.numbers.append(first["number"])
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._reading.cancel()
        await self._socket.close()

    async def _read(self) -> None:
        async for text in self._socket:
            said = json.loads(text)
            self.legal += "legal" in said
            match said["type"]:
                case "acts":
                    assert not said.get("resumed"), "the client has not asked to resume"
                    for entry in said["entries"]:
                        self.numbers.append(entry["number"])
                        self.told[TABLE, entry["number"]] = entry["hash"]
                case "you":
                    self.purse = said["purse"]
                case "company":
                    self.watching = said["watching"]
                case "said":
                    self.heard.append(said["phrase"])
                case "receipt" | "refused":
                    self._answers.pop(said["key"]).set_result(said)

    async def act(self, **act: Any) -> dict[str, Any]:
        self._count += 1
        key = f"{self._token[:8]}-{self._count}"
        answer = self._answers[key] = asyncio.get_running_loop().create_future()
        began = time.monotonic()
        await self._socket.send(json.dumps({"type": "act", "key": key, "act": act}))
        said: dict[str, Any] = await asyncio.wait_for(answer, SECONDS)
        self.slowest = max(self.slowest, time.monotonic() - began)
        return said

    async def buy_in(self) -> None:
        said = await self.act(act="buy in", amount=1_00)
        assert said["type"] == "receipt", said
        self.told[TABLE, said["number"]] = said["hash"]

    async def say(self, phrase: str) -> None:
        await self._socket.send(json.dumps({"type": "say", "phrase": phrase}))

    def check(self) -> None:
        assert self.numbers == list(range(self.numbers[0], self.numbers[-1] + 1)), "an entry twice, or left out"


def test_acts_elsewhere_are_judged_and_stored_at_the_home(tmp_path: Path) -> None:
    with pair(tmp_path) as house:
        there = house.servers[1 - house.home]
        ana, ben = house.servers[house.home].guest(), there.guest()
        slow = _begun(there, ben.token)

        async def play() -> None:
            async with Player(house.servers[house.home], ana.token) as near, Player(there, ben.token) as far:
                before = [house.stored(number) for number in (0, 1)]
                for _ in range(10):
                    await asyncio.gather(near.buy_in(), far.buy_in())
                # By HTTP too; what comes next, what may be done and what an act would do are asked of the home.
                body = {"key": "http-1", "act": {"act": "buy in", "amount": 1_00}}
                said = await asyncio.to_thread(there_ben, "POST", f"/api/v1/tables/{TABLE}/acts", body)
                assert said.status_code == 201, said.text
                assert there_ben("POST", f"/api/v1/tables/{TABLE}/acts", body).json() == said.json()
                assert there_ben("GET", f"/api/v1/tables/{TABLE}/legal").json()["number"] >= said.json()["number"]
                refused = await far.act(act="buy in", amount=10**9)
                assert refused["type"] == "refused"
                stored = [house.stored(number) - before[number] for number in (0, 1)]
                assert stored[house.home] >= 21
                assert stored[1 - house.home] == 0, "an act was judged away from home"
                for player in (near, far):
                    await _shown(player, said.json()["number"])
                    player.check()
                    assert player.legal > 1, "what one may do did not ride on the frames"
                assert [each.purse and each.purse["value"] for each in (near, far)] == [10_00, 11_00]
                # They hear each other, and see who watches, although they came by different servers.
                async with Player(there, there.guest().token) as looker:
                    await far.say("good_luck")
                    await near.say("thank_you")
                    await _until(lambda: all(sorted(each.heard) == SAID for each in (near, far, looker)))
                    await _until(lambda: [each.watching for each in (near, far, looker)] == [1, 1, 1])
                await _until(lambda: [each.watching for each in (near, far)] == [0, 0])

        def there_ben(method: str, path: str, body: Any = None) -> Any:
            return ben.ask(method, path, body)

        asyncio.run(play())
        with slow:
            said = slow.recv(1 << 16)
            assert b" 408 " in said, "a body that never came was not refused as it is at the home"
            assert b"too_slow" in said
        # What is read elsewhere is what is durable: the list of tables, and what one has.
        assert there.guest().get(f"/api/v1/tables/{TABLE}")["view"]["players"] is not None
        # Who has chips at a table that is at home elsewhere is asked before they give them up.
        assert ben.ask("DELETE", "/api/v1/sessions/current").status_code == 409
        assert ben.get("/api/v1/me")["money"]["stacks"][TABLE] == 11_00
        # A session that ends at one server ends the socket that is held at the other.
        asyncio.run(_signed_out(house, ben))


def _begun(running: Running, token: str) -> socket.socket:
    """An act over HTTP whose body never comes to its end."""
    where = urlsplit(running.url)
    opened = socket.create_connection((str(where.hostname), int(where.port or 0)), timeout=SECONDS)
    head = f"POST /api/v1/tables/{TABLE}/acts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n"
    opened.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{{".encode())
    return opened


async def _until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not is_so():  # noqa: ASYNC110  it comes over a socket
            await asyncio.sleep(0.01)


async def _shown(player: Player, number: int) -> None:
    await _until(lambda: player.numbers[-1] >= number)


async def _signed_out(house: Pair, person: Any) -> None:
    async with Player(house.servers[1 - house.home], person.token) as player, asyncio.timeout(SECONDS):
        assert person.ask("DELETE", "/api/v1/sessions/current?give_up=true").status_code == 204
        await player._socket.wait_closed()
        assert player._socket.close_code == 1008


def certified(folder: Path) -> tuple[str, ...]:
    """A certificate for both servers; nothing where this machine cannot make one."""
    if shutil.which("openssl") is None:
        return ()
    certificate, key = folder / "peers.crt", folder / "peers.key"
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=peers"
    command = ["openssl", *words.split(), "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return ("--peer-certificate", str(certificate), "--peer-key", str(key))


@pytest.mark.parametrize("loss", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hung"])
def test_a_home_that_is_lost_costs_one_slow_receipt(tmp_path: Path, loss: signal.Signals) -> None:
    """One of the two with TLS between the servers."""
    with pair(tmp_path, *(certified(tmp_path) if loss == signal.SIGKILL else ())) as house:
        lost, there = house.servers[house.home], house.servers[1 - house.home]
        ana, gone = there.guest(), house.holder()

        async def play() -> Player:
            async with Player(there, ana.token) as player:
                for _ in range(3):
                    await player.buy_in()
                os.kill(lost.process.pid, loss)
                began = time.monotonic()
                await player.buy_in()
                while house.holder() in {gone, ""}:  # noqa: ASYNC110  it is in a database
                    await asyncio.sleep(0.05)
                assert time.monotonic() - began < REPLACED_SECONDS + ON_A_BUSY_MACHINE
                first = player.slowest
                player.slowest = 0.0
                for _ in range(5):
                    await player.buy_in()
                assert first < REPLACED_SECONDS + ON_A_BUSY_MACHINE
                assert player.slowest < 3, "more than one receipt was slow"
                await _shown(player, max(number for _, number in player.told))
                player.check()
                return player

        player = asyncio.run(play())
        if loss == signal.SIGSTOP:
            os.kill(lost.process.pid, signal.SIGCONT)
            assert lost.stop() == 0
        else:
            lost.kill()
        assert there.stop() == 0
        verified(there.folder, house.url, player.told)


def test_a_partition_costs_one_slow_receipt_at_each_side(tmp_path: Path) -> None:
    """The servers cannot reach each other, and both reach the database: each judges for its own players until then."""
    parted, command = tmp_path / FILE, ("-m", "tests.support.server.parted_server", "serve")
    with pair(tmp_path, command=command) as house:
        home, away = house.home, 1 - house.home
        tokens = [each.guest().token for each in house.servers]

        async def play() -> dict[tuple[str, int], str]:
            async with (
                Player(house.servers[home], tokens[home]) as near,
                Player(house.servers[away], tokens[away]) as far,
            ):
                await _bought(near, far, 3)
                before = house.stored(away)
                parted.touch()
                await _bought(near, far, 1)
                for player in (near, far):
                    assert player.slowest < REPLACED_SECONDS + ON_A_BUSY_MACHINE
                    player.slowest = 0.0
                await _bought(near, far, 5)
                assert max(near.slowest, far.slowest) < 3, "more than one receipt was slow"
                assert house.stored(away) > before, "nothing was judged away from home"
                parted.unlink()
                await asyncio.to_thread(wait_until, lambda: house.servers[away].log().count("linked to worker") == 2)
                # The table's home is where it was, and acts come together there again.
                await _bought(near, far, 1)
                before = house.stored(away)
                await _bought(near, far, 5)
                assert house.stored(away) == before, "an act was judged away from home"
                told = near.told | far.told
                for player in (near, far):
                    await _shown(player, max(number for _, number in told))
                    player.check()
                assert [each.purse and each.purse["value"] for each in (near, far)] == [15_00, 15_00]
                return told

        told = asyncio.run(play())
        assert [each.stop() for each in house.servers] == [0, 0]
        verified(house.servers[0].folder, house.url, told)


def test_a_home_without_its_database_is_replaced_and_its_own_clients_are_answered(tmp_path: Path) -> None:
    """Nothing is refused and nothing closed on that line: what is sent waits, and no answer comes."""
    with pair(tmp_path, has_lines=True) as house:
        home, away = house.home, 1 - house.home
        ana, ben = house.servers[home].guest(), house.servers[away].guest()
        gone = house.holder()

        async def play() -> dict[tuple[str, int], str]:
            async with Player(house.servers[home], ana.token) as near, Player(house.servers[away], ben.token) as far:
                await _bought(near, far, 3)
                house.lines[home].cut()
                began = time.monotonic()
                waiting = asyncio.create_task(_bought(near, far, 1))
                by_http = asyncio.create_task(asyncio.to_thread(_bought_by_http, ben, "http-1"))
                while house.holder() in {gone, ""}:  # noqa: ASYNC110  it is in a database
                    await asyncio.sleep(0.05)
                assert time.monotonic() - began < REPLACED_SECONDS + ON_A_BUSY_MACHINE
                await waiting
                for player in (near, far):
                    assert player.slowest < REPLACED_SECONDS + ON_A_BUSY_MACHINE
                    player.slowest = 0.0
                assert (await by_http).status_code in {201, 503}
                assert time.monotonic() - began < 2 * REPLACED_SECONDS + ON_A_BUSY_MACHINE
                # Whoever is asked again with the same key says what became of it, also by way of the lost server.
                for person, key in ((ben, "http-1"), (ana, "http-2")):
                    said = await asyncio.to_thread(_bought_by_http, person, key)
                    assert said.status_code == 201, said.text
                await _bought(near, far, 3)
                assert max(near.slowest, far.slowest) < 3, "more than one receipt was slow"
                house.lines[home].mend()
                await _bought(near, far, 3)
                told = near.told | far.told
                for player in (near, far):
                    await _shown(player, max(number for _, number in told))
                    player.check()
                assert [each.purse and each.purse["value"] for each in (near, far)] == [11_00, 11_00]
                return told

        told = asyncio.run(play())
        assert [each.stop() for each in house.servers] == [0, 0]
        verified(house.servers[0].folder, house.url, told)


def _bought_by_http(person: Any, key: str) -> Any:
    body = {"key": key, "act": {"act": "buy in", "amount": 1_00}}
    return person.ask("POST", f"/api/v1/tables/{TABLE}/acts", body)


async def _bought(near: Player, far: Player, times: int) -> None:
    for _ in range(times):
        await asyncio.gather(near.buy_in(), far.buy_in())


def test_whoever_watches_a_table_that_is_retired_is_sent_away_for_good(tmp_path: Path) -> None:
    """Wherever it is retired and wherever they came: a socket that stays open would be silent for ever."""
    with pair(tmp_path) as house:
        home, away = house.servers[house.home], house.servers[1 - house.home]
        asked = house.servers[0].operator()
        tokens = [each.guest().token for each in (home, away)]

        async def play() -> None:
            async with Player(home, tokens[0]) as near, Player(away, tokens[1]) as far:
                path, body = f"/api/v1/tables/{TABLE}/retire", {"reason": "the wheel is worn"}
                said = await asyncio.to_thread(asked.ask, "POST", path, body)
                assert said.status_code == 201, said.text
                async with asyncio.timeout(SECONDS):
                    for player in (near, far):
                        await player._socket.wait_closed()
                        assert player._socket.close_code == 4404

        asyncio.run(play())
        assert away.guest().ask("GET", f"/api/v1/tables/{TABLE}").status_code == 404
