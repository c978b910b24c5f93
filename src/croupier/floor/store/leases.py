"""Which server is the home of which table, and which servers there are, on a database that they share.

A lease is an economy, not a lock: two that both believe to have it race for a number of the journal, and one loses.
All moments are the database's own, in milliseconds: the clocks of two machines need not agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from croupier.floor.store.port import Connection

LIFE_MILLISECONDS = 3_000
FEW = 4
"""Tables that move from a server to another at once, at the least: a tenth of its share where that is more."""

_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_UNTIL = f"{_NOW} + {LIFE_MILLISECONDS}"
_ALIVE = (
    f"INSERT INTO workers (id, key, until) VALUES (?, ?, {_UNTIL}) "  # noqa: S608  our own words
    "ON CONFLICT (id) DO UPDATE SET until = excluded.until"
)
_OTHERS = f"SELECT 1 FROM workers WHERE key <> ? AND until > {_NOW} LIMIT 1"  # noqa: S608
_AT_WORK = f"SELECT id FROM workers WHERE until > {_NOW} ORDER BY id"  # noqa: S608
_FORGET = f"DELETE FROM workers WHERE until < {_NOW} - 60000"  # noqa: S608
_RENEW = (
    f"UPDATE leases SET until = {_UNTIL} WHERE stream IN "  # noqa: S608
    "(SELECT stream FROM leases WHERE holder = ? AND stream = ANY(?) ORDER BY stream LIMIT ? FOR UPDATE) "
    "RETURNING stream"
)
_GIVE_BACK = "DELETE FROM leases WHERE holder = ? AND NOT stream = ANY(?)"
_HAND_OVER = f"UPDATE leases SET holder = ?, until = {_UNTIL} WHERE holder = ? AND stream = ANY(?)"  # noqa: S608
_OTHER_HOMES = f"SELECT stream, holder FROM leases WHERE until > {_NOW} AND holder <> ?"  # noqa: S608
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


class LeaseSpread(Struct, frozen=True):
    """How the tables are spread over the servers, as one of them sees it."""

    held: frozenset[str] = frozenset()
    """Its own, for the life of a lease from now on."""
    homes: dict[str, str] = {}
    """Where the others are."""
    servers: frozenset[str] = frozenset()
    """All that are at work, with itself."""


def renewed(connection: Connection, worker: str, key: bytes, tables: Sequence[str]) -> LeaseSpread:
    """The leases of that server renewed: its share of all tables, as far as they are free.

    What it has beyond its share it hands over to those who have less, a few tables at a time.
    """
    connection.execute(_ALIVE, (worker, key))
    servers = [id for (id,) in connection.execute(_AT_WORK).fetchall()]
    share = -(-len(tables) // len(servers))
    wanted = sorted(tables)
    held = [stream for (stream,) in connection.execute(_RENEW, (worker, wanted, len(wanted))).fetchall()]
    connection.execute(_GIVE_BACK, (worker, held))
    if len(held) < share:
        held += [stream for (stream,) in connection.execute(_TAKE, (worker, wanted, share - len(held))).fetchall()]
    else:
        held = sorted(set(held) - _handed_over(connection, worker, sorted(held), servers, max(FEW, share // 10)))
    homes = dict(connection.execute(_OTHER_HOMES, (worker,)).fetchall())
    return LeaseSpread(frozenset(held), homes, frozenset(servers))


def _handed_over(
    connection: Connection, worker: str, held: Sequence[str], servers: Sequence[str], most: int
) -> set[str]:
    """Those with which others come nearer to what this one has: no two may differ by more than one in the end."""
    counted = {server: 0 for server in servers if server != worker}
    for _, holder in connection.execute(_OTHER_HOMES, (worker,)).fetchall():
        if holder in counted:
            counted[holder] += 1
    moved: set[str] = set()
    for stream in held[::-1][:most] if counted else ():
        receiver = min(counted, key=lambda server: (counted[server], server))
        if counted[receiver] + 1 >= len(held) - len(moved):
            break
        connection.execute(_HAND_OVER, (receiver, worker, [stream]))
        counted[receiver] += 1
        moved.add(stream)
    return moved


def signed_off(connection: Connection, worker: str) -> None:
    """With all of its leases, to whoever is first."""
    connection.execute("DELETE FROM leases WHERE holder = ?", (worker,))
    connection.execute("DELETE FROM workers WHERE id = ?", (worker,))
