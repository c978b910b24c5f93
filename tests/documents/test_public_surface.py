"""What users of the library see is small, listed and promised; everything else is out of sight."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from croupier.games.blackjack.game import Division2Table
from croupier.games.layout.table import LayoutTable
from croupier.games.machine import Machine
from croupier.games.table import PROMISED, Table
from croupier.games.tournament.game import Tournament
from croupier.games.tournament.session_table.table import Division7Table
from tests.support.project import ROOT
from tools.site import python_api

PUBLIC = {package.__name__: package for package in python_api.packages()}
STATES = (LayoutTable, Division2Table, Division7Table, Tournament)


def _is_state(returned: object, kind: type[Machine]) -> bool:
    return str(returned) in {"Self", *(each.__name__ for each in kind.__mro__ if issubclass(each, Machine))}


@pytest.mark.parametrize("kind", STATES)
def test_play_is_the_only_way_in_sight_from_one_state_to_another(kind: type[Machine]) -> None:
    ways = [
        name
        for name, member in inspect.getmembers_static(kind)
        if not name.startswith("_")
        and inspect.isfunction(called := member.fget if isinstance(member, property) else member)
        and _is_state(inspect.signature(called).return_annotation, kind)
    ]
    assert ways == ["play"]
    assert not {"handlers", "with_box", "with_general", "moved"} & set(dir(kind))


@pytest.mark.parametrize("kind", [each for each in STATES if issubclass(each, Table)])
def test_every_table_has_what_is_promised(kind: type[Table]) -> None:
    assert [name for name in PROMISED if not hasattr(kind, name)] == []
    assert [name for name in PROMISED if name.startswith("_")] == []


def test_the_reference_shows_of_a_table_what_is_promised_and_no_more() -> None:
    section = python_api.markdown().split("### `LayoutTable`\n", 1)[1].split("\n### ", 1)[0]
    shown = re.findall(r"^- `(\w+)", section, re.MULTILINE)
    assert sorted(shown) == sorted(PROMISED)
    assert [line for line in section.splitlines() if line.startswith("- ") and ": " not in line] == []


def test_every_package_that_has_names_says_which_are_for_others() -> None:
    for path in (ROOT / "src" / "croupier").rglob("__init__.py"):
        body = ast.parse(path.read_text("utf-8")).body
        named = {target.id for each in body if isinstance(each, ast.Assign) for target in each.targets
                 if isinstance(target, ast.Name)}  # fmt: skip
        has_code = any(not isinstance(each, ast.Expr) for each in body)
        assert not has_code or "__all__" in named, f"{path.relative_to(ROOT)} has no __all__"


@pytest.mark.parametrize("package", PUBLIC.values(), ids=lambda package: str(package.__name__))
def test_a_public_package_lists_its_names(package: ModuleType) -> None:
    assert package.__all__
    assert [name for name in package.__all__ if name.startswith("_") or not hasattr(package, name)] == []


def _code() -> Iterator[tuple[Path, str]]:
    """Every piece of Python that users read: in the documents, in the examples, in the notebooks."""
    for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for block in re.findall(r"^```python\n(.*?)^```", path.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            yield path, block
    for path in (ROOT / "examples").rglob("*.py"):
        yield path, path.read_text("utf-8")
    for path in (ROOT / "examples").glob("*.ipynb"):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                yield path, "".join(cell["source"])


def _imports(code: str) -> Iterator[tuple[str, str]]:
    """Each module of ours that is imported, with the name that is taken from it."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier"):
            yield from ((str(node.module), alias.name) for alias in node.names)
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.startswith("croupier"))


def test_documents_and_examples_import_what_is_promised_and_nothing_else() -> None:
    imported = [(path.name, *names) for path, code in _code() for names in _imports(code)]
    assert len(imported) > 50
    assert [
        (page, module, name)
        for page, module, name in imported
        if f"{module}.{name}" not in PUBLIC
        and (module not in PUBLIC or (name and name not in PUBLIC[module].__all__))
    ] == []  # fmt: skip
