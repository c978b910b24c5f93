"""What guides call a button is what the page calls it: a bold phrase in them stands among the page's words."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.support.project import ROOT
from tests.support.words import without_code

GUIDES = [
    *(
        ROOT / "docs" / "how-to" / f"{name}.md"
        for name in ("dealing", "supervising", "directing", "inspecting", "dealer-school")
    ),
    ROOT / "docs" / "how-to" / "operating.md",
    *(ROOT / "docs" / "tutorials" / f"{name}.md" for name in ("first-round", "first-evening", "first-lesson")),
]
"""In them bold is a label on the page. What is stressed for another reason is in italics."""
WORDS = (ROOT / "web" / "src" / "words", ROOT / "src" / "croupier" / "serve" / "routes")
"""The page's words, and the few pages that the server itself shows."""
BOLD = re.compile(r"\*\*([^*]+)\*\*")


@cache
def said() -> str:
    """All words of the page, a number or a name in them as `…`."""
    files = [path for folder in WORDS for path in sorted(folder.rglob("*")) if path.suffix in {".ts", ".py"}]
    return re.sub(r"\$\{[^}]*\}|#(?= )", "…", "\n".join(path.read_text("utf-8") for path in files))


def labels(path: Path) -> list[str]:
    """The bold phrases of a guide, without an amount or a number in them, which differ from case to case."""
    bold = (" ".join(found.split()) for found in BOLD.findall(without_code(path.read_text("utf-8"))))
    return [re.sub(r"\s*(?:…|\$?\d[\d.,]*|N)$", "", each) for each in bold if re.search(r"[A-Za-z]", each)]


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_a_guide_calls_things_as_the_page_does(path: Path) -> None:
    assert labels(path)
    assert [label for label in labels(path) if label not in said()] == []


def test_a_label_that_is_gone_would_be_noticed() -> None:
    assert "Roll the wheel by hand" not in said()
    assert "Play as a guest" in said()
