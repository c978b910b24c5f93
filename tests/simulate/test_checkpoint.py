"""Checkpoints: a run in pieces is the same as one in one go, and what does not fit is refused and left alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.simulate import checkpoint as module
from croupier.simulate.checkpoint import CheckpointRefused, Keeper, Run, read
from croupier.simulate.engines import ChunkEngine, Threads
from croupier.simulate.job import CHUNK_ROUNDS, Totals
from croupier.simulate.runner import Conducted, conduct
from croupier.simulate.tally import Until
from tests.support.project import ROOT
from tests.support.simulate.engines import Shuffled
from tests.support.simulate.jobs import CHUNKS, ROUNDS, SEED, HashJob, summed, unbroken
from tests.support.waiting import in_time


def sitting(
    path: Path,
    *,
    engine: ChunkEngine | None = None,
    chunks: int = CHUNKS,
    until: Until | None = None,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> Conducted:
    """A part of a run: it is interrupted when so many more chunks are done."""
    left = [chunks]

    def watch(totals: Totals, _: float) -> None:
        del totals
        left[0] -= 1
        if left[0] <= 0:
            raise KeyboardInterrupt

    return conduct(
        HashJob(),
        seed=seed,
        rounds=rounds,
        engine=engine or Shuffled([*range(CHUNKS)]),
        checkpoint=path,
        until=until,
        watch=watch if chunks < CHUNKS else None,
    )


@given(
    st.lists(st.tuples(st.permutations(range(CHUNKS)), st.integers(0, 6)), max_size=5),
    st.one_of(st.none(), st.integers(1, CHUNKS)),
)
@settings(max_examples=60)
def test_a_run_in_pieces_is_the_same_as_one(pieces: list[tuple[list[int], int]], enough: int | None) -> None:
    target = None if enough is None else summed(range(enough)).rounds

    def until(totals: Totals) -> bool:
        return target is not None and totals.rounds >= target

    whole = conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=Threads(1), until=until)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.json"
        for order, chunks in pieces:
            sitting(path, engine=Shuffled(order), chunks=chunks, until=until)
        done = sitting(path, until=until)
    assert msgspec.structs.replace(done, resumed_rounds=0) == whole


def test_a_finished_run_is_not_run_again(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    sitting(path)
    done = sitting(path, engine=Shuffled([]))
    assert done.totals == summed(range(CHUNKS))
    assert done.resumed_rounds == ROUNDS
    assert not done.interrupted


def test_the_file_says_which_chunks_are_done(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    sitting(path, engine=Shuffled([0, 1, 5, 3]), chunks=4)
    saved = read(path)
    assert [(done.first, done.end) for done in saved.done] == [(0, 2), (3, 4), (5, 6)]
    assert saved.done[0].totals == summed(range(2))
    assert (saved.identity, saved.seed, saved.rounds) == (HashJob().identity, SEED, ROUNDS)


def test_a_run_of_whole_chunks_can_be_made_longer(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    sitting(path, rounds=4 * CHUNK_ROUNDS)
    assert sitting(path).totals == summed(range(CHUNKS))


def test_a_run_can_be_made_longer_while_its_last_chunk_is_not_done(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    sitting(path, rounds=4 * CHUNK_ROUNDS - 9, chunks=3)
    assert sitting(path).totals == summed(range(CHUNKS))


def refusal(path: Path, **other: int) -> str:
    before = path.read_bytes()
    with pytest.raises(CheckpointRefused) as caught:
        sitting(path, **other)  # type: ignore[arg-type]
    assert path.read_bytes() == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_run_whose_last_chunk_is_done_and_not_whole_cannot_be_made_longer(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    sitting(path, rounds=4 * CHUNK_ROUNDS - 9)
    assert "cannot be made longer" in refusal(path)


def test_a_run_cannot_be_made_shorter(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    sitting(path, chunks=2)
    assert "cannot be made shorter" in refusal(path, rounds=ROUNDS - 1)


def test_another_seed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    sitting(path, chunks=2)
    assert refusal(path, seed=SEED + 1) == f"The checkpoint is of seed {SEED}, not of {SEED + 1}."


def test_another_job_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    sitting(path, chunks=2)
    with pytest.raises(CheckpointRefused, match="belongs to another simulation"):
        Keeper(path, Run("another", SEED, ROUNDS)).open()


def test_another_size_of_chunks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.json"
    sitting(path, chunks=2)
    monkeypatch.setattr("croupier.simulate.job.CHUNK_ROUNDS", 1000)
    assert "chunks of" in refusal(path)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda _: b"", "not a checkpoint"),
        (lambda _: b"\xff\xfe\x00", "not a checkpoint"),
        (lambda _: b"[1, 2]", "not a checkpoint"),
        (lambda _: b'{"format": "something else", "version": 1}', "not a checkpoint"),
        (lambda content: content[:-20], "damaged"),
        (lambda content: content.replace(b'"version":1', b'"version":2'), "version 2"),
        (lambda content: content.replace(b'"seconds":0.5', b'"seconds":0.6'), "does not match its hash"),
        (lambda content: content.replace(b'"run":{', b'"more":1,"run":{'), "damaged"),
        (lambda content: content.replace(b'"sha256"', b'"sha255"'), "damaged"),
    ],
)
def test_a_damaged_file_is_refused_and_left_alone(
    damage: Callable[[bytes], bytes], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "run.json"
    sitting(path, chunks=2)
    path.write_bytes(damage(path.read_bytes()))
    assert reason in refusal(path)


@given(st.data())
@settings(max_examples=40)
def test_no_changed_byte_goes_unnoticed(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.json"
        sitting(path, chunks=2)
        content = bytearray(path.read_bytes())
        at = data.draw(st.integers(0, len(content.rstrip()) - 1))
        content[at] ^= data.draw(st.integers(1, 127))
        path.write_bytes(content)
        refusal(path)


def test_a_place_that_cannot_be_written_is_refused_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(CheckpointRefused, match=r"run\.json cannot be written: No such file or directory"):
        sitting(tmp_path / "nowhere" / "run.json")
    with pytest.raises(CheckpointRefused, match="cannot be read: Is a directory"):
        sitting(tmp_path)


def test_a_disk_that_fails_later_does_not_lose_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.json"

    def watch(totals: Totals, _: float) -> None:
        if totals.rounds >= 3 * CHUNK_ROUNDS:
            monkeypatch.setattr(os, "fsync", full)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    done = conduct(HashJob(), seed=SEED, rounds=ROUNDS, engine=Threads(1), checkpoint=path, watch=watch)
    assert done.totals == summed(range(CHUNKS))
    assert done.unsaved == "run.json cannot be written: No space left on device"
    assert [file.name for file in tmp_path.iterdir()] == ["run.json"]
    read(path)


def test_the_job_s_own_error_leaves_a_checkpoint_of_what_was_done(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    with pytest.raises(ArithmeticError):
        conduct(HashJob(wrong=(4,)), seed=SEED, rounds=ROUNDS, engine=Threads(1), checkpoint=path)
    assert read(path).done[0].end == 4
    assert sitting(path).totals == unbroken().totals


def test_a_checkpoint_is_written_from_time_to_time_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    write = module.write

    def counted(path: Path, saved: module.Saved) -> None:
        written.append(len(saved.done))
        write(path, saved)

    monkeypatch.setattr(module, "write", counted)
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    sitting(tmp_path / "run.json")
    assert len(written) == 2  # at the start and at the end


SCRIPT = """
import sys
from pathlib import Path
from croupier.simulate import checkpoint
from croupier.simulate.runner import conduct
from croupier.simulate.engines import Threads
from tests.support.simulate.jobs import HashJob, ROUNDS, SEED

checkpoint.EVERY_SECONDS = 0.0
conduct(
    HashJob(sleep=0.02), seed=SEED, rounds=ROUNDS, engine=Threads(2), checkpoint=Path(sys.argv[1]),
    watch=lambda totals, _: print(totals.rounds, flush=True),
)
"""


def test_a_run_that_is_killed_again_and_again_comes_to_the_same(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    for lines in (3, 7, 5):
        process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(path)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert process.stdout is not None
        for _ in range(lines):
            in_time(process.stdout.readline)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
    done = sitting(path)
    assert done.resumed_rounds >= 3 * CHUNK_ROUNDS
    assert msgspec.structs.replace(done, resumed_rounds=0) == unbroken()
