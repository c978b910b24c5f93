"""Make the lock files anew: `python3 start.py lock`."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from build_page import WHEEL
from tools import licences

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "locks"
CUDA = "cuda"
LIMIT_SECONDS = 600
COMPILE = (
    *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"),
    *("--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"),
)


def _extras() -> list[str]:
    """All of them but the one for GPUs: its 1.5 GB are no use to a test run without one."""
    named = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    return [word for extra in named if extra != CUDA for word in ("--extra", extra)]


def main() -> int:
    uv = LOCKS / "uv.in"
    freeze = (sys.executable, "-m", "uv", "pip", "freeze")
    frozen = subprocess.run(freeze, capture_output=True, text=True, check=True, timeout=LIMIT_SECONDS).stdout
    pinned = next(line for line in frozen.splitlines() if line.startswith("uv=="))
    uv.write_text(pinned + "\n")
    node = LOCKS / "node.in"
    node.write_text(f"{WHEEL}\n")
    jobs = (
        (str(uv), "--output-file", str(LOCKS / "uv.txt")),
        (str(node), "--output-file", str(LOCKS / "node.txt")),
        ("pyproject.toml", *_extras(), "--group", "test", "--output-file", str(LOCKS / "test.txt")),
        (
            *("pyproject.toml", "--extra", CUDA, "--constraint", str(LOCKS / "test.txt")),
            *("--output-file", str(LOCKS / "cuda.txt")),
        ),
        (
            "pyproject.toml",
            *("--extra", "cli", "--extra", "math", "--extra", "report", "--extra", "serve", "--extra", "postgres"),
            "--constraint",
            str(LOCKS / "test.txt"),
            "--output-file",
            str(LOCKS / "run.txt"),
        ),
    )
    for job in jobs:
        subprocess.run((*COMPILE, *job), cwd=ROOT, check=True, timeout=LIMIT_SECONDS)
    uv.unlink()
    node.unlink()
    licences.write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
