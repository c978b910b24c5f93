"""One-time links: the first operator, an invitation to an office, a new password."""

from __future__ import annotations

from collections.abc import Callable

from croupier.floor.people import accounts, roles
from croupier.floor.people.ids import Entropy
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.services.also import Also, nothing_more
from croupier.floor.people.services.entrance import Entrance, entered
from croupier.floor.people.services.passwords import PasswordService, attempt_code, forgive, put_password
from croupier.floor.people.services.refusals import Refusals
from croupier.floor.people.services.session_ends import SessionEnds
from croupier.floor.people.sign_in import links, second_factors
from croupier.floor.people.sign_in.links import LinkKind
from croupier.floor.people.sign_in.second_factors import FactorProof
from croupier.floor.people.sign_in.sign_ins import NOWHERE, Whereabouts
from croupier.floor.store.port import Connection, Store


class LinkService:
    def __init__(
        self, store: Store, passwords: PasswordService, entropy: Entropy, ends: SessionEnds, refusals: Refusals
    ) -> None:
        self._store, self._passwords, self._entropy = store, passwords, entropy
        self._ends, self._refusals = ends, refusals

    async def make_operator_link(self, now: int) -> str:
        """The token of a link that makes its bearer an operator; for the server's own console."""
        return await self._store.write(lambda connection: links.make_operator_link(connection, now, self._entropy))

    async def make_reset_link(self, person: str, now: int, *, by: str | None, also: Also = nothing_more) -> str:
        """The token of a link by which she chooses a new password; the operator, or the console, hands it to her."""

        def made(connection: Connection) -> str:
            if by is not None:
                roles.require_operator(connection, by)
            token = links.make_reset_link(connection, person, now, by=by, entropy=self._entropy)
            also(connection, person)
            return token

        return await self._store.write(made)

    async def use_operator_link(
        self, token: str, name: str, password: str, now: int, *, also: Also, where: Whereabouts = NOWHERE
    ) -> Entrance:
        """A new account with the role. A refused name or password leaves the link as it was.

        `also` writes the journal's line about the role. Nobody can leave it out: both are done, or neither.
        """
        await self._store.read(lambda connection: links.link_owner(connection, token, LinkKind.OPERATOR, now))
        hashed = await self._passwords.new_account(name, password, is_staff=True)

        def used(connection: Connection) -> Entrance:
            links.use_link(connection, token, LinkKind.OPERATOR, now)
            account = accounts.make_account(connection, name, hashed, now, self._entropy, is_staff=True)
            roles.put_role(connection, account.id, HouseRole.OPERATOR, now, by=None)
            also(connection, account.id)
            return entered(connection, account, now, self._entropy, where)

        return await self._store.write(used)

    async def invite(self, role: HouseRole, now: int, *, by: str, also: Also = nothing_more) -> str:
        """The token of a link by which somebody new takes an account with that office. `also` is told who invites."""

        def made(connection: Connection) -> str:
            token = links.make_invitation(connection, role, now, by=by, entropy=self._entropy)
            also(connection, by)
            return token

        return await self._store.write(made)

    async def use_invitation(
        self,
        token: str,
        name: str,
        password: str,
        now: int,
        *,
        also: Callable[[Connection, str, HouseRole, str], None],
        where: Whereabouts = NOWHERE,
    ) -> Entrance:
        """A new account with the office. `also` is told who it is, the office, and who invited."""
        await self._store.read(lambda connection: links.invited(connection, token, now))
        hashed = await self._passwords.new_account(name, password, is_staff=True)

        def used(connection: Connection) -> Entrance:
            role, by = links.invited(connection, token, now)
            links.use_link(connection, token, links.invitation(role), now)
            account = accounts.make_account(connection, name, hashed, now, self._entropy, is_staff=True)
            roles.put_role(connection, account.id, role, now, by=by)
            also(connection, account.id, role, by)
            return entered(connection, account, now, self._entropy, where)

        return await self._store.write(used)

    async def reset_for(self, token: str, now: int) -> str:
        """Whose password that link would change; raises."""
        owner, _ = await self._store.read(lambda connection: links.reset_by(connection, token, now))
        return owner

    async def use_reset_link(
        self,
        token: str,
        password: str,
        now: int,
        *,
        also: Callable[[Connection, str, str | None], None],
        proof: FactorProof | None = None,
        where: Whereabouts = NOWHERE,
    ) -> Entrance:
        """A new password, every session ended, the lock off the name. `also` is told whose, and who made the link.

        Whoever has a second factor shows it too: otherwise an operator could come in by a link.
        """
        owner = await self.reset_for(token, now)
        hashed = await self._passwords.new(owner, password)
        if proof is not None and proof.is_code:
            await self._store.write(lambda connection: attempt_code(connection, owner, now))

        def used(connection: Connection) -> Entrance:
            _, by = links.reset_by(connection, token, now)
            links.use_link(connection, token, LinkKind.RESET, now)
            second_factors.prove_where_needed(connection, owner, proof, now)
            put_password(connection, owner, hashed, now, None)
            forgive(connection, owner)
            also(connection, owner, by)
            account = accounts.person_of(connection, owner)
            if account is None:
                raise links.dead_link()
            return entered(connection, account, now, self._entropy, where)

        with self._refusals.told(owner, "with a link to a new password"):
            entrance = await self._store.write(used)
        self._ends.tell(owner)
        return entrance
