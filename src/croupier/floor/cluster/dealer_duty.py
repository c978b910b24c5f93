"""Who deals at which live table: in the database, so that every server knows, and a restart sends nobody home."""

from __future__ import annotations

from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.statements import row, rows
from croupier.floor.store.port import Connection


def all_of_them(connection: Connection) -> dict[str, str]:
    """The dealer of each table that has one."""
    return dict(rows(connection, "SELECT stream, dealer FROM duties"))


def take(connection: Connection, table: str, dealer: str, now: int) -> bool:
    """Whether the dealer begins there; not where they are there already. Of two at once, one finds the table taken."""
    sql = "INSERT INTO duties (stream, dealer, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING dealer"
    if row(connection, sql, table, dealer, now) is not None:
        return True
    if row(connection, "SELECT dealer FROM duties WHERE stream = ?", table) != (dealer,):
        raise HouseRule.HAS_A_DEALER.refused()
    return False


def leave(connection: Connection, table: str, dealer: str) -> bool:
    """Whether he was there."""
    sql = "DELETE FROM duties WHERE stream = ? AND dealer = ? RETURNING dealer"
    return row(connection, sql, table, dealer) is not None


def relieve(connection: Connection, table: str) -> str | None:
    """Whoever was there."""
    found = row(connection, "DELETE FROM duties WHERE stream = ? RETURNING dealer", table)
    return None if found is None else str(found[0])


def leave_all(connection: Connection, dealer: str, *, but: str = "") -> list[str]:
    """The tables that they dealt at, but for one that they keep."""
    sql = "DELETE FROM duties WHERE dealer = ? AND stream <> ? RETURNING stream"
    return sorted(table for (table,) in rows(connection, sql, dealer, but))
