"""One round with random results, at a table of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from random import Random
from typing import TypeVar

from croupier.games.acts import Act, BuyIn
from croupier.games.blackjack import hand
from croupier.games.blackjack.acts import CloseInsurance, Draw, Sit, Stand
from croupier.games.blackjack.flow import CLOSE_INSURANCE, DECIDE, hand_in_turn
from croupier.games.blackjack.positions import box
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.layout.table import LayoutTable
from croupier.games.wagers import NoMoreBets, Wager

AnyTable = TypeVar("AnyTable", LayoutTable, BlackjackTable)
Decide = Callable[[BlackjackTable], Act]
"""What the player whose turn it is does with a hand."""
GUESTS = ("ana", "ben")
"""Who wagers when nobody has wagered yet."""
WAGERS = 3
MOST_TIMES = 4
"""The largest stake, as a multiple of the table's minimum, where the sign allows as much."""
BUY_IN = 100
"""A guest buys in for this many times the table's minimum."""


def draw(chances: Mapping[Act, Fraction], random: Random) -> Act:
    """One of these outcomes, each with exactly its chance. `table.chance()` gives them."""
    _check(random)
    if not chances:
        raise ValueError("nothing is due to be drawn: table.chance() is empty")
    unit = lcm(*(chance.denominator for chance in chances.values()))
    place = random.randrange(unit)
    for outcome, chance in chances.items():
        place -= int(chance * unit)
        if place < 0:
            return outcome
    raise ValueError("these chances do not add up to 1")


def _check(random: Random) -> None:
    """Whoever has a seed is told what to make of it."""
    if not isinstance(random, Random):
        raise TypeError(f"expected a random.Random, such as Random(7), not {random!r}")


def random_wagers(table: AnyTable, random: Random, players: tuple[str, ...] = GUESTS) -> Iterator[Act]:
    """Each player buys in and makes some wagers that the table accepts: up to three, one box at blackjack."""
    for number, player in enumerate(players, start=1):
        tried: list[Act]
        if isinstance(table, BlackjackTable):
            tried = [Sit(player, number), Wager(player, box(number), _stake(table, random))]
        else:
            places = random.sample(list(table.game.areas), WAGERS)
            tried = [Wager(player, position, _stake(table, random)) for position in places]
        needs_chips = table.purse(player).value < WAGERS * MOST_TIMES * table.sign.minimum
        buys: list[Act] = [BuyIn(player, BUY_IN * table.sign.minimum)] if needs_chips else []
        for act in (*buys, *tried):
            if table.refuses(act) is None:
                yield act
                table = table.play(act)


def _stake(table: AnyTable, random: Random) -> int:
    sign = table.sign
    return sign.minimum * random.randint(1, min(MOST_TIMES, sign.maximum // sign.minimum))


def draw_to_17(table: BlackjackTable) -> Act:
    """Draw below a total of 17, and stand from there on: no doubling, no splitting, no insurance."""
    turn = hand_in_turn(table)
    if turn is None:
        raise ValueError("it is nobody's turn to decide")
    seat, playing = turn
    decide = Stand if hand.total(playing.hand) >= hand.DEALER_STANDS else Draw
    return decide(table.seats[seat.number - 1], seat.number)


def round_acts(table: AnyTable, random: Random, decide: Decide = draw_to_17) -> Iterator[Act]:
    """The acts of one round at this table, from the wagers to the settlement.

    Wagers that lie there are played. Where there are none, two guests make some. At blackjack `decide` plays the hands.
    Raises `ValueError` at a live table, where a dealer has to take every step.
    """
    if not _has_wagers(table):
        for act in random_wagers(table, random):
            yield act
            table = table.play(act)
    is_called = False
    while not (is_called and table.is_between_rounds):
        act = _next(table, random, decide) if is_called else NoMoreBets()
        if (refusal := table.refuses(act)) is not None:
            raise ValueError(f"this table does not play by itself: {refusal.why}")
        is_called = True
        yield act
        table = table.play(act)


def _has_wagers(table: AnyTable) -> bool:
    return bool(table.boxes if isinstance(table, BlackjackTable) else table.wagers)


def _next(table: AnyTable, random: Random, decide: Decide) -> Act:
    if chances := table.chance():
        return draw(chances, random)
    if isinstance(table, BlackjackTable) and table.step == DECIDE:
        return decide(table)
    if isinstance(table, BlackjackTable) and table.step == CLOSE_INSURANCE:
        return CloseInsurance()
    raise ValueError(f"this table waits for {', '.join(each.what for each in table.awaits) or 'nothing'}")


def random_round(table: AnyTable, random: Random, decide: Decide = draw_to_17) -> AnyTable:
    """The table after one round with random results. `settled` has its lines, and `round_acts` gives the acts."""
    _check(random)
    for act in round_acts(table, random, decide):
        table = table.play(act)
    return table
