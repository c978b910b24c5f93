"""The command line as people meet it: a process of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from croupier.cli import main
from tests.support.project import ROOT
from tests.support.server.nursery import nursery

_NOT_OURS = ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "PYTHONIOENCODING")

SECONDS = 60
"""Long enough for any command on a busy machine; nothing waits for it."""


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    errors: str

    @property
    def document(self) -> Any:
        """The one JSON document that is all of standard output."""
        return json.loads(self.out)

    @property
    def error_lines(self) -> list[str]:
        return self.errors.splitlines()


def environment(**more: str) -> dict[str, str]:
    """Ours, without what changes the look of a command's output."""
    return {name: value for name, value in os.environ.items() if name not in _NOT_OURS} | more


def python(*arguments: str, text: str | bytes | None = None, folder: Path = ROOT, **more: str) -> Ended:
    """Run Python with these arguments, and the text on its standard input."""
    done = subprocess.run(
        (sys.executable, *arguments),
        input=text.encode() if isinstance(text, str) else text,
        stdin=subprocess.DEVNULL if text is None else None,
        capture_output=True,
        check=False,
        cwd=folder,
        env=environment(**more),
        timeout=SECONDS,
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


def run_command(*arguments: str, text: str | bytes | None = None, folder: Path = ROOT, **more: str) -> Ended:
    """Run `croupier` with these arguments in a process of its own: as `python -m croupier` would, but for the imports,
    which take longer than most commands and are there already where a process can be forked."""
    if sys.platform != "linux":
        return python("-m", "croupier", *arguments, text=text, folder=folder, **more)
    with TemporaryFile() as given, TemporaryFile() as errors:
        given.write(text.encode() if isinstance(text, str) else text or b"")
        given.seek(0)
        process = nursery().start(
            *("croupier", *arguments),
            folder=str(folder),
            environment=environment(**more),
            input=None if text is None else given.fileno(),
            errors=errors.fileno(),
        )
        try:
            out, _ = process.communicate(SECONDS)
        finally:
            process.kill()
        errors.seek(0)
        return Ended(process.wait(SECONDS), out.decode(), errors.read().decode())


@cache
def croupier(*arguments: str, text: str | bytes | None = None) -> Ended:
    """Run a command. The same command with the same input is run once for all tests that ask how it ends."""
    return run_command(*arguments, text=text)


def in_this_process(*arguments: str) -> Ended:
    """Run a command here, for tests of what it says and not of how a process ends: it takes no second to start."""
    out, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        status = main(list(arguments))
    return Ended(status, out.getvalue(), errors.getvalue())
