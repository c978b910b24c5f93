"""The states of a table actor: which follows which, and what each takes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.floor.tables.states import TableState
from tests.support.floor.casino import House, in_casino, wager

ENDS = (TableState.STOPPED, TableState.OUT_OF_ORDER)


@pytest.mark.parametrize("state", TableState)
def test_a_table_that_is_out_of_order_stays_so(state: TableState) -> None:
    assert TableState.OUT_OF_ORDER.after(state) is TableState.OUT_OF_ORDER


@pytest.mark.parametrize("state", [state for state in TableState if state not in ENDS])
def test_every_other_table_can_be_stopped_or_put_out_of_order(state: TableState) -> None:
    assert [state.after(end) for end in ENDS] == list(ENDS)


def test_only_reading_the_journal_ends_a_doubt() -> None:
    assert TableState.UNSURE.after(TableState.AT_REST) is TableState.UNSURE
    assert TableState.UNSURE.after(TableState.IN_ORDER) is TableState.IN_ORDER
    assert TableState.AT_REST.after(TableState.IN_ORDER) is TableState.AT_REST


def test_a_table_serves_between_its_start_and_its_end() -> None:
    serving = {state for state in TableState if state.is_serving}
    assert serving == {TableState.IN_ORDER, TableState.AT_REST, TableState.UNSURE}


def test_who_waits_for_a_table_that_stops_is_let_go(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana = await house.seated(actor, 100_00)
        waiting = [asyncio.create_task(actor.abreast()) for _ in range(3)]
        await asyncio.sleep(0)
        await actor.stop()
        async with asyncio.timeout(5):
            await asyncio.gather(*waiting)
            await actor.abreast()
        assert await house.refused(actor, wager(actor, ana)) == "out_of_order"
        await actor.start()
        assert await house.refused(actor, wager(actor, ana)) == ""

    in_casino(tmp_path, play)


def test_a_table_that_was_put_out_of_order_says_why(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana = await house.seated(actor, 100_00)
        actor.put_out_of_order("A rat ate the wheel.")
        assert await house.refused(actor, wager(actor, ana)) == "out_of_order"
        assert actor.trouble == "A rat ate the wheel."
        await actor.stop()
        assert await house.refused(actor, wager(actor, ana)) == "out_of_order"

    in_casino(tmp_path, play)
