"""The doors: guests, accounts, sessions and one-time links."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from litestar import Request, Response, delete, get, post
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.front_desk import Carried
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.ids import csrf_token
from croupier.floor.people.responsible_play.exclusions import ExclusionKind
from croupier.floor.people.services.entrance import Entrance
from croupier.floor.people.sign_in.sign_ins import SessionNote, Visitor
from croupier.serve.security.auth import ANYBODY, SIGNED_IN, RequestContext, cookie_name
from croupier.serve.security.errors import JSON, Problem
from croupier.serve.security.proofs import proof_of

COOKIE_SECONDS = 30 * 24 * 3600
"""As long as the longest session: the server knows when one is over."""

EXCLUDED_COOKIES = {
    ExclusionKind.SELF_EXCLUSION: "croupier_excluded",
    ExclusionKind.HOUSE_EXCLUSION: "croupier_barred",
}
Keeping = Literal["cookie", "token"]


class Closed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A field that a request does not have is refused."""


class Arrive(Closed, frozen=True, kw_only=True):
    session: Keeping | None = None
    """How the session is kept: in a cookie that no script can read, or as a token for programs. Left out: a cookie for
    a page in a browser, a token for every other client."""


class SignUp(Arrive, frozen=True, kw_only=True):
    name: str
    password: str


class SignIn(SignUp, frozen=True, kw_only=True):
    code: str = ""
    """Of a second factor: from an app, or a recovery code. Asked for by the refusal `second_factor`."""
    passkey: dict[str, Any] | None = None
    """What the browser answered to `POST /sessions/passkey`."""


class UseOperatorLink(SignUp, frozen=True, kw_only=True):
    token: str
    """What stands in the link after `#token=`."""


class UseResetLink(Arrive, frozen=True, kw_only=True):
    token: str
    password: str
    code: str = ""
    """Of a second factor, where the account has one: a link is in place of the password alone."""
    passkey: dict[str, Any] | None = None
    """What the browser answered to `POST /links/reset/passkey`."""


class Entered(Struct, frozen=True, omit_defaults=True):
    """Who has come in."""

    id: str
    name: str
    guest: bool
    csrf: str
    """For the header X-CSRF-Token, with everything that changes something."""
    token: str = ""
    """For `Authorization: Bearer`, where the session is kept so; shown once."""


class SessionShown(Struct, frozen=True):
    session: str
    """Names it in this list, and opens nothing."""
    made: int
    seen: int
    until: int
    current: bool
    device: str
    """Such as "Firefox on Linux"; empty where a program signed in."""
    address: str
    """From which it was opened; empty where nobody knows."""


class SessionsShown(Struct, frozen=True):
    sessions: tuple[SessionShown, ...]


def entered(entrance: Entrance, entry: RequestContext, asked: Keeping | None) -> Response[Entered]:
    person, token = entrance.person, entrance.token
    # A program with a cookie alone would be refused at its next request: it does not know about X-CSRF-Token.
    keeping = asked or ("cookie" if entry.here.by_browser else "token")
    shown = Entered(person.id, person.name, person.guest, csrf_token(token), token if keeping == "token" else "")
    response = Response(shown, status_code=201, media_type=JSON)
    if keeping == "cookie":
        set_cookie(response, entry, token, COOKIE_SECONDS)
    return response


def left(entry: RequestContext, casino: Casino, carried: Carried) -> Response[None]:
    """Nothing more to say, and the cookie goes. The device stays marked, where its owner is excluded."""
    response: Response[None] = Response(None, status_code=204)
    if entry.by_cookie:
        set_cookie(response, entry, "", 0)
    mark_carried(response, entry, casino, carried)
    return response


def set_cookie(response: Response[Any], entry: RequestContext, token: str, seconds: int) -> None:
    response.set_cookie(
        cookie_name(entry.here),
        token,
        max_age=seconds,
        path="/",
        httponly=True,
        secure=entry.here.is_secure,
        # Nothing of ours needs the cookie on a visit from another page: our own pages ask for what they show.
        samesite="strict",
    )


def mark_device(
    response: Response[Any],
    entry: RequestContext,
    casino: Casino,
    until: int,
    kind: ExclusionKind = ExclusionKind.SELF_EXCLUSION,
) -> None:
    """Whoever comes from this browser as somebody new stays excluded: as far as a cookie can carry that."""
    response.set_cookie(
        EXCLUDED_COOKIES[kind],
        casino.front_desk.exclusion_mark(until, kind),
        max_age=max(0, until - casino.earliest()),
        path="/",
        httponly=True,
        secure=entry.here.is_secure,
        samesite="strict",
    )


async def carried_by(entry: RequestContext, casino: Casino) -> Carried:
    """Until when the owner of this browser is excluded: by an order that it could not hear of before, or elsewhere.

    The session may be over. Who shows it says who they were.
    """
    if not entry.by_cookie:
        return {}
    ended = None if entry.visitor is not None else await casino.people.sessions.ended(entry.token)
    person = entry.visitor.person.id if entry.visitor is not None else "" if ended is None else ended.person
    own, ordered = (0, 0) if ended is None else (ended.excluded, ended.barred)
    if person:
        standing = await casino.people.standings.load(person)
        own, ordered = standing.excluded_until, standing.barred_until
    found = {ExclusionKind.SELF_EXCLUSION: own, ExclusionKind.HOUSE_EXCLUSION: ordered}
    return {kind: until for kind, until in found.items() if until > casino.earliest()}


def mark_carried(response: Response[Any], entry: RequestContext, casino: Casino, carried: Carried) -> None:
    for kind, until in carried.items():
        mark_device(response, entry, casino, until, kind)


def _marks(casino: Casino, request: Request[Any, Any, Any]) -> Carried:
    cookies = request.cookies
    return {
        kind: casino.front_desk.read_exclusion_mark(cookies.get(name, ""), kind)
        for kind, name in EXCLUDED_COOKIES.items()
    }


async def _newcomer(
    casino: Casino, request: Request[Any, Any, Any], entry: RequestContext
) -> tuple[Carried, Callable[[Response[Entered]], Response[Entered]]]:
    """What somebody new on this device carries on; and what keeps the device marked, whose cookie now is another."""
    marks, carried = _marks(casino, request), await carried_by(entry, casino)
    whole = {kind: max(until, carried.get(kind, 0)) for kind, until in marks.items()}

    def marked(response: Response[Entered]) -> Response[Entered]:
        mark_carried(response, entry, casino, carried)
        return response

    return whole, marked


@post("/api/v1/guests", who=ANYBODY, takes=Arrive, gives=Entered, door=True)
async def arrive(
    casino: Casino, request: Request[Any, Any, Any], entry: RequestContext, asked: Arrive
) -> Response[Entered]:
    """Sign in as a guest, with play money to begin with."""
    carried, marked = await _newcomer(casino, request, entry)
    entrance = await casino.front_desk.arrive(entry.where, carried)
    return marked(entered(entrance, entry, asked.session))


@post("/api/v1/accounts", who=ANYBODY, takes=SignUp, gives=Entered, door=True)
async def sign_up(
    casino: Casino, request: Request[Any, Any, Any], visitor: Visitor | None, entry: RequestContext, asked: SignUp
) -> Response[Entered]:
    """Create an account. A guest keeps the wallet and everything else; their other sign-ins end."""
    if visitor is not None:
        entrance = await casino.people.sign_in.become_account(
            visitor.person.id, asked.name, asked.password, casino.time(), where=entry.where, also=casino.book.named
        )
        return entered(entrance, entry, asked.session)
    carried, marked = await _newcomer(casino, request, entry)
    entrance = await casino.front_desk.sign_up(asked.name, asked.password, entry.where, carried)
    return marked(entered(entrance, entry, asked.session))


@post("/api/v1/sessions", who=ANYBODY, takes=SignIn, gives=Entered, door=True)
async def sign_in(casino: Casino, entry: RequestContext, asked: SignIn) -> Response[Entered]:
    """Sign in. Five wrong passwords in a row lock a name for a quarter of an hour, for the address they came from."""
    entrance = await casino.people.sign_in.sign_in(
        asked.name,
        asked.password,
        casino.time(),
        place=entry.place_of(asked.name),
        proof=proof_of(asked.code, asked.passkey, entry.here),
        where=entry.where,
        also=casino.book.staff_signed_in,
    )
    return entered(entrance, entry, asked.session)


@get("/api/v1/sessions", who=SIGNED_IN, gives=SessionsShown)
async def list_sessions(casino: Casino, person: Visitor) -> SessionsShown:
    """Your sign-ins, the latest first, with device and address."""
    notes = await casino.people.sessions.listed(person.person.id, casino.time())
    return sessions_shown(notes, person.session)


def sessions_shown(notes: Iterable[SessionNote], current: str) -> SessionsShown:
    return SessionsShown(tuple(_shown(note, current) for note in notes))


def _shown(note: SessionNote, current: str) -> SessionShown:
    is_current = note.session == current
    return SessionShown(note.session, note.made, note.seen, note.until, is_current, note.device, note.address)


def _keep_chips(casino: Casino, person: Visitor, *, give_up: bool) -> None:
    """A guest cannot come back: whoever still plays is asked to cash out first, as before an account is closed."""
    if person.person.guest and not give_up and casino.is_at_a_table(person.person.id):
        raise Problem(409, HouseRule.GUEST_GIVES_UP.refusal())


@delete("/api/v1/sessions", who=SIGNED_IN, gives=None, query={"give_up": bool})
async def sign_out_everywhere(
    casino: Casino, person: Visitor, entry: RequestContext, *, give_up: bool = False
) -> Response[None]:
    """End all your sign-ins, this one too. A guest who does so gives up the wallet: there is no way back."""
    _keep_chips(casino, person, give_up=give_up)
    carried = await carried_by(entry, casino)
    await casino.people.sessions.sign_out_everywhere(person.person.id)
    return left(entry, casino, carried)


@delete("/api/v1/sessions/current", who=SIGNED_IN, gives=None, query={"give_up": bool})
async def sign_out(casino: Casino, person: Visitor, entry: RequestContext, *, give_up: bool = False) -> Response[None]:
    """End this session. A guest who has chips at a table cashes out first, or gives them up by `give_up`."""
    _keep_chips(casino, person, give_up=give_up)
    carried = await carried_by(entry, casino)
    await casino.people.sessions.sign_out(entry.token)
    return left(entry, casino, carried)


@delete("/api/v1/sessions/{session:str}", who=SIGNED_IN, gives=None)
async def end_session(casino: Casino, person: Visitor, entry: RequestContext, session: str) -> Response[None]:
    """End another of your sign-ins, by its name in the list."""
    carried = await carried_by(entry, casino)
    if not await casino.people.sessions.end(person.person.id, session):
        raise Problem(404, HouseRule.NO_SUCH_SESSION.refusal())
    response: Response[None] = Response(None, status_code=204)
    mark_carried(response, entry, casino, carried)
    return response


@post("/api/v1/links/operator", who=ANYBODY, takes=UseOperatorLink, gives=Entered, door=True)
async def use_operator_link(casino: Casino, entry: RequestContext, asked: UseOperatorLink) -> Response[Entered]:
    """Make the account of an operator, by a link from the server's own console."""
    entrance = await casino.people.links.use_operator_link(
        asked.token, asked.name, asked.password, casino.time(), where=entry.where, also=casino.book.operator_came
    )
    return entered(entrance, entry, asked.session)


@post("/api/v1/links/reset", who=ANYBODY, takes=UseResetLink, gives=Entered, door=True)
async def use_reset_link(casino: Casino, entry: RequestContext, asked: UseResetLink) -> Response[Entered]:
    """Choose a new password, by a link from the operator; every session ends and a new one begins."""
    entrance = await casino.people.links.use_reset_link(
        asked.token,
        asked.password,
        casino.time(),
        proof=proof_of(asked.code, asked.passkey, entry.here),
        where=entry.where,
        also=casino.book.password_reset,
    )
    return entered(entrance, entry, asked.session)


ROUTES: list[ControllerRouterHandler] = [
    arrive,
    sign_up,
    sign_in,
    list_sessions,
    sign_out_everywhere,
    sign_out,
    end_session,
    use_operator_link,
    use_reset_link,
]
