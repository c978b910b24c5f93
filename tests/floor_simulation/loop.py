"""An event loop with virtual time and a seeded order.

Every callback belongs to an *owner*: a server, a player, or the world around them. The owner follows from the context
in which the callback was made. Callbacks of one owner run in the order in which they came; which owner goes next is
drawn. Time stands still while anybody has something to do, and then jumps to the next timer. So an owner can be killed
or paused between any two of its steps, and the same seed gives the same run.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Any, TypeVar, cast

T = TypeVar("T")
OWNER: contextvars.ContextVar[str] = contextvars.ContextVar("owner", default="world")
MOST_STEPS = 150_000
"""Of one run: several times what a long one takes."""
STEP_SECONDS = 1e-5
"""What one step costs: so that nobody who always has something to do holds time up for ever."""


class Stuck(Exception):  # noqa: N818
    """Nobody has anything to do, now or later, and something is still waited for."""


class Endless(Exception):  # noqa: N818
    """Somebody has always something to do: the run does not end."""


class VirtualLoop:
    """As much of a loop as asyncio asks of one that has no sockets, no threads and no child processes."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._now = 0.0
        self._ready: dict[str, deque[asyncio.Handle]] = {}
        self._timers: list[tuple[float, int, str, asyncio.TimerHandle]] = []
        self._order = count()
        self._dead: set[str] = set()
        self._paused: set[str] = set()
        self._tasks: list[asyncio.Task[Any]] = []
        self.steps = 0
        self.is_stopped = False
        self._itself = cast("asyncio.AbstractEventLoop", self)
        self.errors: list[str] = []
        """Of tasks and callbacks that nobody waited for."""

    # What asyncio asks of a loop

    def time(self) -> float:
        return self._now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self._itself)

    def create_task(
        self, coro: Any, *, name: str | None = None, context: contextvars.Context | None = None, **_: Any
    ) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(coro, loop=self._itself, name=name, context=context)
        # Kept: a task of a server that was killed must not be collected, and so be ended, at a moment nobody chose.
        self._tasks.append(task)
        return task

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        context = contextvars.copy_context() if context is None else context
        handle = asyncio.Handle(callback, args, self._itself, context)
        self._put(context.get(OWNER, "world"), handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.TimerHandle:
        context = contextvars.copy_context() if context is None else context
        handle = asyncio.TimerHandle(when, callback, args, self._itself, context)
        heapq.heappush(self._timers, (when, next(self._order), context.get(OWNER, "world"), handle))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is passed over when its time comes."""

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        """At once: a thread would run in an order of its own."""
        del executor
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001  handed to the one who waits
            done.set_exception(error)
        return done

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if error := context.get("exception"):
            task = context.get("task") or context.get("future")
            self.errors.append(f"{context.get('message')}: {error!r} ({task})")

    # Owners

    def start(self, owner: str, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task of that owner; whatever it starts is the owner's too."""
        context = contextvars.copy_context()
        context.run(OWNER.set, owner)
        return self.create_task(work, name=owner, context=context)

    def kill(self, owner: str) -> None:
        """As kill -9 does: nothing of that owner runs any more."""
        self._dead.add(owner)
        self._ready.pop(owner, None)

    def pause(self, owner: str) -> None:
        """As SIGSTOP does: timers run out meanwhile, and nothing happens."""
        self._paused.add(owner)

    def halt(self) -> None:
        self.is_stopped = True

    def go_on(self, owner: str) -> None:
        self._paused.discard(owner)

    # Running

    def run(self, main: Coroutine[Any, Any, T]) -> T | None:
        """Until it is done, or somebody calls `halt`."""
        with _running(self._itself):
            task = self.create_task(main, name="world")
            while not task.done() and not self.is_stopped:
                self._step()
                if self.steps > MOST_STEPS:
                    raise Endless
            return task.result() if task.done() else None

    def _put(self, owner: str, handle: asyncio.Handle) -> None:
        if (waiting := self._ready.get(owner)) is not None:
            waiting.append(handle)
        elif owner not in self._dead:
            self._ready[owner] = deque((handle,))

    def _step(self) -> None:
        timers = self._timers
        if timers and timers[0][0] <= self._now:
            self._take_due()
        while not (owners := self._who_can_go_on()):
            if not timers:
                raise Stuck
            self._now = max(self._now, timers[0][0])
            self._take_due()
        # Not `choice`: this is drawn tens of thousands of times a run, and a product is three times as quick.
        owner = owners[0] if len(owners) == 1 else owners[int(self._random.random() * len(owners))]
        waiting = self._ready[owner]
        handle = waiting.popleft()
        if not waiting:
            del self._ready[owner]
        if not handle._cancelled:
            self.steps += 1
            self._now += STEP_SECONDS
            handle._run()

    def _who_can_go_on(self) -> list[str]:
        if not self._paused:
            return list(self._ready)
        return [owner for owner in self._ready if owner not in self._paused]

    def _take_due(self) -> None:
        timers, now = self._timers, self._now
        while timers and timers[0][0] <= now:
            _, _, owner, handle = heapq.heappop(timers)
            if not handle._cancelled:
                self._put(owner, handle)


@contextmanager
def _running(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(None)
