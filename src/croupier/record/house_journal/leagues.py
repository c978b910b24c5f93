"""What the house's journal says about leagues, and what follows from it.

A league is its lines: its name, its formula, and the evenings that count. The points of an evening follow from that
tournament's own journal; the line has a mark of them, so that an audit notices if either was altered.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.tournament.planning.league_points import PointsFormula
from croupier.record.house_journal.free_words import quoted, unquoted
from croupier.record.text.codecs import NAME

_MARK_DIGITS = 32
_OPENED = re.compile(
    rf"league (?P<id>{NAME}) opened by {NAME}, points by (?P<formula>{'|'.join(PointsFormula)}), "
    r"best (?P<best>[0-9]{1,3}), called (?P<name>.+)"
)
_COUNTS = re.compile(rf"league (?P<id>{NAME}) counts (?P<evening>{NAME}), points (?P<mark>[0-9a-f]{{32}}), by {NAME}")
_DROPS = re.compile(rf"league (?P<id>{NAME}) no longer counts (?P<evening>{NAME}), by {NAME}")


class LeagueEvening(Struct, frozen=True):
    tournament: str
    mark: str
    """Of its points."""
    number: int
    """The entry of the house's journal that says so."""


class League(Struct, frozen=True):
    id: str
    name: str
    formula: PointsFormula
    best: int
    """How many of a player's evenings count, the best of them; 0 for all."""
    evenings: tuple[LeagueEvening, ...] = ()

    def has(self, tournament: str) -> bool:
        return any(each.tournament == tournament for each in self.evenings)


def is_about_league(note: str) -> bool:
    return note.startswith("league ")


def opened_words(league: League, by: str) -> str:
    rules = f"points by {league.formula}, best {league.best}"
    return f"league {league.id} opened by {by}, {rules}, called {quoted(league.name)}"


def counts_words(league: str, tournament: str, mark: str, by: str) -> str:
    return f"league {league} counts {tournament}, points {mark}, by {by}"


def drops_words(league: str, tournament: str, by: str) -> str:
    return f"league {league} no longer counts {tournament}, by {by}"


def points_mark(points: Mapping[str, int]) -> str:
    """Stands for the points of an evening, by the ids that players have in its journal."""
    text = "".join(f"{player} {each}\n" for player, each in sorted(points.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:_MARK_DIGITS]


class LeagueBook:
    """All leagues of a house, folded from its journal."""

    def __init__(self) -> None:
        self.leagues: dict[str, League] = {}

    def follow(self, number: int, note: str) -> None:
        """One more entry; most are about something else."""
        if found := _OPENED.fullmatch(note):
            self._open(found)
        elif found := _COUNTS.fullmatch(note):
            self._count(LeagueEvening(found["evening"], found["mark"], number), found["id"])
        elif found := _DROPS.fullmatch(note):
            self._drop(found["id"], found["evening"])

    def _open(self, found: re.Match[str]) -> None:
        formula = PointsFormula(found["formula"])
        self.leagues.setdefault(found["id"], League(found["id"], unquoted(found["name"]), formula, int(found["best"])))

    def _count(self, evening: LeagueEvening, id: str) -> None:
        league = self.leagues.get(id)
        if league is not None and not league.has(evening.tournament):
            self.leagues[id] = replace(league, evenings=(*league.evenings, evening))

    def _drop(self, id: str, tournament: str) -> None:
        if (league := self.leagues.get(id)) is not None:
            kept = tuple(each for each in league.evenings if each.tournament != tournament)
            self.leagues[id] = replace(league, evenings=kept)
