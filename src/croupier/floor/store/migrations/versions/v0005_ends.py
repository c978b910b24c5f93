"""Sessions that ended elsewhere than in their browser, and which tables are over: to be found without reading all."""

from __future__ import annotations

from sqlalchemy import Connection

from croupier.floor.store.migrations.ddl import make

STATEMENTS = (
    """CREATE TABLE ended_sessions (
        token BYTES NOT NULL PRIMARY KEY, person TEXT NOT NULL, until WHOLE NOT NULL,
        excluded WHOLE DEFAULT 0 NOT NULL, barred WHOLE DEFAULT 0 NOT NULL
    ) STRICT""",
    "CREATE INDEX ended_sessions_of_person ON ended_sessions (person)",
    "ALTER TABLE tables ADD COLUMN ended WHOLE DEFAULT 0 NOT NULL",
    """UPDATE tables SET ended = 1 WHERE settings LIKE '%"wound_up"\\:true%'""",
    "CREATE INDEX tables_standing ON tables (made, id) WHERE ended = 0",
    "CREATE INDEX tables_by_made ON tables (made)",
)


def upgrade(connection: Connection) -> None:
    make(connection, STATEMENTS)
