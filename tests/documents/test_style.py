"""The documents are written in plain words: no banned form, and lines that an eye can follow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.project import ROOT
from tests.support.words import found, without_code

DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / name for name in ("tests/README.md", "web/README.md", "locks/README.md")),
]
LONGEST_LINE = 100
UNBREAKABLE = re.compile(r"^\s*(?:\||<img |!\[|\[[^]]*\]\([^)]*\)\S*$|\S+$)")
"""Rows of tables, pictures, and lines that are one link or one word."""


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_document_is_in_plain_words(path: Path) -> None:
    assert [str(form) for form in found(without_code(path.read_text("utf-8")))] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_lines_of_prose_are_short(path: Path) -> None:
    text = path.read_text("utf-8")
    prose = zip(text.splitlines(), without_code(text).splitlines(), strict=True)
    long = [
        line
        for line, without in prose
        # A line of a block of code is blank without its code.
        if len(line) > LONGEST_LINE and without.strip() and not UNBREAKABLE.match(line)
    ]
    assert long == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A player may leave when he\nlikes.", ["he"]),
        ("The operator gives\noffices.", ["offices"]),
        ("Why: No such password.", [": No such password"]),
        ("its 99th\nhundredth", ["99th hundredth"]),
        ("They may leave when they like; the theory holds here.", []),
        ("`he` is code, and so is\n```\noffice\n```\n", []),
    ],
)
def test_a_banned_form_is_found_also_across_lines(text: str, words: list[str]) -> None:
    assert [form.words for form in found(without_code(text))] == words
