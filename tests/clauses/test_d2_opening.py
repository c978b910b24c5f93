"""The cards before play and between rounds: inspection, shuffle, cut, shoe, cutting card (Division 2, 6, 7 and 8)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

import croupier
from croupier import BuyIn, CashOut, Clock, CloseTable, NoMoreBets, OpenTable, PostClosing, Role, Wager, Withdraw
from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    Burn,
    CollectCards,
    Cut,
    CuttingCard,
    Deal,
    DeclineCut,
    Draw,
    InsertCuttingCard,
    InspectCards,
    LeaveSeat,
    ReplaceCards,
    Riffle,
    ShowBurnt,
    Shuffle,
    Sit,
    SpreadCards,
    Stack,
    StaffCut,
    Stand,
    TurnCards,
    VoidRound,
    Wash,
)
from croupier.games.blackjack.cards import DECK, card
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.people import DEALER, GAME_SUPERVISOR
from croupier.record.journals.journal import read_line
from tests.support.rules.blackjack import (
    SIGN,
    TO_THE_CUT,
    allowed_roles,
    blackjack,
    box,
    cards,
    deal,
    gain,
    live,
    offers,
    opened,
    ready,
    refusal,
    staked,
    until_cutting_card,
    why,
)

SHUFFLING = ("shuffle", "cut", "insert cutting card")
THREE = (("ana", 1, 10_00), ("ben", 2, 10_00), ("cal", 3, 10_00))
SUPERVISOR_INSPECTS = InspectCards(by=GAME_SUPERVISOR)


def loaded(*names: str, **options: object) -> BlackjackTable:
    """Four decks with the cutting card half way in, cut and loaded by hand at an otherwise automated table."""
    table = blackjack(*names, manual=SHUFFLING, decks=4, **options)  # type: ignore[arg-type]
    first = next(name for name in names if name != "-")
    return table.play(Cut(first, 104), InsertCuttingCard(104))


# Section 6

IN_ORDER: list[tuple[Act, str]] = [
    (InspectCards(), "D2 6.1"),
    (SUPERVISOR_INSPECTS, "D2 6.1"),
    (SpreadCards(), "D2 6.2"),
    (TurnCards(), "D2 6.3"),
    (Wash(), "D2 6.3(a)"),
    (Stack(), "D2 6.3(b)"),
    (Riffle(), "D2 6.3(c)"),
    (Cut("ana", 200), "D2 7.2"),
    (InsertCuttingCard(100), "D2 7.6"),
    (NoMoreBets(), "D2 8.2"),
]


@pytest.mark.clause(
    "D2 6.1", "D2 6.2", "D2 6.3", "D2 6.3(a)", "D2 6.3(b)", "D2 6.3(c)", "D2 7.1(a)", "D2 7.2", "D2 7.6", "D2 8.2"
)
def test_D2_6_1_to_7_6_every_step_before_play_is_taken_in_its_order_and_only_once() -> None:
    table = staked(live("ana"), ("ana", 1, 10_00))
    for place, (due, clause) in enumerate(IN_ORDER):
        assert table.awaits[-1].rule.clause == clause
        for later, _ in IN_ORDER[place + 1 :]:
            if later != SUPERVISOR_INSPECTS:
                assert refusal(table, later) == ("out_of_order", clause)
        for earlier, _ in IN_ORDER[:place]:
            assert table.refuses(earlier) is not None
        assert refusal(table, Deal(card("2c"))) == ("out_of_order", clause)
        assert table.chance() == {}
        table = table.play(due)
    assert table.chance()[Deal(card("2c"))] == Fraction(1, 52)


@pytest.mark.clause("D2 6.1")
def test_D2_6_1_dealer_and_supervisor_inspect_independently_in_either_order() -> None:
    table = live("ana")
    assert offers(table, InspectCards) == [
        "dealer: inspect cards (by dealer)",
        "game supervisor: inspect cards (by game supervisor)",
    ]
    supervisor_first = table.play(SUPERVISOR_INSPECTS)
    assert refusal(supervisor_first, SUPERVISOR_INSPECTS) == ("inspected_already", "D2 6.1")
    assert "game supervisor has no cards to inspect" in why(supervisor_first, SUPERVISOR_INSPECTS)
    assert refusal(supervisor_first, SpreadCards()) == ("out_of_order", "D2 6.1")
    assert offers(supervisor_first, InspectCards) == ["dealer: inspect cards (by dealer)"]
    both = supervisor_first.play(InspectCards())
    assert both == table.play(InspectCards(), SUPERVISOR_INSPECTS)
    assert refusal(both, InspectCards()) == ("inspected_already", "D2 6.1")
    assert both.refuses(SpreadCards()) is None
    assert allowed_roles(table, InspectCards()) == {Role.DEALER, Role.GAME_SUPERVISOR}


@pytest.mark.clause("D2 6.2", "D2 6.3")
def test_D2_6_2_the_cards_lie_spread_until_a_first_player_is_there() -> None:
    table = live().play(InspectCards(), SUPERVISOR_INSPECTS, SpreadCards())
    assert refusal(table, TurnCards()) == ("nobody_here", "D2 6.2")
    assert "until the first player has seen them" in why(table, TurnCards())
    assert offers(table, TurnCards) == []
    seated = table.play(BuyIn("ana", 100_00), Sit("ana", 3))
    assert seated.refuses(TurnCards()) is None
    assert offers(seated, TurnCards) == ["dealer: turn cards"]


@pytest.mark.clause("D2 6.2", "D2 7.1(a)")
def test_D2_6_2_a_table_that_deals_itself_waits_for_the_first_player_too() -> None:
    table = croupier.blackjack(SIGN)
    assert table.step == "turn cards"
    assert table.play(BuyIn("ana", 100_00)).step == "turn cards"
    assert table.play(BuyIn("ana", 100_00), Sit("ana", 1)).step == "no more bets"


@pytest.mark.clause("D2 6.1", "D2 6.3", "D2 7.1", "D2 7.2", "D2 7.6", "D2 4.2")
def test_D2_6_and_7_the_steps_are_the_dealers() -> None:
    table = live("ana")
    for act in TO_THE_CUT:
        if not isinstance(act, InspectCards):
            assert allowed_roles(table, act) == {Role.DEALER}
            assert offers(table, type(act)) == [f"dealer: {act.words()}"]
        table = table.play(act)
        assert offers(table, type(act)) == [] or isinstance(act, InspectCards)
    assert allowed_roles(table, Cut("ana", 200)) == set()
    assert allowed_roles(table, DeclineCut("ana")) == {Role.DEALER, Role.GAME_SUPERVISOR}
    table = table.play(Cut("ana", 200))
    assert allowed_roles(table, InsertCuttingCard(100)) == {Role.DEALER}


@pytest.mark.clause("D2 7.4", "D2 7.2")
def test_D2_7_4_who_neither_cuts_nor_declines_does_not_hold_the_table_up() -> None:
    """The dealer goes on to the next player clockwise, and when there is none an employee cuts."""
    table = live("ana", "ben").play(*TO_THE_CUT)
    assert refusal(table, StaffCut(200)) == ("offer_first", "D2 7.4")
    assert refusal(table, DeclineCut("ben", by=DEALER)) == ("not_your_cut", "D2 7.3")
    passed = table.play(DeclineCut("ana", by=DEALER))
    assert refusal(passed, Cut("ana", 200)) == ("not_your_cut", "D2 7.3")
    assert offers(passed, Cut) == ["player: cut (player ben, at 52..364)"]
    nobody = passed.play(DeclineCut("ben", by=DEALER))
    assert refusal(nobody, Cut("ben", 200)) == ("not_your_cut", "D2 7.4")
    assert nobody.play(StaffCut(200)).step == "insert cutting card"
    assert read_line("blackjack", "dealer: decline the cut for ana") == DeclineCut("ana", by=DEALER)


@pytest.mark.clause("D2 6.1", "D2 7.1(a)")
def test_D2_6_1_nothing_happens_at_a_closed_table() -> None:
    table = croupier.blackjack(SIGN, automation=())
    for act in (InspectCards(), SpreadCards(), Shuffle(), Cut("ana", 100), NoMoreBets(), Sit("ana", 1)):
        assert refusal(table, act) == ("table_closed", "D1 8")
        assert "closed" in why(table, act)
    assert [each.what for each in table.awaits] == ["open table"]
    assert offers(table, InspectCards) == []


@pytest.mark.clause("D2 7.1(a)", "D2 6.1")
def test_D2_7_1_a_a_table_opened_again_shuffles_before_the_start_of_play() -> None:
    table = opened(ready(live("ana"), "ana"), "Th 9d 8c").play(VoidRound("misdeal"))
    closed = table.play(PostClosing(1200), Clock(1200), CloseTable())
    again = staked(closed.play(OpenTable(), Sit("ana", 1)), ("ana", 1, 10_00))
    assert again.refuses(NoMoreBets()) is not None


# The cut


@pytest.mark.clause("D2 7.3", "D2 7.3(a)", "D2 7.4")
def test_D2_7_3_a_the_first_to_the_table_cuts_and_then_it_goes_clockwise_to_staff() -> None:
    table = live("-", "-", "-", "ana").play(BuyIn("ben", 100_00), Sit("ben", 6), BuyIn("cal", 100_00), Sit("cal", 2))
    table = table.play(BuyIn("dee", 100_00), *TO_THE_CUT)
    for name in ("ana", "ben", "cal"):
        assert table.refuses(Cut(name, 100)) is None
        assert offers(table, Cut) == [f"player: cut (player {name}, at 52..364)"]
        assert offers(table, DeclineCut) == [f"player: decline cut (player {name})"]
        assert refusal(table, StaffCut(100)) == ("offer_first", "D2 7.4")
        assert f"first be offered to {name}" in why(table, StaffCut(100))
        assert offers(table, StaffCut) == []
        for other in {"ana", "ben", "cal", "dee"} - {name}:
            assert refusal(table, Cut(other, 100)) == ("not_your_cut", "D2 7.3")
            assert f"It is {name}'s turn to cut." in why(table, Cut(other, 100))
            assert refusal(table, DeclineCut(other)) == ("not_your_cut", "D2 7.3")
        table = table.play(DeclineCut(name))
    for name in ("ana", "ben", "cal", "dee"):
        assert refusal(table, Cut(name, 100)) == ("not_your_cut", "D2 7.4")
        assert "A casino employee cuts" in why(table, Cut(name, 100))
    assert offers(table, Cut) == []
    assert offers(table, DeclineCut) == []
    assert offers(table, StaffCut) == ["dealer: staff cut (at 52..364)"]
    assert allowed_roles(table, StaffCut(100)) == {Role.DEALER, Role.GAME_SUPERVISOR}
    assert table.play(StaffCut(100)).refuses(InsertCuttingCard(1)) is None


@pytest.mark.clause("D2 7.3", "D2 7.3(a)")
def test_D2_7_3_the_cutter_is_seated() -> None:
    table = live("-", "-", "ana", "ben").play(*TO_THE_CUT, LeaveSeat("ana"))
    assert refusal(table, Cut("ana", 100)) == ("not_your_cut", "D2 7.3")
    assert table.refuses(Cut("ben", 100)) is None
    empty = table.play(LeaveSeat("ben"))
    assert empty.refuses(StaffCut(100)) is None


@pytest.mark.clause("D2 7.5", "D2 3.3(a)")
@pytest.mark.parametrize(("decks", "highest"), [(4, 156), (5, 208), (6, 260), (7, 312), (8, 364)])
def test_D2_7_5_the_cut_is_a_deck_in_from_either_end(decks: int, highest: int) -> None:
    table = live("ana", decks=decks).play(*TO_THE_CUT)
    for at in (52, highest):
        assert table.refuses(Cut("ana", at)) is None
    for outside in (0, 51, highest + 1, -60, "100", None):
        act = Cut("ana", outside)  # type: ignore[arg-type]
        assert refusal(table, act) == ("bad_cut", "D2 7.5")
        assert f"52 to {highest}" in why(table, act)
    declined = table.play(DeclineCut("ana"))
    assert refusal(declined, StaffCut(51)) == ("bad_cut", "D2 7.5")
    assert refusal(declined, StaffCut(highest + 1)) == ("bad_cut", "D2 7.5")


@pytest.mark.clause("D2 7.6", "D2 3.3(a)")
@pytest.mark.parametrize(("decks", "half"), [(4, 104), (5, 130), (6, 156), (7, 182), (8, 208)])
def test_D2_7_6_the_cutting_card_goes_in_no_more_than_half_way_from_the_back(decks: int, half: int) -> None:
    table = live("ana", decks=decks).play(*TO_THE_CUT, Cut("ana", 60))
    assert offers(table, InsertCuttingCard) == [f"dealer: insert cutting card (from_back 1..{half})"]
    for depth in (0, -1, half + 1, "1", None):
        act = InsertCuttingCard(depth)  # type: ignore[arg-type]
        assert refusal(table, act) == ("bad_depth", "D2 7.6")
        assert f"1 to {half} cards from the back" in why(table, act)
    assert table.play(InsertCuttingCard(1)).shoe.until_cutting_card == 2 * half - 1
    assert table.play(InsertCuttingCard(half)).shoe.until_cutting_card == half
    assert table.play(InsertCuttingCard(half)).shoe.left == 2 * half


@pytest.mark.clause("D2 16.7", "D2 7.5", "D2 7.6")
@pytest.mark.parametrize(("stack", "lowest", "highest", "half"), [(104, 52, 52, 52), (103, 1, 102, 51), (2, 1, 1, 1)])
def test_D2_16_7_a_stack_too_small_for_a_deck_at_either_end_is_cut_anywhere_inside(
    stack: int, lowest: int, highest: int, half: int
) -> None:
    whole = live("ana", decks=4).play(*TO_THE_CUT)
    counts = [0] * 52
    for place in range(stack):
        counts[place % 52] += 1
    small = replace(whole, shoe=replace(whole.shoe, pile=replace(whole.shoe.pile, counts=tuple(counts))))
    assert offers(small, Cut) == [f"player: cut (player ana, at {lowest}..{highest})"]
    assert refusal(small, Cut("ana", lowest - 1)) == ("bad_cut", "D2 7.5")
    assert refusal(small, Cut("ana", highest + 1)) == ("bad_cut", "D2 7.5")
    cut = small.play(Cut("ana", highest))
    assert cut.play(InsertCuttingCard(half)).shoe.until_cutting_card == stack - half
    assert refusal(cut, InsertCuttingCard(half + 1)) == ("bad_depth", "D2 7.6")


# The cutting card


@pytest.mark.clause("D2 8.8", "D2 7.1(b)", "D2 7.3(b)")
def test_D2_8_8_first_out_of_a_round_the_cards_are_shuffled_at_once_and_wagers_stand() -> None:
    table = until_cutting_card(loaded("ana", "ben", "cal"), 0)
    called = staked(table, ("ben", 2, 10_00), ("cal", 3, 20_00)).play(NoMoreBets())
    assert called.chance() == {CuttingCard(): Fraction(1)}
    assert refusal(called, Deal(card("2c"))) == ("out_of_order", "D2 8.7")
    assert "take the cutting card out" in why(called, Deal(card("2c")))
    assert allowed_roles(called, CuttingCard()) == {Role.DEALER}
    assert offers(called, CuttingCard) == ["dealer: cutting card"]
    out = called.play(CuttingCard())
    assert refusal(out, NoMoreBets()) == ("out_of_order", "D2 7.1")
    assert refusal(out, CuttingCard()) == ("out_of_order", "D2 7.1")
    assert (out.round, out.settled) == (0, ())
    assert (gain(out, "ben"), gain(out, "cal")) == (-10_00, -20_00)
    assert gain(out.play(Withdraw("ben", box(2))), "ben") == 0
    assert out.refuses(Wager("ana", box(1), 10_00)) is None
    shuffled = out.play(Shuffle())
    assert shuffled.shoe.left == 208
    assert shuffled.rack == ()
    assert refusal(shuffled, Cut("ana", 100)) == ("not_your_cut", "D2 7.3")
    again = shuffled.play(Cut("ben", 100), InsertCuttingCard(104), NoMoreBets())
    assert again.chance() == {Deal(each): Fraction(1, 52) for each in DECK}


@pytest.mark.clause("D2 8.7", "D2 7.1(c)", "D2 7.3(b)")
@pytest.mark.parametrize(("before", "cutter"), [(1, "ben"), (2, "cal"), (4, "ana"), (5, "ben"), (6, "cal")])
def test_D2_8_7_reached_in_the_deal_the_round_is_finished_and_the_box_that_was_due_cuts(
    before: int, cutter: str
) -> None:
    table = staked(until_cutting_card(loaded("ana", "ben", "cal"), before), *THREE).play(NoMoreBets())
    names = ["Th", "Td", "Tc", "9s", "9h", "9d", "9c"]
    table = deal(table, " ".join(names[:before]))
    assert table.chance() == {CuttingCard(): Fraction(1)}
    out = table.play(CuttingCard())
    assert len(out.chance()) == 52
    dealt = deal(out, " ".join(names[before:]))
    done = deal(dealt.play(Stand("ana", 1), Stand("ben", 2), Stand("cal", 3)), "8d")
    assert done.is_between_rounds
    assert gain(done, "ana") == 10_00
    assert refusal(staked(done, ("ana", 1, 10_00)), NoMoreBets()) == ("out_of_order", "D2 7.1")
    shuffled = done.play(Shuffle())
    assert shuffled.shoe.left == 208
    assert offers(shuffled, Cut) == [f"player: cut (player {cutter}, at 52..156)"]


@pytest.mark.clause("D2 8.7", "D2 7.1(c)", "D2 7.3(c)")
@pytest.mark.parametrize("before", [3, 7])
def test_D2_7_3_c_in_the_dealers_hand_the_farthest_right_cuts_and_then_clockwise(before: int) -> None:
    table = staked(until_cutting_card(loaded("ana", "ben", "cal"), before), *THREE).play(NoMoreBets())
    names = ["Th", "Td", "Tc", "9s", "9h", "9d", "9c"]
    table = deal(table, " ".join(names[:before]))
    if before == 7:
        table = table.play(Stand("ana", 1), Stand("ben", 2), Stand("cal", 3))
    out = table.play(CuttingCard())
    if before == 3:
        out = deal(out, " ".join(names[3:])).play(Stand("ana", 1), Stand("ben", 2), Stand("cal", 3))
    shuffled = deal(out, "8d").play(Shuffle())
    assert offers(shuffled, Cut) == ["player: cut (player cal, at 52..156)"]
    assert offers(shuffled.play(DeclineCut("cal")), Cut) == ["player: cut (player ana, at 52..156)"]
    assert offers(shuffled.play(DeclineCut("cal"), DeclineCut("ana")), Cut) == ["player: cut (player ben, at 52..156)"]


@pytest.mark.clause("D2 7.3(b)", "D2 7.4")
def test_D2_7_3_b_where_nobody_is_seated_at_that_box_the_cut_goes_on_clockwise() -> None:
    table = staked(until_cutting_card(loaded("ana", "ben", "cal"), 1), ("ana", 1, 10_00), ("ana", 5, 10_00))
    table = deal(table.play(NoMoreBets()), "Th").play(CuttingCard())
    assert table.shoe.came_out_at == 5
    shuffled = table.play(VoidRound("misdeal"), Shuffle())
    assert offers(shuffled, Cut) == ["player: cut (player ana, at 52..156)"]
    second = table.play(VoidRound("misdeal"), LeaveSeat("ana"), Shuffle())
    assert offers(second, Cut) == ["player: cut (player ben, at 52..156)"]


@pytest.mark.clause("D2 8.7", "D2 8.8", "D2 7.1(b)")
def test_D2_8_8_a_cutting_card_that_the_round_did_not_reach_is_first_out_of_the_next() -> None:
    table = opened(until_cutting_card(loaded("ana", "ben"), 4), "Th 9d 8c")
    done = deal(table.play(Stand("ana", 1)), "8d")
    assert done.step == "no more bets"
    called = staked(done, ("ben", 2, 10_00)).play(NoMoreBets())
    out = called.play(CuttingCard())
    assert out.step == "shuffle"
    assert out.round == 1


@pytest.mark.clause("D2 8.7")
def test_D2_8_7_with_two_cutting_cards_the_first_alone_ends_a_shoe() -> None:
    table = opened(until_cutting_card(loaded("ana", cutting_cards=2), 2), "Th 9d").play(CuttingCard())
    assert deal(table, "8c").shoe.until_cutting_card is None
    assert refusal(table, CuttingCard()) == ("out_of_order", "D2 8.2(c)")


@pytest.mark.clause("D2 7.1(c)", "D2 8.7")
def test_D2_7_1_c_at_a_table_that_deals_itself_the_shuffle_comes_by_itself() -> None:
    table = opened(until_cutting_card(blackjack("ana", decks=4), 2), "Th 9d").play(CuttingCard())
    done = deal(deal(table, "8c").play(Stand("ana", 1)), "8d")
    assert done.step == "no more bets"
    assert (done.shoe.left, done.rack) == (208, ())
    assert done.shoe.until_cutting_card == 156


# Vacancy and new cards


@pytest.mark.clause("D2 7.1(d)", "D2 7.3(a)")
def test_D2_7_1_d_after_the_table_was_vacant_play_begins_with_a_shuffle_and_the_first_comer_cuts() -> None:
    table = opened(loaded("ana"), "Th 9d 8c").play(VoidRound("misdeal"), LeaveSeat("ana"), CashOut("ana", 5_000_00))
    assert table.players == ()
    back = table.play(BuyIn("ben", 100_00), Sit("ben", 5), BuyIn("cal", 100_00), Sit("cal", 2))
    assert refusal(staked(back, ("ben", 5, 10_00)), NoMoreBets()) == ("out_of_order", "D2 7.1")
    shuffled = back.play(Shuffle())
    assert shuffled.shoe.left == 208
    assert offers(shuffled, Cut) == ["player: cut (player ben, at 52..156)"]


@pytest.mark.clause("D2 7.1(d)")
def test_D2_7_1_d_while_anyone_has_chips_there_the_table_is_not_vacant() -> None:
    table = opened(loaded("ana", "ben"), "Th 9d 8c").play(VoidRound("misdeal"))
    left = table.play(LeaveSeat("ana"), CashOut("ana", 5_000_00), BuyIn("cal", 100_00))
    assert left.step == "no more bets"
    unused = loaded("ana").play(CashOut("ana", 5_000_00), BuyIn("cal", 100_00))
    assert unused.step == "no more bets"


@pytest.mark.clause("D2 7.7", "D2 7.3(d)", "D2 6.1")
def test_D2_7_7_new_cards_go_through_sections_six_and_seven_and_the_farthest_left_cuts() -> None:
    table = ready(live("-", "ana", "ben").play(BuyIn("cal", 100_00), Sit("cal", 1)), "ana")
    playing = opened(table, "Th 9d 8c", ("ben", 3, 10_00))
    assert refusal(playing, ReplaceCards()) == ("mid_round", "D2 7.7")
    assert "until the round is over" in why(playing, ReplaceCards())
    assert offers(playing, ReplaceCards) == []
    over = playing.play(VoidRound("misdeal"))
    assert allowed_roles(over, ReplaceCards()) == {Role.GAME_SUPERVISOR, Role.OPERATOR}
    assert offers(over, ReplaceCards) == ["operator: replace cards"]
    replaced = over.play(ReplaceCards())
    assert (replaced.shoe.left, replaced.rack, replaced.shoe.rounds) == (416, (), 0)
    assert replaced.shoe.until_cutting_card is None
    to_cut = replaced.play(*TO_THE_CUT)
    assert offers(to_cut, Cut) == ["player: cut (player cal, at 52..364)"]
    assert refusal(to_cut, Cut("ana", 100)) == ("not_your_cut", "D2 7.3")
    assert refusal(croupier.blackjack(SIGN, automation=()), ReplaceCards()) == ("table_closed", "D1 8")


@pytest.mark.clause("D2 7.1", "D2 7.2")
def test_D2_7_1_no_shuffle_where_none_is_due() -> None:
    table = loaded("ana")
    for act in (Shuffle(), Cut("ana", 100), StaffCut(100), DeclineCut("ana"), InsertCuttingCard(50), Burn()):
        assert refusal(table, act) == ("out_of_order", "D2 8.2")
        assert offers(table, type(act)) == []
    due = until_cutting_card(table, 0)
    due = staked(due, ("ana", 1, 10_00)).play(NoMoreBets(), CuttingCard())
    assert allowed_roles(due, Shuffle()) == {Role.DEALER}
    assert offers(due, Shuffle) == ["dealer: shuffle"]


# The burnt card


@pytest.mark.clause("D2 8.1")
def test_D2_8_1_the_first_card_of_a_shoe_is_discarded_unseen() -> None:
    table = live("ana", burn=True).play(*TO_THE_CUT, Cut("ana", 200), InsertCuttingCard(100))
    assert refusal(staked(table, ("ana", 1, 10_00)), NoMoreBets()) == ("out_of_order", "D2 8.1")
    assert refusal(table, ShowBurnt(card("5s"))) == ("nothing_burnt", "D2 8.1")
    assert "face down" in why(table, ShowBurnt(card("5s")))
    assert allowed_roles(table, Burn()) == {Role.DEALER}
    assert offers(table, Burn) == ["dealer: burn"]
    burnt = table.play(Burn())
    assert burnt.shoe.left == 415
    assert burnt.shoe.until_cutting_card == 315
    assert burnt.view().public.discarded == 1
    called = staked(burnt, ("ana", 1, 10_00)).play(NoMoreBets())
    assert called.chance() == {Deal(each): Fraction(1, 52) for each in DECK}
    assert refusal(burnt, Burn()) == ("out_of_order", "D2 8.2")


@pytest.mark.clause("D2 8.1")
def test_D2_8_1_the_burnt_card_is_shown_on_request() -> None:
    table = opened(blackjack("ana", burn=True), "Th")
    assert allowed_roles(table, ShowBurnt(card("5s"))) == {Role.DEALER, Role.GAME_SUPERVISOR}
    shown = table.play(ShowBurnt(card("5s")))
    assert shown.rack == cards("5s")
    assert shown.shoe.left == table.shoe.left == 414
    assert shown.shoe.until_cutting_card == table.shoe.until_cutting_card
    chance = shown.chance()
    assert chance[Deal(card("5s"))] == chance[Deal(card("Th"))] == Fraction(7, 414)
    assert chance[Deal(card("5h"))] == Fraction(8, 414)
    assert refusal(shown, ShowBurnt(card("5s"))) == ("nothing_burnt", "D2 8.1")
    four = opened(blackjack("ana", "ben", decks=4, burn=True), "5s 5s 5s 5s", ("ana", 1, 10_00), ("ben", 2, 10_00))
    assert refusal(four, ShowBurnt(card("5s"))) == ("not_in_shoe", "D2 8.1")


@pytest.mark.clause("D2 8.1", "D2 16.7")
def test_D2_8_1_one_card_is_burnt_for_each_shoe_and_none_without_the_option() -> None:
    burning = blackjack("ana", burn=True, decks=4)
    assert burning.shoe.unseen == 1
    table = opened(until_cutting_card(burning, 2), "Th 9d").play(CuttingCard())
    again = deal(deal(table, "8c").play(Stand("ana", 1)), "8d")
    assert (again.shoe.left, again.shoe.unseen, again.rack) == (207, 1, ())
    plain = blackjack("ana")
    assert (plain.shoe.left, plain.shoe.unseen) == (416, 0)
    second = deal(opened(burning, "Th 9d 5c").play(Draw("ana", 1)), "Kc")
    assert second.shoe.left == 203
    assert second.step == "no more bets"


@pytest.mark.clause("D2 8.6", "D2 7.1(c)")
def test_D2_8_6_at_a_live_table_the_shuffle_waits_until_the_cards_are_collected() -> None:
    table = ready(live("ana", decks=4), "ana", from_back=104)
    table = opened(until_cutting_card(table, 3), "Th 9d 8c").play(Stand("ana", 1), CuttingCard())
    settled = deal(table, "Kd")
    assert refusal(settled, Shuffle()) == ("out_of_order", "D2 5.7")
    assert refusal(settled, CollectCards()) == ("out_of_order", "D2 5.7")
