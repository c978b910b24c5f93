"""Private tables: whoever knows the name of one can come to it, so what everybody may read does not say it."""

from __future__ import annotations

import hashlib
import re

_PRIVATE = re.compile(r"[a-z-]+-private-[a-z2-7]{26}")
_HASH_DIGITS = 40


def is_private(stream: str) -> bool:
    return _PRIVATE.fullmatch(stream) is not None


def public_name(stream: str) -> str:
    """By what a journal is called where everybody can read it: a private table's is a hash of its own name."""
    return f"private-{hashlib.sha256(stream.encode()).hexdigest()[:_HASH_DIGITS]}" if is_private(stream) else stream
