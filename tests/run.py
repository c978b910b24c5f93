"""Every check and every test: `python3 start.py test`. What follows on the command line goes to pytest."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
PAGE = "tests/page"
NOTHING_FOUND = 5
"""Pytest's word for it: `-k` may name tests of one run only."""
OF_THE_PROGRAM = (
    ("mypy", (PYTHON, "-m", "mypy")),
    ("ruff format", (PYTHON, "-m", "ruff", "format", "--check", "--quiet", ".")),
    ("ruff", (PYTHON, "-m", "ruff", "check", "--quiet", ".")),
    (
        "import-linter",
        (PYTHON, "-c", "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"),
    ),
)
OF_THE_PAGE = (
    ("types of the page", (PYTHON, "tests/page_types.py", "--check")),
    ("svelte-check", (PYTHON, "build_page.py", "run", "check")),
    ("vitest", (PYTHON, "build_page.py", "run", "test")),
)


def main() -> int:
    with ThreadPoolExecutor() as both:
        failed = [*chain.from_iterable(both.map(failing, (OF_THE_PROGRAM, OF_THE_PAGE)))]
    statuses = [tested(*words) for words in runs(sys.argv[1:])]
    found = [status for status in statuses if status != NOTHING_FOUND] or [NOTHING_FOUND]
    if failed:
        print(f"These checks failed: {', '.join(failed)}.", file=sys.stderr)
    return 1 if failed else max(found)


def runs(given: list[str]) -> list[tuple[str, ...]]:
    """
    What pytest is told, a run each: the page's tests come by themselves, for a browser that is driven keeps an event
    loop going in its process, and others want their own there.
    """
    if any((ROOT / word.partition("::")[0]).exists() for word in given):
        return [("--dist", "loadgroup", *given)]
    return [("--dist", "loadgroup", f"--ignore={PAGE}", *given), ("--dist", "loadfile", PAGE, *given)]


def tested(*words: str) -> int:
    command = (PYTHON, "-m", "pytest", "-n", str(os.cpu_count() or 1), *words)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def failing(checks: tuple[tuple[str, tuple[str, ...]], ...]) -> list[str]:
    return [name for name, command in checks if not passes(name, command)]


def passes(name: str, command: tuple[str, ...]) -> bool:
    began = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    said = f"{name}: {'passed' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - began:.1f} s\n"
    print(said if done.returncode == 0 else said + done.stdout + done.stderr, end="", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
