"""What the house's journal says about its staff: who came in, whose account they looked at, what they changed."""

from __future__ import annotations

import re
from enum import StrEnum

from msgspec import Struct

from croupier.record.text.codecs import NAME

_SETTINGS = "settings are "
_WHO, _ABOUT = rf"(?P<who>{NAME})", rf"(?P<about>{NAME})"


class StaffEventKind(StrEnum):
    SIGN_IN = "sign-in"
    FAILURE = "failure"
    LINK = "link"
    ROLE = "role"
    EXPORT = "export"
    LOOK = "look"
    LIMIT = "limit"
    PASSWORD = "password"  # noqa: S105  a word
    SETTING = "setting"
    CHIPS = "chips"
    """Float sheets, fills, credits and drop boxes."""


class StaffEvent(Struct, frozen=True):
    kind: StaffEventKind
    who: str
    """Who did it; empty for the console, and for a stranger at the door."""
    about: str
    """Whom it is about, where that is somebody else."""


# How lines are written


def signed_in(person: str) -> str:
    return f"staff sign-in of {person}"


def sign_in_refused(person: str, what: str = "") -> str:
    """`what` was wrong, where it was not just the password at the door."""
    return f"staff sign-in of {person} refused" + (f": {what}" if what else "")


def sign_in_refusals_pause(person: str) -> str:
    """Somebody tries again and again: the journal does not grow with it."""
    return f"staff sign-in of {person} refused many times today"


def did(person: str, what: str) -> str:
    """What a member of staff did that leaves no other line."""
    return f"staff {person} {what}"


def settings_are(words: str) -> str:
    return f"{_SETTINGS}{words}"


def is_about_settings(note: str) -> bool:
    return note.startswith(_SETTINGS)


_LINES: tuple[tuple[re.Pattern[str], StaffEventKind], ...] = tuple(
    (re.compile(words), kind)
    for words, kind in (
        (rf"staff sign-in of {_WHO}", StaffEventKind.SIGN_IN),
        (rf"staff sign-in of {_ABOUT} refused.*", StaffEventKind.FAILURE),
        (rf"staff {_WHO} ends .+ of {_ABOUT}", StaffEventKind.SIGN_IN),
        (rf"staff {_WHO} orders .+ of {_ABOUT}", StaffEventKind.LIMIT),
        (rf"staff {_WHO} looks at .+ of {_ABOUT}", StaffEventKind.LOOK),
        (rf"staff {_WHO} enters walk-up {_ABOUT} for .+", StaffEventKind.LINK),
        (rf"staff {_WHO} exports .+", StaffEventKind.EXPORT),
        (rf"role .+ (?:to|from) {_ABOUT} by (?:a link|{_WHO})", StaffEventKind.ROLE),
        (rf"invitation to role .+ by {_WHO}", StaffEventKind.LINK),
        (rf"reset link for {_ABOUT} by (?:the console|{_WHO})", StaffEventKind.LINK),
        (rf"password of {_ABOUT} reset by a link from (?:the console|{_WHO})", StaffEventKind.LINK),
        (rf"password of {_WHO} changed", StaffEventKind.PASSWORD),
        (rf"second factor .+ of {_WHO} (?:gone, )?marked \S+", StaffEventKind.PASSWORD),
        (rf"recovery codes of {_WHO}: .+", StaffEventKind.PASSWORD),
        (rf"staff {_WHO} (?:asks for|agrees to) .+", StaffEventKind.SETTING),
        (rf"limit \w+ of {_WHO}: .+", StaffEventKind.LIMIT),
        (rf"[a-z]+-[a-z]+ of {_ABOUT} until \S+ by {_WHO}", StaffEventKind.LIMIT),
        (rf"[a-z]+-[a-z]+ of {_WHO} until \S+", StaffEventKind.LIMIT),
        (rf"(?:table|tournament) {NAME} .*?\bby {_WHO}\b.*", StaffEventKind.SETTING),
        (rf"private tables like {NAME} (?:not )?allowed by {_WHO}", StaffEventKind.SETTING),
        (rf"league {NAME} opened by {_WHO}, .+", StaffEventKind.SETTING),
        (rf"league {NAME} (?:no longer )?counts {NAME}, (?:points \w+, )?by {_WHO}", StaffEventKind.SETTING),
        (rf"dealers of \S+ need (?:an|no) exam, by {_WHO}", StaffEventKind.SETTING),
        (rf"{_ABOUT} relieved at {NAME} by {_WHO}", StaffEventKind.ROLE),
        (rf"verified by {_WHO}: .+", StaffEventKind.LOOK),
        (rf"{_SETTINGS}.+", StaffEventKind.SETTING),
        (rf"slip .+ by {_WHO}(?:[:,] .+)?", StaffEventKind.CHIPS),
    )
)


def event_of(note: str) -> StaffEvent | None:
    """`None` for lines about money, and others that no member of staff brought about."""
    for pattern, kind in _LINES:
        if found := pattern.fullmatch(note):
            named = found.groupdict()
            return StaffEvent(kind, named.get("who") or "", named.get("about") or "")
    return None
