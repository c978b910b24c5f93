"""A33: a worker that hangs is noticed, killed and replaced; until then its share of the requests waits, no longer."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from croupier.serve.process import heartbeat, workers
from tests.support.floor import postgres
from tests.support.server.figures import figures_at
from tests.support.server.real_server import NO_CERTIFICATES, SECONDS, Running, server, wait_until
from tests.support.server.workers import WORKERS, at_work, is_alive, workers_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="several workers at one port need Linux")
PROBES = 40
SHORT = 0.05
"""Between two beats, where a test has no minute to spare."""


@pytest.mark.xdist_group("workers")
def test_A33_a_worker_that_hangs_is_replaced_and_no_request_waits_for_longer(tmp_path: Path) -> None:
    url = postgres.url_of(postgres.fresh(empty=True))
    ports = _two_free_ports()
    with server(tmp_path / "house", "--database", url, *WORKERS, "--metrics", str(ports)) as running:
        wait_until(lambda: at_work(url) == 2)
        hung, other = workers_of(running.process.pid)
        os.kill(hung, signal.SIGSTOP)
        with ThreadPoolExecutor(PROBES) as pool:
            waits = tuple(pool.map(lambda _: _wait(running), range(PROBES)))
        # Each was answered in the end: at once by the other, or by it when the one that hangs was killed.
        assert not is_alive(hung)
        assert is_alive(other)
        assert any(was_cut for was_cut in waits), "the system gave no probe to the worker that hangs"
        # From then on nothing waits for the one that is gone, whether its successor is there already or not.
        assert not any(_wait(running) for _ in range(PROBES))
        wait_until(lambda: len(workers_of(running.process.pid)) == 2)
        assert f"worker {hung} hangs" in running.log()
        wait_until(lambda: _restarts(ports) + _restarts(ports + 1) == 1)
        assert running.stop() == 0


def _wait(running: Running) -> bool:
    """Ask for `/health`, as long as it takes; whether the connection was cut first. It must not be twice."""
    for was_cut in (False, True):
        try:
            with httpx.Client(base_url=running.url, timeout=SECONDS, verify=NO_CERTIFICATES) as client:
                assert client.get("/health").status_code == 200
        except (httpx.NetworkError, httpx.RemoteProtocolError):
            continue
        return was_cut
    raise AssertionError("cut twice")


def _two_free_ports() -> int:
    """The first of two."""
    while True:
        with socket.socket() as one, socket.socket() as two:
            one.bind(("127.0.0.1", 0))
            try:
                two.bind(("127.0.0.1", one.getsockname()[1] + 1))
            except (OSError, OverflowError):
                continue
            return int(one.getsockname()[1])


def _restarts(port: int) -> float:
    try:
        return figures_at(port).get("croupier_worker_restarts_total hung", 0)
    except httpx.NetworkError:
        return 0


def _befell(program: str, patience: Callable[[asyncio.StreamReader], object], seconds: float = SECONDS) -> str:
    """What is said of a worker that does that."""

    async def scenario() -> str:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE)
        async with asyncio.timeout(seconds):
            return await workers._befell(process)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workers, "hangs", patience)
        return asyncio.run(scenario())


def _impatient(signs: asyncio.StreamReader) -> object:
    return heartbeat.hangs(signs, SHORT)


ONCE = "import time; print(flush=True); time.sleep(600)"


def test_A33_one_that_was_at_work_and_hangs_is_killed() -> None:
    assert _befell(ONCE, _impatient) == "hung"


def test_A33_one_that_ends_by_itself_did_not_hang() -> None:
    assert _befell("print()", _impatient) == "ended"


def test_A33_a_parent_that_waits_for_the_end_alone_is_found() -> None:
    """The planted bug: the parent as it was, which knew dead workers only."""

    async def patient(signs: asyncio.StreamReader) -> bool:
        while await signs.readline():
            pass
        return False

    with pytest.raises(TimeoutError):
        _befell(ONCE, patient, 20 * SHORT)


def test_A33_a_loop_that_hangs_does_not_beat() -> None:
    """A beat from a thread of its own would say that all is well while nothing is answered."""

    async def scenario() -> None:
        beats: asyncio.Queue[None] = asyncio.Queue()
        async with asyncio.timeout(SECONDS), heartbeat.beating(lambda: beats.put_nowait(None)):
            await beats.get()
            time.sleep(10 * SHORT)  # noqa: ASYNC251  the loop hangs
            assert beats.empty()
            await beats.get()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(heartbeat, "BEAT_SECONDS", SHORT)
        asyncio.run(scenario())


def test_A33_a_parent_that_stood_still_itself_kills_nobody() -> None:
    """Beats that nobody could have heard are not missed."""

    async def scenario() -> bool:
        signs = asyncio.StreamReader()
        watching = asyncio.create_task(heartbeat.hangs(signs, SHORT))
        await asyncio.sleep(0)
        time.sleep(3 * heartbeat.MISSED_BEATS * SHORT)  # noqa: ASYNC251  the whole machine slept
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        signs.feed_data(heartbeat.BEAT)
        signs.feed_eof()
        return await watching

    assert asyncio.run(scenario()) is False


def test_A33_systemd_hears_of_it_where_it_asked(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening, pytest.MonkeyPatch.context() as patched:
        listening.bind(str(tmp_path / "notify"))
        heartbeat.tell_systemd("READY=1")
        patched.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        heartbeat.tell_systemd("WATCHDOG=1")
        assert listening.recv(100) == b"WATCHDOG=1"
