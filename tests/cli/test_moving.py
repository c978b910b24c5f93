"""A house that moves: from a file to PostgreSQL and back, by one kind of backup, and copied while it is at work."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from croupier.floor.store.database_copy import OF_SERVERS
from croupier.floor.store.engines.sqlite import FILE
from tests.support.floor import postgres
from tests.support.process import Ended, in_this_process
from tests.support.server.real_server import server
from tests.support.server.wire import House, buy_in, in_house, wager

pytestmark = pytest.mark.xdist_group("moving")

ASIDE = {"alembic_version", "sqlite_sequence", *OF_SERVERS}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house on a file, with a round behind it and another open, and a name that must be quoted well."""
    folder = tmp_path_factory.mktemp("played")

    async def scenario(house: House) -> None:
        table = await house.table("roulette", id="r-1")
        await house.table("blackjack", id="b-1")
        guest = await house.guest()
        for key, act in (("in", buy_in(100_00)), ("w", wager(17, 5_00))):
            assert (await house.act(table, guest, key, act)).status_code == 201
        await house.pass_time(table, 30)
        assert (await house.act(table, guest, "again", wager(3, 20_50))).status_code == 201

    in_house(folder, scenario)
    return folder


@pytest.fixture
def database() -> str:
    return postgres.url_of(postgres.fresh(empty=True))


def _run(*words: object) -> Ended:
    return in_this_process(*map(str, words))


def _done(*words: object) -> str:
    done = _run(*words)
    assert (done.status, done.errors) == (0, ""), done.errors
    return done.out


def _refused(*words: object) -> str:
    done = _run(*words)
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    return line


def _file_rows(path: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for (name,) in _ours(names)}  # noqa: S608


def _database_rows(url: str) -> dict[str, list[Any]]:
    with psycopg.connect(url) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr)  # noqa: S608
            for (name,) in _ours(names)
        }


def _ours(names: list[Any]) -> Iterator[Any]:
    return (each for each in names if each[0] not in ASIDE)


def test_a_house_moves_to_postgresql_and_back_with_every_row(played: Path, database: str, tmp_path: Path) -> None:
    first, second, key = (tmp_path / name for name in ("first.backup", "second.backup", "kept.key"))
    _done("backup", first, "--data", played, "--key", key)
    moved, back = tmp_path / "moved", tmp_path / "back"
    out = _done("restore", first, "--data", moved, "--key", key, "--database", database)
    assert "All checks passed." in out
    assert {each.name for each in moved.iterdir()} - {"croupier.lock"} == {"house.key"}
    assert _database_rows(database) == _file_rows(played / FILE)
    assert "All checks passed" in _done("verify", moved, "--database", database)
    _done("backup", second, "--data", moved, "--database", database)
    _done("restore", second, "--data", back, "--key", key)
    assert _file_rows(back / FILE) == _file_rows(played / FILE)
    assert "All checks passed" in _done("verify", back)


def test_exports_of_one_house_are_the_same_wherever_it_is(played: Path, database: str, tmp_path: Path) -> None:
    _done("backup", tmp_path / "b", "--data", played)
    _done("restore", tmp_path / "b", "--data", tmp_path / "moved", "--database", database)
    _done("export", "--data", played, "--out", tmp_path / "a")
    _done("export", "--data", tmp_path / "moved", "--database", database, "--out", tmp_path / "c")
    files = sorted(each.relative_to(tmp_path / "a") for each in (tmp_path / "a").rglob("*") if each.is_file())
    assert len(files) == 6
    for each in files:
        assert (tmp_path / "a" / each).read_bytes() == (tmp_path / "c" / each).read_bytes()


def test_a_house_on_postgresql_is_copied_while_people_play(database: str, tmp_path: Path) -> None:
    with server(tmp_path / "house", "--database", database) as running:
        guest = running.guest()
        act = {"act": {"act": "buy in", "amount": 100_00}, "key": "in"}
        receipt = guest.ask("POST", "/api/v1/tables/roulette-1/acts", act).json()
        _done("backup", tmp_path / "b", "--data", tmp_path / "house", "--database", database)
        assert guest.ask("POST", "/api/v1/tables/tai-sai-1/acts", {**act, "key": "in2"}).status_code == 201
    _done("restore", tmp_path / "b", "--data", tmp_path / "restored")
    receipts = tmp_path / "receipts.txt"
    receipts.write_text(f"roulette-1 {receipt['number']} {receipt['hash']}\n")
    assert "All checks passed" in _done("verify", tmp_path / "restored", "--receipts", receipts)
    with server(tmp_path / "restored") as again:
        assert again.client(Authorization=f"Bearer {guest.token}").get("/api/v1/me").json()["id"] == guest.id


def test_nothing_is_put_over_a_house(played: Path, tmp_path: Path) -> None:
    database = postgres.url_of(postgres.fresh(empty=True))
    _done("backup", tmp_path / "b", "--data", played)
    _done("restore", tmp_path / "b", "--data", tmp_path / "one", "--database", database)
    before = _database_rows(database)
    said = _refused("restore", tmp_path / "b", "--data", tmp_path / "two", "--database", database)
    assert "has a house already" in said
    assert not (tmp_path / "two").exists()
    assert _database_rows(database) == before


def test_another_programs_database_is_left_alone(played: Path, tmp_path: Path) -> None:
    name = postgres.fresh(empty=True)
    postgres.execute("CREATE TABLE somebody (needs_it text)", name)
    _done("backup", tmp_path / "b", "--data", played)
    url = postgres.url_of(name)
    assert "another program" in _refused("restore", tmp_path / "b", "--data", tmp_path / "two", "--database", url)
    assert "another program" in _refused("backup", tmp_path / "c", "--data", tmp_path / "none", "--database", url)
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize("words", [("backup", "b"), ("export", "--out", "b"), ("restore", "given", "--data", "new")])
def test_a_database_that_does_not_answer_is_named_in_one_line(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    _done("backup", tmp_path / "given", "--data", played)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROUPIER_DATA", str(played))
    said = _refused(*words, "--database", "postgresql://olga:secret@127.0.0.1:1/house")
    assert "house" in said
    assert "secret" not in said
    assert not (tmp_path / "b").exists()
    assert not (tmp_path / "new").exists()
