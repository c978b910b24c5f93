"""What must be there before anything runs: the virtual environment, Node and the page.

Standard library only: this runs before anything is installed. Each step leaves a stamp when it is done and nothing
when it is broken off, so the next start begins that step again.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import build_page

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "locks"
INCOMPLETE = "Python's venv module is incomplete here. On Debian: apt-get install -y python3-venv"
PATIENCE_SECONDS = 1800
"""No step takes longer, on the slowest line. Another set-up in this folder is waited for as long."""


class NotReady(Exception):  # noqa: N818  said in one line
    """What is missing, and what to do about it."""


class Environment:
    """One virtual environment: .venv, or .venv-3.13 where that Python was asked for."""

    def __init__(self, python: str | None = None) -> None:
        self.folder = ROOT / (".venv" if python is None else f".venv-{python}")
        self.python = self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        self._begun = self.folder / ".set-up-begun"

    def prepare(self, *, developing: bool) -> None:
        """Install what is missing. Raises `NotReady`."""
        lock = LOCKS / ("test.txt" if developing else "run.txt")
        stamp, wanted = self.folder / f".installed-{lock.stem}", self._wanted(lock)
        if self._is_installed(stamp, wanted):
            return
        with _only_one_set_up(self.folder.name):
            # Another process may have done it while this one waited.
            if not self._is_installed(stamp, wanted):
                self._install(lock)
                stamp.write_text(wanted)

    def run(self, *arguments: str, stdin: int | None = None, seconds: float | None = None) -> int:
        """A child and not os.execv, which Windows does not truly have. What people run may take as long as it takes."""
        environment = {**os.environ, "VIRTUAL_ENV": str(self.folder)}
        child = subprocess.Popen([str(self.python), *arguments], env=environment, stdin=stdin, cwd=ROOT)
        while True:
            try:
                return child.wait(seconds)
            except subprocess.TimeoutExpired:
                child.kill()
                print(f"This took longer than {PATIENCE_SECONDS // 60} minutes, and was ended.", file=sys.stderr)
            except KeyboardInterrupt:
                continue  # the child got it too, and ends in its own way

    def _wanted(self, lock: Path) -> str:
        contents = (path.read_bytes() for path in (lock, LOCKS / "uv.txt", ROOT / "pyproject.toml"))
        version = ".".join(map(str, sys.version_info[:2]))
        return f"{hashlib.sha256(b''.join(contents)).hexdigest()} for Python {version} in {self.folder}"

    def _is_installed(self, stamp: Path, wanted: str) -> bool:
        return self._is_whole() and stamp.exists() and stamp.read_text() == wanted

    def _is_whole(self) -> bool:
        """Made by this Python, in this place, and never left half done."""
        if self._begun.exists() or not self.python.exists():
            return False
        made_by = self.folder / ".made-by"
        return made_by.exists() and made_by.read_text() == _maker()

    def _install(self, lock: Path) -> None:
        print(f"Setting up {self.folder.name} from locks/{lock.name} ...", file=sys.stderr, flush=True)
        if not self._is_whole():
            self._make()
        self._begun.touch()
        steps = (
            ("pip", "install", "--quiet", "--require-hashes", "--requirement", str(LOCKS / "uv.txt")),
            ("uv", "pip", "install", "--quiet", "--require-hashes", "--requirement", str(lock)),
            ("uv", "pip", "install", "--quiet", "--no-deps", "--editable", str(ROOT)),
        )
        for step in steps:
            self._step(*step)
        self._begun.unlink()

    def _step(self, *step: str) -> None:
        if self.run("-m", *step, seconds=PATIENCE_SECONDS) != 0:
            raise NotReady(f"This step of the set-up failed: {' '.join(step)}")

    def _make(self) -> None:
        if importlib.util.find_spec("ensurepip") is None:
            raise NotReady(INCOMPLETE)
        import venv

        shutil.rmtree(self.folder, ignore_errors=True)
        try:
            venv.create(self.folder, with_pip=True, clear=True)
        except subprocess.CalledProcessError:
            raise NotReady(INCOMPLETE) from None
        (self.folder / ".made-by").write_text(_maker())

    def prepare_page(self, *, build: bool) -> None:
        """Node where there is none, and the page where its sources have changed. Raises `NotReady`."""
        if build and not build_page.is_needed():
            return
        with _only_one_set_up("page"):
            if build_page.npm_on_path() is None:
                self._step(*("uv", "pip", "install", "--quiet", "--require-hashes"), "-r", str(LOCKS / "node.txt"))
            if build and build_page.is_needed():
                print("Building the page ...", file=sys.stderr, flush=True)
                if self.run("build_page.py", seconds=PATIENCE_SECONDS) != 0:
                    raise NotReady("The page could not be built.")


def _maker() -> str:
    """A virtual environment works in the folder where it was made, with the Python it was made by."""
    return f"Python {'.'.join(map(str, sys.version_info[:2]))} in {ROOT}"


@contextlib.contextmanager
def _only_one_set_up(name: str) -> Iterator[None]:
    """Two starts at once would write into the same folders: the second waits for the first.

    The system lets go of the lock when its process ends, however it ends.
    """
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / f"set-up-{name}.lock").open("a+b") as file:
        end = time.monotonic() + PATIENCE_SECONDS
        while not _take(file.fileno()):
            if time.monotonic() > end:
                raise NotReady(f"Another set-up has been at work for {PATIENCE_SECONDS // 60} minutes: end it first.")
            time.sleep(0.2)
        yield


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _take(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
