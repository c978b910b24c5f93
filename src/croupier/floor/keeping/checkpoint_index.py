"""Where each checkpoint stands in the file of all checkpoints, and which head of which journal stands under it.

The file grows for as long as there is a house. With this index nobody reads it whole again: the latest checkpoint,
those after a number and the heads at any of them are found by a few look-ups. The index follows from the file. It is
made anew where it is missing, damaged or of another file, and a crash between the two leaves it only behind.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from croupier.floor.store.engines.sqlite_file import BUSY_SECONDS, PRIVATE
from croupier.record.journals.checkpoint import Checkpoint, JournalTip, VerifierKey, head_of_file, read_blocks
from croupier.record.text.fault import TextFault, Unreadable

NAME = "checkpoints.index"
PAGE = 1024 * 1024
"""Bytes of the file that are read at once; one checkpoint may be longer."""
_BLOCKS_AT_ONCE = 1000
_EMPTY_LINES = 3
"""In a checkpoint: before its signature, below the note, and below the heads, where it ends."""
_TABLES = """
CREATE TABLE file (inode INTEGER NOT NULL, whole INTEGER NOT NULL, seen INTEGER NOT NULL);
CREATE TABLE notes (number INTEGER PRIMARY KEY, start INTEGER NOT NULL, ending INTEGER NOT NULL);
CREATE TABLE journals (stream TEXT PRIMARY KEY, latest INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE heads (
    stream TEXT NOT NULL, checkpoint INTEGER NOT NULL, number INTEGER NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (stream, checkpoint)
) WITHOUT ROWID;
CREATE INDEX heads_by_number ON heads (stream, number, checkpoint);
INSERT INTO file VALUES (0, 0, 0);
"""
# CROSS JOIN keeps SQLite to this order: from each journal to the one head, and never through all heads.
_NEWEST = (
    "SELECT heads.stream, heads.number, heads.hash FROM journals CROSS JOIN heads "
    "ON heads.stream = journals.stream AND heads.checkpoint = journals.latest"
)
_AT_THAT_TIME = (
    "SELECT heads.stream, heads.number, heads.hash FROM journals CROSS JOIN heads ON heads.stream = journals.stream "
    "AND heads.checkpoint = (SELECT earlier.checkpoint FROM heads AS earlier "
    "WHERE earlier.stream = journals.stream AND earlier.checkpoint <= ? ORDER BY earlier.checkpoint DESC LIMIT 1)"
)
_FIRST_OVER = "SELECT checkpoint FROM heads WHERE stream = ? AND number >= ? ORDER BY number, checkpoint LIMIT 1"


class DamagedFile(Exception):  # noqa: N818
    """What stands in the file is no checkpoint, or one that another key signed."""


class _Block(Struct, frozen=True):
    checkpoint: Checkpoint
    start: int
    end: int


class CheckpointIndex:
    def __init__(self, file: Path, key: VerifierKey) -> None:
        self._file, self._path = file, file.with_name(NAME)
        self._head = head_of_file(key).encode()

    # Keeping it: whoever calls this holds the lock of the file

    def catch_up(self) -> None:
        """Reads what was added to the file since; raises `DamagedFile` after the last checkpoint that can be read."""
        try:
            self._catch_up()
        except sqlite3.DatabaseError:
            self.forget()
            self._catch_up()

    def forget(self) -> None:
        """Another file begins: the index too."""
        for ending in ("", "-journal"):
            self._path.with_name(NAME + ending).unlink(missing_ok=True)

    def _catch_up(self) -> None:
        if not self._file.exists():
            self.forget()
            return
        with self._file.open("rb") as file:
            found = os.fstat(file.fileno())
            if found.st_size and file.read(len(self._head)) != self._head[: found.st_size]:
                self.forget()
                raise DamagedFile
            if self._covered(found) is None:
                self.forget()
                self._begin()
            with self._opened() as connection:
                self._read_on(connection, file, found)

    def _covered(self, found: os.stat_result) -> int | None:
        """Up to which byte of that file the index goes; none where it is another file's."""
        if not self._path.exists():
            return None
        with self._opened() as connection:
            row = connection.execute("SELECT inode, whole FROM file").fetchone()
        return int(row[1]) if row and row[0] in {found.st_ino, 0} and row[1] <= found.st_size else None

    def _begin(self) -> None:
        with suppress(FileExistsError):
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
        with self._opened() as connection:
            connection.executescript(_TABLES)

    def _read_on(self, connection: sqlite3.Connection, file: BinaryIO, found: os.stat_result) -> None:
        (whole,) = connection.execute("SELECT whole FROM file").fetchone()
        (due,) = connection.execute("SELECT coalesce(max(number), -1) + 1 FROM notes").fetchone()
        try:
            for number, block in enumerate(_blocks(file, max(whole, len(self._head))), start=due):
                if block.checkpoint.number != number:
                    raise DamagedFile
                _insert(connection, block)
                whole = block.end
                if number % _BLOCKS_AT_ONCE == 0:
                    self._note(connection, found, whole)
        except (Unreadable, sqlite3.IntegrityError) as error:
            raise DamagedFile from error
        finally:
            self._note(connection, found, whole)

    def _note(self, connection: sqlite3.Connection, found: os.stat_result, whole: int) -> None:
        connection.execute("UPDATE file SET inode = ?, whole = ?, seen = ?", (found.st_ino, whole, found.st_size))
        connection.commit()

    # Asking it

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=BUSY_SECONDS)) as connection:
            yield connection

    def is_current(self) -> bool:
        """Whether it knows all that stands in the file."""
        try:
            found = self._file.stat()
            with self._opened() as connection:
                row = connection.execute("SELECT inode, seen FROM file").fetchone()
        except (FileNotFoundError, sqlite3.Error):
            return False
        return bool(row == (found.st_ino, found.st_size))

    def whole(self) -> int:
        """Where the last checkpoint ends that no crash cut short."""
        return self._one("SELECT whole FROM file") or 0

    def inode(self) -> int:
        return self._one("SELECT inode FROM file") or 0

    def _one(self, sql: str, *values: str | int) -> int | None:
        if not self._path.exists():
            return None
        with self._opened() as connection:
            row = connection.execute(sql, values).fetchone()
        return None if row is None or row[0] is None else int(row[0])

    def last(self) -> Checkpoint | None:
        number = self._one("SELECT max(number) FROM notes")
        return None if number is None else self.checkpoint(number)

    def checkpoint(self, number: int) -> Checkpoint:
        with self._opened() as connection:
            start, ending = connection.execute("SELECT start, ending FROM notes WHERE number = ?", (number,)).fetchone()
        (found,) = read_blocks(self._bytes(start, ending).decode(), 1)
        return found

    def _bytes(self, start: int, end: int) -> bytes:
        with self._file.open("rb") as file:
            file.seek(start)
            return file.read(end - start)

    def heads(self, until: int | None = None) -> dict[str, JournalTip]:
        """Those of the latest checkpoint, or of the one of that number."""
        if not self._path.exists():
            return {}
        sql, values = (_NEWEST, ()) if until is None else (_AT_THAT_TIME, (until,))
        with self._opened() as connection:
            return {row[0]: JournalTip(*row) for row in connection.execute(sql, values)}

    def first_over(self, stream: str, number: int) -> int | None:
        """The first checkpoint that has this entry of a journal under it."""
        return self._one(_FIRST_OVER, stream, number)

    def page(self, after: int) -> tuple[int, str] | None:
        """Some of the checkpoints after that number, as they stand in the file, and the number of the last of them."""
        if not self._path.exists():
            return None
        with self._opened() as connection:
            rows = connection.execute(
                "SELECT number, start, ending FROM notes WHERE number > ? ORDER BY number LIMIT ?",
                (after, _BLOCKS_AT_ONCE),
            ).fetchall()
        if not rows:
            return None
        start = rows[0][1]
        number, _, ending = max((row for row in rows if row[2] <= start + PAGE), default=rows[0])
        return number, self._bytes(start, ending).decode()


def _insert(connection: sqlite3.Connection, block: _Block) -> None:
    number, moved = block.checkpoint.number, block.checkpoint.moved
    connection.executemany(
        "INSERT INTO heads VALUES (?, ?, ?, ?)", [(tip.stream, number, tip.number, tip.hash) for tip in moved]
    )
    connection.executemany(
        "INSERT INTO journals VALUES (?, ?) ON CONFLICT (stream) DO UPDATE SET latest = excluded.latest",
        [(tip.stream, number) for tip in moved],
    )
    connection.execute("INSERT INTO notes VALUES (?, ?, ?)", (number, block.start, block.end))


def _blocks(file: BinaryIO, start: int) -> Iterator[_Block]:
    """One checkpoint after the other from that byte on; what a crash left half written at the end is left out."""
    file.seek(start)
    lines: list[bytes] = []
    empty = 0
    for line in file:
        lines.append(line)
        empty += line == b"\n"
        if empty == _EMPTY_LINES:
            text = b"".join(lines)
            end = start + len(text)
            try:
                (found,) = read_blocks(text.decode(), 1)
            except ValueError as error:
                raise Unreadable([TextFault(0, 0, "expected one checkpoint")]) from error
            yield _Block(found, start, end)
            start, lines, empty = end, [], 0
