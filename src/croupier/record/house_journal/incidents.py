"""Incidents: what went wrong at a table and what was decided about it, as its journal has it.

An incident is an entry of a journal and nothing more. Its act, its actor and its person are facts that an audit holds
against the line, so the same list can be made again at any time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any

from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.machine import handlers_of
from croupier.games.occasions import Occasion, Sort
from croupier.games.registry import GAMES, table_of
from croupier.games.sign import Sign
from croupier.games.tournament.grounds import GROUNDS
from croupier.rulebook import Cite


class IncidentKind(StrEnum):
    VOID = "void"
    LATE = "late wager"
    """Chips that came too late, or did not count for another reason."""
    CORRECTION = "correction"
    DISPUTE = "dispute"
    MAKE_GOOD = "make-good"
    RULING = "ruling"
    IRREGULARITY = "irregularity"
    DISQUALIFICATION = "disqualification"
    EXCLUSION = "exclusion"
    DEVICE = "device"
    """A result that a device sent, and that the house refused."""


_BY_ACT: Mapping[str, IncidentKind] = {
    **dict.fromkeys(("void round", "void hand", "no spin", "no roll"), IncidentKind.VOID),
    **dict.fromkeys(("void wager", "void chips"), IncidentKind.LATE),
    "record dispute": IncidentKind.DISPUTE,
    "make good": IncidentKind.MAKE_GOOD,
    **dict.fromkeys(("disqualify", "reinstate"), IncidentKind.DISQUALIFICATION),
    "take back favour": IncidentKind.CORRECTION,
    "restate cards": IncidentKind.CORRECTION,
}
_OF_TOURNAMENTS: Mapping[str, Cite] = {
    "correct tally": Cite("D7 6.4", "T43"),
    "reinstate": Cite("D7 4.5", "T47"),
}
"""A tournament's own rulings are steps to its machine: here they are incidents."""
_ROUTINE = frozenset(("draw for absent", "stand for absent"))
"""Time brings these about at every automatic table: nobody has to look at them."""
_CORRECTS = "correct "
_NOTED = (
    (
        IncidentKind.EXCLUSION,
        re.compile(r"(?P<words>[a-z]+-[a-z]+) of (?P<person>\S+) until (?P<until>\S+)( by (?P<by>\S+))?"),
    ),
    (IncidentKind.DEVICE, re.compile(r"(?P<words>device \S+ refused at (?P<table>\S+): \S+)")),
    (
        IncidentKind.LATE,
        re.compile(r"(?P<words>late wager of (?P<player>\S+) refused at (?P<table>\S+) in round (?P<round>\d+))"),
    ),
)
"""Incidents that no table's journal has: what the house's own journal says of them."""


class IncidentFacts(Struct, frozen=True):
    kind: IncidentKind
    reason: str
    clause: str
    """As it is cited, with the ruling where there is one; empty where none is."""


@cache
def _occasions(game: str) -> Mapping[str, tuple[Occasion, Any]]:
    """The occasion of every act that is an irregularity or a ruling, with a table of that game to ask."""
    if game not in GAMES or game == "tournament":
        return {}
    table = table_of(game, Sign(minimum=5_00, maximum=1_000_00))
    handlers = handlers_of(table).items()
    return {
        str(kind.__struct_config__.tag): (handler.occasion, table)
        for kind, handler in handlers
        if handler.occasion.sort in (Sort.IRREGULARITY, Sort.RULING) and str(kind.__struct_config__.tag) not in _ROUTINE
    }


@cache
def incident_acts() -> tuple[str, ...]:
    """What every act that is an incident is called, at whatever game."""
    found = {name for game in GAMES for name in _occasions(game)}
    return tuple(sorted(found | set(_BY_ACT) | set(_OF_TOURNAMENTS)))


def incident_of(game: str, act: Act) -> IncidentFacts | None:
    """What an act is as an incident; nothing where it is none."""
    name = str(act.__struct_config__.tag)
    occasion, table = _occasions(game).get(name, (None, None))
    if occasion is None and name not in _BY_ACT and name not in _OF_TOURNAMENTS:
        return None
    ground, reason = getattr(act, "ground", ""), getattr(act, "reason", "")
    known = occasion.grounds_at(table).get(ground) if occasion is not None and ground else None
    said = ": ".join(each for each in (known.words if known is not None else ground, reason) if each)
    return IncidentFacts(_kind(name, occasion), said, _clause(name, ground, occasion, table))


def _kind(name: str, occasion: Occasion | None) -> IncidentKind:
    if name in _BY_ACT:
        return _BY_ACT[name]
    if name.startswith(_CORRECTS):
        return IncidentKind.CORRECTION
    is_ruling = occasion is None or occasion.sort is Sort.RULING
    return IncidentKind.RULING if is_ruling else IncidentKind.IRREGULARITY


def _clause(name: str, ground: str, occasion: Occasion | None, table: Any) -> str:
    if name == "disqualify":
        found = GROUNDS.get(ground)
        return "" if found is None else str(found)
    if occasion is None:
        return str(_OF_TOURNAMENTS[name]) if name in _OF_TOURNAMENTS else ""
    known = occasion.grounds_at(table).get(ground) if ground else None
    rule = known.rule if known is not None else occasion.rule_at(table)
    return "" if rule is None else str(rule)


class NotedIncident(Struct, frozen=True):
    """An incident as the house's journal has it."""

    kind: IncidentKind
    words: str
    person: str = ""
    player: str = ""
    """Whom it is about, under the id of that table's journal."""
    by: str = ""
    table: str = ""
    round: int | None = None
    until: str = ""


def late_words(player: str, table: str, round: int) -> str:
    """Under the id that the player has in that table's journal: the house's journal says nobody's table."""
    return f"late wager of {player} refused at {table} in round {round}"


def noted_incident(note: str) -> NotedIncident | None:
    """What a line of the house's journal says, where it is an incident."""
    for kind, pattern in _NOTED:
        if found := pattern.fullmatch(note):
            facts = {name: value for name, value in found.groupdict().items() if value is not None}
            round = int(facts.pop("round")) if "round" in facts else None
            facts["words"] += f" until {facts['until']}" if "until" in facts else ""
            return NotedIncident(kind, **facts, round=round)
    return None
