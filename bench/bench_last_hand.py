"""The last hand: every wager of two players, those of four and seven that can matter, and one wager with composition.

Wall time beside processor time: on a machine that others use, the second says more.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter, process_time

from croupier.odds.last_hand.answer import solve_last_hand
from croupier.odds.last_hand.exact import ExactDuel
from croupier.odds.last_hand.play import HandPlay, PlaceContest, SolveDetail
from croupier.record.files.last_hand import read_last_hand

EXAMPLES = Path(__file__).parent.parent / "examples" / "last-hand"
AIMS = {"two-players": 5, "four-players": 60, "seven-players": 120}
FULL = (32,) * 9 + (128,)


def main() -> None:
    warm = read_last_hand((EXAMPLES / "free-hit.toml").read_text("utf-8"))
    solve_last_hand(warm)
    for name, aim in AIMS.items():
        hand = read_last_hand((EXAMPLES / f"{name}.toml").read_text("utf-8"))
        wall, processor = perf_counter(), process_time()
        found = solve_last_hand(hand, departures=False)
        wall, processor = perf_counter() - wall, process_time() - processor
        print(f"{name}: {len(found.wagers)} wagers in {wall:.1f} s, {processor:.1f} s of processor (aim {aim})")
    shares = tuple(number / sum(FULL) for number in FULL)
    contest = PlaceContest((900_00, 1000_00), warm.sign, shares, 1, 0)
    wagers = (150_00, 20_00)
    processor = process_time()
    exact = ExactDuel(contest, wagers, FULL).value
    processor = process_time() - processor
    held = HandPlay(contest, wagers, SolveDetail(splits=False, insurance=False, amounts=1)).value
    print(f"composition: {exact.chances[0]:.6f} in {processor:.1f} s of processor, held {held[0]:.6f}")
