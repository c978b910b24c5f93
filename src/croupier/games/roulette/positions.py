"""The layout as geometry: a grid of twelve rows of three with zero at its head, from which every position follows."""

from __future__ import annotations

from itertools import pairwise, product

from croupier.games.position import STRAIGHT_UP, Position, numbered
from croupier.games.roulette.wheel import NUMBERS, RED_NUMBERS

ROWS = tuple(tuple(range(first, first + 3)) for first in range(1, 37, 3))
COLUMNS = tuple(tuple(row[place] for row in ROWS) for place in range(3))
DOZENS = tuple(tuple(range(first, first + 12)) for first in (1, 13, 25))

SPLIT, STREET, CORNER, SIX_LINE = "split", "street", "corner", "six-line"
COLUMN, DOZEN, NEIGHBOUR = "column", "dozen", "neighbour"
LOW, HIGH, EVEN, ODD, RED, BLACK = "low", "high", "even", "odd", "red", "black"
COURTESY_LINE = "courtesy line"

NUMBERS_AREA, OUTSIDE_AREA, NEIGHBOURS_AREA = "numbers", "outside", "neighbours"

DEFAULT_NEIGHBOURS = (
    # Three pockets at a time, clockwise from the one after zero (RULINGS 1.3; the drawing of Appendix 3 was not found).
    *((32, 15, 19), (4, 21, 2), (25, 17, 34), (6, 27, 13), (36, 11, 30), (8, 23, 10)),
    *((5, 24, 16), (33, 1, 20), (14, 31, 9), (22, 18, 29), (7, 28, 12), (35, 3, 26)),
)

_EVEN_CHANCES = {
    LOW: frozenset(range(1, 19)),
    HIGH: frozenset(range(19, 37)),
    EVEN: frozenset(range(2, 37, 2)),
    ODD: frozenset(range(1, 37, 2)),
    RED: RED_NUMBERS,
    BLACK: frozenset(range(1, 37)) - RED_NUMBERS,
}


def _place(kind: str, numbers: tuple[int, ...]) -> Position:
    return numbered(kind, numbers, such_as=17)


def straight_up(number: int) -> Position:
    """One number."""
    return _place(STRAIGHT_UP, (number,))


def split(one: int, other: int) -> Position:
    """Two numbers that adjoin on the layout."""
    return _place(SPLIT, (one, other))


def street(*numbers: int) -> Position:
    """Three numbers in a row of the layout."""
    return _place(STREET, numbers)


def corner(*numbers: int) -> Position:
    """Four numbers that meet in one point."""
    return _place(CORNER, numbers)


def six_line(first: int) -> Position:
    """The six numbers of the row that begins with `first` and of the row after it."""
    return _place(SIX_LINE, tuple(range(first, first + 6)) if type(first) is int else (first,))


def column(number: int) -> Position:
    """One of the three columns, 1 to 3."""
    return _place(COLUMN, (number,))


def dozen(number: int) -> Position:
    """One of the three dozens, 1 to 3."""
    return _place(DOZEN, (number,))


def neighbour(*numbers: int) -> Position:
    """Three numbers next to each other on the wheel, where the table offers them."""
    return _place(NEIGHBOUR, numbers)


low, high, even, odd, red, black = map(Position, (LOW, HIGH, EVEN, ODD, RED, BLACK))
"""The even chances: 1 to 18, 19 to 36, even, odd, red and black."""


def main_positions() -> dict[Position, frozenset[int]]:
    """Every position of rule 3.1 with the numbers it wins on."""
    inside = (*map(straight_up, NUMBERS), *_splits(), *_streets(), *_corners(), *map(six_line, range(1, 33, 3)))
    covered = {position: frozenset(position.numbers) for position in inside}
    covered |= {column(place + 1): frozenset(numbers) for place, numbers in enumerate(COLUMNS)}
    covered |= {dozen(place + 1): frozenset(numbers) for place, numbers in enumerate(DOZENS)}
    return covered | {Position(kind): numbers for kind, numbers in _EVEN_CHANCES.items()}


def _splits() -> list[Position]:
    across = [split(row[place], row[place + 1]) for row, place in product(ROWS, range(2))]
    along = [split(upper, lower) for above, below in _row_pairs() for upper, lower in zip(above, below, strict=True)]
    return [*across, *along, *(split(0, number) for number in ROWS[0])]


def _row_pairs() -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return list(pairwise(ROWS))


def _streets() -> list[Position]:
    return [*(street(*row) for row in ROWS), street(0, 1, 2), street(0, 2, 3)]


def _corners() -> list[Position]:
    squares = [
        corner(*above[place : place + 2], *below[place : place + 2])
        for above, below in _row_pairs()
        for place in (0, 1)
    ]
    return [*squares, corner(0, 1, 2, 3)]


def area_of(position: Position) -> str:
    """The wagering area a position lies in (ruling R8)."""
    if position.kind == NEIGHBOUR:
        return NEIGHBOURS_AREA
    if position.kind in (COLUMN, DOZEN) or not position.numbers:
        return OUTSIDE_AREA
    return NUMBERS_AREA
