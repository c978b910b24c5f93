"""The simulator on this machine's GPUs: how fast whole runs are, and whether they agree.

With the processor, to the round, and with the exact edge, over 10^12 rounds. Where the profiler `ncu` is installed, how
full the GPU was.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from bench.setups import FRESH, ONE_BOX, SEVEN_BOXES, SEVEN_FRESH
from croupier import MoneyWheelOptions, RouletteOptions, TaiSaiOptions
from croupier.games.money_wheel import money_wheel_game
from croupier.games.position import Position
from croupier.games.roulette import roulette_game
from croupier.games.tai_sai import tai_sai_game
from croupier.simulate.api import Ran, ran
from croupier.simulate.blackjack.job import BlackjackJob, blackjack_job
from croupier.simulate.blackjack.results import figures as blackjack_figures
from croupier.simulate.engines import Cuda, Threads, Unavailable
from croupier.simulate.job import CHUNK_ROUNDS
from croupier.simulate.layout import LayoutJob, layout_job
from croupier.simulate.layout import figures as layout_figures
from croupier.simulate.runner import conduct

ROOT = Path(__file__).resolve().parent.parent
SEED = 1
MANY = 10**12
"""The standard error of the edge is then about 0.0001 %."""
COMPARED = 3 * CHUNK_ROUNDS + 4321
PROFILED_CHUNKS = 64
OCCUPANCY = "sm__warps_active.avg.pct_of_peak_sustained_active"


class Measured(NamedTuple):
    """What is run, how often, and how fast it should be."""

    name: str
    rounds: int
    aim: float


RUNS = (
    Measured("one box, cut at 260", MANY, 7.5e10),
    Measured("one box, a fresh shoe each", MANY, 3.75e10),
    Measured("seven boxes with Super Sevens", MANY // 20, 5e9),
    Measured("seven boxes, a fresh shoe each", MANY // 20, 0),
    Measured("roulette, one wager", MANY, 0),
    Measured("money wheel, one wager", MANY, 0),
    Measured("Tai-Sai, one wager", MANY, 0),
)


def job_called(name: str) -> BlackjackJob | LayoutJob:
    setups = {RUNS[0].name: ONE_BOX, RUNS[1].name: FRESH, RUNS[2].name: SEVEN_BOXES, RUNS[3].name: SEVEN_FRESH}
    if name in setups:
        return blackjack_job(setups[name])
    games = {
        RUNS[4].name: (roulette_game(RouletteOptions()), Position("red")),
        RUNS[5].name: (money_wheel_game(MoneyWheelOptions()), Position("A")),
        RUNS[6].name: (tai_sai_game(TaiSaiOptions()), Position("small")),
    }
    game, position = games[name]
    return layout_job(game, [(position, 10_00)])


def main() -> None:
    try:
        engine = Cuda()
    except Unavailable as error:
        print(error)
        return
    for run in RUNS:
        _measure(run, engine)
    engine.close()


def _measure(run: Measured, engine: Cuda) -> None:
    job = job_called(run.name)
    ran(job, seed=SEED, rounds=1 << 30, engine=engine)
    found = ran(job, seed=SEED, rounds=run.rounds, engine=engine)
    aim = f" (aim {run.aim:.2e})" if run.aim else ""
    print(f"{run.name}: {found.rounds_per_second:.3e} rounds/s{aim}, {run.rounds:.0e} rounds in {found.seconds:.1f} s")
    print(f"  {_agreement(job, found)}")
    print(f"  {_parity(job, engine)}")
    print(f"  {_occupancy(run.name)}", flush=True)


def _agreement(job: BlackjackJob | LayoutJob, found: Ran) -> str:
    totals = found.done.totals
    if isinstance(job, LayoutJob):
        whole = layout_figures(job, totals).whole
        told = f"edge {whole.edge_percent:.6f} % ± {whole.standard_error_percent:.6f} %"
        return f"{told}, exactly {float(whole.exact.edge) * 100:.6f} %, z {whole.z:+.2f}"
    figures = blackjack_figures(job, totals)
    told = f"edge {figures.edge_percent:.6f} % ± {figures.standard_error_percent:.6f} %"
    if figures.z is None or figures.exact_percent is None:
        return f"{told}; no exact figure with a cutting card"
    return f"{told}, exactly {figures.exact_percent:.6f} %, z {figures.z:+.2f}"


def _parity(job: BlackjackJob | LayoutJob, engine: Cuda) -> str:
    threads = Threads()
    here = conduct(job, seed=SEED, rounds=COMPARED, engine=threads).totals
    threads.close()
    same = conduct(job, seed=SEED, rounds=COMPARED, engine=engine).totals == here
    return f"{COMPARED:,} rounds {'to the round as' if same else 'NOT AS'} on the processor"


def _occupancy(name: str) -> str:
    """How many of the warps that a GPU can hold were there, as its profiler has it."""
    profiler = shutil.which("ncu")
    if profiler is None:
        return "occupancy: no profiler here (ncu)"
    asked = (profiler, "--csv", "--clock-control", "none", "--metrics", OCCUPANCY, "-k", "play")
    child = (sys.executable, "-c", f"from bench.bench_gpu import profiled; profiled({name!r})")
    done = subprocess.run((*asked, *child), cwd=ROOT, capture_output=True, text=True, check=False, timeout=1800)
    rows = list(csv.reader(line for line in done.stdout.splitlines() if OCCUPANCY in line))
    return f"occupancy: {rows[-1][-1]} % of the warps" if rows else "occupancy: the profiler gave none"


def profiled(name: str) -> None:
    """Some chunks of that run, for the profiler to look at."""
    ran(job_called(name), seed=SEED, rounds=PROFILED_CHUNKS * CHUNK_ROUNDS, engine=Cuda())


if __name__ == "__main__":
    main()
