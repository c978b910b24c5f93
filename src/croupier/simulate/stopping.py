"""A chunk that takes long can be told to stop: compiled code cannot be asked, the rounds between its calls can."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")
_here = threading.local()


class Stopped(Exception):  # noqa: N818  nothing is wrong: nobody waits for this chunk any more
    """The chunk was broken off, and counts for nothing."""


def heeding(stop: threading.Event, work: Callable[[], Found]) -> Found:
    """Work that ends with `Stopped` soon after the event is set, wherever it calls `check`."""
    _here.stop = stop
    try:
        return work()
    finally:
        _here.stop = None


def check() -> None:
    stop = getattr(_here, "stop", None)
    if stop is not None and stop.is_set():
        raise Stopped
