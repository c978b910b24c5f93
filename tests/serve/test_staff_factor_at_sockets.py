"""Where staff need a second factor (`--staff-second-factor`), a socket is no way round it."""

from __future__ import annotations

from pathlib import Path

import pyotp
import pytest
from msgspec.structs import replace

from croupier.floor.people.roles import HouseRole
from tests.support.server.wire import FREE, Closed, Guest, House, Wire, buy_in, in_house

STRICT = replace(FREE, staff_factor=True)
FACTORS = "/api/v1/me/second-factors"
OFFICE = "as=dealer"


async def _add_factor(house: House, who: Guest) -> str:
    """Its id."""
    secret = (await house.ask("POST", f"{FACTORS}/totp", who)).json()["secret"]
    added = await house.ask("POST", FACTORS, who, json={"code": pyotp.TOTP(secret).at(int(house.time)), "name": "App"})
    assert added.status_code == 201, added.text
    (factor,) = (await house.ask("GET", FACTORS, who)).json()["factors"]
    return str(factor["id"])


async def _refused(wire: Wire, key: str) -> str:
    return str((await wire.until("refused", "receipt", key=key)).get("refusal", {}).get("code"))


def test_no_office_is_exercised_over_a_socket_without_the_factor(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, dora = await house.table(live=True), await house.staff(HouseRole.DEALER, "Dora")
        with pytest.raises(Closed):
            async with Wire(house, table, dora, OFFICE):
                pass
        async with Wire(house, table, dora) as wire:
            assert (await wire.next())["type"] == "snapshot", "she may watch, as anybody may"
            wire.act("k1", {"act": "open table"})
            assert await _refused(wire, "k1") == "needs_factor"
            assert house.casino.actors[table].head.number == 0
            # With a factor the same socket does what the office does.
            await _add_factor(house, dora)
            assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201
            wire.act("k2", {"act": "open table"})
            assert (await wire.until("refused", "receipt", key="k2"))["type"] == "receipt"

    in_house(tmp_path, scenario, settings=STRICT)


def test_the_office_is_shown_nothing_more_once_the_factor_is_gone(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, dora = await house.table(live=True), await house.staff(HouseRole.DEALER, "Dora")
        factor = await _add_factor(house, dora)
        assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201
        async with Wire(house, table, dora, OFFICE) as wire:
            assert "work" in await wire.next()
            wire.act("k1", {"act": "open table"})
            assert "work" in await wire.until("acts")
            assert (await house.ask("DELETE", f"{FACTORS}/{factor}", dora)).status_code == 204
            await house.act(table, await house.guest(), "k2", buy_in(100_00))
            assert "work" not in await wire.until("acts")
            wire.act("k3", {"act": "no more bets"})
            assert await _refused(wire, "k3") == "needs_factor"

    in_house(tmp_path, scenario, settings=STRICT)


def test_players_are_asked_for_nothing(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        async with Wire(house, table, ana, "legal=true") as wire:
            assert "legal" in await wire.next()
            wire.act("k1", buy_in(100_00))
            assert (await wire.until("refused", "receipt", key="k1"))["type"] == "receipt"

    in_house(tmp_path, scenario, settings=STRICT)
