"""What one may do, and what comes next in an office, ride on the table's frames: as a request would give them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.people.roles import HouseRole
from croupier.serve.views import own_parts
from croupier.serve.views.legal import legal_of
from croupier.serve.views.staff_actions import work_of
from tests.support.server.wire import Closed, Guest, House, Wire, buy_in, in_house, wager

LEGAL = "legal=true"
OFFICE = "as=dealer"
LEAVING = {"buy in", "cash out", "leave seat", "withdraw"}
DECISIONS = {"stand", "draw", "double", "split"}


async def _get(house: House, who: Guest, path: str) -> Any:
    answer = await house.ask("GET", path, who)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def _legal(house: House, table: str, who: Guest) -> Any:
    return await _get(house, who, f"/api/v1/tables/{table}/legal")


async def _working(house: House, table: str, who: Guest) -> Any:
    return await _get(house, who, f"/api/v1/tables/{table}/working?as=dealer")


async def _latest(wire: Wire, number: int) -> dict[str, Any]:
    """The frame that shows the table after that entry."""
    found = await wire.until("acts", "snapshot")
    while found["number"] < number:
        found = await wire.until("acts")
    return found


def _act_of(offer: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """One of the acts that are offered."""
    act: dict[str, Any] = {"act": offer["act"]}
    for name, field in offer["fields"].items():
        if name in {"player", "by"}:
            continue
        if "choices" in field:
            act[name] = rng.choice(field["choices"])
        elif "lowest" in field:
            act[name] = field["lowest"]
        else:
            act[name] = "because"
    return act


async def _dealer(house: House, table: str) -> Guest:
    dora = await house.staff(HouseRole.DEALER, "Dora")
    assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201
    return dora


@pytest.mark.parametrize("seed", range(3))
def test_at_blackjack_each_frame_says_what_a_request_would(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)

    async def scenario(house: House) -> None:
        table, ana, ben = await house.table("blackjack"), await house.guest(), await house.guest()
        for player in (ana, ben):
            await house.act(table, player, f"b{player.id}", buy_in(300_00))
        actor = house.casino.actors[table]
        kinds: Counter[str] = Counter()
        async with Wire(house, table, ana, LEGAL) as wire:
            first = await wire.next()
            assert first["legal"] == await _legal(house, table, ana)
            seen = first["number"]
            for step in range(1000):
                if step >= 40 and kinds["wager"] and any(kinds[each] for each in DECISIONS):
                    break
                who = rng.choice((ana, ben))
                offers = (await _legal(house, table, who))["offers"]
                wanted = [each for each in offers if each["act"] not in LEAVING]
                if wanted and rng.random() < 0.7:
                    act = _act_of(rng.choice(wanted), rng)
                    answer = await house.act(table, who, f"k{step}", act)
                    kinds[act["act"]] += answer.status_code == 201
                else:
                    await house.pass_time(table, 20)
                await house.pass_time(table, 0)
                if actor.number == seen:
                    continue
                seen = actor.number
                found = await _latest(wire, seen)
                assert found["legal"] == await _legal(house, table, ana)
                assert found["legal"]["number"] == found["number"]
            else:
                pytest.fail(f"nobody wagered and decided on a hand: {kinds}")

    in_house(tmp_path, scenario)


@pytest.mark.parametrize("game", ["roulette", "tai-sai", "money-wheel"])
def test_at_a_layout_a_frame_tells_all_that_changes_for_a_player(tmp_path: Path, game: str) -> None:
    """Where a frame says nothing about what one may do, a request would say what was said last."""
    rng = random.Random(game)

    async def scenario(house: House) -> None:
        table, ana, ben, eve = await house.table(game), await house.guest(), await house.guest(), await house.guest()
        actor = house.casino.actors[table]
        known: dict[str, Any] = {}
        silent = 0
        async with Wire(house, table, ana, LEGAL) as hers, Wire(house, table, eve, LEGAL) as watching:
            for wire, who in ((hers, ana), (watching, eve)):
                known[who.id] = (await wire.next())["legal"]
            for step in range(60):
                who = ana if step == 5 else rng.choice((ana, ben, ben))
                before = actor.number
                offers = (await _legal(house, table, who))["offers"]
                weights = [1 if each["act"] in {"buy in", "cash out", "hand in"} else 9 for each in offers]
                if offers and rng.random() < 0.9:
                    [offer] = rng.choices(offers, weights)
                    await house.act(table, who, f"k{step}", _act_of(offer, rng))
                else:
                    await house.pass_time(table, 20)
                await house.pass_time(table, 0)
                if actor.number == before:
                    continue
                for wire, watcher in ((hers, ana), (watching, eve)):
                    found = await _latest(wire, actor.number)
                    silent += "legal" not in found
                    known[watcher.id] = found.get("legal") or known[watcher.id]
                    asked = await _legal(house, table, watcher)
                    assert known[watcher.id]["offers"] == asked["offers"]
                    if "legal" in found:
                        assert found["legal"] == asked
        assert silent > 10, "a stranger, and a player while others play, is not told the same again"

    in_house(tmp_path, scenario)


def test_a_dealers_frame_says_what_a_request_would(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table("blackjack", live=True)
        dora, ana = await _dealer(house, table), await house.guest()
        async with Wire(house, table, dora, OFFICE) as wire:
            first = await wire.next()
            assert first["work"] == await _working(house, table, dora)
            acts = [(dora, {"act": "open table"}), (ana, buy_in(100_00))]
            for number, (who, act) in enumerate(acts, start=1):
                answer = await house.act(table, who, f"k{number}", act)
                assert answer.status_code == 201, answer.text
                found = await _latest(wire, number)
                assert found["work"] == await _working(house, table, dora)
                assert found["work"]["number"] == number
                assert "legal" not in found

    in_house(tmp_path, scenario)


def test_only_who_asked_is_told_and_the_others_get_the_same_bytes(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana, ben = await house.table(), await house.guest(), await house.guest()
        async with (
            Wire(house, table, ana, LEGAL) as asking,
            Wire(house, table, ben) as plain,
            Wire(house, table) as nobody,
            Wire(house, table, None, LEGAL) as unknown,
        ):
            firsts = [await each.next() for each in (asking, plain, nobody, unknown)]
            assert ["legal" in each for each in firsts] == [True, False, False, False]
            await house.act(table, ana, "k1", buy_in(100_00))
            frames = [await each.until("acts") for each in (asking, plain, nobody, unknown)]
            assert ["legal" in each for each in frames] == [True, False, False, False]
            assert plain.texts[-1] == nobody.texts[-1] == unknown.texts[-1]
            assert asking.texts[-1].startswith(plain.texts[-1][:-1]), "the public part is made once for all"

    in_house(tmp_path, scenario)


def test_a_part_is_made_once_for_a_person_and_an_office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: Counter[str] = Counter()

    async def counted_legal(*given: Any) -> Any:
        made["legal"] += 1
        return await legal_of(*given)

    async def counted_work(*given: Any) -> Any:
        made["work"] += 1
        return await work_of(*given)

    monkeypatch.setattr(own_parts, "legal_of", counted_legal)
    monkeypatch.setattr(own_parts, "work_of", counted_work)

    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora, ana = await _dealer(house, table), await house.guest()
        dan = await house.staff(HouseRole.DEALER, "Dan")
        await house.act(table, dora, "k0", {"act": "open table"})
        await house.act(table, ana, "k1", buy_in(100_00))
        async with (
            Wire(house, table, ana, LEGAL) as one,
            Wire(house, table, ana, LEGAL) as two,
            Wire(house, table, dora, OFFICE) as three,
            Wire(house, table, dan, OFFICE) as four,
            Wire(house, table) as five,
        ):
            wires = one, two, three, four, five
            for each in wires:
                await each.next()
            made.clear()
            await house.act(table, ana, "k2", wager(17, 10_00))
            for each in wires:
                await _latest(each, 3)
            assert made == {"legal": 1, "work": 1}
            made.clear()
            eve = await house.guest()
            await house.act(table, eve, "k3", buy_in(100_00))
            for each in wires:
                await _latest(each, 4)
            assert made == {"work": 1}, "another's chips change nothing for a player at a layout"

    in_house(tmp_path, scenario)


def test_of_frames_that_follow_at_once_only_the_last_says_it(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table("blackjack"), await house.guest()
        await house.act(table, ana, "k0", buy_in(100_00))
        async with Wire(house, table, ana, LEGAL) as wire:
            await wire.next()
            wire.stick()
            await house.act(table, ana, "k1", buy_in(50))
            for number in range(2, 6):
                await house.act(table, ana, f"k{number}", buy_in(50))
            await asyncio.sleep(0.02)
            wire._reads.set()
            frames = [each for each in await wire.quiet() if each["type"] == "acts"]
            assert [each["number"] for each in frames] == [2, 3, 4, 5, 6]
            assert ["legal" in each for each in frames[1:]] == [False, False, False, True]
            assert frames[-1]["legal"] == await _legal(house, table, ana)

    in_house(tmp_path, scenario)


def test_who_comes_back_is_told_again(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        await house.act(table, ana, "k1", buy_in(100_00))
        async with Wire(house, table, ana, f"{LEGAL}&after=0") as wire:
            resumed = await wire.next()
            assert resumed["resumed"]
            assert resumed["legal"] == await _legal(house, table, ana)
            wire.send({"type": "resume", "after": 1})
            again = await wire.until("acts", resumed=True)
            assert again["legal"] == resumed["legal"]

    in_house(tmp_path, scenario)


def test_an_office_is_shown_its_work_only_while_it_is_held(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora, sue = await _dealer(house, table), await house.staff(HouseRole.GAME_SUPERVISOR, "Sue")
        for who in (sue, await house.guest(), None):
            with pytest.raises(Closed):
                async with Wire(house, table, who, OFFICE):
                    pass
        with pytest.raises(Closed):
            async with Wire(house, table, dora, "as=king"):
                pass
        async with Wire(house, table, dora, OFFICE) as wire:
            assert "work" in await wire.next()
            await house.act(table, dora, "k1", {"act": "open table"})
            assert "work" in await wire.until("acts")
            await house.casino.take_role(dora.id, HouseRole.DEALER, by=(await house.operator()).id)
            await house.act(table, await house.guest(), "k2", buy_in(100_00))
            assert "work" not in await wire.until("acts")

    in_house(tmp_path, scenario)


def test_who_opens_a_table_is_told_of_a_duty_that_moved_without_it(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dora, dan = await _dealer(house, table), await house.staff(HouseRole.DEALER, "Dan")
        await house.act(table, dora, "k1", {"act": "open table"})
        async with Wire(house, table, dora, OFFICE) as wire:
            assert (await wire.next())["work"]["dealer"] == dora.id
            await house.act(table, await house.guest(), "k2", buy_in(100_00))
            assert (await wire.until("acts"))["work"]["dealer"] == dora.id
            assert (await house.ask("DELETE", f"/api/v1/tables/{table}/duty", dora)).status_code == 204
            async with Wire(house, table, dan, OFFICE) as late:
                assert (await late.next())["work"] == await _working(house, table, dan)

    in_house(tmp_path, scenario)
