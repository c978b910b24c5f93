"""Guests who will not come back: no session can be theirs any more, and nothing of theirs lies at a table."""

from __future__ import annotations

from croupier.floor.people.responsible_play.days import DAY
from croupier.floor.people.statements import rows
from croupier.floor.store.port import Connection

ABANDONED_SECONDS = 90 * DAY
"""Three times as long as a guest's session lasts: nobody can be signed in as one of them."""
MOST_AT_ONCE = 100

_FOUND = (
    "SELECT people.id FROM people JOIN names ON names.person = people.id"
    " LEFT JOIN play_clocks ON play_clocks.person = people.id"
    " WHERE names.password IS NULL AND people.closed IS NULL AND people.made < ? AND people.latest < ?"
    " AND (play_clocks.last IS NULL OR play_clocks.last < ?)"
    " AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id AND sessions.seen >= ?)"
    " AND NOT EXISTS (SELECT 1 FROM exclusions WHERE exclusions.person = people.id AND exclusions.until > ?)"
    " AND NOT EXISTS (SELECT 1 FROM balances WHERE balances.account = 'held:' || people.id AND balances.amount <> 0)"
    " AND people.id > ? ORDER BY people.id LIMIT ?"
)


def abandoned_guests(connection: Connection, now: int, after: str = "") -> list[str]:
    """In the order of ids, so many at a time. Whoever is excluded stays: an exclusion outlasts a long absence."""
    ago = now - ABANDONED_SECONDS
    return [id for (id,) in rows(connection, _FOUND, ago, ago, ago, ago, now, after, MOST_AT_ONCE)]
