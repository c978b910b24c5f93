"""The store on SQLite: one file, one process, one thread that writes and a few that read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from croupier.floor.store.engine import Session
from croupier.floor.store.opening import opened, reading, settle, writing
from croupier.floor.store.threads import ThreadedStore

FILE = "croupier.sqlite"
"""The file's name in the data folder; SQLite puts its log beside it, as FILE-wal and FILE-shm."""


class SqliteStore(ThreadedStore):
    """Make one by `SqliteStore(path)`; the file is made, or brought up to date, where need be."""

    def __init__(self, path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection) -> None:
        super().__init__(SqliteEngine(path, factory))


class SqliteEngine:
    errors = sqlite3.Error
    begin_write = "BEGIN IMMEDIATE"
    begin_read = "BEGIN"

    def __init__(self, path: Path, factory: type[sqlite3.Connection]) -> None:
        self._first = [opened(path, factory)]
        self._path = path
        self._factory = factory

    def writing(self) -> sqlite3.Connection:
        return self._first.pop() if self._first else writing(self._path, self._factory)

    def reading(self) -> sqlite3.Connection:
        return reading(self._path, self._factory)

    def settle(self, session: Session) -> None:
        settle(session)

    def is_refusal(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.IntegrityError)

    def is_lost(self, session: Session) -> bool:
        """A file is not lost while we sit at it."""
        del session
        return False

    def words(self, error: Exception) -> str:
        return str(error)
