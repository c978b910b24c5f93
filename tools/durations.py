"""How long each test took: a plugin of pytest that writes it down, and the figures at the end of a run.

pytest -p tools.durations --times FILE
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

MOST_SHOWN = 10
PARTS = {
    "rules": ("battery", "blackjack", "clauses", "rulebook", "tournament"),
    "record": ("editions", "record"),
    "mathematics": ("odds", "report", "rl", "simulate"),
    "command line": ("cli",),
    "floor": ("attacks", "floor", "serve"),
    "page": ("page",),
    "project": (),
}
"""The parts of the run by folder of tests; what lies in none of them is of the project itself."""


class _Times:
    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(json.dumps(self._seconds, indent=0))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", type=Path, help="write the seconds of each test into this file, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    file = config.getoption("--times")
    # Workers of xdist report to the process that started them: that one writes.
    if file is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Times(file), "times")


def read(files: Iterable[Path]) -> dict[str, float]:
    seconds: dict[str, float] = defaultdict(float)
    for file in files:
        if file.exists():
            for test, spent in json.loads(file.read_text()).items():
                seconds[test] += spent
    return seconds


def report(seconds: dict[str, float]) -> str:
    """Seconds of test time by part, and the slowest tests."""
    parts: dict[str, float] = defaultdict(float)
    for test, spent in seconds.items():
        parts[_part(test)] += spent
    lines = ["Seconds in tests, by part: " + ", ".join(f"{part} {spent:.0f}" for part, spent in _longest(parts))]
    lines += [f"The {MOST_SHOWN} slowest tests:"]
    lines += [f"{spent:8.1f} s  {test}" for test, spent in _longest(seconds)[:MOST_SHOWN]]
    return "\n".join(lines)


def _longest(seconds: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(seconds.items(), key=lambda each: -each[1])


def _part(test: str) -> str:
    folder = test.split("/")[1]
    return next((part for part, folders in PARTS.items() if folder in folders), "project")
