"""The blackjack solver. Its sums are compiled: they need the extra `math`."""

from __future__ import annotations

from importlib.util import find_spec

NEEDED = ("numpy", "numba")
INSTALL = "pip install 'croupier[math]'"
"""How to get what the solver and the simulator need."""


def is_there() -> bool:
    """Whether the compiled parts can be loaded here."""
    return all(find_spec(name) is not None for name in NEEDED)
