"""The page of attacks in the documents names every attack, and only tests that there are."""

from __future__ import annotations

import ast
import re

import pytest

from tests.support.project import ROOT

PAGE = ROOT / "docs" / "explanation" / "attacks.md"
SECTION = re.compile(r"^### (A\d+): \S.*\n\n([^#]*(?:#(?!#)[^#]*)*)", re.MULTILINE)
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
NUMBERS = range(1, 62)
"""From 28 on they were found on this house itself."""


def found_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def missing(text: str) -> list[str]:
    """The tests that the page names and that are not there."""
    found: dict[str, set[str]] = {}
    gone = []
    for path, test in NAMED.findall(text):
        if path not in found:
            found[path] = found_in(path) if (ROOT / path).is_file() else set()
        if test not in found[path]:
            gone.append(f"{path}::{test}")
    return gone


def test_every_attack_has_its_section() -> None:
    sections = SECTION.findall(PAGE.read_text("utf-8"))
    assert [id for id, _ in sections] == [f"A{number}" for number in NUMBERS]


@pytest.mark.parametrize("number", NUMBERS)
def test_every_section_names_tests_and_what_they_find(number: int) -> None:
    sections = dict(SECTION.findall(PAGE.read_text("utf-8")))
    what, rest = sections[f"A{number}"].split("**Shown by:**")
    shows, planted = rest.split("**The planted bug:**")
    assert len(what.strip()) > 10
    assert NAMED.search(shows)
    assert len(planted.strip()) > 10


def test_every_test_that_is_named_is_there() -> None:
    assert missing(PAGE.read_text("utf-8")) == []


def test_a_test_that_is_not_there_is_found() -> None:
    assert missing("`tests/attacks/test_index.py::test_nothing` `tests/nowhere.py::test_a`") == [
        "tests/attacks/test_index.py::test_nothing",
        "tests/nowhere.py::test_a",
    ]
    assert missing("`tests/attacks/test_index.py::test_every_attack_has_its_section`") == []


def test_every_test_of_an_attack_is_named() -> None:
    """What stands in tests/attacks is on the page."""
    named = {test for _, test in NAMED.findall(PAGE.read_text("utf-8"))}
    own = {
        test
        for path in sorted((ROOT / "tests" / "attacks").glob("test_a*.py"))
        for test in found_in(str(path.relative_to(ROOT)))
    }
    assert sorted(own - named) == []
