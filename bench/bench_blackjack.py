"""Blackjack rounds a second on one core: automated table, one box, every card an act, through the full machine.

The cards are drawn from a seeded generator before the clock starts, and the play is the plainest there is: draw to 17.
Beside it, in the same run, as many bare copies of the state as there were acts.
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from bench.timing import best_seconds
from croupier import BuyIn, NoMoreBets, Sign, Wager, blackjack
from croupier.games.acts import Act
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import CloseInsurance, CuttingCard, Deal, Draw, Sit, Stand
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.position import Position

ROUNDS = 400
AIM = 4_000
PLAYER_STANDS = 17
BOX = Position("box", (1,))


def next_act(table: BlackjackTable, source: random.Random) -> Act:
    match table.step:
        case "card":
            chances = table.chance()
            return source.choices(list(chances), [float(weight) for weight in chances.values()])[0]
        case "cutting card":
            return CuttingCard()
        case "close insurance":
            return CloseInsurance()
        case "decide":
            points = machine.total(table.boxes[0].hands[0].hand)
            return Stand("ana", 1) if points >= PLAYER_STANDS else Draw("ana", 1)
        case _:
            return NoMoreBets() if table.boxes else Wager("ana", BOX, 10_00)


def recorded(table: BlackjackTable, rounds: int) -> list[Act]:
    """The acts of so many rounds, made once."""
    source = random.Random(7)
    acts: list[Act] = []
    while table.round < rounds or not table.is_final:
        act = next_act(table, source)
        acts.append(act)
        table = table.play(act)
    return acts


def main() -> None:
    table = blackjack(Sign(minimum=5_00, maximum=1_000_00)).play(BuyIn("ana", 1_000_000_00), Sit("ana", 1))
    acts = recorded(table, ROUNDS)
    cards = sum(isinstance(act, Deal) for act in acts)

    def play() -> None:
        table.play(*acts)

    def copy() -> None:
        for _ in acts:
            replace(table, general=replace(table.general, clock=1))

    played, copied = best_seconds(play, copy)
    rate = ROUNDS / played
    print(f"blackjack: {rate:,.0f} rounds a second ({len(acts) / ROUNDS:.1f} acts a round, {cards} cards), aim {AIM:,}")
    print(f"blackjack: {played / copied:.1f} times a bare copy of the state for each act")
