"""One box by its table of whole rounds, on a device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from croupier.simulate.blackjack.job import BlackjackJob
from croupier.simulate.gpu.batch import ChunkBatch, Finish
from croupier.simulate.gpu.device import Constants, Kernel, WalkingDevice
from croupier.simulate.gpu.pace import ShoePace
from croupier.simulate.job import Totals

Array = Any
WARP = 32
SCHEDULERS = 4
"""Of a multiprocessor. As many warps for each of them is best, where there is room for two."""
FEWEST_ROWS = 1000
"""How many rows of the table lie in shared memory at least: 99 in 100 cards meet one of them."""
MOST_THREADS = 1024
FINISHING_THREADS = 64
"""For the shoes behind the last round of a chunk, of which there are few."""
FRESH_THREADS = 1024
"""Rounds from full shoes need little room, so the table is best left to the cache."""
ROUNDS_PER_THREAD = 32
SAMPLE = 64 * WARP
"""From so many fours is found out how many rounds they hold."""
SHORT = (1 << 32) - 1
"""In place of the last four: there were not enough."""


def whole_rounds_fit(job: BlackjackJob, device: WalkingDevice) -> bool:
    """Whether rounds go whole, and a warp's shoes and counters find room."""
    return job.goes_whole and _layout(job, device)["THREADS"] >= WARP


def _layout(job: BlackjackJob, device: WalkingDevice) -> dict[str, int]:
    """How many threads a block has, and how many rows of the table it keeps at hand."""
    table, ends = _table(job), len(job.made.whole_outcomes)
    row = table.shape[1] * table.itemsize
    room = device.shared_bytes - 64
    if job.setup.fresh:
        each = 4 * ends + 4 * ((len(job.template) + 31) // 32)
        return {"THREADS": _whole_warps(room - len(job.template), each, FRESH_THREADS), "HOT_ROWS": 0}
    each = 2 * len(job.template) + 2 * ends
    threads = _whole_warps(room - min(FEWEST_ROWS, len(table)) * row, each, MOST_THREADS)
    return {"THREADS": threads, "HOT_ROWS": min(len(table), (room - threads * each) // row)}


def _whole_warps(room: int, each: int, most: int) -> int:
    threads = min(most, room // each // WARP * WARP)
    even = SCHEDULERS * WARP
    return threads // even * even if threads >= 2 * even else threads


def _table(job: BlackjackJob) -> Array:
    if job.made.whole is None:
        raise TypeError(job.setup)
    return job.made.whole


def _constants(job: BlackjackJob) -> dict[str, int | str]:
    table = _table(job)
    return {
        "SIZE": len(job.template),
        "WIDTH": table.shape[1],
        "ENDS": len(job.made.whole_outcomes),
        "ENTRY": f"u{8 * table.itemsize}",
    }


def _totals(job: BlackjackJob, wanted: int, found: Array) -> Iterator[Totals]:
    """What each chunk came to, from how often it had each outcome."""
    counts = np.zeros((len(found), len(job.made.outcomes)), np.int64)
    counts[:, job.made.whole_outcomes] = found.astype(np.int64)
    nets, squares = (counts @ job.nets).tolist(), (counts @ job.nets**2).tolist()
    unit, stake = job.unit, job.setup.levels[0]
    for row, net, squared in zip(counts.tolist(), nets, squares, strict=True):
        gain = net * unit
        yield Totals(wanted, tuple(row), gain, squared * unit**2, wanted * stake, wanted * stake**2, gain * stake)


class OneBoxWalk:
    """Shoes to the cutting card."""

    def __init__(self, job: BlackjackJob, device: WalkingDevice) -> None:
        self._job, self._device = job, device
        self._table, self._template = device.put(job.made.whole), device.put(job.template)
        setup = job.setup
        shared = {**_constants(job), "WALK": "ONE_BOX", "CUT": setup.before_cut, "BURNT": setup.burnt}
        layout = _layout(job, device)
        self._play = self._compiled({**shared, **layout}, "play")
        finishing = min(FINISHING_THREADS, layout["THREADS"])
        self._finish = self._compiled({**shared, "THREADS": finishing, "HOT_ROWS": 0}, "finish")
        self._ends = len(job.made.whole_outcomes)
        self._pace = ShoePace(self._sampled())
        self.chunk_bytes = 2 * self._pace.fours(1 << 22, WARP) + 8 * self._ends + 64

    def _compiled(self, constants: Constants, name: str) -> Kernel:
        numbers = {key: value for key, value in constants.items() if isinstance(value, int)}
        size = _table(self._job).itemsize
        halves = (numbers["SIZE"] + numbers["ENDS"]) * numbers["THREADS"]
        words = (halves + 1) // 2 + (numbers["HOT_ROWS"] * numbers["WIDTH"] * size + 3) // 4 + 8
        return self._device.kernel(constants, name, 4 * words)

    def _played(self, bases: Array, fours: int) -> tuple[Array, Array, Array]:
        device, chunks = self._device, len(bases)
        counts = device.zeros((chunks, self._ends), np.uint64)
        played = device.zeros(chunks, np.uint64)
        rounds = device.zeros(chunks * fours, np.uint16)
        self._play(device.multiprocessors, self._table, self._template, bases, chunks, fours, counts, played, rounds)
        return counts, played, rounds

    def _sampled(self) -> Array:
        _, _, rounds = self._played(self._device.put(np.zeros(1, np.uint64)), SAMPLE)
        return self._device.fetch(rounds)

    def begin(self, batch: ChunkBatch) -> Finish:
        device, chunks = self._device, len(batch.tasks)
        fours = self._pace.fours(batch.wanted, WARP)
        bases = device.put(batch.bases)
        counts, played, rounds = self._played(bases, fours)
        lasts = device.zeros(chunks, np.uint32)
        tables = (self._table, self._template, bases)
        self._finish(chunks, *tables, batch.wanted, fours, counts, played, rounds, lasts)

        def finish() -> Iterator[Totals]:
            found, short = device.fetch(counts), device.fetch(lasts) == SHORT
            self._pace.add(int(device.fetch(played).sum()), fours * chunks)
            return self._told(batch, found, short.tolist())

        return finish

    def _told(self, batch: ChunkBatch, found: Array, short: list[bool]) -> Iterator[Totals]:
        for task, totals, lacks in zip(batch.tasks, _totals(self._job, batch.wanted, found), short, strict=True):
            yield self._job.run(batch.seed, task).totals if lacks else totals


class FreshOneBoxWalk:
    """Every round from a full shoe."""

    def __init__(self, job: BlackjackJob, device: WalkingDevice) -> None:
        self._job, self._device = job, device
        self._table, self._template = device.put(job.made.whole), device.put(job.template)
        layout = _layout(job, device)
        constants: dict[str, Any] = {**_constants(job), **layout, "WALK": "FRESH_ONE_BOX"}
        self._ends = constants["ENDS"]
        words = (self._ends + (constants["SIZE"] + 31) // 32) * layout["THREADS"] + (constants["SIZE"] + 3) // 4
        words += (layout["HOT_ROWS"] * constants["WIDTH"] * _table(job).itemsize + 3) // 4
        self._play = device.kernel({**constants, "PER_THREAD": ROUNDS_PER_THREAD}, "play", 4 * words)
        self._blocks = device.multiprocessors * max(1, min(2, device.shared_bytes // (4 * words)))
        self.chunk_bytes = 8 * self._ends + 64

    def begin(self, batch: ChunkBatch) -> Finish:
        device, chunks = self._device, len(batch.tasks)
        counts = device.zeros((chunks, self._ends), np.uint64)
        tables = (self._table, self._template, device.put(batch.bases))
        self._play(self._blocks, *tables, chunks, batch.wanted, counts)
        return lambda: _totals(self._job, batch.wanted, device.fetch(counts))
