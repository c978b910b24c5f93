"""A table of an edition that this version does not know: its open round is void, and everybody gets what is theirs."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor.casino import Casino
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.request import Request
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.store.port import Connection, Row
from croupier.floor.tables.commands import closed
from croupier.floor.tables.opening import TableSpec
from croupier.floor.tables.recovery import StoredJournal
from croupier.floor.tables.winding_up import notes
from croupier.games.acts import BuyColour, BuyIn
from croupier.games.chips import Chips
from croupier.games.position import Position
from croupier.games.sign import Sign
from croupier.games.tournament.acts import Contribute, WithdrawEntry
from croupier.games.wagers import Wager
from croupier.record.house_journal.house import paid_out, unwound
from croupier.record.journals.journal import HOUSE_STREAM
from croupier.record.journals.ledger import HOUSE, pool, wallet
from tests.support.floor.casino import OPERATOR, House, in_casino
from tests.support.floor.house import NOON
from tests.support.floor.states import state_of
from tests.support.floor.tournaments import FEE, do, entered, tournament

NOW = 1_794_729_000
TABLE = "roulette-1"


class _LaterEdition(SqliteStore):
    """Reads the table's first entry as a later edition would have written it."""

    async def read(self, function: Callable[[Connection], Any]) -> Any:
        return _later(await super().read(function))


def _later(found: Any) -> Any:
    match found:
        case Row():
            return replace(found, line=found.line.replace("\nedition 2\n", "\nedition 9\n"))
        case StoredJournal():
            return replace(found, first=_later(found.first))
        case dict():
            return {key: _later(value) for key, value in found.items()}
        case list():
            return [_later(each) for each in found]
    return found


async def _play(casino: Casino) -> list[str]:
    """Two players with wagers down, one of them in colour, and the round still open."""
    sign = closed(Sign)(minimum=1_00, maximum=100_00)
    await casino.make_table(TableSpec(name="One", game="roulette", sign=sign, rest=0), id=TABLE)
    people = [(await casino.front_desk.arrive()).person.id for _ in range(2)]
    for person in people:
        await casino.act(TABLE, Request(person=person, act=BuyIn(person, 200_00)))
    colour = state_of(casino.actor(TABLE)).general.colours[0]
    ana, ben = people
    await casino.act(TABLE, Request(person=ana, act=BuyColour(ana, colour, 1_00, 50_00)))
    await casino.act(TABLE, Request(person=ana, act=Wager(ana, Position("red"), 20_00, Chips.COLOUR)))
    await casino.act(TABLE, Request(person=ben, act=Wager(ben, Position("straight up", (17,)), 30_00)))
    return people


def test_an_unknown_edition_is_wound_up_and_everybody_has_what_they_came_with(tmp_path: Path) -> None:
    async def first() -> list[str]:
        store = SqliteStore(tmp_path / FILE)
        casino = Casino(tmp_path, store, now=lambda: NOW)
        await casino.start()
        people = await _play(casino)
        with pytest.raises(NotAccepted, match="in_order"):
            await casino.wind_up(TABLE, "no reason", by="p0")
        await casino.stop()
        await store.close()
        return people

    people = asyncio.run(first())

    async def second() -> None:
        store = _LaterEdition(tmp_path / FILE)
        casino = Casino(tmp_path, store, now=lambda: NOW + 60)
        await casino.start()
        assert "edition 9" in casino.actor(TABLE).trouble
        with pytest.raises(NotAccepted, match="out_of_order"):
            await casino.act(TABLE, Request(person=people[0], act=BuyIn(people[0], 1_00)))
        with pytest.raises(NotAccepted, match="no_reason"):
            await casino.wind_up(TABLE, " # ", by="p0")
        await casino.wind_up(TABLE, "its edition is gone", by="p0")
        assert TABLE not in casino.actors
        for person in people:
            assert await store.balance(wallet(person)) == 1_000_00
        others = await store.balances()
        assert {account: amount for account, amount in others.items() if amount and ":" in account} == {
            wallet(person): 1_000_00 for person in people
        }
        assert await store.total() == 0
        await casino.stop()
        await store.close()

    asyncio.run(second())

    async def third() -> None:
        store = _LaterEdition(tmp_path / FILE)
        casino = Casino(tmp_path, store, now=lambda: NOW + 120)
        await casino.start()
        assert casino.actors == {}
        await casino.stop()
        await store.close()

    asyncio.run(third())


def test_a_tournament_of_an_unknown_edition_gives_back_what_was_paid(tmp_path: Path) -> None:
    async def first(house: House) -> list[str]:
        actor = await tournament(house, runs_itself=False)
        people = await entered(house, actor, 5)
        await do(house, actor, Contribute(55_00, by=OPERATOR), WithdrawEntry(people[0]))
        assert await house.store.balance(pool("cup")) == 4 * FEE + 55_00
        return people

    people = in_casino(tmp_path, first)

    async def second() -> None:
        store = _LaterEdition(tmp_path / FILE)
        casino = Casino(tmp_path, store, now=lambda: NOON + 60)
        await casino.start()
        assert "edition 9" in casino.actor("cup").trouble
        house_before = await store.balance(HOUSE)
        await casino.wind_up("cup", "its edition is gone", by="p0")
        assert {await store.balance(wallet(person)) for person in people} == {1_000_00}
        assert (await store.balance(pool("cup")), await store.balance(HOUSE)) == (0, house_before + 55_00)
        await casino.stop()
        await store.close()

    asyncio.run(second())
    found = inspect(tmp_path)
    assert (found.breaches, found.total) == ((), 0)


def test_what_comes_after_a_table_was_wound_up_goes_back_alone() -> None:
    """The house has moved a wager back already; then somebody's buy-in was stored, and another's wager."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE balances (account TEXT PRIMARY KEY, amount INTEGER)")
    connection.execute("CREATE TABLE transfers (stream, number, part, debit, credit, amount)")
    ana, ben = "stack:t:pana:value", "stack:t:pben:value"
    moved = (
        ("t", 1, "wallet:pana", ana, 100_00),
        ("t", 2, ana, "layout:t", 5_50),
        (HOUSE_STREAM, 9, "layout:t", ana, 5_50),
        (HOUSE_STREAM, 10, ana, "wallet:pana", 100_00),
        ("t", 3, "wallet:pben", ben, 50_00),
        ("t", 4, ben, "layout:t", 2_00),
    )
    held: Counter[str] = Counter()
    for stream, number, debit, credit, amount in moved:
        connection.execute("INSERT INTO transfers VALUES (?, ?, 0, ?, ?, ?)", (stream, number, debit, credit, amount))
        held.update({debit: -amount, credit: amount})
    connection.executemany("INSERT INTO balances VALUES (?, ?)", held.items())
    assert notes(connection, "t") == [unwound(ben, "t", 2_00), paid_out(ben, 50_00)]
