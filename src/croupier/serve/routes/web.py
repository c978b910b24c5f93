"""The page in the browser: its files as they were built, under names that change with their content."""

from __future__ import annotations

import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.games.registry import LAYOUT_GAMES
from croupier.serve.security.auth import ANYBODY
from croupier.serve.security.errors import Problem
from croupier.serve.wire.html_page import HTML, page

BUILT = Path(__file__).parents[1] / "page"
PLACES = (
    "about",
    "console",
    "glossary",
    "history",
    "leagues",
    "learn",
    "me",
    "odds",
    "practice",
    "rulebook",
    "school",
    "tables",
    "tournaments",
)
"""First words of the page's own addresses: whatever stands behind them, the page itself finds out."""
_LOBBY, _ELSEWHERE = "lobby.html", "index.html"
_AT_TABLES = {game: f"table-{game}.html" for game in (*LAYOUT_GAMES, "blackjack")}
_DOCUMENTS = (_ELSEWHERE, _LOBBY, *_AT_TABLES.values())
"""The same page; at the house's own address and at a table with the parts that stand there asked for at once."""
_TABLE = re.compile(r"/tables/([^/]+)/?\Z")
_ASKED_AT_TABLES = ("/api/v1/here", "/api/v1/tables/{id}", "/api/v1/tables/{id}/game")
AT_ROOT = {
    "manifest.webmanifest": "application/manifest+json",
    "service-worker.js": "text/javascript",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "icon-maskable.png": "image/png",
}
"""For a page that is installed. A service worker has power over the folder that it comes from: all of the page."""
_PACKED = {"br": ".br", "gzip": ".gz"}
"""How files are packed beside themselves. Browsers take Brotli where the line is encrypted, or on their own machine."""
_ASSETS = "assets"
_YEAR = 31_536_000
Asked = Request[Any, Any, State]


class File(Struct, frozen=True):
    kind: str
    plain: bytes
    packed: tuple[tuple[str, bytes], ...]
    """The same, packed by each way that the build made it, the smallest first."""


@cache
def files(folder: Path = BUILT) -> dict[str, File]:
    """Everything that was built, read once: the documents and what lies in `assets`."""
    found = [*(folder / each for each in (*_DOCUMENTS, *AT_ROOT)), *sorted((folder / _ASSETS).glob("*"))]
    return {path.name: _file(path) for path in found if path.is_file() and path.suffix not in _PACKED.values()}


def _file(path: Path) -> File:
    kind = AT_ROOT.get(path.name) or ("text/javascript" if path.suffix == ".js" else mimetypes.guess_type(path.name)[0])
    beside = ((way, path.with_name(f"{path.name}{suffix}")) for way, suffix in _PACKED.items())
    packed = tuple((way, each.read_bytes()) for way, each in beside if each.exists())
    return File(kind or "application/octet-stream", path.read_bytes(), packed)


def _answer(file: File, request: Asked, caching: str, link: str = "") -> Response[bytes]:
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding", **({"Link": link} if link else {})}
    taken = _ways(request.headers.get("accept-encoding", ""))
    for way, packed in file.packed:
        if way in taken:
            return Response(packed, media_type=file.kind, headers={**headers, "Content-Encoding": way})
    return Response(file.plain, media_type=file.kind, headers=headers)


def _ways(accepted: str) -> set[str]:
    """The ways of packing that a browser takes; one with no weight at all it refuses."""
    named = (each.replace(" ", "").partition(";q=") for each in accepted.split(","))
    return {way for way, _, weight in named if weight.strip("0.") or not weight}


@get(["/", *(f"/{head}{rest}" for head in PLACES for rest in ("", "/{rest:path}"))], who=ANYBODY, gives=HTML)
async def the_page(request: Asked, casino: Casino) -> Response[bytes] | Response[str]:
    """The page: the same at each of its addresses."""
    document, asks = _document(casino, request.url.path)
    found = files().get(document)
    if found is None:
        words = "<p>Run <code>python3 start.py</code>, which builds it, or play through the <a href='/api'>API</a>.</p>"
        return page("Croupier", "The page has not been built here.", words, status=503)
    return _answer(found, request, "no-cache", _preloads(asks))


def _document(casino: Casino, path: str) -> tuple[str, tuple[str, ...]]:
    """The document at that address, and what its page asks for first where the document itself cannot say so."""
    if path == "/":
        return _LOBBY, ()
    at_table = _TABLE.match(path)
    actor = casino.actors.get(at_table[1]) if at_table else None
    if at_table is None or actor is None or actor.setting.game not in _AT_TABLES:
        return _ELSEWHERE, ()
    return _AT_TABLES[actor.setting.game], tuple(each.format(id=actor.id) for each in _ASKED_AT_TABLES)


def _preloads(paths: tuple[str, ...]) -> str:
    return ", ".join(f"<{quote(path)}>; rel=preload; as=fetch; crossorigin=anonymous" for path in paths)


@get([f"/{name}" for name in AT_ROOT], who=ANYBODY, gives="application/manifest+json")
async def installed(request: Asked) -> Response[bytes]:
    """What a browser asks for to install the page: its manifest, its icons and its service worker."""
    found = files().get(request.url.path.removeprefix("/"))
    if found is None:
        raise Problem(404, HouseRule.NO_SUCH_PAGE.refusal())
    return _answer(found, request, "no-cache")


@get("/assets/{name:str}", who=ANYBODY, gives="text/javascript")
async def asset(name: str, request: Asked) -> Response[bytes]:
    """A part of the page. Its name changes with its content, so that it may be kept for ever."""
    found = files().get(name)
    if found is None or name in _DOCUMENTS or name in AT_ROOT:
        raise Problem(404, HouseRule.NO_SUCH_PAGE.refusal())
    return _answer(found, request, f"public, max-age={_YEAR}, immutable")


ROUTES: list[ControllerRouterHandler] = [the_page, installed, asset]
