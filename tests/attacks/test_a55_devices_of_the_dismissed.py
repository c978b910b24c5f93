"""An operator makes a device, keeps its token, and is dismissed: the token no longer reports results (A55)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.devices_office import DevicesOffice
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.roles import HouseRole
from tests.support.server.wire import PASSWORD, Guest, House, in_house

Leaving = Callable[[House, Guest], Awaitable[Any]]
SPIN = {"number": 1, "act": {"act": "spin", "number": 17}}


async def _dismissed(house: House, otto: Guest) -> Any:
    return await house.ask("DELETE", f"/api/v1/people/{otto.id}/roles/operator", await house.operator())


async def _left(house: House, otto: Guest) -> Any:
    return await house.ask("DELETE", "/api/v1/me", otto, json={"password": PASSWORD})


async def _device(house: House, table: str, by: Guest) -> tuple[str, str]:
    """Its id and its token."""
    answer = await house.ask("POST", f"/api/v1/tables/{table}/devices", by, json={"name": "Sensor"})
    assert answer.status_code == 201, answer.text
    return answer.json()["device"]["id"], answer.json()["token"]


async def _reported(house: House, table: str, token: str) -> str:
    """The code of the refusal: nobody deals here, so there is one."""
    headers = {"Authorization": f"Device {token}"}
    answer = await house.ask("POST", f"/api/v1/tables/{table}/results", json=SPIN, headers=headers)
    return str(answer.json()["refusal"]["code"])


def _after(folder: Path, leaving: Leaving) -> list[str]:
    """What a result of Otto's device, of one that he has revoked himself, and of Olga's is refused for."""

    async def scenario(house: House) -> list[str]:
        olga, otto = await house.operator(), await house.staff(HouseRole.OPERATOR, "Otto")
        table, other = await house.table(live=True), await house.table(live=True)
        made = [await _device(house, *each) for each in ((table, otto), (other, otto), (table, otto), (table, olga))]
        (mine, _), (elsewhere, _), (revoked, _), _ = made
        await house.ask("DELETE", f"/api/v1/tables/{table}/devices/{revoked}", otto)
        assert (await leaving(house, otto)).status_code < 300
        shown = (await house.ask("GET", f"/api/v1/tables/{table}/devices", olga)).json()["devices"]
        assert [each["revoked"] is None for each in shown] == [each["id"] not in {mine, revoked} for each in shown]
        lines = "".join(row.line for row in await house.store.tail("house", -1, 1000))
        assert [lines.count(f"device {id} revoked") for id in (mine, elsewhere, revoked)] == [1, 1, 1]
        places = (table, other, table, table)
        return [await _reported(house, place, token) for place, (_, token) in zip(places, made, strict=True)]

    found = in_house(folder, scenario)
    assert inspect(folder).breaches == ()
    return found


@pytest.mark.parametrize("leaving", [_dismissed, _left])
def test_A55_a_token_opens_nothing_once_its_operator_has_gone(tmp_path: Path, leaving: Leaving) -> None:
    assert _after(tmp_path, leaving) == [*["device_revoked"] * 3, "not_on_duty"]


def test_A55_a_house_that_leaves_them_their_tokens_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was."""
    monkeypatch.setattr(DevicesOffice, "revoke_of", lambda *_: {})
    with pytest.raises(AssertionError):
        _after(tmp_path, _dismissed)
