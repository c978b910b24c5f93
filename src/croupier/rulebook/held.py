"""Which tests hold which clause: read from the test sources, or from the map that a wheel carries."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from msgspec import Struct

from croupier.rulebook.book import DATA, HELD_BY_TESTS, Clause, ClauseStanding, Division, clause, divisions
from croupier.rulebook.clause_marks import read_marks

BUILT_NEEDS = frozenset({"seats", "floor"})
"""What has been built of that which some clauses of Division 1 need before they can count: seats, a running floor."""

Held = dict[str, list[str]]
"""Clause to the tests that hold it."""


@cache
def held() -> Held:
    """The map of this installation: the wheel's own file, or the tests beside the sources of a checkout. It is read
    once: reading all tests takes a good part of a second."""
    made = DATA / "held.json"
    if made.is_file():
        found: Held = json.loads(made.read_text("utf-8"))
        return found
    tests = Path(__file__).resolve().parents[3] / "tests"
    return read_tests(tests) if (tests / "conftest.py").exists() else {}


def read_tests(folder: Path) -> Held:
    """The clause marks of the tests in this folder. Raises `UnknownClause` for a mark that names no clause."""
    found = read_marks(folder)
    for id in found:
        clause(id)
    return found


class DivisionCoverage(Struct, frozen=True):
    id: str
    title: str
    built: bool
    clauses: dict[ClauseStanding, int]
    held: int
    """How many clauses that tests must hold are held."""
    unheld: list[str]
    awaiting: list[str]
    """Clauses that count once what they need is built."""

    @property
    def is_open(self) -> bool:
        """A built division with a clause that no test holds."""
        return self.built and bool(self.unheld)


def coverage() -> list[DivisionCoverage]:
    by_clause = held()
    return [_coverage_of(division, by_clause) for division in divisions()]


def _coverage_of(division: Division, by_clause: Held) -> DivisionCoverage:
    due = [each for each in division.clauses if each.standing in HELD_BY_TESTS and not _awaits(each)]
    return DivisionCoverage(
        id=division.id,
        title=division.title,
        built=division.built,
        clauses={standing: sum(each.standing is standing for each in division.clauses) for standing in ClauseStanding},
        held=sum(each.id in by_clause for each in due),
        unheld=[each.id for each in due if each.id not in by_clause],
        awaiting=[each.id for each in division.clauses if _awaits(each)],
    )


def _awaits(each: Clause) -> bool:
    return each.needs is not None and each.needs not in BUILT_NEEDS


if __name__ == "__main__":
    print(json.dumps({id: len(tests) for id, tests in held().items()}))
