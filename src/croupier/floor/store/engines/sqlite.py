"""The store on SQLite: one file, one process, one thread that writes and a few that read."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import chain, count
from pathlib import Path

from croupier.floor.store.engines.backup_file import NotKept, copy_house
from croupier.floor.store.engines.engine import DatabaseSession
from croupier.floor.store.engines.sqlite_file import VERSION, opened, reading, settle, version_of, writing
from croupier.floor.store.engines.threads import ThreadedStore
from croupier.floor.store.port import Batch, StoreFailed

LOG = logging.getLogger("croupier.store")
FILE = "croupier.sqlite"
"""The file's name in the data folder; SQLite puts its log beside it, as FILE-wal and FILE-shm."""

MOST_FAULTS = 20
"""One is enough to act upon, and a broken page may bring thousands."""


_PRIMARY = 0xFF
"""Extended codes carry the primary one in their last byte."""
_NOT_READ = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_READONLY,
}


class SqliteStore(ThreadedStore):
    """Make one by `SqliteStore(path)`; the file is made, or brought up to date, where need be."""

    def __init__(self, path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection) -> None:
        super().__init__(SqliteEngine(path, factory))


class SqliteEngine:
    errors = sqlite3.Error
    begin_write = "BEGIN IMMEDIATE"
    begin_read = "BEGIN"
    is_shared = False

    def __init__(self, path: Path, factory: type[sqlite3.Connection]) -> None:
        keep_older(path)
        self._first = [opened(path, factory)]
        self._path = path
        self._factory = factory

    def writing(self) -> sqlite3.Connection:
        return self._first.pop() if self._first else writing(self._path, self._factory)

    def reading(self) -> sqlite3.Connection:
        return reading(self._path, self._factory)

    def settle(self, session: DatabaseSession) -> None:
        settle(session)

    def put_at_once(self, session: DatabaseSession, batches: Sequence[Batch]) -> bool:
        """A file is no further away for many statements than for one."""
        del session, batches
        return False

    def is_refusal(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.IntegrityError)

    def is_lost(self, session: DatabaseSession) -> bool:
        """A file is not lost while we sit at it."""
        del session
        return False

    def is_victim(self, error: Exception) -> bool:
        """Of nobody: there is one writer."""
        del error
        return False

    def damage(self, *, whole: bool) -> tuple[str, ...]:
        check = "integrity_check" if whole else "quick_check"
        with closing(reading(self._path, self._factory)) as connection:
            faults = tuple(_faults(connection, f"PRAGMA {check}({MOST_FAULTS})", self.is_away))
        return () if faults == ("ok",) else faults

    def is_away(self, error: Exception) -> bool:
        """What SQLite says where it did not come to reading. A sector that cannot be read is damage."""
        code = getattr(error, "sqlite_errorcode", None)
        return code is not None and code & _PRIMARY in _NOT_READ

    def words(self, error: Exception) -> str:
        return str(error)


def _faults(connection: sqlite3.Connection, check: str, is_away: Callable[[Exception], bool]) -> Iterator[str]:
    """Row by row: what was found before the check itself broke off counts too, and so does the breaking off."""
    found = 0
    try:
        for (words,) in connection.execute(check):
            found += 1
            yield from str(words).splitlines()
    except sqlite3.Error as error:
        if not found and is_away(error):
            raise
        yield str(error)


def keep_older(path: Path) -> None:
    """Before a house of an older schema is brought up to date, a backup of it is laid beside it: the way back."""
    version = version_of(path)
    if version is None or version >= VERSION:
        return
    endings = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.name}.schema-{version}{ending}.backup") for ending in endings)
    target = next(name for name in names if not name.exists())
    try:
        copy_house(path, target)
    except (NotKept, OSError) as error:
        raise StoreFailed(
            f"{path.name} has an older schema, and could not be backed up before the upgrade: {error}"
        ) from error
    LOG.warning("%s is of schema %d: backed up as %s, and brought up to date", path.name, version, target.name)
