"""Ctrl-C, heeded between two chunks."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Self, TypeVar

Item = TypeVar("Item")


class Interrupt:
    """While this is open, the first Ctrl-C breaks off the waiting for a chunk and never the adding up of one.

    The second is as rude as ever. Only the main thread hears Ctrl-C, and a program that has its own handler keeps it:
    there it is the event that stops a run, looked at before each wait.
    """

    def __init__(self, stop: threading.Event | None) -> None:
        self._stop = stop
        self._heard = False
        self._waiting = False
        self._installed = False

    def __enter__(self) -> Self:
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._hear)
            self._installed = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._installed:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def next(self, items: Iterator[Item]) -> Item | None:
        """The next one; None after the last. KeyboardInterrupt, where a stop was asked for."""
        self._waiting = True
        try:
            # Asked only now: had it come between the question and the wait, it would wait for a chunk.
            if self._heard or (self._stop is not None and self._stop.is_set()):
                raise KeyboardInterrupt
            return next(items, None)
        finally:
            self._waiting = False

    def _hear(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self._heard = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._waiting:
            raise KeyboardInterrupt
