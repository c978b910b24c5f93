"""The Tai-Sai layout: wagers (a) to (l) of rule 4.1, and on which dice each of them wins."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations, product

from croupier.games.position import Position, numbered

FACES = (1, 2, 3, 4, 5, 6)
TOTALS = tuple(range(4, 18))
FOURS = ((3, 4, 5, 6), (2, 3, 5, 6), (2, 3, 4, 5), (1, 2, 3, 4))
ROLLS = tuple(product(FACES, repeat=3))
"""Every way three dice can fall, all equally likely."""

Dice = tuple[int, int, int]

SMALL, BIG, TRIPLE, DOUBLE, ANY_TRIPLE, TOTAL = "small", "big", "triple", "double", "any triple", "total"
PAIR, FACE, THREE, FOUR, ODD, EVEN = "pair", "face", "three", "four", "odd", "even"

FIRST_LAYOUT = (SMALL, BIG, TRIPLE, DOUBLE, ANY_TRIPLE, TOTAL, PAIR, FACE)
"""What the layout of Appendix 1 offers: (a) to (h)."""
SECOND_LAYOUT = (*FIRST_LAYOUT, THREE, FOUR, ODD, EVEN)
"""What the layout of Appendix 2 offers: (a) to (l) (rulings S9, S13)."""

small, big, any_triple, odd, even = map(Position, (SMALL, BIG, ANY_TRIPLE, ODD, EVEN))
"""The wagers that name no number."""


def triple(number: int) -> Position:
    """All three dice show this number."""
    return numbered(TRIPLE, (number,), such_as=4)


def double(number: int) -> Position:
    """At least two dice show this number."""
    return numbered(DOUBLE, (number,), such_as=4)


def total(number: int) -> Position:
    """The three dice add up to this number."""
    return numbered(TOTAL, (number,), such_as=4)


def pair(one: int, other: int) -> Position:
    """A Dice Combination: two different numbers."""
    return numbered(PAIR, (one, other), such_as=4)


def face(number: int) -> Position:
    """An Individual Die Face Value."""
    return numbered(FACE, (number,), such_as=4)


def three(*numbers: int) -> Position:
    """A Three Dice Combination."""
    return numbered(THREE, numbers, such_as=4)


def four(*numbers: int) -> Position:
    """A Four Number Combination."""
    return numbered(FOUR, numbers, such_as=4)


def positions(layout: int) -> tuple[Position, ...]:
    """Every position of the layout, in the order of rule 4.1."""
    every = (
        small,
        big,
        *map(triple, FACES),
        *map(double, FACES),
        any_triple,
        *map(total, TOTALS),
        *(pair(*numbers) for numbers in combinations(FACES, 2)),
        *map(face, FACES),
        *(three(twice, twice, single) for twice, single in permutations(FACES, 2)),
        *(three(*numbers) for numbers in combinations(FACES, 3)),
        *(four(*numbers) for numbers in FOURS),
        odd,
        even,
    )
    offered = FIRST_LAYOUT if layout == 1 else SECOND_LAYOUT
    return tuple(position for position in every if position.kind in offered)


def is_triple(dice: Dice) -> bool:
    return dice[0] == dice[1] == dice[2]


def _small(dice: Dice, _numbers: tuple[int, ...]) -> int:
    return int(4 <= sum(dice) <= 10 and not is_triple(dice))  # noqa: PLR2004


def _big(dice: Dice, _numbers: tuple[int, ...]) -> int:
    return int(11 <= sum(dice) <= 17 and not is_triple(dice))  # noqa: PLR2004


def _triple(dice: Dice, numbers: tuple[int, ...]) -> int:
    return int(is_triple(dice) and dice[0] == numbers[0])


def _double(dice: Dice, numbers: tuple[int, ...]) -> int:
    """A triple of the number pays once only (ruling S6)."""
    return int(dice.count(numbers[0]) >= 2)  # noqa: PLR2004


def _any_triple(dice: Dice, _numbers: tuple[int, ...]) -> int:
    return int(is_triple(dice))


def _total(dice: Dice, numbers: tuple[int, ...]) -> int:
    return int(sum(dice) == numbers[0])


def _pair(dice: Dice, numbers: tuple[int, ...]) -> int:
    """Both numbers show; it wins once however the third die falls (ruling S7)."""
    return int(set(numbers) <= set(dice))


def _face(dice: Dice, numbers: tuple[int, ...]) -> int:
    return dice.count(numbers[0])


def _three(dice: Dice, numbers: tuple[int, ...]) -> int:
    return int(tuple(sorted(dice)) == numbers)


def _four(dice: Dice, numbers: tuple[int, ...]) -> int:
    """Three different numbers of the four (ruling S3)."""
    return int(len(set(dice)) == len(dice) and set(dice) <= set(numbers))


def _odd(dice: Dice, _numbers: tuple[int, ...]) -> int:
    return int(sum(dice) % 2 == 1 and not is_triple(dice))


def _even(dice: Dice, _numbers: tuple[int, ...]) -> int:
    return int(sum(dice) % 2 == 0 and not is_triple(dice))


SHOWN: dict[str, Callable[[Dice, tuple[int, ...]], int]] = {
    SMALL: _small,
    BIG: _big,
    TRIPLE: _triple,
    DOUBLE: _double,
    ANY_TRIPLE: _any_triple,
    TOTAL: _total,
    PAIR: _pair,
    FACE: _face,
    THREE: _three,
    FOUR: _four,
    ODD: _odd,
    EVEN: _even,
}


def shown(position: Position, dice: Dice) -> int:
    """How often the dice show what the wager names: nought loses, and only a face can show more than once."""
    return SHOWN[position.kind](dice, position.numbers)
