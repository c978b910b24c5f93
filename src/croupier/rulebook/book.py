"""The clauses and the rulings, read from the text files in data/.

A line of a division's file is one clause, its fields parted by bars: id, standing, source, what it needs before it can
count, rulings, gist. Plain lines and not TOML, because a citation is checked when the package is imported and the whole
book must be read in a millisecond.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from pathlib import Path

from msgspec import Struct

EDITION = 2
"""Rises whenever any recorded act would be accepted, refused or settled differently."""

DATA = Path(__file__).resolve().parent / "data"

_DIVISION_FILES = {
    "D1": "division-01.txt",
    "D2": "division-02.txt",
    "D7": "division-07.txt",
    "D8": "division-08.txt",
    "D9": "division-09.txt",
    "D10": "division-10.txt",
}
_RULING_FILES = ("rulings-blackjack.txt", "rulings-layout.txt")


class ClauseStanding(StrEnum):
    """What a clause is to us."""

    ENFORCED = "ENFORCED"  # a breach is impossible
    PROCEDURE = "PROCEDURE"  # a step of dealer, supervisor or player, modelled as an act
    CONFIG = "CONFIG"  # the operator's option, within a range
    INFO = "INFO"  # physical or descriptive: shown, not enforced


HELD_BY_TESTS = (ClauseStanding.ENFORCED, ClauseStanding.PROCEDURE, ClauseStanding.CONFIG)
"""Clauses that need a test."""


class Source(StrEnum):
    """Where a clause's content, or the figure it carries, comes from."""

    GAZETTE = "gazette"
    PUBLIC = "public"  # another public source, not the Gazette's own text
    ADOPTED = "adopted"  # the text was not found: a default of ours, kept as data


class UnknownClause(LookupError):  # noqa: N818  it is what it says
    """No clause has this id."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The rulebook has no clause {name!r}.")


class Clause(Struct, frozen=True):
    """One clause of the rulebook, with its gist in our own words."""

    id: str
    standing: ClauseStanding
    source: Source
    needs: str | None
    rulings: tuple[str, ...]
    gist: str

    @property
    def division(self) -> str:
        return self.id.split(" ", 1)[0]


class Ruling(Struct, frozen=True):
    """How a question that the text leaves open is decided."""

    id: str
    reads: tuple[str, ...]
    question: str
    answer: str


class Division(Struct, frozen=True):
    """The rules of one game, or those of every table."""

    id: str
    title: str
    gazette: str
    built: bool
    clauses: tuple[Clause, ...]


@cache
def divisions() -> tuple[Division, ...]:
    """All divisions, in the order of their numbers."""
    return tuple(_read_division(id, name) for id, name in _DIVISION_FILES.items())


def sources(clauses: Iterable[Clause] | None = None) -> dict[Source, int]:
    """How many clauses come from where: of these, or of the whole book."""
    counted = Counter(each.source for each in (_by_id().values() if clauses is None else clauses))
    return {source: counted[source] for source in Source}


def division(id: str) -> Division:
    """The division with this id, such as `D8`."""
    for each in divisions():
        if each.id == id:
            return each
    raise UnknownClause(id)


def clause(id: str) -> Clause:
    """The clause with this id, such as `D8 3.6`."""
    try:
        return _by_id()[id]
    except KeyError:
        raise UnknownClause(id) from None


@cache
def clauses_at(name: str) -> tuple[Clause, ...]:
    """The clause of that name and those below it; a section's number stands for all of the section."""
    found = tuple(each for each in _by_id().values() if _stands_at(each.id, name))
    if not found:
        raise UnknownClause(name)
    return found


@cache
def rulings() -> dict[str, Ruling]:
    """All rulings by their ids."""
    lines = (line for name in _RULING_FILES for line in _lines(name))
    return {each.id: each for each in map(_read_ruling, lines)}


def ruling(id: str) -> Ruling:
    """The ruling with this id, such as `R3`."""
    try:
        return rulings()[id]
    except KeyError:
        raise UnknownClause(id) from None


@cache
def names() -> frozenset[str]:
    """Every name that may be cited: the clauses, and the headings above them."""
    return frozenset(name for id in _by_id() for name in _headings(id))


@cache
def _by_id() -> dict[str, Clause]:
    return {each.id: each for part in divisions() for each in part.clauses}


def _lines(name: str) -> list[str]:
    text = (DATA / name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _read_division(id: str, name: str) -> Division:
    lines = _lines(name)
    header = dict(line.split(": ", 1) for line in lines if " | " not in line)
    clauses = tuple(_read_clause(id, line) for line in lines if " | " in line)
    return Division(id, header["title"], header["gazette"], header["built"] == "yes", clauses)


def _read_clause(division: str, line: str) -> Clause:
    id, standing, source, needs, cited, gist = line.split(" | ")
    read = () if cited == "-" else tuple(cited.split(", "))
    return Clause(
        f"{division} {id}", ClauseStanding(standing), Source(source), None if needs == "-" else needs, read, gist
    )


def _read_ruling(line: str) -> Ruling:
    id, reads, question, answer = line.split(" | ")
    return Ruling(id, tuple(reads.split(", ")), question, answer)


def _headings(id: str) -> list[str]:
    """`D8 3.1(b)(i)` stands under `D8 3.1(b)`, `D8 3.1`, `D8 3` and `D8`."""
    found = [id]
    while (shorter := re.sub(r"( \([^)]*\)|\([^)]*\)| \w+|\.\d+|-[\d.]+|(?<=\))ff)$", "", found[-1])) != found[-1]:
        found.append(shorter)
    return found


_RANGE = re.compile(r"(\D*\d+ \d+)\.(\d+)-\d+\.(\d+)$")


def _stands_at(id: str, name: str) -> bool:
    if id in (name, f"{name}ff") or (id.startswith(name) and id[len(name)] in " (."):
        return True
    # One line may carry several clauses whose own texts were not found: 4.2-4.9.
    if several := _RANGE.match(id):
        section, first, last = several.groups()
        return any(name == f"{section}.{number}" for number in range(int(first), int(last) + 1))
    return False
