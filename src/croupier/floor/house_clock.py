"""The house's clock held against one that nobody can set: a jump is noticed, and no day of play begins early by it."""

from __future__ import annotations

import time
from collections.abc import Callable

LARGEST_STEP = 60
"""A clock that is set right by less than this has not jumped; nor is it set right by more within an hour."""
HOUR = 60 * 60
BELIEVED_AFTER = 24 * 60 * 60
"""Seconds after which a clock that jumped and stayed there is taken to be right."""


def steady_seconds() -> float:
    """Goes on while the machine sleeps, where the system has such a clock: a lid that was closed is no jump."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class HouseClock:
    """What time it would be if the clock had gone on as it did at the start."""

    def __init__(self, now: Callable[[], float], steady: Callable[[], float] = steady_seconds) -> None:
        self._now, self._steady = now, steady
        self._offset = now() - steady()
        self._hour, self._hours_offset = steady(), self._offset
        """Since when, and from where, small steps are counted."""
        self._since: float | None = None
        """When the jump was noticed, by the steady clock."""

    def jumped(self) -> int:
        """By how many seconds the clock has jumped, ahead or (below nothing) back; 0 where it runs as it should."""
        step = self._now() - self._steady() - self._offset
        if self._is_small(step):
            self._follow(step)
            return 0
        if self._since is None:
            self._since = self._steady()
        if self._steady() - self._since >= BELIEVED_AFTER:
            self._follow(step)
            return 0
        return int(step)

    def _is_small(self, step: float) -> bool:
        """Also together with those of this hour: many small steps are a large one."""
        if self._steady() - self._hour >= HOUR:
            self._hour, self._hours_offset = self._steady(), self._offset
        moved = self._offset + step - self._hours_offset
        return abs(step) < LARGEST_STEP and abs(moved) < LARGEST_STEP

    def _follow(self, step: float) -> None:
        self._offset += step
        self._since = None

    def time(self) -> int:
        """Without the jump."""
        return int(self._now()) - self.jumped()
