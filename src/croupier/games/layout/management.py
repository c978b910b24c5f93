"""What Division 1 leaves to the house, where wagers lie on a layout: limits, closing, and what was left lying."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.acts import ChangeLimits, CloseTable, HoldUnclaimed
from croupier.games.chips import with_purse
from croupier.games.general.exchange import EXCHANGES, without_idle_purses
from croupier.games.general.limits import LIMITS_CHANGES
from croupier.games.general.opening import OPENINGS
from croupier.games.layout.table import LayoutTable
from croupier.games.layout.wagering import unstaked, wager_range
from croupier.games.machine import Handlers
from croupier.games.offers import Choices, Offer
from croupier.games.people import Role
from croupier.games.position import Placed, Wagers
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite

WAITS_FOR_MOTION = 2
"""The edition since which closing waits for a spin under way (ruling R23)."""
CUTS_TO_MAXIMUM = 2
"""The edition since which what is over a new maximum goes back when the limits change (ruling R24)."""


# Limits that change under wagers that lie


def _after_change_limits(table: LayoutTable, act: ChangeLimits) -> LayoutTable:
    changed: LayoutTable = LIMITS_CHANGES[ChangeLimits].after(table, act)
    return _within_maximum(changed) if table.edition >= CUTS_TO_MAXIMUM else changed


def _within_maximum(table: LayoutTable) -> LayoutTable:
    for wager in table.wagers:
        if wager.stake > table.sign.limits(wager.position.kind).maximum:
            table = unstaked(table, wager, wager.stake - _most_that_stands(table, wager))
    return table


def _most_that_stands(table: LayoutTable, wager: Placed) -> int:
    """What its chips can make within the limits: nothing where they can make no such wager."""
    range_ = wager_range(table, wager.position.kind, table.purse_here(wager.player), wager.chips)
    return range_.highest if range_.lowest <= range_.highest else 0


# Closing


def _refuses_close(table: LayoutTable, act: CloseTable) -> Refusal | None:
    if table.is_open and table.is_in_motion and table.edition >= WAITS_FOR_MOTION:
        why = "A spin or roll is under way. Close the table when it is settled or void."
        return Refusal(Cite("D1 8", "R23"), "mid_round", why)
    return OPENINGS[CloseTable].refuses(table, act)


def _offers_close(table: LayoutTable) -> Iterator[Offer]:
    if _refuses_close(table, CloseTable()) is None:
        yield Offer(CloseTable, Role.OPERATOR, {})


# Wagers that somebody left lying (ruling R22)


def _left_lying(table: LayoutTable, player: str) -> Wagers:
    """The player's wagers that were left from an earlier round; one that is in play is played.

    While nobody has begun the next round all that lies there was left, though new limits may have cut it (ruling R24).
    """
    if not table.is_between_rounds or table.is_in_motion:
        return ()
    has_begun = not table.is_just_final and table.overturned is None
    earlier = {line.wager for line in table.settled} if has_begun else table.wagers
    return tuple(wager for wager in table.wagers if wager.player == player and wager in earlier)


def _refuses_hold(table: LayoutTable, act: HoldUnclaimed) -> Refusal | None:
    refusal = EXCHANGES[HoldUnclaimed].refuses(table, act)
    if refusal is not None and table.purse_if_any(act.player) is not None and _left_lying(table, act.player):
        return None
    return refusal


def _after_hold(table: LayoutTable, act: HoldUnclaimed) -> LayoutTable:
    """The wagers are lifted, which settles nothing, and go into keeping with all the chips of the purse.

    That begins no round: what may be ruled on or put right until then still may.
    """
    for wager in _left_lying(table, act.player):
        table = unstaked(table, wager)
    purse = table.purse_here(act.player)
    emptied = with_purse(table.general.purses, replace(purse, value=0, colour=0))
    overturned = None if table.overturned is None else table.overturned.without(act.player)
    held = replace(table, general=replace(table.general, purses=emptied), overturned=overturned)
    return without_idle_purses(held)


def _offers_hold(table: LayoutTable) -> Iterator[Offer]:
    left = tuple(player for player in table.players if _refuses_hold(table, HoldUnclaimed(player)) is None)
    if left:
        yield Offer(HoldUnclaimed, Role.OPERATOR, {"player": Choices(left)})


MANAGEMENT: Handlers = {
    ChangeLimits: LIMITS_CHANGES[ChangeLimits]._replace(after=_after_change_limits),
    CloseTable: OPENINGS[CloseTable]._replace(refuses=_refuses_close, offers=_offers_close),
    HoldUnclaimed: EXCHANGES[HoldUnclaimed]._replace(refuses=_refuses_hold, after=_after_hold, offers=_offers_hold),
}
