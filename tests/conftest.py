"""What every test may use: clause markers that name clauses which exist, and one dial for the size of the run."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from croupier.rulebook import clause

# Helpers have assertions of their own, which should say as much as those of tests when they fail.
pytest.register_assert_rewrite("tests.support")

_COMMON: dict[str, Any] = {"stateful_step_count": 50, "deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("plain", max_examples=100, derandomize=True, **_COMMON)
settings.register_profile("long", max_examples=1000, **_COMMON)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="the same tests with bigger counts and fresh seeds")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "plain")


SLOW_FIRST = (
    *("test_release.py", "floor/test_floor_simulation", "serve", "floor", "tools", "attacks", "cli", "documents"),
    *("test_notebooks.py", "simulate", "blackjack", "battery", "rl", "report", "odds", "tournament", "school"),
    *("record", "test_documents.py"),
    *("page/test_tournament", "page/test_tai_sai", "page/test_blackjack", "page/test_inspector", "page/test_dealer"),
)
"""Where tests are long, or wait a good deal. They begin first, so that short ones fill the end of a run.

Those that wait for servers and processes come before those that only compute. The page's tests run beside them and end
earlier, and their browser uses the time. If both kinds were mixed, nobody would use it in the end.
"""


def _rank(item: pytest.Item) -> int:
    path = item.nodeid.removeprefix("tests/")
    return next((place for place, name in enumerate(SLOW_FIRST) if path.startswith(name)), len(SLOW_FIRST))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_rank)
    for item in items:
        for mark in item.iter_markers("clause"):
            for id in mark.args:
                clause(id)


def pytest_collection_finish() -> None:
    """What was collected stays for the whole run: looking through it again and again takes a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
