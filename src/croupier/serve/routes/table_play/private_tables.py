"""Private tables: open one, see one's own, close it, and hand its address on."""

from __future__ import annotations

from litestar import Response, delete, get, post, put
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.private_tables import MOST_AT_ONCE
from croupier.floor.tables.actor import TableActor
from croupier.games.sign import Sign
from croupier.games.table import Table
from croupier.record.journals.private_names import is_private
from croupier.serve.process.address import SVG, link_origin, qr_code
from croupier.serve.routes.table_play.tables import TableNote, table_note
from croupier.serve.security.auth import ANYBODY, OPERATORS, PLAYERS, SIGNED_IN, RequestContext
from croupier.serve.security.errors import Problem
from croupier.serve.security.rates import address_key
from croupier.serve.views.lookup import actor_at


class PrivateModel(Struct, frozen=True):
    """A table of the house like which a private one may be opened."""

    id: str
    name: str
    game: str
    sign: Sign


class PrivateTablesShown(Struct, frozen=True):
    models: tuple[PrivateModel, ...]
    mine: tuple[TableNote, ...]
    """Those that you have opened."""
    most: int
    """How many you may have open at a time."""


class OpenPrivate(Struct, frozen=True, forbid_unknown_fields=True):
    like: str
    """The table of the house that it is like."""


class PrivateCopies(Struct, frozen=True, forbid_unknown_fields=True):
    allowed: bool


def _model(casino: Casino, actor: TableActor) -> PrivateModel:
    return PrivateModel(actor.id, casino.names[actor.id], actor.setting.game, actor.head.state.known_as(Table).sign)


@get("/api/v1/private-tables", who=SIGNED_IN, gives=PrivateTablesShown)
async def private_tables(casino: Casino, person: Visitor) -> PrivateTablesShown:
    """What private tables can be opened here, and which are yours."""
    models = tuple(_model(casino, actor) for actor in casino.private_tables.models())
    mine = [await table_note(casino, actor) for actor in casino.private_tables.hosted_by(person.person.id)]
    return PrivateTablesShown(models, tuple(mine), MOST_AT_ONCE)


@post("/api/v1/private-tables", who=PLAYERS, takes=OpenPrivate, gives=TableNote)
async def open_private_table(casino: Casino, entry: RequestContext, person: Visitor, asked: OpenPrivate) -> TableNote:
    """Open a private table. Whoever knows its id can come to it; nobody else is told of it."""
    address = address_key(entry.here.client)
    return await table_note(casino, await casino.private_tables.open(asked.like, person.person.id, address))


@delete("/api/v1/private-tables/{id:str}", who=SIGNED_IN, gives=None)
async def close_private_table(casino: Casino, person: Visitor, id: str) -> Response[None]:
    """Close a private table of yours at which nobody has chips."""
    actor_at(casino, id)
    await casino.private_tables.close(id, person.person.id)
    return Response(None, status_code=204)


@put("/api/v1/tables/{id:str}/private-copies", who=OPERATORS, takes=PrivateCopies, gives=TableNote)
async def allow_private_copies(casino: Casino, person: Visitor, id: str, asked: PrivateCopies) -> TableNote:
    """Let people open private tables like this one, or no longer. Those that are open stay."""
    actor = actor_at(casino, id)
    await casino.allow_private_copies(id, is_allowed=asked.allowed, by=person.person.id)
    return await table_note(casino, actor)


@get("/api/v1/tables/{id:str}/address.svg", who=ANYBODY, gives=SVG)
async def table_address(casino: Casino, state: State, entry: RequestContext, id: str) -> Response[bytes]:
    """Where a private table is, as a QR code: for a phone in the room, or wherever this page was found."""
    actor_at(casino, id)
    if not is_private(id):
        raise Problem(404, HouseRule.NO_SUCH_PAGE.refusal())
    found = link_origin(entry.here, state.settings)
    return Response(qr_code(f"{found}/tables/{id}"), media_type=SVG)


ROUTES: list[ControllerRouterHandler] = [
    private_tables,
    open_private_table,
    close_private_table,
    allow_private_copies,
    table_address,
]
