"""Compile the kernels of the simulator once, into the user's cache: `python -m tools.kernels`.

On a fresh machine each worker of pytest would compile them for itself, half a minute of processor time each.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from io import StringIO

from croupier.cli import main as croupier

FEW = ("--rounds", "1000", "--json")
SEVENS = ("--super-sevens", "2.50")
COMMANDS = (
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


def main() -> int:
    with redirect_stdout(StringIO()):
        return max(croupier(list(command)) for command in COMMANDS)


if __name__ == "__main__":
    sys.exit(main())
