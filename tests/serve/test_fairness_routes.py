"""Is the wheel fair? Over HTTP and on the command line, in a house that has played."""

from __future__ import annotations

import json
from pathlib import Path

from croupier.floor.keeping.results import cards_of_shoes
from croupier.floor.people.roles import HouseRole
from croupier.floor.store.sqlite import FILE
from croupier.report.devices import DEVICES
from tests.support.process import in_this_process
from tests.support.server.wire import House, buy_in, in_house, wager


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
