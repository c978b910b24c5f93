"""Alembic runs this. The connection comes from the program: nothing here knows where a database is."""

from __future__ import annotations

from alembic import context

from croupier.floor.store.schema import metadata

# One transaction for all versions: a start that is killed half-way leaves the file as it was.
context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
