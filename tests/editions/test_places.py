"""Every place where the rules ask a table for its edition stands in docs/explanation/editions.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.support.project import ROOT

GAMES = ROOT / "src" / "croupier" / "games"


def _asked(package: str) -> Iterator[tuple[str, str]]:
    """Where an edition is compared, and with which constant."""
    for path in sorted((GAMES / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare) and _name(node.left) == "edition":
                yield path.name, ast.unparse(node.comparators[0])


def _name(node: ast.expr) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _constants(package: str) -> dict[str, str]:
    """The module in which each constant is given its number."""
    found = {}
    for path in (GAMES / package).rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                found[node.targets[0].id] = path.relative_to(GAMES).as_posix()
    return found


@pytest.mark.parametrize(("package", "places"), [("layout", 5), ("blackjack", 5), ("tournament", 6)])
def test_every_place_is_listed_with_its_constant(package: str, places: int) -> None:
    rows = (ROOT / "docs" / "explanation" / "editions.md").read_text("utf-8")
    constants = {constant for _, constant in _asked(package)}
    assert len(constants) == places
    for constant in constants:
        assert f"`games/{_constants(package)[constant]}`, `{constant}`" in rows
