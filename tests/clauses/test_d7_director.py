"""What the tournament director decides at a table: missed wagers, mistakes, holding the game (rulings T35, T47)."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import Clock, NoMoreBets, Role, Wager
from croupier.games.blackjack.acts import Deal, DrawnUnseen
from croupier.games.blackjack.cards import card
from croupier.games.machine import Awaited
from croupier.games.offers import Choices, Field, Offer, Words
from croupier.games.people import Actor
from croupier.games.refusal import Refusal
from croupier.games.tournament.session_table.session import Mistakable, Standing
from croupier.games.tournament.session_table.table import Division7Table
from croupier.games.tournament.session_table.table_acts import (
    Attendance,
    ConsentToLeave,
    Disqualify,
    LeaveTable,
    PausePlay,
    Reinstate,
    ResumePlay,
    TakeSeat,
    TallyChips,
)
from croupier.rulebook import Cite
from tests.support.rules.tournament_tables import (
    CHIPS,
    box,
    called,
    deal,
    finished,
    live,
    offered,
    round_of,
    seated,
    session,
    wagered,
)

MISSED = Cite("D7 4.5", "T47")
BACK = Cite("D7 3.3(b)(i)", "T47")
HELD = Cite("D7 5.7", "T35")


def waits_for_ana(**wishes: Any) -> Division7Table:
    """A live table: all have wagered but ana, who let the time pass, and as much again."""
    return wagered(live(wager_seconds=30, **wishes).play(Clock(30)), stop="ana").play(Clock(30))


# Who disqualifies for a missed wager (4.5, 4.9)


@pytest.mark.clause("D7 4.5", "D7 4.9")
def test_D7_4_5_T47_where_a_dealer_calls_the_clock_asks_the_director_and_the_round_waits() -> None:
    table = waits_for_ana()
    why = "ana has not wagered: the tournament director decides, and until then the round waits."
    assert table.refuses(NoMoreBets()) == Refusal(MISSED, "director_decides", why)
    assert offered(table, NoMoreBets) == []
    assert table.awaits == (Awaited("decide on ana, who has not wagered", Role.TOURNAMENT_DIRECTOR, MISSED),)
    assert table.disqualified == ()
    assert table.play(Clock(3_600)).disqualified == ()
    after = table.play(Disqualify("ana", "no wager", "looked on"))
    assert (after.disqualified, after.step) == (("ana",), "no more bets")
    assert after.play(NoMoreBets()).step == "card"


@pytest.mark.clause("D7 4.5", "D7 4.9")
@pytest.mark.parametrize("late_is_minimum", [True, False])
def test_D7_4_5_T47_until_the_director_answers_the_player_is_held_to_the_minimum(*, late_is_minimum: bool) -> None:
    table = waits_for_ana(late_is_minimum=late_is_minimum)
    held = table.refuses(Wager("ana", box(1), 5_50))
    assert held is not None
    assert held.code == "held_to_minimum"
    after = table.play(Wager("ana", box(1), 5_00))
    assert (after.disqualified, after.refuses(NoMoreBets())) == ((), None)


@pytest.mark.clause("D7 4.5")
def test_D7_4_5_T47_an_automated_table_needs_nobody_asked() -> None:
    late = wagered(session(wager_seconds=30).play(Clock(30)), stop="ana")
    over = late.play(Clock(30))
    assert (over.disqualified, over.grounds, over.step) == (("ana",), ("no wager",), "card")
    refusal = over.refuses(Reinstate("ana", "was asleep"))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == (BACK, "stands")


@pytest.mark.clause("D7 4.5", "D7 4.9")
def test_D7_4_5_T47_a_directed_table_that_deals_itself_asks_the_director_too() -> None:
    late = wagered(session(wager_seconds=30, director_decides=True).play(Clock(30)), stop="ana")
    table = late.play(Clock(30))
    assert table.awaits == (Awaited("decide on ana, who has not wagered", Role.TOURNAMENT_DIRECTOR, MISSED),)
    assert table.play(Clock(3_600)).disqualified == ()
    # The answer goes on with the round by itself: the call comes, whichever way the director or the player decides.
    gone = table.play(Disqualify("ana", "no wager", "is not in the room"))
    assert (gone.disqualified, gone.step) == (("ana",), "card")
    assert table.play(Wager("ana", box(1), 5_00)).step == "card"


@pytest.mark.clause("D7 4.5", "D7 4.7", "D7 6.1")
def test_D7_4_7_T47_a_directed_table_eliminates_and_ends_by_itself() -> None:
    """4.7 and 6.1 leave nothing to decide: who has no chips is out, and a session with one player left is over."""
    lose = dict.fromkeys(("ana", "ben", "cat"), "lose")
    table = round_of(session(wager_seconds=30, director_decides=True, chips=5_00), dan="win", **lose)
    assert table.ended == Cite("D7 6.1")
    assert [table.standing_of(each) for each in ("ana", "dan")] == [Standing.ELIMINATED, Standing.PLAYING]
    assert table.disqualified == ()


# Taking a disqualification back


def out(table: Division7Table, player: str, ground: str = "no wager") -> Division7Table:
    return table.play(Disqualify(player, ground, "as it seemed"))


@pytest.mark.clause("D7 3.3(b)(i)", "D7 4.5")
def test_D7_3_3_b_i_T47_a_mistaken_disqualification_is_taken_back_before_the_next_round() -> None:
    table = waits_for_ana()
    gone = out(table, "ana")
    assert gone.mistakable == (Mistakable("ana", marker=1),)
    fields: dict[str, Field] = {"player": Choices(("ana",)), "reason": Words()}
    assert offered(gone, Reinstate) == [Offer(Reinstate, Role.TOURNAMENT_DIRECTOR, fields)]
    back = gone.play(Reinstate("ana", "the chips lay there"))
    assert (back.disqualified, back.grounds, back.mistakable, back.marker) == ((), (), (), 1)
    assert back.refuses(Wager("ana", box(1), 5_00)) is None
    dealer = gone.refuses(Reinstate("ana", "x", by=Actor(Role.DEALER)))
    assert dealer is not None
    assert dealer.code == "not_your_act"


@pytest.mark.clause("D7 3.3(b)(i)", "D7 4.2")
def test_D7_3_3_b_i_T47_the_wager_that_was_returned_lies_there_again_and_the_marker_goes_back() -> None:
    table = wagered(session(), {"ana": 50_00}, stop="cat")
    gone = out(table, "ana", "took advice")
    assert (gone.staked("ana"), gone.marker) == (0, 2)
    back = gone.play(Reinstate("ana", "it was a spectator's child"))
    assert (back.staked("ana"), back.chips_of("ana"), back.marker) == (50_00, CHIPS - 50_00, 1)
    assert (back.in_turn, back.boxes) == (("cat",), table.boxes)
    assert round_of(back).marker == 2


@pytest.mark.clause("D7 3.3(b)(i)", "D7 2.1(b)")
def test_D7_3_3_b_i_T47_also_with_a_hand_in_progress_until_the_next_round_begins() -> None:
    table = deal(called(live()), "4c 9d 9h 9s 6c 4d 9h 8h 8s")
    gone = out(table, "ana", "left the table")
    back = gone.play(Reinstate("ana", "had consent"))
    assert (back.disqualified, back.may_decide("ana")) == ((), True)
    later = wagered(finished(gone))
    assert later.refuses(Reinstate("ana", "had consent")) is None
    assert later.play(NoMoreBets()).refuses(Reinstate("ana", "had consent")) is None
    for card_out in ((Deal(card("2c")),), (DrawnUnseen(),), (DrawnUnseen(), Deal(card("2c")))):
        begun = later.play(NoMoreBets(), *card_out)
        why = "A disqualification can be taken back only if it was a mistake, and before the next round begins."
        assert begun.refuses(Reinstate("ana", "had consent")) == Refusal(BACK, "stands", why)
        assert offered(begun, Reinstate) == []
    # When that round is over nothing is kept of it, nor of one between its call and its first card.
    assert finished(later.play(NoMoreBets(), Disqualify("ben", "took advice", "x"))).mistakable == ()


@pytest.mark.clause("D7 3.3(b)(i)", "D7 4.5", "D7 4.2")
def test_D7_3_3_b_i_T47_a_round_begins_with_its_first_card_and_not_with_the_call() -> None:
    table = wagered(live(), {"ana": 50_00})
    called_ = table.play(NoMoreBets())
    # The wager that was returned lies there again, and the call stands.
    gone = out(called_, "ana", "took advice")
    assert (gone.staked("ana"), gone.marker, gone.bettors) == (0, 2, ())
    back = gone.play(Reinstate("ana", "it was a spectator's child"))
    assert (back.staked("ana"), back.marker, back.boxes, back.step) == (50_00, 1, table.boxes, "card")
    assert back.chips_of("ana") == CHIPS - 50_00
    # Who never wagered has to: a call that came without that is taken back, and the wagers of the others stay.
    missed = out(waits_for_ana(), "ana").play(NoMoreBets())
    again = missed.play(Reinstate("ana", "had consent"))
    assert (again.is_called, again.in_turn, again.marker) == (False, ("ana",), 1)
    assert again.boxes == missed.boxes
    assert again.refuses(NoMoreBets()) is not None
    assert again.turn_ends == again.clock + 30
    assert again.play(Wager("ana", box(1), 5_00), NoMoreBets()).step == "card"


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.1")
def test_D7_3_3_b_i_T47_a_session_that_ended_by_the_mistake_goes_on() -> None:
    table = live("ana", "ben", "cat", "dan")
    two = out(out(table, "cat", "took advice"), "dan", "took advice")
    ended = out(two, "ben", "took advice")
    assert (ended.ended, ended.step) == (Cite("D7 6.1", "T21"), "tally chips")
    back = ended.play(Reinstate("ben", "it was the man behind ben"))
    assert (back.ended, back.step, back.able) == (None, "wager", ("ana", "ben"))
    assert round_of(back).rounds == 1
    counted = ended.play(TallyChips())
    why = "The chips are counted, so this can no longer be done at the table."
    assert counted.refuses(Reinstate("ben", "too late")) == Refusal(Cite("D7 6.4"), "session_over", why)


@pytest.mark.clause("D7 3.3(b)(i)")
def test_D7_3_3_b_i_T47_why_nothing_is_taken_back() -> None:
    table = out(session(), "ana", "took advice")
    none = Refusal(BACK, "not_disqualified", "ben is not disqualified.")
    assert table.refuses(Reinstate("ben", "x")) == none
    for reason in ("", None, 5, "a\nb", "a" * 201):
        refusal = table.refuses(Reinstate("ana", reason))  # type: ignore[arg-type]
        assert refusal == Refusal(BACK, "no_reason", "Give the reason on one line."), reason


# Holding the game


@pytest.mark.clause("D7 5.7", "D7 6.2")
def test_D7_6_2_T35_while_the_game_is_held_a_timed_session_has_its_time_left() -> None:
    table = session(seconds=600).play(Clock(595))
    held = table.play(PausePlay("fire alarm"), Clock(3_000))
    assert (held.ended, held.is_paused, held.is_held_up) == (None, True, True)
    assert held.view().public.is_paused
    on = held.play(ResumePlay())
    assert (on.session_ends, on.clock, on.is_paused) == (3_600, 3_595, False)
    assert on.play(Clock(4)).ended is None
    assert on.play(Clock(5)).ended == Cite("D7 6.2", "T22")


@pytest.mark.clause("D7 5.7", "D7 4.9")
def test_D7_4_9_T35_who_is_in_turn_gets_the_time_anew_when_the_game_goes_on() -> None:
    held = session(wager_seconds=30).play(Clock(20), PausePlay("fire alarm"))
    assert held.turn_ends is None
    later = held.play(Clock(3_600))
    assert (later.passed, later.disqualified) == ((), ())
    on = later.play(ResumePlay())
    assert (on.clock, on.turn_ends, on.in_turn) == (3_620, 3_650, ("ana",))


@pytest.mark.clause("D7 5.7", "D7 5.1")
def test_D7_5_7_T35_nothing_is_wagered_dealt_or_decided_while_the_game_is_held() -> None:
    held = Refusal(HELD, "paused", "The tournament director has paused the game.")
    betting = session().play(PausePlay("fire alarm"))
    assert betting.refuses(Wager("ana", box(1), 5_00)) == held
    assert betting.awaits == (Awaited("go on with the game", Role.TOURNAMENT_DIRECTOR, HELD),)
    dealing = called(session()).play(PausePlay("fire alarm"))
    assert dealing.chance() == {}
    assert dealing.play(ResumePlay()).chance() == called(session()).chance()
    assert {offer.kind for offer in dealing.legal} <= {
        *(Attendance, Clock, Disqualify, LeaveTable, ResumePlay, Reinstate, ConsentToLeave, TakeSeat)
    }
    for act in (LeaveTable("ana", emergency=True), Disqualify("ana", "took advice", "x"), ConsentToLeave("ana")):
        assert betting.refuses(act) is None
    assert betting.play(Attendance(present=False)).refuses(ResumePlay()) == Refusal(
        Cite("D7 5.1"), "no_director", "The tournament director must be present."
    )


@pytest.mark.clause("D7 5.7")
def test_D7_5_7_T35_why_the_game_is_not_held_or_goes_on() -> None:
    early = seated().play(Attendance(True))
    assert early.refuses(PausePlay("x")) == Refusal(Cite("D7 5.8(a)"), "not_begun", "The session has not begun.")
    table = session()
    for reason in ("", None, 5, "a\nb"):
        refusal = table.refuses(PausePlay(reason))  # type: ignore[arg-type]
        assert refusal == Refusal(HELD, "no_reason", "Give the reason for the pause."), reason
    assert table.refuses(ResumePlay()) == Refusal(HELD, "not_paused", "The game is not paused.")
    assert offered(table, PausePlay) == [Offer(PausePlay, Role.TOURNAMENT_DIRECTOR, {"reason": Words()})]
    paused = table.play(PausePlay("x"))
    assert paused.refuses(PausePlay("x")) == Refusal(HELD, "paused", "The tournament director has paused the game.")
    assert offered(paused, ResumePlay) == [Offer(ResumePlay, Role.TOURNAMENT_DIRECTOR, {})]
