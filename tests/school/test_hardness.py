"""How hard a lesson is: by its drills, and by one's own times."""

from __future__ import annotations

import pytest

from croupier.school.boxes import LessonProgress
from croupier.school.hardness import hardness, measure

LESSON = "roulette/pay/whole-number"


def after(answers: int, right: int, seconds: float) -> LessonProgress:
    """So many answers, each in so many of the house's standards."""
    spent = round(answers * seconds * 1000 * measure(LESSON).seconds)
    return LessonProgress(box=1, answers=answers, right=right, milliseconds=spent)


def test_own_times_say_nothing_before_there_are_some() -> None:
    assert hardness(LESSON, after(1, 1, 1.0)) is None


@pytest.mark.parametrize(
    ("answers", "right", "standards", "pace"),
    [(4, 4, 1.0, 1.0), (4, 4, 0.25, 0.25), (4, 4, 3.0, 3.0), (4, 2, 1.0, 2.0), (4, 0, 1.0, 4.0)],
)
def test_a_lesson_is_as_hard_as_a_right_answer_takes_long(
    answers: int, right: int, standards: float, pace: float
) -> None:
    """Wrong answers count in: two of four right at the standard take two standards each."""
    found, taught = hardness(LESSON, after(answers, right, standards)), measure(LESSON)
    assert found is not None
    assert (found.level, found.seconds) == (taught.level, taught.seconds)
    assert found.pace == pytest.approx(pace, rel=0.01)
    assert found.own == max(1, min(5, round(taught.level * pace)))
