"""An amount as chips: stacks of twenty in one colour, or the fewest value chips."""

from __future__ import annotations

from croupier.games.money import dollars

STACK = 20
DENOMINATIONS = (1_000_00, 500_00, 250_00, 100_00, 50_00, 25_00, 10_00, 5_00, 2_50, 1_00, 50)
"""The value chips of a rack, in cents."""


def cut_in_value(cents: int) -> str:
    """`162.50` is `1 x 100, 1 x 50, 1 x 10, 1 x 2.50`."""
    parts = []
    for chip in DENOMINATIONS:
        count, cents = divmod(cents, chip)
        if count:
            parts.append(f"{count} x {dollars(chip)}")
    return ", ".join(parts) or "nothing"


def cut_in_colour(cents: int, chip: int, colour: str) -> str:
    """Colour chips leave the rack in stacks of twenty, and the rest is counted out."""
    count = cents // chip
    stacks, rest = divmod(count, STACK)
    said = [f"{stacks} x {STACK}"] if stacks else []
    said += [str(rest)] if rest else []
    return f"{count} {colour}" + (f" ({' + '.join(said)})" if stacks else "")
