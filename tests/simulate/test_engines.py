"""Engines: the same totals on all of them, each chunk once, and never more under way than is needed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from croupier import BlackjackOptions
from croupier.simulate.blackjack.job import blackjack_job
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.engines import ChunkEngine, Failed, Processes, Threads, Unavailable, engine
from croupier.simulate.engines.dask_cluster import Dask
from croupier.simulate.engines.flight import AHEAD, PER_WORKER
from croupier.simulate.engines.ray_cluster import Ray
from croupier.simulate.engines.remote import Census
from croupier.simulate.job import CHUNK_ROUNDS, Chunk, Task, tasks
from croupier.simulate.runner import conduct
from croupier.simulate.stopping import Stopped, heeding
from tests.support.simulate.jobs import CHUNKS, ROUNDS, SEED, CountedJob, HashJob, hashed, summed
from tests.support.waiting import in_time

ROOT = Path(__file__).resolve().parent.parent.parent


def collected(engine: ChunkEngine, job: HashJob) -> list[int]:
    return [number for number, _ in engine.results(job, SEED, tasks(ROUNDS))]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_threads_give_the_same_totals_however_many(workers: int) -> None:
    engine = Threads(workers)
    done = conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=engine)
    assert done.totals == summed(range(CHUNKS))
    assert done.seconds == CHUNKS * 0.25
    assert not done.interrupted
    assert sorted(collected(engine, HashJob())) == list(range(CHUNKS))
    engine.close()


def test_processes_give_the_same_totals() -> None:
    assert conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=Processes(2)).totals == summed(range(CHUNKS))


def test_chunks_of_killed_processes_run_again_and_count_once(tmp_path: Path) -> None:
    job = HashJob(folder=str(tmp_path), kills=(3, 4, 17))
    assert sorted(collected(Processes(2), job)) == list(range(CHUNKS))
    assert all(job.ran(number) >= 2 for number in job.kills)


def test_totals_survive_killed_processes(tmp_path: Path) -> None:
    job = HashJob(folder=str(tmp_path), kills=(0, CHUNKS - 1))
    assert conduct(job, seed=SEED, rounds=ROUNDS, engine=Processes(2)).totals == summed(range(CHUNKS))


def test_a_chunk_that_always_kills_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="Workers were lost 5 times with no chunk done in between"):
        collected(Processes(1), HashJob(folder=str(tmp_path), deadly=(2,)))


def test_a_job_goes_to_each_process_once(tmp_path: Path) -> None:
    assert len(list(Processes(2).results(CountedJob(str(tmp_path)), SEED, tasks(ROUNDS)))) == CHUNKS
    assert 1 <= len(list(tmp_path.glob("arrived-*"))) <= 2


@pytest.mark.parametrize("engine", [Threads(2), Processes(1)])
def test_the_errors_of_a_job_come_through(engine: ChunkEngine) -> None:
    with pytest.raises(ArithmeticError, match="chunk 5 is wrong"):
        collected(engine, HashJob(wrong=(5,)))
    engine.close()


class GatedJob:
    """Its first chunk waits until it is let through."""

    identity = "a job with a gate"

    def __init__(self) -> None:
        self.gate = threading.Event()

    def run(self, seed: int, task: Task) -> Chunk:
        if task.number == 0:
            self.gate.wait(60)
        return Chunk(hashed(seed, task), 0.0)


def test_no_chunk_runs_far_ahead_of_the_first_that_is_not_done() -> None:
    taken: list[int] = []

    def noted() -> Iterator[Task]:
        for task in tasks(200 * ROUNDS):
            taken.append(task.number)
            yield task

    workers = 2
    window = AHEAD * PER_WORKER * workers
    job, engine = GatedJob(), Threads(workers)
    results = engine.results(job, SEED, noted())
    assert sorted(next(results)[0] for _ in range(window - 1)) == list(range(1, window))
    assert len(taken) <= window + 1
    job.gate.set()
    assert next(results)[0] == 0
    results.close()
    engine.close()


def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "from croupier.simulate.engines import Processes\n"
        "from croupier.simulate.job import tasks\n"
        "from tests.support.simulate.jobs import HashJob, ROUNDS\n"
        "if __name__ == '__main__':\n"
        "    for number, _ in Processes(1).results(HashJob(sleep=0.05), 1, tasks(100 * ROUNDS)):\n"
        "        print(number, flush=True)\n"
    )
    script = tmp_path / "script.py"
    script.write_text(code)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment)
    assert parent.stdout is not None
    in_time(parent.stdout.readline)
    parent.send_signal(signal.SIGKILL)
    # The workers hold the pipe too: that it ends says that the last of them is gone.
    parent.communicate(timeout=60)


@pytest.mark.parametrize(("name", "module"), [("dask", "distributed"), ("ray", "ray")])
def test_a_missing_extra_is_named(name: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(Unavailable) as caught:
        engine(name, address="127.0.0.1:1")
    assert f"pip install 'croupier[{name}]'" in str(caught.value)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://127.0.0.1:1"])
def test_a_dask_scheduler_that_does_not_answer_is_said_in_one_line(address: str) -> None:
    with pytest.raises(Unavailable, match="No Dask scheduler answers at") as caught:
        Dask(address, answer_seconds=0.5)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_a_ray_cluster_that_does_not_answer_is_said_in_one_line(address: str) -> None:
    with pytest.raises(Unavailable, match="No Ray cluster answers at") as caught:
        Ray(address, answer_seconds=0.5)
    assert "\n" not in str(caught.value)


def test_engines_are_had_by_name() -> None:
    assert isinstance(engine(), Threads)
    assert isinstance(engine("processes", workers=3), Processes)
    with pytest.raises(Unavailable, match="There is no engine called steam"):
        engine("steam")
    with pytest.raises(Unavailable, match="needs the address"):
        engine("dask")


def test_the_wait_for_a_cluster_without_workers_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 20))
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))
    census = Census(iter([2, 0, 3, 0, 0, 0, 0]).__next__)
    assert [census.cores() for _ in range(5)] == [2, 0, 3, 0, 0]
    with pytest.raises(Failed, match="no workers for 60 seconds"):
        census.cores()


def test_closing_breaks_off_a_chunk_that_is_played_at_the_real_table() -> None:
    """With one card behind the cutting card a chunk takes minutes: nobody would wait for it."""
    job = blackjack_job(Setup(BlackjackOptions(decks=6), boxes=7, cut=311))
    threads = Threads(1)
    chunk = threads._pool.submit(heeding, threads._stop, partial(job.run, SEED, Task(0, CHUNK_ROUNDS)))
    time.sleep(0.2)
    threads.close()
    with pytest.raises(Stopped):
        chunk.result(60)
