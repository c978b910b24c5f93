"""Walk-ups: people who come to the door of a tournament, entered by the director one by one or from a list."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import post
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.casino import Casino
from croupier.floor.people.accounts import Person
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.sign_in.links import LIFE_SECONDS
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.serve.process.address import address_for, link_origin, qr_picture
from croupier.serve.security.auth import RequestContext
from croupier.serve.views.lookup import in_order, tournament_actor

AT_THE_DOOR = frozenset((HouseRole.TOURNAMENT_DIRECTOR, HouseRole.OPERATOR))
LONGEST_LIST = 50_000


class EnterWalkUps(Struct, frozen=True, forbid_unknown_fields=True):
    list: Annotated[str, Meta(max_length=LONGEST_LIST)]
    """CSV: a name in the first column of each line, with or without the heading `name`. One name is a list too."""


class WalkUpEntered(Struct, frozen=True):
    id: str
    name: str
    link: str
    """By which they take the account over on a phone, once. Only an operator makes such links: else it is empty."""
    qr: str
    """That link as a picture, in a data: address; empty where phones in the room do not reach this server."""


class WalkUpsEntered(Struct, frozen=True):
    people: tuple[WalkUpEntered, ...]
    """In the order of the list."""
    are_accepted: bool
    """Otherwise they have applied, and the operator accepts them."""
    until: int
    """When the links end."""


@post("/api/v1/tournaments/{id:str}/walk-ups", who=AT_THE_DOOR, takes=EnterWalkUps, gives=WalkUpsEntered)
async def enter_walk_ups(  # noqa: PLR0917  what the request brings with it
    casino: Casino, state: State, person: Visitor, entry: RequestContext, id: str, asked: EnterWalkUps
) -> WalkUpsEntered:
    """Enter people who have no account yet, all or nobody. A line that cannot be entered is named."""
    in_order(tournament_actor(casino, id), "This tournament")
    by = person.person.id
    # Where a tournament runs itself the house accepts whoever has paid.
    accepts = HouseRole.OPERATOR in person.roles and not casino.settings[id].pace.runs_itself
    entered = await casino.enter_walk_ups(id, asked.list, by=by, is_operator=accepts)
    origin = link_origin(entry.here, state.settings)
    is_reached = bool(address_for(entry.here, state.settings))

    async def shown(each: Person) -> WalkUpEntered:
        token = await casino.front_desk.reset_link(each.id, by=by) if HouseRole.OPERATOR in person.roles else ""
        link = f"{origin}/walk-up#then=/tournaments/{id}&token={token}" if token else ""
        # In a thread: five hundred pictures take three seconds, and every table would wait for them.
        picture = await asyncio.to_thread(qr_picture, link) if link and is_reached else ""
        return WalkUpEntered(each.id, each.name, link, picture)

    people = [await shown(each) for each in entered]
    return WalkUpsEntered(tuple(people), accepts, casino.time() + LIFE_SECONDS)


ROUTES: list[ControllerRouterHandler] = [enter_walk_ups]
