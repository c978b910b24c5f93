"""What time brings about at a table that deals itself: the end of a window, of a decision, of waiting for others.

A schedule is what the floor must know of a kind of journal beside its rules: which clock it has, whose turn it is, what
the house does there by itself. This is that of the cash tables, on which the others build.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from msgspec import Struct

from croupier.games.acts import (
    Act,
    BuyIn,
    CashOut,
    ChangeLimits,
    Clock,
    CloseTable,
    HandIn,
    PostClosing,
    PostLimits,
)
from croupier.games.blackjack.acts import (
    ChooseHand,
    CloseInsurance,
    DeclineCut,
    Double,
    LeaveSeat,
    Split,
    StandForAbsent,
)
from croupier.games.blackjack.deciding import NOBODY, decider
from croupier.games.blackjack.flow import CLOSE_INSURANCE, DECIDE, hand_in_turn
from croupier.games.blackjack.state import BOX, CALL, CARD, BlackjackTable
from croupier.games.offers import Choices
from croupier.games.steps import OPEN_TABLE
from croupier.games.wagers import Withdraw

LEAVES = (CashOut, HandIn, Withdraw, LeaveSeat, DeclineCut)
"""What somebody who may not play may still do at a table where betting is open: take up what is his, and go."""


class Pace(Struct, frozen=True):
    """The time that a table gives its players."""

    decide: int = 25
    """Seconds for a decision, for insurance, and for others to follow a double or a split."""
    rest: int = 4
    """Seconds between the end of a round and the first wager of the next."""
    runs_itself: bool = False
    """Whether the house itself does at a tournament, and at its tables, whatever needs no judgement."""


class ScheduledHead(Protocol):
    """What a schedule looks at: where a table's journal stands."""

    @property
    def state(self) -> Any: ...

    @property
    def time(self) -> int: ...

    @property
    def began(self) -> int: ...

    @property
    def since(self) -> int: ...

    @property
    def passed(self) -> dict[str, int]: ...

    @property
    def schedule(self) -> CashSchedule: ...


class CashSchedule:
    """How time comes to a cash table."""

    own_acts: tuple[type[Act], ...] = (Clock,)
    """What the house alone does."""
    hangs_on_time: tuple[type[Act], ...] = (PostClosing, CloseTable, PostLimits, ChangeLimits)
    """Acts whose answer hangs on the table's clock."""

    def is_automated(self, state: Any) -> bool:
        """Whether the table deals itself; a live one waits for its dealer with every step."""
        return OPEN_TABLE in state.automation

    def turn(self, state: Any) -> Any:
        """Whose turn it is, as a value that changes when the turn does."""
        if not isinstance(state, BlackjackTable) or state.is_between_rounds:
            return state.step
        now = hand_in_turn(state)
        return state.step, state.pending, None if now is None else (now[0].number, now[1].id, len(now[1].cards))

    def is_over(self, _state: Any) -> bool:
        """Whether nothing more may be written: whoever relies on the last entry relies on its staying the last."""
        return False

    def begins_play(self, state: Any, act: Act) -> bool:
        """Whether the act begins or adds to play, rather than ending what an open round has begun."""
        return isinstance(act, BuyIn) or (bool(state.is_between_rounds) and not isinstance(act, LEAVES))

    # Its clock

    def behind(self, head: ScheduledHead, time: int) -> int:
        """By how many seconds the table's own clock is behind."""
        return time - head.began - int(head.state.clock)

    def clock(self, head: ScheduledHead, time: int) -> Act:
        """What sets it right."""
        return Clock(self.behind(head, time))

    def begins_time(self, before: Any, after: Any) -> bool:
        """Whether a time begins that counts from the table's own clock, which then has to be right."""
        return self.announces(before, after) is not None

    def announces(self, before: Any, after: Any) -> int | None:
        """When the betting window ends that has just begun, by the table's clock."""
        ends: int | None = after.window_ends
        return ends if ends != before.window_ends else None

    # What it brings

    def deadline(self, head: ScheduledHead, pace: Pace) -> int | None:
        """When time will bring about the next act, if nobody acts before."""
        state = head.state
        if not self.is_automated(state):
            return None
        # Only at the call does the clock close anything: cards may still have to be made ready, with wagers there.
        if state.window_ends is not None and state.step == CALL:
            return head.began + int(state.window_ends)
        return self.decided_by(head, pace)

    def decided_by(self, head: ScheduledHead, pace: Pace) -> int | None:
        """When a decision that is awaited will be an absent player's."""
        if not waits_for_players(head.state):
            return None
        if _nobody_decides(head.state):
            return head.since
        at, awaited = head.since + pace.decide, self.may_pass(head.state)
        if awaited and awaited <= head.passed.keys():
            return min(at, max(head.since, *(head.passed[each] for each in awaited)))
        return at

    def may_pass(self, state: Any) -> frozenset[str]:
        """Whom the table waits for only in case they ask for something, so that it may go on when all let it pass:
        at insurance, and where a double or a split may be followed. On a hand one decides by an act."""
        if not self.is_automated(state) or not isinstance(state, BlackjackTable) or state.is_between_rounds:
            return frozenset()
        if state.step == CLOSE_INSURANCE:
            return frozenset(stake.player for box in state.boxes for stake in box.stakes if stake.kind == BOX)
        return frozenset(_followers(state))

    def due(self, head: ScheduledHead, pace: Pace, time: int) -> Act | None:
        """The act that time brings about now."""
        at = self.deadline(head, pace)
        if at is None or time < at:
            return None
        if head.state.is_between_rounds:
            return self.clock(head, time) if self.behind(head, time) > 0 else None
        return for_absent(head.state)

    def draws_now(self, head: ScheduledHead, pace: Pace, time: int) -> bool:
        """Whether the next outcome is to be drawn: one is due, and nobody may still follow a decision before it."""
        state = head.state
        if not self.is_automated(state) or not state.chance():
            return False
        until = self.decided_by(head, pace) if _others_may_follow(state) else None
        return until is None or time >= until


def for_absent(state: BlackjackTable) -> Act | None:
    """What is done where somebody has not decided in time."""
    if state.step == CLOSE_INSURANCE:
        return CloseInsurance()
    turn = hand_in_turn(state)
    return StandForAbsent(turn[0].number) if state.step == DECIDE and turn is not None else None


def waits_for_players(state: Any) -> bool:
    """Whether an open round waits for somebody's decision."""
    if not isinstance(state, BlackjackTable) or state.is_between_rounds:
        return False
    return state.step in (DECIDE, CLOSE_INSURANCE) or _others_may_follow(state)


def _nobody_decides(state: BlackjackTable) -> bool:
    turn = hand_in_turn(state)
    return state.step == DECIDE and turn is not None and decider(state, turn[0]) == NOBODY


def _others_may_follow(state: Any) -> bool:
    """Whether another bettor on a box may still join a double or a split, which ends with the next card (D2 14.3)."""
    return isinstance(state, BlackjackTable) and next(_followers(state), None) is not None


def _followers(state: BlackjackTable) -> Iterator[str]:
    if state.pending is None or state.step != CARD:
        return
    follow = (Double, Split, ChooseHand)
    for kind in follow:
        for offer in state.handlers[kind].offers(state):
            player = offer.fields["player"]
            if offer.kind in follow and isinstance(player, Choices):
                yield from player.values


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
