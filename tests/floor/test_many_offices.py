"""Several servers on one database, each with the whole office of tournaments: whatever both do is done once."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.floor.tables.actor import TableActor
from croupier.floor.tournaments import joints
from croupier.games.tournament.acts import Apply, PayFee, RecallSession, SetTables, StartSession
from croupier.games.tournament.session_table.table_acts import Attendance, BeginSession, TakeSeat
from croupier.games.tournament.state import Phase
from croupier.record.journals.journal import HOUSE_STREAM
from croupier.record.journals.ledger import pool
from tests.support.floor.casino import OPERATOR, House
from tests.support.floor.servers import together, until
from tests.support.floor.states import state_of
from tests.support.floor.tournaments import (
    DECIDE_SECONDS,
    DIRECTOR,
    FEE,
    STARTS,
    chips_by_machine,
    do,
    entered,
    next_act,
    refusal,
    settled,
    tables,
    tournament,
    wallets,
)

NEWCOMER = 1_000_00
MOST_STEPS = 2_000


async def _at(houses: tuple[House, ...], moment: float) -> None:
    """Another moment, at every server at once: each does what is due there, at the same tables."""
    houses[0].hand.time = moment
    for house in houses:
        for actor in house.casino.watched.values():
            actor.hear()
    await asyncio.gather(*map(settled, houses))
    for house in houses:
        await house.casino.learn()
        await asyncio.gather(*(actor.abreast() for actor in house.casino.watched.values()))


async def _moves(house: House, random: Random, id: str) -> bool:
    """Whoever is in turn acts at that server; whether anybody was."""
    moved = False
    for table in tables(house, id):
        await table.abreast()
        if (act := next_act(table, random)) is not None:
            assert await refusal(house, table, act) == ""
            moved = True
    await house.casino.actor(id).abreast()
    return moved


async def _played(houses: tuple[House, ...], id: str) -> None:
    """The tournament to its end, now at one server and now at another."""
    random = Random(4)
    for step in range(MOST_STEPS):
        house = houses[step % len(houses)]
        if state_of(house.casino.actor(id)).phase is Phase.OVER:
            return
        if not await _moves(house, random, id):
            await _at(houses, houses[0].hand.time + 1)
    raise AssertionError("it does not end")


def test_two_servers_run_one_tournament_and_neither_leaves_anything_to_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.floor.cluster.members.GRACE_SECONDS", 0.0)

    async def play(*houses: House) -> None:
        one, two = houses
        actor = await tournament(one, "cup-1", again_after=600)
        await two.casino.find(actor.id)
        people = [await house.player() for house in houses for _ in range(4)]
        for place, player in enumerate(people):
            here, there = houses if place % 2 else houses[::-1]
            await do(here, here.casino.actor(actor.id), Apply(player))
            await do(there, there.casino.actor(actor.id), PayFee(player, FEE))
        await _at(houses, STARTS)
        assert len(state_of(actor).players) == len(people)
        await _played(houses, actor.id)
        await _at(houses, one.hand.time + 1)
        states = [state_of(house.casino.actor(actor.id)) for house in houses]
        done = states[0]
        assert (done.phase, states[1]) == (Phase.OVER, done)
        assert done == await chips_by_machine(one, actor)
        prizes = {award.player: award.money for award in done.awards}
        assert sum(prizes.values()) == len(people) * FEE
        assert await wallets(one, people) == {player: NEWCOMER - FEE + prizes.get(player, 0) for player in people}
        await _each_once(one, actor)

    together(tmp_path, play)


async def _each_once(house: House, actor: TableActor) -> None:
    """One table for every session that was started, one report of it, one tournament that follows; no money is left."""
    lines = [line.partition(" # ")[0] for line in await house.lines(actor)]
    started = [number for number, line in enumerate(lines) if ": start session " in line]
    reports = Counter(line.split()[3] for line in lines if ": report session " in line)
    assert set(reports.values()) == {1}
    assert len(reports) == len(started) > 1
    told = [row.line for row in await house.store.tail(HOUSE_STREAM, -1, 10_000)]
    made = [found[1] for line in told if (found := re.search(r"(?:table|tournament) (\S+) made", line))]
    own = sorted(id for id in await house.store.streams() if id.startswith(f"{actor.id}."))
    assert sorted(int(id.rpartition(".")[2]) for id in own) == started
    assert sorted(id for id in made if id.startswith("cup-")) == sorted([actor.id, "cup-2", *own])
    assert await house.store.balance(pool(actor.id)) == 0
    held = await house.store.balances("")
    assert [name for name, cents in held.items() if cents and actor.id in name and "chips:" not in name] == []


async def _started(one: House, two: House) -> TableActor:
    """A directed tournament of four at two servers, with its one session placed."""
    actor = await tournament(one, runs_itself=False)
    await entered(one, actor, 4)
    one.hand.time = STARTS
    await do(one, actor, Attendance(present=True, by=DIRECTOR), SetTables((4,), by=OPERATOR))
    await _at((one, two), STARTS + DECIDE_SECONDS)
    return actor


def _slowly(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whoever looks, in the transaction, at the other journal takes so long that the other side looks meanwhile."""
    looks = getattr(joints, name)

    def slow(*arguments: Any) -> Any:
        found = looks(*arguments)
        time.sleep(0.2)
        return found

    monkeypatch.setattr(joints, name, slow)


def test_it_is_recalled_at_one_server_or_begins_at_the_other_and_never_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often, and whoever is first: the two acts stand in two journals, and one of them is refused."""
    for name in ("refuses_at_table", "refuses_recall"):
        _slowly(monkeypatch, name)

    async def play(one: House, two: House) -> None:
        actor = await _started(one, two)
        there, recalls = two.casino.actor(actor.id), 0
        for turn in range(6):
            await do(one, actor, StartSession(1, by=DIRECTOR))
            id = f"cup.1.{actor.head.number}"
            await until(lambda id=id: id in two.casino.actors)  # type: ignore[misc]
            table = two.casino.actor(id)
            await until(lambda table=table: bool(state_of(table).seated))  # type: ignore[misc]
            asked = [refusal(one, actor, RecallSession(1, by=DIRECTOR)), refusal(two, table, BeginSession(by=DIRECTOR))]
            codes = await asyncio.gather(*(asked if turn % 2 else asked[::-1]))
            codes = codes if turn % 2 else codes[::-1]
            assert codes in (["", "recalled"], ["has_begun", ""])
            if codes[0] == "has_begun":
                return
            recalls += 1
            # What is known at the other server is known here too: a table that waits for nobody takes nobody.
            assert await refusal(two, table, TakeSeat(state_of(table).seated[0])) == "recalled"
        assert recalls
        await there.abreast()

    together(tmp_path, play)


def test_nobody_is_sent_away_because_a_server_has_not_heard_of_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session was recalled and started again elsewhere: at its new table everybody is taken, whoever is asked."""
    monkeypatch.setattr("croupier.floor.store.engines.postgres_doorbell.PostgresBell.ring", lambda *_: None)
    monkeypatch.setattr("croupier.floor.cluster.members.POLL_SECONDS", 3600.0)

    async def play(one: House, two: House) -> None:
        actor = await _started(one, two)
        await do(one, actor, StartSession(1, by=DIRECTOR))
        await settled(one)
        await _at((one, two), one.hand.time)
        await do(one, actor, RecallSession(1, by=DIRECTOR))
        await two.casino.actor(actor.id).abreast()
        await do(one, actor, StartSession(1, by=DIRECTOR))
        await settled(one)
        second = f"cup.1.{actor.head.number}"
        await two.casino.find(second)
        table = two.casino.actor(second)
        await table.abreast()
        assert await refusal(two, table, TakeSeat(state_of(table).seated[0])) == ""

    together(tmp_path, play)
