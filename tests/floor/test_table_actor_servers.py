"""Two servers on one table, and a server that stops."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.floor.store.port import StoreFailed
from croupier.floor.tables.commands import closed
from croupier.floor.tables.recovery import Folded
from croupier.games.acts import BuyIn
from croupier.games.sign import Sign
from tests.support.floor.casino import (
    REST,
    House,
    in_casino,
    opened,
    wager,
)


def test_two_servers_on_one_table(tmp_path: Path) -> None:
    """Nobody owns a table: whoever loses the race for a number reads what the other wrote, and asks again."""

    async def play(house: House) -> None:
        actor = await house.table("roulette", id="t-one", sign=closed(Sign)(minimum=50, maximum=1_000_00))
        people = [await house.seated(actor, 100_00) for _ in range(4)]
        async with opened(tmp_path, hand=house.hand) as other:
            twin = other.casino.actors["t-one"]
            for step in range(5):
                work = [
                    each.refused(
                        each.casino.actors["t-one"], wager(actor, person, 1_00), key=f"{step}-{place}", body=b"b"
                    )
                    for place, person in enumerate(people)
                    for each in (house, other)
                ]
                assert set(await asyncio.gather(*work)) == {""}, "the same request at both is one request"
            await asyncio.gather(house.later(actor, 20), other.quiet(twin))
            await asyncio.gather(house.quiet(actor), other.quiet(twin))
            assert (await house.audited(actor)).rounds == 1
            staked = [(await house.play_of(person))[0] for person in people]
            assert staked == [5_00] * 4
            await asyncio.gather(house.later(actor, REST), other.quiet(twin))
            # Who is behind learns it when he next writes.
            await other.act(twin, BuyIn(people[0], 5_00))
            await house.act(actor, BuyIn(people[0], 5_00))
            assert actor.head.number == twin.head.number + 1
            assert (await house.audited(actor)).breach is None
            # A witness of one server may see what the other has written since.
            house.witnesses.clear()

    in_casino(tmp_path, play)


def test_a_server_that_stops_answers_everybody(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana = await house.seated(actor, 1_000_00)
        for round in range(5):
            work = [
                asyncio.create_task(house.refused(actor, wager(actor, ana, 5_00), key=f"{round}-{each}"))
                for each in range(40)
            ]
            for _ in range(round * 3):
                await asyncio.sleep(0)
            await actor.stop()
            async with asyncio.timeout(5):
                codes = await asyncio.gather(*work)
            lines = "\n".join(await house.lines(actor))
            for each, code in enumerate(codes):
                assert code in {"", "stopping", "out_of_order"}
                assert (f" key {round}-{each}\n" in lines + "\n" or f" key {round}-{each} " in lines) == (not code)
            await actor.start()

    in_casino(tmp_path, play)


def test_who_loses_the_race_and_cannot_read_why_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreadable(*_: object) -> Folded:
        raise StoreFailed("the store cannot be read")

    async def play(house: House) -> None:
        actor = await house.table("roulette", id="t-one")
        ana = await house.seated(actor, 100_00)
        async with opened(tmp_path, hand=house.hand) as other:
            await other.act(other.casino.actors["t-one"], BuyIn(ana, 5_00))
        with monkeypatch.context() as patched:
            patched.setattr("croupier.floor.tables.actor.caught_up", unreadable)
            for _ in range(3):
                assert await house.refused(actor, wager(actor, ana), key="k") == "not_done"
        await house.act(actor, wager(actor, ana), key="k")

    in_casino(tmp_path, play)
