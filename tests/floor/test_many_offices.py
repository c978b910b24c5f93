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

from croupier.floor.tables.actor import Desk
from croupier.floor.tournaments import joints
from croupier.games.tournament.acts import Apply, PayFee, RecallSession, SetTables, StartSession
from croupier.games.tournament.state import Phase
from croupier.games.tournament.table_acts import Attendance, BeginSession, TakeSeat
from croupier.record.journal import HOUSE_STREAM
from croupier.record.ledger import pool
from tests.support.floor.casino import OPERATOR, House
from tests.support.floor.servers import together, until
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
        for desk in house.casino.watched.values():
            desk.hear()
    await asyncio.gather(*map(settled, houses))
    for house in houses:
        await house.casino.learn()
        await asyncio.gather(*(desk.abreast() for desk in house.casino.watched.values()))


async def _moves(house: House, random: Random, id: str) -> bool:
    """Whoever is in turn acts at that server; whether anybody was."""
    moved = False
    for table in tables(house, id):
        await table.abreast()
        if (act := next_act(table, random)) is not None:
            assert await refusal(house, table, act) == ""
            moved = True
    await house.casino.desk(id).abreast()
    return moved


async def _played(houses: tuple[House, ...], id: str) -> None:
    """The tournament to its end, now at one server and now at another."""
    random = Random(4)
    for step in range(MOST_STEPS):
        house = houses[step % len(houses)]
        if house.casino.desk(id).place.state.phase is Phase.OVER:
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
        desk = await tournament(one, "cup-1", again_after=600)
        await two.casino.find(desk.id)
        people = [await house.player() for house in houses for _ in range(4)]
        for place, player in enumerate(people):
            here, there = houses if place % 2 else houses[::-1]
            await do(here, here.casino.desk(desk.id), Apply(player))
            await do(there, there.casino.desk(desk.id), PayFee(player, FEE))
        await _at(houses, STARTS)
        assert len(desk.place.state.players) == len(people)
        await _played(houses, desk.id)
        await _at(houses, one.hand.time + 1)
        states = [house.casino.desk(desk.id).place.state for house in houses]
        done = states[0]
        assert (done.phase, states[1]) == (Phase.OVER, done)
        assert done == await chips_by_machine(one, desk)
        prizes = {award.player: award.money for award in done.awards}
        assert sum(prizes.values()) == len(people) * FEE
        assert await wallets(one, people) == {player: NEWCOMER - FEE + prizes.get(player, 0) for player in people}
        await _each_once(one, desk)

    together(tmp_path, play)


async def _each_once(house: House, desk: Desk) -> None:
    """One table for every session that was started, one report of it, one tournament that follows; no money is left."""
    lines = [line.partition(" # ")[0] for line in await house.lines(desk)]
    started = [number for number, line in enumerate(lines) if ": start session " in line]
    reports = Counter(line.split()[3] for line in lines if ": report session " in line)
    assert set(reports.values()) == {1}
    assert len(reports) == len(started) > 1
    told = [row.line for row in await house.store.tail(HOUSE_STREAM, -1, 10_000)]
    made = [found[1] for line in told if (found := re.search(r"(?:table|tournament) (\S+) made", line))]
    own = sorted(id for id in await house.store.streams() if id.startswith(f"{desk.id}."))
    assert sorted(int(id.rpartition(".")[2]) for id in own) == started
    assert sorted(id for id in made if id.startswith("cup-")) == sorted([desk.id, "cup-2", *own])
    assert await house.store.balance(pool(desk.id)) == 0
    held = await house.store.balances("")
    assert [name for name, cents in held.items() if cents and desk.id in name and "chips:" not in name] == []


async def _started(one: House, two: House) -> Desk:
    """A directed tournament of four at two servers, with its one session placed."""
    desk = await tournament(one, runs_itself=False)
    await entered(one, desk, 4)
    one.hand.time = STARTS
    await do(one, desk, Attendance(present=True, by=DIRECTOR), SetTables((4,), by=OPERATOR))
    await _at((one, two), STARTS + DECIDE_SECONDS)
    return desk


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
        desk = await _started(one, two)
        there, recalls = two.casino.desk(desk.id), 0
        for turn in range(6):
            await do(one, desk, StartSession(1, by=DIRECTOR))
            id = f"cup.1.{desk.place.number}"
            await until(lambda id=id: id in two.casino.desks)  # type: ignore[misc]
            table = two.casino.desk(id)
            await until(lambda table=table: bool(table.place.state.seated))  # type: ignore[misc]
            asked = [refusal(one, desk, RecallSession(1, by=DIRECTOR)), refusal(two, table, BeginSession(by=DIRECTOR))]
            codes = await asyncio.gather(*(asked if turn % 2 else asked[::-1]))
            codes = codes if turn % 2 else codes[::-1]
            assert codes in (["", "recalled"], ["has_begun", ""])
            if codes[0] == "has_begun":
                return
            recalls += 1
            # What is known at the other server is known here too: a table that waits for nobody takes nobody.
            assert await refusal(two, table, TakeSeat(table.place.state.seated[0])) == "recalled"
        assert recalls
        await there.abreast()

    together(tmp_path, play)


def test_nobody_is_sent_away_because_a_server_has_not_heard_of_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session was recalled and started again elsewhere: at its new table everybody is taken, whoever is asked."""
    monkeypatch.setattr("croupier.floor.store.postgres_doorbell.PostgresBell.ring", lambda *_: None)
    monkeypatch.setattr("croupier.floor.cluster.members.POLL_SECONDS", 3600.0)

    async def play(one: House, two: House) -> None:
        desk = await _started(one, two)
        await do(one, desk, StartSession(1, by=DIRECTOR))
        await settled(one)
        await _at((one, two), one.hand.time)
        await do(one, desk, RecallSession(1, by=DIRECTOR))
        await two.casino.desk(desk.id).abreast()
        await do(one, desk, StartSession(1, by=DIRECTOR))
        await settled(one)
        second = f"cup.1.{desk.place.number}"
        await two.casino.find(second)
        table = two.casino.desk(second)
        await table.abreast()
        assert await refusal(two, table, TakeSeat(table.place.state.seated[0])) == ""

    together(tmp_path, play)
