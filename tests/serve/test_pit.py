"""The pit: calls that one supervisor answers for all, and the pace of live tables against what the house sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.floor.people.roles import HouseRole
from tests.support.server.wire import Guest, House, in_house

SPIN = {"act": "spin wheel", "direction": "clockwise"}


async def dealt(house: House, table: str, who: Guest, *acts: dict[str, Any]) -> None:
    for act in acts:
        answer = await house.act(table, who, f"k{house.casino.actors[table].head.number}", act)
        assert answer.status_code == 201, answer.text


async def live(house: House, table: str, name: str) -> Guest:
    """An open money wheel with its dealer."""
    await house.table("money-wheel", id=table, name=f"Wheel {name}", live=True, betting_seconds=None)
    dealer = await house.staff(HouseRole.DEALER, name)
    assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dealer)).status_code == 201
    await dealt(house, table, dealer, {"act": "open table"})
    return dealer


async def asked(house: House, path: str, who: Guest) -> list[dict[str, Any]]:
    answer = await house.ask("GET", f"/api/v1/{path}", who)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = next(iter(answer.json().values()))
    return found


def test_every_supervisor_sees_a_call_and_one_answers_it_for_all(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        sue, sam = [await house.staff(HouseRole.GAME_SUPERVISOR, name) for name in ("Sue", "Sam")]
        assert await asked(house, "calls", sue) == []
        dee, dan = await live(house, "m1", "Dee"), await live(house, "m2", "Dan")
        began = int(house.time)
        await dealt(house, "m2", dan, {"act": "call supervisor"})
        house.time += 60
        await dealt(house, "m1", dee, {"act": "call supervisor"}, SPIN)
        first = {"table": "m2", "name": "Wheel Dan", "dealer": "Dan", "since": began}
        second = {"table": "m1", "name": "Wheel Dee", "dealer": "Dee", "since": began + 60}
        assert await asked(house, "calls", sue) == await asked(house, "calls", sam) == [first, second]
        await dealt(house, "m2", sue, {"act": "answer call"})
        assert await asked(house, "calls", sam) == [second]
        again = await house.act("m2", sam, "late", {"act": "answer call"})
        assert (again.status_code, again.json()["refusal"]["code"]) == (409, "not_called")
        # Called again it is a new call, and waits from then on.
        house.time += 60
        await dealt(house, "m2", dan, {"act": "call supervisor"})
        assert await asked(house, "calls", sam) == [second, first | {"since": began + 120}]

    in_house(tmp_path, scenario)


def test_the_pace_is_rounds_an_hour_beside_what_the_house_sets(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        dee, sue = await live(house, "m1", "Dee"), await house.staff(HouseRole.GAME_SUPERVISOR, "Sue")
        boss = await house.operator()
        assert await asked(house, "pace", sue) == [{"table": "m1", "dealt": None, "wanted": 0}]

        async def rounds(count: int, seconds: int) -> None:
            for _ in range(count):
                house.time += seconds
                await dealt(house, "m1", dee, SPIN, {"act": "no more bets"}, {"act": "spin", "section": 1})
                await dealt(house, "m1", dee, {"act": "announce", "symbol": "F"}, {"act": "open betting"})

        await rounds(5, 60)
        # Five in five minutes.
        assert (await asked(house, "pace", sue))[0]["dealt"] == 60
        for _ in range(4):
            await rounds(5, 240)
            assert (await asked(house, "pace", boss))[0]["dealt"] is not None
            await asked(house, "pace", sue)
        # Of the last hour only what ended in it: one in four minutes, and a last one on the hour itself.
        assert (await asked(house, "pace", sue))[0]["dealt"] == 16
        path = "/api/v1/tables/m1/pace"
        answer = await house.ask("PUT", path, boss, json={"rounds_an_hour": 20})
        assert (answer.status_code, answer.json()["wanted"]) == (200, 20)
        assert await asked(house, "pace", boss) == [{"table": "m1", "dealt": 16, "wanted": 20}]
        for wrong in (-1, 1001, 2**40):
            assert (await house.ask("PUT", path, boss, json={"rounds_an_hour": wrong})).status_code in (400, 409)
        automatic = await house.table("money-wheel")
        at_automatic = await house.ask("PUT", f"/api/v1/tables/{automatic}/pace", boss, json={"rounds_an_hour": 20})
        assert at_automatic.json()["refusal"]["code"] == "deals_itself"
        log = (await house.ask("GET", "/api/v1/audit/staff-log?kind=setting", boss)).json()["entries"]
        assert any(each["words"] == f"table m1 pace 20 by {boss.id}" for each in log)

    in_house(tmp_path, scenario)
