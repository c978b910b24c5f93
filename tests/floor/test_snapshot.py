"""Snapshots: a cache that says what the journal says, or is not loaded."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.house_key import house_key
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.tables import actor as actor_module
from croupier.floor.tables.head import JournalHead
from croupier.floor.tables.opening import source_of
from croupier.floor.tables.recovery import folded
from croupier.floor.tables.snapshot import pack, unpack
from croupier.games.acts import BuyIn
from croupier.games.table import Table
from tests.support.floor.casino import (
    REST,
    Hand,
    House,
    begun,
    in_casino,
    opened,
)

TABLE = "t-one"


def with_snapshot(folder: Path, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> JournalHead:
    monkeypatch.setattr(actor_module, "SNAPSHOT_EVERY", 1)

    async def play(house: House) -> JournalHead:
        actor = await house.table("roulette", id=TABLE)
        other = await house.table("roulette", id="t-two")
        for each in (actor, other):
            ana = await house.seated(each)
            for _ in range(3):
                await begun(house, each, ana)
                await house.later(each, REST)
        await house.act(actor, BuyIn(ana, 5_00))
        return actor.head

    return in_casino(folder, play, hand=hand)


def change(folder: Path, sql: str, *parameters: Any) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute(sql, parameters)


def loaded(folder: Path, hand: Hand) -> tuple[JournalHead, int]:
    async def main() -> tuple[JournalHead, int]:
        async with opened(folder, hand=hand) as house:
            actor = house.casino.actors[TABLE]
            assert not actor.trouble
            source = source_of(house.casino.settings[TABLE], house_key(folder))
            return actor.head, (await folded(house.store, TABLE, source, house_key(folder))).snapshot

    return asyncio.run(main())


def test_a_snapshot_is_loaded_and_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand()
    place = with_snapshot(tmp_path, hand, monkeypatch)
    assert loaded(tmp_path, hand)[0] == place
    assert loaded(tmp_path, hand)[1] > 0
    change(tmp_path, "DELETE FROM snapshots")
    assert loaded(tmp_path, hand) == (place, 0)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE snapshots SET edition = edition + 1",
        "UPDATE snapshots SET number = number - 1",
        "UPDATE snapshots SET number = number + 100",
        "UPDATE snapshots SET number = -number",
        "UPDATE snapshots SET state = x''",
        "UPDATE snapshots SET state = substr(state, 1, 40)",
        "UPDATE snapshots SET state = (SELECT state FROM snapshots WHERE stream = 't-two')",
    ],
)
def test_a_snapshot_that_is_not_of_this_entry_is_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sql: str
) -> None:
    hand = Hand()
    place = with_snapshot(tmp_path, hand, monkeypatch)
    change(tmp_path, sql)
    assert loaded(tmp_path, hand) == (place, 0)


def test_a_snapshot_with_a_flipped_byte_or_of_another_key_is_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = Hand()
    place = with_snapshot(tmp_path, hand, monkeypatch)
    key, hash = bytes(64), b"h" * 32
    packed = pack(key, hash, place.state)
    assert unpack(key, hash, packed) == place.state
    for at in range(len(packed)):
        flipped = bytearray(packed)
        flipped[at] ^= 1
        assert unpack(key, hash, bytes(flipped)) is None
    assert unpack(bytes([1]) * 64, hash, packed) is None
    assert unpack(key, b"i" * 32, packed) is None
    table = place.state.known_as(Table)
    forged = pack(b"?" * 64, place.hash, replace(table, general=replace(table.general, purses=())))
    change(tmp_path, "UPDATE snapshots SET state = ?", forged)
    assert loaded(tmp_path, hand) == (place, 0)


class Renamed(Struct, frozen=True):
    """A part of a state whose class has another name, or lies elsewhere, by the time it is read."""

    chips: int


@pytest.mark.parametrize("module", ["croupier.games.table", "croupier.games.gone"])
def test_a_snapshot_with_a_class_that_is_gone_is_not_loaded(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    key, hash = bytes(64), b"h" * 32
    with monkeypatch.context() as before:
        before.setitem(sys.modules, module, sys.modules.get(module, ModuleType(module)))
        before.setattr(sys.modules[module], "Renamed", Renamed, raising=False)
        before.setattr(Renamed, "__module__", module)
        state: Any = Renamed(5)
        packed = pack(key, hash, state)
        assert unpack(key, hash, packed) == state
    assert unpack(key, hash, packed) is None
