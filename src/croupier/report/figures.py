"""Fractions as people read them. For eyes only: the fraction is the figure."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isqrt


def decimal(value: Fraction, places: int) -> Decimal:
    """A fraction to so many places, rounded half to even. For eyes only: the fraction is the figure."""
    scaled = value * 10**places
    return Decimal(round(scaled)).scaleb(-places)


def root(value: Fraction, places: int) -> Decimal:
    """The square root of a fraction to so many places, rounded half up. For eyes only."""
    scaled = value * 10 ** (2 * places)
    doubled = isqrt(4 * scaled.numerator // scaled.denominator)
    return Decimal((doubled + 1) // 2).scaleb(-places)
