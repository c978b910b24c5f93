"""A prize pool fed with play money by guests who enter, pay and withdraw (A37)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.floor.schedules import tournament as schedule
from croupier.floor.tables.actor import TableActor
from croupier.games.tournament.acts import AcceptEntry, Apply, ConsentToRefund, NotifyApplicant, PayFee, WithdrawEntry
from croupier.games.tournament.state import Phase, TournamentState
from croupier.record.journals.ledger import pool
from tests.support.floor.casino import OPERATOR, House, code_of, in_casino
from tests.support.floor.states import state_of
from tests.support.floor.tournaments import (
    DAY,
    FEE,
    NEWCOMER,
    STARTS,
    at,
    do,
    entered,
    follows,
    refusal,
    settled,
    tournament,
    wallets,
)


async def fed(house: House, actor: TableActor, guests: int) -> list[str]:
    """So many guests enter, pay and withdraw, too late for a refund by the rules alone."""
    await at(house, STARTS - DAY)
    people = await entered(house, actor, guests)
    for each in people:
        await do(house, actor, WithdrawEntry(each))
    await settled(house)
    return people


def test_A37_who_withdraws_before_play_feeds_no_pool(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        guests = await fed(house, actor, 6)
        assert await house.store.balance(pool(actor.id)) == 0
        assert set((await wallets(house, guests)).values()) == {NEWCOMER}
        follows(house)

    in_casino(tmp_path, scenario)


def test_A37_who_has_withdrawn_can_close_the_account(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        (guest,) = await fed(house, actor, 1)
        await house.casino.close_account(guest)
        found = await house.casino.people.accounts.person(guest)
        assert found is not None
        assert found.closed is not None
        follows(house)

    in_casino(tmp_path, scenario)


def test_A37_the_tournament_starts_all_the_same(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        await fed(house, actor, 2)
        await entered(house, actor, 4)
        await at(house, STARTS)
        state = state_of(actor)
        assert isinstance(state, TournamentState)
        assert state.phase is Phase.PLAY
        assert state.pool == 4 * FEE

    in_casino(tmp_path, scenario)


def test_A37_the_pool_holds_no_more_fees_than_there_are_places(tmp_path: Path) -> None:
    """Where an operator decides on refunds: the fees of those who have withdrawn count, until they go back."""

    async def scenario(house: House) -> None:
        actor = await tournament(house, runs_itself=False, most=4)
        await at(house, STARTS - DAY)
        ana, *_ = await entered(house, actor, 4)
        await do(house, actor, WithdrawEntry(ana))
        eve = await house.player()
        await do(house, actor, Apply(eve), NotifyApplicant(eve, by=OPERATOR), PayFee(eve, FEE))
        assert await refusal(house, actor, AcceptEntry(eve, by=OPERATOR)) == "places_paid"
        await do(house, actor, ConsentToRefund(ana, by=OPERATOR), AcceptEntry(eve, by=OPERATOR))
        assert await house.store.balance(pool(actor.id)) == 4 * FEE
        follows(house)

    in_casino(tmp_path, scenario)


def test_A37_nor_by_entering_again_and_again(tmp_path: Path) -> None:
    """All at once, so that the house cannot give a fee back between two acts."""

    async def scenario(house: House) -> None:
        actor = await tournament(house, most=4)
        await at(house, STARTS - DAY)
        ana, *_ = await entered(house, actor, 2)
        for _ in range(8):
            again = (do(house, actor, act) for act in (WithdrawEntry(ana), Apply(ana), PayFee(ana, FEE)))
            await asyncio.gather(*again, return_exceptions=True)
            await settled(house)
        state = state_of(actor)
        assert isinstance(state, TournamentState)
        assert state.pool <= 4 * FEE
        follows(house)

    in_casino(tmp_path, scenario)


@pytest.mark.parametrize("runs_itself", [True, False])
def test_A37_who_waits_still_takes_the_place_of_who_withdraws(tmp_path: Path, runs_itself: bool) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house, runs_itself=runs_itself, most=4, waiting_list=True)
        await at(house, STARTS - DAY)
        ana, *_ = await entered(house, actor, 4)
        eve = await house.player()
        await do(house, actor, Apply(eve))
        if not runs_itself:
            await do(house, actor, NotifyApplicant(eve, by=OPERATOR))
        await settled(house)
        await do(house, actor, PayFee(eve, FEE))
        await do(house, actor, WithdrawEntry(ana))
        await settled(house)
        state = state_of(actor)
        assert isinstance(state, TournamentState)
        assert eve in state.players
        assert state.pool == (4 if runs_itself else 5) * FEE

    in_casino(tmp_path, scenario)


def test_A37_a_tournament_that_keeps_their_fees_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was."""
    monkeypatch.setattr(schedule, "_fees_back", lambda _state: iter(()))

    async def scenario(house: House) -> None:
        actor = await tournament(house)
        guest, *_ = await fed(house, actor, 6)
        assert await house.store.balance(pool(actor.id)) == 6 * FEE
        assert await code_of(house.casino.close_account(guest)) == "chips_on_table"

    in_casino(tmp_path, scenario)
