"""A table as those see it who work at it: the next step with its clause, and what is theirs to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.floor.people.roles import HouseRole
from tests.support.server.wire import Guest, House, buy_in, in_house, wager

SPIN_BALL = {"act": "spin ball", "ball": "clockwise", "wheel": "anticlockwise"}


async def _working(house: House, table: str, who: Guest, role: str, act: str = "", *, status: int = 200) -> Any:
    path = f"/api/v1/tables/{table}/working" + (f"/offers?act={act}&as={role}" if act else f"?as={role}")
    answer = await house.ask("GET", path, who)
    assert answer.status_code == status, answer.text
    return answer.json()


async def _done(house: House, table: str, who: Guest, *acts: dict[str, Any]) -> None:
    for act in acts:
        _done.count += 1  # type: ignore[attr-defined]
        answer = await house.act(table, who, f"w{_done.count}", act)  # type: ignore[attr-defined]
        assert answer.status_code == 201, answer.text


_done.count = 0  # type: ignore[attr-defined]


async def _on_duty(house: House, table: str) -> Guest:
    dora = await house.staff(HouseRole.DEALER, "Dora")
    assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201
    return dora


def test_the_next_step_comes_with_its_clause(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora = await _on_duty(house, table)
        await _done(house, table, dora, {"act": "open table"}, SPIN_BALL)
        work = await _working(house, table, dora, "dealer")
        wagers, call = work["due"]
        assert (wagers["role"], call["role"]) == ("player", "dealer")
        assert call["by"] == {
            "rule": "D8 4.3",
            "clause": "D8 4.3",
            "gist": call["by"]["gist"],
        }
        assert "No more bets" in call["what"]
        assert call["by"]["gist"]
        assert [step["act"] for step in work["steps"]] == ["no more bets"]
        assert (work["dealer"], work["names"][dora.id]) == (dora.id, "Dora")
        due = [step["name"] for step in work["procedure"] if step["due"]]
        assert due == ["no more bets"]
        plain = {step["name"] for step in work["procedure"] if step["act"]}
        assert {"collect", "pay", "no more bets"} <= plain
        assert "dolly" not in plain, "the dolly needs a number"

    in_house(tmp_path, scenario)


def test_whoever_works_at_a_table_sees_the_chips_before_the_players(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora, ana = await _on_duty(house, table), await house.guest()
        await _done(house, table, dora, {"act": "open table"})
        await _done(house, table, ana, buy_in(100_00), wager(17, 5_00))
        (purse,) = (await _working(house, table, dora, "dealer"))["purses"]
        assert (purse["player"], purse["value"]) == (house.id_at(table, ana), 95_00)

    in_house(tmp_path, scenario)


def test_a_supervisor_is_offered_what_the_rules_allow_a_supervisor(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora, sue = await _on_duty(house, table), await house.staff(HouseRole.GAME_SUPERVISOR, "Sue")
        ana = await house.guest()
        await _done(house, table, dora, {"act": "open table"})
        await _done(house, table, ana, buy_in(100_00), wager(17, 5_00))
        await _done(house, table, dora, SPIN_BALL, {"act": "no more bets"}, {"act": "spin", "number": 18})
        work = await _working(house, table, sue, "game supervisor")
        found = {each["act"]: (each["sort"], each["by"]["clause"]) for each in work["doable"]}
        assert found["correct number"] == ("ruling", "D1 11.1")
        assert found["post limits"] == ("table", "D1 9.3(a)")
        assert "wager" not in found
        assert work["steps"] == []
        void = await _working(house, table, sue, "game supervisor", "no spin")
        grounds = {each["ground"]: each["by"]["clause"] for each in void["grounds"]}
        assert grounds["foreign_object"] == "D8 5.1(b)"
        (offer,) = void["offers"]
        assert "" not in offer["fields"]["ground"]["choices"], "once there is a result, a void needs its ground"
        ruling = await _working(house, table, sue, "game supervisor", "favour")
        elsewhere = ruling["offers"][0]["fields"]["settle_as"]["choices"]
        assert elsewhere[0] is None
        assert len(elsewhere) > 100

    in_house(tmp_path, scenario)


def test_an_irregularity_can_be_reported_although_nobody_is_asked_for_it(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True, game="blackjack")
        dora = await _on_duty(house, table)
        none = await _working(house, table, dora, "dealer")
        assert none["doable"] == [], "the table is closed"
        assert (await _working(house, table, dora, "dealer", "remove face up"))["offers"] == []
        await _done(house, table, dora, {"act": "open table"}, {"act": "inspect cards"})
        assert all(each["act"] != "expose card" for each in (await _working(house, table, dora, "dealer"))["doable"])

    in_house(tmp_path, scenario)


def test_an_amount_outside_the_limits_can_be_put_right(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora, ana = await _on_duty(house, table), await house.guest()
        await _done(house, table, dora, {"act": "open table"})
        await _done(house, table, ana, buy_in(100_00))
        (offer,) = (await _working(house, table, dora, "dealer", "wrong limits"))["offers"]
        assert offer["fields"]["player"]["choices"] == [house.id_at(table, ana)]
        assert offer["fields"]["amount"]["lowest"] < 5_00

    in_house(tmp_path, scenario)


def test_an_office_that_one_does_not_hold_shows_nothing(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora = await _on_duty(house, table)
        for role in ("game supervisor", "operator", "player"):
            refused = await _working(house, table, dora, role, status=403)
            assert refused["refusal"]["code"] == "wrong_role"
        assert (await _working(house, table, await house.guest(), "dealer", status=403))["refusal"]
        unknown = await _working(house, table, dora, "dealer", "levitate", status=404)
        assert unknown["refusal"]["code"] == "no_such_act"
        bad = await _working(house, table, dora, "juggler", status=400)
        assert bad["refusal"]["rule"].startswith("house")

    in_house(tmp_path, scenario)


def test_a_dealer_deals_at_one_table_at_a_time(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        first, second = await house.table(live=True), await house.table(live=True)
        dora = await _on_duty(house, first)
        assert (await house.ask("POST", f"/api/v1/tables/{second}/duty", dora)).status_code == 201
        assert house.casino.duties.on_duty == {second: dora.id}
        refused = await house.act(first, dora, "w-elsewhere", {"act": "open table"})
        assert (refused.status_code, refused.json()["refusal"]["code"]) == (409, "not_on_duty")

    in_house(tmp_path, scenario)


def test_the_step_that_is_due_says_why_it_must_wait(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table("tai-sai", live=True)
        dora, sue = await _on_duty(house, table), await house.staff(HouseRole.GAME_SUPERVISOR, "Sue")
        await _done(house, table, dora, {"act": "open table"})
        await _done(house, table, sue, {"act": "inspect dice"})
        await _done(
            house,
            table,
            dora,
            {"act": "tumble", "tumbles": 3},
            {"act": "no more bets"},
            {"act": "uncover"},
            {"act": "roll", "dice": [1, 2, 4]},
            {"act": "announce", "dice": [1, 2, 4], "total": 7},
            {"act": "key in", "dice": [1, 2, 5]},
        )
        enter = await _due(house, table, dora)
        assert (enter["name"], enter["refused"]) == ("enter", "The display reads 1-2-5; the dice show 1-2-4, total 7.")
        await _done(house, table, dora, {"act": "key in", "dice": [1, 2, 4]})
        assert (await _due(house, table, dora))["refused"] == ""

    in_house(tmp_path, scenario)


async def _due(house: House, table: str, dealer: Guest) -> Any:
    work = await _working(house, table, dealer, "dealer")
    return next(step for step in work["procedure"] if step["due"])
