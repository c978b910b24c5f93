"""Wagers that should not have been taken: outside the limits, too late, or not where a wager may lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.general.checks import refuses_closed
from croupier.games.layout.acts import VoidWager, WrongLimits
from croupier.games.layout.lawful import refuses_lawless
from croupier.games.layout.lines import found_void, line_of
from croupier.games.layout.table import LayoutTable
from croupier.games.layout.wagering import (
    no_such_wager,
    stake_of,
    staked,
    unstaked,
    wager_here,
    wager_on,
    wager_range,
)
from croupier.games.machine import Handler, Handlers
from croupier.games.money import dollars
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import Role
from croupier.games.position import Placed, Settled
from croupier.games.refusal import Refusal
from croupier.games.table import Outcome
from croupier.rulebook import Cite

BREACH = Cite("D1 9 (breach)")

_SPOTTERS = (Role.DEALER, Role.GAME_SUPERVISOR)


def _refuses_wrong_limits(table: LayoutTable, act: WrongLimits) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    if table.has_result:
        return Refusal(BREACH, "too_late", "The result is known: the limits are no longer put right.")
    stake = stake_of(table, act)
    if isinstance(stake, Refusal):
        return stake
    total = stake.total_with(act.amount)
    limits = table.sign.limits(act.position.kind)
    if limits.minimum <= total <= limits.maximum:
        return Refusal(BREACH, "within_limits", f"{dollars(total)} lies within the limits of the sign.")
    return None


def _after_wrong_limits(table: LayoutTable, act: WrongLimits) -> LayoutTable:
    """Topped up to the minimum, or cut to the maximum; what cannot stand is void and never leaves the purse."""
    purse = table.purse_here(act.player)
    lying = wager_on(table.wagers, act.player, act.position)
    already = 0 if lying is None else lying.stake
    total = already + act.amount
    range_ = wager_range(table, act.position.kind, purse, act.chips)
    stands = max(already, range_.highest if total > range_.highest else range_.lowest)
    if range_.lowest > range_.highest or stands - already > purse.holds(act.chips):
        stands = already
    void = max(total - stands, 0)
    if void:
        line = Settled(Placed(act.player, act.position, void, act.chips), Outcome.VOID, 0, BREACH)
        table = replace(table, voided=(*table.voided, line))
    if stands == already:
        return table
    return staked(table, Placed(act.player, act.position, stands, act.chips), stands - already)


def _refuses_void_wager(table: LayoutTable, act: VoidWager) -> Refusal | None:
    ground = table.game.wager_grounds.get(act.ground) if isinstance(act.ground, str) else None
    if ground is None:
        known = ", ".join(table.game.wager_grounds)
        return Refusal(table.game.clauses.void, "no_such_ground", f"A wager is void on one of these grounds: {known}.")
    if refusal := refuses_lawless(table, act.position):
        return refusal
    if table.is_between_rounds:
        return Refusal(ground.rule, "betting_open", "Betting is open: the wager can simply be taken back.")
    if table.progress:
        place = line_of(table, act.player, act.position)
        if place is None or table.settled[place].outcome is Outcome.VOID:
            return no_such_wager(table, act.player, act.position)
        return None
    if wager_on(table.wagers, act.player, act.position) is None:
        return no_such_wager(table, act.player, act.position)
    return None


def _after_void_wager(table: LayoutTable, act: VoidWager) -> LayoutTable:
    ground = table.game.wager_grounds[act.ground]
    place = line_of(table, act.player, act.position) if table.progress else None
    if place is not None:
        wager = table.settled[place].wager
        return found_void(table, place, Settled(wager, Outcome.VOID, 0, ground.rule, ground.words))
    lying = wager_here(table.wagers, act.player, act.position)
    line = Settled(lying, Outcome.VOID, 0, ground.rule, ground.words)
    return unstaked(replace(table, voided=(*table.voided, line)), lying)


def _offers_void_wager(table: LayoutTable) -> Iterator[Offer]:
    lines = (line.wager for line in table.open_lines) if table.progress else table.wagers
    for wager in lines:
        for ground in table.game.wager_grounds:
            if _refuses_void_wager(table, VoidWager(wager.player, wager.position, ground)) is None:
                fields: dict[str, Field] = {
                    "player": Choices((wager.player,)),
                    "position": Choices((wager.position,)),
                    "ground": Choices((ground,)),
                }
                yield Offer(VoidWager, Role.DEALER, fields)


def _offers_wrong_limits(table: LayoutTable) -> Iterator[Offer]:
    """Offered over the maximum, which is where one amount more is always too much."""
    for purse in table.general.purses:
        for position in table.game.areas:
            maximum = table.sign.limits(position.kind).maximum
            amount = maximum + table.sign.smallest_chip
            act = WrongLimits(purse.player, position, amount)
            if _refuses_wrong_limits(table, act) is None:
                fields: dict[str, Field] = {
                    "player": Choices((purse.player,)),
                    "position": Choices((position,)),
                    "amount": Choices((amount,)),
                }
                yield Offer(WrongLimits, Role.DEALER, fields)
                break


def _reported_wrong_limits(table: LayoutTable, kind: type[Act], role: Role) -> Iterator[Offer]:
    """Any amount on any position: whether it is outside the limits is for the rules to say."""
    players, areas = tuple(purse.player for purse in table.general.purses), tuple(table.game.areas)
    chip, most = table.sign.smallest_chip, table.sign.maximum * 10
    found = (WrongLimits(player, areas[0], each) for player in players for each in (chip, most))
    if any(table.refuses(act) is None for act in found):
        fields: dict[str, Field] = {
            "player": Choices(players),
            "position": Choices(areas),
            "amount": Bounds(chip, most, chip),
        }
        yield Offer(kind, role, fields)


def _rule_of_void_wager(table: LayoutTable) -> Cite:
    return table.game.clauses.no_wager_after_call


def _grounds_of_void_wager(table: LayoutTable) -> Mapping[str, Any]:
    return table.game.wager_grounds


_WRONG_LIMITS = Occasion(Sort.IRREGULARITY, Cite("D1 9 (breach)"), _reported_wrong_limits)
_VOID_WAGER = Occasion(Sort.IRREGULARITY, _rule_of_void_wager, grounds=_grounds_of_void_wager)

MISTAKES: Handlers = {
    WrongLimits: Handler(_refuses_wrong_limits, _after_wrong_limits, _offers_wrong_limits, _SPOTTERS, _WRONG_LIMITS),
    VoidWager: Handler(_refuses_void_wager, _after_void_wager, _offers_void_wager, _SPOTTERS, _VOID_WAGER),
}
