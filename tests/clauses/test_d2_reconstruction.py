"""A round reconstructed: one card corrected, or all of them restated, and the round judged anew (D2 16.5, ruling B53).

What follows is worked out by hand: every restated round is compared with the same round played right from the start.
"""

from __future__ import annotations

import pickle

import pytest

from croupier import BuyIn, CashOut, Clock, NoMoreBets, Outcome, Role, Wager
from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    CallInsurance,
    CloseInsurance,
    CorrectCard,
    CuttingCard,
    Deal,
    DiscardExtra,
    Double,
    Draw,
    ExposeCard,
    PayBlackjacks,
    RestateCards,
    SettleBox,
    SettleEarly,
    Sit,
    Split,
    Stand,
    VoidHand,
    VoidRound,
)
from croupier.games.blackjack.cards import Card, card
from croupier.games.blackjack.procedure.reconstruction import cards_of_round
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.people import GAME_SUPERVISOR
from croupier.record import read, record_of, replay, write
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
    super_sevens,
    total_money,
    until_cutting_card,
    why,
)

WIN, LOSE, STAND_OFF = Outcome.WIN, Outcome.LOSE, Outcome.STAND_OFF
TWO = (("ana", 1, 10_00), ("ben", 2, 20_00))
MISREAD = "misread"


def two_boxes(text: str, **options: object) -> BlackjackTable:
    return opened(blackjack("ana", "ben", **options), text, *TWO)  # type: ignore[arg-type]


def restated(text: str) -> RestateCards:
    return RestateCards(cards(text), "laid in the wrong place")


# What it does


@pytest.mark.clause("D2 16.5")
def test_B53_a_card_read_wrongly_is_replaced_and_the_hand_has_its_right_total() -> None:
    table = two_boxes("Th 9d 6c 5s 8h").play(Draw("ana", 1))
    corrected = table.play(CorrectCard(4, card("6s"), MISREAD))
    assert corrected == two_boxes("Th 9d 6c 6s 8h").play(Draw("ana", 1))
    assert corrected.boxes[0].hands[0].cards == cards("Th 6s")
    assert corrected.shoe.pile.count(card("5s")) == 8
    assert corrected.shoe.pile.count(card("6s")) == 7
    assert corrected.refuses(Deal(card("5s"))) is None


@pytest.mark.clause("D2 16.5", "D2 8.2(c)")
def test_B53_cards_laid_in_the_wrong_place_go_where_they_were_due() -> None:
    """The second cards of boxes 1 and 2 were swapped: 10-8 and 9-5 should have been 10-5 and 9-8."""
    table = two_boxes("Th 9d 6c 8h 5s")
    right = table.play(restated("Th 9d 6c 5s 8h"))
    assert [each.hands[0].cards for each in right.boxes] == [cards("Th 5s"), cards("9d 8h")]
    assert right == two_boxes("Th 9d 6c 5s 8h")
    assert right.round == table.round


@pytest.mark.clause("D2 16.5", "D2 5.1(f)")
def test_B53_a_bust_that_was_none_is_undone_and_the_hand_is_back_in_turn() -> None:
    """10-5 and a king are 25. The king was a two: 17."""
    bust = deal(two_boxes("Th 9d 6c 5s 8h").play(Draw("ana", 1)), "Kc")
    assert (bust.general.house, lines(bust)) == (10_00, {("ana", "box 1"): (LOSE, 0, "D2 5.1(f)")})
    undone = bust.play(CorrectCard(6, card("2c"), MISREAD))
    assert (undone.settled, undone.general.house, gain(undone, "ana")) == ((), 0, -10_00)
    assert undone.boxes[0].hands[0].cards == cards("Th 5s 2c")
    assert undone.rack == ()
    assert undone.refuses(Draw("ana", 1)) is None
    assert total_money(undone) == total_money(bust)


@pytest.mark.clause("D2 16.5", "D2 10.1")
def test_B53_a_blackjack_that_was_none_gives_its_payment_back_and_another_gets_one() -> None:
    table = two_boxes("Ah 9d 6c Ks 4h")
    assert (gain(table, "ana"), table.general.house) == (15_00, -15_00)
    none = table.play(CorrectCard(4, card("9s"), MISREAD))
    assert (none.settled, gain(none, "ana"), none.general.house) == ((), -10_00, 0)
    assert none.refuses(Stand("ana", 1)) is None
    back = none.play(CorrectCard(4, card("Ks"), "it was the king after all"))
    assert back == table


@pytest.mark.clause("D2 16.5", "D2 15.4(a)", "D2 15.6")
def test_B53_super_sevens_are_decided_anew() -> None:
    start = staked(blackjack("ana", layout=2, super_sevens=2_00), ("ana", 1, 10_00))
    called = start.play(Wager("ana", super_sevens(1), 2_00), NoMoreBets())
    seven = deal(called, "7h 9d 6c")
    assert lines(seven) == {("ana", "super sevens 1"): (WIN, 6_00, "D2 15.4(a)")}
    none = seven.play(CorrectCard(1, card("6h"), MISREAD))
    assert lines(none) == {("ana", "super sevens 1"): (LOSE, 0, "D2 15.4(f)")}
    assert (gain(none, "ana"), none.general.house) == (-12_00, 2_00)


@pytest.mark.clause("D2 16.5", "D2 13.3")
def test_B53_the_dealers_hand_is_restated_before_the_boxes_are_settled() -> None:
    table = opened(blackjack("ana", manual=("settle box",)), "Th 9d 8c").play(Stand("ana", 1))
    seventeen = deal(table, "8d")
    assert seventeen.step == "settle box"
    sixteen = seventeen.play(CorrectCard(4, card("7d"), MISREAD))
    assert sixteen.step == "card"
    settled = deal(sixteen, "5c").play(SettleBox(1))
    assert lines(settled) == {("ana", "box 1"): (LOSE, 0, "D2 5.1(g)")}


@pytest.mark.clause("D2 16.5", "D2 13.3")
def test_B53_fewer_cards_are_restated_where_one_should_not_have_been_dealt() -> None:
    """The dealer's 9-7 was a 9-8: he stood on 17, and the card that he then drew is not his."""
    table = opened(blackjack("ana", manual=("settle box",)), "Th 9d 8c").play(Stand("ana", 1))
    drawn = deal(table, "7d 5c")
    whole = CorrectCard(4, card("8d"), MISREAD)
    assert refusal(drawn, whole) == ("in_the_way", "D2 16.5")
    assert "“dealer: deal 5c” would not be lawful then" in why(drawn, whole)
    stood = drawn.play(restated("Th 9d 8c 8d"))
    assert stood.step == "settle box"
    assert stood.dealer.cards == cards("9d 8d")
    assert stood.shoe.left == 416 - 4
    assert lines(stood.play(SettleBox(1))) == {("ana", "box 1"): (WIN, 10_00, "D2 5.1(b)")}


@pytest.mark.clause("D2 16.5")
def test_B53_a_restated_round_may_end_there_and_then() -> None:
    table = deal(opened(blackjack("ana"), "Th 9d 8c").play(Stand("ana", 1)), "2d")
    assert not table.is_final
    over = table.play(CorrectCard(4, card("Kd"), MISREAD))
    assert over.is_final
    assert lines(over) == {("ana", "box 1"): (LOSE, 0, "D2 5.1(g)")}
    assert over.memory.acts == ()


@pytest.mark.clause("D2 16.5", "D2 16.3", "D2 13.3")
def test_B53_a_card_of_one_too_many_goes_where_it_was_due_after_all() -> None:
    """The dealer's 9-8 was a 9-7: the 4 that went to the rack is his third card, and the next one is too many."""
    table = opened(blackjack("ana", manual=("settle box",)), "Th 9d 8c").play(Stand("ana", 1))
    stood = deal(table, "8d").play(DiscardExtra(card("4c")), DiscardExtra(card("2c"), by=GAME_SUPERVISOR))
    assert stood.rack == cards("4c 2c")
    twenty = stood.play(CorrectCard(4, card("7d"), MISREAD))
    assert (twenty.dealer.cards, twenty.rack, twenty.step) == (cards("9d 7d 4c"), cards("2c"), "settle box")
    assert cards_of_round(twenty.memory) == cards("Th 9d 8c 7d 4c")
    assert lines(twenty.play(SettleBox(1))) == {("ana", "box 1"): (LOSE, 0, "D2 5.1(g)")}
    # With a three for the eight the dealer's 12 needs both of them: 18.
    both = stood.play(CorrectCard(4, card("3d"), MISREAD))
    assert (both.dealer.cards, both.rack) == (cards("9d 3d 4c 2c"), ())
    # What is due to nobody goes to the rack as before, and no more of a card comes out than the decks hold.
    assert stood.play(CorrectCard(3, card("7c"), MISREAD)).rack == cards("4c 2c")
    without = stood
    for _ in range(7):
        without = without.play(DiscardExtra(card("7d")))
    last = without.play(CorrectCard(4, card("7d"), MISREAD))
    assert last.shoe.pile.count(card("7d")) == 0
    assert "“dealer: discard extra 7d” would not be lawful then" in why(
        without.play(DiscardExtra(card("7d"))), CorrectCard(4, card("7d"), MISREAD)
    )


# What stands in the way


@pytest.mark.clause("D2 16.5", "D2 12.1")
def test_B53_the_first_decision_that_would_not_be_lawful_is_named_and_nothing_changes() -> None:
    table = deal(opened(blackjack("ana"), "8h 6d 8c").play(Split("ana", 1)), "Tc").play(Stand("ana", 1))
    act = CorrectCard(3, card("9c"), MISREAD)
    assert refusal(table, act) == ("in_the_way", "D2 16.5")
    assert "“ana: split on box 1” would not be lawful then" in why(table, act)
    assert "(D2 12.1 (B5))" in why(table, act)
    assert table.refuses(VoidRound("it cannot be reconstructed")) is None


@pytest.mark.clause("D2 16.5", "D2 13.1(d)", "D2 13.1(a)")
def test_B53_a_stand_on_eleven_and_a_draw_on_21_stand_in_the_way() -> None:
    stood = two_boxes("Th 9d 6c 8s 4h").play(Stand("ana", 1))
    assert "“ana: stand on box 1”" in why(stood, CorrectCard(1, card("2h"), MISREAD))
    drawn = deal(two_boxes("Th 9d 6c 5s 4h").play(Draw("ana", 1)), "2c")
    assert "“ana: draw on box 1”" in why(drawn, CorrectCard(4, card("As"), MISREAD))


@pytest.mark.clause("D2 16.5")
def test_B53_chips_won_in_the_wrong_sequence_and_staked_since_stand_in_the_way() -> None:
    table = blackjack("ana").play(CashOut("ana", 5_000_00 - 20_00))
    paid = opened(table, "Ah 5d 6c Ks 6h", ("ana", 1, 10_00), ("ana", 2, 10_00))
    assert purse(paid, "ana") == 25_00
    doubled = paid.play(Double("ana", 2, 10_00))
    act = CorrectCard(4, card("9s"), MISREAD)
    assert paid.refuses(act) is None
    # In the right sequence box 1 is asked first: ana's double on box 2 comes out of turn.
    assert "“ana: double on box 2”" in why(doubled, act)


@pytest.mark.clause("D2 16.5", "D2 3.3(a)")
def test_B53_no_more_of_a_card_than_the_decks_hold() -> None:
    table = opened(blackjack("ana", "ben", "cal", decks=4), "5h 5h 5h 6d 5h 2c", *TWO, ("cal", 3, 10_00))
    act = CorrectCard(6, card("5h"), MISREAD)
    assert refusal(table, act) == ("in_the_way", "D2 16.5")
    assert "“dealer: deal 5h”" in why(table, act)
    assert "No 5h is left" in why(table, act)


@pytest.mark.clause("D2 16.5")
def test_B53_who_may_when_and_with_what() -> None:
    table = two_boxes("Th 9d 6c 5s 8h")
    good = CorrectCard(4, card("6s"), MISREAD)
    assert allowed_roles(table, good) == {Role.GAME_SUPERVISOR, Role.OPERATOR}
    assert allowed_roles(table, restated("Th 9d 6c 8h 5s")) == {Role.GAME_SUPERVISOR, Role.OPERATOR}
    for act, code in (
        (CorrectCard(4, card("6s"), ""), "no_reason"),
        (CorrectCard(0, card("6s"), MISREAD), "no_such_place"),
        (CorrectCard(6, card("6s"), MISREAD), "no_such_place"),
        (CorrectCard(4, card("5s"), MISREAD), "same_cards"),
        (restated("Th 9d 6c 5s 8h"), "same_cards"),
        (restated("Th 9d 6c 5s 8h 2c"), "too_many_cards"),
        (RestateCards(cards("Th"), ""), "no_reason"),
    ):
        assert refusal(table, act) == (code, "D2 16.5"), act
    no_card = Card("1", "x")
    for act in (CorrectCard(4, no_card, MISREAD), RestateCards((), MISREAD), RestateCards((no_card,), MISREAD)):
        assert refusal(table, act) == ("no_such_card", "D2 3.3(a)")
    over = table.play(VoidRound("misdeal"))
    for act in (good, restated("Th 9d")):
        for closed in (over, staked(over, *TWO).play(NoMoreBets())):
            assert refusal(closed, act) == ("no_round", "D2 16.5")
    assert offers(table, CorrectCard) == []


# With all that may happen in a round


@pytest.mark.clause("D2 16.5")
def test_B53_every_act_of_the_round_is_judged_again_those_of_division_1_too() -> None:
    acts: tuple[Act, ...] = (
        Wager("ben", insurance(2), 10_00),
        SettleEarly("ana", 1),
        CloseInsurance(),
        Clock(30),
        BuyIn("cal", 50_00),
        Draw("ben", 2),
    )
    wrong = opened(blackjack("ana", "ben"), "Ah 9d As Kc 3h", *TWO).play(*acts)
    right = opened(blackjack("ana", "ben"), "Ah 9d As Kc 4h", *TWO).play(*acts)
    corrected = wrong.play(CorrectCard(5, card("4h"), MISREAD))
    assert corrected == right
    assert corrected.clock == 30
    assert purse(corrected, "cal") == 50_00
    assert cards_of_round(corrected.memory) == cards("Ah 9d As Kc 4h")


@pytest.mark.clause("D2 16.5", "D2 16.4")
def test_B53_an_exposed_card_is_corrected_with_the_card_that_was_dealt() -> None:
    table = two_boxes("Th 9d 6c 5s 8h").play(ExposeCard(card("3c")), Draw("ana", 1))
    wrong = deal(table, "3c")
    right = two_boxes("Th 9d 6c 5s 8h").play(ExposeCard(card("2c")), Draw("ana", 1))
    assert wrong.play(CorrectCard(6, card("2c"), MISREAD)) == deal(right, "2c")


@pytest.mark.clause("D2 16.5", "D2 8.7")
def test_B53_the_cutting_card_stays_where_it_came_out() -> None:
    table = until_cutting_card(blackjack("ana", "ben"), 4)
    wrong = deal(opened(table, "Th 9d 6c 5s", *TWO).play(CuttingCard()), "8h")
    right = deal(opened(table, "Th 9d 6c 4s", *TWO).play(CuttingCard()), "8h")
    assert wrong.play(CorrectCard(4, card("4s"), MISREAD)) == right
    assert right.shoe.came_out_at == 2


@pytest.mark.clause("D2 16.5", "D2 8.8", "D2 7.3(c)")
def test_B53_the_cutting_card_stays_out_where_the_round_would_have_ended_before_it() -> None:
    """9-7 draws, and the cutting card comes out. 9-8 would have stood: the next card out is a new round's first."""
    table = until_cutting_card(blackjack("ana", manual=("shuffle",)), 4)
    drawing = deal(opened(table, "Th 9d 8c").play(Stand("ana", 1)), "7d")
    assert drawing.step == "cutting card"
    over = drawing.play(CuttingCard(), CorrectCard(4, card("8d"), MISREAD))
    assert over.is_final
    assert lines(over) == {("ana", "box 1"): (WIN, 10_00, "D2 5.1(b)")}
    assert (over.step, over.cut_after, over.shoe.until_cutting_card) == ("shuffle", "0", None)
    assert over.memory.acts == ()


@pytest.mark.clause("D2 16.5", "D2 8.7")
def test_B53_the_cutting_card_stays_out_however_few_cards_are_restated_before_it() -> None:
    table = until_cutting_card(blackjack("ana", manual=("settle box", "shuffle")), 5)
    drawn = deal(opened(table, "Th 9d 8c").play(Stand("ana", 1)), "2d 5c").play(CuttingCard())
    stood = drawn.play(restated("Th 9d 8c 8d"))
    assert (stood.step, stood.shoe.until_cutting_card, stood.shoe.came_out_at) == ("settle box", None, 0)
    assert stood.play(SettleBox(1)).step == "shuffle"
    # Judged once more, it is still out: the dealer's 16 gets a card at once.
    sixteen = stood.play(CorrectCard(4, card("7d"), MISREAD))
    assert (sixteen.step, sixteen.shoe.came_out_at) == ("card", 0)
    assert lines(deal(sixteen, "5c").play(SettleBox(1))) == {("ana", "box 1"): (LOSE, 0, "D2 5.1(g)")}


# Steps of the dealer's, at a table where the dealer takes each of them


@pytest.mark.clause("D2 16.5", "D2 10.1")
def test_B53_a_payment_that_was_not_due_falls_away_and_one_that_was_is_made() -> None:
    table = ready(live("ana", "ben"), "ana")
    paid = opened(table, "Ah 9d 6c Ks 4h", *TWO).play(PayBlackjacks())
    assert gain(paid, "ana") == 15_00
    none = paid.play(CorrectCard(4, card("9s"), MISREAD))
    assert (none.settled, gain(none, "ana"), none.step) == ((), -10_00, "decide")
    decided = none.play(Stand("ana", 1), Stand("ben", 2))
    # The stand on box 1 is in the way of its blackjack; ben's decision is not in the way of anything.
    assert "“ana: stand on box 1”" in why(decided, CorrectCard(4, card("Ks"), MISREAD))
    ben = opened(table, "Th Ad 6c 8s 9h", *TWO).play(Stand("ana", 1))
    blackjack_after_all = ben.play(CorrectCard(5, card("Kh"), MISREAD))
    assert lines(blackjack_after_all) == {("ben", "box 2"): (WIN, 30_00, "D2 10.1")}
    assert (gain(blackjack_after_all, "ben"), blackjack_after_all.step) == (30_00, "card")
    again = opened(table, "Th Ad 6c 8s Kh", *TWO).play(PayBlackjacks(), Stand("ana", 1))
    assert blackjack_after_all == again


@pytest.mark.clause("D2 16.5", "D2 9.1", "D2 9.2 (closing)")
def test_B53_insurance_that_nobody_took_falls_away_with_the_ace_and_a_wager_on_it_is_named() -> None:
    table = ready(live("ana", "ben"), "ana")
    called = opened(table, "Th 9d Ac 8s 4h", *TWO).play(CallInsurance())
    act = CorrectCard(3, card("4c"), MISREAD)
    closed = called.play(CloseInsurance(), Stand("ana", 1), Double("ben", 2, 20_00))
    assert closed.play(act) == opened(table, "Th 9d 4c 8s 4h", *TWO).play(Stand("ana", 1), Double("ben", 2, 20_00))
    insured = called.play(Wager("ben", insurance(2), 10_00), CloseInsurance())
    assert refusal(insured, act) == ("in_the_way", "D2 16.5")
    assert "“ben: wager”" in why(insured, act)
    # Nobody was asked about insurance, so decisions are in the way of an ace.
    decided = opened(table, "Th 9d 4c 8s 4h", *TWO).play(Stand("ana", 1))
    assert "“ana: stand on box 1”" in why(decided, CorrectCard(3, card("Ac"), MISREAD))


@pytest.mark.clause("D2 16.5", "D2 5.7")
def test_B53_boxes_that_were_settled_are_settled_anew_or_wait_for_the_dealers_cards() -> None:
    table = ready(live("ana", "ben"), "ana")
    stood = opened(table, "Th 9d 8c 9s 8h", *TWO).play(Stand("ana", 1), Stand("ben", 2))
    seventeen = deal(stood, "9c").play(SettleBox(1))
    assert gain(seventeen, "ana") == 10_00
    lower = seventeen.play(CorrectCard(4, card("6s"), MISREAD))
    assert lines(lower) == {("ana", "box 1"): (LOSE, 0, "D2 5.1(g)")}
    sixteen = seventeen.play(CorrectCard(6, card("8c"), MISREAD))
    assert (sixteen.settled, sixteen.step, gain(sixteen, "ana")) == ((), "card", -10_00)
    again = deal(sixteen, "4d").play(SettleBox(2), SettleBox(1))
    assert lines(again) == {
        ("ana", "box 1"): (LOSE, 0, "D2 5.1(g)"),
        ("ben", "box 2"): (LOSE, 0, "D2 5.1(g)"),
    }


@pytest.mark.clause("D2 16.5")
def test_B53_a_void_hand_stays_void() -> None:
    table = two_boxes("Th 9d 6c 5s 8h").play(VoidHand(1, 0, "torn card"))
    corrected = table.play(CorrectCard(5, card("7h"), MISREAD))
    assert lines(corrected) == {("ana", "box 1"): (Outcome.VOID, 0, "D2 16.5")}
    assert corrected.boxes[0].hands[0].cards == cards("9d 7h")


@pytest.mark.clause("D2 16.5", "D2 8.6")
def test_B53_the_record_of_a_restated_round_replays_to_the_same_state() -> None:
    start = blackjack()
    table = start
    acts: list[Act] = [BuyIn("ana", 100_00), Sit("ana", 1), Wager("ana", box(1), 10_00), NoMoreBets()]
    acts += [Deal(each) for each in cards("Th 9d 8c")]
    acts += [CorrectCard(3, card("7c"), MISREAD), restated("9d Th 7c"), Stand("ana", 1), Deal(card("5s"))]
    for act in acts:
        table = table.play(act)
    text = write(record_of(start, acts))
    assert "supervisor: correct card 3 to 7c because misread\n" in text
    assert "supervisor: restate the cards as 9d Th 7c because laid in the wrong place\n" in text
    again = replay(read(text))
    assert again.is_in_order
    assert again.table == table
    assert again.table.memory.acts == table.memory.acts


@pytest.mark.clause("D2 16.5")
def test_B53_a_state_that_was_stored_in_mid_round_remembers_its_round() -> None:
    table = two_boxes("Th 9d 6c 5s 8h").play(Draw("ana", 1))
    stored: BlackjackTable = pickle.loads(pickle.dumps(table))  # noqa: S301  our own
    act = CorrectCard(4, card("6s"), MISREAD)
    assert stored.play(act) == table.play(act)
    assert stored.memory.acts == table.memory.acts


@pytest.mark.clause("D2 16.5", "D2 1.0 Round")
def test_B53_nothing_is_remembered_between_rounds() -> None:
    table = deal(opened(blackjack("ana"), "Th 9d 8c").play(Stand("ana", 1)), "8d")
    assert (table.is_final, table.memory.beginning, table.memory.acts) == (True, None, ())
    again = opened(table, "Th 9d 8c")
    assert cards_of_round(again.memory) == cards("Th 9d 8c")
    assert again.memory.beginning.memory.acts == ()
