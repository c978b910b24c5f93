"""Blackjack in other packages, as they come from the package index: how many rounds a second each plays here.

They are simpler games, made for learning machines: no shoe with a cutting card, no doubles, no splits, no clauses. So
what stands beside our figure is not the same work, and every line says what it leaves out. They live in an environment
of their own under bench/.rivals, made here when it is first wanted; no lock of ours names them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
HOME = HERE / ".rivals"
CHILD = HERE / "rivals_child.py"
INSTALL_SECONDS = 600
PLAY_SECONDS = 120

PACKAGES = {"gymnasium": "1.4.0", "envpool": "1.2.5", "rlcard": "1.2.0", "open_spiel": "2.0.2"}
NAMES = {"gymnasium": "gymnasium", "envpool": "EnvPool", "rlcard": "RLCard", "open_spiel": "OpenSpiel"}


class Rival(NamedTuple):
    name: str
    version: str
    rounds_per_second: float | None
    """Best of five, driven the best way that we know; none where it could not be installed or run."""
    steps_per_second: float | None
    """How many decisions that is; none where the package does not say."""
    note: str
    """What its game leaves out and how it was driven; or why there is no figure."""

    def __str__(self) -> str:
        if self.rounds_per_second is None:
            return f"{self.name} {self.version}: not measured: {self.note}"
        return (
            f"{self.name} {self.version}: {self.rounds_per_second:,.0f} rounds a second of a simpler game ({self.note})"
        )


class TroubleError(Exception):
    """Why a rival could not be installed or run, in one line."""


def rivals(figure: str = "rounds_per_second") -> list[Rival]:
    """Each of them, driven the way that is best by this figure; who cannot be measured is there with the reason."""
    return [_rival(package, figure) for package in PACKAGES]


def _rival(package: str, figure: str) -> Rival:
    try:
        _installed(package)
        return _measured(package, figure)
    except TroubleError as trouble:
        return Rival(NAMES[package], PACKAGES[package], None, None, str(trouble))


def _python() -> Path:
    return HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _stamp(package: str) -> Path:
    """A file that says: this version is installed, for this version of Python."""
    return HOME / f"installed-{package}-{PACKAGES[package]}-{sys.version_info.major}.{sys.version_info.minor}"


def _installed(package: str) -> None:
    if _stamp(package).exists() and _python().exists():
        return
    if not _python().exists():
        _make_home()
    wanted = f"{package}=={PACKAGES[package]}"
    print(f"Installing {wanted} into {HOME.relative_to(HERE.parent)} ...", file=sys.stderr)
    _run(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", wanted], INSTALL_SECONDS)
    _stamp(package).touch()


def _make_home() -> None:
    try:
        venv.create(HOME, clear=True, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise TroubleError(f"no environment could be made: {error}") from error


def _measured(package: str, figure: str) -> Rival:
    """The fastest of the ways in which the child drives it."""
    lines = [json.loads(line) for line in _run([str(CHILD), package], PLAY_SECONDS).splitlines() if line[:1] == "{"]
    if not lines:
        raise TroubleError("it ran and said nothing")
    best = max(lines, key=lambda line: float(line[figure] or 0))
    return Rival(NAMES[package], best["version"], best["rounds_per_second"], best["steps_per_second"], best["note"])


def _run(words: list[str], seconds: float) -> str:
    """What Python prints in the rivals' environment."""
    try:
        done = subprocess.run([str(_python()), *words], capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as error:
        raise TroubleError(f"it took longer than {seconds:.0f} s") from error
    if done.returncode != 0:
        raise TroubleError(_reason(done.stderr) or f"it ended with {done.returncode}")
    return done.stdout


def _reason(said: str) -> str:
    """The line that says most: pip's first error, else the last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")]
    return (errors or lines[-1:] or [""])[0]


def main() -> None:
    for rival in rivals():
        print(rival)


if __name__ == "__main__":
    main()
