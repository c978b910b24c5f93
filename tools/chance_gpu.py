"""The half of the evidence for a test lab that runs beside a GPU: it draws, counts, and says what it has drawn.

`python -m tools.chance_gpu PLAN FOLDER` needs CuPy and nothing of Croupier. `tools.chance_evidence` makes the plan, and
judges what is written into the folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypedDict

Array = Any
SOURCE = Path(__file__).with_name("chance_draws.cu")
KINDS = 52
FRESH = 64
BITS = 32
SPINS_AT_ONCE = 1 << 24
SHOES_AT_ONCE = 1 << 20
BYTES_AT_ONCE = 1 << 24
"""Asked of the operating system at once."""
_THREADS, _BLOCKS = 128, 132 * 16


class ShoePlan(TypedDict):
    decks: int
    shoes: int
    pair_places: list[int]
    stretch: int
    wanted: int


class Plan(TypedDict):
    prefix: str
    """Of every message, in hex."""
    draws: int
    sizes: dict[str, int]
    bounds: dict[str, list[int]]
    shoe: ShoePlan
    piece: int
    """Draws that are compared with the tables' code by one hash."""
    pieces: int
    shoe_piece: int
    shoe_pieces: int


def seeded(name: str, piece: int, rounds: int) -> bytes:
    """Fresh bytes that both halves can make, for a comparison."""
    return hashlib.shake_256(f"{name} {piece}".encode()).digest(rounds * FRESH)


def hash_of(places: bytes, bits: bytes) -> str:
    """Stands for what was drawn, and for every random bit behind it."""
    return hashlib.sha256(places + bits).hexdigest()


class Gpu:
    def __init__(self, key: bytes, prefix: bytes) -> None:
        import cupy  # type: ignore[import-not-found,unused-ignore]
        import numpy as np

        self.cupy, self._np = cupy, np
        module = cupy.RawModule(code=SOURCE.read_text("utf-8"))
        self._kernels = {name: module.get_function(name) for name in ("take_key", "spins", "shoes")}
        self._prefix, self._long = self._put(prefix), np.uint32(len(prefix))
        self._states = cupy.zeros(16, cupy.uint64)
        self._kernels["take_key"]((1,), (2,), (self._put(key.ljust(128, b"\0")), self._states))
        self.bytes_seen = cupy.zeros(256, cupy.uint64)

    def _put(self, data: bytes | bytearray) -> Array:
        return self.cupy.asarray(self._np.frombuffer(data, self._np.uint8))

    def _given(self, fresh: bytes | bytearray, first: int) -> tuple[Any, ...]:
        word = self._np.uint64
        return self._states, self._prefix, self._long, self._put(fresh), word(first), word(len(fresh) // FRESH)

    def spins(self, fresh: bytes | bytearray, first: int, size: int, *, with_bits: bool) -> tuple[Array, Array]:
        count = len(fresh) // FRESH
        places = self.cupy.empty(count, self.cupy.uint8)
        bits = self.cupy.empty(count * BITS * with_bits, self.cupy.uint8)
        out = places, bits if with_bits else self._np.uint64(0), self.bytes_seen
        self._kernels["spins"]((_BLOCKS,), (_THREADS,), (*self._given(fresh, first), self._np.uint64(size), *out))
        return places, bits

    def shoes(self, fresh: bytes | bytearray, first: int, decks: int) -> Array:
        places = self.cupy.empty(len(fresh) // FRESH * KINDS * decks, self.cupy.uint8)
        self._kernels["shoes"]((_BLOCKS,), (_THREADS,), (*self._given(fresh, first), self._np.uint32(decks), places))
        return places


class Entropy:
    """Fresh bytes of the operating system, made on all cores while the GPU is at work."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool

    def chunks(self, rounds: int, at_once: int) -> Iterator[bytearray]:
        counts = [min(at_once, rounds - start) for start in range(0, rounds, at_once)]
        waiting = [self._ask(count) for count in counts[:1]]
        for following in [*counts[1:], 0]:
            pieces = waiting.pop()
            waiting.append(self._ask(following))
            yield bytearray().join(piece.result() for piece in pieces)

    def _ask(self, rounds: int) -> list[Future[bytes]]:
        sizes = [min(BYTES_AT_ONCE, rounds * FRESH - start) for start in range(0, rounds * FRESH, BYTES_AT_ONCE)]
        return [self._pool.submit(os.urandom, size) for size in sizes]


class SpinCounter:
    """The tally of a sample that comes in parts."""

    def __init__(self, xp: Any, size: int, bounds: Sequence[int]) -> None:
        self._xp, self._size = xp, size
        self._bounds = xp.asarray(bounds)
        self._counts, self._pairs = xp.zeros(size, xp.int64), xp.zeros(size * size, xp.int64)
        self._gaps = xp.zeros(len(self._bounds), xp.int64)
        self._high = self._changes = self._seen = 0
        self._last_high: bool | None = None
        self._last_zero: int | None = None

    def add(self, places: Array) -> None:
        """An even number at a time, but for the last."""
        xp, size = self._xp, self._size
        upper, wide = places >= size // 2, places.astype(xp.int64)
        even = len(places) // 2 * 2
        self._counts += xp.bincount(wide, minlength=size)
        self._pairs += xp.bincount(wide[:even:2] * size + wide[1:even:2], minlength=size * size)
        self._high += int(upper.sum())
        self._changes += int((upper[1:] != upper[:-1]).sum())
        if self._last_high is not None:
            self._changes += bool(upper[0]) is not self._last_high
        self._last_high = bool(upper[-1])
        zeros = xp.flatnonzero(places == 0) + self._seen
        if len(zeros):
            before = [] if self._last_zero is None else [self._last_zero]
            waits = xp.diff(xp.concatenate([xp.asarray(before, dtype=zeros.dtype), zeros]))
            cells = xp.searchsorted(self._bounds, waits, side="left") - 1
            self._gaps += xp.bincount(cells, minlength=len(self._bounds))
            self._last_zero = int(zeros[-1])
        self._seen += len(places)

    def tally(self) -> dict[str, Any]:
        """As `OutcomeTally` of `croupier.report.chance_tests` has it."""
        lists = {"counts": self._counts.tolist(), "pairs": self._pairs.tolist(), "gaps": self._gaps.tolist()}
        return lists | {"high": self._high, "changes": self._changes}


class ShoeCounter:
    def __init__(self, xp: Any, plan: ShoePlan) -> None:
        self._xp, self._plan, self._decks = xp, plan, plan["decks"]
        self._cards = xp.zeros((self._decks, KINDS), xp.int64)
        self._alike, self._soonest, self._shoes = [0, 0, 0], xp.zeros(4, xp.int64), 0

    def add(self, places: Array) -> None:
        xp, shoe = self._xp, KINDS * self._decks
        shoes = places.reshape(-1, shoe)
        for deck in range(self._decks):
            self._cards[deck] += xp.bincount(shoes[:, deck * KINDS].astype(xp.int64), minlength=KINDS)
        for place, first in enumerate(self._plan["pair_places"]):
            self._alike[place] += int((shoes[:, first] == shoes[:, first + 1]).sum())
        stretch = self._plan["stretch"]
        span = 3 * stretch
        wanted = shoes[:, :span] < self._plan["wanted"]
        first_at = xp.where(wanted.any(axis=1), wanted.argmax(axis=1), span)
        self._soonest += xp.bincount(first_at // stretch, minlength=4)
        self._shoes += len(shoes)

    def tally(self) -> dict[str, Any]:
        """As `ShoeTally` of `croupier.report.chance_tests` has it."""
        lists = {"cards": self._cards.tolist(), "alike": self._alike, "soonest": self._soonest.tolist()}
        return lists | {"shoes": self._shoes}


class Drawing:
    def __init__(self, plan: Plan, folder: Path) -> None:
        self._plan, self._folder = plan, folder
        self.key = os.urandom(FRESH)
        self._entropy = Entropy(ThreadPoolExecutor(os.cpu_count()))
        self.hashes: dict[str, list[str]] = {"shoes": []}
        """Of pieces with seeded bytes, and last of the beginning of the sample."""
        self._compare(self._new_gpu())
        self.gpu = self._new_gpu()

    def _new_gpu(self) -> Gpu:
        return Gpu(self.key, bytes.fromhex(self._plan["prefix"]))

    def _compare(self, gpu: Gpu) -> None:
        plan = self._plan
        for game, size in plan["sizes"].items():
            pieces = ((seeded(game, at, plan["piece"]), at * plan["piece"]) for at in range(plan["pieces"]))
            drawn = (gpu.spins(fresh, first, size, with_bits=True) for fresh, first in pieces)
            self.hashes[game] = [hash_of(places.get().tobytes(), bits.get().tobytes()) for places, bits in drawn]
        decks, rounds = plan["shoe"]["decks"], plan["shoe_piece"]
        for at in range(plan["shoe_pieces"]):
            places = gpu.shoes(seeded("shoes", at, rounds), at * rounds * KINDS * decks, decks)
            self.hashes["shoes"].append(hash_of(places.get().tobytes(), b""))

    def spins(self, game: str) -> dict[str, Any]:
        plan, piece = self._plan, self._plan["piece"]
        size = plan["sizes"][game]
        counter, first = SpinCounter(self.gpu.cupy, size, plan["bounds"][game]), 0
        for fresh in self._entropy.chunks(plan["draws"], SPINS_AT_ONCE):
            places, bits = self.gpu.spins(fresh, first, size, with_bits=first == 0)
            if first == 0:
                (self._folder / f"{game}.fresh").write_bytes(fresh[: piece * FRESH])
                drawn = places[:piece].get().tobytes(), bits[: piece * BITS].get().tobytes()
                self.hashes[game].append(hash_of(*drawn))
            counter.add(places)
            first += len(places)
        return counter.tally()

    def shoes(self) -> dict[str, Any]:
        plan, piece = self._plan["shoe"], self._plan["shoe_piece"]
        shoe = KINDS * plan["decks"]
        counter, first = ShoeCounter(self.gpu.cupy, plan), 0
        for fresh in self._entropy.chunks(plan["shoes"], SHOES_AT_ONCE):
            places = self.gpu.shoes(fresh, first, plan["decks"])
            if first == 0:
                (self._folder / "shoes.fresh").write_bytes(fresh[: piece * FRESH])
                self.hashes["shoes"].append(hash_of(places[: piece * shoe].get().tobytes(), b""))
            counter.add(places)
            first += len(places)
        return counter.tally()


def _timed(words: str, work: Callable[[], Any]) -> Any:
    began = monotonic()
    found = work()
    print(f"{words}: {monotonic() - began:.1f} s", flush=True)
    return found


def main(plan_file: str, folder: str) -> None:
    plan: Plan = json.loads(Path(plan_file).read_text("utf-8"))
    drawing = _timed("compared", lambda: Drawing(plan, Path(folder)))
    tallies = {game: _timed(game, partial(drawing.spins, game)) for game in plan["sizes"]}
    bytes_seen = drawing.gpu.bytes_seen.tolist()
    found = {
        "plan": plan,
        "key": drawing.key.hex(),
        "tallies": tallies,
        "bytes": bytes_seen,
        "shoes": _timed("shoes", drawing.shoes),
        "hashes": drawing.hashes,
    }
    (Path(folder) / "drawn.json").write_text(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
