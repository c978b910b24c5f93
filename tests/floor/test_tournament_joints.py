"""Tournaments and their tables, joined by what is durable: recalls, outages, two servers, many at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.tables.actor import TableActor
from croupier.games.tournament.acts import RecallSession, ReportSession, StartSession
from croupier.games.tournament.conditions import Stage
from croupier.games.tournament.session_table.session import WAGER
from croupier.games.tournament.session_table.table_acts import BeginSession, Disqualify, PermitWriting, TakeSeat
from croupier.games.tournament.state import Phase, Status
from croupier.games.tournament.tally import Tally
from tests.support.floor.casino import OPERATOR, Hand, House, in_casino, opened, wager
from tests.support.floor.states import state_of
from tests.support.floor.tournaments import (
    DECIDE_SECONDS,
    DIRECTOR,
    FEE,
    NEWCOMER,
    STARTS,
    at,
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


async def _started(house: House, players: int, **wishes: Any) -> TableActor:
    """A directed tournament whose first session was started, and has not begun."""
    actor = await tournament(house, runs_itself=False, **wishes)
    await entered(house, actor, players)
    await seated(house, actor, players)
    await start(house, actor, 1)
    return actor


def test_a_session_is_recalled_before_it_begins_and_started_at_another_table(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await _started(house, 5)
        (first,) = tables(house, actor.id)
        await do(house, actor, RecallSession(1, by=DIRECTOR))
        assert await refusal(house, first, BeginSession(by=DIRECTOR)) == "recalled"
        assert await refusal(house, first, TakeSeat(state_of(first).seated[0])) == "recalled"
        await do(house, actor, StartSession(1, by=DIRECTOR))
        await settled(house)
        (second,) = (each for each in tables(house, actor.id) if each is not first)
        assert state_of(second).seated == state_of(first).seated
        await do(house, second, BeginSession(by=DIRECTOR))
        assert await refusal(house, actor, RecallSession(1, by=DIRECTOR)) == "has_begun"
        assert await refusal(house, first, BeginSession(by=DIRECTOR)) == "recalled"
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_it_is_recalled_or_begins_and_never_both(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await _started(house, 4)
        (table,) = tables(house, actor.id)
        codes = await asyncio.gather(
            refusal(house, actor, RecallSession(1, by=DIRECTOR)), refusal(house, table, BeginSession(by=DIRECTOR))
        )
        assert sorted(codes) in (["", "has_begun"], ["", "recalled"])

    in_casino(tmp_path, scenario, database=store)


def test_a_table_whose_session_was_recalled_does_not_begin_when_its_time_comes(
    tmp_path: Path, store: str | None
) -> None:
    """The house has started the session anew at another table: the first one waits for nobody, and deals nothing."""

    async def scenario(house: House) -> None:
        actor = await tournament(house)
        await entered(house, actor, 4)
        await at(house, STARTS)
        (first,) = tables(house, actor.id)
        await do(house, actor, RecallSession(1, by=DIRECTOR))
        await settled(house)
        (second,) = (each for each in tables(house, actor.id) if each is not first)
        await at(house, STARTS + 3 * DECIDE_SECONDS)
        assert (state_of(first).begun, state_of(second).begun) == (False, True)
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_too_few_are_left_to_begin_and_the_tables_are_set_anew(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await _started(house, 4)
        (table,) = tables(house, actor.id)
        out = state_of(table).seated[1]
        await do(house, table, Disqualify(out, "did not attend", "has not come", by=DIRECTOR))
        await settled(house)
        state = state_of(actor)
        assert (state.entry(out).status, str(state.entry(out).rule)) == (Status.DISQUALIFIED, "D7 3.3(b)(ii)")
        assert state.sessions == ()
        assert len(state.players) == 3
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_the_house_alone_reports_and_nothing_follows_a_tally(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await _started(house, 4)
        (table,) = tables(house, actor.id)
        for who in (OPERATOR, DIRECTOR):
            assert await refusal(house, actor, ReportSession(1, Tally(0, 0, ()), by=who)) == "own_act"
        await play(house, actor, until=lambda: state_of(table).tally is not None)
        last = table.head.number
        assert await refusal(house, table, PermitWriting(permitted=True, by=DIRECTOR)) == "session_over"
        await settled(house)
        assert table.head.number == last
        assert state_of(actor).phase is Phase.OVER or state_of(actor).sessions[0].record == table.head.hash.hex()

    in_casino(tmp_path, scenario, database=store)


# Time


def test_who_lets_the_time_pass_is_held_to_the_minimum_and_then_disqualified(tmp_path: Path, store: str | None) -> None:
    async def scenario(house: House) -> None:
        actor = await tournament(house)
        await entered(house, actor, 5)
        await at(house, STARTS)
        (table,) = tables(house, actor.id)
        await at(house, STARTS + DECIDE_SECONDS)
        assert state_of(table).step == WAGER, "it begins when the time to come is over"
        late = state_of(table).in_turn[0]
        await at(house, house.hand.time + 20)
        assert state_of(table).passed == (late,)
        for _ in range(4):
            player = state_of(table).in_turn[0]
            assert player != late
            await do(house, table, least(table, player))
        assert state_of(table).in_turn == (late,)
        before = table.head.number
        await at(house, house.hand.time + 20)
        assert table.head.number > before
        assert state_of(table).disqualified == (late,)
        await play(house, actor)
        assert state_of(actor).entry(late).status is Status.DISQUALIFIED
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_nobody_is_disqualified_because_the_house_was_away(tmp_path: Path, store: str | None) -> None:
    async def before(house: House) -> tuple[float, str]:
        actor = await tournament(house)
        await entered(house, actor, 4)
        await at(house, STARTS)
        await play(house, actor, until=lambda: any(state_of(each).step == WAGER for each in tables(house, actor.id)))
        (table,) = tables(house, actor.id)
        return house.hand.time, table.id

    time, id = in_casino(tmp_path, before, database=store)

    async def after(house: House) -> None:
        house.hand.time = time + 3600
        await settled(house)
        table, actor = house.casino.actors[id], house.casino.actors["cup"]
        state = state_of(table)
        assert (state.disqualified, state.passed, state.director_present) == ((), (), True)
        assert state.turn_ends == state.clock + 20, "the time begins anew"
        await play(house, actor)
        assert state_of(actor).phase is Phase.OVER
        follows(house)

    in_casino(tmp_path, after, database=store, hand=Hand(time + 3600))


# Several at once


def test_two_tournaments_and_cash_tables_at_once(
    tmp_path: Path, store: str | None, request: pytest.FixtureRequest
) -> None:
    """In the plain run beside 8 cash tables; in the long one beside a hundred."""
    count = 100 if request.config.getoption("--long") else 8

    async def scenario(house: House) -> None:
        cups = [await tournament(house, id, stages=(Stage(rounds(1)),)) for id in ("north", "south")]
        fields = [await entered(house, cup, players) for cup, players in zip(cups, (9, 8), strict=True)]
        games = ("roulette", "tai-sai", "money-wheel")
        cash = [await house.table(games[number % 3], id=f"cash-{number}") for number in range(count)]
        gamblers = [await house.seated(actor, 500_00) for actor in cash]
        await at(house, STARTS)

        async def gamble() -> None:
            for _ in range(3):
                await asyncio.gather(
                    *(house.refused(actor, wager(actor, each)) for actor, each in zip(cash, gamblers, strict=True))
                )
                await asyncio.sleep(0.05)

        await asyncio.gather(play(house, *cups), gamble())
        for cup, people in zip(cups, fields, strict=True):
            done = state_of(cup)
            assert done.phase is Phase.OVER
            assert done == await chips_by_machine(house, cup)
            prizes = {award.player: award.money for award in done.awards}
            assert sum(prizes.values()) == len(people) * FEE
            assert await wallets(house, people) == {player: NEWCOMER - FEE + prizes.get(player, 0) for player in people}
        assert sum([(await house.play_of(each))[0] > 0 for each in gamblers]) == count
        follows(house)

    in_casino(tmp_path, scenario, database=store)


def test_two_servers_join_the_same_tournament(tmp_path: Path) -> None:
    """Both look at the same states and ask for the same acts: each is done once."""

    async def scenario(house: House) -> None:
        actor = await tournament(house)
        await entered(house, actor, 4)
        async with opened(tmp_path, hand=house.hand) as other:
            house.hand.time = STARTS
            await asyncio.gather(settled(house), settled(other))
            for each in (house, other):
                each.casino.tournaments._look_at("cup")
            await asyncio.gather(settled(house), settled(other))
            lines = "\n".join(await house.lines(actor))
            assert lines.count("start session 1 ") == 1
            made = [line for line in await _house_lines(house) if "made for session" in line]
            assert len(made) == 1
            (table,) = tables(house, "cup") or tables(other, "cup")
            said = "\n".join(await house.lines(table))
            assert (said.count(": allocate "), said.count(": is present")) == (1, 1)
            other.witnesses.clear()
        house.witnesses.clear()
        await at(house, STARTS + 1)
        await play(house, actor)
        assert state_of(actor).phase is Phase.OVER
        follows(house)

    in_casino(tmp_path, scenario)


async def _house_lines(house: House) -> list[str]:
    return [row.line for row in await house.store.tail("house", -1, 10_000)]
