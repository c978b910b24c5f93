"""The GPU's kernels count what the processor counts, to the round, chunk by chunk."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import MoneyWheelOptions, RouletteOptions, TaiSaiOptions
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.layout.game import Game
from croupier.games.money_wheel import money_wheel_game
from croupier.games.roulette import roulette_game
from croupier.games.tai_sai import tai_sai_game
from croupier.simulate.blackjack.job import BlackjackJob, blackjack_job
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.gpu import boxes, pace
from croupier.simulate.gpu.batch import ChunkBatch, TableWalk
from croupier.simulate.gpu.device import WalkingDevice
from croupier.simulate.gpu.walks import walk_of
from croupier.simulate.job import Job, Task, Totals
from croupier.simulate.layout import layout_job
from tests.support.simulate.blackjack_setups import CASES, CHARTED, TRUE, sevens
from tests.support.simulate.processor_build import ProcessorBuild
from tests.support.simulate.walking_devices import device_called, device_names

DEEP = [name for name, case in CASES.items() if case.refills]
SWIFT = [name for name in CASES if name not in DEEP]
GAMES = (
    roulette_game(RouletteOptions()),
    money_wheel_game(MoneyWheelOptions()),
    tai_sai_game(TaiSaiOptions()),
)


@pytest.fixture(scope="module", params=device_names())
def device(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> WalkingDevice:
    return device_called(request.param, tmp_path_factory.mktemp("kernels"))


def walk_on(job: Job, device: WalkingDevice) -> TableWalk:
    walk = walk_of(job, device)
    assert walk is not None
    return walk


def walked(walk: TableWalk, seed: int, *tasks: Task) -> list[Totals]:
    return list(walk.begin(ChunkBatch(seed, tasks))())


def on_the_processor(job: Job, seed: int, *tasks: Task) -> list[Totals]:
    return [job.run(seed, task).totals for task in tasks]


@pytest.mark.parametrize("name", SWIFT)
def test_every_setup_counts_the_same(name: str, device: WalkingDevice) -> None:
    job = blackjack_job(CASES[name].setup)
    walk = walk_on(job, device)
    for seed, tasks in (
        (3, [Task(chunk, 6_001) for chunk in (0, 1, 900_000)]),
        (4, [Task(5, 30_030)]),
        (2**64 - 1, [Task(1, 1)]),
    ):
        assert walked(walk, seed, *tasks) == on_the_processor(job, seed, *tasks)


@pytest.mark.parametrize("name", DEEP)
def test_shoes_that_often_run_out_are_left_to_the_processor(name: str, device: WalkingDevice) -> None:
    assert walk_of(blackjack_job(CASES[name].setup), device) is None


def test_a_job_that_nobody_knows_is_left_to_the_processor(device: WalkingDevice) -> None:
    class Other:
        identity = "some other game"

        def run(self, _seed: int, task: Task) -> Totals:
            raise NotImplementedError(task)

    assert walk_of(Other(), device) is None  # type: ignore[arg-type]


EDGES = {
    "one box": Setup(strategy=CHARTED),
    "one box, one card burnt, the shallowest cut": Setup(BlackjackOptions(decks=8, burn=True), CHARTED, cut=208),
    "two boxes": Setup(BlackjackOptions(decks=6, burn=True), CHARTED, boxes=2),
    "one box that counts": Setup(strategy=TRUE, stake=10_00),
    "full shoes": Setup(strategy=CHARTED, fresh=True),
    "seven boxes from full shoes": Setup(sevens(6), CHARTED, boxes=7, fresh=True),
}


@pytest.mark.parametrize("name", EDGES)
def test_a_chunk_ends_with_its_last_round(name: str, device: WalkingDevice) -> None:
    """Wherever that lies: at the end of a shoe, in the middle of one, in any of the four that go together."""
    job = blackjack_job(EDGES[name])
    walk = walk_on(job, device)
    for rounds in (*range(1, 20), *range(41, 60), 97, 98, 147, 148, 195, 196, 197, 1023, 4097):
        assert walked(walk, 8, Task(0, rounds)) == on_the_processor(job, 8, Task(0, rounds)), rounds


def test_draws_that_must_be_made_again_are_made_alike(device: WalkingDevice) -> None:
    """Among so many some dozens would not be fair."""
    for setup in (Setup(BlackjackOptions(decks=6), CHARTED, cut=260), Setup(strategy=CHARTED, fresh=True)):
        job = blackjack_job(setup)
        assert walked(walk_on(job, device), 11, Task(2, 500_000)) == on_the_processor(job, 11, Task(2, 500_000))


# What comes back to the processor

SELDOM = Setup(BlackjackOptions(decks=4), CHARTED, cut=4 * 52 - 8)
"""Some of its shoes run out, but not so many that a GPU would be of no use."""


@pytest.fixture(scope="module")
def seldom() -> BlackjackJob:
    return blackjack_job(SELDOM)


def first_to_run_out(job: BlackjackJob, seed: int, rounds: int) -> int:
    """The first round in which a shoe runs out: the real table plays it, so its cards have no place."""
    return int((job.recorded(seed, Task(0, rounds)).record[:, 1] < 0).argmax())


def test_a_shoe_that_runs_out_is_played_on_by_the_processor(
    seldom: BlackjackJob, device: WalkingDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 0 < first_to_run_out(seldom, 5, 36_000) < 36_000
    walk = walk_on(seldom, device)
    tasks = [Task(chunk, 36_000) for chunk in range(2)]
    expected = on_the_processor(seldom, 5, *tasks)
    # Only shoes come back, no chunk does.
    monkeypatch.delattr(BlackjackJob, "run")
    assert walked(walk, 5, *tasks) == expected


def test_the_last_round_may_lie_in_a_shoe_that_runs_out(seldom: BlackjackJob, device: WalkingDevice) -> None:
    walk = walk_on(seldom, device)
    there = first_to_run_out(seldom, 5, 36_000)
    for rounds in range(there - 20, there + 20):
        assert walked(walk, 5, Task(0, rounds)) == on_the_processor(seldom, 5, Task(0, rounds)), rounds


def test_more_shoes_that_run_out_than_there_is_room_for(
    seldom: BlackjackJob, device: WalkingDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boxes, "ROOM", 0)
    tasks = (Task(0, 36_000), Task(1, 36_000))
    assert walked(walk_on(seldom, device), 5, *tasks) == on_the_processor(seldom, 5, *tasks)


@pytest.mark.parametrize("name", ["one box", "two boxes"])
def test_too_few_shoes_are_found_out(name: str, device: WalkingDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "DEVIATIONS", -9.0)
    job = blackjack_job(EDGES[name])
    tasks = (Task(0, 60_000), Task(1, 60_000))
    assert walked(walk_on(job, device), 6, *tasks) == on_the_processor(job, 6, *tasks)


# Wheels and dice


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_wheels_and_dice_come_alike(game: Game, device: WalkingDevice) -> None:
    job = layout_job(game, [(position, 5_00) for position in list(game.areas)[:3]])
    walk = walk_on(job, device)
    for rounds in (1, 2, 3, 32_767, 32_768, 32_769, 1_000_001):
        tasks = (Task(0, rounds), Task(7, rounds))
        assert walked(walk, 12, *tasks) == on_the_processor(job, 12, *tasks)


# Any GPU


@pytest.mark.parametrize("kilobytes", [48, 99, 227])
@pytest.mark.parametrize("name", ["one box", "two boxes", "seven boxes from full shoes"])
def test_a_small_gpu_counts_the_same(name: str, kilobytes: int, tmp_path: Path) -> None:
    """How much shared memory a block may have decides how a job is laid out."""
    device = ProcessorBuild(tmp_path, shared_bytes=kilobytes << 10)
    job = blackjack_job(EDGES[name])
    assert walked(walk_on(job, device), 3, Task(1, 3_000)) == on_the_processor(job, 3, Task(1, 3_000))


@pytest.mark.parametrize("name", ["one box", "two boxes", "seven boxes from full shoes"])
def test_a_gpu_without_room_for_a_warp_is_left_alone(name: str, tmp_path: Path) -> None:
    assert walk_of(blackjack_job(EDGES[name]), ProcessorBuild(tmp_path, shared_bytes=1 << 10)) is None


def test_each_job_has_its_kernel(tmp_path: Path) -> None:
    device = ProcessorBuild(tmp_path)
    kinds = {
        "one box": ["ONE_BOX play", "ONE_BOX finish"],
        "two boxes": ["BOXES_FROM_SHOES play", "BOXES_FROM_SHOES finish"],
        "one box that counts": ["BOXES_FROM_SHOES play", "BOXES_FROM_SHOES finish"],
        "full shoes": ["FRESH_ONE_BOX play"],
        "seven boxes from full shoes": ["BOXES_FROM_FRESH_SHOES play"],
    }
    for name, expected in kinds.items():
        walk = walk_on(blackjack_job(EDGES[name]), device)
        device.launched.clear()
        walked(walk, 1, Task(0, 100))
        assert device.launched == expected
