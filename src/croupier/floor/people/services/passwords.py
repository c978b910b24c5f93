"""Passwords: chosen, proved and changed."""

from __future__ import annotations

from croupier.floor.house_rules.not_accepted import NotAccepted, accept
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people import accounts
from croupier.floor.people.names import refuses_name
from croupier.floor.people.services.also import Also, nothing_more
from croupier.floor.people.services.refusals import Refusals
from croupier.floor.people.services.session_ends import SessionEnds
from croupier.floor.people.sign_in import links, lockout, sign_ins
from croupier.floor.people.sign_in.passwords import Passwords, refuses_password
from croupier.floor.store.port import Connection, Store


def wrong_credentials() -> NotAccepted:
    return HouseRule.WRONG_CREDENTIALS.refused()


class PasswordService:
    def __init__(self, store: Store, hasher: Passwords, ends: SessionEnds, refusals: Refusals) -> None:
        self._store, self.hasher, self._ends, self._refusals = store, hasher, ends, refusals

    async def new_account(self, name: str, password: str, *, is_staff: bool = False) -> str:
        """The hash for a new account; refused before the work where the name or the password is."""
        accept(refuses_name(name, is_staff=is_staff))
        return await self._hashed(name, password)

    async def new(self, person: str, password: str) -> str:
        """The hash of another password for somebody who is here."""
        found = await self._store.read(lambda connection: accounts.person_of(connection, person))
        if found is None:
            raise accounts.unknown_person()
        return await self._hashed(found.name, password)

    async def _hashed(self, name: str, password: str) -> str:
        accept(refuses_password(password, name))
        return await self.hasher.hashed(password)

    async def proves(self, person: str, password: str, now: int, *, place: str = "") -> None:
        """Raises unless it is her password: asked before what cannot be undone.

        `place` is her own session: what strangers guess elsewhere does not count there, but a stolen session is no
        place to guess.
        """
        stored = await self._attempted(person, now, place)
        verdict = await self.hasher.judged(password, stored)
        if not verdict.right:
            self._refusals.tell(person, "wrong password in an open session")
            raise wrong_credentials()
        await self._store.write(lambda connection: _succeed(connection, person, place))

    async def _attempted(self, person: str, now: int, place: str) -> str | None:
        def attempted(connection: Connection) -> str | None:
            found = accounts.person_of(connection, person)
            if found is None or found.closed is not None:
                raise accounts.unknown_person()
            lockout.attempt(connection, found.name, now, place)
            return accounts.password_of(connection, person)

        return await self._store.write(attempted)

    async def change(
        self,
        person: str,
        old: str,
        new: str,
        now: int,
        *,
        keep: str | None = None,
        place: str = "",
        also: Also = nothing_more,
    ) -> None:
        """Ends her sessions but the one with the token `keep`, and the links that were waiting."""
        await self.proves(person, old, now, place=place)
        hashed = await self.new(person, new)

        def changed(connection: Connection) -> None:
            put_password(connection, person, hashed, now, keep)
            also(connection, person)

        await self._store.write(changed)
        self._ends.tell(person)


def put_password(connection: Connection, person: str, hashed: str, now: int, keep: str | None) -> None:
    """Ends their sessions but the one with the token `keep`, and the links that were waiting."""
    accounts.set_password(connection, person, hashed, now)
    sign_ins.end_all(connection, person, but=keep)
    links.forget_of(connection, person)


def _succeed(connection: Connection, person: str, place: str) -> None:
    found = accounts.person_of(connection, person)
    if found is not None:
        lockout.succeed(connection, found.name, place)


def attempt_code(connection: Connection, person: str, now: int) -> None:
    """One that comes with a link is counted with the others: a link is no place to try all of them."""
    found = accounts.person_of(connection, person)
    if found is not None:
        lockout.attempt_code(connection, found.name, now)


def forgive(connection: Connection, person: str) -> None:
    """The lock off their name, everywhere."""
    found = accounts.person_of(connection, person)
    if found is not None:
        lockout.forgive(connection, found.name)
