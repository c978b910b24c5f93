"""Acts at a table of the floor, as short texts."""

from __future__ import annotations

from croupier.floor.tables.actor import TableActor
from croupier.games.blackjack.acts import Deal
from croupier.games.blackjack.cards import card
from tests.support.floor.casino import House

SPIN_BALL = "dealer: spin ball clockwise, wheel anticlockwise"


def cards(text: str) -> list[Deal]:
    return [Deal(card(each)) for each in text.split()]


async def acts(house: House, actor: TableActor) -> list[str]:
    return [line.partition(" # ")[0] for line in (await house.lines(actor))[1:]]
