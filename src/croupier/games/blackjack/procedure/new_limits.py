"""Limits that change while wagers lie on the boxes: they bind the round to come (D1 9.3, ruling R24)."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.acts import ChangeLimits
from croupier.games.blackjack.boxes import BOX, Box
from croupier.games.blackjack.procedure.betting import BETTING
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.general.limits import LIMITS_CHANGES
from croupier.games.machine import Handlers
from croupier.games.position import Position
from croupier.games.wagers import Withdraw

BIND_WHAT_LIES = 2
"""The edition since which new limits bind wagers that lie on the boxes (ruling R24)."""


def _after_change_limits(table: BlackjackTable, act: ChangeLimits) -> BlackjackTable:
    changed: BlackjackTable = LIMITS_CHANGES[ChangeLimits].after(table, act)
    return _within_maximum(changed) if table.edition >= BIND_WHAT_LIES else changed


def _within_maximum(table: BlackjackTable) -> BlackjackTable:
    """What is over the new maximum goes back; where a box is over its own, from who placed last (14.3(b))."""
    for number in [box.number for box in table.boxes]:
        for player in reversed(_bettors(table, number)):
            table = _cut(table, number, player)
    return table


def _bettors(table: BlackjackTable, number: int) -> tuple[str, ...]:
    """Whose initial wagers lie on the box, in the order in which they were placed."""
    box = table.box(number)
    return () if box is None else tuple(stake.player for stake in box.stakes if stake.kind == BOX)


def _cut(table: BlackjackTable, number: int, player: str) -> BlackjackTable:
    """The excess goes back; all of the wager, where chips can make no lawful one of the rest."""
    box, sign = table.box(number), table.sign
    stake = None if box is None else box.stake(player, BOX)
    if box is None or stake is None or stake.amount <= (most := _most(table, box, player)):
        return table
    stands = most // sign.step * sign.step
    if stands < sign.limits(BOX).minimum:
        return _returned(table, number, player)
    stakes = tuple(replace(stake, amount=stands) if each is stake else each for each in box.stakes)
    return table._with_box(replace(box, stakes=stakes))._moved(player, stake.amount - stands)


def _most(table: BlackjackTable, box: Box, player: str) -> int:
    """The table maximum; and on a box with a maximum of its own what the others on it leave of that."""
    maximum = table.sign.limits(BOX).maximum
    if table.options.box_maximum is None:
        return maximum
    others = sum(stake.amount for stake in box.stakes if stake.kind == BOX and stake.player != player)
    return min(maximum, table.options.box_maximum) - others


def _returned(table: BlackjackTable, number: int, player: str) -> BlackjackTable:
    """The wager goes back to its owner, with the Super Sevens beside it."""
    back: BlackjackTable = BETTING[Withdraw].after(table, Withdraw(player, Position(BOX, (number,))))
    return back


def without_short_wagers(table: BlackjackTable) -> BlackjackTable:
    """At the call: what is under the new minimum, and was not raised, goes back to its owner."""
    if table.edition < BIND_WHAT_LIES:
        return table
    minimum = table.sign.limits(BOX).minimum
    stakes = [(box.number, stake) for box in table.boxes for stake in box.stakes]
    for number, stake in stakes:
        if stake.kind == BOX and stake.amount < minimum:
            table = _returned(table, number, stake.player)
    return table


NEW_LIMITS: Handlers = {ChangeLimits: LIMITS_CHANGES[ChangeLimits]._replace(after=_after_change_limits)}
