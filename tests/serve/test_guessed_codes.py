"""Whoever has the password still cannot try all codes of the second factor; and a malformed passkey is refused."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from pathlib import Path
from typing import Any

import httpx
import pyotp
import pytest
from webauthn.helpers.encode_cbor import encode_cbor

from croupier.floor.people.sign_in.lockout import ATTEMPTS, LOCKED_SECONDS
from tests.support.server.wire import PASSWORD, Guest, House, in_house

FACTORS = "/api/v1/me/second-factors"
WRONG_CODE, LOCKED = (401, "wrong_code"), (429, "locked_out")
LOCALHOST = {"Host": "localhost:8421"}


def told(answer: httpx.Response) -> tuple[int, str]:
    """The status, and the code where it is refused."""
    return answer.status_code, "" if answer.is_success else answer.json()["refusal"]["code"]


async def came(house: House, number: int = 0, **more: Any) -> tuple[int, str]:
    """What somebody gets who signs in as Ana with her password, from an address of that number."""
    body = {"name": "Ana", "password": PASSWORD, "session": "token", **more}
    headers = {"X-Forwarded-For": f"203.0.113.{number}"}
    return told(await house.ask("POST", "/api/v1/sessions", json=body, headers=headers))


async def account(house: House) -> Guest:
    body = {"name": "Ana", "password": PASSWORD, "session": "token"}
    entered = (await house.ask("POST", "/api/v1/accounts", json=body)).json()
    return Guest(entered["id"], entered["token"])


class Phone:
    """Ana's app, whose codes are right; and six digits that are not."""

    def __init__(self, house: House, secret: str) -> None:
        self._house, self._totp = house, pyotp.TOTP(secret)

    def right(self) -> str:
        """Each is good once, so time goes on."""
        self._house.time += 60
        return self._totp.at(int(self._house.time))

    def wrong(self) -> str:
        near = {self._totp.at(int(self._house.time) + 30 * steps) for steps in range(-2, 3)}
        return next(code for code in ("000000", "111111", "222222", "333333", "444444", "555555") if code not in near)


async def with_phone(house: House) -> tuple[Guest, Phone]:
    ana = await account(house)
    phone = Phone(house, (await house.ask("POST", f"{FACTORS}/totp", ana)).json()["secret"])
    added = await house.ask("POST", FACTORS, ana, json={"code": phone.right(), "name": "Phone"})
    assert added.status_code == 201, added.text
    return ana, phone


async def proved(house: House, who: Guest, code: str) -> tuple[int, str]:
    return told(await house.ask("POST", "/api/v1/me/proof", who, json={"code": code}))


def test_wrong_codes_from_many_addresses_and_sessions_are_counted_together(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        ana, phone = await with_phone(house)
        answers = [await came(house, number, code=phone.wrong()) for number in range(ATTEMPTS)]
        assert answers == [WRONG_CODE] * ATTEMPTS
        assert await came(house, 99, code=phone.right()) == LOCKED
        assert await proved(house, ana, phone.right()) == LOCKED
        house.time += LOCKED_SECONDS
        assert await came(house, 99, code=phone.right()) == (201, "")

    in_house(tmp_path, scenario)


def test_codes_tried_with_a_link_are_counted_with_the_others(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        ana, phone = await with_phone(house)
        link = await house.ask("POST", f"/api/v1/people/{ana.id}/reset-link", await house.operator())
        body = {"token": link.json()["token"], "password": "another ticklish weta", "code": phone.wrong()}
        for _ in range(ATTEMPTS - 1):
            assert told(await house.ask("POST", "/api/v1/links/reset", json=body)) == WRONG_CODE
        assert await came(house, code=phone.wrong()) == WRONG_CODE
        assert await came(house, 1, code=phone.right()) == LOCKED

    in_house(tmp_path, scenario)


def test_the_right_password_gives_no_fresh_codes(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        ana, phone = await with_phone(house)
        for number in range(ATTEMPTS):
            old, new = (PASSWORD, f"{PASSWORD} 2") if number % 2 == 0 else (f"{PASSWORD} 2", PASSWORD)
            assert await proved(house, ana, phone.wrong()) == WRONG_CODE
            changed = await house.ask("POST", "/api/v1/me/password", ana, json={"old": old, "new": new})
            assert changed.status_code == 204, changed.text
        assert await proved(house, ana, phone.right()) == LOCKED

    in_house(tmp_path, scenario)


def test_a_right_factor_forgives_the_wrong_codes(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        ana, phone = await with_phone(house)
        for _ in range(2):
            for number in range(ATTEMPTS - 1):
                assert await came(house, number, code=phone.wrong()) == WRONG_CODE
            assert await came(house, code=phone.right()) == (201, "")
        for _ in range(2):
            for _ in range(ATTEMPTS - 1):
                assert await proved(house, ana, phone.wrong()) == WRONG_CODE
            assert await proved(house, ana, phone.right()) == (204, "")

    in_house(tmp_path, scenario)


def test_a_prompt_that_is_cancelled_again_and_again_locks_nobody_out(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        _, phone = await with_phone(house)
        for _ in range(2 * ATTEMPTS):
            assert await came(house) == (401, "second_factor")
            body = {"name": "Ana", "password": PASSWORD}
            headers = {**LOCALHOST, "X-Forwarded-For": "203.0.113.0"}
            asked = await house.ask("POST", "/api/v1/sessions/passkey", json=body, headers=headers)
            assert told(asked) == (409, "no_passkey")
        assert await came(house, code=phone.right()) == (201, "")

    in_house(tmp_path, scenario)


def test_a_code_that_nobody_needs_is_not_counted(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await account(house)
        assert [await came(house, code="123456") for _ in range(2 * ATTEMPTS)] == [(201, "")] * 2 * ATTEMPTS

    in_house(tmp_path, scenario)


# Passkeys that make no sense


def _words(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _made(challenge: str, key: bytes) -> dict[str, Any]:
    """An attestation in good order but for the key."""
    client = {"type": "webauthn.create", "challenge": challenge, "origin": "http://localhost:8421"}
    head = hashlib.sha256(b"localhost").digest() + b"\x41" + struct.pack(">I", 0)
    attested = encode_cbor(
        {"fmt": "none", "attStmt": {}, "authData": head + bytes(16) + struct.pack(">H", 4) + b"name" + key}
    )
    response = {"clientDataJSON": _words(json.dumps(client).encode()), "attestationObject": _words(attested)}
    return {"id": _words(b"name"), "rawId": _words(b"name"), "type": "public-key", "response": response}


@pytest.mark.parametrize("key", [b"", encode_cbor([]), encode_cbor({}), encode_cbor(5), encode_cbor({1: 2}), b"\xff"])
def test_a_malformed_passkey_is_refused(tmp_path: Path, key: bytes) -> None:
    async def scenario(house: House) -> None:
        ana = await account(house)
        asked = await house.ask("POST", f"{FACTORS}/passkey", ana, headers=LOCALHOST)
        body = {"passkey": _made(asked.json()["options"]["challenge"], key), "name": "Key"}
        added = await house.ask("POST", FACTORS, ana, json=body, headers=LOCALHOST)
        assert told(added) == (401, "wrong_passkey")

    in_house(tmp_path, scenario)
