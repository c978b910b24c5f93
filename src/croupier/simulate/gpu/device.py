"""What walks tables for the CUDA engine: a GPU, or in tests the same kernels compiled for the processor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Protocol

import numpy as np

Array = Any
Kernel = Callable[..., None]
"""Called with the number of blocks and the kernel's arguments: arrays of the device, and whole numbers of 32 bits."""
Constants = Mapping[str, int | str]
"""What the compiler is told about a job."""


class WalkingDevice(Protocol):
    """Arrays are the device's own between `put` and `fetch`."""

    @property
    def name(self) -> str: ...

    @property
    def multiprocessors(self) -> int: ...

    @property
    def shared_bytes(self) -> int:
        """How much shared memory a block may have."""

    def kernel(self, constants: Constants, name: str, shared_bytes: int) -> Kernel:
        """A kernel compiled with these constants."""

    def put(self, array: Array) -> Array: ...

    def zeros(self, shape: int | tuple[int, ...], dtype: type[np.generic]) -> Array: ...

    def fetch(self, array: Array) -> Array:
        """The array when all that was started before is done."""


def kernel_source() -> str:
    return files(__package__).joinpath("kernels.cu").read_text("utf-8")
