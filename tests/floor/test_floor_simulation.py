"""The floor under faults: seeded runs of several servers, and bugs planted on purpose that such a run must find."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.floor_simulation.__main__ import HASH_SEED
from tests.floor_simulation.planted import BUGS

ROOT = Path(__file__).resolve().parents[2]
SEEDS, AT_ONCE = 200, 50
LONGEST_SECONDS = 280
FOUND_WITHIN = 60
"""Seeds: each planted bug is found by one of the first few, and the bound leaves room for changes of the product."""


def simulate(*words: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "tests.floor_simulation", *words)
    # As the program would start itself anew: nothing need be imported twice.
    surroundings = {**os.environ, "PYTHONHASHSEED": HASH_SEED}
    return subprocess.run(
        command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=LONGEST_SECONDS, check=False
    )


@pytest.mark.parametrize("first", range(1, SEEDS, AT_ONCE))
def test_nothing_goes_wrong_whatever_fails(tmp_path: Path, first: int) -> None:
    last = str(first + AT_ONCE - 1)
    kept = str(tmp_path / "kept.json")
    done = simulate("--anew", "--first", str(first), "--seeds", last, "--jobs", "1", "--kept", kept)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No violation." in done.stdout
    for kind in ("crash", "hang", "partition", "clock jump", "commit lost after", "database out of reach"):
        assert f"  {kind} " in done.stdout


def test_a_seed_gives_the_same_run_every_time() -> None:
    first, second = (simulate("--seed", "7").stdout for _ in range(2))
    assert first == second
    assert msgspec.json.decode(first)["entries"] > 0


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str) -> None:
    done = simulate("--bug", bug, "--seeds", str(FOUND_WITHIN), "--jobs", "1")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 seeds with a violation" in done.stdout


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.json")
    simulate("--seeds", "2", "--jobs", "1", "--kept", kept)
    done = simulate("--seeds", "3", "--jobs", "1", "--kept", kept)
    assert "Seeds 1 to 2 are done already" in done.stdout
    assert "3 is the last seed" in done.stdout
