from __future__ import annotations

from enum import IntEnum
from fractions import Fraction
from typing import Any

import pytest

from croupier.games.money import MOST, dollars, is_whole, rounded_up


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "0"),
        (1, "0.01"),
        (5, "0.05"),
        (10, "0.10"),
        (50, "0.50"),
        (99, "0.99"),
        (100, "1"),
        (101, "1.01"),
        (110, "1.10"),
        (199, "1.99"),
        (200, "2"),
        (20_00, "20"),
        (20_50, "20.50"),
        (1_000_00, "1000"),
        (1_234_567_89, "1234567.89"),
        (-1, "-0.01"),
        (-50, "-0.50"),
        (-99, "-0.99"),
        (-100, "-1"),
        (-20_50, "-20.50"),
    ],
)
def test_dollars_are_written_with_cents_only_where_there_are_any(cents: int, text: str) -> None:
    assert dollars(cents) == text


class Coin(IntEnum):
    FIFTY = 50


@pytest.mark.parametrize("amount", [0, 1, -1, 50, 10**30])
def test_an_integer_is_whole(amount: int) -> None:
    assert is_whole(amount) is True


@pytest.mark.parametrize("amount", [True, False, 1.0, 0.5, "1", b"1", None, Fraction(1), Coin.FIFTY, [1], (1,)])
def test_what_merely_passes_for_a_number_is_not_whole(amount: Any) -> None:
    assert is_whole(amount) is False


def test_a_purse_holds_a_hundred_billion_dollars_at_most() -> None:
    assert MOST == 100_000_000_000 * 100


@pytest.mark.clause("D1 11.3")
@pytest.mark.parametrize(
    ("numerator", "denominator", "unit", "payable"),
    [
        (0, 1, 50, 0),
        (1, 1, 1, 1),
        (1, 2, 1, 1),
        (3, 2, 1, 2),
        (1, 1_000_000, 50, 50),
        (49, 1, 50, 50),
        (99, 2, 50, 50),
        (50, 1, 50, 50),
        (101, 2, 50, 100),
        (51, 1, 50, 100),
        (99, 1, 50, 100),
        (100, 1, 50, 100),
        (100_000_001, 1_000_000, 50, 150),
        (750, 1, 50, 750),
        (7_50, 1, 2_50, 7_50),
        (7_51, 1, 2_50, 10_00),
        (10_00, 3, 50, 3_50),
        (20_00, 3, 50, 7_00),
    ],
)
def test_D1_11_3_an_amount_is_rounded_up_to_whole_units(
    numerator: int, denominator: int, unit: int, payable: int
) -> None:
    assert rounded_up(Fraction(numerator, denominator), unit) == payable


@pytest.mark.clause("D1 11.3")
@pytest.mark.parametrize("unit", [1, 7, 50, 2_50])
def test_D1_11_3_rounding_up_finds_the_least_number_of_units_that_is_enough(unit: int) -> None:
    for sixths in range(6 * 3 * unit + 7):
        amount = Fraction(sixths, 6)
        enough = next(units * unit for units in range(10) if units * unit >= amount)
        assert rounded_up(amount, unit) == enough
