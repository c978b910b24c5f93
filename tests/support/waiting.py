"""Waits that end: what does not come in time fails the test that waits for it, and never holds up the whole run."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, Queue
from typing import TypeVar

SECONDS = 60
"""Long enough for anything on a busy machine; nothing waits for it."""

T = TypeVar("T")


def in_time(work: Callable[[], T], seconds: float = SECONDS) -> T:
    """What the work gives, such as the next line of a process.

    A thread does it, because a read from a pipe takes no limit of its own. Where it is late the thread is left alone.
    """
    answers: Queue[T | BaseException] = Queue(1)

    def answer() -> None:
        try:
            answers.put(work())
        except BaseException as error:  # noqa: BLE001  it is raised where it is waited for
            answers.put(error)

    threading.Thread(target=answer, daemon=True).start()
    try:
        found = answers.get(timeout=seconds)
    except Empty:
        raise AssertionError(f"nothing came within {seconds} seconds") from None
    if isinstance(found, BaseException):
        raise found
    return found
