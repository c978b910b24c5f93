"""Another user of the machine who reads the database (A38)."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.keeping.backup import back_up, restore
from croupier.floor.store.engines import sqlite_file
from croupier.floor.store.engines.sqlite import FILE
from tests.support.server.wire import PASSWORD, House, in_house

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no such modes")

OPEN_TO_OTHERS = 0o077
ON_DISK = (FILE, f"{FILE}-shm", f"{FILE}-wal", "house.key")


@pytest.fixture(autouse=True, params=[0o000, 0o022])
def careless(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """A folder into which everybody may look, and a umask that leaves new files open."""
    before = os.umask(request.param)
    tmp_path.chmod(0o755)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def readable_by_others(folder: Path) -> list[str]:
    return [path.name for path in sorted(folder.iterdir()) if path.name in ON_DISK and mode(path) & OPEN_TO_OTHERS]


async def work(house: House) -> list[str]:
    """Which files others could read while the house is at work."""
    await house.casino.front_desk.sign_up("Ana", PASSWORD)
    assert set(ON_DISK) <= {path.name for path in house.casino.folder.iterdir()}
    return readable_by_others(house.casino.folder)


def test_A38_nobody_else_reads_a_new_house(tmp_path: Path) -> None:
    sqlite_file.opened(tmp_path / FILE).close()
    assert mode(tmp_path / FILE) == 0o600
    assert in_house(tmp_path, work) == []


def test_A38_a_start_closes_the_files_of_an_older_version(tmp_path: Path) -> None:
    """With logs that a kill has left open beside it."""
    sqlite_file.opened(tmp_path / FILE).close()
    (tmp_path / FILE).chmod(0o644)
    for ending in ("-wal", "-shm"):
        (tmp_path / f"{FILE}{ending}").touch(0o644)
    assert in_house(tmp_path, work) == []


def test_A38_the_group_reads_nothing_either(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    (tmp_path / FILE).chmod(0o640)
    sqlite_file.opened(tmp_path / FILE).close()
    assert mode(tmp_path / FILE) == 0o600


def test_A38_nor_a_backup_nor_a_house_put_back(tmp_path: Path) -> None:
    house, kept, put_back = tmp_path / "house", tmp_path / "kept", tmp_path / "again"
    house.mkdir()
    in_house(house, work)
    back_up(house, kept)
    assert mode(kept) & OPEN_TO_OTHERS == 0
    restore(kept, put_back)
    assert readable_by_others(put_back) == []


def test_A38_a_house_that_leaves_modes_to_the_umask_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was."""
    for name in ("_make_private", "_close_to_others"):
        monkeypatch.setattr(sqlite_file, name, lambda _path: None)
    sqlite_file.opened(tmp_path / FILE).close()
    assert FILE in in_house(tmp_path, work)
