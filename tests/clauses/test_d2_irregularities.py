"""What goes wrong at a blackjack table, and what then happens (Division 2, section 16)."""

from __future__ import annotations

from fractions import Fraction

import pytest

import croupier
from croupier import BuyIn, CashOut, NoMoreBets, Outcome, Role, Wager
from croupier.games.blackjack.acts import (
    ChooseHand,
    CloseInsurance,
    CollectCards,
    Cut,
    CuttingCard,
    Deal,
    DiscardExtra,
    Double,
    Draw,
    DrawForAbsent,
    DrawnUnseen,
    ExposeCard,
    InsertCuttingCard,
    RefuseCard,
    RemoveFaceUp,
    ReopenBetting,
    ReplaceDamaged,
    ReportCuttingCard,
    ReportNoCuttingCard,
    SettleBox,
    SettleEarly,
    Shuffle,
    Sit,
    Split,
    Stand,
    StandForAbsent,
    VoidHand,
    VoidRound,
)
from croupier.games.blackjack.cards import DECK, Card, card
from croupier.games.blackjack.state import BlackjackTable
from tests.support.rules.blackjack import (
    SIGN,
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
    only_left,
    opened,
    purse,
    refusal,
    seated,
    staked,
    super_sevens,
    total_money,
    until_cutting_card,
    why,
)

DEALER, SUPERVISOR, OPERATOR = Role.DEALER, Role.GAME_SUPERVISOR, Role.OPERATOR
VOID = Outcome.VOID
TWO = (("ana", 1, 10_00), ("ben", 2, 20_00))
SHUFFLING = ("shuffle", "cut", "insert cutting card")
NO_CARD = Card("1", "x")


def two_boxes(text: str, **options: object) -> BlackjackTable:
    return opened(blackjack("ana", "ben", **options), text, *TWO)  # type: ignore[arg-type]


# 16.1


@pytest.mark.clause("D2 16.1")
def test_D2_16_1_a_face_up_card_goes_to_the_rack_and_to_no_hand() -> None:
    table = opened(blackjack("ana"), "Th 9d").play(RemoveFaceUp(card("5s")))
    assert table.rack == cards("5s")
    assert table.boxes[0].hands[0].cards == cards("Th")
    assert table.dealer.cards == cards("9d")
    assert table.shoe.left == 416 - 3
    assert table.chance()[Deal(card("5s"))] == Fraction(7, 413)
    assert table.chance()[Deal(card("5h"))] == Fraction(8, 413)
    assert deal(table, "8c").boxes[0].hands[0].cards == cards("Th 8c")


@pytest.mark.clause("D2 16.1")
def test_D2_16_1_a_face_up_card_is_one_card_less_before_the_cutting_card() -> None:
    table = blackjack("ana")
    before = table.shoe.until_cutting_card
    assert before is not None
    assert table.play(RemoveFaceUp(card("5s"))).shoe.until_cutting_card == before - 1
    last = until_cutting_card(table, 0)
    assert last.play(RemoveFaceUp(card("5s"))).shoe.until_cutting_card == 0


@pytest.mark.clause("D2 16.1", "D2 3.3(a)")
def test_D2_16_1_the_face_up_card_must_be_in_a_loaded_shoe() -> None:
    table = blackjack("ana", decks=4)
    assert refusal(table, RemoveFaceUp(NO_CARD)) == ("no_such_card", "D2 3.3(a)")
    assert "not a playing card" in why(table, RemoveFaceUp(NO_CARD))
    none_left = table.play(*[RemoveFaceUp(card("5s"))] * 4)
    assert refusal(none_left, RemoveFaceUp(card("5s"))) == ("not_in_shoe", "D2 16.1")
    assert "No 5s is left" in why(none_left, RemoveFaceUp(card("5s")))
    assert refusal(live("ana"), RemoveFaceUp(card("5s"))) == ("no_shoe", "D2 16.1")
    assert "not loaded" in why(live("ana"), RemoveFaceUp(card("5s")))
    assert allowed_roles(table, RemoveFaceUp(card("5s"))) == {DEALER, SUPERVISOR}


# 16.2


@pytest.mark.clause("D2 16.2")
def test_D2_16_2_a_card_drawn_unseen_is_the_next_card() -> None:
    table = opened(blackjack("ana"), "Th 9d 5c")
    unseen = table.play(DrawnUnseen(), Draw("ana", 1))
    assert unseen.chance() == table.play(Draw("ana", 1)).chance()
    assert unseen.chance()[Deal(card("4s"))] == Fraction(8, 413)
    dealt = deal(unseen, "4s")
    assert dealt.boxes[0].hands[0].cards == cards("Th 5c 4s")
    assert dealt.shoe.left == 416 - 4
    assert dealt.refuses(DrawnUnseen()) is None


@pytest.mark.clause("D2 16.2")
def test_D2_16_2_one_unseen_card_at_a_time_and_only_in_a_round() -> None:
    table = staked(blackjack("ana"), ("ana", 1, 10_00))
    assert refusal(table, DrawnUnseen()) == ("no_round", "D2 16.2")
    assert "No round" in why(table, DrawnUnseen())
    called = table.play(NoMoreBets())
    assert allowed_roles(called, DrawnUnseen()) == {DEALER, SUPERVISOR}
    drawn = called.play(DrawnUnseen())
    assert refusal(drawn, DrawnUnseen()) == ("drawn_already", "D2 16.2")
    assert "already" in why(drawn, DrawnUnseen())
    exposed = opened(blackjack("ana"), "Th 9d 5c").play(ExposeCard(card("2c")))
    assert refusal(exposed, DrawnUnseen()) == ("drawn_already", "D2 16.2")
    unseen = opened(blackjack("ana"), "Th 9d 5c").play(DrawnUnseen())
    assert refusal(unseen, ExposeCard(card("2c"))) == ("drawn_already", "D2 16.4")
    assert "already" in why(unseen, ExposeCard(card("2c")))


@pytest.mark.clause("D2 16.2", "D2 1.0 Round", "D2 5.5(a)")
def test_D2_16_2_a_first_card_drawn_unseen_has_left_the_shoe_and_begins_the_round() -> None:
    drawn = staked(blackjack("ana"), ("ana", 1, 10_00)).play(NoMoreBets(), DrawnUnseen())
    assert refusal(drawn, ReopenBetting()) == ("too_late", "D2 5.5(a)")


@pytest.mark.clause("D2 16.2")
def test_D2_16_2_an_unseen_card_that_the_round_does_not_need_is_the_next_rounds_first() -> None:
    table = opened(blackjack("ana", manual=("settle box",)), "Th 9d 8c").play(Stand("ana", 1))
    kept = deal(table, "Kc").play(DrawnUnseen(), SettleBox(1))
    assert kept.is_between_rounds
    assert kept.refuses(Wager("ana", box(1), 10_00)) is None
    called = staked(kept, ("ana", 1, 10_00)).play(NoMoreBets())
    assert refusal(called, DrawnUnseen()) == ("drawn_already", "D2 16.2")
    assert not deal(called, "4s").unseen


@pytest.mark.clause("D2 16.2")
def test_D2_16_2_an_unseen_card_goes_into_a_shuffle_that_is_due() -> None:
    table = opened(blackjack("ana"), "Th 9d 8c").play(ReportCuttingCard(1), DrawnUnseen(), VoidRound("misdeal"))
    assert table.shoe.left == 416
    called = staked(table, ("ana", 1, 10_00)).play(NoMoreBets())
    assert called.refuses(DrawnUnseen()) is None


# 16.3


@pytest.mark.clause("D2 16.3")
def test_D2_16_3_an_extra_card_on_the_dealers_complete_hand_changes_nothing_but_the_shoe() -> None:
    table = opened(blackjack("ana", manual=("settle box", "collect cards")), "Th 9d 8c").play(Stand("ana", 1))
    complete = deal(table, "8d")
    extra = complete.play(DiscardExtra(card("4s")))
    assert extra.dealer.cards == cards("9d 8d")
    assert extra.rack == cards("4s")
    assert extra.shoe.left == 416 - 5
    settled = extra.play(SettleBox(1))
    assert lines(settled) == {("ana", "box 1"): (Outcome.WIN, 10_00, "D2 5.1(b)")}
    assert settled.refuses(DiscardExtra(card("5s"))) is None
    assert settled.play(CollectCards()).rack == cards("4s Th 8c 9d 8d")


@pytest.mark.clause("D2 16.3")
def test_D2_16_3_the_dealers_hand_must_be_complete_and_the_card_in_the_shoe() -> None:
    table = opened(blackjack("ana", manual=("settle box",), decks=4), "Th 9d 8c")
    assert refusal(table, DiscardExtra(card("4s"))) == ("out_of_order", "D2 8.3")
    complete = deal(table.play(Stand("ana", 1)), "8d")
    none_left = complete.play(*[DiscardExtra(card("4s"))] * 4)
    assert refusal(none_left, DiscardExtra(card("4s"))) == ("not_in_shoe", "D2 16.3")
    assert allowed_roles(complete, DiscardExtra(card("4s"))) == {DEALER, SUPERVISOR}


# 16.4


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_the_exposed_card_is_the_next_card_for_whoever_takes_one() -> None:
    table = two_boxes("Th 9d 6c 5s 4h").play(ExposeCard(card("2c")))
    assert table.chance() == {}
    drawn = table.play(Draw("ana", 1))
    assert drawn.chance() == {Deal(card("2c")): Fraction(1)}
    assert refusal(drawn, Deal(card("3c"))) == ("exposed_first", "D2 16.4")
    assert "must be the exposed 2c" in why(drawn, Deal(card("3c")))
    dealt = deal(drawn, "2c")
    assert dealt.boxes[0].hands[0].cards == cards("Th 5s 2c")
    assert dealt.shoe.left == 416 - 6
    assert dealt.exposed is None


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_a_double_and_a_split_accept_it_too() -> None:
    table = opened(blackjack("ana"), "8h 9d 8c").play(ExposeCard(card("3c")))
    split = deal(table.play(Split("ana", 1)), "3c")
    assert [each.cards for each in split.boxes[0].hands] == [cards("8h 3c"), cards("8c")]
    doubled = deal(table.play(Double("ana", 1, 10_00)), "3c")
    assert doubled.boxes[0].hands[0].cards == cards("8h 8c 3c")


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_who_refuses_takes_no_further_card_whatever_the_total() -> None:
    table = two_boxes("2h 9d 6c 3s 4h").play(ExposeCard(card("8c")))
    refused = table.play(RefuseCard("ana", 1))
    assert refusal(refused, Draw("ana", 1)) == ("not_in_turn", "D2 8.3")
    assert refused.exposed == card("8c")
    taken = deal(refused.play(Draw("ben", 2)), "8c")
    assert taken.boxes[1].hands[0].cards == cards("9d 4h 8c")
    assert taken.boxes[0].hands[0].cards == cards("2h 3s")
    done = deal(taken, "Td Ks")
    assert lines(done) == {
        ("ana", "box 1"): (Outcome.WIN, 10_00, "D2 5.1(a)"),
        ("ben", "box 2"): (Outcome.WIN, 20_00, "D2 5.1(a)"),
    }


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_refused_by_all_it_is_the_dealers_second_card() -> None:
    table = two_boxes("Th 9d 6c 5s 8h").play(ExposeCard(card("Ks")), RefuseCard("ana", 1), Stand("ben", 2))
    assert table.chance() == {Deal(card("Ks")): Fraction(1)}
    dealt = deal(table, "Ks")
    assert dealt.dealer.cards == cards("6c Ks")
    assert dealt.chance()[Deal(card("5c"))] == Fraction(8, 416 - 6)
    done = deal(dealt, "9c")
    assert lines(done) == {
        ("ana", "box 1"): (Outcome.WIN, 10_00, "D2 5.1(a)"),
        ("ben", "box 2"): (Outcome.WIN, 20_00, "D2 5.1(a)"),
    }


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_a_refused_card_that_the_dealer_does_not_need_is_discarded() -> None:
    table = opened(blackjack("ana", "ben", manual=("collect cards",)), "Th 9d 6c 5s 8h", *TWO)
    busted = deal(table.play(Draw("ana", 1)), "Kc")
    void = busted.play(ExposeCard(card("Ks")), VoidHand(2, 0, "misdeal"))
    assert void.step == "collect cards"
    assert void.play(CollectCards()).rack == cards("Th 5s Kc 9d 8h 6c Ks")


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_to_the_dealer_in_turn_it_is_his_next_card() -> None:
    table = deal(opened(blackjack("ana"), "Th 2d 8c").play(Stand("ana", 1)), "3c").play(ExposeCard(card("4s")))
    assert table.chance() == {Deal(card("4s")): Fraction(1)}
    assert deal(table, "4s").dealer.cards == cards("2d 3c 4s")


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_a_split_hand_may_refuse_its_second_card() -> None:
    table = deal(opened(blackjack("ana"), "8h 9d 8c").play(Split("ana", 1)), "Tc").play(Stand("ana", 1))
    refused = table.play(ExposeCard(card("Ks")), RefuseCard("ana", 1))
    assert refused.boxes[0].hands[1].cards == cards("8c")
    assert refused.chance() == {Deal(card("Ks")): Fraction(1)}
    done = deal(refused, "Ks")
    assert lines(done) == {
        ("ana", "box 1"): (Outcome.LOSE, 0, "D2 5.1(g)"),
        ("ana", "split b 1"): (Outcome.LOSE, 0, "D2 5.1(g)"),
    }


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_who_may_refuse_and_when() -> None:
    plain = two_boxes("Th 9d 6c 5s 4h")
    assert refusal(plain, RefuseCard("ana", 1)) == ("nothing_exposed", "D2 16.4")
    assert "No exposed card" in why(plain, RefuseCard("ana", 1))
    table = plain.play(ExposeCard(card("2c")))
    assert refusal(table, RefuseCard("ben", 2)) == ("not_in_turn", "D2 16.4")
    assert "not being offered" in why(table, RefuseCard("ben", 2))
    assert refusal(table, RefuseCard("ben", 1)) == ("not_yours_to_decide", "D2 14.3(a)")
    assert "ana decides" in why(table, RefuseCard("ben", 1))
    drawing = table.play(Draw("ana", 1))
    assert refusal(drawing, RefuseCard("ana", 1)) == ("accepted_already", "D2 8.4")
    assert "accepted" in why(drawing, RefuseCard("ana", 1))
    doubled = table.play(Double("ana", 1, 10_00))
    assert refusal(doubled, RefuseCard("ana", 1)) == ("accepted_already", "D2 8.4")
    assert allowed_roles(table, RefuseCard("ana", 1)) == {"dealer"}


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_only_after_the_initial_deal() -> None:
    before = opened(blackjack("ana"), "Th 9d")
    assert refusal(before, ExposeCard(card("2c"))) == ("not_dealt", "D2 16.4")
    assert "16.5" in why(before, ExposeCard(card("2c")))
    table = deal(before, "5c")
    assert allowed_roles(table, ExposeCard(card("2c"))) == {DEALER, SUPERVISOR}
    exposed = table.play(ExposeCard(card("2c")))
    assert refusal(exposed, ExposeCard(card("3c"))) == ("drawn_already", "D2 16.4")
    assert refusal(table, ExposeCard(NO_CARD)) == ("no_such_card", "D2 3.3(a)")
    few = opened(blackjack("ana", decks=4), "Th 9d 5c").play(*[RemoveFaceUp(card("2c"))] * 4)
    assert refusal(few, ExposeCard(card("2c"))) == ("not_in_shoe", "D2 16.4")


@pytest.mark.clause("D2 10.3(a)", "D2 16.4")
def test_D2_10_3_a_early_settlement_closes_with_a_card_drawn_in_error() -> None:
    table = opened(blackjack("ana"), "As Ad Kh")
    assert table.refuses(SettleEarly("ana", 1)) is None
    assert refusal(table.play(ExposeCard(card("5c"))), SettleEarly("ana", 1)) == ("too_late", "D2 10.3(a)")
    assert refusal(table.play(DrawnUnseen()), SettleEarly("ana", 1)) == ("too_late", "D2 10.3(a)")


@pytest.mark.clause("D2 9.2 (closing)", "D2 16.4")
def test_D2_9_2_insurance_closes_with_a_card_drawn_in_error() -> None:
    table = opened(blackjack("ana"), "9s Ad Kh")
    assert table.refuses(Wager("ana", insurance(1), 5_00)) is None
    exposed = table.play(ExposeCard(card("5c")))
    assert refusal(exposed, Wager("ana", insurance(1), 5_00)) == ("too_late", "D2 9.2 (closing)")


# The cutting card before a card drawn in error


@pytest.mark.clause("D2 8.8", "D2 16.2")
def test_B56_before_a_round_the_cutting_card_comes_out_and_the_cards_are_shuffled() -> None:
    for edition in (1, 2):
        table = until_cutting_card(blackjack("ana", manual=("shuffle",), edition=edition), 0)
        called = staked(table, ("ana", 1, 10_00)).play(NoMoreBets())
        assert called.step == "cutting card"
        if edition == 1:
            assert called.refuses(DrawnUnseen()) is None
            continue
        assert refusal(called, DrawnUnseen()) == ("cutting_card_first", "D2 8.8")
        assert "Take it out first" in why(called, DrawnUnseen())
        out = called.play(CuttingCard())
        assert (out.step, out.round) == ("shuffle", 0)
        assert refusal(out, DrawnUnseen()) == ("no_round", "D2 16.2")


@pytest.mark.clause("D2 8.7", "D2 16.2", "D2 16.4", "D2 7.3(b)")
def test_B56_in_a_round_a_draw_in_error_brings_the_cutting_card_out_first() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d 6c 5s 4h", *TWO).play(Stand("ana", 1))
    assert refusal(table, CuttingCard()) == ("out_of_order", "D2 8.3")
    last = until_cutting_card(table, 0)
    assert last.step == "decide"
    for error in (DrawnUnseen(), ExposeCard(card("2c"))):
        assert refusal(last, error) == ("cutting_card_first", "D2 8.7")
    out = last.play(CuttingCard())
    assert (out.step, out.shoe.until_cutting_card, out.shoe.came_out_at) == ("decide", None, 2)
    assert refusal(out, CuttingCard()) == ("out_of_order", "D2 8.3")
    exposed = out.play(ExposeCard(card("2c")), Draw("ben", 2))
    assert exposed.chance() == {Deal(card("2c")): Fraction(1)}
    assert out.play(DrawnUnseen()).unseen


@pytest.mark.clause("D2 8.7", "D2 16.3", "D2 7.3(c)")
def test_B56_no_extra_card_comes_from_behind_the_cutting_card() -> None:
    for edition in (1, 2):
        table = opened(blackjack("ana", manual=("settle box", "shuffle"), edition=edition), "Th 9d 8c")
        complete = until_cutting_card(deal(table.play(Stand("ana", 1)), "8d"), 0)
        if edition == 1:
            assert complete.refuses(DiscardExtra(card("4s"))) is None
            continue
        assert refusal(complete, DiscardExtra(card("4s"))) == ("cutting_card_first", "D2 8.7")
        out = complete.play(CuttingCard())
        assert out.shoe.came_out_at == 0
        assert out.play(DiscardExtra(card("4s")), SettleBox(1)).step == "shuffle"


@pytest.mark.clause("D2 16.4", "D2 8.7")
def test_B56_an_exposed_card_that_came_before_it_is_still_the_next_card() -> None:
    table = until_cutting_card(opened(blackjack("ana"), "Th 9d 5c"), 1).play(ExposeCard(card("2c")))
    assert table.shoe.until_cutting_card == 0
    drawing = table.play(Draw("ana", 1))
    assert drawing.chance() == {Deal(card("2c")): Fraction(1)}
    assert refusal(drawing, CuttingCard()) == ("out_of_order", "D2 8.4")


# 16.5


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_a_void_round_returns_every_wager_and_undoes_what_was_settled() -> None:
    start = blackjack("ana", "ben", layout=2, super_sevens=2_00)
    wagered = staked(start, *TWO).play(Wager("ana", super_sevens(1), 2_00), Wager("ben", super_sevens(2), 2_00))
    table = deal(wagered.play(NoMoreBets()), "7h 9d Ac 8s 4h")
    assert gain(table, "ana") == -10_00 + 6_00
    table = deal(table.play(Wager("ana", insurance(1), 5_00), CloseInsurance(), Draw("ana", 1)), "Tc")
    assert gain(table, "ana") == -10_00 + 6_00 - 5_00
    assert total_money(table) == 10_000_00
    void = table.play(VoidRound("two cards at once"))
    assert lines(void) == {
        ("ana", "super sevens 1"): (VOID, 0, "D2 16.5"),
        ("ben", "super sevens 2"): (VOID, 0, "D2 16.5"),
        ("ana", "box 1"): (VOID, 0, "D2 16.5"),
        ("ana", "insurance 1"): (VOID, 0, "D2 16.5"),
        ("ben", "box 2"): (VOID, 0, "D2 16.5"),
    }
    assert (gain(void, "ana"), gain(void, "ben"), void.general.house) == (0, 0, 0)
    assert void.is_between_rounds
    assert void.boxes == ()
    assert len(void.rack) == 6
    assert void.shoe.left == 416 - 6


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_a_void_hand_alone_goes_back_and_its_cards_to_the_rack() -> None:
    table = two_boxes("Th 9d 6c 5s 4h").play(VoidHand(1, 0, "a card to the wrong box"))
    assert lines(table) == {("ana", "box 1"): (VOID, 0, "D2 16.5")}
    assert (gain(table, "ana"), gain(table, "ben"), table.general.house) == (0, -20_00, 0)
    assert table.rack == cards("Th 5s")
    assert table.refuses(Stand("ben", 2)) is None
    done = deal(table.play(Draw("ben", 2)), "8c Kd 2s")
    assert lines(done)[("ben", "box 2")] == (Outcome.WIN, 20_00, "D2 5.1(b)")
    assert (gain(done, "ana"), gain(done, "ben")) == (0, 20_00)


@pytest.mark.clause("D2 16.5", "D2 8.5")
def test_D2_16_5_a_hand_void_in_the_initial_deal_leaves_the_others_a_whole_round() -> None:
    table = two_boxes("Th 9d 6c 5s").play(VoidHand(2, 0, "exposed in the deal"), Stand("ana", 1))
    assert len(table.chance()) == 52
    done = deal(table, "Td 3c")
    assert lines(done) == {
        ("ben", "box 2"): (VOID, 0, "D2 16.5"),
        ("ana", "box 1"): (Outcome.LOSE, 0, "D2 5.1(g)"),
    }
    assert done.is_between_rounds


@pytest.mark.clause("D2 16.5", "D2 9.2(a)")
def test_D2_16_5_after_a_hand_void_in_the_initial_deal_insurance_is_still_called() -> None:
    table = two_boxes("Th 9d Ac 5s").play(VoidHand(2, 0, "exposed in the deal"))
    assert table.refuses(Wager("ana", insurance(1), 5_00)) is None


@pytest.mark.clause("D2 16.5", "D2 13.4")
def test_D2_16_5_with_the_only_hand_void_nobody_is_dealt_a_card() -> None:
    table = opened(blackjack("ana"), "Th").play(VoidHand(1, 0, "exposed in the deal"))
    assert table.chance() == {}
    assert table.is_between_rounds


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_a_bust_hand_may_prove_void_until_the_round_ends() -> None:
    table = deal(two_boxes("Th 9d 6c 5s 4h").play(Draw("ana", 1)), "Kc")
    assert table.general.house == 10_00
    void = table.play(VoidHand(1, 0, "the card was box 2's"))
    assert lines(void) == {("ana", "box 1"): (VOID, 0, "D2 16.5")}
    assert (gain(void, "ana"), void.general.house) == (0, 0)


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_a_paid_blackjack_may_prove_void_until_the_round_ends() -> None:
    table = two_boxes("Ah 9d 6c Ks 4h")
    assert gain(table, "ana") == 15_00
    void = table.play(VoidHand(1, 0, "the king was box 2's"))
    assert (gain(void, "ana"), void.general.house) == (0, 0)


@pytest.mark.clause("D2 16.5")
def test_B47_a_decided_hand_is_offered_to_be_void_wherever_its_cards_are() -> None:
    bust = deal(two_boxes("Th 9d 6c 5s 4h").play(Draw("ana", 1)), "Kc")
    paid = two_boxes("Ah 9d 6c Ks 4h")
    split = deal(opened(blackjack("ana"), "8h 6d 8c").play(Split("ana", 1)), "7c").play(Draw("ana", 1))
    one_bust = deal(split, "Tc")
    offered = {
        "bust and gone": (bust, "(box 1, hand 0, reason in words)"),
        "paid and gone": (paid, "(box 1, hand 0, reason in words)"),
        "bust beside another hand": (one_bust, "(box 1, hand 0, 1, reason in words)"),
    }
    for table, words in offered.values():
        assert offers(table, VoidHand)[0] == f"game supervisor: void hand {words}"
    void = bust.play(VoidHand(1, 0, "the card was box 2's"))
    assert offers(void, VoidHand) == ["game supervisor: void hand (box 2, hand 0, reason in words)"]


@pytest.mark.clause("D2 16.5")
def test_B58_what_a_void_hand_was_paid_comes_from_the_players_other_chips() -> None:
    """Ana was paid 15 on box 1 and has doubled box 2: her other chips give it back, or fall short by just so much."""
    for bought, missing in ((40_00, ""), (30_00, ""), (29_50, "0.50"), (25_00, "5")):
        table = seated(croupier.blackjack(SIGN), "ana", amount=bought)
        table = opened(table, "Ah 5d 6c Ks 6h", ("ana", 1, 10_00), ("ana", 2, 15_00)).play(Double("ana", 2, 15_00))
        assert purse(table, "ana") == bought - 25_00 + 25_00 - 15_00
        act = VoidHand(1, 0, "the king was box 2's")
        if missing:
            assert refusal(table, act) == ("chips_staked", "D2 16.5")
            assert f"ana is ${missing} short of" in why(table, act)
            assert offers(table, VoidHand) == ["game supervisor: void hand (box 2, hand 0, reason in words)"]
        else:
            void = table.play(act)
            assert (purse(void, "ana"), void.general.house) == (bought - 30_00, 0)
        assert purse(table.play(VoidRound("misdeal")), "ana") == bought


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_of_a_split_box_one_hand_may_be_void() -> None:
    table = deal(opened(blackjack("ana"), "8h 6d 8c").play(Split("ana", 1)), "Tc").play(Stand("ana", 1))
    table = deal(table, "5c")
    void = table.play(VoidHand(1, 1, "misdeal"))
    assert lines(void) == {("ana", "split b 1"): (VOID, 0, "D2 16.5")}
    assert void.rack == cards("8c 5c")
    done = deal(void, "Kd 2h")
    assert lines(done)[("ana", "box 1")] == (Outcome.STAND_OFF, 0, "D2 5.1(e)")
    assert gain(done, "ana") == 0


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_a_bust_split_hand_given_back_leaves_the_other_at_stake() -> None:
    table = deal(opened(blackjack("ana"), "8h 6d 8c").play(Split("ana", 1)), "Tc")
    table = deal(table.play(Draw("ana", 1)), "9c")
    assert gain(table, "ana") == -20_00
    void = table.play(VoidHand(1, 0, "misdeal"))
    assert gain(void, "ana") == -10_00
    assert lines(void) == {("ana", "box 1"): (VOID, 0, "D2 16.5")}
    assert void.general.house == 0


@pytest.mark.clause("D2 9.6", "D2 16.5")
def test_D2_9_6_insurance_is_void_with_its_hand() -> None:
    table = opened(blackjack("ana", "ben"), "Th 9d Ac 5s 4h", *TWO)
    table = table.play(Wager("ana", insurance(1), 5_00), Wager("ben", insurance(2), 3_00), CloseInsurance())
    void = table.play(VoidHand(1, 0, "misdeal"))
    assert lines(void) == {
        ("ana", "box 1"): (VOID, 0, "D2 16.5"),
        ("ana", "insurance 1"): (VOID, 0, "D2 9.6"),
    }
    assert (gain(void, "ana"), gain(void, "ben")) == (0, -23_00)


def shared_split(follow: ChooseHand | Split) -> BlackjackTable:
    """Box 1 of ana with ben behind, both insured, two sevens split."""
    start = staked(blackjack("ana", "ben", layout=2, super_sevens=2_00), ("ana", 1, 10_00), ("ben", 1, 20_00))
    dealt = deal(start.play(Wager("ben", super_sevens(1), 2_00), NoMoreBets()), "7h Ac 7d")
    insured = dealt.play(Wager("ana", insurance(1), 5_00), Wager("ben", insurance(1), 10_00), CloseInsurance())
    return insured.play(Split("ana", 1), follow)


@pytest.mark.clause("D2 9.6", "D2 15.7(b)", "D2 16.5")
def test_D2_9_6_insurance_and_super_sevens_go_with_the_hand_that_a_bettor_chose() -> None:
    table = shared_split(ChooseHand("ben", 1, 2))
    assert gain(table, "ben") == -20_00 - 10_00 + 100_00
    void = deal(table, "Tc").play(VoidHand(1, 1, "misdeal"))
    voided = {key for key, line in lines(void).items() if line[0] is VOID}
    assert voided == {("ben", "super sevens 1"), ("ben", "box 1"), ("ben", "insurance 1"), ("ana", "split b 1")}
    assert (gain(void, "ben"), gain(void, "ana"), void.general.house) == (0, -15_00, 0)


@pytest.mark.clause("D2 9.6", "D2 15.7(b)", "D2 16.5")
def test_D2_9_6_the_other_hand_void_leaves_the_insurance_of_who_is_not_on_it() -> None:
    void = deal(shared_split(ChooseHand("ben", 1, 2)), "Tc").play(VoidHand(1, 0, "misdeal"))
    voided = {key for key, line in lines(void).items() if line[0] is VOID}
    assert voided == {("ana", "box 1"), ("ana", "insurance 1")}
    assert gain(void, "ben") == -20_00 - 10_00 + 100_00


@pytest.mark.clause("D2 15.7(a)", "D2 15.7(b)", "D2 16.5")
def test_D2_15_7_super_sevens_is_void_with_its_hand_decided_or_not() -> None:
    start = staked(blackjack("ana", layout=2, super_sevens=2_00), ("ana", 1, 10_00))
    called = start.play(Wager("ana", super_sevens(1), 2_00), NoMoreBets())
    undecided = deal(called, "7h 9d 7c").play(VoidHand(1, 0, "misdeal"))
    assert lines(undecided) == {
        ("ana", "super sevens 1"): (VOID, 0, "D2 15.7(a)"),
        ("ana", "box 1"): (VOID, 0, "D2 16.5"),
    }
    assert gain(undecided, "ana") == 0
    won = deal(called, "7h 9d 5c")
    assert gain(won, "ana") == -10_00 + 6_00
    assert gain(won.play(VoidHand(1, 0, "misdeal")), "ana") == 0
    lost = deal(called, "6h 9d 5c")
    assert gain(lost, "ana") == -12_00
    back = lost.play(VoidHand(1, 0, "misdeal"))
    assert (gain(back, "ana"), back.general.house) == (0, 0)


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_who_voids_and_what_there_is_to_void() -> None:
    idle = blackjack("ana")
    assert refusal(idle, VoidRound("misdeal")) == ("no_round", "D2 16.5")
    assert "No round" in why(idle, VoidRound("misdeal"))
    assert refusal(idle, VoidHand(1, 0, "misdeal")) == ("no_such_hand", "D2 16.5")
    called = staked(idle, ("ana", 1, 10_00)).play(NoMoreBets())
    assert refusal(called, VoidRound("misdeal")) == ("no_round", "D2 16.5")
    assert refusal(called, VoidHand(1, 0, "misdeal")) == ("no_such_hand", "D2 16.5")
    table = deal(called, "Th 9d 5c")
    for act in (VoidRound(""), VoidRound("two\nlines"), VoidHand(1, 0, ""), VoidHand(1, 0, " x")):
        assert refusal(table, act) == ("no_reason", "D2 16.5")
        assert "reason" in why(table, act)
    for number, hand in ((2, 0), (1, 1), (1, -1), ("1", 0), (1, "0"), (True, 0), (None, 0)):
        act = VoidHand(number, hand, "misdeal")  # type: ignore[arg-type]
        assert refusal(table, act) == ("no_such_hand", "D2 16.5")
        assert "no hand with that number" in why(table, act)
    assert allowed_roles(table, VoidRound("misdeal")) == {SUPERVISOR, OPERATOR}
    assert allowed_roles(table, VoidHand(1, 0, "misdeal")) == {SUPERVISOR, OPERATOR}


@pytest.mark.clause("D2 16.5", "D2 5.7")
def test_D2_16_5_winnings_stay_at_the_table_while_the_round_may_prove_void() -> None:
    table = two_boxes("Ah 9d 6c Ks 4h")
    assert purse(table, "ana") == 5_015_00
    assert table.refuses(CashOut("ana", 4_990_00)) is None
    assert refusal(table, CashOut("ana", 4_990_50)) == ("not_final", "D2 16.5")
    done = deal(table.play(Draw("ben", 2)), "8c Kd 2s")
    assert done.refuses(CashOut("ana", 5_015_00)) is None


# 16.6


@pytest.mark.clause("D2 16.6")
def test_D2_16_6_cards_are_directed_for_an_absent_player_up_to_eleven() -> None:
    table = opened(blackjack("ana"), "2h 9d 3c")
    drawn = deal(table.play(DrawForAbsent(1)), "6s")
    assert drawn.boxes[0].hands[0].cards == cards("2h 3c 6s")
    again = deal(drawn.play(DrawForAbsent(1)), "Ac")
    assert refusal(again, DrawForAbsent(1)) == ("over_11", "D2 16.6")
    assert "11 or less" in why(again, DrawForAbsent(1))
    stood = again.play(StandForAbsent(1))
    done = deal(stood, "Kd")
    assert lines(done) == {("ana", "box 1"): (Outcome.LOSE, 0, "D2 5.1(g)")}


@pytest.mark.clause("D2 16.6")
@pytest.mark.parametrize(("text", "may_draw"), [("5h 9d 6c", True), ("6h 9d 6c", False), ("Ah 9d Ac", False)])
def test_D2_16_6_an_ace_counts_as_it_does_for_a_player(text: str, may_draw: bool) -> None:
    table = opened(blackjack("ana"), text)
    assert (table.refuses(DrawForAbsent(1)) is None) is may_draw


@pytest.mark.clause("D2 16.6")
def test_D2_16_6_without_a_direction_the_hand_stands_at_any_total() -> None:
    table = opened(blackjack("ana"), "2h 9d 3c").play(StandForAbsent(1))
    done = deal(table, "Kd")
    assert lines(done) == {("ana", "box 1"): (Outcome.LOSE, 0, "D2 5.1(g)")}


@pytest.mark.clause("D2 16.6")
def test_D2_16_6_a_table_that_deals_itself_draws_for_one_who_is_away_up_to_11_and_stands_after_that() -> None:
    assert two_boxes("2h 9d 6c 3s 4h").waiting.for_absent() == DrawForAbsent(1)
    assert two_boxes("Th 9d 6c 2s 4h").waiting.for_absent() == StandForAbsent(1)
    assert two_boxes("Th 5d 6c 2s 4h").play(StandForAbsent(1)).waiting.for_absent() == DrawForAbsent(2)


@pytest.mark.clause("D2 16.6")
def test_D2_16_6_in_turn_and_by_the_operator_alone() -> None:
    table = two_boxes("2h 9d 6c 3s 4h")
    for act in (DrawForAbsent(2), StandForAbsent(2)):
        assert refusal(table, act) == ("not_in_turn", "D2 16.6")
        assert "not that box's turn" in why(table, act)
    for act in (DrawForAbsent(1), StandForAbsent(1)):
        assert allowed_roles(table, act) == {SUPERVISOR, OPERATOR}
        assert refusal(blackjack("ana"), act) == ("out_of_order", "D2 8.2")


# 16.7


def run_out(cutting_card_at: int) -> BlackjackTable:
    """Two boxes of 10 and 20; the cutting card comes in the deal, and the last card of the shoe is box 2's second."""
    table = blackjack("ana", "ben", "cal", manual=SHUFFLING, decks=4)
    return ran_out(table.play(Cut("ana", 104), InsertCuttingCard(104)), cutting_card_at)


def run_out_with_ben_first() -> BlackjackTable:
    """The same with ben first to the table and farthest right: the cut is his at the start and afterwards."""
    table = blackjack("-", "ben", manual=SHUFFLING, decks=4).play(BuyIn("ana", 5_000_00), Sit("ana", 1))
    return ran_out(table.play(Cut("ben", 104), InsertCuttingCard(104)), 0)


def ran_out(table: BlackjackTable, cutting_card_at: int) -> BlackjackTable:
    table = opened(table, "Th 9d" if cutting_card_at == 0 else "Th", *TWO)
    left = "6c 8s 5h" if cutting_card_at == 0 else "9d 6c 8s 5h"
    table = only_left(table, left).play(CuttingCard())
    return deal(table, left).play(Stand("ana", 1))


@pytest.mark.clause("D2 16.7")
def test_D2_16_7_the_rack_is_shuffled_cut_and_loaded_and_the_round_completed() -> None:
    table = run_out_with_ben_first()
    assert table.step == "decide"
    dry = table.play(Draw("ben", 2))
    assert dry.chance() == {}
    assert refusal(dry, Deal(card("2c"))) == ("out_of_order", "D2 7.1")
    shuffled = dry.play(Shuffle())
    assert shuffled.rack == ()
    assert shuffled.shoe.left == 208 - 5
    assert refusal(shuffled, Deal(card("2c"))) == ("out_of_order", "D2 7.2")
    cutter = "ben"
    assert refusal(shuffled, Cut(cutter, 51)) == ("bad_cut", "D2 7.5")
    assert refusal(shuffled, Cut(cutter, 152)) == ("bad_cut", "D2 7.5")
    cut = shuffled.play(Cut(cutter, 151))
    assert refusal(cut, InsertCuttingCard(102)) == ("bad_depth", "D2 7.6")
    loaded = cut.play(InsertCuttingCard(101))
    assert loaded.shoe.until_cutting_card == 102
    chance = loaded.chance()
    assert len(chance) == 52
    assert chance[Deal(card("2c"))] == Fraction(4, 203)
    assert chance[Deal(card("Th"))] == Fraction(3, 203)
    done = deal(loaded, "7c Kd 2s")
    assert lines(done)[("ben", "box 2")] == (Outcome.WIN, 20_00, "D2 5.1(b)")
    assert lines(done)[("ana", "box 1")] == (Outcome.STAND_OFF, 0, "D2 5.1(e)")
    assert done.shoe.left == 200
    assert len(done.rack) == 8


@pytest.mark.clause("D2 16.7")
def test_D2_16_7_the_shuffle_then_owed_is_done_and_the_cards_serve_the_next_rounds() -> None:
    dry = run_out_with_ben_first().play(Draw("ben", 2), Shuffle())
    done = deal(dry.play(Cut("ben", 100), InsertCuttingCard(100)), "7c Kd 2s")
    assert done.step == "no more bets"
    following = opened(done, "2c 3c 4c")
    assert following.shoe.left == 197


@pytest.mark.clause("D2 16.7", "D2 7.3(c)")
def test_D2_16_7_the_cutting_card_in_the_dealers_hand_gives_the_cut_to_the_farthest_right() -> None:
    dry = run_out(0).play(Draw("ben", 2), Shuffle())
    assert refusal(dry, Cut("ana", 100)) == ("not_your_cut", "D2 7.3")
    assert dry.refuses(Cut("cal", 100)) is None


@pytest.mark.clause("D2 16.7", "D2 7.3(b)")
def test_D2_16_7_the_cutting_card_on_a_box_gives_the_cut_to_its_player() -> None:
    dry = run_out(2).play(Draw("ben", 2), Shuffle())
    assert refusal(dry, Cut("ana", 100)) == ("not_your_cut", "D2 7.3")
    assert dry.refuses(Cut("ben", 100)) is None


@pytest.mark.clause("D2 16.7", "D2 8.1")
def test_D2_16_7_no_card_is_burnt_in_the_middle_of_a_round() -> None:
    table = blackjack("ana", "ben", "cal", decks=4, burn=True)
    dry = ran_out(table, 0).play(Draw("ben", 2))
    assert dry.step == "card"
    assert dry.shoe.unseen == 0
    assert dry.shoe.left == 208 - 5


@pytest.mark.clause("D2 16.7")
def test_D2_16_7_a_shoe_that_ran_out_and_a_round_that_needs_no_card_ends_without_a_refill() -> None:
    table = run_out(0).play(StandForAbsent(2))
    assert table.step == "shuffle"
    busted = blackjack("ana", manual=SHUFFLING, decks=4).play(Cut("ana", 104), InsertCuttingCard(104))
    busted = only_left(opened(busted, "Th 9d"), "5c Kc").play(CuttingCard())
    done = deal(deal(busted, "5c").play(Draw("ana", 1)), "Kc")
    assert done.is_between_rounds
    assert done.step == "shuffle"
    assert done.play(Shuffle()).shoe.left == 208


@pytest.mark.clause("D2 16.7", "D2 5.8(b)")
def test_D2_16_7_a_refill_frees_a_limited_person_from_the_next_round_on() -> None:
    table = blackjack("ana", "ben", "cal", decks=4, holds_skipping=True)
    first = opened(table, "Th 9d 6c Ts", ("ana", 1, 10_00), ("cal", 3, 10_00))
    first = deal(deal(first, "9c").play(Stand("ana", 1), Stand("cal", 3)), "Kc 5d")
    second = deal(opened(first, "Th 9d 9c").play(Stand("ana", 1)), "Kd")
    assert refusal(second, Wager("cal", box(3), 10_00)) == ("over_maximum", "D2 5.8(b)")
    third = opened(second, "Tc 9d", *TWO)
    third = only_left(third, "6c 8s 5h").play(CuttingCard())
    third = deal(third, "6c 8s 5h").play(Stand("ana", 1), Draw("ben", 2))
    done = deal(third, "7c Kd 2s")
    assert done.is_between_rounds
    assert done.refuses(Wager("cal", box(3), 10_00)) is None


# 16.8


@pytest.mark.clause("D2 16.8")
def test_D2_16_8_a_damaged_card_is_replaced_at_the_end_of_the_round_by_its_like() -> None:
    table = opened(blackjack("ana"), "Th 9d 5c")
    act = ReplaceDamaged(card("Th"))
    assert refusal(table, act) == ("mid_round", "D2 16.8")
    assert "until the round is over" in why(table, act)
    assert refusal(table, ReplaceDamaged(NO_CARD)) == ("no_such_card", "D2 3.3(a)")
    done = table.play(VoidRound("misdeal"))
    assert allowed_roles(done, act) == {SUPERVISOR, OPERATOR}
    assert done.play(act) == done


# 16.9 and 16.10


@pytest.mark.clause("D2 16.9")
def test_D2_16_9_a_shuffle_that_was_missed_comes_right_after_the_round() -> None:
    table = blackjack("ana", "ben", "cal", manual=SHUFFLING)
    table = opened(table.play(Cut("ana", 104), InsertCuttingCard(100)), "Th 9d 6c 5s 4h", *TWO)
    reported = table.play(ReportCuttingCard(2))
    assert reported.step == "decide"
    done = deal(reported.play(Stand("ana", 1), Draw("ben", 2)), "8c Kd 2s")
    assert done.step == "shuffle"
    assert refusal(staked(done, ("ana", 1, 10_00)), NoMoreBets()) == ("out_of_order", "D2 7.1")
    shuffled = done.play(Shuffle())
    assert shuffled.shoe.left == 416
    assert shuffled.rack == ()
    assert shuffled.refuses(Cut("ben", 104)) is None
    assert refusal(shuffled, Cut("ana", 104)) == ("not_your_cut", "D2 7.3")


@pytest.mark.clause("D2 16.9", "D2 7.3(c)")
def test_D2_16_9_at_the_dealers_hand_the_farthest_right_cuts() -> None:
    table = blackjack("ana", "ben", "cal", manual=SHUFFLING).play(Cut("ana", 104), InsertCuttingCard(100))
    reported = table.play(ReportCuttingCard(0))
    assert reported.step == "shuffle"
    shuffled = reported.play(Shuffle())
    assert shuffled.refuses(Cut("cal", 104)) is None
    assert refusal(shuffled, Cut("ana", 104)) == ("not_your_cut", "D2 7.3")


@pytest.mark.clause("D2 16.9")
def test_D2_16_9_reported_once_at_a_box_that_there_is() -> None:
    table = blackjack("ana", boxes=5, manual=SHUFFLING).play(Cut("ana", 104), InsertCuttingCard(100))
    for number in (-1, 6, "1", None):
        act = ReportCuttingCard(number)  # type: ignore[arg-type]
        assert refusal(table, act) == ("no_such_box", "D2 16.9")
        assert "1 to 5" in why(table, act)
    for number in (0, 1, 5):
        assert table.refuses(ReportCuttingCard(number)) is None
    assert allowed_roles(table, ReportCuttingCard(1)) == {DEALER, SUPERVISOR}
    reported = table.play(ReportCuttingCard(1))
    assert refusal(reported, ReportCuttingCard(1)) == ("out_already", "D2 16.9")
    assert "out already" in why(reported, ReportCuttingCard(1))
    assert refusal(reported, ReportNoCuttingCard()) == ("out_already", "D2 16.10")
    assert "out already" in why(reported, ReportNoCuttingCard())


@pytest.mark.clause("D2 16.10")
def test_D2_16_10_a_shoe_without_a_cutting_card_is_shuffled_at_the_end_of_the_round() -> None:
    table = blackjack("-", "ana", "ben", manual=SHUFFLING).play(Cut("ana", 104), InsertCuttingCard(100))
    table = opened(table, "Th 9d 6c 5s 4h", ("ana", 2, 10_00), ("ben", 3, 20_00))
    assert allowed_roles(table, ReportNoCuttingCard()) == {DEALER, SUPERVISOR}
    reported = table.play(ReportNoCuttingCard())
    assert reported.step == "decide"
    assert reported.shoe.until_cutting_card is None
    done = deal(reported.play(Stand("ana", 2), Draw("ben", 3)), "8c Kd 2s")
    assert done.step == "shuffle"
    shuffled = done.play(Shuffle())
    assert shuffled.shoe.left == 416
    assert shuffled.refuses(Cut("ana", 104)) is None
    assert refusal(shuffled, Cut("ben", 104)) == ("not_your_cut", "D2 7.3")


@pytest.mark.clause("D2 16.10")
def test_D2_16_10_all_the_cards_can_be_dealt_where_no_cutting_card_is_in_them() -> None:
    table = opened(blackjack("ana", decks=4), "2h 2d").play(ReportNoCuttingCard())
    table = only_left(table, "3c 4c 5c")
    assert set(table.chance()) == {Deal(each) for each in DECK if each in cards("3c 4c 5c")}


# What is offered, and what may not go wrong twice


@pytest.mark.clause("D2 16.4", "D2 16.5", "D2 16.6")
def test_D2_16_4_to_16_6_what_is_offered_in_a_round() -> None:
    table = two_boxes("2h 9d 6c 3s 4h")
    assert offers(table, VoidRound) == ["game supervisor: void round (reason in words)"]
    assert offers(table, VoidHand) == [
        "game supervisor: void hand (box 1, hand 0, reason in words)",
        "game supervisor: void hand (box 2, hand 0, reason in words)",
    ]
    assert offers(table, DrawForAbsent) == ["operator: draw for absent (box 1)"]
    assert offers(table, StandForAbsent) == ["operator: stand for absent (box 1)"]
    assert offers(table, RefuseCard) == []
    assert offers(table.play(ExposeCard(card("8c"))), RefuseCard) == ["player: refuse card (player ana, box 1)"]
    accepted = table.play(ExposeCard(card("8c")), Draw("ana", 1))
    assert offers(accepted, RefuseCard) == []
    assert offers(accepted, StandForAbsent) == []
    assert offers(deal(accepted, "8c"), DrawForAbsent) == []
    idle = blackjack("ana")
    for kind in (VoidRound, VoidHand, DrawForAbsent, StandForAbsent, RefuseCard):
        assert offers(idle, kind) == []


@pytest.mark.clause("D2 16.5", "D2 14.3(d)")
def test_D2_16_5_nobody_adds_a_wager_to_a_void_hand() -> None:
    table = opened(blackjack("ana", "ben"), "8h 9d 8c", ("ana", 1, 10_00), ("ben", 1, 20_00))
    void = table.play(Split("ana", 1), VoidHand(1, 1, "misdeal"))
    assert void.refuses(Split("ben", 1)) is not None
    assert void.refuses(ChooseHand("ben", 1, 2)) is not None
    done = deal(deal(void, "Tc").play(Stand("ana", 1)), "8d")
    assert (gain(done, "ana"), gain(done, "ben")) == (10_00, 20_00)


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_a_hand_void_twice_is_given_back_once() -> None:
    table = two_boxes("Th 9d 6c 5s 4h").play(VoidHand(1, 0, "misdeal"))
    again = table if table.refuses(VoidHand(1, 0, "misdeal")) else table.play(VoidHand(1, 0, "misdeal"))
    assert (gain(again, "ana"), again.general.house, total_money(again)) == (0, 0, 10_000_00)
    whole = table.play(VoidRound("misdeal"))
    assert (gain(whole, "ana"), gain(whole, "ben"), whole.general.house) == (0, 0, 0)


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_a_hand_without_a_card_yet_may_be_void() -> None:
    table = two_boxes("Th").play(VoidHand(2, 0, "the box was passed over"))
    assert (gain(table, "ana"), gain(table, "ben")) == (-10_00, 0)
    done = deal(deal(table, "9d 8c").play(Stand("ana", 1)), "8d")
    assert gain(done, "ana") == 10_00


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_a_player_whose_chips_are_all_lost_is_there_until_the_round_is_over() -> None:
    table = seated(croupier.blackjack(SIGN), "ana", "ben", "cal", amount=20_00)
    table = opened(table, "Th 9d 6c 5s 4h", ("ana", 1, 20_00), ("ben", 2, 20_00))
    bust = deal(table.play(Draw("ana", 1)), "Kc").play(CashOut("cal", 20_00))
    assert bust.players == ("ana", "ben")
    void = bust.play(VoidRound("misdeal"))
    assert (purse(void, "ana"), purse(void, "ben")) == (20_00, 20_00)


@pytest.mark.clause("D2 16.7", "D2 16.5")
def test_D2_16_7_a_round_void_while_the_rack_is_shuffled_leaves_a_whole_shoe() -> None:
    dry = run_out_with_ben_first().play(Draw("ben", 2), VoidRound("misdeal"))
    assert (gain(dry, "ana"), gain(dry, "ben")) == (0, 0)
    assert dry.step == "shuffle"
    shuffled = dry.play(Shuffle())
    assert (shuffled.shoe.left, shuffled.rack) == (208, ())


@pytest.mark.clause("D2 16.7")
def test_D2_16_7_the_dealers_own_card_may_be_the_one_that_is_missing() -> None:
    table = blackjack("ana", decks=4)
    table = only_left(opened(table, "Th 9d"), "8c").play(CuttingCard())
    dry = deal(table, "8c").play(Stand("ana", 1))
    assert dry.step == "card"
    assert dry.shoe.left == 208 - 3
    assert lines(deal(dry, "8d")) == {("ana", "box 1"): (Outcome.WIN, 10_00, "D2 5.1(b)")}


@pytest.mark.clause("D2 16.7")
def test_D2_16_7_a_cutting_card_put_in_again_counts_afresh() -> None:
    dry = run_out_with_ben_first().play(Draw("ben", 2), Shuffle(), Cut("ben", 100), InsertCuttingCard(101))
    assert dry.shoe.until_cutting_card == 102
    again = until_cutting_card(dry, 1)
    out = deal(again, "7c").play(CuttingCard())
    done = deal(out, "Kd 2s")
    assert done.step == "shuffle"
    assert done.play(Shuffle()).shoe.left == 208


@pytest.mark.clause("D2 16.5", "D2 15.7(a)")
def test_D2_16_5_taking_back_what_was_paid_leaves_nobody_with_less_than_no_chips() -> None:
    options = croupier.BlackjackOptions(layout=2, super_sevens=2_00)
    table = seated(croupier.blackjack(SIGN, options), "ana", amount=1_012_00)
    table = staked(table, ("ana", 1, 10_00), ("ana", 2, 1_000_00)).play(Wager("ana", super_sevens(1), 2_00))
    won = deal(deal(table.play(NoMoreBets()), "7h 9h 6c 7h 2h").play(Draw("ana", 1)), "7h")
    assert lines(won) == {("ana", "super sevens 1"): (Outcome.WIN, 10_000_00, "D2 15.4(e)")}
    for act in (Double("ana", 2, 1_000_00), VoidHand(1, 0, "misdeal")):
        won = won if won.refuses(act) else won.play(act)
    assert total_money(won) == 1_012_00
    assert purse(won, "ana") >= 0


@pytest.mark.clause("D2 16.2", "D2 16.4")
def test_D2_16_2_no_card_is_drawn_in_error_from_an_empty_shoe() -> None:
    table = run_out_with_ben_first()
    assert (table.step, table.shoe.left) == ("decide", 0)
    assert refusal(table, DrawnUnseen()) == ("not_in_shoe", "D2 16.2")
    assert "The shoe is empty" in why(table, DrawnUnseen())
    assert refusal(table, ExposeCard(card("2c"))) == ("not_in_shoe", "D2 16.4")
    assert refusal(table, RemoveFaceUp(card("2c"))) == ("not_in_shoe", "D2 16.1")
    dry = table.play(Draw("ben", 2))
    assert refusal(dry, DrawnUnseen()) == ("no_round", "D2 16.2")
    assert refusal(dry, ExposeCard(card("2c"))) == ("no_shoe", "D2 16.4")
