"""How far a simulation is, on standard error where that is a terminal: nobody else wants to know."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from croupier.cli.simulate.subject import places_of

if TYPE_CHECKING:
    from croupier.simulate.job import Totals

ROOM_FOR_BAR = 70
SECONDS_OF_HOUR = 3600


def watched(*, quiet: bool) -> Console | None:
    """The terminal, where there is one and nobody asked for one document and nothing else."""
    return Console(stderr=True, highlight=False) if sys.stderr.isatty() and not quiet else None


@contextmanager
def busy(words: str, *, quiet: bool) -> Iterator[None]:
    """Something takes a while."""
    console = watched(quiet=quiet)
    if console is None:
        yield
        return
    with console.status(words, spinner="line"):
        yield


class Watching:
    """A bar with the rate, the time left, and the edge with its error as it narrows."""

    def __init__(self, rounds: int, until: float | None, *, quiet: bool) -> None:
        self._rounds, self._until, self._quiet = rounds, until, quiet
        self._progress: Progress | None = None
        self._task = TaskID(0)
        self._began = 0.0
        self._before: int | None = None

    def __enter__(self) -> Self:
        console = watched(quiet=self._quiet)
        if console is not None:
            bar = (BarColumn(bar_width=None),) if console.width >= ROOM_FOR_BAR else ()
            said = TextColumn("{task.fields[said]}", markup=False)
            share = TextColumn("{task.percentage:>3.0f} %", markup=False)
            self._progress = Progress(*bar, share, said, console=console, transient=True, expand=bool(bar))
            self._task = self._progress.add_task("", total=1.0, said="")
            self._progress.start()
        self._began = time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def __call__(self, totals: Totals, _seconds: float) -> None:
        if self._progress is None:
            return
        if self._before is None:
            # What a checkpoint brought along, or the first chunk: the rate is that of what follows.
            self._before, self._began = totals.rounds, time.perf_counter()
        from croupier.simulate.measure import gain_of, standard_error_of

        edge, error = -100 * gain_of(totals), 100 * standard_error_of(totals)
        end = self._end(totals.rounds, error)
        said = f"{self._pace(totals.rounds, end)}{edge:.{places_of(error)}f} ± {error:.{places_of(error)}f} %"
        self._progress.update(self._task, completed=min(totals.rounds / end, 1.0), said=said)

    def _end(self, rounds: int, error: float) -> float:
        """At how many rounds it will end. Four times the rounds halve the error."""
        if self._until is None or error <= 0:
            return self._rounds
        return max(min(self._rounds, rounds * (error / self._until) ** 2), rounds)

    def _pace(self, rounds: int, end: float) -> str:
        fresh, passed = rounds - (self._before or 0), time.perf_counter() - self._began
        if fresh <= 0 or passed <= 0:
            return ""
        rate = fresh / passed
        return f"{short(rate)}/s  {span((end - rounds) / rate)} left  "


def short(number: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return f"{number:.0f}"


def span(seconds: float) -> str:
    whole = round(seconds)
    hours, rest = divmod(whole, SECONDS_OF_HOUR)
    return f"{hours:,}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
