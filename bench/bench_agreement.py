"""Ten thousand million rounds, each from a full shoe, against the solver's figure, for 4, 6 and 8 decks.

Takes some minutes. A copy with fewer rounds and a fixed seed is among the tests.
"""

from __future__ import annotations

import secrets

from croupier import BlackjackOptions
from croupier.simulate import run

ROUNDS = 10**10
FAR = 4


def main() -> None:
    for decks in (4, 6, 8):
        seed = secrets.randbits(63)
        found = run(BlackjackOptions(decks=decks), "total", ROUNDS, seed, fresh=True)
        figures = found.figures
        z = 0.0 if figures.z is None else figures.z
        verdict = "agrees" if abs(z) < FAR else "DOES NOT AGREE"
        print(
            f"{decks} decks, {found.rounds:,} rounds, seed {seed}: {figures.edge_percent:.6f} "
            f"± {figures.standard_error_percent:.6f} %, exactly {figures.exact_percent:.6f} %, z {z:+.2f}: {verdict} "
            f"({found.rounds_per_second / 1e6:.0f} M rounds/s)",
            flush=True,
        )
