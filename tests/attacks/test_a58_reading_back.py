"""One guest who reads old entries without end: by lists, by sockets, and by figures made from them (A58)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.serve.process.settings import Rate
from croupier.serve.routes.learning import odds
from croupier.serve.routes.table_play import history, sockets, tables
from croupier.serve.security import auth
from tests.support.server.wire import FREE, Closed, Guest, House, Wire, buy_in, in_house, wager

ENTRIES = 24
FEW = replace(FREE, heavy=Rate(4.5, 0.001))
ELSEWHERE = {"x-forwarded-for": "198.51.100.7"}


@pytest.fixture(autouse=True)
def _dear(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that few entries cost as much as thousands."""
    for module in (tables, history, sockets):
        monkeypatch.setattr(module, "ENTRIES_READ", ENTRIES / 2)
    monkeypatch.setattr(odds, "WAGERS_RECKONED", 1)


async def _played(house: House) -> tuple[str, Guest]:
    """A round with many wagers."""
    table, ana = await house.table(), await house.guest()
    await house.act(table, ana, "b", buy_in(500_00))
    for number in range(ENTRIES):
        said = await house.act(table, ana, f"w{number}", wager(number, 5_00))
        assert said.status_code == 201, said.text
    for _ in range(2):
        await house.pass_time(table, 25)
    return table, ana


@pytest.mark.parametrize(
    "path",
    ["/api/v1/tables/{table}/acts?most=24", "/api/v1/me/rounds", "/api/v1/me/data", "/api/v1/checkpoints"],
)
def test_A58_who_reads_back_without_end_waits(tmp_path: Path, path: str) -> None:
    async def scenario(house: House) -> None:
        table, ana = await _played(house)
        found = [await house.ask("GET", path.format(table=table), ana) for _ in range(3)]
        assert [each.status_code for each in found] == [200, 200, 429]
        assert int(found[-1].headers["retry-after"]) > 0
        # Nothing of it is refused to others, and what has just happened costs next to nothing.
        assert (await house.ask("GET", path.format(table=table), ana, headers=ELSEWHERE)).status_code == 200
        assert (await house.ask("GET", f"/api/v1/tables/{table}/acts?after=10000", ana)).status_code == 200

    in_house(tmp_path, scenario, settings=FEW)


def _resumed(folder: Path) -> list[str]:
    """What comes of three resumes from the beginning on one socket, and of one more connection."""

    async def scenario(house: House) -> list[str]:
        table, ana = await _played(house)
        found = []
        async with Wire(house, table, ana) as wire:
            await wire.until("snapshot")
            for text in (
                '{"type":"resume","after":0}',
                r'{"type":"\u0072esume","after":0}',
                '{"type":"resume","after":0}',
            ):
                wire.send(text)
                try:
                    await wire.until("acts")
                    found.append("acts")
                except Closed as closed:
                    found.append(closed.reason)
        try:
            async with Wire(house, table, ana, "after=0") as again:
                await again.until("acts")
                found.append("acts")
        except Closed:
            found.append("closed")
        return found

    return in_house(folder, scenario, settings=FEW)


def test_A58_a_socket_pays_for_the_entries_that_it_asks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "RESUME_COSTS", 1)
    assert _resumed(tmp_path) == ["acts", "acts", "Too many messages.", "closed"]


def test_A58_odds_are_paid_for_by_the_wager(tmp_path: Path) -> None:
    def asked(wagers: int) -> dict[str, Any]:
        positions = [{"kind": "straight up", "numbers": [number]} for number in range(wagers)]
        return {"wagers": [{"position": each, "amount": 5_00} for each in positions]}

    async def scenario(house: House) -> None:
        at_table, at_home = f"/api/v1/tables/{await house.table()}/odds", "/api/v1/games/roulette/odds"
        found = [
            await house.ask("POST", path, json=asked(many))
            for path, many in ((at_table, 3), (at_home, 2), (at_home, 1))
        ]
        assert [each.status_code for each in found] == [200, 200, 429]

    in_house(tmp_path, scenario, settings=replace(FREE, heavy=Rate(5.5, 0.001)))


def test_A58_a_house_that_gives_them_all_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: old entries cost no more than the time of day."""
    nothing: Callable[..., Any] = lambda *_: None  # noqa: E731
    monkeypatch.setattr(sockets, "RESUME_COSTS", 1)
    monkeypatch.setattr(sockets, "weigh", nothing)
    monkeypatch.setattr(auth, "weigh", nothing)
    assert _resumed(tmp_path) == ["acts"] * 4
