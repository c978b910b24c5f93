"""The final: winner, runner-up, lower places and prizes, with every play-off and whoever drops out (6.8 to 6.11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.games.tournament.acts import (
    BreakOff,
    CancelTournament,
    Contribute,
    DeclineIssue,
    DrawSeat,
    IssueAgain,
    PayPrizes,
    ReportSession,
    SetTables,
    WithdrawEntry,
)
from croupier.games.tournament.conditions import Issue, Prize
from croupier.games.tournament.game import Tournament
from croupier.games.tournament.planning.prizes import Award
from croupier.games.tournament.progress.placing import Placing
from croupier.games.tournament.state import (
    FINAL,
    Contest,
    IssueAnswer,
    Phase,
    PlaceTaken,
    Seat,
    SeatDraw,
    Session,
    Status,
)
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import Cite
from tests.support.rules.whole_tournaments import (
    CHIPS,
    FEE,
    NAMES,
    changed,
    counted,
    drawn,
    field,
    is_balanced,
    line_up,
    next_stage,
    offered,
    out,
    paid,
    places,
    played,
    playing,
    prizes,
    refunds,
    report,
    seated,
    started,
    tally,
)

GO = pytest.mark.parametrize("go", [out, WithdrawEntry])
Go = Callable[[str], Any]


def tied_for(state: Tournament) -> tuple[str, tuple[str, ...]]:
    (contest,) = state.contests
    return contest.purpose, contest.tied


def is_over(state: Tournament, fees: int) -> bool:
    return state.phase is Phase.OVER and is_balanced(state, fees)


# Winner and places (6.8)


@pytest.mark.clause("D7 6.8", "D7 3.4", "D7 6.4")
def test_D7_6_8_the_most_chips_win_and_the_others_follow() -> None:
    before = playing(5)
    final = report(before, "ana 700, ben 900, cat 0@3, dan 800, eve 100")
    state = before.play(final, PayPrizes())
    assert (state.phase, state.awaits, state.draws, state.returned) == (Phase.OVER, (), (), ())
    assert state.placings == (
        Placing(1, ("ben",), Cite("D7 6.8"), "ben 900: the most of 5 in the final"),
        Placing(2, ("dan",), Cite("D7 6.8"), "dan 800: next after ben in the final"),
        Placing(3, ("ana",), Cite("D7 6.10(c)", "T25"), "ana 700 in the final: place 3"),
        Placing(4, ("eve",), Cite("D7 6.10(c)", "T25"), "eve 100 in the final: place 4"),
        Placing(5, ("cat",), Cite("D7 6.10(c)", "T25"), "cat 0 in the final: place 5"),
    )
    assert state.awards == (
        Award("ben", 1, 150_00, "", Cite("D7 3.4"), "prize 1: 150 for 60 of 100 parts of 250"),
        Award("dan", 2, 75_00, "", Cite("D7 3.4"), "prize 2: 75 for 30 of 100 parts of 250"),
        Award("ana", 3, 25_00, "", Cite("D7 3.4"), "prize 3: 25 for 10 of 100 parts of 250"),
    )
    assert is_over(state, 5 * FEE)
    (contest,) = state.contests
    assert (contest.decided, contest.final, contest.sessions) == (True, final.tally, ())
    for placing in state.placings:
        entry = state.entry_here(placing.players[0])
        assert (entry.status, entry.rule, entry.working) == (Status.PLACED, placing.rule, placing.working)
    assert state.contributed == 0


@pytest.mark.clause("D7 6.8")
def test_D7_6_8_only_those_of_the_final_are_placed() -> None:
    state = next_stage(counted(playing(8), "ana 900, ben 800", "eve 700, fay 600"))
    over = counted(state, "ana 10, ben 20, eve 30, fay 40")
    assert places(over) == ["1 fay", "2 eve", "3 ben", "4 ana"]
    assert over.entry_here("cat").status is Status.OUT
    assert prizes(over) == {"fay": 240_00, "eve": 120_00, "ben": 40_00}
    assert is_over(over, 8 * FEE)


# Play-offs for winner and runner-up (6.9)


@pytest.mark.clause("D7 6.9", "D7 1.0 Play-Off")
def test_D7_6_9_who_ties_for_the_win_plays_off() -> None:
    before = playing(5)
    final = report(before, "ana 900, ben 900, cat 800, dan 900, eve 100")
    state = before.play(final)
    assert state.phase is Phase.PLAY
    contest = Contest(FINAL, 1, (2,), "winner", ("ana", "ben", "dan"), final=final.tally, play_offs=((2,),))
    assert state.contests == (contest,)
    assert state.sessions[1] == Session(2, 1, ("", "", ""), CHIPS, play_off=True)
    assert state.draws == (SeatDraw(("ana", "ben", "dan"), tuple(Seat(2, box) for box in (1, 2, 3))),)
    over = played(state, "ana 50, ben 60, dan 70")
    assert places(over) == ["1 dan", "2 ben", "3 ana", "4 cat", "5 eve"]
    assert over.placings[0].rule == over.placings[1].rule == Cite("D7 6.9")
    assert over.placings[2] == Placing(
        3, ("ana",), Cite("D7 6.10(b)", "T25"), "ana 50 in the play-off for winner: place 3"
    )
    assert over.placings[3].rule == Cite("D7 6.10(c)", "T25")
    assert is_over(over, 5 * FEE)
    (contest,) = over.contests
    assert contest.winner == (over.session_here(2).tally,)


@pytest.mark.clause("D7 6.9", "D7 1.0 Play-Off")
def test_D7_6_9_the_play_off_is_repeated_until_there_is_a_winner() -> None:
    state = counted(playing(4), "ana 900, ben 900, cat 900, dan 10")
    state = played(state, "ana 50, ben 50, cat 50")
    assert (tied_for(state), state.last_session) == (("winner", ("ana", "ben", "cat")), 3)
    state = played(state, "ana 50, ben 50, cat 40")
    assert (tied_for(state), state.last_session) == (("winner", ("ana", "ben")), 4)
    over = played(state, "ana 0@3, ben 5")
    assert places(over) == ["1 ben", "2 ana", "3 cat", "4 dan"]
    (contest,) = over.contests
    assert len(contest.winner) == 3
    assert is_over(over, 4 * FEE)


@pytest.mark.clause("D7 6.9")
def test_D7_6_9_a_play_off_that_does_not_establish_the_runner_up_is_followed_by_another() -> None:
    state = counted(playing(5), "ana 900, ben 900, cat 900, dan 900, eve 10")
    state = played(state, "ana 50, ben 40, cat 40, dan 30")
    assert tied_for(state) == ("runner-up", ("ben", "cat"))
    tied = played(state, "ben 70, cat 70")
    assert (tied_for(tied), tied.last_session) == (("runner-up", ("ben", "cat")), 4)
    over = played(tied, "ben 60, cat 70")
    assert places(over) == ["1 ana", "2 cat", "3 ben", "4 dan", "5 eve"]
    (contest,) = over.contests
    assert (len(contest.winner), len(contest.runner_up)) == (1, 2)
    assert over.placings[2].rule == Cite("D7 6.10(a)", "T25")
    assert over.placings[3].rule == Cite("D7 6.10(b)", "T25")
    assert is_over(over, 5 * FEE)


@pytest.mark.clause("D7 6.9", "D7 1.0 Play-Off")
def test_D7_6_9_a_tie_for_runner_up_behind_a_sole_winner_is_played_off() -> None:
    state = counted(playing(4), "ana 900, ben 800, cat 800, dan 10")
    assert tied_for(state) == ("runner-up", ("ben", "cat"))
    over = played(state, "ben 10, cat 20")
    assert places(over) == ["1 ana", "2 cat", "3 ben", "4 dan"]
    assert over.placings[1].rule == Cite("D7 6.9", "T12")
    assert is_over(over, 4 * FEE)


@pytest.mark.clause("D7 6.9", "D7 6.8")
def test_D7_6_9_without_a_prize_for_second_there_is_no_play_off_for_it() -> None:
    over = counted(playing(4, prizes=(Prize(share=1),)), "ana 900, ben 800, cat 800, dan 10")
    assert (over.phase, places(over), prizes(over)) == (Phase.OVER, ["1 ana", "2 ben cat", "4 dan"], {"ana": 4 * FEE})
    tied = counted(playing(4, prizes=(Prize(share=1),)), "ana 900, ben 900, cat 900, dan 10")
    assert places(played(tied, "ana 900, ben 800, cat 800")) == ["1 ana", "2 ben cat", "4 dan"]


# Lower places and shared prizes (6.10, 6.11)


@pytest.mark.clause("D7 6.11(a)", "D7 6.10(c)")
def test_D7_6_11_a_two_who_tie_for_third_share_it_with_the_next_prize() -> None:
    four = (Prize(share=50), Prize(share=30), Prize(share=15), Prize(share=5))
    over = counted(playing(5, prizes=four), "ana 900, ben 800, cat 700, dan 700, eve 10")
    assert places(over) == ["1 ana", "2 ben", "3 cat dan", "5 eve"]
    assert prizes(over) == {"ana": 125_00, "ben": 75_00, "cat": 25_00, "dan": 25_00}
    assert [line.rule for line in over.awards[2:]] == [Cite("D7 6.11(a)", "T13")] * 2
    assert is_over(over, 5 * FEE)


@pytest.mark.clause("D7 6.11(b)", "D7 3.4")
def test_D7_6_11_b_three_share_and_odd_cents_are_the_operators() -> None:
    over = counted(playing(5), "ana 900, ben 800, cat 700, dan 700, eve 700")
    assert places(over) == ["1 ana", "2 ben", "3 cat dan eve"]
    assert prizes(over) == {"ana": 150_00, "ben": 75_00, "cat": 8_34, "dan": 8_34, "eve": 8_34}
    assert over.contributed == 2
    assert over.awards[2].rule == Cite("D7 6.11(b)", "T13")
    assert is_over(over, 5 * FEE)


@pytest.mark.clause("D7 6.10(a)", "D7 6.10(b)", "D7 6.10(c)")
def test_D7_6_10_lower_places_go_by_the_runner_ups_play_off_then_the_winners_then_the_final() -> None:
    state = counted(playing(7), "ana 900, ben 900, cat 900, dan 900, eve 900, fay 30, gil 20")
    state = played(state, "ana 80, ben 70, cat 70, dan 70, eve 60")
    over = played(state, "ben 30, cat 20, dan 10")
    assert places(over) == ["1 ana", "2 ben", "3 cat", "4 dan", "5 eve", "6 fay", "7 gil"]
    assert [placing.rule.clause for placing in over.placings] == [
        "D7 6.9",
        "D7 6.9",
        "D7 6.10(a)",
        "D7 6.10(a)",
        "D7 6.10(b)",
        "D7 6.10(c)",
        "D7 6.10(c)",
    ]
    assert is_over(over, 7 * FEE)


@pytest.mark.clause("D7 3.4", "D7 3.2(h)")
def test_D7_3_4_listed_sums_and_goods_are_owed_whatever_came_in() -> None:
    listed = (Prize(amount=500_00, goods="Cup"), Prize(amount=100_00), Prize(goods="Pen", value=3_00))
    over = counted(playing(4, prizes=listed), "ana 900, ben 800, cat 700, dan 600")
    assert prizes(over) == {"ana": 500_00, "ben": 100_00, "cat": 0}
    assert [line.goods for line in over.awards] == ["Cup", "", "Pen"]
    assert (over.contributed, over.returned) == (400_00, ())
    shared = counted(playing(4, prizes=listed), "ana 900, ben 800, cat 700, dan 700")
    assert prizes(shared) == {"ana": 500_00, "ben": 100_00, "cat": 1_50, "dan": 1_50}
    assert (shared.contributed, shared.returned) == (403_00, ("Pen",))
    assert is_over(shared, 4 * FEE)


@pytest.mark.clause("D7 3.4", "D7 6.8")
def test_D7_3_4_prizes_that_nobody_can_take_go_to_the_winners() -> None:
    state = counted(playing(8), "ana 900, ben 800", "eve 700, fay 600").play(Contribute(1))
    over = counted(next_stage(state.play(out("ana"), out("ben"))), "eve 9, fay 8")
    assert places(over) == ["1 eve", "2 fay"]
    assert sum(prizes(over).values()) >= 8 * FEE + 1
    assert is_over(over, 8 * FEE)


# A new issue in the final (4.8)


@pytest.mark.clause("D7 4.8(a)", "D7 4.8(b)", "D7 6.9")
def test_D7_4_8_a_new_issue_in_the_final_is_a_play_off_for_winner() -> None:
    before = playing(5)
    final = report(before, "ana 3@9, ben 2@9, cat 0@9, dan 0@9, eve 0@4")
    state = before.play(final)
    assert state.contests[0].reissue == NAMES[:4]
    issued = state.play(IssueAgain(1, 500_00))
    contest = Contest(FINAL, 1, (2,), "winner", NAMES[:4], issued=500_00, final=final.tally, play_offs=((2,),))
    assert issued.contests == (replace(contest, answers=(IssueAnswer(1, 500_00),)),)
    assert issued.session_here(2).chips == 500_00
    over = played(issued, "dan 9, cat 8, ben 7, ana 6")
    assert places(over) == ["1 dan", "2 cat", "3 ben", "4 ana", "5 eve"]
    assert is_over(over, 5 * FEE)
    declined = paid(state.play(DeclineIssue(1)))
    assert (declined.phase, places(declined)) == (Phase.OVER, ["1 ana", "2 ben", "3 cat dan eve"])
    assert is_over(declined, 5 * FEE)


@pytest.mark.clause("D7 4.8(a)", "D7 6.9")
def test_D7_4_8_without_a_new_issue_a_tie_at_nothing_is_played_off() -> None:
    state = counted(playing(4), "ana 0@9, ben 0@9, cat 0@9, dan 0@2").play(DeclineIssue(1))
    assert tied_for(state) == ("winner", NAMES[:3])
    assert state.session_here(2).chips == CHIPS


@GO
@pytest.mark.clause("D7 4.8(a)", "D7 3.3(b)(i)")
def test_D7_4_8_in_the_final_who_drops_out_while_the_operator_is_asked(go: Go) -> None:
    state = counted(playing(4), "ana 3@9, ben 2@9, cat 0@9, dan 0@9").play(go("ana"))
    assert state.contests[0].reissue == ("ben", "cat", "dan")
    two = state.play(go("ben"))
    assert two.contests[0].reissue == ("cat", "dan")
    over = paid(two.play(go("cat")))
    assert places(over) == ["1 dan"]
    assert is_over(over, 4 * FEE)


@GO
@pytest.mark.clause("D7 4.8(a)", "D7 3.3(b)(i)", "D7 6.9")
def test_D7_4_8_in_the_final_a_new_issue_is_not_undone(go: Go) -> None:
    """New chips were issued to four, who play off: three do when one is gone, whatever they held before."""
    state = counted(playing(4), "ana 3@9, ben 2@9, cat 0@9, dan 0@9").play(IssueAgain(1, 500_00))
    for made in (state, state.play(DrawSeat("ben")), drawn(state)):
        fewer = made.play(go("dan"))
        assert (fewer.phase, fewer.draws[0].pool) == (Phase.PLAY, ("ana", "ben", "cat"))
        assert fewer.session_here(fewer.last_session).chips == 500_00


@pytest.mark.clause("D7 6.10(b)", "D7 4.8(a)", "D7 6.9")
def test_D7_6_10_b_T25_after_a_new_issue_inside_a_play_off_its_later_session_ranks_those_in_it() -> None:
    """Four tie for winner and all fall in one round of their play-off. What they kept there, ana most and dan nothing,
    counts for nothing once the new chips are played: but ana and ben tie again, and there ana had more.
    """
    tied = counted(playing(5), "ana 900, ben 900, cat 900, dan 900, eve 800")
    asked = played(tied, "ana 4@9, ben 3@9, cat 1@9, dan 0@9")
    assert asked.contests[0].reissue == NAMES[:4]
    issued = asked.play(IssueAgain(2, 500_00))
    over = played(issued, "dan 900, cat 800, ana 500, ben 500")
    assert places(over) == ["1 dan", "2 cat", "3 ana", "4 ben", "5 eve"]
    assert [placing.rule.clause for placing in over.placings] == [
        *("D7 6.9", "D7 6.9", "D7 6.10(b)", "D7 6.10(b)", "D7 6.10(c)")
    ]
    assert "session 2 of the play-off for winner" in over.placings[2].working
    turned = played(issued, "cat 900, dan 800, ben 600, ana 500")
    assert places(turned) == ["1 cat", "2 dan", "3 ben", "4 ana", "5 eve"]
    assert is_over(over, 5 * FEE)
    assert is_over(turned, 5 * FEE)


# Somebody drops out of the final


@GO
@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.9")
def test_D7_6_9_a_pending_play_off_for_winner_loses_one(go: Go) -> None:
    tied = counted(playing(5), "ana 900, ben 900, cat 900, dan 800, eve 10")
    for state in (tied, tied.play(DrawSeat("cat")), drawn(tied)):
        fewer = state.play(go("ana"))
        assert tied_for(fewer) == ("winner", ("ben", "cat"))
        assert [session.number for session in fewer.sessions] == [1, 3]
        assert fewer.draws == (SeatDraw(("ben", "cat"), (Seat(3, 1), Seat(3, 2))),)
        over = paid(fewer.play(go("ben")))
        assert places(over) == ["1 cat", "2 dan", "3 eve"]
        assert (over.draws, over.contests[0].decided, over.contests[0].tied) == ((), True, ())
        assert is_over(over, 5 * FEE)


@GO
@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.9")
def test_D7_6_9_those_behind_move_up_when_a_play_off_falls_away(go: Go) -> None:
    """Two tie for the win, two more for what is then second: the winner is known, the runner-up is not."""
    state = counted(playing(4), "ana 900, ben 900, cat 800, dan 800")
    fewer = drawn(state).play(go("ana"))
    assert tied_for(fewer) == ("runner-up", ("cat", "dan"))
    over = played(fewer, "cat 5, dan 6")
    assert places(over) == ["1 ben", "2 dan", "3 cat"]
    assert is_over(over, 4 * FEE)


@GO
@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.9")
def test_D7_6_9_the_winner_is_gone_while_the_runner_up_is_played_off(go: Go) -> None:
    tied = drawn(counted(playing(4), "ana 900, ben 800, cat 800, dan 10"))
    state = tied.play(go("ana"))
    assert state.phase is Phase.PLAY
    over = played(state, "ben 5, cat 6")
    assert places(over) == ["1 cat", "2 ben", "3 dan"]
    assert is_over(over, 4 * FEE)


@GO
@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.9", "D7 6.8")
def test_D7_6_9_one_who_is_not_in_the_play_off_is_gone_from_the_places(go: Go) -> None:
    tied = counted(playing(5), "ana 900, ben 900, cat 800, dan 700, eve 10").play(go("cat"))
    assert tied_for(tied) == ("winner", ("ana", "ben"))
    over = played(tied, "ana 5, ben 6")
    assert places(over) == ["1 ben", "2 ana", "3 dan", "4 eve"]
    assert "cat" not in prizes(over)
    assert is_over(over, 5 * FEE)


@pytest.mark.clause("D7 3.3(b)(i)", "D7 3.6", "D7 6.8")
def test_D7_6_8_who_is_disqualified_at_the_final_table_is_not_placed() -> None:
    over = counted(playing(4), "ana 900!, ben 800, cat 700, dan 600")
    assert places(over) == ["1 ben", "2 cat", "3 dan"]
    assert refunds(over) == {}
    assert over.entry_here("ana").status is Status.DISQUALIFIED
    assert is_over(over, 4 * FEE)
    alone = counted(playing(4), "ana 900!, ben 1, cat 700!, dan 600!")
    assert (places(alone), prizes(alone)) == (["1 ben"], {"ben": 4 * FEE})
    assert is_over(alone, 4 * FEE)


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.9")
def test_D7_6_9_who_is_disqualified_in_the_play_off_is_out_of_the_final_too() -> None:
    state = counted(playing(4), "ana 900, ben 900, cat 800, dan 600")
    over = played(state, "ana 500!, ben 1")
    assert places(over) == ["1 ben", "2 cat", "3 dan"]
    both = played(state, "ana 500!, ben 1!")
    assert places(both) == ["1 cat", "2 dan"]
    assert is_over(both, 4 * FEE)


@GO
@pytest.mark.clause("D7 3.3(b)(ii)", "D7 5.4", "D7 6.8")
def test_D7_5_4_the_final_is_set_anew_for_those_who_came(go: Go) -> None:
    state = counted(playing(8), "ana 900, ben 800", "eve 700, fay 600").play(SetTables((4,)))
    for made in (state, state.play(DrawSeat("ben")), drawn(state)):
        fewer = next_stage(made.play(go("ana")))
        assert (fewer.stage, fewer.is_final, line_up(fewer)) == (2, True, {4: ("ben", "eve", "fay")})
        over = counted(fewer, "ben 10, eve 20, fay 30")
        assert places(over) == ["1 fay", "2 eve", "3 ben"]
        assert is_over(over, 8 * FEE)


@pytest.mark.clause("D7 3.5(b)", "D7 6.8")
def test_D7_3_5_b_when_all_are_gone_before_the_play_off_the_rest_move_up_or_it_is_off() -> None:
    state = counted(playing(4), "ana 900, ben 900, cat 900, dan 900")
    over = state.play(out("ana"), out("ben"), WithdrawEntry("cat"))
    assert places(over) == ["1 dan"]
    assert over.refuses(WithdrawEntry("dan")) is not None
    off = played(state, "ana 1!, ben 1!, cat 1!, dan 1!")
    assert (off.phase, off.reason, off.contests, off.sessions) == (Phase.OFF, "no player is left", (), ())


@pytest.mark.clause("D7 6.12(b)", "D7 6.9")
def test_D7_6_12_b_chips_are_bought_anew_for_every_play_off() -> None:
    state = drawn(counted(playing(4, issue=Issue.SOLD), "ana 900, ben 900, cat 800, dan 10"))
    assert [state.price_for(name) for name in NAMES[:4]] == [CHIPS, CHIPS, None, None]
    over = played(state, "ana 1100, ben 0@3")
    ana, ben = over.entry_here("ana"), over.entry_here("ben")
    assert [(each.chip_money, each.holding) for each in (ana, ben)] == [(2_000_00, 2_000_00), (2_000_00, 900_00)]
    assert is_over(over, 4 * FEE)
    assert {offer.kind.__name__ for offer in over.legal} == {"SetTime", "Attendance", "Redeem"}


@pytest.mark.clause("D7 6.8", "D7 6.4")
def test_D7_6_8_when_it_is_over_nothing_is_left_to_do() -> None:
    over = counted(playing(4), "ana 900, ben 800, cat 700, dan 600")
    assert {offer.kind.__name__ for offer in over.legal} == {"SetTime", "Attendance"}
    assert not [offer for offer in over.legal if offer.kind is WithdrawEntry]
    assert not offered(over, SetTables)
    assert changed(over, over) == {}


# Money, whatever happens


@pytest.mark.clause("D7 3.4", "D7 3.5", "D7 3.6", "D7 6.11(a)", "D7 6.11(b)")
@given(st.data())
def test_D7_3_4_every_cent_goes_to_a_winner_or_back(data: st.DataObject) -> None:
    """Random tallies with many ties and random drop-outs: it always comes to an end, and the money adds up."""
    count = data.draw(st.integers(4, 12))
    state = field(count, nil_by_round=data.draw(st.booleans())).play(Contribute(data.draw(st.integers(1, 999))))
    for _ in range(60):
        if state.phase in (Phase.OVER, Phase.OFF):
            break
        state = one_step(state, data)
    else:
        state = settled(state)
    assert state.phase in (Phase.OVER, Phase.OFF)
    held = sum(entry.paid for entry in state.entries)
    if state.phase is Phase.OVER:
        assert is_balanced(state, count * FEE)
        assert sum(prizes(state).values()) == held + state.contributed
    else:
        kept = {entry.status for entry in state.entries if entry.paid}
        assert kept <= {Status.DISQUALIFIED}


def one_step(state: Tournament, data: st.DataObject) -> Tournament:
    if state.awaits_tables:
        return next_tables(state)
    if data.draw(st.integers(0, 9)) == 0:
        goers = [name for name in state.players if state.refuses(out(name)) is None]
        if goers:
            name = data.draw(st.sampled_from(goers))
            goes = out(name), WithdrawEntry(name)
            return state.play(data.draw(st.sampled_from([act for act in goes if state.refuses(act) is None])))
    if state.phase is Phase.DECIDED:
        return paid(state)
    asked = [contest for contest in state.contests if contest.reissue]
    if asked:
        number = asked[0].sessions[0]
        return state.play(data.draw(st.sampled_from([IssueAgain(number, 500_00), DeclineIssue(number)])))
    if state.draws:
        return state.play(DrawSeat(data.draw(st.sampled_from(state.draws[0].pool))))
    waiting = [session.number for session in state.sessions if session.is_waiting]
    if waiting:
        return started(state, data.draw(st.sampled_from(waiting)))
    session = next(each for each in state.sessions if each.begun and each.tally is None)
    held = [data.draw(st.sampled_from([0, 3, 10, 20, 30])) for _ in session.seats]
    text = ", ".join(
        f"{name} {chips}{'@9' if chips < 5 else ''}" for name, chips in zip(session.seats, held, strict=True)
    )
    return counted(state, text)


def next_tables(state: Tournament) -> Tournament:
    options = offered(state, SetTables)
    if options:
        return state.play(options[0].act())
    act = CancelTournament("too few")
    return state.play(act if state.refuses(act) is None else BreakOff("too few"))


def settled(state: Tournament) -> Tournament:
    """The rest without any tie."""
    while state.phase is Phase.PLAY or state.phase is Phase.ENTRY:
        if state.awaits_tables:
            state = next_tables(state)
            continue
        for contest in state.contests:
            if contest.reissue:
                state = state.play(DeclineIssue(contest.sessions[0]))
                break
        else:
            state = started(state)
            session = next(each for each in state.sessions if each.begun and each.tally is None)
            counts = tuple(Count(name, 100_00 + 50 * number) for number, name in enumerate(session.seats))
            whole = state.duration_of(session.number).count
            state = state.play(ReportSession(session.number, Tally(whole, 5_00, counts)))
    return paid(state)


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_the_helpers_count_as_they_say() -> None:
    assert tally(("ana", "ben"), "ana 5@2").counts == (Count("ana", 5_00, 2), Count("ben", 10_00))
    assert seated(4).sessions[0].seats == NAMES[:4]


@pytest.mark.clause("D7 6.8", "D7 6.11(a)", "D7 3.4")
def test_D7_6_8_every_place_is_settled_with_its_money() -> None:
    before = playing(5)
    assert (before.has_settled, before.settled) == (False, ())
    over = counted(before, "ana 900, ben 800, cat 700, dan 700, eve 10")
    assert over.has_settled is True
    assert over.settled == (
        PlaceTaken(1, "ana", 150_00, Cite("D7 6.8")),
        PlaceTaken(2, "ben", 75_00, Cite("D7 6.8")),
        PlaceTaken(3, "cat", 12_50, Cite("D7 6.11(a)", "T26")),
        PlaceTaken(3, "dan", 12_50, Cite("D7 6.11(a)", "T26")),
        PlaceTaken(5, "eve", 0, Cite("D7 6.10(c)", "T25")),
    )
    assert (over.origin.options, over.round, over.sign) == (over.conditions, 0, None)


@pytest.mark.clause("D7 6.8", "D7 6.9", "D7 4.7")
def test_D7_6_8_at_nothing_the_conditions_may_rank_by_the_round_in_which_they_fell() -> None:
    text = "ana 900, ben 0@3, cat 0@5, dan 0@4"
    ranked = counted(playing(4, nil_by_round=True), text)
    assert places(ranked) == ["1 ana", "2 cat", "3 dan", "4 ben"]
    assert is_over(ranked, 4 * FEE)
    assert tied_for(counted(playing(4), text)) == ("runner-up", ("ben", "cat", "dan"))
