"""Sessions: opaque tokens of which only the hash is stored, with an end that depends on who holds them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.people.accounts import Person, person_of
from croupier.floor.people.ids import SYSTEM_ENTROPY, Entropy, new_token, token_hash
from croupier.floor.people.responsible_play.days import DAY, HOUR, MINUTE
from croupier.floor.people.roles import Roles, is_staff, roles_of
from croupier.floor.people.sign_in import second_factors
from croupier.floor.people.statements import change, row, rows
from croupier.floor.store.house_lines import add_lines, mark_of
from croupier.floor.store.port import Connection
from croupier.record.house_journal.house_register import proof_words, sign_in_words
from croupier.record.text.moments import utc

SEEN_EVERY_SECONDS = MINUTE
"""A session's last use is written down so often at most."""


class Life(Struct, frozen=True):
    idle_seconds: int
    whole_seconds: int


GUEST = Life(30 * DAY, 30 * DAY)
"""A guest cannot sign in again: who sleeps a night must not lose the wallet."""
ACCOUNT = Life(8 * HOUR, 30 * DAY)
WORKING = Life(30 * MINUTE, 12 * HOUR)
LONGEST = Life(30 * DAY, 30 * DAY)


def life_of(person: Person, roles: Roles) -> Life:
    if is_staff(roles):
        return WORKING
    return GUEST if person.guest else ACCOUNT


class Visitor(Struct, frozen=True):
    """Whoever stands behind a token."""

    person: Person
    roles: Roles
    session: str
    """Names the session in the list of sessions; it opens nothing."""
    made: int
    seen: int
    until: int
    """When it ends if nothing more is done."""
    proved: int = 0
    """When they last showed that it is they, in this session."""
    has_factor: bool = False
    """Whether the account has a second factor."""


class Whereabouts(Struct, frozen=True):
    """Where somebody comes from, for the list of sign-ins."""

    device: str = ""
    address: str = ""


NOWHERE = Whereabouts()


class EndedSession(Struct, frozen=True):
    """One of which the browser may not know that it is over."""

    person: str
    """Empty where the account is closed."""
    excluded: int
    barred: int
    """Until when, as it was when the account was closed."""


class SessionNote(Struct, frozen=True):
    """A session as its owner sees it in the list."""

    session: str
    made: int
    seen: int
    until: int
    device: str
    """Such as "Firefox on Linux"; empty where a program signed in, or nobody knows."""
    address: str
    """From which it was opened."""


def open_session(connection: Connection, person: str, now: int, entropy: Entropy = SYSTEM_ENTROPY) -> str:
    """The house's journal says that there is one: a session that somebody put into the database opens the house too."""
    token = new_token(entropy)
    hash = token_hash(token)
    change(connection, "INSERT INTO sessions (token, person, made, seen) VALUES (?, ?, ?, ?)", hash, person, now, now)
    add_lines(connection, now, sign_in_words(person, mark_of(hash, person, now)))
    return token


def place_session(connection: Connection, token: str, where: Whereabouts) -> None:
    """Where it was opened: for the list, and for as long as the session lasts."""
    if where != NOWHERE:
        sql = "UPDATE sessions SET device = ?, address = ? WHERE token = ?"
        change(connection, sql, where.device, where.address, token_hash(token))


def holder(connection: Connection, token: str) -> Visitor | None:
    """Who holds the token, though it may be over: `until` says."""
    hash = token_hash(token)
    found = row(connection, "SELECT person, made, seen, proved FROM sessions WHERE token = ?", hash)
    if found is None:
        return None
    id, made, seen, proved = found
    person = person_of(connection, id)
    if person is None or person.closed is not None:
        return None
    roles = roles_of(connection, id)
    until = _until(life_of(person, roles), made, seen)
    has_factor = is_staff(roles) and second_factors.has_factor(connection, id)
    return Visitor(person, roles, session_name(hash), made, seen, until, proved or made, has_factor)


def prove_session(connection: Connection, token: str, now: int) -> None:
    """Its holder has just shown who they are."""
    hash = token_hash(token)
    found = row(connection, "UPDATE sessions SET proved = ? WHERE token = ? RETURNING person, made", now, hash)
    if found is not None:
        person, made = found
        add_lines(connection, now, proof_words(person, mark_of(hash, person, made), utc(now)))


def session_name(hash: bytes) -> str:
    return hash.hex()[:16]


def _until(life: Life, made: int, seen: int) -> int:
    return min(made + life.whole_seconds, seen + life.idle_seconds)


def touched(visitor: Visitor, now: int) -> Visitor:
    """The same, seen at that moment."""
    seen = max(visitor.seen, now)
    return replace(visitor, seen=seen, until=_until(life_of(visitor.person, visitor.roles), visitor.made, seen))


def touch(connection: Connection, token: str, now: int) -> None:
    """Never back, and never a session that was ended meanwhile."""
    change(connection, "UPDATE sessions SET seen = ? WHERE token = ? AND seen < ?", now, token_hash(token), now)


def _end(connection: Connection, which: str, *values: Any) -> list[Any]:
    """The people whose sessions ended. Their browsers may have the cookies still: see `carried_by`."""
    keep = (
        f"INSERT INTO ended_sessions (token, person, until) SELECT token, person, made + {LONGEST.whole_seconds}"  # noqa: S608  our own words
        f" FROM sessions WHERE {which} ON CONFLICT DO NOTHING"
    )
    change(connection, keep, *values)
    return rows(connection, f"DELETE FROM sessions WHERE {which} RETURNING person", *values)  # noqa: S608


def end_token(connection: Connection, token: str) -> str | None:
    """Whose session it was."""
    found = _end(connection, "token = ?", token_hash(token))
    return str(found[0][0]) if found else None


def end_all(connection: Connection, person: str, *, but: str | None = None) -> None:
    kept = b"" if but is None else token_hash(but)
    _end(connection, "person = ? AND token <> ?", person, kept)


def end_named(connection: Connection, person: str, session: str) -> bool:
    """One of her own, by its name in the list."""
    tokens = [token for (token,) in rows(connection, "SELECT token FROM sessions WHERE person = ?", person)]
    ended = [token for token in tokens if session_name(bytes(token)) == session]
    for token in ended:
        _end(connection, "token = ?", token)
    return bool(ended)


def sessions_of(connection: Connection, person: str, now: int) -> list[SessionNote]:
    """Those that still open something, the latest first."""
    owner = person_of(connection, person)
    if owner is None:
        return []
    life = life_of(owner, roles_of(connection, person))
    found = rows(
        connection,
        "SELECT token, made, seen, device, address FROM sessions WHERE person = ? ORDER BY seen DESC, token",
        person,
    )
    notes = [
        SessionNote(session_name(bytes(token)), made, seen, _until(life, made, seen), device, address)
        for token, made, seen, device, address in found
    ]
    return [note for note in notes if now < note.until]


def forget_ended(connection: Connection, now: int) -> None:
    """Those that are over for anybody; the others are refused when they come, and go with their account."""
    _end(connection, "made <= ? OR seen <= ?", now - LONGEST.whole_seconds, now - LONGEST.idle_seconds)
    change(connection, "DELETE FROM ended_sessions WHERE until <= ?", now)


def owner_of_ended(connection: Connection, token: str) -> EndedSession | None:
    """Whose browser it is that still has this token."""
    sql = "SELECT person, excluded, barred FROM ended_sessions WHERE token = ?"
    found = row(connection, sql, token_hash(token))
    return None if found is None else EndedSession(*found)


def forget_owner(connection: Connection, person: str, excluded: int, barred: int) -> None:
    """The account is closed: what its browsers carry stays with them, and nothing says whose they were."""
    if excluded or barred:
        sql = "UPDATE ended_sessions SET person = '', excluded = ?, barred = ? WHERE person = ?"
        change(connection, sql, excluded, barred, person)
    else:
        change(connection, "DELETE FROM ended_sessions WHERE person = ?", person)
