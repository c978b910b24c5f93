"""Whoever wants no insurance lets it pass: the house waits for nobody else, and nothing of it changes a round."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.tables.actor import TableActor
from tests.support.floor.casino import BETTING, DECIDE, REST, Hand, House, begun, decided, in_casino, sealed, taped
from tests.support.floor.servers import table, together
from tests.support.floor.states import state_of
from tests.support.floor.table_acts import acts, cards

CLOSED = "dealer: insurance closed"
ACE = "Th Th Ad 9c 9h Kd"
"""For two boxes: the dealer shows an ace, and has a blackjack."""
MOST_ROUNDS = 300
"""An ace is the first card of one round in thirteen."""


def refused(actor: TableActor, person: str) -> str:
    with pytest.raises(NotAccepted) as caught:
        actor.let_pass(person)
    return caught.value.refusal.code


async def insurance_called(house: House) -> tuple[TableActor, str, str]:
    actor = await house.table("blackjack")
    ana, ben = await house.seated(actor), await house.seated(actor)
    await begun(house, actor, ana, ben)
    assert state_of(actor).step == "close insurance"
    return actor, ana, ben


def test_insurance_closes_when_all_have_let_it_pass(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor, ana, ben = await insurance_called(house)
        number = actor.head.number
        assert actor.let_pass(ana) == 1
        assert actor.let_pass(ana) == 1, "said twice, it is said once"
        await house.quiet(actor)
        assert actor.head.number == number, "nothing is written of it"
        assert actor.let_pass(ben) == 0
        await house.quiet(actor)
        assert (await acts(house, actor))[number] == CLOSED
        assert state_of(actor).step == "decide"
        # The next to decide has the whole time: what was let pass was the insurance.
        await house.later(actor, DECIDE - 0.1)
        assert state_of(actor).step == "decide"
        await decided(house, actor)
        assert [state_of(actor).purse(each).value for each in (ana, ben)] == [190_00, 190_00]

    in_casino(tmp_path, play, sources=taped(cards(ACE)), audited=False)


def test_who_insures_after_all_is_waited_for_again(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor, ana, ben = await insurance_called(house)
        assert actor.let_pass(ana) == 1
        await house.say(actor, "ana: wager 5 on insurance 1", ana=ana)
        assert actor.let_pass(ben) == 1, "her chips have moved: she may take them back yet"
        await house.quiet(actor)
        assert CLOSED not in await acts(house, actor)
        assert actor.let_pass(ana) == 0
        await house.quiet(actor)
        assert CLOSED in await acts(house, actor)
        await decided(house, actor)
        assert [state_of(actor).purse(each).value for each in (ana, ben)] == [200_00, 190_00]

    in_casino(tmp_path, play, sources=taped(cards(ACE)), audited=False)


def test_what_others_do_lifts_nobodys_pass(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor, ana, ben = await insurance_called(house)
        assert actor.let_pass(ana) == 1
        await house.say(actor, "ben: wager 5 on insurance 2", ben=ben)
        assert actor.let_pass(ben) == 0

    in_casino(tmp_path, play, sources=taped(cards(ACE)), audited=False)


def test_a_follower_lets_a_double_pass(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana, ben = await house.seated(actor), await house.seated(actor)
        await house.say(actor, "ana: sit at box 1", ana=ana)
        await house.say(actor, "ana: wager 10 on box 1", ana=ana)
        await house.say(actor, "ben: wager 20 on box 1", ben=ben)
        await house.later(actor, BETTING)
        assert refused(actor, ben) == "nothing_to_pass", "she has not decided yet"
        await house.say(actor, "ana: double 10 on box 1", ana=ana)
        await house.quiet(actor)
        assert refused(actor, ana) == "nothing_to_pass"
        assert actor.let_pass(ben) == 0
        await house.quiet(actor)
        assert state_of(actor).is_between_rounds

    in_casino(tmp_path, play, sources=taped(cards("4h 9d 6c 2h Td")), audited=False)


def test_a_pass_on_insurance_is_none_on_a_double_that_is_stored_with_its_end(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana, ben = await house.seated(actor), await house.seated(actor)
        await house.say(actor, "ana: sit at box 1", ana=ana)
        await house.say(actor, "ana: wager 10 on box 1", ana=ana)
        await house.say(actor, "ben: wager 20 on box 1", ben=ben)
        await house.later(actor, BETTING)
        assert state_of(actor).step == "close insurance"
        assert actor.let_pass(ben) == 1
        # The time for insurance is up when her double comes: one batch closes the one and takes the other.
        house.hand.time += DECIDE
        await house.say(actor, "ana: double 10 on box 1", ana=ana)
        await house.quiet(actor)
        assert CLOSED in await acts(house, actor)
        assert state_of(actor).pending is not None, "he may follow it, and has not been asked yet"
        assert actor.let_pass(ben) == 0
        await house.quiet(actor)
        assert state_of(actor).is_between_rounds

    in_casino(tmp_path, play, sources=taped(cards("4h Ad 6c 2h 9d")), audited=False)


def test_even_money_has_the_time_of_a_decision_after_insurance_is_closed(tmp_path: Path) -> None:
    """Ruling B52: nobody answered insurance. The next card waits for ana's blackjack, and she takes 1 to 1."""

    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana = await house.seated(actor)
        await begun(house, actor, ana)
        await house.later(actor, DECIDE)
        assert (await acts(house, actor))[-1] == CLOSED
        await house.later(actor, DECIDE - 1)
        assert (await acts(house, actor))[-1] == CLOSED, "the card waits for her"
        await house.say(actor, "ana: settle early on box 1", ana=ana)
        assert state_of(actor).is_between_rounds
        assert state_of(actor).purse(ana).value == 210_00

    in_casino(tmp_path, play, sources=taped(cards("Ah Ad Kc Kd")), audited=False)


def test_even_money_that_nobody_asks_for_holds_the_card_up_no_longer(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana = await house.seated(actor)
        await begun(house, actor, ana)
        await house.later(actor, DECIDE)
        assert actor.let_pass(ana) == 0
        await house.quiet(actor)
        assert state_of(actor).is_between_rounds
        assert state_of(actor).purse(ana).value == 200_00, "a stand off of two blackjacks"
        await house.later(actor, REST)
        await begun(house, actor, ana)
        # Insurance and even money together: who lets both pass is not asked again.
        assert actor.let_pass(ana) == 0
        await house.quiet(actor)
        assert state_of(actor).is_between_rounds
        assert state_of(actor).purse(ana).value == 215_00

    in_casino(tmp_path, play, sources=taped(cards("Ah Ad Kc Kd Ah Ad Kc 5d")), audited=False)


def test_there_is_nothing_to_pass_elsewhere(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor, ana, _ = await insurance_called(house)
        cleo = await house.seated(actor)
        assert refused(actor, cleo) == "nothing_to_pass", "she has no wager in this round"
        await house.later(actor, DECIDE)
        assert state_of(actor).step == "decide"
        assert refused(actor, ana) == "nothing_to_pass", "on a hand one decides by an act"
        roulette = await house.table("roulette")
        assert refused(roulette, await house.seated(roulette)) == "nothing_to_pass"

    in_casino(tmp_path, play, sources=taped(cards(ACE)), audited=False)


def test_it_is_forgotten_with_the_server_and_then_time_decides(tmp_path: Path) -> None:
    async def before(house: House) -> tuple[str, str, float]:
        actor, ana, ben = await insurance_called(house)
        assert actor.let_pass(ana) == 1
        return actor.id, ben, house.hand.time

    sources = taped(cards(ACE))
    id, ben, time = in_casino(tmp_path, before, sources=sources, audited=False)

    async def after(house: House) -> None:
        actor = house.casino.actor(id)
        assert actor.let_pass(ben) == 1
        await house.later(actor, DECIDE - 0.1)
        assert CLOSED not in await acts(house, actor)
        await house.later(actor, 0.1)
        assert CLOSED in await acts(house, actor)

    in_casino(tmp_path, after, sources=sources, audited=False, hand=Hand(time))


async def until_an_ace(house: House, actor: TableActor, *players: str) -> None:
    """Rounds by the house's own chance, until insurance is called."""
    for _ in range(MOST_ROUNDS):
        await begun(house, actor, *players, amount=5_00)
        if state_of(actor).step == "close insurance":
            return
        await decided(house, actor)
        await house.later(actor, REST)
    raise AssertionError("no ace came")


def test_what_was_let_pass_follows_from_its_journal_like_any_round(tmp_path: Path) -> None:
    """With seals: every act is judged again, every draw follows from its secret."""

    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana = await house.seated(actor, 900_00)
        await until_an_ace(house, actor, ana)
        assert actor.let_pass(ana) == 0
        await house.quiet(actor)
        assert CLOSED in await acts(house, actor)
        await decided(house, actor)

    in_casino(tmp_path, play, sources=sealed(Random(20).randbytes))


def test_two_servers_do_not_hear_of_each_others_and_wait_as_before(tmp_path: Path) -> None:
    async def play(one: House, two: House) -> None:
        id = await table(one, two, game="blackjack")
        actor, twin = one.casino.actor(id), two.casino.actor(id)
        ana, ben = await one.seated(actor, 900_00), await one.seated(actor, 900_00)
        await until_an_ace(one, actor, ana, ben)
        await twin.abreast()
        assert (actor.let_pass(ana), twin.let_pass(ben)) == (1, 1)
        await one.later(actor, DECIDE - 1)
        assert state_of(actor).step == "close insurance"
        # Where both have said so it goes on, whoever has the table's lease.
        assert twin.let_pass(ana) == 0
        await two.quiet(twin)
        assert state_of(twin).step != "close insurance"
        await actor.abreast()
        assert actor.head.hash == twin.head.hash
        assert actor.head.passed == twin.head.passed == {}

    together(tmp_path, play)
