"""Coming in: as a guest, with a new account, or with a password."""

from __future__ import annotations

import asyncio

from croupier.floor.people import accounts
from croupier.floor.people.ids import Entropy
from croupier.floor.people.names import LONGEST, name_key
from croupier.floor.people.services.also import Also, nothing_more
from croupier.floor.people.services.entrance import Entrance, entered
from croupier.floor.people.services.passwords import PasswordService, wrong_credentials
from croupier.floor.people.services.refusals import Refusals
from croupier.floor.people.services.session_ends import SessionEnds
from croupier.floor.people.sign_in import approvals, links, lockout, second_factors, sign_ins
from croupier.floor.people.sign_in.passwords import PasswordVerdict
from croupier.floor.people.sign_in.second_factors import FactorProof
from croupier.floor.people.sign_in.sign_ins import NOWHERE, Whereabouts
from croupier.floor.store.port import Connection, Store


class SignInService:
    def __init__(
        self, store: Store, passwords: PasswordService, entropy: Entropy, ends: SessionEnds, refusals: Refusals
    ) -> None:
        self._store, self._passwords, self._entropy = store, passwords, entropy
        self._ends, self._refusals = ends, refusals

    async def arrive(self, now: int, *, where: Whereabouts = NOWHERE, also: Also = nothing_more) -> Entrance:
        """A guest, with a session of her own."""

        def arrived(connection: Connection) -> Entrance:
            guest = accounts.make_guest(connection, now, self._entropy)
            also(connection, guest.id)
            return entered(connection, guest, now, self._entropy, where)

        return await self._store.write(arrived)

    async def sign_up(
        self, name: str, password: str, now: int, *, where: Whereabouts = NOWHERE, also: Also = nothing_more
    ) -> Entrance:
        """An account without having been a guest."""
        hashed = await self._passwords.new_account(name, password)

        def signed_up(connection: Connection) -> Entrance:
            account = accounts.make_account(connection, name, hashed, now, self._entropy)
            also(connection, account.id)
            return entered(connection, account, now, self._entropy, where)

        return await self._store.write(signed_up)

    async def become_account(
        self,
        person: str,
        name: str,
        password: str,
        now: int,
        *,
        where: Whereabouts = NOWHERE,
        also: Also = nothing_more,
    ) -> Entrance:
        """The guest keeps her id. Her sessions end and a new one begins: what was worth little is now worth more."""
        hashed = await self._passwords.new_account(name, password)

        def became(connection: Connection) -> Entrance:
            account = accounts.become_account(connection, person, name, hashed, now)
            also(connection, person)
            sign_ins.end_all(connection, person)
            return entered(connection, account, now, self._entropy, where)

        entrance = await self._store.write(became)
        self._ends.tell(person)
        return entrance

    async def sign_in(
        self,
        name: str,
        password: str,
        now: int,
        *,
        place: str = "",
        proof: FactorProof | None = None,
        where: Whereabouts = NOWHERE,
        also: Also = nothing_more,
    ) -> Entrance:
        """Whether the name is unknown or the password wrong, the answer and the work are the same.

        `place` is where they come from: wrong passwords are counted by name and place. Whoever has a second factor
        shows it by `proof`; wrong codes are counted for the whole account.
        """
        person, stored, verdict = await self._judged(name, password, now, place)
        if proof is not None and proof.is_code:
            await self._store.write(lambda connection: _attempt_code(connection, person, name, now))
        renewed = await self._passwords.hasher.hashed(password) if verdict.outdated else None

        def signed_in(connection: Connection) -> Entrance:
            if accounts.is_open(connection, person):
                accounts.changing(connection, person, now)
            if accounts.password_of(connection, person) != stored:
                raise wrong_credentials()
            if renewed is not None:
                accounts.replace_password(connection, person, stored, renewed, now)
            if second_factors.prove_where_needed(connection, person, proof, now):
                lockout.succeed_by_factor(connection, name)
            account = accounts.person_of(connection, person)
            if account is None:
                raise wrong_credentials()
            also(connection, person)
            return entered(connection, account, now, self._entropy, where)

        with self._refusals.told(person, "at the door"):
            return await self._store.write(signed_in)

    async def known_by_password(self, name: str, password: str, now: int, *, place: str = "") -> str:
        """Whose name and password these are; raises. Nobody comes in by it."""
        return (await self._judged(name, password, now, place))[0]

    async def _judged(self, name: str, password: str, now: int, place: str) -> tuple[str, str, PasswordVerdict]:
        """The person, and the hash that was judged; raises."""
        await asyncio.sleep(await self._store.write(lambda connection: lockout.attempt(connection, name, now, place)))
        found = (
            await self._store.read(lambda connection: accounts.credentials(connection, name_key(name)))
            if _findable(name)
            else None
        )
        person, stored = (None, None) if found is None else found
        verdict = await self._passwords.hasher.judged(password, stored)
        if person is None or stored is None or not verdict.right:
            if person is not None:
                self._refusals.tell(person, "")
            raise wrong_credentials()
        # At once: a prompt for a second factor that is not answered is no wrong password.
        await self._store.write(lambda connection: lockout.succeed(connection, name, place))
        return person, stored, verdict

    async def tidy(self, now: int) -> None:
        """Now and then: what is over goes."""

        def tidied(connection: Connection) -> None:
            lockout.forget_old(connection, now)
            links.forget_old(connection, now)
            sign_ins.forget_ended(connection, now)
            second_factors.forget_challenges(connection, now)
            approvals.forget_old(connection, now)

        await self._store.write(tidied)


def _attempt_code(connection: Connection, person: str, name: str, now: int) -> None:
    """Nothing is counted for somebody who has no second factor: there nobody looks at the code."""
    if second_factors.has_factor(connection, person):
        lockout.attempt_code(connection, name, now)


def _findable(name: str) -> bool:
    return len(name) <= LONGEST and accounts.is_storable(name)
