"""A whole data folder inspected, and `croupier verify` on it: whatever was altered is named."""

# ruff: noqa: S608  the tables and columns are named here, and nobody else has the file

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pytest
from msgspec.structs import astuple

from croupier import BuyIn
from croupier.floor.keeping.audits.audit import Inspection, inspect
from croupier.floor.keeping.read_only import NoData
from croupier.floor.people.responsible_play.days import day_of
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.store.port import Batch, Connection, Day, Key, NewEntry
from croupier.floor.store.statements import DAY, ROUND, ROUND_PART, part_rows, round_row
from croupier.record.journals.facts import facts_of
from croupier.record.journals.journal import HOUSE_STREAM, Written, exported, hash_after, read_first
from croupier.record.journals.ledger import Transfer, transfers
from croupier.record.journals.receipts import Receipts
from croupier.record.journals.rounds import EndedRound, RoundFollower
from croupier.record.text.notation import read
from tests.support.floor.casino import REST, Hand, House, begun, decided, in_casino
from tests.support.floor.states import state_of
from tests.support.process import Ended, croupier, in_this_process
from tests.support.project import ROOT
from tests.support.record.honest_journals import GAMES, HOUSE_KEY, WEALTH, Row, Writer, house_rows

TABLES = {f"t-{game}": game for game in GAMES}


# A data folder


@cache
def _journals() -> dict[str, list[Row]]:
    tables = {stream: Writer(game, stream).go_on(60).rows for stream, game in TABLES.items()}
    live = Writer("roulette", "t-live", sealed=False).go_on(40).rows
    return {HOUSE_STREAM: house_rows(amount=9 * WEALTH), **tables, "t-live": live}


def _days(stream: str, rows: list[Row]) -> tuple[Day, ...]:
    """Counted by the words of the accounts alone."""
    counts: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in rows:
        for moved in row.moved:
            place = (*moved.debit.split(":"), *moved.credit.split(":"))
            match place:
                case ("house", "wallet", person) if stream == HOUSE_STREAM:
                    counts[person, day_of(row.stamp.time)][0] += moved.amount
                case ("stack", _, person, _, "layout", _):
                    counts[person, day_of(row.stamp.time)][1] += moved.amount
                case ("layout", _, "stack", _, person, _):
                    counts[person, day_of(row.stamp.time)][2] += moved.amount
    return tuple(Day(person, day, *each) for (person, day), each in counts.items())


def _rounds(stream: str, rows: list[Row]) -> tuple[EndedRound, ...]:
    """The rounds that are over, by a fold of the acts."""
    if stream == HOUSE_STREAM:
        return ()
    follower, found = RoundFollower(), []
    before: Any = None
    for row in rows:
        if before is None:
            after = read(read_first(row.text)[1]).header.table()
        else:
            after = before if row.act is None else before.play(row.act)
        found.append(follower.follow(before, row.act, after, row.stamp))
        before = after
    return tuple(ended for ended in found if ended is not None)


def _entry(row: Row) -> NewEntry:
    actor = row.moved[0].credit.partition(":")[2] if row.act is None and row.moved else "pana"
    actor = actor if row.act is None else row.act.actor.name
    key = Key(actor, row.stamp.key, b"body") if row.stamp.key else None
    return NewEntry(row.number, row.text, row.hash, row.moved, row.fresh, key, facts_of(row.act))


async def _filled(folder: Path, journals: dict[str, list[Row]]) -> None:
    store = SqliteStore(folder / FILE)
    for stream, rows in journals.items():
        entries = tuple(map(_entry, rows))
        await store.append(Batch(stream, entries, _days(stream, rows), rounds=_rounds(stream, rows)))
        if stream != HOUSE_STREAM:
            await store.write(lambda connection, id=stream: _add_table(connection, id))  # type: ignore[misc]
    await store.close()


def _add_table(connection: Connection, id: str) -> None:
    connection.execute("INSERT INTO tables (id, name, settings, made) VALUES (?, ?, '{}', 0)", (id, id))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    asyncio.run(_filled(folder, _journals()))
    (folder / "house.key").write_bytes(HOUSE_KEY)
    return folder


@pytest.fixture
def data(filled: Path, tmp_path: Path) -> Path:
    """A copy that may be altered."""
    return Path(shutil.copytree(filled, tmp_path / "data"))


def altered(data: Path, *statements: tuple[str, tuple[Any, ...]] | str) -> Inspection:
    """What is found after somebody with the file in hand has changed it, triggers and constraints or not."""
    with closing(sqlite3.connect(data / FILE, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for each in statements:
            sql, parameters = (each, ()) if isinstance(each, str) else each
            assert connection.execute(sql, parameters).rowcount != 0, sql
    return inspect(data)


def only(inspection: Inspection) -> tuple[str, int | None, str]:
    (breach, *_) = inspection.breaches
    return breach.stream, breach.number, breach.why


# Honest folders


def test_an_honest_folder_follows(filled: Path) -> None:
    found = inspect(filled)
    assert found.breaches == ()
    assert [report.stream for report in found.reports] == sorted(_journals())
    assert [report.entries for report in found.reports] == [len(_journals()[name]) for name in sorted(_journals())]
    assert (found.total, found.has_key) == (0, True)
    assert found.accounts > len(_journals())


def test_every_receipt_of_an_honest_folder_is_kept(filled: Path) -> None:
    receipts = {name: {row.number: {row.hash.hex()} for row in rows} for name, rows in _journals().items()}
    found = inspect(filled, receipts)
    assert found.breaches == ()
    assert sum(report.receipts for report in found.reports) == sum(map(len, _journals().values()))


def test_a_folder_is_inspected_beside_a_server_that_writes(data: Path) -> None:
    async def beside() -> list[Inspection]:
        store = SqliteStore(data / FILE)
        house = list(_journals()[HOUSE_STREAM])
        found = []
        for number in range(len(house), len(house) + 5):
            text = f"# {number} 2026-11-15T00:00:00Z grant 5 to pana"
            house.append(Row(number, text, hash_after(HOUSE_STREAM, house[-1].hash, text), None, house[0].stamp))
            moved = house_rows(("pana",), 5_00)[1].moved
            entry = NewEntry(number, text, house[-1].hash, moved)
            await store.append(Batch(HOUSE_STREAM, (entry,), (Day("pana", day_of(1_794_700_800), granted=5_00),)))
            found.append(await asyncio.to_thread(inspect, data))
        await store.close()
        return found

    found = asyncio.run(beside())
    assert [each.breaches for each in found] == [()] * 5
    assert [each.reports[0].entries for each in found] == [5, 6, 7, 8, 9]


@pytest.mark.parametrize("is_key_lost", [False, True], ids=["whole", "key lost"])
def test_what_the_running_floor_writes_follows(tmp_path: Path, *, is_key_lost: bool) -> None:
    """Rounds of every game at real tables; and a house that lost its key, and goes on with another."""
    receipts: dict[str, dict[int, set[str]]] = defaultdict(dict)

    async def play(house: House) -> None:
        for game in GAMES:
            actor = house.casino.actors.get(f"t-{game}") or await house.table(game, id=f"t-{game}")
            players = list(state_of(actor).players) or [await house.seated(actor) for _ in range(2)]
            for _ in range(2):
                await begun(house, actor, *players)
                if game == "blackjack":
                    await decided(house, actor)
                assert actor.head.state.is_between_rounds
                await house.later(actor, REST)
            receipt = await house.act(actor, BuyIn(players[0], 10_00), key="mine", nonce="00" * 16)
            receipts[actor.id][receipt.number] = {receipt.hash}

    hand = Hand()
    in_casino(tmp_path, play, hand=hand)
    if is_key_lost:
        (tmp_path / "house.key").unlink()
        in_casino(tmp_path, play, hand=hand)
    found = inspect(tmp_path, receipts)
    assert found.breaches == ()
    tables = [report for report in found.reports if report.stream != HOUSE_STREAM]
    assert [report.rounds for report in tables] == [4 if is_key_lost else 2] * 4
    assert [report.lost_secrets for report in tables] == [int(is_key_lost)] * 4
    assert all(report.receipts for report in tables)


def test_a_folder_that_nobody_may_write_to(filled: Path) -> None:
    before = {path.name: path.read_bytes() for path in filled.iterdir() if not path.name.endswith(("-shm", "-wal"))}
    inspect(filled)
    after = {path.name: path.read_bytes() for path in filled.iterdir() if not path.name.endswith(("-shm", "-wal"))}
    assert after == before


def test_folders_with_nothing_to_inspect(tmp_path: Path) -> None:
    with pytest.raises(NoData, match="this folder holds no house"):
        inspect(tmp_path)
    (tmp_path / FILE).write_bytes(b"nothing that a database would say" * 99)
    with pytest.raises(NoData, match="cannot be read"):
        inspect(tmp_path)
    (tmp_path / FILE).unlink()
    with closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute("CREATE TABLE mine (x)")
    with pytest.raises(NoData, match="belongs to another program"):
        inspect(tmp_path)


def test_a_folder_of_another_version(data: Path) -> None:
    with pytest.raises(NoData, match="has schema 99"):
        altered(data, "PRAGMA user_version = 99")


# One kind of break each


def _numbers(stream: str, is_wanted: Callable[[Row], Any]) -> int:
    return next(row.number for row in _journals()[stream] if is_wanted(row))


MOVED = _numbers("t-roulette", lambda row: row.number > 5 and row.moved)
KEYED = _numbers("t-roulette", lambda row: row.stamp.key)
QUIET = _numbers("t-roulette", lambda row: row.number > 5 and not row.moved)


def test_an_amount_in_the_ledger(data: Path) -> None:
    sql = "UPDATE transfers SET amount = amount + 1 WHERE stream = 't-roulette' AND number = ?"
    stream, number, why = only(altered(data, (sql, (MOVED,))))
    assert (stream, number) == ("t-roulette", MOVED)
    assert "follows from it, but the ledger has" in why


@pytest.mark.parametrize("column", ["debit", "credit"])
def test_an_account_in_the_ledger(data: Path, column: str) -> None:
    sql = f"UPDATE transfers SET {column} = 'wallet:pmallory' WHERE stream = 't-roulette' AND number = ?"
    assert only(altered(data, (sql, (MOVED,))))[:2] == ("t-roulette", MOVED)


def test_a_transfer_that_is_missing(data: Path) -> None:
    sql = "DELETE FROM transfers WHERE stream = 't-roulette' AND number = ?"
    found = altered(data, (sql, (MOVED,)))
    assert only(found)[:2] == ("t-roulette", MOVED)
    assert "0 are in the ledger" in only(found)[2]


def test_a_transfer_too_many(data: Path) -> None:
    sql = "INSERT INTO transfers VALUES ('t-roulette', ?, 0, 'house', 'wallet:pmallory', 100)"
    assert only(altered(data, (sql, (QUIET,))))[:2] == ("t-roulette", QUIET)


def test_a_transfer_of_an_entry_that_is_not_there(data: Path) -> None:
    sql = "INSERT INTO transfers VALUES (?, 999, 0, 'house', 'wallet:pmallory', 100)"
    for stream in ("t-roulette", "t-nowhere", "a-nowhere", HOUSE_STREAM):
        found = {each.stream: each.number for each in altered(data, (sql, (stream,))).breaches}
        assert found[stream] == 999


def test_a_balance(data: Path) -> None:
    found = altered(data, "UPDATE balances SET amount = amount + 5 WHERE account = 'wallet:pana'")
    assert only(found)[:2] == ("balances", None)
    assert "wallet:pana has" in only(found)[2]
    assert found.total == 5


def test_a_balance_that_is_missing_or_made_up(data: Path) -> None:
    found = altered(data, "INSERT INTO balances VALUES ('wallet:pmallory', 5)")
    assert "wallet:pmallory has 0.05, but its transfers come to 0" in only(found)[2]
    found = altered(data, "DELETE FROM balances WHERE account IN ('wallet:pmallory', 'float:t-roulette')")
    assert "float:t-roulette" in only(found)[2]


def test_an_overdraft_that_the_transfers_bear_out(tmp_path: Path) -> None:
    """More was bought in than was ever given out: no journal alone shows it, all of them together do."""
    asyncio.run(_filled(tmp_path, {HOUSE_STREAM: house_rows(amount=9 * WEALTH)}))
    rows = Writer("roulette", "t-1").go_on(30).rows
    bought = sum(moved.amount for row in rows for moved in row.moved if moved.debit == "wallet:pana")
    grant = house_rows(("pana",), 1_00)
    asyncio.run(_filled(tmp_path, {"t-1": rows}))
    assert inspect(tmp_path).breaches == ()
    lines = [(Written(row.text, row.hash), row) for row in grant]
    found = altered(
        tmp_path,
        "DELETE FROM journal WHERE stream = 'house'",
        "DELETE FROM transfers WHERE stream = 'house'",
        "DELETE FROM keys WHERE stream = 'house'",
        *(
            (
                "INSERT INTO journal (stream, number, line, hash) VALUES ('house', ?, ?, ?)",
                (row.number, written.text, written.hash),
            )
            for written, row in lines
        ),
        ("INSERT INTO transfers VALUES ('house', 1, 0, 'house', 'wallet:pana', 100)", ()),
        ("UPDATE balances SET amount = ? WHERE account = 'wallet:pana'", (100 - bought,)),
        "UPDATE balances SET amount = amount - 4500000 WHERE account IN ('wallet:pbo', 'wallet:pkiri')",
        "UPDATE balances SET amount = -100 WHERE account = 'house'",
    )
    assert any("is below zero" in each.why for each in found.breaches), found.breaches


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE keys SET key = 'other'", "is stored for it, but its line has another"),
        ("UPDATE keys SET actor = 'pmallory'", "is stored for pmallory"),
        (f"UPDATE keys SET number = {QUIET}", "is not stored: the request could be repeated"),
        ("DELETE FROM keys", "is not stored: the request could be repeated"),
    ],
)
def test_a_key(data: Path, change: str, words: str) -> None:
    stream, number, why = only(altered(data, (f"{change} WHERE stream = 't-roulette' AND number = ?", (KEYED,))))
    assert (stream, number, words in why) == ("t-roulette", KEYED, True), why


def test_a_key_of_an_entry_that_is_not_there(data: Path) -> None:
    found = altered(data, "INSERT INTO keys VALUES ('pana', 'made-up', x'', 't-roulette', 999)")
    assert only(found) == ("t-roulette", 999, "the entry is missing, but a key of it is stored")


def test_a_day(data: Path) -> None:
    for change in (
        "UPDATE days SET staked = staked + 1 WHERE person = 'pana'",
        "INSERT INTO days VALUES ('pmallory', 20000, 5, 0, 0)",
        "DELETE FROM days WHERE person = 'pana'",
    ):
        assert only(altered(data, change))[0] == "days"


def test_the_fresh_bytes_of_an_open_round(data: Path) -> None:
    seal = max(row.number for row in _journals()["t-roulette"] if row.stamp.seal)
    sql = "UPDATE journal SET fresh = ? WHERE stream = 't-roulette' AND number = ?"
    assert only(altered(data, (sql, (bytes(64), seal))))[:2] == ("t-roulette", seal)
    (data / "house.key").unlink()
    found = inspect(data)
    assert (found.breaches, found.has_key) == ((), False)


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("act", "'cash out'", "its column act has 'cash out', but its line says 'buy in'"),
        ("act", "NULL", "its column act has nothing, but its line says 'buy in'"),
        ("actor", "'pmallory'", "its column actor has 'pmallory', but its line says 'pana'"),
        ("person", "'pmallory'", "its column person has 'pmallory', but its line says 'pana'"),
        ("session", "7", "its column session has 7, but its line says nothing"),
    ],
)
def test_a_column_that_is_not_what_its_line_says(data: Path, column: str, value: str, words: str) -> None:
    first = _numbers("t-roulette", lambda row: isinstance(row.act, BuyIn) and row.act.player == "pana")
    sql = f"UPDATE journal SET {column} = {value} WHERE stream = 't-roulette' AND number = {first}"
    assert only(altered(data, sql)) == ("t-roulette", first, words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE rounds SET result = '36 red'", "round 1 has '36 red' as result, but "),
        ("UPDATE rounds SET void = 1", "round 1 has 1 as void, but 0 follows from the journal"),
        ("UPDATE rounds SET staked = staked + 5", " as staked, but "),
        ("UPDATE rounds SET first = 2", "round 1 has 2 as first, but 1 follows from the journal"),
        ("UPDATE rounds SET seal = 'ab'", "round 1 has 'ab' as seal, but "),
        ("DELETE FROM rounds", "round 1 ends with it, but is missing from the stored rounds"),
        ("UPDATE rounds SET number = 0", "round 0 is stored, but no entry ends it"),
    ],
)
def test_a_round_that_does_not_follow(data: Path, change: str, words: str) -> None:
    stream, number, why = only(altered(data, f"{change} WHERE stream = 't-roulette' AND number = 1"))
    assert (stream, words in why) == ("t-roulette", True), why
    assert number == _rounds("t-roulette", _journals()["t-roulette"])[0].last


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE round_parts SET returned = returned + 1", " part in round 1 has "),
        ("UPDATE round_parts SET settled = '[]'", " part in round 1 has '[]' as settled, but "),
        ("UPDATE round_parts SET time = 1", " part in round 1 has 1 as time, but "),
        ("UPDATE round_parts SET person = person || 'x'", "the players of round 1 are kept as "),
        ("DELETE FROM round_parts", "the players of round 1 are kept as nobody, not "),
    ],
)
def test_a_part_in_a_round_that_does_not_follow(data: Path, change: str, words: str) -> None:
    stream, _, why = only(altered(data, f"{change} WHERE stream = 't-roulette' AND round = 1"))
    assert (stream, words in why) == ("t-roulette", True), why


def test_a_round_too_many_and_one_of_a_journal_that_is_not_there(data: Path) -> None:
    last = len(_journals()["t-roulette"]) - 1
    copied = (
        "INSERT INTO rounds SELECT '{}', 999, first, last, time, result, void, wagers, staked, returned, seal, reveal"
    )
    found = altered(
        data,
        *(
            f"{copied.format(stream)} FROM rounds WHERE stream = 't-roulette' AND number = 1"
            for stream in ("t-no", "t-roulette")
        ),
    )
    assert {(breach.stream, breach.number, breach.why) for breach in found.breaches} == {
        ("t-no", 0, "the journal is missing, but its round 999 is stored"),
        ("t-roulette", last, "round 999 is stored, but no entry ends it"),
    }


def test_a_column_of_the_house_s_journal_says_nothing(data: Path) -> None:
    found = altered(data, "UPDATE journal SET person = 'pana' WHERE stream = 'house' AND number = 1")
    assert only(found) == ("house", 1, "its column person has 'pana', but its line says nothing")


def test_a_journal_that_is_gone(data: Path) -> None:
    found = altered(
        data,
        "DELETE FROM journal WHERE stream = 't-live'",
        "DELETE FROM rounds WHERE stream = 't-live'",
        "DELETE FROM transfers WHERE stream = 't-live'",
        "DELETE FROM keys WHERE stream = 't-live'",
    )
    assert only(found) == ("t-live", 0, "the whole journal is missing, but there is a table of that name")


def test_a_receipt_for_a_table_that_is_not_there(filled: Path) -> None:
    found = inspect(filled, {"t-nowhere": {7: {"ab" * 32}}})
    assert only(found) == ("t-nowhere", 7, "the whole journal is missing, but there is a receipt for it")


def test_the_first_break_of_every_journal_is_named(data: Path) -> None:
    change = "UPDATE journal SET line = line || ' ' WHERE number IN (3, 7)"
    found = altered(data, change)
    streams = sorted(_journals())
    assert [(each.stream, each.number) for each in found.breaches] == [(stream, 3) for stream in streams]


def test_text_that_is_no_text(data: Path) -> None:
    sql = "UPDATE journal SET line = CAST(x'ff80' AS TEXT) WHERE stream = 't-roulette' AND number = 4"
    assert only(altered(data, sql))[:2] == ("t-roulette", 4)


def _without_last(*told: Any) -> tuple[Transfer, ...]:
    return transfers(*told)[:-1]


def _backwards(*told: Any) -> tuple[Transfer, ...]:
    return tuple(Transfer(each.credit, each.debit, each.amount) for each in transfers(*told))


@pytest.mark.parametrize(
    ("false", "words"), [(_without_last, "after it, and the table"), (_backwards, "goes below zero")]
)
def test_a_ledger_that_is_wrong_by_itself(
    false: Any, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were our own transfers not what the table did, and written so, the chips in front of the players show it."""
    for module in ("croupier.record.audits.audit", "tests.support.record.honest_journals"):
        monkeypatch.setattr(f"{module}.transfers", false)
    rows = Writer("roulette", "t-1").go_on(30).rows
    asyncio.run(_filled(tmp_path, {HOUSE_STREAM: house_rows(amount=9 * WEALTH)}))
    altered(
        tmp_path,
        *(
            (
                "INSERT INTO journal VALUES ('t-1', ?, ?, ?, ?, ?, ?, ?, ?)",
                (row.number, row.text, row.hash, row.fresh, *astuple(facts_of(row.act))),
            )
            for row in rows
        ),
        *(
            ("INSERT INTO transfers VALUES ('t-1', ?, ?, ?, ?, ?)", (row.number, part, *_parts(moved)))
            for row in rows
            for part, moved in enumerate(row.moved)
        ),
        *(
            ("INSERT INTO keys VALUES (?, ?, x'', 't-1', ?)", (row.act.actor.name, row.stamp.key, row.number))
            for row in rows
            if row.act is not None and row.stamp.key
        ),
        *((ROUND, round_row("t-1", ended)) for ended in _rounds("t-1", rows)),
        *((ROUND_PART, part) for ended in _rounds("t-1", rows) for part in part_rows("t-1", ended)),
    )
    stream, _, why = only(inspect(tmp_path))
    assert (stream, words in why) == ("t-1", True), why


def _parts(moved: Transfer) -> tuple[str, str, int]:
    return moved.debit, moved.credit, moved.amount


# Alterations without end


class Altering:
    """Alters a folder at random, as whoever has the file in hand may."""

    def __init__(self, random: Random, connection: sqlite3.Connection) -> None:
        self.random, self.connection = random, connection
        self.stream = random.choice(sorted(_journals()))
        self.rows = _journals()[self.stream]
        self.row = random.choice(self.rows)

    def _set_line(self, row: Row, line: str) -> None:
        sql = "UPDATE journal SET line = ? WHERE stream = ? AND number = ?"
        self.connection.execute(sql, (line, self.stream, row.number))

    def flip(self) -> Receipts:
        line, place = self.row.text, self.random.randrange(len(self.row.text))
        self._set_line(self.row, line[:place] + self.random.choice("0123456789abz #:") + line[place + 1 :])
        return {}

    def flip_hash(self) -> Receipts:
        hash = bytearray(self.row.hash)
        hash[self.random.randrange(32)] ^= 1 << self.random.randrange(8)
        sql = "UPDATE journal SET hash = ? WHERE stream = ? AND number = ?"
        self.connection.execute(sql, (bytes(hash), self.stream, self.row.number))
        return {}

    def drop(self) -> Receipts:
        sql = "DELETE FROM journal WHERE stream = ? AND number = ?"
        self.connection.execute(sql, (self.stream, self.row.number))
        last = self.rows[-1]
        return {self.stream: {last.number: {last.hash.hex()}}} if self.row is last else {}

    def drop_and_close_up(self) -> Receipts:
        self.drop()
        for row in self.rows[self.row.number + 1 :]:
            sql = "UPDATE journal SET number = ? WHERE stream = ? AND number = ?"
            self.connection.execute(sql, (row.number - 1, self.stream, row.number))
        last = self.rows[-1]
        return {self.stream: {last.number: {last.hash.hex()}}}

    def insert(self) -> Receipts:
        sql = "UPDATE journal SET number = ? WHERE stream = ? AND number = ?"
        for row in reversed(self.rows[self.row.number :]):
            self.connection.execute(sql, (row.number + 1, self.stream, row.number))
        other = self.random.choice(self.rows)
        values = (self.stream, self.row.number, other.text, other.hash)
        self.connection.execute("INSERT INTO journal (stream, number, line, hash) VALUES (?, ?, ?, ?)", values)
        return {}

    def swap(self) -> Receipts:
        other = self.random.choice(self.rows)
        for mine, theirs in ((self.row, other), (other, self.row)):
            sql = "UPDATE journal SET line = ?, hash = ?, fresh = ? WHERE stream = ? AND number = ?"
            self.connection.execute(sql, (theirs.text, theirs.hash, theirs.fresh, self.stream, mine.number))
        return {}

    def transfer(self) -> Receipts:
        self._any("transfers", ("amount = amount + 1", "debit = credit || 'x'", "credit = 'wallet:pmallory'"))
        return {}

    def balance(self) -> Receipts:
        self._any("balances", ("amount = amount - 1", "amount = amount + 100", "account = account || 'x'"))
        return {}

    def key(self) -> Receipts:
        self._any("keys", ("key = key || 'x'", "number = number + 1", "stream = 't-nowhere'"))
        return {}

    def day(self) -> Receipts:
        self._any("days", ("staked = staked + 1", "returned = returned - 1", "day = day + 1", "granted = granted + 1"))
        return {}

    def round(self) -> Receipts:
        self._any("rounds", ("result = result || 'x'", "void = 1 - void", "number = number + 1000", "last = last - 1"))
        return {}

    def part(self) -> Receipts:
        self._any("round_parts", ("staked = staked + 1", "returned = returned + 1", "person = 'pmallory'", "time = 0"))
        return {}

    def _any(self, table: str, changes: tuple[str, ...]) -> None:
        rows = self.connection.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in rows.description]
        row = self.random.choice(rows.fetchall())
        where = " AND ".join(f"{name} = ?" for name in names)
        sql = f"UPDATE {table} SET {self.random.choice(changes)} WHERE {where}"
        assert self.connection.execute(sql, row).rowcount == 1

    def cut_off(self) -> Receipts:
        """Without a trace: everything that follows from the last entries goes too."""
        first = self.random.randrange(1, len(self.rows))
        place = (self.stream, first)
        for table in ("journal", "transfers", "keys"):
            self.connection.execute(f"DELETE FROM {table} WHERE stream = ? AND number >= ?", place)
        self.connection.execute("DELETE FROM rounds WHERE stream = ? AND last >= ?", place)
        self.connection.execute("DELETE FROM round_parts WHERE stream = ? AND last >= ?", place)
        self.connection.execute("DELETE FROM balances")
        self.connection.execute(
            "INSERT INTO balances SELECT account, sum(amount) FROM (SELECT credit AS account, amount FROM transfers "
            "UNION ALL SELECT debit, -amount FROM transfers) GROUP BY account"
        )
        self.connection.execute("DELETE FROM days")
        kept = {name: rows[:first] if name == self.stream else rows for name, rows in _journals().items()}
        for day in (day for name, rows in kept.items() for day in _days(name, rows)):
            self.connection.execute(DAY, (day.person, day.day, day.granted, day.staked, day.returned))
        lost = self.random.choice(self.rows[first:])
        return {self.stream: {lost.number: {lost.hash.hex()}}}

    def rewrite(self) -> Receipts:
        """A chain that fits itself, from a changed entry on."""
        number, previous = self.row.number, self.rows[self.row.number - 1].hash if self.row.number else None
        for row in self.rows[number:]:
            text = row.text + (" " if row is self.row else "")
            previous = hash_after(self.stream, previous, text)
            sql = "UPDATE journal SET line = ?, hash = ? WHERE stream = ? AND number = ?"
            self.connection.execute(sql, (text, previous, self.stream, row.number))
        kept = self.random.choice(self.rows[number:])
        return {self.stream: {kept.number: {kept.hash.hex()}}}


KINDS = (
    *(Altering.flip, Altering.flip_hash, Altering.drop, Altering.drop_and_close_up, Altering.insert, Altering.swap),
    *(Altering.transfer, Altering.balance, Altering.key, Altering.day, Altering.cut_off, Altering.rewrite),
    *(Altering.round, Altering.part),
)
_CONTENT = tuple(
    f"SELECT * FROM {table} ORDER BY 1, 2"
    for table in ("journal", "transfers", "balances", "keys", "days", "rounds", "round_parts")
)


def _content(connection: sqlite3.Connection) -> list[list[Any]]:
    return [connection.execute(sql).fetchall() for sql in _CONTENT]


def _alter(data: Path, random: Random, kind: Callable[[Altering], Receipts], honest: Any) -> Receipts | None:
    """The receipts with which it can be found; `None` where the same stands there as before."""
    with closing(sqlite3.connect(data / FILE, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        receipts = kind(Altering(random, connection))
        is_same = _content(connection) == honest
        connection.execute("COMMIT")
    return None if is_same else receipts


def test_no_alteration_goes_unnoticed(filled: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    is_long = request.config.getoption("--long")
    random: Random = SystemRandom() if is_long else Random(7)
    data = tmp_path / "data"
    data.mkdir()
    (data / "house.key").write_bytes(HOUSE_KEY)
    with closing(sqlite3.connect(filled / FILE)) as connection:
        honest = _content(connection)
    found: dict[str, int] = defaultdict(int)
    while sum(found.values()) < (10_000 if is_long else 500):
        kind = KINDS[sum(found.values()) % len(KINDS)]
        shutil.copy(filled / FILE, data / FILE)
        receipts = _alter(data, random, kind, honest)
        if receipts is None:
            continue
        assert inspect(data, receipts).breaches, kind.__name__
        found[kind.__name__] += 1
    assert len(found) == len(KINDS)


def test_without_a_receipt_a_clean_cut_is_not_seen(data: Path) -> None:
    """What docs say of journals without receipts is true."""
    with closing(sqlite3.connect(data / FILE, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        altering = Altering(Random(1), connection)
        altering.stream, altering.rows = "t-roulette", _journals()["t-roulette"]
        receipts = altering.cut_off()
    assert inspect(data).breaches == ()
    assert only(inspect(data, receipts))[0] == "t-roulette"


# The command


def _told(*arguments: str) -> Ended:
    return in_this_process("verify", *arguments)


def _last_line(done: Ended) -> str:
    return done.out.splitlines()[-1]


def test_the_command_on_an_honest_folder(filled: Path) -> None:
    done = _told(str(filled))
    assert (done.status, done.errors, _last_line(done)) == (0, "", "All checks passed.")
    entries = sum(map(len, _journals().values()))
    assert done.out.startswith(f"Checked: 6 journals, {entries} entries, ")
    assert "balances add up to 0." in done.out


def test_the_command_on_an_altered_folder(data: Path) -> None:
    sql = "UPDATE transfers SET amount = amount + 1 WHERE stream = 't-roulette' AND number = ?"
    altered(data, (sql, (MOVED,)))
    done = _told(str(data))
    assert (done.status, done.errors, _last_line(done)) == (1, "", "Checks failed.")
    assert f"t-roulette, entry {MOVED}: " in done.out


def test_the_command_in_json(data: Path) -> None:
    document = _told(str(data), "--json").document
    assert (document["verdict"], document["faults"], document["checked"]["total"]) == ("everything follows", [], 0)
    assert len(document["tables"]) == document["checked"]["journals"] == 6
    altered(data, "UPDATE journal SET line = line || ' ' WHERE stream = 't-live' AND number = 3")
    done = _told(str(data), "--json")
    assert (done.status, done.errors) == (1, "")
    (fault, *_) = done.document["faults"]
    assert (fault["table"], fault["number"], fault["rule"]) == ("t-live", 3, None)


def test_the_command_names_the_clause(tmp_path: Path) -> None:
    writer = Writer("roulette").go_on(20)
    text = "pzoe: buy in 1.23 # 20 2026-11-15T09:00:00Z"
    entries = [*writer.written[:20], Written(text, hash_after("t-1", writer.rows[19].hash, text))]
    done = _told(_exported(tmp_path, entries))
    assert done.status == 1
    assert "t-1, entry 20: " in done.out
    assert "(D1 13.1)" in done.out
    document = _told(_exported(tmp_path, entries), "--json").document
    assert document["faults"][0]["rule"] == "D1 13.1"


def _exported(folder: Path, entries: list[Written], stream: str = "t-1") -> str:
    path = folder / "journal.txt"
    path.write_bytes("".join(exported(stream, entries)).encode())
    return str(path)


@pytest.mark.parametrize("game", GAMES)
def test_the_command_on_an_exported_journal(game: str, tmp_path: Path) -> None:
    writer = Writer(game).go_on(60)
    file = _exported(tmp_path, writer.written)
    done = _told(file)
    assert (done.status, done.errors, _last_line(done)) == (0, "", "All checks passed.")
    assert in_this_process("replay", file).status == 0


def test_the_command_on_standard_input() -> None:
    writer = Writer("money-wheel").go_on(60)
    text = "".join(exported("t-1", writer.written))
    assert croupier("verify", "-", text=text).status == 0
    assert croupier("verify", "-", text=text.replace("buy in 200", "buy in 300", 1)).status == 1


def test_lines_as_windows_ends_them(tmp_path: Path) -> None:
    writer = Writer("money-wheel").go_on(60)
    file = Path(_exported(tmp_path, writer.written))
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert _told(str(file)).status == 0


def test_the_command_with_receipts(tmp_path: Path) -> None:
    writer = Writer("roulette").go_on(60)
    receipts = tmp_path / "receipts"
    last = writer.rows[-1]
    mine = {"table": "t-1", "number": last.number, "hash": last.hash.hex()}
    receipts.write_text(f"t-1 3 {writer.rows[3].hash.hex()}\n{json.dumps(mine)}\nt-other 3 {'ab' * 32}\n")
    done = _told(_exported(tmp_path, writer.written), "--receipts", str(receipts))
    assert (done.status, _last_line(done)) == (0, "All checks passed.")
    assert "2 receipts" in done.out
    assert "Receipts for other tables, not compared: 1." in done.out
    done = _told(_exported(tmp_path, writer.written[:-1]), "--receipts", str(receipts))
    assert (done.status, _last_line(done)) == (1, "Checks failed.")
    assert f"t-1, entry {last.number}: it is missing" in done.out


def test_rules_that_are_not_known_get_a_verdict_of_their_own(tmp_path: Path) -> None:
    texts = [row.text for row in Writer("roulette").go_on(30).rows]
    texts[0] = texts[0].replace("edition 2", "edition 999")
    entries: list[Written] = []
    for text in texts:
        entries.append(Written(text, hash_after("t-1", entries[-1].hash if entries else None, text)))
    done = _told(_exported(tmp_path, entries))
    assert (done.status, done.errors) == (2, "")
    assert "edition 999" in done.out
    assert _last_line(done) == "Some journals need another version of this program; all other checks passed."
    assert _told(_exported(tmp_path, entries), "--json").document["verdict"] == "cannot be judged here"


def test_remarks(tmp_path: Path) -> None:
    writer = Writer("blackjack").until(lambda state: len(state.dealer.cards) == 1)
    done = _told(_exported(tmp_path, writer.written))
    assert done.status == 0
    assert "outcomes of the open round can be checked once its secret is revealed." in done.out


def _unreadable() -> Iterator[tuple[str, bytes, str]]:
    yield "no journal", b"game roulette\n", "journal.txt:1:1: a journal begins with the line"
    yield "empty", b"", "journal.txt:1:1: "
    yield "no text", b"\xff\xfe\x00", "journal.txt:1:1: this is not a text file in UTF-8"
    yield "no hash", b"# croupier journal 1 of t-1\npana: buy in 5\n", "journal.txt:2:1: expected an entry"


@pytest.mark.parametrize(
    ("content", "words"), [each[1:] for each in _unreadable()], ids=[each[0] for each in _unreadable()]
)
def test_what_cannot_be_read_is_named_by_line_and_column(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "journal.txt"
    file.write_bytes(content)
    done = _told(str(file))
    assert (done.status, done.out) == (2, "")
    assert words in done.errors
    assert set(_told(str(file), "--json").document) == {"errors", "refusal"}


def test_a_folder_or_a_file_that_is_not_there(tmp_path: Path) -> None:
    for name in (tmp_path / "nowhere", tmp_path):
        done = _told(str(name))
        assert (done.status, done.out, len(done.error_lines)) == (2, "", 1)
        assert done.errors.startswith(str(name))


def test_receipts_that_cannot_be_read(filled: Path, tmp_path: Path) -> None:
    receipts = tmp_path / "receipts"
    receipts.write_text("t-1 3\n")
    done = _told(str(filled), "--receipts", str(receipts))
    assert (done.status, done.out) == (2, "")
    assert done.errors.startswith(f"{receipts}:1:1: expected a receipt")


def test_the_example_journal_is_whole() -> None:
    done = _told(str(ROOT / "examples" / "journal.txt"))
    assert (done.status, _last_line(done)) == (0, "All checks passed.")
