"""What lines of the house's own journal are about, for those that are looked for again."""

from __future__ import annotations

from sqlalchemy import Connection

from croupier.floor.store.migrations.backfill import fill_house
from croupier.floor.store.migrations.ddl import make, unlocked_journal

INDEX = "CREATE INDEX journal_of_house ON journal (act, number) WHERE stream = 'house' AND act IS NOT NULL"


def upgrade(connection: Connection) -> None:
    with unlocked_journal(connection):
        fill_house(connection)
    make(connection, (INDEX,))
