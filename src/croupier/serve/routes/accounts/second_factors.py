"""One's own second factors, proving anew who one is, and a second operator's agreement."""

from __future__ import annotations

from typing import Any

import segno
from litestar import Response, delete, get, post
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.services.second_factors import Prover
from croupier.floor.people.sign_in.approvals import Approval
from croupier.floor.people.sign_in.second_factors import SecondFactor
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.store.port import Connection
from croupier.record.house_journal import staff_log
from croupier.serve.routes.accounts.people import Closed, SignIn
from croupier.serve.security.auth import ANYBODY, OPERATORS, SIGNED_IN, RequestContext
from croupier.serve.security.errors import Problem
from croupier.serve.security.proofs import passkey_place, proof_of, required_place

QR_SCALE = 5


class Confirm(Closed, frozen=True, kw_only=True):
    name: str = ""
    """What it is called in the list."""
    code: str = ""
    """From the app, to show that it has the key."""
    passkey: dict[str, Any] | None = None
    """What the browser answered."""


class Prove(Closed, frozen=True, kw_only=True):
    password: str = ""
    """Where the account has no second factor."""
    code: str = ""
    passkey: dict[str, Any] | None = None


class AskByLink(Closed, frozen=True, kw_only=True):
    token: str
    """What stands in the link after `#token=`."""


class FactorsShown(Struct, frozen=True):
    factors: tuple[SecondFactor, ...]
    recovery_codes: int
    """How many are left."""
    passkeys_here: bool
    """Whether this address can have passkeys: https with a name, or localhost."""


class TotpShown(Struct, frozen=True):
    """Shown once, and good for five minutes."""

    secret: str
    address: str
    qr: str
    """The address as a picture, in a data: address."""


class PasskeyOptions(Struct, frozen=True):
    options: dict[str, Any]
    """As `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` read them."""


class RecoveryCodes(Struct, frozen=True):
    codes: tuple[str, ...]
    """Shown once; empty where those of before still hold."""


class ApprovalShown(Struct, frozen=True):
    id: str
    who: str
    name: str
    what: str
    asked: int
    approver: str | None
    own: bool


class ApprovalsShown(Struct, frozen=True):
    approvals: tuple[ApprovalShown, ...]


def _no_guest(person: Visitor) -> None:
    """A guest has no password, which the factor would be the second to."""
    if person.person.guest:
        raise Problem(409, HouseRule.GUEST_FACTOR.refusal())


@get("/api/v1/me/second-factors", who=SIGNED_IN, gives=FactorsShown)
async def second_factors(casino: Casino, person: Visitor, entry: RequestContext) -> FactorsShown:
    """Your apps and passkeys."""
    held = await casino.people.second_factors.held(person.person.id)
    return FactorsShown(held.factors, held.recovery_codes, passkey_place(entry.here) is not None)


@post("/api/v1/me/second-factors/totp", who=SIGNED_IN, gives=TotpShown, fresh=True)
async def begin_totp(casino: Casino, person: Visitor) -> TotpShown:
    """A key for an app that makes codes. It counts once a code of it was shown."""
    _no_guest(person)
    offer = await casino.people.second_factors.offer_totp(person.person.id, person.person.name, casino.time())
    picture = segno.make(offer.address, micro=False).svg_data_uri(scale=QR_SCALE, dark="#000", light="#fff")
    return TotpShown(offer.secret, offer.address, picture)


@post("/api/v1/me/second-factors/passkey", who=SIGNED_IN, gives=PasskeyOptions, fresh=True)
async def begin_passkey(casino: Casino, person: Visitor, entry: RequestContext) -> PasskeyOptions:
    """What the browser needs to make a passkey."""
    _no_guest(person)
    place = required_place(entry.here)
    who = person.person
    return PasskeyOptions(await casino.people.second_factors.offer_passkey(who.id, who.name, place, casino.time()))


@post("/api/v1/me/second-factors", who=SIGNED_IN, recorded=True, takes=Confirm, gives=RecoveryCodes, fresh=True)
async def add_second_factor(casino: Casino, person: Visitor, entry: RequestContext, asked: Confirm) -> RecoveryCodes:
    """Add the app or the passkey that was begun. With the first come recovery codes."""
    _no_guest(person)
    service, now = casino.people.second_factors, casino.time()
    if asked.passkey is not None:
        place = required_place(entry.here)
        return RecoveryCodes(await service.add_passkey(person.person.id, asked.passkey, place, asked.name, now))
    return RecoveryCodes(await service.add_totp(person.person.id, asked.code, asked.name, now))


@delete("/api/v1/me/second-factors/{factor:str}", who=SIGNED_IN, recorded=True, gives=None, fresh=True)
async def take_second_factor(casino: Casino, person: Visitor, factor: str) -> Response[None]:
    """Take one away. With the last go the recovery codes."""
    await casino.people.second_factors.take(person.person.id, factor, casino.time())
    return Response(None, status_code=204)


@post("/api/v1/me/recovery-codes", who=SIGNED_IN, recorded=True, gives=RecoveryCodes, fresh=True)
async def new_recovery_codes(casino: Casino, person: Visitor) -> RecoveryCodes:
    """New ones, in place of those before."""
    return RecoveryCodes(await casino.people.second_factors.new_recovery_codes(person.person.id, casino.time()))


@post("/api/v1/me/proof", who=SIGNED_IN, takes=Prove, gives=None, door=True)
async def prove(casino: Casino, person: Visitor, entry: RequestContext, asked: Prove) -> Response[None]:
    """Show again that it is you, before something that needs it: with a second factor, or else the password."""
    prover = Prover(person.person.id, entry.token, entry.place_of(person.person.name), casino.clock.time())
    proof = proof_of(asked.code, asked.passkey, entry.here)
    await casino.people.second_factors.prove(prover, asked.password, proof, casino.time())
    return Response(None, status_code=204)


@post("/api/v1/me/proof/passkey", who=SIGNED_IN, gives=PasskeyOptions)
async def ask_own_passkey(casino: Casino, person: Visitor, entry: RequestContext) -> PasskeyOptions:
    """What the browser needs to ask for your passkey."""
    place = required_place(entry.here)
    return PasskeyOptions(await casino.people.second_factors.ask_passkey(person.person.id, place, casino.time()))


@post("/api/v1/sessions/passkey", who=ANYBODY, takes=SignIn, gives=PasskeyOptions, door=True)
async def ask_passkey(casino: Casino, entry: RequestContext, asked: SignIn) -> PasskeyOptions:
    """The same before one has come in: with the right name and password."""
    place = required_place(entry.here)
    person = await casino.people.sign_in.known_by_password(
        asked.name, asked.password, casino.time(), place=entry.place_of(asked.name)
    )
    return PasskeyOptions(await casino.people.second_factors.ask_passkey(person, place, casino.time()))


@post("/api/v1/links/reset/passkey", who=ANYBODY, takes=AskByLink, gives=PasskeyOptions, door=True)
async def ask_passkey_by_link(casino: Casino, entry: RequestContext, asked: AskByLink) -> PasskeyOptions:
    """The same for whoever has a link to a new password, and a passkey beside it."""
    place, now = required_place(entry.here), casino.time()
    person = await casino.people.links.reset_for(asked.token, now)
    return PasskeyOptions(await casino.people.second_factors.ask_passkey(person, place, now))


# Four eyes


@get("/api/v1/approvals", who=OPERATORS, gives=ApprovalsShown)
async def approvals(casino: Casino, person: Visitor) -> ApprovalsShown:
    """What operators of this house want to do, where a second one agrees first."""
    found = await casino.people.second_factors.waiting(casino.time())
    names = await casino.people.accounts.names({each.person for each in found})
    own = person.person.id
    return ApprovalsShown(tuple(_shown(each, names, own) for each in found))


def _shown(each: Approval, names: dict[str, str], own: str) -> ApprovalShown:
    name = names.get(each.person, "")
    return ApprovalShown(each.id, each.person, name, each.what, each.asked, each.approver, each.person == own)


@post("/api/v1/approvals/{approval:str}", who=OPERATORS, gives=None, fresh=True)
async def approve(casino: Casino, person: Visitor, approval: str) -> Response[None]:
    """Agree that another operator does that. It is done when they ask for it again, once."""
    by = person.person.id

    def also(connection: Connection, found: Approval) -> None:
        casino.book.put(connection, staff_log.did(by, f"agrees to {found.what} by {found.person}"))

    await casino.people.second_factors.approve(approval, by, casino.time(), also)
    return Response(None, status_code=204)


ROUTES: list[ControllerRouterHandler] = [
    second_factors,
    begin_totp,
    begin_passkey,
    add_second_factor,
    take_second_factor,
    new_recovery_codes,
    prove,
    ask_own_passkey,
    ask_passkey,
    ask_passkey_by_link,
    approvals,
    approve,
]
