"""Wagers that should not have been taken: outside the limits, too late, or not where a wager may lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.chips import Chips
from croupier.games.general.checks import refuses_amount, refuses_closed, too_few_chips
from croupier.games.general.exchange import free_to_leave
from croupier.games.layout.acts import VoidChips, VoidWager, WrongLimits
from croupier.games.layout.lawful import refuses_lawless
from croupier.games.layout.lines import found_void, line_of, with_line, with_void_line
from croupier.games.layout.results import KEEPS_FAVOURS
from croupier.games.layout.table import LayoutTable
from croupier.games.layout.wagering import (
    debited,
    lying_there,
    no_such_wager,
    stake_of,
    staked,
    unstaked,
    wager_here,
    wager_on,
    wager_range,
)
from croupier.games.machine import Handler, Handlers
from croupier.games.money import priced
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Field, Offer, only_offer
from croupier.games.people import Role
from croupier.games.position import Placed, Settled
from croupier.games.refusal import Refusal
from croupier.games.table import Outcome
from croupier.rulebook import Cite

BREACH = Cite("D1 9 (breach)")
NOTICED_LATE = Cite("D1 9 (breach)", "R30")

_SPOTTERS = (Role.DEALER, Role.GAME_SUPERVISOR)


def _refuses_wrong_limits(table: LayoutTable, act: WrongLimits) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    stake = stake_of(table, act)
    if isinstance(stake, Refusal):
        return stake
    # What was paid or given back in a round that is not final may have to be taken back: it is no stake (R17).
    if act.amount > free_to_leave(table, stake.purse, act.chips):
        return too_few_chips(stake.purse, act.player, act.amount, act.chips, table.not_final)
    total = stake.total_with(act.amount)
    limits = table.sign.limits(act.position.kind)
    if limits.minimum <= total <= limits.maximum:
        return Refusal(BREACH, "within_limits", f"{priced(total)} is within the limits on the sign.")
    return None


def _after_wrong_limits(table: LayoutTable, act: WrongLimits) -> LayoutTable:
    """Topped up to the minimum, or cut to the maximum; what cannot stand is void and never leaves the purse."""
    if table.has_result:
        return _after_noticed_late(table, act)
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


def _after_noticed_late(table: LayoutTable, act: WrongLimits) -> LayoutTable:
    """The result is known: what is over the maximum is void, and the rest is settled as it lies (ruling R30)."""
    purse = table.purse_here(act.player)
    lying = lying_there(table, act.player, act.position)
    already = 0 if lying is None else lying.stake
    total = already + act.amount
    stands = total
    if total > table.sign.limits(act.position.kind).maximum:
        range_ = wager_range(table, act.position.kind, purse, act.chips)
        stands = max(already, range_.highest if range_.lowest <= range_.highest else 0)
    if total > stands:
        void = Placed(act.player, act.position, total - stands, act.chips)
        table = with_void_line(table, Settled(void, Outcome.VOID, 0, NOTICED_LATE))
    if stands == already:
        return table
    wager = Placed(act.player, act.position, stands, act.chips)
    return with_line(debited(table, wager, stands - already), wager)


def _refuses_void_chips(table: LayoutTable, act: VoidChips) -> Refusal | None:
    """Some of the chips of a wager: as many as lie there at most, in chips of their kind."""
    if refusal := _refuses_void_wager(table, act):
        return refusal
    wager, rule = _lying_here(table, act), table.game.wager_grounds[act.ground].rule
    if refusal := refuses_amount(act.amount, _chip_of(table, wager), rule):
        return refusal
    if act.amount > wager.stake:
        why = f"{wager.player} has only {priced(wager.stake)} on {wager.position}; this is {priced(act.amount)}."
        return Refusal(rule, "not_enough_chips", why)
    return None


def _lying_here(table: LayoutTable, act: VoidWager | VoidChips) -> Placed:
    """A wager that is known to lie there, because `refuses` has seen to it."""
    found = lying_there(table, act.player, act.position)
    if found is None:
        raise LookupError(act.position)
    return found


def _chip_of(table: LayoutTable, wager: Placed) -> int:
    """What the smallest chip is worth that the wager can be made of."""
    return table.sign.smallest_chip if wager.chips is Chips.VALUE else table.purse_here(wager.player).chip_value


def _refuses_void_wager(table: LayoutTable, act: VoidWager | VoidChips) -> Refusal | None:
    ground = table.game.wager_grounds.get(act.ground) if isinstance(act.ground, str) else None
    if ground is None:
        known = ", ".join(table.game.wager_grounds)
        return Refusal(table.game.clauses.void, "no_such_ground", f"Give one of these grounds: {known}.")
    if refusal := refuses_lawless(table, act.position):
        return refusal
    if table.is_between_rounds:
        return Refusal(ground.rule, "betting_open", "Betting is open: the wager can simply be taken back.")
    place = line_of(table, act.player, act.position)
    lying = lying_there(table, act.player, act.position)
    if lying is None or (place is not None and table.settled[place].outcome is Outcome.VOID):
        return no_such_wager(table, act.player, act.position)
    if table.favour_for(act.player, act.position) is not None and table.edition >= KEEPS_FAVOURS:
        why = f"There is a ruling in {act.player}'s favour on this wager. The supervisor must take it back first."
        return Refusal(table.game.clauses.favour_stands, "ruled_already", why)
    return None


def _after_void_chips(table: LayoutTable, act: VoidChips) -> LayoutTable:
    """Chips that were added late go back to their player; the wager is settled as it lay at the call (ruling R29)."""
    lying, ground = _lying_here(table, act), table.game.wager_grounds[act.ground]
    if act.amount == lying.stake:
        return _after_void_wager(table, VoidWager(act.player, act.position, act.ground))
    line = Settled(replace(lying, stake=act.amount), Outcome.VOID, 0, ground.rule, ground.words)
    if not table.has_result:
        return unstaked(replace(table, voided=(*table.voided, line)), lying, act.amount)
    left = replace(lying, stake=lying.stake - act.amount)
    return with_line(with_void_line(debited(table, left, -act.amount), line), left)


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
    """Offered over the maximum, which is where one amount more is always too much, until the result is known."""
    if table.has_result:
        return
    for purse in table.general.purses:
        for position in table.game.areas:
            maximum = table.sign.limits(position.kind).maximum
            amount = maximum + table.sign.smallest_chip
            # Few players have so much: asking the rule for each of all positions would take as long as all else.
            if amount > purse.value:
                continue
            act = WrongLimits(purse.player, position, amount)
            if _refuses_wrong_limits(table, act) is None:
                yield only_offer(WrongLimits, Role.DEALER, player=purse.player, position=position, amount=amount)
                break


def _offers_void_chips(table: LayoutTable) -> Iterator[Offer]:
    for offer in _offers_void_wager(table):
        player, position = (offer.fields[name].values[0] for name in ("player", "position"))  # type: ignore[union-attr]
        if (lying := lying_there(table, player, position)) is not None:
            chip = _chip_of(table, lying)
            amounts = Bounds(lowest=chip, highest=lying.stake, step=chip)
            yield Offer(VoidChips, Role.DEALER, {**offer.fields, "amount": amounts})


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
    VoidChips: Handler(_refuses_void_chips, _after_void_chips, _offers_void_chips, _SPOTTERS, _VOID_WAGER),
}
