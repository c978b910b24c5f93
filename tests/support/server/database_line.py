"""A line between one server and its database that can be cut, as a cable is: what is sent is lost, and nothing comes.

It takes connections at a port of this machine and carries them to PostgreSQL's socket, until it is cut. A new call is
taken then, and never answered.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

LONGEST_CUT_SECONDS = 120
_PIECE = 1 << 16
_PORT = 5432


class DatabaseLine:
    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._folder = parse_qs(parts.query)["host"][0]
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = [self._listening]
        self._is_whole = threading.Event()
        self._is_whole.set()
        user = parts.username or "postgres"
        self.url = f"postgresql://{user}@127.0.0.1:{self._listening.getsockname()[1]}{parts.path}"
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        self._is_whole.clear()

    def mend(self) -> None:
        self._is_whole.set()

    def close(self) -> None:
        self._is_whole.set()
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(f"{self._folder}/.s.PGSQL.{_PORT}")
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := one.recv(_PIECE):
                if not self._is_whole.wait(LONGEST_CUT_SECONDS):
                    break
                other.sendall(piece)
            other.shutdown(socket.SHUT_WR)


@contextmanager
def database_line(url: str) -> Iterator[DatabaseLine]:
    line = DatabaseLine(url)
    try:
        yield line
    finally:
        line.close()
