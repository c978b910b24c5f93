"""The journal: the acts of one table, a line each, with number, time and what rides on them, chained by hash.

A line is an act in the notation and behind it, as a comment, its stamp. So whatever reads records reads journals. The
line as written is what is stored and hashed: nothing hangs on writing it again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.journalled import Journalled
from croupier.record.text.fault import TextFault, Unreadable
from croupier.record.text.forms import FORMS, Form
from croupier.record.text.header import Line
from croupier.record.text.moments import read_utc, utc
from croupier.record.text.notation import STAMP, act_line, read_act_line

HOUSE_STREAM = "house"
"""The journal of the house itself: money given out, tables made, roles given. It has no acts of any game."""
FIRST_LINE = "croupier journal 1"
SECRET_LOST = "secret lost"  # noqa: S105  words of the journal
"""The note on a line that gives up a seal which the house key does not open: the round, if one was open, is void."""

_TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
_KEY = r"[A-Za-z0-9_.-]{1,64}"
_PARTS = re.compile(
    rf"# (?P<number>0|[1-9][0-9]{{0,17}}) (?P<time>{_TIME})(?: (?P<note>[a-z].*?))??(?: key (?P<key>{_KEY}))?"
    rf"(?: nonce (?P<nonce>[0-9a-f]{{32}}))?(?: closes (?P<closes>{_TIME}))?"
    r"(?: reveal (?P<reveal>[0-9a-f]{128}))?(?: seal (?P<seal>[0-9a-f]{64}))?\Z"
)
_HASHED = re.compile(r"(?P<line>.*# [0-9]+ .*) hash (?P<hash>[0-9a-f]{64})\Z", re.DOTALL)
_TITLE = re.compile(rf"# {FIRST_LINE} of (?P<stream>[\w.@-]{{1,64}})\Z")
KEY = re.compile(rf"{_KEY}\Z")


def ends_round(before: Journalled, after: Journalled) -> bool:
    """Whether the act between these two states ended a round: its line reveals the secret, and seals the next."""
    return bool(not before.is_between_rounds and after.is_between_rounds)


class Stamp(Struct, frozen=True, kw_only=True):
    """What stands behind an act on its line."""

    number: int
    time: int
    """Seconds since 1970, UTC; never less than on the line above."""
    note: str = ""
    """Words of a line that has no act, or of a table's first."""
    key: str = ""
    """The client's own mark on a request: the same key is the same request."""
    nonce: str = ""
    """A player's own 16 random bytes, in hex."""
    closes: int | None = None
    """When the betting window that this act began will end."""
    reveal: str = ""
    """The secret of the round that this line ended, in hex."""
    seal: str = ""
    """The seal of the round that this line opens."""

    def __str__(self) -> str:
        parts = [f"# {self.number} {_utc(self.time)}"]
        if self.note:
            parts.append(self.note)
        if self.key:
            parts.append(f"key {self.key}")
        if self.nonce:
            parts.append(f"nonce {self.nonce}")
        if self.closes is not None:
            parts.append(f"closes {_utc(self.closes)}")
        if self.reveal:
            parts.append(f"reveal {self.reveal}")
        if self.seal:
            parts.append(f"seal {self.seal}")
        return " ".join(parts)


@lru_cache(maxsize=256)
def _utc(seconds: int) -> str:
    return utc(seconds)


@lru_cache(maxsize=256)
def _seconds(text: str) -> int:
    return read_utc(text)


class Written(Struct, frozen=True):
    """One entry as it is stored: its text, and the hash that chains it to the one before."""

    text: str
    hash: bytes


def first_text(stamp: Stamp, header: str) -> str:
    """Entry 0 of a table: its stamp, and the header of its record."""
    return f"{stamp}\n{header}"


def entry_text(game: str, act: Act | None, stamp: Stamp) -> str:
    return str(stamp) if act is None else f"{act_line(game, act)} {stamp}"


def first_hash(stream: str, text: str) -> bytes:
    return hashlib.sha256(f"{FIRST_LINE}\n{stream}\n{text}".encode()).digest()


def next_hash(previous: bytes, text: str) -> bytes:
    return hashlib.sha256(previous + text.encode()).digest()


def hash_after(stream: str, previous: bytes | None, text: str) -> bytes:
    """The hash of an entry: of the first, where nothing came before it."""
    return first_hash(stream, text) if previous is None else next_hash(previous, text)


# Reading


class ReadEntry(Struct, frozen=True):
    """One entry, read."""

    act: Act | None
    stamp: Stamp


def read_stamp(text: str) -> tuple[str, Stamp]:
    """What the line says before its stamp, and the stamp; raises `ValueError` where there is none."""
    found = STAMP.search(text)
    parts = _PARTS.fullmatch(text, found.start("stamp")) if found else None
    if found is None or parts is None:
        raise ValueError("expected an entry's stamp: # number time …")
    closes = parts["closes"]
    stamp = Stamp(
        number=int(parts["number"]),
        time=_seconds(parts["time"]),
        note=parts["note"] or "",
        key=parts["key"] or "",
        nonce=parts["nonce"] or "",
        closes=None if closes is None else _seconds(closes),
        reveal=parts["reveal"] or "",
        seal=parts["seal"] or "",
    )
    return text[: found.start()], stamp


def stamp_of(text: str) -> Stamp | None:
    """Of an entry as it is stored, the header below it and all; nothing where it cannot be read."""
    try:
        return read_stamp(text.partition("\n")[0])[1]
    except ValueError:
        return None


def read_entry(game: str, text: str) -> ReadEntry:
    """One entry after the first; raises `ValueError` with what is wrong."""
    said, stamp = read_stamp(text)
    return ReadEntry(read_line(game, said, stamp.number) if said else None, stamp)


def read_line(game: str, said: str, number: int = 1) -> Act:
    """The act that one line says, without a stamp; raises `ValueError` with what is wrong."""
    faults: list[TextFault] = []
    act = read_act_line(forms_of(game), Line(number, said, tuple(range(1, len(said) + 2))), faults)
    if act is None:
        raise ValueError(faults[0].why)
    return act


@lru_cache(maxsize=16)
def forms_of(game: str) -> tuple[Form, ...]:
    """How its acts are written; raises `ValueError` where there is no such game."""
    if game not in FORMS:
        raise ValueError(f"no game is called {game}")
    return tuple(FORMS[game].values())


def read_first(text: str) -> tuple[Stamp, str]:
    """Entry 0 of a table: its stamp and the header below it."""
    line, _, header = text.partition("\n")
    said, stamp = read_stamp(line)
    if said or stamp.number != 0:
        raise ValueError("a journal begins with entry 0, and no act stands on its line")
    return stamp, header


# A journal as a file


class Journal(Struct, frozen=True):
    """The journal of one table: its lines, each with its number, time and hash."""

    stream: str
    entries: tuple[Written, ...]


def exported(stream: str, entries: Iterable[Written]) -> Iterator[str]:
    """The journal as text, line by line, each entry with its hash; what reads records reads it."""
    yield f"# {FIRST_LINE} of {stream}\n"
    for entry in entries:
        first, newline, rest = entry.text.partition("\n")
        yield f"{first} hash {entry.hash.hex()}{newline}{rest}\n"


def read_journal(text: str) -> Journal:
    """The journal that a file holds; raises `Unreadable` where it is none. Nothing is judged here."""
    lines = text.removesuffix("\n").split("\n")
    title = _TITLE.fullmatch(lines[0])
    if title is None:
        raise Unreadable([TextFault(1, 1, f"a journal begins with the line: # {FIRST_LINE} of, and its table")])
    entries: list[Written] = []
    for number, line in enumerate(lines[1:], start=2):
        found = _HASHED.fullmatch(line)
        if found is not None:
            entries.append(Written(found["line"], bytes.fromhex(found["hash"])))
        elif len(entries) == 1:  # the header, below entry 0
            entries[0] = Written(f"{entries[0].text}\n{line}", entries[0].hash)
        else:
            raise Unreadable([TextFault(number, 1, "expected an entry with its stamp and its hash")])
    return Journal(title["stream"], tuple(entries))
