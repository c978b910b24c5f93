"""Forms that are not plain English, or that we have a better word for.

One list for all that people read: `banned_forms.json`. Each entry is a pattern and what to write instead. One that
says `only` is for short texts (the page, the commands, the refusals), or for the page alone. The documents, the
commands and the refusals are held to it in tests/documents/test_style.py, the page in web/src/words/words.test.ts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LIST = Path(__file__).with_name("banned_forms.json")


class BannedForm(NamedTuple):
    """A pattern that no text of ours has, and what would be right."""

    pattern: re.Pattern[str]
    instead: str
    only: str


class FoundForm(NamedTuple):
    """A banned form in a text."""

    line: int
    words: str
    instead: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.words!r}: {self.instead}"


def _banned(form: str, instead: str, only: str = "") -> BannedForm:
    # Documents wrap their lines anywhere, so a blank may be a line's end.
    return BannedForm(re.compile(form.replace(" ", r"\s+"), re.IGNORECASE | re.MULTILINE), instead, only)


_ALL = tuple(_banned(**entry) for entry in json.loads(LIST.read_text("utf-8")))
BANNED = tuple(form for form in _ALL if not form.only)
"""For any text. Terms of the Gazette and of the notation stand in code marks, where nothing is looked at."""
BANNED_IN_SHORT = tuple(form for form in _ALL if form.only in {"", "short"})
"""For help, options and refusals, which have no context around them."""

_CODE = re.compile(r"^```.*?^```|``.+?``|`[^`\n]+(?:\n[^`\n]+)?`", re.MULTILINE | re.DOTALL)


def without_code(text: str) -> str:
    """A Markdown text with blanks for its code, so that lines keep their numbers."""
    return _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)


def found(text: str, banned: tuple[BannedForm, ...] = BANNED) -> Iterator[FoundForm]:
    """Every banned form in a text, in its order."""
    hits = [(match, form) for form in banned for match in form.pattern.finditer(text)]
    for match, form in sorted(hits, key=lambda hit: hit[0].start()):
        yield FoundForm(text.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), form.instead)
