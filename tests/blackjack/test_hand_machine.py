"""The hand machine against Division 2: totals, open decisions, the dealer's draw, and what wagers return."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import (
    CARDS,
    EMPTY,
    LOST,
    NOTHING,
    SEVENS,
    DealerBlackjack,
    Decision,
    Hand,
    HandOrigin,
    Need,
    Rules,
    Sevens,
    State,
    addition_returns,
    after,
    compared,
    dealer_after,
    dealer_draws,
    dealer_need,
    decisions,
    initial_returns,
    insurance_returns,
    is_blackjack,
    is_bust,
    is_over,
    is_soft,
    needs_card,
    sevens_after_card,
    sevens_at_end,
    split_hand,
    total,
)

STAND, DRAW, DOUBLE, SPLIT = Decision.STAND, Decision.DRAW, Decision.DOUBLE, Decision.SPLIT
EVEN, THREE_TO_TWO = (1, 1), (3, 2)


def dealt(*cards: int) -> Hand:
    """A player's hand that drew these cards, one by one."""
    found = EMPTY
    for place, card in enumerate(cards):
        if place > 1:
            found = after(found, DRAW)
        found = after(found, card)
    return found


def dealers(*cards: int) -> Hand:
    found = EMPTY
    for card in cards:
        found = dealer_after(found, card)
    return found


def by_the_rule(cards: tuple[int, ...]) -> tuple[int, bool]:
    """The total and whether it is soft, the slow way: every ace as 11 or as 1, the best that is not over 21."""
    values = [7 if card > 10 else card for card in cards]
    totals = {sum(values) + 10 * elevens for elevens in range(values.count(1) + 1)}
    best = max((each for each in totals if each <= 21), default=min(totals))
    return best, best != sum(values)


@pytest.mark.clause("D2 4.1(a)", "D2 4.1(b)", "D2 4.1(c)", "D2 1.0 Hard Total", "D2 1.0 Soft Total")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_D2_4_1_every_hand_counts_as_the_rule_says(size: int) -> None:
    for cards in combinations_with_replacement(range(1, 11), size):
        found = dealers(*cards)
        assert (total(found), is_soft(found)) == by_the_rule(cards), cards


@pytest.mark.clause("D2 1.0 Blackjack", "D2 12.4(c)")
def test_D2_1_0_blackjack_is_an_ace_and_a_ten_as_the_first_two_cards() -> None:
    for first, second in product(CARDS, repeat=2):
        assert is_blackjack(dealt(first, second)) == ({first, second} == {1, 10})
        assert is_blackjack(dealers(first, second)) == ({first, second} == {1, 10})
    assert not is_blackjack(dealt(1, 5, 5))
    for pair, other in ((1, 10), (10, 1)):
        assert not is_blackjack(after(split_hand(dealt(pair, pair)), other))


@pytest.mark.clause("D2 13.1", "D2 13.1(a)", "D2 13.1(d)", "D2 8.3")
def test_D2_13_1_what_may_be_decided_on_three_cards_hangs_on_the_total_alone() -> None:
    for cards in product(range(1, 11), repeat=3):
        if {cards[0], cards[1]} == {1, 10}:
            continue
        found = dealt(*cards)
        points, _ = by_the_rule(cards)
        if points >= 21:
            assert is_over(found)
            assert decisions(found) == ()
        else:
            assert decisions(found) == ((DRAW,) if points <= 11 else (STAND, DRAW))


@pytest.mark.clause("D2 11.1", "D2 12.1", "D2 13.1(d)")
def test_D2_11_1_and_12_1_what_may_be_decided_on_the_first_two_cards() -> None:
    for first, second in product(range(1, 11), repeat=2):
        points, _ = by_the_rule((first, second))
        expected = [STAND] if points >= 12 else []
        expected += [DRAW]
        expected += [DOUBLE] if 1 not in (first, second) else []
        expected += [SPLIT] if first == second else []
        assert decisions(dealt(first, second)) == (() if points == 21 else tuple(expected))


@pytest.mark.clause("D2 11.1")
def test_D2_11_1_doubling_with_an_ace_and_after_a_split_are_readings() -> None:
    assert DOUBLE in decisions(dealt(1, 8), rules=Rules(double_with_ace=True))
    split = after(split_hand(dealt(8, 8)), 3)
    assert DOUBLE in decisions(split, 2)
    assert DOUBLE not in decisions(split, 2, Rules(double_after_split=False))
    assert DOUBLE not in decisions(after(split_hand(dealt(8, 8)), 1), 2)
    assert DOUBLE not in decisions(dealt(2, 3, 4), rules=Rules(double_with_ace=True))


@pytest.mark.clause("D2 11.3", "D2 13.1(b)")
@pytest.mark.parametrize("card", CARDS)
def test_D2_11_3_a_double_takes_one_card_and_no_more(card: int) -> None:
    doubled = after(dealt(2, 3), DOUBLE)
    assert needs_card(doubled)
    assert decisions(doubled) == ()
    grown = after(doubled, card)
    assert is_over(grown)
    assert decisions(grown) == ()
    assert not needs_card(grown)


@pytest.mark.clause("D2 12.3", "D2 12.4", "D2 12.4(a)")
def test_D2_12_4_a_a_pair_may_be_split_again_up_to_three_hands() -> None:
    again = after(split_hand(dealt(8, 8)), 8)
    assert needs_card(split_hand(dealt(8, 8)))
    assert SPLIT in decisions(again, 2)
    assert SPLIT not in decisions(again, 3)
    assert SPLIT not in decisions(again, 2, Rules(most_hands=2))
    assert SPLIT in decisions(again, 3, Rules(most_hands=4))
    assert decisions(after(split_hand(dealt(8, 8)), 2), 2) == (DRAW, DOUBLE)


@pytest.mark.clause("D2 12.4(b)", "D2 13.1(c)")
@pytest.mark.parametrize("card", CARDS)
def test_D2_12_4_b_split_aces_take_one_card_each(card: int) -> None:
    ace = split_hand(dealt(1, 1))
    assert needs_card(ace)
    grown = after(ace, card)
    assert is_over(grown)
    assert decisions(grown, 2) == ()
    assert total(grown) == by_the_rule((1, card))[0]


@pytest.mark.clause("D2 13.3")
def test_D2_13_3_the_dealer_draws_to_seventeen_and_stands_on_every_seventeen() -> None:
    for cards in combinations_with_replacement(range(1, 11), 3):
        points, soft = by_the_rule(cards)
        found = dealers(*cards)
        assert dealer_draws(found, Need.ALL_CARDS) == (points < 17)
        wants = points < 17 or (points == 17 and soft)
        assert dealer_draws(found, Need.ALL_CARDS, Rules(draws_on_soft_17=True)) == wants


@pytest.mark.clause("D2 13.4", "D2 8.5")
def test_D2_13_4_the_dealer_draws_nothing_that_cannot_matter() -> None:
    standing, bust, natural = dealt(10, 8), dealt(10, 6, 10), dealt(1, 10)
    assert dealer_need([bust, bust], insured=False) is Need.NO_CARD
    assert dealer_need([bust], insured=True) is Need.SECOND_CARD
    assert dealer_need([natural, bust], insured=False) is Need.SECOND_CARD
    assert dealer_need([natural, standing], insured=False) is Need.ALL_CARDS
    assert dealer_need([], insured=False) is Need.NO_CARD
    peek = Rules(dealer_blackjack=DealerBlackjack.PEEK)
    assert dealer_need([bust], insured=False, rules=peek) is Need.NO_CARD
    assert dealer_need([bust], insured=False, lost_additions=True, rules=peek) is Need.SECOND_CARD
    assert dealer_need([bust], insured=False, lost_additions=True) is Need.NO_CARD
    one, two = dealers(10), dealers(1, 2)
    assert [dealer_draws(one, need) for need in Need] == [False, True, True]
    assert [dealer_draws(two, need) for need in Need] == [False, False, True]


# Rule 5.1 by hand: a final hand is a blackjack, a total of 12 to 21, or over. Rows are the player's hands.

PLAYER = {
    "blackjack": dealt(1, 10),
    **{str(n): dealt(10, 2, n - 12) if n > 12 else dealt(10, 2) for n in range(12, 22)},
}
PLAYER["bust"] = dealt(10, 6, 10)
DEALER = {
    "17": dealers(10, 7),
    "18": dealers(10, 8),
    "19": dealers(10, 9),
    "20": dealers(10, 10),
    "21": dealers(10, 6, 5),
    "blackjack": dealers(1, 10),
    "bust": dealers(10, 6, 10),
}
RULE_5_1 = """
           17 18 19 20 21 blackjack bust
blackjack  +  +  +  +  +  =         +
12         -  -  -  -  -  -         +
13         -  -  -  -  -  -         +
14         -  -  -  -  -  -         +
15         -  -  -  -  -  -         +
16         -  -  -  -  -  -         +
17         =  -  -  -  -  -         +
18         +  =  -  -  -  -         +
19         +  +  =  -  -  -         +
20         +  +  +  =  -  -         +
21         +  +  +  +  =  -         +
bust       -  -  -  -  -  -         -
"""


def rule_5_1() -> list[tuple[str, str, str]]:
    header, *rows = RULE_5_1.strip().splitlines()
    columns = header.split()
    return [
        (row.split()[0], column, mark) for row in rows for column, mark in zip(columns, row.split()[1:], strict=True)
    ]


@pytest.mark.clause(
    "D2 5.1(a)",
    "D2 5.1(b)",
    "D2 5.1(c)",
    "D2 5.1(d)",
    "D2 5.1(e)",
    "D2 5.1(f)",
    "D2 5.1(g)",
    "D2 5.4",
    "D2 11.4",
    "D2 12.5",
)
@pytest.mark.parametrize(("mine", "his", "mark"), rule_5_1())
def test_D2_5_1_every_final_hand_against_every_other(mine: str, his: str, mark: str) -> None:
    player, dealer = PLAYER[mine], DEALER[his]
    assert compared(player, dealer) == {"+": 1, "=": 0, "-": -1}[mark]
    won = THREE_TO_TWO if mine == "blackjack" else EVEN
    assert initial_returns(player, dealer) == {"+": won, "=": NOTHING, "-": LOST}[mark]
    if his != "blackjack":
        assert addition_returns(player, dealer) == initial_returns(player, dealer)


@pytest.mark.clause("D2 11.5", "D2 12.6")
def test_D2_11_5_a_dealers_blackjack_takes_no_addition_but_what_was_bust() -> None:
    dealer = dealers(1, 10)
    for name, player in PLAYER.items():
        if name not in ("blackjack", "bust"):
            assert addition_returns(player, dealer) == NOTHING
            assert addition_returns(player, dealer, Rules(dealer_blackjack=DealerBlackjack.ALL)) == LOST
            assert initial_returns(player, dealer) == LOST
    assert addition_returns(PLAYER["bust"], dealer) == LOST


@pytest.mark.clause("D2 5.1(c)", "D2 5.1(d)", "D2 12.4(c)")
def test_D2_5_1_twenty_one_of_a_split_ace_is_no_blackjack() -> None:
    split = after(split_hand(dealt(1, 1)), 10)
    assert initial_returns(split, dealers(10, 6, 5)) == NOTHING
    assert initial_returns(split, dealers(10, 10)) == EVEN
    assert initial_returns(split, dealers(1, 10)) == LOST


@pytest.mark.clause("D2 9.1", "D2 9.4")
@pytest.mark.parametrize("card", range(1, 11))
def test_D2_9_1_insurance_wins_on_a_ten_and_loses_on_anything_else(card: int) -> None:
    assert insurance_returns(dealers(1, card)) == ((2, 1) if card == 10 else LOST)


# Super Sevens: 11 to 14 are the four sevens, 5 stands for any other card.

A, B = SEVENS[:2]


@pytest.mark.clause("D2 15.4(a)", "D2 15.4(b)", "D2 15.4(c)", "D2 15.4(d)", "D2 15.4(e)", "D2 15.4(f)")
def test_D2_15_4_every_beginning_of_a_hand_has_its_prize() -> None:
    for cards in product((5, *SEVENS), repeat=3):
        stage = Sevens.NO_CARD
        for card in cards:
            stage = sevens_after_card(stage, card)
        sevens = [card for card in cards if card in SEVENS]
        if cards[0] == 5:
            prize = -1
        elif cards[1] == 5:
            prize = 3
        elif cards[2] == 5:
            prize = 100 if cards[0] == cards[1] else 50
        else:
            prize = 5000 if len(set(sevens)) == 1 else 500
        assert machine.SEVENS_PAY[stage] == (prize, 1), cards


@pytest.mark.clause("D2 15.5", "D2 15.4(b)", "D2 15.4(c)")
def test_D2_15_5_two_sevens_are_paid_when_they_are_split_or_stand() -> None:
    two_suited = sevens_after_card(sevens_after_card(Sevens.NO_CARD, A), A)
    two_mixed = sevens_after_card(sevens_after_card(Sevens.NO_CARD, A), B)
    assert machine.SEVENS_PAY[sevens_at_end(two_suited)] == (100, 1)
    assert machine.SEVENS_PAY[sevens_at_end(two_mixed)] == (50, 1)
    assert sevens_at_end(Sevens.LOST) is Sevens.LOST
    assert sevens_after_card(Sevens.LOST, A) is Sevens.LOST


def test_a_rule_changed_here_is_changed_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "DEALER_STANDS", 18)
    assert dealer_draws(dealers(10, 7), Need.ALL_CARDS)
    monkeypatch.setattr(machine, "BLACKJACK_PAYS", (6, 5))
    assert initial_returns(dealt(1, 10), dealers(10, 10)) == (6, 5)


def test_hands_are_small_tuples_of_whole_numbers() -> None:
    for found in (dealt(1, 10), dealt(8, 8), split_hand(dealt(1, 1)), dealers(1, 5)):
        assert isinstance(found, tuple)
        assert all(isinstance(part, int) for part in found)
    assert split_hand(dealt(1, 1)).origin == HandOrigin.SPLIT_ACE
    assert after(dealt(10, 2), STAND).state == State.OVER
    assert is_bust(dealt(10, 6, 6))
    assert not is_bust(dealt(10, 6, 5))
    with pytest.raises(ValueError, match="two hands"):
        after(dealt(8, 8), SPLIT)
