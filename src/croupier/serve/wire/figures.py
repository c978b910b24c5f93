"""Exact figures as they go over the wire: the fraction is the figure, and the rounded text is for eyes only."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from croupier.report.figures import decimal

PERCENT_PLACES = 4
CENT_PLACES = 4


class Share(Struct, frozen=True):
    """A chance, or a part of what was staked: exact. Whole numbers as text, since they may exceed any number type."""

    numerator: str
    denominator: str
    percent: str
    """The same, rounded: `2.7027`."""

    @classmethod
    def of(cls, value: Fraction) -> Share:
        return cls(str(value.numerator), str(value.denominator), str(decimal(value * 100, PERCENT_PLACES)))


class Cents(Struct, frozen=True):
    """An amount that need not be whole, in cents: exact."""

    numerator: str
    denominator: str
    cents: str
    """The same, rounded: `-54.0541`."""

    @classmethod
    def of(cls, value: Fraction) -> Cents:
        return cls(str(value.numerator), str(value.denominator), str(decimal(value, CENT_PLACES)))
