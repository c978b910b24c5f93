"""What a run of the floor's tests leaves behind: nothing."""

from __future__ import annotations

from tests.floor import postgres


def pytest_sessionfinish() -> None:
    """Here rather than at the process's exit: a worker of xdist may be ended before it comes to that."""
    postgres.stop()
