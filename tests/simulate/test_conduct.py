"""A whole run: where it stops, what it tells on the way, and what an interruption leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.simulate.engines import Processes, Threads
from croupier.simulate.job import CHUNK_ROUNDS, Chunk, Task, Totals
from croupier.simulate.runner import Conducted, conduct
from croupier.simulate.tally import MOST_POINTS, NOTHING, ChunkTally, Trail
from tests.support.project import ROOT
from tests.support.simulate.engines import Shuffled
from tests.support.simulate.jobs import CHUNKS, ROUNDS, SEED, HashJob, hashed, summed, unbroken
from tests.support.waiting import in_time


@given(st.permutations(range(CHUNKS)), st.integers(1, CHUNKS))
@settings(max_examples=50)
def test_where_a_run_stops_does_not_hang_on_who_finished_first(order: list[int], enough: int) -> None:
    target = summed(range(enough)).rounds
    done = conduct(
        HashJob(), seed=SEED, rounds=ROUNDS, engine=Shuffled(order), until=lambda totals: totals.rounds >= target
    )
    assert done.reached
    assert done.totals == summed(range(enough))
    assert done.seconds == enough * 0.25
    assert done.trail[-1].rounds == target


@given(st.permutations(range(CHUNKS)))
@settings(max_examples=50)
def test_totals_and_trail_do_not_hang_on_who_finished_first(order: list[int]) -> None:
    assert conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=Shuffled(order)) == unbroken()


def test_a_chunk_that_comes_twice_counts_once() -> None:
    order = [2, 0, *range(1, CHUNKS)]
    assert conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=Shuffled(order, times=2)) == unbroken()


def test_until_is_asked_of_the_first_chunks_only() -> None:
    asked: list[Totals] = []

    def never(totals: Totals) -> bool:
        asked.append(totals)
        return False

    done = conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=Shuffled([*range(1, CHUNKS), 0]), until=never)
    assert not done.reached
    assert asked == [summed(range(end)) for end in range(1, CHUNKS + 1)]


def test_the_watcher_is_told_of_all_finished_chunks() -> None:
    told: list[tuple[Totals, float]] = []
    order = [3, 0, 1, 2]
    conduct(
        HashJob(),
        seed=SEED,
        rounds=4 * CHUNK_ROUNDS,
        engine=Shuffled(order),
        watch=lambda totals, seconds: told.append((totals, seconds)),
    )
    chunks = [hashed(SEED, Task(number, CHUNK_ROUNDS)) for number in order]
    assert told[0] == (chunks[0], 0.25)
    assert told[-1] == (sum(chunks[1:], chunks[0]), 1.0)
    assert sorted({totals.rounds // CHUNK_ROUNDS for totals, _ in told}) == [1, 2, 3, 4]


def test_no_rounds_are_nothing() -> None:
    done = conduct(HashJob(), seed=SEED, rounds=0, engine=Threads(1))
    assert done.totals == NOTHING
    assert done.trail == ()
    assert not done.interrupted


def test_a_trail_stays_short_and_keeps_its_steps_even() -> None:
    trail = Trail()
    for chunks in range(1, 100_001):
        trail.add(chunks, Totals(chunks, (), 0, 0, 0, 0, 0))
        assert len(trail.points) < MOST_POINTS
    points = trail.to(Totals(100_000, (), 0, 0, 0, 0, 0))
    assert len(points) <= MOST_POINTS
    assert points[-1].rounds == 100_000
    assert {after.rounds - before.rounds for before, after in pairwise(points[:-1])} == {trail.stride}


def test_memory_does_not_grow_with_the_rounds() -> None:
    tally = ChunkTally()
    for number in range(20_000):
        tally.add(number ^ 1, Chunk(hashed(SEED, Task(number ^ 1, 1)), 0.0), None)
        assert len(tally.ahead) <= 1
    assert tally.finished.totals.rounds == 20_000
    assert len(tally.trail.points) < MOST_POINTS


def test_the_event_ends_a_run_with_what_is_done() -> None:
    stop = threading.Event()

    def watch(totals: Totals, _: float) -> None:
        if totals.rounds >= 5 * CHUNK_ROUNDS:
            stop.set()

    done = conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=Shuffled([*range(CHUNKS)]), watch=watch, stop=stop)
    assert done.interrupted
    assert done.totals == summed(range(5))


def test_an_interruption_keeps_chunks_that_finished_early() -> None:
    def watch(totals: Totals, _: float) -> None:
        if totals.rounds >= 3 * CHUNK_ROUNDS:
            raise KeyboardInterrupt

    done = conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=Shuffled([0, 5, 7, 1]), watch=watch)
    assert done.interrupted
    assert done.totals == summed(range(1)) + summed(range(5, 6)) + summed(range(7, 8))
    assert [point.rounds for point in done.trail] == [CHUNK_ROUNDS]


def test_a_stop_after_the_last_chunk_interrupts_nothing() -> None:
    stop = threading.Event()
    done = conduct(
        HashJob(),
        seed=SEED,
        rounds=ROUNDS,
        engine=Threads(2),
        watch=lambda totals, _: stop.set() if totals.rounds == ROUNDS else None,
        stop=stop,
    )
    assert not done.interrupted
    assert done.totals == summed(range(CHUNKS))


SCRIPT = """
import sys
from pathlib import Path
import msgspec
from croupier.simulate.runner import conduct
from croupier.simulate.engines import engine
from tests.support.simulate.jobs import HashJob, ROUNDS, SEED

if __name__ == "__main__":
    chosen = engine(sys.argv[1], workers=2)
    done = conduct(
        HashJob(sleep=0.1), seed=SEED, rounds=ROUNDS, engine=chosen, checkpoint=Path(sys.argv[2]),
        watch=lambda totals, _: print(totals.rounds, file=sys.stderr, flush=True),
    )
    chosen.close()
    print(msgspec.json.encode(done).decode())
"""


@pytest.mark.parametrize("name", ["threads", "processes"])
def test_ctrl_c_in_a_terminal_ends_cleanly_and_the_run_goes_on_later(name: str, tmp_path: Path) -> None:
    script, checkpoint = tmp_path / "script.py", tmp_path / "run.json"
    script.write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, str(script), name, str(checkpoint)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    assert process.stderr is not None
    in_time(process.stderr.readline)
    # A terminal sends it to the whole group: the workers too.
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert not errors.strip() or all(line.isdigit() for line in errors.split())
    done = msgspec.json.decode(output, type=Conducted)
    assert done.interrupted
    assert 0 < done.totals.rounds < ROUNDS
    resumed = conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=Processes(1), checkpoint=checkpoint)
    assert resumed.resumed_rounds == done.totals.rounds
    assert resumed.totals == summed(range(CHUNKS))
    assert resumed.trail == unbroken().trail


def test_the_handler_of_ctrl_c_is_put_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    unbroken()
    assert signal.getsignal(signal.SIGINT) is before
