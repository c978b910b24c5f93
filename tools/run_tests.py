"""Every check and every test: `python3 start.py test`. What follows on the command line goes to pytest.

First everything that tests need is found or installed, in this one process. Then the checks and two runs of pytest go
side by side: tests wait a good deal for servers and browsers, and the others use that time.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tools import browser, checks, database, durations
from tools.checks import PYTHON, ROOT

PAGE = "tests/page"
TIMES = ROOT / "build" / "test-times"
NOTHING_FOUND = 5
"""Pytest's status for it: `-k` may name tests of one run only."""
LIMIT_SECONDS = 3600
"""A run that takes longer hangs, although each of its tests has a limit of its own (pyproject.toml)."""
LONG_LIMIT_SECONDS = 6 * 3600
KILL_SECONDS = 30
LONG_TEST_LIMITS = ("--timeout", "7200", "-o", "faulthandler_timeout=7260")


class Run(NamedTuple):
    """One run of pytest. The page's tests have their own: a browser that is driven keeps an event loop going in its
    process, and other tests want a loop of theirs."""

    name: str
    words: tuple[str, ...]

    @property
    def times(self) -> Path:
        return TIMES / f"{self.name}.json"


class Ended(NamedTuple):
    status: int
    said: str


def main(*words: str) -> int:
    began = time.monotonic()
    # In the background of a shell Ctrl-C is ignored, here and in every child. Tests send it to what they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    runs = planned(words)
    has_page = any(run.name == "page" for run in runs)
    try:
        prepare(has_page=has_page)
    except browser.NoBrowser as trouble:
        print(trouble, file=sys.stderr)
        return 2
    at_once = checks.run_all(checks.AT_ONCE)
    checks.show(at_once)
    with ThreadPoolExecutor() as beside:
        # A part of the tests may need no kernel; a whole run surely does.
        kernels = checks.KERNELS if len(runs) > 1 else ()
        wanted = (*kernels, *checks.PROGRAM, *(checks.PAGE if has_page else ()))
        checking = beside.submit(checks.run_all, wanted)
        # The first run is seen as it goes on; the others are shown when it has ended.
        others = [beside.submit(tested, run, is_seen=False) for run in runs[1:]]
        ended = [tested(runs[0], is_seen=True)]
        for other in others:
            ended.append(other.result())
            print(ended[-1].said, end="")
        slow = checking.result()
    checks.show(slow)
    print(durations.report(durations.read(run.times for run in runs)))
    print(f"The whole run took {time.monotonic() - began:.0f} s.", flush=True)
    return verdict([each.name for each in (*at_once, *slow) if not each.passed], [each.status for each in ended])


def verdict(failed: list[str], statuses: list[int]) -> int:
    if failed:
        print(f"These checks failed: {', '.join(failed)}.", file=sys.stderr)
        return 1
    # A run that was killed has a negative status: it must not be outweighed by one that passed.
    failing = [status for status in statuses if status not in {0, NOTHING_FOUND}]
    return abs(failing[0]) if failing else min(statuses)


def planned(words: tuple[str, ...]) -> list[Run]:
    """Both runs, or those to which the given paths belong."""
    paths = [word for word in words if located(word).exists()]
    rest = [word for word in words if word not in paths]
    of_page = [path for path in paths if located(path).is_relative_to(ROOT / PAGE)]
    others = [path for path in paths if path not in of_page]
    # A folder above the page's tests, such as `tests`, holds tests of both runs.
    above = not paths or any((ROOT / PAGE).is_relative_to(located(path)) for path in others)
    runs = []
    if others or not paths:
        runs.append(Run("program", (*others, *([f"--ignore={PAGE}"] if above else []), *rest)))
    if of_page or above:
        runs.append(Run("page", (*([PAGE] if above else of_page), *rest)))
    return runs


def located(word: str) -> Path:
    return (ROOT / word.partition("::")[0]).resolve()


def prepare(*, has_page: bool) -> None:
    """All that tests use is there before the first of them begins. Raises `NoBrowser`."""
    if has_page:
        os.environ[browser.VARIABLE] = browser.ready()
    database.ready()


def tested(run: Run, *, is_seen: bool) -> Ended:
    run.times.unlink(missing_ok=True)
    output = None if is_seen else subprocess.PIPE
    limit = LONG_LIMIT_SECONDS if "--long" in run.words else LIMIT_SECONDS
    said: bytes | None = None
    with subprocess.Popen(
        (PYTHON, "-m", "pytest", *options(run), *run.words),
        cwd=ROOT,
        stdout=output,
        stderr=output and subprocess.STDOUT,
    ) as pytest:
        try:
            said, _ = pytest.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            pytest.kill()
            # Workers that hang, too, would hold the pipe open: what was said until then is lost with them.
            with contextlib.suppress(subprocess.TimeoutExpired):
                said, _ = pytest.communicate(timeout=KILL_SECONDS)
            print(f"The tests of the {run.name} did not end within {limit} s.", file=sys.stderr)
    return Ended(pytest.returncode, (said or b"").decode(errors="replace"))


def options(run: Run) -> tuple[str, ...]:
    # As many as there are cores for each of the two runs: half of them wait for a server, a browser or a window.
    spread = ("-n", str(os.cpu_count() or 1), "--dist", "loadgroup", "-p", "tools.spreading")
    times = ("-p", "tools.durations", "--times", str(run.times))
    return (*spread, *times, *(LONG_TEST_LIMITS if "--long" in run.words else ()))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
