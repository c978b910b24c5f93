"""Which tasks are under way: a bounded number, however many rounds there are."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from croupier.simulate.engines.engine import Failed
from croupier.simulate.job import Task

Ticket = TypeVar("Ticket", bound=Hashable)

PER_WORKER = 2
"""Tasks under way for each worker: one that runs, and one that it finds waiting when that is done."""
AHEAD = 4
"""Chunks that finish early wait in memory for the first that has not. So no task starts further ahead of that one than
this many times what may be under way."""


class Flight(Generic[Ticket]):
    """Tasks on their way. A ticket is what an engine gave for a task: a future, a reference."""

    def __init__(self, tasks: Iterable[Task], workers: int) -> None:
        self.under_way: dict[Ticket, Task] = {}
        self._fresh = iter(tasks)
        self._queue: deque[Task] = deque()
        self.staff(workers)

    def staff(self, workers: int) -> None:
        """Clusters grow and shrink."""
        self._limit = PER_WORKER * max(workers, 1)

    def launch(self, start: Callable[[Task], Ticket]) -> bool:
        """Start what there is room for, and say whether anything is under way."""
        while self._has_next() and self._has_room():
            # Where the start fails, the task is still the next.
            self.under_way[start(self._queue[0])] = self._queue[0]
            self._queue.popleft()
        return bool(self.under_way)

    def landed(self, ticket: Ticket) -> int:
        return self.under_way.pop(ticket).number

    def again(self, ticket: Ticket) -> None:
        """The task was lost with its worker: it is among the next to start."""
        lost = self.under_way.pop(ticket)
        self._queue = deque(sorted((*self._queue, lost), key=lambda task: task.number))

    def in_order(self, tickets: Iterable[Ticket]) -> list[Ticket]:
        return sorted(tickets, key=lambda ticket: self.under_way[ticket].number)

    def _has_next(self) -> bool:
        if not self._queue and (task := next(self._fresh, None)) is not None:
            self._queue.append(task)
        return bool(self._queue)

    def _has_room(self) -> bool:
        if not self.under_way:
            return True
        first = min(task.number for task in self.under_way.values())
        return len(self.under_way) < self._limit and self._queue[0].number - first < AHEAD * self._limit


class Patience:
    """How often workers may be lost with nothing done in between, before it is the job that kills them."""

    def __init__(self, losses: int = 5) -> None:
        self._losses = losses
        self._left = losses

    def progress(self) -> None:
        self._left = self._losses

    def loss(self, why: object) -> None:
        self._left -= 1
        if self._left == 0:
            raise Failed(f"Workers were lost {self._losses} times with no chunk done in between, lastly: {line(why)}")


def line(why: object) -> str:
    """Other people's messages go on and on: the first sentence that says something is enough."""
    lines = [stripped for one in str(why).splitlines() if (stripped := one.strip())]
    return lines[0].partition(". ")[0] if lines else type(why).__name__
