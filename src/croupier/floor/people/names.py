"""Names that people choose: taken as they are written or refused with a reason, never changed into something else."""

from __future__ import annotations

import re
import unicodedata

from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.rules import HouseRule

LONGEST = 40
_MARKS_IN_A_ROW = 3

_UNSEEN_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and signs that show nothing, beside those whose category says so."""
_SELECTORS = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))

_LOOKALIKES = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u04cf\u0501\u051b\u051d"
    "\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0131\u0261",
    "abekmhopctyxijsldqwaeikvoptuxig",
)
"""Cyrillic and Greek letters (and two Latin ones) that are drawn like ours. Not all there are: the commonest."""
_DIGITS_AS_LETTERS = str.maketrans("01i|", "olll")

_IDS = re.compile(r"([pt][a-z2-7]{12}|t-.*|(wallet|held|stack|layout|float|pool|chip-money|chips):.*)\Z")
_OFFICES = frozenset(
    """
admin administrator bot casino croupier dealer director guest house inspector moderator operator robot root
staff supervisor support system anonymous closed player
""".split()  # noqa: SIM905  a list of words is read more easily so
)
_STAFF_OFFICES = frozenset(
    office.translate(_DIGITS_AS_LETTERS)
    for office in ("croupier", "dealer", "director", "inspector", "operator", "supervisor")
)
"""What somebody who works here may be called beside a name of their own: Olive Operator."""
_OFFICES_AS_SEEN = frozenset(office.translate(_DIGITS_AS_LETTERS) for office in _OFFICES)
_WORDS = re.compile(r"[^\W_]+")


def house_player_name(id: str) -> str:
    """What a house player is called: `bot-bold-2` is Bot Bold 2."""
    return " ".join(map(str.capitalize, id.split("-")))


def canonical(name: str) -> str:
    """A letter made of several code points becomes one, as keyboards differ in that; nothing that is seen changes."""
    return unicodedata.normalize("NFC", name)


def name_key(name: str) -> str:
    """Two names with one key are one name to the eye: capitals and look-alike letters do not count."""
    folded = unicodedata.normalize("NFKC", name).casefold().translate(_LOOKALIKES)
    return unicodedata.normalize("NFKC", folded)


def refuses_name(name: str, *, is_staff: bool = False) -> HouseRefusal | None:
    """Whether somebody may be called so. Length comes first: what follows works on a short text.

    Whoever comes by a link of the house has an office, and may have its word in their name.
    """
    if not 1 <= len(name) <= LONGEST:
        return HouseRule.NAME_LENGTH.refusal(most=LONGEST)
    if any(_is_unseen(letter) for letter in name):
        return HouseRule.NAME_UNSEEN.refusal()
    composed = canonical(name)
    if composed != unicodedata.normalize("NFKC", composed):
        return HouseRule.NAME_FORM.refusal()
    if name != name.strip(" ") or "  " in name:
        return HouseRule.NAME_SPACES.refusal()
    if _is_buried_in_marks(composed) or not any(letter.isalnum() for letter in composed):
        return HouseRule.NAME_LETTERS.refusal(most=_MARKS_IN_A_ROW)
    if _looks_official(composed, is_staff=is_staff):
        return HouseRule.NAME_RESERVED.refusal()
    return None


def _is_unseen(letter: str) -> bool:
    category = unicodedata.category(letter)
    if category in _UNSEEN_CATEGORIES or (category == "Zs" and letter != " "):
        return True
    return letter in _UNSEEN or any(first <= ord(letter) <= last for first, last in _SELECTORS)


def _is_buried_in_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(letter).startswith("M") else "-" for letter in name)
    return marks.startswith("m") or "m" * (_MARKS_IN_A_ROW + 1) in marks


def _looks_official(name: str, *, is_staff: bool) -> bool:
    """An id, or a name with one of the house's offices in it as a word: `Operator`, `the 0perator`, `Guest kauri-1`."""
    key = name_key(name)
    if _IDS.match(key):
        return True
    words = {word.translate(_DIGITS_AS_LETTERS) for word in _WORDS.findall(key.replace("_", " "))}
    whole = "".join(_WORDS.findall(key.replace("_", " "))).translate(_DIGITS_AS_LETTERS)
    found = words & _OFFICES_AS_SEEN
    if is_staff and whole not in _OFFICES_AS_SEEN and found < words and found <= _STAFF_OFFICES:
        return False
    return bool(found) or whole in _OFFICES_AS_SEEN
