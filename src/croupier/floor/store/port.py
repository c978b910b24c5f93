"""What the floor asks of a database, whichever it is: values, errors and the one port they pass through.

A *batch* is what one table (or the house) adds to its journal at once, with all that follows from it: transfers,
balances, keys, days, rounds that ended, a snapshot. It is stored whole or not at all, however many batches share a
commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from croupier.record.journals.facts import NO_FACTS, Facts
from croupier.record.journals.ledger import Transfer
from croupier.record.journals.rounds import EndedRound

T = TypeVar("T")


# Values


class Key(Struct, frozen=True):
    """A client's own key of a request: the same key never acts twice."""

    actor: str
    key: str
    body: bytes


class NewEntry(Struct, frozen=True):
    number: int
    line: str
    hash: bytes
    transfers: tuple[Transfer, ...] = ()
    fresh: bytes | None = None
    key: Key | None = None
    facts: Facts = NO_FACTS
    """What the line says, in columns of their own."""


class Day(Struct, frozen=True):
    """What one day adds to a person's account of play, in cents. A day is a count of days in the house's zone."""

    person: str
    day: int
    granted: int = 0
    staked: int = 0
    returned: int = 0


class StoredSnapshot(Struct, frozen=True):
    """A table's state after that number, kept for a quick start: a cache that nothing rests on."""

    number: int
    edition: int
    state: bytes


class Term(Struct, frozen=True):
    """What was known of a person when her acts were judged, and must still be so when they are written.

    Asked for where others write to the same database: who shut the door on herself at another server a moment ago, or
    lost there what she may lose in a day, does not play on at this one.
    """

    person: str
    revision: int
    """How often she, her limits, exclusions and offices have been changed."""
    day: int = 0
    most: int | None = None
    """What she may lose on that day, open stakes counted as lost."""


class Batch(Struct, frozen=True):
    stream: str
    entries: tuple[NewEntry, ...]
    days: tuple[Day, ...] = ()
    snapshot: StoredSnapshot | None = None
    terms: tuple[Term, ...] = ()
    check: Check | None = None
    """Asked in the transaction, before anything of the batch is written: what it raises undoes the batch."""
    rounds: tuple[EndedRound, ...] = ()
    """Those that an entry of the batch ended."""


class Row(Struct, frozen=True):
    """An entry as it is stored."""

    number: int
    line: str
    hash: bytes
    fresh: bytes | None


class Used(Struct, frozen=True):
    """Where a key has been used, and for which request."""

    body: bytes
    stream: str
    number: int


# Errors


class StoreError(Exception):
    """All that a store raises of its own accord."""


class Taken(StoreError):  # noqa: N818  ordinary answers, this and those that follow
    """Another has written that number: read the tail and ask again."""

    def __init__(self, stream: str, number: int) -> None:
        super().__init__(f"number {number} of {stream} is taken")
        self.stream = stream
        self.number = number


class Stale(StoreError):  # noqa: N818
    """What was known of a person is no longer so: look again, and judge again."""

    def __init__(self, person: str) -> None:
        super().__init__(f"{person} was changed meanwhile")
        self.person = person


class Overdraft(StoreError):  # noqa: N818
    def __init__(self, account: str) -> None:
        super().__init__(f"{account} does not hold that much")
        self.account = account


class KeyUsed(StoreError):  # noqa: N818
    def __init__(self, actor: str, key: str) -> None:
        super().__init__(f"{actor} has used that key before")
        self.actor = actor
        self.key = key


class Clash(StoreError):  # noqa: N818
    """Another constraint of the database refused the write; the words name it."""


class StoreFailed(StoreError):  # noqa: N818
    """The disk is full, or failing, or the store is closed.

    Nothing was done; or, where `unknown` says so, the store must be asked whether it was.
    """

    def __init__(self, reason: str, *, unknown: bool = False) -> None:
        super().__init__(reason)
        self.unknown = unknown


class TooNew(StoreError):  # noqa: N818
    """A later version of the program made this file."""


class TooOld(StoreError):  # noqa: N818
    """An earlier version of the program made this database, and nobody said that it may be changed."""


class NotOurs(StoreError):  # noqa: N818
    """A file of this name is there, and another program made it."""


# The port


class Cursor(Protocol):
    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


class Connection(Protocol):
    """What the database's own connections have in common: SQL with `?`, rows as tuples."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor: ...
    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor: ...


Check = Callable[[Connection], None]
"""What must be so for something to be written; raises where it is not."""


class Rows(Protocol):
    """What is asked of a database that is only read: the rows of a statement, one after another."""

    def execute(self, sql: str, /) -> Iterator[Any]: ...


class Bell(Protocol):
    """By which those who share a database tell one another that something moved; a ring may be lost."""

    @property
    def is_listening(self) -> bool:
        """Whether what others ring is heard now. When it is again after a while, `heard` is called with nothing."""
        ...

    def open(self, heard: Callable[[frozenset[str] | None], None]) -> None:
        """From now on `heard` is called, in this loop, with the streams that others moved; with nothing for "any"."""

    def ring(self, stream: str) -> None: ...
    def close(self) -> None: ...


class Store(Protocol):
    url: str | None
    """Of the database, where it is not in the house's folder."""

    @property
    def is_shared(self) -> bool:
        """Whether others may write to the same database."""
        ...

    def bell(self) -> Bell | None:
        """A new one, where others may write to the same database."""
        ...

    async def append(self, batch: Batch) -> None:
        """Durable when it returns. StoreFailed: see there; any other error of the store's: nothing was done."""

    async def write(self, function: Callable[[Connection], T]) -> T:
        """Run that function in a transaction of its own, in the writer's thread. What it raises undoes it."""
        ...

    async def read(self, function: Callable[[Connection], T]) -> T:
        """Run that function on one unmoving view of all that is durable."""
        ...

    async def damage(self, *, whole: bool) -> tuple[str, ...]:
        """What is broken in the database itself, such as a page that cannot be read; nothing where it is sound."""
        ...

    async def close(self) -> None:
        """Finish what waits, then stop. Nothing is accepted afterwards."""

    async def tail(self, stream: str, after: int = -1, most: int = 1000) -> list[Row]: ...
    async def last(self, stream: str) -> Row | None: ...
    async def streams(self) -> list[str]: ...
    async def snapshot(self, stream: str) -> StoredSnapshot | None: ...
    async def key(self, actor: str, key: str) -> Used | None: ...
    async def balance(self, account: str) -> int: ...
    async def balances(self, prefix: str = "") -> dict[str, int]: ...
    async def day(self, person: str, day: int) -> Day: ...
    async def total(self) -> int: ...
