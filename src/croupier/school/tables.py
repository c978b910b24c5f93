"""Tables for drills: players with chips, chips on a layout, and rounds dealt step by step."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.dealing.rounds import AnyTable, draw, draw_to_17
from croupier.games.acts import Act, BuyIn, OpenTable
from croupier.games.blackjack.acts import CloseInsurance, Cut, Deal, Sit
from croupier.games.blackjack.cards import Card
from croupier.games.blackjack.flow import CLOSE_INSURANCE, DECIDE, own_act
from croupier.games.blackjack.procedure.preparing import cut_order
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.step_names import CUT
from croupier.games.layout.opening import LIVE
from croupier.games.layout.table import LayoutTable
from croupier.games.money import dollars
from croupier.games.registry import table_of
from croupier.games.sign import Sign
from croupier.games.tai_sai.acts import InspectDice
from croupier.school.drill import NAMES, DrillPicture, PictureHand

SIGN = Sign(minimum=1_00, maximum=1_000_00)
GAMES = ("roulette", "blackjack", "tai-sai", "money-wheel", "tournament-table")
PURSE = 20_000_00


SchoolTable = LayoutTable | BlackjackTable


class LiveMoment(NamedTuple):
    """A table, and the act that comes next there."""

    table: SchoolTable
    act: Act


def people(random: Random, count: int) -> list[str]:
    return random.sample(NAMES, count)


def live_table(game: str, options: Any = None, sign: Sign = SIGN) -> Any:
    """A table where the dealer takes every step, just opened."""
    return table_of(game, sign, options, automation=LIVE).play(OpenTable())


def dealt_table(game: str, options: Any = None, sign: Sign = SIGN) -> Any:
    """A table that takes the dealer's steps by itself."""
    return table_of(game, sign, options)


def seat(table: AnyTable, players: list[str], first_box: int = 1) -> AnyTable:
    """These players with chips, at blackjack each at a box."""
    for number, player in enumerate(players, start=first_box):
        table = table.play(BuyIn(player, PURSE))
        if isinstance(table, BlackjackTable):
            table = table.play(Sit(player, number))
    return table


def dealt(
    table: SchoolTable, random: Random, cards: tuple[Card, ...] = (), decide: Any = draw_to_17
) -> Iterator[LiveMoment]:
    """Each act from here until the round is over, the dealer's steps among them.

    These cards come first, then any that are left in the shoe.
    """
    coming, is_begun = list(cards), not table.is_between_rounds
    while not (is_begun and table.is_between_rounds and not _is_preparing(table)):
        act = _due(table, random, coming, decide)
        yield LiveMoment(table, act)
        table = table.play(act)
        is_begun = is_begun or not table.is_between_rounds


def _is_preparing(table: SchoolTable) -> bool:
    return isinstance(table, BlackjackTable) and bool(table.preparation)


def _due(table: SchoolTable, random: Random, coming: list[Card], decide: Any) -> Act:
    chances = table.chance()
    if chances:
        if coming and Deal(coming[0]) in chances:
            return Deal(coming.pop(0))
        return draw(chances, random)
    if isinstance(table, BlackjackTable):
        if table.step == DECIDE:
            decided: Act = decide(table)
            return decided
        if table.step == CUT and (order := cut_order(table)):
            return Cut(order[0], table.shoe.left // 2)
        return CloseInsurance() if table.step == CLOSE_INSURANCE else own_act(table)
    first = table.game.comes_first(table)
    act: Act = InspectDice() if first is not None and table.game.id == "tai-sai" else table.game.own_act(table)
    return act


def picture(table: SchoolTable, *lines: str) -> DrillPicture:
    """What is to be seen of the table. No settlement: that would be the answer."""
    if isinstance(table, LayoutTable):
        view = replace(table.view().public, settled=(), lit=())
        return DrillPicture(layout=msgspec.to_builtins(view), lines=lines)
    return DrillPicture(hands=tuple(_hands(table)), lines=lines)


def _hands(table: BlackjackTable) -> Iterator[PictureHand]:
    yield PictureHand("Dealer", tuple(map(str, table.dealer.cards)))
    for box in table.boxes:
        for number, playing in enumerate(box.hands):
            stakes = [stake for stake in box.stakes if stake.hand == playing.id or number == 0]
            notes = dict.fromkeys(f"{stake.player}, {stake.kind} ${dollars(stake.amount)}" for stake in stakes)
            name = f"Box {box.number}" + (f", hand {number + 1}" if len(box.hands) > 1 else "")
            yield PictureHand(name, tuple(map(str, playing.cards)), tuple(notes))
