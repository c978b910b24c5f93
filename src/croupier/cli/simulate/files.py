"""What a simulation writes: its results as JSON, CSV or Parquet, and pictures of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec

from croupier.cli.simulate import parquet
from croupier.cli.simulate.options import Running
from croupier.cli.simulate.subject import RunReport, Subject
from croupier.report import simulation_plots
from croupier.report.plots import Format
from croupier.report.simulation_plots import Convergence, Moment, Paths

if TYPE_CHECKING:
    from croupier.simulate.api import Ran
    from croupier.simulate.job import Totals
    from croupier.simulate.tally import Point

COLUMNS = ("cents", "times", "share", "exact_share")
PATHS = 5
PATH_ROUNDS = 10_000
PATH_POINTS = 400
"""More than that an eye does not see."""
SETTLING = 1000
"""Of how many parts of the run the first is where the picture of its settling begins."""
FEWEST = 64


# Tables


def table(path: Path, told: RunReport) -> bytes:
    """What the file's ending asks for."""
    suffix = path.suffix.lower()
    if suffix == ".json":
        return msgspec.json.format(msgspec.json.encode(told.document), indent=2) + b"\n"
    return _as_csv(told) if suffix == ".csv" else parquet.table(COLUMNS, _records(told), told.document)


def _records(told: RunReport) -> Iterator[tuple[int, int, float, float | None]]:
    whole = sum(row.times for row in told.rows)
    for row in told.rows:
        yield row.cents, row.times, row.times / whole, row.exact


def _as_csv(told: RunReport) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(_records(told))
    return text.getvalue().encode()


# Pictures


def picture(name: str, path: Path, run: tuple[Subject, Running, Ran], told: RunReport) -> bytes:
    subject, running, found = run
    format = cast("Format", path.suffix.lower().removeprefix("."))
    if name == "paths":
        return simulation_plots.paths(_paths(subject, running, found.done.totals), format)
    if name == "distribution":
        rounds = f"{sum(row.times for row in told.rows):,}"
        title = f"{subject.title}: {rounds} results"
        return simulation_plots.distribution(title, subject.axis, {row.cents: row.times for row in told.rows}, format)
    return simulation_plots.convergence(_convergence(subject, running, found, told), format)


def _paths(subject: Subject, running: Running, totals: Totals) -> Paths:
    """The first rounds of some chunks: every chunk is a world of its own."""
    rounds = min(totals.rounds, PATH_ROUNDS)
    mean = totals.net / totals.rounds
    return Paths(
        title=f"{subject.title}: {PATHS} bankrolls",
        paths=tuple(_path(subject.gains(running.seed, chunk, rounds)) for chunk in range(PATHS)),
        mean=mean,
        deviation=max(totals.net_squared / totals.rounds - mean * mean, 0.0) ** 0.5,
    )


def _path(gains: Sequence[int]) -> tuple[tuple[int, int], ...]:
    step = max(len(gains) // PATH_POINTS, 1)
    gained, found = 0, [(0, 0)]
    for played, gain in enumerate(gains, start=1):
        gained += gain
        if played % step == 0 or played == len(gains):
            found.append((played, gained))
    return tuple(found)


def _convergence(subject: Subject, running: Running, found: Ran, told: RunReport) -> Convergence:
    from croupier.simulate.job import CHUNK_ROUNDS

    trail = found.done.trail
    begin = max(trail[-1].rounds // SETTLING, FEWEST) if trail else FEWEST
    late = [_moment(point) for point in trail if point.rounds >= max(begin, CHUNK_ROUNDS)]
    early = _early(subject, running.seed, begin, min(found.done.totals.rounds, CHUNK_ROUNDS))
    moments = {each.rounds: each for each in (*early, *late)}
    return Convergence(
        title=f"{subject.title}: how the edge settled",
        moments=tuple(moments[rounds] for rounds in sorted(moments)),
        exact_percent=told.exact_percent,
        exact_name=told.exact_name,
    )


def _early(subject: Subject, seed: int, begin: int, end: int) -> list[Moment]:
    """What lies within the first chunk. Its first rounds are the same however many follow, so they are run again."""
    from croupier.simulate.job import Task

    marks = [end]
    while (before := round(marks[-1] / 2**0.5)) >= begin:
        marks.append(before)
    return [_moment(subject.job.run(seed, Task(0, rounds)).totals) for rounds in marks]


def _moment(sums: Any) -> Moment:
    from croupier.simulate.measure import gain_of, standard_error_of

    known: Totals | Point = sums
    return Moment(known.rounds, -100 * gain_of(known), 100 * standard_error_of(known))
