"""Inclusion in a Merkle tree, checked as RFC 9162 says it."""

from __future__ import annotations

import hashlib


def climbed(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes:
    """RFC 9162, 2.1.3.2: verifying an inclusion proof."""
    at, last, hash = index, size - 1, leaf
    for part in path:
        assert last > 0
        if at & 1 or at == last:
            hash = hashlib.sha256(b"\x01" + part + hash).digest()
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            hash = hashlib.sha256(b"\x01" + hash + part).digest()
        at, last = at >> 1, last >> 1
    assert last == 0
    return hash
