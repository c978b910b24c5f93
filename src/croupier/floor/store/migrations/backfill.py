"""What follows from the journals of an older house, written into the columns and tables that it did not have.

A journal is read page by page, so that a house of any size needs little memory. A line that cannot be read gets
nothing, and rounds end where the rules that are here do not follow any more: `verify` names both.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import Connection, text

from croupier.games.acts import Act
from croupier.games.journalled import Journalled
from croupier.games.refusal import Refused
from croupier.record import Unreadable, read
from croupier.record.house_journal.house_facts import house_facts
from croupier.record.journals.facts import Facts, facts_of
from croupier.record.journals.journal import HOUSE_STREAM, read_first, read_line, read_stamp, stamp_of
from croupier.record.journals.rounds import EndedRound, RoundFollower

LOG = logging.getLogger("croupier.store")
PAGE = 2000

# Bytes that are no text are read all the same: somebody may have altered the file.
_LINE = {"sqlite": "CAST(line AS BLOB)", "postgresql": "line"}
_FACTS = text(
    "UPDATE journal SET act = :act, actor = :actor, person = :person, session = :session "
    "WHERE stream = :stream AND number = :number"
)
_ROUND = text(
    "INSERT INTO rounds (stream, number, first, last, time, result, void, wagers, staked, returned, seal, reveal) "
    "VALUES (:stream, :number, :first, :last, :time, :result, :void, :wagers, :staked, :returned, :seal, :reveal)"
)
_PART = text(
    "INSERT INTO round_parts (stream, round, person, time, last, staked, returned, settled) "
    "VALUES (:stream, :round, :person, :time, :last, :staked, :returned, :settled)"
)

Values = dict[str, Any]


def fill(connection: Connection) -> None:
    for (stream,) in connection.execute(text("SELECT DISTINCT stream FROM journal ORDER BY stream")).all():
        if stream != HOUSE_STREAM:  # it has no acts: `fill_house`
            _fill_journal(connection, stream)


def fill_house(connection: Connection) -> None:
    """The house's journal, where only what is looked for has facts."""
    for page in _pages(connection, HOUSE_STREAM):
        stamps = ((number, stamp_of(line)) for number, line in page)
        found = ((number, house_facts(stamp.note)) for number, stamp in stamps if stamp is not None)
        rows = [_said(HOUSE_STREAM, number, facts) for number, facts in found if facts.act is not None]
        if rows:
            connection.execute(_FACTS, rows)


def _said(stream: str, number: int, facts: Facts) -> Values:
    return {"stream": stream, "number": number, **asdict(facts)}


def _fill_journal(connection: Connection, stream: str) -> None:
    journal = _Journal(stream)
    for page in _pages(connection, stream):
        for number, line in page:
            journal.add(number, line)
        journal.write(connection)
        LOG.info("journal %s: filled in up to entry %d", stream, page[-1][0])


def _pages(connection: Connection, stream: str) -> Iterator[list[tuple[int, str]]]:
    line = _LINE[connection.dialect.name]
    sql = text(
        f"SELECT number, {line} FROM journal WHERE stream = :stream AND number > :after ORDER BY number LIMIT :most"  # noqa: S608
    )
    after = -1
    while found := connection.execute(sql, {"stream": stream, "after": after, "most": PAGE}).all():
        yield [(number, _decoded(line)) for number, line in found]
        after = found[-1][0]


def _decoded(line: Any) -> str:
    return line.decode("utf-8", "replace") if isinstance(line, bytes) else line


class _Journal:
    """One journal, read from its first entry on."""

    def __init__(self, stream: str) -> None:
        self._stream = stream
        self._game = ""
        self._state: Journalled | None = None
        """Nothing where the journal cannot be folded, or no further."""
        self._follower = RoundFollower()
        self._facts: list[Values] = []
        self._rounds: list[Values] = []
        self._parts: list[Values] = []

    def add(self, number: int, line: str) -> None:
        try:
            if number == 0:
                self._begin(line)
            else:
                self._follow(number, line)
        except (ValueError, Unreadable, Refused):
            self._state = None

    def _begin(self, line: str) -> None:
        stamp, text = read_first(line)
        header = read(text).header
        self._game, self._state = header.game, header.table()
        self._follower.follow(None, None, self._state, stamp)

    def _follow(self, number: int, line: str) -> None:
        said, stamp = read_stamp(line)
        act = _act_said(self._game, said) if said else None
        if act is not None:
            self._facts.append(_said(self._stream, number, facts_of(act)))
        before = self._state
        if before is not None:
            self._state = before if act is None else before.play(act)
            ended = self._follower.follow(before, act, self._state, stamp)
            if ended is not None:
                self._end(ended)

    def _end(self, ended: EndedRound) -> None:
        values = asdict(ended) | {"stream": self._stream, "void": int(ended.is_void)}
        parts = values.pop("parts")
        del values["is_void"]
        self._rounds.append(values)
        at = {"stream": self._stream, "round": ended.number, "time": ended.time, "last": ended.last}
        self._parts += [at | asdict(part) for part in parts]

    def write(self, connection: Connection) -> None:
        for sql, rows in ((_FACTS, self._facts), (_ROUND, self._rounds), (_PART, self._parts)):
            if rows:
                connection.execute(sql, rows)
                rows.clear()


@lru_cache(maxsize=4096)
def _act_said(game: str, said: str) -> Act:
    """People do the same again and again: what was read once is not read a second time."""
    return read_line(game, said)
