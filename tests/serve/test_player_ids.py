"""What is sent to others has no id by which a person could be followed to another table."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from croupier.floor.people.roles import HouseRole
from tests.support.server.wire import House, Wire, buy_in, in_house, wager


def test_A41_no_frame_and_no_answer_has_a_persons_id(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        tables = [await house.table(id=id) for id in ("rata", "rimu")]
        ana = await house.guest()
        own, seen = set(), []
        for table in tables:
            async with Wire(house, table, ana, "legal=true") as mine, Wire(house, table) as looker:
                own.add((await mine.until("snapshot"))["player"])
                assert (await looker.until("snapshot"))["player"] == ""
                mine.act("k1" + table, buy_in(100_00))
                mine.act("k2" + table, wager(17, 20_00))
                await mine.until("receipt", key="k2" + table)
                await house.pass_time(table, 20)
                await looker.until("acts", number=4)
                async with Wire(house, table, None, "after=0") as resumed:
                    await resumed.quiet()
                    seen += [*mine.texts, *looker.texts, *resumed.texts]
            for path in ("", "/acts", "/journal", "/rounds/1"):
                seen.append((await house.ask("GET", f"/api/v1/tables/{table}{path}")).text)
        assert len(own) == 2
        assert not [text for text in seen if ana.id in text]
        assert all(any(player in text for text in seen) for player in own)
        names = json.loads((await house.ask("GET", "/api/v1/tables/rata")).text)["names"]
        assert [name.startswith("Guest ") for name in names.values()] == [True]
        # She herself, and an inspector, can put them together.
        data = (await house.ask("GET", "/api/v1/me/data", ana)).json()
        assert set(data["ids"].values()) == own
        inspector = await house.staff(HouseRole.INSPECTOR, "Ines")
        listed = (await house.ask("GET", "/api/v1/audit/lists/join", inspector)).text
        rows = list(csv.DictReader(listed.splitlines()))
        assert {(row["journal"], row["person"]) for row in rows} == {("rata", ana.id), ("rimu", ana.id)}
        assert {row["player"] for row in rows} == own
        page = (await house.ask("GET", "/api/v1/audit/journals/rata", inspector)).json()
        assert set(page["names"].values()) == set(names.values())

    in_house(tmp_path, scenario)


def test_who_names_another_player_is_refused_under_any_id(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana, ben = await house.table(), await house.guest(), await house.guest()
        await house.act(table, ben, "k1", buy_in(100_00))
        actor = house.casino.actor(table)
        for other in (ben.id, actor.player_id(ben.id)):
            answer = await house.act(table, ana, f"k-{other}", {**wager(17, 20_00), "player": other})
            assert answer.status_code == 409, answer.text
        for own in (ana.id, actor.player_id(ana.id)):
            answer = await house.act(table, ana, f"k-{own}", {**buy_in(20_00), "player": own})
            assert answer.status_code in (200, 201), answer.text

    in_house(tmp_path, scenario)
