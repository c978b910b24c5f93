"""A whole table on a device: one to seven boxes, counts, deviations, insurance, Super Sevens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np

from croupier.simulate.blackjack.chunk import ChunkRun
from croupier.simulate.blackjack.job import BlackjackJob
from croupier.simulate.blackjack.kernels.many_boxes import opening
from croupier.simulate.gpu.batch import ChunkBatch, Finish
from croupier.simulate.gpu.device import Kernel, WalkingDevice
from croupier.simulate.gpu.one_box import FINISHING_THREADS, SHORT, WARP
from croupier.simulate.gpu.pace import ShoePace
from croupier.simulate.job import Totals

Array = Any
MOST_THREADS = 288
"""More leave too little of a multiprocessor's memory to cache the tables."""
FRESH_THREADS = 128
MOST_BLOCKS = 16
SAMPLE_GROUPS = 4
"""From so many blocks' shoes is found out how many rounds they hold."""
ROUNDS_PER_THREAD = 16
HISTOGRAM_BYTES = 32 << 10
"""Counters of a block that take more lie in the device's own memory."""
NEAR_BYTES = 16 << 10
"""Small tables lie in a block's shared memory where they take no more."""
ROOM = 4096
"""For shoes of a batch that run out: where there are more, the processor plays the whole batch."""
NARROW = 1 << 31
"""Counts that stay below need 32 bits only."""
HEAD_WORDS = 16
"""Before the counters of a block: its sums, and where its chunk ends."""


class _Arranged:
    """What the kernels of a table need, fresh shoes or not."""

    def __init__(self, job: BlackjackJob, device: WalkingDevice) -> None:
        self.job, self.device = job, device
        tables, setup = job.made.tables, job.setup
        is_true, rounding, lowest, counts = setup.marks
        self.outcomes = setup.boxes * len(job.made.outcomes)
        self.is_shared = 4 * self.outcomes <= HISTOGRAM_BYTES
        most = abs(job.start) + int(np.abs(job.values).max()) * len(job.template)
        count = np.dtype(np.int32 if 4 * 52 * most + 1024 < NARROW else np.int64)
        self.state_bytes = int(tables.cards.itemsize)
        fits = max(len(job.made.outcomes), len(tables.dealer)) <= 1 << 16
        small = np.dtype(np.uint16 if fits else np.uint32)
        width = int(tables.cards.shape[1])
        sizes = (
            8 * len(job.made.outcomes), self.state_bytes * width**3, small.itemsize * width * len(tables.starts),
            small.itemsize * width * len(tables.dealer), len(tables.needs),
        )  # fmt: skip
        self._near_bytes: int = sum((size + 3) // 4 * 4 for size in sizes)
        self.is_near = self._near_bytes <= min(NEAR_BYTES, device.shared_bytes // 4)
        self.constants: dict[str, int | str] = {
            "SIZE": len(job.template), "WIDTH": tables.cards.shape[1], "BOXES": setup.boxes,
            "STATE": f"u{8 * self.state_bytes}", "COUNT": "int" if count.itemsize == 4 else "i64",  # noqa: PLR2004
            "CODES": tables.bounds[0], "INSURED": tables.bounds[1], "CHOSEN": tables.bounds[2],
            "CLASSES": tables.settled.shape[2], "OUTCOMES": len(job.made.outcomes),
            "IS_TRUE": is_true, "ROUNDING": rounding, "LOWEST": f"({lowest})", "COUNTS": counts,
            "START": f"({job.start})", "HISTOGRAM_IS_SHARED": int(self.is_shared),
            "NEAR": int(self.is_near), "NEEDS": len(tables.starts), "DEALERS": len(tables.dealer),
            "HISTOGRAM": "u32" if self.is_shared else "u64", "SMALL": f"u{8 * small.itemsize}",
        }  # fmt: skip
        stakes = np.array([stake // job.unit for stake in setup.levels], np.int64)
        levels = np.array(setup.level_of_count, np.uint32)
        self.template = device.put(job.template)
        self.tables = tuple(
            device.put(np.ascontiguousarray(table))
            for table in (
                opening(tables.cards), tables.cards, tables.choices, tables.needs, tables.starts.astype(small),
                tables.dealer.astype(small), tables.settled.astype(small), job.nets, stakes, levels,
                job.values.astype(count),
            )
        )  # fmt: skip

    @property
    def fixed_bytes(self) -> int:
        counters = 4 * self.outcomes if self.is_shared else 0
        return 4 * HEAD_WORDS + counters + (self._near_bytes if self.is_near else 0) + 8

    def threads(self, own_bytes: int, most: int) -> int:
        """How many threads of a block find room, each with so much of its own beside the boxes' states."""
        each = own_bytes + self.state_bytes * self.job.setup.boxes
        return min(most, (self.device.shared_bytes - self.fixed_bytes) // each // WARP * WARP)

    def blocks(self, threads: int, own_bytes: int) -> int:
        """How many such blocks a multiprocessor has room for."""
        each = own_bytes + self.state_bytes * self.job.setup.boxes
        return max(1, min(MOST_BLOCKS, self.device.shared_bytes // (self.fixed_bytes + threads * each)))

    def kernel(self, own: dict[str, int | str], name: str, threads: int, own_bytes: int) -> Kernel:
        each = own_bytes + self.state_bytes * self.job.setup.boxes
        constants = {**self.constants, **own, "THREADS": threads}
        return self.device.kernel(constants, name, self.fixed_bytes + threads * each)

    def totals(self, wanted: int, counts: Array, sums: Array) -> Totals:
        unit = self.job.unit
        net, net_squared, wagered, wagered_squared, net_wagered = map(int, sums)
        return Totals(
            wanted,
            tuple(counts.ravel().tolist()),
            net * unit,
            net_squared * unit**2,
            wagered * unit,
            wagered_squared * unit**2,
            net_wagered * unit**2,
        )


def boxes_fit(job: BlackjackJob, device: WalkingDevice) -> bool:
    """Whether a warp's shoes find room, and shoes seldom run out."""
    own = _mark_bytes(job) if job.setup.fresh else 2 * len(job.template)
    return not job.setup.runs_out and _Arranged(job, device).threads(own, MOST_THREADS) >= WARP


def _mark_bytes(job: BlackjackJob) -> int:
    """For a bit of each card of the shoe, whether it is dealt."""
    return 4 * ((len(job.template) + 31) // 32)


class BoxesWalk:
    """Shoes to the cutting card. One that runs out is played on by the processor from where it did."""

    def __init__(self, job: BlackjackJob, device: WalkingDevice) -> None:
        self._own = _Arranged(job, device)
        self._job, self._device, setup = job, device, job.setup
        shoe = 2 * len(job.template)
        self._threads = self._own.threads(shoe, MOST_THREADS)
        own: dict[str, int | str] = {
            "WALK": "BOXES_FROM_SHOES", "CUT": setup.before_cut, "BURNT": setup.burnt
        }  # fmt: skip
        self._play = self._own.kernel(own, "play", self._threads, shoe)
        self._blocks = device.multiprocessors * self._own.blocks(self._threads, shoe)
        self._finish = self._own.kernel(own, "finish", min(FINISHING_THREADS, self._threads), shoe)
        self._pace = ShoePace(self._sampled())
        self.chunk_bytes = 2 * self._pace.fours(1 << 22, WARP) + 8 * self._own.outcomes + 128

    def _sampled(self) -> Array:
        _, _, _, rounds, _ = self._played(self._device.put(np.zeros(1, np.uint64)), SAMPLE_GROUPS * self._threads)
        return self._device.fetch(rounds)

    def _played(self, bases: Array, fours: int) -> tuple[Array, ...]:
        device, chunks = self._device, len(bases)
        counts = device.zeros((chunks, self._own.outcomes), np.int64)
        sums, played = device.zeros((chunks, 5), np.int64), device.zeros(chunks, np.uint64)
        rounds, ran_out = device.zeros(chunks * fours, np.uint16), device.zeros(1 + 3 * ROOM, np.uint32)
        found = (counts, sums, played, rounds, ran_out)
        given = (self._own.template, *self._own.tables, bases, chunks, fours)
        self._play(self._blocks, *given, *found, ROOM)
        return found

    def begin(self, batch: ChunkBatch) -> Finish:
        fours = self._pace.fours(batch.wanted, WARP)
        bases = self._device.put(batch.bases)
        found = self._played(bases, fours)
        return lambda: self._ended(batch, fours, bases, found)

    def _ended(self, batch: ChunkBatch, fours: int, bases: Array, found: tuple[Array, ...]) -> Iterator[Totals]:
        device, chunks = self._device, len(batch.tasks)
        counts, sums, played, rounds, noted = found
        ran_out = device.fetch(noted)
        if ran_out[0] > ROOM:
            return iter([self._job.run(batch.seed, task).totals for task in batch.tasks])
        more = self._played_on(batch, ran_out[1 : 1 + 3 * int(ran_out[0])].reshape(-1, 3).tolist())
        if more:
            played, rounds = self._with_more(fours, more, device.fetch(played), device.fetch(rounds))
        lasts = device.zeros(chunks, np.uint32)
        given = (self._own.template, *self._own.tables, bases, batch.wanted, fours)
        self._finish(chunks, *given, counts, sums, played, rounds, lasts)
        last = device.fetch(lasts).tolist()
        self._pace.add(int(device.fetch(played).sum()), fours * chunks)
        return self._told(batch, device.fetch(counts), device.fetch(sums), last, more)

    def _played_on(self, batch: ChunkBatch, ran_out: list[list[int]]) -> dict[int, list[tuple[int, ChunkRun, int]]]:
        """By chunk: the shoes that ran out, what the processor made of them from there on, and in how many rounds."""
        found = defaultdict(list)
        for chunk, shoe, place in ran_out:
            run = ChunkRun(self._job, batch.seed, batch.tasks[chunk])
            found[chunk].append((shoe, run, run.play_on(shoe, place)))
        return dict(found)

    def _with_more(
        self, fours: int, more: dict[int, list[tuple[int, ChunkRun, int]]], played: Array, rounds: Array
    ) -> tuple[Array, Array]:
        """The numbers of rounds with those of the processor among them."""
        played, rounds = played.copy(), rounds.copy()
        for chunk, shoes in more.items():
            for shoe, _, number in shoes:
                played[chunk] += np.uint64(number)
                rounds[chunk * fours + shoe // 4] += np.uint16(number)
        return self._device.put(played), self._device.put(rounds)

    def _told(
        self,
        batch: ChunkBatch,
        counts: Array,
        sums: Array,
        lasts: list[int],
        more: dict[int, list[tuple[int, ChunkRun, int]]],
    ) -> Iterator[Totals]:
        for chunk, task in enumerate(batch.tasks):
            last, shoes = lasts[chunk], more.get(chunk, [])
            if last == SHORT or any(shoe // 4 == last for shoe, _, _ in shoes):
                yield self._job.run(batch.seed, task).totals
                continue
            own, sum_ = counts[chunk].reshape(self._job.setup.boxes, -1).copy(), sums[chunk].copy()
            for shoe, run, _ in shoes:
                if shoe // 4 < last:
                    own += run.counts
                    sum_ += run.sums
            yield self._own.totals(batch.wanted, own, sum_)


class FreshBoxesWalk:
    """Every round from a full shoe."""

    def __init__(self, job: BlackjackJob, device: WalkingDevice) -> None:
        self._own = _Arranged(job, device)
        self._job, self._device = job, device
        marks = _mark_bytes(job)
        threads = self._own.threads(marks, FRESH_THREADS)
        own: dict[str, int | str] = {"WALK": "BOXES_FROM_FRESH_SHOES", "PER_THREAD": ROUNDS_PER_THREAD}
        self._play = self._own.kernel(own, "play", threads, marks)
        self._blocks = device.multiprocessors * self._own.blocks(threads, marks)
        self.chunk_bytes = 8 * self._own.outcomes + 128

    def begin(self, batch: ChunkBatch) -> Finish:
        device, chunks = self._device, len(batch.tasks)
        counts, sums = device.zeros((chunks, self._own.outcomes), np.int64), device.zeros((chunks, 5), np.int64)
        ran_out = device.zeros(chunks, np.uint32)
        given = (self._own.template, *self._own.tables, device.put(batch.bases), chunks, batch.wanted)
        self._play(self._blocks, *given, counts, sums, ran_out)

        def finish() -> Iterator[Totals]:
            return self._told(batch, device.fetch(counts), device.fetch(sums), device.fetch(ran_out).tolist())

        return finish

    def _told(self, batch: ChunkBatch, counts: Array, sums: Array, ran_out: list[int]) -> Iterator[Totals]:
        for chunk, task in enumerate(batch.tasks):
            if ran_out[chunk]:
                yield self._job.run(batch.seed, task).totals
            else:
                yield self._own.totals(batch.wanted, counts[chunk], sums[chunk])
