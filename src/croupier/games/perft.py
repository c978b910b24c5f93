"""How many sequences of acts there are from a state: a fingerprint of the rules.

Chess programs count the positions that legal moves lead to, and compare the counts ("perft"). Here the acts of a round
are counted: wagers and withdrawals, the call, players' decisions, and every result of chance. Any change of what is
accepted, and when, changes a count. Of all amounts that may be, the smallest and the largest count.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from croupier.games.acts import Act, BuyIn
from croupier.games.blackjack.acts import CloseInsurance, Double, Draw, SettleEarly, Sit, Split, Stand
from croupier.games.offers import Bounds, Choices, Offer
from croupier.games.registry import table_of
from croupier.games.sign import Sign
from croupier.games.table import Table
from croupier.games.tournament.session_table.table_acts import AllocateBoxes, Attendance, BeginSession
from croupier.games.wagers import NoMoreBets, Wager, Withdraw

__all__ = ["PERFT_GAMES", "acts_of_round", "perft", "starting_table"]

OF_A_ROUND = (Wager, Withdraw, NoMoreBets, Stand, Draw, Double, Split, SettleEarly, CloseInsurance)
PLAYER, FIELD = "ana", ("ana", "ben", "cid", "dee")
SIGN = Sign(minimum=10_00, maximum=20_00)
PERFT_GAMES = ("roulette", "money-wheel", "tai-sai", "blackjack", "tournament-table")
"""The games by the names that `starting_table` knows."""


def starting_table(game: str) -> Any:
    """Where the count begins: one player with two wagers' worth of chips, or a session of four that has begun."""
    table = table_of(game, SIGN)
    if game == "tournament-table":
        return table.play(Attendance(present=True), AllocateBoxes(FIELD), BeginSession())
    bought = table.play(BuyIn(PLAYER, 2 * SIGN.minimum))
    return bought.play(Sit(PLAYER, 1)) if game == "blackjack" else bought


def acts_of_round(table: Table) -> Iterator[Act]:
    """Every act of a round that this state accepts, each once."""
    yield from table.chance()
    for offer in table.offers():
        if offer.kind in OF_A_ROUND:
            yield from _acts(offer)


def _acts(offer: Offer) -> Iterator[Act]:
    names = list(offer.fields)
    for chosen in product(*(_values(field) for field in offer.fields.values())):
        yield offer.kind(**dict(zip(names, chosen, strict=True)))


def _values(field: Any) -> tuple[Any, ...]:
    match field:
        case Bounds(lowest, highest, _):
            return (lowest, highest) if lowest < highest else (lowest,)
        case Choices(values):
            return values
        case _:
            raise TypeError(f"no act of a round has words: {field}")


def perft(table: Table, depth: int) -> int:
    """The number of sequences of this many acts from this state on."""
    return _counted(table, depth, {})


def _counted(table: Table, depth: int, known: dict[tuple[Any, int], int]) -> int:
    if depth == 0:
        return 1
    if (found := known.get((table, depth))) is not None:
        return found
    acts = dict.fromkeys(acts_of_round(table))
    total = len(acts) if depth == 1 else sum(_counted(table.play(act), depth - 1, known) for act in acts)
    known[table, depth] = total
    return total
