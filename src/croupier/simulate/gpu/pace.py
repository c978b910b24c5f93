"""How many shoes a chunk takes: known only when they are played, so some more than enough are."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Any

import numpy as np

Array = Any
DEVIATIONS = 8.0
"""By so many standard deviations more than on average: nobody will see a chunk that needs more. It would be played on
the processor."""


class ShoePace:
    """Rounds that four shoes hold, as they were seen."""

    def __init__(self, rounds: Array) -> None:
        self._mean = float(np.mean(rounds))
        self._deviation = float(np.std(rounds)) + 1.0
        self._seen = len(rounds)

    def add(self, played: int, fours: int) -> None:
        """More fours, which held so many rounds together."""
        self._mean = (self._mean * self._seen + played) / (self._seen + fours)
        self._seen += fours

    def fours(self, wanted: int, multiple: int) -> int:
        """Enough fours for so many rounds; a multiple of that number."""
        doubt = DEVIATIONS * self._deviation / sqrt(self._seen)
        needed = wanted / max(self._mean - doubt, 1.0)
        more = DEVIATIONS * self._deviation * sqrt(needed) / self._mean
        return ceil((needed + more + 1) / multiple) * multiple
