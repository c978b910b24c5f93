"""How somebody new comes to work in the house: the operator hands over a link, and its bearer takes an account."""

from __future__ import annotations

from litestar import Response, post
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.people.sign_in.links import LIFE_SECONDS
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.serve.process.address import link_origin
from croupier.serve.routes.accounts.operator import OFFICES, office_of
from croupier.serve.routes.accounts.people import Entered, SignUp, entered
from croupier.serve.security.auth import ANYBODY, OPERATORS, RequestContext


class Invitation(Struct, frozen=True):
    """To be handed to the person; it is shown once."""

    role: str
    link: str
    token: str
    until: int


class UseInvitation(SignUp, frozen=True, kw_only=True):
    token: str
    """What stands in the link after `#token=`."""


@post("/api/v1/invitations/{role:str}", who=OPERATORS, fresh=True, four_eyes=True, gives=Invitation, choices=OFFICES)
async def invite(casino: Casino, state: State, person: Visitor, entry: RequestContext, role: str) -> Invitation:
    """Make a link with which somebody creates an account that has this role. It works once, for a day."""
    office, now = office_of(role), casino.time()
    token = await casino.front_desk.invite(office, by=person.person.id)
    return Invitation(
        office, f"{link_origin(entry.here, state.settings)}/join#token={token}", token, now + LIFE_SECONDS
    )


@post("/api/v1/links/invitation", who=ANYBODY, takes=UseInvitation, gives=Entered, door=True)
async def use_invitation(casino: Casino, entry: RequestContext, asked: UseInvitation) -> Response[Entered]:
    """Create an account with a role, by a link from the operator. Staff cannot play, and have no wallet."""
    entrance = await casino.front_desk.join(asked.token, asked.name, asked.password, entry.where)
    return entered(entrance, entry, asked.session)


ROUTES: list[ControllerRouterHandler] = [invite, use_invitation]
