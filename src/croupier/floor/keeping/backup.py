"""A house kept apart: copied to one file while it is at work, and put back into an empty place.

A backup is the database as SQLite writes it, whole and from one moment, and behind it one line with the hash of all
that stands before. SQLite's own tools read it as it is; a file that was cut off or altered is known by that line. The
house key is never in it: with both, whoever finds a backup could foresee the rounds that were open in it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from croupier.floor.house_key import NAME as HOUSE_KEY
from croupier.floor.house_key import SIZE as KEY_BYTES
from croupier.floor.keeping.audits.audit import Inspection, inspect
from croupier.floor.keeping.read_only import NoData
from croupier.floor.store.engines.backup_file import (
    TITLE,
    BackupMade,
    NotKept,
    check_ours,
    check_whole,
    copied,
    kept_in,
    naming,
    new_file,
    put_in_place,
    sync_folder,
    write_synced,
)
from croupier.floor.store.engines.lock import FILE as LOCK
from croupier.floor.store.engines.lock import FolderLock
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.store.engines.sqlite_file import opened, reading, writing
from croupier.floor.store.port import StoreError

LAST_LINE = re.compile(re.escape(TITLE) + rb"(?P<hash>[0-9a-f]{64})\n")
LAST_LINE_BYTES = len(TITLE) + 64 + 1
CHUNK = 1 << 20


# Making one


def back_up(folder: Path, file: Path, key_file: Path | None = None, database: str | None = None) -> BackupMade:
    """
    Copy the house in that folder into a new file, and its key, where it is wanted, into another; both or neither.

    `database` is the URL of the house's database, where it is not in the folder.
    Raises `NotKept` and `OSError`; then neither file is there.
    """
    source = folder / FILE
    if database is None and not source.is_file():
        raise NotKept(f"there is no house in {folder}")
    if key_file is not None and key_file.absolute() == file.absolute():
        raise NotKept(f"{file}: the key is kept apart, in a file of its own")
    for target in (file, key_file):
        if target is not None and os.path.lexists(target):
            raise NotKept(f"{target}: this file exists, and a backup never overwrites one")
    key = None if key_file is None else read_key(folder / HOUSE_KEY)
    with new_file(file) as part:
        kept = copied(source, part, file) if database is None else _carried(database, part, file)
        if key_file is None or key is None:
            put_in_place(part, file)
            return kept
        with new_file(key_file) as key_part:
            with naming(key_file):
                write_synced(key_part, key)
            put_in_place(key_part, key_file)
            try:
                put_in_place(part, file)
            except BaseException:
                key_file.unlink()
                raise
    return kept


def read_key(path: Path) -> bytes:
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise NotKept(f"{path}: holds {len(key)} bytes, and a house key has {KEY_BYTES}")
    return key


def _carried(database: str, part: Path, file: Path) -> BackupMade:
    """From PostgreSQL, all from one moment: the same file as a house on SQLite has."""
    from croupier.floor.store.database_copy import carry
    from croupier.floor.store.engines.postgres import viewed

    try:
        with viewed(database) as view, naming(file):
            opened(part).close()
            with closing(writing(part)) as copy:
                copy.execute("BEGIN IMMEDIATE")
                carry(view, copy)
                copy.execute("COMMIT")
                # So that the file is one file, and can be read where nothing can be written.
                copy.execute("PRAGMA journal_mode = DELETE")
    except StoreError as error:
        raise NotKept(str(error)) from error
    return kept_in(part, file, file)


# Putting one back


def restore(file: Path, folder: Path, key_file: Path | None = None, database: str | None = None) -> Inspection:
    """
    Put the house of that backup into an empty or a new folder, once all of it has been judged anew.

    `database` is the URL of an empty database of PostgreSQL to put it into, beside the folder that has its key.
    Raises `NotKept`, `FolderInUse`, `OSError`; then the folder is as it was.
    """
    key = None if key_file is None else read_key(key_file)
    with file.open("rb") as backup:
        size = _check_backup(backup, file)
        with filling(folder) as part, _locked(folder):
            _write_copy(backup, size, part / FILE, file)
            if key is not None:
                (part / HOUSE_KEY).touch(0o600)
                write_synced(part / HOUSE_KEY, key)
            found = _judged(part, file)
            if database is not None:
                _put_into(database, part / FILE)
                for each in part.glob(f"{FILE}*"):
                    each.unlink()
            move_out(part, folder)
    return found


def _check_backup(backup: BinaryIO, name: Path) -> int:
    """How long the database in it is."""
    size = backup.seek(0, os.SEEK_END) - LAST_LINE_BYTES
    backup.seek(max(size, 0))
    if size < 0 or LAST_LINE.fullmatch(backup.read()) is None:
        raise NotKept(f"{name}: is not a backup of a house, or not a whole one: its last line is missing")
    return size


def _write_copy(backup: BinaryIO, size: int, target: Path, name: Path) -> None:
    digest = hashlib.sha256()
    backup.seek(0)
    target.touch(0o600)
    with target.open("wb") as copy:
        left = size
        while left and (read := backup.read(min(left, CHUNK))):
            digest.update(read)
            copy.write(read)
            left -= len(read)
        copy.flush()
        os.fsync(copy.fileno())
    last = LAST_LINE.fullmatch(backup.read())
    if last is None or last["hash"] != digest.hexdigest().encode():
        raise NotKept(f"{name}: was altered after it was made: its hash is not the one on its last line")


def _judged(part: Path, name: Path) -> Inspection:
    """The copy, brought up to date where it is of an older schema; raises `NotKept` where it does not follow."""
    try:
        with closing(reading(part / FILE)) as connection:
            check_ours(connection, name)
            check_whole(connection, name)
        opened(part / FILE).close()
        found = inspect(part)
        # The last connection that may write clears the log away: one file is moved, not three.
        writing(part / FILE).close()
    except sqlite3.Error as error:
        raise NotKept(f"{name}: cannot be read: {error}") from error
    except (NoData, StoreError) as error:
        raise NotKept(f"{name}: {error}") from error
    if found.breaches:
        first = found.breaches[0]
        where = first.stream if first.number is None else f"{first.stream}, entry {first.number}"
        raise NotKept(f"{name}: does not follow: {where}: {first.why}")
    return found


def _put_into(database: str, copy: Path) -> None:
    from croupier.floor.store.database_copy import carry
    from croupier.floor.store.engines.postgres import filling_empty

    try:
        with closing(reading(copy)) as source, filling_empty(database) as target:
            carry(source, target)
    except StoreError as error:
        raise NotKept(str(error)) from error


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """No server starts in the folder meanwhile; where nothing was put into it, no lock stays behind either."""
    with FolderLock(folder):
        try:
            yield
        except BaseException:
            with suppress(OSError):  # while it is held, so that nobody holds a file that is gone
                (folder / LOCK).unlink()
            raise


# Folders that must be empty


@contextmanager
def filling(folder: Path) -> Iterator[Path]:
    """
    A folder inside that one in which to make what it is to hold; `move_out` then puts all of it in place.

    Raises `NotKept` where the folder is not empty. What was not moved out is gone at the end, and the folder too
    where it was not there before.
    """
    if folder.exists() and not folder.is_dir():
        raise NotKept(f"{folder}: is a file; name a folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise NotKept(f"{folder}: this folder is not empty; name an empty or a new one")
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(dir=folder, prefix=".croupier-", suffix=".part"))
        try:
            yield part
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except BaseException:
        for each in made:
            with suppress(OSError):  # somebody else has put something into it
                each.rmdir()
        raise


def move_out(part: Path, folder: Path) -> None:
    """The database last: a folder without one has no house."""
    for each in sorted(part.iterdir(), key=lambda each: (each.name == FILE, each.name)):
        if os.path.lexists(folder / each.name):
            raise NotKept(f"{folder}: is no longer empty")
        each.rename(folder / each.name)
    sync_folder(folder)
