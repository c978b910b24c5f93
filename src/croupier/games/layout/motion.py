"""What turning wheels have in common: a direction, and enough revolutions for a valid spin."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from croupier.games.money import is_whole
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite

FEWEST_REVOLUTIONS = 4
MOST_TURNS = 1_000_000
"""Nobody counts further."""


class Direction(StrEnum):
    """Which way a wheel or a ball turns."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


def refuses_direction(direction: Any, rule: Cite) -> Refusal | None:
    """Either way is good, in any order of spins."""
    if direction not in tuple(Direction):
        return Refusal(rule, "bad_direction", "Say clockwise or anticlockwise.")
    return None


def refuses_revolutions(revolutions: Any, rule: Cite) -> Refusal | None:
    if revolutions is not None and (not is_whole(revolutions) or not 0 <= revolutions < MOST_TURNS):
        return Refusal(rule, "bad_revolutions", "Revolutions are counted in whole numbers.")
    return None


def stops_short(revolutions: int | None) -> bool:
    """Whether somebody counted the revolutions, and they were too few."""
    return revolutions is not None and revolutions < FEWEST_REVOLUTIONS
