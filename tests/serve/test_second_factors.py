"""Codes from an app, recovery codes, proving anew who one is, and a second operator's agreement."""

from __future__ import annotations

import base64
import hashlib
import hmac
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import structs

from croupier.floor.people.roles import HouseRole
from croupier.floor.people.sign_in import approvals
from croupier.floor.people.sign_in.second_factors import STEP_SECONDS, step_of
from tests.support.process import in_this_process
from tests.support.server.real_server import PASSWORD, Person, Running, server
from tests.support.server.wire import FREE, Guest, House, in_house

pytestmark = pytest.mark.xdist_group("second-factors")
FACTORS = "/api/v1/me/second-factors"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("second-factors") / "house") as running:
        yield running


def _code(secret: bytes, step: int) -> str:
    """RFC 6238, written here from the document."""
    digest = hmac.digest(secret, struct.pack(">Q", step), "sha1")
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at : at + 4]) & 0x7FFFFFFF) % 1_000_000:06}"


def _step(running: Running) -> int:
    return int(time.time() + running.ahead) // STEP_SECONDS


class App:
    """An authenticator app: a new code each time it is asked, as if half a minute had gone by."""

    def __init__(self, running: Running, person: Person) -> None:
        self.running = running
        offer = person.ask("POST", f"{FACTORS}/totp").json()
        assert offer["address"].startswith("otpauth://totp/Croupier:")
        assert offer["qr"].startswith("data:image/svg+xml")
        self.secret = base64.b32decode(offer["secret"])
        self._last = 0
        added = person.ask("POST", FACTORS, {"code": self.code(), "name": "Phone"})
        assert added.status_code == 201, added.text
        self.recovery: list[str] = added.json()["codes"]

    def code(self) -> str:
        """Each is good once, so the clock goes on where two would be of the same half minute."""
        if _step(self.running) + 1 <= self._last:
            self.running.move_on(STEP_SECONDS)
        self._last = max(_step(self.running) + 1, self._last + 1) if self._last else _step(self.running)
        return _code(self.secret, self._last)


def _sign_in(running: Running, name: str, **more: Any) -> httpx.Response:
    body = {"name": name, "password": PASSWORD, "session": "token", **more}
    return running.client().post("/api/v1/sessions", json=body)


def _refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["refusal"]["code"]


@pytest.mark.parametrize(
    ("moment", "code"),
    [(59, "94287082"), (1111111109, "07081804"), (1111111111, "14050471"), (20000000000, "65353130")],
)
def test_codes_are_those_of_the_document(moment: int, code: str) -> None:
    """RFC 6238, appendix B: the last six of its eight digits."""
    secret = b"12345678901234567890"
    assert step_of(secret, code[2:], moment, after=-1) == moment // 30
    assert step_of(secret, code[2:], moment + 30, after=-1) == moment // 30
    assert step_of(secret, code[2:], moment + 90, after=-1) is None
    assert step_of(secret, code[2:], moment, after=moment // 30) is None


def test_an_account_with_an_app_is_entered_with_its_code_once(house: Running) -> None:
    ana = house.account("Ana")
    app = App(house, ana)
    assert _refused(_sign_in(house, "Ana")) == (401, "second_factor")
    assert _refused(_sign_in(house, "Ana", code="000000")) == (401, "wrong_code")
    # A wrong password says nothing of a second factor.
    wrong = house.client().post("/api/v1/sessions", json={"name": "Ana", "password": "not hers at all", "code": "1"})
    assert _refused(wrong) == (401, "wrong_credentials")
    code = app.code()
    assert _sign_in(house, "Ana", code=code).status_code == 201
    assert _refused(_sign_in(house, "Ana", code=code)) == (401, "wrong_code")
    held = ana.get(FACTORS)
    assert [(each["kind"], each["name"]) for each in held["factors"]] == [("totp", "Phone")]
    assert held["recovery_codes"] == 10


def test_a_recovery_code_is_good_once_and_new_ones_replace_the_old(house: Running) -> None:
    bea = house.account("Bea")
    app = App(house, bea)
    assert len(set(app.recovery)) == 10
    assert _sign_in(house, "Bea", code=app.recovery[0]).status_code == 201
    assert _refused(_sign_in(house, "Bea", code=app.recovery[0])) == (401, "wrong_code")
    assert _sign_in(house, "Bea", code=app.recovery[1].upper().replace("-", " ")).status_code == 201
    fresh = bea.ask("POST", "/api/v1/me/recovery-codes").json()["codes"]
    assert _refused(_sign_in(house, "Bea", code=app.recovery[2])) == (401, "wrong_code")
    assert _sign_in(house, "Bea", code=fresh[0]).status_code == 201


def test_one_takes_it_away_and_the_password_is_enough_again(house: Running) -> None:
    cem = house.account("Cem")
    App(house, cem)
    (factor,) = cem.get(FACTORS)["factors"]
    other = house.account("Dan")
    assert _refused(other.ask("DELETE", f"{FACTORS}/{factor['id']}")) == (404, "no_such_factor")
    assert cem.ask("DELETE", f"{FACTORS}/{factor['id']}").status_code == 204
    assert _sign_in(house, "Cem").status_code == 201
    assert cem.get(FACTORS)["recovery_codes"] == 0


def test_codes_cannot_be_tried_one_after_the_other(house: Running) -> None:
    eva = house.account("Eva")
    App(house, eva)
    answers = [_refused(_sign_in(house, "Eva", code=f"{number:06}")) for number in range(8)]
    assert (429, "locked_out") in answers


def test_guests_have_none_and_passkeys_need_a_name(house: Running) -> None:
    assert _refused(house.guest().ask("POST", f"{FACTORS}/totp")) == (409, "guest_factor")
    fay = house.account("Fay")
    assert fay.get(FACTORS)["passkeys_here"] is False
    assert _refused(fay.ask("POST", f"{FACTORS}/passkey")) == (409, "no_passkeys_here")


def test_a_code_that_was_not_begun_or_is_late_adds_nothing(house: Running) -> None:
    gil = house.account("Gil")
    assert _refused(gil.ask("POST", FACTORS, {"code": "123456"})) == (409, "challenge_over")
    gil.ask("POST", f"{FACTORS}/totp")
    assert _refused(gil.ask("POST", FACTORS, {"code": "123456"})) == (401, "wrong_code")


def test_a_link_to_a_new_password_does_not_pass_by_the_second_factor(house: Running) -> None:
    ida = house.account("Ida")
    app = App(house, ida)
    made = house.operator().ask("POST", f"/api/v1/people/{ida.id}/reset-link").json()["token"]
    body = {"token": made, "password": "another ticklish weta", "session": "token"}

    def used(**more: str) -> httpx.Response:
        return house.client().post("/api/v1/links/reset", json={**body, **more})

    assert _refused(used()) == (401, "second_factor")
    assert _refused(used(code="000000")) == (401, "wrong_code")
    assert ida.ask("GET", "/api/v1/me").status_code == 200
    assert used(code=app.code()).status_code == 201
    assert ida.ask("GET", "/api/v1/me").status_code == 401
    # Whoever lost everything asks at the console of the machine.
    in_this_process("reset-link", "Ida", "--drop-second-factor", "--data", str(house.folder))
    body["password"] = f"{PASSWORD} again"
    again = house.operator().ask("POST", f"/api/v1/people/{ida.id}/reset-link")
    assert again.status_code == 201, again.text
    body["token"] = again.json()["token"]
    assert used().status_code == 201


# Asked again


def _minutes_later(house: Running, minutes: int) -> None:
    for _ in range(minutes):
        house.move_on(60)


def test_before_roles_resets_and_winding_up_one_shows_again_who_one_is(tmp_path: Path) -> None:
    with server(tmp_path / "house") as house:
        operator, dealer = house.operator(), house.account("Dora")
        role = f"/api/v1/people/{dealer.id}/roles/dealer"
        assert operator.ask("PUT", role).status_code == 200
        _minutes_later(house, 11)
        asked = (
            ("DELETE", role),
            ("PUT", role),
            ("POST", f"/api/v1/people/{dealer.id}/reset-link"),
            ("POST", "/api/v1/invitations/dealer"),
            ("POST", "/api/v1/tables/roulette-1/wind-up"),
            ("POST", "/api/v1/tournaments/cup-1/wind-up"),
            ("POST", f"{FACTORS}/totp"),
        )
        for method, path in asked:
            assert _refused(operator.ask(method, path)) == (403, "prove_again"), path
        assert _refused(operator.ask("POST", "/api/v1/me/proof", {"password": "not hers at all"})) == (
            401,
            "wrong_credentials",
        )
        assert operator.ask("POST", "/api/v1/me/proof", {"password": PASSWORD}).status_code == 204
        assert operator.ask("DELETE", role).status_code == 200
        # With a second factor the password is not enough.
        app = App(house, operator)
        _minutes_later(house, 11)
        assert _refused(operator.ask("PUT", role)) == (403, "prove_again")
        assert _refused(operator.ask("POST", "/api/v1/me/proof", {"password": PASSWORD})) == (401, "second_factor")
        assert operator.ask("POST", "/api/v1/me/proof", {"code": app.code()}).status_code == 204
        assert operator.ask("PUT", role).status_code == 200
        # Another session of the same person has shown nothing.
        assert in_this_process("verify", str(house.folder)).status == 0


def test_where_staff_need_a_second_factor_they_can_only_add_one(tmp_path: Path) -> None:
    with server(tmp_path / "house", "--staff-second-factor") as house:
        operator = house.operator()
        assert _refused(operator.ask("GET", "/api/v1/people")) == (403, "needs_factor")
        assert _refused(operator.ask("POST", "/api/v1/tables/roulette-1/acts", {})) == (403, "needs_factor")
        assert house.account("Pia").ask("POST", "/api/v1/tables/roulette-1/acts", {}).status_code == 400
        App(house, operator)
        assert operator.ask("GET", "/api/v1/people").status_code == 200


def test_staff_without_a_second_factor_see_no_private_table(tmp_path: Path) -> None:
    """Its id is the key to it."""

    async def scenario(house: House) -> None:
        boss, ana = await house.operator(), await house.guest()
        table = await house.table(private_copies=True)
        private = (await house.ask("POST", "/api/v1/private-tables", ana, json={"like": table})).json()["id"]

        async def seen() -> bool:
            return private in (await house.ask("GET", "/api/v1/tables", boss)).text

        assert not await seen()
        services, now = house.casino.people.second_factors, house.casino.time()
        secret = (await services.offer_totp(boss.id, "Olga", now)).secret
        await services.add_totp(boss.id, _code(base64.b32decode(secret), now // STEP_SECONDS), "Phone", now)
        assert await seen()

    in_house(tmp_path, scenario, settings=structs.replace(FREE, staff_factor=True))


def test_four_eyes(tmp_path: Path) -> None:
    with server(tmp_path / "house", "--four-eyes") as house:
        operator, somebody = house.operator(), house.account("Sina")
        link = in_this_process("operator-link", "--data", str(house.folder)).out
        body = {"token": link.rpartition("=")[2].strip(), "name": "Omar", "password": PASSWORD, "session": "token"}
        second = Person(house, house.client().post("/api/v1/links/operator", json=body).json())
        role = f"/api/v1/people/{somebody.id}/roles/dealer"
        assert _refused(operator.ask("PUT", role)) == (403, "second_operator")
        assert _refused(operator.ask("PUT", role)) == (403, "second_operator")
        (waiting,) = second.get("/api/v1/approvals")["approvals"]
        assert (waiting["name"], waiting["what"], waiting["own"]) == ("Olga", f"PUT {role}", False)
        # Nobody agrees to what they want themselves, and it is agreed to once.
        assert operator.ask("POST", f"/api/v1/approvals/{waiting['id']}").status_code == 404
        assert second.ask("POST", f"/api/v1/approvals/{waiting['id']}").status_code == 204
        assert second.ask("POST", f"/api/v1/approvals/{waiting['id']}").status_code == 404
        # The second does not get to do it by this, nor anybody something else.
        assert _refused(second.ask("PUT", role)) == (403, "second_operator")
        assert _refused(operator.ask("PUT", role.replace("dealer", "inspector"))) == (403, "second_operator")
        assert operator.ask("PUT", role).status_code == 200
        assert _refused(operator.ask("DELETE", role)) == (403, "second_operator")
        assert _refused(operator.ask("PUT", role)) == (403, "second_operator")
        words = [entry["words"] for entry in operator.get("/api/v1/audit/staff-log?kind=setting")["entries"]]
        assert f"staff {second.id} agrees to PUT {role} by {operator.id}" in words


async def _agreed(house: House) -> tuple[Guest, Guest, str]:
    """Two operators; the second has agreed that the first does this."""
    boss, oscar = await house.operator(), await house.staff(HouseRole.OPERATOR, "Oscar")
    wanted = f"PUT /api/v1/people/{oscar.id}/roles/dealer"
    assert not await house.casino.people.second_factors.is_approved(boss.id, wanted, house.casino.time())
    (waiting,) = await house.casino.people.second_factors.waiting(house.casino.time())
    assert (await house.ask("POST", f"/api/v1/approvals/{waiting.id}", oscar)).status_code == 204
    return boss, oscar, wanted


async def _counts(house: House, boss: Guest, wanted: str) -> bool:
    return await house.casino.people.second_factors.is_approved(boss.id, wanted, house.casino.time())


async def _approvals(house: House) -> int:
    return int(await house.store.read(lambda c: c.execute("SELECT count(*) FROM approvals").fetchone()[0]))


def test_A28_the_word_of_a_dismissed_operator_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked at when it is used, even where one was left over."""
    monkeypatch.setattr(approvals, "forget_of", lambda *_: None)

    async def scenario(house: House) -> None:
        boss, oscar, wanted = await _agreed(house)
        assert (await house.ask("DELETE", f"/api/v1/people/{oscar.id}/roles/operator", boss)).status_code == 200
        assert not await _counts(house, boss, wanted)

    in_house(tmp_path, scenario)


@pytest.mark.parametrize("way", ["role", "account"])
def test_A28_an_agreement_goes_with_the_office_of_who_agreed(tmp_path: Path, way: str) -> None:
    async def scenario(house: House) -> None:
        boss, oscar, wanted = await _agreed(house)
        if way == "role":
            await house.casino.take_role(oscar.id, HouseRole.OPERATOR, by=boss.id)
            assert await _approvals(house) == 0
            await house.casino.give_role(oscar.id, HouseRole.OPERATOR, by=boss.id)
        else:
            gone = await house.ask("DELETE", "/api/v1/me", oscar, json={"password": PASSWORD})
            assert gone.status_code == 204
            assert await _approvals(house) == 0
        assert not await _counts(house, boss, wanted)

    in_house(tmp_path, scenario)


def test_A28_an_agreement_goes_with_the_office_of_who_asked(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        boss, oscar, wanted = await _agreed(house)
        await house.casino.take_role(boss.id, HouseRole.OPERATOR, by=oscar.id)
        await house.casino.give_role(boss.id, HouseRole.OPERATOR, by=oscar.id)
        assert not await _counts(house, boss, wanted)

    in_house(tmp_path, scenario)


def test_a_second_factor_that_somebody_put_into_the_database_is_named(tmp_path: Path) -> None:
    import sqlite3

    with server(tmp_path / "house") as house:
        person = house.account("Hana")
        App(house, person)
        assert house.stop() == 0
    assert in_this_process("verify", str(house.folder)).status == 0
    with sqlite3.connect(house.folder / "croupier.sqlite") as connection:
        values = ("forged", person.id, "totp", "x", hashlib.sha256(b"x").digest(), 0, 0)
        connection.execute("INSERT INTO second_factors VALUES (?, ?, ?, ?, ?, ?, ?, NULL)", values)
    found = in_this_process("verify", str(house.folder))
    assert found.status == 1
    assert "second factor" in found.out
