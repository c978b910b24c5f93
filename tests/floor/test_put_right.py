"""What edition 2 lets a house put right, at a real table: the money follows, and the audit agrees."""

from __future__ import annotations

from pathlib import Path

from croupier.floor.keeping.audits.audit import inspect
from croupier.games.chips import Chips
from croupier.record.journals.ledger import float_of, kept, layout, stack
from tests.support.floor.casino import House, in_casino
from tests.support.floor.states import state_of

SPUN_17 = """dealer: spin ball clockwise, wheel anticlockwise
    dealer: no more bets
    dealer: spin 17
    dealer: announce 17 black
    dealer: dolly 17"""


def test_a_wager_that_was_left_lying_is_held_with_the_chips(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", live=True)
        await house.say(actor, "dealer: open table\nsupervisor: check wheel with ball 7, finding level and free")
        ana = await house.seated(actor)
        await house.say(actor, f"ana: wager 10 on black\n{SPUN_17}\ndealer: pay\ndealer: open betting", ana=ana)
        await house.say(actor, f"operator: hold unclaimed chips of {ana}", ana=ana)
        # 200 bought in, 10 won, all of it in keeping.
        assert await house.store.balance(kept(ana)) == 210_00
        assert await house.store.balance(layout(actor.id)) == 0
        assert await house.store.balance(float_of(actor.id)) == -10_00
        assert state_of(actor).players == ()

    in_casino(tmp_path, play)
    assert inspect(tmp_path).breaches == ()


def test_a_dispute_is_recorded_and_made_good_from_the_house(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", live=True)
        await house.say(actor, "dealer: open table")
        ana = await house.seated(actor, 10_00)
        await house.say(actor, f"ana: wager 10 on red\n{SPUN_17}\ndealer: collect\ndealer: open betting", ana=ana)
        assert state_of(actor).players == ()
        await house.say(actor, f"supervisor: dispute by {ana} about round 1 because it lay on black", ana=ana)
        await house.say(actor, f"supervisor: make good 20 to {ana} for round 1 because it lay on black", ana=ana)
        assert state_of(actor).purse_here(ana).value == 20_00
        assert await house.store.balance(stack(actor.id, ana, Chips.VALUE)) == 20_00
        assert await house.store.balance(float_of(actor.id)) == -10_00
        assert await house.refused(actor, f"supervisor: make good 20 to {ana} for round 2 because x", ana=ana)

    in_casino(tmp_path, play)
    assert inspect(tmp_path).breaches == ()


def test_rulings_and_corrections_of_a_live_table_keep_the_books(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", live=True)
        await house.say(actor, "dealer: open table")
        ana = await house.seated(actor)
        await house.say(
            actor,
            f"""
            ana: wager 10 on red
            dealer: spin ball clockwise, wheel anticlockwise
            dealer: no more bets
            supervisor: favour {ana} on red as black because a waiter knocked it over
            dealer: spin 17 after 3 revolutions
            supervisor: correct ground because four turns were counted again
            dealer: announce 17 black
            dealer: dolly 17
            dealer: pay
            dealer: open betting
            supervisor: favour {ana} on red as 17 because the film shows it there
            ana: withdraw red
            ana: wager 30 on black
            {SPUN_17}
            dealer: void 20 of {ana} on black, late
            dealer: pay
            supervisor: favour {ana} on black as 17 because it leant
            supervisor: take back favour for {ana} on black because the film shows it
            dealer: pay
            dealer: open betting
            """,
            ana=ana,
        )
        # The first 10 won 350 in the end; the second wager of 10 won 10, and lies on the layout.
        assert await house.store.balance(float_of(actor.id)) == -360_00
        assert await house.store.balance(layout(actor.id)) == 10_00
        assert await house.store.balance(stack(actor.id, ana, Chips.VALUE)) == 550_00

    in_casino(tmp_path, play)
    assert inspect(tmp_path).breaches == ()
