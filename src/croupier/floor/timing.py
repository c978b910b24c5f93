"""What time brings about at a table that deals itself: the end of a window, of a decision, of waiting for others."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from croupier.floor.place import Place
from croupier.games.acts import Act, Clock
from croupier.games.blackjack.acts import ChooseHand, CloseInsurance, Double, Split, StandForAbsent
from croupier.games.blackjack.deciding import NOBODY, decider
from croupier.games.blackjack.flow import CLOSE_INSURANCE, DECIDE, hand_in_turn
from croupier.games.blackjack.state import CALL, CARD, BlackjackTable
from croupier.games.steps import OPEN_TABLE


class Pace(Struct, frozen=True):
    """The time that a table gives its players."""

    decide: int = 25
    """Seconds for a decision, for insurance, and for others to follow a double or a split."""
    rest: int = 4
    """Seconds between the end of a round and the first wager of the next."""


def is_automated(state: Any) -> bool:
    """Whether the table deals itself; a live one waits for its dealer with every step."""
    return OPEN_TABLE in state.automation


def deadline(place: Place, pace: Pace) -> int | None:
    """When time will bring about the next act, if nobody acts before."""
    state = place.state
    if not is_automated(state):
        return None
    # Only at the call does the clock close anything: cards may still have to be made ready, with wagers lying there.
    if state.window_ends is not None and state.step == CALL:
        return place.began + int(state.window_ends)
    if waits_for_players(state):
        return place.since + (0 if _nobody_decides(state) else pace.decide)
    return None


def due(place: Place, pace: Pace, time: int) -> Act | None:
    """The act that time brings about now."""
    at = deadline(place, pace)
    if at is None or time < at:
        return None
    state = place.state
    if state.is_between_rounds:
        return Clock(place.clock_behind(time)) if place.clock_behind(time) > 0 else None
    if state.step == CLOSE_INSURANCE:
        return CloseInsurance()
    turn = hand_in_turn(state)
    return StandForAbsent(turn[0].number) if state.step == DECIDE and turn is not None else None


def draws_now(place: Place, pace: Pace, time: int) -> bool:
    """Whether the next outcome is to be drawn: one is due, and nobody may still follow a decision before it."""
    state = place.state
    if not is_automated(state) or not state.chance():
        return False
    return not _others_may_follow(state) or time >= place.since + pace.decide


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
    if not isinstance(state, BlackjackTable) or state.pending is None or state.step != CARD:
        return False
    follow = (Double, Split, ChooseHand)
    return any(offer.kind in follow for kind in follow for offer in state.handlers[kind].offers(state))
