"""Rounds by the billion: tables made from the games' own functions, walked by compiled code.

Needs the extra `math`. Importing it says where compiled code is kept, so it comes before any kernel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.lazy import loader
from croupier.odds.blackjack import INSTALL, is_there
from croupier.simulate import store

if TYPE_CHECKING:
    from croupier.simulate.api import LayoutResult, Result, run
    from croupier.simulate.blackjack.exact import off_the_top
    from croupier.simulate.blackjack.setup import Setup
    from croupier.simulate.blackjack.strategies.strategy import HARD, UPS, ByChart, Chart, PlayStrategy
    from croupier.simulate.blackjack.strategies.strategy_file import open_strategy, read_strategy, write_strategy

if is_there():
    store.use_compiled()

__all__ = [
    "HARD",
    "INSTALL",
    "UPS",
    "ByChart",
    "Chart",
    "LayoutResult",
    "PlayStrategy",
    "Result",
    "Setup",
    "is_there",
    "off_the_top",
    "open_strategy",
    "read_strategy",
    "run",
    "write_strategy",
]

_load = loader(
    __name__,
    {
        "api": ("LayoutResult", "Result", "run"),
        "blackjack.exact": ("off_the_top",),
        "blackjack.setup": ("Setup",),
        "blackjack.strategies.strategy": ("HARD", "UPS", "ByChart", "Chart", "PlayStrategy"),
        "blackjack.strategies.strategy_file": ("open_strategy", "read_strategy", "write_strategy"),
    },
)


def __getattr__(name: str) -> Any:
    """What needs compiled code is loaded when it is asked for."""
    return _load(name)
