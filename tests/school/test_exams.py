"""A shoe, an exam, and when a lesson comes again."""

from __future__ import annotations

import pytest

from croupier.school import Drill, DrillAnswer, DrillKind, deal_shoe, exam, grade, judge
from croupier.school.boxes import DAY, LessonProgress, after_answer


def right_answer(drill: Drill) -> DrillAnswer:
    if drill.amounts:
        return DrillAnswer(amounts=drill.solution.amounts)
    return DrillAnswer(choice=[each.is_right for each in drill.solution.choices].index(True))


@pytest.mark.parametrize("game", ["roulette", "blackjack", "tai-sai", "money-wheel"])
def test_shoe_asks_for_every_step_and_payment_in_order(game: str) -> None:
    shoe = deal_shoe(game, 3, 2)
    assert shoe == deal_shoe(game, 3, 2)
    kinds = [each.kind for each in shoe.drills]
    assert kinds.count(DrillKind.PAY) >= 1
    assert len(shoe.drills) > 12
    answers = tuple(map(right_answer, shoe.drills))
    dealt = grade(shoe, answers, shoe.seconds)
    assert (dealt.steps_right, dealt.payments_right) == (dealt.steps, dealt.payments)
    assert dealt.is_passed
    assert not grade(shoe, answers, shoe.seconds + 1).is_passed
    assert not grade(shoe, answers[:-3], 1).is_passed


def test_roulette_shoe_begins_with_the_ball_and_ends_with_the_next_spin() -> None:
    shoe = deal_shoe("roulette", 11)
    words = [each.choices[right_answer(each).choice or 0] for each in shoe.drills if each.choices]
    assert words[0] == "Spin the ball against the wheel"
    assert words[1] == "Call “No more bets” and ring the bell"
    assert words[-1] == "Open betting for the next spin"


@pytest.mark.parametrize(("game", "rounds"), [("baccarat", 1), ("roulette", 0), ("roulette", 21)])
def test_shoe_that_cannot_be_is_refused(game: str, rounds: int) -> None:
    with pytest.raises(ValueError, match="shoe"):
        deal_shoe(game, 1, rounds)


@pytest.mark.parametrize("game", ["roulette", "blackjack", "tai-sai", "money-wheel", "tournament-table"])
def test_exam_is_fixed_by_its_seed_and_passes_at_seventeen(game: str) -> None:
    drills = exam(game, 3)
    assert drills == exam(game, 3) != exam(game, 4)
    assert len(drills) == 20
    answers = tuple(map(right_answer, drills))
    assert judge(drills, answers).right == 20
    assert judge(drills, answers[:17]).is_passed
    short = judge(drills, answers[:16])
    assert (short.right, short.is_passed, len(short.wrong)) == (16, False, 4)
    assert judge(drills, (*answers, *answers)).right == 20


def test_exam_in_an_unknown_game_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no exam in 'baccarat'"):
        exam("baccarat", 1)


def test_a_lesson_climbs_box_by_box_and_falls_to_the_first() -> None:
    now = 1_000_000
    progress = LessonProgress()
    for box, pause in enumerate((600, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 21 * DAY), start=1):
        progress = after_answer(progress, is_right=True, milliseconds=4_000, standard=10, now=now)
        assert (progress.box, progress.due) == (min(box, 5), now + pause)
    slow = after_answer(progress, is_right=True, milliseconds=11_000, standard=10, now=now)
    assert (slow.box, slow.fastest) == (5, 4_000)
    wrong = after_answer(slow, is_right=False, milliseconds=1_000, standard=10, now=now)
    assert (wrong.box, wrong.due, wrong.fastest) == (1, now + 600, 4_000)
    assert (wrong.answers, wrong.right, wrong.milliseconds) == (8, 7, 36_000)


def test_a_slow_first_answer_still_enters_the_first_box() -> None:
    first = after_answer(LessonProgress(), is_right=True, milliseconds=60_000, standard=10, now=0)
    assert first.box == 1
