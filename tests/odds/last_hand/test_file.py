"""Files of a last hand: what is read, and what is refused at its line and column."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.games.tournament.session_table.last_hand import BetModel
from croupier.record import Unreadable
from croupier.record.files.last_hand import read_last_hand

GOOD = """marker = "Bea"
advance = 1
tie = 0.4
seen = "A K 5"
[limits]
minimum = 10
maximum = 500
increment = 10
smallest_chip = 5
[[players]]
name = "Ana"
chips = 900
bets = "match"
plays = "basic"
[[players]]
name = "Bea"
chips = 1000
"""


def faults(text: str) -> list[str]:
    with pytest.raises(Unreadable) as caught:
        read_last_hand(text)
    return [str(fault) for fault in caught.value.faults]


def test_a_file_is_read() -> None:
    hand = read_last_hand(GOOD)
    assert [(seat.name, seat.chips) for seat in hand.seats] == [("Ana", 900_00), ("Bea", 1000_00)]
    assert (hand.marker, hand.advance, hand.tie, hand.seen) == ("Bea", 1, Fraction(2, 5), (1, 10, 5))
    assert (hand.seats[0].bets, hand.seats[0].plays, hand.to_act.name) == (BetModel.MATCH, "basic", "Bea")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("chips = 900\n", "chips = 0\n", "line 12, column 1: Ana holds $0. Leave out players who have lost"),
        ("chips = 900\n", "chips = -5\n", "line 12, column 1: "),
        (
            "chips = 900\n",
            "chips = 100000000005\n",
            "line 12, column 1: Ana holds $100000000005; give $100000000000 or less.",
        ),
        ("chips = 900\n", "chips = 903\n", "line 12, column 1: $903 cannot be made with chips of $5."),
        ("chips = 900\n", "", "line 10, column 1: chips: is missing"),
        ("chips = 1000\n", "chips = 1000\nwager = 15\n", "line 18, column 1: Wagers go up in steps of $10."),
        ("chips = 1000\n", "chips = 1000\nwager = 5\n", "line 18, column 1: The minimum is $10."),
        ("chips = 1000\n", "chips = 1000\nwager = 510\n", "line 18, column 1: The maximum is $500."),
        ("chips = 900\n", "chips = 300\nwager = 400\n", "line 13, column 1: Ana holds $300 and cannot wager $400."),
        ("chips = 900\n", "chips = 900\nwager = 50\n", "line 13, column 1: It is Bea's turn to wager, before Ana."),
        ("advance = 1", "advance = 0", "line 2, column 1: advance: expected a whole number from 1 to 7"),
        ("advance = 1", "advance = 2", "line 2, column 1: 2 of 2 cannot qualify"),
        ("tie = 0.4", "tie = 1.5", "line 3, column 1: tie: expected"),
        ('seen = "A K 5"', 'seen = "A X"', "line 4, column 1: seen: expected cards"),
        ("maximum = 500", "maximum = 5", "line 5, column 1: The maximum $5 is below the minimum $10."),
        ("minimum = 10\n", "", "line 5, column 1: limits state a minimum"),
        ('marker = "Bea"', 'marker = "Eve"', "line 1, column 1: Put the marker before one of the players."),
        ('name = "Bea"', 'name = "Ana"', "line 16, column 1: Ana sits at the table twice"),
        ("advance = 1", "advnace = 1", "line 2, column 1: unknown setting 'advnace'; did you mean 'advance'?"),
        (
            "advance = 1",
            'dealer = "6"',
            "line 2, column 1: Enter every wager before the cards: none is dealt before all have wagered.",
        ),
        ('bets = "match"', 'bets = "wild"', "line 13, column 1: bets: expected"),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(old: str, new: str, expected: str) -> None:
    assert old in GOOD
    found = faults(GOOD.replace(old, new, 1))
    assert any(fault.startswith(expected) for fault in found), found


def test_a_shoe_that_cannot_be_is_refused() -> None:
    assert "fewer cards of value 1" in faults(GOOD.replace('"A K 5"', '"' + "A " * 33 + '"'))[0]


def test_an_unreadable_text_is_refused() -> None:
    assert faults("marker = ")[0].startswith("line 1, column ")
