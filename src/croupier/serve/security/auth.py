"""Who asks, and whether they may: looked at before every handler, so that none can forget to."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.types import Scope
from msgspec import Struct

from croupier.floor.casino import NAMED, Casino
from croupier.floor.house_clock import LARGEST_STEP
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.accounts import is_storable
from croupier.floor.people.ids import csrf_matches
from croupier.floor.people.names import LONGEST, name_key
from croupier.floor.people.roles import HouseRole, Roles, is_staff
from croupier.floor.people.sign_in.sign_ins import Visitor, Whereabouts
from croupier.record.journals.journal import HOUSE_STREAM
from croupier.serve.process.settings import ServerSettings
from croupier.serve.security.device import device_words
from croupier.serve.security.errors import Problem
from croupier.serve.security.origin import Reached, headers_of, is_foreign_host, reached, refuses_origin
from croupier.serve.security.rates import Buckets, address_key

ANYBODY: Roles | None = None
"""Those who have not signed in too."""
SIGNED_IN: Roles = frozenset(HouseRole)
PLAYERS: Roles = frozenset((HouseRole.PLAYER,))
"""Guests among them, and nobody who works for the house."""
OPERATORS: Roles = frozenset((HouseRole.OPERATOR,))

SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
TABLES, TOURNAMENTS = "/api/v1/tables/", "/api/v1/tournaments/"
OF_ALL_TABLES = tuple(
    f"/api/v1/{each}"
    for each in ("tables", "tournaments", "me", "sessions", "people", "house", "audit", "report", "incidents")
)
"""What looks at more than one table."""
OWN = ("/api/v1/me", "/api/v1/sessions")
"""What is one's own: there a second factor is added."""
FRESH_SECONDS = 600
"""For so long somebody who came in, or showed who they are, is taken to be still there."""
HEALTH = "/health"
"""What watches over servers asks each by its address."""
MISDIRECTED = 421
_LARGEST = 2**63 - 1
JOURNALS_READ = 4
"""So many of a tournament that is over in a fiftieth of a second: it is loaded by whoever looks first."""
MOST_LOADING = 100
"""What loading counts for at most: the largest can be looked at too."""
CSRF_HEADER = "x-csrf-token"
PLAIN_COOKIE, SECURE_COOKIE = "croupier_session", "__Host-croupier_session"


class RequestContext(Struct, frozen=True):
    """What is known about a request before its handler sees it."""

    here: Reached
    visitor: Visitor | None = None
    token: str = ""
    """Of the session; empty for those who have none."""
    by_cookie: bool = False
    device: str = ""
    """Which browser and system, as far as it says."""

    @property
    def where(self) -> Whereabouts:
        """For the list of sign-ins."""
        return Whereabouts(self.device, self.here.client)

    def place_of(self, name: str) -> str:
        """Where a password for that name comes from: the owner's own session, or an address.

        So nobody's wrong passwords elsewhere keep the owner from anything.
        """
        if self.visitor is not None and name_key(self.visitor.person.name) == name_key(name[: LONGEST + 1]):
            return f"session {self.visitor.session}"
        return f"address {address_key(self.here.client)}"


class Rates:
    def __init__(self, settings: ServerSettings) -> None:
        self.doors, self.requests = Buckets(settings.doors), Buckets(settings.requests)
        self.address, self.devices = Buckets(settings.address), Buckets(settings.devices)
        self.heavy, self.records = Buckets(settings.heavy), Buckets(settings.records)


def cookie_name(here: Reached) -> str:
    """By https a name that no page without https, and none of another host, can set."""
    return SECURE_COOKIE if here.is_secure else PLAIN_COOKIE


def entry_of(connection: ASGIConnection[Any, Any, Any, Any] | Request[Any, Any, Any]) -> RequestContext:
    entry: RequestContext = connection.scope["croupier"]  # type: ignore[typeddict-item]
    return entry


async def admit(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Rates, host, origin, session, CSRF, role and costs, in this order; raises `Problem`."""
    casino: Casino = connection.app.state.casino
    settings: ServerSettings = connection.app.state.settings
    rates: Rates = connection.app.state.rates
    headers = headers_of(connection.scope)
    here = reached(connection.scope, headers, settings)
    within(rates.address, address_key(here.client))
    if connection.scope["path"] != HEALTH and is_foreign_host(here, settings):
        raise Problem(MISDIRECTED, HouseRule.WRONG_HOST.refusal())
    _check_address(connection)
    if handler.opt.get("door"):
        within(rates.doors, address_key(here.client))
    entry = await _identified(connection, casino, headers, here)
    within(rates.requests, f"- {address_key(here.client)}" if entry.visitor is None else entry.visitor.person.id)
    connection.scope["croupier"] = entry  # type: ignore[typeddict-unknown-key]
    if _could_be_forged(connection, entry):
        _check_origin(connection, headers, entry, settings)
    _check_role(handler, entry.visitor)
    if handler.opt.get("recorded"):
        within(rates.records, address_key(here.client))
    weigh(rates, entry, handler.opt.get("heavy", 0))
    await _check_fresh(connection, handler, casino, settings, entry.visitor)
    await _find_named(connection, casino, rates)
    await _note_look(connection, handler, casino, entry.visitor)
    await _make_present(connection, casino)


def _check_address(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """What no database takes names nothing: a number that is too large, or half a letter."""
    for part in connection.path_params.values():
        if not (abs(part) <= _LARGEST if isinstance(part, int) else is_storable(str(part))):
            raise Problem(404, HouseRule.NO_SUCH_PAGE.refusal())


async def _find_named(connection: ASGIConnection[Any, Any, Any, Any], casino: Casino, rates: Rates) -> None:
    """A table that another server has made a moment ago, or a tournament that is over and was not loaded until now."""
    path, id = connection.scope["path"], str(connection.path_params.get("id", ""))
    if id and (_is_socket(connection) or path.startswith((TABLES, TOURNAMENTS))):
        weigh(rates, entry_of(connection), loading(await casino.finished.journals_to_read(id)))
        await casino.find(id)


async def _make_present(connection: ASGIConnection[Any, Any, Any, Any], casino: Casino) -> None:
    """What other servers have done at the tables that this is about."""
    path, id = connection.scope["path"], str(connection.path_params.get("id", ""))
    if _is_socket(connection):
        return
    if path.startswith(TABLES):
        joint = casino.settings[id].joint if id in casino.settings else None
        await casino.present(*((id,) if joint is None else (id, joint.tournament)))
    elif path.startswith(OF_ALL_TABLES):
        await casino.present()


def _could_be_forged(connection: ASGIConnection[Any, Any, Any, Any], entry: RequestContext) -> bool:
    """Whether another page could have made a browser send this: no page can make it send our bearer token."""
    has_bearer = bool(entry.token) and not entry.by_cookie
    return not has_bearer and (_is_socket(connection) or _method(connection) not in SAFE)


def weigh(rates: Rates, entry: RequestContext, cost: float) -> None:
    """Raises `Problem` where whoever asks has had so much worked out lately that others would wait for it.

    By address, and not by person: guests are quickly made.
    """
    if cost:
        who = entry.visitor
        works_here = who is not None and is_staff(who.roles)
        within(rates.heavy, who.person.id if works_here and who is not None else address_key(entry.here.client), cost)


Charge = Callable[[float], None]
"""Whoever asks pays so many fiftieths of a second, or `Problem`: for work whose length hangs on what is asked."""


def loading(journals: int) -> float:
    """What it counts for that so many are loaded."""
    return min(journals / JOURNALS_READ, MOST_LOADING)


def within(buckets: Buckets, key: str, cost: float = 1) -> None:
    """Raises `Problem` where that was too much at once."""
    if wait := buckets.wait(key, cost):
        raise Problem(429, HouseRule.TOO_MANY.refusal(seconds=wait), headers={"Retry-After": str(wait)})


def _is_socket(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    return connection.scope["type"] == ScopeType.WEBSOCKET


def _method(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return str(connection.scope.get("method", "GET"))


async def _identified(
    connection: ASGIConnection[Any, Any, Any, Any], casino: Casino, headers: dict[str, str], here: Reached
) -> RequestContext:
    device = device_words(headers.get("user-agent", ""))
    kind, _, bearer = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        # Other kinds are not for us: a proxy may ask for a password of its own.
        visitor = await casino.people.sessions.visitor(bearer.strip(), casino.clock.time())
        if visitor is None:
            # A cookie's holder may not know that it is over; who writes the header wants to be told.
            raise Problem(401, HouseRule.LOGIN_OVER.refusal())
        return RequestContext(here, visitor, bearer.strip(), device=device)
    token = connection.cookies.get(cookie_name(here), "")
    visitor = await casino.people.sessions.visitor(token, casino.clock.time()) if token else None
    return RequestContext(here, visitor, token, by_cookie=bool(token), device=device)


def _check_origin(
    connection: ASGIConnection[Any, Any, Any, Any],
    headers: dict[str, str],
    entry: RequestContext,
    settings: ServerSettings,
) -> None:
    if why := refuses_origin(headers, entry.here, settings, has_cookie=entry.by_cookie):
        raise Problem(403, HouseRule.WRONG_ORIGIN.refusal(what_is_wrong=why))
    if entry.visitor is None or _is_socket(connection):
        return
    # A socket's handshake cannot carry the header; its Origin, which every browser sends, has been looked at.
    if not csrf_matches(entry.token, headers.get(CSRF_HEADER, "")):
        raise Problem(403, HouseRule.WRONG_CSRF.refusal())


def no_session() -> Problem:
    return Problem(401, HouseRule.NO_SESSION.refusal())


def _check_role(handler: BaseRouteHandler, visitor: Visitor | None) -> None:
    who: Roles | None = handler.opt["who"]
    if who is None:
        return
    if visitor is None:
        raise no_session()
    if who.isdisjoint(visitor.roles):
        needed = " or ".join(sorted(who))
        raise Problem(403, HouseRule.WRONG_ROLE.refusal("for_others", roles=needed))


def lacks_factor(settings: ServerSettings, visitor: Visitor | None) -> bool:
    """Whether who works here may do nothing in an office yet, for want of a second factor."""
    return settings.staff_factor and visitor is not None and is_staff(visitor.roles) and not visitor.has_factor


def is_fresh(visitor: Visitor, now: int) -> bool:
    """`now` by the house's clock. What was proved later than now was proved while the clock was wrong."""
    return -LARGEST_STEP <= now - visitor.proved <= FRESH_SECONDS


async def _check_fresh(
    connection: ASGIConnection[Any, Any, Any, Any],
    handler: BaseRouteHandler,
    casino: Casino,
    settings: ServerSettings,
    visitor: Visitor | None,
) -> None:
    """Before roles, resets and winding up: that it is still they (`fresh`), and that another agrees (`four_eyes`)."""
    if visitor is None or visitor.person.guest or handler.opt["who"] is None:
        return
    path = connection.scope["path"]
    if lacks_factor(settings, visitor) and not path.startswith(OWN):
        raise Problem(403, HouseRule.NEEDS_FACTOR.refusal())
    if handler.opt.get("fresh") and not is_fresh(visitor, casino.clock.time()):
        raise Problem(403, HouseRule.PROVE_AGAIN.refusal())
    if settings.four_eyes and handler.opt.get("four_eyes"):
        if not all(NAMED.fullmatch(str(each)) for each in connection.path_params.values()):
            # The journal will say what a second operator agreed to: an address may hold anything.
            raise Problem(404, HouseRule.NO_SUCH_PAGE.refusal())
        what = f"{_method(connection)} {path}"
        if not await casino.people.second_factors.is_approved(visitor.person.id, what, casino.time()):
            raise Problem(403, HouseRule.SECOND_OPERATOR.refusal())


async def _note_look(
    connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler, casino: Casino, visitor: Visitor | None
) -> None:
    """What staff look at or take away stands in the house's journal before they have it (`noted`)."""
    what: str = handler.opt.get("noted", "")
    if not what or visitor is None or not is_staff(visitor.roles):
        return
    named = str(connection.path_params.get("id", ""))
    if not named:
        await casino.book.note_staff(visitor.person.id, what)
    elif await casino.people.accounts.person(named) is not None or named in {*casino.names, HOUSE_STREAM}:
        # Words of ours and names of things that there are; an address may hold anything.
        await casino.book.note_staff(visitor.person.id, f"{what} of {named}")


# Dependencies of the handlers


async def the_casino(state: State) -> Casino:
    casino: Casino = state.casino
    return casino


async def the_entry(scope: Scope) -> RequestContext:
    entry: RequestContext = scope["croupier"]  # type: ignore[typeddict-item]
    return entry


async def the_visitor(entry: RequestContext) -> Visitor | None:
    return entry.visitor


async def the_person(entry: RequestContext) -> Visitor:
    if entry.visitor is None:
        raise no_session()
    return entry.visitor


async def the_charge(state: State, entry: RequestContext) -> Charge:
    rates: Rates = state.rates
    return partial(weigh, rates, entry)


async def what_is_asked(request: Request[Any, Any, State]) -> Any:
    """The body, read as the handler's own closed shape (`takes`)."""
    body = await request.body()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != "application/json":
        raise Problem(415, HouseRule.NOT_JSON.refusal())
    shape = request.route_handler.opt["takes"]
    try:
        return msgspec.json.decode(body or b"{}", type=shape)
    except UnicodeDecodeError:
        raise Problem(400, HouseRule.MALFORMED.refusal("not_utf_8")) from None


DEPENDENCIES = {
    "casino": Provide(the_casino),
    "entry": Provide(the_entry),
    "visitor": Provide(the_visitor),
    "person": Provide(the_person),
    "charge": Provide(the_charge),
    "asked": Provide(what_is_asked),
}
