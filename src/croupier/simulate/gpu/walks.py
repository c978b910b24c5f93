"""Which of the kernels walks a job, and whether any does."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from croupier.simulate.blackjack.job import BlackjackJob
from croupier.simulate.gpu.batch import ChunkBatch, Finish, TableWalk
from croupier.simulate.gpu.boxes import BoxesWalk, FreshBoxesWalk, boxes_fit
from croupier.simulate.gpu.device import WalkingDevice
from croupier.simulate.gpu.one_box import FreshOneBoxWalk, OneBoxWalk, whole_rounds_fit
from croupier.simulate.job import Job, Totals
from croupier.simulate.layout import LayoutJob

THREADS = 256
NUMBERS_PER_THREAD = 64
BLOCKS_PER_MULTIPROCESSOR = 8


class SpinsWalk:
    """Roulette, the money wheel or Tai-Sai."""

    def __init__(self, job: LayoutJob, device: WalkingDevice) -> None:
        self._job, self._device = job, device
        self._results = len(job.nets)
        constants: dict[str, int | str] = {
            "WALK": "SPINS", "RESULTS": f"{self._results}u", "THREADS": THREADS, "PER_THREAD": NUMBERS_PER_THREAD
        }  # fmt: skip
        self._play = device.kernel(constants, "play", 4 * self._results)
        self.chunk_bytes = 8 * self._results + 64

    def begin(self, batch: ChunkBatch) -> Finish:
        device, chunks = self._device, len(batch.tasks)
        counts = device.zeros((chunks, self._results), np.uint64)
        blocks = BLOCKS_PER_MULTIPROCESSOR * device.multiprocessors
        self._play(blocks, device.put(batch.bases), chunks, batch.wanted, counts)

        def finish() -> Iterator[Totals]:
            return (self._job.totals(tuple(row)) for row in device.fetch(counts).tolist())

        return finish


def walk_of(job: Job, device: WalkingDevice) -> TableWalk | None:
    """The job on that device; `None` where it is the processor's."""
    if isinstance(job, LayoutJob):
        return SpinsWalk(job, device)
    if not isinstance(job, BlackjackJob):
        return None
    if whole_rounds_fit(job, device):
        return FreshOneBoxWalk(job, device) if job.setup.fresh else OneBoxWalk(job, device)
    if boxes_fit(job, device):
        return FreshBoxesWalk(job, device) if job.setup.fresh else BoxesWalk(job, device)
    return None
