"""Offices taken by a way round: by a link that outlives its maker, or by a role that no journal names (A28, A29)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.floor.people.roles import HouseRole
from croupier.floor.people.sign_in import links
from croupier.record.journal import HOUSE_STREAM
from tests.support.process import run_command
from tests.support.server.real_server import Running, server
from tests.support.server.wire import PASSWORD, Guest, House, in_house

OTHER = "another ticklish weta"


async def reset_link(house: House, by: Guest, of: Guest) -> Any:
    return await house.ask("POST", f"/api/v1/people/{of.id}/reset-link", by)


async def made(house: House, by: Guest, of: Guest) -> str:
    answer = await reset_link(house, by, of)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


async def used(house: House, token: str) -> tuple[int, str]:
    """The status, and the code where it is refused."""
    answer = await house.ask("POST", "/api/v1/links/reset", json={"token": token, "password": OTHER})
    return answer.status_code, "" if answer.status_code == 201 else answer.json()["refusal"]["code"]


async def account(house: House, name: str) -> Guest:
    body = {"name": name, "password": PASSWORD, "session": "token"}
    entered = (await house.ask("POST", "/api/v1/accounts", json=body)).json()
    return Guest(entered["id"], entered["token"])


async def house_lines(house: House) -> list[str]:
    return [row.line.removeprefix("# ") for row in await house.store.tail(HOUSE_STREAM, -1, 10_000)]


async def dismiss(house: House, somebody: Guest, role: str = "operator") -> None:
    boss = await house.operator()
    answer = await house.ask("DELETE", f"/api/v1/people/{somebody.id}/roles/{role}", boss)
    assert answer.status_code == 200, answer.text


# A28: a dismissed operator comes back


def test_A28_a_link_is_worth_nothing_once_its_maker_has_lost_the_office(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        oscar, dealer = await house.staff(HouseRole.OPERATOR, "Oscar"), await house.staff(HouseRole.DEALER, "Dora")
        token = await made(house, oscar, dealer)
        await dismiss(house, oscar)
        assert await used(house, token) == (409, "dead_link")
        assert (await house.ask("GET", "/api/v1/me", dealer)).status_code == 200, "her sessions go on"

    in_house(tmp_path, scenario)


def test_A28_the_maker_is_looked_at_when_the_link_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only are the links dropped with the office: one that was left over opens nothing."""
    monkeypatch.setattr(links, "forget_made_by", lambda *_: None)

    async def scenario(house: House) -> None:
        oscar, dealer = await house.staff(HouseRole.OPERATOR, "Oscar"), await house.staff(HouseRole.DEALER, "Dora")
        token = await made(house, oscar, dealer)
        await dismiss(house, oscar)
        assert await used(house, token) == (409, "dead_link")

    in_house(tmp_path, scenario)


def test_A28_links_go_with_the_office_and_do_not_come_back_with_it(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        oscar, dealer = await house.staff(HouseRole.OPERATOR, "Oscar"), await house.staff(HouseRole.DEALER, "Dora")
        token = await made(house, oscar, dealer)
        invited = (await house.ask("POST", "/api/v1/invitations/operator", oscar)).json()["token"]
        await dismiss(house, oscar)
        await house.casino.give_role(oscar.id, HouseRole.OPERATOR, by=(await house.operator()).id)
        assert await used(house, token) == (409, "dead_link")
        body = {"token": invited, "name": "Otto", "password": PASSWORD}
        assert (await house.ask("POST", "/api/v1/links/invitation", json=body)).status_code == 409

    in_house(tmp_path, scenario)


def test_A28_links_go_with_the_account_of_their_maker(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.operator()
        oscar, dealer = await house.staff(HouseRole.OPERATOR, "Oscar"), await house.staff(HouseRole.DEALER, "Dora")
        token = await made(house, oscar, dealer)
        gone = await house.ask("DELETE", "/api/v1/me", oscar, json={"password": PASSWORD})
        assert gone.status_code == 204
        assert await used(house, token) == (409, "dead_link")

    in_house(tmp_path, scenario)


def test_A28_the_use_of_a_link_stands_in_the_journal(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        boss, ana = await house.operator(), await account(house, "Ana")
        assert await used(house, await made(house, boss, ana)) == (201, "")
        last = (await house_lines(house))[-1]
        assert f"password of {ana.id} reset by a link from {boss.id}" in last

    in_house(tmp_path, scenario)


def test_A28_no_operator_resets_an_inspector(tmp_path: Path) -> None:
    """Neither one who is an inspector when the link is made, nor one who has become an inspector since."""

    async def scenario(house: House) -> None:
        boss, iris = await house.operator(), await house.staff(HouseRole.INSPECTOR, "Iris")
        answer = await reset_link(house, boss, iris)
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (409, "inspector_reset")
        ivan = await account(house, "Ivan")
        token = await made(house, boss, ivan)
        await house.casino.give_role(ivan.id, HouseRole.INSPECTOR, by=boss.id)
        assert await used(house, token) == (409, "dead_link")

    in_house(tmp_path, scenario)


def test_A28_a_link_made_before_the_office_is_looked_at_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "forget_of", lambda *_: None)

    async def scenario(house: House) -> None:
        boss, ivan = await house.operator(), await account(house, "Ivan")
        token = await made(house, boss, ivan)
        await house.casino.give_role(ivan.id, HouseRole.INSPECTOR, by=boss.id)
        assert await used(house, token) == (409, "dead_link")

    in_house(tmp_path, scenario)


def _reset_at_console(running: Running, name: str) -> str:
    done = run_command("reset-link", name, "--data", str(running.folder))
    assert (done.status, done.errors) == (0, "")
    address, _, token = done.out.strip().partition("#token=")
    assert address == f"{running.url}/reset"
    return token


def test_A28_an_inspector_is_reset_at_the_console_and_the_journal_says_so(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        iris = running.staff("inspector", "Iris")
        body = {"token": _reset_at_console(running, "iris"), "password": OTHER, "session": "token"}
        assert running.client().post("/api/v1/links/reset", json=body).status_code == 201
        iris = running.sign_in("Iris", OTHER)
        journal = iris.client.get("/api/v1/audit/journals/house/text").text
        assert f"reset link for {iris.id} by the console" in journal
        assert f"password of {iris.id} reset by a link from the console" in journal
        nobody = run_command("reset-link", "Nobody", "--data", str(running.folder))
        assert nobody.status == 2
        assert nobody.errors.count("\n") == 1
        assert "Nobody" in nobody.errors
        assert running.stop() == 0
    assert run_command("verify", str(tmp_path / "house")).status == 0
