"""Opaque ids of people, tokens that only their owner knows, and the names that the house makes up for guests."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
from collections.abc import Callable

Entropy = Callable[[int], bytes]
"""So many random bytes."""

SYSTEM_ENTROPY: Entropy = os.urandom

TOKEN_BYTES = 32
_PERSON = "p[a-z2-7]{12}"
PERSON_ID = re.compile(rf"{_PERSON}\Z")
_NAMED = re.compile(rf"\b{_PERSON}\b")
_CSRF_LABEL = b"croupier csrf 1"
_TREES = """
akeake hinau horoeka houhere kahikatea kaikomako kamahi kanuka karaka karamu kauri kawaka kohekohe
kohuhu kotukutuku kowhai mahoe maire manuka mapou matai miro ngaio nikau pohutukawa ponga puriri
rata rewarewa rimu tanekaha tarata tawa titoki totara wharangi whau
""".split()  # noqa: SIM905  a list of words is read more easily so


def is_person_id(text: str) -> bool:
    return PERSON_ID.match(text) is not None


def ids_in(text: str) -> list[str]:
    """Everybody whose id stands there."""
    return _NAMED.findall(text)


def new_person_id(entropy: Entropy = SYSTEM_ENTROPY) -> str:
    """60 random bits: nobody can guess one, and nothing about the person can be read from it."""
    return "p" + base64.b32encode(entropy(10)).decode("ascii").lower()[:12]


def new_guest_name(entropy: Entropy, *, digits: int = 4) -> str:
    """`Guest kauri-4812`. It need not be fair, only different from the others."""
    number = int.from_bytes(entropy(8), "big")
    tree = _TREES[number % len(_TREES)]
    return f"Guest {tree}-{number // len(_TREES) % 10**digits:0{digits}}"


def new_token(entropy: Entropy = SYSTEM_ENTROPY) -> str:
    return base64.urlsafe_b64encode(entropy(TOKEN_BYTES)).decode("ascii").rstrip("=")


def token_hash(token: str) -> bytes:
    """What is stored in a token's place. The token is random through and through, so a plain hash cannot be undone."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def csrf_token(session_token: str) -> str:
    """Follows from the session's token, so nothing more is stored, and tells nothing about it."""
    return hmac.new(session_token.encode("utf-8", "surrogatepass"), _CSRF_LABEL, hashlib.sha256).hexdigest()


def csrf_matches(session_token: str, given: str) -> bool:
    return hmac.compare_digest(csrf_token(session_token).encode(), given.encode("utf-8", "surrogatepass"))
