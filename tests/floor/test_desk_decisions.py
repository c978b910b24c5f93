"""The time to decide, to insure and to follow at a blackjack table that deals itself."""

from __future__ import annotations

from pathlib import Path

from croupier.games.acts import BuyIn
from tests.support.floor.casino import (
    BETTING,
    DECIDE,
    REST,
    House,
    begun,
    decided,
    in_casino,
    taped,
)
from tests.support.floor.house import NOON
from tests.support.floor.table_acts import acts, cards


def test_who_does_not_decide_stands(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana = await house.seated(desk)
        await begun(house, desk, ana)
        await house.later(desk, DECIDE - 0.1)
        assert desk.place.state.step == "decide"
        await house.later(desk, 0.1)
        assert (await acts(house, desk))[-2:] == ["operator: stand for the absent on box 1", "dealer: card Td"]
        assert desk.place.ended == NOON + BETTING + DECIDE

    in_casino(tmp_path, play, sources=taped(cards("Th 9d 4c Td")), audited=False)


def test_who_must_draw_and_is_away_stands_all_the_same(tmp_path: Path) -> None:
    """Ruling B26: no card is directed for somebody who is away, whatever the hand."""

    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana = await house.seated(desk)
        await begun(house, desk, ana)
        assert await house.refused(desk, "ana: stand on box 1", ana=ana) == "must_draw"
        await house.later(desk, DECIDE)
        assert desk.place.state.is_between_rounds

    in_casino(tmp_path, play, sources=taped(cards("2h 9d 3c Td")), audited=False)


def test_the_time_to_decide_begins_anew_with_each_decision(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana, ben = await house.seated(desk), await house.seated(desk)
        await begun(house, desk, ana, ben)
        await house.later(desk, DECIDE - 1)
        await house.say(desk, "ana: draw on box 1", ana=ana)
        await house.quiet(desk)
        await house.later(desk, DECIDE - 1)
        assert desk.place.state.step == "decide"
        await house.say(desk, "ana: stand on box 1", ana=ana)
        # Ben acts for himself only, and his time has just begun.
        await house.later(desk, DECIDE - 1)
        assert not desk.place.state.is_between_rounds
        assert await house.refused(desk, "ana: stand on box 2", ana=ana) == "not_yours_to_decide"
        # What others do meanwhile at the table does not give him more of it.
        await house.act(desk, BuyIn(ana, 5_00))
        await house.later(desk, 1)
        assert desk.place.state.is_between_rounds

    in_casino(tmp_path, play, sources=taped(cards("2h Th 9d 3c 4c 8c Td")), audited=False)


def test_insurance_that_is_not_answered_is_declined(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana, ben = await house.seated(desk), await house.seated(desk)
        await begun(house, desk, ana, ben)
        await house.say(desk, "ana: wager 5 on insurance 1", ana=ana)
        await house.later(desk, DECIDE - 0.01)
        assert "dealer: insurance closed" not in await acts(house, desk)
        house.hand.time += 0.01
        assert await house.refused(desk, "ben: wager 5 on insurance 2", ben=ben)
        await house.quiet(desk)
        assert "dealer: insurance closed" in await acts(house, desk)
        await decided(house, desk)
        # The dealer has a blackjack: who insured loses nothing, who did not loses the wager.
        assert [desk.place.state.purse(each).value for each in (ana, ben)] == [200_00, 190_00]

    in_casino(tmp_path, play, sources=taped(cards("Th Th Ad 9c 9h Kd")), audited=False)


def test_others_may_follow_a_double_until_the_time_is_up(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana, ben = await house.seated(desk), await house.seated(desk)
        for follows in (True, False):
            await house.say(desk, "ana: wager 10 on box 1" if not follows else "ana: sit at box 1", ana=ana)
            if follows:
                await house.say(desk, "ana: wager 10 on box 1", ana=ana)
            await house.say(desk, "ben: wager 20 on box 1", ben=ben)
            await house.later(desk, BETTING)
            await house.say(desk, "ana: double 10 on box 1", ana=ana)
            await house.quiet(desk)
            number = desk.place.number
            await house.later(desk, DECIDE - 0.01)
            assert desk.place.number == number, "a card came while ben could follow"
            if follows:
                await house.say(desk, "ben: double 20 on box 1", ben=ben)
                await house.quiet(desk)
            else:
                house.hand.time += 0.01
                assert await house.refused(desk, "ben: double 20 on box 1", ben=ben)
                await house.quiet(desk)
            assert desk.place.state.is_between_rounds, "nobody can follow, and still no card came"
            await house.at(desk, int(house.hand.time) + 1 + REST)

    tape = cards("4h 9d 6c 2h Td 4h 9d 6c 2h Td")
    in_casino(tmp_path, play, sources=taped(tape), audited=False)


def test_nobody_is_waited_for_where_nobody_can_follow(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana, ben = await house.seated(desk), await house.seated(desk)
        await begun(house, desk, ana, ben)
        await house.say(desk, "ana: double 10 on box 1", ana=ana)
        await house.quiet(desk)
        assert (await acts(house, desk))[-1] == "dealer: card 2h"
        # Nor is it asked of a back bettor with an empty purse.
        await decided(house, desk)

    in_casino(tmp_path, play, sources=taped(cards("4h Th 9d 6c 7c 2h Td")), audited=False)
