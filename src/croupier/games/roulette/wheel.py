"""The roulette wheel: 37 pockets in their order, with their colours (D8 2.3, Appendix 4)."""

from __future__ import annotations

from enum import StrEnum


class Colour(StrEnum):
    """The colour of a number."""

    GREEN = "green"
    RED = "red"
    BLACK = "black"


POCKETS = (
    # Clockwise from zero. The drawing of Appendix 4 was not found: this order is public knowledge (RULINGS 1.3).
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
RED_NUMBERS = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
NUMBERS = tuple(range(37))


def colour_of(number: int) -> Colour:
    """The colour of a number on the wheel."""
    if number == 0:
        return Colour.GREEN
    return Colour.RED if number in RED_NUMBERS else Colour.BLACK


def adjacent_on_wheel(numbers: tuple[int, ...]) -> bool:
    """Whether the numbers are, in some order, pockets that follow one another round the wheel."""
    places = sorted(map(POCKETS.index, numbers))
    count = len(POCKETS)
    starts = (place for place in places)
    return any(sorted((start + step) % count for step in range(len(places))) == places for start in starts)
