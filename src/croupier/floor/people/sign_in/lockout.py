"""Lock-out: five wrong passwords in a row lock a name for a quarter of an hour, whether or not anybody has it."""

from __future__ import annotations

import hashlib

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.names import LONGEST, name_key
from croupier.floor.people.responsible_play.days import DAY, MINUTE
from croupier.floor.people.statements import change, row
from croupier.floor.store.port import Connection

ATTEMPTS = 5
LOCKED_SECONDS = 15 * MINUTE


def failure_key(name: str) -> bytes:
    """By hash: people mistype their password into the field for the name. Of an overlong text its beginning will do."""
    key = name_key(name[: LONGEST + 1])
    return hashlib.sha256(b"croupier sign-in\n" + key.encode("utf-8", "surrogatepass")).digest()


def attempt(connection: Connection, name: str, now: int) -> None:
    """
    Counts before the password is looked at, and a success takes the count away: so a hundred guesses at the same moment
    are not a hundred guesses at the cost of one.
    """
    key = failure_key(name)
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


def locked_out(seconds: int) -> NotAccepted:
    minutes = -(-seconds // MINUTE)
    return HouseRule.LOCKED_OUT.refused(minutes=minutes)


def forgive(connection: Connection, name: str) -> None:
    change(connection, "DELETE FROM failures WHERE name = ?", failure_key(name))


def forget_old(connection: Connection, now: int) -> None:
    change(connection, "DELETE FROM failures WHERE last < ? AND locked_until < ?", now - DAY, now)
