"""How others in the room reach this server: the address, and its QR code for phones."""

from __future__ import annotations

import base64
import io
import socket
from contextlib import closing
from urllib.parse import urlsplit

import segno
from litestar import Response, get
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.house_rules.rules import HouseRule
from croupier.serve.process.settings import EVERYWHERE, ServerSettings
from croupier.serve.security.auth import ANYBODY, RequestContext
from croupier.serve.security.errors import Problem
from croupier.serve.security.origin import Reached, is_this_machine

SVG = "image/svg+xml"
SCALE, BORDER = 8, 4
"""A quiet zone of four modules is what the standard asks for."""
_NOWHERE = ("192.0.2.1", 9)
"""An address of the range that documentation may use: nothing is sent there."""


class AddressShown(Struct, frozen=True):
    address: str
    """By which a phone in the room reaches this server; empty where it hears this machine only."""
    qr: str
    """Where its QR code is, as SVG; empty likewise."""
    why: str
    """What to do where it hears this machine only."""


def room_address(host: str, port: int) -> str:
    """How a server that listens there is reached from the room; empty where it is not."""
    if host in EVERYWHERE:
        host = _own_address(EVERYWHERE[host])
    if not host or is_this_machine(host):
        return ""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address(family: socket.AddressFamily) -> str:
    """This machine's address in its network, by the way that a packet would take: none is sent."""
    where = _NOWHERE if family is socket.AF_INET else ("2001:db8::1", 9)
    with closing(socket.socket(family, socket.SOCK_DGRAM)) as trial:
        try:
            trial.connect(where)
            return str(trial.getsockname()[0])
        except OSError:
            return ""


def address_for(here: Reached, settings: ServerSettings) -> str:
    """Whoever came by a name or an address that others can use is given that one."""
    host = urlsplit(here.origin).hostname or ""
    return here.origin if host and not is_this_machine(host) else settings.room


def link_origin(here: Reached, settings: ServerSettings) -> str:
    """What a link begins with that is handed to somebody: an address that their phone reaches, where there is one."""
    return address_for(here, settings) or here.origin


@get("/api/v1/address", who=ANYBODY, gives=AddressShown)
async def address(state: State, entry: RequestContext) -> AddressShown:
    """How a phone in the room reaches this server."""
    found = address_for(entry.here, state.settings)
    return AddressShown(found, "/api/v1/address.svg" if found else "", "" if found else HouseRule.ONLY_HERE.wording)


@get("/api/v1/address.svg", who=ANYBODY, gives=SVG)
async def address_svg(state: State, entry: RequestContext) -> Response[bytes]:
    """That address as a QR code."""
    found = address_for(entry.here, state.settings)
    if not found:
        raise Problem(404, HouseRule.ONLY_HERE.refusal())
    return Response(qr_code(found), media_type=SVG)


def qr_code(text: str) -> bytes:
    """Black on white in either theme: cameras want it so."""
    made = io.BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(
        made, kind="svg", xmldecl=False, scale=SCALE, border=BORDER, dark="#000", light="#fff", title=text, nl=False
    )
    return made.getvalue()


def qr_picture(text: str) -> str:
    """The same in a data: address."""
    return f"data:{SVG};base64,{base64.b64encode(qr_code(text)).decode()}"


ROUTES: list[ControllerRouterHandler] = [address, address_svg]
