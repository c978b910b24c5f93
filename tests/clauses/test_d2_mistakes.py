"""Wagers taken outside the limits, or too late, and noticed afterwards (D1 9 (breach), D2 5.5(a), ruling B55)."""

from __future__ import annotations

import pytest

from croupier import BuyIn, CashOut, Chips, NoMoreBets, Outcome, Role, Sign, Wager
from croupier.games.blackjack.acts import CloseInsurance, Double, Draw, SettleEarly, Sit, Split, Stand, VoidHand
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.layout.acts import VoidWager, WrongLimits
from croupier.games.position import Position
from tests.support.rules.blackjack import (
    allowed_roles,
    blackjack,
    box,
    deal,
    gain,
    insurance,
    lines,
    offers,
    opened,
    purse,
    refusal,
    staked,
    super_sevens,
    total_money,
    why,
)

WIN, LOSE, VOID = Outcome.WIN, Outcome.LOSE, Outcome.VOID
TWO = (("ana", 1, 10_00), ("ben", 2, 20_00))
SHARED = (("ana", 1, 10_00), ("ben", 1, 20_00))


def stakes(table: BlackjackTable) -> dict[tuple[str, int], int]:
    return {(stake.player, each.number): stake.amount for each in table.boxes for stake in each.stakes}


def late(player: str, position: Position) -> VoidWager:
    return VoidWager(player, position, "late")


# Outside the limits


@pytest.mark.clause("D1 9 (breach)")
def test_B55_before_the_first_card_a_short_wager_is_raised_to_the_minimum() -> None:
    table = blackjack("ana", "ben")
    for before in (table, staked(table, ("ben", 2, 10_00)).play(NoMoreBets())):
        raised = before.play(WrongLimits("ana", box(1), 2_00))
        assert stakes(raised)["ana", 1] == 5_00
        assert gain(raised, "ana") == -5_00
        assert total_money(raised) == 10_000_00


@pytest.mark.clause("D1 9 (breach)")
def test_B55_a_short_wager_that_cannot_be_raised_is_void() -> None:
    table = blackjack("ana").play(BuyIn("ben", 4_50), Sit("ben", 2))
    void = table.play(WrongLimits("ben", box(2), 4_50))
    assert (stakes(void), purse(void, "ben")) == ({}, 4_50)


@pytest.mark.clause("D1 9 (breach)")
def test_B55_before_the_first_card_the_excess_over_the_maximum_goes_back() -> None:
    table = blackjack("ana")
    assert stakes(table.play(WrongLimits("ana", box(1), 1_200_00))) == {("ana", 1): 1_000_00}
    some = staked(table, ("ana", 1, 600_00)).play(WrongLimits("ana", box(1), 500_00))
    assert stakes(some) == {("ana", 1): 1_000_00}
    stepped = blackjack("ana", sign=Sign(minimum=5_00, maximum=102_00, increment=5_00))
    assert stakes(stepped.play(WrongLimits("ana", box(1), 110_00))) == {("ana", 1): 100_00}
    boxed = staked(blackjack("ana", "ben", box_maximum=100_00), ("ana", 1, 98_00))
    assert stakes(boxed.play(WrongLimits("ben", box(1), 10_00))) == {("ana", 1): 98_00}


@pytest.mark.clause("D1 9 (breach)", "D2 5.5(a)")
@pytest.mark.parametrize(("dealers", "outcome"), [("7d", WIN), ("Td", LOSE)])
def test_B55_after_the_first_card_the_excess_is_void_whatever_the_result(dealers: str, outcome: Outcome) -> None:
    table = opened(blackjack("ana", manual=("settle box",)), "Th Td 8c", ("ana", 1, 1_000_00))
    found = table.play(WrongLimits("ana", box(1), 200_00))
    assert stakes(found) == {("ana", 1): 1_000_00}
    assert lines(found) == {("ana", "box 1"): (VOID, 0, "D1 9 (breach)")}
    assert [line.wager.stake for line in found.settled] == [200_00]
    assert gain(found, "ana") == -1_000_00
    done = deal(found.play(Stand("ana", 1)), dealers)
    won = 1_000_00 if outcome is WIN else -1_000_00
    settled = done.play(*(offer.act() for offer in done.legal if offer.kind.__name__ == "SettleBox"))
    assert [(line.wager.stake, line.outcome) for line in settled.settled] == [(200_00, VOID), (1_000_00, outcome)]
    assert gain(settled, "ana") == won


@pytest.mark.clause("D1 9 (breach)", "D2 5.5(a)")
def test_B55_after_the_first_card_the_rest_of_an_excess_stands() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 8c", ("ana", 1, 500_00))
    found = table.play(WrongLimits("ana", box(1), 700_00), WrongLimits("ben", box(1), 1_001_00))
    assert stakes(found) == {("ana", 1): 1_000_00, ("ben", 1): 1_000_00}
    assert [line.wager.stake for line in found.settled] == [200_00, 1_00]
    assert total_money(found) == 10_000_00


@pytest.mark.clause("D1 9 (breach)", "D2 5.5(a)")
def test_B55_after_the_first_card_a_short_wager_stands_as_it_lies() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 8c").play(WrongLimits("ben", box(1), 2_00))
    assert stakes(table) == {("ana", 1): 10_00, ("ben", 1): 2_00}
    assert table.settled == ()
    done = deal(table.play(Stand("ana", 1)), "8d")
    assert lines(done)["ben", "box 1"] == (WIN, 2_00, "D2 5.1(b)")


@pytest.mark.clause("D1 9 (breach)")
def test_B55_why_no_wager_is_put_right() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 6c 5s 8h", *TWO)
    over = WrongLimits("ana", box(1), 1_000_00)
    assert allowed_roles(table, over) == {Role.DEALER, Role.GAME_SUPERVISOR}
    assert refusal(table, WrongLimits("ana", box(1), 20_00)) == ("within_limits", "D1 9 (breach)")
    assert refusal(table, WrongLimits("ana", insurance(1), 20_00)) == ("no_such_wager", "D1 9 (breach)")
    assert refusal(table, WrongLimits("ana", box(8), 20_00)) == ("no_such_wager", "D1 9 (breach)")
    assert refusal(table, WrongLimits("ana", box(1), 20_00, Chips.COLOUR)) == ("no_such_wager", "D1 9 (breach)")
    assert refusal(table, WrongLimits("ana", box(1), 25)) == ("not_in_chips", "D1 9 (breach)")
    assert refusal(table, WrongLimits("ana", box(1), 9_000_00)) == ("not_enough_chips", "D2 5.2")
    assert refusal(table, WrongLimits("ana", box(3), 2_00)) == ("no_wager_there", "D1 9 (breach)")
    assert "Box 3 has no hand in this round" in why(table, WrongLimits("ana", box(3), 2_00))
    returned = table.play(late("ana", box(1)))
    assert refusal(returned, over) == ("no_wager_there", "D1 9 (breach)")
    assert "void and was returned" in why(returned, over)
    voided = table.play(VoidHand(1, 0, "misread"))
    assert refusal(voided, WrongLimits("ben", box(1), 2_00)) == ("no_wager_there", "D1 9 (breach)")
    # The void wager of one player, or on one box, is not that of another.
    assert "Box 1 has no hand in this round" in why(returned, WrongLimits("ben", box(1), 1_000_50))
    assert returned.refuses(WrongLimits("ana", box(2), 1_000_50)) is None
    full = opened(blackjack("ana", "ben", bettors=1), "Th 9d 8c")
    assert refusal(full, WrongLimits("ben", box(1), 2_00)) == ("box_full", "D2 14.1")


def _found(table: BlackjackTable) -> list[tuple[str, str, int, Outcome, int]]:
    return [
        (line.wager.player, str(line.wager.position), line.wager.stake, line.outcome, line.pays)
        for line in table.settled
    ]


@pytest.mark.clause("D1 9 (breach)", "D2 13.2")
def test_B55_of_a_bust_hand_the_excess_is_void_and_the_rest_is_lost() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 8c 6s 8h", ("ana", 1, 990_00), ("ben", 2, 20_00))
    bust = deal(table.play(Draw("ana", 1)), "Kc").play(WrongLimits("ana", box(1), 200_00))
    assert _found(bust) == [("ana", "box 1", 1_000_00, LOSE, 0), ("ana", "box 1", 190_00, VOID, 0)]
    assert (gain(bust, "ana"), bust.general.house) == (-1_000_00, 1_000_00)
    again = bust.play(WrongLimits("ana", box(1), 1_00))
    assert _found(again)[-1] == ("ana", "box 1", 1_00, VOID, 0)
    assert (gain(again, "ana"), total_money(again)) == (-1_000_00, 10_000_00)
    undone = again.play(late("ana", box(1)))
    assert (gain(undone, "ana"), undone.general.house) == (0, 0)


@pytest.mark.clause("D1 9 (breach)", "D2 10.1", "D1 11.3")
def test_B55_of_a_paid_blackjack_the_excess_is_void_and_the_rest_is_paid_anew() -> None:
    sign = Sign(minimum=5_00, maximum=999_50)
    table = opened(blackjack("ana", "ben", sign=sign), "Ah 9d 6c Ks 8h", ("ana", 1, 600_00), ("ben", 2, 20_00))
    found = table.play(WrongLimits("ana", box(1), 500_00))
    assert _found(found) == [("ana", "box 1", 999_50, WIN, 1_499_50), ("ana", "box 1", 100_50, VOID, 0)]
    assert (gain(found, "ana"), found.general.house) == (1_499_50, -1_499_50)


@pytest.mark.clause("D1 9 (breach)", "D2 10.3(a)", "D2 14.3(g)")
def test_B55_even_money_stays_even_and_binds_no_other_on_the_box() -> None:
    table = opened(blackjack("ana", "ben"), "Ah Ad Ks", ("ana", 1, 600_00), ("ben", 1, 20_00))
    early = table.play(SettleEarly("ana", 1), WrongLimits("ana", box(1), 500_00))
    assert _found(early) == [("ana", "box 1", 1_000_00, WIN, 1_000_00), ("ana", "box 1", 100_00, VOID, 0)]
    behind = opened(blackjack("ana", "ben", "cat"), "Ah 7c Ad Ks 8c", ("ana", 1, 600_00), ("cat", 3, 20_00))
    shared = behind.play(SettleEarly("ana", 1))
    assert refusal(shared, WrongLimits("ben", box(1), 2_00)) == ("no_wager_there", "D1 9 (breach)")


@pytest.mark.clause("D1 9 (breach)", "D2 14.3(a)")
def test_B55_a_short_wager_behind_a_decided_hand_shares_its_result() -> None:
    table = opened(blackjack("ana", "ben", "cat"), "Th 9d 8c 6s 8h", *TWO)
    bust = deal(table.play(Draw("ana", 1)), "Kc").play(WrongLimits("cat", box(1), 2_00))
    assert _found(bust) == [("ana", "box 1", 10_00, LOSE, 0), ("cat", "box 1", 2_00, LOSE, 0)]
    assert (gain(bust, "cat"), total_money(bust)) == (-2_00, 15_000_00)
    over = bust.play(WrongLimits("cat", box(1), 1_000_00))
    assert _found(over)[1:] == [("cat", "box 1", 1_000_00, LOSE, 0), ("cat", "box 1", 2_00, VOID, 0)]


@pytest.mark.clause("D1 9 (breach)", "D2 14.3(d)")
def test_B55_a_short_wager_behind_a_split_lies_on_the_first_hand() -> None:
    """Whoever chose no hand stays where the wager lies (ruling B18)."""
    table = opened(blackjack("ana", "ben"), "8h 9d 8c").play(Split("ana", 1))
    found = deal(table, "3c").play(WrongLimits("ben", box(1), 2_00))
    assert [(each.player, each.hand) for each in found.boxes[0].stakes] == [("ana", 0), ("ana", 1), ("ben", 0)]


@pytest.mark.clause("D1 9 (breach)", "D2 14.2")
def test_B55_under_a_box_maximum_what_is_settled_counts() -> None:
    table = opened(
        blackjack("ana", "ben", "cat", box_maximum=100_00), "Th 9d 8c 6s 8h", ("ana", 1, 70_00), ("ben", 2, 20_00)
    )
    bust = deal(table.play(Draw("ana", 1)), "Kc").play(WrongLimits("cat", box(1), 50_00))
    assert _found(bust)[1:] == [("cat", "box 1", 30_00, LOSE, 0), ("cat", "box 1", 20_00, VOID, 0)]


@pytest.mark.clause("D1 9 (breach)")
def test_B55_nothing_is_put_on_a_table_that_only_waits_for_its_cards() -> None:
    """All are settled and the cards lie there still: the chips get the hand's result, or they would be swept away."""
    table = opened(blackjack("ana", "ben", manual=("collect cards",)), "Th 9d 8c", ("ana", 1, 10_00))
    done = deal(table.play(Stand("ana", 1)), "8d").play(WrongLimits("ben", box(1), 2_00))
    assert _found(done) == [("ana", "box 1", 10_00, WIN, 10_00), ("ben", "box 1", 2_00, WIN, 2_00)]
    assert (gain(done, "ben"), total_money(done)) == (2_00, 10_000_00)


# Late


@pytest.mark.clause("D2 5.5(a)", "D2 5.5 (closing)")
def test_B55_a_late_wager_is_void_and_returned() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 6c 5s 8h", *TWO)
    assert allowed_roles(table, late("ana", box(1))) == {Role.DEALER, Role.GAME_SUPERVISOR}
    void = table.play(late("ana", box(1)))
    assert lines(void) == {("ana", "box 1"): (VOID, 0, "D2 5.5(a)")}
    assert (gain(void, "ana"), gain(void, "ben"), void.general.house) == (0, -20_00, 0)
    assert void.refuses(Stand("ben", 2)) is None
    assert refusal(void, late("ana", box(1))) == ("no_wager_there", "D2 5.5(a)")


@pytest.mark.clause("D2 5.5(a)", "D2 15.7(b)", "D2 9.6")
def test_B55_with_a_late_wager_go_its_additions_insurance_and_super_sevens() -> None:
    start = staked(blackjack("ana", layout=2, super_sevens=2_00), ("ana", 1, 10_00))
    table = deal(start.play(Wager("ana", super_sevens(1), 2_00), NoMoreBets()), "7h Ad 7c")
    table = table.play(Wager("ana", insurance(1), 5_00), CloseInsurance(), Split("ana", 1))
    assert gain(table, "ana") == -10_00 + 100_00 - 5_00 - 10_00
    void = table.play(late("ana", box(1)))
    assert lines(void) == {
        ("ana", "super sevens 1"): (VOID, 0, "D2 15.7(b)"),
        ("ana", "box 1"): (VOID, 0, "D2 5.5(a)"),
        ("ana", "insurance 1"): (VOID, 0, "D2 9.6"),
        ("ana", "split b 1"): (VOID, 0, "D2 5.5(a)"),
    }
    assert (gain(void, "ana"), void.general.house, void.is_between_rounds) == (0, 0, True)


@pytest.mark.clause("D2 5.5(a)", "D2 14.3(a)")
def test_B55_the_others_on_the_box_play_on_and_the_next_of_them_decides() -> None:
    table = opened(blackjack("ana", "-"), "Th 9d 5c").play(BuyIn("ben", 100_00))
    shared = opened(blackjack("ana", "ben"), "Th 9d 5c", *SHARED)
    void = shared.play(late("ana", box(1)))
    assert stakes(void) == {("ben", 1): 20_00}
    assert refusal(void, Draw("ana", 1)) == ("not_yours_to_decide", "D2 14.3(a)")
    done = deal(void.play(Stand("ben", 1)), "6d Tc")
    assert lines(done)["ben", "box 1"] == (WIN, 20_00, "D2 5.1(a)")
    assert refusal(table, late("ben", box(1))) == ("no_wager_there", "D2 5.5(a)")


@pytest.mark.clause("D2 5.5(a)")
def test_B55_a_late_wager_that_was_settled_is_undone() -> None:
    bust = deal(opened(blackjack("ana", "ben"), "Th 9d 6c 5s 8h", *TWO).play(Draw("ana", 1)), "Kc")
    assert bust.general.house == 10_00
    void = bust.play(late("ana", box(1)))
    assert (gain(void, "ana"), void.general.house) == (0, 0)
    paid = opened(blackjack("ana"), "Ah 5d 6c Ks 6h", ("ana", 1, 10_00), ("ana", 2, 15_00))
    assert gain(paid, "ana") == 15_00 - 15_00
    undone = paid.play(Double("ana", 2, 15_00), late("ana", box(1)))
    assert (gain(undone, "ana"), undone.general.house) == (-30_00, 0)


@pytest.mark.clause("D2 5.5(a)", "D2 8.2")
def test_B55_between_the_call_and_the_first_card_it_is_simply_returned() -> None:
    table = staked(blackjack("ana", "ben"), *TWO)
    assert refusal(table, late("ana", box(1))) == ("betting_open", "D2 5.5(a)")
    called = table.play(NoMoreBets())
    one = called.play(late("ana", box(1)))
    assert (stakes(one), one.step, gain(one, "ana")) == ({("ben", 2): 20_00}, "card", 0)
    none = one.play(late("ben", box(2)))
    assert (none.boxes, none.step, none.is_called) == ((), "no more bets", False)
    assert none.refuses(Wager("ben", box(2), 20_00)) is None


@pytest.mark.clause("D2 5.5(a)", "D2 9.2 (closing)")
def test_B55_insurance_alone_may_be_late() -> None:
    table = opened(blackjack("ana"), "Th Ad 8c").play(Wager("ana", insurance(1), 5_00), CloseInsurance())
    void = table.play(late("ana", insurance(1)))
    assert lines(void) == {("ana", "insurance 1"): (VOID, 0, "D2 5.5(a)")}
    assert stakes(void) == {("ana", 1): 10_00}


@pytest.mark.clause("D2 16.5", "D2 5.5(a)")
def test_B55_what_a_late_wager_was_paid_is_taken_from_other_chips_if_they_suffice_by_B58() -> None:
    """Ana's blackjack was paid 30 for 20, and when she has doubled in box 2 she has 29 left."""
    table = opened(blackjack("ana", extra_boxes=1), "Ah 6d 6c Ks 5h", ("ana", 1, 20_00), ("ana", 2, 40_00))
    rest = purse(table, "ana")
    assert table.refuses(late("ana", box(1))) is None
    poor = table.play(CashOut("ana", rest - 69_00), Double("ana", 2, 40_00))
    short = poor.refuses(late("ana", box(1)))
    assert short is not None
    assert (short.code, str(short.rule)) == ("chips_staked", "D2 16.5 (B58)")
    assert short.why == "ana is $1 short of what was paid. Void the whole round instead."


@pytest.mark.clause("D2 14.3(a)", "D1 9 (breach)")
def test_B55_whose_wager_is_put_right_is_one_of_the_bettors_then() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 8c", ("ana", 1, 10_00))
    behind = table.play(WrongLimits("ben", box(1), 2_00))
    assert behind.boxes[0].bettors == ("ana", "ben")
    assert table.play(WrongLimits("ana", box(1), 1_000_00)).boxes[0].bettors == ("ana",)


@pytest.mark.clause("D2 5.5(a)")
def test_B55_a_void_wager_has_its_ground_and_its_place() -> None:
    table = opened(blackjack("ana"), "Th 9d 8c")
    assert refusal(table, VoidWager("ana", box(1), "on a line")) == ("no_such_ground", "D2 5.5(a)")
    assert refusal(table, late("ana", Position("red"))) == ("no_such_wager", "D2 5.5(a)")
    assert why(table, late("ana", box(8))) == "Wager on a box, on its Super Sevens or on its insurance."
    assert refusal(table, late("ben", box(1))) == ("no_wager_there", "D2 5.5(a)")
    assert offers(table, VoidWager) == ["dealer: void wager (player ana, position box 1, ground late)"]
