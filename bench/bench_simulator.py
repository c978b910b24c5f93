"""The simulator on one pinned core beside a plain branchy kernel of the same rules, then on two, then beside others.

Everything that is compared was measured in the same run, best of five, taking turns.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from bench import branchy, plain
from bench.rivals import rivals
from bench.setups import FRESH, ONE_BOX, SEVEN_BOXES
from bench.timing import best_seconds
from croupier import RouletteOptions
from croupier.games.roulette import roulette_game
from croupier.simulate.api import warm
from croupier.simulate.blackjack.job import blackjack_job
from croupier.simulate.engines import Threads
from croupier.simulate.job import CHUNK_ROUNDS, Job, Task, tasks
from croupier.simulate.layout import layout_job

MILLION = 1_000_000
CHUNKS_OF_A_THREAD = 96
FRESH_PROCESS = """
import resource, sys, time
from croupier import BlackjackOptions
from croupier.simulate.api import warm
from croupier.simulate.blackjack.job import blackjack_job
from croupier.simulate.blackjack.setup import Setup
job = blackjack_job(Setup(options=BlackjackOptions(decks=6), cut=260))
warm(job)
print(time.time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def main() -> None:
    jobs = [blackjack_job(setup) for setup in (ONE_BOX, FRESH, SEVEN_BOXES)]
    for job in jobs:
        warm(job)
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(everywhere)})
    _on_one_core(jobs)
    _spins()
    os.sched_setaffinity(0, everywhere)
    _on_two_cores(jobs[0])
    _fresh_process()
    print("Other packages' blackjack, simpler games all of them:")
    for rival in rivals():
        print(f"  {rival}")


def _chunk(job: Job, rounds: int = CHUNK_ROUNDS) -> Callable[[], object]:
    return lambda: job.run(7, Task(0, rounds))


def _on_one_core(jobs: Sequence[Job]) -> None:
    charts = branchy.charts(branchy.six_decks())
    boxes = CHUNK_ROUNDS // 8
    seconds = best_seconds(
        plain.job(charts), branchy.job(charts), _chunk(jobs[0]), _chunk(jobs[1]), _chunk(jobs[2], boxes)
    )
    rounds = (plain.ROUNDS, branchy.ROUNDS, CHUNK_ROUNDS, CHUNK_ROUNDS, 7 * boxes)
    first, tuned, one, fresh, hands = (number / spent for number, spent in zip(rounds, seconds, strict=True))
    print(f"a plain branchy kernel, one box, cut at 260 of 312: {first / MILLION:.1f} M rounds/s")
    print(f"the same, tuned until it is no longer plain: {tuned / MILLION:.1f} M rounds/s")
    times = f"{one / first:.2f} times the plain one (aim 5), {one / tuned:.2f} times the tuned one"
    print(f"one box, cut at 260: {one / MILLION:.1f} M rounds/s, {times}")
    print(f"one box, a fresh shoe each: {fresh / MILLION:.1f} M rounds/s, {fresh / one:.2f} of that (aim 0.25)")
    print(f"seven boxes with Super Sevens: {hands / MILLION:.1f} M hands/s, {hands / one:.2f} of that (aim 0.70)")


def _spins() -> None:
    """Twenty wagers of every kind on a spin."""
    game = roulette_game(RouletteOptions())
    areas = tuple(game.areas)
    job = layout_job(game, [(areas[place * 7 % len(areas)], 5_00 + 50 * place) for place in range(20)])
    warm(job)
    rounds = 100 * MILLION
    (seconds,) = best_seconds(_chunk(job, rounds))
    print(f"roulette, {len(job.wagers)} wagers a spin: {rounds / seconds / MILLION:.0f} M spins/s (aim 50)")


def _on_two_cores(job: Job) -> None:
    rounds = CHUNKS_OF_A_THREAD * CHUNK_ROUNDS

    def threads(number: int) -> Callable[[], object]:
        return lambda: list(Threads(number).results(job, 7, tasks(rounds)))

    one, two = best_seconds(threads(1), threads(2))
    rates = f"one thread {rounds / one / MILLION:.1f}, two {rounds / two / MILLION:.1f} M rounds/s"
    print(f"{rates}: {one / two:.2f} times (aim 1.8)")


def _fresh_process() -> None:
    best, memory = float("inf"), 0
    for _ in range(3):
        began = time.time()
        command = (sys.executable, "-c", FRESH_PROCESS)
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600)
        ready, peak = done.stdout.split()
        best, memory = min(best, float(ready) - began), int(peak)
    print(f"a fresh process is at full speed after {best:.2f} s (aim 3), with {memory / 1000:.0f} MB")
