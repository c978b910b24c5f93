"""Rounds by the billion: tables made from the games' own functions, walked by compiled code.

Needs the extra `math`. Importing it says where compiled code is kept, so it comes before any kernel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.odds.blackjack import INSTALL, is_there
from croupier.simulate import store

if TYPE_CHECKING:
    from croupier.simulate.api import LayoutResult, Result, run

if is_there():
    store.use_compiled()

__all__ = ["INSTALL", "LayoutResult", "Result", "is_there", "run"]


def __getattr__(name: str) -> Any:
    """What needs compiled code is loaded when it is asked for."""
    if name not in ("LayoutResult", "Result", "run"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from croupier.simulate import api

    return getattr(api, name)
