"""An exam: drills of one game, drawn from a seed, so that the same seed makes the same exam again."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from croupier.school.drill import Drill, DrillAnswer, DrillKind, is_right
from croupier.school.lessons import lessons_of
from croupier.school.tables import GAMES

QUESTIONS = 20
PASS_MARK = 17
"""So many right answers of twenty."""
_SHARES = {DrillKind.PAY: 6, DrillKind.READ: 3, DrillKind.NEXT: 3, DrillKind.NOW: 6, DrillKind.MISTAKE: 2}
"""How many questions of each kind; where a game has no lesson of a kind, more of the others."""


class ExamResult(Struct, frozen=True):
    """How an exam went."""

    right: int
    of: int
    wrong: tuple[str, ...]
    """The lessons of the questions that were answered wrongly."""

    @property
    def is_passed(self) -> bool:
        return self.right >= PASS_MARK


def exam(game: str, seed: int) -> tuple[Drill, ...]:
    """The questions of one exam. Raises `ValueError` where the school does not teach the game."""
    if game not in GAMES:
        raise ValueError(f"there is no exam in {game!r}; there are {', '.join(GAMES)}")
    random = Random(f"exam:{game}:{seed}")  # noqa: S311  a drill is no secret
    drills: list[Drill] = []
    for kind, share in _SHARES.items():
        found = lessons_of(game, kind)
        drills += [random.choice(found).drill(random.randrange(2**31)) for _ in range(share if found else 0)]
    now = lessons_of(game, DrillKind.NOW)
    while len(drills) < QUESTIONS:
        drills.append(random.choice(now).drill(random.randrange(2**31)))
    random.shuffle(drills)
    return tuple(drills)


def judge(drills: tuple[Drill, ...], answers: tuple[DrillAnswer, ...]) -> ExamResult:
    """The result. A question without an answer is wrong, and answers beyond the last question count for nothing."""
    given = (*answers, *(DrillAnswer() for _ in drills))[: len(drills)]
    wrong = tuple(drill.lesson for drill, answer in zip(drills, given, strict=True) if not is_right(drill, answer))
    return ExamResult(len(drills) - len(wrong), len(drills), wrong)
