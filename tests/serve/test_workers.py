"""Several workers at one port on PostgreSQL: real processes, real clients, and everything killed that can be."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import psycopg
import pytest

from croupier.serve.process import workers
from tests.support.floor import postgres
from tests.support.process import in_this_process, run_command
from tests.support.server.gamblers import Floor, Shift
from tests.support.server.journal_follower import Journals
from tests.support.server.real_server import SECONDS, Running, server, wait_until
from tests.support.server.workers import WORKERS, at_work, is_alive, verified, workers_of

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="several workers at one port need Linux"),
    pytest.mark.xdist_group("workers"),
]
FAULTS, LONG_FAULTS = 4, 300
"""One of each way: what may befall workers at any moment is simulated, and this is a sample with real processes."""
TABLES = ("roulette", "blackjack", "tai-sai")


class PostgresJournals(Journals):
    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(folder)
        self._url = url

    @contextmanager
    def connected(self) -> Iterator[Any]:
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield _Plain(connection)


class _Plain:
    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def execute(self, sql: str, parameters: tuple[Any, ...] = ()) -> Any:
        return self._connection.execute(sql.replace("?", "%s").encode(), parameters)


class Trial:
    """A house of two workers, through any number of faults."""

    def __init__(self, running: Running, url: str, seed: object) -> None:
        self.running, self.url, self.random = running, url, Random(f"workers {seed}")
        self.floor = Floor(running, seed, TABLES)
        self.journals = PostgresJournals(running.folder, url)

    def shift(self, fault: Callable[[], None]) -> None:
        """Some play, the fault, more play by those whom it did not cut off; then all come back."""
        wait_until(lambda: at_work(self.url) == 2)

        async def until(_shift: Shift) -> None:
            await asyncio.sleep(self.random.uniform(0.2, 1.2))
            await asyncio.to_thread(fault)
            await asyncio.sleep(self.random.uniform(0.5, 1.5))

        self.floor.play(self.running, until)
        self.journals.catch_up(self.floor.memory)

    def kill_a_worker(self) -> None:
        os.kill(self.random.choice(workers_of(self.running.process.pid)), signal.SIGKILL)

    def cut_connections(self) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    def halt_a_worker(self) -> None:
        """It stands still, perhaps in the middle of a transaction, and goes on."""
        pid = self.random.choice(workers_of(self.running.process.pid))
        os.kill(pid, signal.SIGSTOP)
        try:
            import time

            time.sleep(1)
        finally:
            os.kill(pid, signal.SIGCONT)

    def check(self, rounds: int) -> None:
        assert self.journals.count("rounds") >= rounds, "no rounds were played: the faults prove nothing"
        verified(self.running.folder, self.url, self.floor.memory.told)


def test_workers_killed_again_and_again_lose_nothing(
    tmp_path: Path, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    is_long = request.config.getoption("--long")
    seed: int = SystemRandom().getrandbits(32) if is_long else 7
    url = postgres.url_of(postgres.fresh(empty=True))
    faults = LONG_FAULTS if is_long else FAULTS
    with server(tmp_path / "house", "--database", url, *WORKERS) as running:
        trial = Trial(running, url, seed)
        ways = (trial.kill_a_worker, trial.cut_connections, trial.kill_a_worker, trial.halt_a_worker)
        for number in range(faults):
            trial.shift(ways[number % len(ways)])
        trial.check(faults)
        assert running.stop() == 0
    trial.journals.catch_up(trial.floor.memory)
    verified(running.folder, url, trial.floor.memory.told)
    record_property("receipts", len(trial.floor.memory.receipts))
    assert len(trial.floor.memory.receipts) > faults


def test_a_database_that_is_restarted_at_once_loses_nothing(tmp_path: Path) -> None:
    own = postgres.Own()
    try:
        with server(tmp_path / "house", "--database", own.url, *WORKERS) as running:
            trial = Trial(running, own.url, "restart")
            trial.shift(own.restart)
            trial.shift(lambda: None)
            trial.check(1)
    finally:
        own.close()


def test_acts_at_one_server_are_told_at_the_other(tmp_path: Path) -> None:
    """Two machines: two servers with one database and one house key, each at its own port."""
    url = postgres.url_of(postgres.fresh(empty=True))
    with server(tmp_path / "one", "--database", url) as one:
        ana = one.guest()
        (tmp_path / "two").mkdir()
        refused = run_command("serve", "--data", str(tmp_path / "two"), "--port", "0", "--database", url)
        assert (refused.status, refused.out) == (2, "")
        (line,) = refused.error_lines
        assert "house.key" in line
        (tmp_path / "two" / "house.key").write_bytes((tmp_path / "one" / "house.key").read_bytes())
        with server(tmp_path / "two", "--database", url) as two:
            asyncio.run(_watched(one, two, ana.token))
            assert two.stop() == 0
        assert one.stop() == 0
    assert in_this_process("verify", str(tmp_path / "one"), "--database", url).status == 0


async def _watched(one: Running, two: Running, token: str) -> None:
    import json

    import httpx
    from websockets.asyncio.client import connect

    headers = {"Authorization": f"Bearer {token}"}
    address = f"ws{two.url.removeprefix('http')}/api/v1/tables/roulette-1/socket"
    async with (
        asyncio.timeout(SECONDS),
        connect(address, additional_headers=headers) as socket,
        httpx.AsyncClient(base_url=one.url, headers=headers, timeout=SECONDS) as client,
    ):
        assert json.loads(await socket.recv())["type"] == "snapshot"
        body = {"key": "k1", "act": {"act": "buy in", "amount": 100_00}}
        done = await client.post("/api/v1/tables/roulette-1/acts", json=body)
        assert done.status_code == 201, done.text
        seen: dict[str, Any] = {}
        while seen.get("type") != "acts":
            seen = json.loads(await socket.recv())
        assert [entry["hash"] for entry in seen["entries"]] == [done.json()["hash"]]
        # The same key at the other server is the same act.
        await socket.send(json.dumps({"type": "act", **body}))
        while seen.get("type") != "receipt":
            seen = json.loads(await socket.recv())
        assert (seen["number"], seen["hash"]) == (done.json()["number"], done.json()["hash"])


def test_a_worker_that_says_nothing_is_killed() -> None:
    async def scenario() -> None:
        command = (sys.executable, "-c", "import time; time.sleep(60)")
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        async with asyncio.timeout(30):
            assert await workers._first_line(process, 0.2) == b""
            assert await process.wait() == -signal.SIGKILL

    asyncio.run(scenario())


def test_workers_end_with_their_parent_however_it_ends(tmp_path: Path) -> None:
    url = postgres.url_of(postgres.fresh(empty=True))
    with server(tmp_path / "house", "--database", url, "--workers", "3") as running:
        wait_until(lambda: at_work(url) == 3)
        begun = workers_of(running.process.pid)
        assert len(begun) == 3
        assert running.operator_token
        running.kill()
        wait_until(lambda: not any(map(is_alive, begun)))
    with server(tmp_path / "house", "--database", url, *WORKERS) as running:
        assert running.client().get("/health").status_code == 200
        wait_until(lambda: len(workers_of(running.process.pid)) == 2)
        begun = workers_of(running.process.pid)
        assert running.stop() == 0
        assert not any(map(is_alive, begun))


@pytest.mark.parametrize("options", [(), ("--database", "postgresql://localhost:1/nowhere")])
def test_workers_that_cannot_be_are_refused_in_one_line(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = run_command("serve", "--data", str(tmp_path), "--port", "0", *WORKERS, *options)
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert ("PostgreSQL" in line) if not options else ("cannot be opened" in line)
