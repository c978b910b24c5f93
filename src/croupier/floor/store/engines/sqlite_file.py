"""Connections to a SQLite file: made, brought up to date, and refused where the file is not one that we know."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from croupier.floor.store.port import Connection, NotOurs, StoreFailed, TooNew

T = TypeVar("T")

VERSION = 6
"""The newest migration, kept in the file as user_version: an up-to-date file is known at a glance."""

OURS = 0x43524F55
"""Kept in the file as application_id, so that another program's file is never taken for one of ours."""

PRIVATE = 0o600
"""Names and the hashes of passwords are in the file: it is nobody else's on the machine."""
BUSY_SECONDS = 10.0
STATEMENTS = 256


def writing(path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    """The connection that writes. A transaction begins and ends where we say so, and nowhere else."""
    pragmas = (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "recursive_triggers = ON",
        "secure_delete = ON",  # a name that is erased goes from the file too
    )
    return _connected(str(path), factory, pragmas)


def reading(path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    """A connection that cannot write, for readers here and for an audit beside a running server."""
    return _connected(f"{path.resolve().as_uri()}?mode=ro", factory, ("query_only = ON",), uri=True)


def _connected(
    database: str, factory: type[sqlite3.Connection], pragmas: tuple[str, ...], *, uri: bool = False
) -> sqlite3.Connection:
    connection = sqlite3.connect(
        database,
        uri=uri,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=STATEMENTS,
        factory=factory,
    )
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def suspected(connection: Connection) -> Iterator[None]:
    """Meanwhile letters that are none are read all the same: they make a text that no hash fits, rather than an error
    without a number. Other databases than SQLite keep no such letters.
    """
    if not isinstance(connection, sqlite3.Connection):
        yield
        return
    usual = connection.text_factory
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        yield
    finally:
        connection.text_factory = usual


def suspecting(function: Callable[[Connection], T]) -> Callable[[Connection], T]:
    """The same read, of a house that is suspect."""

    def read(connection: Connection) -> T:
        with suspected(connection):
            return function(connection)

    return read


def settle(connection: Connection) -> None:
    """Write the file's version over itself.

    A COMMIT that failed may have left its pages in the log, whole but not counted, and a recovery after a crash would
    count them. The next commit overwrites them; so there is one, before anyone is told what a read now says.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {version}")


def pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def version_of(path: Path) -> int | None:
    """The schema of a house that is there; nothing where the file is not ours, or holds nothing yet."""
    if not path.is_file():
        return None
    try:
        with closing(reading(path)) as connection:
            ours = pragma(connection, "application_id") == OURS
            return pragma(connection, "user_version") if ours else None
    except sqlite3.Error:
        return None  # whoever opens it says why it cannot be


def up_to_date(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is of today's version. An empty file is old; one not ours, or newer than we are, is refused."""
    ours, version = pragma(connection, "application_id"), pragma(connection, "user_version")
    if ours != OURS and (ours or version or connection.execute("SELECT 1 FROM sqlite_master").fetchone()):
        raise _not_ours(path)
    if version > VERSION:
        raise TooNew(f"{path.name} was made by a newer version of this program (schema {version}, known {VERSION}).")
    return version == VERSION


def _not_ours(path: Path) -> NotOurs:
    return NotOurs(f"{path.name} is another program's file: name another folder.")


def opened(path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    """The writing connection to a file that is up to date, made or migrated where need be."""
    try:
        return _opened(path, factory)
    except sqlite3.Error as error:
        if error.sqlite_errorname == "SQLITE_NOTADB":
            raise _not_ours(path) from None
        raise StoreFailed(f"{path.name} cannot be opened: {error}.") from error


def _opened(path: Path, factory: type[sqlite3.Connection]) -> sqlite3.Connection:
    _make_private(path)
    # Looked at before anything is set: another program's file keeps even its journal mode.
    looking = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        current = up_to_date(looking, path)
    finally:
        looking.close()
    _close_to_others(path)
    if not current:
        migrate(path)
    return writing(path, factory)


def _make_private(path: Path) -> None:
    """A new file that its owner alone can read, whatever the folder and the umask are. SQLite gives its logs the same
    mode.
    """
    with suppress(OSError):  # it is there already, or cannot be made: then SQLite says why
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))


def _close_to_others(path: Path) -> None:
    """The file of an older version, or one that was copied here, and its logs."""
    for each in (path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm", "-journal"))):
        with suppress(OSError):  # not there, or not ours to change
            mode = stat.S_IMODE(each.stat().st_mode)
            if mode & ~PRIVATE:
                each.chmod(mode & PRIVATE)


def migrate(path: Path) -> None:
    from sqlalchemy import create_engine, event
    from sqlalchemy.pool import NullPool

    from croupier.floor.store.upgrade import upgrade

    engine = create_engine("sqlite://", creator=lambda: writing(path), poolclass=NullPool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        upgrade(connection)
        connection.exec_driver_sql(f"PRAGMA application_id = {OURS}")
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
