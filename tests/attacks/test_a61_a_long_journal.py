"""Somebody who enters a tournament and withdraws again and again: its journal grows, and no act may cost more (A61)."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.tournaments import joints
from tests.support.server.contestants import CONDITIONS, FEE
from tests.support.server.wire import NOON, Guest, House, in_house

CYCLES = 100
ENTRY = ({"act": "apply"}, {"act": "pay fee", "amount": FEE}, {"act": "withdraw entry"})


class Counted(sqlite3.Connection):
    """A database that counts what it does, in hundreds of its steps: no clock says how much that is."""

    steps = 0

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.set_progress_handler(self._count, 100)

    @staticmethod
    def _count() -> int:
        Counted.steps += 1
        return 0


def _steps(folder: Path) -> tuple[int, int]:
    """Of an entry and withdrawal in a journal that is short, and in one that is long."""

    async def scenario(house: House) -> tuple[int, int]:
        boss, ana = await house.operator(), await house.guest()
        asked = {"conditions": {**CONDITIONS, "starts": NOON + 3600}, "runs_itself": True, "decide": 5}
        cup = (await house.ask("POST", "/api/v1/tournaments", boss, json=asked)).json()["id"]

        async def enters(ana: Guest, mark: int) -> int:
            before = Counted.steps
            for place, act in enumerate(ENTRY):
                body = {"act": act, "key": f"{mark}-{place}"}
                said = await house.ask("POST", f"/api/v1/tournaments/{cup}/acts", ana, json=body)
                assert said.status_code == 201, said.text
            return Counted.steps - before

        first = min([await enters(ana, mark) for mark in range(5)])
        for mark in range(5, CYCLES):
            await enters(ana, mark)
        return first, min([await enters(ana, mark) for mark in range(CYCLES, CYCLES + 5)])

    return in_house(folder, scenario, factory=Counted)


def test_A61_an_act_costs_the_same_in_a_long_journal(tmp_path: Path) -> None:
    first, last = _steps(tmp_path)
    assert 0 < last <= 2 * first, (first, last)


def test_A61_a_house_that_reads_the_journal_with_every_act_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was: SQLite read the journal up to the last entry, and not the few that start a session."""
    monkeypatch.setattr(joints, "_STARTED", joints._STARTED.replace("+number", "number"))
    first, last = _steps(tmp_path)
    assert last > 2 * first, (first, last)
