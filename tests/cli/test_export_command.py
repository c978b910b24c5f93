"""`croupier export`: every journal as text that the other commands read, and a ledger that adds up."""

from __future__ import annotations

import csv
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.store.engines.sqlite import FILE
from croupier.record.journals.aliases import renamed
from croupier.record.journals.journal import read_journal
from tests.support.process import Ended, in_this_process
from tests.support.server.real_server import server
from tests.support.server.wire import House, buy_in, in_house, wager

pytestmark = pytest.mark.xdist_group("export-command")

AMOUNTS = (100_00, 250_50)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with a round behind it and another open."""
    folder = tmp_path_factory.mktemp("played")

    async def scenario(house: House) -> None:
        table = await house.table("roulette", id="r-1")
        await house.table("blackjack", id="b-1")
        for number, amount in enumerate(AMOUNTS):
            guest = await house.guest()
            assert (await house.act(table, guest, f"in{number}", buy_in(amount))).status_code == 201
            assert (await house.act(table, guest, f"w{number}", wager(17 + number, 5_00))).status_code == 201
        await house.pass_time(table, 30)
        assert (await house.act(table, guest, "again", wager(3, 20_50))).status_code == 201

    in_house(folder, scenario)
    return folder


@pytest.fixture(scope="module")
def exported(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exports") / "deep" / "exported"
    done = _export(played, folder)
    assert (done.status, done.errors) == (0, "")
    assert "3 journals" in done.out
    return folder


def _export(house: Path, folder: Path, *options: str) -> Ended:
    return in_this_process("export", "--data", str(house), "--out", str(folder), *options)


def _one_line(done: Ended) -> str:
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    return line


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _asked(house: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(house / FILE)) as connection:
        return connection.execute(sql).fetchall()


def test_every_journal_is_there_and_verifies(played: Path, exported: Path) -> None:
    journals = sorted((exported / "journals").iterdir())
    assert [path.name for path in journals] == ["b-1.txt", "house.txt", "r-1.txt"]
    for path in journals:
        done = in_this_process("verify", str(path))
        assert (done.status, done.out.splitlines()[-1]) == (0, "All checks passed."), path
        stored = _asked(played, f"SELECT line, hash FROM journal WHERE stream = '{path.stem}' ORDER BY number")  # noqa: S608
        assert [(entry.text, entry.hash) for entry in read_journal(path.read_text("utf-8")).entries] == stored
    assert in_this_process("replay", str(exported / "journals" / "r-1.txt")).status == 0


def _joined(house: Path, out: Path) -> Callable[[str], str]:
    """The person behind each id, by the join file: without it nobody can put the transfers together."""
    assert _export(house, out, "--join").status == 0
    people = {row["player"]: row["person"] for row in _rows(out / "join.csv")}
    assert len(people) == len(_rows(out / "join.csv")) > 0
    return lambda name: people.get(name, name)


def test_the_transfers_are_those_of_the_ledger(played: Path, exported: Path) -> None:
    rows = _rows(exported / "transfers.csv")
    assert list(rows[0]) == ["stream", "number", "part", "time", "debit", "credit", "amount"]
    stored = _asked(played, "SELECT stream, number, part, debit, credit, amount FROM transfers ORDER BY 1, 2, 3")
    named = _joined(played, exported.parent / "joined")
    assert [
        (
            row["stream"],
            int(row["number"]),
            int(row["part"]),
            renamed(row["debit"], named),
            renamed(row["credit"], named),
            int(Decimal(row["amount"]) * 100),
        )
        for row in rows
    ] == stored
    for row in rows:
        (line,) = _asked(
            played,
            f"SELECT line FROM journal WHERE stream = '{row['stream']}' AND number = {row['number']}",  # noqa: S608
        )
        assert f"# {row['number']} {row['time']}" in line[0]
    assert "250.50" in {row["amount"] for row in rows}


def test_the_rounds_are_those_that_are_over(played: Path, exported: Path) -> None:
    rows = _rows(exported / "rounds.csv")
    columns = ["stream", "round", "first", "last", "time", "result", "void", "wagers", "staked", "returned"]
    assert list(rows[0]) == columns
    stored = _asked(played, "SELECT stream, number, first, last, result, staked, returned FROM rounds ORDER BY 1, 2")
    assert [
        (
            *(row["stream"], int(row["round"]), int(row["first"]), int(row["last"]), row["result"]),
            *(int(Decimal(row[name]) * 100) for name in ("staked", "returned")),
        )
        for row in rows
    ] == stored
    for row in rows:
        (line,) = _asked(
            played,
            f"SELECT line FROM journal WHERE stream = '{row['stream']}' AND number = {row['last']}",  # noqa: S608
        )
        assert f"# {row['last']} {row['time']}" in line[0]
        assert row["void"] == "no"


def test_the_sums_are_the_balances(played: Path, exported: Path) -> None:
    sums: dict[str, Decimal] = defaultdict(Decimal)
    named = _joined(played, exported.parent / "joined for sums")
    for row in _rows(exported / "transfers.csv"):
        sums[renamed(row["debit"], named)] -= Decimal(row["amount"])
        sums[renamed(row["credit"], named)] += Decimal(row["amount"])
    balances = {renamed(row["account"], named): Decimal(row["amount"]) for row in _rows(exported / "balances.csv")}
    assert balances == sums
    assert sum(balances.values()) == 0
    assert balances["house"] == -2_000
    assert balances == {account: Decimal(amount) / 100 for account, amount in _asked(played, "SELECT * FROM balances")}


def test_a_debt_is_a_number_and_text_is_no_formula(played: Path, tmp_path: Path) -> None:
    house = Path(shutil.copytree(played, tmp_path / "house"))
    with closing(sqlite3.connect(house / FILE, isolation_level=None)) as connection:
        connection.execute("INSERT INTO balances VALUES ('=1+1', 1), ('+1', 1), ('-1', 1), ('@a', 1)")
    assert _export(house, tmp_path / "out").status == 0
    lines = (tmp_path / "out" / "balances.csv").read_text("utf-8").splitlines()
    assert {'"\'=1+1",0.01', '"\'+1",0.01', '"\'-1",0.01', '"\'@a",0.01', '"house",-2000.00'} <= set(lines)


def test_beside_a_running_server(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        guest = running.guest()
        assert _export(running.folder, tmp_path / "out").status == 0
        assert running.client().get("/health").json()["ok"]
    assert {row["account"]: row["amount"] for row in _rows(tmp_path / "out" / "balances.csv")} == {
        "house": "-1000.00",
        f"wallet:{guest.id}": "1000.00",
    }
    for path in (tmp_path / "out" / "journals").iterdir():
        assert in_this_process("verify", str(path)).status == 0


# What it refuses


def test_a_folder_that_is_not_empty(played: Path, exported: Path, tmp_path: Path) -> None:
    assert "not empty" in _one_line(_export(played, exported))
    (tmp_path / "file").touch()
    assert "not empty" in _one_line(_export(played, tmp_path))
    assert "name a folder" in _one_line(_export(played, tmp_path / "file"))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    (tmp_path / "empty").mkdir()
    assert _export(played, tmp_path / "empty").status == 0


def test_a_folder_without_a_house(tmp_path: Path) -> None:
    said = _one_line(_export(tmp_path / "house", tmp_path / "out"))
    assert "no house" in said
    assert f"{tmp_path / 'house'}:" in said
    (tmp_path / FILE).write_text("this is no database, and somebody needs it" * 100)
    assert FILE in _one_line(_export(tmp_path, tmp_path / "out"))
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_what_could_not_be_written_whole_is_not_written(played: Path, tmp_path: Path) -> None:
    house = Path(shutil.copytree(played, tmp_path / "house"))
    with closing(sqlite3.connect(house / FILE, isolation_level=None)) as connection:
        connection.execute("INSERT INTO journal (stream, number, line, hash) VALUES ('../x', 0, 'a line', x'00')")
    assert "../x" in _one_line(_export(house, tmp_path / "deep" / "out"))
    assert [path.name for path in tmp_path.iterdir()] == ["house"]
