"""A drill: a table as it stands, a question, and the answer that the rules gave.

Nothing here computes an answer. What is paid comes from a settlement, why an act is wrong from a refusal, and what
comes next from the table. A drill only carries them.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

NAMES = ("ana", "ben", "cat", "dan", "eve", "finn", "gus", "hemi", "iris", "kiri", "lea", "mere")
"""The players of all drills, as the table knows them."""
_NAME = re.compile(rf"\b(?:{'|'.join(NAMES)})\b")


class DrillKind(StrEnum):
    """What is asked."""

    PAY = "pay"
    """How much is paid, in dollars or in chips to cut."""
    READ = "read"
    """What a hand is worth, which wager wins."""
    NEXT = "next"
    """Which step comes next."""
    NOW = "now"
    """What is done about something out of the ordinary."""
    MISTAKE = "mistake"
    """Which line of a settlement is wrong, if any."""


class PictureHand(Struct, frozen=True):
    """Cards that lie together, and what lies beside them."""

    label: str
    cards: tuple[str, ...]
    notes: tuple[str, ...] = ()


class DrillPicture(Struct, frozen=True):
    """What is to be seen: a layout with its chips, or hands of cards."""

    layout: Any = None
    """A layout game's public view, without its settlement."""
    hands: tuple[PictureHand, ...] = ()
    lines: tuple[str, ...] = ()
    """What is told beside the picture, line by line."""


class AmountAsked(Struct, frozen=True):
    """One amount to find: who is paid, and in which chips."""

    label: str
    unit: int
    """What one counts: cents, or what one colour chip is worth."""
    unit_words: str
    """`dollars`, or the colour of the chips."""


class ChoiceVerdict(Struct, frozen=True):
    """What the rules say about one choice."""

    is_right: bool
    why: str
    rule: str = ""
    """The clause that says so."""


class DrillSolution(Struct, frozen=True):
    choices: tuple[ChoiceVerdict, ...] = ()
    amounts: tuple[int, ...] = ()
    """In cents, in the order of what was asked."""
    working: tuple[str, ...] = ()
    """How the answer comes about, line by line."""
    cut: tuple[str, ...] = ()
    """The chips to cut for each amount."""
    then: str = ""
    """What follows from the right choice."""


class Difficulty(Struct, frozen=True):
    """How hard a drill is, counted on the drill itself."""

    positions: int
    """Wagers, hands or choices to look at."""
    operations: int
    """Multiplications and additions to do in the head."""

    @property
    def seconds(self) -> int:
        """The house's standard: how long a dealer who knows the work may take."""
        return 4 + 2 * self.positions + 2 * self.operations

    @property
    def level(self) -> int:
        """From 1 to 5."""
        return min(5, 1 + (2 * self.operations + self.positions) // 6)


class Drill(Struct, frozen=True):
    """One question to a dealer, with the answer that the rules give."""

    lesson: str
    seed: int
    """With the lesson's name it makes the same drill again."""
    kind: DrillKind
    game: str
    clauses: tuple[str, ...]
    """The clauses that its answer rests on."""
    question: str
    picture: DrillPicture
    choices: tuple[str, ...]
    """What may be chosen; nothing where amounts are asked."""
    amounts: tuple[AmountAsked, ...]
    seconds: int
    """The house's standard for this drill."""
    level: int
    difficulty: Difficulty
    solution: DrillSolution


class DrillAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody answered: the place of a choice from 0, or the amounts in cents."""

    choice: int | None = None
    amounts: tuple[int, ...] = ()


def is_right(drill: Drill, answer: DrillAnswer) -> bool:
    """Whether the answer is what the rules say. An answer of another shape is wrong."""
    if drill.amounts:
        return answer.amounts == drill.solution.amounts
    place = answer.choice
    return place is not None and 0 <= place < len(drill.choices) and drill.solution.choices[place].is_right


class DrillMade(Struct, frozen=True):
    """What a lesson makes, before it is numbered: see `Lesson.drill`."""

    clauses: tuple[str, ...]
    question: str
    picture: DrillPicture
    solution: DrillSolution
    difficulty: Difficulty
    choices: tuple[str, ...] = ()
    amounts: tuple[AmountAsked, ...] = ()

    def drill(self, lesson: str, seed: int, kind: DrillKind, game: str) -> Drill:
        """The whole drill, once it is known to which lesson it belongs. Its words name players as people write them."""
        picture, solution = self.picture, self.solution
        return Drill(
            lesson=lesson,
            seed=seed,
            kind=kind,
            game=game,
            clauses=tuple(dict.fromkeys(self.clauses)),
            question=with_names(self.question),
            picture=replace(
                picture,
                hands=tuple(replace(each, notes=_all_with_names(each.notes)) for each in picture.hands),
                lines=_all_with_names(picture.lines),
            ),
            choices=_all_with_names(self.choices),
            amounts=tuple(replace(each, label=with_names(each.label)) for each in self.amounts),
            seconds=self.difficulty.seconds,
            level=self.difficulty.level,
            difficulty=self.difficulty,
            solution=replace(
                solution,
                choices=tuple(replace(each, why=with_names(each.why)) for each in solution.choices),
                working=_all_with_names(solution.working),
                then=with_names(solution.then),
            ),
        )


def with_names(text: str) -> str:
    """A text of the table in which players' ids stand, with their names in its place."""
    return _NAME.sub(lambda found: found[0].capitalize(), text)


def _all_with_names(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(with_names, texts))
