"""The page of these sources, for whatever test needs it; processes that want it at once build it once."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock

import build_page


def built_page() -> Path:
    lock = build_page.ROOT / "build" / "page.lock"
    lock.parent.mkdir(exist_ok=True)
    with FileLock(lock):
        return build_page.built()
