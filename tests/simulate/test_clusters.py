"""Dask and Ray: the same totals as on one thread, whoever is killed. One cluster of each for the whole file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import BlackjackOptions
from croupier.simulate.api import warm
from croupier.simulate.blackjack.job import blackjack_job
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.engines import ChunkEngine, Failed, Threads
from croupier.simulate.engines.dask_cluster import Dask
from croupier.simulate.engines.ray_cluster import Ray
from croupier.simulate.job import CHUNK_ROUNDS, tasks
from croupier.simulate.runner import conduct
from tests.support.simulate.jobs import CHUNKS, ROUNDS, SEED, HashJob, summed

# A cluster takes seconds to start: all tests that use one go to the same process of a parallel test run.
pytestmark = pytest.mark.xdist_group("clusters")

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
"""Workers run the sources of this checkout, whichever is installed: what was compiled here is of no use to others."""


@pytest.fixture(scope="module")
def dask() -> Iterator[Dask]:
    from distributed import LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, env={"PYTHONPATH": SOURCES}
        ) as cluster,
    ):
        engine = Dask(cluster.scheduler_address)
        yield engine
        engine.close()


@pytest.fixture(scope="module")
def ray() -> Iterator[Ray]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", SOURCES, prepend=os.pathsep)
        engine = Ray("local", workers=2)
        yield engine
        engine.close()


@pytest.fixture(params=["dask", "ray"], scope="module")
def cluster(request: pytest.FixtureRequest) -> ChunkEngine:
    engine: ChunkEngine = request.getfixturevalue(request.param)
    return engine


def test_a_cluster_gives_the_same_totals(cluster: ChunkEngine) -> None:
    done = conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=cluster)
    assert done.totals == summed(range(CHUNKS))
    assert done.seconds == CHUNKS * 0.25


def test_blackjack_on_a_cluster_is_blackjack_on_one_thread(cluster: ChunkEngine) -> None:
    """Tables and all: what the workers are sent deals the same cards there."""
    job = blackjack_job(Setup(BlackjackOptions(decks=6), cut=260))
    warm(job)  # so that the workers find it compiled
    rounds = 2 * CHUNK_ROUNDS + 12_345
    here = conduct(job, seed=SEED, rounds=rounds, engine=Threads(1))
    assert conduct(job, seed=SEED, rounds=rounds, engine=cluster).totals == here.totals


def test_the_errors_of_a_job_come_through(cluster: ChunkEngine) -> None:
    with pytest.raises(ArithmeticError, match="chunk 5 is wrong"):
        list(cluster.results(HashJob(wrong=(5,)), SEED, tasks(ROUNDS)))


def test_a_run_that_has_enough_leaves_the_cluster_fit_for_the_next(cluster: ChunkEngine) -> None:
    enough = summed(range(7))
    done = conduct(
        HashJob(), seed=SEED, rounds=ROUNDS, engine=cluster, until=lambda totals: totals.rounds >= enough.rounds
    )
    assert done.reached
    assert done.totals == enough
    assert conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=cluster).totals == summed(range(CHUNKS))


def test_workers_of_another_version_are_refused(cluster: ChunkEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("dask_cluster", "ray_cluster"):
        monkeypatch.setattr(f"croupier.simulate.engines.{module}.__version__", "0.0.0")
    with pytest.raises(Failed, match=r"this is croupier 0\.0\.0: install the same on both"):
        list(cluster.results(HashJob(), SEED, tasks(ROUNDS)))


# The last test of a cluster: Dask does not always replace a worker that dies as soon as it has come up.
def test_chunks_of_killed_workers_run_again_and_count_once(
    cluster: ChunkEngine, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    job = HashJob(folder=str(tmp_path), kills=(2, 11))
    results = list(cluster.results(job, SEED, tasks(ROUNDS)))
    assert sorted(number for number, _ in results) == list(range(CHUNKS))
    assert sum((chunk.totals for _, chunk in results[1:]), results[0][1].totals) == summed(range(CHUNKS))
    assert all(job.ran(number) >= 2 for number in job.kills)
    assert not capfd.readouterr().out
