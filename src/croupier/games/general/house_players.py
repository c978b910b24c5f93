"""Players of the house's own: they sit down under a name that says so, with a strategy on record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import BuyIn, HoldUnclaimed, RemoveHousePlayer, SeatHousePlayer
from croupier.games.general.checks import TableType, refuses_amount, refuses_closed, refuses_mid_round
from croupier.games.general.reserving import refuses_not_admitted
from croupier.games.machine import Handler, Handlers
from croupier.games.money import MOST, priced
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import HOUSE_PLAYER, HousePlayer, Role, is_house_player, is_name
from croupier.games.refusal import Refusal
from croupier.games.steps import OPEN_TABLE
from croupier.games.table import Table
from croupier.rulebook import Cite

CHIPS = Cite("D1 13.1")
MOST_HOUSE_PLAYERS = 6
"""One seat of seven stays for somebody else."""


def refuses_house_name(name: Any, rule: Cite) -> Refusal | None:
    if not is_house_player(name) or not is_name(name):
        return Refusal(rule, "bad_house_name", f"A bot's name begins with “{HOUSE_PLAYER}”.")
    return None


def refuses_strategy(strategy: Any, known: tuple[str, ...], rule: Cite) -> Refusal | None:
    if strategy not in known:
        return Refusal(rule, "no_such_strategy", f"Choose one of these strategies for a bot: {', '.join(known)}.")
    return None


def _refuses_seat(table: Table, act: SeatHousePlayer) -> Refusal | None:
    rule = table.application
    if refusal := refuses_closed(table) or refuses_house_name(act.player, rule):
        return refusal
    if OPEN_TABLE not in table.automation:
        return Refusal(rule, "dealer_deals", "Bots sit only at automatic tables.")
    if refusal := refuses_strategy(act.strategy, table.strategies, rule) or refuses_mid_round(table, rule):
        return refusal
    if table.house_player(act.player) is not None:
        return Refusal(rule, "seated_already", f"{act.player} is here already.")
    if len(table.general.house_players) >= MOST_HOUSE_PLAYERS:
        return Refusal(rule, "too_many_house_players", f"A table has at most {MOST_HOUSE_PLAYERS} bots.")
    return refuses_not_admitted(table, act.player) or _refuses_loan(table, act.chips)


def _refuses_loan(table: Table, chips: int) -> Refusal | None:
    if refusal := refuses_amount(chips, table.sign.smallest_chip, CHIPS):
        return refusal
    if not _least_loan(table) <= chips <= MOST:
        return Refusal(CHIPS, "bad_loan", f"A bot begins with {priced(_least_loan(table))} or more.")
    return None


def _least_loan(table: Table) -> int:
    """Enough for one wager."""
    chip = table.sign.smallest_chip
    return -(-table.sign.minimum // chip) * chip


def _after_seat(table: TableType, act: SeatHousePlayer) -> TableType:
    """The chips come as bought chips do, but the house lends them."""
    given: TableType = table._handlers[BuyIn].after(table, BuyIn(act.player, act.chips))
    general = given.general
    players = tuple(sorted((*general.house_players, HousePlayer(act.player, act.strategy))))
    return given._with_general(replace(general, house=general.house - act.chips, house_players=players))


def _offers_seat(table: Table) -> Iterator[Offer]:
    here = {each.player for each in table.general.house_players}
    names = tuple(name for kind in table.strategies if (name := f"{HOUSE_PLAYER}{kind.lower()}") not in here)
    least = _least_loan(table)
    if names and _refuses_seat(table, SeatHousePlayer(names[0], table.strategies[0], least)) is None:
        chips = Bounds(least, MOST // least * least, table.sign.smallest_chip)
        fields: dict[str, Field] = {"player": Choices(names), "strategy": Choices(table.strategies), "chips": chips}
        yield Offer(SeatHousePlayer, Role.OPERATOR, fields)


def _refuses_remove(table: Table, act: RemoveHousePlayer) -> Refusal | None:
    rule = table.application
    if table.house_player(act.player) is None:
        return Refusal(rule, "no_house_player", f"{act.player} is not a bot at this table.")
    if refusal := refuses_mid_round(table, rule):
        return refusal
    if act.player in table.wagerers:
        return Refusal(rule, "has_wager", "The seat cannot be given up while a wager is on the table.")
    return None


def _after_remove(table: TableType, act: RemoveHousePlayer) -> TableType:
    purse = table.purse_if_any(act.player)
    kept = tuple(each for each in table.general.house_players if each.player != act.player)
    if purse is not None:
        table = table._handlers[HoldUnclaimed].after(table, HoldUnclaimed(act.player))
    table = table._without_seat(act.player)
    back = 0 if purse is None else purse.value + purse.colour
    return table._with_general(replace(table.general, house=table.general.house + back, house_players=kept))


def _offers_remove(table: Table) -> Iterator[Offer]:
    players = (each.player for each in table.general.house_players)
    free = tuple(each for each in players if _refuses_remove(table, RemoveHousePlayer(each)) is None)
    if free:
        yield Offer(RemoveHousePlayer, Role.OPERATOR, {"player": Choices(free)})


def _application(table: Table) -> Cite:
    return table.application


_AT_TABLE = Occasion(Sort.TABLE, _application)

HOUSE_PLAYERS: Handlers = {
    SeatHousePlayer: Handler(_refuses_seat, _after_seat, _offers_seat, (Role.OPERATOR,), _AT_TABLE, leaves=True),
    RemoveHousePlayer: Handler(
        _refuses_remove, _after_remove, _offers_remove, (Role.OPERATOR,), _AT_TABLE, leaves=True
    ),
}
