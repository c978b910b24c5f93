"""Acts a second on one core: a roulette round of 20 wagers from 5 players, checked, played and settled.

Beside it, in the same run, the same number of acts merely copied by msgspec: how far the rules are from doing nothing.
"""

from __future__ import annotations

from msgspec.structs import replace

from bench.timing import best_seconds
from croupier import BuyIn, NoMoreBets, Sign, Wager, roulette
from croupier.games.acts import Act
from croupier.games.roulette import Spin, corner, red, split, straight_up

ROUNDS = 300
PLAYERS = ("ana", "ben", "cleo", "dan", "eve")
POSITIONS = (split(17, 20), straight_up(5), red, corner(1, 2, 4, 5))
AIM = 100_000


def main() -> None:
    table = roulette(Sign(minimum=5_00, maximum=1_000_00)).play(*(BuyIn(name, 1_000_000_00) for name in PLAYERS))
    wagers = [Wager(name, position, 10_00) for name in PLAYERS for position in POSITIONS]
    acts: list[Act] = [*wagers, NoMoreBets(), Spin(17)]

    def play() -> None:
        state = table
        for _ in range(ROUNDS):
            state = state.play(*acts)

    def copy() -> None:
        for _ in range(ROUNDS):
            for _ in acts:
                replace(table, general=replace(table.general, clock=1))

    played, copied = best_seconds(play, copy)
    count = ROUNDS * len(acts)
    print(f"acts: {count / played:,.0f} a second ({played / count * 1e6:.1f} µs an act), aim {AIM:,}")
    print(f"acts: {played / copied:.1f} times a bare copy of the state")
