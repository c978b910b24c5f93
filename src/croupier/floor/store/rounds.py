"""Rounds that are over, asked for by index: the latest of a table, one by its number, the latest of a person."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from croupier.floor.store.port import Connection
from croupier.floor.store.statements import LARGEST
from croupier.record.journals.rounds import EndedRound, RoundPart

_COLUMNS = "number, first, last, time, result, void, wagers, staked, returned, seal, reveal"
_LATEST = f"SELECT {_COLUMNS} FROM rounds WHERE stream = ? AND number < ? AND last <= ? ORDER BY number DESC LIMIT ?"  # noqa: S608
_RESULTS = (
    "SELECT result FROM rounds WHERE stream = ? AND last <= ? AND void = 0 AND result <> '' "
    "ORDER BY number DESC LIMIT ?"
)
_ONE = f"SELECT {_COLUMNS} FROM rounds WHERE stream = ? AND number = ? AND last <= ?"  # noqa: S608
_COUNT = "SELECT count(*) FROM rounds WHERE stream = ? AND last <= ?"
_SPANS = "SELECT number, first, last FROM rounds WHERE stream = ? AND last >= ? AND first <= ? ORDER BY last"
_OF_PERSON = (
    "SELECT round_parts.stream, round_parts.staked, round_parts.returned, settled, number, first, rounds.last, "
    "rounds.time, result, void, wagers, rounds.staked, rounds.returned, seal, reveal "
    "FROM round_parts JOIN rounds ON rounds.stream = round_parts.stream AND rounds.number = round_parts.round "
    "WHERE person = ? AND (round_parts.time, round_parts.last, round_parts.stream) < (?, ?, ?) "
    "ORDER BY round_parts.time DESC, round_parts.last DESC, round_parts.stream DESC LIMIT ?"
)


class PersonsRound(Struct, frozen=True):
    """A round in which a person had a wager, with that person's part alone."""

    stream: str
    round: EndedRound


def latest_rounds(
    connection: Connection, stream: str, until: int, most: int, before: int = LARGEST
) -> list[EndedRound]:
    """The newest first: those that were over with entry `until`, and are of a number below `before`."""
    return [_round(*row) for row in connection.execute(_LATEST, (stream, before, until, most)).fetchall()]


def latest_results(connection: Connection, stream: str, until: int, most: int) -> list[str]:
    """What came, the newest first; void rounds had no result."""
    return [result for (result,) in connection.execute(_RESULTS, (stream, until, most)).fetchall()]


def round_called(connection: Connection, stream: str, number: int, until: int) -> EndedRound | None:
    row = connection.execute(_ONE, (stream, number, until)).fetchone()
    return None if row is None else _round(*row)


def count_rounds(connection: Connection, stream: str, until: int) -> int:
    return int(connection.execute(_COUNT, (stream, until)).fetchone()[0])


def spans_between(connection: Connection, stream: str, first: int, last: int) -> list[tuple[int, int, int]]:
    """Number, first and last entry of every round that has an entry between those two."""
    return connection.execute(_SPANS, (stream, first, last)).fetchall()


def rounds_of(connection: Connection, person: str, page: int) -> Iterator[PersonsRound]:
    """A person's rounds at all tables, the newest first, read a page at a time as they are asked for."""
    after: tuple[int, int, str] = (LARGEST, LARGEST, "")
    while rows := connection.execute(_OF_PERSON, (person, *after, page)).fetchall():
        for stream, staked, returned, settled, *columns in rows:
            ended = _round(*columns, part=RoundPart(person, staked, returned, settled))
            yield PersonsRound(stream, ended)
            after = (ended.time, ended.last, stream)
        if len(rows) < page:
            return


def _round(  # noqa: PLR0917  a row
    number: int,
    first: int,
    last: int,
    time: int,
    result: str,
    void: int,
    wagers: int,
    staked: int,
    returned: int,
    seal: str,
    reveal: str,
    *,
    part: RoundPart | None = None,
) -> EndedRound:
    return EndedRound(
        number=number,
        first=first,
        last=last,
        time=time,
        result=result,
        is_void=bool(void),
        wagers=wagers,
        staked=staked,
        returned=returned,
        seal=seal,
        reveal=reveal,
        parts=() if part is None else (part,),
    )
