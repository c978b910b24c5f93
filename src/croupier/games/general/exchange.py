"""Chips for money, money for chips, colour chips for value chips (D1 13.1, ruling R16), chips left behind (12.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import BuyColour, BuyIn, CashOut, HandIn, HoldUnclaimed
from croupier.games.chips import Chips, Purse, Purses, with_purse
from croupier.games.general.checks import MANAGERS, TableType, refuses_amount, refuses_chips, refuses_closed
from croupier.games.general.reserving import refuses_not_admitted
from croupier.games.machine import Handler, Handlers
from croupier.games.money import MOST, priced
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Offer
from croupier.games.people import Role, is_name
from croupier.games.refusal import Refusal
from croupier.games.table import LimitsNotice, Table
from croupier.rulebook import Cite

COLOUR_CHIPS = Cite("D1 1.1 Chips", "R16")
EXCHANGE = Cite("D1 13.1")
UNCLAIMED = Cite("D1 12.2")


def _refuses_buy_in(table: Table, act: BuyIn) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    if not is_name(act.player):
        return Refusal(EXCHANGE, "bad_name", "A player's name is 1 to 64 letters, digits, or any of _ . @ and -.")
    if refusal := refuses_not_admitted(table, act.player):
        return refusal
    if refusal := refuses_amount(act.amount, table.sign.smallest_chip, EXCHANGE):
        return refusal
    if act.amount > most_to_buy(table, act.player):
        return Refusal(EXCHANGE, "too_much", f"A player may hold at most {priced(MOST)}.")
    return None


def most_to_buy(table: Table, player: str) -> int:
    purse = table.purse_if_any(player)
    room = MOST if purse is None else MOST - purse.value
    return room // table.sign.smallest_chip * table.sign.smallest_chip


def _after_buy_in(table: TableType, act: BuyIn) -> TableType:
    purse = table.purse_if_any(act.player) or Purse(act.player)
    return _with_purse(table, purse.with_more(Chips.VALUE, act.amount))


def _with_purse(table: TableType, purse: Purse) -> TableType:
    general = table.general
    return table._with_general(replace(general, purses=with_purse(general.purses, purse)))


def _offers_buy_in(table: Table) -> Iterator[Offer]:
    chip = table.sign.smallest_chip
    for player in table.players if table.general.is_open else ():
        is_admitted = refuses_not_admitted(table, player) is None
        if is_admitted and (most := most_to_buy(table, player)) >= chip:
            yield Offer(
                BuyIn,
                Role.PLAYER,
                {"player": Choices((player,)), "amount": Bounds(lowest=chip, highest=most, step=chip)},
            )


def free_to_leave(table: Table, purse: Purse, chips: Chips) -> int:
    """What a player may take away or exchange: what was won in a round that may still be void stays (R17)."""
    return max(purse.holds(chips) - table.held(purse.player, chips), 0)


def _refuses_leaving(table: Table, player: Any, amount: int, chips: Chips) -> Refusal | None:
    purse = table.purse_if_any(player)
    if refusal := refuses_chips(purse, player, amount, chips, EXCHANGE):
        return refusal
    if purse is not None and amount > free_to_leave(table, purse, chips):
        return Refusal(
            table.not_final, "not_final", "Chips won in a round stay at the table until its result is final."
        )
    return None


def _refuses_cash_out(table: Table, act: CashOut) -> Refusal | None:
    return refuses_amount(act.amount, table.sign.smallest_chip, EXCHANGE) or _refuses_leaving(
        table, act.player, act.amount, Chips.VALUE
    )


def _after_cash_out(table: TableType, act: CashOut) -> TableType:
    purse = table.purse_here(act.player)
    return without_idle_purses(_with_purse(table, purse.with_more(Chips.VALUE, -act.amount)))


def without_idle_purses(table: TableType) -> TableType:
    """A player with no chip left here has left; a colour of which no chip is out is free again."""
    general = table.general
    kept = tuple(changed for purse in general.purses if (changed := _unless_idle(table, purse)) is not None)
    if kept == general.purses:
        return table
    return table._with_general(replace(general, purses=kept, limits=_agreed_by(general.limits, kept)))


def _unless_idle(table: Table, purse: Purse) -> Purse | None:
    if purse.colour_name and not purse.colour and not table.at_stake(purse.player, Chips.COLOUR):
        purse = purse.without_colour()
    if purse.value or purse.colour_name or table.at_stake(purse.player, Chips.VALUE):
        return purse
    return None


def _agreed_by(notice: LimitsNotice | None, purses: Purses) -> LimitsNotice | None:
    """The notice without the consent of players who have left."""
    if notice is None:
        return None
    here = {purse.player for purse in purses}
    return replace(notice, agreed=tuple(name for name in notice.agreed if name in here))


def _offers_cash_out(table: Table) -> Iterator[Offer]:
    yield from _offers_leaving(table, CashOut, Chips.VALUE)


def _offers_leaving(table: Table, kind: type[CashOut | HandIn], chips: Chips) -> Iterator[Offer]:
    for purse in table.general.purses:
        step = table.sign.smallest_chip if chips is Chips.VALUE else purse.chip_value
        free = free_to_leave(table, purse, chips)
        if step and free >= step:
            yield Offer(
                kind,
                Role.PLAYER,
                {
                    "player": Choices((purse.player,)),
                    "amount": Bounds(lowest=step, highest=free // step * step, step=step),
                },
            )


def _refuses_buy_colour(table: Table, act: BuyColour) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    if act.colour not in table.general.colours:
        return Refusal(COLOUR_CHIPS, "no_such_colour", "There are no chips of that colour at this table.")
    if refusal := refuses_amount(act.chip_value, table.sign.smallest_chip, COLOUR_CHIPS):
        return Refusal(COLOUR_CHIPS, "colour_value", f"A colour chip cannot have that value. {refusal.why}")
    if refusal := refuses_amount(act.amount, act.chip_value, COLOUR_CHIPS):
        return refusal
    return (
        _refuses_leaving(table, act.player, act.amount, Chips.VALUE)
        or _refuses_colour_in_use(table, act)
        or _refuses_other_value(table, act)
    )


def _refuses_colour_in_use(table: Table, act: BuyColour) -> Refusal | None:
    for purse in table.general.purses:
        if purse.colour_name == act.colour and purse.player != act.player:
            return Refusal(
                COLOUR_CHIPS, "colour_taken", f"Another player has the {act.colour} chips. Choose another colour."
            )
    return None


def _refuses_other_value(table: Table, act: BuyColour) -> Refusal | None:
    purse = table.purse_here(act.player)
    if not purse.colour_name:
        return None
    if purse.colour_name != act.colour or purse.chip_value != act.chip_value:
        return Refusal(
            COLOUR_CHIPS,
            "colour_fixed",
            f"{act.player} has {purse.colour_name} chips of {priced(purse.chip_value)}. Hand them all in first.",
        )
    return None


def _after_buy_colour(table: TableType, act: BuyColour) -> TableType:
    purse = table.purse_here(act.player)
    changed = Purse(act.player, purse.value - act.amount, purse.colour + act.amount, act.colour, act.chip_value)
    return _with_purse(table, changed)


def _offers_buy_colour(table: Table) -> Iterator[Offer]:
    taken = {purse.colour_name for purse in table.general.purses}
    for purse in table.general.purses if table.general.is_open else ():
        free_colours = tuple(name for name in table.general.colours if name not in taken)
        colours = (purse.colour_name,) if purse.colour_name else free_colours
        value = purse.chip_value or table.sign.smallest_chip
        free = free_to_leave(table, purse, Chips.VALUE) // value * value
        if colours and free:
            yield Offer(
                BuyColour,
                Role.PLAYER,
                {
                    "player": Choices((purse.player,)),
                    "colour": Choices(colours),
                    "chip_value": Choices((value,)),
                    "amount": Bounds(lowest=value, highest=free, step=value),
                },
            )


def _refuses_hand_in(table: Table, act: HandIn) -> Refusal | None:
    purse = table.purse_if_any(act.player)
    if purse is None or not purse.colour_name:
        return Refusal(COLOUR_CHIPS, "no_colour", f"{act.player} has no colour chips to hand in.")
    return refuses_amount(act.amount, purse.chip_value, COLOUR_CHIPS) or _refuses_leaving(
        table, act.player, act.amount, Chips.COLOUR
    )


def _after_hand_in(table: TableType, act: HandIn) -> TableType:
    purse = table.purse_here(act.player)
    changed = purse.with_more(Chips.COLOUR, -act.amount).with_more(Chips.VALUE, act.amount)
    return without_idle_purses(_with_purse(table, changed))


def _offers_hand_in(table: Table) -> Iterator[Offer]:
    yield from _offers_leaving(table, HandIn, Chips.COLOUR)


# What nobody claims


def _refuses_hold(table: Table, act: HoldUnclaimed) -> Refusal | None:
    if table.purse_if_any(act.player) is None:
        return Refusal(UNCLAIMED, "nothing_unclaimed", f"{act.player} has left no chips at this table.")
    if any(table.at_stake(act.player, chips) for chips in Chips):
        why = f"{act.player} still has a wager on the table, or one whose result is not final."
        return Refusal(UNCLAIMED, "in_play", why)
    return None


def _after_hold(table: TableType, act: HoldUnclaimed) -> TableType:
    """All of the purse, colour chips at their value: the player has left."""
    return without_idle_purses(_with_purse(table, Purse(act.player)))


def _offers_hold(table: Table) -> Iterator[Offer]:
    idle = tuple(player for player in table.players if _refuses_hold(table, HoldUnclaimed(player)) is None)
    if idle:
        yield Offer(HoldUnclaimed, Role.OPERATOR, {"player": Choices(idle)})


EXCHANGES: Handlers = {
    BuyIn: Handler(_refuses_buy_in, _after_buy_in, _offers_buy_in),
    CashOut: Handler(_refuses_cash_out, _after_cash_out, _offers_cash_out, leaves=True),
    BuyColour: Handler(_refuses_buy_colour, _after_buy_colour, _offers_buy_colour),
    HandIn: Handler(_refuses_hand_in, _after_hand_in, _offers_hand_in, leaves=True),
    HoldUnclaimed: Handler(_refuses_hold, _after_hold, _offers_hold, MANAGERS, Occasion(Sort.TABLE, Cite("D1 12"))),
}
