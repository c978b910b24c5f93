"""Money is counted on every commit: where the rules made some or lost some, nothing is stored and the table halts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.request import Request
from croupier.games.acts import BuyIn, CashOut
from croupier.games.layout.table import LayoutTable
from croupier.games.machine import Handler
from croupier.games.position import Position
from croupier.games.wagers import Wager, Withdraw
from tests.support.floor.casino import House, in_casino

RED = Position("red")


def test_T23_a_rule_that_makes_money_halts_its_table_and_nothing_of_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(house: House) -> None:
        actor, other = await house.table("roulette"), await house.table("roulette")
        ana = await house.player()
        for act in (BuyIn(ana, 100_00), Wager(ana, RED, 20_00)):
            await house.casino.act(actor.id, Request(person=ana, act=act))
        place = actor.head
        handlers: Any = place.state._handlers
        honest = handlers[Withdraw]

        def twice(table: LayoutTable, act: Withdraw) -> LayoutTable:
            """The stake goes back, and the wager stays where it lies."""
            after: LayoutTable = honest.after(table, act)
            return replace(after, wagers=table.wagers)

        monkeypatch.setitem(handlers, Withdraw, Handler(honest.refuses, twice, honest.offers, honest.roles))
        with pytest.raises(NotAccepted, match="does not add up"):
            await house.casino.act(actor.id, Request(person=ana, act=Withdraw(ana, RED)))
        monkeypatch.undo()
        assert actor.head == place
        last = await house.store.last(actor.id)
        assert last is not None
        assert (last.number, last.hash) == (place.number, place.hash)
        with pytest.raises(NotAccepted, match="does not add up"):
            await house.casino.act(actor.id, Request(person=ana, act=CashOut(ana, 10_00)))
        await house.casino.act(other.id, Request(person=ana, act=BuyIn(ana, 100_00)))
        assert await house.store.total() == 0

    in_casino(tmp_path, play)
