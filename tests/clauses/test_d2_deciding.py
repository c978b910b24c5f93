"""Decisions at the table: turn, doubling, splitting, drawing, several bettors on a box (Division 2, 8.3, 11 to 14)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier import BuyIn, NoMoreBets, Outcome, Sign, Wager, Withdraw
from croupier.games.blackjack.acts import (
    ChooseHand,
    CloseInsurance,
    CollectCards,
    Deal,
    Double,
    Draw,
    FullPatronage,
    SettleBox,
    Split,
    Stand,
    StandForAbsent,
)
from croupier.games.blackjack.cards import card
from croupier.games.blackjack.options import Soft17, Takes
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.people import Actor, Role
from tests.support.rules.blackjack import (
    allowed_roles,
    blackjack,
    box,
    cards,
    deal,
    gain,
    insurance,
    lines,
    offers,
    opened,
    refusal,
    staked,
    total_money,
    why,
)

WIN, LOSE, STAND_OFF = Outcome.WIN, Outcome.LOSE, Outcome.STAND_OFF
TWO = (("ana", 1, 10_00), ("ben", 2, 20_00))
SHARED = (("ben", 1, 20_00), ("ana", 1, 10_00))


def one(text: str, amount: int = 10_00, sign: Sign | None = None, **options: object) -> BlackjackTable:
    """Ana alone on box 1."""
    table = blackjack("ana", **options) if sign is None else blackjack("ana", sign=sign, **options)  # type: ignore[arg-type]
    return opened(table, text, ("ana", 1, amount))


def shared(text: str, **options: object) -> BlackjackTable:
    """Ana with 10 seated at box 1, ben with 20 behind her, though he placed his first."""
    return opened(blackjack("ana", "ben", **options), text, *SHARED)  # type: ignore[arg-type]


# Turn


@pytest.mark.clause("D2 8.3", "D2 8.4")
def test_D2_8_3_boxes_decide_from_the_dealers_left_one_after_the_other() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 6c 5s 4h", *TWO)
    for act in (Stand("ben", 2), Draw("ben", 2), Double("ben", 2, 20_00), Split("ben", 2)):
        assert refusal(table, act) == ("not_in_turn", "D2 8.3")
        assert "box 1's turn" in why(table, act)
    assert offers(table, Stand) == ["player: stand (player ana, box 1)"]
    drawn = deal(table.play(Draw("ana", 1)), "2c")
    assert drawn.boxes[0].hands[0].cards == cards("Th 5s 2c")
    assert refusal(drawn, Draw("ben", 2)) == ("not_in_turn", "D2 8.3")
    stood = drawn.play(Stand("ana", 1))
    assert refusal(stood, Draw("ana", 1)) == ("not_in_turn", "D2 8.3")
    assert offers(stood, Draw) == ["player: draw (player ben, box 2)"]
    assert offers(stood, Stand) == ["player: stand (player ben, box 2)"]


@pytest.mark.clause("D2 8.3", "D2 9.2 (closing)")
def test_D2_8_3_no_decision_before_the_deal_is_complete_or_while_insurance_is_open() -> None:
    dealing = one("Th 9d")
    assert refusal(dealing, Draw("ana", 1)) == ("out_of_order", "D2 8.2(c)")
    assert "deal the next card" in why(dealing, Draw("ana", 1))
    insuring = one("Th Ad 5c")
    assert refusal(insuring, Draw("ana", 1)) == ("out_of_order", "D2 9.2 (closing)")
    assert insuring.play(CloseInsurance()).refuses(Draw("ana", 1)) is None


@pytest.mark.clause("D2 8.3", "D2 8.4", "D2 4.2")
def test_D2_8_4_a_card_that_was_asked_for_comes_before_any_other_decision() -> None:
    table = one("2h 9d 3c").play(Draw("ana", 1))
    for act in (Draw("ana", 1), Stand("ana", 1), Double("ana", 1, 10_00), Split("ana", 1)):
        assert refusal(table, act) == ("out_of_order", "D2 8.4")
    assert allowed_roles(table, Deal(card("2c"))) == {"dealer"}


@pytest.mark.clause("D2 8.3")
def test_D2_8_3_what_a_player_shows_by_hand_the_dealer_enters_and_nobody_else() -> None:
    table = one("8h 9d 8c")
    for act in (Stand("ana", 1), Draw("ana", 1), Double("ana", 1, 10_00), Split("ana", 1)):
        assert allowed_roles(table, act) == {"dealer"}
        entered = replace(act, by=Actor(Role.DEALER, "dora"))
        assert table.play(entered) == table.play(act)
        assert refusal(table, replace(act, by=Actor(Role.PLAYER, "ben"))) == ("not_yours", "D1 10.4")


@pytest.mark.clause("D2 8.3")
def test_D2_8_3_the_dealer_enters_no_decision_for_somebody_else_than_decides() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9h 9d 8c 8s", *TWO)
    for_ben = Stand("ben", 1, by=Actor(Role.DEALER, "dora"))
    assert refusal(table, for_ben) == ("not_yours_to_decide", "D2 14.3(a)")
    assert refusal(table, replace(for_ben, box=2)) == ("not_in_turn", "D2 8.3")


# 13.1


@pytest.mark.clause("D2 13.1(d)")
@pytest.mark.parametrize(("text", "total", "may_stand"), [("5h 9d 6c", 11, False), ("Th 9d 2c", 12, True)])
def test_D2_13_1_d_a_hand_of_eleven_or_less_must_draw(text: str, total: int, may_stand: bool) -> None:
    table = one(text)
    if may_stand:
        assert table.refuses(Stand("ana", 1)) is None
    else:
        assert refusal(table, Stand("ana", 1)) == ("must_draw", "D2 13.1(d)")
        assert f"A hand of {total} must draw" in why(table, Stand("ana", 1))
    offered = {offer.kind for offer in table.legal}
    assert (Stand in offered) is may_stand
    assert Draw in offered


@pytest.mark.clause("D2 13.1", "D2 13.1(a)")
@pytest.mark.parametrize(("text", "third"), [("Th 9s 9d 7c 5s", "4c"), ("2h 9s 9d 8c 5s", "Ac")])
def test_D2_13_1_a_twenty_one_hard_or_soft_takes_no_card_and_no_decision(text: str, third: str) -> None:
    table = opened(blackjack("ana", "ben"), text, *TWO)
    done = deal(table.play(Draw("ana", 1)), third)
    assert done.boxes[0].hands[0].cards[-1] == card(third)
    for act in (Draw("ana", 1), Stand("ana", 1), Double("ana", 1, 10_00), Split("ana", 1)):
        assert refusal(done, act) == ("is_21", "D2 13.1(a)")
        assert "21 takes no card" in why(done, act)
    assert done.refuses(Draw("ben", 2)) is None


@pytest.mark.clause("D2 13.1(a)", "D2 10.2")
def test_D2_13_1_a_a_blackjack_takes_no_card() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d Kc As 5c", *TWO)
    assert refusal(table, Draw("ana", 1)) == ("is_21", "D2 13.1(a)")
    assert table.refuses(Draw("ben", 2)) is None


@pytest.mark.clause("D2 13.1")
def test_D2_13_1_cards_are_drawn_for_as_long_as_the_total_is_under_21() -> None:
    table = one("2h 9d 3c")
    for each in ("4c", "5c", "6c"):
        table = deal(table.play(Draw("ana", 1)), each)
    assert table.boxes[0].hands[0].cards == cards("2h 3c 4c 5c 6c")
    assert table.refuses(Draw("ana", 1)) is None
    assert table.refuses(Stand("ana", 1)) is None


@pytest.mark.clause("D2 13.2", "D2 5.1(f)")
def test_D2_13_2_a_bust_hand_is_collected_at_once_with_its_cards() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 6c 5s 4h", *TWO)
    bust = deal(table.play(Draw("ana", 1)), "7c")
    assert lines(bust) == {("ana", "box 1"): (LOSE, 0, "D2 5.1(f)")}
    assert bust.rack == cards("Th 5s 7c")
    assert bust.general.house == 10_00
    assert [each.number for each in bust.boxes] == [2]
    assert total_money(bust) == 10_000_00


# Doubling


@pytest.mark.clause("D2 11.1")
def test_D2_11_1_two_cards_without_an_ace() -> None:
    assert one("Th 9d 5c").refuses(Double("ana", 1, 10_00)) is None
    for text in ("Ah 9d 5c", "5h 9d Ac", "Ah 9d Ac"):
        table = one(text)
        assert refusal(table, Double("ana", 1, 10_00)) == ("double_with_ace", "D2 11.1")
        assert "with an ace" in why(table, Double("ana", 1, 10_00))
        assert offers(table, Double) == []
        assert one(text, double_with_ace=True).refuses(Double("ana", 1, 10_00)) is None


@pytest.mark.clause("D2 11.1")
@pytest.mark.parametrize("third", ["2c", "Ac"])
def test_D2_11_1_no_double_on_a_third_card(third: str) -> None:
    table = deal(one("2h 9d 3c").play(Draw("ana", 1)), third)
    assert refusal(table, Double("ana", 1, 10_00)) == ("not_two_cards", "D2 11.1")
    assert "first two cards" in why(table, Double("ana", 1, 10_00))
    assert offers(table, Double) == []


@pytest.mark.clause("D2 11.1", "D2 12.4")
def test_D2_11_1_a_split_hand_doubles_without_an_ace() -> None:
    table = one("8h 9d 8c").play(Split("ana", 1))
    assert deal(table, "3c").refuses(Double("ana", 1, 10_00)) is None
    with_ace = deal(table, "Ac")
    assert refusal(with_ace, Double("ana", 1, 10_00)) == ("double_with_ace", "D2 11.1")
    other_house = deal(one("8h 9d 8c", double_after_split=False).play(Split("ana", 1)), "3c")
    assert other_house.refuses(Double("ana", 1, 10_00)) is not None


@pytest.mark.clause("D2 11.2(a)")
def test_D2_11_2_a_at_most_the_original_wager() -> None:
    table = one("Th 9d 5c")
    assert refusal(table, Double("ana", 1, 10_50)) == ("over_original", "D2 11.2(a)")
    assert "at most the $10 " in why(table, Double("ana", 1, 10_50))
    assert table.refuses(Double("ana", 1, 10_00)) is None
    assert offers(table, Double) == ["player: double (player ana, box 1, amount 50..1000 by 50)"]


@pytest.mark.clause("D2 11.2(b)")
def test_D2_11_2_b_from_the_smallest_chip_where_no_increment_is_displayed() -> None:
    table = one("Th 9d 5c")
    assert table.refuses(Double("ana", 1, 50)) is None
    assert refusal(table, Double("ana", 1, 25)) == ("not_in_chips", "D2 11.2(b)")
    assert refusal(table, Double("ana", 1, 0)) == ("not_positive", "D2 11.2(b)")
    assert refusal(table, Double("ana", 1, -10_00)) == ("not_positive", "D2 11.2(b)")
    assert refusal(table, Double("ana", 1, "10")) == ("not_an_amount", "D2 11.2(b)")  # type: ignore[arg-type]


@pytest.mark.clause("D2 11.2(b)")
def test_D2_11_2_b_in_steps_of_the_increment_on_the_sign() -> None:
    sign = Sign(minimum=5_00, maximum=1_000_00, increment=5_00)
    table = one("Th 9d 5c", 20_00, sign)
    for amount in (2_50, 4_50, 7_50, 19_50):
        assert refusal(table, Double("ana", 1, amount)) == ("off_increment", "D2 11.2(b)")
        assert "Double by $5, by a multiple" in why(table, Double("ana", 1, amount))
    for amount in (5_00, 10_00, 15_00, 20_00):
        assert table.refuses(Double("ana", 1, amount)) is None
    assert offers(table, Double) == ["player: double (player ana, box 1, amount 500..2000 by 500)"]


@pytest.mark.clause("D2 11.2(a)", "D2 5.2")
def test_D2_11_2_a_double_and_a_split_need_the_chips() -> None:
    short = blackjack("ana")
    for number in (2, 3, 4, 5):
        short = staked(short, ("ana", number, 1_000_00))
    short = opened(short, "8h 9h 9c 9s 9d 6d 8c 9h 9c 9s 9d", ("ana", 1, 995_00))
    assert refusal(short, Double("ana", 1, 10_00)) == ("not_enough_chips", "D2 5.2")
    assert short.refuses(Double("ana", 1, 5_00)) is None
    assert offers(short, Double) == ["player: double (player ana, box 1, amount 50..500 by 50)"]
    assert refusal(short, Split("ana", 1)) == ("not_enough_chips", "D2 12.2")
    assert offers(short, Split) == []


@pytest.mark.clause("D2 11.2(a)")
def test_D2_11_2_a_double_may_pass_the_table_maximum() -> None:
    table = one("Th 9d 5c", 1_000_00)
    doubled = table.play(Double("ana", 1, 1_000_00))
    assert gain(doubled, "ana") == -2_000_00


@pytest.mark.clause("D2 11.3", "D2 13.1(b)")
def test_D2_11_3_a_doubled_hand_takes_one_card_and_no_decision_more() -> None:
    table = opened(blackjack("ana", "ben"), "2h 9d 6c 3s 4h", *TWO).play(Double("ana", 1, 10_00))
    assert gain(table, "ana") == -20_00
    for act in (Draw("ana", 1), Stand("ana", 1)):
        assert refusal(table, act) == ("out_of_order", "D2 8.4")
    dealt = deal(table, "2c")
    assert dealt.boxes[0].hands[0].cards == cards("2h 3s 2c")
    assert refusal(dealt, Draw("ana", 1)) == ("not_in_turn", "D2 8.3")
    assert dealt.refuses(Draw("ben", 2)) is None


DOUBLES = [
    ("6c", "Kd", (WIN, 10_00, "D2 5.1(b)"), (WIN, 6_00, "D2 5.1(b)"), 16_00),
    ("5c", "Kd", (STAND_OFF, 0, "D2 5.1(e)"), (STAND_OFF, 0, "D2 5.1(e)"), 0),
    ("4c", "Kd", (LOSE, 0, "D2 5.1(g)"), (LOSE, 0, "D2 5.1(g)"), -16_00),
    ("4c", "6d 8s", (WIN, 10_00, "D2 5.1(a)"), (WIN, 6_00, "D2 5.1(a)"), 16_00),
]


@pytest.mark.clause("D2 11.4", "D2 5.1(a)", "D2 5.1(b)", "D2 5.1(e)", "D2 5.1(g)", "D2 5.4")
@pytest.mark.parametrize(("third", "dealers", "original", "addition", "result"), DOUBLES)
def test_D2_11_4_both_wagers_end_alike_and_pay_even_money(
    third: str, dealers: str, original: tuple[Outcome, int, str], addition: tuple[Outcome, int, str], result: int
) -> None:
    table = deal(one("8h 9d 6c").play(Double("ana", 1, 6_00)), third)
    done = deal(table, dealers)
    assert lines(done) == {("ana", "box 1"): original, ("ana", "double a 1"): addition}
    assert gain(done, "ana") == result
    assert done.general.house == -result


@pytest.mark.clause("D2 11.4", "D2 5.1(f)")
def test_D2_11_4_a_bust_double_loses_both_wagers_at_once() -> None:
    done = deal(one("Th 9d 5c").play(Double("ana", 1, 6_00)), "8c")
    assert lines(done) == {
        ("ana", "box 1"): (LOSE, 0, "D2 5.1(f)"),
        ("ana", "double a 1"): (LOSE, 0, "D2 5.1(f)"),
    }
    assert gain(done, "ana") == -16_00


@pytest.mark.clause("D2 11.5")
def test_D2_11_5_a_dealers_blackjack_takes_the_original_wager_only() -> None:
    done = deal(one("8h Td 3c").play(Double("ana", 1, 6_00)), "9c As")
    assert lines(done) == {
        ("ana", "box 1"): (LOSE, 0, "D2 5.1(g)"),
        ("ana", "double a 1"): (STAND_OFF, 0, "D2 11.5"),
    }
    assert gain(done, "ana") == -10_00
    other_house = deal(one("8h Td 3c", dealer_blackjack=Takes.ALL).play(Double("ana", 1, 6_00)), "9c As")
    assert gain(other_house, "ana") == -16_00


# Splitting


@pytest.mark.clause("D2 12.1")
@pytest.mark.parametrize("pair", ["Ah Ac", "2h 2c", "9h 9c", "Th Tc", "Kh Tc", "Jh Qc"])
def test_D2_12_1_two_aces_or_two_cards_of_one_value_are_split(pair: str) -> None:
    first, second = pair.split()
    table = one(f"{first} 9d {second}")
    assert offers(table, Split) == ["player: split (player ana, box 1)"]
    split = table.play(Split("ana", 1))
    assert [each.cards for each in split.boxes[0].hands] == [cards(first), cards(second)]
    assert gain(split, "ana") == -20_00


@pytest.mark.clause("D2 12.1")
def test_D2_12_1_other_hands_are_not_split() -> None:
    for text in ("8h 9d 9c", "9h 9d Tc"):
        table = one(text)
        assert refusal(table, Split("ana", 1)) == ("not_a_pair", "D2 12.1")
        assert "same value" in why(table, Split("ana", 1))
        assert offers(table, Split) == []
    third = deal(one("4h 9d 4c").play(Draw("ana", 1)), "8c")
    assert refusal(third, Split("ana", 1)) == ("not_a_pair", "D2 12.1")


@pytest.mark.clause("D2 12.2", "D2 12.3", "D2 12.4")
def test_D2_12_3_the_first_hand_is_completed_before_the_second_gets_a_card() -> None:
    table = one("8h 9d 8c").play(Split("ana", 1))
    assert [(stake.kind, stake.amount, stake.hand) for stake in table.boxes[0].stakes] == [
        ("box", 10_00, 0),
        ("split", 10_00, 1),
    ]
    first = deal(table, "2c")
    assert [each.cards for each in first.boxes[0].hands] == [cards("8h 2c"), cards("8c")]
    first = deal(first.play(Draw("ana", 1)), "5c")
    assert [each.cards for each in first.boxes[0].hands] == [cards("8h 2c 5c"), cards("8c")]
    second = deal(first.play(Stand("ana", 1)), "3d")
    assert [each.cards for each in second.boxes[0].hands] == [cards("8h 2c 5c"), cards("8c 3d")]
    doubled = deal(second.play(Double("ana", 1, 10_00)), "Ts")
    done = deal(doubled, "Kd")
    assert lines(done) == {
        ("ana", "box 1"): (LOSE, 0, "D2 5.1(g)"),
        ("ana", "split b 1"): (WIN, 10_00, "D2 5.1(b)"),
        ("ana", "double b 1"): (WIN, 10_00, "D2 5.1(b)"),
    }
    assert gain(done, "ana") == 10_00


@pytest.mark.clause("D2 12.4(a)", "D2 12.3")
def test_D2_12_4_a_a_second_split_makes_three_hands_and_no_more() -> None:
    table = deal(one("8h 9d 8c").play(Split("ana", 1)), "8d").play(Split("ana", 1))
    assert [(each.id, each.cards) for each in table.boxes[0].hands] == [
        (0, cards("8h")),
        (2, cards("8d")),
        (1, cards("8c")),
    ]
    assert gain(table, "ana") == -30_00
    full = deal(table, "8s")
    assert refusal(full, Split("ana", 1)) == ("hands_enough", "D2 12.4(a)")
    assert "as many hands" in why(full, Split("ana", 1))
    assert offers(full, Split) == []
    following = deal(full.play(Stand("ana", 1)), "8s")
    assert [each.cards for each in following.boxes[0].hands] == [cards("8h 8s"), cards("8d 8s"), cards("8c")]
    assert refusal(following, Split("ana", 1)) == ("hands_enough", "D2 12.4(a)")


@pytest.mark.clause("D2 12.4(a)")
def test_D2_12_4_a_either_hand_may_be_split_again() -> None:
    table = deal(one("8h 9d 8c").play(Split("ana", 1)), "Tc")
    table = deal(table.play(Stand("ana", 1)), "8d").play(Split("ana", 1))
    assert [(each.id, each.cards) for each in table.boxes[0].hands] == [
        (0, cards("8h Tc")),
        (1, cards("8c")),
        (2, cards("8d")),
    ]
    two_hands = deal(one("8h 9d 8c", hands=2).play(Split("ana", 1)), "8d")
    assert refusal(two_hands, Split("ana", 1)) == ("hands_enough", "D2 12.4(a)")


@pytest.mark.clause("D2 12.4(b)", "D2 13.1(c)")
def test_D2_12_4_b_split_aces_take_one_card_each_and_are_not_split_again() -> None:
    table = opened(blackjack("ana", "ben"), "Ah 9d 6c Ac 4h", *TWO).play(Split("ana", 1))
    first = deal(table, "As")
    assert [each.cards for each in first.boxes[0].hands] == [cards("Ah As"), cards("Ac")]
    assert first.step == "card"
    second = deal(first, "5d")
    for act in (Split("ana", 1), Draw("ana", 1), Stand("ana", 1), Double("ana", 1, 10_00)):
        assert refusal(second, act) == ("not_in_turn", "D2 8.3")
    assert second.refuses(Draw("ben", 2)) is None


@pytest.mark.clause("D2 12.4(c)", "D2 12.5", "D2 5.1(d)")
@pytest.mark.parametrize(("text", "following"), [("Ah 9d Ac", "Kc Qc"), ("Kh 9d Qc", "Ac Ad")])
def test_D2_12_4_c_twenty_one_from_split_aces_or_tens_pays_even_money(text: str, following: str) -> None:
    done = deal(deal(one(text).play(Split("ana", 1)), following), "Td")
    assert lines(done) == {
        ("ana", "box 1"): (WIN, 10_00, "D2 5.1(b)"),
        ("ana", "split b 1"): (WIN, 10_00, "D2 5.1(b)"),
    }
    assert gain(done, "ana") == 20_00


@pytest.mark.clause("D2 12.6", "D2 12.4(c)", "D2 5.1(d)")
def test_D2_12_6_a_dealers_blackjack_takes_the_original_wager_of_a_split_box_only() -> None:
    done = deal(one("Ah Td Ac").play(Split("ana", 1)), "Kc Qc Ad")
    assert lines(done) == {
        ("ana", "box 1"): (LOSE, 0, "D2 5.1(d)"),
        ("ana", "split b 1"): (STAND_OFF, 0, "D2 12.6"),
    }
    assert gain(done, "ana") == -10_00


@pytest.mark.clause("D2 12.6", "D2 11.5", "D2 13.2")
def test_D2_12_6_hands_already_bust_stay_lost_and_nothing_is_taken_in_their_place() -> None:
    table = deal(one("8h Td 8c").play(Split("ana", 1)), "5c")
    bust = deal(table.play(Double("ana", 1, 10_00)), "Kc")
    assert gain(bust, "ana") == -30_00
    done = deal(deal(bust, "9c").play(Stand("ana", 1)), "Ad")
    assert lines(done) == {
        ("ana", "box 1"): (LOSE, 0, "D2 5.1(f)"),
        ("ana", "double a 1"): (LOSE, 0, "D2 5.1(f)"),
        ("ana", "split b 1"): (STAND_OFF, 0, "D2 12.6"),
    }
    assert gain(done, "ana") == -20_00


@pytest.mark.clause("D2 12.6", "D2 11.5")
def test_D2_12_6_where_a_house_takes_one_wager_a_box_what_a_bust_addition_lost_comes_back() -> None:
    table = deal(one("8h Td 8c", dealer_blackjack=Takes.PEEK).play(Split("ana", 1)), "5c")
    table = deal(table.play(Stand("ana", 1)), "9c")
    bust = deal(table.play(Draw("ana", 1)), "Kc")
    done = deal(bust, "Ad")
    (line,) = [each for each in done.settled if str(each.wager.position) == "split b 1"]
    assert (line.outcome, str(line.rule)) == (STAND_OFF, "D2 12.6 (B4)")
    assert gain(done, "ana") == -10_00


# The dealer


@pytest.mark.clause("D2 13.3", "D2 8.5")
@pytest.mark.parametrize(
    ("up", "cards_to_come", "result"),
    [
        ("6d", "Kd 5s", -10_00),
        ("6d", "Ad", 10_00),
        ("9d", "8d", 10_00),
        ("6d", "Kd Ks", 10_00),
        ("2d", "2c 2s Kc 2h", 0),
    ],
)
def test_D2_13_3_the_dealer_draws_to_seventeen_and_stands_on_all_seventeens(
    up: str, cards_to_come: str, result: int
) -> None:
    table = one(f"Th {up} 8c").play(Stand("ana", 1))
    *before, last = cards_to_come.split()
    if before:
        table = deal(table, " ".join(before))
    assert not table.is_between_rounds
    done = deal(table, last)
    assert done.is_between_rounds
    assert gain(done, "ana") == result


@pytest.mark.clause("D2 13.3")
def test_D2_13_3_a_house_that_draws_on_soft_17_draws() -> None:
    table = deal(one("Th 6d 8c", soft_17=Soft17.DRAW).play(Stand("ana", 1)), "Ad")
    assert table.step == "card"


@pytest.mark.clause("D2 13.4", "D2 8.5")
def test_D2_13_4_no_card_for_the_dealer_when_nothing_hangs_on_it() -> None:
    bust = deal(one("Th 9d 5c").play(Draw("ana", 1)), "Kc")
    assert bust.is_between_rounds
    assert bust.rack == cards("Th 5c Kc 9d")


@pytest.mark.clause("D2 13.4", "D2 10.2")
def test_D2_13_4_against_blackjacks_alone_the_dealer_draws_one_card() -> None:
    table = one("Ah Td Kc")
    assert table.step == "card"
    done = deal(table, "2c")
    assert done.is_between_rounds
    assert lines(done) == {("ana", "box 1"): (WIN, 15_00, "D2 5.4")}
    assert lines(deal(table, "Ac")) == {("ana", "box 1"): (STAND_OFF, 0, "D2 5.1(e)")}


# Several bettors


@pytest.mark.clause("D2 14.3(a)")
def test_D2_14_3_a_the_player_seated_at_the_box_alone_decides() -> None:
    table = shared("8h 9d 8c")
    for act in (Stand("ben", 1), Draw("ben", 1), Double("ben", 1, 5_00), Split("ben", 1)):
        assert refusal(table, act) == ("not_yours_to_decide", "D2 14.3(a)")
        assert "ana decides for box 1" in why(table, act)
    for act in (Stand("ana", 1), Draw("ana", 1), Double("ana", 1, 5_00), Split("ana", 1)):
        assert table.refuses(act) is None


@pytest.mark.clause("D2 14.3(a)")
def test_D2_14_3_a_where_nobody_is_seated_the_first_to_wager_decides() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 5c", ("ben", 3, 20_00), ("ana", 3, 10_00))
    assert table.refuses(Stand("ben", 3)) is None
    assert refusal(table, Stand("ana", 3)) == ("not_yours_to_decide", "D2 14.3(a)")
    empty_handed = opened(blackjack("ana", "ben", "cal"), "Th 9d 5c", ("ben", 3, 20_00), ("ana", 3, 10_00))
    assert empty_handed.refuses(Stand("ben", 3)) is None
    assert refusal(empty_handed, Stand("cal", 3)) == ("not_yours_to_decide", "D2 14.3(a)")


@pytest.mark.clause("D2 14.3(c)")
def test_D2_14_3_c_others_may_double_once_the_seated_player_has() -> None:
    table = shared("8h 9d 3c").play(Double("ana", 1, 10_00))
    assert offers(table, Double) == ["player: double (player ben, box 1, amount 50..2000 by 50)"]
    assert refusal(table, Double("ben", 1, 20_50)) == ("over_original", "D2 11.2(a)")
    assert refusal(table, Double("ana", 1, 5_00)) == ("chosen_already", "D2 14.3(c)")
    assert "ana has chosen" in why(table, Double("ana", 1, 5_00))
    assert refusal(table, Double("cal", 1, 5_00)) == ("no_wager_there", "D2 14.3(c)")
    assert "cal has no wager" in why(table, Double("cal", 1, 5_00))
    both = table.play(Double("ben", 1, 12_00))
    assert refusal(both, Double("ben", 1, 5_00)) == ("chosen_already", "D2 14.3(c)")
    assert offers(both, Double) == []
    done = deal(both, "Kc 8d")
    assert lines(done) == {
        ("ben", "box 1"): (WIN, 20_00, "D2 5.1(b)"),
        ("ana", "box 1"): (WIN, 10_00, "D2 5.1(b)"),
        ("ana", "double a 1"): (WIN, 10_00, "D2 5.1(b)"),
        ("ben", "double a 1"): (WIN, 12_00, "D2 5.1(b)"),
    }
    assert (gain(done, "ana"), gain(done, "ben")) == (20_00, 32_00)


@pytest.mark.clause("D2 14.3(c)", "D2 11.3")
def test_D2_14_3_c_others_need_not_double_and_there_is_one_card_for_all() -> None:
    table = deal(shared("8h 9d 3c").play(Double("ana", 1, 10_00)), "2c")
    assert table.refuses(Double("ben", 1, 5_00)) is not None
    done = deal(table, "8d")
    assert (gain(done, "ana"), gain(done, "ben")) == (-20_00, -20_00)


@pytest.mark.clause("D2 14.3(d)", "D2 12.2")
def test_D2_14_3_d_another_bettor_covers_both_hands_with_his_own_wager_again() -> None:
    table = shared("8h 9d 8c").play(Split("ana", 1))
    assert offers(table, Split) == ["player: split (player ben, box 1)"]
    assert offers(table, ChooseHand) == ["player: choose hand (player ben, box 1, hand 1, 2)"]
    assert refusal(table, Split("cal", 1)) == ("no_wager_there", "D2 14.3(d)")
    both = table.play(Split("ben", 1))
    assert gain(both, "ben") == -40_00
    assert refusal(both, Split("ben", 1)) == ("chosen_already", "D2 14.3(d)")
    assert refusal(both, ChooseHand("ben", 1, 1)) == ("chosen_already", "D2 14.3(d)")
    assert refusal(both, ChooseHand("ana", 1, 1)) == ("chosen_already", "D2 14.3(d)")
    played = deal(deal(both, "Tc").play(Stand("ana", 1)), "9s").play(Stand("ana", 1))
    done = deal(played, "9c")
    assert lines(done) == {
        ("ben", "box 1"): (STAND_OFF, 0, "D2 5.1(e)"),
        ("ana", "box 1"): (STAND_OFF, 0, "D2 5.1(e)"),
        ("ana", "split b 1"): (LOSE, 0, "D2 5.1(g)"),
        ("ben", "split b 1"): (LOSE, 0, "D2 5.1(g)"),
    }
    assert (gain(done, "ana"), gain(done, "ben")) == (-10_00, -20_00)


@pytest.mark.clause("D2 14.3(d)")
@pytest.mark.parametrize(("hand", "result"), [(1, 20_00), (2, -20_00)])
def test_D2_14_3_d_another_bettor_puts_the_whole_wager_on_one_hand(hand: int, result: int) -> None:
    table = shared("8h 9d 8c").play(Split("ana", 1), ChooseHand("ben", 1, hand))
    assert gain(table, "ben") == -20_00
    played = deal(deal(table, "Tc").play(Stand("ana", 1)), "5s").play(Stand("ana", 1))
    done = deal(played, "8d")
    assert gain(done, "ben") == result
    assert gain(done, "ana") == 0


@pytest.mark.clause("D2 14.3(d)")
def test_D2_14_3_d_without_a_choice_before_the_next_card_the_wager_stays_on_the_first_hand() -> None:
    table = deal(shared("8h 9d 8c").play(Split("ana", 1)), "Tc")
    assert refusal(table, ChooseHand("ben", 1, 2)) == ("nothing_split", "D2 14.3(d)")
    assert "not split just now" in why(table, ChooseHand("ben", 1, 2))
    assert offers(table, ChooseHand) == []
    played = deal(table.play(Stand("ana", 1)), "5s").play(Stand("ana", 1))
    done = deal(played, "8d")
    assert (gain(done, "ana"), gain(done, "ben")) == (0, 20_00)


@pytest.mark.clause("D2 14.3(d)", "D2 12.4(a)")
def test_D2_14_3_d_he_is_asked_again_when_his_hand_is_split_again() -> None:
    table = deal(shared("8h 9d 8c").play(Split("ana", 1), ChooseHand("ben", 1, 2)), "8d").play(Split("ana", 1))
    assert refusal(table, ChooseHand("ben", 1, 1)) == ("no_wager_there", "D2 14.3(d)")
    on_first = deal(shared("8h 9d 8c").play(Split("ana", 1), ChooseHand("ben", 1, 1)), "8d").play(Split("ana", 1))
    chosen = on_first.play(ChooseHand("ben", 1, 2))
    assert [(stake.player, stake.hand) for stake in chosen.boxes[0].stakes] == [
        ("ben", 2),
        ("ana", 0),
        ("ana", 1),
        ("ana", 2),
    ]


@pytest.mark.clause("D2 14.3(d)")
def test_D2_14_3_d_a_split_makes_a_first_hand_and_a_second() -> None:
    table = shared("8h 9d 8c").play(Split("ana", 1))
    for hand in (0, 3, "1", None):
        act = ChooseHand("ben", 1, hand)  # type: ignore[arg-type]
        assert refusal(table, act) == ("no_such_hand", "D2 14.3(d)")
        assert "hand 1 or hand 2" in why(table, act)
    assert allowed_roles(table, ChooseHand("ben", 1, 1)) == {"dealer"}


@pytest.mark.clause("D2 14.3(d)", "D2 12.6")
def test_D2_14_3_d_a_dealers_blackjack_takes_the_wager_on_the_chosen_hand() -> None:
    table = shared("8h Td 8c").play(Split("ana", 1), ChooseHand("ben", 1, 2))
    done = deal(deal(deal(table, "9c").play(Stand("ana", 1)), "9s").play(Stand("ana", 1)), "Ad")
    assert lines(done) == {
        ("ana", "box 1"): (LOSE, 0, "D2 5.1(g)"),
        ("ben", "box 1"): (LOSE, 0, "D2 5.1(g)"),
        ("ana", "split b 1"): (STAND_OFF, 0, "D2 12.6"),
    }


@pytest.mark.clause("D2 14.3(d)", "D2 13.2")
def test_D2_13_2_a_bust_split_hand_takes_only_the_wagers_that_lie_on_it() -> None:
    table = deal(shared("8h 9d 8c").play(Split("ana", 1), ChooseHand("ben", 1, 2)), "7c")
    bust = deal(table.play(Draw("ana", 1)), "Kc")
    assert lines(bust) == {("ana", "box 1"): (LOSE, 0, "D2 5.1(f)")}
    assert bust.rack == cards("8h 7c Kc")


@pytest.mark.clause("D2 14.3(e)")
def test_D2_14_3_e_nobody_adds_where_the_seated_player_does_not() -> None:
    drawing = shared("8h 9d 8c").play(Draw("ana", 1))
    assert drawing.refuses(Double("ben", 1, 5_00)) is not None
    assert drawing.refuses(Split("ben", 1)) is not None
    drawn = deal(drawing, "2c")
    assert refusal(drawn, Double("ben", 1, 5_00)) == ("not_yours_to_decide", "D2 14.3(a)")
    doubled = shared("8h 9d 8c").play(Double("ana", 1, 10_00))
    assert refusal(doubled, Split("ben", 1)) == ("out_of_order", "D2 8.4")
    split = shared("8h 9d 8c").play(Split("ana", 1))
    assert refusal(split, Double("ben", 1, 5_00)) == ("out_of_order", "D2 12.3")


@pytest.mark.clause("D2 8.2(a)", "D2 8.2(b)", "D2 8.2(c)", "D2 8.4", "D2 8.5", "D2 12.3", "D2 12.4(b)", "D2 13.3")
def test_B57_while_a_card_is_owed_its_own_clause_refuses_every_act() -> None:
    pair, aces = one("8h 6d 8c"), one("Ah 6d Ac")
    called = staked(blackjack("ana"), ("ana", 1, 10_00)).play(NoMoreBets())
    first_of_split = deal(pair.play(Split("ana", 1)), "Tc")
    owed = {
        "D2 8.2(a)": [called],
        "D2 8.2(b)": [deal(called, "8h")],
        "D2 8.2(c)": [deal(called, "8h 6d")],
        "D2 8.4": [pair.play(Draw("ana", 1)), pair.play(Double("ana", 1, 10_00))],
        "D2 12.3": [pair.play(Split("ana", 1)), first_of_split.play(Stand("ana", 1))],
        "D2 12.4(b)": [aces.play(Split("ana", 1)), deal(aces.play(Split("ana", 1)), "5c")],
        "D2 8.5": [pair.play(Stand("ana", 1)), deal(pair.play(Stand("ana", 1)), "2c")],
    }
    for clause, tables in owed.items():
        for table in tables:
            assert table.step == "card"
            for act in (Stand("ana", 1), Draw("ana", 1), CloseInsurance(), SettleBox(1), CollectCards()):
                assert refusal(table, act) == ("out_of_order", clause), (clause, act)
            assert [each.rule.clause for each in table.awaits] == [clause]


@pytest.mark.clause("D2 14.3(f)", "D2 9.3(a)")
def test_D2_14_3_f_each_bettor_insures_up_to_half_of_his_own_wager() -> None:
    table = shared("8h Ad 8c")
    assert refusal(table, Wager("ben", insurance(1), 10_50)) == ("over_half", "D2 9.3(a)")
    assert refusal(table, Wager("ana", insurance(1), 5_50)) == ("over_half", "D2 9.3(a)")
    insured = table.play(Wager("ben", insurance(1), 10_00), Wager("ana", insurance(1), 5_00))
    assert (gain(insured, "ana"), gain(insured, "ben")) == (-15_00, -30_00)


@pytest.mark.clause("D2 14.5")
def test_D2_14_5_with_full_patronage_a_player_decides_only_where_he_is_seated() -> None:
    table = blackjack("ana", "ben").play(FullPatronage(True))
    wagered = staked(table, ("ana", 1, 10_00), ("ben", 2, 10_00), ("ana", 2, 10_00)).play(NoMoreBets())
    dealt = deal(wagered, "Th 9d 6c 5s 4h").play(Stand("ana", 1))
    assert refusal(dealt, Draw("ana", 2)) == ("not_yours_to_decide", "D2 14.3(a)")
    assert dealt.refuses(Draw("ben", 2)) is None


@pytest.mark.clause("D2 14.5")
def test_D2_14_5_with_full_patronage_the_first_bettor_seated_nowhere_decides_for_an_empty_seat() -> None:
    table = staked(blackjack("ana", "ben").play(BuyIn("cal", 100_00)), ("ana", 3, 10_00), ("cal", 3, 10_00))
    dealt = deal(table.play(FullPatronage(True), NoMoreBets()), "Th 9d 5c")
    assert refusal(dealt, Draw("ana", 3)) == ("not_yours_to_decide", "D2 14.3(a)")
    assert dealt.refuses(Draw("cal", 3)) is None
    without = deal(table.play(NoMoreBets()), "Th 9d 5c")
    assert without.refuses(Draw("ana", 3)) is None


@pytest.mark.clause("D2 14.5")
def test_D2_14_5_patronage_is_said_between_rounds_by_the_operator() -> None:
    table = one("Th 9d 5c")
    assert refusal(table, FullPatronage(True)) == ("mid_round", "D2 14.5")
    idle = blackjack("ana")
    assert refusal(idle, FullPatronage(1)) == ("bad_patronage", "D2 14.5")  # type: ignore[arg-type]
    assert "Say yes or no" in why(idle, FullPatronage(1))  # type: ignore[arg-type]
    assert allowed_roles(idle, FullPatronage(True)) == {"game supervisor", "operator"}
    assert offers(idle, FullPatronage) == ["operator: full patronage (full True, False)"]
    assert offers(table, FullPatronage) == []


@pytest.mark.clause("D2 14.5")
def test_D2_14_5_with_full_patronage_who_is_left_behind_at_anothers_box_does_not_decide_there() -> None:
    table = blackjack("ana", "ben").play(FullPatronage(True))
    table = staked(table, ("ana", 1, 10_00), ("ben", 2, 10_00), ("ana", 2, 10_00)).play(Withdraw("ben", box(2)))
    dealt = deal(table.play(NoMoreBets()), "Th 9d 6c 5s 4h").play(Stand("ana", 1))
    assert dealt.refuses(Draw("ana", 2)) is not None
    assert dealt.refuses(StandForAbsent(2)) is None


@pytest.mark.clause("D2 11.5", "D2 12.6")
def test_D2_11_5_a_house_that_peeks_gives_bust_additions_back_too() -> None:
    table = one("Th Td 5c", dealer_blackjack=Takes.PEEK).play(Double("ana", 1, 6_00))
    bust = deal(table, "8c")
    assert gain(bust, "ana") == -16_00
    assert bust.step == "card"
    assert gain(deal(bust, "5d"), "ana") == -16_00
    done = deal(bust, "Ad")
    assert lines(done) == {
        ("ana", "box 1"): (LOSE, 0, "D2 5.1(f)"),
        ("ana", "double a 1"): (STAND_OFF, 0, "D2 11.5"),
    }
    assert (gain(done, "ana"), done.general.house) == (-10_00, 10_00)
    plain = deal(one("Th Td 5c", dealer_blackjack=Takes.PEEK).play(Draw("ana", 1)), "8c")
    assert plain.is_between_rounds


@pytest.mark.clause("D2 11.5", "D2 12.6")
def test_D2_12_6_a_house_that_takes_all_takes_every_wager_of_a_split_box() -> None:
    table = one("8h Td 8c", dealer_blackjack=Takes.ALL).play(Split("ana", 1))
    table = deal(deal(table, "9c").play(Stand("ana", 1)), "9s").play(Stand("ana", 1))
    done = deal(table, "Ad")
    assert lines(done) == {
        ("ana", "box 1"): (LOSE, 0, "D2 5.1(g)"),
        ("ana", "split b 1"): (LOSE, 0, "D2 5.1(g)"),
    }


@pytest.mark.clause("D2 12.4(a)", "D2 12.2")
def test_D2_12_4_a_three_hands_settle_each_for_itself() -> None:
    table = deal(one("8h 6d 8c").play(Split("ana", 1)), "8d").play(Split("ana", 1))
    table = deal(table, "3c").play(Double("ana", 1, 10_00))
    table = deal(table, "Tc")
    table = deal(table, "Ts").play(Stand("ana", 1))
    table = deal(deal(table, "7s").play(Draw("ana", 1)), "Th")
    done = deal(table, "Kd 2c")
    assert lines(done) == {
        ("ana", "split b 1"): (LOSE, 0, "D2 5.1(f)"),
        ("ana", "box 1"): (WIN, 10_00, "D2 5.1(b)"),
        ("ana", "double a 1"): (WIN, 10_00, "D2 5.1(b)"),
        ("ana", "split c 1"): (STAND_OFF, 0, "D2 5.1(e)"),
    }
    assert (gain(done, "ana"), done.general.house) == (10_00, -10_00)


@pytest.mark.clause("D2 12.4(a)")
def test_D2_12_4_a_the_next_round_begins_with_one_hand_a_box_again() -> None:
    table = deal(one("8h 6d 8c").play(Split("ana", 1)), "Tc").play(Stand("ana", 1))
    done = deal(deal(table, "9c").play(Stand("ana", 1)), "Kd 2c")
    again = opened(done, "9h 6d 9c").play(Split("ana", 1))
    assert [each.id for each in again.boxes[0].hands] == [0, 1]
    stood = deal(deal(again, "Tc").play(Stand("ana", 1)), "Td").play(Stand("ana", 1))
    assert set(lines(deal(stood, "Kd 2c"))) == {("ana", "box 1"), ("ana", "split b 1")}
