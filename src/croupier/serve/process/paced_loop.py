"""An event loop that looks at its sockets a few hundred times a second at most.

Under load each look finds little, and costs as much as one that finds a lot: what a server spends on an act then hangs
on how often it is woken, and several workers are woken oftener than one. So a look that comes right after another waits
for what is on its way. Whoever comes after a rest is heard at once.
"""

from __future__ import annotations

import asyncio
import os
import selectors
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
PACE_SECONDS = 0.002
"""Between two looks."""


class PacedSelector(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self._looked = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        # Where work waits the loop looks without waiting: that is no reason to wait either.
        if timeout is None or timeout > 0:
            began = time.monotonic()
            wait = self._looked + PACE_SECONDS - began
            if timeout is not None:
                wait = min(wait, timeout)
            if wait > 0:
                time.sleep(wait)
                timeout = None if timeout is None else max(timeout - wait, 0)
        found = super().select(timeout)
        self._looked = time.monotonic()
        return found


def _paced() -> asyncio.AbstractEventLoop:
    return asyncio.SelectorEventLoop(PacedSelector())


def run_paced(main: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run` does. Elsewhere than on POSIX the system's own loop is not of this kind."""
    with asyncio.Runner(loop_factory=_paced if os.name == "posix" else None) as runner:
        return runner.run(main)
