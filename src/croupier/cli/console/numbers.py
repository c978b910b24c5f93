"""Numbers on the command line: nothing is rounded that somebody typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from cyclopts import Token

_PLAIN = r"[0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?"
"""`1000000`, `1_000_000`, `1e6`, `0.001`"""
_LONGEST = 60


def whole(_type: Any, tokens: Sequence[Token]) -> int:
    text = tokens[0].value
    if not re.fullmatch(r"-?[0-9]{1,40}", text):
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def many(lowest: int, highest: int) -> Callable[[Any, Sequence[Token]], int]:
    """Reads a whole number that may be large, such as 1e9 or 1_000_000, within bounds."""

    def reads(_type: Any, tokens: Sequence[Token]) -> int:
        text = tokens[0].value
        number = _decimal(text)
        if number is None or number != number.to_integral_value():
            raise ValueError(f"{text!r} is not a whole number; write it as 1000000 or 1e6")
        if not lowest <= number <= highest:
            raise ValueError(f"{text} is out of range: choose {lowest:,} to {highest:,}")
        return int(number)

    return reads


def percent(_type: Any, tokens: Sequence[Token]) -> float:
    """Reads a percentage above zero, `0.001%` or `0.001`."""
    text = tokens[0].value
    number = _decimal(text.removesuffix("%").rstrip())
    if number is None:
        raise ValueError(f"{text!r} is not a percentage; write it as 0.001%")
    if not 0 < number <= 100:  # noqa: PLR2004  it is a part of a hundred
        raise ValueError(f"{text} is out of range: choose more than 0% and at most 100%")
    return float(number)


def _decimal(text: str) -> Decimal | None:
    return Decimal(text) if len(text) <= _LONGEST and re.fullmatch(_PLAIN, text) else None
