"""What the house's own players decide: stated strategies, checked hand by hand against answers written out by hand."""

from __future__ import annotations

import pytest

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import card, code
from croupier.games.blackjack.hand import Hand
from croupier.games.blackjack.house_strategies import HOUSE_STRATEGIES

# Hand, dealer's card (1 is an ace), and the wishes in their order.
BY_THE_BOOK = """
Ac Ad   6   split draw
8c 8d   1   split draw
8c 8d   6   split stand
7c 7d   6   stand
5c 5d   2   double draw
5c 5d   9   double draw
5c 5d   10  draw
6c 5d   1   draw
6c 5d   9   double draw
5c 4d   5   draw
Tc 2d   4   stand
Tc 2d   3   draw
Tc 3d   3   stand
Tc 3d   2   stand
Tc 2d   2   draw
Tc 2d   6   stand
Tc 6d   7   draw
Tc 6d   1   draw
Tc 7d   10  stand
Ac 6d   6   draw
Ac 7d   10  stand
Ac 9d   5   stand
"""
LIKE_THE_DEALER = """
Tc 6d   10  draw
Tc 7d   2   stand
Ac 5d   6   draw
Ac 6d   9   stand
"""
NEVER_BUST = """
6c 5d   10  draw
Tc 2d   10  stand
Ac 6d   9   draw
Ac 7d   9   stand
"""


def answers(text: str) -> list[tuple[str, int, str]]:
    """Hand, dealer's card, wishes."""
    rows = [line.split() for line in text.strip().splitlines()]
    return [(" ".join(row[:2]), int(row[2]), " ".join(row[3:])) for row in rows]


def hand(text: str) -> Hand:
    made = machine.EMPTY
    for each in text.split():
        made = machine.after_card(made, code(card(each)))
    return made


@pytest.mark.parametrize(
    ("name", "row"),
    [
        *(("steady", row) for row in answers(BY_THE_BOOK)),
        *(("bold", row) for row in answers(BY_THE_BOOK)),
        *(("dealer", row) for row in answers(LIKE_THE_DEALER)),
        *(("cautious", row) for row in answers(NEVER_BUST)),
    ],
)
def test_what_a_house_player_wishes(name: str, row: tuple[str, int, str]) -> None:
    text, up, wishes = row
    assert " ".join(each.name.lower() for each in HOUSE_STRATEGIES[name].wishes(hand(text), up)) == wishes


def test_what_a_house_player_wagers() -> None:
    """The minimum, or a tenth or a quarter of the chips in hand."""
    assert {name: each.wagers for name, each in HOUSE_STRATEGIES.items()} == {
        "dealer": 0,
        "cautious": 0,
        "steady": 10,
        "bold": 4,
    }
