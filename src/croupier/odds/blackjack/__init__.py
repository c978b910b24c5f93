"""The blackjack solver. Its sums are over arrays: they need the extra `math`."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from croupier.lazy import loader

if TYPE_CHECKING:
    from croupier.odds.blackjack.solver import Shoe, Solution, Strategy, solve

__all__ = ["INSTALL", "Shoe", "Solution", "Strategy", "is_there", "solve"]

NEEDED = ("numpy", "numba")
INSTALL = "pip install 'croupier[math]'"
"""How to get what the solver and the simulator need."""


def is_there() -> bool:
    """Whether all of the extra can be loaded here."""
    return all(find_spec(name) is not None for name in NEEDED)


_load = loader(__name__, {"solver": ("Shoe", "Solution", "Strategy", "solve")})


def __getattr__(name: str) -> Any:
    """What needs arrays is loaded when it is asked for."""
    return _load(name)
