"""The data folder of a real server, altered anywhere at random: whatever was changed, the audit does not pass it.

`test_verify.py` alters journals that a test wrote; here a server has run, people have played, and every column of
every table that the audit answers for is fair game.
"""

# ruff: noqa: S608  the tables and columns are the database's own, and nobody else has the file

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pyotp
import pytest

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.sign_in import approvals
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.store.engines.sqlite_file import writing
from croupier.floor.store.schema import metadata
from croupier.record.journals.receipts import Receipts
from tests.support.project import ROOT
from tests.support.server.contestants import opened_tournament
from tests.support.server.gamblers import TABLES, Floor, Shift
from tests.support.server.real_server import Person, Running, server

pytestmark = pytest.mark.xdist_group("halts")

ALTERATIONS, LONG_CHUNKS = 200, 50
MOST_ALTERATIONS = 2 * ALTERATIONS
"""A small table may be missed by the first of them: then there are more, until each table was altered."""
COLUMNS = {
    "journal": ("stream", "number", "line", "hash", "act", "actor", "person", "session"),
    "transfers": ("stream", "number", "part", "debit", "credit", "amount"),
    "balances": ("account", "amount"),
    "keys": ("actor", "key", "stream", "number"),
    "days": ("person", "day", "granted", "staked", "returned"),
    "rounds": (
        *("stream", "number", "first", "last", "time", "result"),
        *("void", "wagers", "staked", "returned", "seal", "reveal"),
    ),
    "round_parts": ("stream", "round", "person", "time", "last", "staked", "returned", "settled"),
    "people": ("id", "made", "closed", "reality_minutes"),
    "names": ("person", "name", "key", "password", "chosen"),
    "roles": ("person", "role", "given_by"),
    "sessions": ("token", "person", "made", "proved"),
    "links": ("token", "kind", "person", "until", "made_by"),
    "limits": ("person", "kind", "amount", "next_amount", "next_from"),
    "exclusions": ("person", "kind", "until", "ordered_by"),
    "tables": ("id", "name", "settings", "made", "ended"),
    "duties": ("stream", "dealer"),
    "second_factors": ("id", "person", "kind", "secret"),
    "recovery_codes": ("person", "code"),
    "approvals": ("id", "person", "what", "asked", "approver", "approved"),
    "school_exams": ("id", "person", "game", "seed", "correct", "passed"),
    "school_requirements": ("game",),
}
"""What follows from the journals. The columns that are missing here are in no journal, and docs/explanation/attacks.md
says of each why not."""
UNSEEN_DROPS = {"sessions", "links", "approvals"}
"""They end by themselves, and leave no line when they do: that one is gone shows nothing."""
PAGE = ROOT / "docs" / "explanation" / "attacks.md"


def _listed() -> set[str]:
    """The tables and columns on the list of what cannot be named."""
    section = PAGE.read_text("utf-8").partition("## What `verify` cannot name")[2].partition("\n\nWhoever")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| ")]
    return {name for row in rows for name in re.findall(r"`([a-z_.]+)`", row)}


def test_every_column_is_compared_or_on_the_list_of_those_that_cannot_be() -> None:
    listed = _listed()
    for table in metadata.sorted_tables:
        columns = {column.name for column in table.columns}
        named = {name.partition(".")[2] for name in listed if name.startswith(f"{table.name}.")}
        if table.name in listed:
            assert (table.name in COLUMNS, named) == (False, set()), table.name
            continue
        compared = set(COLUMNS.get(table.name, ()))
        assert compared | named == columns, f"{table.name}: {sorted(columns - compared - named)}"
        assert not compared & named, table.name
    known = {table.name for table in metadata.sorted_tables}
    assert {name.partition(".")[0] for name in listed} <= known


class Played:
    """The folder, and what people were told."""

    def __init__(self, folder: Path, receipts: Receipts) -> None:
        self.folder, self.receipts = folder, receipts
        self.file = folder / FILE
        with closing(sqlite3.connect(self.file)) as connection:
            triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for (name,) in triggers:
                connection.execute(f"DROP TRIGGER {name}")
            assert triggers, "the database refuses no change"
            connection.commit()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.whole = self.file.read_bytes()

    def alter(self, random: Random) -> str:
        """One change of one row, as whoever has the file may make it; what it was."""
        self.file.write_bytes(self.whole)
        with closing(sqlite3.connect(self.file)) as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            table = random.choice(tuple(COLUMNS))
            names, row = _row(connection, table, random)
            where = " AND ".join(f"{name} IS ?" for name in names)
            way = random.choice(("change", "change", "take", "drop", "double"))
            if way == "drop" and table in UNSEEN_DROPS:
                return ""
            if table in {"balances", "days"} and not any(
                row[names.index("amount" if table == "balances" else "granted") :]
            ):
                return ""  # nothing is nothing, whether it is there or not
            if way == "drop":
                connection.execute(f"DELETE FROM {table} WHERE {where}", row)
            elif way == "double":
                made = {**dict(zip(names, row, strict=True)), **_another(table)}
                places = ", ".join("?" for _ in names)
                connection.execute(f"INSERT INTO {table} VALUES ({places})", tuple(made.values()))
            else:
                column = random.choice(COLUMNS[table])
                before = row[names.index(column)]
                if (table, column) == ("people", "closed") and before is not None:
                    other = None  # another moment is in no journal; that the account is open again is
                elif way == "take":
                    (other,) = random.choice(connection.execute(f"SELECT {column} FROM {table}").fetchall())
                    if other == before or (table, column) == ("people", "closed"):
                        return ""  # two rows had the same
                else:
                    other = _changed(before, random)
                try:
                    connection.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (other, *row))
                except sqlite3.IntegrityError:
                    return ""  # there is such a row already
                way += f" {column}"
            connection.commit()
        return f"{way} in {table}: {row}"

    def is_noticed(self) -> bool:
        return bool(inspect(self.folder, self.receipts).breaches)


_MARK = {
    "journal": "number",
    "transfers": "part",
    "balances": "account",
    "keys": "key",
    "days": "day",
    "rounds": "number",
    "round_parts": "round",
    "people": "id",
    "names": "person",
    "roles": "person",
    "sessions": "token",
    "links": "token",
    "limits": "person",
    "exclusions": "person",
    "tables": "id",
    "duties": "stream",
    "second_factors": "id",
    "recovery_codes": "code",
    "approvals": "id",
    "school_exams": "id",
    "school_requirements": "game",
}


def _another(table: str) -> dict[str, Any]:
    """What a row that is written a second time has of its own."""
    key = _MARK[table]
    made: dict[str, Any] = {key: b"forged" if key in {"token", "code"} else 1_000_003}
    return made | ({"key": "forged"} if table == "names" else {})


def _row(connection: sqlite3.Connection, table: str, random: Random) -> tuple[list[str], tuple[Any, ...]]:
    count = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    found = connection.execute(f"SELECT * FROM {table} LIMIT 1 OFFSET ?", (random.randrange(count),))
    row: tuple[Any, ...] = found.fetchone()
    return [column[0] for column in found.description], row


def _changed(value: Any, random: Random) -> Any:
    if value is None:
        return random.choice((1, 7))
    if isinstance(value, int):
        return value + random.choice((-1, 1, 100, -value or 7))
    if not value:
        return "forged"
    place = random.randrange(len(value))
    if isinstance(value, bytes):
        return value[:place] + bytes([value[place] ^ 1 << random.randrange(8)]) + value[place + 1 :]
    letters = "".join(set("0123456789abz #:") - {value[place]})
    return value[:place] + random.choice(letters) + value[place + 1 :]


def _live(running: Running) -> None:
    """Staff, limits, exclusions, links, somebody who left: whatever a house has beside its tables."""
    operator, dora = running.operator(), running.staff("dealer", "Dora")
    running.staff("inspector", "Iris")
    assert dora.ask("POST", "/api/v1/tables/roulette-live-1/duty").status_code < 300
    ana, ben, cat = running.account("Ana"), running.guest(), running.guest()
    for kind, amounts in {"loss": (100_00, 900_00), "deposit": (500_00,), "time": (3_600, None)}.items():
        for amount in amounts:
            assert ana.ask("PUT", f"/api/v1/me/limits/{kind}", {"amount": amount}).status_code == 200
    assert ana.ask("PUT", "/api/v1/me/reality-check", {"minutes": 30}).status_code == 200
    assert ben.ask("POST", "/api/v1/me/time-out", {"length": "24 hours"}).status_code < 300
    assert running.guest().ask("POST", "/api/v1/me/exclusion", {"length": "6 months"}).status_code < 300
    assert cat.ask("DELETE", "/api/v1/me", {}).status_code == 204
    assert operator.ask("POST", f"/api/v1/people/{ana.id}/reset-link").status_code == 201
    assert operator.ask("POST", "/api/v1/invitations/dealer").status_code == 201
    _with_doors(operator, dora)
    _with_the_pit(running, operator, ana)
    until = {"until": int(time.time()) + 9_000, "reason": "shouted"}
    assert operator.ask("PUT", f"/api/v1/people/{ben.id}/exclusion", until).status_code == 200


def _with_doors(operator: Person, dora: Person) -> None:
    """A second factor with its codes, a proof, an exam, and a game that needs one."""
    secret = dora.ask("POST", "/api/v1/me/second-factors/totp").json()["secret"]
    added = dora.ask("POST", "/api/v1/me/second-factors", {"code": pyotp.TOTP(secret).now(), "name": "Phone"})
    assert added.status_code == 201, added.text
    for code in added.json()["codes"][:2]:
        assert dora.ask("POST", "/api/v1/me/proof", {"code": code}).status_code == 204
    exam = dora.ask("POST", "/api/v1/school/exams/roulette")
    assert exam.status_code == 201, exam.text
    ended = dora.ask("PUT", f"/api/v1/school/exams/{exam.json()['id']}", {"answers": []})
    assert ended.status_code < 300, ended.text
    assert operator.ask("PUT", "/api/v1/school/requirements/tai-sai", {"required": True}).status_code < 300


def _with_the_pit(running: Running, operator: Person, ana: Person) -> None:
    """Walk-ups to a tournament, a league, a device, a pace, a float sheet, private tables, and one that is retired."""
    live, like = "/api/v1/tables/roulette-live-1", "/api/v1/tables/roulette-1"
    cup = opened_tournament(running, runs_itself=False)
    pieces = {"kind": "opening", "pieces": [{"value": 25_00, "count": 40}]}
    for path, body in (
        (f"/api/v1/tournaments/{cup}/walk-ups", {"list": "name\nĀnaru\nBea\n"}),
        ("/api/v1/leagues", {"name": "Evening #1", "formula": "places"}),
        (f"{live}/devices", {"name": "Wheel"}),
        (f"{live}/slips", pieces),
    ):
        assert operator.ask("POST", path, body).status_code == 201, path
    assert operator.ask("PUT", f"{live}/pace", {"rounds_an_hour": 60}).status_code == 200
    assert operator.ask("PUT", f"{like}/private-copies", {"allowed": True}).status_code == 200
    for _ in range(2):
        opened = ana.ask("POST", "/api/v1/private-tables", {"like": "roulette-1"})
        assert opened.status_code == 201, opened.text
    assert ana.ask("DELETE", f"/api/v1/private-tables/{opened.json()['id']}").status_code == 204


def _agree(file: Path) -> None:
    """As where the server asks for two operators."""
    with closing(writing(file)) as connection:
        now = int(time.time())
        ((olga,),) = connection.execute("SELECT person FROM roles WHERE role = 'operator'").fetchall()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO roles VALUES ('pother', 'operator', 0, NULL)")
        approvals.use_or_ask(connection, olga, "PUT /a", now, os.urandom)
        (asked,) = approvals.waiting(connection, now)
        approvals.approve(connection, asked.id, "pother", now)
        connection.execute("DELETE FROM roles WHERE person = 'pother'")
        connection.execute("COMMIT")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    async def some_seconds(_shift: Shift) -> None:
        await asyncio.sleep(2.5)

    folder = tmp_path_factory.mktemp("altered") / "house"
    with server(folder) as running:
        floor = Floor(running, "altered", TABLES[:4])
        floor.play(running, some_seconds)
        _live(running)
        running.stop()
    _agree(folder / FILE)
    copied = folder.parent / "copy"
    shutil.copytree(folder, copied)
    return Played(copied, _with_heads(copied, floor.memory.as_receipts()))


def _with_heads(folder: Path, receipts: Receipts) -> Receipts:
    """With the last entry of every journal too, as a kept checkpoint has it: a clean cut shows nothing by itself."""
    known = {stream: {number: set(hashes) for number, hashes in each.items()} for stream, each in receipts.items()}
    with closing(sqlite3.connect(folder / FILE)) as connection:
        for stream, number, hash in connection.execute("SELECT stream, max(number), hash FROM journal GROUP BY stream"):
            known.setdefault(stream, {}).setdefault(number, set()).add(hash.hex())
    return known


def test_what_a_server_left_behind_follows(played: Played) -> None:
    played.file.write_bytes(played.whole)
    found = inspect(played.folder, played.receipts)
    assert (found.breaches, found.total) == ((), 0)
    assert sum(report.receipts for report in found.reports) > 50


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ten thousand in the long run, in parts that each keep within the time of a test."""
    if "part" in metafunc.fixturenames:
        metafunc.parametrize("part", range(LONG_CHUNKS if metafunc.config.getoption("--long") else 1))


def test_no_alteration_of_it_goes_unnoticed(played: Played, request: pytest.FixtureRequest, part: int) -> None:
    random: Random = SystemRandom() if request.config.getoption("--long") else Random(11 + part)
    done: Counter[str] = Counter()
    altered: set[str] = set()
    while done.total() < ALTERATIONS or (altered != set(COLUMNS) and done.total() < MOST_ALTERATIONS):
        what = played.alter(random)
        if what:
            assert played.is_noticed(), what
            done[what.split(":")[0]] += 1
            altered = {what.rpartition(" ")[2] for what in done}
    assert len(done) > 40
    assert altered == set(COLUMNS)
