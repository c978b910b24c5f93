"""Whoever wants no insurance lets it pass: the house waits for nobody else, and nothing of it changes a round."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.tables.actor import Desk
from tests.support.floor.casino import BETTING, DECIDE, REST, Hand, House, begun, decided, in_casino, sealed, taped
from tests.support.floor.servers import table, together
from tests.support.floor.table_acts import acts, cards

CLOSED = "dealer: insurance closed"
ACE = "Th Th Ad 9c 9h Kd"
"""For two boxes: the dealer shows an ace, and has a blackjack."""
MOST_ROUNDS = 300
"""An ace is the first card of one round in thirteen."""


def refused(desk: Desk, person: str) -> str:
    with pytest.raises(NotAccepted) as caught:
        desk.let_pass(person)
    return caught.value.refusal.code


async def insurance_called(house: House) -> tuple[Desk, str, str]:
    desk = await house.table("blackjack")
    ana, ben = await house.seated(desk), await house.seated(desk)
    await begun(house, desk, ana, ben)
    assert desk.place.state.step == "close insurance"
    return desk, ana, ben


def test_insurance_closes_when_all_have_let_it_pass(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk, ana, ben = await insurance_called(house)
        number = desk.place.number
        assert desk.let_pass(ana) == 1
        assert desk.let_pass(ana) == 1, "said twice, it is said once"
        await house.quiet(desk)
        assert desk.place.number == number, "nothing is written of it"
        assert desk.let_pass(ben) == 0
        await house.quiet(desk)
        assert (await acts(house, desk))[number] == CLOSED
        assert desk.place.state.step == "decide"
        # The next to decide has the whole time: what was let pass was the insurance.
        await house.later(desk, DECIDE - 0.1)
        assert desk.place.state.step == "decide"
        await decided(house, desk)
        assert [desk.place.state.purse(each).value for each in (ana, ben)] == [190_00, 190_00]

    in_casino(tmp_path, play, sources=taped(cards(ACE)), audited=False)


def test_who_insures_after_all_is_waited_for_again(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk, ana, ben = await insurance_called(house)
        assert desk.let_pass(ana) == 1
        await house.say(desk, "ana: wager 5 on insurance 1", ana=ana)
        assert desk.let_pass(ben) == 1, "her chips have moved: she may take them back yet"
        await house.quiet(desk)
        assert CLOSED not in await acts(house, desk)
        assert desk.let_pass(ana) == 0
        await house.quiet(desk)
        assert CLOSED in await acts(house, desk)
        await decided(house, desk)
        assert [desk.place.state.purse(each).value for each in (ana, ben)] == [200_00, 190_00]

    in_casino(tmp_path, play, sources=taped(cards(ACE)), audited=False)


def test_what_others_do_lifts_nobodys_pass(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk, ana, ben = await insurance_called(house)
        assert desk.let_pass(ana) == 1
        await house.say(desk, "ben: wager 5 on insurance 2", ben=ben)
        assert desk.let_pass(ben) == 0

    in_casino(tmp_path, play, sources=taped(cards(ACE)), audited=False)


def test_a_follower_lets_a_double_pass(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana, ben = await house.seated(desk), await house.seated(desk)
        await house.say(desk, "ana: sit at box 1", ana=ana)
        await house.say(desk, "ana: wager 10 on box 1", ana=ana)
        await house.say(desk, "ben: wager 20 on box 1", ben=ben)
        await house.later(desk, BETTING)
        assert refused(desk, ben) == "nothing_to_pass", "she has not decided yet"
        await house.say(desk, "ana: double 10 on box 1", ana=ana)
        await house.quiet(desk)
        assert refused(desk, ana) == "nothing_to_pass"
        assert desk.let_pass(ben) == 0
        await house.quiet(desk)
        assert desk.place.state.is_between_rounds

    in_casino(tmp_path, play, sources=taped(cards("4h 9d 6c 2h Td")), audited=False)


def test_a_pass_on_insurance_is_none_on_a_double_that_is_stored_with_its_end(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana, ben = await house.seated(desk), await house.seated(desk)
        await house.say(desk, "ana: sit at box 1", ana=ana)
        await house.say(desk, "ana: wager 10 on box 1", ana=ana)
        await house.say(desk, "ben: wager 20 on box 1", ben=ben)
        await house.later(desk, BETTING)
        assert desk.place.state.step == "close insurance"
        assert desk.let_pass(ben) == 1
        # The time for insurance is up when her double comes: one batch closes the one and takes the other.
        house.hand.time += DECIDE
        await house.say(desk, "ana: double 10 on box 1", ana=ana)
        await house.quiet(desk)
        assert CLOSED in await acts(house, desk)
        assert desk.place.state.pending is not None, "he may follow it, and has not been asked yet"
        assert desk.let_pass(ben) == 0
        await house.quiet(desk)
        assert desk.place.state.is_between_rounds

    in_casino(tmp_path, play, sources=taped(cards("4h Ad 6c 2h 9d")), audited=False)


def test_there_is_nothing_to_pass_elsewhere(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk, ana, _ = await insurance_called(house)
        cleo = await house.seated(desk)
        assert refused(desk, cleo) == "nothing_to_pass", "she has no wager in this round"
        await house.later(desk, DECIDE)
        assert desk.place.state.step == "decide"
        assert refused(desk, ana) == "nothing_to_pass", "on a hand one decides by an act"
        roulette = await house.table("roulette")
        assert refused(roulette, await house.seated(roulette)) == "nothing_to_pass"

    in_casino(tmp_path, play, sources=taped(cards(ACE)), audited=False)


def test_it_is_forgotten_with_the_server_and_then_time_decides(tmp_path: Path) -> None:
    async def before(house: House) -> tuple[str, str, float]:
        desk, ana, ben = await insurance_called(house)
        assert desk.let_pass(ana) == 1
        return desk.id, ben, house.hand.time

    sources = taped(cards(ACE))
    id, ben, time = in_casino(tmp_path, before, sources=sources, audited=False)

    async def after(house: House) -> None:
        desk = house.casino.desk(id)
        assert desk.let_pass(ben) == 1
        await house.later(desk, DECIDE - 0.1)
        assert CLOSED not in await acts(house, desk)
        await house.later(desk, 0.1)
        assert CLOSED in await acts(house, desk)

    in_casino(tmp_path, after, sources=sources, audited=False, hand=Hand(time))


async def until_an_ace(house: House, desk: Desk, *players: str) -> None:
    """Rounds by the house's own chance, until insurance is called."""
    for _ in range(MOST_ROUNDS):
        await begun(house, desk, *players, amount=5_00)
        if desk.place.state.step == "close insurance":
            return
        await decided(house, desk)
        await house.later(desk, REST)
    raise AssertionError("no ace came")


def test_what_was_let_pass_follows_from_its_journal_like_any_round(tmp_path: Path) -> None:
    """With seals: every act is judged again, every draw follows from its secret."""

    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana = await house.seated(desk, 900_00)
        await until_an_ace(house, desk, ana)
        assert desk.let_pass(ana) == 0
        await house.quiet(desk)
        assert CLOSED in await acts(house, desk)
        await decided(house, desk)

    in_casino(tmp_path, play, sources=sealed(Random(20).randbytes))


def test_two_servers_do_not_hear_of_each_others_and_wait_as_before(tmp_path: Path) -> None:
    async def play(one: House, two: House) -> None:
        id = await table(one, two, game="blackjack")
        desk, twin = one.casino.desk(id), two.casino.desk(id)
        ana, ben = await one.seated(desk, 900_00), await one.seated(desk, 900_00)
        await until_an_ace(one, desk, ana, ben)
        await twin.abreast()
        assert (desk.let_pass(ana), twin.let_pass(ben)) == (1, 1)
        await one.later(desk, DECIDE - 1)
        assert desk.place.state.step == "close insurance"
        # Where both have said so it goes on, whoever has the table's lease.
        assert twin.let_pass(ana) == 0
        await two.quiet(twin)
        assert twin.place.state.step != "close insurance"
        await desk.abreast()
        assert desk.place.hash == twin.place.hash
        assert desk.place.passed == twin.place.passed == {}

    together(tmp_path, play)
