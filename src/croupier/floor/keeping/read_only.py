"""One unmoving view of a house, wherever it is kept: what an audit and an export look at, beside a running server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.store.engines.sqlite_file import OURS, VERSION, pragma, reading, suspected
from croupier.floor.store.port import Connection, Rows, StoreError


class NoData(Exception):  # noqa: N818  what is said of a folder
    """There is nothing in that folder that can be looked at."""


@contextmanager
def house_viewed(folder: Path, database: str | None, *, is_suspect: bool = False) -> Iterator[Rows]:
    """All from one moment; raises `NoData` where there is no house, or none that can be read.

    `database` is the URL of the house's database, where it is not in the folder. Of a house that is suspect, letters
    that are none are read all the same.
    """
    if database is not None:
        from croupier.floor.store.engines.postgres import viewed

        try:
            with viewed(database) as view:
                yield view
        except StoreError as error:
            raise NoData(str(error)) from error
        return
    with _file_viewed(folder, is_suspect=is_suspect) as connection:
        yield connection


@contextmanager
def house_read(folder: Path, database: str | None) -> Iterator[Connection]:
    """The same, for statements with parameters, whose rows all come at once."""
    if database is None:
        with _file_viewed(folder) as connection:
            yield connection
        return
    from croupier.floor.store.engines.postgres import session_viewed

    try:
        with session_viewed(database) as session:
            yield session
    except StoreError as error:
        raise NoData(str(error)) from error


@contextmanager
def _file_viewed(folder: Path, *, is_suspect: bool = False) -> Iterator[sqlite3.Connection]:
    path = folder / FILE
    if not path.is_file():
        raise NoData(f"this folder holds no house ({FILE} is missing); name the folder that `croupier serve` uses")
    try:
        with closing(reading(path)) as connection, suspected(connection) if is_suspect else nullcontext():
            _check(connection)
            connection.execute("BEGIN")
            yield connection
    except sqlite3.Error as error:
        raise NoData(f"{FILE} cannot be read: {error}") from error


def _check(connection: sqlite3.Connection) -> None:
    if pragma(connection, "application_id") != OURS:
        raise NoData(f"{FILE} belongs to another program")
    version = pragma(connection, "user_version")
    if version != VERSION:
        raise NoData(
            f"{FILE} has schema {version}, and this program needs {VERSION}; starting the server upgrades an older one"
        )
