"""The words in which a migration is written once for both databases.

A migration says what it makes in full, and never again otherwise: it does not follow the tables as they are today.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text

_WORDS = {
    "sqlite": {
        "TEXT": "TEXT",
        "WHOLE": "INTEGER",
        "BYTES": "BLOB",
        "NO_BYTES": "x''",
        "STRICT": "STRICT",
        "ONE_TREE": "WITHOUT ROWID, STRICT",
    },
    "postgresql": {
        "TEXT": 'TEXT COLLATE "C"',
        "WHOLE": "BIGINT",
        "BYTES": "BYTEA",
        "NO_BYTES": "''",
        "STRICT": "",
        "ONE_TREE": "",
    },
}
"""STRICT tables take no value of another type. ONE_TREE has no rowid beside: no second key by which INSERT OR REPLACE
could drop a row behind the triggers' backs."""


# The lines stay as they are: only columns beside them are written, and nobody else works on the database meanwhile.
_UNLOCK = {
    "sqlite": "DROP TRIGGER journal_update",
    "postgresql": "ALTER TABLE journal DISABLE TRIGGER journal_change",
}
_LOCK = {
    "sqlite": "CREATE TRIGGER journal_update BEFORE UPDATE ON journal "
    "BEGIN SELECT RAISE(ABORT, 'journal is only ever inserted'); END",
    "postgresql": "ALTER TABLE journal ENABLE TRIGGER journal_change",
}


def spoken(statement: str, dialect: str) -> str:
    words = _WORDS[dialect]
    return re.sub(rf"\b({'|'.join(words)})\b", lambda found: words[found[0]], statement)


def make(connection: Connection, statements: Iterable[str]) -> None:
    for statement in statements:
        connection.execute(text(spoken(statement, connection.dialect.name)))


@contextmanager
def unlocked_journal(connection: Connection) -> Iterator[None]:
    """For a migration that fills in a column of entries that are there."""
    connection.execute(text(_UNLOCK[connection.dialect.name]))
    yield
    connection.execute(text(_LOCK[connection.dialect.name]))
