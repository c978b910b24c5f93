"""Open stakes are told apart from what a day has brought, and of each day only its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.floor.open_stakes import OpenStakes, open_stakes
from croupier.floor.people.responsible_play.days import day_of, start_of
from croupier.games.acts import BuyIn
from croupier.games.tournament.acts import BuyChips, WithdrawEntry
from croupier.games.tournament.conditions import Issue, Prize
from croupier.games.wagers import Withdraw
from tests.support.floor.casino import BETTING, POSITIONS, REST, House, begun, in_casino, wager
from tests.support.floor.house import NOON
from tests.support.floor.tournaments import DAY, FEE, STARTS, at, do, entered, seated, tournament

BEFORE_MIDNIGHT = start_of(day_of(NOON) + 1) - 3


@pytest.mark.parametrize("game", ["roulette", "money-wheel", "tai-sai"])
def test_a_wager_is_open_until_its_round_is_over(tmp_path: Path, store: str | None, game: str) -> None:
    async def scenario(house: House) -> None:
        actor = await house.table(game)
        ana, ben = [await house.seated(actor) for _ in range(2)]
        await house.act(actor, wager(actor, ana, 10_00))
        await house.act(actor, wager(actor, ben, 25_00))
        assert await open_stakes(house.casino, ana) == OpenStakes(10_00, 10_00)
        await house.act(actor, Withdraw(ana, POSITIONS[game]))
        assert await open_stakes(house.casino, ana) == OpenStakes(0, 0)
        await house.act(actor, wager(actor, ana, 10_00))
        await house.later(actor, BETTING)
        assert await open_stakes(house.casino, ana) == OpenStakes(0, 0)
        # The round after one that ended today is of today, too.
        await house.later(actor, REST)
        await house.act(actor, wager(actor, ana, 15_00))
        assert await open_stakes(house.casino, ana) == OpenStakes(15_00, 15_00)

    in_casino(tmp_path, scenario, database=store)


def test_a_hand_is_open_until_it_is_settled(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await house.table("blackjack")
        ana = await house.seated(actor)
        await begun(house, actor, ana)
        staked, returned = await house.play_of(ana)
        open = (await open_stakes(house.casino, ana)).today
        # Its cards came by chance: a blackjack may be paid already.
        assert open == (0 if returned else staked)
        for _ in range(20):
            await house.later(actor, BETTING)
        assert await open_stakes(house.casino, ana) == OpenStakes(0, 0)

    in_casino(tmp_path, scenario, database=store)


def test_what_was_staked_before_midnight_is_not_of_today(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await house.table("roulette")
        ana = await house.player()
        house.hand.time = BEFORE_MIDNIGHT
        await house.act(actor, BuyIn(ana, 200_00))
        await house.act(actor, wager(actor, ana, 10_00))
        await house.at(actor, BEFORE_MIDNIGHT + 4)
        assert await open_stakes(house.casino, ana) == OpenStakes(0, 10_00)
        await house.act(actor, wager(actor, ana, 25_00))
        assert await open_stakes(house.casino, ana) == OpenStakes(25_00, 35_00)

    in_casino(tmp_path, scenario, database=store)


def test_a_fee_is_open_while_a_prize_may_come_of_it(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        cup = await tournament(house, runs_itself=False)
        ana, ben, *_ = await entered(house, cup, 5)
        assert await open_stakes(house.casino, ana) == OpenStakes(FEE, FEE)
        await at(house, NOON + DAY)
        assert await open_stakes(house.casino, ana) == OpenStakes(0, FEE)
        # Whoever withdraws so late has lost the fee.
        await at(house, STARTS - DAY)
        await do(house, cup, WithdrawEntry(ana))
        assert await open_stakes(house.casino, ana) == OpenStakes(0, 0)
        assert await open_stakes(house.casino, ben) == OpenStakes(0, FEE)

    in_casino(tmp_path, scenario, database=store)


def test_chips_that_are_sold_are_open_beside_the_fee(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        cup = await tournament(
            house, runs_itself=False, issue=Issue.SOLD, chips=100_00, most=7, stages=(), prizes=(Prize(share=1),)
        )
        ana, *_ = await entered(house, cup, 4)
        await seated(house, cup, 4)
        assert await open_stakes(house.casino, ana) == OpenStakes(0, FEE)
        await do(house, cup, BuyChips(ana))
        assert await open_stakes(house.casino, ana) == OpenStakes(100_00, FEE + 100_00)

    in_casino(tmp_path, scenario, database=store)
