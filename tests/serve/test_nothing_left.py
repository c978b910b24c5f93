"""A program killed or stopped in the middle of its work leaves no process behind.

Every process that it began carries a mark in its environment. By that mark it is found, whoever its parent is by now.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from tests.support.floor import postgres
from tests.support.process import environment
from tests.support.project import ROOT
from tests.support.server.real_server import SECONDS, Running, server, wait_until
from tests.support.server.workers import WORKERS, at_work

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are found in /proc"),
    pytest.mark.xdist_group("nothing left"),
]
MARK = "BEGUN_BY_TEST"
VERIFY = "/api/v1/audit/verification"
LEFT_SECONDS = 5
"""Whoever ends with its parent is gone by then, on a busy machine too."""
STOP_SECONDS = 20
"""Workers whose parent is gone stop in good order first."""
BUSY_TICKS = 20
"""Hundredths of a second that a process has worked before it is taken to be in the middle of something."""
LATE_TICKS = 100
"""Nor does a process work for so long once its parent is gone. A solver's first answer takes several times as long."""
OFTEN = 4
"""So many answers, and more of the kind are surely going on."""
WAYS = pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGTERM], ids=lambda way: way.name)


class Marked:
    """All processes that carry one mark."""

    def __init__(self) -> None:
        self.value = secrets.token_hex(8)
        self._entry = f"{MARK}={self.value}".encode()

    def pids(self) -> set[int]:
        return {int(folder.name) for folder in Path("/proc").glob("[0-9]*") if self._is_ours(folder)}

    def _is_ours(self, folder: Path) -> bool:
        # A process that has ended and waits for its parent to look has no environment.
        return self._entry in _read(folder / "environ").split(b"\0")

    def children(self, word: str, parent: int) -> list[int]:
        """Those beside the parent whose command line has that word."""
        return [pid for pid in self.pids() - {parent} if word in _command(pid)]

    def wait_for(self, word: str, parent: int) -> int:
        """The child with that word in its command line, as soon as it is there."""
        found: list[int] = []

        def is_there() -> bool:
            found[:] = self.children(word, parent)
            return bool(found)

        wait_until(is_there)
        return found[0]

    def check_none_left(self, before: set[int], seconds: float = LEFT_SECONDS) -> None:
        """Neither one with the mark nor one that was there before, whatever became of its environment."""
        end = time.monotonic() + seconds
        while left := self.pids() | {pid for pid in before if _is_alive(pid)}:
            assert time.monotonic() < end, f"left behind: {', '.join(f'{pid} {_command(pid)}' for pid in left)}"
            time.sleep(0.05)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _command(pid: int) -> str:
    return _read(Path(f"/proc/{pid}/cmdline")).replace(b"\0", b" ").decode()


def _fields(pid: int) -> list[str]:
    """What the system says of it after its name: the state first."""
    return _read(Path(f"/proc/{pid}/stat")).decode().rpartition(")")[2].split()


def _is_alive(pid: int) -> bool:
    fields = _fields(pid)
    return bool(fields) and fields[0] != "Z"


def _ticks(pid: int) -> int:
    """How long it has worked, in hundredths of a second."""
    fields = _fields(pid)
    return int(fields[11]) + int(fields[12]) if fields else 0


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Marked]:
    postgres.server()  # it may be started by the first who asks, and is no child of ours
    made = Marked()
    monkeypatch.setenv(MARK, made.value)
    yield made
    for pid in made.pids():
        os.kill(pid, signal.SIGKILL)


@contextmanager
def _asking(ask: Callable[[], object]) -> Iterator[None]:
    """Meanwhile somebody asks again and again, until the server is gone."""
    is_over = threading.Event()

    def go_on() -> None:
        try:
            while not is_over.is_set():
                ask()
        except (httpx.HTTPError, OSError):
            return

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join(SECONDS)


@contextmanager
def _seen_at_work(pid: int) -> Iterator[list[int]]:
    """How long it had worked, again and again, as long as it was there."""
    seen, is_over = [_ticks(pid)], threading.Event()

    def look() -> None:
        while not is_over.wait(0.02):
            seen.append(max(seen[-1], _ticks(pid)))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield seen
    finally:
        is_over.set()
        thread.join(SECONDS)


def _end(running: Running, marked: Marked, way: signal.Signals, seconds: float = LEFT_SECONDS) -> None:
    before = marked.pids()
    assert running.process.pid in before
    running.process.send_signal(way)
    status = running.process.wait(SECONDS)
    assert status == (0 if way is signal.SIGTERM else -way)
    marked.check_none_left(before, seconds)


@WAYS
def test_an_idle_server(tmp_path: Path, marked: Marked, way: signal.Signals) -> None:
    with server(tmp_path / "house", forked=False) as running:
        _end(running, marked, way)


@contextmanager
def _held_up(url: str) -> Iterator[Callable[[], bool]]:
    """Meanwhile a verification comes to no end: somebody else holds a table that it reads. Whether it waits there."""
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'keys'::regclass"
    with psycopg.connect(url) as holder, psycopg.connect(url, autocommit=True) as looker:
        holder.execute("LOCK TABLE keys IN ACCESS EXCLUSIVE MODE")
        yield lambda: looker.execute(waiting).fetchone() == (1,)


@contextmanager
def _verifying(running: Running, url: str) -> Iterator[None]:
    inspector = running.staff("inspector", "Ines")
    with _held_up(url) as is_waiting, _asking(lambda: inspector.ask("POST", VERIFY)):
        wait_until(is_waiting)
        yield


@WAYS
def test_a_verification(tmp_path: Path, marked: Marked, way: signal.Signals) -> None:
    url = postgres.url_of(postgres.fresh(empty=True))
    with server(tmp_path / "house", "--database", url, forked=False) as running:
        with _verifying(running, url):
            _end(running, marked, way)
        assert "connections were cut" not in running.log(), "the stop waited for the verification"


def test_a_verification_that_is_killed_is_answered(tmp_path: Path, marked: Marked) -> None:
    url = postgres.url_of(postgres.fresh(empty=True))
    with server(tmp_path / "house", "--database", url, forked=False) as running, ThreadPoolExecutor(1) as threads:
        inspector = running.staff("inspector", "Ines")
        with _held_up(url) as is_waiting:
            asked = threads.submit(inspector.ask, "POST", VERIFY)
            wait_until(is_waiting)
            os.kill(marked.wait_for("process.verifier", running.process.pid), signal.SIGKILL)
            answer = asked.result(SECONDS)
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (503, "not_readable")
        assert inspector.ask("POST", VERIFY).json()["follows"]


SUMS: dict[str, tuple[str, str, dict[str, Any] | None]] = {
    "chart": ("GET", "/api/v1/games/blackjack/chart", None),
    "count": ("POST", "/api/v1/games/blackjack/count", {"values": [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1]}),
    # A coach asks for the same sums, about hands that were played.
    "last hand": (
        "POST",
        "/api/v1/last-hand",
        {
            "players": [{"name": "Ana", "chips": 505_00}, {"name": "Ben", "chips": 480_00}],
            "marker": "Ana",
            "minimum": 10_00,
            "maximum": 500_00,
            "increment": 5_00,
            "smallest_chip": 5_00,
        },
    ),
}


@pytest.mark.parametrize("asked", SUMS.values(), ids=SUMS)
@WAYS
def test_a_sum_of_the_solver(
    tmp_path: Path, marked: Marked, way: signal.Signals, asked: tuple[str, str, dict[str, Any] | None]
) -> None:
    with server(tmp_path / "house", forked=False) as running:
        client = running.client()
        method, path, body = asked
        with _asking(lambda: client.request(method, path, json=body).raise_for_status()):
            solver = marked.wait_for("solver.process", running.process.pid)
            wait_until(lambda: _ticks(solver) > BUSY_TICKS)
            with _seen_at_work(solver) as seen:
                _end(running, marked, way)
            if way is signal.SIGKILL:
                assert seen[-1] < seen[0] + LATE_TICKS, "it went on with its sum"


@contextmanager
def _asking_often(ask: Callable[[], httpx.Response]) -> Iterator[None]:
    """The same is asked again and again, and has been answered some times, each time well."""
    answered: list[int] = []
    with _asking(lambda: answered.append(ask().raise_for_status().status_code)):
        wait_until(lambda: len(answered) > 2 * OFTEN)
        yield


@WAYS
def test_a_report_that_is_set_as_a_pdf(tmp_path: Path, marked: Marked, way: signal.Signals) -> None:
    with server(tmp_path / "house", forked=False) as running:
        inspector = running.staff("inspector", "Ines")
        until = int(time.time())
        path = f"/api/v1/report/pdf?since={until - 86_400}&until={until}"
        with _asking_often(lambda: inspector.ask("GET", path)):
            _end(running, marked, way)


@WAYS
def test_an_exam_of_the_school(tmp_path: Path, marked: Marked, way: signal.Signals) -> None:
    with server(tmp_path / "house", forked=False) as running:
        ana = running.guest()

        def sit() -> httpx.Response:
            begun = ana.ask("POST", "/api/v1/school/exams/tai-sai").raise_for_status().json()
            return ana.ask("PUT", f"/api/v1/school/exams/{begun['id']}", {"answers": [{"choice": 0}] * 20})

        with _asking_often(sit):
            _end(running, marked, way)


@pytest.mark.skipif(sys.platform != "linux", reason="several workers at one port need Linux")
@WAYS
def test_acts_that_one_worker_hands_to_another(tmp_path: Path, marked: Marked, way: signal.Signals) -> None:
    """Each person has a connection, which any worker may take; the table is at home with one of them."""
    url = postgres.url_of(postgres.fresh(empty=True))
    with server(tmp_path / "house", "--database", url, *WORKERS, forked=False) as running:
        wait_until(lambda: at_work(url) == 2)
        people = cycle([running.guest() for _ in range(2 * OFTEN)])

        def buy_in() -> httpx.Response:
            act = {"act": {"act": "buy in", "amount": 1_00}, "key": secrets.token_hex(8)}
            return next(people).ask("POST", "/api/v1/tables/roulette-1/acts", act)

        with _asking_often(buy_in):
            _end(running, marked, way, STOP_SECONDS)


@WAYS
def test_the_count_of_tests_that_hold_a_clause(tmp_path: Path, marked: Marked, way: signal.Signals) -> None:
    with server(tmp_path / "house", forked=False) as running:
        assert running.client().get("/api/v1/rulebook").status_code == 200
        marked.wait_for("croupier.rulebook.held", running.process.pid)
        _end(running, marked, way)


@pytest.mark.skipif(sys.platform != "linux", reason="several workers at one port need Linux")
@WAYS
def test_several_workers(tmp_path: Path, marked: Marked, way: signal.Signals) -> None:
    url = postgres.url_of(postgres.fresh(empty=True))
    with server(tmp_path / "house", "--database", url, *WORKERS, forked=False) as running:
        wait_until(lambda: at_work(url) == 2)
        # A child of a worker: its worker ends, and it ends with that.
        with _verifying(running, url):
            _end(running, marked, way, STOP_SECONDS)


@pytest.mark.skipif(sys.platform != "linux", reason="several workers at one port need Linux")
@WAYS
def test_a_worker_that_is_only_starting(tmp_path: Path, marked: Marked, way: signal.Signals) -> None:
    url = postgres.url_of(postgres.fresh(empty=True))
    command = (sys.executable, "-m", "croupier", "serve", "--data", str(tmp_path), "--port", "0", "--database", url)
    with _begun(*command, *WORKERS) as parent:
        marked.wait_for("croupier.cli.worker", parent.pid)
        before = marked.pids()
        parent.send_signal(way)
        parent.wait(SECONDS)
        marked.check_none_left(before, STOP_SECONDS)


@contextmanager
def _begun(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, cwd=ROOT, env=environment())
    try:
        yield process
    finally:
        process.kill()
        process.wait(SECONDS)


IMPORTS = "import subprocess; from croupier.child_process import PIPES, command; "


@WAYS
def test_a_child_that_never_ends_its_work(marked: Marked, way: signal.Signals) -> None:
    wait = "subprocess.Popen(command('tests.support.server.endless_child'), **PIPES).wait()"
    with _begun(sys.executable, "-c", IMPORTS + wait) as process:
        child = marked.wait_for("run('tests.support.server.endless_child')", process.pid)
        wait_until(lambda: _ticks(child) > 10 * BUSY_TICKS)
        before = marked.pids()
        process.send_signal(way)
        process.wait(SECONDS)
        marked.check_none_left(before)


@WAYS
def test_a_simulation_on_processes(marked: Marked, way: signal.Signals) -> None:
    run = ("simulate", "roulette", "--on", "red", "--wager", "10", "--rounds", "100_000_000_000")
    with _begun(sys.executable, "-m", "croupier", *run, "--engine", "processes", "--threads", "2") as process:

        def is_busy() -> bool:
            workers = marked.children("spawn_main", process.pid)
            return len(workers) == 2 and all(_ticks(pid) > BUSY_TICKS for pid in workers)

        wait_until(is_busy)
        before = marked.pids()
        assert any("resource_tracker" in _command(pid) for pid in before)
        process.send_signal(way)
        process.wait(SECONDS)
        marked.check_none_left(before)
