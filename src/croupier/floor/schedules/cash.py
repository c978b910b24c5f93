"""What time brings about at an automatic table: the end of a window, of a decision, of waiting for others.

A schedule is what the floor must know of a kind of journal beside its rules: which clock it has, whose turn it is, what
the house does there by itself. This is that of the cash tables, on which the others build.
"""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct

from croupier.games.acts import (
    Act,
    CallEarly,
    ChangeLimits,
    Clock,
    CloseTable,
    FreeSeat,
    OpenTable,
    PostClosing,
    PostLimits,
    TakeUpEdition,
)
from croupier.games.house_play import next_act
from croupier.games.journalled import Journalled
from croupier.games.people import is_house_player
from croupier.games.table import Table
from croupier.record.audits.audit_chain import LEAST_ROUND
from croupier.rulebook import EDITION


class Pace(Struct, frozen=True):
    """The time that a table gives its players."""

    decide: int = 25
    """Seconds for a decision, for insurance, and for others to follow a double or a split."""
    rest: int = 4
    """Seconds between the end of a round and the first wager of the next."""
    runs_itself: bool = False
    """Whether the house itself does at a tournament, and at its tables, whatever needs no judgement."""
    house_players: bool = False
    """Whether house players take the seats of a tournament that stay empty, so that it begins when it is full."""
    away: int = 300
    """Seconds after which the house frees the seat of a player with neither a wager nor a connection (B54)."""


THINKING = 1
"""Seconds that a house player takes for a decision, so that people can follow it."""


class ScheduledHead(Protocol):
    """What a schedule looks at: where a table's journal stands."""

    @property
    def state(self) -> Journalled: ...

    @property
    def time(self) -> int: ...

    @property
    def began(self) -> int: ...

    @property
    def since(self) -> int: ...

    @property
    def ended(self) -> int: ...

    @property
    def passed(self) -> dict[str, int]: ...

    @property
    def schedule(self) -> CashSchedule: ...


class CashSchedule:
    """How time comes to a cash table."""

    own_acts: tuple[type[Act], ...] = (Clock, TakeUpEdition, CallEarly, FreeSeat)
    """What the house alone does."""
    hangs_on_time: tuple[type[Act], ...] = (PostClosing, CloseTable, PostLimits, ChangeLimits)
    """Acts whose answer hangs on the table's clock."""

    def turn(self, state: Journalled) -> Any:
        """Whose turn it is, as a value that changes when the turn does."""
        return state.waiting.turn

    def is_over(self, _state: Journalled) -> bool:
        """Whether nothing more may be written: whoever relies on the last entry relies on its staying the last."""
        return False

    def comes_with(self, state: Journalled, act: Act) -> Act | None:
        """What the house does just before such an act: a table that opens takes up the newest edition of the rules."""
        is_older = state.edition < EDITION and isinstance(act, OpenTable)
        return TakeUpEdition(EDITION) if is_older else None

    # Its clock

    def behind(self, head: ScheduledHead, time: int) -> int:
        """By how many seconds the table's own clock is behind."""
        return time - head.began - head.state.clock

    def clock(self, head: ScheduledHead, time: int) -> Act:
        """What sets it right."""
        return Clock(self.behind(head, time))

    def begins_time(self, before: Journalled, after: Journalled) -> bool:
        """Whether a time begins that counts from the table's own clock, which then has to be right."""
        return self.announces(before, after) is not None

    def announces(self, before: Journalled, after: Journalled) -> int | None:
        """When the betting window ends that has just begun, by the table's clock."""
        ends: int | None = after.window_ends
        return ends if ends != before.window_ends else None

    # What it brings

    def deadline(self, head: ScheduledHead, pace: Pace) -> int | None:
        """When time will bring about the next act, if nobody acts before."""
        if not head.state.is_automated:
            return None
        return soonest(self._by_time(head, pace), self.house_play_at(head), self._window_passed_at(head))

    def _by_time(self, head: ScheduledHead, pace: Pace) -> int | None:
        state = head.state
        if state.closes_at is None:
            return self.decided_by(head, pace)
        at = head.began + state.closes_at
        return min(at, self._agreed_at(head)) if state.is_agreed else at

    def _window_passed_at(self, head: ScheduledHead) -> int | None:
        """When the table's clock has to show that nobody wagered for another window, as D1 6 counts it (B54)."""
        seconds = head.state.idle_window if isinstance(head.state, Table) else None
        return None if seconds is None else head.time + seconds

    def house_play_at(self, head: ScheduledHead) -> int | None:
        """When a house player acts, where one has something to do. Chips are put down at once, beside somebody's."""
        if next_act(head.state) is None:
            return None
        return head.time + (0 if head.state.closes_at is not None else THINKING)

    def _agreed_at(self, head: ScheduledHead) -> int:
        """When betting closes where everybody has asked to go on: at once, but no round is shorter than the floor."""
        return max(head.time, head.ended + LEAST_ROUND)

    def decided_by(self, head: ScheduledHead, pace: Pace) -> int | None:
        """When a decision that is awaited will be an absent player's."""
        waiting = head.state.waiting
        if not waiting.is_for_players:
            return None
        if waiting.is_for_nobody:
            return head.since
        at, awaited = head.since + pace.decide, self.may_pass(head.state)
        if head.state.waiting.may_pass and awaited <= head.passed.keys():
            return min(at, max((head.since, *(head.passed[each] for each in awaited))))
        return at

    def may_pass(self, state: Journalled) -> frozenset[str]:
        """Whom the house waits for only in case they ask for something. At a live table its dealer waits, or not."""
        if not state.is_automated:
            return frozenset()
        # House players ask for nothing.
        return frozenset(each for each in state.waiting.may_pass if not is_house_player(each))

    def due(self, head: ScheduledHead, pace: Pace, time: int) -> Act | None:
        """The act that time brings about now."""
        if not head.state.is_automated:
            return None
        if not head.state.is_between_rounds and (act := self.house_play(head, time)) is not None:
            return act
        at = self._by_time(head, pace)
        passed = self._window_passed_at(head)
        if passed is not None and time >= passed and self.behind(head, time) > 0:
            return self.clock(head, time)
        if at is None or time < at:
            # After the announced end nobody wagers any more, whoever they are.
            return self.house_play(head, time) if head.state.is_between_rounds else None
        if head.state.is_between_rounds:
            return self._closing(head, time)
        return head.state.waiting.for_absent()

    def house_play(self, head: ScheduledHead, time: int) -> Act | None:
        """What a house player does now."""
        at = self.house_play_at(head)
        return next_act(head.state) if at is not None and time >= at else None

    def _closing(self, head: ScheduledHead, time: int) -> Act | None:
        """The clock brings the announced end of betting; before it only the consent of all does."""
        state = head.state
        if state.is_agreed and state.closes_at is not None and time < head.began + state.closes_at:
            return CallEarly(state.known_as(Table).general.ready)
        return self.clock(head, time) if self.behind(head, time) > 0 else None

    def draws_now(self, head: ScheduledHead, pace: Pace, time: int) -> bool:
        """Whether the next outcome is to be drawn: one is due, and nobody may still follow a decision before it."""
        state = head.state
        if not state.is_automated or not state.chance():
            return False
        until = self.decided_by(head, pace) if state.waiting.may_follow else None
        return until is None or time >= until


def soonest(*times: int | None) -> int | None:
    return min((each for each in times if each is not None), default=None)


# Of whatever kind the journal is


def deadline(head: ScheduledHead, pace: Pace) -> int | None:
    """When time will bring about the next act, if nobody acts before."""
    return head.schedule.deadline(head, pace)


def due(head: ScheduledHead, pace: Pace, time: int) -> Act | None:
    """The act that time brings about now."""
    return head.schedule.due(head, pace, time)


def draws_now(head: ScheduledHead, pace: Pace, time: int) -> bool:
    """Whether the next outcome is to be drawn now."""
    return head.schedule.draws_now(head, pace, time)
