"""Rulings at the table: voids, corrections, favours and closing, each with the money that follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.tables.actor import TableActor
from croupier.games.acts import CashOut, CloseTable, PostClosing
from croupier.games.blackjack.acts import (
    CorrectCard,
    Deal,
    Draw,
    OrderShuffle,
    ReopenBetting,
    RestateCards,
    VoidHand,
    VoidRound,
)
from croupier.games.blackjack.cards import card
from croupier.games.layout.acts import Favour, NoSpin
from croupier.games.position import Position
from croupier.games.roulette.acts import CorrectNumber
from croupier.games.wagers import Withdraw
from croupier.record.journals.journal import read_stamp
from croupier.record.journals.ledger import layout
from tests.support.floor.casino import (
    AUTOMATED,
    BETTING,
    DEALER,
    OPERATOR,
    POSITIONS,
    REST,
    SUPERVISOR,
    Hand,
    House,
    begun,
    decided,
    in_casino,
    taped,
    wager,
)
from tests.support.floor.states import state_of

SPIN_BALL = "dealer: spin ball clockwise, wheel anticlockwise"


def cards(text: str) -> list[Deal]:
    return [Deal(card(each)) for each in text.split()]


def test_a_round_of_blackjack_is_voided_with_a_reason(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana, ben = await house.seated(actor), await house.seated(actor)
        for _ in range(30):
            chips = [state_of(actor).purse(each).value for each in (ana, ben)]
            await begun(house, actor, ana, ben)
            if state_of(actor).step == "decide":
                break
            await decided(house, actor)
            await house.later(actor, REST)
        assert await house.refused(actor, VoidRound("", by=SUPERVISOR)) == "no_reason"
        assert await house.refused(actor, VoidRound("x", by=DEALER)) == "deals_itself"
        assert await house.refused(actor, ReopenBetting(by=DEALER)) == "deals_itself"
        secret = actor.head.round.secret
        assert secret is not None
        await house.act(actor, VoidRound("a card lay face up", by=SUPERVISOR))
        assert [state_of(actor).purse(each).value for each in (ana, ben)] == chips
        assert await house.store.balance(layout(actor.id)) == 0
        line = (await house.lines(actor))[-1]
        assert "because a card lay face up" in line
        # A void round shows what it hid, and the next is sealed.
        assert read_stamp(line)[1].reveal == secret.hex()
        assert read_stamp(line)[1].seal
        assert await house.refused(actor, wager(actor, ana)) == "too_soon"

    in_casino(tmp_path, play)


def test_no_round_drawn_from_a_seal_is_restated_and_no_shuffle_is_ordered_there(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana, ben = await house.seated(actor), await house.seated(actor)
        order = OrderShuffle("doubts", by=SUPERVISOR)
        assert await house.refused(actor, order) == "drawn_from_seal"
        await begun(house, actor, ana, ben)
        for act in (
            CorrectCard(1, card("5h"), "misread", by=SUPERVISOR),
            RestateCards((card("5h"),), "misread", by=OPERATOR),
        ):
            assert await house.refused(actor, act) == "drawn_from_seal"

    in_casino(tmp_path, play)


def test_a_round_that_was_keyed_is_restated_and_its_money_follows(tmp_path: Path) -> None:
    """Ana's bust is none: her second card was no ten but a two. The money of the bust comes back."""

    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana, ben = await house.seated(actor), await house.seated(actor)
        await begun(house, actor, ana, ben)
        await house.act(actor, Draw(ana, 1))
        await house.quiet(actor)
        assert state_of(actor).general.house == 10_00
        await house.act(actor, CorrectCard(6, card("2c"), "misread", by=SUPERVISOR))
        assert state_of(actor).general.house == 0
        await decided(house, actor)
        # 10-5-2 is 17 against the dealer's 18, and Ben's 9-9 stands off.
        assert [state_of(actor).purse(each).value for each in (ana, ben)] == [190_00, 200_00]
        assert await house.store.balance(layout(actor.id)) == 0

    in_casino(tmp_path, play, sources=taped(cards("Th 9h 8d 5c 9c Kc Td")), audited=False)


def test_a_hand_is_voided_and_the_others_play_on(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana, ben = await house.seated(actor), await house.seated(actor)
        await begun(house, actor, ana, ben)
        hand = state_of(actor).boxes[0].hands[0].id
        await house.act(actor, VoidHand(1, hand, "dealt from the wrong shoe", by=SUPERVISOR))
        await house.quiet(actor)
        assert not state_of(actor).is_between_rounds
        await decided(house, actor)
        # Ana has her wager back; Ben's 19 beats the dealer's 18.
        assert [state_of(actor).purse(each).value for each in (ana, ben)] == [200_00, 210_00]

    in_casino(tmp_path, play, sources=taped(cards("Th 9h 8d 4c Tc Td")), audited=False)


def test_nobody_moves_a_window_that_runs_and_nothing_is_voided_after_it_was_paid(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana = await house.seated(actor)
        await house.act(actor, wager(actor, ana))
        number = actor.head.number
        assert await house.refused(actor, NoSpin(by=SUPERVISOR)) == "betting_open"
        assert actor.head.number == number
        await house.later(actor, BETTING)
        assert await house.refused(actor, NoSpin(by=SUPERVISOR)) == "betting_open"
        assert await house.refused(actor, CorrectNumber(17, "x", by=SUPERVISOR)) == "final"

    in_casino(tmp_path, play)


@pytest.mark.parametrize("game", AUTOMATED)
def test_a_table_is_closed_after_its_notice_and_every_wager_goes_back(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        actor = await house.table(game)
        ana = await house.seated(actor)
        assert await house.refused(actor, CloseTable(by=OPERATOR)) == "no_notice"
        await house.act(actor, PostClosing(1200, by=OPERATOR))
        await begun(house, actor, ana)
        assert await house.refused(actor, CloseTable(by=OPERATOR))
        await decided(house, actor)
        await house.later(actor, 1199)
        if game == "blackjack":
            assert state_of(actor).seats[0] == ana
        before = state_of(actor).purse(ana).value
        await house.act(actor, wager(actor, ana))
        await house.later(actor, 1)
        await house.act(actor, CloseTable(by=OPERATOR))
        assert await house.store.balance(layout(actor.id)) == 0
        assert state_of(actor).purse(ana).value == before
        assert await house.refused(actor, wager(actor, ana))
        await house.later(actor, BETTING)
        await house.act(actor, CashOut(ana, before))

    in_casino(tmp_path, play)


async def paid(house: House, actor: TableActor, ana: str, *, take_up: bool) -> None:
    await house.say(actor, "dealer: open table\nana: buy in 200\nana: wager 10 on 17\nana: wager 20 on red", ana=ana)
    steps = (SPIN_BALL, "dealer: no more bets", "dealer: spin 17", "dealer: announce 17 black", "dealer: dolly 17")
    await house.say(actor, "\n".join((*steps, "dealer: collect", "dealer: pay")))
    if take_up:
        await house.act(actor, Withdraw(ana, POSITIONS["roulette"]))


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("take_up", [False, True])
def test_a_wrong_number_is_corrected_after_it_was_paid(tmp_path: Path, *, take_up: bool, restarted: bool) -> None:
    """Whatever was paid comes back, also from somebody at the limit of losses, and after a restart."""
    hand = Hand()

    async def first(house: House) -> str:
        actor = await house.table("roulette", live=True, id="t-one")
        ana = await house.player()
        await paid(house, actor, ana, take_up=take_up)
        await house.casino.people.standings.set_limit(ana, LimitKind.LOSS, 0, house.casino.time())
        if not restarted:
            await second(house, ana)
        return ana

    async def second(house: House, ana: str) -> None:
        actor = house.casino.actors["t-one"]
        assert await house.refused(actor, CorrectNumber(18, "", by=SUPERVISOR)) == "no_reason"
        await house.act(actor, CorrectNumber(18, "it lay in 18", by=SUPERVISOR))
        await house.casino.take_duty("t-one", DEALER.name)
        await house.say(actor, "dealer: announce 18 red\ndealer: dolly 18\ndealer: collect\ndealer: pay")
        # Ten lost on 17, twenty won on red, where the stake still lies.
        assert state_of(actor).purse(ana).value == 200_00 - 30_00 + 20_00
        assert state_of(actor).general.house == -10_00
        staked, returned = await house.play_of(ana)
        assert staked - returned == 30_00 - 20_00

    ana = in_casino(tmp_path, first, hand=hand)
    if restarted:
        in_casino(tmp_path, lambda house: second(house, ana), hand=hand)


def test_a_favour_is_the_players_good_and_has_a_reason(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", live=True)
        ana = await house.player()
        await house.say(actor, "dealer: open table\nana: buy in 200\nana: wager 10 on 20", ana=ana)
        await house.say(actor, f"{SPIN_BALL}\ndealer: no more bets\ndealer: spin 17\ndealer: announce 17 black")
        act = Favour(ana, Position("straight up", (20,)), "the stack leaned", POSITIONS["roulette"], by=SUPERVISOR)
        await house.act(actor, act)
        await house.say(actor, "dealer: dolly 17\ndealer: pay\ndealer: open betting")
        assert state_of(actor).purse(ana).value == 190_00 + 350_00
        assert await house.refused(actor, act), "the result is final"

    in_casino(tmp_path, play)


def test_no_spin_at_a_live_table_leaves_the_wagers_where_they_lie(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", live=True)
        ana = await house.player()
        await house.say(actor, "dealer: open table\nana: buy in 200\nana: wager 10 on 17", ana=ana)
        await house.say(actor, f"{SPIN_BALL}\ndealer: no more bets")
        await house.act(actor, NoSpin(by=SUPERVISOR))
        assert await house.store.balance(layout(actor.id)) == 10_00
        await house.act(actor, Withdraw(ana, POSITIONS["roulette"]))
        await house.act(actor, CashOut(ana, 200_00))
        assert await house.refused(actor, NoSpin(by=OPERATOR))

    in_casino(tmp_path, play)
