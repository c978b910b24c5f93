"""A tournament from the first entry to the prizes: `python examples/a_tournament.py`."""

from __future__ import annotations

from pathlib import Path

from croupier import dollars
from croupier.dealing import random_tournament
from croupier.record import read, read_conditions, replay, write

CONDITIONS = Path(__file__).with_name("conditions.toml")
"""What `croupier tournament plan --out conditions.toml` writes."""


def main(entrants: int = 5, seed: int = 7) -> None:
    conditions = read_conditions(CONDITIONS.read_text("utf-8"))
    played = random_tournament(conditions, entrants, seed)
    for session in played.sessions:
        kind = "final" if session.is_final else f"stage {session.session.stage}"
        counts = session.table.tally.counts if session.table.tally else ()
        chips = ", ".join(f"{count.player} ${dollars(count.chips)}" for count in counts)
        print(f"Session {session.session.number} ({kind}): {chips}")
    for placing in played.tournament.placings:
        print(f"Place {placing.place}: {', '.join(placing.players)} ({placing.rule})")
    for award in played.tournament.awards:
        print(f"{award.player} wins {f'${dollars(award.money)}' if award.money else award.goods}")
    # The whole evening is a text that anyone can replay.
    assert replay(read(write(played.record))).is_in_order


if __name__ == "__main__":
    main()
