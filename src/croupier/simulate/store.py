"""The user's cache folder: tables and compiled code, made anew where they are damaged or no longer fit.

Nothing here is needed: whatever is missing is made, and a folder that cannot be written is done without.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from croupier.games import blackjack as rules
from croupier.odds import blackjack as solver

FOLDER = "CROUPIER_CACHE"
"""The variable of the environment that names another folder."""
MANIFEST = "manifest.json"


def folder() -> Path:
    named = os.environ.get(FOLDER)
    if named:
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("croupier", appauthor=False)


@cache
def sources() -> str:
    """A hash of the code from which tables and kernels are made: what another version left is not looked at."""

    here = Path(__file__).parent
    digest = hashlib.sha256()
    folders = (Path(rules.__file__).parent, Path(solver.__file__).parent, here / "blackjack")
    for path in (*sorted(here.glob("*.py")), *(path for folder in folders for path in sorted(folder.rglob("*.py")))):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


# Tables


def saved(kind: str, key: str) -> bytes | None:
    """What was kept under that key, if it is there and whole."""
    try:
        content = (folder() / kind / key).read_bytes()
    except OSError:
        return None
    digest, body = content[:32], content[32:]
    return body if hashlib.sha256(body).digest() == digest else None


def save(kind: str, key: str, body: bytes) -> None:
    with contextlib.suppress(OSError):
        _write(folder() / kind / key, hashlib.sha256(body).digest() + body)


def _write(path: Path, content: bytes) -> None:
    """All of it or nothing: a file of that name is whole whenever it is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


# Compiled code


def compiled_folder() -> Path:
    return folder() / "compiled" / sources()[:16]


def use_compiled() -> None:
    """Let numba keep its compiled code in the cache folder, and throw away whatever is not as it was left."""
    import numba

    here = compiled_folder()
    try:
        here.mkdir(parents=True, exist_ok=True)
        _sweep(here)
        atexit.register(vouch)
    except OSError:
        # Numba needs some folder; left to itself it takes one beside the code, or none and gives up.
        here = Path(tempfile.mkdtemp(prefix="croupier-"))
        atexit.register(shutil.rmtree, here, ignore_errors=True)
    numba.config.CACHE_DIR = str(here)  # type: ignore[attr-defined]


def vouch() -> None:
    """Say of every compiled file what is in it."""
    here = compiled_folder()
    with contextlib.suppress(OSError):
        told, found = _told(here), dict(_digests(here))
        if found != told:
            _write(here / MANIFEST, json.dumps(found).encode())


def _digests(here: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(here.rglob("*.nb[ic]")):
        yield path.relative_to(here).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest()


def _told(here: Path) -> dict[str, str]:
    """What was vouched for."""
    try:
        told = json.loads((here / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def _sweep(here: Path) -> None:
    """Remove what nobody vouches for. Numba trusts what it finds, and would run whatever is in it."""
    told = _told(here)
    for name, digest in _digests(here):
        if told.get(name) != digest:
            (here / name).unlink(missing_ok=True)
