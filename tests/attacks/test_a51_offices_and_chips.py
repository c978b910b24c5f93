"""Somebody who got an office, or left, in the moment in which they bought chips (A51)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.roles import HouseRole
from croupier.games.acts import BuyIn, CashOut
from tests.support.floor.casino import House, code_of, in_casino
from tests.support.floor.house import PASSWORD
from tests.support.floor.servers import together
from tests.support.floor.states import state_of

BUSY = "busy"


async def _operator(house: House) -> str:
    links, now, also = house.casino.people.links, house.casino.time(), house.casino.book.operator_came
    link = await links.make_operator_link(now)
    return (await links.use_operator_link(link, "Olga", PASSWORD, now, also=also)).person.id


async def _after(steps: int, work: Awaitable[object]) -> str:
    for _ in range(steps):
        await asyncio.sleep(0)
    return await code_of(work)


def test_A51_nobody_has_an_office_and_chips(tmp_path: Path) -> None:
    """A buy-in that was on its way when the office was given was stored before it, or after it."""

    async def play(house: House) -> None:
        casino, actor, seen = house.casino, await house.table("roulette"), set[tuple[str, str]]()
        olga = await _operator(house)
        for turn in range(40):
            dan = (await casino.front_desk.sign_up(f"Dan {turn}", PASSWORD)).person.id
            await casino.guard.load((dan,), casino.time())
            giving, buying = casino.give_role(dan, HouseRole.DEALER, by=olga), house.act(actor, BuyIn(dan, 20_00))
            codes = await asyncio.gather(_after(turn % 8, giving), _after(turn // 5, buying))
            assert HouseRole.DEALER not in await casino.people.roles.of(dan) or codes[1], codes
            assert (codes[1] == "") == (state_of(actor).purse_if_any(dan) is not None)
            assert set(codes) <= {"", BUSY, "chips_on_table", "staff_may_not_play"}
            seen.add((codes[0], codes[1]))
        assert len(seen) > 1, "both orders came"
        assert inspect(casino.folder).breaches == ()

    in_casino(tmp_path, play)


def test_A51_who_has_played_at_a_table_that_is_over_may_leave(tmp_path: Path) -> None:
    """At a house of several servers they were told for good that its tables were too busy."""

    async def play(one: House, two: House) -> None:
        boss = await _operator(one)
        actor = await one.table("roulette")
        ana = (await one.casino.front_desk.sign_up("Ana", PASSWORD)).person.id
        await one.act(actor, BuyIn(ana, 20_00))
        await one.act(actor, CashOut(ana, 20_00))
        await one.casino.retire(actor.id, "worn out", by=boss)
        await one.casino.give_role(ana, HouseRole.DEALER, by=boss)
        await two.casino.close_account(ana)

    together(tmp_path, play)


def test_A51_a_table_that_is_out_of_order_keeps_nobody(tmp_path: Path) -> None:
    """Who has played there has nothing to wait for: nothing is stored at it any more."""

    async def play(house: House) -> None:
        actor, ana = await house.table("roulette"), await house.player()
        await house.act(actor, BuyIn(ana, 20_00))
        await house.act(actor, CashOut(ana, 20_00))
        actor.put_out_of_order("for a test")
        await house.casino.close_account(ana)

    in_casino(tmp_path, play, audited=False)
