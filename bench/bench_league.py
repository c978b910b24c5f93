"""The baseline agents at tournament tables: sessions of six, ten rounds, one place."""

from __future__ import annotations

from croupier.rl.league import baselines, play_league
from croupier.rl.session_run import SessionSetup

SESSIONS = 600


def main() -> None:
    setup = SessionSetup(rounds=10)
    print(f"{SESSIONS} sessions of {setup.players} players and {setup.rounds} rounds; a seat's fair share is 16.7 %")
    for row in play_league(setup, baselines(setup), SESSIONS, seed=1):
        print(f"{row.name:12} {row.seats:5} seats  {100 * row.share:5.1f} % ± {100 * row.error:.1f} %")
