"""A round of blackjack as a server tells it, for the page's own tests.

`python3 -m tests.support.page.blackjack_recording` records it anew.

The cards are chosen: a pair that is split, a Super Sevens wager that goes on, a hand that is bust, another bettor.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.games.acts import Act, BuyIn, Clock
from croupier.games.blackjack.acts import Deal, Draw, Sit, Split, Stand
from croupier.games.blackjack.cards import card
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.registry import table_of
from croupier.games.sign import Sign
from croupier.games.wagers import Wager
from tests.support.project import ROOT
from tests.support.rules.blackjack import box, super_sevens

TARGET = ROOT / "web" / "src" / "games" / "blackjack" / "recorded.json"
ME, OTHER = "pme", "pother"


def deals(text: str) -> tuple[Act, ...]:
    return tuple(Deal(card(each)) for each in text.split())


MESSAGES: tuple[tuple[Act, ...], ...] = (
    (BuyIn(ME, 500_00), Sit(ME, 3), BuyIn(OTHER, 500_00), Sit(OTHER, 5)),
    (
        Wager(ME, box(3), 10_00),
        Wager(ME, super_sevens(3), 2_00),
        Wager(OTHER, box(3), 15_00),
        Wager(OTHER, box(5), 25_00),
    ),
    (Clock(20),),
    deals("7h Th 6c 7d 9c"),
    (Split(ME, 3),),
    deals("4s"),
    (Draw(ME, 3),),
    deals("Kd Td"),
    (Stand(ME, 3),),
    (Stand(OTHER, 5),),
    deals("5h 8s"),
)


def main() -> None:
    options = BlackjackOptions(layout=2, super_sevens=2_00)
    state: Any = table_of("blackjack", Sign(5_00, 500_00), options, betting_seconds=20)
    number, messages = 0, []
    for acts in MESSAGES:
        entries = []
        for act in acts:
            state, number = state.play(act), number + 1
            entries.append({"number": number, "time": 0, "hash": "", "line": "", "act": act})
        place = {"number": number, "hash": "", "time": 0, "seal": "", "due": None, "view": state.view().public}
        messages.append({"type": "acts", "entries": entries, "names": {}} | place)
    TARGET.write_bytes(msgspec.json.encode({"me": ME, "other": OTHER, "messages": messages}) + b"\n")


if __name__ == "__main__":
    main()
