"""Compile the kernels of solver and simulator once, into the user's cache: `python -m tools.kernels`.

On a fresh machine each worker of pytest would compile them for itself, half a minute of processor time each.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from io import StringIO

from croupier.cli import main as croupier

FEW = ("--rounds", "1000", "--json")
COMMANDS = (
    ("solve", "blackjack", "--json"),
    ("simulate", "blackjack", *FEW),
    ("simulate", "blackjack", "--fresh-shoe", *FEW),
    ("simulate", "blackjack", "--boxes", "3", *FEW),
    ("simulate", "blackjack", "--strategy", "examples/strategies/hi-lo.toml", *FEW),
    ("simulate", "roulette", "--on", "red", "--wager", "10", *FEW),
)
"""Each kernel is needed by one of them."""


def main() -> int:
    with redirect_stdout(StringIO()):
        return max(croupier(list(command)) for command in COMMANDS)


if __name__ == "__main__":
    sys.exit(main())
