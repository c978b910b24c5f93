"""A run on disk, so that what was done is not done again after a stop, a crash or a power cut."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from croupier.simulate import job as jobs
from croupier.simulate.job import Chunk, Totals
from croupier.simulate.tally import ChunkTally, Point, Trail

FORMAT = "croupier checkpoint"
VERSION = 1
EVERY_SECONDS = 5.0


class CheckpointRefused(Exception):  # noqa: N818 - refused is the word
    """This file cannot carry this run; the message says why in one line. The file is left as it is."""


class Run(Struct, frozen=True):
    """What a checkpoint is of."""

    identity: str
    seed: int
    rounds: int


class Done(Struct, frozen=True, forbid_unknown_fields=True):
    """The chunks from `first` up to, not including, `end`, all together."""

    first: int
    end: int
    totals: Totals
    seconds: float


class Saved(Struct, frozen=True, forbid_unknown_fields=True):
    identity: str
    seed: int
    rounds: int
    chunk_rounds: int
    done: tuple[Done, ...]
    """First the range from chunk 0 on, if any. Then single chunks, for each is judged when those before it are done."""
    stride: int
    trail: tuple[Point, ...]


class _Label(Struct):
    format: str
    version: int


class _Sealed(Struct, kw_only=True, forbid_unknown_fields=True):
    format: str = FORMAT
    version: int = VERSION
    sha256: str
    """Of the bytes of `run` as they stand in the file: a digit that was altered would otherwise pass for a total."""
    run: msgspec.Raw


class Keeper:
    """Writes a run's checkpoint from time to time. A disk that fills up later does not end the run: see `unsaved`."""

    def __init__(self, path: Path, run: Run) -> None:
        self._path = path.resolve()
        self._run = run
        self._last = float("-inf")
        self.unsaved: str | None = None
        """Why the last attempt to write failed."""

    def open(self) -> ChunkTally:
        """What the file has of this run, or the start of a new one. Writing it at once shows that it can be written."""
        tally = _tally(_fitting(read(self._path), self._run)) if self._path.exists() else ChunkTally()
        self.save(tally)
        if self.unsaved is not None:
            raise CheckpointRefused(self.unsaved)
        return tally

    def save_if_due(self, tally: ChunkTally) -> None:
        if time.monotonic() - self._last >= EVERY_SECONDS:
            self.save(tally)

    def save(self, tally: ChunkTally) -> None:
        try:
            write(self._path, _saved(self._run, tally))
            self.unsaved = None
        except OSError as error:
            self.unsaved = f"{self._path.name} cannot be written: {error.strerror}"
        self._last = time.monotonic()


def read(path: Path) -> Saved:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CheckpointRefused(f"{path.name} cannot be read: {error.strerror}") from error
    return _opened(path.name, content)


def write(path: Path, saved: Saved) -> None:
    """All of it or nothing: whoever reads the file finds the old checkpoint or the new one, never a part of one."""
    run = msgspec.json.encode(saved)
    sealed = _Sealed(sha256=hashlib.sha256(run).hexdigest(), run=msgspec.Raw(run))
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(msgspec.json.encode(sealed) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """The new name is on disk only when the folder is. Not every system lets a folder be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _opened(name: str, content: bytes) -> Saved:
    try:
        label = msgspec.json.decode(content, type=_Label)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CheckpointRefused(f"{name} is not a checkpoint, or it is damaged: {error}") from error
    if label.format != FORMAT:
        raise CheckpointRefused(f"{name} is not a checkpoint.")
    if label.version != VERSION:
        raise CheckpointRefused(
            f"{name} is a checkpoint of version {label.version}; this program knows {VERSION} only."
        )
    try:
        sealed = msgspec.json.decode(content, type=_Sealed)
        if hashlib.sha256(bytes(sealed.run)).hexdigest() != sealed.sha256:
            raise CheckpointRefused(f"{name} is damaged: its content does not match its hash.")
        return msgspec.json.decode(sealed.run, type=Saved)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CheckpointRefused(f"{name} is damaged: {error}") from error


def _fitting(saved: Saved, run: Run) -> Saved:
    """The checkpoint, if its chunks are chunks of this run."""
    if saved.identity != run.identity:
        raise CheckpointRefused(
            "The checkpoint belongs to another simulation: its game, wagers, play or kernels differ."
        )
    if saved.seed != run.seed:
        raise CheckpointRefused(f"The checkpoint is of seed {saved.seed}, not of {run.seed}.")
    if saved.chunk_rounds != jobs.CHUNK_ROUNDS:
        raise CheckpointRefused(
            f"The checkpoint has chunks of {saved.chunk_rounds} rounds; they are of {jobs.CHUNK_ROUNDS} now."
        )
    if run.rounds < saved.rounds:
        raise CheckpointRefused(f"The checkpoint is of {saved.rounds} rounds and cannot be made shorter.")
    if any(done.totals.rounds != _rounds(done, run.rounds) for done in saved.done):
        raise CheckpointRefused(
            f"The run of {saved.rounds} rounds ended with a chunk that is not a whole one, so it cannot be made longer."
        )
    return saved


def _rounds(done: Done, rounds: int) -> int:
    """How many rounds these chunks have in a run of so many."""
    return min(done.end * jobs.CHUNK_ROUNDS, rounds) - done.first * jobs.CHUNK_ROUNDS


def _tally(saved: Saved) -> ChunkTally:
    chunks = {done.first: done for done in saved.done}
    leading = chunks.pop(0, None)
    return ChunkTally(
        first=leading.end if leading else 0,
        prefix=Chunk(leading.totals, leading.seconds) if leading else None,
        ahead={number: Chunk(done.totals, done.seconds) for number, done in chunks.items()},
        trail=Trail(saved.stride, saved.trail),
    )


def _saved(run: Run, tally: ChunkTally) -> Saved:
    leading = [Done(0, tally.first, tally.prefix.totals, tally.prefix.seconds)] if tally.first else []
    singles = [Done(number, number + 1, chunk.totals, chunk.seconds) for number, chunk in sorted(tally.ahead.items())]
    return Saved(
        identity=run.identity,
        seed=run.seed,
        rounds=run.rounds,
        chunk_rounds=jobs.CHUNK_ROUNDS,
        done=(*leading, *singles),
        stride=tally.trail.stride,
        trail=tally.trail.points,
    )
