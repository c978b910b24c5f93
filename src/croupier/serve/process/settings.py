"""How the server is reached, and how much it takes from one address."""

from __future__ import annotations

import math
import socket

from msgspec import Struct
from msgspec.structs import replace

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8421
LOOPBACK = ("127.0.0.1", "::1")
EVERYWHERE = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}  # noqa: S104  these are recognized, not listened at
"""What a server listens at that hears every address of its machine."""
LARGEST_BODY = 64 * 1024


class Rate(Struct, frozen=True):
    """So many at once, and so many a second in the long run."""

    burst: float
    a_second: float

    def times(self, factor: float) -> Rate:
        return Rate(self.burst * factor, self.a_second * factor)


class ServerSettings(Struct, frozen=True):
    origins: tuple[str, ...] = ()
    """Pages that may speak to this server beside its own: scheme, host and port, as a browser writes them."""
    trusted: tuple[str, ...] = LOOPBACK
    """Proxies whose word on https and on the client's address is taken. A proxy on this machine is, unless it is said
    otherwise: somebody else on this machine who claims https hurts nobody but himself."""
    doors: Rate = Rate(30, 0.5)
    """Guests, sign-ups, sign-ins and links, for one address."""
    requests: Rate = Rate(300, 60)
    """Everything else, for one address that nobody has signed in from, or for one person."""
    address: Rate = Rate(3000, 600)
    """Everything, for one address: many people may sit behind one."""
    devices: Rate = Rate(20, 5)
    """Results, for one device at a table."""
    heavy: Rate = Rate(200, 10)
    """Work that takes long, for one address, in fiftieths of a second: some requests cost a hundred times as much as
    others. For somebody who works here, whatever the address."""
    records: Rate = Rate(60, 0.5)
    """What people have written about themselves into the house's journal, for one address: it is kept for good."""
    connections: int = 512
    """Open at a time, from one address that is no trusted proxy. A page needs two or three, and has six at times."""

    staff_factor: bool = False
    """Whether who works here needs a second factor."""
    four_eyes: bool = False
    """Whether a second operator agrees before roles, links to a password and winding up."""
    room: str = ""
    """The address by which others in the room reach this server; empty where it hears this machine only."""

    def times(self, factor: float) -> ServerSettings:
        """With rates so many times as high."""
        doors, requests, address, heavy, records = (
            rate.times(factor) for rate in (self.doors, self.requests, self.address, self.heavy, self.records)
        )
        connections = math.ceil(self.connections * factor)
        rates = {"doors": doors, "requests": requests, "address": address, "heavy": heavy, "records": records}
        return replace(self, **rates, connections=connections)
