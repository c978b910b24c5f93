"""Private tables: only their link leads there, the operator says what they are like, and empty ones go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.floor import private_tables
from croupier.floor.people.roles import HouseRole
from croupier.record.journals.private_names import is_private, public_name
from tests.support.process import in_this_process
from tests.support.server.wire import Closed, Guest, House, Wire, buy_in, in_house, wager

PATH = "/api/v1/private-tables"
HALF_AN_HOUR, A_DAY = 30 * 60, 24 * 60 * 60


async def opened(house: House, who: Guest, like: str) -> str:
    answer = await house.ask("POST", PATH, who, json={"like": like})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def refused(house: House, who: Guest, like: str) -> str:
    answer = await house.ask("POST", PATH, who, json={"like": like})
    return str(answer.json()["refusal"]["code"])


def test_a_private_table_is_like_the_house_s_and_only_its_name_leads_there(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        model = await house.table(
            "roulette", "r-1", name="Kauri", private_copies=True, sign={"minimum": 200, "maximum": 9000}
        )
        closed = await house.table("roulette", "r-2")
        ana, ben, operator = await house.guest(), await house.guest(), await house.operator()
        assert await refused(house, ana, closed) == "no_private_copies"
        assert await refused(house, ana, "nothing") == "no_private_copies"
        table = await opened(house, ana, model)
        assert is_private(table)
        shown = (await house.ask("GET", f"/api/v1/tables/{table}", ben)).json()
        assert (shown["name"], shown["private"], shown["view"]["sign"]["minimum"]) == ("Kauri, private", True, 200)
        # A real table: others who have the link play there.
        assert (await house.act(table, ben, "a", buy_in(100_00))).status_code == 201
        assert (await house.act(table, ben, "b", wager(17, 5_00))).status_code == 201
        await house.pass_time(table, 40)
        await house.verified(table)
        assert (await house.ask("GET", f"/api/v1/tables/{table}/rounds")).json()["rounds"][0]["round"] == 1
        svg = await house.ask("GET", f"/api/v1/tables/{table}/address.svg")
        assert f"http://house.test/tables/{table}" in svg.text
        # Nothing that others may read names it.
        await house.casino.checkpoints.add()
        carl, dealer = await house.guest(), await house.staff(HouseRole.DEALER, "Dora")
        public: tuple[str, ...] = (
            "/",
            "/health",
            "/api/v1/tables",
            "/api/v1/checkpoints",
            "/api/v1/checkpoints/latest",
            PATH,
        )
        public += ("/api/v1/me", "/api/v1/me/rounds", "/api/v1/me/data", "/api/v1/tournaments", "/api/v1/games")
        for who in (None, carl, dealer):
            for path in public:
                assert table not in (await house.ask("GET", path, who)).text, (who, path)
        assert public_name(table) in (await house.ask("GET", "/api/v1/checkpoints")).text
        # Its owner and those who look after all tables see it.
        assert [each["id"] for each in (await house.ask("GET", PATH, ana)).json()["mine"]] == [table]
        assert (await house.ask("GET", PATH, ben)).json()["mine"] == []
        listed = (await house.ask("GET", "/api/v1/tables", operator)).json()["tables"]
        assert [each["private"] for each in listed] == [False, False, True]
        # A round of it is proved like any other.
        proof = (await house.ask("GET", f"/api/v1/tables/{table}/entries/1/checkpoint")).json()["proof"]
        assert proof["head"] >= 1

    in_house(tmp_path, scenario)
    kept = tmp_path / "checkpoints.txt"
    verified = in_this_process("verify", str(tmp_path), "--checkpoints", str(kept), "--json")
    assert verified.status == 0, verified.out


def test_how_many_one_person_opens_has_a_limit_and_the_excluded_open_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_tables, "MOST_A_DAY", 3)
    monkeypatch.setattr(private_tables, "MOST_IN_HOUSE", 3)

    async def scenario(house: House) -> None:
        model = await house.table(private_copies=True)
        ana, ben, carl = await house.guest(), await house.guest(), await house.guest()
        one = await opened(house, ana, model)
        await opened(house, ana, model)
        assert await refused(house, ana, model) == "too_many_private"
        assert (await house.ask("DELETE", f"{PATH}/{one}", ben)).json()["refusal"]["code"] == "not_your_table"
        assert (await house.act(one, ben, "a", buy_in(50_00))).status_code == 201
        assert (await house.ask("DELETE", f"{PATH}/{one}", ana)).json()["refusal"]["code"] == "in_use"
        assert (await house.act(one, ben, "b", {"act": "cash out", "amount": 50_00})).status_code == 201
        assert (await house.ask("DELETE", f"{PATH}/{one}", ana)).status_code == 204
        assert (await house.ask("GET", f"/api/v1/tables/{one}")).status_code == 404
        await opened(house, ana, model)
        house.time += 60
        three = (await house.ask("POST", PATH, ana, json={"like": model})).json()["refusal"]
        assert three["code"] == "too_many_private"
        # Ben's is the third in the house, and there is no room for Carl's.
        await opened(house, ben, model)
        assert "no room" in (await house.ask("POST", PATH, carl, json={"like": model})).json()["refusal"]["why"]
        assert (await house.ask("POST", "/api/v1/me/time-out", carl, json={"length": "24 hours"})).status_code < 300
        assert await refused(house, carl, model) == "timed_out"
        operator = await house.operator()
        assert (await house.ask("POST", PATH, operator, json={"like": model})).status_code == 403

    in_house(tmp_path, scenario)


def test_the_operator_says_like_which_tables_private_ones_may_be(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, live = await house.table(), await house.table(live=True, betting_seconds=None)
        operator, ana = await house.operator(), await house.guest()
        path = f"/api/v1/tables/{table}/private-copies"
        assert (await house.ask("PUT", path, operator, json={"allowed": True})).json()["private_copies"] is True
        await opened(house, ana, table)
        assert (await house.ask("PUT", path, operator, json={"allowed": False})).status_code == 200
        assert await refused(house, ana, table) == "no_private_copies"
        at_live = await house.ask("PUT", f"/api/v1/tables/{live}/private-copies", operator, json={"allowed": True})
        assert at_live.json()["refusal"]["code"] == "no_private_copies"

    in_house(tmp_path, scenario)
    assert in_this_process("verify", str(tmp_path)).status == 0


def test_a_private_table_goes_when_nobody_comes_and_chips_left_there_go_to_their_owner(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        model = await house.table(private_copies=True)
        ana = await house.guest()
        empty, left = await opened(house, ana, model), await opened(house, ana, model)
        assert (await house.act(left, ana, "a", buy_in(70_00))).status_code == 201
        before = (await house.ask("GET", "/api/v1/me", ana)).json()["money"]["wallet"]
        tidy = house.casino.private_tables.retire_empty
        async with Wire(house, empty, ana) as wire:
            await wire.until("snapshot")
            house.time += HALF_AN_HOUR
            assert await tidy() == 0  # somebody looks at one, and has chips at the other
        house.time += HALF_AN_HOUR - 1
        assert await tidy() == 0
        house.time += 1
        assert await tidy() == 1
        assert (await house.ask("GET", f"/api/v1/tables/{empty}")).status_code == 404
        house.time += A_DAY
        assert await tidy() == 1
        assert (await house.ask("GET", f"/api/v1/tables/{left}")).status_code == 404
        money = (await house.ask("GET", "/api/v1/me", ana)).json()["money"]
        assert (money["wallet"], money["stacks"]) == (before + 70_00, {})

    in_house(tmp_path, scenario)
    verified = in_this_process("verify", str(tmp_path), "--json")
    assert verified.status == 0, verified.out


def test_phrases_come_from_those_who_sit_and_are_in_no_journal(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table()
        ana, ben = await house.guest(), await house.guest()
        await house.act(table, ana, "a", buy_in(50_00))
        await house.act(table, ben, "b", buy_in(50_00))
        number = house.casino.actors[table].number
        said: dict[str, Any] = {"type": "say", "phrase": "well_played"}
        asks = "company=true"
        async with (
            Wire(house, table, ana, asks) as one,
            Wire(house, table, ben, asks) as two,
            Wire(house, table, None, asks) as looker,
            Wire(house, table, None) as deaf,
        ):
            await one.until("company", watching=2)
            one.send(said)
            heard = await looker.until("said")
            assert heard == {"type": "said", "player": house.id_at(table, ana), "phrase": "well_played"}
            await two.until("said")
            looker.send(said)
            assert (await looker.until("not_said"))["refusal"]["code"] == "no_session"
            two.send({"type": "say", "phrase": "my own words"})
            assert (await two.until("error"))["refusal"]["code"] == "malformed"
            for _ in range(3):
                one.send(said)
            assert (await one.until("not_said"))["refusal"]["code"] == "too_many"
            # Whoever is kept away says nothing; whoever has no chips neither.
            await house.ask("POST", "/api/v1/me/time-out", ben, json={"length": "24 hours"})
            two.send(said)
            assert (await two.until("not_said"))["refusal"]["code"] == "timed_out"
            left = await house.act(table, ben, "c", {"act": "cash out", "amount": 50_00})
            assert left.status_code == 201, left.text
            two.send(said)
            assert (await two.until("not_said"))["refusal"]["code"] == "no_chips_here"
            await one.until("company", watching=3)
            deaf.send({"type": "ping"})
            await deaf.until("pong")
            assert not any('"said"' in text or '"company"' in text for text in deaf.texts)
        assert house.casino.actors[table].number == number + 1

    in_house(tmp_path, scenario)


def test_an_unknown_name_is_no_table(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.table(private_copies=True)
        name = "roulette-private-" + "a" * 26
        assert (await house.ask("GET", f"/api/v1/tables/{name}")).status_code == 404
        with pytest.raises(Closed):
            async with Wire(house, name):
                pass

    in_house(tmp_path, scenario)
