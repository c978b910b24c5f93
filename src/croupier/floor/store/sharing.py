"""What a batch asks of a database that others write to as well, in the transaction that writes it.

Only PostgreSQL is shared, so this SQL is its own, but for one question that a single server asks too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from croupier.floor.store.port import Batch, Connection, Stale, Term

PEOPLE = "SELECT id, revision FROM people WHERE id = ANY(?) ORDER BY id FOR SHARE"
"""Whoever changes one of them meanwhile waits until we are done."""
ACCOUNTS = "SELECT account FROM balances WHERE account = ANY(?) ORDER BY account FOR UPDATE"
LOST = "SELECT staked - returned FROM days WHERE person = ? AND day = ?"
WRITTEN = (
    "SELECT stream, number FROM journal "
    "JOIN unnest(CAST(? AS text[]), CAST(? AS bigint[])) AS asked (stream, number) USING (stream, number)"
)

SEEN = (
    "SELECT 1 FROM tables LEFT JOIN unnest(CAST(? AS text[]), CAST(? AS bigint[])) AS seen (stream, number) "
    "ON seen.stream = tables.id WHERE tables.ended = 0 AND EXISTS (SELECT 1 FROM journal WHERE journal.person = ? "
    "AND journal.stream = tables.id AND journal.number > coalesce(seen.number, -1)) LIMIT 1"
)
SEEN_ALONE = (
    "SELECT 1 FROM tables LEFT JOIN json_each(?) AS seen ON seen.key = tables.id WHERE tables.ended = 0 "
    "AND EXISTS (SELECT 1 FROM journal WHERE journal.person = ? "
    "AND journal.stream = tables.id AND journal.number > coalesce(seen.value, -1)) LIMIT 1"
)
"""The same in SQLite."""

SHARED = ("wallet:", "held:")
"""Accounts that more than one journal moves. All others are their own table's: who adds to its journal has them."""


def written(connection: Connection, entries: Iterable[tuple[str, int]]) -> set[tuple[str, int]]:
    """Those of these numbers of journals that are there already."""
    asked = tuple(entries)
    streams, numbers = [stream for stream, _ in asked], [number for _, number in asked]
    return set(connection.execute(WRITTEN, (streams, numbers)).fetchall())


def check_seen(connection: Connection, person: str, heads: Mapping[str, int], *, is_shared: bool) -> None:
    """Raises `Stale` where an entry later than those heads, or of a table that is not among them, is about a person.

    Another server may have stored an act that this one has not read yet, and one of ours may be stored since. Who is
    about to be closed, or to get a role, must have no chips at a table. Their own row is held by then, so nothing about
    them is added meanwhile. An act that names many, as the allocation of boxes does, is about people whom an earlier
    entry brought in one by one.
    """
    if is_shared:
        found = connection.execute(SEEN, (list(heads.keys()), list(heads.values()), person)).fetchone()
    else:
        found = connection.execute(SEEN_ALONE, (json.dumps(dict(heads)), person)).fetchone()
    if found is not None:
        raise Stale(person)


def check_people(connection: Connection, terms: Iterable[Term]) -> None:
    """Raises `Stale` where one of them has been changed since she was judged."""
    known = {(term.person, term.revision) for term in terms}
    people = sorted({person for person, _ in known})
    present = dict(connection.execute(PEOPLE, (people,)).fetchall())
    for person, revision in sorted(known):
        if present.get(person) != revision:
            raise Stale(person)


def hold_accounts(connection: Connection, batches: Iterable[Batch]) -> None:
    """Debits are written before credits; so that both come in one order all the same, they are held beforehand."""
    accounts = {
        account
        for batch in batches
        for entry in batch.entries
        for transfer in entry.transfers
        for account in (transfer.debit, transfer.credit)
        if account.startswith(SHARED)
    }
    if len(accounts) > 1:
        connection.execute(ACCOUNTS, (sorted(accounts),)).fetchall()


def check_losses(connection: Connection, batches: Sequence[Batch]) -> None:
    """Raises `Stale` where a stake takes somebody's loss of the day over what she allows herself.

    Her day's row is written by now, and ours until the end. What comes back in the same batches does not make room.
    """
    back: dict[tuple[str, int], int] = {}
    stakes: set[tuple[str, int]] = set()
    for batch in batches:
        for day in batch.days:
            at = (day.person, day.day)
            back[at] = back.get(at, 0) + day.returned
            if day.staked:
                stakes.add(at)
    for term in (term for batch in batches for term in batch.terms):
        at = (term.person, term.day)
        if term.most is None or at not in stakes:
            continue
        (lost,) = connection.execute(LOST, at).fetchone()
        if lost + back[at] > term.most:
            raise Stale(term.person)
