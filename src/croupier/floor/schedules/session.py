"""How time comes to the table of a tournament's session, and what the house does there by itself (Division 7)."""

from __future__ import annotations

from typing import Any, cast

from croupier.floor.schedules.cash import CashSchedule, Pace, ScheduledHead, soonest
from croupier.games.acts import Act, ChangeLimits, Clock, RemoveHousePlayer, SeatHousePlayer, TakeUpEdition
from croupier.games.journalled import Journalled
from croupier.games.tournament.session_table.session import BEGIN, SessionTable
from croupier.games.tournament.session_table.table_acts import AllocateBoxes, Attendance, BeginSession

LATE = 5
"""Seconds by which the house may be late to the end of a player's time. Where it is later, it was itself away."""


class SessionSchedule(CashSchedule):
    """A tournament's table. The director, the boxes and the report are the tournament's to say."""

    own_acts = (Clock, TakeUpEdition, Attendance, AllocateBoxes, SeatHousePlayer, RemoveHousePlayer)
    hangs_on_time = (BeginSession, ChangeLimits)

    def turn(self, state: Journalled) -> Any:
        """Nobody's time runs while the director is away or holds the game (D7 5.1)."""
        table = state.known_as(SessionTable)
        return super().turn(state), table.director_present, table.is_paused

    def is_over(self, state: Journalled) -> bool:
        """The tally is in: the tournament names the hash of that entry, and no other comes after it."""
        return state.known_as(SessionTable).tally is not None

    def comes_with(self, _state: Journalled, _act: Act) -> Act | None:
        """A tournament ends under the edition of the rules in which it began."""
        return None

    def begins_time(self, before: Journalled, after: Journalled) -> bool:
        old, new = before.known_as(SessionTable), after.known_as(SessionTable)
        begins_turn = new.turn_ends is not None and new.turn_ends != old.turn_ends
        return begins_turn or new.session_ends != old.session_ends

    def deadline(self, head: ScheduledHead, pace: Pace) -> int | None:
        table = head.state.known_as(SessionTable)
        if table.tally is not None or table.is_held_up:
            return None
        return soonest(self._by_clock(head, pace), self.house_play_at(head))

    def _by_clock(self, head: ScheduledHead, pace: Pace) -> int | None:
        return soonest(
            self._session_ends(head), self._turn_ends(head), self._begins(head, pace), self._decided(head, pace)
        )

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
        if table.tally is not None or table.is_held_up:
            return None
        at = self._by_clock(head, pace)
        if at is None or time < at:
            return self.house_play(head, time)
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
