"""Point totals as they are announced: by the dealer at the table, and by every view of it (D2 8.3 to 8.5, 12.4)."""

from __future__ import annotations

import pytest

from croupier import NoMoreBets, Wager
from croupier.games.blackjack.acts import CloseInsurance, Double, Draw, Split, Stand, VoidHand
from croupier.games.blackjack.shown import HandShown
from croupier.games.blackjack.state import BlackjackTable
from tests.support.rules.blackjack import blackjack, deal, opened, staked, super_sevens

TWO = (("ana", 1, 10_00), ("ben", 2, 20_00))


def hands(table: BlackjackTable, number: int = 1) -> tuple[HandShown, ...]:
    return next(box.hands for box in table.view().public.shown.boxes if box.number == number)


def totals(table: BlackjackTable, number: int = 1) -> list[int]:
    return [hand.total for hand in hands(table, number)]


def dealers(table: BlackjackTable) -> int:
    shown = table.view().public.shown.dealer
    assert shown is not None
    return shown.total


@pytest.mark.clause("D2 8.3")
@pytest.mark.parametrize(
    ("first", "second", "total", "soft"),
    [
        ("Th", "5s", 15, False),
        ("Ah", "6s", 17, True),
        ("Ah", "As", 12, True),
        ("Jh", "Qs", 20, False),
        ("2h", "2s", 4, False),
        ("Ah", "Ks", 21, True),
        ("9h", "As", 20, True),
    ],
)
def test_D2_8_3_each_player_hears_the_total_before_deciding(first: str, second: str, total: int, soft: bool) -> None:
    table = opened(blackjack("ana", "ben"), f"{first} 9d Tc {second} 8h", *TWO)
    assert (totals(table, 1), totals(table, 2)) == ([total], [17])
    assert hands(table)[0].is_soft is soft


@pytest.mark.clause("D2 8.4", "D2 4.1(c)")
def test_D2_8_4_the_total_is_announced_after_each_additional_card() -> None:
    table = opened(blackjack("ana", "ben"), "Ah 9d 6c 2c 8h", *TWO)
    heard = [totals(table)]
    for each in ("3c", "Td", "2h", "Ac"):
        table = deal(table.play(Draw("ana", 1)), each)
        heard.append(totals(table))
    # A-2 13, A-2-3 16, and with the ten the ace turns hard: 16, 18, 19.
    assert heard == [[13], [16], [16], [18], [19]]
    assert totals(table, 2) == [17]


@pytest.mark.clause("D2 8.4", "D2 13.2")
def test_D2_8_4_also_of_the_card_that_goes_over_21() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 6c 5s 8h", *TWO)
    bust = deal(table.play(Draw("ana", 1)), "Kc")
    assert (totals(bust), hands(bust)[0].is_bust) == ([25], True)
    split = deal(opened(blackjack("ana"), "8h 6d 8c").play(Split("ana", 1)), "6c").play(Draw("ana", 1))
    over = deal(split, "Kc")
    assert (totals(over), [hand.is_bust for hand in hands(over)]) == ([24, 8], [True, False])
    assert totals(deal(over, "Tc")) == [24, 18]


@pytest.mark.clause("D2 8.4", "D2 11.3")
def test_D2_8_4_also_of_the_one_card_of_a_double() -> None:
    table = opened(blackjack("ana", "ben"), "5h 9d 6c 6s 8h", *TWO).play(Double("ana", 1, 10_00))
    assert totals(table) == [11]
    assert totals(deal(table, "9c")) == [20]


@pytest.mark.clause("D2 8.5")
def test_D2_8_5_the_dealers_total_is_announced_with_every_card_of_his() -> None:
    table = opened(blackjack("ana", manual=("settle box",)), "Th Ad 8c").play(CloseInsurance(), Stand("ana", 1))
    heard = [dealers(table)]
    for each in ("2c", "2d", "9h", "3s"):
        table = deal(table, each)
        heard.append(dealers(table))
    # A, A-2 13, A-2-2 15, A-2-2-9 is a hard 14, and A-2-2-9-3 17.
    assert heard == [11, 13, 15, 14, 17]
    assert table.step == "settle box"


@pytest.mark.clause("D2 12.4", "D2 12.3")
def test_D2_12_4_the_total_of_each_split_hand_is_announced_when_it_has_its_second_card() -> None:
    split = opened(blackjack("ana"), "8h 6d 8c").play(Split("ana", 1))
    assert totals(split) == [8, 8]
    first = deal(split, "3c")
    assert totals(first) == [11, 8]
    second = deal(deal(first.play(Draw("ana", 1)), "Td"), "Ac")
    assert totals(second) == [21, 19]
    assert [hand.is_soft for hand in hands(second)] == [False, True]
    assert [hand.is_blackjack for hand in hands(second)] == [False, False]


@pytest.mark.clause("D2 12.4", "D2 12.4(a)")
def test_D2_12_4_and_of_all_three_after_a_second_split() -> None:
    table = deal(opened(blackjack("ana"), "8h 6d 8c").play(Split("ana", 1)), "8s").play(Split("ana", 1))
    assert totals(table) == [8, 8, 8]
    assert totals(deal(table, "Tc")) == [18, 8, 8]


@pytest.mark.clause("D2 15.5", "D2 15.7(a)", "D2 16.5")
@pytest.mark.parametrize("hand", [0, 1])
def test_D2_15_5_super_sevens_shown_after_one_hand_of_the_split_is_void(hand: int) -> None:
    """The split decided the wager: what is shown of it is how it ended, whichever hand proves void later."""
    start = staked(blackjack("ana", layout=2, super_sevens=2_00), ("ana", 1, 10_00))
    table = deal(start.play(Wager("ana", super_sevens(1), 2_00), NoMoreBets()), "7h 6d 7c").play(Split("ana", 1))
    before = table.view().public.shown.boxes[0].sevens
    assert before is not None
    assert (before.stage, before.is_over, before.pays) == ("won two mixed", True, "50 to 1")
    void = deal(table, "5c").play(VoidHand(1, hand, "torn card"))
    assert void.view().public.shown.boxes[0].sevens == before
    # Nor does the next card of the other hand change it, though it be a seven.
    later = deal(void.play(Draw("ana", 1)) if hand else void, "7d")
    assert later.view().public.shown.boxes[0].sevens == before
