"""A tournament's journals, written anew by somebody who has the database, with hashes that fit: the audit names it."""

from __future__ import annotations

import re
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg
import pytest

from croupier.floor.keeping.audits.audit import Inspection, inspect
from croupier.floor.store.engines.sqlite import FILE
from croupier.games.tournament.conditions import Stage
from croupier.record.journals.journal import hash_after
from tests.support.floor import postgres
from tests.support.floor.casino import House, in_casino
from tests.support.floor.tournaments import STARTS, at, entered, play, rounds, tournament


class InFile:
    """A house in a folder, in SQLite's file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database: str | None = None

    def copied(self, folder: Path) -> InFile:
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return InFile(folder)

    @contextmanager
    def opened(self) -> Iterator[Callable[..., list[Any]]]:
        """Its database, as whoever has the file may write to it."""
        with closing(sqlite3.connect(self.folder / FILE)) as connection:
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                connection.execute(f"DROP TRIGGER {name}")
            yield lambda sql, *values: connection.execute(sql, values).fetchall()
            connection.commit()

    def inspected(self) -> Inspection:
        return inspect(self.folder)


class InPostgres:
    """A house whose database is PostgreSQL's."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder, self.database = folder, database

    def copied(self, _folder: Path) -> InPostgres:
        name = f"{self.database}_{secrets.token_hex(6)}"
        postgres.execute(f'CREATE DATABASE "{name}" TEMPLATE {self.database}')
        return InPostgres(self.folder, name)

    @contextmanager
    def opened(self) -> Iterator[Callable[..., list[Any]]]:
        with psycopg.connect(postgres.url_of(self.database)) as connection:
            connection.execute("SET session_replication_role = replica")  # no trigger fires

            def execute(sql: str, *values: object) -> list[Any]:
                cursor = connection.execute(sql.replace("?", "%s").encode(), values)
                return cursor.fetchall() if cursor.description else []

            yield execute

    def inspected(self) -> Inspection:
        return inspect(self.folder, database=postgres.url_of(self.database))


Stored = InFile | InPostgres


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stored:
    folder = tmp_path_factory.mktemp("forged")
    database = postgres.fresh() if request.param == "postgres" else None

    async def scenario(house: House) -> None:
        actor = await tournament(house, stages=(Stage(rounds(1)),))
        await entered(house, actor, 8)
        await at(house, STARTS)
        await play(house, actor)
        await house.check()

    in_casino(folder, scenario, database=database)
    return InFile(folder) if database is None else InPostgres(folder, database)


def _forged(stored: Stored, stream: str, edit: Callable[[str], str]) -> int:
    """Lines of a journal become others, and every hash behind them fits again; the first such line."""
    changed = -1
    with stored.opened() as execute:
        before: bytes | None = None
        for number, line in execute("SELECT number, line FROM journal WHERE stream = ? ORDER BY number", stream):
            other = edit(line)
            changed = number if changed < 0 and other != line else changed
            before = hash_after(stream, before, other)
            sql = "UPDATE journal SET line = ?, hash = ? WHERE stream = ? AND number = ?"
            execute(sql, other, before, stream, number)
    assert changed >= 0, "nothing was forged"
    return changed


def _table(stored: Stored) -> str:
    with stored.opened() as execute:
        ((found,),) = execute("SELECT id FROM tables WHERE id LIKE ?", "cup.1.%")
    return str(found)


def _other_hash(line: str) -> str:
    return re.sub(r" record [0-9a-f]{64}", f" record {'ab' * 32}", line)


def _other_tally(line: str) -> str:
    """Whoever holds least, where others hold more, has half a dollar less: no place changes, and it could be."""
    report = re.search(r"report session \d+ after .*? with (?P<counts>.*?) record ", line)
    held = sorted(re.findall(r" ([0-9.]+)(?=,|$)", report["counts"]), key=Decimal) if report else []
    if not held or held[0] == held[-1]:
        return line
    less = f"{Decimal(held[0]) - Decimal('0.50'):.2f}".removesuffix(".00")
    return re.sub(rf" {re.escape(held[0])}(?=,| record)", f" {less}", line, count=1)


def _other_terms(line: str) -> str:
    return line.replace("\nwager seconds 20", "\nwager seconds 21")


def _other_start(line: str) -> str:
    return re.sub(r"started [0-9]+", "started 3", line)


@pytest.mark.parametrize(
    ("where", "edit", "why"),
    [
        ("cup", _other_hash, "the record that it names is not the last entry of"),
        ("cup", _other_tally, "its tally differs from the one that"),
        ("table", _other_terms, "it is not opened on the terms that cup has for session 1"),
        ("table", _other_start, "entry 3 of cup does not start session 1"),
    ],
)
def test_a_forgery_is_named(played: Stored, tmp_path: Path, where: str, edit: Callable[[str], str], why: str) -> None:
    copy = played.copied(tmp_path)
    stream = "cup" if where == "cup" else _table(copy)
    number = _forged(copy, stream, edit)
    found = {(breach.stream, breach.number): breach.why for breach in copy.inspected().breaches}
    assert why in found[stream, number]


def test_what_was_not_forged_follows(played: Stored) -> None:
    assert played.inspected().breaches == ()


def test_a_seat_that_the_seal_did_not_draw_is_named(played: Stored, tmp_path: Path) -> None:
    copy = played.copied(tmp_path)
    with copy.opened() as execute:
        sql = "SELECT line FROM journal WHERE stream = 'cup' AND line LIKE ? ORDER BY number"
        first, second = (re.findall(r"draw (\S+) ", line)[0] for (line,) in execute(sql, "director: draw %")[:2])

    def swapped(line: str) -> str:
        other = {first: second, second: first}
        return re.sub(r"^director: draw (\S+) ", lambda said: f"director: draw {other.get(said[1], said[1])} ", line)

    number = _forged(copy, "cup", swapped)
    (breach, *_) = (each for each in copy.inspected().breaches if each.stream == "cup")
    assert (breach.number, "was recorded, but the seal drew" in breach.why) == (number, True)
