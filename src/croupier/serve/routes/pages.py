"""The pages to which one-time links lead, and health for machines."""

from __future__ import annotations

from litestar import Response, get
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier import EDITION, __version__
from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.names import LONGEST as LONGEST_NAME
from croupier.floor.people.sign_in.passwords import LONGEST, SHORTEST
from croupier.floor.store.port import StoreError
from croupier.record.journals.private_names import public_name
from croupier.serve.routes.table_play.tables import listed
from croupier.serve.security.auth import ANYBODY
from croupier.serve.security.errors import Problem
from croupier.serve.wire.html_page import HTML, STATIC, page


class Health(Struct, frozen=True):
    ok: bool
    version: str
    edition: int
    """Of the rules."""
    tables: int
    """In order."""
    out_of_order: tuple[str, ...]
    without_seal: tuple[str, ...]
    """Tables that can draw no outcome: random bytes failed, or the house key is another."""
    store: bool
    """Whether it answers."""
    clock_jumped: int = 0
    """By how many seconds the clock of this machine jumped. No day of play begins by it: see operations."""
    database_checked: int | None = None
    """When the database itself was last looked at: quickly at the start, wholly every night."""
    database_damage: tuple[str, ...] = ()
    """What was found broken in it: stop the house, and put a backup back. See operations."""


async def health_of(casino: Casino) -> Health:
    try:
        answers = await casino.store.read(lambda connection: connection.execute("SELECT 1").fetchone() is not None)
    except StoreError:
        answers = False
    out = tuple(public_name(id) for id, actor in casino.actors.items() if actor.trouble)
    without = (id for id, actor in casino.actors.items() if not actor.trouble and actor.is_out_of_chance)
    unsealed = tuple(map(public_name, without))
    in_order = sum(not actor.trouble and not actor.is_out_of_chance for actor in listed(casino))
    jumped = casino.clock.jumped()
    checked = casino.database_watch.last
    damage = () if checked is None else checked.faults
    ok = answers and not out and not unsealed and not jumped and not damage
    at = None if checked is None else checked.checked
    return Health(ok, __version__, EDITION, in_order, out, unsealed, answers, jumped, at, damage)


@get("/health", who=ANYBODY, gives=Health)
async def health(casino: Casino) -> Response[Health]:
    """Whether the house is in order; 503 where its store does not answer."""
    found = await health_of(casino)
    return Response(found, status_code=200 if found.store else 503)


_NAME = f"""<label for="name">Name</label>
<input id="name" name="name" autocomplete="username" required maxlength="{LONGEST_NAME}">
"""
_CODE = """<label for="code">Code from your app, if your account has a second factor</label>
<input id="code" name="code" autocomplete="one-time-code">
"""
_LINK_FORM = """<noscript><p class="note">This form needs JavaScript: the link's token stands after the # of the
address.</p></noscript>
<form data-post="{post}" data-passkey="{passkey}" method="post" action="{post}">
{name}<label for="password">{password}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="{shortest}"
 maxlength="{longest}" aria-describedby="length">
<span id="length" class="soft">{shortest} to {longest} characters</span>
<button>{button}</button>
</form>
<output role="status"></output>
<p id="then" hidden><a href="{then}">Continue</a></p>"""


def _link_form(post: str, name: str, password: str, button: str, *, then: str = "/", passkey: str = "") -> str:
    more = {"shortest": SHORTEST, "longest": LONGEST, "then": then, "passkey": passkey}
    return _LINK_FORM.format(post=post, name=name, password=password, button=button, **more)


@get("/operator", who=ANYBODY, gives=HTML)
async def operator_page() -> Response[str]:
    """Where the operator's one-time link leads."""
    form = _link_form("/api/v1/links/operator", _NAME, "Password", "Become the operator", then="/console")
    return page("Become the operator", "Choose a name and a password. The link works once.", form, script="link.js")


@get("/reset", who=ANYBODY, gives=HTML)
async def reset_page() -> Response[str]:
    """Where a link to a new password leads."""
    asks = "/api/v1/links/reset/passkey"
    form = _link_form("/api/v1/links/reset", _CODE, "New password", "Set the password", passkey=asks)
    return page("A new password", "You are signed out everywhere else, and signed in here.", form, script="link.js")


@get("/walk-up", who=ANYBODY, gives=HTML)
async def walk_up_page() -> Response[str]:
    """Where the link leads of somebody whom the director has entered at the door."""
    form = _link_form("/api/v1/links/reset", "", "Password", "Choose this password")
    lead = "You are entered in the tournament. With a password of your own you play on this phone. The link works once."
    return page("Welcome", lead, form, script="link.js")


@get("/join", who=ANYBODY, gives=HTML)
async def join_page() -> Response[str]:
    """Where an invitation to work in the house leads."""
    form = _link_form("/api/v1/links/invitation", _NAME, "Password", "Join the house", then="/console")
    return page("Work in this house", "Choose a name and a password. The link works once.", form, script="link.js")


@get("/static/{name:str}", who=ANYBODY, gives="text/css")
async def static(name: str) -> Response[bytes]:
    """What the pages need."""
    found = STATIC.get(name)
    if found is None:
        raise Problem(404, HouseRule.NO_SUCH_PAGE.refusal())
    return Response(found[1], media_type=found[0], headers={"Cache-Control": "no-cache"})


ROUTES: list[ControllerRouterHandler] = [health, operator_page, reset_page, walk_up_page, join_page, static]
