"""The house key: a file beside the database that only the server reads. Without it no open round can be foreseen."""

from __future__ import annotations

import os
from pathlib import Path

NAME = "house.key"
SIZE = 64


class BadKey(Exception):  # noqa: N818  said in one line, like a refusal
    """The key file is there and is no key."""


def house_key(folder: Path) -> bytes:
    """The key of this data folder, made when there is none."""
    path = folder / NAME
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        return _made(path)
    if len(key) != SIZE:
        raise BadKey(f"{NAME} holds {len(key)} bytes, and a house key has {SIZE}")
    return key


def _made(path: Path) -> bytes:
    """Written whole under another name first: a crash leaves no half of a key."""
    key = os.urandom(SIZE)
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, key)
        os.fsync(handle)
    finally:
        os.close(handle)
    part.replace(path)
    return key
