"""The browser that the page is tested with: found, or installed once, before any test runs.

    python -m tools.browser     find or install one, and print where it is

Tests only ever call `find`. Nothing is installed while they run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "TEST_BROWSER"
"""The environment may name a browser. Whoever runs the tests sets it to the one that was found."""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is Chromium without windows: the same engine for half the processor time."""
MISSING = (
    "The page's tests need a browser, and none could be installed. On Debian: sudo apt-get install -y chromium. "
    f"Or name a Chromium of your own: {VARIABLE}=/path/to/chromium"
)
LOCK_SECONDS = 300
"""Another apt-get may be at work: this one waits its turn."""
INSTALL_SECONDS = 1200


class NoBrowser(Exception):  # noqa: N818  said in one line
    """There is none, and what to do about it."""


def find(environment: Mapping[str, str] = os.environ) -> str | None:
    """The browser that the environment names, then one on the PATH, then Playwright's own."""
    if named := environment.get(VARIABLE):
        if shutil.which(named, path=environment.get("PATH")) is None:
            raise NoBrowser(f"{VARIABLE} names {named!r}, and no program is there.")
        return named
    path = environment.get("PATH", "")
    return next(filter(None, (shutil.which(name, path=path) for name in NAMES)), None) or _of_playwright()


def ready() -> str:
    """Where the browser is; installed if there was none. Raises `NoBrowser`."""
    found = find()
    for install in (_install_from_debian, _install_from_playwright):
        if found is None:
            install()
            found = find()
    if found is None:
        raise NoBrowser(MISSING)
    return found


def _of_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _install_from_debian() -> None:
    if os.name != "posix" or os.getuid() != 0 or shutil.which("apt-get") is None:
        return
    print("Installing Chromium from Debian's packages, for the tests of the page ...", file=sys.stderr, flush=True)
    apt_get = ("apt-get", "-o", f"DPkg::Lock::Timeout={LOCK_SECONDS}")
    _attempt(*apt_get, "update")
    # The page has no fonts of its own yet: it is tested with those that most machines have.
    for package in ("chromium-headless-shell", "chromium"):
        if _attempt(*apt_get, "install", "-y", package, "fonts-liberation"):
            return


def _install_from_playwright() -> None:
    print("Downloading Playwright's Chromium, for the tests of the page ...", file=sys.stderr, flush=True)
    _attempt(sys.executable, "-m", "playwright", "install", "chromium")


def _attempt(*command: str) -> bool:
    """Whether it worked; what went wrong is shown."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, env=environment, timeout=INSTALL_SECONDS
        )
    except subprocess.TimeoutExpired:
        print(f"{' '.join(command)} took longer than {INSTALL_SECONDS // 60} minutes.", file=sys.stderr)
        return False
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        print(f"{' '.join(command)} failed: {''.join(last)}", file=sys.stderr)
    return done.returncode == 0


def main() -> int:
    try:
        print(ready())
    except NoBrowser as trouble:
        print(trouble, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
