"""Placing and taking back wagers, and wagers that should not have been taken."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from math import lcm
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.games.chips import Chips, Purse, with_purse
from croupier.games.general.checks import refuses_amount, refuses_closed, too_few_chips
from croupier.games.general.exchange import COLOUR_CHIPS
from croupier.games.layout.acts import WrongLimits
from croupier.games.layout.lawful import refuses_lawless
from croupier.games.layout.lines import line_of, taken_up
from croupier.games.layout.table import LayoutTable, Progress
from croupier.games.machine import Handler, Handlers
from croupier.games.money import priced
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import Role
from croupier.games.position import Placed, Position, Wagers
from croupier.games.refusal import Refusal
from croupier.games.sign import INCREMENT, LIMITS, Sign
from croupier.games.table import General, Outcome
from croupier.games.wagers import Wager, Withdraw
from croupier.rulebook import Cite


def wager_on(wagers: Wagers, player: Any, position: Position) -> Placed | None:
    """What the player has on that position."""
    if not isinstance(player, str):
        return None
    place = bisect_left(wagers, Placed(player, position, -1))
    if place < len(wagers):
        found = wagers[place]
        if found.player == player and found.position == position:
            return found
    return None


def wager_here(wagers: Wagers, player: str, position: Position) -> Placed:
    """A wager that is known to lie there, because `refuses` has seen to it."""
    found = wager_on(wagers, player, position)
    if found is None:
        raise LookupError(position)
    return found


def lying_there(table: LayoutTable, player: Any, position: Position) -> Placed | None:
    """What the player has on that position in this round, though the dealer may have collected it by now."""
    if not table.progress:
        return wager_on(table.wagers, player, position)
    place = line_of(table, player, position)
    return None if place is None else table.settled[place].wager


def with_wager(wagers: Wagers, wager: Placed) -> Wagers:
    """The same wagers with this one put in its place, or in place of the one that its player had there."""
    place = bisect_left(wagers, Placed(wager.player, wager.position, -1))
    rest = place
    if place < len(wagers) and wagers[place].player == wager.player and wagers[place].position == wager.position:
        rest = place + 1
    return (*wagers[:place], wager, *wagers[rest:])


class Range(NamedTuple):
    """What one wager may come to: from the lowest total to the highest, in multiples of a unit."""

    lowest: int
    highest: int
    unit: int


def wager_range(table: LayoutTable, kind: str, purse: Purse, chips: Chips) -> Range:
    """The sign's limits, in steps of its increment and of the chips that are staked."""
    limits = table.general.sign.limits(kind)
    unit = _unit(table.general.sign, purse, chips)
    return Range(-(-limits.minimum // unit) * unit, limits.maximum // unit * unit, unit)


def _unit(sign: Sign, purse: Purse, chips: Chips) -> int:
    unit = sign.increment or sign.smallest_chip
    return unit if chips is Chips.VALUE else lcm(unit, purse.chip_value)


# Wager


def _refuses_wager(table: LayoutTable, act: Wager) -> Refusal | None:
    if refusal := _refuses_time(table, act):
        return refusal
    stake = stake_of(table, act)
    return stake if isinstance(stake, Refusal) else _refuses_total(table, act, stake)


class LayoutStake(NamedTuple):
    """The purse that a wager comes from, and what its player has on that position already."""

    purse: Purse
    lying: Placed | None

    def total_with(self, amount: int) -> int:
        return amount if self.lying is None else self.lying.stake + amount


def stake_of(table: LayoutTable, act: Wager | WrongLimits) -> LayoutStake | Refusal:
    """Chips the player has, on a position that exists, not mixed with the other kind."""
    rule = table.game.clauses.chips
    if refusal := refuses_amount(act.amount, table.general.sign.smallest_chip, rule):
        return refusal
    if refusal := refuses_lawless(table, act.position):
        return refusal
    if not isinstance(act.chips, Chips):
        return Refusal(rule, "bad_chips", "Choose value chips or colour chips for the wager.")
    purse = table.purse_if_any(act.player)
    if purse is None or purse.holds(act.chips) < act.amount:
        return too_few_chips(purse, act.player, act.amount, act.chips, _rule_of_maker(table, act, rule))
    if act.chips is Chips.COLOUR and act.amount % purse.chip_value:
        why = f"{act.player}'s chips are {priced(purse.chip_value)} each and cannot make {priced(act.amount)}."
        return Refusal(COLOUR_CHIPS, "colour_value", why)
    lying = lying_there(table, act.player, act.position)
    if lying is not None and lying.chips is not act.chips:
        return Refusal(
            table.game.clauses.mixed_chips,
            "mixed_chips",
            "Use value chips or colour chips for one wager, not both.",
        )
    return LayoutStake(purse, lying)


def _rule_of_maker(table: LayoutTable, act: Wager | WrongLimits, rule: Cite) -> Cite:
    """A wager that the dealer places for a player is an oral wager, and has a clause of its own."""
    is_oral = isinstance(act, Wager) and act.by is not None and act.by.role is Role.DEALER
    return table.game.clauses.oral if is_oral else rule


def _refuses_time(table: LayoutTable, act: Wager) -> Refusal | None:
    if table.betting_is_open:
        return None
    if refusal := refuses_closed(table):
        return refusal
    rule = _rule_of_maker(table, act, table.game.clauses.no_wager_after_call)
    if table.closed_early:
        return Refusal(table.game.clauses.closes_by_itself, "too_late", "Betting is closed: the result is on its way.")
    return Refusal(rule, "too_late", "Betting is closed: “No more bets” has been called.")


def _refuses_total(table: LayoutTable, act: Wager, stake: LayoutStake) -> Refusal | None:
    kind = act.position.kind
    total = stake.total_with(act.amount)
    limits = table.general.sign.limits(kind)
    if total < limits.minimum:
        why = f"The minimum on {kind} is {priced(limits.minimum)}; this makes {priced(total)}."
        return Refusal(LIMITS, "under_minimum", why)
    if total > limits.maximum:
        why = f"The maximum on {kind} is {priced(limits.maximum)}; this makes {priced(total)}."
        return Refusal(LIMITS, "over_maximum", why)
    unit = _unit(table.general.sign, stake.purse, act.chips)
    if total % unit:
        why = f"Wagers go up in steps of {priced(unit)}; this makes {priced(total)}."
        return Refusal(INCREMENT, "off_increment", why)
    return None


def _after_wager(table: LayoutTable, act: Wager) -> LayoutTable:
    lying = wager_on(table.wagers, act.player, act.position)
    total = act.amount if lying is None else lying.stake + act.amount
    return staked(table, Placed(act.player, act.position, total, act.chips), act.amount)


def staked(table: LayoutTable, wager: Placed, amount: int) -> LayoutTable:
    """The table with the amount moved from its player's purse to the layout, where it makes this wager."""
    window_ends = table.window_ends
    if window_ends is None and table.betting_seconds is not None and table.betting_is_open:
        window_ends = table.clock + table.betting_seconds
    general, wagers = _debited(table, wager, amount), with_wager(table.wagers, wager)
    return replace(table, general=general, wagers=wagers, window_ends=window_ends)._with_next_begun()


def debited(table: LayoutTable, wager: Placed, amount: int) -> LayoutTable:
    """The table with so much less of the wager's chips in its player's purse, or more where it is below nothing."""
    return replace(table, general=_debited(table, wager, amount))


def _debited(table: LayoutTable, wager: Placed, amount: int) -> General:
    general = table.general
    purse = table.purse_here(wager.player).with_more(wager.chips, -amount)
    return replace(general, purses=with_purse(general.purses, purse))


def _offers_wager(table: LayoutTable) -> Iterator[Offer]:
    if not table.betting_is_open:
        return
    for purse in table.general.purses:
        for chips in Chips:
            for bounds, positions in _by_bounds(table, purse, chips).items():
                fields: dict[str, Field] = {
                    "player": Choices((purse.player,)),
                    "position": Choices(tuple(positions)),
                    "amount": bounds,
                    "chips": Choices((chips,)),
                }
                yield Offer(Wager, Role.PLAYER, fields)


def _by_bounds(table: LayoutTable, purse: Purse, chips: Chips) -> dict[Bounds, list[Position]]:
    """The positions on which the player may stake these chips, grouped by what may be staked."""
    found: dict[Bounds, list[Position]] = defaultdict(list)
    if not purse.holds(chips):
        return found
    # Where nothing lies, all positions of a kind take the same.
    empty = {kind: _amounts(wager_range(table, kind, purse, chips), 0, purse.holds(chips)) for kind in table.kinds}
    own = {wager.position: wager for wager in table.wagers if wager.player == purse.player}
    for position in table.game.areas:
        lying = own.get(position)
        if lying is None:
            bounds = empty[position.kind]
        elif lying.chips is chips:
            bounds = _amounts(wager_range(table, position.kind, purse, chips), lying.stake, purse.holds(chips))
        else:
            continue
        if bounds is not None:
            found[bounds].append(position)
    return found


def _amounts(range_: Range, already: int, holds: int) -> Bounds | None:
    """What may be added to what lies there, so that the total keeps the range."""
    unit = range_.unit
    next_total = (already // unit + 1) * unit
    lowest = max(range_.lowest, next_total) - already
    highest = min(range_.highest, (already + holds) // unit * unit) - already
    return Bounds(lowest=lowest, highest=highest, step=unit) if highest >= lowest else None


# Withdraw


def _refuses_withdraw(table: LayoutTable, act: Withdraw) -> Refusal | None:
    clauses = table.game.clauses
    if refusal := refuses_lawless(table, act.position):
        return refusal
    if table.progress:
        return _refuses_taking_up(table, act)
    if wager_on(table.wagers, act.player, act.position) is None:
        return no_such_wager(table, act.player, act.position)
    if table.closed_early:
        return Refusal(clauses.closes_by_itself, "too_late", "Wagers stay where they are: the result is on its way.")
    if not table.is_between_rounds:
        return Refusal(clauses.no_handling_after_call, "too_late", "Wagers stay where they are after “No more bets”.")
    return None


def no_such_wager(table: LayoutTable, player: str, position: Position) -> Refusal:
    return Refusal(table.game.clauses.wager, "no_wager_there", f"{player} has no wager on {position}.")


def _refuses_taking_up(table: LayoutTable, act: Withdraw) -> Refusal | None:
    clauses = table.game.clauses
    place = line_of(table, act.player, act.position)
    if place is None:
        return no_such_wager(table, act.player, act.position)
    line, progress = table.settled[place], table.progress[place]
    if line.outcome is Outcome.LOSE:
        return Refusal(clauses.losing_wager_stays, "losing_wager", "This wager has lost. The dealer collects it.")
    if progress in (Progress.TAKEN_UP, Progress.RETURNED):
        return no_such_wager(table, act.player, act.position)
    if progress is Progress.WAITING:
        return Refusal(clauses.no_handling_after_call, "not_paid", "This wager has won and is not paid yet.")
    if not table.game.may_take_up_singly(act.position) and _area_owes(table, act.position):
        why = "This wager stays until every winner in its area is paid."
        return Refusal(clauses.no_handling_after_call, "area_not_paid", why)
    return None


def _area_owes(table: LayoutTable, position: Position) -> bool:
    areas = table.game.areas
    return any(
        line.outcome is Outcome.WIN and progress is Progress.WAITING and areas[line.wager.position] == areas[position]
        for line, progress in zip(table.settled, table.progress, strict=True)
    )


def _after_withdraw(table: LayoutTable, act: Withdraw) -> LayoutTable:
    if table.progress:
        place = line_of(table, act.player, act.position)
        return taken_up(table, () if place is None else (place,))
    return unstaked(table._with_next_begun(), wager_here(table.wagers, act.player, act.position))


def unstaked(table: LayoutTable, wager: Placed, amount: int | None = None) -> LayoutTable:
    """The table with this wager, or so much of it, back in its player's purse. With no wager left the window rests.

    Only a player who withdraws it begins the next round by that: not the house, which gives it back or holds it.
    """
    back = wager.stake if amount is None else amount
    wagers = tuple(other for other in table.wagers if other != wager)
    if back < wager.stake:
        wagers = with_wager(wagers, replace(wager, stake=wager.stake - back))
    window_ends = table.window_ends if wagers else None
    return replace(table, general=_debited(table, wager, -back), wagers=wagers, window_ends=window_ends)


def _offers_withdraw(table: LayoutTable) -> Iterator[Offer]:
    lines = (line.wager for line in table.open_lines) if table.progress else table.wagers
    for wager in lines:
        if _refuses_withdraw(table, Withdraw(wager.player, wager.position)) is None:
            fields: dict[str, Field] = {"player": Choices((wager.player,)), "position": Choices((wager.position,))}
            yield Offer(Withdraw, Role.PLAYER, fields)


def _oral(table: LayoutTable) -> Cite:
    return table.game.clauses.oral


_ORAL = Occasion(Sort.WAGER, _oral)

WAGERING: Handlers = {
    Wager: Handler(_refuses_wager, _after_wager, _offers_wager, (Role.DEALER,), _ORAL),
    Withdraw: Handler(_refuses_withdraw, _after_withdraw, _offers_withdraw, leaves=True),
}
