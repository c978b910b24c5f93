"""The engine for GPUs: batches, several devices, runs begun elsewhere, and what it says where there is no GPU."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from croupier import RouletteOptions
from croupier.games.position import Position
from croupier.games.roulette import roulette_game
from croupier.simulate.blackjack.job import BlackjackJob, blackjack_job
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.engines import Cuda, Threads, Unavailable, engine
from croupier.simulate.engines import cuda as cuda_engine
from croupier.simulate.engines.cuda_devices import LEAST_BYTES
from croupier.simulate.job import CHUNK_ROUNDS, Task
from croupier.simulate.layout import LayoutJob, layout_job
from croupier.simulate.runner import conduct
from tests.support.process import in_this_process
from tests.support.simulate.blackjack_setups import CASES, CHARTED
from tests.support.simulate.jobs import ROUNDS, SEED, HashJob
from tests.support.simulate.processor_build import ProcessorBuild

TASKS = [*(Task(number, 3_000) for number in range(60)), Task(60, 777)]


@pytest.fixture(scope="module")
def one_box() -> BlackjackJob:
    return blackjack_job(Setup(strategy=CHARTED))


@pytest.fixture(scope="module")
def red() -> LayoutJob:
    return layout_job(roulette_game(RouletteOptions()), [(Position("red"), 10_00)])


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kernels")


@pytest.mark.parametrize("devices", [1, 2, 3])
def test_every_chunk_comes_once_however_many_devices(devices: int, one_box: BlackjackJob, folder: Path) -> None:
    machines = [ProcessorBuild(folder) for _ in range(devices)]
    engine = Cuda(devices=machines)
    found = dict(engine.results(one_box, 9, iter(TASKS)))
    assert {number: chunk.totals for number, chunk in found.items()} == {
        task.number: one_box.run(9, task).totals for task in TASKS
    }
    assert all(chunk.seconds >= 0 for chunk in found.values())
    assert not engine.note
    engine.close()


def test_batches_grow(one_box: BlackjackJob, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as they take no time to speak of."""
    monkeypatch.setattr(cuda_engine, "BATCH_SECONDS", 1e9)
    machine = ProcessorBuild(folder)
    engine = Cuda(devices=[machine])
    tasks = [Task(number, 10) for number in range(2_000)]
    engine.prepare(one_box)
    machine.launched.clear()
    assert sorted(number for number, _ in engine.results(one_box, 9, tasks)) == list(range(2_000))
    assert machine.launched.count("ONE_BOX play") < 2_000 / 16 / 4


def test_a_run_is_begun_by_one_and_finished_by_the_other(red: LayoutJob, folder: Path, tmp_path: Path) -> None:
    whole = conduct(red, seed=4, rounds=4 * CHUNK_ROUNDS + 5, engine=Threads(1)).totals
    for first, second in ((Threads(1), Cuda(devices=[ProcessorBuild(folder)])), (None, None)):
        kept = tmp_path / f"{first is None}.checkpoint"
        begins = first or Cuda(devices=[ProcessorBuild(folder)])
        conduct(red, seed=4, rounds=2 * CHUNK_ROUNDS, engine=begins, checkpoint=kept)
        done = conduct(red, seed=4, rounds=4 * CHUNK_ROUNDS + 5, engine=second or Threads(1), checkpoint=kept)
        assert done.totals == whole
        assert done.resumed_rounds == 2 * CHUNK_ROUNDS


def test_what_a_gpu_cannot_goes_to_the_processor_by_itself(folder: Path) -> None:
    engine = Cuda(workers=1, devices=[ProcessorBuild(folder)])
    deep = blackjack_job(CASES["one box, peek, two hands, to the last card"].setup)
    ((number, chunk),) = engine.results(deep, 3, [Task(7, 300)])
    assert (number, chunk.totals) == (7, deep.run(3, Task(7, 300)).totals)
    assert "The processor ran it" in engine.note
    assert conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=engine).totals.rounds == ROUNDS


def test_closing_ends_its_threads(one_box: BlackjackJob, folder: Path) -> None:
    results = Cuda(devices=[ProcessorBuild(folder)]).results(one_box, 9, iter(TASKS))
    next(results)
    results.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "croupier GPU"]


def test_the_errors_of_a_device_come_through(
    one_box: BlackjackJob, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = ProcessorBuild(folder)
    engine = Cuda(devices=[machine])
    engine.prepare(one_box)

    def gone(_array: object) -> None:
        raise Unavailable("it is gone")

    monkeypatch.setattr(machine, "fetch", gone)
    with pytest.raises(Unavailable, match="it is gone"):
        list(engine.results(one_box, 9, iter(TASKS)))


# By the command

ASKED = ("simulate", "blackjack", "--decks", "6", "--cut", "260", "--rounds", "20_000", "--json")
APART = ("seconds", "rounds_per_second", "kernel_seconds", "engine")


def test_the_command_tells_the_same_by_gpus(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_engine, "cuda_devices", lambda: [ProcessorBuild(folder), ProcessorBuild(folder)])
    done, usual = (in_this_process(*ASKED, "--audit", "60", *more) for more in (("--engine", "cuda"), ()))
    assert (done.status, done.errors) == (usual.status, usual.errors) == (0, "")
    assert done.document["engine"] == "cuda"
    found, expected = (
        {name: value for name, value in each.document.items() if name not in APART} for each in (done, usual)
    )
    assert found == expected


def test_an_audit_finds_a_gpu_that_miscounts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Faulty(ProcessorBuild):
        def put(self, array: Any) -> Any:
            """Of every table of bytes, one is wrong: a full shoe has an ace for a ten."""
            found = super().put(array)
            if found.dtype == np.uint8:
                found[-1] = 0
            return found

    monkeypatch.setattr(cuda_engine, "cuda_devices", lambda: [Faulty(folder)])
    done = in_this_process(*ASKED, "--audit", "1_000", "--engine", "cuda")
    assert done.status == 1
    assert "GPU and processor disagree on the first 1,000 rounds" in done.errors


def test_the_command_says_that_the_processor_did_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_engine, "cuda_devices", lambda: [ProcessorBuild(folder)])
    deep = ("simulate", "blackjack", "--decks", "6", "--cut", "311", "--rounds", "300", "--json")
    done, usual = in_this_process(*deep, "--engine", "cuda"), in_this_process(*deep)
    assert (done.status, done.document["histogram"]) == (0, usual.document["histogram"])
    assert done.errors == f"{usual.errors}{cuda_engine.ON_THE_PROCESSOR}\n"


# Where there is none


class _RuntimeError(Exception):
    """As CuPy raises it."""


def stand_in(*, driver: int = 13000, runtime: int = 13000, gpus: int = 1, free: int = 1 << 30) -> ModuleType:
    """CuPy as it answers on a machine like that: of GPUs that are not here there is no other way to learn."""

    class Device:
        attributes = {"MultiProcessorCount": 1, "MaxSharedMemoryPerBlockOptin": 1 << 16}  # noqa: RUF012

        def __init__(self, number: int) -> None:
            self.number = number

        def __enter__(self) -> None: ...

        def __exit__(self, *_: object) -> None: ...

    def count() -> int:
        if gpus == 0:
            raise _RuntimeError("cudaErrorNoDevice: no CUDA-capable device is detected")
        return gpus

    cupy = ModuleType("cupy")
    cupy.cuda = SimpleNamespace(  # type: ignore[attr-defined]
        Device=Device,
        runtime=SimpleNamespace(
            CUDARuntimeError=_RuntimeError,
            driverGetVersion=lambda: driver,
            runtimeGetVersion=lambda: runtime,
            getDeviceCount=count,
            getDeviceProperties=lambda _number: {"name": b"Tiny 3000"},
            memGetInfo=lambda: (free, free),
        ),
        driver=SimpleNamespace(CUDADriverError=_RuntimeError),
        compiler=SimpleNamespace(CompileException=_RuntimeError),
        memory=SimpleNamespace(OutOfMemoryError=MemoryError),
    )
    return cupy


LACKING = {
    "no CuPy": (None, "CuPy is not installed: pip install 'croupier[cuda]'"),
    "no driver": (stand_in(driver=0), "No GPU: this machine has no NVIDIA driver."),
    "an old driver": (
        stand_in(driver=12080),
        "The NVIDIA driver is too old: it knows CUDA 12.8, CuPy needs CUDA 13.0.",
    ),
    "no GPU": (stand_in(gpus=0), "No GPU: cudaErrorNoDevice: no CUDA-capable device is detected"),
    "little memory": (
        stand_in(free=LEAST_BYTES - 1),
        "Too little memory on the GPU Tiny 3000: 255 MB are free, 256 are needed.",
    ),
}


@pytest.mark.parametrize("name", LACKING)
def test_what_is_missing_is_said_in_one_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cupy, line = LACKING[name]
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    with pytest.raises(Unavailable) as caught:
        engine("cuda")
    assert str(caught.value) == line
    done = in_this_process("simulate", "roulette", "--on", "red", "--wager", "10", "--engine", "cuda")
    assert (done.status, done.out) == (2, "")
    assert done.errors == f"{line}\n"


def test_memory_that_is_gone_when_the_run_begins_ends_with_2(monkeypatch: pytest.MonkeyPatch) -> None:
    cupy = stand_in()

    def full(**_: object) -> None:
        raise MemoryError("Out of memory allocating 1,024 bytes")

    cupy.RawModule = full  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    done = in_this_process("simulate", "roulette", "--on", "red", "--wager", "10", "--engine", "cuda", "--json")
    assert done.status == 2
    assert "Too little memory on the GPU Tiny 3000: Out of memory" in done.errors
