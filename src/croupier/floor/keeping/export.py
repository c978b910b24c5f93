"""A house as plain files: journals as text, ledger and rounds as tables for a spreadsheet. No names, no secrets."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from msgspec import Struct

from croupier.floor.keeping.audits.player_audit import joined, players_keys
from croupier.floor.keeping.backup import filling, move_out
from croupier.floor.keeping.read_only import NoData, house_viewed
from croupier.floor.store.engines.backup_file import NotKept
from croupier.floor.store.port import Rows
from croupier.floor.tables.player_ids import PlayerIds
from croupier.record.journals.aliases import renamed, table_of
from croupier.record.journals.journal import Written, exported, stamp_of
from croupier.record.text.moments import utc
from croupier.report.tabular import safe

JOURNALS, TRANSFERS, BALANCES, ROUNDS = "journals", "transfers.csv", "balances.csv", "rounds.csv"
JOIN = "join.csv"
TRANSFER_COLUMNS = ("stream", "number", "part", "time", "debit", "credit", "amount")
BALANCE_COLUMNS = ("account", "amount")
JOIN_COLUMNS = ("journal", "player", "person")
ROUND_COLUMNS = ("stream", "round", "first", "last", "time", "result", "void", "wagers", "staked", "returned")

_JOURNAL = "SELECT stream, line, hash FROM journal ORDER BY stream, number"
_TRANSFERS = """SELECT stream, number, part, line, debit, credit, amount
    FROM transfers LEFT JOIN journal USING (stream, number) ORDER BY stream, number, part"""
_BALANCES = "SELECT account, amount FROM balances ORDER BY account"
_ROUNDS = """SELECT stream, number, first, last, time, result, void, wagers, staked, returned
    FROM rounds ORDER BY stream, number"""
_STREAM = re.compile(r"[\w@-][\w.@-]{0,63}\Z")
"""Whatever else is called a stream is no name for a file."""


class Exported(Struct, frozen=True):
    journals: int
    entries: int
    transfers: int
    accounts: int
    rounds: int
    joined: int | None = None
    """Rows of the join file, where one was asked for."""


def export(folder: Path, target: Path, database: str | None = None, *, join: bool = False) -> Exported:
    """All from one moment, into an empty or a new folder; raises `NotKept` and `OSError`.

    In the rows of a journal people stand under its own ids, as in its lines. `join` writes down who is who: with that
    file, and not without, somebody can be followed from journal to journal.
    `database` is the URL of the house's database, where it is not in the folder.
    """
    try:
        with filling(target) as part, house_viewed(folder, database) as rows:
            journals, entries = _write_journals(rows, part / JOURNALS)
            ids = _Ids(rows)
            transfers = _write_csv(part / TRANSFERS, TRANSFER_COLUMNS, _transfers(rows, ids))
            accounts = _write_csv(part / BALANCES, BALANCE_COLUMNS, _balances(rows, ids))
            rounds = _write_csv(part / ROUNDS, ROUND_COLUMNS, _rounds(rows))
            joins = _write_csv(part / JOIN, JOIN_COLUMNS, joined(rows.execute)) if join else None
            move_out(part, target)
    except NoData as nothing:
        raise NotKept(str(nothing) if database else f"{folder}: {nothing}") from nothing
    return Exported(journals, entries, transfers, accounts, rounds, joins)


def _write_journals(rows: Rows, folder: Path) -> tuple[int, int]:
    journals = entries = 0
    folder.mkdir()
    for stream, own in groupby(rows.execute(_JOURNAL), key=itemgetter(0)):
        if _STREAM.match(stream) is None:
            raise NotKept(f"the house has a journal that is called {stream!r}: no file can have that name")
        with (folder / f"{stream}.txt").open("x", encoding="utf-8", newline="\n") as file:
            lines = exported(stream, (Written(line, hash) for _, line, hash in own))
            file.write(next(lines))
            for line in lines:
                file.write(line)
                entries += 1
        journals += 1
    return journals, entries


def _write_csv(path: Path, columns: tuple[str, ...], rows: Iterator[tuple[Any, ...]]) -> int:
    count = 0
    with path.open("x", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow([safe(cell) for cell in row])
            count += 1
    return count


class _Ids:
    """Accounts as each journal may name them."""

    def __init__(self, rows: Rows) -> None:
        self._ids = {journal: PlayerIds(key) for journal, key in players_keys(rows.execute).items()}

    def account(self, journal: str, account: str) -> str:
        ids = self._ids.get(journal)
        return account if ids is None else renamed(account, ids.of)

    def own_account(self, account: str) -> str:
        """A stack is its table's: it is called as that table's journal calls it."""
        return self.account(table_of(account), account)


def _transfers(rows: Rows, ids: _Ids) -> Iterator[tuple[Any, ...]]:
    for stream, number, part, line, debit, credit, amount in rows.execute(_TRANSFERS):
        named = ids.account(stream, ids.own_account(debit)), ids.account(stream, ids.own_account(credit))
        yield stream, number, part, _time_of(line), *named, in_dollars(amount)


def _balances(rows: Rows, ids: _Ids) -> Iterator[tuple[Any, ...]]:
    for account, amount in rows.execute(_BALANCES):
        yield ids.own_account(account), in_dollars(amount)


def _rounds(rows: Rows) -> Iterator[tuple[Any, ...]]:
    for stream, number, first, last, time, result, void, wagers, staked, returned in rows.execute(_ROUNDS):
        sums = (in_dollars(staked), in_dollars(returned))
        yield stream, number, first, last, utc(time), result, "yes" if void else "no", wagers, *sums


def _time_of(line: str | None) -> str:
    """Of the entry; nothing where there is none, which `verify` says more about."""
    stamp = None if line is None else stamp_of(line)
    return "" if stamp is None else utc(stamp.time)


def in_dollars(cents: int) -> Decimal:
    """A number and no text: a debt is no formula."""
    return Decimal(cents).scaleb(-2)
