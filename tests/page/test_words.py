"""Words of refusals stand by their codes: a code that nobody refuses with would be a word that nobody ever reads."""

from __future__ import annotations

import re

from build_page import WEB

from tests.test_house import ROOT

OWN = {"no_line", "undo_too_late"}
"""The page's own: a broken line has no server to refuse, and an undo of two acts is not begun when it is late."""


def test_every_refusal_that_has_words_is_one_of_the_servers() -> None:
    text = (WEB / "src" / "words" / "en.ts").read_text("utf-8")
    section = text.split("  refusals: {")[1].split("\n  }")[0]
    codes = set(re.findall(r"^    (\w+):", section, re.MULTILINE))
    assert len(codes) > 50
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "src" / "croupier").rglob("*.py"))
    known = set(re.findall(r'"([a-z]+(?:_[a-z]+)*)"', sources))
    assert codes - OWN - known == set()
