"""What the operator does about people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.datastructures import State
from litestar.params import QueryParameter
from litestar.response import Stream
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.casino import Casino, Money
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.accounts import Person, Which, is_storable, unknown_person
from croupier.floor.people.responsible_play.days import DAY
from croupier.floor.people.responsible_play.exclusions import HouseExclusion
from croupier.floor.people.roles import STAFF, HouseRole, Roles
from croupier.floor.people.sign_in.links import LIFE_SECONDS
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.record.text.moments import utc
from croupier.serve.process.address import link_origin
from croupier.serve.routes.accounts.me import PlayShown, play_shown
from croupier.serve.routes.accounts.people import Closed, SessionsShown, sessions_shown
from croupier.serve.security.auth import OPERATORS, RequestContext
from croupier.serve.security.errors import Problem
from croupier.serve.views.lists import CSV, Row, csv_pages

MOST_PEOPLE = 200
LONGEST_EXCLUSION = 3_653 * DAY
LONGEST_REASON = 500
Most = Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]
ROLE_WORDS = {role.value.replace(" ", "-"): role for role in HouseRole}
"""As they stand in addresses."""


class PersonShown(Struct, frozen=True):
    id: str
    name: str
    guest: bool
    made: int
    closed: int | None
    roles: tuple[str, ...]


class PersonInFull(Struct, frozen=True):
    person: PersonShown
    money: Money
    play: PlayShown
    """The limits and exclusions that the person has set: they bind the house, and nobody else can change them."""
    house_exclusion: HouseExclusion | None
    """What the house has ordered, with its reason: for staff alone."""


class OrderExclusion(Closed, frozen=True, kw_only=True):
    until: int
    reason: str


class PeopleShown(Struct, frozen=True):
    people: tuple[PersonShown, ...]
    next: str | None
    """Ask again with `after` for those who follow."""


class ResetLink(Struct, frozen=True):
    """To be handed to the person; it is shown once."""

    link: str
    token: str
    until: int


def shown(person: Person, roles: Roles) -> PersonShown:
    return PersonShown(person.id, person.name, person.guest, person.made, person.closed, tuple(sorted(roles)))


@get(
    "/api/v1/people", who=OPERATORS, gives=PeopleShown, query={"after": str, "most": Most, "name": str, "which": Which}
)
async def list_people(
    casino: Casino,
    after: str = "",
    most: Annotated[int, QueryParameter(ge=1, le=MOST_PEOPLE)] = 50,
    name: str | None = None,
    which: Which = Which.EVERYBODY,
) -> PeopleShown:
    """Everybody here, in the order of ids, or those with an account, or those with a role; or those whose name has
    this in it, whole names first."""
    if name is not None:
        found = await casino.people.accounts.named_like(name.strip(), most)
        return PeopleShown(tuple(shown(*each) for each in found), None)
    page = await casino.people.accounts.after(after if is_storable(after) else "", most, which)
    return PeopleShown(tuple(shown(*each) for each in page), page[-1][0].id if len(page) == most else None)


async def _person(casino: Casino, id: str) -> Person:
    found = await casino.people.accounts.person(id)
    if found is None:
        raise unknown_person()
    return found


@get("/api/v1/people/{id:str}", who=OPERATORS, gives=PersonInFull, noted="looks at the account")
async def one_person(casino: Casino, id: str) -> PersonInFull:
    """Somebody, what they have, what limits they have set for themselves, and what the house has ordered."""
    return await _in_full(casino, id)


async def _in_full(casino: Casino, id: str) -> PersonInFull:
    found = await _person(casino, id)
    standing = await casino.people.standings.load(id)
    play = play_shown(standing, casino.time())
    ordered = await casino.people.standings.house_exclusion(id)
    return PersonInFull(shown(found, standing.roles), await casino.money(id), play, ordered)


@put("/api/v1/people/{id:str}/exclusion", who=OPERATORS, takes=OrderExclusion, gives=PersonInFull, fresh=True)
async def order_exclusion(casino: Casino, person: Visitor, id: str, asked: OrderExclusion) -> PersonInFull:
    """Exclude somebody in the house's name, until then; or let them in again, with a moment that is past."""
    await _person(casino, id)
    now, reason = casino.time(), " ".join(asked.reason.split())
    is_written = 0 < len(reason) <= LONGEST_REASON and reason.isprintable()
    if not is_written or not 0 <= asked.until <= now + LONGEST_EXCLUSION:
        raise Problem(409, HouseRule.BAD_EXCLUSION.refusal())
    until = max(asked.until, now)
    order = HouseExclusion(now, until, reason, person.person.id)
    also = casino.book.staff_did(person.person.id, f"orders the exclusion of {id}")
    await casino.people.standings.order_exclusion(id, order, now, also)
    return await _in_full(casino, id)


def office_of(word: str) -> HouseRole:
    """An office by its word in an address; raises."""
    role = ROLE_WORDS.get(word)
    if role is None or role not in STAFF:
        offices = ", ".join(word for word, role in ROLE_WORDS.items() if role in STAFF)
        raise Problem(404, HouseRule.NO_SUCH_ROLE.refusal(roles=offices))
    return role


OFFICES = {"role": tuple(word for word, role in ROLE_WORDS.items() if role in STAFF)}


@put(
    "/api/v1/people/{id:str}/roles/{role:str}",
    who=OPERATORS,
    fresh=True,
    four_eyes=True,
    gives=PersonShown,
    choices=OFFICES,
)
async def give_role(casino: Casino, person: Visitor, id: str, role: str) -> PersonShown:
    """Give somebody a role. Staff cannot play in this house."""
    found, wanted = await _person(casino, id), office_of(role)
    await casino.give_role(id, wanted, by=person.person.id)
    return shown(found, await casino.people.roles.of(id))


@delete(
    "/api/v1/people/{id:str}/roles/{role:str}",
    who=OPERATORS,
    fresh=True,
    four_eyes=True,
    gives=PersonShown,
    choices=OFFICES,
    status_code=200,
)
async def take_role(casino: Casino, person: Visitor, id: str, role: str) -> PersonShown:
    """Take a role from somebody."""
    found, unwanted = await _person(casino, id), office_of(role)
    await casino.take_role(id, unwanted, by=person.person.id)
    return shown(found, await casino.people.roles.of(id))


@post("/api/v1/people/{id:str}/reset-link", who=OPERATORS, fresh=True, four_eyes=True, gives=ResetLink)
async def make_reset_link(casino: Casino, state: State, person: Visitor, entry: RequestContext, id: str) -> ResetLink:
    """A link by which somebody who forgot the password chooses a new one."""
    now = casino.time()
    await _person(casino, id)
    token = await casino.front_desk.reset_link(id, by=person.person.id)
    return ResetLink(f"{link_origin(entry.here, state.settings)}/reset#token={token}", token, now + LIFE_SECONDS)


@get("/api/v1/people/{id:str}/sessions", who=OPERATORS, gives=SessionsShown, noted="looks at the sign-ins")
async def sign_ins_of(casino: Casino, id: str) -> SessionsShown:
    """Somebody's sign-ins, the latest first, with device and address."""
    await _person(casino, id)
    return sessions_shown(await casino.people.sessions.listed(id, casino.time()), "")


@delete("/api/v1/people/{id:str}/sessions", who=OPERATORS, gives=None)
async def end_sign_ins(casino: Casino, person: Visitor, id: str) -> Response[None]:
    """Sign somebody out everywhere. Open sockets are cut; who knows the password signs in again."""
    await _person(casino, id)
    also = casino.book.staff_did(person.person.id, f"ends all sign-ins of {id}")
    await casino.people.sessions.end_by_staff(id, None, also)
    return Response(None, status_code=204)


@delete("/api/v1/people/{id:str}/sessions/{session:str}", who=OPERATORS, gives=None)
async def end_sign_in(casino: Casino, person: Visitor, id: str, session: str) -> Response[None]:
    """End one sign-in of somebody, by its name in the list."""
    await _person(casino, id)
    also = casino.book.staff_did(person.person.id, f"ends a sign-in of {id}")
    if not await casino.people.sessions.end_by_staff(id, session, also):
        raise Problem(404, HouseRule.NO_SUCH_SESSION.refusal())
    return Response(None, status_code=204)


@get("/api/v1/lists/people", who=OPERATORS, gives=CSV, query={"which": Which}, noted="exports the list of people")
async def people_list(casino: Casino, which: Which = Which.STAFF) -> Stream:
    """People and their roles as a CSV file."""

    async def pages() -> AsyncIterator[list[Row]]:
        yield [("id", "name", "guest", "since", "offices")]
        after = ""
        while page := await casino.people.accounts.after(after, MOST_PEOPLE, which):
            after = page[-1][0].id
            yield [_row(*each) for each in page]

    return csv_pages(f"people-{which}", pages())


def _row(person: Person, roles: Roles) -> Row:
    return person.id, person.name, "yes" if person.guest else "no", utc(person.made), ", ".join(sorted(roles))


ROUTES: list[ControllerRouterHandler] = [
    list_people,
    one_person,
    order_exclusion,
    give_role,
    take_role,
    make_reset_link,
    sign_ins_of,
    end_sign_ins,
    end_sign_in,
    people_list,
]
