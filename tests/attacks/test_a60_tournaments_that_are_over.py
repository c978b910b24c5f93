"""Somebody who looks at one tournament that is over after the other: each is loaded by whoever looks first (A60)."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.floor.tournaments import finished
from croupier.serve.process.settings import Rate
from croupier.serve.security import auth
from tests.support.floor.casino import House, in_casino
from tests.support.floor.tournaments import STARTS, played_to_the_end
from tests.support.server import wire

CUPS = ("cup", "cup2", "cup3")
ELSEWHERE = {"x-forwarded-for": "198.51.100.7"}
FEW = replace(wire.FREE, heavy=Rate(2.5, 0.001))


@pytest.fixture(name="played", scope="module")
def _played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in which three tournaments are over, each with one table: two journals."""

    async def scenario(house: House) -> None:
        for place, cup in enumerate(CUPS):
            await played_to_the_end(house, cup, STARTS + place * 100_000)

    folder = tmp_path_factory.mktemp("over")
    in_casino(folder, scenario)
    return folder


def _loaded(house: House) -> set[str]:
    return {id for id in house.casino.actors if id in CUPS}


def test_A60_no_more_are_kept_than_there_is_room_for(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished, "MOST_KEPT", 2)

    async def looked(house: House) -> None:
        casino, now = house.casino, 1_000.0
        casino.finished.steady = lambda: now
        for cup in CUPS[:2]:
            now += 1
            await casino.find(cup)
        casino.actor("cup").followers += 1
        now += 1
        await casino.find("cup3")
        assert _loaded(house) == {"cup", "cup2", "cup3"}, "somebody watches the first"
        casino.actor("cup").followers -= 1
        await casino.close_those([id for id in casino.actors if id.startswith("cup2")])
        now += 1
        await casino.find("cup2")
        assert _loaded(house) == {"cup2", "cup3"}, "the longest unseen went"

    in_casino(played, looked)


def test_A60_a_league_pays_for_its_evenings(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auth, "JOURNALS_READ", 2)

    async def looked(house: wire.House) -> None:
        boss = await house.operator()
        asked = {"name": "Evenings", "formula": "places"}
        league = (await house.ask("POST", "/api/v1/leagues", boss, json=asked)).json()["id"]
        for cup in CUPS:
            await house.ask("POST", f"/api/v1/leagues/{league}/evenings", boss, json={"tournament": cup})
        for path, where in ((f"/api/v1/leagues/{league}", {}), (f"/api/v1/leagues/{league}/table.csv", ELSEWHERE)):
            await house.casino.close_those([*house.casino.actors])
            assert (await house.ask("GET", path, headers=where)).status_code == 429
            for cup in CUPS:
                await house.casino.find(cup)
            assert (await house.ask("GET", path, headers=where)).status_code == 200

    # One for the table of points, and one for each of three evenings.
    wire.in_house(played, looked, settings=replace(wire.FREE, heavy=Rate(3.5, 0.001)))


def _statuses(folder: Path) -> list[int]:
    async def looked(house: wire.House) -> list[int]:
        found = [(await house.ask("GET", f"/api/v1/tournaments/{cup}")).status_code for cup in (*CUPS, "cup", "cup2")]
        other = await house.ask("GET", "/api/v1/tournaments/cup3", headers=ELSEWHERE)
        return [*found, other.status_code]

    return wire.in_house(folder, looked, settings=FEW)


def test_A60_whoever_has_them_loaded_waits(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is loaded costs nothing, and an address elsewhere does not wait."""
    monkeypatch.setattr(auth, "JOURNALS_READ", 2)
    assert _statuses(played) == [200, 200, 429, 200, 200, 200]


def test_A60_a_house_that_loads_them_for_nothing_is_found(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was."""
    monkeypatch.setattr(auth, "JOURNALS_READ", float("inf"))
    assert _statuses(played) == [200] * 6
