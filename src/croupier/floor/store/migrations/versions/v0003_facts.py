"""What the lines of the journals say, in columns of their own."""

from __future__ import annotations

from alembic import op

from croupier.floor.store.migrations.backfill import fill
from croupier.floor.store.migrations.ddl import make

revision = "0003"
down_revision = "0002"

COLUMNS = (
    "ALTER TABLE journal ADD COLUMN act TEXT",
    "ALTER TABLE journal ADD COLUMN actor TEXT",
    "ALTER TABLE journal ADD COLUMN person TEXT",
    "ALTER TABLE journal ADD COLUMN session WHOLE",
)
# Made when the columns are filled, which is quicker than to keep them meanwhile.
INDEXES = (
    "CREATE INDEX journal_of_person ON journal (person, stream, number) WHERE person IS NOT NULL",
    "CREATE INDEX journal_of_session ON journal (stream, session, number) WHERE session IS NOT NULL",
)

# The lines stay as they are: only the new columns are written, and nobody else works on the database meanwhile.
UNLOCK = {
    "sqlite": "DROP TRIGGER journal_update",
    "postgresql": "ALTER TABLE journal DISABLE TRIGGER journal_change",
}
LOCK = {
    "sqlite": "CREATE TRIGGER journal_update BEFORE UPDATE ON journal "
    "BEGIN SELECT RAISE(ABORT, 'journal is only ever inserted'); END",
    "postgresql": "ALTER TABLE journal ENABLE TRIGGER journal_change",
}


def upgrade() -> None:
    dialect = op.get_bind().dialect.name
    make(COLUMNS)
    op.execute(UNLOCK[dialect])
    fill(op.get_bind())
    op.execute(LOCK[dialect])
    make(INDEXES)
