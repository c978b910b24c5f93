"""The words in which a migration is written once for both databases.

A migration says what it makes in full, and never again otherwise: it does not follow the tables as they are today.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

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


def spoken(statement: str, dialect: str) -> str:
    words = _WORDS[dialect]
    return re.sub(rf"\b({'|'.join(words)})\b", lambda found: words[found[0]], statement)


def make(connection: Connection, statements: Iterable[str]) -> None:
    for statement in statements:
        connection.execute(text(spoken(statement, connection.dialect.name)))
