"""Where a request comes from: its scheme, address and Origin; and the headers that every answer carries."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from croupier.serve.process.settings import ServerSettings

_HOST = re.compile(r"(?P<name>[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{1,5}))?\Z")
_DEFAULT_PORT = {"http": "80", "https": "443"}


class Reached(Struct, frozen=True):
    """How a request came here."""

    scheme: str
    origin: str
    """What a browser calls a page of this server, reached in the same way; empty where the Host makes no sense."""
    client: str
    """The address of whoever asks."""
    by_browser: bool = False
    """Whether a page in a browser asks: such a request says so, whatever the page wants."""

    @property
    def is_secure(self) -> bool:
        return self.scheme == "https"


def headers_of(scope: Any) -> dict[str, str]:
    """By lower-case name; of repeated ones, all, with commas, as HTTP has it."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found


def reached(scope: Any, headers: dict[str, str], settings: ServerSettings) -> Reached:
    peer = (scope.get("client") or ("", 0))[0]
    scheme = {"ws": "http", "wss": "https"}.get(scope.get("scheme", "http"), scope.get("scheme", "http"))
    client = peer
    if peer in settings.trusted:
        if "https" in _forwarded_schemes(headers):
            scheme = "https"
        client = _forwarded_client(headers, settings.trusted) or peer
    by_browser = "origin" in headers or "sec-fetch-site" in headers
    return Reached(scheme, own_origin(scheme, headers.get("host", "")), client, by_browser)


def _forwarded_schemes(headers: dict[str, str]) -> set[str]:
    """https anywhere on the way is https: who claims it falsely gets a cookie that the browser will not keep."""
    said = {each.strip().lower() for each in headers.get("x-forwarded-proto", "").split(",")}
    return said | {value for name, value in _forwarded(headers) if name == "proto"}


def _forwarded(headers: dict[str, str]) -> list[tuple[str, str]]:
    parts = [part for each in headers.get("forwarded", "").split(",") for part in each.split(";")]
    pairs = [part.partition("=") for part in parts]
    return [(name.strip().lower(), value.strip().strip('"').lower()) for name, _, value in pairs]


def _forwarded_client(headers: dict[str, str], trusted: Iterable[str]) -> str | None:
    """The last that our own proxies did not add themselves: what stands before it, anybody may have written."""
    chain = [_bare(each) for each in headers.get("x-forwarded-for", "").split(",")]
    chain = chain if any(chain) else [_bare(value) for name, value in _forwarded(headers) if name == "for"]
    for address in reversed(chain):
        if address is None:
            return None
        if address not in trusted:
            return address
    return None


def _bare(text: str) -> str | None:
    """An address without port and brackets; `None` where it is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return None


def own_origin(scheme: str, host: str) -> str:
    """As a browser writes it: in lower case, and without the port that the scheme implies."""
    found = _HOST.match(host.strip().lower())
    if found is None or not _is_sensible(found["name"]):
        return ""
    port = found["port"]
    return f"{scheme}://{found['name']}" + (f":{port}" if port and port != _DEFAULT_PORT.get(scheme) else "")


def _is_sensible(name: str) -> bool:
    """Whether what stands in brackets, if anything does, is an address that may stand there: others cannot be split."""
    if not name.startswith("["):
        return True
    try:
        ipaddress.IPv6Address(name[1:-1])
    except ValueError:
        return False
    return True


def is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_foreign_host(here: Reached, settings: ServerSettings) -> bool:
    """Whether a request calls this server by a name that is not its own, once it is said by which names it is reached.

    Otherwise whoever has a name point here can make a page of that name one of ours, and links with that name.
    """
    if not settings.origins:
        return False
    host = urlsplit(here.origin).hostname or ""
    own = {urlsplit(each).hostname for each in (*settings.origins, settings.room)}
    return host not in own and not is_this_machine(host)


def refuses_origin(headers: dict[str, str], here: Reached, settings: ServerSettings, *, has_cookie: bool) -> str | None:
    """
    Why a request that could change something is not taken, or `None`. Compared as a whole, to the letter: no suffix, no
    wildcard, no `null`. What says neither Origin nor Referer nor Sec-Fetch-Site comes from no browser of today: that
    is taken as long as it brings no cookie, for a cookie without an Origin may have been sent by an old browser.
    """
    allowed = {*settings.origins, here.origin} - {""}
    said = headers.get("origin")
    if said is None and "referer" in headers:
        said = _origin_of_address(headers["referer"])
    if said is not None:
        return None if said in allowed else "This request comes from a page of another origin."
    site = headers.get("sec-fetch-site")
    if site is not None:
        return None if site in {"same-origin", "none"} else "This request comes from a page of another site."
    return "A request with a cookie must say in Origin which page it comes from." if has_cookie else None


def _origin_of_address(address: str) -> str:
    try:
        parts = urlsplit(address)
        return own_origin(parts.scheme, parts.netloc)
    except ValueError:
        return ""


_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'{socket}; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


def answer_headers(here: Reached, path: str) -> list[tuple[bytes, bytes]]:
    """What every answer carries, whatever it is."""
    # Older browsers do not count a socket to the same host as 'self'.
    socket = f" {here.origin.replace('http', 'ws', 1)}" if here.origin else ""
    made = [*_ALWAYS, (b"content-security-policy", _CSP.format(socket=socket).encode())]
    if path.startswith("/api/") or path == "/health":
        made.append((b"cache-control", b"no-store"))
    if here.is_secure:
        made.append((b"strict-transport-security", b"max-age=31536000"))
    return made
