"""Tables by request and answer."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.people.roles import HouseRole
from croupier.floor.store.port import Connection, Row
from croupier.floor.store.statements import tail
from croupier.floor.tables.chance import ChanceSource, Sealed
from croupier.floor.tables.opening import Settings
from croupier.record.journals.journal import read_journal
from croupier.serve.routes.table_play import tables
from croupier.serve.views import legal
from tests.support.server.wire import SIGN, Guest, House, buy_in, in_house, wager


def test_the_list_of_tables_says_what_they_are(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.table(id="r1")
        await house.table("blackjack", id="b1", live=True)
        ana = await house.guest()
        await house.act("r1", ana, "k1", buy_in(100_00))
        found = {each["id"]: each for each in (await house.ask("GET", "/api/v1/tables")).json()["tables"]}
        assert list(found) == ["r1", "b1"]
        first = found["r1"]
        assert (first["game"], first["live"], first["open"], first["players"]) == ("roulette", False, True, 1)
        assert (first["round"], first["trouble"], first["dealer"]) == (0, "", False)
        assert first["sign"]["minimum"] == 5_00
        assert (found["b1"]["live"], found["b1"]["open"]) == (True, False)

    in_house(tmp_path, scenario)


def test_a_table_is_made_by_the_operator_and_as_gazetted_only(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        operator, ana = await house.operator(), await house.guest()
        asked = {"name": "Mine", "game": "roulette", "sign": SIGN}
        assert (await house.ask("POST", "/api/v1/tables", json=asked)).status_code == 401
        assert (await house.ask("POST", "/api/v1/tables", ana, json=asked)).status_code == 403
        made = await house.ask("POST", "/api/v1/tables", operator, json=asked)
        assert made.status_code == 201
        assert made.json()["id"] in house.casino.actors
        for wrong, code in (
            ({"x": 1}, "malformed"),
            ({"game": "poker"}, "no_such_game"),
            ({"sign": {"minimum": 0, "maximum": 5}}, "bad_limits"),
            ({"options": {"zeros": 9}}, "bad_table"),
            ({"decide": 0}, "bad_pace"),
            ({"name": "\n"}, "bad_name"),
        ):
            answer = await house.ask("POST", "/api/v1/tables", operator, json={**asked, **wrong})
            assert answer.status_code in {400, 409}, wrong
            assert answer.json()["refusal"]["code"] == code, wrong

    in_house(tmp_path, scenario)


def test_one_table_as_everybody_may_see_it(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        receipt = (await house.act(table, ana, "k1", buy_in(100_00))).json()
        found = (await house.ask("GET", f"/api/v1/tables/{table}")).json()
        assert (found["number"], found["hash"], found["time"]) == (receipt["number"], receipt["hash"], receipt["time"])
        assert len(found["seal"]) == 64
        assert found["names"][house.id_at(table, ana)]
        assert found["due"] is None
        await house.act(table, ana, "k2", wager(17, 20_00))
        assert (await house.ask("GET", f"/api/v1/tables/{table}")).json()["due"] == house.time + 20
        for path in ("", "/legal", "/acts", "/journal"):
            answer = await house.ask("GET", f"/api/v1/tables/nowhere{path}", ana)
            assert (answer.status_code, answer.json()["refusal"]["code"]) == (404, "no_such_table")

    in_house(tmp_path, scenario)


# What may be done


async def _legal(house: House, table: str, who: Guest) -> dict[str, list[Any]]:
    answer = await house.ask("GET", f"/api/v1/tables/{table}/legal", who)
    found: dict[str, list[Any]] = {}
    for offer in answer.json()["offers"]:
        found.setdefault(offer["act"], []).append(offer)
    return found


def test_what_is_offered_is_accepted_and_for_oneself_alone(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana, ben = await house.table(), await house.guest(), await house.guest()
        offers = await _legal(house, table, ana)
        assert list(offers) == ["buy in"]
        bounds = offers["buy in"][0]["fields"]["amount"]
        assert bounds == {"lowest": 50, "highest": 1000_00, "step": 50}
        refused = await house.act(table, ana, "over", buy_in(bounds["highest"] + 50))
        assert refused.json()["refusal"]["code"] == "not_enough_money"
        for amount in (50, 999_50):
            assert (await house.act(table, ana, f"k{amount}", buy_in(amount))).status_code == 201
        assert "buy in" not in await _legal(house, table, ana)
        await house.act(table, ben, "k", buy_in(77_00))
        offers = await _legal(house, table, ana)
        text = json.dumps(offers)
        assert ben.id not in text
        assert "7700" not in text
        assert {"clock", "no more bets", "post closing"}.isdisjoint(offers)
        operator = await _legal(house, table, await house.operator())
        assert "post closing" in operator
        assert {"wager", "buy in", "clock"}.isdisjoint(operator)
        assert (await house.ask("GET", f"/api/v1/tables/{table}/legal")).status_code == 401

    in_house(tmp_path, scenario)


def test_offers_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legal, "MOST_OFFERS", 2)

    async def scenario(house: House) -> None:
        table, ana = await house.table("blackjack"), await house.guest()
        await house.act(table, ana, "k", buy_in(100_00))
        found = (await house.ask("GET", f"/api/v1/tables/{table}/legal", ana)).json()
        assert (len(found["offers"]), found["more"]) == (2, True)

    in_house(tmp_path, scenario)


# Acts and the journal


def test_an_act_by_request_is_one_act_by_its_key(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        first = await house.act(table, ana, "k1", buy_in(100_00))
        assert first.status_code == 201
        assert (await house.act(table, ana, "k1", buy_in(100_00))).json() == first.json()
        for other in (
            await house.act(table, ana, "k1", buy_in(100_50)),
            await house.act(table, ana, "k1", buy_in(100_00), nonce="0f" * 16),
            await house.act(table, ana, "k1", buy_in(100_00), round=0),
        ):
            assert (other.status_code, other.json()["refusal"]["code"]) == (409, "key_used")
        path = f"/api/v1/tables/{table}/acts"
        for body in (
            {"act": buy_in(100)},
            {"act": buy_in(100), "key": "a b"},
            {"act": buy_in(100), "key": "k", "y": 1},
        ):
            assert (await house.ask("POST", path, ana, json=body)).status_code == 400
        deep = '{"key":"k","act":' + '{"a":' * 5_000 + "1" + "}" * 5_001
        answer = await house.ask("POST", path, ana, content=deep, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400
        assert (await house.ask("POST", path, json={"act": buy_in(100), "key": "k"})).status_code == 401
        assert house.casino.actors[table].head.number == 1

    in_house(tmp_path, scenario)


def test_entries_by_number_have_no_keys_and_no_nonces(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        await house.act(table, ana, "the-key", buy_in(100_00))
        await house.act(table, ana, "k2", wager(17, 20_00), nonce="0f" * 16)
        await house.pass_time(table, 20)
        path = f"/api/v1/tables/{table}/acts"
        answer = await house.ask("GET", path)
        found = answer.json()
        assert [entry["number"] for entry in found["entries"]] == [1, 2, 3, 4]
        assert found["number"] == 4
        assert "the-key" not in answer.text
        assert "0f" * 16 not in answer.text
        some = (await house.ask("GET", f"{path}?after=1&most=2")).json()
        assert some["entries"] == found["entries"][1:3]
        assert (await house.ask("GET", f"{path}?after=99")).json()["entries"] == []
        for wrong in ("after=-1", "most=0", "most=1001", "after=x", f"after={2**63}"):
            assert (await house.ask("GET", f"{path}?{wrong}")).status_code == 400, wrong

    in_house(tmp_path, scenario)


@pytest.mark.parametrize("page", [1, 2, 1000])
def test_a_journal_is_streamed_whole_and_follows(tmp_path: Path, page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PAGE", page)

    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        await house.act(table, ana, "k1", buy_in(100_00))
        await house.act(table, ana, "k2", wager(17, 20_00))
        await house.pass_time(table, 20)
        assert (await house.verified(table)).entries == 5
        answer = await house.ask("GET", f"/api/v1/tables/{table}/journal")
        assert answer.headers["content-type"].startswith("text/plain")
        rows = await house.store.tail(table)
        journal = read_journal(answer.text)
        assert [(each.text, each.hash) for each in journal.entries] == [(row.line, row.hash) for row in rows]
        fresh = [row.fresh.hex() for row in rows if row.fresh]
        assert fresh
        assert not any(secret in answer.text for secret in fresh)

    in_house(tmp_path, scenario)


# Dealers and the operator


def test_a_dealer_takes_a_live_table_and_is_relieved(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        live, automated = await house.table(live=True), await house.table()
        dora, dan = await house.staff(HouseRole.DEALER, "Dora"), await house.staff(HouseRole.DEALER, "Dan")
        sam, ana = await house.staff(HouseRole.GAME_SUPERVISOR, "Sam"), await house.guest()
        duty = f"/api/v1/tables/{live}/duty"

        async def code(method: str, who: Guest, path: str = duty) -> tuple[int, str]:
            answer = await house.ask(method, path, who)
            refusal = answer.json()["refusal"]["code"] if answer.status_code >= 400 else ""
            return answer.status_code, refusal

        assert await code("POST", ana) == (403, "wrong_role")
        assert await code("POST", dora, f"/api/v1/tables/{automated}/duty") == (409, "deals_itself")
        assert (await house.act(live, dora, "k0", {"act": "open table"})).json()["refusal"]["code"] == "not_on_duty"
        assert await code("POST", dora) == (201, "")
        assert await code("POST", dan) == (409, "has_a_dealer")
        assert await code("DELETE", dan) == (403, "not_on_duty")
        assert await code("DELETE", ana) == (403, "wrong_role")
        opened = await house.act(live, dora, "k1", {"act": "open table"})
        assert opened.status_code == 201
        assert (await house.ask("GET", f"/api/v1/tables/{live}")).json()["dealer"] == dora.id
        assert await code("DELETE", sam) == (204, "")
        assert live not in house.casino.duties.on_duty
        assert await code("POST", dan) == (201, "")
        assert await code("DELETE", dan) == (204, "")

    in_house(tmp_path, scenario)


class _Failing:
    """Random bytes as long as there are any."""

    def __init__(self) -> None:
        self.works = True

    def __call__(self, size: int) -> bytes:
        if not self.works:
            raise OSError("no random bytes")
        return os.urandom(size)


def test_the_operator_seals_a_table_again_after_an_outage(tmp_path: Path) -> None:
    entropy = _Failing()
    sources: Callable[[Settings, bytes], ChanceSource] = lambda _settings, key: Sealed(key, entropy)  # noqa: E731

    async def scenario(house: House) -> None:
        table, ana, operator = await house.table(), await house.guest(), await house.operator()
        await house.act(table, ana, "k1", buy_in(100_00))
        await house.act(table, ana, "k2", wager(17, 20_00))
        entropy.works = False
        await house.pass_time(table, 20)
        path = f"/api/v1/tables/{table}"
        assert (await house.ask("GET", path)).json()["trouble"]
        assert (await house.act(table, ana, "k3", wager(17, 20_00))).status_code == 503
        entropy.works = True
        assert (await house.ask("POST", f"{path}/seal", ana)).status_code == 403
        assert (await house.ask("POST", f"{path}/seal", operator)).status_code == 202
        await house.pass_time(table, 5)
        async with asyncio.timeout(30):
            while (await house.ask("GET", path)).json()["trouble"]:  # noqa: ASYNC110  the table does it in its own time
                await asyncio.sleep(0.05)
        assert (await house.act(table, ana, "k3", wager(17, 20_00))).status_code == 201

    in_house(tmp_path, scenario, sources)


def test_a_table_in_order_is_not_wound_up(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, operator = await house.table(), await house.operator()
        answer = await house.ask("POST", f"/api/v1/tables/{table}/wind-up", operator, json={"reason": "because"})
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (409, "in_order")

    in_house(tmp_path, scenario)


# Recall (T9)


async def _rounds(house: House, who: Guest) -> dict[str, Any]:
    found: dict[str, Any] = (await house.ask("GET", "/api/v1/me/rounds", who)).json()
    return found


def test_T9_the_last_rounds_survive_a_restart(tmp_path: Path) -> None:
    async def first(house: House) -> tuple[Guest, Guest, dict[str, Any]]:
        await house.table(id="r1")
        await house.table("money-wheel", id="m1")
        ana, ben = await house.guest(), await house.guest()
        for table in ("r1", "m1"):
            await house.act(table, ana, f"in-{table}", buy_in(200_00))
        await house.act("r1", ben, "in", buy_in(100_00))
        for number in range(3):
            await house.act("r1", ana, f"a{number}", wager(number, 10_00))
            if number == 1:
                await house.act("r1", ben, "b", {"act": "wager", "position": {"kind": "red"}, "amount": 10_00})
            await house.pass_time("r1", 20)
        await house.act("m1", ana, "m", {"act": "wager", "position": {"kind": "A"}, "amount": 10_00})
        await house.pass_time("m1", 20)
        return ana, ben, await _rounds(house, ana)

    ana, ben, before = in_house(tmp_path, first)
    assert before["complete"]
    assert [(each["table"], each["round"]) for each in before["rounds"]] == [("m1", 1), ("r1", 3), ("r1", 2), ("r1", 1)]
    for each in before["rounds"]:
        assert [line["stake"] for line in each["settled"]] == [10_00]
        assert all(line["rule"] and line["outcome"] in {"win", "lose"} for line in each["settled"])
        assert each["staked"] == 10_00
        assert each["returned"] == sum(
            line["stake"] + line["pays"] for line in each["settled"] if line["outcome"] == "win"
        )
        assert each["result"]
        assert each["yours"]
        assert len(each["reveal"]) == 128
        assert len(each["seal"]) == 64

    async def second(house: House) -> None:
        assert await _rounds(house, ana) == before
        of_ben = (await _rounds(house, ben))["rounds"]
        assert [(each["table"], each["round"]) for each in of_ben] == [("r1", 2)]
        assert [line["position"] for line in of_ben[0]["settled"]] == ["red"]
        assert (await _rounds(house, await house.guest())) == {"rounds": [], "complete": True}
        assert (await house.ask("GET", "/api/v1/me/rounds")).status_code == 401
        assert (await house.ask("GET", "/api/v1/me/rounds?most=51", ana)).status_code == 400

    in_house(tmp_path, second)


def test_T9_a_long_journal_is_not_read_for_the_last_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rounds are rows: the first answer is whole, and no request reads more entries than those of its rounds."""
    read: list[int] = []

    def counted(connection: Connection, stream: str, after: int = -1, most: int = 1000) -> list[Row]:
        read.append(most)
        return tail(connection, stream, after, most)

    monkeypatch.setattr("croupier.serve.wire.channel.tail", counted)

    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        await house.act(table, ana, "in", buy_in(500_00))
        for number in range(6):
            await house.act(table, ana, f"k{number}", wager(number, 5_00))
            await house.pass_time(table, 20)
        read.clear()
        two = (await house.ask("GET", "/api/v1/me/rounds?most=2", ana)).json()
        assert two["complete"]
        assert [each["round"] for each in two["rounds"]] == [6, 5]
        assert sum(read) == sum(each["last"] - each["first"] + 1 for each in two["rounds"])
        answers = [await _rounds(house, ana) for _ in range(2)]
        assert answers[0] == answers[1]
        assert [each["round"] for each in answers[0]["rounds"]] == [6, 5, 4, 3, 2, 1]

    in_house(tmp_path, scenario)


# The inspector


def test_the_inspector_sees_that_all_money_is_accounted_for(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        inspector = await house.staff(HouseRole.INSPECTOR, "Ina")
        await house.act(table, ana, "in", buy_in(500_00))
        await house.act(table, ana, "k", wager(17, 20_00))
        found = (await house.ask("GET", "/api/v1/audit", inspector)).json()
        assert (found["total"], found["conserved"]) == (0, True)
        money = {kind: each["cents"] for kind, each in found["balances"].items()}
        assert money["stack"] == 480_00
        assert money["layout"] == 20_00
        assert sum(money.values()) == 0
        assert [(each["id"], each["number"]) for each in found["tables"]] == [(table, 2)]
        text = (await house.ask("GET", "/api/v1/house/journal", inspector)).text
        assert f"to {ana.id}" in text
        assert read_journal(text).stream == "house"
        for path in ("/api/v1/audit", "/api/v1/house/journal"):
            assert (await house.ask("GET", path)).status_code == 401
            assert (await house.ask("GET", path, ana)).status_code == 403
            assert (await house.ask("GET", path, await house.operator())).status_code == 200
        # He looks, and does nothing.
        assert (await house.act(table, inspector, "k", buy_in(5_00))).status_code == 409

    in_house(tmp_path, scenario)


def test_a_step_out_of_order_is_a_refusal_and_no_outage(tmp_path: Path) -> None:
    """The rules' code for it is spelt like the house's for a table that does not work."""

    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora = await house.staff(HouseRole.DEALER, "Dora")
        await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)
        await house.act(table, dora, "k1", {"act": "open table"})
        answer = await house.act(table, dora, "k2", {"act": "no more bets"})
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (409, "out_of_order")
        assert "Retry-After" not in answer.headers

    in_house(tmp_path, scenario)
