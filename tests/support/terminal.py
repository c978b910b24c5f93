"""The command line at a terminal of its own, as people see it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

from tests.support.process import SECONDS, environment
from tests.support.project import ROOT
from tests.support.waiting import in_time

CROUPIER = (sys.executable, "-m", "croupier")


class Terminal:
    """A command that runs at a terminal of its own."""

    def __init__(self, *arguments: str, program: tuple[str, ...] = CROUPIER, **more: str) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            (*program, *arguments),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=ROOT,
            env=environment(**{"TERM": "xterm-256color", "COLUMNS": "120", "LANG": "C.UTF-8"} | more),
        )
        os.close(theirs)
        self.seen = ""

    def write(self, typed: str) -> None:
        os.write(self._ours, typed.encode())

    def read_until(self, word: str) -> None:
        """Read on until the word was seen."""
        while word not in self.seen and self._read():
            pass
        assert word in self.seen

    def read_all(self) -> int:
        """Read to the end, and give the status with which the command ended."""
        while self._read():
            pass
        os.close(self._ours)
        return self.process.wait(SECONDS)

    def hang_up(self) -> None:
        """End the command as a terminal does that is closed."""
        os.close(self._ours)
        self.process.kill()
        self.process.wait(SECONDS)

    def _read(self) -> bool:
        try:
            read = in_time(lambda: os.read(self._ours, 65536))
        except OSError:  # how Linux says that nobody writes any more
            return False
        self.seen += read.decode(errors="replace")
        return bool(read)
