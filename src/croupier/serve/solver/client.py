"""The way to the solver's process: one for the whole server, begun when first needed, asked one thing at a time.

A thread of its own waits for the answers. It is a daemon: a server that stops waits for no sum, and the solver's
process ends with the server.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import threading
from collections import Counter
from queue import Empty, Full, Queue
from typing import Any, TypeVar

import msgspec

from croupier import child_process
from croupier.floor.house_rules.rules import HouseRule
from croupier.odds.blackjack import INSTALL, is_there
from croupier.serve.security.errors import Problem

LOG = logging.getLogger("croupier.serve")
COMMAND = child_process.command("croupier.serve.solver.process")
MOST_WAITING = 64
MOST_OF_ONE = 4
"""Questions of one asker at a time: one sum can take minutes, and nobody may take every place in the queue."""
MOST_HINTS_OF_ONE = 8
"""A hint takes some hundredths of a second, and a whole school class may ask from one address."""
ANSWER_SECONDS = 180
"""The first answer takes some seconds, and more on a slow machine that compiles the sums first. A process that has said
nothing for so long hangs."""
IDLE_SECONDS = 600
"""After so long without a question the process is let go: it holds a hundred megabytes."""

T = TypeVar("T")
_Waiting = tuple[bytes, asyncio.AbstractEventLoop, "asyncio.Future[bytes]"]


class SolverEnded(Exception):  # noqa: N818
    """The process ended before it had answered."""


class Solver:
    def __init__(self, command: tuple[str, ...] = COMMAND, of_one: int | None = None) -> None:
        self._command, self._of_one = command, of_one
        self._waiting: Queue[_Waiting] = Queue(MOST_WAITING)
        self._lock = threading.Lock()
        self._is_awake = False
        self._asking: Counter[str] = Counter()

    async def ask(self, question: Any, answer: type[T], asker: str = "") -> T:
        """Raises `Problem` where the solver is not there, or too many wait for it.

        An asker is an address or a person. The house itself asks without one, and as often as it likes.
        """
        if not asker:
            return await self._ask(question, answer)
        if self._asking[asker] >= (self._of_one or MOST_OF_ONE):
            raise Problem(503, HouseRule.SOLVER_BUSY.refusal())
        self._asking[asker] += 1
        try:
            return await self._ask(question, answer)
        finally:
            self._asking[asker] -= 1
            if not self._asking[asker]:
                del self._asking[asker]

    async def _ask(self, question: Any, answer: type[T]) -> T:
        if not is_there():
            raise Problem(503, HouseRule.NO_SOLVER.refusal(how_to_install=INSTALL))
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bytes] = loop.create_future()
        try:
            self._put((msgspec.json.encode(question), loop, future))
        except Full:
            raise Problem(503, HouseRule.SOLVER_BUSY.refusal()) from None
        try:
            return msgspec.json.decode(await future, type=answer)
        except SolverEnded:
            raise Problem(503, HouseRule.NO_ANSWER.refusal()) from None

    def _put(self, waiting: _Waiting) -> None:
        with self._lock:
            self._waiting.put_nowait(waiting)
            if not self._is_awake:
                self._is_awake = True
                threading.Thread(target=self._serve, name="solver", daemon=True).start()

    def _serve(self) -> None:
        try:
            process = subprocess.Popen(self._command, **child_process.PIPES)
        except OSError:
            LOG.exception("the solver cannot be started")
            self._answer_next(None)
        else:
            while self._answer_next(process):
                pass
            child_process.end(process)
        with self._lock:
            # Whoever came while this one ended is answered by another.
            self._is_awake = not self._waiting.empty()
            if self._is_awake:
                threading.Thread(target=self._serve, name="solver", daemon=True).start()

    def _answer_next(self, process: subprocess.Popen[bytes] | None) -> bool:
        """Whether the process is there for another question."""
        waiting = self._next()
        if waiting is None:
            return False
        question, loop, future = waiting
        answer = b"" if process is None else _answered(process, question)
        _tell(loop, future, answer)
        return bool(answer)

    def _next(self) -> _Waiting | None:
        try:
            return self._waiting.get(timeout=IDLE_SECONDS)
        except Empty:
            return None


def _answered(process: subprocess.Popen[bytes], question: bytes) -> bytes:
    """One line; nothing where the process has ended, or was ended because it said nothing."""
    if process.stdin is None or process.stdout is None:
        return b""
    try:
        with child_process.killed_after(process, ANSWER_SECONDS):
            process.stdin.write(question + b"\n")
            process.stdin.flush()
            answer = process.stdout.readline()
    except OSError:
        answer = b""
    if not answer:
        LOG.warning("the solver did not answer")
    return answer


def _tell(loop: asyncio.AbstractEventLoop, future: asyncio.Future[bytes], answer: bytes) -> None:
    def tell() -> None:
        if future.done():
            return
        if answer:
            future.set_result(answer)
        else:
            future.set_exception(SolverEnded())

    try:
        loop.call_soon_threadsafe(tell)
    except RuntimeError:
        # The loop has closed: nobody waits any more.
        return


SOLVER = Solver(of_one=MOST_HINTS_OF_ONE)
SLOW_SOLVER = Solver()
"""Another one for last hands and counts: they take seconds, and nobody's hint should wait for them."""
COACH = Solver()
"""And one for hands that were played: with four players one wager takes a minute."""
