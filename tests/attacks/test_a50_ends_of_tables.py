"""A table whose end is asked for by several at once, or cannot be stored: it ends once, or is there again (A50)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.floor import casino
from croupier.floor.casino import Casino
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.store.port import StoreError
from tests.support.floor.faults import Fuse, connections
from tests.support.server.wire import Closed, Guest, House, Wire, buy_in, in_house

REASON = {"reason": "worn out"}
CALLS = 8
"""More than an end makes of the database, so that it goes away at each of them."""


class NoEnds(Fuse):
    """A database that stores no end of a table while it is armed."""

    def before(self, sql: str) -> None:
        if self.at and sql.startswith("UPDATE tables"):
            raise self.error("no end")


async def _retired(house: House, table: str, operator: Guest) -> tuple[int, str]:
    answer = await house.ask("POST", f"/api/v1/tables/{table}/retire", operator, json=REASON)
    return answer.status_code, (answer.json().get("refusal") or {}).get("code", "")


async def _ended_by_three(house: House) -> tuple[list[tuple[int, str]], int]:
    """What three who end one table at once are answered, and how many ends stand in the house's journal."""
    table, operator = await house.table(), await house.operator()
    answers = await asyncio.gather(*(_retired(house, table, operator) for _ in range(3)))
    lines = await house.store.read(
        lambda connection: connection.execute("SELECT line FROM journal WHERE stream = 'house'").fetchall()
    )
    return sorted(answers), sum(f"table {table} retired" in line for (line,) in lines)


def test_A50_a_table_ends_once_however_many_ask(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        answers, ends = await _ended_by_three(house)
        assert (answers, ends) == ([(201, ""), (404, "no_such_table"), (404, "no_such_table")], 1)
        assert inspect(house.casino.folder).breaches == ()

    in_house(tmp_path, scenario)


async def _came_meanwhile(house: House, table: str, steps: int) -> int | str:
    """Whoever opens a socket so many steps of the loop later: the first frame, or with which code it was closed."""
    for _ in range(steps):
        await asyncio.sleep(0)
    try:
        async with Wire(house, table) as wire:
            return str((await wire.next())["type"])
    except Closed as closed:
        return closed.code


def test_A50_nobody_is_told_that_a_table_is_gone_whose_end_is_not_stored(tmp_path: Path) -> None:
    fuse = NoEnds()

    async def scenario(house: House) -> None:
        table, operator, ana = await house.table(), await house.operator(), await house.guest()
        fuse.arm("", 1)
        retiring = asyncio.create_task(_retired(house, table, operator))
        came = await asyncio.gather(*(_came_meanwhile(house, table, steps) for steps in range(0, 60, 2)))
        assert (await retiring, set(came)) == ((503, "not_done"), {"snapshot"})
        fuse.mend()
        assert (await house.act(table, ana, "a", buy_in(50_00))).status_code == 201

    in_house(tmp_path, scenario, factory=connections(fuse))
    assert inspect(tmp_path).breaches == ()


@pytest.mark.parametrize("call", range(1, CALLS + 1))
def test_A50_a_table_is_there_again_when_the_database_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    """The database went away while an end was being stored: the table was gone until the next start."""
    monkeypatch.setattr(casino, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(casino, "DECIDED_SECONDS", 0.1)
    fuse = Fuse()

    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        fuse.arm("execute", call, stays=True)
        with pytest.raises((NotAccepted, StoreError)):
            await house.casino.retire(table, "worn out", by="poperator")
        if table not in house.casino.actors:
            with pytest.raises(NotAccepted) as refused:
                await house.casino.find(table)
            assert refused.value.refusal.code == "not_done"
        fuse.mend()
        await _is_back(house.casino, table)
        assert (await house.act(table, ana, "a", buy_in(50_00))).status_code == 201

    in_house(tmp_path, scenario, factory=connections(fuse))
    assert inspect(tmp_path).breaches == ()


async def _is_back(floor: Casino, table: str) -> None:
    async with asyncio.timeout(20):
        while table not in floor.actors:  # noqa: ASYNC110  it comes back by itself
            await asyncio.sleep(0.01)
