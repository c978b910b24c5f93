"""Roles of the house: who holds which, given and taken by an operator."""

from __future__ import annotations

from croupier.floor.people import roles
from croupier.floor.people.roles import HouseRole, Roles
from croupier.floor.people.services.also import Also, nothing_more
from croupier.floor.people.services.session_ends import SessionEnds
from croupier.floor.people.services.standings import StandingService
from croupier.floor.people.sign_in import approvals, links, sign_ins
from croupier.floor.store.port import Connection, Store


class RoleService:
    def __init__(self, store: Store, standings: StandingService, ends: SessionEnds) -> None:
        self._store, self._standings, self._ends = store, standings, ends

    async def of(self, person: str) -> Roles:
        return await self._store.read(lambda connection: roles.roles_of(connection, person))

    async def has_operator(self) -> bool:
        return await self._store.read(roles.has_operator)

    async def give(
        self, person: str, role: HouseRole, now: int, *, by: str, has_chips: bool, also: Also = nothing_more
    ) -> Roles:
        def given(connection: Connection) -> Roles:
            done = roles.give_role(connection, person, role, now, by=by, has_chips=has_chips)
            if role is HouseRole.INSPECTOR:
                # An operator may have made the links, and sit in a sign-in of theirs.
                links.forget_of(connection, person)
                sign_ins.end_all(connection, person)
            also(connection, person)
            return done

        done = await self._standings.changed(person, given)
        if role is HouseRole.INSPECTOR:
            self._ends.tell(person)
        return done

    async def take(self, person: str, role: HouseRole, now: int, *, by: str, also: Also = nothing_more) -> Roles:
        def taken(connection: Connection) -> Roles:
            done = roles.take_role(connection, person, role, now, by=by)
            links.forget_of(connection, person)
            if HouseRole.OPERATOR not in done:
                links.forget_made_by(connection, person)
                approvals.forget_of(connection, person)
            also(connection, person)
            return done

        return await self._standings.changed(person, taken)
