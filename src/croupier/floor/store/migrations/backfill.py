"""What follows from the journals of an older house, written into the columns and tables that it did not have.

A journal is read page by page, so that a house of any size needs little memory. A line that cannot be read gets
nothing: `verify` names it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import Connection, text

from croupier.record import Unreadable, read
from croupier.record.facts import NO_FACTS, Facts, facts_of
from croupier.record.journal import HOUSE_STREAM, read_first, read_line, read_stamp

LOG = logging.getLogger("croupier.store")
PAGE = 2000

# Bytes that are no text are read all the same: somebody may have altered the file.
_LINE = {"sqlite": "CAST(line AS BLOB)", "postgresql": "line"}
_FACTS = text(
    "UPDATE journal SET act = :act, actor = :actor, person = :person, session = :session "
    "WHERE stream = :stream AND number = :number"
)


def fill(connection: Connection) -> None:
    for (stream,) in connection.execute(text("SELECT DISTINCT stream FROM journal ORDER BY stream")).all():
        if stream != HOUSE_STREAM:  # it has no acts
            _fill_journal(connection, stream)


def _fill_journal(connection: Connection, stream: str) -> None:
    game = ""
    for page in _pages(connection, stream):
        rows = []
        for number, line in page:
            if number == 0:
                game = _game_of(line)
            facts = _facts_in(game, line) if number else NO_FACTS
            if facts is not NO_FACTS:
                rows.append({"stream": stream, "number": number, **asdict(facts)})
        if rows:
            connection.execute(_FACTS, rows)
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


def _game_of(line: str) -> str:
    try:
        return read(read_first(line)[1]).header.game
    except (ValueError, Unreadable):
        return ""


def _facts_in(game: str, line: str) -> Facts:
    try:
        said = read_stamp(line)[0]
        return _facts_said(game, said) if said else NO_FACTS
    except ValueError:
        return NO_FACTS


@lru_cache(maxsize=4096)
def _facts_said(game: str, said: str) -> Facts:
    """People do the same again and again: what was read once is not read a second time."""
    return facts_of(read_line(game, said))
