"""Which tests hold which clause: read from the test sources, or from the map that a wheel carries."""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from croupier.rulebook.book import DATA, HELD_BY_TESTS, Clause, Division, Standing, clause, divisions

BUILT_NEEDS = frozenset({"seats", "floor"})
"""What has been built of that which some clauses of Division 1 need before they can count: seats, a running floor."""

Held = dict[str, list[str]]
"""Clause to the tests that hold it."""

_MARK = "pytest.mark.clause"


def held() -> Held:
    """The map of this installation: from the tests beside the sources, else from the wheel's own file."""
    tests = Path(__file__).resolve().parents[3] / "tests"
    if (tests / "conftest.py").exists():
        return read_tests(tests)
    made = DATA / "held.json"
    found: Held = json.loads(made.read_text("utf-8")) if made.is_file() else {}
    return found


def read_tests(folder: Path) -> Held:
    """Every `@pytest.mark.clause(...)` with literal ids, by the test that carries it."""
    found: Held = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text("utf-8")
        if _MARK not in text:
            continue
        name = path.relative_to(folder.parent).as_posix()
        for test, id in _marks(ast.parse(text)):
            clause(id)
            found[id].append(f"{name}::{test}")
    return dict(found)


def _marks(module: ast.Module) -> Iterator[tuple[str, str]]:
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            for test in _functions(node.body):
                for id in (*_ids(node.decorator_list), *_ids(test.decorator_list)):
                    yield f"{node.name}::{test.name}", id
    for test in _functions(module.body):
        for id in _ids(test.decorator_list):
            yield test.name, id


def _functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node


def _ids(decorators: list[ast.expr]) -> Iterator[str]:
    for decorator in decorators:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == _MARK:
            for argument in decorator.args:
                yield ast.literal_eval(argument)


class DivisionCoverage(Struct, frozen=True):
    id: str
    title: str
    built: bool
    clauses: dict[Standing, int]
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
        clauses={standing: sum(each.standing is standing for each in division.clauses) for standing in Standing},
        held=sum(each.id in by_clause for each in due),
        unheld=[each.id for each in due if each.id not in by_clause],
        awaiting=[each.id for each in division.clauses if _awaits(each)],
    )


def _awaits(each: Clause) -> bool:
    return each.needs is not None and each.needs not in BUILT_NEEDS


if __name__ == "__main__":
    print(json.dumps({id: len(tests) for id, tests in held().items()}))
