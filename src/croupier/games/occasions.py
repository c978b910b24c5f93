"""What an act is beside the steps of a round: its sort, its clause, its grounds, and how it is reported.

`legal` asks nobody for an irregularity. Whoever works at a table must be able to report one, so its handler says how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from croupier.games.acts import Act
from croupier.games.offers import Choices, Field, Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite


class Sort(StrEnum):
    STEP = "step"
    """The next thing by the rules."""
    WAGER = "wager"
    """Something that is done for one player: an oral wager, one wager paid by itself."""
    SIGNAL = "signal"
    """A player's decision, shown by hand and entered by the dealer."""
    IRREGULARITY = "irregularity"
    RULING = "ruling"
    """Decided by a supervisor: a void, a correction, a dispute."""
    TABLE = "table"
    """The table itself: its hours, its limits, its cards."""


class Judging(Protocol):
    """A state, as far as it is asked about acts here."""

    def refuses(self, act: object) -> Refusal | None: ...


Reported = Callable[[Any, type[Act], Role], Iterator[Offer]]
"""The offers of a state to somebody in that role, of an act that nobody is asked for."""
_NO_GROUNDS: Mapping[str, Any] = MappingProxyType({})


class Occasion(NamedTuple):
    sort: Sort
    rule: Cite | Callable[[Any], Cite] | None = None
    """The clause that it is done by, or where the state has it. A step is done by the clause that is due."""
    reported: Reported | None = None
    """How it is offered to those who report it; nothing where it is offered as any other act is."""
    grounds: Callable[[Any], Mapping[str, Any]] | None = None
    """Why it may be, by name."""

    def rule_at(self, state: object) -> Cite | None:
        return self.rule(state) if callable(self.rule) else self.rule

    def grounds_at(self, state: object) -> Mapping[str, Any]:
        return _NO_GROUNDS if self.grounds is None else self.grounds(state)


A_STEP = Occasion(Sort.STEP)


def signal(clause: str, ruling: str | None = None) -> Occasion:
    """Of a player's act that the dealer may enter for the player."""
    return Occasion(Sort.SIGNAL, Cite(clause, ruling))


def each_of(**fields: Choices) -> Reported:
    """One offer with those of its choices that would be accepted, each taken by itself."""

    def reported(state: Judging, kind: type[Act], role: Role) -> Iterator[Offer]:
        left: dict[str, Field] = {}
        for name, field in fields.items():
            open_ = tuple(each for each in field.values if state.refuses(kind(**{name: each})) is None)
            if not open_:
                return
            left[name] = Choices(open_)
        if left or state.refuses(kind()) is None:
            yield Offer(kind, role, left)

    return reported
