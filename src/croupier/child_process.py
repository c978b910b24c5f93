"""Child processes of this program. None of them outlives its parent, however the parent ends.

A child is started by `command` with `PIPES`. Its parent holds the other end of its standard input, and the system
closes that end with the parent. A thread in the child reads it from the very first moment. When it ends, the child ends
too, in the middle of whatever it does. A process of `multiprocessing` has `begin` for its initializer, and ends
likewise.

This works alike on Linux, macOS and Windows. PR_SET_PDEATHSIG would not: only Linux has it, and there it strikes when
the thread that started the child ends, although the process lives on.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import runpy
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any

PIPES: dict[str, Any] = {
    "stdin": subprocess.PIPE,
    "stdout": subprocess.PIPE,
    "stderr": subprocess.DEVNULL,
    # In a session of its own: an interrupt from the keyboard is the parent's to answer.
    "start_new_session": True,
}
"""How a child is started. It has nothing of the parent's own input and output, which it could keep open."""
KILL_SECONDS = 10
"""How long a process that was killed may take to be gone: a moment, and on a busy machine a longer one."""
_READ_BYTES = 65536

_told: SimpleQueue[bytes] = SimpleQueue()
"""In a child: the lines that its parent has sent."""


# In the parent


def command(module: str) -> tuple[str, ...]:
    """What starts that module as a child."""
    return (sys.executable, "-c", f"from croupier.child_process import run; run({module!r})")


def packed_start(start: Callable[..., None], *arguments: object) -> bytes:
    """Packed, so that the child watches its parent before it imports what it is to do: that may take seconds."""
    return pickle.dumps((start, arguments))


@contextlib.contextmanager
def killed_after(process: subprocess.Popen[bytes], seconds: float) -> Iterator[None]:
    """What takes longer in here is ended by the end of the process: a read from a pipe has no limit of its own."""
    timer = threading.Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def end(process: subprocess.Popen[bytes]) -> None:
    """At once. Nothing that a child does is worth waiting for once nobody wants its answer."""
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(KILL_SECONDS)


# In the child


def run(module: str) -> None:
    """That module as the program, until it ends or the parent does."""
    threading.Thread(target=_listen, name="parent", daemon=True).start()
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def lines() -> Iterator[bytes]:
    """What the parent says, line by line. There is no end: the process ends with its parent."""
    while True:
        yield _told.get()


def watch_input(ended: Callable[[], None]) -> None:
    """Call that, in a thread of its own, when standard input ends. Whatever still comes there is lost."""

    def wait() -> None:
        for _ in _input():
            pass
        ended()

    threading.Thread(target=wait, name="parent", daemon=True).start()


def exit_after(seconds: float, before: Callable[[], None] = lambda: None) -> None:
    """End this process then, if it has not ended by itself: not even threads that hang can hold that up."""

    def leave() -> None:
        before()
        os._exit(1)

    timer = threading.Timer(seconds, leave)
    timer.daemon = True
    timer.start()


def begin(packed: bytes) -> None:
    """The first thing that a process of `multiprocessing` does, given by `packed_start`."""
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    start, arguments = pickle.loads(packed)  # noqa: S301  from the parent, as all that multiprocessing sends
    start(*arguments)


def _end_with_parent() -> None:
    """Otherwise it would wait for its next task for ever."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


def _listen() -> None:
    line = b""
    for read in _input():
        *whole, line = (line + read).split(b"\n")
        for each in whole:
            _told.put(each)
    os._exit(0)


def _input() -> Iterator[bytes]:
    # The bare file: a thread inside a buffered read holds its lock, and the way out of the program would wait for it.
    with contextlib.suppress(OSError, ValueError):
        while read := os.read(sys.stdin.fileno(), _READ_BYTES):
            yield read
