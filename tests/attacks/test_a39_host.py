"""A server called by a name that somebody else has made point to it (A39)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.serve.security import auth
from tests.support.server.wire import FREE, Closed, House, Wire, in_house

OURS = "https://casino.example"
PINNED = replace(FREE, origins=(OURS,), room="http://192.168.1.5:8421")
FOREIGN = (
    "evil.example",
    "casino.example.evil.example",
    "evilcasino.example",
    "casino.example.",
    "192.168.1.6",
    "casino.example@evil.example",
    "",
)
OWN = (
    "casino.example",
    "CASINO.example",
    "casino.example:8421",
    "127.0.0.1:8421",
    "localhost:8421",
    "[::1]:8421",
    "192.168.1.5:8421",
)


async def status(house: House, host: str, path: str = "/api/v1/here") -> int:
    return (await house.ask("GET", path, headers={"Host": host})).status_code


async def refused(house: House) -> list[str]:
    return [host for host in (*FOREIGN, *OWN) if await status(house, host) == 421]


def test_A39_only_names_of_ours_are_answered(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        assert await refused(house) == list(FOREIGN)
        answer = await house.ask("GET", "/api/v1/here", headers={"Host": "evil.example"})
        assert answer.json()["refusal"]["code"] == "wrong_host"

    in_house(tmp_path, scenario, settings=PINNED)


def test_A39_no_link_is_made_with_a_foreign_name(tmp_path: Path) -> None:
    """A name that points here would come into a link to a new password, and its owner would read the token."""

    async def scenario(house: House) -> None:
        boss = await house.operator()

        async def invited(host: str) -> Any:
            return await house.ask("POST", "/api/v1/invitations/dealer", boss, headers={"Host": host})

        assert (await invited("evil.example")).status_code == 421
        assert (await invited("casino.example")).json()["link"].startswith("http://casino.example/join#")

    in_house(tmp_path, scenario, settings=PINNED)


def test_A39_no_page_of_a_foreign_name_opens_a_socket(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table()
        wire = Wire(house, table, origin="http://evil.example")
        wire._scope["headers"][0] = (b"host", b"evil.example")
        with pytest.raises(Closed):
            await wire.__aenter__()
        mine = Wire(house, table, origin="http://casino.example")
        mine._scope["headers"][0] = (b"host", b"casino.example")
        async with mine:
            await mine.until("snapshot")

    in_house(tmp_path, scenario, settings=PINNED)


def test_A39_health_is_answered_by_any_name(tmp_path: Path) -> None:
    """What watches over servers asks each by its address."""

    async def scenario(house: House) -> None:
        assert await status(house, "10.0.0.9", "/health") == 200

    in_house(tmp_path, scenario, settings=PINNED)


def test_A39_without_an_origin_every_name_is_answered(tmp_path: Path) -> None:
    """Nobody has said by which names a house in a room is reached."""

    async def scenario(house: House) -> None:
        assert await refused(house) == []

    in_house(tmp_path, scenario)


def test_A39_a_server_that_answers_to_any_name_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was."""
    monkeypatch.setattr(auth, "is_foreign_host", lambda *_: False)

    async def scenario(house: House) -> None:
        assert await refused(house) != list(FOREIGN)

    in_house(tmp_path, scenario, settings=PINNED)
