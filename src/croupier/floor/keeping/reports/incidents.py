"""The incidents of a house between two moments, across its tables and tournaments."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping

from msgspec import Struct

from croupier.floor.store.house_lines import lines_of
from croupier.floor.store.port import Connection
from croupier.floor.tables.opening import player_ids, read_settings
from croupier.games.registry import GAMES
from croupier.record.house_journal.house_facts import HouseLine
from croupier.record.house_journal.incidents import (
    IncidentKind,
    NotedIncident,
    incident_acts,
    incident_of,
    noted_incident,
)
from croupier.record.journals.journal import HOUSE_STREAM, read_entry, stamp_of
from croupier.record.text.moments import utc
from croupier.record.text.notation import act_line

_BEFORE = "SELECT stream, max(last) FROM rounds WHERE time < ? GROUP BY stream"
_ENTRIES = f"""SELECT number, line, actor, person FROM journal
    WHERE stream = ? AND number > ? AND act IN ({", ".join("?" * len(incident_acts()))}) ORDER BY number"""  # noqa: S608
_FIRST = "SELECT stream, line FROM journal WHERE number = 0 AND stream <> ? ORDER BY stream"
_ROUNDS = "SELECT number, first, last FROM rounds WHERE stream = ? AND last > ? ORDER BY number"
_REASONS = "SELECT person, until, reason FROM exclusions WHERE reason <> ''"
LATE = "A wager after \N{LEFT DOUBLE QUOTATION MARK}No more bets\N{RIGHT DOUBLE QUOTATION MARK} was refused."
_SETTINGS = "SELECT settings FROM tables WHERE id = ?"


class Incident(Struct, frozen=True):
    """What went wrong, or was decided, as one entry of a journal says it."""

    stream: str
    """Whose journal has it: the table's, the tournament's, or `house`."""
    table: str
    """The table or tournament it happened at; empty for an exclusion."""
    number: int
    """The entry of that journal."""
    time: int
    kind: IncidentKind
    words: str
    """The entry itself, in the notation; of an exclusion, what was ordered."""
    reason: str
    clause: str
    actor: str
    """Who did it; empty for the house itself."""
    person: str
    """Whom it is about; empty where nobody alone is."""
    round: int | None
    """The round it was in, where that is over."""


def incidents_between(connection: Connection, since: int, until: int) -> list[Incident]:
    """The latest first, those of tables that are gone among them."""
    before = dict(connection.execute(_BEFORE, (since,)).fetchall())
    found = list(_noted(connection, since, until))
    for stream, first in connection.execute(_FIRST, (HOUSE_STREAM,)).fetchall():
        game = next((line.removeprefix("game ") for line in first.splitlines() if line.startswith("game ")), "")
        if game in GAMES:
            found += _of_stream(connection, stream, game, before.get(stream, -1))
    wanted = (each for each in found if since <= each.time < until)
    return sorted(wanted, key=lambda each: (-each.time, each.stream, -each.number))


def _of_stream(connection: Connection, stream: str, game: str, after: int) -> Iterator[Incident]:
    rows = connection.execute(_ENTRIES, (stream, after, *incident_acts())).fetchall()
    round_of = _rounds_of(connection, stream, after) if rows else {}
    for number, line, actor, person in rows:
        try:
            entry = read_entry(game, line)
        except ValueError:
            continue  # altered, perhaps: `verify` says so
        facts = None if entry.act is None else incident_of(game, entry.act)
        if facts is None or entry.act is None:
            continue
        words, time = act_line(game, entry.act), entry.stamp.time
        told = getattr(entry.act, "round", None) or _round_at(round_of, number)
        who = (actor or "", person or "")
        yield Incident(stream, stream, number, time, facts.kind, words, facts.reason, facts.clause, *who, told)


def _rounds_of(connection: Connection, stream: str, after: int) -> Mapping[int, tuple[int, int]]:
    """Number and first entry of each round, by its last entry, in order."""
    rows = connection.execute(_ROUNDS, (stream, after)).fetchall()
    return {last: (number, first) for number, first, last in rows}


def _round_at(rounds: Mapping[int, tuple[int, int]], entry: int) -> int | None:
    ends = list(rounds)
    place = bisect_left(ends, entry)
    if place == len(ends):
        return None
    number, first = rounds[ends[place]]
    return number if first <= entry else None


def _noted(connection: Connection, since: int, until: int) -> Iterator[Incident]:
    """What the house's journal has: exclusions, and what was refused before it came to a table's journal."""
    reasons = {(person, utc(end)): reason for person, end, reason in connection.execute(_REASONS, ()).fetchall()}
    found: list[tuple[int, int, NotedIncident]] = []
    for number, line in lines_of(connection, HouseLine.INCIDENT):
        stamp = stamp_of(line)
        noted = None if stamp is None else noted_incident(stamp.note)
        if stamp is not None and noted is not None and since <= stamp.time < until:
            found.append((number, stamp.time, noted))
    people = _people(connection, [noted for _, _, noted in found if noted.player])
    for number, time, noted in found:
        person = noted.person or people.get((noted.table, noted.player), "")
        reason = LATE if noted.kind is IncidentKind.LATE else reasons.get((noted.person, noted.until), "")
        what = (noted.kind, noted.words, reason, "")
        yield Incident(HOUSE_STREAM, noted.table, number, time, *what, noted.by, person, noted.round)


def _people(connection: Connection, noted: list[NotedIncident]) -> dict[tuple[str, str], str]:
    """Who stands behind the ids of tables, for staff to see."""
    players: dict[str, set[str]] = defaultdict(set)
    for each in noted:
        players[each.table].add(each.player)
    found: dict[tuple[str, str], str] = {}
    for table, wanted in players.items():
        for (words,) in connection.execute(_SETTINGS, (table,)).fetchall():
            ids = player_ids(table, read_settings(words))
            found |= {(table, player): person for player, person in ids.found(connection, table, wanted).items()}
    return found
