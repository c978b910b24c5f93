"""A house carried from one database into another, row by row: so that one kind of backup serves them all."""

from __future__ import annotations

from itertools import islice
from typing import Any

from sqlalchemy import Table

from croupier.floor.store.port import Connection, Rows
from croupier.floor.store.schema import metadata

AT_ONCE = 1000
OF_SERVERS = ("marks", "workers", "leases")
"""What the servers of one database tell one another: nothing of it goes with the house."""
TABLES = tuple(table for table in metadata.sorted_tables if table.name not in OF_SERVERS)


def carry(source: Rows, target: Connection) -> None:
    """Every row of every table, in the order of their keys, inside the transaction that has begun on the target."""
    for table in TABLES:
        rows = iter(source.execute(_select(table)))
        insert = _insert(table)
        while some := list(islice(rows, AT_ONCE)):
            target.executemany(insert, some)


def is_empty(connection: Connection) -> bool:
    """Whether no house has been opened there yet."""
    return all(connection.execute(f"SELECT 1 FROM {table.name} LIMIT 1").fetchone() is None for table in TABLES)  # noqa: S608


def _names(columns: Any) -> str:
    return ", ".join(f'"{column.name}"' for column in columns)


def _select(table: Table) -> str:
    # The journal's numbers follow one another from the first row on, which its own trigger asks for.
    return f'SELECT {_names(table.columns)} FROM "{table.name}" ORDER BY {_names(table.primary_key.columns)}'  # noqa: S608


def _insert(table: Table) -> str:
    marks = ", ".join("?" for _ in table.columns)
    return f'INSERT INTO "{table.name}" ({_names(table.columns)}) VALUES ({marks})'  # noqa: S608
