"""Engines run chunks: on threads, processes, GPUs, a Dask or a Ray cluster. The totals are the same on all of them."""

from __future__ import annotations

from croupier.simulate.engines.cuda import Cuda
from croupier.simulate.engines.dask_cluster import Dask
from croupier.simulate.engines.engine import ChunkEngine, Failed, Results, Unavailable, cores
from croupier.simulate.engines.processes import Processes
from croupier.simulate.engines.ray_cluster import LOCAL, Ray
from croupier.simulate.engines.threads import Threads

__all__ = [
    "NAMES",
    "ChunkEngine",
    "Cuda",
    "Failed",
    "Processes",
    "Results",
    "Threads",
    "Unavailable",
    "cores",
    "engine",
]

NAMES = ("threads", "processes", "cuda", "dask", "ray")


def engine(name: str = "threads", *, workers: int | None = None, address: str | None = None) -> ChunkEngine:
    """The engine of that name. Dask needs an address; Ray without one starts a cluster on this machine."""
    if name == "threads":
        return Threads(workers)
    if name == "processes":
        return Processes(workers)
    if name == "cuda":
        return Cuda(workers)
    if name == "ray":
        return Ray(address or LOCAL, workers=workers)
    if name != "dask":
        raise Unavailable(f"There is no engine called {name}; there are {', '.join(NAMES)}.")
    if address is None:
        raise Unavailable("Dask needs the address of its scheduler, such as tcp://HOST:8786.")
    return Dask(address)
