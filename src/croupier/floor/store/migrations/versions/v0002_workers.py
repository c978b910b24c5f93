"""Many workers: who is at work, who runs which table's timers, who deals where, and the house's own marks."""

from __future__ import annotations

from sqlalchemy import Connection

from croupier.floor.store.migrations.ddl import make

TABLES = (
    "CREATE TABLE marks (name TEXT NOT NULL, value BYTES NOT NULL, PRIMARY KEY (name)) STRICT",
    # Whoever writes the house's journal writes this row first: so they come one after the other.
    "INSERT INTO marks (name, value) VALUES ('house journal', NO_BYTES)",
    """CREATE TABLE workers (
        id TEXT NOT NULL, "key" BYTES NOT NULL, until WHOLE NOT NULL, PRIMARY KEY (id)
    ) STRICT""",
    """CREATE TABLE leases (
        stream TEXT NOT NULL, holder TEXT NOT NULL, until WHOLE NOT NULL, PRIMARY KEY (stream)
    ) STRICT""",
    """CREATE TABLE duties (
        stream TEXT NOT NULL, dealer TEXT NOT NULL, since WHOLE NOT NULL, PRIMARY KEY (stream)
    ) STRICT""",
)


def upgrade(connection: Connection) -> None:
    make(connection, TABLES)
