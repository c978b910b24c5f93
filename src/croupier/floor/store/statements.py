"""The SQL that every database shares, written once, and how a batch becomes rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any

from croupier.floor.store import sharing
from croupier.floor.store.port import Batch, Connection, Day, Overdraft, Row, StoredSnapshot, Used
from croupier.record.journals.ledger import may_owe
from croupier.record.journals.rounds import EndedRound

JOURNAL = (
    "INSERT INTO journal (stream, number, line, hash, fresh, act, actor, person, session) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
TRANSFER = "INSERT INTO transfers (stream, number, part, debit, credit, amount) VALUES (?, ?, ?, ?, ?, ?)"
KEY = "INSERT INTO keys (actor, key, body, stream, number) VALUES (?, ?, ?, ?, ?)"
DEBIT = "UPDATE balances SET amount = amount - ? WHERE account = ?"
CREDIT = (
    "INSERT INTO balances (account, amount) VALUES (?, ?) "
    "ON CONFLICT (account) DO UPDATE SET amount = balances.amount + excluded.amount"
)
DAY = (
    "INSERT INTO days (person, day, granted, staked, returned) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (person, day) DO UPDATE SET granted = days.granted + excluded.granted, "
    "staked = days.staked + excluded.staked, returned = days.returned + excluded.returned"
)
ROUND = (
    "INSERT INTO rounds (stream, number, first, last, time, result, void, wagers, staked, returned, seal, reveal) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
ROUND_PART = (
    "INSERT INTO round_parts (stream, round, person, time, last, staked, returned, settled) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
SNAPSHOT = (
    "INSERT INTO snapshots (stream, number, edition, state) VALUES (?, ?, ?, ?) ON CONFLICT (stream, number) "
    "DO UPDATE SET edition = excluded.edition, state = excluded.state"
)

HOLD = "UPDATE marks SET value = value WHERE name = ?"
HOUSE_JOURNAL = "house journal"

TAIL = "SELECT number, line, hash, fresh FROM journal WHERE stream = ? AND number > ? ORDER BY number LIMIT ?"
LAST = "SELECT number, line, hash, fresh FROM journal WHERE stream = ? ORDER BY number DESC LIMIT 1"
# From one stream to the next by the index: a history of millions of acts is not read to find a hundred names.
_FOUND = (
    "WITH RECURSIVE found (stream) AS (SELECT min(stream) FROM journal UNION ALL "
    "SELECT (SELECT min(stream) FROM journal WHERE journal.stream > found.stream) FROM found "
    "WHERE found.stream IS NOT NULL)"
)
STREAMS = f"{_FOUND} SELECT stream FROM found WHERE stream IS NOT NULL"  # noqa: S608  a text of ours
HEADS = (
    f"{_FOUND} SELECT journal.stream, journal.number, journal.hash FROM found "  # noqa: S608
    "JOIN journal ON journal.stream = found.stream "
    "AND journal.number = (SELECT max(number) FROM journal AS ends WHERE ends.stream = found.stream)"
)
EXISTS = "SELECT 1 FROM journal WHERE stream = ? AND number = ?"
LAST_SNAPSHOT = (
    "SELECT number, edition, state FROM snapshots WHERE stream = ? AND number <= ? ORDER BY number DESC LIMIT 1"
)
USED = "SELECT body, stream, number FROM keys WHERE actor = ? AND key = ?"
BALANCE = "SELECT amount FROM balances WHERE account = ?"
BALANCES = "SELECT account, amount FROM balances WHERE account >= ? AND account < ? ORDER BY account"
ONE_DAY = "SELECT person, day, granted, staked, returned FROM days WHERE person = ? AND day = ?"
TOTAL = "SELECT coalesce(sum(amount), 0) FROM balances"

FINISHED = 2
"""In the column `ended` of a tournament that is over and of its tables: 0 stands at what goes on, 1 at what is gone."""
OF_FINISHED = f"SELECT id, settings FROM tables WHERE ended = {FINISHED} ORDER BY id"  # noqa: S608  a number of ours
LARGEST = 2**63 - 1
BEYOND = "\U0010ffff"
"""Sorts after every letter there is."""


Rows = list[tuple[Any, ...]]
"""To be written into one table."""

WIDTHS = (64, 32, 16, 8, 4, 2, 1)
"""Rows in one statement: a few widths only, so that the database keeps them all prepared."""


# Writing


@cache
def _wide(sql: str, rows: int) -> str:
    """That INSERT for so many rows at once."""
    start = sql.index("VALUES (") + len("VALUES ")
    end = sql.index(")", start) + 1
    return sql[:start] + ", ".join([sql[start:end]] * rows) + sql[end:]


def _insert(connection: Connection, sql: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """As executemany does, but that crosses into the database, and lets go of the interpreter, once for every row."""
    done = 0
    while done < len(rows):
        width = next(width for width in WIDTHS if width <= len(rows) - done)
        connection.execute(_wide(sql, width), tuple(chain.from_iterable(rows[done : done + width])))
        done += width


def checked(batch: Batch) -> Batch:
    """Raises before anything is written: what cannot be a batch is the caller's mistake, not the database's."""
    if not batch.entries:
        raise ValueError(f"a batch for {batch.stream} without an entry")
    first = batch.entries[0].number
    for number, entry in enumerate(batch.entries, first):
        if entry.number != number:
            raise ValueError(f"{batch.stream}: entry {entry.number} where {number} follows")
        for transfer in entry.transfers:
            if transfer.amount <= 0 or transfer.debit == transfer.credit:
                raise ValueError(f"{batch.stream} {number}: {transfer} moves nothing")
    return batch


def net(batch: Batch) -> dict[str, int]:
    """What the batch adds to each account that it touches."""
    changes: dict[str, int] = {}
    for entry in batch.entries:
        for transfer in entry.transfers:
            changes[transfer.debit] = changes.get(transfer.debit, 0) - transfer.amount
            changes[transfer.credit] = changes.get(transfer.credit, 0) + transfer.amount
    return changes


class NotPut(Exception):  # noqa: N818
    """Carries what a database said to the one who knows what it means."""

    def __init__(self, batches: Sequence[Batch], reason: Exception) -> None:
        super().__init__(str(reason))
        self.batches = batches
        self.reason = reason


def put(connection: Connection, batches: Sequence[Batch]) -> None:
    """Write those batches. What this raises must not be caught: the whole unit is undone, and the store says why."""
    try:
        _put(connection, batches)
    except Exception as error:
        raise NotPut(batches, error) from error


def _put(connection: Connection, batches: Sequence[Batch]) -> None:
    """Every writer comes to the rows that others write too in this order: tournaments that a check holds, journals,
    keys, rounds, people, balances, days.

    Of each kind in the order of their names: so two writers that need the same rows wait one for the other, and never
    each for the other.
    """
    for batch in batches:
        if batch.check is not None:
            batch.check(connection)
    _put_entries(connection, batches)
    _put_rounds(connection, batches)
    terms = [term for batch in batches for term in batch.terms]
    if terms:
        sharing.check_people(connection, terms)
        sharing.hold_accounts(connection, batches)
    _put_balances(connection, batches)
    _put_days(connection, batches)
    if terms:
        sharing.check_losses(connection, batches)
    for batch in batches:
        if batch.snapshot:
            kept = batch.snapshot
            connection.execute(SNAPSHOT, (batch.stream, kept.number, kept.edition, kept.state))


def add_entry_rows(batch: Batch, lines: Rows, moved: Rows, keys: Rows) -> None:
    """The rows of a batch's entries, of what they move and of their keys, in the order of the columns."""
    stream = batch.stream
    for entry in batch.entries:
        number, facts = entry.number, entry.facts
        said = (facts.act, facts.actor, facts.person, facts.session)
        lines.append((stream, number, entry.line, entry.hash, entry.fresh, *said))
        for part, transfer in enumerate(entry.transfers):
            moved.append((stream, number, part, transfer.debit, transfer.credit, transfer.amount))
        if entry.key:
            keys.append((entry.key.actor, entry.key.key, entry.key.body, stream, number))


def _put_entries(connection: Connection, batches: Sequence[Batch]) -> None:
    lines: Rows = []
    moved: Rows = []
    keys: Rows = []
    for batch in batches:
        add_entry_rows(batch, lines, moved, keys)
    lines.sort()
    keys.sort()
    for sql, rows in ((JOURNAL, lines), (TRANSFER, moved), (KEY, keys)):
        _insert(connection, sql, rows)


def _put_rounds(connection: Connection, batches: Iterable[Batch]) -> None:
    """Nobody else writes these: who adds the entry that ends a round has its rows."""
    rounds: list[tuple[Any, ...]] = []
    parts: list[tuple[Any, ...]] = []
    for batch in batches:
        for ended in batch.rounds:
            rounds.append(round_row(batch.stream, ended))
            parts += part_rows(batch.stream, ended)
    if rounds:
        _insert(connection, ROUND, rounds)
        _insert(connection, ROUND_PART, parts)


def round_row(stream: str, ended: EndedRound) -> tuple[Any, ...]:
    span = (ended.number, ended.first, ended.last, ended.time)
    money = (ended.wagers, ended.staked, ended.returned)
    return (stream, *span, ended.result, int(ended.is_void), *money, ended.seal, ended.reveal)


def part_rows(stream: str, ended: EndedRound) -> list[tuple[Any, ...]]:
    at = (ended.time, ended.last)
    return [(stream, ended.number, part.person, *at, part.staked, part.returned, part.settled) for part in ended.parts]


def debits_and_credits(batches: Iterable[Batch]) -> tuple[dict[str, int], dict[str, int]]:
    """What the batches together take from accounts that may not owe, and what they add to all others."""
    debits: dict[str, int] = {}
    credits: dict[str, int] = {}
    for batch in batches:
        for account, change in net(batch).items():
            if change < 0 and not may_owe(account):
                debits[account] = debits.get(account, 0) - change
            elif change:
                credits[account] = credits.get(account, 0) + change
    return debits, credits


def _put_balances(connection: Connection, batches: Iterable[Batch]) -> None:
    """Debits first: where they all pass, they pass in every order, and where one does not, its batch is tried alone.

    A debit is an UPDATE, because a database checks the row that an upsert would insert, the negative amount, before it
    looks for the row to add it to. An account that is not there yet holds nothing.
    """
    debits, credits = debits_and_credits(batches)
    if debits:
        changed = connection.executemany(DEBIT, [(amount, account) for account, amount in sorted(debits.items())])
        if changed.rowcount != len(debits):
            raise Overdraft(
                next(account for account in debits if not connection.execute(BALANCE, (account,)).fetchone())
            )
    _insert(connection, CREDIT, sorted(credits.items()))


def _put_days(connection: Connection, batches: Iterable[Batch]) -> None:
    days = [(day.person, day.day, day.granted, day.staked, day.returned) for batch in batches for day in batch.days]
    if days:
        connection.executemany(DAY, sorted(days))


def hold_house(connection: Connection) -> None:
    """Called before the house's journal is read in order to add to it: others who do so wait their turn."""
    connection.execute(HOLD, (HOUSE_JOURNAL,))


# Reading


def tail(connection: Connection, stream: str, after: int = -1, most: int = 1000) -> list[Row]:
    return [Row(*row) for row in connection.execute(TAIL, (stream, after, most)).fetchall()]


def last(connection: Connection, stream: str) -> Row | None:
    row = connection.execute(LAST, (stream,)).fetchone()
    return Row(*row) if row else None


def streams(connection: Connection) -> list[str]:
    return [stream for (stream,) in connection.execute(STREAMS).fetchall()]


def heads(connection: Connection) -> list[tuple[str, int, bytes]]:
    """The last entry of every journal: its stream, its number and its hash."""
    return [(stream, number, bytes(hash)) for stream, number, hash in connection.execute(HEADS).fetchall()]


def snapshot(connection: Connection, stream: str, until: int = LARGEST) -> StoredSnapshot | None:
    """The last one up to that entry."""
    row = connection.execute(LAST_SNAPSHOT, (stream, until)).fetchone()
    return StoredSnapshot(*row) if row else None


def used(connection: Connection, actor: str, key: str) -> Used | None:
    row = connection.execute(USED, (actor, key)).fetchone()
    return Used(*row) if row else None


def held(connection: Connection, account: str) -> int:
    row = connection.execute(BALANCE, (account,)).fetchone()
    return int(row[0]) if row else 0


def holdings(connection: Connection, prefix: str = "") -> dict[str, int]:
    return dict(connection.execute(BALANCES, (prefix, prefix + BEYOND)).fetchall())


def one_day(connection: Connection, person: str, day: int) -> Day:
    row = connection.execute(ONE_DAY, (person, day)).fetchone()
    return Day(*row) if row else Day(person, day)


def lost_between(connection: Connection, person: str, days: range) -> dict[int, int]:
    """Staked less what came back, on each of those days on which there was anything."""
    sql = "SELECT day, staked - returned FROM days WHERE person = ? AND day BETWEEN ? AND ?"
    return dict(connection.execute(sql, (person, days[0], days[-1])).fetchall())


def granted_between(connection: Connection, person: str, days: range) -> int:
    """All that the house gave on those days together."""
    sql = "SELECT coalesce(sum(granted), 0) FROM days WHERE person = ? AND day BETWEEN ? AND ?"
    return int(connection.execute(sql, (person, days[0], days[-1])).fetchone()[0])


def total(connection: Connection) -> int:
    """Nought, always: what others hold, the house has given."""
    return int(connection.execute(TOTAL).fetchone()[0])
