"""The floor under faults, run by run: `python3 start.py simulate-floor`.

python3 start.py simulate-floor --seeds 1000            seeds 1 to 1000; goes on where it was stopped
python3 start.py simulate-floor --seed 42               one run, told in full; the same every time
python3 start.py simulate-floor --seeds 1000 --bug key_not_kept    with a bug planted on purpose
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.floor_simulation.planted import BUGS, run_with
from tests.floor_simulation.world import Outcome

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "floor-simulation.json"
SAVE_EVERY = 50
HASH_SEED = "0"
"""Sets of words are walked in an order that hangs on it, and the same seed must give the same run."""


class Progress(Struct):
    """What has been run so far, kept in a file so that a long run can be stopped and go on."""

    done: int = 0
    """Seeds 1 to this one are done."""
    steps: int = 0
    commits: int = 0
    entries: int = 0
    receipts: int = 0
    faults: dict[str, int] = {}
    found: dict[int, str] = {}
    """Violations by seed."""

    def add(self, outcome: Outcome) -> None:
        self.done = outcome.seed
        self.steps += outcome.steps
        self.commits += outcome.commits
        self.entries += outcome.entries
        self.receipts += outcome.receipts
        self.faults = dict(Counter(self.faults) + Counter(outcome.faults))
        if outcome.violation:
            self.found[outcome.seed] = outcome.violation


def main() -> int:
    options = _options()
    if options.seed is not None:
        return _tell_one(options.seed, options.bug)
    keeps = options.bug is None
    progress = _kept(options.kept) if keeps and not options.anew else Progress(done=options.first - 1)
    if progress.done and not options.anew:
        print(f"Seeds 1 to {progress.done} are done already (--anew begins again).")
    try:
        for outcome in _outcomes(range(progress.done + 1, options.seeds + 1), options.bug, options.jobs):
            progress.add(outcome)
            if outcome.violation:
                print(f"seed {outcome.seed}: {outcome.violation}", flush=True)
                if options.bug:
                    break
            if keeps and outcome.seed % SAVE_EVERY == 0:
                _keep(options.kept, progress)
    except KeyboardInterrupt:
        print("Stopped; the same command goes on from here.")
    if keeps:
        _keep(options.kept, progress)
    _tell(progress)
    return 1 if progress.found else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="start.py simulate-floor", description="The floor under faults, from seeds.")
    parser.add_argument("--seeds", type=int, default=1000, metavar="N", help="run seeds 1 to N (1000)")
    parser.add_argument("--seed", type=int, metavar="N", help="run this seed alone, and tell all of it")
    parser.add_argument("--bug", choices=sorted(BUGS), help="plant this bug, and stop when it is found")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (one a core)")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="with --anew: begin with this seed")
    parser.add_argument("--kept", type=Path, default=KEPT, metavar="FILE", help="where to note what is done")
    parser.add_argument("--anew", action="store_true", help="begin again, whatever is done already")
    return parser.parse_args()


def _outcomes(seeds: Iterable[int], bug: str | None, jobs: int) -> Iterator[Outcome]:
    """In the order of the seeds."""
    if jobs == 1:
        yield from map(partial(run_with, bug=bug), seeds)
        return
    waiting = iter(seeds)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(run_with, seed, bug) for seed in islice(waiting, 2 * jobs)]
        try:
            while running:
                yield running.pop(0).result()
                running += [pool.submit(run_with, seed, bug) for seed in islice(waiting, 1)]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _kept(file: Path) -> Progress:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Progress)
    except (OSError, msgspec.MsgspecError):
        return Progress()


def _keep(file: Path, progress: Progress) -> None:
    file.parent.mkdir(exist_ok=True)
    part = file.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(progress))
    part.replace(file)


def _tell(progress: Progress) -> None:
    print(f"{progress.done} is the last seed. In all {progress.steps} steps, {progress.commits} commits,")
    print(f"{progress.entries} entries and {progress.receipts} receipts. Faults:")
    for kind, count in sorted(progress.faults.items()):
        print(f"  {kind:26} {count}")
    found = len(progress.found)
    print("No violation." if not found else f"{found} seeds with a violation: {sorted(progress.found)[:10]}")


def _tell_one(seed: int, bug: str | None) -> int:
    outcome = run_with(seed, bug)
    print(msgspec.json.format(msgspec.json.encode(outcome), indent=2).decode())
    return 1 if outcome.violation else 0


def with_fixed_hashes() -> None:
    """Start this program again where hashes of words differ from run to run."""
    if os.environ.get("PYTHONHASHSEED") != HASH_SEED:
        os.environ["PYTHONHASHSEED"] = HASH_SEED
        again = (sys.executable, "-m", "tests.floor_simulation", *sys.argv[1:])
        sys.exit(subprocess.run(again, check=False).returncode)


if __name__ == "__main__":
    with_fixed_hashes()
    sys.exit(main())
