"""What a new house opens with: tables of every game, a tournament to enter, and a door for its operator."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from croupier.floor.casino import Casino
from croupier.floor.store.port import Clash, Taken
from croupier.floor.tables.opening import TableSpec
from croupier.floor.tournaments.opening import TournamentSpec

SIGN = {"minimum": 5_00, "maximum": 500_00, "smallest_chip": 50}
SEVENS = {"layout": 2, "super_sevens": 2_00}
"""Blackjack with all that its division knows: Super Sevens on the layout of Appendix 2."""

FIRST_TABLES: dict[str, dict[str, object]] = {
    "roulette-1": {"name": "Roulette", "game": "roulette"},
    "blackjack-1": {"name": "Blackjack", "game": "blackjack", "options": SEVENS},
    "tai-sai-1": {"name": "Tai-Sai", "game": "tai-sai"},
    "money-wheel-1": {"name": "Money wheel", "game": "money-wheel"},
    "roulette-live-1": {"name": "Live roulette", "game": "roulette", "live": True},
    "blackjack-live-1": {"name": "Live blackjack", "game": "blackjack", "live": True},
}


FIRST_TOURNAMENT, AHEAD = "cup-1", 10 * 60
CUP: dict[str, object] = {
    "name": "House cup",
    "entry_form": "apply and pay the fee by the API or the page: two acts",
    "entry_fee": 20_00,
    "chips": 1_000_00,
    "issue": "free",
    "sign": {"minimum": 10_00, "maximum": 500_00, "increment": 10_00},
    "fewest": 4,
    "most": 28,
    "stages": [{"duration": {"measure": "rounds", "count": 6}, "advance": 1, "best_losers": 2}],
    "final": {"measure": "rounds", "count": 8},
    "play_off": {"measure": "rounds", "count": 2},
    "prizes": [{"share": 60}, {"share": 40}],
    "wager_seconds": 20,
    "notice_seconds": 60,
}
"""A small tournament that runs itself: of 28 players six come to the final, of fewer at least four."""


FIRST_SIT_AND_GO, LATEST = "quick-1", 24 * 60 * 60
SIT_AND_GO: dict[str, object] = {
    "name": "Quick four",
    "entry_form": "apply by the API or the page: one act",
    "entry_fee": 0,
    "chips": 500_00,
    "issue": "free",
    "sign": {"minimum": 10_00, "maximum": 500_00, "increment": 10_00},
    "fewest": 4,
    "most": 4,
    "final": {"measure": "rounds", "count": 5},
    "play_off": {"measure": "rounds", "count": 1},
    "prizes": [{"amount": 50_00}, {"amount": 20_00}],
    "wager_seconds": 20,
    "notice_seconds": 0,
}
"""A tournament for whoever is there: with four it begins, and house players take the seats that stay empty."""


async def ready(casino: Casino, *, makes_link: bool = True) -> str | None:
    """A house that has not opened yet gets its first tables; the token of a link while there is no operator."""
    for id, words in FIRST_TABLES.items():
        # One by one: a house that was stopped in the middle of its first start gets the rest at its second.
        if id not in casino.actors:
            more = {"sign": SIGN, "private_copies": not words.get("live", False)}
            with suppress(Taken, Clash):
                await casino.make_table(msgspec.convert(words | more, TableSpec), id=id)
    if not await casino.finished.knows(FIRST_TOURNAMENT):
        cup = {"conditions": CUP | {"starts": casino.time() + AHEAD}, "runs_itself": True, "again_after": AHEAD}
        with suppress(Taken, Clash):
            await casino.make_tournament(msgspec.convert(cup, TournamentSpec), id=FIRST_TOURNAMENT)
    if not await casino.finished.knows(FIRST_SIT_AND_GO):
        terms = SIT_AND_GO | {"starts": casino.time() + LATEST}
        quick = {"conditions": terms, "runs_itself": True, "house_players": True, "again_after": LATEST}
        with suppress(Taken, Clash):
            await casino.make_tournament(msgspec.convert(quick, TournamentSpec), id=FIRST_SIT_AND_GO)
    # What another server made a moment ago is found, not made.
    await casino.learn()
    if not makes_link or await casino.people.roles.has_operator():
        return None
    return await casino.people.links.make_operator_link(casino.time())
