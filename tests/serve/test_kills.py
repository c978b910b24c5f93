"""A real server killed in the middle of everything, and started again on what it left behind.

What anybody was told before the kill is still so after it; what was asked and not answered was done once or not at
all; an outcome that was due is the one that comes. The plain run kills 20 times; `--long` a thousand times, or as often
as CROUPIER_KILLS says.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from random import Random, SystemRandom

import pytest

from croupier.serve.process.new_house import FIRST_TABLES
from tests.support.process import in_this_process
from tests.support.server.faulty_server import BUGS, PLACES
from tests.support.server.gamblers import TABLES, Floor, Shift
from tests.support.server.journal_follower import Journals
from tests.support.server.real_server import SECONDS, Running, server, starting

KILLED, HALTED = pytest.mark.xdist_group("kills"), pytest.mark.xdist_group("halts")
KILLS, LONG_KILLS = 12, 1_000
KILLS_A_FOLDER = 25
"""Then a new house is opened: each audit reads all that its house has ever done."""
LONGEST = 1.3
"""Seconds of play before a kill: windows last up to one."""
START_SECONDS = 0.4
"""A forked server opens within half of it on a quiet machine."""


class Trial:
    """One house, through any number of kills."""

    def __init__(self, folder: Path, seed: object, tables: tuple[str, ...] = TABLES) -> None:
        self.folder, self.random = folder, Random(f"kills {seed}")
        self.journals = Journals(folder)
        self.receipts = folder.parent / f"{folder.name}.receipts"
        self.kills = 0
        self.counts: Counter[str] = Counter()
        with server(folder) as running:
            self.floor = Floor(running, seed, tables)
            self.check()
            running.kill()

    def check(self) -> None:
        """Everything that people know is in the journal, once, and everything in it follows."""
        self.journals.catch_up(self.floor.memory)
        told = self.floor.memory.told.items()
        self.receipts.write_text("".join(f"{table} {number} {hash}\n" for (table, number), hash in told))
        ended = in_this_process("verify", str(self.folder), "--receipts", str(self.receipts), "--json")
        assert ended.status == 0, ended.out
        checked = ended.document["checked"]
        assert (checked["total"], checked["receipts"]) == (0, len(told))

    def cycle(self) -> None:
        """A start, some play, a kill, and a look at what is left; sometimes the start itself is killed."""
        way = self.random.choices(("from outside", "at a place", "at the start"), (5, 3, 2))[0]
        self.counts[way] += 1
        self.kills += 1
        if way == "from outside":
            self.run(self._from_outside)
        elif way == "at a place":
            self.run_to(self.random.choice(PLACES), self.random.randint(1, 40))
        else:
            self._kill_at_start()

    def run(self, until: Callable[[Running], Awaitable[None]]) -> None:
        with server(self.folder) as running:
            self.check()  # beside the server
            self.floor.play(running, lambda _: until(running))
            _is_gone(running)
        self.check()

    async def _from_outside(self, running: Running) -> None:
        await asyncio.sleep(self.random.uniform(0, LONGEST))
        running.process.kill()

    def run_to(self, what: str, calls: int) -> None:
        """The server runs until it comes to that place for the so-manieth time; or for a few seconds."""
        try:
            running = Running(
                self.folder, command=("-m", "tests.support.server.faulty_server", what, str(calls), "serve")
            )
        except AssertionError as died:
            assert f"ended with {-signal.SIGKILL}" in str(died)  # noqa: PT017  it came to that place before it opened
            self.check()
            return
        try:
            self.floor.play(running, lambda _: self._at_a_place(running))
            _is_gone(running)
        finally:
            if running.process.poll() is None:
                running.kill()
        self.check()

    def run_often(self, what: str) -> None:
        for calls in (25, 15, 5):
            self.run_to(what, calls)

    async def _at_a_place(self, running: Running) -> None:
        for _ in range(60):
            if running.process.poll() is not None:
                return
            await asyncio.sleep(0.05)
        self.counts["not come to that place"] += 1
        running.process.kill()

    def _kill_at_start(self) -> None:
        process = starting(self.folder)
        time.sleep(self.random.uniform(0, START_SECONDS))
        process.kill()
        process.communicate(timeout=SECONDS)
        self.check()


def _is_gone(running: Running) -> None:
    """No child of it is left that would keep the port."""
    running.process.wait(SECONDS)
    host, port = running.url.removeprefix("http://").split(":")
    with socket.socket() as caller:
        assert caller.connect_ex((host, int(port))) != 0, "somebody still listens at its port"


def _number_of_kills(request: pytest.FixtureRequest) -> int:
    if not request.config.getoption("--long"):
        return KILLS
    return int(os.environ.get("CROUPIER_KILLS", LONG_KILLS))


@KILLED
def test_kills_at_random_moments(
    tmp_path: Path, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    wanted = _number_of_kills(request)
    seed: int = SystemRandom().getrandbits(32) if request.config.getoption("--long") else 7
    trials: list[Trial] = []
    kills = 0
    while kills < wanted:
        if not trials or trials[-1].kills >= KILLS_A_FOLDER:
            trials.append(Trial(tmp_path / f"house-{len(trials)}", f"{seed} {len(trials)}"))
        trials[-1].cycle()
        kills += 1
    _say(kills, trials, record_property)


def _say(kills: int, trials: list[Trial], record_property: Callable[[str, object], None]) -> None:
    memories = [trial.floor.memory for trial in trials]
    figures: dict[str, int] = {
        "kills": kills,
        **sum((trial.counts for trial in trials), Counter()),
        "requests": sum(len(memory.asked) for memory in memories),
        "receipts": sum(len(memory.receipts) for memory in memories),
        "entries told": sum(len(memory.told) for memory in memories),
        "never answered": sum(len(memory.open) for memory in memories),
    }
    for what in ("rounds", "drawn again", "Double", "Split", "Wager", "Withdraw"):
        figures[what] = sum(trial.journals.count(what) for trial in trials)
    print(figures)
    for name, value in figures.items():
        record_property(name, value)
    assert figures["receipts"] > kills
    assert figures["rounds"] > kills / 2, "no rounds were open: the kills prove nothing"


FOUND = {
    "receipt first": "was told, and is not there|two receipts|told in two ways|accepted, and then refused",
    "forgotten keys": "could be done again|was done twice",
    "drawn anew": "and its secret gives",
    "slow clock": "after the announced end, and accepted",
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    return Trial(tmp_path_factory.mktemp("opened") / "house", "bugs", ("roulette", "blackjack"))


def _copy(trial: Trial, folder: Path) -> Trial:
    shutil.copytree(trial.folder, folder)
    copied = deepcopy(trial)
    copied.folder, copied.receipts = folder, folder.parent / trial.receipts.name
    copied.journals.folder = folder
    return copied


@HALTED
@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(opened: Trial, tmp_path: Path, bug: str) -> None:
    trial = _copy(opened, tmp_path / "house")
    place = {"receipt first": "in a transaction", "drawn anew": "before a draw"}.get(bug, "after telling")
    with pytest.raises(AssertionError, match=FOUND[bug]):
        trial.run_often(f"{bug} + {place}")


@HALTED
def test_a_first_start_that_is_killed_again_and_again(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """At one commit after the other, before it and behind it: the house that opens in the end lacks nothing."""
    folder = tmp_path / "house"
    counts = range(1, 25 if request.config.getoption("--long") else 4)
    for calls in counts:
        place = ("in a transaction", "before an answer")[calls % 2]
        try:
            running = Running(folder, command=("-m", "tests.support.server.faulty_server", place, str(calls), "serve"))
        except AssertionError as died:
            assert f"ended with {-signal.SIGKILL}" in str(died)  # noqa: PT017
        else:
            running.kill()
    with server(folder) as running:
        assert {table["id"] for table in running.guest().get("/api/v1/tables")["tables"]} == set(FIRST_TABLES)
        assert running.operator().get("/api/v1/audit")["conserved"]
        assert in_this_process("verify", str(folder)).status == 0


@HALTED
def test_a_stop_in_good_order(tmp_path: Path) -> None:
    """SIGTERM in the middle of play: status 0, every act done whole or not at all, and the next start goes on."""
    folder = tmp_path / "house"
    with server(folder) as running:
        floor = Floor(running, "stop", ("roulette", "blackjack"))
        journals = Journals(folder)

        async def stop(_shift: Shift) -> None:
            await asyncio.sleep(1.2)
            running.process.terminate()
            assert await asyncio.to_thread(running.process.wait, SECONDS) == 0

        floor.play(running, stop)
        _is_gone(running)
        journals.catch_up(floor.memory)
        assert in_this_process("verify", str(folder)).status == 0
    with server(folder) as running:

        async def little(_shift: Shift) -> None:
            await asyncio.sleep(0.3)

        floor.play(running, little)
        assert running.stop() == 0
    journals.catch_up(floor.memory)
    assert in_this_process("verify", str(folder)).status == 0


@contextmanager
def _halted(running: Running) -> Iterator[None]:
    os.kill(running.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(running.process.pid, signal.SIGCONT)


@HALTED
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system halts no process")
def test_a_server_that_stood_still(tmp_path: Path) -> None:
    """Nothing is accepted after its announced end, however late it is judged; and nobody else takes the folder."""
    folder = tmp_path / "house"
    with server(folder) as running:
        floor = Floor(running, "halt", ("roulette", "tai-sai", "blackjack"))
        journals = Journals(folder)

        def halt() -> None:
            with _halted(running):
                second = starting(folder)
                said, _ = second.communicate(timeout=SECONDS)
                assert (second.returncode, b"another server is using the folder" in said) == (2, True)
                assert in_this_process("verify", str(folder)).status == 0
                time.sleep(1.0)

        async def stand_still(_shift: Shift) -> None:
            await asyncio.sleep(0.6)
            await asyncio.to_thread(halt)
            await asyncio.sleep(1.2)

        floor.play(running, stand_still)
        journals.catch_up(floor.memory)
        assert journals.count("rounds") > 1
        running.kill()
    journals.catch_up(floor.memory)
    assert in_this_process("verify", str(folder)).status == 0
