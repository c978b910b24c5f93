"""Lines of the house's own journal, written in the transaction of what they tell about.

Whatever changes a row of people, roles, limits or tables writes its line here, so that an audit can fold the journal
and compare it with the database. A *mark* stands for a row that no journal may repeat, such as a name and a password.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from croupier.floor.store import statements
from croupier.floor.store.port import Batch, Connection, Day, Key, NewEntry, Row
from croupier.record.house_journal.house import money_of
from croupier.record.house_journal.house_facts import HouseLine, house_facts
from croupier.record.house_journal.house_register import BEGINS, WHOLE
from croupier.record.journals.journal import HOUSE_STREAM, Stamp, hash_after, stamp_of

OPENED = "opened"
_MARK_DIGITS = 32

# The stream is written out, so that the index of these lines alone is used.
_OF_KIND = f"FROM journal WHERE stream = '{HOUSE_STREAM}' AND act = ?"
_LINES_OF = f"SELECT number, line {_OF_KIND} AND number > ? ORDER BY number"
_LAST_OF = f"SELECT line {_OF_KIND} ORDER BY number DESC LIMIT 1"

DaysOf = Callable[[int], tuple[Day, ...]]
"""What the lines add to people's days, by the time that stands on them."""


def mark_of(*values: Any) -> str:
    """Stands for a row: 128 bits of its SHA-256.

    A password's hash has random salt in it, so that nobody can find out a name from the mark once the row is gone.
    """
    digest = hashlib.sha256()
    for value in values:
        part = _bytes_of(value)
        digest.update(len(part).to_bytes(4) + part)
    return digest.hexdigest()[:_MARK_DIGITS]


def _bytes_of(value: Any) -> bytes:
    """Values of different kinds are different bytes, so that no two rows are alike."""
    if isinstance(value, bytes | memoryview):
        return b"b" + bytes(value)
    if isinstance(value, str):
        return b"t" + value.encode("utf-8", "surrogatepass")
    return f"n{value}".encode()


def add_lines(
    connection: Connection, now: int, *lines: str, key: Key | None = None, days_of: DaysOf = lambda _time: ()
) -> tuple[NewEntry, int]:
    """The first of them as it was written, and its time. The key goes with it.

    A clock that went back does not take the journal back with it.
    """
    statements.hold_house(connection)
    last = statements.last(connection, HOUSE_STREAM)
    if last is None and lines[0] != OPENED:
        last = _open(connection, now)
    time = _time_after(last, now)
    entries = _entries(last, time, lines, key)
    statements.put(connection, [statements.checked(Batch(HOUSE_STREAM, entries, days_of(time)))])
    return entries[0], time


def lines_of(connection: Connection, kind: HouseLine, after: int = -1) -> list[tuple[int, str]]:
    """The entries of that kind that come after one, by their numbers."""
    return connection.execute(_LINES_OF, (kind.value, after)).fetchall()


def last_line_of(connection: Connection, kind: HouseLine) -> str | None:
    found = connection.execute(_LAST_OF, (kind.value,)).fetchone()
    return None if found is None else found[0]


def next_time(connection: Connection, now: int) -> int:
    """The time that the next line will have; the house's journal is held for it."""
    return _time_after(statements.last(connection, HOUSE_STREAM), now)


def _time_after(last: Row | None, now: int) -> int:
    """A line that an older version wrote so that nobody can read it keeps nobody out: an audit names it."""
    stamp = None if last is None else stamp_of(last.line)
    return now if stamp is None else max(stamp.time, now)


def _open(connection: Connection, now: int) -> Row:
    """A new house keeps its register from the first line on."""
    entries = _entries(None, now, (OPENED, BEGINS, WHOLE), None)
    statements.put(connection, [statements.checked(Batch(HOUSE_STREAM, entries))])
    return Row(entries[-1].number, entries[-1].line, entries[-1].hash, None)


def _entries(last: Row | None, time: int, lines: tuple[str, ...], key: Key | None) -> tuple[NewEntry, ...]:
    number, hash = (0, None) if last is None else (last.number + 1, last.hash)
    entries = []
    for place, words in enumerate(lines):
        own = key if place == 0 else None
        stamp = Stamp(number=number + place, time=time, note=words, key=own.key if own else "")
        text = _checked_text(stamp)
        hash = hash_after(HOUSE_STREAM, hash, text)
        entries.append(NewEntry(number + place, text, hash, money_of(words), key=own, facts=house_facts(words)))
    return tuple(entries)


def _checked_text(stamp: Stamp) -> str:
    """A line that would be read as another is not written: nobody could add a line after it, nor audit the rest."""
    text = str(stamp)
    if stamp_of(text) != stamp:
        raise ValueError(f"this line could not be read again: {text!r}")
    return text


def open_house(connection: Connection, now: int) -> None:
    """The first lines, where there are none."""
    statements.hold_house(connection)
    if statements.last(connection, HOUSE_STREAM) is None:
        _open(connection, now)
