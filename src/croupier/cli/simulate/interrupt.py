"""Ctrl-C where nothing can be broken off halfway."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from croupier.cli.console.exit_codes import INTERRUPTED

SHOW_CURSOR = "\r\x1b[K\x1b[?25h"
"""A spinner has hidden it."""


@contextmanager
def ending_at_once() -> Iterator[None]:
    """While this is open, Ctrl-C ends the program there and then.

    A compiler that is interrupted says so in many lines, or goes on as if nothing had been. Nothing is open meanwhile
    that would have to be closed: what is kept in the cache is written whole or not at all.
    """
    if not _is_ours():
        yield
        return
    signal.signal(signal.SIGINT, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def end_now() -> None:
    """The second time: threads at work on a last chunk are not waited for."""
    if _is_ours():
        _end(signal.SIGINT, None)


def _is_ours() -> bool:
    """Only the main thread hears it, and a program that has its own handler keeps it."""
    main = threading.current_thread() is threading.main_thread()
    return main and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _end(number: int, frame: FrameType | None) -> None:
    del number, frame
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), SHOW_CURSOR.encode())
    os._exit(INTERRUPTED)
