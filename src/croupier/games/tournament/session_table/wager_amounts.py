"""Which amounts may be wagered at a tournament table, by its sign and by what a player holds (D7 4.3 to 4.5)."""

from __future__ import annotations

from croupier.games.offers import Bounds
from croupier.games.sign import Sign


def bounds_up_to(sign: Sign, most: int) -> Bounds:
    """The multiples of the increment from the minimum to that amount, or the minimum alone (ruling T41)."""
    first, last = -(-sign.minimum // sign.step) * sign.step, most // sign.step * sign.step
    return Bounds(first, last, sign.step) if first <= last else Bounds(sign.minimum, sign.minimum, sign.step)


def amounts_beside(sign: Sign, most: int) -> tuple[int, ...]:
    """The minimum and the maximum, where they are good although no multiples of the increment (ruling T41)."""
    bounds = bounds_up_to(sign, most)
    limits = (sign.minimum, sign.maximum)
    return tuple(amount for amount in dict.fromkeys(limits) if amount <= most and amount not in bounds)


def lawful_wagers(sign: Sign, chips: int) -> tuple[int, ...]:
    """Every amount that a player with so many chips may wager, from the smallest up; none under the minimum (T3)."""
    if chips < sign.minimum:
        return ()
    most = min(sign.maximum, chips)
    bounds = bounds_up_to(sign, most)
    regular = range(bounds.lowest, bounds.highest + 1, bounds.step)
    return tuple(sorted({*regular, *amounts_beside(sign, most)}))
