"""The call, the deal, insurance, blackjacks and the end of a round at the table (Division 2, sections 8 to 10)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier import CashOut, NoMoreBets, Outcome, Wager, Withdraw
from croupier.games.blackjack.acts import (
    CallInsurance,
    CloseInsurance,
    CollectCards,
    Deal,
    Double,
    Draw,
    PayBlackjacks,
    SettleBox,
    SettleEarly,
    Split,
    Stand,
)
from croupier.games.blackjack.cards import DECK, Card, card
from croupier.games.blackjack.state import BlackjackTable
from tests.support.rules.blackjack import (
    allowed_roles,
    blackjack,
    box,
    cards,
    deal,
    gain,
    insurance,
    lines,
    live,
    offers,
    opened,
    purse,
    ready,
    refusal,
    staked,
    total_money,
    why,
)

WIN, LOSE, STAND_OFF, VOID = Outcome.WIN, Outcome.LOSE, Outcome.STAND_OFF, Outcome.VOID
TWO = (("ana", 1, 10_00), ("ben", 2, 20_00))
SHARED = (("ana", 1, 10_00), ("ben", 1, 20_00))


def one(text: str, amount: int = 10_00) -> BlackjackTable:
    return opened(blackjack("ana"), text, ("ana", 1, amount))


def on_layout(table: BlackjackTable) -> list[str]:
    """The cards that lie before each box, and last the dealer's."""
    hands = [each.hands[0].cards for each in table.boxes] + [table.dealer.cards]
    return [" ".join(map(str, found)) for found in hands]


# The deal


@pytest.mark.clause("D2 8.2", "D2 5.1")
def test_D2_8_2_no_card_before_the_call_and_no_call_without_a_wager() -> None:
    table = blackjack("ana")
    assert refusal(table, NoMoreBets()) == ("no_wagers", "D2 8.2")
    assert "no wager on any box" in why(table, NoMoreBets())
    wagered = staked(table, ("ana", 1, 10_00))
    assert refusal(wagered, Deal(card("2c"))) == ("out_of_order", "D2 8.2")
    assert "No more bets" in why(wagered, Deal(card("2c")))
    assert wagered.chance() == {}
    assert allowed_roles(wagered, NoMoreBets()) == {"dealer"}
    assert offers(wagered, NoMoreBets) == ["dealer: no more bets"]
    called = wagered.play(NoMoreBets())
    assert refusal(called, NoMoreBets()) == ("out_of_order", "D2 8.2(a)")
    assert offers(called, NoMoreBets) == []


@pytest.mark.clause("D2 8.2", "D2 8.2(a)", "D2 8.2(b)", "D2 8.2(c)", "D2 1.0 Initial Deal")
def test_D2_8_2_one_card_to_each_box_one_to_the_dealer_a_second_to_each_box() -> None:
    table = staked(blackjack("ana", "ben", "cal"), ("cal", 6, 10_00), ("ben", 2, 10_00), ("ana", 4, 10_00))
    table = table.play(NoMoreBets())
    assert [each.number for each in table.boxes] == [2, 4, 6]
    seen = []
    for name in ("2c", "3c", "4c", "5c", "6c", "7c", "8c"):
        table = deal(table, name)
        seen.append(on_layout(table))
    assert seen == [
        ["2c", "", "", ""],
        ["2c", "3c", "", ""],
        ["2c", "3c", "4c", ""],
        ["2c", "3c", "4c", "5c"],
        ["2c 6c", "3c", "4c", "5c"],
        ["2c 6c", "3c 7c", "4c", "5c"],
        ["2c 6c", "3c 7c", "4c 8c", "5c"],
    ]
    assert table.step == "decide"


@pytest.mark.clause("D2 8.2", "D2 3.3(a)")
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_D2_8_2_the_next_card_is_any_of_those_left_in_the_shoe_each_equally_likely(decks: int) -> None:
    table = staked(blackjack("ana", decks=decks), ("ana", 1, 10_00)).play(NoMoreBets())
    assert table.chance() == {Deal(each): Fraction(1, 52) for each in DECK}
    second = deal(table, "7h")
    size = 52 * decks - 1
    assert second.chance() == {Deal(each): Fraction(decks - 1 if each == card("7h") else decks, size) for each in DECK}
    assert sum(second.chance().values()) == 1


@pytest.mark.clause("D2 3.3(a)")
def test_D2_3_3_a_no_card_is_dealt_that_the_decks_do_not_hold() -> None:
    table = opened(blackjack("ana", "ben", decks=4), "7h 7h 7h 7h", *TWO)
    assert refusal(table, Deal(card("7h"))) == ("not_in_shoe", "D2 3.3(a)")
    assert "No 7h is left" in why(table, Deal(card("7h")))
    assert Deal(card("7h")) not in table.chance()
    assert len(table.chance()) == 51
    for bad in (Card("1", "h"), Card("T", "x"), "7h", None, Card(7, "h")):  # type: ignore[arg-type]
        assert refusal(table, Deal(bad)) == ("no_such_card", "D2 3.3(a)")  # type: ignore[arg-type]
        assert "as its rank (A," in why(table, Deal(bad))  # type: ignore[arg-type]


@pytest.mark.clause("D2 8.5")
def test_D2_8_5_the_dealers_second_card_comes_after_every_decision() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 6c 8s 8h", *TWO).play(Stand("ana", 1))
    assert table.chance() == {}
    assert refusal(table, Deal(card("2c"))) == ("out_of_order", "D2 8.3")
    stood = table.play(Stand("ben", 2))
    assert deal(stood, "2c").dealer.cards == cards("6c 2c")


@pytest.mark.clause("D2 8.6", "D2 1.0 Round")
def test_D2_8_6_the_cards_are_collected_box_by_box_and_the_dealers_last() -> None:
    table = opened(blackjack("ana", "ben", manual=("collect cards",)), "8h 9d 6c 8s 8d", *TWO)
    table = deal(deal(table.play(Split("ana", 1)), "Tc").play(Stand("ana", 1)), "Ts").play(Stand("ana", 1))
    table = deal(table.play(Stand("ben", 2)), "Kd 2h")
    assert table.step == "collect cards"
    assert not table.is_between_rounds
    assert table.boxes[0].stakes == ()
    assert refusal(table, Wager("ana", box(1), 10_00)) == ("too_late", "D2 5.5(a)")
    assert allowed_roles(table, CollectCards()) == {"dealer"}
    assert offers(table, CollectCards) == ["dealer: collect cards"]
    done = table.play(CollectCards())
    assert done.rack == cards("8h Tc 8s Ts 9d 8d 6c Kd 2h")
    assert done.is_between_rounds
    assert done.dealer.cards == ()
    assert done.boxes == ()
    assert done.round == 1
    assert refusal(done, CollectCards()) == ("out_of_order", "D2 8.2")
    assert done.view().public.discarded == 9
    assert done.view().public.left_in_shoe == 407


@pytest.mark.clause("D2 5.7")
def test_D2_5_7_boxes_are_settled_one_by_one_and_wholly() -> None:
    table = opened(blackjack("ana", "ben", manual=("settle box",)), "Th 9d 6c 8s 8d", *TWO, ("ben", 1, 30_00))
    table = deal(table.play(Stand("ana", 1), Stand("ben", 2)), "Kd Kh")
    assert refusal(table, SettleBox(3)) == ("nothing_to_settle", "D2 5.7")
    assert "no wager to settle" in why(table, SettleBox(3))
    assert offers(table, SettleBox) == ["dealer: settle box (box 1, 2)"]
    assert allowed_roles(table, SettleBox(1)) == {"dealer"}
    second = table.play(SettleBox(2))
    assert lines(second) == {("ben", "box 2"): (WIN, 20_00, "D2 5.1(a)")}
    assert refusal(second, SettleBox(2)) == ("nothing_to_settle", "D2 5.7")
    done = second.play(SettleBox(1))
    assert (gain(done, "ana"), gain(done, "ben")) == (10_00, 50_00)
    assert refusal(done, SettleBox(1)) == ("out_of_order", "D2 8.2")


@pytest.mark.clause("D2 5.7", "D2 5.5(b)")
def test_D2_5_7_nobody_touches_a_wager_before_it_is_settled() -> None:
    table = opened(blackjack("ana", manual=("settle box", "collect cards")), "Th 9d 8c").play(Stand("ana", 1))
    table = deal(table, "8d")
    assert refusal(table, Withdraw("ana", box(1))) == ("too_late", "D2 5.5(b)")
    paid = table.play(SettleBox(1))
    assert purse(paid, "ana") == 5_010_00
    assert refusal(paid, CashOut("ana", 5_010_00)) == ("not_final", "D2 16.5")
    assert paid.play(CollectCards()).refuses(CashOut("ana", 5_010_00)) is None


FIVE_ONE = [
    ("Th 6d 8c", "Kd Ks", (WIN, 10_00, "D2 5.1(a)")),
    ("Th 9d 8c", "8d", (WIN, 10_00, "D2 5.1(b)")),
    ("Th 9d 8c", "9s", (STAND_OFF, 0, "D2 5.1(e)")),
    ("Th 9d 8c", "Ts", (LOSE, 0, "D2 5.1(g)")),
]


@pytest.mark.clause("D2 5.1(a)", "D2 5.1(b)", "D2 5.1(e)", "D2 5.1(g)", "D2 5.4")
@pytest.mark.parametrize(("text", "dealers", "line"), FIVE_ONE)
def test_D2_5_1_hands_against_the_dealers(text: str, dealers: str, line: tuple[Outcome, int, str]) -> None:
    done = deal(one(text).play(Stand("ana", 1)), dealers)
    assert lines(done) == {("ana", "box 1"): line}
    expected = {WIN: 10_00, LOSE: -10_00, STAND_OFF: 0}[line[0]]
    assert gain(done, "ana") == expected
    assert done.general.house == -expected
    assert total_money(done) == 5_000_00


@pytest.mark.clause("D2 5.1(c)", "D2 5.1(d)")
def test_D2_5_1_c_and_d_only_a_blackjack_meets_a_blackjack() -> None:
    table = opened(blackjack("ana", "ben"), "Ah 9d Tc Ks 5h", *TWO)
    table = deal(table.play(Draw("ben", 2)), "7s")
    lost = deal(table, "Ac")
    assert lines(lost) == {
        ("ana", "box 1"): (STAND_OFF, 0, "D2 5.1(e)"),
        ("ben", "box 2"): (LOSE, 0, "D2 5.1(d)"),
    }
    won = deal(table, "6c 5c")
    assert lines(won) == {
        ("ana", "box 1"): (WIN, 15_00, "D2 5.1(c)"),
        ("ben", "box 2"): (STAND_OFF, 0, "D2 5.1(e)"),
    }
    assert (gain(won, "ana"), gain(won, "ben")) == (15_00, 0)


# Insurance


@pytest.mark.clause("D2 9.2(b)")
def test_D2_9_2_b_with_the_call_the_dealer_is_told_to_run_a_hand_along_the_line_and_only_against_an_ace() -> None:
    table = ready(live("ana"), "ana")
    against = {up: opened(table, f"Th {up} 5c") for up in ("Ad", "Kd", "9d")}
    told = {up: [each.what for each in dealt.awaits] for up, dealt in against.items()}
    assert "run a hand along the insurance line" in told["Ad"][0]
    assert all("insurance line" not in " ".join(told[up]) for up in ("Kd", "9d"))
    called = against["Ad"].play(CallInsurance())
    assert "insurance line" not in " ".join(each.what for each in called.awaits)


@pytest.mark.clause("D2 9.2(a)", "D2 9.2 (closing)")
def test_D2_9_2_insurance_is_called_after_the_whole_initial_deal_and_then_closed() -> None:
    table = opened(ready(live("ana"), "ana"), "Th Ad")
    assert refusal(table, CallInsurance()) == ("out_of_order", "D2 8.2(c)")
    dealt = deal(table, "5c")
    assert refusal(dealt, Wager("ana", insurance(1), 5_00)) == ("too_late", "D2 9.2 (closing)")
    assert "only after it is called and before the next card" in why(dealt, Wager("ana", insurance(1), 5_00))
    assert refusal(dealt, CloseInsurance()) == ("out_of_order", "D2 9.2(a)")
    assert "call “Insurance”" in why(dealt, CloseInsurance())
    assert refusal(dealt, Draw("ana", 1)) == ("out_of_order", "D2 9.2(a)")
    assert allowed_roles(dealt, CallInsurance()) == {"dealer"}
    assert offers(dealt, CallInsurance) == ["dealer: call insurance"]
    called = dealt.play(CallInsurance())
    assert called.refuses(Wager("ana", insurance(1), 5_00)) is None
    assert refusal(called, CallInsurance()) == ("out_of_order", "D2 9.2 (closing)")
    assert allowed_roles(called, CloseInsurance()) == {"dealer"}
    assert offers(called, CloseInsurance) == ["dealer: close insurance"]
    assert refusal(called, Deal(card("2c"))) == ("out_of_order", "D2 9.2 (closing)")
    closed = called.play(CloseInsurance())
    assert refusal(closed, Wager("ana", insurance(1), 5_00)) == ("too_late", "D2 9.2 (closing)")
    assert refusal(closed, CloseInsurance()) == ("out_of_order", "D2 8.3")
    assert closed.refuses(Draw("ana", 1)) is None


@pytest.mark.clause("D2 9.1", "D2 1.0 Insurance Wager")
@pytest.mark.parametrize("up", ["2d", "9d", "Td", "Jd", "Qd", "Kd"])
def test_D2_9_1_no_insurance_against_any_card_but_an_ace(up: str) -> None:
    table = one(f"Th {up} 5c")
    assert refusal(table, Wager("ana", insurance(1), 5_00)) == ("no_ace", "D2 9.1")
    assert "an ace" in why(table, Wager("ana", insurance(1), 5_00))
    assert table.step == "decide"
    assert offers(table, Wager) == []


@pytest.mark.clause("D2 9.1")
def test_D2_9_1_only_who_has_an_initial_wager_on_the_box_insures_it() -> None:
    dealing = opened(blackjack("ana", "ben"), "Th 9d Ac 5c", *TWO)
    assert refusal(dealing, Wager("ana", insurance(1), 5_00)) == ("out_of_order", "D2 8.2(c)")
    table = deal(dealing, "5s")
    for act in (Wager("ana", insurance(2), 5_00), Wager("ben", insurance(1), 5_00), Wager("ana", insurance(3), 5_00)):
        assert refusal(table, act) == ("no_wager_there", "D2 9.1")
        assert "has no wager on box" in why(table, act)
    assert offers(table, Wager) == [
        "player: wager (player ana, position insurance 1, amount 50..500 by 50)",
        "player: wager (player ben, position insurance 2, amount 50..1000 by 50)",
    ]


@pytest.mark.clause("D2 9.3(a)")
def test_D2_9_3_a_at_most_half_of_the_initial_wager_in_all() -> None:
    table = one("Th Ad 5c", 11_00)
    assert refusal(table, Wager("ana", insurance(1), 6_00)) == ("over_half", "D2 9.3(a)")
    assert "half of the $11 " in why(table, Wager("ana", insurance(1), 6_00))
    assert "makes $6." in why(table, Wager("ana", insurance(1), 6_00))
    assert table.refuses(Wager("ana", insurance(1), 5_50)) is None
    some = table.play(Wager("ana", insurance(1), 3_00))
    assert refusal(some, Wager("ana", insurance(1), 3_00)) == ("over_half", "D2 9.3(a)")
    full = some.play(Wager("ana", insurance(1), 2_50))
    assert gain(full, "ana") == -16_50
    assert offers(some, Wager) == ["player: wager (player ana, position insurance 1, amount 50..250 by 50)"]
    assert offers(full, Wager) == []


@pytest.mark.clause("D2 9.3(b)")
def test_D2_9_3_b_the_amount_is_payable_in_chips_and_no_table_minimum_applies() -> None:
    table = one("Th Ad 5c")
    assert refusal(table, Wager("ana", insurance(1), 25)) == ("not_in_chips", "D2 9.3(b)")
    assert refusal(table, Wager("ana", insurance(1), 0)) == ("not_positive", "D2 9.3(b)")
    assert table.refuses(Wager("ana", insurance(1), 50)) is None
    odd = one("Th Ad 5c", 10_50)
    assert table.refuses(Wager("ana", insurance(1), 5_00)) is None
    assert refusal(odd, Wager("ana", insurance(1), 5_25)) == ("not_in_chips", "D2 9.3(b)")
    assert offers(odd, Wager) == ["player: wager (player ana, position insurance 1, amount 50..500 by 50)"]


@pytest.mark.clause("D2 9.1", "D2 5.2")
def test_D2_9_1_insurance_needs_chips() -> None:
    table = blackjack("ana")
    for number in range(1, 5):
        table = staked(table, ("ana", number, 1_000_00))
    table = opened(table, "9h 9h 9c 9c 9s Ad 8h 8h 8c 8c 8s", ("ana", 5, 999_50))
    assert refusal(table, Wager("ana", insurance(1), 1_00)) == ("not_enough_chips", "D2 5.2")
    assert table.refuses(Wager("ana", insurance(1), 50)) is None


@pytest.mark.clause("D2 5.6")
def test_D2_5_6_insurance_may_be_taken_back_until_it_is_closed() -> None:
    table = one("Th Ad 5c").play(Wager("ana", insurance(1), 5_00))
    assert gain(table.play(Withdraw("ana", insurance(1))), "ana") == -10_00
    assert refusal(table, Withdraw("ana", box(1))) == ("too_late", "D2 5.5(b)")
    assert offers(table, Withdraw) == ["player: withdraw (player ana, position insurance 1)"]
    closed = table.play(CloseInsurance())
    assert refusal(closed, Withdraw("ana", insurance(1))) == ("too_late", "D2 5.6")
    assert "closed insurance" in why(closed, Withdraw("ana", insurance(1)))
    assert offers(closed, Withdraw) == []


@pytest.mark.clause("D2 9.1", "D2 9.4")
@pytest.mark.parametrize("second", ["Ts", "Js", "Qs", "Ks"])
def test_D2_9_4_insurance_pays_two_to_one_on_a_card_worth_ten(second: str) -> None:
    table = one("Th Ad 8c").play(Wager("ana", insurance(1), 4_00), CloseInsurance(), Stand("ana", 1))
    done = deal(table, second)
    assert lines(done) == {
        ("ana", "insurance 1"): (WIN, 8_00, "D2 9.4"),
        ("ana", "box 1"): (LOSE, 0, "D2 5.1(g)"),
    }
    assert gain(done, "ana") == -2_00


@pytest.mark.clause("D2 9.1", "D2 9.5")
@pytest.mark.parametrize("second", ["As", "2s", "3s", "4s", "5s"])
def test_D2_9_5_losing_insurance_is_collected_before_the_dealers_third_card(second: str) -> None:
    table = one("Th Ad 8c").play(Wager("ana", insurance(1), 4_00), CloseInsurance(), Stand("ana", 1))
    drawn = deal(table, second)
    assert lines(drawn) == {("ana", "insurance 1"): (LOSE, 0, "D2 9.5")}
    assert drawn.general.house == 4_00
    assert drawn.step == "card"


@pytest.mark.clause("D2 9.1", "D2 9.5")
@pytest.mark.parametrize("second", ["6s", "7s", "8s", "9s"])
def test_D2_9_5_insurance_loses_to_cards_from_six_to_nine_too(second: str) -> None:
    table = one("Th Ad 8c").play(Wager("ana", insurance(1), 4_00), CloseInsurance(), Stand("ana", 1))
    assert lines(deal(table, second))[("ana", "insurance 1")] == (LOSE, 0, "D2 9.5")


@pytest.mark.clause("D2 9.1", "D2 13.2", "D2 13.4")
def test_D2_9_1_the_insurance_of_a_bust_hand_waits_for_the_dealers_second_card() -> None:
    table = one("Th Ad 5c").play(Wager("ana", insurance(1), 5_00), CloseInsurance(), Draw("ana", 1))
    bust = deal(table, "Kc")
    assert lines(bust) == {("ana", "box 1"): (LOSE, 0, "D2 5.1(f)")}
    assert bust.step == "card"
    done = deal(bust, "Kd")
    assert done.is_between_rounds
    assert gain(done, "ana") == 0
    lost = deal(bust, "2d")
    assert lost.is_between_rounds
    assert gain(lost, "ana") == -15_00


@pytest.mark.clause("D2 9.3(a)")
def test_D2_9_3_a_doubling_and_splitting_leave_insurance_as_it_is() -> None:
    table = one("8h Ad 8c").play(Wager("ana", insurance(1), 5_00), CloseInsurance())
    doubled = deal(table.play(Double("ana", 1, 10_00)), "2c Kd")
    assert lines(doubled)[("ana", "insurance 1")] == (WIN, 10_00, "D2 9.4")
    assert gain(doubled, "ana") == 0
    split = deal(table.play(Split("ana", 1)), "Tc").play(Stand("ana", 1))
    done = deal(deal(split, "Tc").play(Stand("ana", 1)), "Kd")
    assert lines(done)[("ana", "insurance 1")] == (WIN, 10_00, "D2 9.4")
    assert gain(done, "ana") == 0


# Blackjacks


@pytest.mark.clause("D2 10.1", "D2 5.4")
@pytest.mark.parametrize("up", ["2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d"])
def test_D2_10_1_against_two_to_nine_a_blackjack_is_paid_at_once_and_its_cards_go(up: str) -> None:
    table = opened(blackjack("ana", "ben"), f"9h Ah {up} 8s Ks", *TWO)
    assert lines(table) == {("ben", "box 2"): (WIN, 30_00, "D2 10.1")}
    assert gain(table, "ben") == 30_00
    assert table.rack == cards("Ah Ks")
    assert [each.number for each in table.boxes] == [1]
    assert table.refuses(Draw("ana", 1)) is None


@pytest.mark.clause("D2 10.1")
def test_D2_10_1_at_a_live_table_the_dealer_pays_before_any_decision() -> None:
    table = ready(live("ana", "ben"), "ana")
    table = opened(table, "Ah 9d 9c Ks 5h", *SHARED, ("ben", 2, 20_00))
    assert refusal(table, Draw("ben", 2)) == ("out_of_order", "D2 10.1")
    assert "pay the blackjacks" in why(table, Draw("ben", 2))
    assert allowed_roles(table, PayBlackjacks()) == {"dealer"}
    assert offers(table, PayBlackjacks) == ["dealer: pay blackjacks"]
    paid = table.play(PayBlackjacks())
    assert lines(paid) == {
        ("ana", "box 1"): (WIN, 15_00, "D2 10.1"),
        ("ben", "box 1"): (WIN, 30_00, "D2 10.1"),
    }
    assert refusal(paid, PayBlackjacks()) == ("out_of_order", "D2 8.3")
    assert paid.refuses(Draw("ben", 2)) is None


@pytest.mark.clause("D2 5.4", "D2 10.1")
def test_D2_5_4_three_to_two_is_rounded_up_to_the_smallest_chip_for_each_wager() -> None:
    table = opened(blackjack("ana", "ben"), "Ah 9d Ks", ("ana", 1, 5_50), ("ben", 1, 6_50))
    assert lines(table) == {
        ("ana", "box 1"): (WIN, 8_50, "D2 10.1"),
        ("ben", "box 1"): (WIN, 10_00, "D2 10.1"),
    }


@pytest.mark.clause("D2 10.2")
@pytest.mark.parametrize("up", ["Td", "Jd", "Qd", "Kd"])
def test_D2_10_2_against_a_card_worth_ten_a_blackjack_waits(up: str) -> None:
    table = one(f"Ah {up} Kc")
    assert table.settled == ()
    assert table.boxes[0].hands[0].cards == cards("Ah Kc")
    assert table.step == "card"
    assert refusal(table, SettleEarly("ana", 1)) == ("no_ace", "D2 10.3(a)")
    assert "only against an ace" in why(table, SettleEarly("ana", 1))
    assert lines(deal(table, "9c")) == {("ana", "box 1"): (WIN, 15_00, "D2 5.4")}
    assert lines(deal(table, "As")) == {("ana", "box 1"): (STAND_OFF, 0, "D2 5.1(e)")}


@pytest.mark.clause("D2 10.2", "D2 10.3(a)")
def test_D2_10_2_against_an_ace_a_blackjack_not_settled_early_waits() -> None:
    table = one("Ah Ad Kc").play(CloseInsurance())
    assert table.settled == ()
    assert lines(deal(table, "5c")) == {("ana", "box 1"): (WIN, 15_00, "D2 5.4")}
    assert lines(deal(table, "Ks")) == {("ana", "box 1"): (STAND_OFF, 0, "D2 5.1(e)")}


@pytest.mark.clause("D2 10.3(a)", "D2 10.3(b)", "D2 10.3 (closing)")
def test_D2_10_3_paid_one_to_one_at_once_cards_gone_and_insurance_back() -> None:
    table = one("Ah Ad Kc")
    assert offers(table, SettleEarly) == ["player: settle early (player ana, box 1)"]
    done = table.play(Wager("ana", insurance(1), 5_00), SettleEarly("ana", 1))
    assert lines(done) == {
        ("ana", "box 1"): (WIN, 10_00, "D2 10.3(a)"),
        ("ana", "insurance 1"): (VOID, 0, "D2 10.3 (closing)"),
    }
    assert gain(done, "ana") == 10_00
    assert done.rack[:2] == cards("Ah Kc")


@pytest.mark.clause("D2 10.3(a)")
def test_D2_10_3_a_who_may_ask_for_early_settlement() -> None:
    table = opened(blackjack("ana", "ben"), "Ah 9d As Kc 5c", *TWO)
    assert refusal(table, SettleEarly("ben", 2)) == ("no_blackjack", "D2 10.3(a)")
    assert "Only a blackjack" in why(table, SettleEarly("ben", 2))
    assert refusal(table, SettleEarly("ben", 1)) == ("no_wager_there", "D2 10.3(a)")
    assert refusal(table, SettleEarly("ana", 3)) == ("no_wager_there", "D2 10.3(a)")
    assert "has no wager on box 1" in why(table, SettleEarly("ben", 1))
    assert allowed_roles(table, SettleEarly("ana", 1)) == {"dealer"}
    paid = table.play(SettleEarly("ana", 1))
    assert refusal(paid, SettleEarly("ana", 1)) == ("no_wager_there", "D2 10.3(a)")
    assert paid.step == "close insurance"
    dealing = opened(blackjack("ana", "ben"), "Ah 9d As Kc", *TWO)
    assert refusal(dealing, SettleEarly("ana", 1)) == ("out_of_order", "D2 8.2(c)")


@pytest.mark.clause("D2 10.3(b)", "D2 14.3(g)")
def test_D2_10_3_b_the_cards_stay_while_another_bettor_on_the_box_stays_in() -> None:
    table = opened(blackjack("ana", "ben"), "Ah Ad Kc", *SHARED).play(SettleEarly("ana", 1))
    assert table.boxes[0].hands[0].cards == cards("Ah Kc")
    assert table.rack == ()
    assert gain(table, "ana") == 10_00
    both = table.play(SettleEarly("ben", 1))
    assert both.rack[:2] == cards("Ah Kc")
    assert gain(both, "ben") == 20_00
    stayed = deal(table.play(CloseInsurance()), "5d")
    assert lines(stayed) == {
        ("ana", "box 1"): (WIN, 10_00, "D2 10.3(a)"),
        ("ben", "box 1"): (WIN, 30_00, "D2 5.4"),
    }


@pytest.mark.clause("D2 10.3 (closing)", "D2 14.3(g)")
def test_D2_10_3_early_settlement_leaves_anothers_insurance_alone() -> None:
    table = opened(blackjack("ana", "ben"), "Ah Ad Kc", *SHARED)
    table = table.play(Wager("ana", insurance(1), 5_00), Wager("ben", insurance(1), 10_00), SettleEarly("ana", 1))
    assert (gain(table, "ana"), gain(table, "ben")) == (10_00, -30_00)
    done = deal(table.play(CloseInsurance()), "Kd")
    assert lines(done)[("ben", "insurance 1")] == (WIN, 20_00, "D2 9.4")
    assert gain(done, "ben") == 20_00


# What everyone sees, and what comes next


@pytest.mark.clause("D2 8.2", "D2 8.3", "D2 8.5", "D2 9.2(a)")
def test_D2_8_what_is_awaited_from_whom_and_by_which_clause() -> None:
    def due(table: BlackjackTable) -> list[tuple[str, str, str]]:
        return [(each.what, each.role, each.rule.clause) for each in table.awaits]

    table = staked(ready(live("ana"), "ana"), ("ana", 1, 10_00))
    wagers = ("place wagers", "player", "D2 5.1")
    assert due(table) == [wagers, ("call “No more bets”", "dealer", "D2 8.2")]
    called = table.play(NoMoreBets())
    assert due(called) == [("deal the next card", "dealer", "D2 8.2(a)")]
    ace = deal(called, "Th Ad 8c")
    line = "call “Insurance” and run a hand along the insurance line"
    assert due(ace) == [(line, "dealer", "D2 9.2(a)")]
    assert due(ace.play(CallInsurance())) == [("close insurance", "dealer", "D2 9.2 (closing)")]
    deciding = ace.play(CallInsurance(), CloseInsurance())
    assert due(deciding) == [("decide for the hand in turn", "player", "D2 8.3")]
    settling = deal(deciding.play(Stand("ana", 1)), "9d")
    assert due(settling) == [("settle the boxes", "dealer", "D2 5.7")]
    assert due(settling.play(SettleBox(1))) == [("collect the cards", "dealer", "D2 8.6")]


@pytest.mark.clause("D2 8.2(a)", "D2 8.2(b)", "D2 8.1")
def test_D2_8_2_all_cards_lie_face_up_and_purses_are_their_owners() -> None:
    table = opened(blackjack("ana", "ben", burn=True), "Th 9d Ac 8c", *TWO)
    view = table.view("ana")
    public = view.public
    assert [each.hands[0].cards for each in public.boxes] == [cards("Th 8c"), cards("9d")]
    assert public.dealer == cards("Ac")
    assert (public.game, public.is_open, public.step, public.round) == ("blackjack", True, "card", 1)
    assert (public.left_in_shoe, public.discarded) == (411, 1)
    assert public.seats == ("ana", "ben", "", "", "", "", "")
    assert view.purse is not None
    assert view.purse.value == 4_990_00
    assert table.view().purse is None
    assert table.view("cal").purse is None


@pytest.mark.clause("D2 1.0 Round", "D2 5.1")
def test_D2_1_0_a_round_runs_from_the_first_card_to_the_collection() -> None:
    table = staked(blackjack("ana"), ("ana", 1, 10_00))
    called = table.play(NoMoreBets())
    assert (called.round, called.is_final) == (0, True)
    dealt = deal(called, "Th 9d 8c")
    assert (dealt.round, dealt.is_final) == (1, False)
    done = deal(dealt.play(Stand("ana", 1)), "8d")
    assert (done.round, done.is_final) == (1, True)
    again = opened(done, "Th")
    assert (again.round, again.settled) == (2, ())


@pytest.mark.clause("D2 3.3(a)")
def test_D2_3_3_a_a_card_is_written_as_rank_and_suit() -> None:
    assert [str(card(name)) for name in ("Th", "9d", "As")] == ["Th", "9d", "As"]
    assert len(set(DECK)) == 52
    for bad in ("", "10h", "1h", "hT", "Thx", "th"):
        with pytest.raises(ValueError, match=r"is not a card; write it as .. \(a rank of A23456789TJQK"):
            card(bad)
