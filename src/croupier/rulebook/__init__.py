"""The Gazette as data: every clause of the divisions, what it is to us, and how its open questions are decided."""

from croupier.rulebook.book import (
    EDITION,
    HELD_BY_TESTS,
    Clause,
    ClauseStanding,
    Division,
    Ruling,
    Source,
    UnknownClause,
    clause,
    clauses_at,
    division,
    divisions,
    ruling,
    rulings,
    sources,
)
from croupier.rulebook.cite import Cite, read_cite

__all__ = [
    "EDITION",
    "HELD_BY_TESTS",
    "Cite",
    "Clause",
    "ClauseStanding",
    "Division",
    "Ruling",
    "Source",
    "UnknownClause",
    "clause",
    "clauses_at",
    "division",
    "divisions",
    "read_cite",
    "ruling",
    "rulings",
    "sources",
]
