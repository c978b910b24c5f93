"""Where passkeys can be used, and what somebody shows of a second factor."""

from __future__ import annotations

import ipaddress
from typing import Any
from urllib.parse import urlsplit

from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.sign_in.second_factors import FactorProof, PasskeyPlace
from croupier.serve.security.errors import Problem
from croupier.serve.security.origin import Reached


def passkey_place(here: Reached) -> PasskeyPlace | None:
    """`None` where browsers allow none: without https, but for localhost; and never by a bare address."""
    host = urlsplit(here.origin).hostname or ""
    is_allowed = host and not _is_address(host) and (here.is_secure or host == "localhost")
    return PasskeyPlace(host, here.origin) if is_allowed else None


def required_place(here: Reached) -> PasskeyPlace:
    place = passkey_place(here)
    if place is None:
        raise Problem(409, HouseRule.NO_PASSKEYS_HERE.refusal())
    return place


def proof_of(code: str, passkey: dict[str, Any] | None, here: Reached) -> FactorProof | None:
    if passkey is not None:
        return FactorProof(passkey=passkey, place=required_place(here))
    return FactorProof(code=code) if code else None


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
