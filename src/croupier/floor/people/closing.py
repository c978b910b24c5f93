"""Closing an account, which erases whatever names the person; and all that is held about somebody, to be read."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.accounts import changing, person_of, unknown_person
from croupier.floor.people.responsible_play.exclusions import ExclusionKind
from croupier.floor.people.responsible_play.play import clock_of, exclusions_of, limits_of
from croupier.floor.people.roles import keep_last_operator
from croupier.floor.people.school_records import school_held
from croupier.floor.people.sign_in import approvals, links, lockout, second_factors, sign_ins
from croupier.floor.people.sign_in.sign_ins import sessions_of
from croupier.floor.people.statements import change, row, rows
from croupier.floor.store.port import Connection
from croupier.record.text.moments import utc

_HOLD_A_PERSON = ("names", "roles", "links", "limits", "exclusions", "play_clocks")
_HOLD_A_SECRET = ("second_factors", "recovery_codes", "challenges")
_AT_SCHOOL = ("school_progress", "school_exams")


class Closing(Struct, frozen=True):
    """The casino then gives what is in the wallet back to the house, by a line in the house's journal."""

    person: str
    closed: int


def close(connection: Connection, person: str, now: int, *, has_chips: bool) -> Closing:
    """The id stays, with the moment of closing: every record in which it stands remains valid."""
    changing(connection, person, now)
    if has_chips:
        raise HouseRule.CHIPS_TO_CASH_OUT.refused()
    keep_last_operator(connection, person)
    named = row(connection, "SELECT name FROM names WHERE person = ?", person)
    if named is not None:
        lockout.forgive(connection, named[0])
    sign_ins.end_all(connection, person)
    sign_ins.forget_owner(connection, person, *_excluded_until(connection, person))
    for table in (*_HOLD_A_PERSON, *_HOLD_A_SECRET, *_AT_SCHOOL):
        change(connection, f"DELETE FROM {table} WHERE person = ?", person)  # noqa: S608  our own names
    links.forget_made_by(connection, person)
    approvals.forget_of(connection, person)
    change(connection, "DELETE FROM duties WHERE dealer = ?", person)
    change(connection, "UPDATE people SET closed = ?, reality_minutes = 60 WHERE id = ?", now, person)
    return Closing(person, now)


def _excluded_until(connection: Connection, person: str) -> tuple[int, int]:
    """By themselves, and by the house."""
    found = exclusions_of(connection, person)
    own, ordered = (
        found.get(kind, (0, 0))[1] for kind in (ExclusionKind.SELF_EXCLUSION, ExclusionKind.HOUSE_EXCLUSION)
    )
    return own, ordered


def held_about(connection: Connection, person: str, now: int) -> dict[str, Any]:
    """All that the people's tables hold, but no password or token; wallet and play are the casino's to add."""
    found = person_of(connection, person)
    if found is None:
        raise unknown_person()
    return {
        "id": found.id,
        "name": None if found.closed is not None else found.name,
        "guest": found.guest,
        "made": utc(found.made),
        "closed": _moment(found.closed),
        **_settings(connection, person),
        "has_password": not found.guest,
        "failed_sign_ins": _failures(connection, person),
        "roles": _roles(connection, person),
        "sessions": [
            {
                "session": note.session,
                "made": utc(note.made),
                "seen": utc(note.seen),
                "until": utc(note.until),
                "device": note.device,
                "address": note.address,
            }
            for note in sessions_of(connection, person, now)
        ],
        "ended_sessions": _ended_sessions(connection, person),
        "second_factors": _factors(connection, person),
        "links": _links(connection, person),
        "limits": _limits(connection, person),
        "exclusions": {
            kind.value: {"since": utc(since), "until": utc(until)}
            for kind, (since, until) in sorted(exclusions_of(connection, person).items())
        },
        "play_clock": _clock(connection, person),
        "school": school_held(connection, person),
    }


def _moment(seconds: int | None) -> str | None:
    return None if seconds is None else utc(seconds)


def _settings(connection: Connection, person: str) -> dict[str, Any]:
    sql = (
        "SELECT people.latest, people.revision, people.reality_minutes, names.chosen"
        " FROM people LEFT JOIN names ON names.person = people.id WHERE people.id = ?"
    )
    latest, revision, minutes, chosen = rows(connection, sql, person)[0]
    return {
        "name_since": _moment(chosen),
        "last_changed": utc(latest),
        "changes": revision,
        "reality_check_minutes": minutes,
    }


def _failures(connection: Connection, person: str) -> dict[str, Any]:
    named = row(connection, "SELECT name FROM names WHERE person = ?", person)
    if named is None:
        return {"attempts": 0, "last": None, "locked_until": None}
    found = lockout.failures_of(connection, named[0])
    return {
        "attempts": found.attempts,
        "last": _moment(found.last),
        "locked_until": _moment(found.locked_until or None),
    }


def _roles(connection: Connection, person: str) -> list[dict[str, Any]]:
    found = rows(connection, "SELECT role, since, given_by FROM roles WHERE person = ? ORDER BY role", person)
    return [{"role": role, "since": utc(since), "given_by": by} for role, since, by in found]


def _factors(connection: Connection, person: str) -> dict[str, Any]:
    return {
        "factors": [
            {"id": each.id, "kind": each.kind, "name": each.name, "made": utc(each.made), "used": _moment(each.used)}
            for each in second_factors.factors_of(connection, person)
        ],
        "recovery_codes": second_factors.recovery_codes_left(connection, person),
    }


def _ended_sessions(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Of which only the hash and the owner are kept, for as long as a browser may have the cookie."""
    found = rows(connection, "SELECT until FROM ended_sessions WHERE person = ? ORDER BY until", person)
    return [{"until": utc(until)} for (until,) in found]


def _links(connection: Connection, person: str) -> list[dict[str, Any]]:
    found = rows(connection, "SELECT kind, until, made_by FROM links WHERE person = ? ORDER BY until", person)
    return [{"kind": kind, "until": utc(until), "made_by": by} for kind, until, by in found]


def _limits(connection: Connection, person: str) -> dict[str, Any]:
    held = {}
    for kind, limit in sorted(limits_of(connection, person).items()):
        waiting = limit.waiting
        following = None if waiting is None else {"amount": waiting.amount, "begins": utc(waiting.begins)}
        held[kind.value] = {"amount": limit.amount, "waiting": following}
    return held


def _clock(connection: Connection, person: str) -> dict[str, Any] | None:
    clock = clock_of(connection, person)
    if not clock.last:
        return None
    return {
        "day": clock.day,
        "played_seconds": clock.played,
        "began": utc(clock.began),
        "last": utc(clock.last),
        "reminded": _moment(clock.reminded or None),
    }
