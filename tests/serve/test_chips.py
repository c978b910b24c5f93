"""Chips and cash: float sheets, fills, credits and drop boxes with two names, against what the journals say."""

from __future__ import annotations

import asyncio
import csv
import io
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.roles import HouseRole
from croupier.floor.store.port import StoreFailed
from croupier.record.house_journal.chip_slips import Pieces, SlipKind
from tests.support.floor.faults import Fuse, connections
from tests.support.floor.forgery import rewrite_house
from tests.support.floor.store_batches import held_up, outcomes
from tests.support.server.wire import Guest, House, buy_in, in_house, wager

FLOAT = [{"value": 100_00, "count": 40}, {"value": 25_00, "count": 100}, {"value": 5_00, "count": 300}]
"""4,000 + 2,500 + 1,500 = 8,000 dollars."""
BALL = {"act": "spin ball", "ball": "clockwise", "wheel": "anticlockwise"}


class Pit(NamedTuple):
    house: House
    table: str
    dora: Guest
    sam: Guest
    ana: Guest

    async def slip(self, who: Guest, kind: str, pieces: list[dict[str, int]], status: int = 201) -> Any:
        body = {"kind": kind, "pieces": pieces}
        answer = await self.house.ask("POST", f"/api/v1/tables/{self.table}/slips", who, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def sign(self, who: Guest, slip: Any, status: int = 200, word: str = "sign", **body: Any) -> Any:
        answer = await self.house.ask("POST", f"/api/v1/slips/{slip['number']}/{word}", who, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def tray(self) -> Any:
        return (await self.house.ask("GET", f"/api/v1/tables/{self.table}/tray", self.sam)).json()

    async def do(self, who: Guest, *acts: dict[str, Any], office: str | None = None) -> None:
        for act in acts:
            key = f"{who.id}-{self.house.casino.actors[self.table].head.number}"
            more = {} if office is None else {"as": office}
            answer = await self.house.act(self.table, who, key, act, **more)
            assert answer.status_code == 201, (act, answer.text)

    async def open_float(self) -> None:
        await self.sign(self.sam, await self.slip(self.dora, "opening", FLOAT))

    async def lose_and_win(self) -> None:
        """Ana buys 500 dollars and stakes 100 on 17 and 10 on 20; 20 comes: she loses 100 and wins 350."""
        await self.do(self.dora, {"act": "open table"}, office="dealer")
        await self.do(self.ana, buy_in(500_00), wager(17, 100_00), wager(20, 10_00))
        await self.do(self.dora, BALL, {"act": "no more bets"}, office="dealer")
        await self.do(self.dora, {"act": "spin", "number": 20}, office="dealer")

    async def settle(self) -> None:
        """Everything is paid and collected, and Ana takes her chips off the layout."""
        await self.do(self.dora, {"act": "announce", "number": 20, "colour": "black"}, office="dealer")
        await self.do(self.dora, {"act": "dolly", "number": 20}, {"act": "collect"}, {"act": "pay"}, office="dealer")
        await self.do(self.dora, {"act": "open betting"}, office="dealer")
        await self.do(self.ana, {"act": "withdraw", "position": {"kind": "straight up", "numbers": [20]}})


async def _pit(house: House) -> Pit:
    table = await house.table(live=True)
    dora, sam = await house.staff(HouseRole.DEALER, "Dora"), await house.staff(HouseRole.GAME_SUPERVISOR, "Sam")
    assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201
    return Pit(house, table, dora, sam, await house.guest())


def _in_pit(folder: Path, scenario: Any) -> None:
    async def within(house: House) -> None:
        await scenario(await _pit(house))

    in_house(folder, within)
    found = inspect(folder)
    assert (found.breaches, found.total) == ((), 0)


def test_a_float_is_opened_filled_and_credited_with_two_names_on_each(tmp_path: Path) -> None:
    async def scenario(pit: Pit) -> None:
        assert (await pit.tray())["expected"] is None
        opening = await pit.slip(pit.dora, "opening", FLOAT)
        assert (opening["total"], opening["expected"], opening["state"]) == (8_000_00, None, "asked")
        assert (await pit.sign(pit.dora, opening, 409))["refusal"]["code"] == "one_name_twice"
        assert (await pit.tray())["open"] is False
        signed = await pit.sign(pit.sam, opening)
        assert (signed["state"], signed["asked_by"], signed["signed_by"]) == ("signed", pit.dora.id, pit.sam.id)
        await pit.sign(pit.sam, await pit.slip(pit.dora, "fill", [{"value": 25_00, "count": 40}]))
        await pit.sign(pit.dora, await pit.slip(pit.sam, "credit", [{"value": 100_00, "count": 5}]))
        tray = await pit.tray()
        assert (tray["open"], tray["counted"], tray["fills"], tray["credits"]) == (True, 8_000_00, 1_000_00, 500_00)
        assert tray["expected"] == 8_500_00
        balances = await pit.house.store.balances("float:")
        assert balances["float:cage"] == -8_500_00
        assert balances[f"float:tray:{pit.table}"] == 8_500_00

    _in_pit(tmp_path, scenario)


def test_a_slip_whose_commit_failed_waits_for_nobody(tmp_path: Path) -> None:
    """Another of its transaction had read it before it was lost."""
    fuse = Fuse()

    async def scenario(house: House) -> None:
        pit = await _pit(house)
        await pit.open_float()
        chips = house.casino.chips
        asked = (
            chips.ask(pit.table, kind, (Pieces(25_00, 4),), pit.dora.id) for kind in (SlipKind.FILL, SlipKind.CREDIT)
        )
        async with held_up(house.store):
            lost = asyncio.create_task(outcomes(asked))
            await asyncio.sleep(0.01)
            fuse.arm("COMMIT", 2)  # the first is that of what the others wait for
        assert [type(each) for each in await lost] == [StoreFailed, StoreFailed]
        fuse.mend()
        assert (await chips.now(pit.table)).waiting == []
        slip = await pit.slip(pit.sam, "fill", [{"value": 100_00, "count": 7}])
        assert (await pit.sign(pit.dora, slip))["total"] == 700_00
        assert (await pit.tray())["fills"] == 700_00

    in_house(tmp_path, scenario, factory=connections(fuse))
    found = inspect(tmp_path)
    assert (found.breaches, found.total) == ((), 0)


def test_what_the_tray_should_hold_follows_the_play(tmp_path: Path) -> None:
    """By hand: 8,000 less 500 of chips bought, plus 100 that she lost, less the 350 that she won: 7,250."""

    async def scenario(pit: Pit) -> None:
        await pit.open_float()
        await pit.lose_and_win()
        answer = await pit.slip(pit.dora, "check", FLOAT, 409)
        assert answer["refusal"]["code"] == "chips_on_layout"
        await pit.settle()
        tray = await pit.tray()
        assert (tray["bought"], tray["won"], tray["box"]) == (500_00, -250_00, 500_00)
        assert (tray["expected"], tray["on_layout"]) == (7_250_00, 0)
        # 50 dollars are missing: the count is taken as it is, and the difference stands there.
        short = [{"value": 100_00, "count": 40}, {"value": 25_00, "count": 128}]
        closing = await pit.sign(pit.sam, await pit.slip(pit.dora, "closing", short))
        assert (closing["total"], closing["expected"], closing["difference"]) == (7_200_00, 7_250_00, -50_00)
        assert (await pit.tray())["open"] is False
        box = await pit.slip(pit.sam, "drop", [])
        assert (box["state"], box["expected"], box["asked_by"]) == ("taken", 500_00, "")
        olga = await pit.house.operator()
        counted = await pit.sign(olga, box, word="count", pieces=[{"value": 50_00, "count": 11}])
        assert (counted["difference"], counted["asked_by"]) == (50_00, olga.id)
        await pit.sign(olga, box, 409)
        await pit.sign(pit.sam, box)
        assert (await pit.tray())["box"] == 0
        await _listed(pit)

    _in_pit(tmp_path, scenario)


async def _listed(pit: Pit) -> None:
    olga, until = await pit.house.operator(), pit.house.casino.time() + 1
    query = f"since={until - 86_400}&until={until}"
    shown = (await pit.house.ask("GET", f"/api/v1/slips?{query}", olga)).json()
    assert [slip["kind"] for slip in shown["slips"]] == ["drop", "closing", "opening"]
    text = (await pit.house.ask("GET", f"/api/v1/slips/list?{query}", olga)).text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["first name"], row["second name"], row["total"], row["difference"]) for row in rows] == [
        ("Olga", "Sam", "550.00", "50.00"),
        ("Dora", "Sam", "7200.00", "-50.00"),
        ("Dora", "Sam", "8000.00", ""),
    ]
    report = (await pit.house.ask("GET", f"/api/v1/report?{query}", olga)).json()
    [row] = report["groups"]["table"]
    assert (row["drop"], row["counted_drop"], row["win"], row["counted_win"]) == (500_00, 550_00, -250_00, -250_00)
    assert (row["counted_over"], report["total"]["counted_over"]) == (0, 0)
    assert [each["counted_drop"] for each in report["groups"]["shift"]] == [550_00]
    assert [each["counted_drop"] for each in report["groups"]["dealer"]] == [None]


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    async def scenario(pit: Pit) -> None:
        fill = [{"value": 25_00, "count": 4}]

        async def refused(kind: str, pieces: list[dict[str, int]], code: str, status: int = 409) -> None:
            assert (await pit.slip(pit.dora, kind, pieces, status))["refusal"]["code"] == code

        await refused("fill", fill, "wrong_slip")  # the tray is closed
        await refused("closing", fill, "wrong_slip")
        await pit.open_float()
        await refused("opening", FLOAT, "wrong_slip")
        await refused("fill", [{"value": 25_00, "count": -4}], "malformed", 400)
        await refused("fill", [{"value": 33_00, "count": 4}], "bad_pieces")
        await refused("fill", [*fill, *fill], "bad_pieces")
        await refused("fill", [], "bad_pieces")
        await refused("drop", fill, "bad_pieces")
        await refused("credit", [{"value": 5_000_00, "count": 2}], "not_in_tray")
        waits = await pit.slip(pit.dora, "fill", fill)
        await refused("fill", fill, "slip_waits")
        await refused("closing", FLOAT, "slip_waits")
        await pit.sign(pit.dora, waits, word="withdraw")
        assert (await pit.sign(pit.sam, waits, 409))["refusal"]["code"] == "no_such_slip"
        other = await pit.house.staff(HouseRole.DEALER, "Dan")
        assert (await pit.house.ask("GET", f"/api/v1/tables/{pit.table}/tray", pit.ana)).status_code == 403
        body = {"kind": "fill", "pieces": fill}
        answer = await pit.house.ask("POST", f"/api/v1/tables/{pit.table}/slips", other, json=body)
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (403, "not_on_duty")
        itself = await pit.house.table()
        answer = await pit.house.ask("POST", f"/api/v1/tables/{itself}/slips", pit.sam, json=body)
        assert answer.json()["refusal"]["code"] == "no_tray"

    _in_pit(tmp_path, scenario)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("expected 7250", "expected 7200", "it expects 7200"),
        ("signed by {sam}", "signed by {dora}", "one person gave both names"),
        ("chips 50 short", "chips 40 short", "has to follow the slip"),
    ],
)
def test_verify_names_a_slip_that_was_forged(tmp_path: Path, old: str, new: str, why: str) -> None:
    """The whole journal is written anew with it, so that every hash and every transfer fits."""
    people: dict[str, str] = {}

    async def scenario(house: House) -> None:
        pit = await _pit(house)
        people.update(sam=pit.sam.id, dora=pit.dora.id)
        await pit.open_float()
        await pit.lose_and_win()
        await pit.settle()
        await pit.sign(pit.sam, await pit.slip(pit.dora, "closing", [{"value": 100_00, "count": 72}]))

    in_house(tmp_path, scenario)
    rewrite_house(tmp_path, old.format(**people), new.format(**people))
    assert any(why in breach.why for breach in inspect(tmp_path).breaches)
