"""A tournament: Division 7, beside its tables, joined to them by acts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from croupier.games.acts import Act, OperatorsAct
from croupier.games.machine import Awaited, Handlers
from croupier.games.people import Role
from croupier.games.refusal import Refusal, Refused
from croupier.games.tournament.acts import ReportSession, SetTables
from croupier.games.tournament.clauses import CLAUSES
from croupier.games.tournament.conditions import (
    FEWEST_AT_TABLE,
    Conditions,
    refuses_conditions,
    tables_for,
)
from croupier.games.tournament.entry import ENTRY
from croupier.games.tournament.progress.recounting import RECOUNTING
from croupier.games.tournament.progress.sessions import SESSIONS
from croupier.games.tournament.progress.stages import STAGES, chance
from croupier.games.tournament.session_table.house_players import ENTERING_HOUSE_PLAYERS
from croupier.games.tournament.session_table.table import Division7Table, open_session
from croupier.games.tournament.session_table.table_acts import AllocateBoxes, Attendance
from croupier.games.tournament.session_table.terms import SessionOptions
from croupier.games.tournament.state import Phase, TournamentState
from croupier.rulebook import EDITION, Cite

HANDLERS: Handlers = {**ENTRY, **ENTERING_HOUSE_PLAYERS, **STAGES, **SESSIONS, **RECOUNTING}


class Tournament(TournamentState, frozen=True, kw_only=True):
    """The tournament's own machine. Its tables run side by side, each with a record of its own."""

    @property
    def _handlers(self) -> Handlers:
        return HANDLERS

    @property
    def awaits(self) -> tuple[Awaited, ...]:
        if self.is_over:
            return ()
        if self.phase is Phase.DECIDED:
            return (Awaited("pay the prizes", Role.TOURNAMENT_DIRECTOR, Cite("D7 3.4", "T43")),)
        if self.draws:
            return (Awaited("draw the next seat", Role.TOURNAMENT_DIRECTOR, Cite("D7 5.2")),)
        if self.lots:
            return (Awaited("draw the next lot", Role.TOURNAMENT_DIRECTOR, Cite("D7 6.6", "T46")),)
        asked = [contest for contest in self.contests if contest.reissue]
        playing = [session for session in self.sessions if session.begun and session.tally is None]
        waiting = [session for session in self.sessions if session.is_waiting]
        awaited: list[Awaited] = []
        if self.takes_entries:
            awaited.append(Awaited("apply for entry", Role.PLAYER, Cite("D7 3.2")))
        if self.players and self.refuses(SetTables(tables_for(len(self.players), self.conditions.seats))) is None:
            awaited.append(Awaited("set the tables of the next stage", Role.OPERATOR, Cite("D7 3.3(c)(i)")))
        if asked:
            awaited.append(Awaited("issue new chips or decline to", Role.OPERATOR, Cite("D7 4.8(a)")))
        if waiting:
            awaited.append(Awaited("start the session", Role.TOURNAMENT_DIRECTOR, Cite("D7 5.1")))
        if playing:
            awaited.append(Awaited("report the tally", Role.TOURNAMENT_DIRECTOR, Cite("D7 6.4")))
        return tuple(awaited)

    def refuses(self, act: object) -> Refusal | None:
        """What is the operator's alone is refused of anybody else by the clause that gives it to the operator."""
        refusal = super().refuses(act)
        if refusal is None or refusal.code != "not_your_act" or not isinstance(act, OperatorsAct):
            return refusal
        is_only_theirs = self._handlers[type(act)].roles == (Role.OPERATOR,)
        return replace(refusal, rule=CLAUSES.get(type(act), refusal.rule)) if is_only_theirs else refusal

    def chance(self) -> Mapping[Act, Fraction]:
        """Whose the next seat is, where one is being drawn for."""
        return chance(self)

    def session_options(self, number: int) -> SessionOptions:
        """What the table of that session is opened with."""
        session = self.session_here(number)
        conditions, options = self.conditions, self.conditions.options
        return SessionOptions(
            chips=session.chips,
            duration=self.duration_of(number),
            play_off=session.play_off or len(session.seats) < FEWEST_AT_TABLE,
            lowest_minimum=conditions.lowest_minimum,
            highest_maximum=conditions.highest_maximum,
            wager_seconds=conditions.wager_seconds,
            late_is_minimum=conditions.late_is_minimum,
            director_decides=conditions.director_decides,
            decks=options.decks,
            cutting_cards=options.cutting_cards,
            layout=options.layout,
            burn=options.burn,
            writing=options.writing,
        )

    def table(self, number: int, automation: Iterable[str] | None = None) -> Division7Table:
        """The table of a session that was started, with its players at their boxes and their chips before them."""
        opened = open_session(
            self.sign_of(number), self.session_options(number), automation, None, (), edition=self.edition
        )
        return opened if not opened.general.is_open else opened.play(*self.opening_acts(number))

    def opening_acts(self, number: int) -> tuple[Act, ...]:
        """What the tournament tells the table of a session: the director is there, and who plays at which box."""
        return Attendance(present=True), AllocateBoxes(self.session_here(number).seats)


def report_of(number: int, table: Division7Table, record: str = "") -> ReportSession:
    """What the table of a session tells the tournament when the chips are counted."""
    if table.tally is None:
        raise LookupError(number)
    return ReportSession(number, table.tally, record)


def open_tournament(conditions: Conditions, edition: int = EDITION) -> Tournament:
    """A tournament before anybody applied; raises `Refused` where the conditions contradict the rules."""
    refusal = refuses_conditions(conditions)
    if refusal is not None:
        raise Refused(refusal)
    return Tournament(conditions=conditions, starts=conditions.starts, edition=edition)
