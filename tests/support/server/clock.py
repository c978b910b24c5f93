"""A clock that a test moves on, so that nobody waits for a window of betting to end.

The server's process hears of a move by its standard input, and says by its standard output when it has moved: the
house's time and the timers of its event loop go ahead together, as if everybody had waited. The browser's clock stays,
and so do `time.time` and `time.monotonic`.

`python -m tests.support.server.clock` is a server with such a clock, in a Python of its own.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from weakref import WeakSet

MOVED = b"The clock has moved on.\n"


class MovableClock:
    """In the server's process."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._loops: WeakSet[asyncio.BaseEventLoop] = WeakSet()

    def now(self) -> float:
        return time.time() + self.ahead

    def install(self) -> None:
        """Before the casino is made, and before the event loop runs."""
        from croupier.floor.casino import Casino

        defaults = Casino.__init__.__kwdefaults__
        assert defaults is not None
        defaults["now"] = self.now

        def steady(loop: asyncio.BaseEventLoop) -> float:
            self._loops.add(loop)
            return time.monotonic() + self.ahead

        setattr(asyncio.BaseEventLoop, "time", steady)  # noqa: B010  mypy takes no method in place of another

    def follow(self) -> None:
        """Every line of the input is a number of seconds. It ends with the input."""
        # Unbuffered: a buffer's lock, held while this waits, would be in the way when the process ends.
        with open(0, "rb", buffering=0, closefd=False) as moves:
            for line in moves:
                self.ahead += float(line)
                for loop in list(self._loops):
                    # It sleeps until its next timer, which may be due now.
                    loop.call_soon_threadsafe(lambda: None)
                os.write(1, MOVED)


def follow_input() -> None:
    """From here on this process goes by a clock that its standard input moves."""
    clock = MovableClock()
    clock.install()
    threading.Thread(target=clock.follow, daemon=True, name="movable clock").start()


if __name__ == "__main__":
    from croupier.cli import main

    follow_input()
    sys.exit(main(["serve", *sys.argv[1:]]))
