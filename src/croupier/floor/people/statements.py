"""The three ways in which the people's part speaks to the store's connection."""

from __future__ import annotations

from typing import Any

from croupier.floor.store.port import Connection


def rows(connection: Connection, sql: str, *params: Any) -> list[tuple[Any, ...]]:
    """All rows at once: a statement that returns what it changed is only done when it is read to its end."""
    return connection.execute(sql, params).fetchall()


def row(connection: Connection, sql: str, *params: Any) -> tuple[Any, ...] | None:
    found = rows(connection, sql, *params)
    return found[0] if found else None


def change(connection: Connection, sql: str, *params: Any) -> None:
    connection.execute(sql, params)
