"""The devices on which the GPU's kernels are tried: compiled for the processor, and a GPU where there is one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from croupier.simulate.engines import Unavailable
from croupier.simulate.engines.cuda_devices import CudaDevice, cuda_devices
from croupier.simulate.gpu.device import WalkingDevice
from tests.support.simulate.processor_build import ProcessorBuild

PROCESSOR, GPU = "compiled for the processor", "on a GPU"


@cache
def _gpus() -> tuple[CudaDevice, ...]:
    try:
        return tuple(cuda_devices())
    except Unavailable:
        return ()


def device_names() -> list[str]:
    return [PROCESSOR, GPU] if _gpus() else [PROCESSOR]


def device_called(name: str, folder: Path) -> WalkingDevice:
    return _gpus()[0] if name == GPU else ProcessorBuild(folder)
