"""The incident log: what a dealer and a supervisor put on record, with reason, people, clause and round."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from croupier.floor.people.roles import HouseRole
from croupier.record.house_journal.incidents import incident_acts
from tests.support.process import in_this_process
from tests.support.server.wire import Guest, House, buy_in, in_house, wager

SEVENTEEN = {"kind": "straight up", "numbers": [17]}


async def _do(house: House, table: str, who: Guest, *acts: dict[str, Any], office: str | None = None) -> None:
    for place, act in enumerate(acts):
        more = {} if office is None else {"as": office}
        answer = await house.act(table, who, f"{who.id}-{house.casino.actors[table].head.number}-{place}", act, **more)
        assert answer.status_code == 201, (act, answer.text)


async def _log(house: House, who: Guest, query: str = "", path: str = "incidents") -> Any:
    until = house.casino.time() + 1
    return await house.ask("GET", f"/api/v1/{path}?since={until - 86_400}&until={until}{query}", who)


async def _troubled(house: House) -> tuple[str, Guest, Guest, Guest]:
    """A spin with a late wager and a ball that left the wheel; one that was announced wrongly; a dispute."""
    table = await house.table(live=True)
    dora, sam = await house.staff(HouseRole.DEALER, "Dora"), await house.staff(HouseRole.GAME_SUPERVISOR, "Sam")
    ana = await house.guest()
    assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201
    await _do(house, table, dora, {"act": "open table"}, office="dealer")
    await _do(house, table, ana, buy_in(200_00), wager(17, 10_00))
    ball = {"act": "spin ball", "ball": "clockwise", "wheel": "anticlockwise"}
    late = {"act": "void wager", "player": ana.id, "position": SEVENTEEN, "ground": "late"}
    await _do(house, table, dora, ball, {"act": "no more bets"}, late, office="dealer")
    await _do(house, table, dora, {"act": "no spin", "ground": "foreign_object"}, office="dealer")
    dispute = {"act": "record dispute", "player": ana.id, "round": 1, "reason": "I was in time"}
    await _do(house, table, sam, dispute, office="game supervisor")
    return table, dora, sam, ana


def test_every_incident_has_reason_people_clause_and_round(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        _table, dora, sam, ana = await _troubled(house)
        operator = await house.operator()
        log = (await _log(house, operator)).json()
        found = {each["kind"]: each for each in log["incidents"]}
        assert set(found) == {"late wager", "void", "dispute"}
        late = found["late wager"]
        assert (late["clause"], late["person"], late["actor"]) == ("D8 3.6(a) (R19)", ana.id, dora.id)
        assert "No more bets" in late["reason"]
        assert found["void"]["clause"] == "D8 5.1(b)"
        dispute = found["dispute"]
        assert (dispute["clause"], dispute["actor"], dispute["reason"]) == ("D1 11.1", sam.id, "I was in time")
        assert dispute["round"] == 1
        assert log["names"][dora.id] == "Dora"
        only = (await _log(house, operator, "&kind=dispute")).json()
        assert (only["total"], only["incidents"][0]["number"]) == (1, dispute["number"])
        assert (await _log(house, operator, f"&about={sam.id}")).json()["total"] == 1
        assert (await _log(house, operator, "&table=t-elsewhere")).json()["total"] == 0
        rows = list(csv.DictReader(io.StringIO((await _log(house, operator, path="incidents/list")).text)))
        assert sorted(row["kind"] for row in rows) == ["dispute", "late wager", "void"]
        assert {row["by"] for row in rows} == {"Dora", "Sam"}
        assert (await _log(house, operator, "&kind=null")).status_code == 400
        assert (await _log(house, dora)).status_code == 403

    in_house(tmp_path, scenario)


def test_an_exclusion_is_an_incident_of_the_house(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        ana = await house.guest()
        body = {"length": "6 months"}
        answer = await house.ask("POST", "/api/v1/me/exclusion", ana, json=body)
        assert answer.status_code == 201, answer.text
        shown = (await _log(house, await house.operator(), "&kind=exclusion")).json()
        assert "incidents" in shown, shown
        [found] = shown["incidents"]
        assert (found["stream"], found["person"]) == ("house", ana.id)

    in_house(tmp_path, scenario)


def test_what_counts_as_an_incident_is_every_ruling_and_irregularity_of_the_rules() -> None:
    """Against the list that is written from the Gazette: whoever adds an irregularity finds it in the log."""
    listed = Path(__file__).parents[1] / "clauses" / "occasions.txt"
    rows = [line.split(" | ") for line in listed.read_text("utf-8").splitlines() if not line.startswith("#")]
    due = {act for _game, act, sort, _clause in rows if sort in {"irregularity", "ruling"}}
    assert due - {"draw for absent", "stand for absent"} <= set(incident_acts())
    assert {"disqualify", "reinstate", "correct tally"} <= set(incident_acts())


def test_an_exclusion_by_the_house_has_its_reason_and_who_ordered_it(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        ana, operator = await house.guest(), await house.operator()
        body = {"until": house.casino.time() + 40 * 86_400, "reason": "asked by their family"}
        answer = await house.ask("PUT", f"/api/v1/people/{ana.id}/exclusion", operator, json=body)
        assert answer.status_code == 200, answer.text
        [found] = (await _log(house, operator, "&kind=exclusion")).json()["incidents"]
        assert (found["person"], found["actor"], found["reason"]) == (ana.id, operator.id, "asked by their family")
        assert found["words"].startswith("house-exclusion until ")

    in_house(tmp_path, scenario)


def test_a_late_request_leaves_one_line_a_round_however_often_it_comes(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora, ana, ben = await house.staff(HouseRole.DEALER, "Dora"), await house.guest(), await house.guest()
        assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201
        await _do(house, table, dora, {"act": "open table"}, office="dealer")
        await _do(house, table, ana, buy_in(200_00), wager(17, 10_00))
        ball = {"act": "spin ball", "ball": "clockwise", "wheel": "anticlockwise"}
        await _do(house, table, dora, ball, {"act": "no more bets"}, office="dealer")
        for number in range(5):
            for who in (ana, ben):
                late = await house.act(table, who, f"late{number}", wager(5, 5_00))
                assert late.status_code == 409, late.text
        operator = await house.operator()
        log = (await _log(house, operator, "&kind=late+wager")).json()
        # Ben has no chips here: whoever only watches puts nothing on record.
        [found] = log["incidents"]
        assert (found["stream"], found["table"], found["person"], found["round"]) == ("house", table, ana.id, 1)
        assert "No more bets" in found["reason"]
        assert log["names"][table]
        assert (await _log(house, operator, f"&kind=late+wager&table={table}")).json()["total"] == 1
        # The house's journal has the id of that table's journal, and not the person's own.
        lines = [row.line for row in await house.casino.store.tail("house", -1, 1000)]
        assert sum("late wager of" in line for line in lines) == 1
        assert not any("late wager of" in line and ana.id in line for line in lines)

    in_house(tmp_path, scenario)
    assert in_this_process("verify", str(tmp_path)).status == 0


def test_what_a_device_was_refused_is_an_incident(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, operator = await house.table(live=True), await house.operator()
        device, token = await house.casino.devices.make(table, "Sensor", operator.id)
        headers = {"Authorization": f"Device {token}"}
        body = {"number": 7, "act": {"act": "spin", "number": 17}}
        refused = await house.ask("POST", f"/api/v1/tables/{table}/results", json=body, headers=headers)
        assert refused.status_code == 409, refused.text
        [found] = (await _log(house, operator, f"&kind=device&table={table}")).json()["incidents"]
        assert (found["table"], found["stream"], found["person"]) == (table, "house", "")
        assert found["words"] == f"device {device.id} refused at {table}: device_number"

    in_house(tmp_path, scenario)


def test_a_line_that_cannot_be_read_is_left_to_verify(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        operator = await house.operator()
        spoil = (
            "INSERT INTO journal (stream, number, line, hash)"
            " SELECT 'house', max(number) + 1, 'torn until here', x'00' FROM journal WHERE stream = 'house'"
        )
        await house.casino.store.write(lambda connection: connection.execute(spoil))
        assert (await _log(house, operator)).json()["incidents"] == []
        until = house.casino.time() + 1
        report = await house.ask("GET", f"/api/v1/report?since={until - 86_400}&until={until}", operator)
        assert report.status_code == 200

    in_house(tmp_path, scenario)
