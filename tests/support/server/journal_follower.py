"""A journal followed from outside as it grows, by the rules and the arithmetic of the seal alone.

Nothing of `floor/` is used: where a server draws after a restart, this says what it must draw.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from croupier.floor.house_key import NAME as HOUSE_KEY
from croupier.floor.store.engines.sqlite import FILE
from croupier.games.acts import Act
from croupier.record import read
from croupier.record.journals.journal import Stamp, hash_after, read_entry, read_first
from croupier.record.journals.seal import outcome, seal_of, secret_of
from tests.support.server.gamblers import Memory


class Table:
    def __init__(self, stream: str, key: bytes) -> None:
        self.stream, self._key = stream, key
        self.number, self.hash = -1, b""
        self.state: Any = None
        self.expected: Act | None = None
        """What must come next, known when it was last looked: betting had closed, and nothing was drawn yet."""
        self.counts: Counter[str] = Counter()
        self.closes: dict[tuple[str, str], int] = {}
        """When betting was to close, for every wager that was accepted before it did; by person and key."""
        self._began = 0
        self._secret = b""
        self._round, self._draws = 0, 0
        self._nonces: list[bytes] = []

    def add(self, line: str, hash: bytes, fresh: bytes | None, actor: str | None) -> Stamp:
        """`actor` is the person who did it, as the column beside the line has it."""
        assert hash == hash_after(self.stream, self.hash or None, line), f"{self.stream}: the chain is broken at {line}"
        self.number, self.hash = self.number + 1, hash
        if self.state is None:
            stamp, header = read_first(line)
            self.state, self._began = read(header).header.table(), stamp.time
        else:
            entered = read_entry(self.state.origin.game, line)
            stamp = entered.stamp
            if entered.act is not None:
                self._play(entered.act, stamp, actor)
        if stamp.seal:
            self._open(stamp, fresh)
        return stamp

    def _open(self, stamp: Stamp, fresh: bytes | None) -> None:
        assert fresh is not None
        self._secret = secret_of(self._key, fresh)
        assert seal_of(self._secret) == stamp.seal
        self._round, self._draws = stamp.number, 0
        self._nonces = []

    def _play(self, act: Act, stamp: Stamp, actor: str | None) -> None:
        before = self.state
        if stamp.nonce:
            self._nonces.append(bytes.fromhex(stamp.nonce))
            self.expected = None
        if before.chance():
            self._draw(act)
        after = before.play(act)
        if stamp.key and before.is_between_rounds and after.window_ends is not None:
            self.closes[actor or "", stamp.key] = self._began + after.window_ends
        self.counts[type(act).__name__] += 1
        self.counts["rounds"] += after.is_between_rounds and not before.is_between_rounds
        self.state = after

    def _draw(self, act: Act) -> None:
        chance = self.state.chance()
        if act not in chance:
            return
        assert act == self.due(), f"{self.stream} drew {act}, and its secret gives {self.due()}"
        if self.expected is not None:
            assert act == self.expected, f"{self.stream} drew {act}, and {self.expected} was due before the restart"
            self.counts["drawn again"] += 1
        self.expected = None
        self._draws += 1

    def due(self) -> Act | None:
        """What the secret gives next, where an outcome is what comes next."""
        chance = self.state.chance()
        if not chance or not self._secret:
            return None
        return outcome(self._secret, self.stream, self._round, self._draws, self._nonces, chance)


class Journals:
    """Every journal of a data folder, as far as it was read; and what people know, held against it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tables: dict[str, Table] = {}
        self._keys: set[tuple[str, str, str]] = set()
        self.hashes: dict[tuple[str, int], str] = {}

    def catch_up(self, memory: Memory) -> None:
        """Read what is new; nothing that was read before may have changed, or be gone."""
        key = (self.folder / HOUSE_KEY).read_bytes()
        with self.connected() as connection:
            for (stream,) in connection.execute("SELECT DISTINCT stream FROM journal").fetchall():
                self._follow(connection, stream, self.tables.setdefault(stream, Table(stream, key)))
            (total,) = connection.execute("SELECT sum(amount) FROM balances").fetchone()
            assert total == 0, f"all balances together are {total}"
            kept = set(connection.execute("SELECT actor, key FROM keys"))
        self._compare(memory, kept)
        for table in self.tables.values():
            table.expected = None if table.state is None else table.due()

    @contextmanager
    def connected(self) -> Iterator[Any]:
        """One unmoving view of the database, to which SQL is spoken with question marks."""
        with closing(sqlite3.connect(self.folder / FILE)) as connection:
            connection.execute("BEGIN")
            yield connection

    def _follow(self, connection: Any, stream: str, table: Table) -> None:
        sql = "SELECT number, line, hash, fresh, actor FROM journal WHERE stream = ? AND number >= ? ORDER BY number"
        rows = connection.execute(sql, (stream, max(table.number, 0))).fetchall()
        if table.number >= 0:
            assert rows[0][:1] + rows[0][2:3] == (table.number, table.hash), "what was durable is gone"
            rows = rows[1:]
        for number, line, hash, fresh, actor in rows:
            assert number == table.number + 1, f"an entry is missing before {number} of {stream}"
            self.hashes[stream, number] = hash.hex()
            if stream == "house":
                table.number, table.hash = number, hash
            else:
                self._key_once(table.add(line, hash, fresh, actor), stream, line)

    def _key_once(self, stamp: Stamp, stream: str, line: str) -> None:
        """The same key is the same request: it stands on one line at most."""
        if stamp.key:
            mark = (stream, line.partition(":")[0], stamp.key)
            assert mark not in self._keys, f"{mark} was done twice"
            self._keys.add(mark)

    def _compare(self, memory: Memory, kept: set[tuple[str, str]]) -> None:
        assert not memory.faults, memory.faults
        for place, hash in memory.told.items():
            assert self.hashes.get(place) == hash, f"{place} was told, and is not there"
        for asked in memory.asked.values():
            if asked.receipt is not None:
                assert (asked.person.id, asked.key) in kept, f"{asked.key} could be done again"
        for table in self.tables.values():
            for mark, closes in table.closes.items():
                sent = memory.asked[mark].at if mark in memory.asked else 0
                assert sent < closes, f"{mark} was sent {sent - closes} s after the announced end, and accepted"
            table.closes.clear()

    def count(self, what: str) -> int:
        return sum(table.counts[what] for table in self.tables.values())
