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
from tests.support.floor.states import state_of
from tests.support.floor.table_acts import acts, cards


def test_who_does_not_decide_stands(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana = await house.seated(actor)
        await begun(house, actor, ana)
        await house.later(actor, DECIDE - 0.1)
        assert state_of(actor).step == "decide"
        await house.later(actor, 0.1)
        assert (await acts(house, actor))[-2:] == ["operator: stand for the absent on box 1", "dealer: card Td"]
        assert actor.head.ended == NOON + BETTING + DECIDE

    in_casino(tmp_path, play, sources=taped(cards("Th 9d 4c Td")), audited=False)


def test_who_must_draw_and_does_not_decide_is_dealt_a_card(tmp_path: Path) -> None:
    """D2 16.6: the house directs a card while the hand totals 11 or less. Then the hand stands."""

    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana = await house.seated(actor)
        await begun(house, actor, ana)
        assert await house.refused(actor, "ana: stand on box 1", ana=ana) == "must_draw"
        await house.later(actor, DECIDE)
        assert (await acts(house, actor))[-2:] == ["operator: draw for the absent on box 1", "dealer: card 9c"]
        assert state_of(actor).step == "decide"
        await house.later(actor, DECIDE)
        assert (await acts(house, actor))[-2:] == ["operator: stand for the absent on box 1", "dealer: card Td"]
        assert state_of(actor).is_between_rounds

    in_casino(tmp_path, play, sources=taped(cards("2h 9d 3c 9c Td")), audited=False)


def test_the_time_to_decide_begins_anew_with_each_decision(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana, ben = await house.seated(actor), await house.seated(actor)
        await begun(house, actor, ana, ben)
        await house.later(actor, DECIDE - 1)
        await house.say(actor, "ana: draw on box 1", ana=ana)
        await house.quiet(actor)
        await house.later(actor, DECIDE - 1)
        assert state_of(actor).step == "decide"
        await house.say(actor, "ana: stand on box 1", ana=ana)
        # Ben acts for himself only, and his time has just begun.
        await house.later(actor, DECIDE - 1)
        assert not state_of(actor).is_between_rounds
        assert await house.refused(actor, "ana: stand on box 2", ana=ana) == "not_yours_to_decide"
        # What others do meanwhile at the table does not give him more of it.
        await house.act(actor, BuyIn(ana, 5_00))
        await house.later(actor, 1)
        assert state_of(actor).is_between_rounds

    in_casino(tmp_path, play, sources=taped(cards("2h Th 9d 3c 4c 8c Td")), audited=False)


def test_insurance_that_is_not_answered_is_declined(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana, ben = await house.seated(actor), await house.seated(actor)
        await begun(house, actor, ana, ben)
        await house.say(actor, "ana: wager 5 on insurance 1", ana=ana)
        await house.later(actor, DECIDE - 0.01)
        assert "dealer: insurance closed" not in await acts(house, actor)
        house.hand.time += 0.01
        assert await house.refused(actor, "ben: wager 5 on insurance 2", ben=ben)
        await house.quiet(actor)
        assert "dealer: insurance closed" in await acts(house, actor)
        await decided(house, actor)
        # The dealer has a blackjack: who insured loses nothing, who did not loses the wager.
        assert [state_of(actor).purse(each).value for each in (ana, ben)] == [200_00, 190_00]

    in_casino(tmp_path, play, sources=taped(cards("Th Th Ad 9c 9h Kd")), audited=False)


def test_others_may_follow_a_double_until_the_time_is_up(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana, ben = await house.seated(actor), await house.seated(actor)
        for follows in (True, False):
            await house.say(actor, "ana: wager 10 on box 1" if not follows else "ana: sit at box 1", ana=ana)
            if follows:
                await house.say(actor, "ana: wager 10 on box 1", ana=ana)
            await house.say(actor, "ben: wager 20 on box 1", ben=ben)
            await house.later(actor, BETTING)
            await house.say(actor, "ana: double 10 on box 1", ana=ana)
            await house.quiet(actor)
            number = actor.head.number
            await house.later(actor, DECIDE - 0.01)
            assert actor.head.number == number, "a card came while ben could follow"
            if follows:
                await house.say(actor, "ben: double 20 on box 1", ben=ben)
                await house.quiet(actor)
            else:
                house.hand.time += 0.01
                assert await house.refused(actor, "ben: double 20 on box 1", ben=ben)
                await house.quiet(actor)
            assert state_of(actor).is_between_rounds, "nobody can follow, and still no card came"
            await house.at(actor, int(house.hand.time) + 1 + REST)

    tape = cards("4h 9d 6c 2h Td 4h 9d 6c 2h Td")
    in_casino(tmp_path, play, sources=taped(tape), audited=False)


def test_nobody_is_waited_for_where_nobody_can_follow(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana, ben = await house.seated(actor), await house.seated(actor)
        await begun(house, actor, ana, ben)
        await house.say(actor, "ana: double 10 on box 1", ana=ana)
        await house.quiet(actor)
        assert (await acts(house, actor))[-1] == "dealer: card 2h"
        # Nor is it asked of a back bettor with an empty purse.
        await decided(house, actor)

    in_casino(tmp_path, play, sources=taped(cards("4h Th 9d 6c 7c 2h Td")), audited=False)
