"""A count as data: what each card adds, and how a running count becomes the number that a player acts on."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

CARDS_OF_A_DECK = 52


class Rounding(StrEnum):
    """How a true count becomes a whole number."""

    FLOOR = "floor"
    TRUNCATE = "truncate"
    NEAREST = "nearest"


class CardCount(Struct, frozen=True):
    name: str
    values: tuple[int, ...]
    """What each card adds, from the ace to the ten."""
    start: int = 0
    """With what a fresh shoe begins."""
    true: bool = True
    """Whether the count is divided by the decks that are left in the shoe."""
    rounding: Rounding = Rounding.FLOOR
