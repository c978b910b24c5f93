"""The money of tournaments: fees, refunds, contributions, chips that are sold, prizes; and who may enter at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.responsible_play.exclusions import TimeOut
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.people.roles import HouseRole
from croupier.floor.store.engines.sqlite import FILE
from croupier.games.acts import BuyIn, CashOut
from croupier.games.people import Actor, Role
from croupier.games.tournament.acts import (
    Apply,
    BreakOff,
    BuyChips,
    CancelTournament,
    ConsentToRefund,
    Contribute,
    PayFee,
    Redeem,
    StartSession,
    WithdrawEntry,
)
from croupier.games.tournament.conditions import Issue, Prize, Stage
from croupier.games.tournament.session_table.table_acts import Disqualify, LendChips, TakeSeat
from croupier.games.tournament.state import Phase, Status
from croupier.record.journals.ledger import HOUSE, Currency, Transfer, chip_money, currency_of, mixes, pool, wallet
from tests.support.floor.casino import OPERATOR, House, in_casino
from tests.support.floor.house import operator
from tests.support.floor.states import state_of, with_names
from tests.support.floor.tournaments import (
    DAY,
    DECIDE_SECONDS,
    DIRECTOR,
    FEE,
    NEWCOMER,
    STARTS,
    at,
    do,
    entered,
    follows,
    machine,
    play,
    prizes_paid,
    refusal,
    rounds,
    seated,
    settled,
    start,
    tables,
    tournament,
    wallets,
)


def test_a_late_withdrawal_is_refunded_where_the_operator_consents(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house, runs_itself=False)
        ana, *_ = await entered(house, actor, 5)
        await at(house, STARTS - DAY)
        await do(house, actor, WithdrawEntry(ana))
        assert await wallets(house, (ana,)) == {ana: NEWCOMER - FEE}
        await do(house, actor, ConsentToRefund(ana, by=OPERATOR))
        assert await wallets(house, (ana,)) == {ana: NEWCOMER}
        assert await refusal(house, actor, ConsentToRefund(ana, by=OPERATOR)) == "nothing_to_refund"
        assert await house.store.balance(pool(actor.id)) == 4 * FEE
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_a_cancelled_tournament_gives_all_back_but_to_the_disqualified(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house, runs_itself=False, fewest=6)
        ana, ben, *rest = await entered(house, actor, 5)
        house_before = await house.store.balance(HOUSE)
        await do(house, actor, Contribute(123_45, by=OPERATOR))
        assert await house.store.balance(pool(actor.id)) == 5 * FEE + 123_45
        await do(house, actor, Disqualify(ana, "broke the rules", "sold the entry on", by=DIRECTOR))
        await at(house, STARTS - DAY)
        await do(house, actor, WithdrawEntry(ben))
        await do(house, actor, CancelTournament("the roof leaks", by=OPERATOR))
        state = state_of(actor)
        assert state.phase is Phase.OFF
        # Who withdrew too late has it back all the same (T29); who was disqualified has not (T18).
        assert await wallets(house, (ana, ben, *rest)) == {ana: NEWCOMER - FEE} | dict.fromkeys((ben, *rest), NEWCOMER)
        assert await house.store.balance(pool(actor.id)) == 0
        assert await house.store.balance(HOUSE) == house_before + FEE
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_a_tournament_that_is_broken_off_gives_all_back_but_to_the_disqualified(
    tmp_path: Path, store: str | None
) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house, runs_itself=False, stages=(Stage(rounds(1), advance=3),))
        people = await entered(house, actor, 8)
        await seated(house, actor, 4, 4)
        await start(house, actor, 1)
        (table,) = tables(house, actor.id)
        assert await refusal(house, actor, BreakOff("fire", by=OPERATOR)) == "sessions_on"
        out = state_of(table).seats[0]
        await play(house, actor, until=lambda: state_of(table).begun)
        await do(house, table, Disqualify(out, "concealed chips", "put two in a pocket", by=DIRECTOR))
        await play(house, actor, until=lambda: state_of(table).tally is not None)
        await settled(house)
        assert state_of(actor).session(1).tally == state_of(table).tally
        await do(house, actor, BreakOff("fire", by=OPERATOR))
        assert await wallets(house, people) == {player: NEWCOMER - FEE * (player == out) for player in people}
        assert await house.store.balance(pool(actor.id)) == 0
        follows(house)

    in_casino(tmp_path, scenario, database=store)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_chips_that_are_sold_are_kept_apart_from_the_fees_and_redeemed(
    tmp_path: Path, store: str | None, seed: int
) -> None:
    async def scenario(house: House) -> None:
        prizes = (Prize(share=1),)
        actor = await tournament(
            house, runs_itself=False, issue=Issue.SOLD, chips=100_00, most=7, stages=(), prizes=prizes
        )
        people = await entered(house, actor, 4)
        before = await house.store.balance(HOUSE)
        await seated(house, actor, 4)
        assert await refusal(house, actor, StartSession(1, by=DIRECTOR)) == "no_chips"
        for player in people:
            await do(house, actor, BuyChips(player))
        assert await house.store.balance(chip_money(actor.id)) == 4 * 100_00
        assert await house.store.balance(pool(actor.id)) == 4 * FEE
        await do(house, actor, StartSession(1, by=DIRECTOR))
        while state_of(actor).phase is Phase.PLAY:
            await _one_session(house, actor, seed)
        await prizes_paid(house, actor)
        holdings = {entry.player: entry.holding for entry in state_of(actor).entries}
        bought = {entry.player: entry.chip_money for entry in state_of(actor).entries}
        for player, holding in holdings.items():
            if holding:
                assert await refusal(house, actor, Redeem(player, holding + 1)) == "not_an_amount"
                await do(house, actor, Redeem(player, holding))
        (winner,) = state_of(actor).placings[0].players
        assert await wallets(house, people) == {
            player: NEWCOMER - FEE - bought[player] + holdings[player] + (4 * FEE if player == winner else 0)
            for player in people
        }
        assert await house.store.balance(chip_money(actor.id)) == 0
        assert await house.store.balance(HOUSE) == before + sum(bought.values()) - sum(holdings.values())
        told = with_names(await machine(house, actor.id), actor.setting.players.person)
        assert state_of(actor) == told
        follows(house)

    in_casino(tmp_path, scenario, database=store)


async def _one_session(house: House, actor: object, seed: int) -> None:
    """Play whatever is started; then the director has a play-off drawn, its chips sold, and starts it."""
    state = state_of(actor)  # type: ignore[arg-type]
    if state.draws:
        await at(house, house.hand.time + DECIDE_SECONDS)
    elif waiting := [session for session in state.sessions if session.is_waiting]:
        for player in waiting[0].seats:
            await do(house, actor, BuyChips(player))  # type: ignore[arg-type]
        await do(house, actor, StartSession(waiting[0].number, by=DIRECTOR))  # type: ignore[arg-type]
    else:
        await settled(house)
        live = tables(house, actor.id)  # type: ignore[attr-defined]
        await play(house, actor, seed=seed, until=lambda: all(state_of(each).tally for each in live))  # type: ignore[arg-type]
        await settled(house)


def test_a_listed_prize_beyond_the_pool_is_the_operators_to_pay(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        prizes = (Prize(amount=500_00), Prize(amount=100_00))
        actor = await tournament(house, prizes=prizes)
        people = await entered(house, actor, 4)
        before = await house.store.balance(HOUSE)
        await at(house, STARTS)
        await play(house, actor)
        money = await wallets(house, people)
        assert sorted(money.values())[2:] == [NEWCOMER - FEE + 100_00, NEWCOMER - FEE + 500_00]
        assert await house.store.balance(HOUSE) == before - (600_00 - 4 * FEE)
        follows(house)

    in_casino(tmp_path, scenario, database=store)


# Who may enter


def test_who_works_here_does_not_enter_and_who_has_entered_is_given_no_office(
    tmp_path: Path, store: str | None
) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        boss = await operator(house.casino.people, now=house.casino.time())
        pat = await house.casino.front_desk.sign_up("Pat", "a ticklish weta")
        id = pat.person.id
        await do(house, actor, Apply(id))
        with pytest.raises(Exception, match="still at a table"):
            await house.casino.give_role(id, HouseRole.DEALER, by=boss.person.id)
        await do(house, actor, WithdrawEntry(id))
        await house.casino.give_role(id, HouseRole.TOURNAMENT_DIRECTOR, by=boss.person.id)
        other = await tournament(house, "other")
        assert await refusal(house, other, Apply(id)) == "staff_may_not_play"
        assert await refusal(house, other, Apply(boss.person.id)) == "staff_may_not_play"

    in_casino(tmp_path, scenario, database=store)


def test_a_fee_counts_as_a_stake_and_whoever_has_excluded_himself_does_not_enter(
    tmp_path: Path, store: str | None
) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        ana, ben = await house.player(), await house.player()
        now = house.casino.time()
        await house.casino.people.standings.set_limit(ana, LimitKind.LOSS, FEE - 1, now)
        await do(house, actor, Apply(ana))
        assert await refusal(house, actor, PayFee(ana, FEE)) == "loss_limit"
        await house.casino.people.standings.exclude(ben, TimeOut.DAY, now)
        assert await refusal(house, actor, Apply(ben)) == "timed_out"
        cat = await house.player()
        await do(house, actor, Apply(cat), PayFee(cat, FEE))
        assert await house.play_of(cat) == (FEE, 0)
        await house.casino.people.standings.exclude(cat, TimeOut.DAY, now)
        await do(house, actor, WithdrawEntry(cat))
        assert await house.play_of(cat) == (FEE, FEE)

    in_casino(tmp_path, scenario, database=store)


def test_A22_nobody_passes_chips_on_or_enters_twice(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        ana, ben, *_ = await entered(house, actor, 4)
        assert await refusal(house, actor, Apply(ana)) == "applied_already"
        await at(house, STARTS)
        (table,) = tables(house, actor.id)
        assert sorted(state_of(table).seated) == sorted(state_of(actor).players)
        assert await refusal(house, table, LendChips(ana, ben, 10_00)) == "no_lending"
        assert await refusal(house, table, BuyIn(ana, 10_00)) == "no_more_chips"
        assert await refusal(house, table, CashOut(ana, 10_00)) == "chips_stay"
        stranger = await house.player()
        assert await refusal(house, table, BuyIn(stranger, 10_00)) == "no_more_chips"
        assert await refusal(house, table, TakeSeat(stranger)) == "not_playing"
        assert await wallets(house, (ana, ben)) == {ana: NEWCOMER - FEE, ben: NEWCOMER - FEE}

    in_casino(tmp_path, scenario, database=store)


def test_nobody_acts_for_another_and_a_fee_needs_a_wallet_that_holds_it(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house, entry_fee=2_000_00)
        ana, ben = await house.player(), await house.player()
        assert await refusal(house, actor, Apply(ana, by=Actor(Role.PLAYER, ben))) == "not_yours"
        await do(house, actor, Apply(ana))
        assert await refusal(house, actor, Apply(ana)) == "applied_already"
        assert await refusal(house, actor, PayFee(ana, 2_000_00)) == "not_enough_money"
        assert await wallets(house, (ana,)) == {ana: NEWCOMER}
        assert state_of(actor).entry(ana).paid == 0
        assert state_of(actor).entry(ana).status is Status.APPLICANT

    in_casino(tmp_path, scenario, database=store)


def test_a_closed_account_and_a_tournament_that_may_still_owe(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        ana, *_ = await entered(house, actor, 1)
        with pytest.raises(Exception, match="table"):
            await house.casino.close_account(ana)
        await do(house, actor, WithdrawEntry(ana))
        await house.casino.close_account(ana)

    in_casino(tmp_path, scenario, database=store)


# Two currencies (T36)


def test_tournament_chips_are_a_currency_of_their_own() -> None:
    of_chips = ("chips:stack:cup.1.9:ana", "chips:layout:cup.1.9", "float:chips:cup.1.9", "float:chips:cup.1.9:issued")
    of_money = (
        wallet("ana"),
        HOUSE,
        pool("cup"),
        chip_money("cup"),
        "float:roulette-1",
        "layout:roulette-1",
        "held:ana",
    )
    assert {currency_of(account) for account in of_chips} == {Currency.TOURNAMENT_CHIPS}
    assert {currency_of(account) for account in of_money} == {Currency.MONEY}
    assert all(mixes(Transfer(chips, money, 1)) for chips in of_chips for money in of_money)
    assert not any(mixes(Transfer(one, other, 1)) for one in of_chips for other in of_chips)


def test_in_each_currency_all_balances_are_nothing_and_a_transfer_that_mixes_them_is_named(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        await entered(house, actor, 4)
        await at(house, STARTS)
        await play(house, actor)
        totals = dict.fromkeys(Currency, 0)
        for account, amount in (await house.store.balances("")).items():
            totals[currency_of(account)] += amount
        assert totals == {Currency.MONEY: 0, Currency.TOURNAMENT_CHIPS: 0}

    in_casino(tmp_path, scenario)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("DROP TRIGGER transfers_update")
        found = connection.execute(
            "SELECT stream, number, part, credit FROM transfers WHERE debit = 'pool:cup' LIMIT 1"
        ).fetchone()
        connection.execute(
            "UPDATE transfers SET debit = 'chips:layout:cup' WHERE stream = ? AND number = ? AND part = ?", found[:3]
        )
        connection.commit()
    (breach, *_) = inspect(tmp_path).breaches
    assert (breach.stream, breach.number) == ("cup", found[1])
    assert "chips:layout:cup" in breach.why
