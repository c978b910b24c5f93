"""Is the wheel fair? Over HTTP and on the command line, in a house that has played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from croupier.floor.keeping.reports.results import DevicesInUse, cards_of_shoes
from croupier.floor.people.roles import HouseRole
from croupier.floor.store.engines.sqlite import FILE
from croupier.games.money_wheel.wheel import letter_at
from croupier.report.devices import DEVICES
from tests.support.floor.states import state_of
from tests.support.process import in_this_process
from tests.support.server.wire import Guest, House, buy_in, in_house, wager


def test_every_device_of_the_house_is_told_with_its_results(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        tables = {game: await house.table(game) for game in ("roulette", "tai-sai", "money-wheel", "blackjack")}
        ana, table = await house.guest(), tables["roulette"]
        assert (await house.act(table, ana, "in", buy_in(100_00))).status_code == 201
        for spin in range(3):
            assert (await house.act(table, ana, f"w{spin}", wager(17, 5_00))).status_code == 201
            await house.pass_time(table, 40)
        shown = (await house.ask("GET", "/api/v1/fairness", await house.operator())).json()
        by_game = {each["game"]: each for each in shown}
        assert {each["kind"] for each in shown} == {"wheel", "dice", "money wheel", "shoe"}
        wheel = by_game["roulette"]
        assert (wheel["results"], wheel["verdict"], sum(cell["count"] for cell in wheel["cells"])) == (3, "fair", 3)
        assert [cell["name"] for cell in wheel["cells"]][:4] == ["0", "32", "15", "19"]
        assert wheel["power"][0] == {"bias": 10, "results": 113_194, "neighbours": 1}
        assert [said["neighbours"] for said in wheel["power"]] == [1, 1, 1, 5, 5, 5]
        assert by_game["blackjack"]["results"] == 0
        dealer = await house.staff(HouseRole.DEALER, "Dora")
        assert (await house.ask("GET", "/api/v1/fairness", dealer)).status_code == 403

    in_house(tmp_path, scenario)
    told = in_this_process("chance", "house", "--data", str(tmp_path))
    assert told.status == 0
    assert "wheel" in told.out
    plain = json.loads(in_this_process("chance", "house", "--data", str(tmp_path), "--json").out)
    assert sorted(each["results"] for each in plain.values()) == [0, 0, 0, 3]
    assert (tmp_path / FILE).is_file()
    nothing = in_this_process("chance", "house", "--data", str(tmp_path / "elsewhere"))
    assert nothing.status == 2


def test_a_wheel_that_takes_the_place_of_another_begins_anew(tmp_path: Path) -> None:
    """Sections 1 and 2 on the first wheel, 3 on the second, 4 when the second has come back after a third."""

    async def scenario(house: House) -> None:
        table = await house.table("money-wheel", id="m1", live=True, betting_seconds=None)
        dee, sue = await house.staff(HouseRole.DEALER, "Dee"), await house.staff(HouseRole.GAME_SUPERVISOR, "Sue")
        assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dee)).status_code == 201
        letters = state_of(house.casino.actors[table]).game.options.order

        async def done(who: Guest, *acts: dict[str, Any]) -> None:
            for act in acts:
                answer = await house.act(table, who, f"k{house.casino.actors[table].head.number}", act)
                assert answer.status_code == 201, answer.text

        async def spun(section: int) -> None:
            result = {"act": "spin", "section": section, "revolutions": 5}
            await done(dee, {"act": "no more bets"}, {"act": "spin wheel", "direction": "clockwise"}, result)
            await done(dee, {"act": "announce", "symbol": letter_at(letters, section)}, {"act": "open betting"})

        async def replaced(mark: str) -> None:
            await done(sue, {"act": "replace wheel", "mark": mark, "reason": "it wobbles"})

        await done(dee, {"act": "open table"})
        await spun(1)
        await spun(2)
        await replaced("W-2")
        await spun(3)
        await replaced("W-3")
        await replaced("W-2")
        await spun(4)
        shown = (await house.ask("GET", "/api/v1/fairness", await house.operator())).json()
        counted = {each["device"]: [cell["name"] for cell in each["cells"] if cell["count"]] for each in shown}
        assert counted == {"": ["1", "2"], "W-2": ["3", "4"], "W-3": []}
        assert {each["device"]: each["results"] for each in shown} == {"": 2, "W-2": 2, "W-3": 0}

    in_house(tmp_path, scenario)
    told = json.loads(in_this_process("chance", "house", "--data", str(tmp_path), "--json").out)
    assert {name: each["results"] for name, each in told.items()} == {"m1": 2, "m1 W-2": 2, "m1 W-3": 0}


def test_cards_are_split_where_they_were_replaced() -> None:
    in_use = DevicesInUse.of(
        [(5, "operator: replace the cards # 5 …"), (9, "operator: replace the cards by S-4 # 9 …")]
    )
    assert in_use.split([(4, "a"), (6, "b"), (10, "c")]) == {"": [(4, "a")], "#5": [(6, "b")], "S-4": [(10, "c")]}


def test_of_a_shoe_only_what_is_dealt_to_the_cutting_card_counts() -> None:
    entries = [
        *((1, "deal", "dealer: card 3d # 1 2026-11-15T00:00:00Z"), (2, "deal", "dealer: card Kh # 2 …")),
        *((3, "cutting card", "dealer: cutting card # 3 …"), (4, "deal", "dealer: card Ts # 4 …")),
        *((7, "deal", "dealer: card As # 7 …"), (8, "deal", "dealer: card 2c # 8 …")),
    ]
    places, ends = cards_of_shoes(DEVICES["blackjack"], entries, [5, 9])
    # The cutting card came in the round that ended with entry 5, so its ten still is of that shoe; the next lies open.
    assert (places, ends) == ([2, 12, 9], [3])
    assert cards_of_shoes(DEVICES["blackjack"], entries[4:], [9]) == ([], [])
