"""Forms that are not plain English, or that we have a better word for: for the documents, the page and the commands.

One list for all of them. Each entry is a pattern and what to write instead; `found` says where a text has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class BannedForm(NamedTuple):
    """A pattern that no text of ours has, and what would be right."""

    pattern: re.Pattern[str]
    instead: str


class FoundForm(NamedTuple):
    """A banned form in a text."""

    line: int
    words: str
    instead: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.words!r}: {self.instead}"


def _banned(pattern: str, instead: str) -> BannedForm:
    # Documents wrap their lines anywhere, so a blank may be a line's end.
    return BannedForm(re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE | re.MULTILINE), instead)


BANNED = (
    # People are they.
    _banned(r"\b(?:he|she|him|his|hers|himself|herself)\b", "people are they; players are you"),
    _banned(r"\bone's\b|\boneself\b", "say whose it is: your, the player's"),
    # Riddles and inverted clauses.
    _banned(r"\bthat is none\b|\bthat are none\b|\bis none of\b", "say what it is"),
    _banned(r"\bso many (?:times|seconds|entries|rounds|as)\b", "name the number"),
    _banned(r"\bof which\b", "begin a new sentence"),
    _banned(r"\bwhereof\b|\bthereof\b|\bthereby\b|\bhereby\b|\bwhereupon\b", "begin a new sentence"),
    _banned(r"(?:^|[.:] |[\"“'])No such \w+", "say what is wrong, and what would be right"),
    _banned(r"\bin good order\b", "cleanly"),
    _banned(r"\bmay come again\b", "may be repeated"),
    _banned(r"\bnot .{1,20} any more\b|\bno .{1,12} any more\b", "no longer"),
    _banned(r"\banew\b", "again"),
    _banned(r"\bhangs on\b|\bhang on\b", "depends on"),
    _banned(r"\b99th hundredth\b", "99th percentile"),
    _banned(r"\breckon(?:s|ed|ing)?\b", "calculate, or work out"),
    _banned(r"\bpurse\b(?!\()", "chips, or wallet"),
    _banned(r"\bgives? away\b", "reveal"),
    # Words of ours for which people know another.
    _banned(r"\boffices?\b", "role"),
    _banned(r"\bcoming in\b|\bcome in (?:as|first|by)\b|\bcomes in by\b", "sign in, join, or enter"),
    _banned(r"\btake a name\b|\btakes? a name\b", "create an account"),
    _banned(r"\bdeals? itself from sealed chance\b", "automatic, provably fair"),
    _banned(r"\bthe line is broken\b|\bstands again\b", "connection lost; back online"),
    _banned(r"\bpassword until now\b", "current password"),
    _banned(r"\bsums to nothing\b", "balanced"),
    _banned(r"\beverything follows\b", "all checks passed"),
    _banned(r"\bwho work here\b", "staff"),
    _banned(r"\bwho go on\b|\bwho goes on\b", "qualifiers, or who qualifies"),
    _banned(r"\bbreak off\b", "abandon"),
    _banned(r"\bparts of the pool\b", "% of the pool"),
    _banned(r"\bperhaps is meant\b|\bis meant, perhaps\b|\bnothing here is called\b", "unknown …; did you mean …?"),
    _banned(r"\bundurable\b|\bmade durable\b", "stored"),
)
"""For prose. Terms of the Gazette and of the notation stand in code marks, where nothing is looked at."""

_CODE = re.compile(r"^```.*?^```|``.+?``|`[^`\n]+(?:\n[^`\n]+)?`", re.MULTILINE | re.DOTALL)


def without_code(text: str) -> str:
    """A Markdown text with blanks for its code, so that lines keep their numbers."""
    return _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)


def found(text: str, banned: tuple[BannedForm, ...] = BANNED) -> Iterator[FoundForm]:
    """Every banned form in a text, in its order."""
    hits = [(match, form) for form in banned for match in form.pattern.finditer(text)]
    for match, form in sorted(hits, key=lambda hit: hit[0].start()):
        yield FoundForm(text.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), form.instead)
