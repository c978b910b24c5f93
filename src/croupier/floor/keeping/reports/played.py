"""What was played between two moments, for the report: rounds with their dealers, and chips that were bought."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from msgspec import Struct

from croupier.floor.store.port import Connection
from croupier.games.people import is_house_player
from croupier.record.house_journal.house_register import HouseRegister
from croupier.record.journals.journal import HOUSE_STREAM, stamp_of
from croupier.record.journals.rounds import RoundPart
from croupier.report.house import Bought, RoundPlayed

_PARTS = (
    "SELECT round_parts.stream, round, rounds.time, person, round_parts.staked, round_parts.returned, settled"
    " FROM round_parts JOIN rounds ON rounds.stream = round_parts.stream AND rounds.number = round_parts.round"
    " WHERE rounds.time >= ? AND rounds.time < ? AND void = 0 ORDER BY round_parts.stream, round, person"
)
_STREAMS = "SELECT id FROM tables ORDER BY id"
_NAMES = "SELECT id, name FROM tables"
_BEFORE = "SELECT stream, max(last) FROM rounds WHERE time < ? GROUP BY stream"
_BOUGHT = (
    "SELECT line, person, amount FROM journal"
    " JOIN transfers ON transfers.stream = journal.stream AND transfers.number = journal.number"
    " WHERE journal.stream = ? AND journal.number > ? AND act = 'buy in' AND substr(debit, 1, 7) = 'wallet:'"
    " ORDER BY journal.number"
)
_PLAYED = "SELECT DISTINCT stream FROM round_parts WHERE time >= ? AND time < ?"
_SPANS = (
    "SELECT number, first, last, time FROM rounds"
    " WHERE stream = ? AND time >= ? AND time < ? AND void = 0 AND wagers > 0 ORDER BY number"
)
_HOUSE_LINES = "SELECT number, line FROM journal WHERE stream = ? ORDER BY number"


class DutyRoster:
    """Who dealt at which table when, as the house's journal has it."""

    def __init__(self, connection: Connection) -> None:
        self._times: dict[str, list[int]] = {}
        self._dealers: dict[str, list[str]] = {}
        register, known = HouseRegister(), dict[str, str]()
        for number, line in connection.execute(_HOUSE_LINES, (HOUSE_STREAM,)).fetchall():
            stamp = stamp_of(line)
            if stamp is None:
                continue
            register.follow(number, stamp.note)
            now = {table: recorded.value for table, recorded in register.duties.items()}
            for table in (known.keys() | now.keys()) if now != known else ():
                self._times.setdefault(table, []).append(stamp.time)
                self._dealers.setdefault(table, []).append(now.get(table, ""))
            known = now

    def dealer_at(self, table: str, time: int) -> str:
        place = bisect_right(self._times.get(table, []), time)
        return self._dealers[table][place - 1] if place else ""


def rounds_played(connection: Connection, since: int, until: int, roster: DutyRoster) -> Iterator[RoundPlayed]:
    rows = connection.execute(_PARTS, (since, until)).fetchall()
    for (stream, _round, time), parts in groupby(rows, key=itemgetter(0, 1, 2)):
        # House players stake the house's own money: what they lose is no win of the house.
        found = tuple(
            RoundPart(person, staked, returned, settled)
            for *_, person, staked, returned, settled in parts
            if not is_house_player(person)
        )
        yield RoundPlayed(stream, time, roster.dealer_at(stream, time), found)


def chips_bought(connection: Connection, since: int, until: int, roster: DutyRoster) -> Iterator[Bought]:
    # What lies before the end of an earlier round was bought earlier too.
    before = dict(connection.execute(_BEFORE, (since,)).fetchall())
    for (stream,) in connection.execute(_STREAMS, ()).fetchall():
        for line, person, cents in connection.execute(_BOUGHT, (stream, before.get(stream, -1))).fetchall():
            stamp = stamp_of(line)
            if stamp is not None and since <= stamp.time < until:
                yield Bought(stream, stamp.time, roster.dealer_at(stream, stamp.time), person or "", cents)


def table_names(connection: Connection) -> dict[str, str]:
    """What each table is called, or was before it was retired."""
    return dict(connection.execute(_NAMES, ()).fetchall())


def tables_played(connection: Connection, since: int, until: int) -> frozenset[str]:
    """Where somebody had a wager in a round that ended in this time."""
    return frozenset(stream for (stream,) in connection.execute(_PLAYED, (since, until)).fetchall())


class RoundSpan(Struct, frozen=True):
    """Which entries of its table a round was, and when it ended."""

    number: int
    first: int
    last: int
    time: int


def spans_played(connection: Connection, stream: str, since: int, until: int) -> list[RoundSpan]:
    return [RoundSpan(*row) for row in connection.execute(_SPANS, (stream, since, until)).fetchall()]
