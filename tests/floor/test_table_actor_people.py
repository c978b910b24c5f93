"""Who may play: limits, exclusion, offices and closed accounts at the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest

from croupier.floor.people.responsible_play.exclusions import SelfExclusion, TimeOut
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.people.roles import HouseRole
from croupier.floor.store.port import Key
from croupier.games.acts import BuyColour, BuyIn, CashOut, HandIn
from croupier.games.blackjack.acts import Deal
from croupier.games.blackjack.cards import card
from croupier.games.wagers import Withdraw
from croupier.record.journals.ledger import wallet
from tests.support.floor.casino import (
    AUTOMATED,
    BETTING,
    POSITIONS,
    REST,
    WALLET,
    Hand,
    House,
    begun,
    code_of,
    in_casino,
    taped,
    wager,
)
from tests.support.floor.house import PASSWORD, operator
from tests.support.floor.states import state_of


def cards(text: str) -> list[Deal]:
    return [Deal(card(each)) for each in text.split()]


@pytest.mark.parametrize("length", [TimeOut.DAY, SelfExclusion.YEAR])
def test_who_is_excluded_in_the_middle_of_a_round_finishes_it_and_plays_no_other(
    tmp_path: Path, length: TimeOut | SelfExclusion
) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack")
        ana = await house.seated(actor)
        await begun(house, actor, ana)
        await house.casino.people.standings.exclude(ana, length, house.casino.time())
        await house.say(actor, "ana: split box 1", ana=ana)
        await house.quiet(actor)
        await house.say(actor, "ana: double 10 on box 1", ana=ana)
        await house.quiet(actor)
        await house.say(actor, "ana: stand on box 1", ana=ana)
        await house.quiet(actor)
        assert state_of(actor).is_between_rounds
        await house.later(actor, REST)
        code = "timed_out" if length is TimeOut.DAY else "self_excluded"
        assert await house.refused(actor, wager(actor, ana)) == code
        assert await house.refused(actor, BuyIn(ana, 5_00)) == code
        assert await code_of(house.casino.grant(ana, 5_00)) == code
        # Ten staked, split for ten, doubled by ten: 20 and 18 against 19.
        assert await house.play_of(ana) == (30_00, 40_00)
        await house.act(actor, CashOut(ana, 210_00))
        assert await house.store.balance(wallet(ana)) == WALLET + 10_00

    tape = cards("8h 9d 8c 3h 9h Ts Td")
    in_casino(tmp_path, play, sources=taped(tape), audited=False)


@pytest.mark.parametrize("game", AUTOMATED)
def test_who_is_excluded_takes_back_what_lies_there_and_goes(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        actor = await house.table(game)
        ana = await house.seated(actor)
        if game == "blackjack":
            await house.say(actor, "ana: sit at box 1", ana=ana)
        await house.act(actor, wager(actor, ana))
        await house.casino.people.standings.exclude(ana, TimeOut.DAY, house.casino.time())
        assert await house.refused(actor, wager(actor, ana)) == "timed_out"
        await house.act(actor, Withdraw(ana, POSITIONS[game]))
        if game == "blackjack":
            await house.say(actor, "ana: leave the seat", ana=ana)
        await house.act(actor, CashOut(ana, 200_00))
        assert await house.store.balance(wallet(ana)) == WALLET
        assert ana not in state_of(actor).players

    in_casino(tmp_path, play)


def test_colour_chips_of_an_excluded_player_are_handed_in_and_no_more_are_bought(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana = await house.seated(actor)
        colour = state_of(actor).general.colours[0]
        await house.act(actor, BuyColour(ana, colour, 1_00, 50_00))
        await house.casino.people.standings.exclude(ana, TimeOut.DAY, house.casino.time())
        assert await house.refused(actor, BuyColour(ana, colour, 1_00, 10_00)) == "timed_out"
        await house.act(actor, HandIn(ana, 50_00))
        await house.act(actor, CashOut(ana, 200_00))

    in_casino(tmp_path, play)


def test_the_loss_limit_counts_open_stakes_and_what_came_back(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", id="t-one")
        ana = await house.seated(actor)
        await house.casino.people.standings.set_limit(ana, LimitKind.LOSS, 25_00, house.casino.time())
        for _ in range(2):
            await house.act(actor, wager(actor, ana))
        assert await house.refused(actor, wager(actor, ana)) == "loss_limit"
        await house.act(actor, wager(actor, ana, 5_00))
        await house.act(actor, Withdraw(ana, POSITIONS["roulette"]))
        await house.act(actor, wager(actor, ana, 25_00))
        assert await house.refused(actor, wager(actor, ana, 5_00)) == "loss_limit"
        await house.act(actor, CashOut(ana, 100_00))
        await house.later(actor, BETTING)
        await house.later(actor, REST)
        staked, returned = await house.play_of(ana)
        lost = staked - returned
        assert lost in (25_00, -875_00)
        assert await house.refused(actor, wager(actor, ana, 5_00)) == ("loss_limit" if lost > 0 else "")

    in_casino(tmp_path, play)


def test_the_loss_limit_is_not_loosened_by_a_restart(tmp_path: Path) -> None:
    hand = Hand()

    async def first(house: House) -> str:
        actor = await house.table("roulette", id="t-one")
        ana = await house.seated(actor)
        await house.casino.people.standings.set_limit(ana, LimitKind.LOSS, 25_00, house.casino.time())
        await house.act(actor, wager(actor, ana, 25_00))
        return ana

    async def second(house: House) -> None:
        actor = house.casino.actors["t-one"]
        assert await house.refused(actor, wager(actor, ana, 5_00)) == "loss_limit"

    ana = in_casino(tmp_path, first, hand=hand)
    in_casino(tmp_path, second, hand=hand)


def test_the_time_limit_ends_play_between_rounds(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("money-wheel", rest=0)
        ana = await house.seated(actor)
        await house.casino.people.standings.set_limit(ana, LimitKind.TIME, 120, house.casino.time())
        codes = []
        for _ in range(12):
            codes.append(await house.refused(actor, wager(actor, ana, 5_00)))
            await house.later(actor, BETTING)
        assert codes[0] == ""
        assert codes[-1] == "time_limit"
        assert sorted(codes) == codes, "once reached it stays reached"
        purse = state_of(actor).purse(ana)
        await house.act(actor, CashOut(ana, purse.value))

    in_casino(tmp_path, play)


def test_who_works_for_the_house_does_not_play_and_who_plays_does_not_work(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        casino, actor = house.casino, await house.table("roulette")
        olga = (await operator(casino.people)).person.id
        dan = (await casino.front_desk.sign_up("Dan", PASSWORD)).person.id
        await house.act(actor, BuyIn(dan, 50_00))
        assert await code_of(casino.give_role(dan, HouseRole.DEALER, by=olga)) == "chips_on_table"
        await house.act(actor, CashOut(dan, 50_00))
        await casino.give_role(dan, HouseRole.DEALER, by=olga)
        assert await house.refused(actor, BuyIn(dan, 50_00)) == "staff_may_not_play"
        assert await house.refused(actor, BuyIn(olga, 5_00)) == "staff_may_not_play"

    in_casino(tmp_path, play)


def test_a_closed_account_does_not_play_and_none_is_closed_with_chips_out(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana = await house.seated(actor)
        assert await code_of(house.casino.close_account(ana)) == "chips_on_table"
        await house.act(actor, wager(actor, ana, 200_00))
        assert await code_of(house.casino.close_account(ana)) == "chips_on_table", "all of it is at stake"
        await house.act(actor, Withdraw(ana, POSITIONS["roulette"]))
        await house.act(actor, CashOut(ana, 200_00))
        await house.casino.close_account(ana)
        assert await house.store.balance(wallet(ana)) == 0
        assert await house.refused(actor, BuyIn(ana, 5_00)) == "account_closed"

    in_casino(tmp_path, play)


def test_an_account_is_not_closed_over_a_buy_in_on_its_way(tmp_path: Path) -> None:
    """Whichever comes first: no chips of a closed account lie at any table."""

    async def after(steps: int, work: Awaitable[object]) -> str:
        for _ in range(steps):
            await asyncio.sleep(0)
        return await code_of(work)

    async def play(house: House) -> None:
        actor, seen = await house.table("roulette"), set[tuple[str, ...]]()
        for steps in range(20):
            ana = await house.player()
            await house.casino.guard.load((ana,), house.casino.time())
            closing, buying = house.casino.close_account(ana), house.act(actor, BuyIn(ana, 500_00))
            codes = await asyncio.gather(after(steps % 4, closing), after(steps // 4, buying))
            assert (codes[1] == "") == (state_of(actor).purse_if_any(ana) is not None)
            assert codes.count("") == 1
            seen.add(tuple(codes))
        assert len(seen) > 1, "both orders came"

    in_casino(tmp_path, play)


def test_the_deposit_limit_holds_for_gifts_at_once(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        ana = await house.player()
        await house.casino.people.standings.set_limit(ana, LimitKind.DEPOSIT, WALLET + 100_00, house.casino.time())
        gifts = [house.casino.grant(ana, 50_00, Key(ana, f"k{each}", b"")) for each in range(10)]
        codes = await asyncio.gather(*map(code_of, gifts))
        assert sorted(codes) == ["", ""] + ["deposit_limit"] * 8
        repeated = Key(ana, f"k{codes.index('')}", b"")
        assert await code_of(house.casino.grant(ana, 50_00, repeated)) == ""

    in_casino(tmp_path, play)
