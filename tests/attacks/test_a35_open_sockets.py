"""A socket that was open when its owner signed out everywhere (A35)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.people.services.session_ends import SessionEnds
from croupier.serve.routes.table_play.sockets import POLICY
from tests.support.server.wire import PASSWORD, Guest, House, Wire, buy_in, in_house

OTHER = "a most ticklish weta"
AT_ONCE = 5
"""Real seconds; a session was looked at every half minute before."""


async def account(house: House) -> Guest:
    body = {"name": "Ana", "password": PASSWORD, "session": "token"}
    entered = (await house.ask("POST", "/api/v1/accounts", json=body)).json()
    return Guest(entered["id"], entered["token"])


async def again(house: House) -> Guest:
    body = {"name": "Ana", "password": PASSWORD, "session": "token"}
    entered = (await house.ask("POST", "/api/v1/sessions", json=body)).json()
    return Guest(entered["id"], entered["token"])


async def signed_out_everywhere(house: House, other: Guest) -> Any:
    return await house.ask("DELETE", "/api/v1/sessions", other)


async def new_password(house: House, other: Guest) -> Any:
    return await house.ask("POST", "/api/v1/me/password", other, json={"old": PASSWORD, "new": OTHER})


async def reset(house: House, other: Guest) -> Any:
    boss = await house.operator()
    token = (await house.ask("POST", f"/api/v1/people/{other.id}/reset-link", boss)).json()["token"]
    return await house.ask("POST", "/api/v1/links/reset", json={"token": token, "password": OTHER})


async def closed_account(house: House, other: Guest) -> Any:
    return await house.ask("DELETE", "/api/v1/me", other, json={"password": PASSWORD})


async def ended_by_name(house: House, other: Guest) -> Any:
    sessions = (await house.ask("GET", "/api/v1/sessions", other)).json()["sessions"]
    name = next(each["session"] for each in sessions if not each["current"])
    return await house.ask("DELETE", f"/api/v1/sessions/{name}", other)


WAYS = (signed_out_everywhere, new_password, reset, closed_account, ended_by_name)


async def cut(wire: Wire) -> int:
    """The code with which the server closes the socket, at once."""
    async with asyncio.timeout(AT_ONCE):
        return (await wire.closed()).code


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_A35_an_open_socket_is_cut_at_once(tmp_path: Path, way: Callable[[House, Guest], Awaitable[Any]]) -> None:
    async def scenario(house: House) -> None:
        table, thief = await house.table(), await account(house)
        owner = await again(house)
        async with Wire(house, table, thief) as wire:
            await wire.until("snapshot")
            assert (await way(house, owner)).status_code < 300
            assert await cut(wire) == POLICY

    in_house(tmp_path, scenario)


def test_A35_no_act_is_taken_after_the_answer_that_all_sessions_are_over(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, thief = await house.table(), await account(house)
        owner = await again(house)
        async with Wire(house, table, thief) as wire:
            await wire.until("snapshot")
            assert (await signed_out_everywhere(house, owner)).status_code == 204
            wire.act("late", buy_in(100_00))
            assert await cut(wire) == POLICY
        assert (await house.casino.money(thief.id)).stacks == {}

    in_house(tmp_path, scenario)


def test_A35_the_session_that_stays_keeps_its_socket(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, owner = await house.table(), await account(house)
        async with Wire(house, table, owner) as wire:
            await wire.until("snapshot")
            assert (await new_password(house, owner)).status_code == 204
            wire.act("buy", buy_in(100_00))
            assert (await wire.until("receipt", "refused"))["type"] == "receipt"

    in_house(tmp_path, scenario)


def test_A35_who_has_gone_is_not_watched_any_more(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, owner = await house.table(), await account(house)
        async with Wire(house, table, owner) as wire:
            await wire.until("snapshot")
            assert house.casino.people.session_ends._watching
        assert not house.casino.people.session_ends._watching

    in_house(tmp_path, scenario)


def test_A35_a_house_that_tells_nobody_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: the socket acts on."""
    monkeypatch.setattr(SessionEnds, "tell", lambda *_: None)

    async def scenario(house: House) -> None:
        table, thief = await house.table(), await account(house)
        owner = await again(house)
        async with Wire(house, table, thief) as wire:
            await wire.until("snapshot")
            await signed_out_everywhere(house, owner)
            wire.act("late", buy_in(100_00))
            assert (await wire.until("receipt", "refused"))["type"] == "receipt"

    in_house(tmp_path, scenario)
