"""The last hand of a session as a value: what of it cannot be, where it stands, and by which clause."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import Sign
from croupier.games.blackjack.hand import TEN
from croupier.games.tournament.session_table.last_hand import LastHand, LastSeat, hand_of, is_open, refuses_last_hand

SIGN = Sign(minimum=10_00, maximum=500_00, increment=10_00, smallest_chip=5_00)
ANA, BEA, CAL = LastSeat("ana", 900_00), LastSeat("bea", 1_000_00), LastSeat("cal", 5_00)
TWO = LastHand((ANA, BEA), "bea", SIGN)
ACE = 1


def with_seats(*seats: LastSeat, **changes: Any) -> LastHand:
    return replace(TWO, seats=seats, **changes)


def with_ana(**changes: Any) -> LastHand:
    """Both have wagered, and ana's seat is as said."""
    return with_seats(replace(ANA, **({"wager": 20_00} | changes)), replace(BEA, wager=10_00))


def dealt(ana: tuple[int, ...], bea: tuple[int, ...] = (TEN, 5), up: int = 6, /, **changes: Any) -> LastHand:
    """Every wager made and these cards on the table; changes are of ana's seat."""
    first = replace(ANA, wager=20_00, cards=ana, **changes)
    return LastHand((first, replace(BEA, wager=10_00, cards=bea)), "bea", SIGN, up=up)


def refused(hand: LastHand) -> tuple[tuple[str | int, ...], str, str, str]:
    found = refuses_last_hand(hand)
    assert found is not None
    path, refusal = found
    return path, refusal.code, str(refusal.rule), refusal.why


COMPANY = [
    (with_seats(BEA), ("players",), "bad_players", "D7 5.4 (T6)", "There are 1 players; a last hand has 2 to 7."),
    (
        with_seats(*(LastSeat(name, 50_00) for name in "stuvwxyz"), marker="s"),
        ("players",),
        "bad_players",
        "D7 5.4 (T6)",
        "There are 8 players; a last hand has 2 to 7.",
    ),
    (with_seats(replace(ANA, name=""), BEA), ("players", 0, "name"), "bad_name", "D7 5.3", "Give every player a name."),
    (
        with_seats(BEA, ANA, BEA),
        ("players", 2, "name"),
        "seated_twice",
        "D7 5.2",
        "bea sits at the table twice; every player has one box.",
    ),
]
SEATS = [
    (
        with_seats(replace(ANA, chips=0), BEA),
        ("players", 0, "chips"),
        "no_chips",
        "D7 4.7",
        "ana holds $0. Leave out players who have lost all their chips.",
    ),
    (
        with_seats(ANA, replace(BEA, chips=1_000_000_000_000_05)),
        ("players", 1, "chips"),
        "too_many_chips",
        "D7 4.1",
        "bea holds $1000000000000.05; give $100000000000 or less.",
    ),
    (
        with_seats(ANA, replace(BEA, chips=1_003_00)),
        ("players", 1, "chips"),
        "bad_chips",
        "D7 4.1",
        "$1003 cannot be made with chips of $5.",
    ),
    (with_ana(wager=5_00), ("players", 0, "wager"), "under_minimum", "D7 4.5", "The minimum is $10."),
    (with_ana(wager=0), ("players", 0, "wager"), "under_minimum", "D7 4.5", "The minimum is $10."),
    (with_ana(wager=510_00), ("players", 0, "wager"), "over_maximum", "D7 4.5", "The maximum is $500."),
    (
        with_ana(wager=20_00, chips=15_00),
        ("players", 0, "wager"),
        "not_enough",
        "D7 4.1",
        "ana holds $15 and cannot wager $20.",
    ),
    (
        with_ana(wager=500_00, chips=400_00),
        ("players", 0, "wager"),
        "not_enough",
        "D7 4.1",
        "ana holds $400 and cannot wager $500.",
    ),
    (with_ana(wager=25_00), ("players", 0, "wager"), "off_increment", "D7 4.4", "Wagers go up in steps of $10."),
    (
        with_ana(doubled=25_00),
        ("players", 0, "doubled"),
        "over_original",
        "D2 11.2(a)",
        "A double adds at most what was wagered.",
    ),
    (
        with_ana(doubled=-10_00),
        ("players", 0, "doubled"),
        "over_original",
        "D2 11.2(a)",
        "A double adds at most what was wagered.",
    ),
]
TABLE = [
    (
        replace(TWO, advance=2),
        ("advance",),
        "bad_advance",
        "D7 6.6",
        "2 of 2 cannot qualify: at least 1 does, and fewer than all.",
    ),
    (
        replace(TWO, advance=0),
        ("advance",),
        "bad_advance",
        "D7 6.6",
        "0 of 2 cannot qualify: at least 1 does, and fewer than all.",
    ),
    (replace(TWO, rounds=0), ("rounds",), "bad_rounds", "D7 1.0 Session", "Enter 1 to 3 for the rounds that are left."),
    (replace(TWO, rounds=4), ("rounds",), "bad_rounds", "D7 1.0 Session", "Enter 1 to 3 for the rounds that are left."),
    (replace(TWO, decks=3), ("decks",), "bad_decks", "D2 3.3(a)", "Blackjack is played with 4 to 8 decks."),
    (replace(TWO, decks=9), ("decks",), "bad_decks", "D2 3.3(a)", "Blackjack is played with 4 to 8 decks."),
    (
        replace(TWO, tie=Fraction(-1, 100)),
        ("tie",),
        "bad_tie",
        "D7 6.5",
        "Give the chance in a play-off as a number from 0 to 1.",
    ),
    (
        replace(TWO, tie=Fraction(101, 100)),
        ("tie",),
        "bad_tie",
        "D7 6.5",
        "Give the chance in a play-off as a number from 0 to 1.",
    ),
    (
        replace(TWO, prizes=(3_00, 2_00, 1_00)),
        ("prizes",),
        "bad_prizes",
        "D7 3.2(h)",
        "Give each place at most one prize, and no prize below $0.",
    ),
    (
        replace(TWO, prizes=(3_00, -1)),
        ("prizes",),
        "bad_prizes",
        "D7 3.2(h)",
        "Give each place at most one prize, and no prize below $0.",
    ),
]
ORDER = [
    (
        replace(TWO, marker="eve"),
        ("marker",),
        "bad_marker",
        "D7 5.9",
        "Put the marker before one of the players.",
    ),
    (
        with_seats(BEA, CAL),
        ("players",),
        "session_over",
        "D7 6.1",
        "Fewer than two can still wager: the session is over.",
    ),
    (
        with_seats(ANA, BEA, CAL, marker="cal"),
        ("marker",),
        "bad_marker",
        "D7 5.10 (T10)",
        "cal cannot wager, so the marker goes to the next who can.",
    ),
    (
        with_seats(replace(ANA, wager=20_00), BEA),
        ("players", 0, "wager"),
        "not_in_turn",
        "D7 5.10",
        "It is bea's turn to wager, before ana.",
    ),
    (
        with_seats(ANA, BEA, replace(CAL, chips=50_00, wager=10_00)),
        ("players", 2, "wager"),
        "not_in_turn",
        "D7 5.10",
        "It is bea's turn to wager, before cal.",
    ),
]
CARDS = [
    (
        replace(TWO, decks=4, seen=(7,) * 17),
        ("seen",),
        "not_in_shoe",
        "D2 3.3(a)",
        "4 decks hold fewer cards of value 7 than have been seen.",
    ),
    (
        replace(TWO, decks=4, seen=(TEN,) * 65),
        ("seen",),
        "not_in_shoe",
        "D2 3.3(a)",
        "4 decks hold fewer cards of value 10 than have been seen.",
    ),
    (
        replace(dealt((7, 5)), decks=4, seen=(7,) * 16),
        ("seen",),
        "not_in_shoe",
        "D2 3.3(a)",
        "4 decks hold fewer cards of value 7 than have been seen.",
    ),
    (
        replace(dealt((TEN, 5), (TEN, 5), 7), decks=4, seen=(7,) * 16),
        ("seen",),
        "not_in_shoe",
        "D2 3.3(a)",
        "4 decks hold fewer cards of value 7 than have been seen.",
    ),
    (
        # 208 cards, 173 seen: 35 are left where 36 are wanted, twelve for each box and for the dealer.
        replace(TWO, decks=4, seen=tuple(rank for rank in range(1, 10) for _ in range(16)) + (TEN,) * 29),
        ("seen",),
        "too_few_cards",
        "D2 16.7",
        "With fewer than 36 cards left the shoe might run out in the middle of the hand.",
    ),
]
DEAL = [
    (
        replace(TWO, up=6),
        ("dealer",),
        "too_early",
        "D2 8.2",
        "Enter every wager before the cards: none is dealt before all have wagered.",
    ),
    (
        replace(dealt((TEN, 5)), rounds=2),
        ("rounds",),
        "bad_rounds",
        "D2 8.2",
        "Once cards are dealt, only one round can be left.",
    ),
    (dealt((TEN, 5), (TEN, 5), 0), ("dealer",), "no_up_card", "D2 8.2(b)", "Name the dealer's card too."),
    (dealt((TEN,)), ("players", 0, "cards"), "too_few_cards", "D2 8.2(c)", "ana has two cards or more."),
    (dealt((TEN, 5), ()), ("players", 1, "cards"), "too_few_cards", "D2 8.2(c)", "bea has two cards or more."),
    (
        dealt((TEN, 5), (TEN, 2, 3)),
        ("players", 1, "cards"),
        "not_in_turn",
        "D2 8.3",
        "bea plays after the box in turn, so has two cards yet.",
    ),
    (
        dealt((TEN, 5, 9, 2)),
        ("players", 0, "cards"),
        "no_such_hand",
        "D2 13.1",
        "This hand cannot have another card.",
    ),
    (
        dealt((TEN, ACE, 2)),
        ("players", 0, "cards"),
        "no_such_hand",
        "D2 13.1",
        "This hand cannot have another card.",
    ),
    (
        # One card after a double, and no more.
        dealt((5, 6, 2, 3), doubled=20_00),
        ("players", 0, "cards"),
        "no_such_hand",
        "D2 13.1",
        "This hand cannot have another card.",
    ),
    (
        dealt((ACE, 6, 2), doubled=20_00),
        ("players", 0, "cards"),
        "no_double",
        "D2 11.1",
        "This hand cannot be doubled.",
    ),
    (
        dealt((5, 6), stands=True),
        ("players", 0, "cards"),
        "must_draw",
        "D2 13.1(d)",
        "A hand under 12 must draw.",
    ),
]


@pytest.mark.clause(
    "D7 5.4", "D7 5.3", "D7 5.2", "D7 4.7", "D7 4.1", "D7 4.5", "D7 4.4", "D2 11.2(a)", "D7 6.6", "D7 6.5",
    "D7 3.2(h)", "D7 5.9", "D7 5.10", "D7 6.1", "D2 8.2", "D2 8.2(b)", "D2 8.2(c)", "D2 8.3", "D2 13.1", "D2 11.1",
    "D2 13.1(d)", "D2 16.7", "D2 3.3(a)",
)  # fmt: skip
@pytest.mark.parametrize(("hand", "path", "code", "rule", "why"), [*COMPANY, *SEATS, *TABLE, *ORDER, *CARDS, *DEAL])
def test_D7_a_last_hand_that_cannot_be_is_refused_where_it_is_wrong(
    hand: LastHand, path: tuple[str | int, ...], code: str, rule: str, why: str
) -> None:
    assert refused(hand) == (path, code, rule, why)


@pytest.mark.parametrize(
    "hand",
    [
        TWO,
        replace(TWO, tie=Fraction(0), rounds=3, decks=4, prizes=(3_00, 0)),
        replace(TWO, tie=Fraction(1), rounds=1, decks=8),
        with_seats(*(LastSeat(name, 50_00) for name in "tuvwxyz"), marker="z", advance=6),
        with_ana(wager=500_00, doubled=500_00),
        with_ana(wager=10_00),
        replace(TWO, decks=4, seen=(7,) * 16 + (TEN,) * 64),
        replace(TWO, decks=4, seen=tuple(rank for rank in range(1, 10) for _ in range(16)) + (TEN,) * 28),
        with_seats(ANA, replace(BEA, wager=10_00), CAL),
        dealt((TEN, 5)),
        dealt((TEN, 5, 3), stands=True),
        dealt((TEN, 2), stands=True),
        dealt((5, 6, 2), doubled=20_00),
        dealt((5, 6, TEN), (TEN, 2, 3)),
        dealt((TEN, 9), (TEN, 2, 3), stands=True),
        dealt((TEN, 2, 3)),
    ],
)
def test_D7_a_last_hand_within_its_bounds_is_taken(hand: LastHand) -> None:
    assert refuses_last_hand(hand) is None


@pytest.mark.clause("D7 5.10", "D7 5.9")
def test_D7_5_10_the_wagers_go_clockwise_from_the_marker_past_who_cannot_wager() -> None:
    hand = with_seats(ANA, CAL, BEA, LastSeat("dee", 10_00))
    assert [seat.name for seat in hand.able] == ["ana", "bea", "dee"]
    assert [seat.name for seat in hand.betting_order] == ["bea", "dee", "ana"]
    assert hand.to_act.name == "bea"
    assert hand.is_betting


@pytest.mark.clause("D2 8.3", "D2 11.3")
def test_D2_8_3_after_the_wagers_the_first_open_hand_is_in_turn() -> None:
    assert dealt((TEN, 5)).to_act.name == "ana"
    assert dealt((TEN, 5), stands=True).to_act.name == "bea"
    assert dealt((5, 6, 2), doubled=20_00).to_act.name == "bea"
    over = dealt((TEN, 5, 9), (TEN, ACE))
    assert (over.to_act.name, [is_open(seat) for seat in over.seats]) == ("bea", [False, False])
    assert is_open(LastSeat("ana", 10_00, cards=(5, 6, 2)))
    doubled = hand_of(LastSeat("ana", 10_00, cards=(5, 6, 2), doubled=10_00))
    assert doubled != hand_of(LastSeat("ana", 10_00, cards=(5, 6, 2)))
