"""When a lesson comes again: a Leitner box.

A right answer moves a lesson one box up, a wrong one back to the first. The higher the box, the longer the pause. A
right answer that took longer than the house's standard leaves the lesson where it is.
"""

from __future__ import annotations

from msgspec import Struct

MINUTE, DAY = 60, 24 * 60 * 60
PAUSES = (10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY)
"""After how many seconds a lesson of each box is due again."""
TOP = len(PAUSES)


class LessonProgress(Struct, frozen=True):
    """How far somebody is with a lesson."""

    box: int = 0
    """0 before the first answer, then 1 to 5."""
    due: int = 0
    """When it is due again, in seconds since 1970."""
    answers: int = 0
    right: int = 0
    milliseconds: int = 0
    """All answers together."""
    fastest: int = 0
    """The fastest right answer, in milliseconds; 0 where there is none."""


def after_answer(
    before: LessonProgress, *, is_right: bool, milliseconds: int, standard: int, now: int
) -> LessonProgress:
    """The same after one more answer; the standard is in seconds."""
    slow = milliseconds > standard * 1000
    box = 1 if not is_right else before.box if slow and before.box else min(TOP, before.box + 1)
    fastest = min(before.fastest or milliseconds, milliseconds) if is_right else before.fastest
    return LessonProgress(
        box=box,
        due=now + PAUSES[box - 1],
        answers=before.answers + 1,
        right=before.right + is_right,
        milliseconds=before.milliseconds + milliseconds,
        fastest=fastest,
    )
