"""Which server runs the timers of which table, and which servers there are, on a database that they share.

A lease is an economy, not a lock: two that both believe to have it race for a number of the journal, and one loses.
All moments are the database's own, in milliseconds: the clocks of two machines need not agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.floor.store.port import Connection

LIFE_MILLISECONDS = 3_000

_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_UNTIL = f"{_NOW} + {LIFE_MILLISECONDS}"
_ALIVE = (
    f"INSERT INTO workers (id, key, until) VALUES (?, ?, {_UNTIL}) "  # noqa: S608  our own words
    "ON CONFLICT (id) DO UPDATE SET until = excluded.until"
)
_OTHERS = f"SELECT 1 FROM workers WHERE key <> ? AND until > {_NOW} LIMIT 1"  # noqa: S608
_COUNT = f"SELECT count(*) FROM workers WHERE until > {_NOW}"  # noqa: S608
_FORGET = f"DELETE FROM workers WHERE until < {_NOW} - 60000"  # noqa: S608
_RENEW = (
    f"UPDATE leases SET until = {_UNTIL} WHERE stream IN "  # noqa: S608
    "(SELECT stream FROM leases WHERE holder = ? AND stream = ANY(?) ORDER BY stream LIMIT ? FOR UPDATE) "
    "RETURNING stream"
)
_GIVE_BACK = "DELETE FROM leases WHERE holder = ? AND NOT stream = ANY(?)"
_TAKE = (
    "INSERT INTO leases (stream, holder, until) "  # noqa: S608
    f"SELECT stream, ?, {_UNTIL} FROM unnest(?::text[]) AS wanted (stream) WHERE NOT EXISTS "
    f"(SELECT 1 FROM leases WHERE leases.stream = wanted.stream AND leases.until > {_NOW}) "
    "ORDER BY stream LIMIT ? "
    "ON CONFLICT (stream) DO UPDATE SET holder = excluded.holder, until = excluded.until "
    f"WHERE leases.until <= {_NOW} RETURNING stream"
)
_KEY = "house key"


def signed_on(connection: Connection, worker: str, key: bytes) -> bool | None:
    """Enter a server with the fingerprint of its house key: whether it is the key that the house had before.

    Nothing, and it is not entered, where servers are at work that have another key.
    """
    connection.execute("INSERT INTO marks (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (_KEY, key))
    sql = "UPDATE marks SET value = value WHERE name = ? RETURNING value"
    (known,) = connection.execute(sql, (_KEY,)).fetchone()
    if connection.execute(_OTHERS, (key,)).fetchone():
        return None
    connection.execute(_FORGET)
    connection.execute(_ALIVE, (worker, key))
    connection.execute("UPDATE marks SET value = ? WHERE name = ?", (key, _KEY))
    return bytes(known) == key


def renewed(connection: Connection, worker: str, key: bytes, tables: Sequence[str]) -> list[str]:
    """The tables whose lease that server has for its life from now on: its share of them all, as far as they are free.

    What it has beyond its share it gives back, so that those who come later get theirs.
    """
    connection.execute(_ALIVE, (worker, key))
    (servers,) = connection.execute(_COUNT).fetchone()
    share = -(-len(tables) // servers)
    wanted = sorted(tables)
    held = [stream for (stream,) in connection.execute(_RENEW, (worker, wanted, share)).fetchall()]
    connection.execute(_GIVE_BACK, (worker, held))
    if len(held) < share:
        taken = connection.execute(_TAKE, (worker, wanted, share - len(held))).fetchall()
        held += [stream for (stream,) in taken]
    return held


def signed_off(connection: Connection, worker: str) -> None:
    connection.execute("DELETE FROM leases WHERE holder = ?", (worker,))
    connection.execute("DELETE FROM workers WHERE id = ?", (worker,))
