"""Whole tournaments on the floor: by themselves and directed, with every cent and every chip accounted for."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from croupier.floor.tables.actor import Desk
from croupier.games.acts import Act
from croupier.games.blackjack.acts import Deal as DealCard
from croupier.games.tournament.acts import Apply, PayFee, PlaceAt, RefuseEntry, SetTables, WithdrawEntry
from croupier.games.tournament.conditions import Stage
from croupier.games.tournament.session import OVER, WAGER
from croupier.games.tournament.state import Phase, Status
from croupier.games.tournament.table import Division7Table
from croupier.games.tournament.table_acts import Attendance, Disqualify
from croupier.record.ledger import pool
from tests.support.floor.casino import OPERATOR, House, in_casino
from tests.support.floor.tournaments import (
    DAY,
    DECIDE_SECONDS,
    DIRECTOR,
    FEE,
    NEWCOMER,
    STARTS,
    at,
    attended,
    chips_by_machine,
    do,
    entered,
    follows,
    least,
    play,
    refusal,
    rounds,
    settled,
    start,
    tables,
    tournament,
    wallets,
)

# A tournament that runs itself


def test_four_enter_by_two_acts_each_and_the_house_does_the_rest(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        desk = await tournament(house)
        people = await entered(house, desk, 4)
        state = desk.place.state
        assert state.players == tuple(sorted(people))
        assert await house.store.balance(pool(desk.id)) == 4 * FEE
        assert set((await wallets(house, people)).values()) == {NEWCOMER - FEE}
        await at(house, STARTS - 1)
        assert desk.place.state.phase is Phase.ENTRY
        await at(house, STARTS)
        assert [session.begun for session in desk.place.state.sessions] == [True]
        await play(house, desk)
        done = desk.place.state
        assert done.phase is Phase.OVER
        assert done == await chips_by_machine(house, desk)
        prizes = {award.player: award.money for award in done.awards}
        assert sorted(prizes.values()) == [32_00, 48_00], "60 and 40 parts of 80 dollars"
        assert await wallets(house, people) == {player: NEWCOMER - FEE + prizes.get(player, 0) for player in people}
        assert await house.store.balance(pool(desk.id)) == 0
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_everything_that_the_house_does_by_itself_stands_in_the_journal_without_a_name(
    tmp_path: Path, store: str | None
) -> None:
    async def scenario(house: House) -> None:
        desk = await tournament(house)
        (ana,) = await entered(house, desk, 1)
        lines = [line.partition(" # ")[0] for line in (await house.lines(desk))[1:]]
        assert lines == [
            f"{ana}: apply",
            f"operator: notify {ana}",
            f"{ana}: pay fee 20",
            f"operator: accept {ana}",
        ]

    in_casino(tmp_path, scenario, database=store)


def test_too_few_by_the_start_and_everybody_has_the_fee_back(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        desk = await tournament(house)
        people = await entered(house, desk, 3)
        await at(house, STARTS)
        state = desk.place.state
        assert (state.phase, state.reason) == (Phase.OFF, "too few players by the start")
        assert {(entry.status, entry.refunded) for entry in state.entries} == {(Status.SENT_HOME, FEE)}
        assert set((await wallets(house, people)).values()) == {NEWCOMER}
        assert await house.store.balance(pool(desk.id)) == 0
        assert await house.play_of(people[0]) == (0, FEE), "paid on one day, given back on another"
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_one_that_nobody_enters_begins_later(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        desk = await tournament(house)
        await at(house, STARTS)
        assert desk.place.state.starts == STARTS + 15 * 60
        await at(house, STARTS + 15 * 60)
        assert desk.place.state.starts == STARTS + 30 * 60
        assert desk.place.state.phase is Phase.ENTRY

    in_casino(tmp_path, scenario, database=store)


def test_when_all_places_are_taken_an_applicant_has_the_fee_back(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        desk = await tournament(house, most=4)
        people = await entered(house, desk, 5)
        entry = desk.place.state.entry(people[4])
        assert (entry.status, entry.refunded, str(entry.rule)) == (Status.REFUSED, FEE, "D7 3.3(a) (T29)")
        assert await wallets(house, people[4:]) == {people[4]: NEWCOMER}
        assert len(desk.place.state.players) == 4

    in_casino(tmp_path, scenario, database=store)


def test_when_one_takes_no_more_entries_the_next_opens(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        desk = await tournament(house, "cup-9", again_after=600)
        await entered(house, desk, 1)
        assert "cup-10" not in house.casino.desks
        await at(house, STARTS)
        following = house.casino.desks["cup-10"]
        assert following.place.state.entries_are_open
        assert following.place.state.starts == STARTS + 600
        assert following.setting.pace == desk.setting.pace
        await settled(house)
        assert [id for id in house.casino.desks if id.startswith("cup-")] == ["cup-9", "cup-10"]

    in_casino(tmp_path, scenario, database=store)


# One that is directed, at live tables


def _even(id: str, table: Division7Table) -> Act:
    """In the first stage everybody gets 20, the dealer too, and nobody wins; after that the table's number decides."""
    del id
    chance = table.chance()
    tens = [act for act in chance if isinstance(act, DealCard) and act.card.rank in ("T", "J", "Q", "K")]
    return tens[0] if tens else next(iter(chance))


def test_twelve_with_a_director_live_tables_a_tie_a_play_off_and_all_that_may_happen(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        desk = await tournament(house, runs_itself=False, live=True, stages=(Stage(rounds(1), advance=2),))
        people = await entered(house, desk, 14)
        refused, early, late, *rest = await _three_more(house, desk, people)
        assert len(desk.place.state.players) == 12
        # The operator places two, the others are drawn when the time for that is over
        await at(house, STARTS)
        await do(house, desk, Attendance(present=True, by=DIRECTOR), SetTables((6, 6), by=OPERATOR))
        await do(house, desk, PlaceAt(rest[0], 1, 3, by=OPERATOR), PlaceAt(rest[1], 2, 6, by=DIRECTOR))
        await settled(house)
        assert desk.place.state.draws
        await at(house, STARTS + DECIDE_SECONDS)
        sessions = desk.place.state.sessions
        assert not desk.place.state.draws
        assert (sessions[0].seats[2], sessions[1].seats[5]) == (rest[0], rest[1])
        await start(house, desk, 1, 2)
        await attended(house, desk)
        # Everybody at 20: all tie for two places, and play off at new tables
        first, second = tables(house, desk.id)
        await play(house, desk, deal=_even, until=lambda: _waits(first, WAGER))
        await do(house, first, Disqualify(rest[0], "took advice", "asked a neighbour", by=DIRECTOR))
        await play(house, desk, deal=_even, until=lambda: first.place.state.step == second.place.state.step == OVER)
        await settled(house)
        state = desk.place.state
        assert state.entry(rest[0]).status is Status.DISQUALIFIED
        assert [session.play_off for session in state.sessions] == [False, False, True, True]
        assert sorted(len(session.seats) for session in state.sessions[2:]) == [5, 6]
        await _to_the_end(house, desk)
        done = desk.place.state
        assert done.phase is Phase.OVER
        assert done == await chips_by_machine(house, desk)
        prizes = {award.player: award.money for award in done.awards}
        # 12 players and the one who withdrew too late are in the pool; who was refused or withdrew early is not.
        assert sum(prizes.values()) == 13 * FEE
        paid = {refused: 0, early: 0, late: FEE}
        assert await wallets(house, people) == {
            player: NEWCOMER - paid.get(player, FEE) + prizes.get(player, 0) for player in people
        }
        follows(house)

    in_casino(tmp_path, scenario)


async def _three_more(house: House, desk: Desk, people: list[str]) -> list[str]:
    """One is refused, one withdraws two days before, one later: and one more takes a place."""
    refused, early, late = await house.player(), people[0], people[1]
    await do(house, desk, Apply(refused), PayFee(refused, FEE))
    await do(house, desk, RefuseEntry(refused, "known to mark cards", by=OPERATOR))
    await at(house, STARTS - 2 * DAY)
    await do(house, desk, WithdrawEntry(early))
    await at(house, STARTS - 2 * DAY + 1)
    await do(house, desk, WithdrawEntry(late))
    money = await wallets(house, (refused, early, late))
    assert money == {refused: NEWCOMER, early: NEWCOMER, late: NEWCOMER - FEE}
    people.append(refused)
    return [refused, early, late, *people[2:-1]]


def _all_over(live: list[Desk]) -> bool:
    return all(_waits(each, OVER) for each in live)


def _waits(table: Desk, step: str) -> bool:
    return bool(table.place.state.step == step)


async def _to_the_end(house: House, desk: Desk) -> None:
    """The director starts whatever waits, the operator sets tables, dealers take them."""
    for _ in range(60):
        state = desk.place.state
        if state.phase in (Phase.OVER, Phase.OFF):
            return
        if state.draws:
            await at(house, house.hand.time + DECIDE_SECONDS)
        elif state.awaits_tables:
            await do(house, desk, SetTables((len(state.players),), by=OPERATOR))
        elif waiting := [session.number for session in state.sessions if session.is_waiting]:
            await start(house, desk, *waiting)
            await attended(house, desk)
        else:
            live = tables(house, desk.id)
            await play(house, desk, deal=_by_lot, until=partial(_all_over, live))
            await settled(house)
    raise AssertionError("it does not end")


_DEALT = iter(range(10**9))


def _by_lot(id: str, table: Division7Table) -> Act:
    """Cards that differ from one another, as at a real shoe."""
    del id
    chance = list(table.chance())
    return chance[next(_DEALT) * 7 % len(chance)]


def test_the_director_leaves_and_play_waits_at_every_table(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        desk = await tournament(house)
        await entered(house, desk, 8)
        await at(house, STARTS)
        await play(house, desk, until=lambda: all(_waits(each, WAGER) for each in tables(house, desk.id)))
        assert len(tables(house, desk.id)) == 2
        await do(house, desk, Attendance(present=False, by=DIRECTOR))
        await settled(house)
        for table in tables(house, desk.id):
            player = table.place.state.in_turn[0]
            assert await refusal(house, table, least(table, player)) == "no_director"
        await at(house, house.hand.time + 3600)
        assert all(not table.place.state.disqualified for table in tables(house, desk.id))
        assert await refusal(house, tables(house, desk.id)[0], Attendance(present=True, by=DIRECTOR)) == "own_act"
        await do(house, desk, Attendance(present=True, by=DIRECTOR))
        await settled(house)
        for table in tables(house, desk.id):
            await do(house, table, least(table, table.place.state.in_turn[0]))
        await play(house, desk)
        follows(house)

    in_casino(tmp_path, scenario, database=store)
