"""NVIDIA GPUs through CuPy: kernels are compiled when a run needs them, and nothing has to be built beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from croupier.simulate.engines.engine import Failed, Unavailable
from croupier.simulate.engines.flight import line
from croupier.simulate.gpu.device import Constants, Kernel, kernel_source

Array = Any
INSTALL = "pip install 'croupier[cuda]'"
LEAST_BYTES = 256 << 20
"""A GPU with less memory free is not used: tables, chunks under way and CuPy's own parts need about as much."""
CUDA_MAJOR = 1000
"""CUDA's versions are numbers like 13020 for 13.2."""


class CudaDevice:
    """One GPU."""

    def __init__(self, cupy: Any, number: int) -> None:
        self._cupy, self._number = cupy, number
        attributes = cupy.cuda.Device(number).attributes
        self.multiprocessors = int(attributes["MultiProcessorCount"])
        self.shared_bytes = int(attributes["MaxSharedMemoryPerBlockOptin"])
        self.name = cupy.cuda.runtime.getDeviceProperties(number)["name"].decode()

    @property
    def free_bytes(self) -> int:
        with self._at_work():
            return int(self._cupy.cuda.runtime.memGetInfo()[0])

    def kernel(self, constants: Constants, name: str, shared_bytes: int) -> Kernel:
        with self._at_work():
            told = tuple(f"-D{key}={value}" for key, value in constants.items())
            module = self._cupy.RawModule(code=kernel_source(), options=("-std=c++17", *told))
            compiled = module.get_function(name)
            compiled.max_dynamic_shared_size_bytes = shared_bytes
        threads = int(constants["THREADS"])

        def launch(blocks: int, *arguments: Any) -> None:
            given = tuple(np.uint32(each) if isinstance(each, int) else each for each in arguments)
            with self._at_work():
                compiled((blocks,), (threads,), given, shared_mem=shared_bytes)

        return launch

    def put(self, array: Array) -> Array:
        with self._at_work():
            return self._cupy.asarray(array)

    def zeros(self, shape: int | tuple[int, ...], dtype: type[np.generic]) -> Array:
        with self._at_work():
            return self._cupy.zeros(shape, dtype)

    def fetch(self, array: Array) -> Array:
        with self._at_work():
            return self._cupy.asnumpy(array)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """On this GPU, and what goes wrong there in one line."""
        cuda = self._cupy.cuda
        try:
            with cuda.Device(self._number):
                yield
        except cuda.memory.OutOfMemoryError as error:
            raise Unavailable(f"Too little memory on the GPU {self.name}: {line(error)}.") from error
        except (cuda.runtime.CUDARuntimeError, cuda.driver.CUDADriverError, cuda.compiler.CompileException) as error:
            raise Failed(f"The GPU {self.name} gave up: {line(error)}") from error


def cuda_devices() -> list[CudaDevice]:
    """All GPUs with enough memory free; raises `Unavailable` where there is none."""
    cupy = _imported()
    devices = [CudaDevice(cupy, number) for number in range(_counted(cupy))]
    free = {device: device.free_bytes for device in devices}
    fit = [device for device in devices if free[device] >= LEAST_BYTES]
    if not fit:
        most = max(devices, key=lambda device: free[device])
        raise Unavailable(
            f"Too little memory on the GPU {most.name}: {free[most] >> 20} MB are free, {LEAST_BYTES >> 20} are needed."
        )
    return fit


def _imported() -> Any:
    try:
        import cupy
    except ImportError as error:
        raise Unavailable(f"CuPy is not installed: {INSTALL}") from error
    return cupy


def _counted(cupy: Any) -> int:
    """How many GPUs there are."""
    runtime = cupy.cuda.runtime
    try:
        known, needed = runtime.driverGetVersion(), runtime.runtimeGetVersion()
        if known == 0:
            raise Unavailable("No GPU: this machine has no NVIDIA driver.")
        if known // CUDA_MAJOR < needed // CUDA_MAJOR:
            raise Unavailable(
                f"The NVIDIA driver is too old: it knows {_release(known)}, CuPy needs {_release(needed)}."
            )
        number = int(runtime.getDeviceCount())
    except (runtime.CUDARuntimeError, OSError) as error:
        raise Unavailable(f"No GPU: {line(error)}") from error
    if number == 0:
        raise Unavailable("No GPU: the NVIDIA driver finds none.")
    return number


def _release(version: int) -> str:
    return f"CUDA {version // CUDA_MAJOR}.{version % CUDA_MAJOR // 10}"
