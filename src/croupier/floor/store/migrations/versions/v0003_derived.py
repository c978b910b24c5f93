"""What follows from the journals, as rows: what each line says, and the rounds that are over. Where people sign in."""

from __future__ import annotations

from sqlalchemy import Connection

from croupier.floor.store.migrations.backfill import fill
from croupier.floor.store.migrations.ddl import make, unlocked_journal

TABLES = (
    "ALTER TABLE journal ADD COLUMN act TEXT",
    "ALTER TABLE journal ADD COLUMN actor TEXT",
    "ALTER TABLE journal ADD COLUMN person TEXT",
    "ALTER TABLE journal ADD COLUMN session WHOLE",
    """CREATE TABLE rounds (
        stream TEXT NOT NULL, number WHOLE NOT NULL, first WHOLE NOT NULL, last WHOLE NOT NULL, time WHOLE NOT NULL,
        result TEXT NOT NULL, void WHOLE NOT NULL, wagers WHOLE NOT NULL, staked WHOLE NOT NULL,
        returned WHOLE NOT NULL, seal TEXT NOT NULL, reveal TEXT NOT NULL, PRIMARY KEY (stream, number)
    ) ONE_TREE""",
    """CREATE TABLE round_parts (
        stream TEXT NOT NULL, round WHOLE NOT NULL, person TEXT NOT NULL, time WHOLE NOT NULL, last WHOLE NOT NULL,
        staked WHOLE NOT NULL, returned WHOLE NOT NULL, settled TEXT NOT NULL, PRIMARY KEY (stream, round, person)
    ) ONE_TREE""",
    # Snapshots are a cache, so those of before may go. From now on a journal keeps many, for replays of old rounds.
    "DROP TABLE snapshots",
    """CREATE TABLE snapshots (
        stream TEXT NOT NULL, number WHOLE NOT NULL, edition WHOLE NOT NULL, state BYTES NOT NULL,
        PRIMARY KEY (stream, number)
    ) STRICT""",
)
SIGN_INS = (
    "ALTER TABLE exclusions ADD COLUMN reason TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE exclusions ADD COLUMN ordered_by TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sessions ADD COLUMN proved WHOLE NOT NULL DEFAULT 0",
    """CREATE TABLE second_factors (
        id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
        secret BYTES NOT NULL, counter WHOLE NOT NULL, made WHOLE NOT NULL, used WHOLE
    ) STRICT""",
    "CREATE INDEX second_factors_of_person ON second_factors (person)",
    """CREATE TABLE recovery_codes (
        person TEXT NOT NULL, code BYTES NOT NULL, PRIMARY KEY (person, code)
    ) STRICT""",
    """CREATE TABLE challenges (
        person TEXT NOT NULL, purpose TEXT NOT NULL, secret BYTES NOT NULL, until WHOLE NOT NULL,
        PRIMARY KEY (person, purpose)
    ) STRICT""",
    """CREATE TABLE approvals (
        id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, what TEXT NOT NULL, asked WHOLE NOT NULL,
        approver TEXT, approved WHOLE
    ) STRICT""",
)
# Made when the rows are there, which is quicker than to keep them meanwhile.
INDEXES = (
    "CREATE INDEX journal_of_person ON journal (person, stream, number) WHERE person IS NOT NULL",
    "CREATE INDEX journal_of_session ON journal (stream, session, number) WHERE session IS NOT NULL",
    "CREATE INDEX rounds_by_last ON rounds (stream, last)",
    "CREATE INDEX round_parts_of_person ON round_parts (person, time, last, stream)",
)


def upgrade(connection: Connection) -> None:
    make(connection, (*TABLES, *SIGN_INS))
    with unlocked_journal(connection):
        fill(connection)
    make(connection, INDEXES)
