"""Mutation testing of the rules: `python3 start.py mutate [PATH ...]`, never part of the test run.

mutmut changes the code a line at a time and runs the clause tests on each change; what no test notices survives. All
of it takes a long while, so by default a seeded sample is taken: enough to say how sharp the tests are.

    python3 start.py mutate                                  a sample of 600 over all of games/
    python3 start.py mutate src/croupier/games/roulette      a sample of one part
    python3 start.py mutate --sample 0 src/croupier/games    every mutant
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutation"
COPIED = ("src", "tests", "pyproject.toml", "README.md", "LICENSE", "NOTICE", "hatch_build.py")
DEFAULT_SAMPLE = 600
SEED = 20261115
AIM_PERCENT = 95
SURVIVED, NO_TESTS, SKIPPED = 0, 33, 34
TIMED_OUT = (-24, 24, 36, 152)
SHOW_SECONDS = 600


def main() -> int:
    parser = argparse.ArgumentParser(prog="start.py mutate", description="Mutation testing of the rules.")
    parser.add_argument("paths", nargs="*", default=["src/croupier/games"])
    parser.add_argument("--sample", type=int, default=DEFAULT_SAMPLE, help="how many mutants, 0 for all")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--tests", nargs="+", default=[], help="the tests to run, the clause tests by default")
    options = parser.parse_args()
    prepare(options.paths, options.tests)
    names = mutants()
    if options.sample and options.sample < len(names):
        names = sorted(random.Random(options.seed).sample(names, options.sample))
    set_aside(set(verdicts()) - set(names))
    print(f"{len(names)} mutants, seed {options.seed}", flush=True)
    run_mutmut("run", "--max-children", str(os.cpu_count() or 1))
    return report(names)


def prepare(paths: list[str], tests: list[str]) -> None:
    """A copy of the project, so that mutants never touch the work tree."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, WORK / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy2(source, WORK / name)
    settings = WORK / "pyproject.toml"
    listed = ", ".join(f'"{path if path.endswith(".py") else path.rstrip("/") + "/*"}"' for path in paths)
    # With its own brevity mutmut gives pytest options under which a long list of tests is an error.
    said = settings.read_text().replace("[tool.mutmut]", "[tool.mutmut]\ndebug = true")
    text = said.replace('only_mutate = ["src/croupier/games/*"]', f"only_mutate = [{listed}]")
    if tests:
        chosen = ", ".join(f'"{test}"' for test in tests)
        text = re.sub(r"(pytest_add_cli_args_test_selection = )\[.*?\]", rf"\g<1>[{chosen}]", text, flags=re.DOTALL)
    settings.write_text(text)


def run_mutmut(*words: str) -> None:
    subprocess.run((sys.executable, "-m", "mutmut", *words), cwd=WORK, check=False, stdout=subprocess.DEVNULL)


def verdicts() -> dict[str, int | None]:
    """Every mutant with the exit code of its tests: 0 where it survived, `None` where it was not run."""
    found: dict[str, int | None] = {}
    for path in sorted((WORK / "mutants").rglob("*.meta")):
        found |= json.loads(path.read_text())["exit_code_by_key"]
    return found


def mutants() -> list[str]:
    """Every mutant there is: mutmut makes them all before it looks for one that nobody has."""
    run_mutmut("run", "none")
    return sorted(verdicts())


def set_aside(names: set[str]) -> None:
    """Mark mutants as done. A list of the others on mutmut's command line makes pytest fail where it is long."""
    for path in (WORK / "mutants").rglob("*.meta"):
        data = json.loads(path.read_text())
        data["exit_code_by_key"] |= {name: SKIPPED for name in data["exit_code_by_key"] if name in names}
        path.write_text(json.dumps(data))


def report(names: list[str]) -> int:
    """The score, and every survivor as a difference from the code."""
    codes = verdicts()
    if not any(codes.get(name) is not None for name in names):
        print("No mutant was tried: the clause tests fail on the code as it is.", file=sys.stderr)
        return 2
    survivors = [name for name in names if codes.get(name) in (SURVIVED, NO_TESTS, None)]
    killed = len(names) - len(survivors)
    for name in survivors:
        shown = subprocess.run(
            (sys.executable, "-m", "mutmut", "show", name),
            cwd=WORK,
            check=False,
            capture_output=True,
            text=True,
            timeout=SHOW_SECONDS,
        )
        print(f"\n{name}\n{shown.stdout}")
    percent = 100 * killed / max(len(names), 1)
    late = sum(codes.get(name) in TIMED_OUT for name in names)
    print(f"{killed} of {len(names)} mutants killed, {late} of them by time: {percent:.1f} %, aim {AIM_PERCENT} %")
    return 0 if percent >= AIM_PERCENT else 1


if __name__ == "__main__":
    sys.exit(main())
