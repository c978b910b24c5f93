"""How long somebody played: from the first to the last round of each sitting."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST_GAP = 30 * 60
"""Seconds between two rounds of one person. After a longer gap a new sitting begins."""


def time_played(ends: Iterable[int]) -> int:
    """In seconds, from the moments at which somebody's rounds ended, in any order and at whatever tables.

    Two tables at once are one sitting, so nobody plays two hours in one.
    """
    total, before = 0, None
    for end in sorted(ends):
        if before is not None and end - before <= LONGEST_GAP:
            total += end - before
        before = end
    return total
