"""Compile the kernels of solver and simulator once, into the user's cache: `python -m tools.kernels`.

On a fresh machine each worker of pytest would compile them for itself, half a minute of processor time each.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO

from croupier.cli import main as croupier

FEW = ("--rounds", "1000", "--json")
SEVENS = ("--super-sevens", "2.50")
SOLVER = (("solve", "blackjack", "--json"),)
SIMULATOR = (
    ("simulate", "blackjack", *FEW),
    ("simulate", "blackjack", "--audit", "50", *FEW),
    ("simulate", "blackjack", "--fresh-shoe", "--audit", "50", *FEW),
    ("simulate", "blackjack", "--boxes", "3", *FEW),
    ("simulate", "blackjack", "--boxes", "7", *SEVENS, *FEW),
    ("simulate", "blackjack", "--by", "wagers", "--insurance", "always", *SEVENS, *FEW),
    ("simulate", "blackjack", "--strategy", "examples/strategies/hi-lo.toml", *FEW),
    ("simulate", "roulette", "--on", "red", "--wager", "10", "--audit", "50", *FEW),
)
"""Each kernel that tests of several processes use is needed by one of them."""
PARTS = {"solver": SOLVER, "simulator": SIMULATOR}
"""Each in a process of its own: the simulator keeps the kernels of the solver among its own, and does not find those
that the solver has kept for itself."""

LIMIT_SECONDS = 900
"""For all kernels of a part: they take a minute where nothing is kept, and more where other work is going on."""


def main(*words: str) -> int:
    if not words:
        commands = [(sys.executable, "-m", "tools.kernels", part) for part in PARTS]
        each = [subprocess.run(command, check=False, timeout=LIMIT_SECONDS) for command in commands]
        return max(done.returncode for done in each)
    with redirect_stdout(StringIO()):
        return max(croupier(list(command)) for part in words for command in PARTS[part])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
