"""The player's own last decisions in a tournament, read from the journals of its sessions that are over."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.keeping.reports.played import RoundSpan, spans_played
from croupier.floor.store.engines.sqlite_file import suspecting
from croupier.floor.store.port import Connection
from croupier.floor.store.statements import LARGEST, tail
from croupier.games.acts import Act
from croupier.games.journalled import Journalled
from croupier.games.tournament.session_table.session import GAME, SessionTable
from croupier.games.tournament.state import TournamentState
from croupier.record import read
from croupier.record.journals.journal import read_entry, read_first
from croupier.record.text.header import TOURNAMENT
from croupier.report.coach import CoachedDecision, SessionFollower

PAGE = 500


class SessionDecisions(Struct, frozen=True):
    """What the player decided at the end of one session."""

    session: int
    table: str
    is_final: bool
    """Whether it was about the first place, not about going on."""
    decisions: tuple[CoachedDecision, ...]
    spans: tuple[RoundSpan, ...]
    """The rounds of its table."""

    def round_of(self, made: CoachedDecision) -> int:
        """Which round of the table the decision was made in: void rounds are counted there, and not in the session."""
        return next((span.number for span in self.spans if span.first <= made.number <= span.last), 0)


async def decisions_of(
    casino: Casino, tournament: str, player: str, session: int | None = None
) -> tuple[SessionDecisions, ...]:
    """Of this player, under the id that the tournament's journals have, in all sessions that are over, or in one."""
    started = casino.tournaments.tables_of(tournament)
    tables = {number: table for number, table in sorted(started.items()) if session in (None, number)}

    def found(connection: Connection) -> tuple[SessionDecisions, ...]:
        contested = _contested(connection, tournament)
        read_sessions = (
            _of_session(connection, number, table, player, contested[number])
            for number, table in tables.items()
            if number in contested
        )
        return tuple(each for each in read_sessions if each is not None and each.decisions)

    return await casino.store.read(suspecting(found))


class _Contested(Struct, frozen=True):
    places: int
    is_final: bool


def _contested(connection: Connection, tournament: str) -> dict[int, _Contested]:
    """What each session was about when it began. The tournament's state forgets stages that are over."""
    found: dict[int, _Contested] = {}
    for _, state, _ in _played(connection, tournament, TOURNAMENT):
        known = state.known_as(TournamentState)
        begun = {session.number for session in known.sessions if session.begun}
        for contest in known.contests:
            for number in begun & set(contest.sessions):
                found.setdefault(number, _Contested(contest.places, known.is_final))
    return found


def _of_session(
    connection: Connection, session: int, table: str, player: str, contested: _Contested
) -> SessionDecisions | None:
    follower = SessionFollower(player, contested.places)
    made: list[CoachedDecision] = []
    is_over = False
    for number, state, act in _played(connection, table, GAME):
        before = state.known_as(SessionTable)
        decision = None if act is None else follower.decision_in(number, before, act)
        made += [] if decision is None else [decision]
        is_over = before.ended is not None
    if not is_over:
        return None
    spans = tuple(spans_played(connection, table, 0, LARGEST))
    return SessionDecisions(session, table, contested.is_final, tuple(made), spans)


def _played(connection: Connection, stream: str, game: str) -> Iterator[tuple[int, Journalled, Act | None]]:
    """Each entry's number and act with the state before it; last of all the state after the last one."""
    rows = tail(connection, stream, -1, 1)
    if not rows:
        return
    at, state = 0, read(read_first(rows[0].line)[1]).header.table()
    while rows := tail(connection, stream, at, PAGE):
        for row in rows:
            act = read_entry(game, row.line).act
            yield row.number, state, act
            state, at = state if act is None else state.play(act), row.number
    yield at + 1, state, None
