"""An event loop that looks at its sockets a few hundred times a second at most.

Under load each look finds little, and costs as much as one that finds a lot: what a server spends on an act then hangs
on how often it is woken, and several workers are woken oftener than one. So a server that has looked often waits a
moment for what is on its way. Whoever asks while there is little to do is heard at once, step by step.
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
"""Between two looks, in the long run."""
AT_ONCE = 50
"""Looks that a rest saves up. One act takes some ten, so that a few people who play wait for nothing."""


class PacedSelector(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self._saved, self._counted = float(AT_ONCE), time.monotonic()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        # Where work waits the loop looks without waiting: that is no reason to wait either.
        if timeout is None or timeout > 0:
            self._save()
            wait = (1 - self._saved) * PACE_SECONDS
            if timeout is not None:
                wait = min(wait, timeout)
            if wait > 0:
                time.sleep(wait)
                self._save()
                timeout = None if timeout is None else max(timeout - wait, 0)
            self._saved = max(self._saved - 1, 0.0)
        return super().select(timeout)

    def _save(self) -> None:
        now = time.monotonic()
        self._saved = min(self._saved + (now - self._counted) / PACE_SECONDS, AT_ONCE)
        self._counted = now


def _paced() -> asyncio.AbstractEventLoop:
    return asyncio.SelectorEventLoop(PacedSelector())


def run_paced(main: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run` does. Elsewhere than on POSIX the system's own loop is not of this kind."""
    with asyncio.Runner(loop_factory=_paced if os.name == "posix" else None) as runner:
        return runner.run(main)
