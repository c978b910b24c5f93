"""Whatever belongs to oneself: money, limits, one's own data, and leaving for good."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier import EDITION, __version__
from croupier.floor.casino import Casino, Money
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.open_stakes import open_stakes
from croupier.floor.people.ids import csrf_token
from croupier.floor.people.responsible_play.days import day_of
from croupier.floor.people.responsible_play.exclusions import SelfExclusion, TimeOut
from croupier.floor.people.responsible_play.limits import Limit, LimitKind
from croupier.floor.people.responsible_play.standing import PersonStanding
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.store.port import Connection, Key
from croupier.floor.tables.opening import id_in
from croupier.floor.tables.receipt import Receipt
from croupier.record.text.moments import utc
from croupier.serve.routes.accounts.people import Closed, carried_by, left, mark_carried, mark_device
from croupier.serve.security.auth import ANYBODY, PLAYERS, SIGNED_IN, RequestContext
from croupier.serve.security.errors import JSON, Problem
from croupier.serve.wire.messages import Key as RequestKey

LONGEST_HISTORY = 10_000


class ChangePassword(Closed, frozen=True, kw_only=True):
    old: str
    new: str


class CloseAccount(Closed, frozen=True, kw_only=True):
    password: str | None = None
    """Asked of those who have one."""


class AskMoney(Closed, frozen=True, kw_only=True):
    amount: int
    """Cents."""
    key: RequestKey


class ClaimMoney(Closed, frozen=True, kw_only=True):
    key: RequestKey | None = None


class SetLimit(Closed, frozen=True, kw_only=True):
    amount: int | None
    """Cents a day, or seconds of play a day for `time`; null takes the limit away, after a day."""


class TakeTimeOut(Closed, frozen=True, kw_only=True):
    length: TimeOut


class Exclude(Closed, frozen=True, kw_only=True):
    length: SelfExclusion


class SetRealityCheck(Closed, frozen=True, kw_only=True):
    minutes: int


class Pending(Struct, frozen=True):
    amount: int | None
    begins: int


class LimitShown(Struct, frozen=True):
    amount: int | None
    """In force now; null is no limit."""
    pending: Pending | None
    """A looser one that is still to come into force."""


class LimitsShown(Struct, frozen=True):
    deposit: LimitShown
    loss: LimitShown
    time: LimitShown


class PlayShown(Struct, frozen=True):
    """Responsible play, as it stands."""

    limits: LimitsShown
    time_out_until: int | None
    excluded_until: int | None
    reality_minutes: int
    reality_check_due: bool
    session_seconds: int
    """The session clock: how long this period of play has gone on."""
    played_today_seconds: int


class MoneyPosition(Struct, frozen=True):
    """Cents."""

    granted: int
    staked: int
    returned: int
    open: int
    """Of the stakes, those that are neither won nor lost yet: on a layout, or in a tournament that goes on."""
    net: int
    """What came back less what was staked, without the open stakes."""


class Me(Struct, frozen=True):
    id: str
    name: str
    guest: bool
    roles: tuple[str, ...]
    money: Money
    today: MoneyPosition
    ever: MoneyPosition
    play: PlayShown
    session_until: int
    now: int
    csrf: str


def position(granted: int, staked: int, returned: int, open: int) -> MoneyPosition:
    return MoneyPosition(granted, staked, returned, open, returned - staked + open)


def _limit(limit: Limit, now: int) -> LimitShown:
    seen = limit.seen_at(now)
    return LimitShown(seen.amount, None if seen.waiting is None else Pending(seen.waiting.amount, seen.waiting.begins))


def play_shown(standing: PersonStanding, now: int) -> PlayShown:
    limits = LimitsShown(*(_limit(limit, now) for limit in (standing.deposit, standing.loss, standing.time)))
    return PlayShown(
        limits=limits,
        time_out_until=standing.time_out_until if standing.time_out_until > now else None,
        excluded_until=standing.excluded_until if standing.excluded_until > now else None,
        reality_minutes=standing.reality_minutes,
        reality_check_due=standing.check_is_due(now),
        session_seconds=standing.clock.period_seconds(now),
        played_today_seconds=standing.clock.played_today(now),
    )


def _ever(connection: Connection, person: str, open: int) -> MoneyPosition:
    sums = ", ".join(f"coalesce(sum({column}), 0)" for column in ("granted", "staked", "returned"))
    sql = f"SELECT {sums} FROM days WHERE person = ?"  # noqa: S608  our own names
    granted, staked, returned = connection.execute(sql, (person,)).fetchone()
    return position(granted, staked, returned, open)


class Here(Struct, frozen=True):
    """What a page asks first."""

    version: str
    edition: int
    """Of the rules."""
    now: int
    me: Me | None
    """Nobody, for those who have not come in: that is no refusal."""


@get("/api/v1/here", who=ANYBODY, gives=Here)
async def here(casino: Casino, visitor: Visitor | None, entry: RequestContext) -> Response[Here]:
    """This house, and who you are in it, if anybody."""
    own = None if visitor is None else await _me(casino, visitor, entry)
    response = Response(Here(__version__, EDITION, casino.time(), own))
    mark_carried(response, entry, casino, await carried_by(entry, casino))
    return response


@get("/api/v1/me", who=SIGNED_IN, gives=Me)
async def me(casino: Casino, person: Visitor, entry: RequestContext) -> Me:
    """Your account, money and play."""
    return await _me(casino, person, entry)


async def _me(casino: Casino, person: Visitor, entry: RequestContext) -> Me:
    id, now = person.person.id, casino.time()
    in_play = await open_stakes(casino, id)
    ever = await casino.store.read(lambda connection: _ever(connection, id, in_play.all))
    day = await casino.store.day(id, day_of(now))
    standing = await casino.people.standings.load(id)
    return Me(
        id=id,
        name=person.person.name,
        guest=person.person.guest,
        roles=tuple(sorted(person.roles)),
        money=await casino.money(id),
        today=position(day.granted, day.staked, day.returned, in_play.today),
        ever=ever,
        play=play_shown(standing, now),
        session_until=person.until,
        now=now,
        csrf=csrf_token(entry.token),
    )


@get("/api/v1/me/data", who=SIGNED_IN, heavy=2, gives=dict[str, Any])
async def my_data(casino: Casino, person: Visitor) -> dict[str, Any]:
    """All that is held about you. What you did at the tables is in their journals, under the ids given here."""
    id, now = person.person.id, casino.time()
    held = await casino.people.accounts.held_about(id, now)
    money = msgspec.to_builtins(await casino.money(id))
    play = await casino.store.read(lambda connection: _history(connection, id))
    return {"at": utc(now), **held, "money": money, **play}


def _history(connection: Connection, person: str) -> dict[str, Any]:
    days = connection.execute(
        "SELECT day, granted, staked, returned FROM days WHERE person = ? ORDER BY day DESC LIMIT ?",
        (person, LONGEST_HISTORY),
    ).fetchall()
    keys = connection.execute(
        "SELECT key, stream, number FROM keys WHERE actor = ? ORDER BY stream, number LIMIT ?",
        (person, LONGEST_HISTORY),
    ).fetchall()
    names = ("day", "granted", "staked", "returned")
    journals = connection.execute("SELECT DISTINCT stream FROM journal WHERE person = ?", (person,)).fetchall()
    return {
        "ids": {journal: id for (journal,) in sorted(journals) if (id := id_in(connection, journal, person))},
        "days": [dict(zip(names, day, strict=True)) for day in days],
        "requests": [dict(zip(("key", "journal", "number"), each, strict=True)) for each in keys],
    }


@delete("/api/v1/me", who=SIGNED_IN, takes=CloseAccount, gives=None, door=True)
async def close_account(casino: Casino, person: Visitor, entry: RequestContext, asked: CloseAccount) -> Response[None]:
    """Close your account: name and password are erased, the play money goes back, the records stay valid."""
    if not person.person.guest:
        if asked.password is None:
            raise Problem(400, HouseRule.PASSWORD_NEEDED.refusal())
        place = entry.place_of(person.person.name)
        await casino.people.passwords.proves(person.person.id, asked.password, casino.time(), place=place)
    carried = await carried_by(entry, casino)
    await casino.close_account(person.person.id)
    return left(entry, casino, carried)


@post("/api/v1/me/password", who=SIGNED_IN, takes=ChangePassword, gives=None, door=True, status_code=204)
async def change_password(casino: Casino, person: Visitor, entry: RequestContext, asked: ChangePassword) -> None:
    """Change your password. All your other sign-ins end."""
    if person.person.guest:
        raise Problem(409, HouseRule.GUEST_HAS_NO_PASSWORD.refusal())
    place = entry.place_of(person.person.name)
    await casino.people.passwords.change(
        person.person.id,
        asked.old,
        asked.new,
        casino.time(),
        keep=entry.token,
        place=place,
        also=casino.book.password_changed,
    )


@post("/api/v1/me/money", who=PLAYERS, recorded=True, takes=AskMoney, gives=Receipt)
async def ask_money(casino: Casino, person: Visitor, asked: AskMoney) -> Receipt:
    """More play money from the house, within your own limits."""
    id = person.person.id
    return await casino.grant(id, asked.amount, Key(id, asked.key, msgspec.json.encode(asked)))


@post("/api/v1/me/claim", who=SIGNED_IN, takes=ClaimMoney, gives=Receipt)
async def claim_money(casino: Casino, person: Visitor, asked: ClaimMoney) -> Receipt:
    """What the house kept for one goes to the wallet (D1 12.2)."""
    id = person.person.id
    key = None if asked.key is None else Key(id, asked.key, msgspec.json.encode(asked))
    return await casino.claim(id, key)


@put(
    "/api/v1/me/limits/{kind:str}",
    who=SIGNED_IN,
    recorded=True,
    takes=SetLimit,
    gives=PlayShown,
    choices={"kind": tuple(LimitKind)},
)
async def set_limit(casino: Casino, person: Visitor, kind: str, asked: SetLimit) -> PlayShown:
    """Set a limit for yourself: tighter at once, looser after a day."""
    if kind not in set(LimitKind):
        raise Problem(404, HouseRule.NO_SUCH_LIMIT.refusal(limits=", ".join(LimitKind)))
    now = casino.time()
    standing = await casino.people.standings.set_limit(person.person.id, LimitKind(kind), asked.amount, now)
    return play_shown(standing, now)


@post("/api/v1/me/time-out", who=SIGNED_IN, recorded=True, takes=TakeTimeOut, gives=PlayShown)
async def take_time_out(casino: Casino, person: Visitor, asked: TakeTimeOut) -> PlayShown:
    """No play for a while. The open round goes on to its end."""
    return await _excluded(casino, person, asked.length)


@post("/api/v1/me/exclusion", who=SIGNED_IN, recorded=True, takes=Exclude, gives=PlayShown)
async def exclude(casino: Casino, person: Visitor, entry: RequestContext, asked: Exclude) -> Response[PlayShown]:
    """No play for a long while. Nobody can end it sooner. Newcomers on this device are excluded with you."""
    shown = await _excluded(casino, person, asked.length)
    response = Response(shown, status_code=201, media_type=JSON)
    if shown.excluded_until:
        mark_device(response, entry, casino, shown.excluded_until)
    return response


async def _excluded(casino: Casino, person: Visitor, length: TimeOut | SelfExclusion) -> PlayShown:
    id, now = person.person.id, casino.time()
    return play_shown(await casino.people.standings.exclude(id, length, now), now)


@put("/api/v1/me/reality-check", who=SIGNED_IN, recorded=True, takes=SetRealityCheck, gives=PlayShown)
async def set_reality_check(casino: Casino, person: Visitor, asked: SetRealityCheck) -> PlayShown:
    """After how many minutes of play one is reminded."""
    now = casino.time()
    return play_shown(await casino.people.standings.set_reality_minutes(person.person.id, asked.minutes, now), now)


@post("/api/v1/me/reality-check/seen", who=SIGNED_IN, gives=PlayShown)
async def reality_check_seen(casino: Casino, person: Visitor) -> PlayShown:
    """The reminder was seen."""
    now = casino.time()
    await casino.people.standings.load(person.person.id)
    return play_shown(casino.people.standings.reality_checked(person.person.id, now), now)


ROUTES: list[ControllerRouterHandler] = [
    here,
    me,
    my_data,
    close_account,
    change_password,
    ask_money,
    claim_money,
    set_limit,
    take_time_out,
    exclude,
    set_reality_check,
    reality_check_seen,
]
