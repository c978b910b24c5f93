"""The first floor: journal, transfers and what is derived from them."""

from __future__ import annotations

from alembic import op

from croupier.floor.store.schema import TABLES, TRIGGERS

revision = "0001"
down_revision = None


def upgrade() -> None:
    bind = op.get_bind()
    for table in TABLES:
        table.create(bind)
    for trigger in TRIGGERS[bind.dialect.name]:
        op.execute(trigger)
