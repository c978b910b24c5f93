"""The morning report over HTTP: two spins at a live table, and every figure worked out by hand."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from croupier.floor.keeping.reports.house_report import house_report
from croupier.floor.people.roles import HouseRole
from croupier.record.house_journal.chip_slips import Pieces, SlipKind
from croupier.report.house_paper import paper_pdf
from croupier.serve.views.house_paper import paper_of
from croupier.serve.views.house_report import RunningHouse
from tests.support.server.wire import Guest, House, buy_in, in_house, wager

SPIN = ({"act": "spin ball", "ball": "clockwise", "wheel": "anticlockwise"}, {"act": "no more bets"})


async def _do(house: House, table: str, who: Guest, *acts: dict[str, Any]) -> None:
    for act in acts:
        _do.count += 1  # type: ignore[attr-defined]
        answer = await house.act(table, who, f"r{_do.count}", act)  # type: ignore[attr-defined]
        assert answer.status_code == 201, (act, answer.text)


_do.count = 0  # type: ignore[attr-defined]


async def _spin(house: House, table: str, dealer: Guest, number: int, colour: str, *, wins: bool) -> None:
    await _do(
        house,
        table,
        dealer,
        *SPIN,
        {"act": "spin", "number": number},
        {"act": "announce", "number": number, "colour": colour},
        {"act": "dolly", "number": number},
        {"act": "pay" if wins else "collect"},
        {"act": "open betting"},
    )


async def _two_spins(house: House) -> tuple[str, Guest, Guest]:
    table = await house.table(live=True)
    dora, ana = await house.staff(HouseRole.DEALER, "Dora"), await house.guest()
    assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201
    await _do(house, table, dora, {"act": "open table"})
    await _do(house, table, ana, buy_in(200_00), wager(17, 10_00))
    await _spin(house, table, dora, 17, "black", wins=True)
    await _do(house, table, ana, {"act": "withdraw", "position": {"kind": "straight up", "numbers": [17]}})
    await _do(house, table, ana, wager(5, 27_00))
    await house.pass_time(table, 300)
    await _spin(house, table, dora, 8, "black", wins=False)
    return table, dora, ana


async def _report(house: House, who: Guest, path: str = "report", since: int = 0, more: str = "&offset=0") -> Any:
    until = house.casino.time() + 1
    since = since or until - 86_400
    return await house.ask("GET", f"/api/v1/{path}?since={since}&until={until}{more}", who)


def test_every_figure_of_two_spins(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, dora, ana = await _two_spins(house)
        shown = (await _report(house, await house.operator())).json()
        total = shown["total"]
        # 10 at 35 to 1 won 350, and 27 was lost: the house has 323 less.
        assert (total["rounds"], total["wagers"], total["handle"], total["win"]) == (2, 2, 37_00, -323_00)
        assert (total["drop"], total["hold"], total["average"]) == (200_00, "-161.5", 18_50)
        # One thirty-seventh of the handle. A straight wager of s wins 35 s once in 37 spins and loses s else, so its
        # variance is s squared times 36 cubed by 37 squared; the two spins have nothing to do with each other.
        variance = Fraction((10_00**2 + 27_00**2) * 36**3, 37**2)
        assert (total["theoretical"], total["difference"]) == (1_00, -324_00)
        assert (total["deviation"], total["sigmas"]) == (isqrt(round(variance)), "-1.9")
        assert [row["key"] for row in shown["groups"]["table"]] == [table]
        assert [(row["key"], row["name"], row["win"]) for row in shown["groups"]["dealer"]] == [
            (dora.id, "Dora", -323_00)
        ]
        assert [row["key"] for row in shown["groups"]["game"]] == ["roulette"]
        [player] = shown["players"]
        assert (player["key"], player["handle"], player["win"]) == (ana.id, 37_00, -323_00)
        assert player["played_seconds"] == total["played_seconds"] >= 300
        assert shown["groups"]["table"][0]["played_seconds"] is None
        assert shown["unpriced"] == []

    in_house(tmp_path, scenario)


def test_the_list_has_the_same_figures_in_dollars(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await _two_spins(house)
        text = (await _report(house, await house.operator(), "report/list")).text
        rows = list(csv.DictReader(io.StringIO(text)))
        assert (rows[0]["by"], rows[0]["handle"], rows[0]["win"], rows[0]["drop"]) == (
            "all",
            "37.00",
            "-323.00",
            "200.00",
        )
        assert {row["by"] for row in rows} == {"all", "table", "game", "dealer", "shift", "day", "hour", "player"}

    in_house(tmp_path, scenario)


def test_a_day_may_begin_at_six_and_shifts_with_it(tmp_path: Path) -> None:
    """The spins end at five past midnight UTC, when the house's own clock shows 02:05: of the day before, then."""

    async def scenario(house: House) -> None:
        await _two_spins(house)
        operator = await house.operator()
        midnight, six = [
            (await _report(house, operator, more=f"&offset=120&day_begins={minutes}")).json()["groups"]
            for minutes in (0, 360)
        ]
        keys = [(shown["day"][0]["key"], shown["shift"][0]["key"]) for shown in (midnight, six)]
        assert keys == [
            ("2026-11-15T00:00:00", "2026-11-15T00:00:00"),
            ("2026-11-14T06:00:00", "2026-11-14T22:00:00"),
        ]
        assert midnight["hour"] == six["hour"]
        assert [row["win"] for row in midnight["day"]] == [row["win"] for row in six["day"]] == [-323_00]
        assert (await _report(house, operator, more="&day_begins=1440")).status_code == 400

    in_house(tmp_path, scenario)


def test_where_chips_were_bought_and_nothing_wagered_the_row_still_says_which_game_it_is(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, dora = await house.table(live=True), await house.staff(HouseRole.DEALER, "Dora")
        assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201
        await _do(house, table, dora, {"act": "open table"})
        await _do(house, table, await house.guest(), buy_in(200_00))
        groups = (await _report(house, await house.operator())).json()["groups"]
        [row], [game] = groups["table"], groups["game"]
        assert (row["game"], row["is_live"], row["rounds"], row["drop"]) == ("roulette", True, 0, 200_00)
        assert (game["key"], game["drop"]) == ("roulette", 200_00)

    in_house(tmp_path, scenario)


def test_it_is_for_the_operator_and_the_inspector(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        guest, dealer = await house.guest(), await house.staff(HouseRole.DEALER, "Dora")
        inspector = await house.staff(HouseRole.INSPECTOR, "Ines")
        assert (await _report(house, guest)).status_code == 403
        assert (await _report(house, dealer)).status_code == 403
        assert (await _report(house, inspector)).json()["total"]["rounds"] == 0
        refused = await house.ask("GET", "/api/v1/report?since=10&until=10", inspector)
        assert (refused.status_code, refused.json()["refusal"]["code"]) == (400, "bad_period")

    in_house(tmp_path, scenario)


def test_the_paper_has_the_figures_and_takes_names_for_text(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await _two_spins(house)
        answer = await _report(house, await house.operator(), "report/pdf")
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")
        shown = await house_report(
            RunningHouse(house.casino), house.casino.time() - 86_400, house.casino.time() + 1, 780
        )
        hostile = replace(shown.groups["table"][0], name="#panic() *bold* $x$")
        paper = paper_of(replace(shown, groups=shown.groups | {"table": (hostile,)}), 780)
        assert ("Win", "−$323.00") in paper.figures
        assert paper.period == "Saturday 14 November 2026, 13:05 to Sunday 15 November 2026, 13:05"
        assert (paper.parts[-1].columns[-1], paper.parts[-1].rows[0][-1]) == ("Time played", "0:05")
        assert paper.parts[0].rows[0][0] == "#panic() *bold* $x$, live roulette"
        assert paper.parts[0].rows[-1][0] == "All tables"
        assert paper_pdf(paper).startswith(b"%PDF")

    in_house(tmp_path, scenario)


def test_disputes_that_nothing_came_of_and_floats_that_differ_are_to_be_looked_at(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, _dora, ana = await _two_spins(house)
        operator, sam = await house.operator(), await house.staff(HouseRole.GAME_SUPERVISOR, "Sam")
        until = house.casino.time() + 1
        assert (await _report(house, operator)).json()["disputes"] == []
        for number in (1, 2):
            dispute = {"act": "record dispute", "player": ana.id, "round": number, "reason": "It was red"}
            said = await house.act(table, sam, f"d{number}", dispute, **{"as": "game supervisor"})
            assert said.status_code == 201, said.text
        good = {"act": "make good", "player": ana.id, "round": 2, "reason": "It was", "amount": 5_00}
        made = await house.act(table, sam, "good", good, **{"as": "game supervisor"})
        assert made.status_code == 201, made.text
        shown = (await _report(house, operator)).json()
        assert [(each["table"], each["round"]) for each in shown["disputes"]] == [(table, 1)]
        assert shown["floats"] == {"counts": 0, "fills": 0, "credits": 0, "waiting": 0, "differing": []}
        office = house.casino.chips
        opening = await office.ask(table, SlipKind.OPENING, [Pieces(25_00, 100)], sam.id)
        await office.sign(opening.number, operator.id)
        fill = await office.ask(table, SlipKind.FILL, [Pieces(5_00, 20)], sam.id)
        await office.sign(fill.number, operator.id)
        box = await office.take_box(table, sam.id)
        await office.count_box(box.number, [Pieces(100_00, 1), Pieces(50_00, 1)], sam.id)
        await office.sign(box.number, operator.id)
        shown = await house_report(RunningHouse(house.casino), until - 86_400, house.casino.time() + 1, 0)
        # 200 was bought, and 150 lies in the box.
        [differs] = shown.floats.differing
        assert (shown.floats.fills, shown.floats.counts, shown.floats.waiting) == (1, 1, 0)
        assert (differs.table, differs.kind, differs.over) == (table, "drop", -50_00)
        warnings = paper_of(shown, 0).warnings
        assert any("round 1" in each for each in warnings)
        assert any("drop count" in each for each in warnings)

    in_house(tmp_path, scenario)
