"""The checks beside the tests: formatting, lint, types and import contracts of the program, and those of the page."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
LIMIT_SECONDS = 900
"""No check takes longer, on the busiest machine; one that does hangs."""


class Check(NamedTuple):
    name: str
    command: tuple[str, ...]


class Checked(NamedTuple):
    name: str
    passed: bool
    seconds: float
    said: str


IMPORTS = "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"
AT_ONCE = (
    Check("ruff format", (PYTHON, "-m", "ruff", "format", "--check", "--quiet", ".")),
    Check("ruff", (PYTHON, "-m", "ruff", "check", "--quiet", ".")),
    Check("import-linter", (PYTHON, "-c", IMPORTS)),
)
"""They take a second: whoever broke them hears of it before any test runs."""
PROGRAM = (Check("mypy", (PYTHON, "-m", "mypy")),)
KERNELS = (Check("compiled kernels", (PYTHON, "-m", "tools.kernels")),)
"""Not a check but a preparation: tests that come to the simulator find it compiled."""
PAGE = (
    Check("types of the page", (PYTHON, "-m", "tools.page_types", "--check")),
    Check("svelte-check", (PYTHON, "build_page.py", "run", "check")),
    Check("vitest", (PYTHON, "build_page.py", "run", "test")),
)


def run(check: Check) -> Checked:
    began = time.monotonic()
    try:
        done = subprocess.run(
            check.command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=LIMIT_SECONDS
        )
        passed, said = done.returncode == 0, done.stdout + done.stderr
    except subprocess.TimeoutExpired as late:
        passed, said = False, f"It did not end within {LIMIT_SECONDS} s: {' '.join(late.cmd)}\n"
    return Checked(check.name, passed, time.monotonic() - began, said)


def run_all(checks: Iterable[Check]) -> list[Checked]:
    return [run(check) for check in checks]


def show(results: Iterable[Checked]) -> None:
    for each in results:
        print(f"{each.name}: {'passed' if each.passed else 'FAILED'} in {each.seconds:.1f} s", flush=True)
        if not each.passed:
            print(each.said, end="", flush=True)
