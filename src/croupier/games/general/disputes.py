"""Disputes about rounds whose result is final, and what the house pays to make good for them.

The result itself stays as it is (ruling R17): chips come from the house, with the round and the reason on record.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import BuyIn, MakeGood, RecordDispute
from croupier.games.general.checks import MANAGERS, TableType, refuses_amount
from croupier.games.general.exchange import most_to_buy
from croupier.games.machine import Handler, Handlers, unchanged
from croupier.games.money import MOST, is_whole, priced
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Field, Offer, Words, is_reason
from croupier.games.people import Role, is_name
from croupier.games.refusal import Refusal
from croupier.games.table import Table
from croupier.rulebook import Cite

STRICTLY_SETTLED = Cite("D1 11.1")


def _refuses_dispute(table: Table, act: RecordDispute | MakeGood) -> Refusal | None:
    if not is_name(act.player):
        return Refusal(STRICTLY_SETTLED, "bad_name", "Name the player whose dispute it is.")
    if not is_whole(act.round) or not 1 <= act.round <= table.round:
        return Refusal(STRICTLY_SETTLED, "no_such_round", f"There has been no round {_shown(act.round)} at this table.")
    if act.round > table.final_round:
        why = "The result of this round is not final yet: correct it instead."
        return Refusal(table.not_final, "not_final", why)
    if not is_reason(act.reason):
        return Refusal(STRICTLY_SETTLED, "no_reason", "Give the reason on one line of plain text.")
    return None


def _shown(number: Any) -> str:
    return str(number) if is_whole(number) and abs(number) < MOST else "of that number"


def _refuses_make_good(table: Table, act: MakeGood) -> Refusal | None:
    if refusal := _refuses_dispute(table, act):
        return refusal
    if refusal := refuses_amount(act.amount, table.sign.smallest_chip, STRICTLY_SETTLED):
        return refusal
    if act.amount > most_to_buy(table, act.player):
        return Refusal(STRICTLY_SETTLED, "too_much", f"A player may hold at most {priced(MOST)}.")
    return None


def _after_make_good(table: TableType, act: MakeGood) -> TableType:
    """The chips come to the player as bought chips do, but the house pays for them."""
    given: TableType = table._handlers[BuyIn].after(table, BuyIn(act.player, act.amount))
    return given._with_general(replace(given.general, house=given.general.house - act.amount))


def _fields(table: Table, player: str) -> dict[str, Field]:
    rounds = Bounds(lowest=1, highest=table.final_round)
    return {"player": Choices((player,)), "round": rounds, "reason": Words()}


def _disputants(table: Table) -> tuple[str, ...]:
    """Those who play here, and those who lost their last chips in the last round."""
    if table.final_round < 1:
        return ()
    return tuple(sorted({*table.players, *(line.wager.player for line in table.settled)}))


def _offers_dispute(table: Table) -> Iterator[Offer]:
    for player in _disputants(table):
        yield Offer(RecordDispute, Role.GAME_SUPERVISOR, _fields(table, player))


def _offers_make_good(table: Table) -> Iterator[Offer]:
    chip = table.sign.smallest_chip
    for player in _disputants(table):
        if (most := most_to_buy(table, player)) >= chip:
            amounts = Bounds(lowest=chip, highest=most, step=chip)
            yield Offer(MakeGood, Role.GAME_SUPERVISOR, {**_fields(table, player), "amount": amounts})


_RULING = Occasion(Sort.RULING, STRICTLY_SETTLED)

DISPUTES: Handlers = {
    RecordDispute: Handler(_refuses_dispute, unchanged, _offers_dispute, MANAGERS, _RULING, leaves=True),
    MakeGood: Handler(_refuses_make_good, _after_make_good, _offers_make_good, MANAGERS, _RULING, leaves=True),
}
