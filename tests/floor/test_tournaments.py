"""Whole tournaments on the floor: by themselves and directed, with every cent and every chip accounted for."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from croupier.floor.tables.actor import TableActor
from croupier.games.acts import Act
from croupier.games.blackjack.acts import Deal as DealCard
from croupier.games.tournament.acts import Apply, PayFee, PayPrizes, PlaceAt, RefuseEntry, SetTables, WithdrawEntry
from croupier.games.tournament.conditions import Duration, Measure, Prize, Stage, TieBreak
from croupier.games.tournament.session_table.session import OVER, WAGER
from croupier.games.tournament.session_table.table import Division7Table
from croupier.games.tournament.session_table.table_acts import Attendance, Disqualify
from croupier.games.tournament.state import Phase, Status
from croupier.record.journals.ledger import pool
from tests.support.floor.casino import OPERATOR, House, in_casino
from tests.support.floor.states import state_of
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
    seated,
    settled,
    start,
    tables,
    tournament,
    wallets,
)

# A tournament that runs itself


def test_four_enter_by_two_acts_each_and_the_house_does_the_rest(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        people = await entered(house, actor, 4)
        state = state_of(actor)
        assert state.players == tuple(sorted(people))
        assert await house.store.balance(pool(actor.id)) == 4 * FEE
        assert set((await wallets(house, people)).values()) == {NEWCOMER - FEE}
        await at(house, STARTS - 1)
        assert state_of(actor).phase is Phase.ENTRY
        await at(house, STARTS)
        assert [session.begun for session in state_of(actor).sessions] == [True]
        await play(house, actor)
        done = state_of(actor)
        assert done.phase is Phase.OVER
        assert done == await chips_by_machine(house, actor)
        prizes = {award.player: award.money for award in done.awards}
        assert sorted(prizes.values()) == [32_00, 48_00], "60 and 40 parts of 80 dollars"
        assert await wallets(house, people) == {player: NEWCOMER - FEE + prizes.get(player, 0) for player in people}
        assert await house.store.balance(pool(actor.id)) == 0
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_everything_that_the_house_does_by_itself_stands_in_the_journal_without_a_name(
    tmp_path: Path, store: str | None
) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        ana = actor.player_id((await entered(house, actor, 1))[0])
        lines = [line.partition(" # ")[0] for line in (await house.lines(actor))[1:]]
        assert lines == [
            f"{ana}: apply",
            f"operator: notify {ana}",
            f"{ana}: pay fee 20",
            f"operator: accept {ana}",
        ]

    in_casino(tmp_path, scenario, database=store)


def test_too_few_by_the_start_and_everybody_has_the_fee_back(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        people = await entered(house, actor, 3)
        await at(house, STARTS)
        state = state_of(actor)
        assert (state.phase, state.reason) == (Phase.OFF, "too few players by the start")
        assert {(entry.status, entry.refunded) for entry in state.entries} == {(Status.SENT_HOME, FEE)}
        assert set((await wallets(house, people)).values()) == {NEWCOMER}
        assert await house.store.balance(pool(actor.id)) == 0
        assert await house.play_of(people[0]) == (0, FEE), "paid on one day, given back on another"
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_more_than_its_tables_may_seat_and_everybody_has_the_fee_back(tmp_path: Path, store: str | None) -> None:
    """Six are too many for one table of five and too few for two (D7 5.4, ruling T45)."""

    async def scenario(house: House) -> None:
        actor = await tournament(house, seats=5)
        people = await entered(house, actor, 6)
        await at(house, STARTS)
        state = state_of(actor)
        assert (state.phase, state.reason) == (Phase.OFF, "so many cannot be seated at its tables")
        assert set((await wallets(house, people)).values()) == {NEWCOMER}

    in_casino(tmp_path, scenario, database=store)


def test_lots_are_drawn_by_sealed_chance_where_the_terms_say_so(tmp_path: Path, store: str | None) -> None:
    """The time is up before anybody has wagered: all four of each table tie for one place (D7 6.6, ruling T46)."""

    async def scenario(house: House) -> None:
        soon = Duration(Measure.SECONDS, 5)
        terms: dict[str, Any] = {
            "stages": (Stage(soon),),
            "tie_break": TieBreak.LOT,
            "prizes": (Prize(share=1),),
            "wager_seconds": 60,
        }
        actor = await tournament(house, **terms)
        await entered(house, actor, 8)
        for second in range(DECIDE_SECONDS + 20):
            await at(house, STARTS + second)
        state = state_of(actor)
        assert (state.stage, len(state.players), state.is_final) == (2, 2, True)
        assert [(each.rule.ruling, "drawn by lot of 4" in each.working) for each in state.went_on] == [
            ("T46", True)
        ] * 2

    in_casino(tmp_path, scenario, database=store)


def test_one_that_nobody_enters_begins_later(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        await at(house, STARTS)
        assert state_of(actor).starts == STARTS + 15 * 60
        await at(house, STARTS + 15 * 60)
        assert state_of(actor).starts == STARTS + 30 * 60
        assert state_of(actor).phase is Phase.ENTRY

    in_casino(tmp_path, scenario, database=store)


def test_when_all_places_are_taken_an_applicant_has_the_fee_back(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house, most=4)
        people = await entered(house, actor, 5)
        entry = state_of(actor).entry(people[4])
        assert (entry.status, entry.refunded, str(entry.rule)) == (Status.REFUSED, FEE, "D7 3.3(a) (T29)")
        assert await wallets(house, people[4:]) == {people[4]: NEWCOMER}
        assert len(state_of(actor).players) == 4

    in_casino(tmp_path, scenario, database=store)


def test_when_one_takes_no_more_entries_the_next_opens(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house, "cup-9", again_after=600)
        await entered(house, actor, 1)
        assert "cup-10" not in house.casino.actors
        await at(house, STARTS)
        following = house.casino.actors["cup-10"]
        assert state_of(following).entries_are_open
        assert state_of(following).starts == STARTS + 600
        assert following.setting.pace == actor.setting.pace
        await settled(house)
        assert [id for id in house.casino.actors if id.startswith("cup-")] == ["cup-9", "cup-10"]

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
        actor = await tournament(house, runs_itself=False, live=True, stages=(Stage(rounds(1), advance=2),))
        people = await entered(house, actor, 14)
        refused, early, late, *rest = await _three_more(house, actor, people)
        assert len(state_of(actor).players) == 12
        # The operator places two, the others are drawn when the time for that is over
        await at(house, STARTS)
        await do(house, actor, Attendance(present=True, by=DIRECTOR), SetTables((6, 6), by=OPERATOR))
        await do(house, actor, PlaceAt(rest[0], 1, 3, by=OPERATOR), PlaceAt(rest[1], 2, 6, by=DIRECTOR))
        await settled(house)
        assert state_of(actor).draws
        await at(house, STARTS + DECIDE_SECONDS)
        sessions = state_of(actor).sessions
        assert not state_of(actor).draws
        assert (sessions[0].seats[2], sessions[1].seats[5]) == (rest[0], rest[1])
        await start(house, actor, 1, 2)
        await attended(house, actor)
        # Everybody at 20: all tie for two places, and play off at new tables
        first, second = tables(house, actor.id)
        await play(house, actor, deal=_even, until=lambda: _waits(first, WAGER))
        await do(house, first, Disqualify(rest[0], "took advice", "asked a neighbour", by=DIRECTOR))
        await play(house, actor, deal=_even, until=lambda: state_of(first).step == state_of(second).step == OVER)
        await settled(house)
        state = state_of(actor)
        assert state.entry(rest[0]).status is Status.DISQUALIFIED
        assert [session.play_off for session in state.sessions] == [False, False, True, True]
        assert sorted(len(session.seats) for session in state.sessions[2:]) == [5, 6]
        await _to_the_end(house, actor)
        done = state_of(actor)
        assert done.phase is Phase.OVER
        assert done == await chips_by_machine(house, actor)
        prizes = {award.player: award.money for award in done.awards}
        # 12 players and the one who withdrew too late are in the pool; who was refused or withdrew early is not.
        assert sum(prizes.values()) == 13 * FEE
        paid = {refused: 0, early: 0, late: FEE}
        assert await wallets(house, people) == {
            player: NEWCOMER - paid.get(player, FEE) + prizes.get(player, 0) for player in people
        }
        follows(house)

    in_casino(tmp_path, scenario)


async def _three_more(house: House, actor: TableActor, people: list[str]) -> list[str]:
    """One is refused, one withdraws two days before, one later: and one more takes a place."""
    refused, early, late = await house.player(), people[0], people[1]
    await do(house, actor, Apply(refused), PayFee(refused, FEE))
    await do(house, actor, RefuseEntry(refused, "known to mark cards", by=OPERATOR))
    await at(house, STARTS - 2 * DAY)
    await do(house, actor, WithdrawEntry(early))
    await at(house, STARTS - 2 * DAY + 1)
    await do(house, actor, WithdrawEntry(late))
    money = await wallets(house, (refused, early, late))
    assert money == {refused: NEWCOMER, early: NEWCOMER, late: NEWCOMER - FEE}
    people.append(refused)
    return [refused, early, late, *people[2:-1]]


def _all_over(live: list[TableActor]) -> bool:
    return all(_waits(each, OVER) for each in live)


def _waits(table: TableActor, step: str) -> bool:
    return bool(state_of(table).step == step)


async def _to_the_end(house: House, actor: TableActor) -> None:
    """The director starts whatever waits, the operator sets tables, dealers take them."""
    for _ in range(60):
        state = state_of(actor)
        if state.phase in (Phase.OVER, Phase.OFF):
            return
        if state.phase is Phase.DECIDED:
            await do(house, actor, PayPrizes(by=DIRECTOR))
        elif state.draws:
            await at(house, house.hand.time + DECIDE_SECONDS)
        elif state.awaits_tables:
            await do(house, actor, SetTables((len(state.players),), by=OPERATOR))
        elif waiting := [session.number for session in state.sessions if session.is_waiting]:
            await start(house, actor, *waiting)
            await attended(house, actor)
        else:
            live = tables(house, actor.id)
            await play(house, actor, deal=_by_lot, until=partial(_all_over, live))
            await settled(house)
    raise AssertionError("it does not end")


_DEALT = iter(range(10**9))


def _by_lot(id: str, table: Division7Table) -> Act:
    """Cards that differ from one another, as at a real shoe."""
    del id
    chance = list(table.chance())
    return chance[next(_DEALT) * 7 % len(chance)]


def test_the_clock_asks_the_director_and_disqualifies_nobody(tmp_path: Path, store: str | None) -> None:
    """A directed tournament whose tables deal themselves (D7 4.5, ruling T47)."""

    async def scenario(house: House) -> None:
        actor = await tournament(house, runs_itself=False)
        await entered(house, actor, 4)
        await seated(house, actor, 4)
        await start(house, actor, 1)
        (table,) = tables(house, actor.id)
        await play(house, actor, until=lambda: _waits(table, WAGER))
        late = state_of(table).in_turn[0]
        while len(state_of(table).bettors) > 1:
            player = next(each for each in state_of(table).in_turn if each != late or len(state_of(table).passed) == 0)
            if player == late:
                await at(house, house.hand.time + 20)
            else:
                await do(house, table, least(table, player))
        await at(house, house.hand.time + 20)
        assert state_of(table).asks_director
        await at(house, house.hand.time + 3600)
        assert (state_of(table).asks_director, state_of(table).bettors, state_of(table).disqualified) == (
            True,
            (late,),
            (),
        )
        await do(house, table, Disqualify(late, "no wager", "left the room", by=DIRECTOR))
        await settled(house)
        assert state_of(table).disqualified == (late,)
        assert state_of(table).step != WAGER, "the round goes on by itself"
        await play(house, actor)
        assert {entry.status for entry in state_of(actor).entries if entry.player == late} == {Status.DISQUALIFIED}
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_the_director_leaves_and_play_waits_at_every_table(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        await entered(house, actor, 8)
        await at(house, STARTS)
        await play(house, actor, until=lambda: all(_waits(each, WAGER) for each in tables(house, actor.id)))
        assert len(tables(house, actor.id)) == 2
        await do(house, actor, Attendance(present=False, by=DIRECTOR))
        await settled(house)
        for table in tables(house, actor.id):
            player = state_of(table).in_turn[0]
            assert await refusal(house, table, least(table, player)) == "no_director"
        await at(house, house.hand.time + 3600)
        assert all(not state_of(table).disqualified for table in tables(house, actor.id))
        assert await refusal(house, tables(house, actor.id)[0], Attendance(present=True, by=DIRECTOR)) == "own_act"
        await do(house, actor, Attendance(present=True, by=DIRECTOR))
        await settled(house)
        for table in tables(house, actor.id):
            await do(house, table, least(table, state_of(table).in_turn[0]))
        await play(house, actor)
        follows(house)

    in_casino(tmp_path, scenario, database=store)
