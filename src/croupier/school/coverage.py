"""Which clauses have a drill: every one that a dealer carries out must."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from croupier.rulebook import Clause, divisions
from croupier.school.lessons import CARRIED_OUT, lessons
from croupier.school.scenes import DATA


@cache
def not_the_dealers() -> dict[str, str]:
    """Clauses that nobody drills, each with the reason: other people's work, or nothing that anybody does."""
    text = (DATA / "not-the-dealers.txt").read_text("utf-8")
    rows = (line.split(" | ", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {row[0]: row[1] for row in rows}


@cache
def drilled() -> dict[str, tuple[str, ...]]:
    """Clause to the lessons that teach it."""
    found: dict[str, list[str]] = {}
    for lesson in lessons().values():
        for clause in lesson.clauses:
            found.setdefault(clause, []).append(lesson.name)
    return {clause: tuple(names) for clause, names in found.items()}


class SchoolCoverage(Struct, frozen=True):
    """How much of one division the school teaches."""

    id: str
    title: str
    due: int
    """Clauses of the classes ENFORCED and PROCEDURE that a dealer carries out."""
    drilled: int
    undrilled: tuple[str, ...]
    others: int
    """Clauses of these classes that are not the dealer's."""

    @property
    def is_open(self) -> bool:
        return bool(self.undrilled)


def school_coverage() -> list[SchoolCoverage]:
    """For each division, which clauses of a dealer's have a drill."""
    found = []
    for division in divisions():
        carried = [each for each in division.clauses if each.standing in CARRIED_OUT]
        due = [each for each in carried if each.id not in not_the_dealers()]
        undrilled = tuple(each.id for each in due if each.id not in drilled())
        found.append(
            SchoolCoverage(
                division.id, division.title, len(due), len(due) - len(undrilled), undrilled, len(carried) - len(due)
            )
        )
    return found


def carried_out(division: str) -> tuple[Clause, ...]:
    """The clauses of a division that a dealer carries out."""
    own = next(each for each in divisions() if each.id == division)
    return tuple(each for each in own.clauses if each.standing in CARRIED_OUT and each.id not in not_the_dealers())
