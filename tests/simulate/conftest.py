"""What a test compiles is kept for the processes that others start: one that begins throws away whatever nobody vouches
for, and this process would vouch only at its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.simulate import store

_known: set[str] = set()


@pytest.fixture(autouse=True)
def _vouched_for() -> Iterator[None]:
    yield
    found = {path.name for path in store.compiled_folder().rglob("*.nb[ic]")}
    if found - _known:
        store.vouch()
        _known.update(found)
