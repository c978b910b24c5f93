"""What an act would do, looked at before it is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.floor.people.roles import HouseRole
from tests.support.server.wire import Guest, House, buy_in, in_house, wager


async def _considered(house: House, table: str, who: Guest, act: dict[str, Any], status: int = 200) -> Any:
    asked = {"act": act, "key": "look", "as": "dealer"}
    answer = await house.ask("POST", f"/api/v1/tables/{table}/consider", who, json=asked)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_spin_is_looked_at_before_it_is_entered(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora, ana = await house.staff(HouseRole.DEALER, "Dora"), await house.guest()
        assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201

        async def done(who: Guest, act: dict[str, Any]) -> None:
            done.count += 1  # type: ignore[attr-defined]
            answer = await house.act(table, who, f"k{done.count}", act)  # type: ignore[attr-defined]
            assert answer.status_code == 201, answer.text

        done.count = 0  # type: ignore[attr-defined]
        for who, act in (
            (dora, {"act": "open table"}),
            (ana, buy_in(100_00)),
            (ana, wager(17, 5_00)),
            (dora, {"act": "spin ball", "ball": "clockwise", "wheel": "anticlockwise"}),
            (dora, {"act": "no more bets"}),
        ):
            await done(who, act)
        before = (await house.ask("GET", f"/api/v1/tables/{table}")).json()
        spin = {"act": "spin", "number": 17}
        seen = await _considered(house, table, dora, spin)
        assert seen["number"] == before["number"]
        assert seen["lines"] == [f"dealer {dora.id}: spin 17"]
        (line,) = seen["settled"]
        assert (line["outcome"], line["pays"]) == ("win", 175_00)
        assert seen["moved"] == [], "nothing moves before the dealer has announced"
        # Looked at, and not done: not a line of the journal, not a cent.
        after = (await house.ask("GET", f"/api/v1/tables/{table}")).json()
        assert (after["number"], after["hash"], after["view"]) == (before["number"], before["hash"], before["view"])
        await done(dora, spin)
        assert (await house.ask("GET", f"/api/v1/tables/{table}")).json()["view"] == seen["view"]
        refused = await _considered(house, table, dora, {"act": "spin", "number": 3}, 409)
        assert refused["refusal"]["rule"].startswith("D8")

    in_house(tmp_path, scenario)


def test_what_is_only_looked_at_counts_for_no_limit(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora, ana = await house.staff(HouseRole.DEALER, "Dora"), await house.guest()
        await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)
        await house.act(table, dora, "k1", {"act": "open table"})
        await house.act(table, ana, "k2", buy_in(100_00))
        limit = await house.ask("PUT", "/api/v1/me/limits/loss", ana, json={"amount": 10_00})
        assert limit.status_code == 200, limit.text
        spoken = {**wager(17, 8_00), "player": ana.id}
        for _ in range(3):
            await _considered(house, table, dora, spoken)
        assert (await house.act(table, ana, "k3", wager(17, 8_00))).status_code == 201
        too_much = await _considered(house, table, dora, spoken, 409)
        assert too_much["refusal"]["rule"] == "house: limits"

    in_house(tmp_path, scenario)


def test_a_round_judged_anew_is_looked_at_before_it_is_restated(tmp_path: Path) -> None:
    """Ana's 10-5-K was a bust and collected; the supervisor sees what a four in place of the king would do."""

    async def scenario(house: House) -> None:
        table = await house.table(live=True, game="blackjack")
        dora, sue = await house.staff(HouseRole.DEALER, "Dora"), await house.staff(HouseRole.GAME_SUPERVISOR, "Sue")
        ana = await house.guest()
        assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201
        count = 0

        async def done(who: Guest, act: str, **fields: Any) -> None:
            nonlocal count
            count += 1
            role = {sue.id: "game supervisor", dora.id: "dealer"}.get(who.id)
            more = {} if role is None else {"as": role}
            answer = await house.act(table, who, f"k{count}", {"act": act, **fields}, **more)
            assert answer.status_code == 201, (act, answer.text)

        def card(name: str) -> dict[str, str]:
            return {"rank": name[0], "suit": name[1]}

        await done(dora, "open table")
        await done(ana, **buy_in(100_00))
        await done(ana, "sit", box=1)
        await done(dora, "inspect cards")
        await done(sue, "inspect cards")
        for step in ("spread cards", "turn cards", "wash", "stack", "riffle"):
            await done(dora, step)
        await done(ana, "cut", at=200)
        await done(dora, "insert cutting card", from_back=100)
        await done(ana, "wager", position={"kind": "box", "numbers": [1]}, amount=10_00)
        await done(dora, "no more bets")
        for name in ("Th", "9d", "5c"):
            await done(dora, "deal", card=card(name))
        await done(ana, "draw", box=1)
        await done(dora, "deal", card=card("Kc"))

        async def looked(act: dict[str, Any], status: int = 200) -> Any:
            asked = {"act": act, "key": "look", "as": "game supervisor"}
            answer = await house.ask("POST", f"/api/v1/tables/{table}/consider", sue, json=asked)
            assert answer.status_code == status, answer.text
            return answer.json()

        work = (await house.ask("GET", f"/api/v1/tables/{table}/working?as=game+supervisor", sue)).json()
        assert {"correct card", "restate cards", "void round"} <= {each["act"] for each in work["doable"]}
        four: dict[str, Any] = {"place": 4, "card": card("4c"), "reason": "misread"}
        seen = await looked({"act": "correct card", **four})
        assert seen["lines"] == [f"supervisor {sue.id}: correct card 4 to 4c because misread"]
        assert seen["settled"] == []
        assert [(each["credit"].split(":")[0], each["amount"]) for each in seen["moved"]] == [("layout", 10_00)]
        cards = [card(name) for name in ("Ah", "9d", "Tc", "4c")]
        refused = await looked({"act": "restate cards", "cards": cards, "reason": "misread"}, 409)
        assert refused["refusal"]["code"] == "in_the_way"
        assert "draw on box 1" in refused["refusal"]["why"]
        await done(sue, "correct card", **four)
        view = (await house.ask("GET", f"/api/v1/tables/{table}")).json()["view"]
        assert view == seen["view"]
        assert view["shown"]["boxes"][0]["hands"][0]["total"] == 19
        await house.verified(table)

    in_house(tmp_path, scenario)
