"""What a new house opens with: tables of every game, and a door for its operator."""

from __future__ import annotations

import msgspec

from croupier.floor.casino import Casino
from croupier.floor.store.port import Clash, Taken
from croupier.floor.tables import TableSpec

SIGN = {"minimum": 5_00, "maximum": 500_00, "smallest_chip": 50}

FIRST_TABLES: dict[str, dict[str, object]] = {
    "roulette-1": {"name": "Roulette", "game": "roulette"},
    "blackjack-1": {"name": "Blackjack", "game": "blackjack"},
    "tai-sai-1": {"name": "Tai-Sai", "game": "tai-sai"},
    "money-wheel-1": {"name": "Money wheel", "game": "money-wheel"},
    "roulette-live-1": {"name": "Live roulette", "game": "roulette", "live": True},
    "blackjack-live-1": {"name": "Live blackjack", "game": "blackjack", "live": True},
}


async def ready(casino: Casino, *, makes_link: bool = True) -> str | None:
    """A house that has not opened yet gets its first tables; the token of a link while there is no operator."""
    for id, words in FIRST_TABLES.items():
        # One by one: a house that was stopped in the middle of its first start gets the rest at its second.
        if id not in casino.desks:
            try:
                await casino.make_table(msgspec.convert(words | {"sign": SIGN}, TableSpec), id=id)
            except (Taken, Clash):
                # Another server has made it a moment ago.
                await casino.learn()
    if not makes_link:
        return None
    return None if await casino.people.has_operator() else await casino.people.operator_link(casino.time())
