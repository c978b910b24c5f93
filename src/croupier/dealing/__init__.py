"""Rounds and tournaments with random results, for tests, teaching and research. The rules draw nothing at random.

```python
from random import Random

import croupier
from croupier.dealing import random_round

table = croupier.roulette(croupier.Sign(minimum=5_00, maximum=1_000_00))
table = random_round(table, Random(7))
assert table.settled
```

All numbers come from the generator or the seed that you pass, so the same seed gives the same round. A server draws in
another way, from sealed secrets (`croupier.record.journals.seal`).
"""

from croupier.dealing.rounds import draw, draw_to_17, random_round, random_wagers, round_acts
from croupier.dealing.tournaments import PlayedSession, PlayedTournament, random_tournament

__all__ = [
    "PlayedSession",
    "PlayedTournament",
    "draw",
    "draw_to_17",
    "random_round",
    "random_tournament",
    "random_wagers",
    "round_acts",
]
