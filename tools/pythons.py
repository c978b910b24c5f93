"""Another Python of this machine: for `start.py test --python 3.13`. Standard library only."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ANSWER_SECONDS = 20


def taken_from(words: list[str]) -> tuple[str | None, list[str]]:
    """The version that `--python X.Y` names, and the words without it."""
    for place, word in enumerate(words):
        if word == "--python":
            return "".join(words[place + 1 : place + 2]), words[:place] + words[place + 2 :]
        if word.startswith("--python="):
            return word.partition("=")[2], words[:place] + words[place + 1 :]
    return None, words


def is_version(text: str) -> bool:
    return re.fullmatch(r"3\.\d{1,2}", text) is not None


def is_running(version: str) -> bool:
    return version == ".".join(map(str, sys.version_info[:2]))


def find(version: str) -> str | None:
    """A Python of that version: by its name on the PATH, as pyenv keeps them, or as Windows does."""
    return next((path for path in _candidates(version) if _version_of(path) == version), None)


def _candidates(version: str) -> Iterator[str]:
    name = f"python{version}"
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        if path := shutil.which(name, path=folder):
            yield path
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from sorted((str(path) for path in kept.glob(f"{version}.*/bin/{name}")), reverse=True)
    if os.name == "nt" and (launcher := shutil.which("py")):
        said = _said(launcher, f"-{version}", "-c", "import sys; print(sys.executable)")
        if said:
            yield said


def _version_of(path: str) -> str:
    """What it says itself: a shim of pyenv bears a name and may have nothing behind it."""
    return _said(path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])")


def _said(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=ANSWER_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
