"""Whether a server knows all that somebody has done at the tables, asked where it must be known exactly.

Another server may have stored an act that this one has not read yet. Whoever is about to be closed, or to get an
office, must have no chips at a table: so the transaction that does it looks whether the tables that were asked about
her stand, as far as she is concerned, where they stood. Her own row is held by then, so nothing of hers is added.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.floor.people.statements import row, rows
from croupier.floor.store.port import Connection, Stale

_LATER = "SELECT 1 FROM journal WHERE stream = ? AND number > ? AND line LIKE ? LIMIT 1"


def check_seen(connection: Connection, person: str, heads: Mapping[str, int]) -> None:
    """Raises `Stale` where a line later than those heads, or of a table that is not among them, names her."""
    for (table,) in rows(connection, "SELECT id FROM tables ORDER BY id"):
        if row(connection, _LATER, table, heads.get(table, -1), f"%{person}%") is not None:
            raise Stale(person)
