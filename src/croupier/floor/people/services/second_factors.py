"""Second factors: added, shown and taken away; and a second operator's agreement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people import accounts
from croupier.floor.people.ids import Entropy
from croupier.floor.people.services.passwords import PasswordService
from croupier.floor.people.services.refusals import Refusals
from croupier.floor.people.sign_in import approvals, lockout, second_factors, sign_ins
from croupier.floor.people.sign_in.approvals import Approval
from croupier.floor.people.sign_in.second_factors import FactorProof, PasskeyPlace, SecondFactor, TotpOffer
from croupier.floor.store.port import Connection, Store

T = TypeVar("T")


class FactorsHeld(Struct, frozen=True):
    factors: tuple[SecondFactor, ...]
    recovery_codes: int


class Prover(Struct, frozen=True):
    """Who acts, in which session."""

    person: str
    token: str
    place: str
    """For the count of wrong passwords."""
    at: int
    """By the house's clock, while `now` is that of the codes in people's phones."""


class SecondFactorService:
    def __init__(self, store: Store, passwords: PasswordService, entropy: Entropy, refusals: Refusals) -> None:
        self._store, self._passwords, self._entropy, self._refusals = store, passwords, entropy, refusals

    async def held(self, person: str) -> FactorsHeld:
        def found(connection: Connection) -> FactorsHeld:
            factors = tuple(second_factors.factors_of(connection, person))
            return FactorsHeld(factors, second_factors.recovery_codes_left(connection, person))

        return await self._store.read(found)

    async def offer_totp(self, person: str, name: str, now: int) -> TotpOffer:
        return await self._store.write(
            lambda connection: second_factors.offer_totp(connection, person, name, now, self._entropy)
        )

    async def offer_passkey(self, person: str, name: str, place: PasskeyPlace, now: int) -> dict[str, Any]:
        return await self._store.write(
            lambda connection: second_factors.offer_passkey(
                connection, person, place, now, name=name, entropy=self._entropy
            )
        )

    async def add_totp(self, person: str, code: str, name: str, now: int) -> tuple[str, ...]:
        return await self._added(
            person,
            now,
            lambda connection: second_factors.add_totp(connection, person, code, now, name=name, entropy=self._entropy),
        )

    async def add_passkey(
        self, person: str, answer: dict[str, Any], place: PasskeyPlace, name: str, now: int
    ) -> tuple[str, ...]:
        return await self._added(
            person,
            now,
            lambda connection: second_factors.add_passkey(connection, person, answer, place, now, name=name),
        )

    async def _added(self, person: str, now: int, add: Callable[[Connection], None]) -> tuple[str, ...]:
        """The recovery codes that come with the first factor; shown once."""

        def added(connection: Connection) -> tuple[str, ...]:
            is_first = not second_factors.has_factor(connection, person)
            add(connection)
            return second_factors.make_recovery_codes(connection, person, now, self._entropy) if is_first else ()

        return await self._store.write(added)

    async def take(self, person: str, id: str, now: int) -> None:
        await self._store.write(lambda connection: second_factors.take_factor(connection, person, id, now))

    async def drop_all(self, person: str, now: int) -> None:
        await self._store.write(lambda connection: second_factors.drop_all(connection, person, now))

    async def new_recovery_codes(self, person: str, now: int) -> tuple[str, ...]:
        def made(connection: Connection) -> tuple[str, ...]:
            if not second_factors.has_factor(connection, person):
                raise HouseRule.NO_SUCH_FACTOR.refused()
            return second_factors.make_recovery_codes(connection, person, now, self._entropy)

        return await self._store.write(made)

    async def ask_passkey(self, person: str, place: PasskeyPlace, now: int) -> dict[str, Any]:
        return await self._store.write(
            lambda connection: second_factors.ask_passkey(connection, person, place, now, self._entropy)
        )

    async def prove(self, prover: Prover, password: str, proof: FactorProof | None, now: int) -> None:
        """That it is they, in this session: by a second factor where there is one, else by the password. Raises."""
        held = await self.held(prover.person)
        if not held.factors:
            await self._passwords.proves(prover.person, password, now, place=prover.place)
            await self._store.write(lambda connection: sign_ins.prove_session(connection, prover.token, prover.at))
            return
        if proof is None:
            raise HouseRule.SECOND_FACTOR.refused()
        if proof.is_code:
            # A session is no place to try all codes.
            await self._store.write(lambda connection: lockout.attempt_code(connection, _name(connection, prover), now))

        def proved(connection: Connection) -> None:
            second_factors.prove(connection, prover.person, proof, now)
            lockout.succeed_by_factor(connection, _name(connection, prover))
            sign_ins.prove_session(connection, prover.token, prover.at)

        with self._refusals.told(prover.person, "in an open session"):
            await self._store.write(proved)

    # Four eyes

    async def waiting(self, now: int) -> list[Approval]:
        return await self._store.read(lambda connection: approvals.waiting(connection, now))

    async def is_approved(self, person: str, what: str, now: int) -> bool:
        return await self._store.write(
            lambda connection: approvals.use_or_ask(connection, person, what, now, self._entropy)
        )

    async def approve(self, id: str, by: str, now: int, also: Callable[[Connection, Approval], None]) -> Approval:
        def approved(connection: Connection) -> Approval:
            found = approvals.approve(connection, id, by, now)
            also(connection, found)
            return found

        return await self._store.write(approved)


def _name(connection: Connection, prover: Prover) -> str:
    found = accounts.person_of(connection, prover.person)
    if found is None:
        raise accounts.unknown_person()
    return found.name
