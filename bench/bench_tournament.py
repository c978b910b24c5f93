"""A whole tournament on one core: 48 players, three stages, 20 rounds a session, every card an act and recorded.

Beside it, in the same run, the same acts at the tables played again without anybody deciding anything.
"""

from __future__ import annotations

from bench.timing import best_seconds
from croupier.dealing.tournaments import random_tournament
from croupier.games.refusal import Refusal
from croupier.games.tournament.planning.planner import plan
from croupier.record import replay

PLAYERS = 48
AIM_SECONDS = 5
SEED = 1


def main() -> None:
    found = plan(PLAYERS, advance=2, fee=50_00, starts=1_800_000_000)
    if isinstance(found, Refusal):
        raise SystemExit(str(found))
    conditions = found.conditions
    done = random_tournament(conditions, PLAYERS, SEED)
    tables = [sat.record for sat in done.sessions]
    acts = sum(len(record.acts) for record in tables) + len(done.acts)

    def play() -> None:
        random_tournament(conditions, PLAYERS, SEED)

    def again() -> None:
        for record in tables:
            replay(record)

    whole, replayed = best_seconds(play, again)
    stages = len(found.stages)
    print(f"{PLAYERS} players, {stages} stages, {len(tables)} sessions, {acts} acts: {whole:.2f} s (aim {AIM_SECONDS})")
    print(f"the same tables replayed: {replayed:.2f} s, {whole / replayed:.2f} times as fast")
