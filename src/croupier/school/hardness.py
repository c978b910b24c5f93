"""How hard a lesson is: by its drills (what there is to look at and to work out), and by one's own times.

The same lesson is hard for one dealer and easy for another. What one needs for a right answer, wrong ones counted in,
beside the house's standard for the lesson's drills says by how much.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from croupier.school.boxes import LessonProgress
from croupier.school.lessons import lesson

SAMPLE = 3
"""Drills of a lesson that are looked at: they differ little."""
LEVELS = 5
ENOUGH = 2
"""Answers before one's own times say anything."""


class LessonMeasure(Struct, frozen=True):
    """What a lesson's drills ask for, as a mean of some."""

    level: int
    """From 1 to 5, by positions and arithmetic."""
    seconds: int
    """The house's standard."""


class OwnHardness(Struct, frozen=True):
    """How hard a lesson is for one person."""

    level: int
    """By its drills, from 1 to 5."""
    own: int
    """By one's own times, from 1 to 5."""
    seconds: int
    """The house's standard."""
    effort: int
    """Milliseconds that one needs for a right answer, those of wrong answers counted in."""

    @property
    def pace(self) -> float:
        """Above 1 is slower than the standard."""
        return self.effort / (1000 * self.seconds)


@lru_cache(maxsize=1024)
def measure(name: str) -> LessonMeasure:
    drills = [lesson(name).drill(seed) for seed in range(SAMPLE)]
    return LessonMeasure(
        round(sum(each.level for each in drills) / SAMPLE), round(sum(each.seconds for each in drills) / SAMPLE)
    )


def hardness(name: str, progress: LessonProgress) -> OwnHardness | None:
    """Nothing before there are answers enough to say it."""
    if progress.answers < ENOUGH:
        return None
    found = measure(name)
    effort = progress.milliseconds // max(progress.right, 1)
    own = round(found.level * effort / (1000 * found.seconds))
    return OwnHardness(found.level, max(1, min(LEVELS, own)), found.seconds, effort)
