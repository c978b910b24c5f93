"""Wrong passwords: five in a row lock a name for a quarter of an hour, but only for where they came from.

Whether anybody has the name makes no difference. Nobody can lock somebody else out: wrong passwords from elsewhere make
the owner wait a few seconds at most, and nothing at all where the owner is signed in already.

Wrong codes of a second factor are counted apart, and for the whole account: whoever tries them has the password, a link
or a session already, and a code of six digits does not stand up to guesses from many addresses.
"""

from __future__ import annotations

import hashlib

from msgspec import Struct

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.names import LONGEST, name_key
from croupier.floor.people.responsible_play.days import DAY, MINUTE
from croupier.floor.people.statements import change, row, rows
from croupier.floor.store.port import Connection

ATTEMPTS = 5
LOCKED_SECONDS = 15 * MINUTE
SLOW_FROM = 20
"""So many wrong passwords for one name, from everywhere together, before each answer is slowed down."""
LONGEST_PAUSE = 5
_CODE = "code"
"""The one place of all codes."""
_HASH_BYTES = 32


def failure_key(name: str) -> bytes:
    """By hash: people mistype their password into the field for the name. Of an overlong text its beginning will do."""
    key = name_key(name[: LONGEST + 1])
    return hashlib.sha256(b"croupier sign-in\n" + key.encode("utf-8", "surrogatepass")).digest()


def _place_key(name: str, place: str) -> bytes:
    """It begins with the name's own key, so that all places of a name lie together."""
    of_name = failure_key(name)
    return of_name + hashlib.sha256(of_name + place.encode("utf-8", "surrogatepass")).digest()


def _of_name(name: str) -> tuple[bytes, bytes]:
    """The first and the last key that begin with that name's."""
    of_name = failure_key(name)
    return of_name, of_name + b"\xff" * _HASH_BYTES


def attempt(connection: Connection, name: str, now: int, place: str = "") -> int:
    """
    Counts before the password is looked at, and a success takes the count away: so a hundred guesses at the same moment
    are not a hundred guesses at the cost of one. `place` is where they come from: an address, or a session of the
    owner's own. Gives the seconds after which this attempt is looked at.
    """
    key = _place_key(name, place)
    sql = (
        "INSERT INTO failures (name, attempts, last) VALUES (?, 0, ?)"
        " ON CONFLICT (name) DO UPDATE SET last = excluded.last RETURNING attempts, locked_until"
    )
    found = row(connection, sql, key, now)
    attempts, locked_until = (0, 0) if found is None else found
    if now < locked_until:
        raise locked_out(locked_until - now)
    attempts = 1 if attempts >= ATTEMPTS else attempts + 1
    locked_until = now + LOCKED_SECONDS if attempts >= ATTEMPTS else 0
    change(connection, "UPDATE failures SET attempts = ?, locked_until = ? WHERE name = ?", attempts, locked_until, key)
    return _pause(failures_of(connection, name).attempts)


def attempt_code(connection: Connection, name: str, now: int) -> None:
    """Counts a code before it is judged, from wherever it comes. In a transaction of its own: a wrong one undoes
    the one in which it is judged."""
    attempt(connection, name, now, _CODE)


def succeed_by_factor(connection: Connection, name: str) -> None:
    """A right factor, and nothing else, forgives the wrong codes."""
    succeed(connection, name, _CODE)


def _pause(attempts: int) -> int:
    """Guesses from many addresses are slowed down, and nobody is shut out by them."""
    return min(max(attempts - SLOW_FROM, 0), LONGEST_PAUSE)


class NameFailures(Struct, frozen=True):
    """Wrong passwords for one name, from everywhere."""

    attempts: int
    last: int | None
    locked_until: int
    """The latest end of a lock; 0 where there is none."""


def failures_of(connection: Connection, name: str) -> NameFailures:
    sql = (
        "SELECT coalesce(sum(attempts), 0), max(last), coalesce(max(locked_until), 0) FROM failures"
        " WHERE name BETWEEN ? AND ?"
    )
    attempts, last, locked_until = rows(connection, sql, *_of_name(name))[0]
    return NameFailures(int(attempts), last, int(locked_until))


def locked_out(seconds: int) -> NotAccepted:
    minutes = -(-seconds // MINUTE)
    return HouseRule.LOCKED_OUT.refused(minutes=minutes)


def succeed(connection: Connection, name: str, place: str) -> None:
    """Forgives the failures from there; whoever guesses elsewhere gets no fresh guesses by it."""
    change(connection, "DELETE FROM failures WHERE name = ?", _place_key(name, place))


def forgive(connection: Connection, name: str) -> None:
    """Everywhere: for a new password, and for a name that is given up."""
    change(connection, "DELETE FROM failures WHERE name BETWEEN ? AND ?", *_of_name(name))


def forget_old(connection: Connection, now: int) -> None:
    change(connection, "DELETE FROM failures WHERE last < ? AND locked_until < ?", now - DAY, now)
