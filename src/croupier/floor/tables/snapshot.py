"""A table's state as bytes, so that a start need not fold its whole journal.

A snapshot is a cache: it is dropped with its edition, and no audit trusts it. Its bytes carry a code under the house
key, so that whoever can write to the database still cannot make the server load a state, or code, of theirs.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import pickle
from typing import Any

from croupier import __version__
from croupier.games.journalled import Journalled
from croupier.rulebook import EDITION

_SIZE = hashlib.sha256().digest_size
_LABEL = f"croupier snapshot {__version__} {EDITION}".encode()
_OTHERS = {("builtins", "frozenset"), ("builtins", "set"), ("msgspec._utils", "rebuild")}


def pack(key: bytes, hash: bytes, state: Journalled) -> bytes:
    """The state after the entry of that hash, which stands for its table and for all that came before it."""
    body = pickle.dumps(state, protocol=5)
    return _code(key, hash, body) + body


def unpack(key: bytes, hash: bytes, packed: bytes) -> Journalled | None:
    """The state, or `None` where these bytes are not the house's own, or another entry's, or another version's."""
    code, body = packed[:_SIZE], packed[_SIZE:]
    if not hmac.compare_digest(code, _code(key, hash, body)):
        return None
    try:
        state: Journalled = _Reader(io.BytesIO(body)).load()
    except (AttributeError, ImportError):
        return None  # a class has another name now: the journal is folded instead
    return state


def _code(key: bytes, hash: bytes, body: bytes) -> bytes:
    return hmac.digest(key, _LABEL + hash + body, "sha256")


class _Reader(pickle.Unpickler):
    """Makes values of the rules and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(("croupier.games.", "croupier.rulebook.")) or (module, name) in _OTHERS:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a state")
