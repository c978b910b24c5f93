"""The latest results of a table in the lobby: those of before a restart too, none that proved void."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.floor.people.roles import HouseRole
from croupier.games.blackjack.acts import Deal
from croupier.games.blackjack.cards import card
from croupier.serve.views import results
from tests.support.floor.casino import taped
from tests.support.floor.states import state_of
from tests.support.server.wire import Guest, House, buy_in, in_house

WHEEL = {"act": "wager", "position": {"kind": "A"}, "amount": 10_00}
BOX = {"act": "wager", "position": {"kind": "box", "numbers": [1]}, "amount": 10_00}


async def shown(house: House, table: str) -> list[str]:
    listed = (await house.ask("GET", "/api/v1/tables")).json()["tables"]
    found: list[str] = next(each["results"] for each in listed if each["id"] == table)
    return found


def test_results_are_the_same_after_a_restart(tmp_path: Path) -> None:
    async def first(house: House) -> list[str]:
        await house.table("money-wheel", id="m1")
        ana = await house.guest()
        await house.act("m1", ana, "in", buy_in(500_00))
        assert await shown(house, "m1") == []
        for number in range(results.SHOWN + 2):
            await house.act("m1", ana, f"w{number}", WHEEL)
            await house.pass_time("m1", 20)
            newest = (await house.ask("GET", "/api/v1/tables/m1/rounds?most=50")).json()["rounds"]
            assert await shown(house, "m1") == [each["result"] for each in newest][: results.SHOWN]
        return await shown(house, "m1")

    before = in_house(tmp_path, first)
    assert len(before) == results.SHOWN
    assert in_house(tmp_path, lambda house: shown(house, "m1")) == before


def test_the_dealer_s_totals_are_there_after_a_restart(tmp_path: Path) -> None:
    """19 against 20, a dealer who busts, a dealer's blackjack, and a player's bust that needs no second card."""

    async def first(house: House) -> list[str]:
        await house.table("blackjack", id="b1")
        ana = await house.guest()
        await house.act("b1", ana, "in", buy_in(500_00))
        await house.act("b1", ana, "sit", {"act": "sit", "box": 1})
        for number in range(4):
            await house.act("b1", ana, f"w{number}", BOX)
            await house.pass_time("b1", 20)
            await house.act("b1", ana, f"d{number}", {"act": "draw" if number == 3 else "stand", "box": 1})
            await house.pass_time("b1", 1)
        found = await shown(house, "b1")
        assert found == ["blackjack", "bust", "20"]
        assert (await house.ask("GET", "/api/v1/tables/b1/rounds")).json()["total"] == 4
        return found

    rounds = ("Th Td 9s Tc", "Th 6d 9s Tc 7h", "Th Td 9s Ac", "Th Td 6s 9c")
    cards = " ".join(rounds).split()
    before = in_house(tmp_path, first, sources=taped([Deal(card(each)) for each in cards]))
    assert in_house(tmp_path, lambda house: shown(house, "b1"), sources=taped([])) == before


async def dealt(house: House, who: Guest, *acts: dict[str, Any]) -> None:
    for act in acts:
        answer = await house.act("m1", who, f"k{house.casino.actors['m1'].head.number}", act)
        assert answer.status_code == 201, answer.text


def test_a_result_is_shown_when_it_comes_and_goes_when_it_is_put_right_or_void(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.table("money-wheel", id="m1", live=True, betting_seconds=None)
        dealer, boss = await house.staff(HouseRole.DEALER, "Dee"), await house.staff(HouseRole.GAME_SUPERVISOR, "Sam")
        assert (await house.ask("POST", "/api/v1/tables/m1/duty", dealer)).status_code == 201
        symbols = [state_of(house.casino.actors["m1"]).game.outcome_words(section) for section in (1, 2, 3)]
        assert symbols[0] != symbols[1]
        spin = {"act": "spin wheel", "direction": "clockwise"}
        await dealt(house, dealer, {"act": "open table"}, spin, {"act": "no more bets"})
        await dealt(house, dealer, {"act": "spin", "section": 1, "revolutions": 5})
        assert await shown(house, "m1") == [symbols[0]]
        await dealt(house, boss, {"act": "correct section", "section": 2, "reason": "it rested there"})
        assert await shown(house, "m1") == [symbols[1]]
        state = state_of(house.casino.actors["m1"])
        await dealt(house, dealer, {"act": "announce", "symbol": symbols[1].split()[0]}, {"act": "open betting"})
        assert await shown(house, "m1") == [symbols[1]]
        await dealt(house, dealer, spin, {"act": "no more bets"})
        await dealt(house, dealer, {"act": "spin", "section": 3, "revolutions": 5})
        assert await shown(house, "m1") == [symbols[2], symbols[1]]
        await dealt(house, dealer, {"act": "no spin", "ground": next(iter(state.game.grounds))})
        assert await shown(house, "m1") == [symbols[1]]

    in_house(tmp_path, scenario)
