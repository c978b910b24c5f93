"""The pages that need no script, the two that need a little, and health for machines."""

from __future__ import annotations

from html import escape

from litestar import Response, get
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier import EDITION, __version__
from croupier.floor.casino import Casino
from croupier.floor.people.names import LONGEST as LONGEST_NAME
from croupier.floor.people.passwords import LONGEST, SHORTEST
from croupier.floor.store.port import StoreError
from croupier.games.money import dollars
from croupier.record.moments import utc
from croupier.serve.errors import Problem
from croupier.serve.paper import HTML, STATIC, page
from croupier.serve.tables import listed
from croupier.serve.tournaments import TournamentNote, taking_entries
from croupier.serve.visiting import ANYBODY, Entry

_GAMES = {
    "roulette": "Roulette",
    "blackjack": "Blackjack",
    "tai-sai": "Tai-Sai",
    "money-wheel": "Money wheel",
    "tournament-table": "Tournament blackjack",
}


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


async def health_of(casino: Casino) -> Health:
    try:
        answers = await casino.store.read(lambda connection: connection.execute("SELECT 1").fetchone() is not None)
    except StoreError:
        answers = False
    out = tuple(id for id, desk in casino.desks.items() if desk.trouble)
    unsealed = tuple(id for id, desk in casino.desks.items() if not desk.trouble and desk.is_out_of_chance)
    in_order = sum(not desk.trouble and not desk.is_out_of_chance for desk in listed(casino))
    return Health(answers and not out and not unsealed, __version__, EDITION, in_order, out, unsealed, answers)


@get("/health", who=ANYBODY, gives=Health)
async def health(casino: Casino) -> Response[Health]:
    """Whether the house is in order; 503 where its store does not answer."""
    found = await health_of(casino)
    return Response(found, status_code=200 if found.store else 503)


def _table(casino: Casino, id: str) -> str:
    desk = casino.desks[id]
    facts = [("Game", _GAMES.get(desk.setting.game, desk.setting.game))]
    if desk.trouble:
        facts.append(("Out of order", "the house is looking into it"))
    else:
        sign = desk.place.state.sign
        facts.append(("Wagers", f"${dollars(sign.minimum)} to ${dollars(sign.maximum)}"))
        facts.append(("Dealing", _dealing(casino, id)))
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    return f"<li><h3>{escape(casino.names[id])}</h3><dl>{rows}<dt>Id</dt><dd><code>{escape(id)}</code></dd></dl></li>"


def _tournament(note: TournamentNote) -> str:
    facts = (
        ("Starts", "" if note.starts is None else utc(note.starts)),
        ("Entry fee", f"${dollars(note.entry_fee or 0)}"),
        ("Players", f"{note.players} of {note.most or 'any number'}"),
    )
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    return f"<li><h3>{escape(note.name)}</h3><dl>{rows}<dt>Id</dt><dd><code>{escape(note.id)}</code></dd></dl></li>"


def _dealing(casino: Casino, id: str) -> str:
    if not casino.settings[id].live:
        return "automated, from sealed chance"
    return "live, a dealer is at the table" if id in casino.on_duty else "live, waiting for a dealer"


_WELCOME = """<p class="note"><strong>Play money only.</strong> A newcomer's wallet holds $1,000 of it. It was not
bought, it cannot be paid out, and more comes from the house on request, within the limits you set for yourself.</p>
<h2>Tables</h2>
<ul class="tables">
{tables}
</ul>
{tournaments}
<h2>How to play</h2>
<p>Everything is played through the <a href="/api">API</a>: come in as a guest, buy in at a table, wager. It is
described <a href="/api">on a page</a> and <a href="/api/v1/openapi.json">as OpenAPI 3.1</a>, the socket of each table
included.</p>
<pre><code>curl -X POST {origin}/api/v1/guests -H 'Content-Type: application/json' -d '{{"session": "token"}}'
curl {origin}/api/v1/tables -H 'Authorization: Bearer TOKEN'</code></pre>
<p>Limits, time-outs and self-exclusion are under <code>/api/v1/me</code>; they bind at once.</p>"""


@get("/", who=ANYBODY, gives=HTML)
async def home(casino: Casino, entry: Entry) -> Response[str]:
    """The tables, and the way to the API."""
    tables = "\n".join(_table(casino, desk.id) for desk in listed(casino))
    open_now = "".join(map(_tournament, taking_entries(casino)))
    tournaments = f'<h2>Tournaments</h2>\n<ul class="tables">\n{open_now}\n</ul>' if open_now else ""
    lead = "New Zealand casino table games exactly as gazetted, with the record of every cent."
    return page(
        "Croupier", lead, _WELCOME.format(tables=tables, tournaments=tournaments, origin=escape(entry.here.origin))
    )


_NAME = f"""<label for="name">Name</label>
<input id="name" name="name" autocomplete="username" required maxlength="{LONGEST_NAME}">
"""
_LINK_FORM = """<noscript><p class="note">This form needs JavaScript: the link's token stands after the # of the
address.</p></noscript>
<form data-post="{post}" method="post" action="{post}">
{name}<label for="password">{password}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="{shortest}"
 maxlength="{longest}" aria-describedby="length">
<span id="length" class="soft">{shortest} to {longest} characters</span>
<button>{button}</button>
</form>
<output role="status"></output>"""


def _link_form(post: str, name: str, password: str, button: str) -> str:
    return _LINK_FORM.format(post=post, name=name, password=password, button=button, shortest=SHORTEST, longest=LONGEST)


@get("/operator", who=ANYBODY, gives=HTML)
async def operator_page() -> Response[str]:
    """Where the operator's one-time link leads."""
    form = _link_form("/api/v1/links/operator", _NAME, "Password", "Become the operator")
    return page("The operator's door", "Choose a name and a password. The link is good once.", form, script="link.js")


@get("/reset", who=ANYBODY, gives=HTML)
async def reset_page() -> Response[str]:
    """Where a link to a new password leads."""
    form = _link_form("/api/v1/links/reset", "", "New password", "Set the password")
    return page("A new password", "Every session of yours ends, and a new one begins here.", form, script="link.js")


@get("/static/{name:str}", who=ANYBODY, gives="text/css")
async def static(name: str) -> Response[bytes]:
    """What the pages need."""
    found = STATIC.get(name)
    if found is None:
        raise Problem(404, "no_such_page", "There is nothing at this address.")
    return Response(found[1], media_type=found[0], headers={"Cache-Control": "no-cache"})


ROUTES: list[ControllerRouterHandler] = [health, home, operator_page, reset_page, static]
