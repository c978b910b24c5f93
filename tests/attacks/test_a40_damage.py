"""A page of the database that rots on the disk: the house notices, and says so (A40)."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import psycopg
import pytest

from croupier.floor.keeping.audits import soundness
from croupier.floor.keeping.audits.soundness import DatabaseWatch, until_night
from croupier.floor.people.responsible_play.days import HOUSE_ZONE
from croupier.floor.store.engines.postgres import PostgresEngine, PostgresStore
from croupier.floor.store.engines.sqlite import FILE, SqliteEngine, SqliteStore
from tests.support.floor import postgres
from tests.support.floor.house import lay_store
from tests.support.server.real_server import server, wait_until
from tests.support.server.wire import House, in_house

NOON = 1_794_700_800


def _house(folder: Path) -> None:
    """A house with some hundred guests, and its database as one file."""

    async def scenario(house: House) -> None:
        for _ in range(150):
            await house.casino.front_desk.arrive()

    in_house(folder, scenario)
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _page_size(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[16:18], "big")


def _break_page(path: Path, table: str) -> None:
    """Rubbish where the first page of a table was, as a failing disk leaves it."""
    with closing(sqlite3.connect(path)) as connection:
        sql = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = connection.execute(sql, (table,)).fetchone()
    size, whole = _page_size(path), bytearray(path.read_bytes())
    whole[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(bytes(whole))


INDEX = "sessions_of_person"


def _lose_row_of_index(path: Path) -> None:
    """An index that does not have what its table has: every page can be read, and answers are wrong."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        kept = connection.execute("SELECT * FROM sqlite_master WHERE name = ?", (INDEX,)).fetchone()
        connection.execute("DELETE FROM sqlite_master WHERE name = ?", (INDEX,))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE sessions SET person = 'pnobody' WHERE rowid = 7")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", kept)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def _checked(path: Path, *, whole: bool) -> tuple[str, ...]:
    store = SqliteStore(path)
    try:
        return (await DatabaseWatch(store, lambda: NOON).check(whole=whole)).faults
    finally:
        await store.close()


def test_A40_a_sound_house_is_called_sound(tmp_path: Path) -> None:
    _house(tmp_path)
    for whole in (False, True):
        assert asyncio.run(_checked(tmp_path / FILE, whole=whole)) == ()


def test_A40_a_broken_page_is_found_at_the_start_and_said_in_health(tmp_path: Path) -> None:
    _house(tmp_path)
    _break_page(tmp_path / FILE, "failures")
    with server(tmp_path) as running:
        client = running.client()

        def health() -> dict[str, object]:
            found: dict[str, object] = client.get("/health").json()
            return found

        wait_until(lambda: health()["database_checked"] is not None)
        found = health()
        assert found["database_damage"]
        assert found["ok"] is False
        assert found["store"] is True, "the rest of it still answers"
        running.stop()


def test_A40_what_the_quick_check_cannot_see_the_whole_one_finds(tmp_path: Path) -> None:
    _house(tmp_path)
    _lose_row_of_index(tmp_path / FILE)
    assert asyncio.run(_checked(tmp_path / FILE, whole=False)) == ()
    assert asyncio.run(_checked(tmp_path / FILE, whole=True))


def test_A40_damage_goes_into_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    _house(tmp_path)
    _break_page(tmp_path / FILE, "failures")
    with caplog.at_level(logging.ERROR, "croupier.floor"):
        faults = asyncio.run(_checked(tmp_path / FILE, whole=False))
    assert [record.getMessage() for record in caplog.records] == [f"the database is damaged: {each}" for each in faults]
    assert faults


def test_A40_the_whole_is_checked_every_night() -> None:
    """At four by the house's clocks, also on the days when they are put forward and back."""
    for moment in range(NOON - 400 * 86_400, NOON, 5_417):
        wait = until_night(moment)
        night = datetime.fromtimestamp(moment + wait, HOUSE_ZONE)
        assert 0 < wait <= 25 * 3_600
        assert (night.minute, night.second) == (0, 0)
        assert night.hour in {3, 4, 5}
    assert datetime.fromtimestamp(NOON + until_night(NOON), HOUSE_ZONE).hour == 4


def test_A40_a_broken_page_of_postgresql_is_found() -> None:
    """In a server of its own, whose file is broken while it is stopped."""

    async def damage(url: str) -> tuple[str, ...]:
        store = PostgresStore(url)
        try:
            return await store.damage(whole=True)
        finally:
            await store.close()

    own = postgres.Own()
    try:
        assert asyncio.run(damage(own.url)) == ()
        with psycopg.connect(own.url, autocommit=True) as connection:
            connection.execute(
                "INSERT INTO failures SELECT decode(md5(n::text), 'hex'), 1, 1 FROM generate_series(1, 500) n"
            )
            connection.execute("CHECKPOINT")
            (folder,) = connection.execute("SHOW data_directory").fetchall()[0]
            (file,) = connection.execute("SELECT pg_relation_filepath('failures')").fetchall()[0]
        own.restart(lambda: _break_bytes(Path(folder) / file))
        (fault,) = asyncio.run(damage(own.url))
        assert fault.startswith("failures: invalid page in block 0")
    finally:
        own.close()


def _break_bytes(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(b"\xff" * 64 + whole[64:])


# The planted bug: a house that does not look, as it was


def test_A40_a_house_that_does_not_look_says_that_all_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _house(tmp_path)
    _break_page(tmp_path / FILE, "failures")
    monkeypatch.setattr(DatabaseWatch, "start", lambda _self: None)

    async def scenario(house: House) -> None:
        assert (await house.ask("GET", "/health")).json()["ok"] is True

    in_house(tmp_path, scenario)


def test_A40_a_database_that_is_only_away_is_no_damaged_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked again until it answers, and what the last check found stands meanwhile."""
    monkeypatch.setattr(soundness, "RETRY_SECONDS", 0.01)
    asked: list[bool] = []

    async def look() -> tuple[str, ...]:
        lay_store(tmp_path)
        store = SqliteStore(tmp_path / FILE)
        real = store._engine.damage

        def damage(*, whole: bool) -> tuple[str, ...]:
            asked.append(whole)
            if len(asked) < 3:
                sqlite3.connect(f"file:{tmp_path}/elsewhere/{FILE}?mode=ro", uri=True)
            return real(whole=whole)

        monkeypatch.setattr(store._engine, "damage", damage)
        watch = DatabaseWatch(store, lambda: NOON)
        watch.start()
        async with asyncio.timeout(20):
            while watch.last is None:  # noqa: ASYNC110  nobody tells of it
                await asyncio.sleep(0.01)
        await watch.stop()
        await store.close()
        return watch.last.faults

    assert asyncio.run(look()) == ()
    assert asked == [False, False, False]


SECTORS = Path("/proc/self/mem")
"""A file whose first bytes cannot be read: the system answers with an error of input and output, as a disk would."""


@pytest.mark.skipif(not SECTORS.exists(), reason="only Linux has such a file")
def test_A40_a_sector_that_cannot_be_read_is_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look() -> tuple[str, ...]:
        store = SqliteStore(lay_store(tmp_path))
        monkeypatch.setattr(store._engine, "_path", SECTORS)
        watch = DatabaseWatch(store, lambda: NOON)
        try:
            return (await watch.check(whole=True)).faults
        finally:
            await store.close()

    assert asyncio.run(look()) == ("disk I/O error",)


class _BreaksOff(sqlite3.Connection):
    """Finds a fault, and then a sector that cannot be read."""

    def execute(self, sql: str, *values: object) -> object:  # type: ignore[override]
        if "_check" not in sql:
            return super().execute(sql, *values)  # type: ignore[arg-type]

        def rows() -> Iterator[tuple[str]]:
            yield ("row 7 missing from index sessions_of_person",)
            with closing(sqlite3.connect(f"file:{SECTORS}?mode=ro", uri=True)) as unreadable:
                unreadable.execute("SELECT * FROM sqlite_master")

        return rows()


@pytest.mark.skipif(not SECTORS.exists(), reason="only Linux has such a file")
def test_A40_what_was_found_before_the_check_broke_off_is_said(tmp_path: Path) -> None:
    lay_store(tmp_path)
    engine = SqliteEngine(tmp_path / FILE, sqlite3.Connection)
    engine._factory = _BreaksOff
    assert engine.damage(whole=True) == ("row 7 missing from index sessions_of_person", "disk I/O error")


def test_A40_a_file_of_postgresql_that_cannot_be_read_is_damage() -> None:
    engine = PostgresEngine(postgres.url_of(postgres.fresh()))
    assert not engine.is_away(psycopg.errors.IoError("could not read block 0"))
    assert not engine.is_away(psycopg.errors.UndefinedFile("could not open file"))
    assert engine.is_away(psycopg.errors.CannotConnectNow("the database system is starting up"))


def test_A40_postgresql_that_is_away_says_nothing_of_damage() -> None:
    engine = PostgresEngine(postgres.url_of(postgres.fresh()))
    engine._url = "postgresql://127.0.0.1:1/nothing"
    with pytest.raises(psycopg.OperationalError) as away:
        engine.damage(whole=True)
    assert engine.is_away(away.value)
    assert not engine.is_away(psycopg.errors.DataCorrupted("invalid page in block 1"))
