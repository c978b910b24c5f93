"""Retiring a table: not while anybody has chips there, and its figures stay in the report."""

from __future__ import annotations

from pathlib import Path

from croupier.floor.people.roles import HouseRole
from tests.support.process import in_this_process
from tests.support.server.wire import House, buy_in, in_house, wager


def test_a_table_is_retired_when_nobody_has_chips_there_and_its_figures_stay(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, other = await house.table(name="Tōtara"), await house.table(name="Rimu")
        operator, ana = await house.operator(), await house.guest()
        path, body = f"/api/v1/tables/{table}/retire", {"reason": "the wheel is worn"}
        assert (await house.act(table, ana, "a", buy_in(100_00))).status_code == 201
        refused = await house.ask("POST", path, operator, json=body)
        assert (refused.status_code, refused.json()["refusal"]["code"]) == (409, "in_use")
        # It goes on as if nobody had asked.
        assert (await house.act(table, ana, "b", wager(17, 37_00))).status_code == 201
        await house.pass_time(table, 40)
        # 17 pays 35 to 1: whether it won or not, what is there is cashed out.
        chips = (await house.ask("GET", "/api/v1/me", ana)).json()["money"]["stacks"][table]
        assert (await house.act(table, ana, "c", {"act": "cash out", "amount": chips})).status_code == 201
        no_reason = await house.ask("POST", path, operator, json={"reason": " "})
        assert no_reason.json()["refusal"]["code"] == "no_reason"
        dealer = await house.staff(HouseRole.DEALER, "Dora")
        assert (await house.ask("POST", path, dealer, json=body)).status_code == 403
        assert (await house.ask("POST", path, operator, json=body)).status_code == 201
        listed = (await house.ask("GET", "/api/v1/tables", operator)).json()["tables"]
        assert [each["id"] for each in listed] == [other]
        assert (await house.ask("POST", path, operator, json=body)).status_code == 404
        now = house.casino.time()
        report = (await house.ask("GET", f"/api/v1/report?since={now - 900}&until={now + 1}", operator)).json()
        [row] = report["groups"]["table"]
        assert (row["name"], row["handle"], row["theoretical"]) == ("Tōtara", 37_00, 1_00)
        assert report["unpriced"] == []

    in_house(tmp_path, scenario)
    verified = in_this_process("verify", str(tmp_path), "--json")
    assert verified.status == 0, verified.out
