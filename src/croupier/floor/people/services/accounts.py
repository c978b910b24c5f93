"""Accounts: who is here, under which name, what is held about them, and how an account is closed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.floor.people import accounts, closing, roles
from croupier.floor.people.accounts import Person, Which
from croupier.floor.people.closing import Closing
from croupier.floor.people.ids import is_person_id
from croupier.floor.people.roles import Roles
from croupier.floor.people.services.also import Also, nothing_more
from croupier.floor.people.services.session_ends import SessionEnds
from croupier.floor.people.services.standings import StandingService
from croupier.floor.store.port import Connection, Store


class AccountService:
    def __init__(self, store: Store, standings: StandingService, ends: SessionEnds) -> None:
        self._store, self._standings, self._ends = store, standings, ends

    async def person(self, person: str) -> Person | None:
        """Closed ones too."""
        if not is_person_id(person):
            return None
        return await self._store.read(lambda connection: accounts.person_of(connection, person))

    async def called(self, name: str) -> Person | None:
        return await self._store.read(lambda connection: accounts.person_called(connection, name))

    async def named_like(self, part: str, most: int) -> list[tuple[Person, Roles]]:
        """Those whose name has this in it."""

        def found(connection: Connection) -> list[tuple[Person, Roles]]:
            people = accounts.people_named_like(connection, part, most)
            return [(each, roles.roles_of(connection, each.id)) for each in people]

        return await self._store.read(found)

    async def after(
        self, person: str = "", most: int = 50, which: Which = Which.EVERYBODY
    ) -> list[tuple[Person, Roles]]:
        """A page of those who are here, in the order of ids: for the operator."""

        def page(connection: Connection) -> list[tuple[Person, Roles]]:
            found = accounts.people_after(connection, person, most, which)
            return [(each, roles.roles_of(connection, each.id)) for each in found]

        return await self._store.read(page)

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        """What each is called; who is gone is not among them."""
        return await self._store.read(lambda connection: accounts.names_of(connection, people))

    async def held_about(self, person: str, now: int) -> dict[str, Any]:
        return await self._store.read(lambda connection: closing.held_about(connection, person, now))

    async def close(self, person: str, now: int, *, has_chips: bool, also: Also = nothing_more) -> Closing:
        """Erases. By `also` the casino gives what lay in the wallet back to the house, and looks again for chips."""

        def closed(connection: Connection) -> Closing:
            done = closing.close(connection, person, now, has_chips=has_chips)
            also(connection, person)
            return done

        done = await self._standings.changed(person, closed)
        self._ends.tell(person)
        return done
