"""A citation: the clause that a refusal, a settlement line or a void rests on."""

from __future__ import annotations

import re

from msgspec import Struct

from croupier.rulebook.book import Clause, UnknownClause, clauses_at, names, rulings


class Cite(Struct, frozen=True, cache_hash=True):
    """Names a clause that exists, and the ruling by which it is read, if any: there are no others."""

    clause: str
    ruling: str | None = None

    def __post_init__(self) -> None:
        if self.clause not in names():
            raise UnknownClause(self.clause)
        if self.ruling is not None and self.ruling not in rulings():
            raise UnknownClause(self.ruling)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return clauses_at(self.clause)

    def __str__(self) -> str:
        return self.clause if self.ruling is None else f"{self.clause} ({self.ruling})"

    __repr__ = __str__


_WRITTEN = re.compile(r"(?P<clause>.+?)(?: \((?P<ruling>[A-Z]+[0-9]+)\))?")


def read_cite(text: str) -> Cite:
    """A citation as it is written, `D8 3.1(b) (R3)`: the last brackets name a ruling where they hold capitals and a
    number; everything before them is the clause. Raises `UnknownClause`.
    """
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise UnknownClause(text)
    return Cite(found["clause"], found["ruling"])
