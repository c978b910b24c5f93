"""What a run has come to so far: the chunks from the first on without a gap, and those that finished ahead of them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from croupier.simulate.job import Chunk, Totals

Until = Callable[[Totals], bool]

NOTHING = Totals(0, (), 0, 0, 0, 0, 0)
"""Before the first chunk: how many outcomes there are to count is not known yet."""
MOST_POINTS = 200


class Point(Struct, frozen=True):
    """A moment on the way: the sums over the first so many rounds."""

    rounds: int
    net: int
    net_squared: int
    wagered: int
    wagered_squared: int
    net_wagered: int


class Trail(Struct):
    """Points at every so many chunks. When there are too many, every other one goes and the steps get twice as wide."""

    stride: int = 1
    points: tuple[Point, ...] = ()

    def add(self, chunks: int, totals: Totals) -> None:
        if chunks % self.stride:
            return
        self.points += (point(totals),)
        # One place is kept for the point at which the run ends.
        if len(self.points) >= MOST_POINTS:
            self.points = self.points[1::2]
            self.stride *= 2

    def to(self, end: Totals) -> tuple[Point, ...]:
        """The trail with its last point, wherever the steps fall."""
        if end.rounds == 0 or (self.points and self.points[-1].rounds == end.rounds):
            return self.points
        return (*self.points, point(end))


class ChunkTally:
    """Adds chunks up, each once. It judges them in the order of their numbers, so who finished first is no matter."""

    def __init__(
        self,
        first: int = 0,
        prefix: Chunk | None = None,
        ahead: dict[int, Chunk] | None = None,
        trail: Trail | None = None,
    ) -> None:
        self.first = first
        """The first chunk that is not done."""
        self.prefix = prefix or Chunk(NOTHING, 0.0)
        """The chunks before that one."""
        self.ahead = dict(ahead or {})
        """The chunks after that one which are done: they wait for it."""
        self.trail = trail or Trail()
        self.reached = False
        self.finished = self.prefix
        """All that is done."""
        for chunk in self.ahead.values():
            self.finished = together(self.finished, chunk)

    def has(self, number: int) -> bool:
        return number < self.first or number in self.ahead

    def add(self, number: int, chunk: Chunk, until: Until | None) -> None:
        if self.has(number):
            return  # its number decides a chunk, so this is the same one again
        self.ahead[number] = chunk
        self.finished = together(self.finished, chunk)
        while not self.reached and self.first in self.ahead:
            self._step(self.ahead.pop(self.first))
            self.judge(until)

    def judge(self, until: Until | None) -> None:
        """Is it enough? Then what lies beyond is dropped, for another time it might not have been there."""
        if until is not None and self.first > 0 and until(self.prefix.totals):
            self.reached = True
            self.ahead = {}
            self.finished = self.prefix

    def _step(self, chunk: Chunk) -> None:
        self.prefix = together(self.prefix, chunk)
        self.first += 1
        self.trail.add(self.first, self.prefix.totals)


def together(one: Chunk, other: Chunk) -> Chunk:
    totals = one.totals + other.totals if one.totals.rounds else other.totals
    return Chunk(totals, one.seconds + other.seconds)


def point(totals: Totals) -> Point:
    return Point(
        totals.rounds, totals.net, totals.net_squared, totals.wagered, totals.wagered_squared, totals.net_wagered
    )
