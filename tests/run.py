"""Every check and every test: `python3 start.py test`. What follows on the command line goes to pytest."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
CHECKS = (
    ("ruff format", (PYTHON, "-m", "ruff", "format", "--check", "--quiet", ".")),
    ("ruff", (PYTHON, "-m", "ruff", "check", "--quiet", ".")),
    ("mypy", (PYTHON, "-m", "mypy")),
    (
        "import-linter",
        (PYTHON, "-c", "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"),
    ),
    ("types of the page", (PYTHON, "tests/page_types.py", "--check")),
    ("svelte-check", (PYTHON, "build_page.py", "run", "check")),
    ("vitest", (PYTHON, "build_page.py", "run", "test")),
)


def main() -> int:
    failed = [name for name, command in CHECKS if not passes(name, command)]
    tests = subprocess.run(
        (PYTHON, "-m", "pytest", "-n", str(os.cpu_count() or 1), "--dist", "loadgroup", *sys.argv[1:]),
        cwd=ROOT,
        check=False,
    ).returncode
    if failed:
        print(f"These checks failed: {', '.join(failed)}.", file=sys.stderr)
    return 1 if failed else tests


def passes(name: str, command: tuple[str, ...]) -> bool:
    began = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    print(f"{name}: {'passed' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - began:.1f} s", flush=True)
    if done.returncode != 0:
        print(done.stdout + done.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
