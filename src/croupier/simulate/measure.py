"""Mean and error from sums of integers."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from croupier.simulate.job import Totals
from croupier.simulate.tally import Point


def gain_of(sums: Totals | Point) -> float:
    """What the players gained for each unit of their initial wagers."""
    return float(Fraction(sums.net, sums.wagered)) if sums.wagered else 0.0


def standard_error_of(sums: Totals | Point) -> float:
    """Its standard error. Stakes may vary: what varies is each round's gain beyond the mean gain on its own stakes."""
    if not sums.wagered:
        return 0.0
    gain = Fraction(sums.net, sums.wagered)
    beyond = sums.net_squared - 2 * gain * sums.net_wagered + gain * gain * sums.wagered_squared
    return sqrt(max(float(beyond), 0.0)) / sums.wagered
