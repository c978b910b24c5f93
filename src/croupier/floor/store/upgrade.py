"""A database of any age is brought up to date: the versions that it lacks, one after the other."""

from __future__ import annotations

from sqlalchemy import Connection, text

from croupier.floor.store.migrations.versions import (
    v0001_floor,
    v0002_workers,
    v0003_derived,
    v0004_school,
    v0005_ends,
    v0006_house_lines,
)

VERSIONS = (v0001_floor, v0002_workers, v0003_derived, v0004_school, v0005_ends, v0006_house_lines)

# Alembic made this table in houses of before; its name stays, so that every program of ours finds the number there.
_TABLE = text(
    "CREATE TABLE IF NOT EXISTS alembic_version "
    "(version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
)
_FIRST = text("INSERT INTO alembic_version (version_num) VALUES (:number)")
_NEXT = text("UPDATE alembic_version SET version_num = :number")


def upgrade(connection: Connection) -> None:
    """In the transaction that has begun on it: all versions or none."""
    connection.execute(_TABLE)
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    known = 0 if found is None else int(found)
    for number, version in enumerate(VERSIONS, start=1):
        if number > known:
            version.upgrade(connection)
            connection.execute(_FIRST if number == 1 else _NEXT, {"number": f"{number:04}"})
