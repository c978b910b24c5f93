"""Changes of people, roles, limits and tables by request: each is made ready first, and then done in one step.

Tests kill a server in the middle of that step.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from croupier.floor.people.roles import HouseRole
from croupier.floor.people.sign_in.lockout import LOCKED_SECONDS
from tests.support.server.wire import PASSWORD, Guest, House

OTHER = "another ticklish weta"
Change = Callable[[House], Awaitable[Any]]


async def reset_link(house: House, by: Guest, of: Guest) -> Any:
    return await house.ask("POST", f"/api/v1/people/{of.id}/reset-link", by)


async def made(house: House, by: Guest, of: Guest) -> str:
    answer = await reset_link(house, by, of)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


async def account(house: House, name: str) -> Guest:
    body = {"name": name, "password": PASSWORD, "session": "token"}
    entered = (await house.ask("POST", "/api/v1/accounts", json=body)).json()
    return Guest(entered["id"], entered["token"])


async def by_operator_link(house: House) -> Change:
    token = await house.casino.people.links.make_operator_link(house.casino.time())
    body = {"token": token, "name": "Otto", "password": PASSWORD}
    return lambda house: house.ask("POST", "/api/v1/links/operator", json=body)


async def by_invitation(house: House) -> Change:
    boss = await house.operator()
    token = (await house.ask("POST", "/api/v1/invitations/dealer", boss)).json()["token"]
    body = {"token": token, "name": "Dora", "password": PASSWORD}
    return lambda house: house.ask("POST", "/api/v1/links/invitation", json=body)


async def by_reset_link(house: House) -> Change:
    token = await made(house, await house.operator(), await account(house, "Ana"))
    return lambda house: house.ask("POST", "/api/v1/links/reset", json={"token": token, "password": OTHER})


async def given_role(house: House) -> Change:
    boss, ana = await house.operator(), await account(house, "Ana")
    return lambda house: house.ask("PUT", f"/api/v1/people/{ana.id}/roles/inspector", boss)


async def taken_role(house: House) -> Change:
    """With the table at which the dealer stood."""
    boss, dora = await house.operator(), await house.staff(HouseRole.DEALER, "Dora")
    await house.casino.take_duty(await house.table(live=True, betting_seconds=None), dora.id)
    return lambda house: house.ask("DELETE", f"/api/v1/people/{dora.id}/roles/dealer", boss)


async def taken_duty(house: House) -> Change:
    dora, table = await house.staff(HouseRole.DEALER, "Dora"), await house.table(live=True, betting_seconds=None)
    return lambda house: house.ask("POST", f"/api/v1/tables/{table}/duty", dora)


async def closed_account(house: House) -> Change:
    guest = await house.guest()
    return lambda house: house.ask("DELETE", "/api/v1/me", guest, json={})


async def new_table(house: House) -> Change:
    boss = await house.operator()
    body = {"name": "New", "game": "roulette", "sign": {"minimum": 500, "maximum": 50_000}, "betting_seconds": 20}
    return lambda house: house.ask("POST", "/api/v1/tables", boss, json=body)


async def new_limit(house: House) -> Change:
    """A tighter one at once, and then a looser one that has to wait."""
    guest = await house.guest()
    await house.ask("PUT", "/api/v1/me/limits/loss", guest, json={"amount": 10_50})
    return lambda house: house.ask("PUT", "/api/v1/me/limits/loss", guest, json={"amount": None})


async def new_time_out(house: House) -> Change:
    guest = await house.guest()
    return lambda house: house.ask("POST", "/api/v1/me/time-out", guest, json={"length": "24 hours"})


async def guest_with_a_name(house: House) -> Change:
    guest = await house.guest()
    body = {"name": "Ana", "password": PASSWORD}
    return lambda house: house.ask("POST", "/api/v1/accounts", guest, json=body)


async def new_password(house: House) -> Change:
    ana = await account(house, "Ana")
    body = {"old": PASSWORD, "new": OTHER}

    async def changed(house: House) -> Any:
        # Each try counts as one with a wrong password until it is done.
        house.time += LOCKED_SECONDS
        return await house.ask("POST", "/api/v1/me/password", ana, json=body)

    return changed


async def signed_in(house: House) -> Change:
    await account(house, "Ana")
    body = {"name": "Ana", "password": PASSWORD}

    async def done(house: House) -> Any:
        house.time += LOCKED_SECONDS
        return await house.ask("POST", "/api/v1/sessions", json=body)

    return done


async def new_reality_check(house: House) -> Change:
    guest = await house.guest()
    return lambda house: house.ask("PUT", "/api/v1/me/reality-check", guest, json={"minutes": 30})


async def new_invitation(house: House) -> Change:
    boss = await house.operator()
    return lambda house: house.ask("POST", "/api/v1/invitations/dealer", boss)


async def new_reset_link(house: House) -> Change:
    boss, ana = await house.operator(), await account(house, "Ana")
    return lambda house: reset_link(house, boss, ana)


async def new_guest(_house: House) -> Change:
    return lambda house: house.ask("POST", "/api/v1/guests", json={})


CHANGES = (
    signed_in,
    new_reality_check,
    new_invitation,
    new_reset_link,
    new_guest,
    by_operator_link,
    by_invitation,
    by_reset_link,
    given_role,
    taken_role,
    taken_duty,
    closed_account,
    new_table,
    new_limit,
    new_time_out,
    guest_with_a_name,
    new_password,
)
