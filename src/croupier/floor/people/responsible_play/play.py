"""Responsible play in the store: limits, exclusions and the clock of play, and the standing that is made of them."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import astuple

from croupier.floor.house_rules.not_accepted import accept
from croupier.floor.people.accounts import changing, hold, unknown_person
from croupier.floor.people.responsible_play.exclusions import (
    ExclusionKind,
    HouseExclusion,
    SelfExclusion,
    TimeOut,
    kind_of,
    seconds_of,
)
from croupier.floor.people.responsible_play.limits import (
    Limit,
    LimitKind,
    WaitingLimit,
    limit_words,
    refuses_limit,
    refuses_reality_minutes,
)
from croupier.floor.people.responsible_play.play_clock import PlayClock
from croupier.floor.people.responsible_play.standing import PersonStanding
from croupier.floor.people.roles import roles_of
from croupier.floor.people.statements import change, row, rows
from croupier.floor.store.house_lines import add_lines
from croupier.floor.store.port import Connection
from croupier.record.house_journal.house_register import exclusion_words, limit_line, reality_words
from croupier.record.text.moments import utc

CARRIED_OVER = "came from the device of somebody whom the house has excluded"
"""For staff, who may lift it: a family shares a tablet."""


def limits_of(connection: Connection, person: str) -> dict[LimitKind, Limit]:
    found = rows(connection, "SELECT kind, amount, next_amount, next_from FROM limits WHERE person = ?", person)
    return {
        LimitKind(kind): Limit(amount, None if begins is None else WaitingLimit(following, begins))
        for kind, amount, following, begins in found
    }


def set_limit(connection: Connection, person: str, kind: LimitKind, amount: int | None, now: int) -> Limit:
    accept(refuses_limit(kind, amount))
    latest = changing(connection, person, now)
    limit = limits_of(connection, person).get(kind, Limit()).changed(amount, now, latest)
    following, begins = (None, None) if limit.waiting is None else astuple(limit.waiting)
    sql = (
        "INSERT INTO limits (person, kind, amount, next_amount, next_from) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (person, kind) DO UPDATE SET"
        " amount = excluded.amount, next_amount = excluded.next_amount, next_from = excluded.next_from"
    )
    change(connection, sql, person, kind.value, limit.amount, following, begins)
    add_lines(connection, now, limit_line(kind, person, limit_words(kind, limit)))
    return limit


def exclude(connection: Connection, person: str, length: TimeOut | SelfExclusion, now: int) -> int:
    """Until when. A shorter one asked for later changes nothing, and a clock that has gone back does not shorten it."""
    until = changing(connection, person, now) + seconds_of(length)
    sql = (
        "INSERT INTO exclusions (person, kind, since, until) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (person, kind) DO UPDATE SET"
        " until = CASE WHEN exclusions.until > excluded.until THEN exclusions.until ELSE excluded.until END,"
        " since = CASE WHEN exclusions.until > excluded.since THEN exclusions.since ELSE excluded.since END"
        " RETURNING until"
    )
    kind = kind_of(length)
    found = row(connection, sql, person, kind.value, now, until)
    until = until if found is None else int(found[0])
    add_lines(connection, now, exclusion_words(kind, person, utc(until)))
    return until


def carry_over(connection: Connection, person: str, kind: ExclusionKind, until: int, now: int) -> None:
    """Somebody new on a device whose last owner is excluded: they stay so under another name."""
    if until <= now:
        return
    reason = CARRIED_OVER if kind is ExclusionKind.HOUSE_EXCLUSION else ""
    sql = "INSERT INTO exclusions (person, kind, since, until, reason) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    change(connection, sql, person, kind.value, now, until, reason)
    add_lines(connection, now, exclusion_words(kind, person, utc(until)))


def order_exclusion(connection: Connection, person: str, order: HouseExclusion, now: int) -> None:
    """By the house. A new order takes the place of the one before: the house may also let somebody in again."""
    changing(connection, person, now)
    kind = ExclusionKind.HOUSE_EXCLUSION
    sql = (
        "INSERT INTO exclusions (person, kind, since, until, reason, ordered_by) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (person, kind) DO UPDATE SET since = excluded.since, until = excluded.until,"
        " reason = excluded.reason, ordered_by = excluded.ordered_by"
    )
    change(connection, sql, person, kind.value, order.since, order.until, order.reason, order.by)
    add_lines(connection, now, exclusion_words(kind, person, utc(order.until), order.by))


def house_exclusion_of(connection: Connection, person: str) -> HouseExclusion | None:
    sql = "SELECT since, until, reason, ordered_by FROM exclusions WHERE person = ? AND kind = ?"
    found = row(connection, sql, person, ExclusionKind.HOUSE_EXCLUSION.value)
    return None if found is None else HouseExclusion(*found)


def exclusions_of(connection: Connection, person: str) -> dict[ExclusionKind, tuple[int, int]]:
    """Each with its beginning and end, those that are over too."""
    found = rows(connection, "SELECT kind, since, until FROM exclusions WHERE person = ?", person)
    return {ExclusionKind(kind): (since, until) for kind, since, until in found}


def set_reality_minutes(connection: Connection, person: str, minutes: int, now: int) -> None:
    accept(refuses_reality_minutes(minutes))
    changing(connection, person, now)
    change(connection, "UPDATE people SET reality_minutes = ? WHERE id = ?", minutes, person)
    add_lines(connection, now, reality_words(person, minutes))


def clock_of(connection: Connection, person: str) -> PlayClock:
    sql = "SELECT day, played, began, last, reminded FROM play_clocks WHERE person = ?"
    found = row(connection, sql, person)
    return PlayClock() if found is None else PlayClock(*found)


def keep_clock(connection: Connection, person: str, clock: PlayClock) -> None:
    """Beside what another process may have kept; of who has closed the account nothing is kept."""
    if not hold(connection, person):
        return
    sql = (
        "INSERT INTO play_clocks (person, day, played, began, last, reminded) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (person) DO UPDATE SET day = excluded.day, played = excluded.played, began = excluded.began,"
        " last = excluded.last, reminded = excluded.reminded"
    )
    change(connection, sql, person, *astuple(clock.merged(clock_of(connection, person))))


def standing_of(connection: Connection, person: str) -> PersonStanding:
    found = row(connection, "SELECT closed, reality_minutes, revision FROM people WHERE id = ?", person)
    if found is None:
        raise unknown_person()
    closed, minutes, revision = found
    limits, exclusions = limits_of(connection, person), exclusions_of(connection, person)
    return PersonStanding(
        person,
        roles=roles_of(connection, person),
        closed=closed is not None,
        deposit=limits.get(LimitKind.DEPOSIT, Limit()),
        loss=limits.get(LimitKind.LOSS, Limit()),
        time=limits.get(LimitKind.TIME, Limit()),
        time_out_until=exclusions.get(ExclusionKind.TIME_OUT, (0, 0))[1],
        excluded_until=exclusions.get(ExclusionKind.SELF_EXCLUSION, (0, 0))[1],
        barred_until=exclusions.get(ExclusionKind.HOUSE_EXCLUSION, (0, 0))[1],
        reality_minutes=minutes,
        clock=clock_of(connection, person),
        revision=revision,
    )


_GLANCE = (
    "SELECT people.revision, coalesce(days.staked - days.returned, 0), play_clocks.day, play_clocks.played,"
    " play_clocks.began, play_clocks.last, play_clocks.reminded FROM people"
    " LEFT JOIN days ON days.person = people.id AND days.day = ?"
    " LEFT JOIN play_clocks ON play_clocks.person = people.id WHERE people.id = ?"
)


class Glance(Struct, frozen=True):
    """What other servers may have changed about a person since she was loaded."""

    revision: int
    lost: int
    """Staked on that day, less what came back."""
    clock: PlayClock


def glance(connection: Connection, person: str, day: int) -> Glance:
    found = row(connection, _GLANCE, day, person)
    if found is None:
        raise unknown_person()
    revision, lost, *clock = found
    return Glance(revision, lost, PlayClock() if clock[0] is None else PlayClock(*clock))
