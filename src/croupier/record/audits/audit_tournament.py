"""Whether a tournament and its tables tell the same story: each is audited by itself, and then the one by the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from croupier.games.journalled import Journalled
from croupier.games.people import HousePlayer
from croupier.games.sign import Sign
from croupier.games.tournament.acts import ReportSession, StartSession
from croupier.games.tournament.game import Tournament
from croupier.games.tournament.session_table.session import SessionTable
from croupier.games.tournament.session_table.terms import SessionOptions
from croupier.games.tournament.tally import Tally
from croupier.record.text.codecs import NAME

_DIRECTED, _RUNS_ITSELF = "directed", "runs itself"
_OF_TOURNAMENT = re.compile(rf"(?:{_DIRECTED}|{_RUNS_ITSELF}), tables (?P<kind>.+)")
_OF_TABLE = re.compile(
    rf"(?P<kind>.+) of (?P<tournament>{NAME}) session (?P<session>[0-9]{{1,9}}) started (?P<started>[0-9]{{1,18}})"
)


def tournament_note(kind: str, *, runs_itself: bool) -> str:
    """What stands on the first entry of a tournament: who conducts it, and what kind of tables it has."""
    return f"{_RUNS_ITSELF if runs_itself else _DIRECTED}, tables {kind}"


def table_note(kind: str, tournament: str, session: int, started: int) -> str:
    """What stands on the first entry of a session's table: its kind, and which entry of the tournament started it."""
    return f"{kind} of {tournament} session {session} started {started}"


def is_tournament_note(note: str) -> bool:
    return _OF_TOURNAMENT.fullmatch(note) is not None


class Unjoined(Struct, frozen=True):
    """Where the two do not agree."""

    stream: str
    number: int
    why: str


class _Started(Struct, frozen=True):
    session: int
    sign: Sign
    options: SessionOptions
    seats: tuple[str, ...]
    kind: str
    house_players: tuple[HousePlayer, ...]


class _Reported(Struct, frozen=True):
    tournament: str
    number: int
    session: int
    started: int
    tally: Tally
    record: str


class _Played(Struct, frozen=True):
    stream: str
    kind: str
    tournament: str
    session: int
    started: int
    sign: Sign
    terms: SessionOptions
    seats: tuple[str, ...]
    house_players: tuple[HousePlayer, ...]
    tally: Tally | None
    last: int
    hash: str


class Joints:
    """What every journal of a house says about sessions, to be compared when all of them have been read."""

    def __init__(self) -> None:
        self._started: dict[tuple[str, int], _Started] = {}
        self._latest: dict[tuple[str, int], int] = {}
        self._reported: list[_Reported] = []
        self._played: dict[tuple[str, int], _Played] = {}
        self._odd: list[Unjoined] = []

    def follow(self, stream: str, note: str, number: int, act: Any, state: Journalled | None) -> None:
        """One entry of a tournament, and the state after it."""
        if isinstance(act, StartSession) and isinstance(state, Tournament):
            found, seats = _OF_TOURNAMENT.fullmatch(note), state.session_here(act.session).seats
            self._latest[stream, act.session] = number
            self._started[stream, number] = _Started(
                session=act.session,
                sign=state.sign_of(act.session),
                options=state.session_options(act.session),
                seats=seats,
                kind=found["kind"] if found else "",
                house_players=tuple(each for each in state.house_players if each.player in seats),
            )
        elif isinstance(act, ReportSession):
            started = self._latest.get((stream, act.session), 0)
            self._reported.append(_Reported(stream, number, act.session, started, act.tally, act.record))

    def end(self, stream: str, note: str, header: Any, state: Journalled | None, last: int, hash: str) -> None:  # noqa: PLR0917
        """The whole journal of a table has been read."""
        if not isinstance(state, SessionTable):
            return
        found = _OF_TABLE.fullmatch(note)
        if found is None:
            self._odd.append(Unjoined(stream, 0, "a tournament's table, and it does not say of which session"))
            return
        tournament, started = found["tournament"], int(found["started"])
        if (tournament, started) in self._played:
            other = self._played[tournament, started].stream
            self._odd.append(Unjoined(stream, 0, f"{other} is the table of that session already"))
            return
        self._played[tournament, started] = _Played(
            stream=stream,
            kind=found["kind"],
            tournament=tournament,
            session=int(found["session"]),
            started=started,
            sign=header.sign,
            terms=header.options,
            seats=state.seats,
            house_players=state.general.house_players,
            tally=state.tally,
            last=last,
            hash=hash,
        )

    def breaches(self) -> Iterator[Unjoined]:
        yield from self._odd
        for place in sorted(self._played):
            yield from self._of_table(self._played[place])
        for report in self._reported:
            yield from self._of_report(report)

    def _of_table(self, table: _Played) -> Iterator[Unjoined]:
        start = self._started.get((table.tournament, table.started))
        if start is None or start.session != table.session:
            why = f"entry {table.started} of {table.tournament} does not start session {table.session}"
            yield Unjoined(table.stream, 0, why)
        elif (table.kind, table.sign, table.terms) != (start.kind, start.sign, start.options):
            why = f"it is not opened on the terms that {table.tournament} has for session {table.session}"
            yield Unjoined(table.stream, 0, why)
        elif any(table.seats) and tuple(each for each in table.seats if each) != start.seats:
            why = f"its boxes are not allocated as {table.tournament} has seated session {table.session}"
            yield Unjoined(table.stream, table.last, why)

        elif table.tally is not None and table.house_players != start.house_players:
            why = f"its house players are not those of {table.tournament} in session {table.session}"
            yield Unjoined(table.stream, table.last, why)

    def _of_report(self, report: _Reported) -> Iterator[Unjoined]:
        table = self._played.get((report.tournament, report.started))
        if table is None:
            why = f"session {report.session} is reported, but its table is missing"
        elif table.tally != report.tally:
            why = f"its tally differs from the one that {table.stream} counted"
        elif table.hash != report.record:
            why = f"the record that it names is not the last entry of {table.stream}"
        else:
            return
        yield Unjoined(report.tournament, report.number, why)
