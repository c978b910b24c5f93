"""Leagues: the evenings that count, the table of points, and what a director does with them."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.casino import Casino
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.tables.opening import LONGEST_NAME
from croupier.floor.tables.receipt import Receipt
from croupier.floor.tournaments.leagues import LeagueTableRow
from croupier.games.tournament.planning.league_points import PointsFormula
from croupier.record.house_journal.leagues import League
from croupier.serve.routes.tournament_play.walk_ups import AT_THE_DOOR
from croupier.serve.security.auth import ANYBODY, Charge, loading
from croupier.serve.views.lists import Rows, csv_file


class OpenLeague(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=LONGEST_NAME)]
    formula: PointsFormula
    """How points are made of places, the same for all its evenings."""
    best: int = 0
    """How many of a player's evenings count, the best of them; 0 for all."""


class CountEvening(Struct, frozen=True, forbid_unknown_fields=True):
    tournament: str


class EveningNote(Struct, frozen=True):
    id: str
    name: str


class LeagueNote(Struct, frozen=True):
    id: str
    name: str
    formula: PointsFormula
    best: int
    evenings: tuple[EveningNote, ...]
    """In the order in which they were counted."""


class LeaguesShown(Struct, frozen=True):
    leagues: tuple[LeagueNote, ...]


class LeagueShown(Struct, frozen=True):
    league: LeagueNote
    rows: tuple[LeagueTableRow, ...]


async def _note(casino: Casino, league: League) -> LeagueNote:
    names = await casino.finished.names(each.tournament for each in league.evenings)
    evenings = (EveningNote(each.tournament, names.get(each.tournament, each.tournament)) for each in league.evenings)
    return LeagueNote(league.id, league.name, league.formula, league.best, tuple(evenings))


@get("/api/v1/leagues", who=ANYBODY, gives=LeaguesShown)
async def leagues(casino: Casino) -> LeaguesShown:
    """All leagues of the house, the newest last."""
    return LeaguesShown(tuple([await _note(casino, each) for each in (await casino.leagues.leagues()).values()]))


@post("/api/v1/leagues", who=AT_THE_DOOR, takes=OpenLeague, gives=LeagueNote)
async def open_league(casino: Casino, person: Visitor, asked: OpenLeague) -> LeagueNote:
    """Open a league. Its formula stays as it is."""
    return await _note(casino, await casino.leagues.open(asked.name, asked.formula, asked.best, person.person.id))


@get("/api/v1/leagues/{id:str}", who=ANYBODY, heavy=1, gives=LeagueShown)
async def league_table(casino: Casino, charge: Charge, id: str) -> LeagueShown:
    """The table of points, worked out from the evenings that count."""
    return await _shown(casino, charge, id)


async def _shown(casino: Casino, charge: Charge, id: str) -> LeagueShown:
    """Its evenings are loaded for it, where they are not."""
    league = await casino.leagues.league(id)
    charge(loading(await casino.finished.journals_to_read(*(each.tournament for each in league.evenings))))
    return LeagueShown(await _note(casino, league), await casino.leagues.table(league))


@post("/api/v1/leagues/{id:str}/evenings", who=AT_THE_DOOR, takes=CountEvening, gives=Receipt)
async def count_evening(casino: Casino, person: Visitor, id: str, asked: CountEvening) -> Receipt:
    """A tournament that is over counts in the league from now on."""
    return await casino.leagues.count(id, asked.tournament, person.person.id)


@delete("/api/v1/leagues/{id:str}/evenings/{tournament:str}", who=AT_THE_DOOR, gives=Receipt, status_code=200)
async def drop_evening(casino: Casino, person: Visitor, id: str, tournament: str) -> Receipt:
    """An evening that was counted by mistake counts no longer."""
    return await casino.leagues.drop(id, tournament, person.person.id)


def _listed(shown: LeagueShown) -> Rows:
    yield "rank", "player", "name", "evenings", "wins", "points", *(each.name for each in shown.league.evenings)
    for row in shown.rows:
        gained = ("" if each is None else each for each in row.by_evening)
        yield row.rank, row.player, row.name, row.evenings, row.wins, row.points, *gained


@get("/api/v1/leagues/{id:str}/table.csv", who=ANYBODY, heavy=1, gives="text/csv")
async def league_list(casino: Casino, charge: Charge, id: str) -> Response[str]:
    """The table of points as a CSV file."""
    return csv_file(id, _listed(await _shown(casino, charge, id)))


ROUTES: list[ControllerRouterHandler] = [
    leagues,
    open_league,
    league_table,
    count_evening,
    drop_evening,
    league_list,
]
