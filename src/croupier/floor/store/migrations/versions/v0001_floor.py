"""The first floor: journal, transfers and what is derived from them."""

from __future__ import annotations

from alembic import op

from croupier.floor.store.schema import SQLITE_TRIGGERS, TABLES

revision = "0001"
down_revision = None


def upgrade() -> None:
    bind = op.get_bind()
    for table in TABLES:
        table.create(bind)
    for trigger in SQLITE_TRIGGERS:
        op.execute(trigger)
