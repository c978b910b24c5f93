"""A whole run: chunks out to an engine, results in, until it is done, enough, or interrupted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from croupier.simulate.checkpoint import Keeper, Run
from croupier.simulate.engines import ChunkEngine, Results
from croupier.simulate.interrupt import Interrupt
from croupier.simulate.job import Job, Totals, tasks
from croupier.simulate.tally import ChunkTally, Point, Until

Watch = Callable[[Totals, float], object]
"""Is told what all finished chunks came to, and how many seconds the kernels ran for them, all workers together."""


class Conducted(Struct, frozen=True):
    totals: Totals
    """Of the whole run; of the first chunks that were enough; of all finished chunks, where it was interrupted."""
    seconds: float
    """How long the kernels ran for them, all workers together, earlier sittings of the run too."""
    trail: tuple[Point, ...]
    """How the sums grew, chunk after chunk from the first without a gap: at most some 200 points."""
    reached: bool
    """Whether `until` was satisfied."""
    interrupted: bool
    resumed_rounds: int
    """How many rounds the checkpoint brought along."""
    unsaved: str | None
    """Why the checkpoint could not be written at the end."""


def conduct(
    job: Job,
    *,
    seed: int,
    rounds: int,
    engine: ChunkEngine,
    until: Until | None = None,
    checkpoint: Path | None = None,
    watch: Watch | None = None,
    stop: threading.Event | None = None,
) -> Conducted:
    """Run the job, or go on with it where the checkpoint file is there already.

    `until` is judged on the totals of the first chunk, the first two, the first three and so on, and the first that
    satisfy it are the result, whoever finished first. A run that is resumed with an `until` no easier than before ends
    where an unbroken one would; with an easier one, at the checkpoint at the earliest.

    Ctrl-C and `stop` end the run with what is done. `stop` is looked at whenever a chunk comes in.
    """
    keeper = None if checkpoint is None else Keeper(checkpoint, Run(job.identity, seed, rounds))
    tally = ChunkTally() if keeper is None else keeper.open()
    resumed = tally.finished.totals.rounds
    tally.judge(until)
    left = (task for task in tasks(rounds) if not tally.has(task.number))
    interrupted = False
    with Interrupt(stop) as interrupt:
        try:
            for number, chunk in _heeding(interrupt, tally, engine.results(job, seed, left), watch):
                tally.add(number, chunk, until)
                if keeper is not None:
                    keeper.save_if_due(tally)
        except KeyboardInterrupt:
            interrupted = not tally.reached and tally.finished.totals.rounds < rounds
        finally:
            if keeper is not None:
                keeper.save(tally)
    return Conducted(
        totals=tally.finished.totals,
        seconds=tally.finished.seconds,
        trail=tally.trail.to(tally.prefix.totals),
        reached=tally.reached,
        interrupted=interrupted,
        resumed_rounds=resumed,
        unsaved=None if keeper is None else keeper.unsaved,
    )


def _heeding(interrupt: Interrupt, tally: ChunkTally, results: Results, watch: Watch | None) -> Results:
    """The results until they are enough, while the watcher is told and Ctrl-C is heeded."""
    try:
        while True:
            if watch is not None and tally.finished.totals.rounds:
                watch(tally.finished.totals, tally.finished.seconds)
            if tally.reached or (result := interrupt.next(results)) is None:
                return
            yield result
    finally:
        results.close()
