"""What an act would do, looked at before it is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.floor.people.roles import HouseRole
from tests.support.server.wire import Guest, House, buy_in, in_house, wager


async def _considered(house: House, table: str, who: Guest, act: dict[str, Any], status: int = 200) -> Any:
    asked = {"act": act, "key": "look", "as": "dealer"}
    answer = await house.ask("POST", f"/api/v1/tables/{table}/consider", who, json=asked)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_spin_is_looked_at_before_it_is_entered(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora, ana = await house.staff(HouseRole.DEALER, "Dora"), await house.guest()
        assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201

        async def done(who: Guest, act: dict[str, Any]) -> None:
            done.count += 1  # type: ignore[attr-defined]
            answer = await house.act(table, who, f"k{done.count}", act)  # type: ignore[attr-defined]
            assert answer.status_code == 201, answer.text

        done.count = 0  # type: ignore[attr-defined]
        for who, act in (
            (dora, {"act": "open table"}),
            (ana, buy_in(100_00)),
            (ana, wager(17, 5_00)),
            (dora, {"act": "spin ball", "ball": "clockwise", "wheel": "anticlockwise"}),
            (dora, {"act": "no more bets"}),
        ):
            await done(who, act)
        before = (await house.ask("GET", f"/api/v1/tables/{table}")).json()
        spin = {"act": "spin", "number": 17}
        seen = await _considered(house, table, dora, spin)
        assert seen["number"] == before["number"]
        assert seen["lines"] == [f"dealer {dora.id}: spin 17"]
        (line,) = seen["settled"]
        assert (line["outcome"], line["pays"]) == ("win", 175_00)
        assert seen["moved"] == [], "nothing moves before the dealer has announced"
        # Looked at, and not done: not a line of the journal, not a cent.
        after = (await house.ask("GET", f"/api/v1/tables/{table}")).json()
        assert (after["number"], after["hash"], after["view"]) == (before["number"], before["hash"], before["view"])
        await done(dora, spin)
        assert (await house.ask("GET", f"/api/v1/tables/{table}")).json()["view"] == seen["view"]
        refused = await _considered(house, table, dora, {"act": "spin", "number": 3}, 409)
        assert refused["refusal"]["rule"].startswith("D8")

    in_house(tmp_path, scenario)


def test_what_is_only_looked_at_counts_for_no_limit(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora, ana = await house.staff(HouseRole.DEALER, "Dora"), await house.guest()
        await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)
        await house.act(table, dora, "k1", {"act": "open table"})
        await house.act(table, ana, "k2", buy_in(100_00))
        limit = await house.ask("PUT", "/api/v1/me/limits/loss", ana, json={"amount": 10_00})
        assert limit.status_code == 200, limit.text
        spoken = {**wager(17, 8_00), "player": ana.id}
        for _ in range(3):
            await _considered(house, table, dora, spoken)
        assert (await house.act(table, ana, "k3", wager(17, 8_00))).status_code == 201
        too_much = await _considered(house, table, dora, spoken, 409)
        assert too_much["refusal"]["rule"] == "house: limits"

    in_house(tmp_path, scenario)
