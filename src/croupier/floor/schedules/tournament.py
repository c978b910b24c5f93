"""How time comes to a tournament, and what the house does there by itself (Division 7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from croupier.floor.schedules.cash import CashSchedule, Pace, ScheduledHead
from croupier.games.acts import Act, RemoveHousePlayer, SeatHousePlayer
from croupier.games.journalled import Journalled
from croupier.games.people import HOUSE_PLAYER
from croupier.games.tournament.acts import (
    AcceptEntry,
    AlterStart,
    CancelTournament,
    ConsentToRefund,
    DrawLot,
    DrawSeat,
    IssueAgain,
    NotifyApplicant,
    PayPrizes,
    RefuseEntry,
    ReportSession,
    SetTables,
    SetTime,
    StartSession,
    WithdrawEntry,
)
from croupier.games.tournament.conditions import FEWEST_AT_TABLE, MOST_PLAYERS, tables_for
from croupier.games.tournament.session_table.house_players import STRATEGIES
from croupier.games.tournament.session_table.table_acts import Attendance
from croupier.games.tournament.state import Phase, Status, TournamentState

PEOPLE_FIRST = 10
"""Seconds that a tournament waits for more people before house players take the other seats."""
POSTPONED = 15 * 60
"""Seconds by which a tournament that runs itself, and that nobody has entered, begins later."""


class TournamentSchedule(CashSchedule):
    """A tournament: a draw of seats is its round, and its clock the time of day."""

    own_acts = (SetTime, ReportSession, DrawSeat, DrawLot)
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
        if state.is_drawing:
            return head.since + _seconds_to_place(pace)
        if not pace.runs_itself:
            return None
        if pace.house_players and (at := filled_at(state, head.time)) is not None:
            return at
        at = state.starts if state.entries_are_open and next(_with_applicants(state), None) is None else None
        if at is not None:
            return max(at, head.time)
        return head.time if self.due(head, pace, head.time) is not None else None

    def due(self, head: ScheduledHead, pace: Pace, time: int) -> Act | None:
        state = head.state.known_as(TournamentState)
        if not pace.runs_itself or state.is_drawing:
            return None
        if pace.house_players and (act := _next_filling(state, head.time, time)) is not None:
            return act
        return next((act for act in _by_itself(state, time) if state.refuses(act) is None), None)

    def draws_now(self, head: ScheduledHead, pace: Pace, time: int) -> bool:
        return head.state.known_as(TournamentState).is_drawing and time >= head.since + _seconds_to_place(pace)


# Where house players take the seats that stay empty


def filled_at(state: TournamentState, last: int) -> int | None:
    """When the next of them enters or leaves, or the start is moved to now that all are here."""
    is_waiting = state.entries_are_open and next(_with_applicants(state), None) is None
    if not is_waiting or _next_filling(state, last, last + PEOPLE_FIRST) is None:
        return None
    # Once one house player is in, nobody waits for more people.
    return last if state.house_players else last + PEOPLE_FIRST


def _next_filling(state: TournamentState, last: int, time: int) -> Act | None:
    """Only what the conditions still allow: the operator may have set others since it was opened."""
    return next((act for act in _filling(state, last, time) if state.refuses(act) is None), None)


def _filling(state: TournamentState, last: int, time: int) -> Iterator[Act]:
    """Some seconds after the last person came the other seats are taken; where no person is left, nobody plays."""
    if not state.entries_are_open or next(_with_applicants(state), None) is not None:
        return
    house = {each.player for each in state.house_players}
    if not set(state.players) - house:
        yield from map(RemoveHousePlayer, sorted(house))
    elif len(state.players) < _seats(state):
        if house or time >= last + PEOPLE_FIRST:
            yield _newcomer(state)
    elif state.starts is not None and state.starts > time:
        yield AlterStart(time)


def _seats(state: TournamentState) -> int:
    """With how many it begins."""
    return state.conditions.most or FEWEST_AT_TABLE


def _newcomer(state: TournamentState) -> Act:
    """Strategies in turn; a second player of the same strategy has a number."""
    for number in count(1):
        for strategy in STRATEGIES:
            name = f"{HOUSE_PLAYER}{strategy}{'' if number == 1 else f'-{number}'}"
            if state.entry(name) is None:
                return SeatHousePlayer(name, strategy)
    raise AssertionError("numbers do not end")


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
    elif state.phase is Phase.DECIDED:
        yield PayPrizes()


def _with_applicants(state: TournamentState) -> Iterator[Act]:
    """Each is told the conditions, and accepted when the fee is paid; or refused, when all places are taken."""
    yield from _fees_back(state)
    conditions = state.conditions
    is_full = len(state.players) >= (conditions.most or MOST_PLAYERS) or all_places_are_paid(state)
    for entry in state.entries:
        if entry.status is not Status.APPLICANT:
            continue
        if not entry.notified:
            yield NotifyApplicant(entry.player)
        elif entry.paid >= (conditions.entry_fee or 0):
            player = entry.player
            if not is_full:
                yield AcceptEntry(player)
            elif not conditions.waiting_list:
                yield RefuseEntry(player, "the tournament has all its players")


def all_places_are_paid(state: TournamentState) -> bool:
    """Whether the pool has as many fees as there are places, those of players who have gone included."""
    fee, most = state.conditions.entry_fee or 0, state.conditions.most or MOST_PLAYERS
    return fee > 0 and state.pool - state.contributed >= most * fee


def _fees_back(state: TournamentState) -> Iterator[Act]:
    """Who withdraws before play gets the fee back (D7 3.5(a)(ii)): guests could feed the pool with play money."""
    for entry in state.entries:
        refund = ConsentToRefund(entry.player)
        if entry.status is Status.WITHDRAWN and state.refuses(refund) is None:
            yield refund


def _at_start(state: TournamentState, time: int) -> Iterator[Act]:
    if state.starts is None or time < state.starts:
        return
    if state.now < state.starts:
        yield SetTime(time)
    elif len(state.players) >= max(state.conditions.fewest or 0, FEWEST_AT_TABLE):
        yield SetTables(tables_for(len(state.players), state.conditions.seats))
        # Refused where the operator's own cap leaves no way to seat so many (D7 5.4, ruling T45).
        yield CancelTournament("so many cannot be seated at its tables")
    elif state.engaged:
        yield CancelTournament("too few players by the start")
    else:
        # Nobody is there to be told, and nothing to be given back: it simply begins later (D7 3.8).
        yield AlterStart(time + max(state.conditions.notice_seconds, POSTPONED))


def _in_play(state: TournamentState) -> Iterator[Act]:
    for contest in state.contests:
        if contest.reissue:
            yield IssueAgain(contest.sessions[0], state.stage_chips)
    waiting = [session.number for session in state.sessions if session.is_waiting and all(session.seats)]
    if waiting and not state.director_present:
        yield Attendance(present=True)
    yield from (StartSession(number) for number in waiting)
