"""The short loop: `python3 start.py quick [PATH or words]`.

    python3 start.py quick                                    what changed since the last commit on main
    python3 start.py quick tests/clauses/test_d8_wagers.py    one file or folder, of tests or of sources
    python3 start.py quick D8 3.6                             the tests with these words in their names
    python3 start.py quick --checks                           ruff and mypy on what changed, and no test

Ruff and mypy's daemon look at the changed files while pytest runs the tests that belong to them. The page is built and
its checks run only if the page changed, or if a test of the page is named.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tools import browser, checks, selection
from tools.checks import PYTHON, ROOT, Check
from tools.set_up import Environment, NotReady

LIMIT_SECONDS = 1800
FEW_FILES = 3
"""So few files are done before a second worker of pytest has started."""
DAEMON = "build/dmypy.json"
USAGE = 2


class Asked(NamedTuple):
    """What a run of `quick` is about."""

    paths: list[Path]
    """Sources, tests and documents: what changed, or what was named."""
    tests: list[str]
    options: list[str]
    """For pytest."""


def main(*words: str) -> int:
    began = time.monotonic()
    given = [word for word in words if word != "--checks"]
    asked = understood(given)
    if given and not asked.paths and not asked.tests:
        print(f"No test has {' and '.join(given)} in its name.", file=sys.stderr)
        return USAGE
    if "--checks" in words:
        asked = asked._replace(tests=[])
    try:
        status = run(asked)
    except (browser.NoBrowser, NotReady) as trouble:
        print(trouble, file=sys.stderr)
        return USAGE
    print(f"quick: {'passed' if status == 0 else 'FAILED'} in {time.monotonic() - began:.1f} s")
    return status


def understood(given: list[str]) -> Asked:
    """Paths, and options of pytest behind them; or words; or nothing, for what changed."""
    named = [word for word in given if (ROOT / word).exists()]
    if given and not named:
        names = " and ".join(map(selection.as_name, given))
        return Asked([], selection.tests_called(*given), ["-k", names])
    paths = [ROOT / word for word in named] or selection.changed()
    return Asked(paths, selection.tests_of(paths), [word for word in given if word not in named])


def run(asked: Asked) -> int:
    if not asked.paths and not asked.tests:
        print("Nothing has changed since the last commit on main.")
        return 0
    prepare(asked.paths, asked.tests)
    with ThreadPoolExecutor() as beside:
        checking = [beside.submit(checks.run, check) for check in checks_of(asked.paths, asked.tests)]
        status = test(asked) if asked.tests else 0
        checked = [each.result() for each in checking]
    checks.show(checked)
    return status or int(not all(each.passed for each in checked))


def prepare(paths: list[Path], tests: list[str]) -> None:
    """The page and a browser, if these tests or checks need them. Raises `NotReady` or `NoBrowser`."""
    has_page_tests = any(test.startswith("tests/page/") for test in tests)
    if has_page_tests or any(map(selection.is_of_page, paths)):
        Environment().prepare_page(build=has_page_tests)
    if has_page_tests:
        os.environ[browser.VARIABLE] = browser.ready()


def checks_of(paths: list[Path], tests: list[str]) -> list[Check]:
    files = sorted({str(file) for path in paths for file in _python_files(path)} | {*tests})
    found = []
    if files:
        found = [
            Check("ruff format", (PYTHON, "-m", "ruff", "format", "--check", "--quiet", *files)),
            Check("ruff", (PYTHON, "-m", "ruff", "check", "--quiet", *files)),
            # The daemon stays for the next time: it answers in a second once it knows the program.
            Check(
                "mypy",
                (
                    PYTHON,
                    "-m",
                    "mypy.dmypy",
                    "--status-file",
                    "build/dmypy.json",
                    "run",
                    "--timeout",
                    "3600",
                    "--",
                    *files,
                ),
            ),
        ]
    return [*found, *(checks.PAGE if any(map(selection.is_of_page, paths)) else ())]


def _python_files(path: Path) -> list[Path]:
    found = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [file.relative_to(ROOT) for file in found if file.suffix == ".py"]


def test(asked: Asked) -> int:
    few = len(asked.tests) <= FEW_FILES
    spread = ("-n", "0") if few else ("-n", str(os.cpu_count() or 1), "--dist", "loadgroup", "-p", "tools.spreading")
    command = (PYTHON, "-m", "pytest", "-q", *spread, *asked.options, *asked.tests)
    try:
        return subprocess.run(command, cwd=ROOT, check=False, timeout=LIMIT_SECONDS).returncode
    except subprocess.TimeoutExpired:
        print(f"The tests did not end within {LIMIT_SECONDS} s.", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
