"""What the operator does about people."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.casino import Casino, Money
from croupier.floor.people.accounts import Person, unknown_person
from croupier.floor.people.links import LIFE_SECONDS
from croupier.floor.people.roles import STAFF, HouseRole, Roles
from croupier.floor.people.sessions import Visitor
from croupier.serve.errors import Problem
from croupier.serve.visiting import OPERATORS, Entry

MOST_PEOPLE = 200
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


@get("/api/v1/people", who=OPERATORS, gives=PeopleShown, query={"after": str, "most": Most, "name": str})
async def list_people(
    casino: Casino,
    after: str = "",
    most: Annotated[int, QueryParameter(ge=1, le=MOST_PEOPLE)] = 50,
    name: str | None = None,
) -> PeopleShown:
    """Everybody here, in the order of ids; or the one of that name."""
    if name is not None:
        found = await casino.people.person_called(name)
        here = () if found is None else (shown(found, await casino.people.roles(found.id)),)
        return PeopleShown(here, None)
    page = await casino.people.people_after(after, most)
    return PeopleShown(tuple(shown(*each) for each in page), page[-1][0].id if len(page) == most else None)


async def _person(casino: Casino, id: str) -> Person:
    found = await casino.people.person(id)
    if found is None:
        raise unknown_person()
    return found


@get("/api/v1/people/{id:str}", who=OPERATORS, gives=PersonInFull)
async def one_person(casino: Casino, id: str) -> PersonInFull:
    """Somebody, and what they have."""
    found = await _person(casino, id)
    return PersonInFull(shown(found, await casino.people.roles(id)), await casino.money(id))


def _role(word: str) -> HouseRole:
    role = ROLE_WORDS.get(word)
    if role is None or role not in STAFF:
        offices = ", ".join(word for word, role in ROLE_WORDS.items() if role in STAFF)
        raise Problem(404, "no_such_role", f"Roles that are given: {offices}.", topic="roles")
    return role


_ROLES = {"role": tuple(word for word, role in ROLE_WORDS.items() if role in STAFF)}


@put("/api/v1/people/{id:str}/roles/{role:str}", who=OPERATORS, gives=PersonShown, choices=_ROLES)
async def give_role(casino: Casino, person: Visitor, id: str, role: str) -> PersonShown:
    """Give somebody an office. Who works for the house does not play in it."""
    found, wanted = await _person(casino, id), _role(role)
    await casino.give_role(id, wanted, by=person.person.id)
    return shown(found, await casino.people.roles(id))


@delete("/api/v1/people/{id:str}/roles/{role:str}", who=OPERATORS, gives=PersonShown, choices=_ROLES, status_code=200)
async def take_role(casino: Casino, person: Visitor, id: str, role: str) -> PersonShown:
    """Take an office from somebody."""
    found, unwanted = await _person(casino, id), _role(role)
    await casino.take_role(id, unwanted, by=person.person.id)
    return shown(found, await casino.people.roles(id))


@post("/api/v1/people/{id:str}/reset-link", who=OPERATORS, gives=ResetLink)
async def make_reset_link(casino: Casino, person: Visitor, entry: Entry, id: str) -> ResetLink:
    """A link by which somebody who forgot the password chooses a new one."""
    now = casino.time()
    await _person(casino, id)
    token = await casino.people.reset_link(id, now, by=person.person.id)
    return ResetLink(f"{entry.here.origin}/reset#token={token}", token, now + LIFE_SECONDS)


ROUTES: list[ControllerRouterHandler] = [list_people, one_person, give_role, take_role, make_reset_link]
