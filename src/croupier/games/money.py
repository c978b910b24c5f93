"""Amounts are integer cents. People read and write dollars."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

MOST = 10_000_000_000_000
"""The largest amount one purse may hold by buying in: a hundred billion dollars, exact in every client's numbers."""


def dollars(cents: int) -> str:
    """`2050` is `20.50`, `2000` is `20`."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}{whole}.{rest:02}" if rest else f"{sign}{whole}"


def priced(cents: int) -> str:
    """`2050` is `$20.50`, `-2000` is `-$20`: an amount in a sentence."""
    return f"-${dollars(-cents)}" if cents < 0 else f"${dollars(cents)}"


def is_whole(amount: Any) -> bool:
    """A whole number and nothing that merely passes for one: `True` is no amount of money."""
    return type(amount) is int


def rounded_up(amount: Fraction, unit: int) -> int:
    """The smallest number of whole units that is not less (D1 11.3)."""
    units = -(-amount.numerator // (amount.denominator * unit))
    return units * unit
