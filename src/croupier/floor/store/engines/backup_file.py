"""A house on SQLite copied into one new file, whole or not at all. Its last line is the hash of all before it."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from croupier.floor.store.engines.sqlite_file import OURS, VERSION, pragma, reading

TITLE = b"\ncroupier backup 1 sha256 "


class NotKept(Exception):  # noqa: N818  said in one line, like a refusal
    """Nothing was copied, or nothing put back."""


class BackupMade(Struct, frozen=True):
    """A backup that was made."""

    bytes: int
    entries: int
    """Of all journals together."""


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """A file of another name beside it, which nobody else can read; gone at the end, unless it was put in place."""
    if file.is_dir() or not file.name:
        raise NotKept(f"{file}: is a folder")
    if not file.parent.is_dir():
        raise NotKept(f"{file}: there is no folder {file.parent}")
    with naming(file):
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=".croupier-", suffix=".part")
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for each in (name, f"{name}-journal", f"{name}-wal", f"{name}-shm"):
            Path(each).unlink(missing_ok=True)


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """What fails is said of the file that somebody asked for, not of the one that is made first."""
    try:
        yield
    except OSError as error:
        raise NotKept(f"{file}: {(error.strerror or str(error)).lower()}") from error
    except sqlite3.Error as error:
        raise NotKept(f"{file}: {error}") from error


def copied(source: Path, part: Path, file: Path) -> BackupMade:
    with naming(source), closing(reading(source)) as connection:
        check_ours(connection, source)
        # It cannot write to the house all the same: the file was opened for reading.
        connection.execute("PRAGMA query_only = OFF")
        try:
            connection.execute("VACUUM INTO ?", (str(part),))
        except sqlite3.OperationalError as error:  # what is wrong with the house itself is another kind of error
            raise NotKept(f"{file}: cannot be written: {error}") from error
    return kept_in(part, file, source)


def kept_in(part: Path, file: Path, source: Path) -> BackupMade:
    with naming(file):
        with closing(reading(part)) as copy:
            check_whole(copy, source)
            (entries,) = copy.execute("SELECT count(*) FROM journal").fetchone()
        return BackupMade(_signed(part), entries)


def _signed(part: Path) -> int:
    """Add the last line; how long the file is with it."""
    with part.open("rb+") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        file.seek(0, os.SEEK_END)
        file.write(TITLE + digest.encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
        return file.tell()


def check_ours(connection: sqlite3.Connection, name: Path) -> None:
    if pragma(connection, "application_id") != OURS:
        raise NotKept(f"{name}: is another program's file")
    version = pragma(connection, "user_version")
    if version > VERSION:
        raise NotKept(f"{name}: was made by a newer version of this program (schema {version}, known {VERSION})")


def check_whole(connection: sqlite3.Connection, name: Path) -> None:
    (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise NotKept(f"{name}: is damaged: {' '.join(said.split())}")


def write_synced(part: Path, content: bytes) -> None:
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def put_in_place(part: Path, file: Path) -> None:
    """Under its own name, where nothing has it yet: a link is never written over what is there."""
    try:
        os.link(part, file)
    except FileExistsError:
        raise NotKept(f"{file}: this file exists, and a backup never overwrites one") from None
    except OSError:
        # There are disks that know no links.
        if os.path.lexists(file):
            raise NotKept(f"{file}: this file exists, and a backup never overwrites one") from None
        part.rename(file)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    with suppress(OSError):  # not every system knows folders as files
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def copy_house(source: Path, file: Path) -> BackupMade:
    """Raises `NotKept` and `OSError`; then the file is not there."""
    with new_file(file) as part:
        kept = copied(source, part, file)
        put_in_place(part, file)
        return kept
