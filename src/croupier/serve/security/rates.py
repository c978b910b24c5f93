"""How often somebody may ask: token buckets in memory, for so many addresses and people and no more."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable

from croupier.serve.process.settings import Rate

MOST_KEPT = 20_000
_SHARED_BITS = 64
"""Of an IPv6 address: whoever has one has the rest of it too."""


class Buckets:
    """Whoever is forgotten first has been quiet longest, and begins with a full bucket."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic, most: int = MOST_KEPT) -> None:
        self._rate, self._now, self._most = rate, now, most
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str, cost: float = 1) -> int:
        """0 where so much more may come, and it is counted; otherwise the seconds after which it may."""
        now = self._now()
        left, at = self._kept.pop(key, (self._rate.burst, now))
        left = min(self._rate.burst, left + (now - at) * self._rate.a_second)
        taken = left >= cost
        self._kept[key] = (left - cost if taken else left, now)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return 0 if taken else max(1, math.ceil((cost - left) / self._rate.a_second))

    def __len__(self) -> int:
        return len(self._kept)


def address_key(address: str) -> str:
    """One key for one household."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        # So the system writes an IPv4 address at a port that hears both: it is no household of the whole world.
        parsed = parsed.ipv4_mapped
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(ipaddress.ip_network((parsed, _SHARED_BITS), strict=False))
