"""The fast way and the plain one count the same, and so do one thread, two, and other processes."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from croupier.games.blackjack.options import BlackjackOptions
from croupier.simulate.api import warm
from croupier.simulate.blackjack.job import BlackjackJob, blackjack_job
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.tabulated.boxes import Detail
from croupier.simulate.engines import ChunkEngine, Processes, Threads
from croupier.simulate.job import CHUNK_ROUNDS, Task, Totals
from croupier.simulate.runner import conduct
from tests.support.simulate.blackjack_setups import CASES, CHARTED

DEEP = [name for name, case in CASES.items() if case.refills]
SWIFT = [name for name in CASES if name not in DEEP]


def slowly(job: BlackjackJob, seed: int, task: Task) -> Totals:
    """Box by box, each round kept."""
    return job.recorded(seed, task).totals()


def makes_sense(job: BlackjackJob, totals: Totals, rounds: int) -> bool:
    """Whether the sums are those of the outcomes that were counted, and each box was counted in each round."""
    size = len(job.made.outcomes)
    boxes = [totals.counts[start : start + size] for start in range(0, len(totals.counts), size)]
    counted = [sum(times) for times in zip(*boxes, strict=True)]
    net = sum(outcome.net * times for outcome, times in zip(job.made.outcomes, counted, strict=True))
    wagered = sum(outcome.stake * times for outcome, times in zip(job.made.outcomes, counted, strict=True))
    return (
        totals.rounds == rounds
        and [sum(box) for box in boxes] == [rounds] * job.setup.boxes
        and (net, wagered) == (totals.net, totals.wagered)
    )


@pytest.mark.parametrize("name", SWIFT)
def test_both_ways_count_the_same(name: str) -> None:
    job = blackjack_job(CASES[name].setup)
    for seed, task in ((3, Task(0, 60_001)), (4, Task(5, 30_030)), (2**64 - 1, Task(1, 1))):
        found = job.run(seed, task).totals
        assert found == slowly(job, seed, task)
        assert makes_sense(job, found, task.rounds)


@pytest.mark.parametrize("name", DEEP)
def test_both_ways_count_the_same_where_shoes_run_out(name: str) -> None:
    job = blackjack_job(CASES[name].setup)
    found = job.run(3, Task(2, 301)).totals
    assert found == slowly(job, 3, Task(2, 301))
    assert makes_sense(job, found, 301)


ONE_BOX = (
    Setup(strategy=CHARTED),
    Setup(strategy=CHARTED, fresh=True),
    Setup(BlackjackOptions(decks=8, burn=True), CHARTED, cut=208),
)


@pytest.mark.parametrize("setup", ONE_BOX, ids=["cut", "full shoes", "shallow"])
def test_there_are_just_as_many_rounds_as_were_asked_for(setup: Setup) -> None:
    """Four shoes and sixteen rounds are walked side by side: the last ones may be fewer."""
    job = blackjack_job(setup)
    for rounds in (*range(1, 40), 63, 64, 65, 279, 280, 281, 1023, 4097):
        found = job.run(8, Task(0, rounds)).totals
        assert sum(found.counts) == found.rounds == rounds
        assert found == slowly(job, 8, Task(0, rounds))


@pytest.mark.parametrize("setup", ONE_BOX, ids=["cut", "full shoes", "shallow"])
def test_more_rounds_begin_with_the_same(setup: Setup) -> None:
    """A chunk of more rounds is the shorter one and some: each outcome as often or more."""
    job = blackjack_job(setup)
    before = job.run(8, Task(3, 1)).totals
    for rounds in (2, 17, 300, 301, 5_000, 5_001):
        found = job.run(8, Task(3, rounds)).totals
        assert all(one <= more for one, more in zip(before.counts, found.counts, strict=True))
        before = found


def test_more_boxes_take_the_same_cards() -> None:
    """Each box is counted by itself, and all of them are played by the same tables."""
    for boxes in range(1, 8):
        job = blackjack_job(Setup(strategy=CHARTED, boxes=boxes))
        found = job.run(1, Task(0, 5_001)).totals
        assert found == slowly(job, 1, Task(0, 5_001))
        assert makes_sense(job, found, 5_001)


def test_seeds_and_chunks_come_to_something_else() -> None:
    for setup in ONE_BOX[:2]:
        job = blackjack_job(setup)
        found = [job.run(seed, Task(chunk, 10_000)).totals for seed in range(3) for chunk in range(3)]
        assert len({totals.counts for totals in found}) == len(found)


ROUNDS = 3 * CHUNK_ROUNDS + 12_345


@pytest.fixture(scope="module", params=[0, 1], ids=["cut", "full shoes"])
def conducted(request: pytest.FixtureRequest) -> tuple[BlackjackJob, Totals]:
    job = blackjack_job(ONE_BOX[request.param])
    warm(job)  # so that other processes find it compiled
    return job, conduct(job, seed=6, rounds=ROUNDS, engine=Threads(1)).totals


@pytest.mark.parametrize("engine_of", [lambda: Threads(2), lambda: Threads(3), lambda: Processes(2)])
def test_totals_do_not_hang_on_who_runs_the_chunks(
    engine_of: Callable[[], ChunkEngine], conducted: tuple[BlackjackJob, Totals]
) -> None:
    job, alone = conducted
    engine = engine_of()
    try:
        assert conduct(job, seed=6, rounds=ROUNDS, engine=engine).totals == alone
    finally:
        engine.close()
    assert alone.rounds == ROUNDS


def test_totals_are_those_of_the_chunks(conducted: tuple[BlackjackJob, Totals]) -> None:
    job, alone = conducted
    chunks = [job.run(6, Task(number, CHUNK_ROUNDS)).totals for number in range(3)]
    assert chunks[0] + chunks[1] + chunks[2] + job.run(6, Task(3, 12_345)).totals == alone


@pytest.mark.parametrize("name", ["as gazetted", "true count, the nearest, four boxes, to the last card"])
def test_a_job_can_be_sent_elsewhere(name: str) -> None:
    """Also one that has been to the real table already, which is left behind."""
    job = blackjack_job(CASES[name].setup)
    expected = job.run(1, Task(0, 400)).totals
    there = pickle.loads(pickle.dumps(job))  # noqa: S301
    assert there.setup == job.setup
    assert there.identity == job.identity
    assert there.run(1, Task(0, 400)).totals == expected


def test_an_identity_is_of_all_that_decides_the_totals() -> None:
    setups = [
        *(case.setup for case in CASES.values()),
        *ONE_BOX,
        Setup(strategy=CHARTED, stake=15_00),
        Setup(strategy=CHARTED, chip=2_50),
        Setup(strategy=CHARTED, boxes=2),
        Setup(strategy=CHARTED, cut=300),
        Setup(strategy=CHARTED, detail=Detail.HANDS),
        Setup(BlackjackOptions(decks=7), CHARTED),
        Setup(BlackjackOptions(burn=True), CHARTED),
    ]
    made = blackjack_job(ONE_BOX[0]).made
    assert len({BlackjackJob(setup, made).identity for setup in setups}) == len(setups)
    assert BlackjackJob(ONE_BOX[0], made).identity == blackjack_job(Setup(strategy=CHARTED)).identity
