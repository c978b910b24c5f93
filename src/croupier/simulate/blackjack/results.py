"""What a run came to, for people and for programs: every figure with its error."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from croupier.simulate.blackjack.exact import off_the_top, sevens_off_the_top, why_none
from croupier.simulate.blackjack.job import BlackjackJob
from croupier.simulate.blackjack.prepared import way_of
from croupier.simulate.blackjack.tabulated.boxes import INSURANCE, SUPER_SEVENS, WAGERS, Detail
from croupier.simulate.job import Totals
from croupier.simulate.measure import gain_of, standard_error_of


class ResultShare(Struct, frozen=True):
    """A part of the results: one kind of wager, one box, or the boxes that began with one kind of hand."""

    name: str
    times: int
    """How many boxes there were of it."""
    net: int
    """What the players gained, in cents."""
    edge_percent: float
    """What the house kept, of the wager that it is about: of the initial wagers, or of the Super Sevens."""
    standard_error_percent: float
    exact_percent: float | None = None
    z: float | None = None


class Figures(Struct, frozen=True):
    edge_percent: float
    """What the house kept of the initial wagers, additions and insurance included, Super Sevens apart."""
    standard_error_percent: float
    variance: float
    """Of what a box gains in a round, its mean initial wager as the unit."""
    exact_percent: float | None
    """What the house keeps from a full shoe."""
    z: float | None
    """How many standard errors the simulated figure is above the exact one; `None` where they are not comparable."""
    note: str
    histogram: dict[int, int]
    """How often a box gained so many cents, Super Sevens apart."""
    wagers: tuple[ResultShare, ...]
    hands: tuple[ResultShare, ...]
    boxes: tuple[ResultShare, ...]


def figures(job: BlackjackJob, totals: Totals) -> Figures:
    """All of it; there must be a round."""
    gain, error = gain_of(totals), standard_error_of(totals)
    way = way_of(job.setup)
    exact = off_the_top(job.setup, way)
    why = why_none(job.setup)
    z = None
    if exact is not None and why is None and error > 0:
        z = _z(-gain - exact, error)
    return Figures(
        edge_percent=-100 * gain,
        standard_error_percent=100 * error,
        variance=_variance(job, totals),
        exact_percent=None if exact is None else 100 * exact,
        z=z,
        note="" if why is None else _note(why, -gain, exact, error),
        histogram=_histogram(job, totals),
        wagers=_by_wager(job, totals, sevens_off_the_top(job.setup, way)),
        hands=_by_hand(job, totals) if job.setup.detail is Detail.HANDS else (),
        boxes=_by_box(job, totals),
    )


def _z(difference: float, error: float) -> float:
    return difference / error if error > 0 else 0.0


def _note(why: str, edge: float, exact: float | None, error: float) -> str:
    if exact is None:
        return f"No exact figure: {why}."
    off = f"No z: {why}. Off the top it is {100 * exact:.6f} %"
    if error <= 0:
        return f"{off}."
    return f"{off}; the simulated figure differs by {100 * (edge - exact):+.4f} ± {100 * error:.4f} %."


def _counts(job: BlackjackJob, totals: Totals) -> list[int]:
    """How often each outcome came, all boxes together."""
    size = len(job.made.outcomes)
    rows = [totals.counts[start : start + size] for start in range(0, len(totals.counts), size)]
    return [sum(column) for column in zip(*rows, strict=True)]


def _histogram(job: BlackjackJob, totals: Totals) -> dict[int, int]:
    found: dict[int, int] = {}
    for outcome, times in zip(job.made.outcomes, _counts(job, totals), strict=True):
        if times:
            found[outcome.net] = found.get(outcome.net, 0) + times
    return dict(sorted(found.items()))


def _variance(job: BlackjackJob, totals: Totals) -> float:
    histogram = _histogram(job, totals)
    times = sum(histogram.values())
    mean = sum(net * number for net, number in histogram.items()) / times
    square = sum(net * net * number for net, number in histogram.items()) / times
    unit = totals.wagered / times
    return (square - mean * mean) / unit**2


class _Sum:
    """Of some boxes: how many, what they gained, and its square."""

    def __init__(self) -> None:
        self.times = self.net = self.square = self.wagered = 0

    def add(self, times: int, net: int, wagered: int) -> None:
        self.times += times
        self.net += times * net
        self.square += times * net * net
        self.wagered += times * wagered

    def share(self, name: str, exact: float | None = None) -> ResultShare:
        if not self.times or not self.wagered:
            return ResultShare(name, self.times, self.net, 0.0, 0.0)
        mean = self.net / self.times
        unit = self.wagered / self.times
        error = sqrt(max(self.square / self.times - mean * mean, 0.0) / self.times) / unit
        edge = -mean / unit
        z = None if exact is None else _z(edge - exact, error)
        return ResultShare(
            name, self.times, self.net, 100 * edge, 100 * error, None if exact is None else 100 * exact, z
        )


def _by_wager(job: BlackjackJob, totals: Totals, sevens: float | None) -> tuple[ResultShare, ...]:
    """Of the initial wager each, but Super Sevens of its own."""
    sums = [_Sum() for _ in WAGERS]
    amount = job.setup.options.super_sevens or 0
    for outcome, times in zip(job.made.outcomes, _counts(job, totals), strict=True):
        for place, total in enumerate(sums):
            total.add(times, outcome.gains[place], amount if place == SUPER_SEVENS else outcome.stake)
    comparable = sevens if job.setup.fresh else None
    names = enumerate(WAGERS)
    made = [sums[place].share(name, comparable if place == SUPER_SEVENS else None) for place, name in names]
    told = {0, SUPER_SEVENS} if amount else {0}
    told |= {1, 2} if job.setup.detail is Detail.WAGERS else set()
    strategy = job.setup.strategy
    told |= {INSURANCE} if strategy.insures or strategy.insures_at is not None else set()
    return tuple(share for place, share in enumerate(made) if place in told)


def _by_hand(job: BlackjackJob, totals: Totals) -> tuple[ResultShare, ...]:
    sums: dict[str, _Sum] = {}
    for outcome, times in zip(job.made.outcomes, _counts(job, totals), strict=True):
        sums.setdefault(outcome.label, _Sum()).add(times, outcome.net, outcome.stake)
    return tuple(total.share(name) for name, total in sorted(sums.items()) if total.times)


def _by_box(job: BlackjackJob, totals: Totals) -> tuple[ResultShare, ...]:
    size = len(job.made.outcomes)
    found = []
    for box in range(job.setup.boxes):
        total = _Sum()
        for outcome, times in zip(job.made.outcomes, totals.counts[box * size : (box + 1) * size], strict=True):
            total.add(times, outcome.net, outcome.stake)
        found.append(total.share(f"box {box + 1}"))
    return tuple(found)
