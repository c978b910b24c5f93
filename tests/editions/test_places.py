"""Every place at which a layout game asks for the edition stands in docs/editions.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.support.project import ROOT

LAYOUT = ROOT / "src" / "croupier" / "games" / "layout"


def _asked() -> Iterator[tuple[str, str]]:
    """Where an edition is compared, and with which constant."""
    for path in sorted(LAYOUT.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare) and getattr(node.left, "attr", "") == "edition":
                yield path.name, ast.unparse(node.comparators[0])


def _constants() -> dict[str, str]:
    """The module in which each constant is given its number."""
    found = {}
    for path in LAYOUT.glob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                found[node.targets[0].id] = path.name
    return found


def test_every_place_is_listed_with_its_constant() -> None:
    rows = (ROOT / "docs" / "editions.md").read_text("utf-8")
    constants = {constant for _, constant in _asked()}
    assert len(constants) == 5
    for constant in constants:
        assert f"`games/layout/{_constants()[constant]}`, `{constant}`" in rows
