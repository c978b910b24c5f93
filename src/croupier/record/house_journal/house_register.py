"""The house's journal, folded: who is here, who holds which role, which limits, tables and sign-ins there are.

An audit holds the rows of the database against it. Whatever the journal does not say of a row is either nothing that
anything hangs on, or on the list in docs/explanation/attacks.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from croupier.record.text.codecs import NAME

BEGINS = "register begins"
"""From this line on the journal says everything: lines of older versions did not."""
WHOLE = "register has codes, approvals and proofs"
"""From this line on also these: a register that an older version began did not have them."""
RESTATED = "register: "
"""Before what is only put on record, because an older version had not written it down."""

_MARK = r"(?P<mark>[0-9a-f]{32})"
_PERSON = rf"(?P<person>{NAME})"
_TABLE = rf"(?P<table>{NAME})"
_LINK = "a link"


class Recorded(Struct, frozen=True):
    """What an entry says of a row."""

    value: str
    number: int


class HouseRegister:
    def __init__(self) -> None:
        self.began: int | None = None
        """The entry from which on everything is on record; `None` in a journal of an older version."""
        self.whole: int | None = None
        self.begun_again: list[int] = []
        self._clear()

    def _clear(self) -> None:
        self.people: dict[str, Recorded] = {}
        self.closed: dict[str, int] = {}
        self.names: dict[str, Recorded] = {}
        self.roles: dict[tuple[str, str], Recorded] = {}
        self.limits: dict[tuple[str, str], Recorded] = {}
        self.exclusions: dict[tuple[str, str], Recorded] = {}
        self.reality: dict[str, Recorded] = {}
        self.made: dict[str, int] = {}
        self.tables: dict[str, Recorded] = {}
        self.duties: dict[str, Recorded] = {}
        self.sign_ins: dict[tuple[str, str], int] = {}
        self.links: dict[str, int] = {}
        self.factors: dict[tuple[str, str], Recorded] = {}
        self.codes: dict[str, Recorded] = {}
        """The mark of a person's recovery codes together."""
        self.proofs: dict[tuple[str, str], Recorded] = {}
        """When it was shown anew who holds a sign-in, by its mark."""
        self.approvals: dict[str, int] = {}
        self.exams: dict[str, Recorded] = {}
        self.requirements: dict[str, Recorded] = {}
        self._kinds: dict[str, set[tuple[str, str]]] = {}
        """Everything of a person that goes when the account closes, by attribute and second part of its key."""

    def follow(self, number: int, note: str) -> None:
        """One more entry."""
        if note == BEGINS:
            self._begin(number)
            return
        if note == WHOLE:
            self._be_whole(number)
            return
        words = note.removeprefix(RESTATED)
        for pattern, method in _LINES:
            if found := pattern.fullmatch(words):
                method(self, found, number)
                return

    def _begin(self, number: int) -> None:
        if self.began is None:
            self.began = number
            self._clear()
        else:
            self.begun_again.append(number)

    def _be_whole(self, number: int) -> None:
        if self.whole is None:
            self.whole = number
        else:
            self.begun_again.append(number)

    # What lines say

    def person_came(self, found: re.Match[str], number: int) -> None:
        self.people[found["person"]] = Recorded(found["since"], number)

    def named(self, found: re.Match[str], number: int) -> None:
        self.names[found["person"]] = Recorded(found["mark"], number)

    def account_closed(self, found: re.Match[str], number: int) -> None:
        person = found["person"]
        self.closed[person] = number
        self.names.pop(person, None)
        self.reality.pop(person, None)
        self.codes.pop(person, None)
        for name, part in self._kinds.pop(person, ()):
            kept: dict[Any, Any] = getattr(self, name)
            if name == "exams":
                kept.pop(part, None)
            elif name != "duties":
                kept.pop((person, part), None)
            elif part in kept and kept[part].value == person:
                del kept[part]

    def _note(self, person: str, name: str, part: str) -> None:
        """So that a close looks at what is the person's own, and not at what everybody has."""
        self._kinds.setdefault(person, set()).add((name, part))

    def role_given(self, found: re.Match[str], number: int) -> None:
        giver = "" if found["giver"] == _LINK else found["giver"]
        key = found["person"], found["role"]
        self._note(found["person"], "roles", found["role"])
        if key not in self.roles:  # a role that somebody holds stays as it was given first
            self.roles[key] = Recorded(giver, number)

    def role_taken(self, found: re.Match[str], _number: int) -> None:
        self.roles.pop((found["person"], found["role"]), None)

    def limited(self, found: re.Match[str], number: int) -> None:
        self._note(found["person"], "limits", found["kind"])
        self.limits[found["person"], found["kind"]] = Recorded(found["limit"], number)

    def excluded(self, found: re.Match[str], number: int) -> None:
        self._note(found["person"], "exclusions", found["kind"])
        self.exclusions[found["person"], found["kind"]] = Recorded(found["until"], number)

    def coded(self, found: re.Match[str], number: int) -> None:
        if found["count"] == "0":
            self.codes.pop(found["person"], None)
        else:
            self.codes[found["person"]] = Recorded(found["mark"], number)

    def proved(self, found: re.Match[str], number: int) -> None:
        self._note(found["person"], "proofs", found["mark"])
        self.proofs[found["person"], found["mark"]] = Recorded(found["moment"], number)

    def approved(self, found: re.Match[str], number: int) -> None:
        self.approvals[found["mark"]] = number

    def examined(self, found: re.Match[str], number: int) -> None:
        self._note(found["person"], "exams", found["exam"])
        self.exams[found["exam"]] = Recorded(found["result"], number)

    def required(self, found: re.Match[str], number: int) -> None:
        if found["needs"] == "an":
            self.requirements[found["game"]] = Recorded("", number)
        else:
            self.requirements.pop(found["game"], None)

    def reality_set(self, found: re.Match[str], number: int) -> None:
        self.reality[found["person"]] = Recorded(found["minutes"], number)

    def table_made(self, found: re.Match[str], number: int) -> None:
        self.made[found["table"]] = number

    def table_marked(self, found: re.Match[str], number: int) -> None:
        self.tables[found["table"]] = Recorded(found["mark"], number)

    def deals(self, found: re.Match[str], number: int) -> None:
        self._note(found["person"], "duties", found["table"])
        self.duties[found["table"]] = Recorded(found["person"], number)

    def leaves(self, found: re.Match[str], _number: int) -> None:
        self.duties.pop(found["table"], None)

    def signed_in(self, found: re.Match[str], number: int) -> None:
        self._note(found["person"], "sign_ins", found["mark"])
        self.sign_ins[found["person"], found["mark"]] = number

    def factor_added(self, found: re.Match[str], number: int) -> None:
        self._note(found["person"], "factors", found["mark"])
        self.factors[found["person"], found["mark"]] = Recorded(found["kind"], number)

    def factor_gone(self, found: re.Match[str], _number: int) -> None:
        self.factors.pop((found["person"], found["mark"]), None)

    def linked(self, found: re.Match[str], number: int) -> None:
        self.links[found["mark"]] = number


_Said = Callable[[HouseRegister, re.Match[str], int], None]
_LINES: tuple[tuple[re.Pattern[str], _Said], ...] = tuple(
    (re.compile(words), method)
    for words, method in (
        (rf"sign-in of {_PERSON} marked {_MARK}", HouseRegister.signed_in),
        (rf"person {_PERSON} since (?P<since>\S+)", HouseRegister.person_came),
        (rf"name and password of {_PERSON} marked {_MARK}", HouseRegister.named),
        (rf"account {_PERSON} closed", HouseRegister.account_closed),
        (rf"role (?P<role>[a-z ]+) to {_PERSON} by (?P<giver>.+)", HouseRegister.role_given),
        (rf"role (?P<role>[a-z ]+) from {_PERSON} by .+", HouseRegister.role_taken),
        (rf"limit (?P<kind>\w+) of {_PERSON}: (?P<limit>.+)", HouseRegister.limited),
        (rf"(?P<kind>[a-z]+-[a-z]+) of {_PERSON} until (?P<until>\S+(?: by \S+)?)", HouseRegister.excluded),
        (rf"reality check of {_PERSON} every (?P<minutes>\d+) minutes", HouseRegister.reality_set),
        (rf"(?:table|tournament) {_TABLE} made.*", HouseRegister.table_made),
        (rf"table {_TABLE} marked {_MARK}", HouseRegister.table_marked),
        (rf"{_PERSON} deals at {_TABLE}", HouseRegister.deals),
        (rf"{_PERSON} leaves {_TABLE}", HouseRegister.leaves),
        (rf"{_PERSON} relieved at {_TABLE} by .+", HouseRegister.leaves),
        (rf"second factor (?P<kind>[a-z]+) of {_PERSON} marked {_MARK}", HouseRegister.factor_added),
        (rf"second factor [a-z]+ of {_PERSON} gone, marked {_MARK}", HouseRegister.factor_gone),
        (rf"link [a-z ]+ marked {_MARK}", HouseRegister.linked),
        (rf"recovery codes of {_PERSON}: (?P<count>\d+), marked {_MARK}", HouseRegister.coded),
        (rf"sign-in of {_PERSON} marked {_MARK} proved (?P<moment>\S+)", HouseRegister.proved),
        (rf"approval marked {_MARK}", HouseRegister.approved),
        (rf"exam (?P<exam>[0-9a-f]+) of (?P<result>{_PERSON} in .+)", HouseRegister.examined),
        (r"dealers of (?P<game>\S+) need (?P<needs>an|no) exam, by .+", HouseRegister.required),
    )
)


# How the lines are written


def person_words(person: str, since: str) -> str:
    return f"person {person} since {since}"


def name_words(person: str, mark: str) -> str:
    """Neither the name nor the password stands in a journal."""
    return f"name and password of {person} marked {mark}"


def sign_in_words(person: str, mark: str) -> str:
    return f"sign-in of {person} marked {mark}"


def factor_words(kind: str, person: str, mark: str) -> str:
    return f"second factor {kind} of {person} marked {mark}"


def factor_gone_words(kind: str, person: str, mark: str) -> str:
    return f"second factor {kind} of {person} gone, marked {mark}"


def link_words(kind: str, mark: str) -> str:
    return f"link {kind} marked {mark}"


def reality_words(person: str, minutes: int) -> str:
    return f"reality check of {person} every {minutes} minutes"


def table_words(table: str, mark: str) -> str:
    """What the table is called, and what the house keeps about it beside its journal."""
    return f"table {table} marked {mark}"


def role_words(role: str, person: str, giver: str) -> str:
    return f"role {role} to {person} by {giver or _LINK}"


def limit_line(kind: str, person: str, limit: str) -> str:
    return f"limit {kind} of {person}: {limit}"


def exclusion_words(kind: str, person: str, until: str, by: str = "") -> str:
    """`by` is who ordered it, where the house did. Its reason stands in no journal."""
    return f"{kind} of {person} until {until}" + (f" by {by}" if by else "")


def recovery_words(person: str, count: int, mark: str) -> str:
    """How many are left, and the mark of all of them together."""
    return f"recovery codes of {person}: {count}, marked {mark}"


def proof_words(person: str, mark: str, moment: str) -> str:
    return f"sign-in of {person} marked {mark} proved {moment}"


def approval_words(mark: str) -> str:
    return f"approval marked {mark}"


def closed_words(person: str) -> str:
    return f"account {person} closed"


def duty_words(person: str, table: str) -> str:
    return f"{person} deals at {table}"
