"""Runs as a program asks for them: `croupier.simulate.run`."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import overload

from msgspec import Struct

from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.layout.game import Game
from croupier.games.position import Position
from croupier.record.files.simulation import MOST_SEED
from croupier.simulate import store
from croupier.simulate.blackjack.job import BlackjackJob, blackjack_job
from croupier.simulate.blackjack.results import Figures, figures
from croupier.simulate.blackjack.setup import STAKE, Setup
from croupier.simulate.blackjack.strategies.strategy import FORMER_NAME, Chart, ChoiceSource, PlayStrategy
from croupier.simulate.blackjack.strategies.strategy_file import open_strategy
from croupier.simulate.blackjack.tabulated.boxes import Detail
from croupier.simulate.engines import ChunkEngine, Cuda, Threads
from croupier.simulate.job import Job, Task, Totals
from croupier.simulate.layout import LayoutFigures, LayoutJob, layout_job
from croupier.simulate.layout import figures as layout_figures
from croupier.simulate.measure import standard_error_of
from croupier.simulate.runner import Conducted, Watch, conduct
from croupier.simulate.tally import Until

_WARMING = 64
"""Rounds enough to compile everything that a run meets."""


class Ran(Struct, frozen=True):
    """A job that was run."""

    done: Conducted
    seconds: float
    """By the clock, compilation apart."""

    @property
    def rounds_per_second(self) -> float:
        fresh = self.done.totals.rounds - self.done.resumed_rounds
        return fresh / self.seconds if self.seconds > 0 else 0.0


class Result(Struct, frozen=True):
    """A run of blackjack."""

    setup: Setup
    seed: int
    rounds: int
    totals: Totals
    figures: Figures
    seconds: float
    rounds_per_second: float
    interrupted: bool


class LayoutResult(Struct, frozen=True):
    """A run of roulette, the money wheel or Tai-Sai."""

    wagers: tuple[tuple[Position, int], ...]
    seed: int
    rounds: int
    figures: LayoutFigures
    """What all wagers came to together (`whole`), each by itself, and how often each result came."""
    seconds: float
    rounds_per_second: float


def warm(job: Job) -> None:
    """Compile what the job needs, or load it, and vouch for it in the cache."""
    job.run(0, Task(0, _WARMING))
    store.vouch()


def enough(percent: float) -> Until:
    """Whether the standard error is as small as that, in percent of the initial wager."""
    return lambda totals: 0 < 100 * standard_error_of(totals) <= percent


def ran(
    job: Job,
    *,
    seed: int,
    rounds: int,
    engine: ChunkEngine,
    until: float | None = None,
    checkpoint: Path | None = None,
    watch: Watch | None = None,
    stop: threading.Event | None = None,
) -> Ran:
    """A whole run of any job, `until` being a standard error in percent."""
    warm(job)
    if isinstance(engine, Cuda):
        engine.prepare(job)
    began = time.perf_counter()
    judged = None if until is None else enough(until)
    done = conduct(
        job, seed=seed, rounds=rounds, engine=engine, until=judged, checkpoint=checkpoint, watch=watch, stop=stop
    )
    return Ran(done, time.perf_counter() - began)


def strategy_of(told: str | Path | PlayStrategy | Chart) -> PlayStrategy:
    """A strategy by its name (total, composition, cdp1), from a file, or as it is.

    Raises `croupier.record.Unreadable` for a file that cannot be read as one, and `OSError` where there is none.
    """
    if isinstance(told, PlayStrategy):
        return told
    if isinstance(told, Chart):
        return PlayStrategy(chart=told)
    if isinstance(told, str) and told in (*ChoiceSource, FORMER_NAME):
        return PlayStrategy(source=ChoiceSource(told))
    return open_strategy(Path(told))


@overload
def run(
    options: BlackjackOptions | None = None,
    strategy: str | Path | PlayStrategy | Chart = "total",
    rounds: int = 100_000_000,
    seed: int = 1,
    *,
    boxes: int = 1,
    stake: int = STAKE,
    cut: int | None = None,
    fresh: bool = False,
    detail: Detail = Detail.NONE,
    engine: ChunkEngine | None = None,
) -> Result: ...


@overload
def run(
    options: Game,
    *,
    wagers: Iterable[tuple[Position, int]],
    rounds: int = 100_000_000,
    seed: int = 1,
    engine: ChunkEngine | None = None,
) -> LayoutResult: ...


def run(
    options: BlackjackOptions | Game | None = None,
    strategy: str | Path | PlayStrategy | Chart = "total",
    rounds: int = 100_000_000,
    seed: int = 1,
    *,
    boxes: int = 1,
    stake: int = STAKE,
    cut: int | None = None,
    fresh: bool = False,
    detail: Detail = Detail.NONE,
    wagers: Iterable[tuple[Position, int]] | None = None,
    engine: ChunkEngine | None = None,
) -> Result | LayoutResult:
    """Simulate this many rounds of a game; amounts are cents. Raises `Refused` for what the rules do not allow.

    Blackjack: `run(BlackjackOptions(decks=6), "total", rounds=10**7)`. The options are those of a table and of the
    solver. The other games: `run(table.game, wagers=[(red, 10_00)], rounds=10**7)`, the same wagers in every round.
    """
    if rounds < 1 or not 0 <= seed <= MOST_SEED:
        raise ValueError(f"at least one round, and a seed from 0 to {MOST_SEED}, not {rounds} and {seed}")
    engine = Threads() if engine is None else engine
    if isinstance(options, Game):
        if wagers is None:
            raise TypeError(f"{options.title} needs wagers: run(game, wagers=[(position, cents)])")
        return _run_layout(layout_job(options.with_every_wager(), list(wagers)), rounds, seed, engine)
    if wagers is not None or not isinstance(options, BlackjackOptions | None):
        raise TypeError("pass BlackjackOptions for blackjack, or table.game and wagers for another game")
    setup = Setup(
        BlackjackOptions() if options is None else options,
        strategy_of(strategy),
        boxes=boxes,
        stake=stake,
        cut=cut,
        fresh=fresh,
        detail=detail,
    )
    job = blackjack_job(setup)
    found = ran(job, seed=seed, rounds=rounds, engine=engine)
    if found.done.interrupted:
        # A program that is to go on with what is done uses `ran`.
        raise KeyboardInterrupt
    return result_of(job, seed, found)


def _run_layout(job: LayoutJob, rounds: int, seed: int, engine: ChunkEngine) -> LayoutResult:
    found = ran(job, seed=seed, rounds=rounds, engine=engine)
    if found.done.interrupted:
        raise KeyboardInterrupt
    totals = found.done.totals
    return LayoutResult(
        job.wagers, seed, totals.rounds, layout_figures(job, totals), found.seconds, found.rounds_per_second
    )


def result_of(job: BlackjackJob, seed: int, found: Ran) -> Result:
    totals = found.done.totals
    return Result(
        job.setup,
        seed,
        totals.rounds,
        totals,
        figures(job, totals),
        found.seconds,
        found.rounds_per_second,
        found.done.interrupted,
    )
