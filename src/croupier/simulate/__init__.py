"""Rounds by the billion: tables made from the games' own functions, walked by compiled code.

Needs the extra `math`. Importing it sets where compiled code is kept, so it comes before any kernel.
"""

from __future__ import annotations

from croupier.odds.blackjack import INSTALL, is_there
from croupier.simulate import store

if is_there():
    store.use_compiled()

__all__ = ["INSTALL", "is_there", "store"]
