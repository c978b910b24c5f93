"""How time comes to a tournament and to its tables, and what the house does there by itself (Division 7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from croupier.floor.schedules.cash import CashSchedule, Pace, ScheduledHead
from croupier.games.acts import Act, ChangeLimits, Clock
from croupier.games.journalled import Journalled
from croupier.games.tournament.acts import (
    AcceptEntry,
    AlterStart,
    CancelTournament,
    DrawSeat,
    IssueAgain,
    NotifyApplicant,
    RefuseEntry,
    ReportSession,
    SetTables,
    SetTime,
    StartSession,
    WithdrawEntry,
)
from croupier.games.tournament.conditions import FEWEST_AT_TABLE, MOST_PLAYERS, tables_for
from croupier.games.tournament.session import BEGIN, SessionTable
from croupier.games.tournament.state import Phase, Status, TournamentState
from croupier.games.tournament.table_acts import AllocateBoxes, Attendance, BeginSession

LATE = 5
"""Seconds by which the house may be late to the end of a player's time. Where it is later, it was itself away."""
POSTPONED = 15 * 60
"""Seconds by which a tournament that runs itself, and that nobody has entered, begins later."""


class SessionSchedule(CashSchedule):
    """A tournament's table. The director, the boxes and the report are the tournament's to say."""

    own_acts = (Clock, Attendance, AllocateBoxes)
    hangs_on_time = (BeginSession, ChangeLimits)

    def turn(self, state: Journalled) -> Any:
        """Nobody's time runs while the director is away (D7 5.1)."""
        return super().turn(state), state.known_as(SessionTable).director_present

    def is_over(self, state: Journalled) -> bool:
        """The tally is in: the tournament names the hash of that entry, and no other comes after it."""
        return state.known_as(SessionTable).tally is not None

    def begins_time(self, before: Journalled, after: Journalled) -> bool:
        old, new = before.known_as(SessionTable), after.known_as(SessionTable)
        begins_turn = new.turn_ends is not None and new.turn_ends != old.turn_ends
        return begins_turn or new.session_ends != old.session_ends

    def deadline(self, head: ScheduledHead, pace: Pace) -> int | None:
        table = head.state.known_as(SessionTable)
        if table.tally is not None or table.is_held_up:
            return None
        found = (
            self._session_ends(head),
            self._turn_ends(head),
            self._begins(head, pace),
            self._decided(head, pace),
        )
        return min((each for each in found if each is not None), default=None)

    def _session_ends(self, head: ScheduledHead) -> int | None:
        table = head.state.known_as(SessionTable)
        is_ahead = table.is_playing and table.session_ends is not None and not table.is_time_up
        return head.began + cast("int", table.session_ends) if is_ahead else None

    def _turn_ends(self, head: ScheduledHead) -> int | None:
        """Also at a live table: the clock is the house's, whoever deals."""
        table = head.state.known_as(SessionTable)
        is_running = table.betting_is_open and table.turn_ends is not None
        return head.began + cast("int", table.turn_ends) if is_running else None

    def _begins(self, head: ScheduledHead, pace: Pace) -> int | None:
        """At once when all have taken their seats; else when they have had the time to."""
        table = head.state.known_as(SessionTable)
        if not pace.runs_itself or table.step != BEGIN or table.refuses(BeginSession()) is not None:
            return None
        return head.since + (0 if set(table.contenders) <= set(table.came) else pace.decide)

    def _decided(self, head: ScheduledHead, pace: Pace) -> int | None:
        return self.decided_by(head, pace) if head.state.is_automated else None

    def due(self, head: ScheduledHead, pace: Pace, time: int) -> Act | None:
        table = head.state.known_as(SessionTable)
        at = self.deadline(head, pace)
        if at is None or time < at:
            return None
        if at == self._session_ends(head):
            return self.clock(head, time)
        if table.is_playing and time > at + LATE:
            # The house was away and not the player: play was held up, and whoever is in turn gets the time anew.
            return Attendance(present=False)
        if at == self._turn_ends(head):
            return self.clock(head, time)
        return BeginSession() if table.step == BEGIN else table.waiting.for_absent()

    def draws_now(self, head: ScheduledHead, pace: Pace, time: int) -> bool:
        """Time that is up comes before a card: no round begins after the end of the session (D7 6.2, ruling T22)."""
        return super().draws_now(head, pace, time) and self.due(head, pace, time) is None


class TournamentSchedule(CashSchedule):
    """A tournament: a draw of seats is its round, and its clock the time of day."""

    own_acts = (SetTime, ReportSession, DrawSeat)
    hangs_on_time = (AlterStart, WithdrawEntry, StartSession)

    def turn(self, state: Journalled) -> Any:
        return state.is_between_rounds

    def behind(self, head: ScheduledHead, time: int) -> int:
        return time - head.state.clock

    def clock(self, _head: ScheduledHead, time: int) -> Act:
        return SetTime(time)

    def begins_time(self, _before: Journalled, _after: Journalled) -> bool:
        return False

    def announces(self, _before: Journalled, _after: Journalled) -> int | None:
        return None

    def deadline(self, head: ScheduledHead, pace: Pace) -> int | None:
        state = head.state.known_as(TournamentState)
        if state.draws:
            return head.since + _seconds_to_place(pace)
        if not pace.runs_itself:
            return None
        at = state.starts if state.entries_are_open and next(_with_applicants(state), None) is None else None
        if at is not None:
            return max(at, head.time)
        return head.time if self.due(head, pace, head.time) is not None else None

    def due(self, head: ScheduledHead, pace: Pace, time: int) -> Act | None:
        state = head.state.known_as(TournamentState)
        if not pace.runs_itself or state.draws:
            return None
        return next((act for act in _by_itself(state, time) if state.refuses(act) is None), None)

    def draws_now(self, head: ScheduledHead, pace: Pace, time: int) -> bool:
        return bool(head.state.known_as(TournamentState).draws) and time >= head.since + _seconds_to_place(pace)


def _seconds_to_place(pace: Pace) -> int:
    """Where a director is, the operator may seat players before the others are drawn (D7 3.3(c)(ii))."""
    return 0 if pace.runs_itself else pace.decide


# What a tournament that runs itself needs no judgement for


def _by_itself(state: TournamentState, time: int) -> Iterator[Act]:
    if state.entries_are_open:
        yield from _with_applicants(state)
        yield from _at_start(state, time)
    elif state.awaits_tables:
        yield SetTables(tables_for(len(state.players), state.conditions.seats))
    elif state.phase is Phase.PLAY:
        yield from _in_play(state)


def _with_applicants(state: TournamentState) -> Iterator[Act]:
    """Each is told the conditions, and accepted when the fee is paid; or refused, when all places are taken."""
    conditions = state.conditions
    is_full = len(state.players) >= (conditions.most or MOST_PLAYERS)
    for entry in state.entries:
        if entry.status is not Status.APPLICANT:
            continue
        if not entry.notified:
            yield NotifyApplicant(entry.player)
        elif entry.paid >= (conditions.entry_fee or 0):
            player = entry.player
            yield RefuseEntry(player, "the tournament has all its players") if is_full else AcceptEntry(player)


def _at_start(state: TournamentState, time: int) -> Iterator[Act]:
    if state.starts is None or time < state.starts:
        return
    if state.now < state.starts:
        yield SetTime(time)
    elif len(state.players) >= max(state.conditions.fewest or 0, FEWEST_AT_TABLE):
        yield SetTables(tables_for(len(state.players), state.conditions.seats))
    elif state.engaged:
        yield CancelTournament("too few players by the start")
    else:
        # Nobody is there to be told, and nothing to be given back: it simply begins later (D7 3.8).
        yield AlterStart(time + max(state.conditions.notice_seconds, POSTPONED))


def _in_play(state: TournamentState) -> Iterator[Act]:
    for contest in state.contests:
        if contest.reissue:
            yield IssueAgain(contest.sessions[0], state.conditions.chips or 0)
    waiting = [session.number for session in state.sessions if session.is_waiting and all(session.seats)]
    if waiting and not state.director_present:
        yield Attendance(present=True)
    yield from (StartSession(number) for number in waiting)
