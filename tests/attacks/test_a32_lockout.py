"""Wrong passwords as a weapon: whoever tries them shuts nobody out but themselves (A32)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest

from croupier.floor.people.services import sign_in
from croupier.floor.people.sign_in import lockout
from croupier.floor.people.sign_in.lockout import ATTEMPTS, LONGEST_PAUSE, SLOW_FROM
from tests.support.server.wire import PASSWORD, Guest, House, in_house

WRONG = "no password of hers"


async def came(house: House, address: str, password: str, who: Guest | None = None) -> int:
    """The status that somebody gets who signs in as Ana from that address."""
    body = {"name": "Ana", "password": password, "session": "token"}
    headers = {"X-Forwarded-For": address}
    return (await house.ask("POST", "/api/v1/sessions", who, json=body, headers=headers)).status_code


async def ana(house: House) -> Guest:
    body = {"name": "Ana", "password": PASSWORD, "session": "token"}
    entered = (await house.ask("POST", "/api/v1/accounts", json=body)).json()
    return Guest(entered["id"], entered["token"])


async def attack(house: House, addresses: int = 1) -> None:
    """Each address is locked in the end."""
    for number in range(addresses):
        address = f"203.0.113.{number}"
        assert [await came(house, address, WRONG) for _ in range(ATTEMPTS)] == [401] * ATTEMPTS
        assert await came(house, address, PASSWORD) == 429


def test_A32_wrong_passwords_from_elsewhere_do_not_lock_the_owner_out(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await ana(house)
        await attack(house)
        assert await came(house, "198.51.100.7", PASSWORD) == 201
        assert await came(house, "203.0.113.0", PASSWORD) == 429, "the owner's success opens nothing for the guesser"

    in_house(tmp_path, scenario)


def test_A32_who_is_signed_in_changes_the_password_even_from_the_guessers_address(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        owner = await ana(house)
        for _ in range(ATTEMPTS):
            await house.ask("POST", "/api/v1/sessions", json={"name": "Ana", "password": WRONG})
        right = {"name": "Ana", "password": PASSWORD}
        assert (await house.ask("POST", "/api/v1/sessions", json=right)).status_code == 429
        changed = await house.ask(
            "POST", "/api/v1/me/password", owner, json={"old": PASSWORD, "new": "a most ticklish weta"}
        )
        assert changed.status_code == 204, changed.text

    in_house(tmp_path, scenario)


def test_A32_a_stolen_session_is_still_no_place_to_guess(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        owner = await ana(house)
        body = {"old": WRONG, "new": "a most ticklish weta"}
        codes = [
            (await house.ask("POST", "/api/v1/me/password", owner, json=body)).status_code for _ in range(ATTEMPTS + 1)
        ]
        assert codes == [401] * ATTEMPTS + [429]
        assert await came(house, "198.51.100.7", PASSWORD) == 201, "and that locks nobody out either"

    in_house(tmp_path, scenario)


def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the house would have waited before it looked at a password."""
    waited: list[float] = []

    async def noted(seconds: float) -> None:
        waited.append(seconds)
        await asyncio.sleep(0)

    # Patched in this module only: the nightly check and others sleep too, and those are not counted.
    monkeypatch.setattr(sign_in, "asyncio", SimpleNamespace(sleep=noted))
    return waited


def test_A32_guesses_from_many_addresses_are_slowed_down_and_the_owner_waits_a_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(house: House) -> None:
        await ana(house)
        waited = pauses(monkeypatch)
        await attack(house, addresses=10)
        assert waited[:SLOW_FROM] == [0] * SLOW_FROM
        assert waited[-1] == LONGEST_PAUSE
        assert await came(house, "198.51.100.7", PASSWORD) == 201
        assert waited[-1] == LONGEST_PAUSE, "and no longer, however many guess"

    in_house(tmp_path, scenario)


def test_A32_a_new_password_takes_every_lock_off(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        owner, boss = await ana(house), await house.operator()
        await attack(house, addresses=2)
        token = (await house.ask("POST", f"/api/v1/people/{owner.id}/reset-link", boss)).json()["token"]
        body = {"token": token, "password": "a most ticklish weta"}
        assert (await house.ask("POST", "/api/v1/links/reset", json=body)).status_code == 201
        assert await came(house, "203.0.113.0", "a most ticklish weta") == 201

    in_house(tmp_path, scenario)


def test_A32_a_house_that_counts_by_name_alone_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was."""
    monkeypatch.setattr(lockout, "_place_key", lambda name, _place: lockout.failure_key(name))

    async def scenario(house: House) -> None:
        await ana(house)
        await attack(house)
        assert await came(house, "198.51.100.7", PASSWORD) == 429

    in_house(tmp_path, scenario)
