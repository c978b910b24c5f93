"""The pit: which tables call the game supervisor, and how fast the live tables deal."""

from __future__ import annotations

from typing import Annotated

from litestar import get, put
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.casino import Casino
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.pit import TablePace
from croupier.floor.tables.actor import TableActor
from croupier.games.table import Table
from croupier.serve.routes.table_play.tables import listed
from croupier.serve.security.auth import OPERATORS
from croupier.serve.views.lookup import actor_at

SUPERVISORS = frozenset((HouseRole.GAME_SUPERVISOR,))
MANAGERS = frozenset((HouseRole.GAME_SUPERVISOR, HouseRole.OPERATOR))


class Call(Struct, frozen=True):
    """A dealer calls the game supervisor, who has not come yet."""

    table: str
    name: str
    dealer: str
    """The name of who deals there; empty where nobody is on duty."""
    since: int
    """UTC seconds."""


class Calls(Struct, frozen=True):
    calls: tuple[Call, ...]
    """The longest wait first."""


class Paces(Struct, frozen=True):
    paces: tuple[TablePace, ...]


class SetPace(Struct, frozen=True, forbid_unknown_fields=True):
    rounds_an_hour: Annotated[int, Meta(ge=0, le=2**31)]


def _live(casino: Casino) -> list[TableActor]:
    return [each for each in listed(casino) if casino.settings[each.id].live and not each.trouble]


@get("/api/v1/calls", who=SUPERVISORS, gives=Calls)
async def calls(casino: Casino) -> Calls:
    """Every table whose dealer calls the game supervisor. It is off the list as soon as one of them answers."""
    live = _live(casino)
    if live:
        await casino.present(*(each.id for each in live))
    calling = [each for each in live if each.head.state.known_as(Table).general.is_supervisor_called]
    since = await casino.pit.calls(tuple(each.id for each in calling))
    found = [await _call(casino, each, since[each.id]) for each in calling]
    return Calls(tuple(sorted(found, key=lambda each: (each.since, each.table))))


async def _call(casino: Casino, actor: TableActor, since: int) -> Call:
    dealer = casino.duties.on_duty.get(actor.id, "")
    names = await casino.names_at(actor, {dealer}) if dealer else {}
    return Call(actor.id, casino.names[actor.id], names.get(dealer, ""), since)


@get("/api/v1/pace", who=MANAGERS, gives=Paces)
async def pace(casino: Casino) -> Paces:
    """Rounds an hour at every live table, and what the house sets for it."""
    return Paces(await casino.pit.paces(tuple(each.id for each in _live(casino))))


@put("/api/v1/tables/{id:str}/pace", who=OPERATORS, takes=SetPace, gives=TablePace)
async def set_pace(casino: Casino, person: Visitor, id: str, asked: SetPace) -> TablePace:
    """Set how many rounds an hour the house wants of a live table; 0 for no figure."""
    actor_at(casino, id)
    await casino.pit.set_pace(id, asked.rounds_an_hour, person.person.id)
    return (await casino.pit.paces((id,)))[0]


ROUTES: list[ControllerRouterHandler] = [calls, pace, set_pace]
