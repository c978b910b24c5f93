"""Shuffles, shoes and who cuts at a tournament table (Division 7, 2.3(b), 5.8, 6.3; Division 2, 7, 16.7 to 16.10)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier import Clock, NoMoreBets, Wager
from croupier.games.blackjack.acts import (
    Burn,
    CorrectCard,
    Cut,
    CuttingCard,
    DeclineCut,
    DrawnUnseen,
    InsertCuttingCard,
    NoteDamage,
    RemoveFaceUp,
    ReplaceCards,
    ReplaceDamaged,
    ReportCuttingCard,
    ReportNoCuttingCard,
    Shuffle,
    Stand,
    VoidRound,
)
from croupier.games.blackjack.cards import DECK, card
from croupier.games.blackjack.flow import own_act
from croupier.games.blackjack.procedure.preparing import cut_order
from croupier.games.blackjack.step_names import OPENING
from croupier.games.refusal import Refusal
from croupier.games.tournament.session_table.session import Mistakable
from croupier.games.tournament.session_table.table import Division7Table
from croupier.games.tournament.session_table.table_acts import (
    Attendance,
    BeginSession,
    Disqualify,
    LeaveTable,
    TakeSeat,
)
from croupier.rulebook import Cite
from tests.support.rules.blackjack import changed
from tests.support.rules.tournament_tables import (
    CHIPS,
    FOUR,
    box,
    called,
    deal,
    finished,
    live,
    prepared,
    round_of,
    seated,
    session,
    until,
    until_cutting_card,
    wagered,
)

STEPS_OF_6_3 = ("turn cards", "wash", "stack", "riffle")


def near_the_end(left: int = 0, **wishes: Any) -> Division7Table:
    """A session whose shoe has so many cards before its cutting card."""
    return until_cutting_card(session(decks=4, **wishes), left)


def live_near_the_end(left: int = 0, **wishes: Any) -> Division7Table:
    return until_cutting_card(live(decks=4, from_back=104, **wishes), left)


# When (5.8)


@pytest.mark.clause("D7 5.8(a)", "D7 5.8", "D7 2.2(b)")
def test_D7_5_8_a_the_cards_are_shuffled_before_the_session_by_the_steps_of_6_3() -> None:
    table = seated(by_itself=()).play(Attendance(True))
    taken = []
    while table.preparation:
        assert table.refuses(BeginSession()) is not None
        taken.append(table.step)
        table = table.play(own_act(table)) if table.step != "cut" else table.play(Cut("ana", 52))
    assert taken == list(OPENING)
    assert taken[3:7] == list(STEPS_OF_6_3)
    assert table.step == "begin session"
    assert table.play(BeginSession()).step == "wager"


@pytest.mark.clause("D7 5.8(b)", "D7 2.2(b)")
def test_D7_5_8_b_one_more_round_is_played_after_the_one_in_which_the_cutting_card_came() -> None:
    table = near_the_end(2)
    first = called(table)
    first = deal(first, "Tc Td")
    assert first.step == "cutting card"
    reached = first.play(CuttingCard())
    assert (reached.reached_at, reached.is_last_of_shoe, reached.preparation) == (3, False, ())
    assert reached.shoe.until_cutting_card is None
    over = finished(reached)
    assert (over.is_last_of_shoe, over.preparation, over.rounds) == (True, (), 1)
    left = over.shoe.left
    last = round_of(over)
    assert last.shoe.left == 4 * 52
    assert (last.is_last_of_shoe, last.reached_at, last.shoe_number, last.rounds) == (False, None, 2, 2)
    assert left < 4 * 52


@pytest.mark.clause("D7 5.8(b)", "D7 2.2(b)")
def test_D7_5_8_b_first_out_of_a_round_it_counts_as_reached_in_that_round() -> None:
    """D2 8.8 is off: no shuffle at once, one more full round after this one (ruling T8)."""
    table = live_near_the_end(0)
    ready = called(table)
    assert ready.step == "cutting card"
    reached = ready.play(CuttingCard())
    assert (reached.step, reached.reached_at, reached.is_called) == ("card", 1, True)
    assert [stake.amount for each in reached.boxes for stake in each.stakes] == [5_00] * 4
    first = finished(reached)
    assert (first.step, first.is_last_of_shoe, first.shoe_number) == ("wager", True, 1)
    second = round_of(first)
    assert (second.is_last_of_shoe, second.shoe_number) == (False, 2)
    assert second.preparation != ()


@pytest.mark.clause("D7 5.8", "D7 5.8(b)", "D7 2.2(b)")
def test_D7_5_8_a_reshuffle_takes_the_steps_of_6_3_too() -> None:
    """`in accordance with rule 6.3 of division 2`: face down, washed, stacked, riffled; D2 7.1 does not apply."""
    table = round_of(round_of(live_near_the_end(0)))
    taken = []
    while table.preparation:
        taken.append(table.step)
        table = table.play(own_act(table)) if table.step != "cut" else table.play(Cut(cut_order(table)[0], 52))
    wash = [step for step in taken if step in ("wash", "stack", "riffle")]
    assert wash == ["wash", "stack", "riffle"]
    assert taken[-2:] == ["cut", "insert cutting card"]


@pytest.mark.clause("D7 5.8", "D7 2.2(b)")
def test_D7_5_8_no_step_at_this_table_rests_on_a_rule_that_is_off() -> None:
    table = session()
    off = [step.rule.clause for step in table.steps.values() if not applies(table, step.rule.clause)]
    assert off == []


@pytest.mark.clause("D7 2.2(b)", "D7 5.8(b)")
def test_D7_2_2_b_what_is_awaited_rests_on_no_rule_that_is_off() -> None:
    ready = called(live_near_the_end(0))
    assert applies(ready, ready.awaits[0].rule.clause), ready.awaits
    shuffle = round_of(round_of(live_near_the_end(0)))
    assert applies(shuffle, shuffle.awaits[0].rule.clause), shuffle.awaits


def applies(table: Division7Table, clause: str) -> bool:
    return not any(clause == off or clause.startswith((f"{off}.", f"{off}(")) for off in table.disapplied)


@pytest.mark.clause("D7 5.8(b)", "D7 4.9")
def test_D7_5_8_b_no_bettors_time_runs_while_the_cards_are_made_ready() -> None:
    table = round_of(round_of(live_near_the_end(0, wager_seconds=30))).play(Clock(100))
    assert (table.turn_ends, table.passed) == (None, ())
    ready = prepared(table)
    assert (ready.turn_ends, ready.in_turn) == (130, ("cat",))
    burnt = round_of(round_of(live_near_the_end(0, wager_seconds=30, burn=True))).play(Clock(100))
    while burnt.step != "burn":
        assert burnt.turn_ends is None
        burnt = burnt.play(own_act(burnt)) if burnt.step != "cut" else burnt.play(Cut(cut_order(burnt)[0], 52))
    assert burnt.turn_ends is None
    assert burnt.play(Burn()).turn_ends == 130
    by_itself = round_of(round_of(near_the_end(0, wager_seconds=30)))
    assert by_itself.turn_ends == 30


@pytest.mark.clause("D7 4.9", "D7 2.1(b)")
def test_D7_4_9_a_refilled_shoe_begins_no_bettors_time() -> None:
    table = refilling(wager_seconds=30)
    assert table.preparation != ()
    ready = prepared(table)
    assert (ready.is_called, ready.turn_ends) == (True, None)


@pytest.mark.clause("D7 4.9", "D7 2.1(b)")
def test_D7_4_9_new_cards_do_not_take_the_limit_away() -> None:
    table = live(wager_seconds=30).play(Clock(10))
    ready = prepared(table.play(ReplaceCards()))
    assert ready.turn_ends in (30, 40), "what was left of the time, or all of it anew"


@pytest.mark.clause("D7 4.9", "D7 2.1(b)")
def test_D7_4_9_nobody_loses_his_time_while_new_cards_are_made_ready() -> None:
    """No wager is placed meanwhile: when the cards are ready, the bettor in turn still has some of his time."""
    late = session(wager_seconds=30, manual=("wash",)).play(Clock(10), ReplaceCards(), Clock(1000))
    assert late.passed == ()
    ready = prepared(late).play(Clock(1))
    assert (ready.passed, ready.disqualified, ready.ended) == ((), (), None)


# Shoes (2.3(b), 6.3, T28)


@pytest.mark.clause("D7 2.3(b)", "D7 6.3", "D7 5.8(b)")
def test_D7_2_3_b_the_indicator_counts_the_shoes() -> None:
    table = near_the_end(0, shoes=2)
    assert table.view().public.shoe == 1
    table = round_of(table)
    assert table.view().public.shoe == 1
    table = round_of(table)
    assert (table.view().public.shoe, table.ended) == (2, None)
    table = round_of(until_cutting_card(table, 0))
    assert (table.view().public.shoe, table.ended) == (2, None)
    table = round_of(table)
    assert (table.ended, table.rounds, table.view().public.shoe) == (Cite("D7 6.3"), 4, 2)
    assert near_the_end(0, rounds=9).view().public.shoe is None


@pytest.mark.clause("D7 6.3")
def test_D7_6_3_the_last_shoe_ends_with_the_round_after_the_cutting_card() -> None:
    table = round_of(live_near_the_end(3, shoes=1))
    assert (table.ended, table.is_last_of_shoe, table.step) == (None, True, "wager")
    over = round_of(table)
    assert (over.ended, over.step, over.preparation, over.shoe_number) == (Cite("D7 6.3"), "tally chips", (), 1)
    assert over.marker == table.marker


@pytest.mark.clause("D7 6.3", "D7 2.1(b)")
def test_D7_6_3_a_void_round_does_not_count_but_its_cutting_card_does() -> None:
    table = near_the_end(2, shoes=1)
    void = deal(called(table), "Tc Td").play(CuttingCard(), VoidRound("misdeal"))
    assert (void.is_last_of_shoe, void.rounds, void.ended, void.marker) == (True, 0, None, 1)
    again = deal(called(void), "Th").play(VoidRound("another"))
    assert (again.is_last_of_shoe, again.rounds, again.ended) == (True, 0, None)
    assert round_of(again).ended == Cite("D7 6.3")
    plain = deal(called(near_the_end(50, shoes=1)), "Tc").play(VoidRound("misdeal"))
    assert not plain.is_last_of_shoe


@pytest.mark.clause("D7 2.3(b)", "D7 5.8(b)", "D7 2.1(b)")
def test_D7_2_3_b_a_missing_cutting_card_keeps_the_number_of_the_shoe() -> None:
    table = live(decks=4, shoes=2)
    reported = called(table).play(ReportNoCuttingCard())
    assert (reported.preparation, reported.reached_at, reported.is_last_of_shoe) == ((), None, False)
    over = finished(reported)
    assert over.preparation != ()
    assert (over.shoe_number, over.cut_after, over.ended) == (1, "new cards", None)
    assert prepared(over).step == "wager"
    between = table.play(ReportNoCuttingCard())
    assert (between.preparation != (), between.shoe_number, between.cut_after) == (True, 1, "new cards")
    last = finished(called(live(decks=4, shoes=1)).play(ReportNoCuttingCard()))
    assert last.ended is None


@pytest.mark.clause("D7 5.8(b)", "D7 2.1(b)")
def test_D7_5_8_b_a_missed_shuffle_comes_right_after_the_round() -> None:
    table = round_of(live(decks=4, shoes=3))
    reported = called(table).play(ReportCuttingCard(3))
    assert (reported.reached_at, reported.is_last_of_shoe, reported.shoe.until_cutting_card) == (3, True, None)
    over = finished(reported)
    assert over.preparation != ()
    assert (over.shoe_number, over.cut_after, over.reached_at, over.is_last_of_shoe) == (2, "3", None, False)
    between = table.play(ReportCuttingCard(0))
    assert (between.shoe_number, between.cut_after) == (2, "0")
    assert between.preparation != ()
    assert finished(called(live(decks=4, shoes=1)).play(ReportCuttingCard(3))).ended == Cite("D7 6.3")


@pytest.mark.clause("D7 2.3(b)", "D7 5.8(b)", "D7 2.1(b)")
def test_D7_2_3_b_new_cards_keep_the_number_and_nothing_is_owed() -> None:
    table = round_of(live_near_the_end(0, shoes=1))
    assert table.is_last_of_shoe
    new = table.play(ReplaceCards())
    assert (new.preparation, new.cut_after) == (OPENING, "new cards")
    assert (new.is_last_of_shoe, new.reached_at, new.shoe_number) == (False, None, 1)
    after = round_of(prepared(new))
    assert (after.ended, after.is_last_of_shoe, after.preparation) == (None, False, ())


def refilling(**wishes: Any) -> Division7Table:
    """A round in which the shoe has run out: its cutting card came, and the other cards were found face up."""
    table = called(live(decks=4, from_back=1, **wishes))
    table = deal(table, "Tc Td Th Ts Tc 9c 9d 9h")
    while table.step == "card":
        table = table.play(RemoveFaceUp(max(DECK, key=table.shoe.pile.count)))
    return _emptied(table.play(CuttingCard()))


def _emptied(table: Division7Table) -> Division7Table:
    while table.shoe.left and table.step == "card":
        table = table.play(RemoveFaceUp(max(DECK, key=table.shoe.pile.count)))
    return table


@pytest.mark.clause("D7 2.3(b)", "D7 5.8(b)", "D7 2.1(b)")
def test_D7_2_3_b_a_refill_keeps_the_number_and_the_shuffle_stays_owed() -> None:
    table = refilling(shoes=2)
    assert (table.refilled, table.reached_at, table.shoe_number) == (True, 4, 1)
    ready = prepared(table)
    assert (ready.shoe_number, ready.reached_at, ready.step) == (1, 4, "card")
    first = finished(ready)
    assert (first.is_last_of_shoe, first.shoe_number, first.preparation) == (True, 1, ())
    second = round_of(first)
    assert second.preparation != ()
    assert (second.shoe_number, second.is_last_of_shoe) == (2, False)


# Who cuts (D2 7.3, T9, T32)


@pytest.mark.clause("D7 5.8(a)", "D7 2.1(b)")
@pytest.mark.parametrize(("first", "cutter"), [("cat", "cat"), (None, "ana")])
def test_D7_5_8_a_the_first_at_the_table_cuts_or_the_farthest_left(first: str | None, cutter: str) -> None:
    table = seated(by_itself=())
    if first is not None:
        table = table.play(TakeSeat(first))
    while table.step != "cut":
        table = table.play(own_act(table))
    assert cut_order(table)[0] == cutter
    assert table.refuses(Cut(cutter, 52)) is None


@pytest.mark.clause("D7 5.8(b)", "D7 2.1(b)")
def test_D7_5_8_b_the_cut_is_his_on_whose_box_the_cutting_card_came() -> None:
    """The round in which it came, not the one after (ruling T9)."""
    table = round_of(round_of(live_near_the_end(2)))
    while table.step != "cut":
        table = table.play(own_act(table))
    assert cut_order(table) == ("cat", "dan", "ana", "ben")
    assert table.play(DeclineCut("cat")).refuses(Cut("dan", 52)) is None
    dealers = until(called(live_near_the_end(4)), "cutting card").play(CuttingCard())
    assert dealers.reached_at == 0
    table = round_of(finished(dealers))
    while table.step != "cut":
        table = table.play(own_act(table))
    assert cut_order(table)[0] == "dan"


@pytest.mark.clause("D7 5.8", "D7 3.3(b)(i)", "D7 2.1(b)")
def test_D7_5_8_a_disqualified_player_is_not_offered_the_cut() -> None:
    """Out at once (ruling T21)."""
    table = round_of(round_of(live_near_the_end(2)))
    while table.step != "cut":
        table = table.play(own_act(table))
    after = table.play(Disqualify("cat", "took advice", "asked"))
    assert cut_order(after)[0] == "dan"


@pytest.mark.clause("D7 5.8", "D7 5.7", "D7 2.1(b)")
def test_D7_5_8_who_is_away_is_not_offered_the_cut() -> None:
    """`The player to cut the cards shall be seated` (D2 7.3)."""
    table = round_of(round_of(live_near_the_end(2)))
    while table.step != "cut":
        table = table.play(own_act(table))
    after = table.play(LeaveTable("cat", emergency=True))
    assert cut_order(after)[0] == "dan"


# Vacancy (5.8(c), B51)


def left_by_all(table: Division7Table) -> Division7Table:
    return table.play(*(LeaveTable(name, emergency=True) for name in table.contenders))


@pytest.mark.clause("D7 5.8(c)", "D7 2.3(b)")
def test_D7_5_8_c_after_the_table_was_vacant_the_cards_are_shuffled() -> None:
    table = round_of(live(shoes=2))
    three = table.play(*(LeaveTable(name, emergency=True) for name in FOUR[:3]))
    assert not three.was_vacant
    assert three.play(TakeSeat("ana")).preparation == ()
    vacant = three.play(LeaveTable("dan", emergency=True))
    assert (vacant.was_vacant, vacant.preparation) == (True, ())
    back = vacant.play(TakeSeat("ben"))
    assert back.preparation != ()
    assert (back.was_vacant, back.cut_after, back.shoe_number, back.away) == (
        False,
        "start",
        1,
        ("ana", "cat", "dan"),
    )
    second = back.play(TakeSeat("ana"))
    assert second.preparation == back.preparation
    ready = prepared(second)
    assert (ready.step, ready.shoe.left, ready.rounds) == ("wager", 416, 1)
    by_itself = left_by_all(round_of(session())).play(TakeSeat("ben"))
    assert (by_itself.step, by_itself.shoe.left, by_itself.was_vacant) == ("wager", 416, False)
    assert round_of(session()).shoe.left < 416


@pytest.mark.clause("D7 5.8(c)", "D7 2.1(b)")
def test_D7_5_8_c_the_first_to_come_back_cuts() -> None:
    """As at the start of play (D2 7.3(a), ruling B13)."""
    started = seated(by_itself=()).play(TakeSeat("ana"), Attendance(True))
    table = round_of(prepared(started).play(BeginSession()))
    back = left_by_all(table).play(TakeSeat("cat"))
    while back.step != "cut":
        back = back.play(own_act(back))
    assert cut_order(back)[0] == "cat"


@pytest.mark.clause("D7 5.8(c)", "D7 2.1(b)")
def test_D7_5_8_c_T32_who_came_first_of_all_does_not_cut_again_after_a_vacancy() -> None:
    """ana was the first at the table. It is left by all; dan comes back before her, and later ben before both."""
    started = seated(by_itself=()).play(TakeSeat("ana"), Attendance(True))
    table = round_of(prepared(started).play(BeginSession()))
    vacant = left_by_all(table)
    assert (vacant.was_vacant, vacant.arrived) == (True, "")
    back = until_cut(vacant.play(TakeSeat("dan"), TakeSeat("ana"), TakeSeat("ben"), TakeSeat("cat")))
    assert (back.arrived, cut_order(back)) == ("dan", ("dan", "ana", "ben", "cat"))
    assert back.refuses(Cut("ana", 100)) is not None
    assert back.refuses(Cut("dan", 100)) is None
    again = left_by_all(round_of(prepared(back)))
    assert again.arrived == ""
    assert cut_order(until_cut(again.play(TakeSeat("ben"), TakeSeat("dan"), TakeSeat("ana"))))[0] == "ben"


def until_cut(table: Division7Table) -> Division7Table:
    while table.step != "cut":
        table = table.play(own_act(table))
    return table


@pytest.mark.clause("D7 5.8(c)")
def test_D7_5_8_c_wagers_that_lie_there_do_not_spare_the_shuffle() -> None:
    """It comes before the next first card (ruling B51)."""
    table = wagered(round_of(live()), stop="cat")
    back = left_by_all(table).play(*(TakeSeat(name) for name in FOUR))
    assert back.preparation != ()
    assert [each.number for each in back.boxes] == [2]


@pytest.mark.clause("D7 5.8(c)", "D7 5.7")
def test_D7_5_8_c_no_card_is_dealt_to_a_vacant_table_without_a_shuffle() -> None:
    table = left_by_all(round_of(live()))
    refused = table.refuses(Wager("ben", box(2), 5_00))
    assert refused is not None or called(table).preparation != ()


@pytest.mark.clause("D7 5.8(c)", "D7 3.3(b)(i)")
def test_D7_5_8_c_a_table_is_vacant_too_when_the_last_one_there_is_disqualified() -> None:
    table = round_of(live()).play(*(LeaveTable(name, emergency=True) for name in FOUR[:3]))
    vacant = table.play(Disqualify("dan", "took advice", "asked"))
    assert vacant.play(TakeSeat("ana")).preparation != ()


@pytest.mark.clause("D7 5.8(c)")
def test_D7_5_8_c_left_in_a_round_and_vacant_when_it_ends() -> None:
    table = left_by_all(deal(called(live()), "Tc Tc Tc Tc Tc Td Td Td Td"))
    assert table.was_vacant
    over = finished(table, **dict.fromkeys(FOUR, "win"))
    assert over.was_vacant
    assert over.play(TakeSeat("dan")).preparation != ()


@pytest.mark.clause("D7 5.8(c)")
def test_D7_5_8_c_a_table_that_was_left_and_filled_within_one_round_was_not_vacant() -> None:
    """Vacant is a table with no player between two rounds (ruling B51)."""
    table = left_by_all(deal(called(live()), "Tc Tc Tc Tc Tc Td Td Td Td"))
    over = finished(table.play(*(TakeSeat(name) for name in FOUR)))
    later = over.play(LeaveTable("ana", emergency=True), TakeSeat("ana"))
    assert later.preparation == ()


@pytest.mark.clause("D7 5.8(c)", "D7 5.8(a)")
def test_D7_5_8_c_a_table_is_not_vacant_before_the_session() -> None:
    table = left_by_all(seated())
    assert not table.was_vacant
    back = table.play(TakeSeat("ana"))
    assert back.preparation == ()
    assert (back.arrived, back.away) == ("ana", ("ben", "cat", "dan"))


@pytest.mark.clause("D7 5.8(c)", "D7 5.8(b)")
def test_D7_5_8_c_a_shuffle_that_is_under_way_serves_a_vacancy_too() -> None:
    table = left_by_all(round_of(round_of(live_near_the_end(0))))
    ready = prepared(table.play(*(TakeSeat(name) for name in FOUR)))
    later = ready.play(LeaveTable("ana", emergency=True), TakeSeat("ana"))
    assert later.preparation == ()


# A report that comes too early or too late


@pytest.mark.clause("D7 6.1", "D7 6.3")
def test_D7_6_3_a_session_that_is_over_is_not_ended_again() -> None:
    table = session(shoes=1, manual=("tally chips",))
    over = table.play(*(Disqualify(name, "took advice", "asked") for name in FOUR[:3]))
    assert over.ended == Cite("D7 6.1", "T21")
    report = ReportCuttingCard(1)
    assert over.refuses(report) is not None or over.play(report).ended == over.ended


@pytest.mark.clause("D7 6.3", "D7 1.0 Session")
def test_D7_6_3_no_session_ends_before_it_has_begun() -> None:
    table = seated(shoes=1).play(Attendance(True))
    report = ReportCuttingCard(1)
    assert table.refuses(report) is not None or table.play(report).ended is None


@pytest.mark.clause("D7 5.8(b)")
def test_D7_5_8_b_two_cutting_cards_count_once() -> None:
    table = round_of(near_the_end(0, cutting_cards=2))
    assert (table.is_last_of_shoe, table.shoe_number) == (True, 1)
    assert round_of(table).shoe_number == 2


@pytest.mark.clause("D7 5.8(b)", "D7 5.11")
def test_D7_5_8_b_the_cards_in_the_shoe_stay_hidden() -> None:
    table = session(burn=True)
    assert "pile" not in repr(table.view("ana"))
    assert table.view().public.left_in_shoe == 415
    assert table.view().public.discarded == 1


@pytest.mark.clause("D7 5.8", "D7 2.1(b)")
def test_D7_5_8_what_a_shuffle_is_refused_with() -> None:
    table = live()
    assert table.refuses(Shuffle()) == Refusal(
        Cite("D7 5.9"), "out_of_order", "Not now: the next step is to wager in turn."
    )
    assert table.refuses(InsertCuttingCard(50)) == Refusal(
        Cite("D7 5.9"), "out_of_order", "Not now: the next step is to wager in turn."
    )


@pytest.mark.clause("D7 5.8(b)", "D7 3.3(b)(i)")
def test_D7_5_8_b_a_disqualification_while_the_cards_are_shuffled_leaves_the_shuffle_due() -> None:
    table = round_of(round_of(live_near_the_end(0)))
    after = table.play(Disqualify("ana", "took advice", "asked"))
    noted = (Mistakable("ana", round=2),)
    assert changed(table, after) == {"disqualified": ("ana",), "grounds": ("took advice",), "mistakable": noted}
    assert card("2c") in DECK
    assert after.chips_of("ana") == CHIPS
    assert after.refuses(NoMoreBets()) is not None


@pytest.mark.clause("D7 5.8(b)", "D7 6.1", "D7 6.2")
def test_D7_6_2_the_end_comes_before_the_shuffle() -> None:
    table = round_of(live_near_the_end(0, seconds=60))
    over = finished(deal(called(table), "Ts").play(Clock(60)))
    assert (over.ended, over.preparation, over.step) == (Cite("D7 6.2"), (), "tally chips")
    assert replace(over, ended=None).end_of_round == Cite("D7 6.2")


@pytest.mark.clause("D7 6.2", "D7 5.8(b)")
def test_D7_6_2_time_that_elapses_while_the_cards_are_shuffled_ends_it_at_once() -> None:
    table = round_of(round_of(live_near_the_end(0, seconds=60)))
    assert table.preparation != ()
    over = table.play(Clock(60))
    assert (over.ended, over.preparation, over.step) == (Cite("D7 6.2", "T22"), (), "tally chips")


@pytest.mark.clause("D7 5.8(b)", "D7 2.1(b)")
def test_D7_5_8_b_a_missing_cutting_card_is_made_good_even_when_the_round_is_void() -> None:
    """The cards are reshuffled at the end of the round (D2 16.10), void or not: none goes on without a cutting card."""
    table = deal(called(live(decks=4)), "Tc").play(ReportNoCuttingCard(), VoidRound("misdeal"))
    assert table.preparation != ()


@pytest.mark.clause("D7 5.8(b)", "D7 2.1(b)")
def test_D7_5_8_b_a_missed_shuffle_is_made_good_even_when_the_round_is_void() -> None:
    """It comes immediately after the end of the round (D2 16.9, ruling B28)."""
    table = deal(called(round_of(live(decks=4))), "2c").play(ReportCuttingCard(2), VoidRound("misdeal"))
    assert table.preparation != ()


# Rulings that Division 2 brought later


@pytest.mark.clause("D7 5.8(b)", "D2 16.2")
def test_B56_in_a_tournament_too_the_cutting_card_comes_before_a_card_drawn_in_error() -> None:
    table = called(live_near_the_end())
    assert table.refuses(DrawnUnseen()) == Refusal(
        Cite("D7 5.8(b)", "B56"), "cutting_card_first", "The cutting card is next. Take it out first."
    )
    out = table.play(CuttingCard())
    assert (out.step, out.refuses(DrawnUnseen())) == ("card", None)


@pytest.mark.clause("D2 16.8", "D7 4.9")
def test_B61_while_a_damaged_card_is_replaced_nobody_wagers_and_nobodys_time_runs() -> None:
    table = called(session(wager_seconds=20, manual=("replace damaged",))).play(NoteDamage(card("Tc")))
    over = finished(table)
    assert (over.step, over.turn_ends) == ("replace damaged", None)
    refused = over.refuses(Wager(over.in_turn[0], box(over.box_number(over.in_turn[0])), 5_00))
    assert refused is not None
    assert refused.code == "cards_not_ready"
    replaced = over.play(ReplaceDamaged(card("Tc")))
    assert (replaced.step, replaced.turn_ends) == ("wager", replaced.clock + 20)


@pytest.mark.clause("D2 16.5")
def test_B53_a_round_of_a_session_is_reconstructed_too() -> None:
    start = called(session())
    wrong = deal(start, "4c 9d 9h 9s 6c 4d 8d 8h 8s")
    right = deal(start, "4c 9d 9h 9s 6c 5d 8d 8h 8s")
    assert wrong.play(CorrectCard(6, card("5d"), "misread")) == right


@pytest.mark.clause("D2 16.5", "D7 5.8(b)")
def test_B53_a_cutting_card_that_stays_out_counts_as_the_first_of_the_next_round() -> None:
    """All stood and the dealer drew to 16, or to 17 as it should have been: then as ruling T8 has it."""
    start = called(near_the_end(10))
    stood = deal(start, "Tc Td Th Ts 8c 9c 9d 9h 9s").play(*(Stand(name, at) for at, name in enumerate(FOUR, 1)))
    drawing = deal(stood, "8d")
    assert drawing.step == "cutting card"
    over = drawing.play(CuttingCard(), CorrectCard(10, card("9d"), "misread"))
    assert (over.is_final, over.rounds, over.is_last_of_shoe, over.preparation) == (True, 1, False, ())
    assert (over.reached_at, over.shoe.until_cutting_card) == (0, None)
    first = round_of(over)
    assert (first.is_last_of_shoe, first.shoe_number) == (True, 1)
    assert round_of(first).shoe_number == 2
