"""One run from its seed, and how it went."""

from __future__ import annotations

import gc
import logging
import sys
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from croupier.floor.house_key import NAME as HOUSE_KEY
from tests.floor_simulation.loop import Endless, Stuck
from tests.floor_simulation.players import players
from tests.floor_simulation.watching import Violated
from tests.floor_simulation.world import Outcome, World


def _violation(world: World) -> str:
    """The first that was seen; empty where all went well."""
    try:
        world.run(players)
    except Stuck:
        return "everybody waits, and nothing will ever come"
    except Endless:
        return "the run does not come to an end: somebody tries again and again"
    except Violated:
        pass
    return world.watch.violation


def run_seed(seed: int) -> Outcome:
    with _undisturbed(), TemporaryDirectory(prefix="croupier-simulation-") as folder:
        (Path(folder) / HOUSE_KEY).write_bytes(Random(seed).randbytes(64))
        world = World(seed, Path(folder))
        with closing(world.database):
            return world.outcome(_violation(world))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """What a run leaves behind is collected after it: servers that were killed have much that never ended."""
    _leave_unsaid()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect()


@cache
def _leave_unsaid() -> None:
    """What servers log, and what Python says of tasks that never ended. From then on for good: this process does
    nothing else. And what is there before the first run need not be gone through after each of them."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore", RuntimeWarning)
    sys.unraisablehook = lambda _: None
    gc.freeze()
