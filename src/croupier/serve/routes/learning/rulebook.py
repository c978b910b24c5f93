"""The rulebook by request: every clause in our own words, what it is to us, its rulings and how many tests hold it."""

from __future__ import annotations

import logging
import subprocess
import threading
from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier import child_process
from croupier.floor.house_rules.rules import HouseRule
from croupier.rulebook import (
    EDITION,
    Clause,
    Division,
    Ruling,
    UnknownClause,
    clauses_at,
    divisions,
    read_cite,
    ruling,
    rulings,
)
from croupier.serve.security.auth import ANYBODY
from croupier.serve.security.errors import Problem

LOG = logging.getLogger("croupier.serve")
LONGEST_WORDS = 200
COUNT_SECONDS = 120
"""Counting takes seconds; if it takes so long it is given up, and no clause is said to be held."""


class ClauseShown(Struct, frozen=True, rename={"standing": "class"}):
    id: str
    standing: str
    """ENFORCED, PROCEDURE, CONFIG or INFO."""
    gist: str
    source: str
    """`gazette`, `public` for another public text, or `adopted` where no text was found."""
    rulings: tuple[str, ...]
    """By their ids."""
    held_by: int | None
    """How many tests hold it; nothing while they are still being counted."""


class RulingShown(Struct, frozen=True):
    """How a question that the text leaves open is decided."""

    id: str
    reads: tuple[str, ...]
    """The clauses that it is about."""
    question: str
    answer: str


class DivisionShown(Struct, frozen=True):
    id: str
    title: str
    gazette: str
    clauses: tuple[ClauseShown, ...]


class Rulebook(Struct, frozen=True):
    edition: int
    """Rises whenever anything that has been recorded would be judged differently."""
    divisions: tuple[DivisionShown, ...]
    rulings: tuple[RulingShown, ...]
    """Those that the clauses shown name, once each."""
    found: int
    """How many clauses are shown."""


class ClausePage(Struct, frozen=True):
    """A clause and those below it."""

    clause: str
    """Without the ruling."""
    ruling: str
    """By which it is read, where one was named; otherwise empty."""
    division: str
    division_title: str
    clauses: tuple[ClauseShown, ...]
    rulings: tuple[RulingShown, ...]


class _Counts:
    """How many tests hold each clause: counted once, when first asked for, in a process of its own. Beside its sources
    the program reads every test for it, which takes seconds."""

    def __init__(self) -> None:
        self.known: dict[str, int] | None = None
        self._begun = threading.Lock()

    def begin(self) -> None:
        if self._begun.acquire(blocking=False):
            threading.Thread(target=self._count, name="held", daemon=True).start()

    def _count(self) -> None:
        try:
            self.known = msgspec.json.decode(_counted(), type=dict[str, int])
        except (OSError, msgspec.MsgspecError):
            LOG.exception("the tests that hold each clause were not counted")
            self.known = {}


def _counted() -> bytes:
    process = subprocess.Popen(child_process.command("croupier.rulebook.held"), **child_process.PIPES)
    try:
        with child_process.killed_after(process, COUNT_SECONDS):
            return b"" if process.stdout is None else process.stdout.read()
    finally:
        child_process.end(process)


COUNTS = _Counts()


def _held_by(id: str) -> int | None:
    COUNTS.begin()
    return None if COUNTS.known is None else COUNTS.known.get(id, 0)


def _clause(each: Clause) -> ClauseShown:
    return ClauseShown(each.id, each.standing, each.gist, each.source, each.rulings, _held_by(each.id))


def _ruling(each: Ruling) -> RulingShown:
    return RulingShown(each.id, each.reads, each.question, each.answer)


def _rulings_of(clauses: tuple[ClauseShown, ...], also: str = "") -> tuple[RulingShown, ...]:
    named = dict.fromkeys(id for clause in clauses for id in clause.rulings)
    return tuple(_ruling(ruling(id)) for id in ({also: None} if also else {}) | named)


@lru_cache(maxsize=4096)
def _text(clause: Clause) -> str:
    read = [ruling(id) for id in clause.rulings]
    return " ".join([clause.id, clause.gist, *(f"{each.id} {each.question} {each.answer}" for each in read)]).casefold()


def _says(clause: Clause, words: list[str]) -> bool:
    """Whether every word stands in the clause, its number, or one of its rulings."""
    return all(word in _text(clause) for word in words)


def _division(each: Division, words: list[str]) -> DivisionShown:
    clauses = tuple(_clause(clause) for clause in each.clauses if _says(clause, words))
    return DivisionShown(each.id, each.title, each.gazette, clauses)


@lru_cache(maxsize=256)
def _book(words: str, *, is_counted: bool) -> Rulebook:  # noqa: ARG001  once they are counted it is another book
    shown = tuple(_division(each, words.split()) for each in divisions())
    clauses = tuple(clause for each in shown for clause in each.clauses)
    return Rulebook(EDITION, tuple(each for each in shown if each.clauses), _rulings_of(clauses), len(clauses))


def page_of(name: str) -> ClausePage:
    """Of a clause, a heading, or a rule as a refusal or a settlement line writes it; raises `UnknownClause`.

    A ruling's own id leads to the first clause that it reads.
    """
    if name in rulings():
        name = f"{ruling(name).reads[0]} ({name})"
    cite = read_cite(name)
    clauses = tuple(map(_clause, clauses_at(cite.clause)))
    division = next(each for each in divisions() if each.id == cite.clause.split(" ", 1)[0])
    read = _rulings_of(clauses, cite.ruling or "")
    return ClausePage(cite.clause, cite.ruling or "", division.id, division.title, clauses, read)


@get("/api/v1/rulebook", who=ANYBODY, gives=Rulebook, query={"words": str})
async def rulebook(
    words: Annotated[str, QueryParameter(name="words", max_length=LONGEST_WORDS)] = "",
) -> Rulebook:
    """The rules clause by clause; with words, the clauses in which all of them stand, or in whose rulings they do."""
    return _book(" ".join(words.casefold().split()), is_counted=COUNTS.known is not None)


@get("/api/v1/rulebook/{clause:str}", who=ANYBODY, gives=ClausePage)
async def rulebook_clause(clause: str) -> ClausePage:
    """A clause, a section, a division or a ruling: whatever stands in the `rule` of a refusal or a settlement line."""
    try:
        return page_of(clause)
    except UnknownClause as unknown:
        raise Problem(404, HouseRule.NO_SUCH_CLAUSE.refusal(what_is_wrong=unknown)) from None


ROUTES: list[ControllerRouterHandler] = [rulebook, rulebook_clause]
