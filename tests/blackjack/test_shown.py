"""What is to be seen of a round: hands with totals, the turn, Super Sevens and the cutting card, from the machine."""

from __future__ import annotations

import pytest

from croupier.games.blackjack import VoidRound
from croupier.games.blackjack.acts import (
    ChooseHand,
    CloseInsurance,
    CuttingCard,
    Double,
    Draw,
    SettleEarly,
    Split,
    Stand,
)
from croupier.games.blackjack.hand import Sevens
from croupier.games.blackjack.shown import BoxShown, Decider, HandShown, NextSeven, SevensShown, Turn, sevens_shown
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.wagers import NoMoreBets, Wager
from tests.support.rules.blackjack import blackjack, box, deal, opened, staked, super_sevens, until_cutting_card


def shown_box(table: BlackjackTable, number: int) -> BoxShown:
    return next(each for each in table.view().public.shown.boxes if each.number == number)


def read(hand: HandShown | None) -> tuple[str, int, str]:
    """Cards, total, and all that is so."""
    assert hand is not None
    named = ("soft", "blackjack", "bust", "over", "split")
    return " ".join(map(str, hand.cards)), hand.total, " ".join(each for each in named if getattr(hand, f"is_{each}"))


def test_a_hand_shows_its_total_and_what_it_is() -> None:
    table = opened(blackjack("ana"), "Ah 9d 6c")
    assert read(shown_box(table, 1).hands[0]) == ("Ah 6c", 17, "soft")
    assert read(table.shown.dealer) == ("9d", 9, "")
    assert table.shown.turn == Turn(1, 0, "ana")
    drawn = deal(table.play(Draw("ana", 1)), "Kc")
    assert read(shown_box(drawn, 1).hands[0]) == ("Ah 6c Kc", 17, "")
    stood = drawn.play(Stand("ana", 1))
    assert read(shown_box(stood, 1).hands[0]) == ("Ah 6c Kc", 17, "over")
    assert stood.shown.turn is None


def test_a_split_hand_that_is_bust_is_still_to_be_seen_beside_the_next_card_of_the_other() -> None:
    table = deal(opened(blackjack("ana"), "8h 9d 8c").play(Split("ana", 1)), "6c")
    bust = deal(table.play(Draw("ana", 1)), "Kc")
    assert bust.boxes[0].hands[0].cards == ()
    later = deal(bust, "2c")
    assert [read(each) for each in shown_box(later, 1).hands] == [
        ("8h 6c Kc", 24, "bust over split"),
        ("8c 2c", 10, "split"),
    ]


def test_a_round_that_is_over_is_still_to_be_seen_until_the_next_card() -> None:
    table = deal(opened(blackjack("ana"), "Th 9d 6c").play(Draw("ana", 1)), "Kc")
    assert (table.boxes, table.dealer.cards, table.is_final) == ((), (), True)
    assert read(shown_box(table, 1).hands[0]) == ("Th 6c Kc", 26, "bust over")
    assert read(table.shown.dealer) == ("9d", 9, "over")
    assert table.shown.settled_on == ((1, 0),)
    wagered = staked(table, ("ana", 2, 10_00))
    assert [each.number for each in wagered.shown.boxes] == [1]
    assert wagered.shown.deciders == (Decider(2, "ana"),)
    begun = deal(wagered.play(NoMoreBets()), "2c")
    assert [(each.number, read(each.hands[0])) for each in begun.shown.boxes] == [(2, ("2c", 2, ""))]
    assert begun.shown.dealer is None


def test_the_dealers_last_card_is_seen_although_the_cards_are_collected_with_it() -> None:
    table = deal(opened(blackjack("ana"), "Th 9d 9c").play(Stand("ana", 1)), "Ac")
    assert table.dealer.cards == ()
    assert read(table.shown.dealer) == ("9d Ac", 20, "soft over")


def test_a_blackjack_paid_at_once_is_still_seen() -> None:
    table = opened(blackjack("ana", "ben"), "Ah 5c 9d Kc 8d", ("ana", 1, 10_00), ("ben", 2, 10_00))
    assert [each.number for each in table.boxes] == [2]
    assert read(shown_box(table, 1).hands[0]) == ("Ah Kc", 21, "soft blackjack over")
    assert table.shown.turn == Turn(2, 0, "ben")


def test_a_blackjack_settled_early_is_still_seen_and_insurance_said() -> None:
    table = opened(blackjack("ana"), "Ah Ad Kc")
    assert table.shown.insurance == "called"
    early = table.play(SettleEarly("ana", 1))
    assert read(shown_box(early, 1).hands[0]) == ("Ah Kc", 21, "soft blackjack over")
    assert opened(blackjack("ana"), "Th Ad 9c").play(CloseInsurance()).shown.insurance == "closed"


def test_split_hands_stand_in_the_order_of_play_and_a_busted_one_stays() -> None:
    table = opened(blackjack("ana"), "8h 6d 8c").play(Split("ana", 1))
    assert [read(each) for each in shown_box(table, 1).hands] == [("8h", 8, "split"), ("8c", 8, "split")]
    again = deal(table, "8d").play(Split("ana", 1))
    assert [each.id for each in shown_box(again, 1).hands] == [0, 2, 1]
    busted = deal(deal(again, "Th").play(Draw("ana", 1)), "Kd")
    assert [read(each) for each in shown_box(busted, 1).hands] == [
        ("8h Th Kd", 28, "bust over split"),
        ("8d", 8, "split"),
        ("8c", 8, "split"),
    ]
    assert busted.shown.settled_on == ((1, 0),)


def test_a_split_21_is_no_blackjack() -> None:
    table = deal(opened(blackjack("ana"), "Ah 6d Ac").play(Split("ana", 1)), "Kd Kc")
    first, second = shown_box(table, 1).hands
    assert (read(first), read(second)) == (("Ah Kd", 21, "soft over split"), ("Ac Kc", 21, "soft over split"))


def test_who_decides_for_a_shared_box() -> None:
    table = staked(blackjack("ana", "ben"), ("ben", 1, 10_00), ("ben", 3, 10_00), ("ana", 3, 20_00))
    assert table.shown.deciders == (Decider(1, "ben"), Decider(3, "ben"))
    both = staked(table, ("ana", 1, 10_00))
    assert both.shown.deciders == (Decider(1, "ana"), Decider(3, "ben"))


def test_a_chosen_hand_takes_the_initial_wager_along() -> None:
    wagers = (("ana", 1, 10_00), ("ben", 1, 20_00))
    table = opened(blackjack("ana", "ben"), "8h 6d 8c", *wagers).play(Split("ana", 1), ChooseHand("ben", 1, 2))
    stood = deal(deal(table, "Th").play(Stand("ana", 1)), "Tc").play(Stand("ana", 1))
    over = deal(stood, "Td 5d")
    settled = [(line.wager.player, str(line.wager.position)) for line in over.settled]
    assert dict(zip(settled, over.shown.settled_on, strict=True)) == {
        ("ana", "box 1"): (1, 0),
        ("ana", "split b 1"): (1, 1),
        ("ben", "box 1"): (1, 1),
    }


def test_the_cutting_card_is_counted_and_seen_out() -> None:
    table = until_cutting_card(blackjack("ana", decks=4), 1)
    assert (table.shown.until_cutting_card, table.shown.is_last_of_shoe) == (1, False)
    last = opened(table, "Th").play(CuttingCard())
    assert (last.shown.until_cutting_card, last.shown.is_last_of_shoe) == (None, True)


# Super Sevens


def test_a_table_without_super_sevens_shows_no_stage() -> None:
    assert shown_box(opened(blackjack("ana"), "7h 9d 7c"), 1).sevens is None


@pytest.mark.parametrize(
    ("sevens", "stage", "pays", "following"),
    [
        (Sevens.NO_CARD, "no card", "", "3 to 1, 3 to 1, 3 to 1, 3 to 1"),
        (Sevens.ONE_B, "one", "3 to 1", "50 to 1, 100 to 1, 50 to 1, 50 to 1"),
        (Sevens.TWO_MIXED, "two mixed", "50 to 1", "500 to 1, 500 to 1, 500 to 1, 500 to 1"),
        (Sevens.TWO_D, "two suited", "100 to 1", "500 to 1, 500 to 1, 500 to 1, 5000 to 1"),
    ],
)
def test_a_stage_says_what_it_pays_and_what_the_next_seven_would(
    sevens: Sevens, stage: str, pays: str, following: str
) -> None:
    next_sevens = tuple(NextSeven(suit, paid) for suit, paid in zip("cdhs", following.split(", "), strict=True))
    assert sevens_shown(sevens) == SevensShown(stage, False, pays, next_sevens)


@pytest.mark.parametrize(
    ("sevens", "stage", "pays"),
    [
        (Sevens.LOST, "lost", ""),
        (Sevens.WON_ONE, "won one", "3 to 1"),
        (Sevens.WON_TWO_SUITED, "won two suited", "100 to 1"),
        (Sevens.WON_THREE_SUITED, "won three suited", "5000 to 1"),
    ],
)
def test_the_end_of_super_sevens_has_no_next_prize(sevens: Sevens, stage: str, pays: str) -> None:
    assert sevens_shown(sevens) == SevensShown(stage, True, pays, ())


def test_the_stage_follows_the_cards_and_the_end_of_the_hand() -> None:
    table = staked(blackjack("ana", layout=2, super_sevens=2_00), ("ana", 1, 10_00))
    table = deal(table.play(Wager("ana", super_sevens(1), 2_00), NoMoreBets()), "7h")
    stages = [shown_box(table, 1).sevens]
    table = deal(table, "9d 7h")
    stages.append(shown_box(table, 1).sevens)
    stages.append(shown_box(table.play(Stand("ana", 1)), 1).sevens)
    stages.append(shown_box(deal(table.play(Draw("ana", 1)), "7h"), 1).sevens)
    found = [each.stage for each in stages if each]
    assert found == ["one", "two suited", "won two suited", "won three suited"]


def test_a_void_round_is_still_seen() -> None:
    table = opened(blackjack("ana"), "Th 9d 6c").play(Double("ana", 1, 10_00))
    void = table.play(VoidRound("a card was torn"))
    assert read(shown_box(void, 1).hands[0]) == ("Th 6c", 16, "over")
    assert void.shown.settled_on == ((1, 0), (1, 0))
    assert box(1) == void.settled[0].wager.position
