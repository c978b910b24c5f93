"""The stores that a house is tried on; and what a run of the floor's tests leaves behind: nothing."""

from __future__ import annotations

import pytest

from tests.support.floor import postgres


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> str | None:
    """A fresh database of PostgreSQL, or none where the house keeps all in its own file."""
    return postgres.fresh() if request.param == "postgres" else None


def pytest_sessionfinish() -> None:
    """Here rather than at the process's exit: a worker of xdist may be ended before it comes to that."""
    postgres.stop()
