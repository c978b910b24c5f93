"""Who goes on from a stage, which play-offs that takes, and what happens when somebody drops out (6.4 to 6.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from croupier.games.offers import Choices
from croupier.games.tournament.acts import (
    BuyChips,
    DeclineIssue,
    DrawSeat,
    SetTables,
    SetTime,
    StartSession,
    WithdrawEntry,
)
from croupier.games.tournament.conditions import Issue, Stage
from croupier.games.tournament.game import Tournament
from croupier.games.tournament.progress.placing import Through
from croupier.games.tournament.session_table.table_acts import Attendance
from croupier.games.tournament.state import BEST_LOSERS, TABLE, Contest, Phase, Seat, SeatDraw, Session, Status
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import Cite
from tests.support.rules.whole_tournaments import (
    CHIPS,
    FEE,
    NAMES,
    START,
    changed,
    counted,
    drawing,
    drawn,
    field,
    is_balanced,
    line_up,
    next_stage,
    offered,
    out,
    places,
    played,
    playing,
    prizes,
    refunds,
    rounds,
    seated,
    stage,
    started,
)

ONE = {"stages": stage(advance=1)}


def through(state: Tournament, contest: int = 0) -> list[str]:
    return [each.player for each in state.contests[contest].through]


def fate(state: Tournament, player: str) -> tuple[Status, Cite | None, str]:
    entry = state.entry_here(player)
    return entry.status, entry.rule, entry.working


# Winners and those who go on


@pytest.mark.clause("D7 6.4", "D7 6.5", "D7 6.6(b)")
def test_D7_6_4_those_who_qualify_are_told_at_once() -> None:
    before = playing(8)
    state = counted(before, "ana 700, ben 800")
    assert state.contests == (
        Contest(
            TABLE,
            2,
            (1,),
            through=(
                Through("ben", Cite("D7 6.6"), "ben 800: the most of 4 at the table"),
                Through("ana", Cite("D7 6.6"), "ana 700: place 2 of 4 at the table"),
            ),
            decided=True,
        ),
        Contest(TABLE, 2, (2,)),
    )
    assert [each.player for each in state.view("hal").public.through] == ["ben", "ana"]
    assert state.players == NAMES[:8]


@pytest.mark.clause("D7 6.5", "D7 6.7")
def test_D7_6_5_the_winner_of_each_table_goes_on() -> None:
    state = counted(playing(16, 4, 4, 4, 4, **ONE), "ana 700, ben 800", "eve 5, fay 11", "ivy 900", "mia 10, ned 12")
    assert state.players == ("ben", "fay", "ivy", "ned")
    assert (state.stage, state.sessions, state.contests, state.draws) == (1, (), (), ())
    assert fate(state, "ana") == (Status.OUT, Cite("D7 6.7"), "ana 700 at the end of session 1: others go on")
    assert fate(state, "pam") == (Status.OUT, Cite("D7 6.7"), "pam 10 at the end of session 4: others go on")
    assert fate(state, "ben") == (Status.PLAYER, None, "")
    assert [entry.stage for entry in state.entries] == [1] * 16


@pytest.mark.clause("D7 6.6", "D7 6.6(b)", "D7 6.7")
@pytest.mark.parametrize(
    ("advance", "expected"), [(1, "ana eve"), (2, "ana ben eve fay"), (3, "ana ben cat eve fay gil")]
)
def test_D7_6_6_as_many_go_on_as_the_terms_say(advance: int, expected: str) -> None:
    state = counted(
        playing(8, stages=stage(advance=advance)),
        "ana 900, ben 800, cat 700, dan 600",
        "eve 90, fay 80, gil 70, hal 60",
    )
    assert state.players == tuple(expected.split())


@pytest.mark.clause("D7 6.6", "D7 6.7")
def test_D7_6_6_each_stage_has_its_terms_and_the_last_is_repeated() -> None:
    terms = (Stage(rounds(3), 3), Stage(rounds(4), 2))
    state = counted(
        playing(16, 4, 4, 4, 4, stages=terms),
        "ana 9, ben 8, cat 7, dan 6",
        "eve 9, fay 8, gil 7, hal 6",
        "ivy 9, jon 8, kim 7, leo 6",
        "mia 9, ned 8, oli 7, pam 6",
    )
    assert len(state.players) == 12
    second = next_stage(state)
    assert (second.stage, second.is_final, [len(each.seats) for each in second.sessions]) == (2, False, [6, 6])
    assert [contest.places for contest in second.contests] == [2, 2]
    assert second.duration_of(5) == rounds(4)
    last = next_stage(counted(second, "ana 900, ben 800", "ivy 900, jon 800"))
    assert (last.stage, last.is_final, last.players) == (3, True, ("ana", "ben", "ivy", "jon"))


@pytest.mark.clause("D7 6.7")
def test_D7_6_7_nobody_else_plays_in_the_next_stage() -> None:
    state = next_stage(counted(playing(8), "ana 900, ben 800", "eve 700, fay 600"))
    assert line_up(state) == {3: ("ana", "ben", "eve", "fay")}


@pytest.mark.clause("D7 6.5", "D7 6.6(b)")
def test_D7_6_5_one_who_was_disqualified_at_the_table_does_not_count() -> None:
    state = counted(playing(8), "ana 900!, ben 800, cat 700")
    assert through(state) == ["ben", "cat"]


# Play-offs


@pytest.mark.clause("D7 6.5", "D7 1.0 Play-Off", "D7 5.4")
def test_D7_6_5_a_tie_that_matters_is_played_off() -> None:
    before = playing(8, **ONE)
    state = counted(before, "ana 900, cat 900, dan 900")
    assert state.sessions[2] == Session(3, 1, ("", "", ""), CHIPS, play_off=True)
    assert state.draws == (SeatDraw(("ana", "cat", "dan"), tuple(Seat(3, box) for box in (1, 2, 3))),)
    assert state.contests[0] == Contest(TABLE, 1, (3,), "going on", ("ana", "cat", "dan"), play_offs=((3,),))
    assert state.last_session == 3
    done = played(state, "cat 500, dan 400")
    assert done.contests[0].through == (Through("cat", Cite("D7 6.5", "T24"), "cat 500: the most of 3 at the table"),)
    after = counted(done, "eve 900")
    assert after.players == ("cat", "eve")
    assert fate(after, "dan") == (Status.OUT, Cite("D7 6.7"), "dan 400 at the end of play-off 3: others go on")
    assert fate(after, "ben") == (Status.OUT, Cite("D7 6.7"), "ben 10 at the end of session 1: others go on")


@pytest.mark.clause("D7 1.0 Play-Off", "D7 6.5")
def test_D7_1_0_Play_Off_a_tie_that_does_not_matter_is_not_played_off() -> None:
    assert through(counted(playing(8), "ana 900, ben 900, cat 800, dan 800")) == ["ana", "ben"]
    assert counted(playing(8), "ana 900, ben 800, cat 700, dan 700").contests[0].decided is True
    assert counted(playing(8), "ana 900, ben 900").last_session == 2


@pytest.mark.clause("D7 6.5", "D7 6.6", "D7 1.0 Play-Off")
def test_D7_6_5_some_are_through_and_the_others_play_off_for_the_rest() -> None:
    state = counted(playing(8), "ana 900, ben 800, cat 800, dan 800")
    assert through(state) == ["ana"]
    assert (state.contests[0].tied, state.contests[0].places) == (("ben", "cat", "dan"), 1)
    done = played(state, "dan 500, ben 400")
    assert through(done) == ["ana", "dan"]
    assert done.contests[0].decided is True


@pytest.mark.clause("D7 6.5", "D7 1.0 Play-Off")
def test_D7_6_5_several_tied_for_several_places_play_off_once() -> None:
    state = played(counted(playing(8), "ana 900, ben 900, cat 900, dan 900"), "ana 100, ben 200, cat 300, dan 50")
    assert through(state) == ["cat", "ben"]


@pytest.mark.clause("D7 6.5", "D7 1.0 Play-Off")
def test_D7_1_0_Play_Off_it_is_repeated_while_they_stay_tied() -> None:
    state = counted(playing(8, **ONE), "ana 900, ben 900, cat 900", "eve 900")
    for number in (3, 4, 5):
        assert (state.last_session, state.contests[0].tied) == (number, ("ana", "ben", "cat"))
        assert state.session_here(number).chips == CHIPS
        state = played(state, "ana 300, ben 300, cat 300")
    state = played(state, "ana 200, ben 300, cat 300")
    assert (state.last_session, state.contests[0].tied) == (7, ("ben", "cat"))
    state = played(state, "ben 0@3, cat 10")
    assert state.players == ("cat", "eve")


@pytest.mark.clause("D7 6.5", "D7 6.6")
def test_D7_6_5_in_a_repeated_play_off_only_the_last_place_is_open() -> None:
    state = counted(playing(8), "ana 900, ben 900, cat 900, dan 900")
    state = played(state, "ana 500, ben 400, cat 400, dan 300")
    assert through(state) == ["ana"]
    assert (state.contests[0].tied, state.contests[0].places) == (("ben", "cat"), 1)
    assert through(played(state, "cat 11, ben 10")) == ["ana", "cat"]


@pytest.mark.clause("D7 6.5", "D7 4.7")
def test_D7_6_5_at_nothing_those_who_lasted_to_the_last_round_tie() -> None:
    state = counted(playing(8, **ONE), "ana 0@9, ben 0@9, cat 0@3, dan 0@8")
    assert state.contests[0].reissue == ("ana", "ben")
    later = counted(playing(8, **ONE), "ana 0@9, ben 0@9!, cat 0@3, dan 0@8")
    assert through(later) == ["ana"]  # ben was disqualified in the last round
    lower = counted(playing(8), "ana 500, ben 0@9, cat 0@3, dan 0@8")
    assert lower.contests[0].tied == ("ben", "cat", "dan")
    ranked = counted(playing(8, nil_by_round=True), "ana 500, ben 0@9, cat 0@3, dan 0@8")
    assert through(ranked) == ["ana", "ben"]


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.5")
def test_D7_3_3_b_T21_who_had_won_a_place_leaves_it_to_the_play_off() -> None:
    state = started(counted(playing(8), "ana 700, ben 500, cat 500, dan 500"))
    assert (state.contests[0].places, through(state)) == (1, ["ana"])
    state = state.play(out("ana"))
    assert (state.contests[0].places, through(state)) == (2, [])
    assert through(counted(state, "ben 300, cat 200, dan 100")) == ["ben", "cat"]


# Best losers (6.6, ruling T16)


@pytest.mark.clause("D7 6.6", "D7 6.6(b)", "D7 6.7")
def test_D7_6_6_the_best_losers_of_all_tables_go_on() -> None:
    state = counted(
        playing(8, stages=stage(advance=1, best_losers=2)), "ana 900, ben 800, cat 300", "eve 700, fay 500, gil 600"
    )
    assert state.players == ("ana", "ben", "eve", "gil")
    assert fate(state, "fay") == (Status.OUT, Cite("D7 6.7"), "fay 500 at the end of session 2: others go on")


@pytest.mark.clause("D7 6.6")
def test_D7_6_6_best_losers_are_found_when_every_table_is_decided() -> None:
    terms = {"stages": stage(advance=1, best_losers=1)}
    first = counted(playing(8, **terms), "ana 900, ben 800")
    assert [contest.kind for contest in first.contests] == [TABLE, TABLE]
    open_table = counted(first, "eve 700, fay 700")
    assert [contest.kind for contest in open_table.contests] == [TABLE, TABLE]
    done = played(open_table, "eve 50, fay 10")
    assert done.players == ("ana", "ben", "eve")


@pytest.mark.clause("D7 6.6", "D7 6.5", "D7 1.0 Play-Off")
def test_D7_6_6_best_losers_who_tie_play_off_between_tables() -> None:
    state = counted(
        playing(8, stages=stage(advance=1, best_losers=1)), "ana 900, ben 600, cat 600", "eve 700, fay 600, gil 100"
    )
    contest = Contest(BEST_LOSERS, 1, (3,), "going on", ("ben", "cat", "fay"), play_offs=((3,),))
    assert state.contests[2] == contest
    assert state.session_here(3) == Session(3, 1, ("", "", ""), CHIPS, play_off=True)
    assert played(state, "fay 20, ben 11").players == ("ana", "eve", "fay")


@pytest.mark.clause("D7 6.6", "D7 6.5")
def test_D7_6_6_some_best_losers_are_through_and_others_play_off() -> None:
    state = counted(
        playing(8, stages=stage(advance=1, best_losers=2)), "ana 900, ben 650, cat 600", "eve 700, fay 600, gil 100"
    )
    assert state.contests[2].through == (Through("ben", Cite("D7 6.6", "T16"), "ben 650: the most of 6 in question"),)
    assert (state.contests[2].tied, state.contests[2].places) == (("cat", "fay"), 1)
    assert played(state, "cat 5, fay 3").players == ("ana", "ben", "cat", "eve")


@pytest.mark.clause("D7 6.6", "D7 6.5")
def test_D7_6_6_chips_of_a_play_off_do_not_make_a_best_loser() -> None:
    """Who lost the play-off for a table counts with the chips of the session itself."""
    state = counted(playing(8, stages=stage(advance=1, best_losers=1)), "ana 500, ben 500", "eve 700, fay 600")
    state = played(state, "ana 2000, ben 1900")
    assert state.players == ("ana", "eve", "fay")


@pytest.mark.clause("D7 5.4", "D7 1.0 Play-Off", "D7 6.6")
def test_D7_1_0_Play_Off_more_than_7_who_tie_play_off_at_several_tables() -> None:
    state = counted(playing(12, 6, 6, stages=stage(advance=1, best_losers=1)), "ana 900, ben 600", "gil 900, hal 600")
    assert state.contests[2].tied == ("ben", "hal")
    state = counted(playing(12, 6, 6, stages=stage(advance=1, best_losers=1)), "ana 900", "gil 900")
    assert len(state.contests[2].tied) == 10
    assert state.contests[2].sessions == (3, 4)
    assert [session.seats for session in state.sessions[2:]] == [("",) * 5] * 2
    assert {session.play_off for session in state.sessions[2:]} == {True}
    (draw,) = state.draws
    assert len(draw.pool) == len(draw.seats) == 10
    state = started(state)
    assert line_up(state) == {3: ("ben", "cat", "dan", "eve", "fay"), 4: ("hal", "ivy", "jon", "kim", "leo")}
    half = counted(state, "ben 500, cat 400")
    assert half.contests[2].decided is False
    assert counted(half, "hal 450").players == ("ana", "ben", "gil")
    assert counted(half, "hal 550").players == ("ana", "gil", "hal")
    tied = counted(half, "hal 500")
    assert (tied.contests[2].tied, tied.contests[2].sessions) == (("ben", "hal"), (5,))
    again = played(tied, "hal 11, ben 10")
    assert again.players == ("ana", "gil", "hal")


@pytest.mark.clause("D7 6.6")
def test_D7_6_6_no_more_best_losers_than_there_are() -> None:
    state = started(seated(8, stages=stage(advance=3, best_losers=1)), 1)
    state = state.play(out("eve"), out("fay"), out("gil"))
    state = counted(state, "ana 900, ben 800, cat 700, dan 600!")
    assert state.players == ("ana", "ben", "cat", "hal")


# Somebody drops out: while others play, tied, in a play-off that waits, after going on


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.5")
@pytest.mark.parametrize("go", [out, WithdrawEntry])
def test_D7_3_3_b_a_pending_play_off_is_set_up_anew_without_who_is_gone(go: Callable[[str], Any]) -> None:
    tied = counted(playing(8, **ONE), "ana 900, cat 900, dan 900")
    for state in (tied, tied.play(DrawSeat("cat")), drawn(tied)):
        fewer = state.play(go("cat"))
        assert fewer.sessions[2] == Session(4, 1, ("", ""), CHIPS, play_off=True)
        assert fewer.draws == (SeatDraw(("ana", "dan"), (Seat(4, 1), Seat(4, 2))),)
        assert fewer.contests[0] == Contest(TABLE, 1, (4,), "going on", ("ana", "dan"), play_offs=((4,),))
        assert len(fewer.sessions) == 3
        alone = fewer.play(go("dan"))
        assert alone.contests[0].through == (
            Through("ana", Cite("D7 6.5", "T21"), "ana: 1 to go on, and no more are left in the play-off"),
        )
        assert (alone.contests[0].decided, len(alone.sessions), alone.draws) == (True, 2, ())
        done = counted(alone, "eve 900")
        assert done.players == ("ana", "eve")


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.12(b)")
def test_D7_6_12_b_chips_bought_for_a_play_off_that_is_set_up_anew_are_kept() -> None:
    tied = drawn(counted(playing(8, issue=Issue.SOLD, **ONE), "ana 900, cat 900, dan 900"))
    tied = tied.play(BuyChips("ana"), BuyChips("cat"))
    fewer = tied.play(out("cat"))
    ana, cat = fewer.entry_here("ana"), fewer.entry_here("cat")
    assert [(each.has_chips, each.holding, each.chip_money) for each in (ana, cat)] == [
        (False, 1_900_00, 2_000_00),
        (False, 1_900_00, 2_000_00),
    ]
    assert drawn(fewer).price_for("ana") == CHIPS


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.5")
def test_D7_3_3_b_the_last_two_of_a_table_may_both_be_gone() -> None:
    tied = drawn(counted(playing(8, **ONE), "ana 900, cat 900"))
    alone = tied.play(out("ana"))
    assert through(alone) == ["cat"]
    none = alone.play(out("cat"))
    done = counted(none, "eve 900")
    assert (done.phase, places(done)) == (Phase.OVER, ["1 eve"])
    assert is_balanced(done, 8 * FEE)


@pytest.mark.clause("D7 3.3(b)(i)", "D7 5.4")
def test_D7_3_3_b_a_play_off_at_two_tables_of_which_one_has_begun() -> None:
    terms = {"stages": stage(advance=1, best_losers=1)}
    state = started(counted(playing(12, 6, 6, **terms), "ana 900", "gil 900"), 3)
    fewer = state.play(out("ivy"))
    assert line_up(fewer) == {3: ("ben", "cat", "dan", "eve", "fay"), 4: ("hal", "jon", "kim", "leo")}
    fewer = fewer.play(WithdrawEntry("hal"), out("jon"), out("kim"))
    assert fewer.session_here(4).tally == Tally(0, 0, (Count("leo", CHIPS),))
    assert counted(fewer, "ben 500").players == ("ana", "gil", "leo")
    assert counted(fewer, "ben 2000").players == ("ana", "ben", "gil")


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.5")
def test_D7_3_3_b_one_whose_table_of_a_play_off_is_counted_is_out_of_it() -> None:
    terms = {"stages": stage(advance=1, best_losers=1)}
    state = counted(started(counted(playing(12, 6, 6, **terms), "ana 900", "gil 900")), "ben 500, cat 400")
    state = state.play(out("ben"))
    assert counted(state, "hal 300").players == ("ana", "cat", "gil")


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.7")
def test_D7_6_7_no_substitute_for_one_who_had_gone_on() -> None:
    state = counted(playing(8, **ONE), "ana 900, ben 800").play(out("ana"))
    done = counted(state, "eve 900, fay 800")
    assert (done.phase, places(done)) == (Phase.OVER, ["1 eve"])
    two = counted(counted(playing(8), "ana 900, ben 800").play(WithdrawEntry("ana")), "eve 900, fay 800")
    assert two.players == ("ben", "eve", "fay")
    assert fate(two, "cat") == (Status.OUT, Cite("D7 6.7"), "cat 10 at the end of session 1: others go on")


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.6")
def test_D7_3_3_b_who_is_gone_is_no_best_loser() -> None:
    terms = {"stages": stage(advance=1, best_losers=1)}
    state = counted(playing(8, **terms), "ana 900, ben 800, cat 300").play(out("ben"))
    assert counted(state, "eve 700, fay 200").players == ("ana", "cat", "eve")


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.6")
def test_D7_3_3_b_a_tie_of_best_losers_loses_one() -> None:
    terms = {"stages": stage(advance=1, best_losers=1)}
    state = counted(playing(8, **terms), "ana 900, ben 600, cat 600", "eve 700, fay 600, gil 100")
    fewer = drawn(state).play(WithdrawEntry("cat"))
    assert (fewer.contests[2].tied, fewer.contests[2].sessions) == (("ben", "fay"), (4,))
    done = fewer.play(out("fay"))
    assert done.players == ("ana", "ben", "eve")
    assert (done.sessions, done.contests, done.draws, done.stage) == ((), (), (), 1)


@pytest.mark.clause("D7 3.3(b)(i)", "D7 1.0 Player")
@pytest.mark.parametrize("go", [out, WithdrawEntry])
def test_D7_3_3_b_before_the_tables_are_set_one_who_goes_is_merely_gone(go: Callable[[str], Any]) -> None:
    before = field(9)
    state = before.play(go("ana"))
    assert set(changed(before, state)) == {"ana"}
    assert state.players == NAMES[1:9]
    assert drawing(9).play(go("ana")).players == NAMES[1:9]


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.8")
def test_D7_3_3_b_between_stages_one_who_goes_leaves_the_rest_to_the_final() -> None:
    state = counted(playing(8), "ana 900, ben 800", "eve 700, fay 600")
    fewer = state.play(out("ana"))
    assert set(changed(state, fewer)) == {"ana"}
    assert [offer.fields for offer in offered(fewer, SetTables)] == [{"sizes": Choices(((3,),))}]
    over = counted(next_stage(fewer), "ben 900, eve 800, fay 700")
    assert places(over) == ["1 ben", "2 eve", "3 fay"]
    assert is_balanced(over, 8 * FEE)
    assert prizes(over) == {"ben": 240_00, "eve": 120_00, "fay": 40_00}


@pytest.mark.clause("D7 3.5(b)", "D7 6.8")
def test_D7_3_5_b_a_stage_from_which_nobody_goes_on() -> None:
    state = counted(playing(8), "ana 1!, ben 1!, cat 1!, dan 1!", "eve 1!, fay 1!, gil 1!, hal 1!")
    assert (state.phase, state.reason, refunds(state)) == (Phase.OFF, "no player is left", {})
    assert (state.sessions, state.contests) == ((), ())
    last = counted(playing(8), "ana 1!, ben 1!, cat 1!, dan 1!", "eve 9, fay 1!, gil 1!, hal 1!")
    assert (last.phase, places(last)) == (Phase.OVER, ["1 eve"])


@pytest.mark.clause("D7 3.5(b)", "D7 6.8")
def test_D7_3_5_b_without_a_winner_those_who_were_out_get_their_fee_back() -> None:
    state = next_stage(counted(playing(8), "ana 900, ben 800", "eve 700, fay 600"))
    off = counted(state, "ana 1!, ben 1!, eve 1!, fay 1!")
    assert (off.phase, off.reason) == (Phase.OFF, "no player is left")
    assert refunds(off) == dict.fromkeys(("cat", "dan", "gil", "hal"), FEE)


@pytest.mark.clause("D7 5.2", "D7 5.4")
def test_D7_5_2_a_seat_that_is_gone_moves_only_the_seats_of_its_own_table() -> None:
    state = drawing(13, 4, 5, 4).play(*(DrawSeat(name) for name in NAMES[:5]))
    state = state.play(Attendance(present=True), SetTime(START), StartSession(1))
    fewer = state.play(out("eve"))
    assert fewer.draws[0].seats == (
        *(Seat(2, box) for box in (1, 2, 3, 4)),
        *(Seat(3, box) for box in (1, 2, 3, 4)),
    )
    assert [len(session.seats) for session in fewer.sessions] == [4, 4, 4]


@pytest.mark.clause("D7 5.2", "D7 3.3(b)(i)")
def test_D7_5_2_a_draw_of_another_play_off_is_left_alone() -> None:
    state = counted(playing(8, **ONE), "ana 900, ben 900", "eve 700, fay 700, gil 700")
    fewer = state.play(out("gil"))
    assert [draw.pool for draw in fewer.draws] == [("ana", "ben"), ("eve", "fay")]
    assert fewer.contests[0] == state.contests[0]
    alone = fewer.play(out("ben"))
    assert [draw.pool for draw in alone.draws] == [("eve", "fay")]
    assert through(alone) == ["ana"]
    assert played(alone, "fay 11, eve 10").players == ("ana", "fay")


def drawing_beside_a_play_off() -> Tournament:
    """Table 1 has ended in a tie while the seats of table 2 are still being drawn."""
    state = drawing(10, 4, 6, **ONE).play(*(DrawSeat(name) for name in NAMES[:4]))
    state = state.play(Attendance(present=True), SetTime(START), StartSession(1))
    return counted(state, "ana 900, ben 900, cat 900")


@pytest.mark.clause("D7 5.2", "D7 3.3(b)(i)")
def test_D7_5_2_two_draws_at_once_lose_each_their_own() -> None:
    state = drawing_beside_a_play_off()
    assert [draw.pool for draw in state.draws] == [NAMES[4:10], ("ana", "ben", "cat")]
    fewer = state.play(out("gil"))
    assert [draw.pool for draw in fewer.draws] == [("eve", "fay", "hal", "ivy", "jon"), ("ana", "ben", "cat")]
    assert fewer.draws[1] == state.draws[1]
    assert len(fewer.session_here(2).seats) == 5
    tied = state.play(out("ben"))
    assert [draw.pool for draw in tied.draws] == [NAMES[4:10], ("ana", "cat")]
    assert tied.draws[0] == state.draws[0]
    seat = state.play(DrawSeat("eve"))
    moved = seat.play(out("eve"))
    assert moved.draws[1] == seat.draws[1]
    assert moved.draws[0].seats == tuple(Seat(2, box) for box in range(1, 6))
    assert moved.session_here(2).seats == ("",) * 5


@pytest.mark.clause("D7 6.4", "D7 6.7")
def test_D7_6_4_who_went_on_is_told_until_the_next_stage_is_set() -> None:
    state = counted(playing(8), "ana 900, ben 800", "eve 700, fay 600")
    assert [each.player for each in state.view().public.through] == ["ana", "ben", "eve", "fay"]
    assert [each.player for each in state.through] == ["ana", "ben", "eve", "fay"]
    assert next_stage(state).through == ()
    half = counted(playing(8), "ana 900, ben 800")
    assert [each.player for each in half.through] == ["ana", "ben"]
    gone = counted(half.play(out("ana")), "eve 700, fay 600")
    assert [each.player for each in gone.went_on] == ["ben", "eve", "fay"]


@pytest.mark.clause("D7 6.7", "D7 3.3(b)(i)")
def test_D7_6_7_who_is_gone_is_not_told_to_go_on() -> None:
    """Ruling T21: at once out of everything."""
    half = counted(playing(8), "ana 900, ben 800").play(out("ana"))
    assert [each.player for each in half.view().public.through] == ["ben"]
    between = counted(playing(8), "ana 900, ben 800", "eve 700, fay 600").play(WithdrawEntry("eve"))
    assert [each.player for each in between.view().public.through] == ["ana", "ben", "fay"]


@pytest.mark.clause("D7 4.8(a)", "D7 6.6")
def test_D7_4_8_the_operator_is_not_asked_again_for_the_best_losers() -> None:
    terms = {"stages": stage(advance=1, best_losers=1)}
    state = counted(playing(8, **terms), "ana 3@9, ben 2@9, cat 0@9, dan 0@9").play(DeclineIssue(1))
    assert through(state) == ["ana"]
    done = counted(state, "eve 700, fay 1@8, gil 1@8, hal 0@8")
    assert done.players == ("ana", "ben", "eve")


@pytest.mark.clause("D7 1.0 Player", "D7 5.4")
def test_D7_5_4_before_play_the_last_one_left_has_not_won() -> None:
    state = field(2).play(out("ben"))
    assert (state.phase, state.players, state.placings) == (Phase.ENTRY, ("ana",), ())
    none = state.play(WithdrawEntry("ana"))
    assert (none.phase, none.players) == (Phase.ENTRY, ())
    unseated = seated(4).play(out("ben"), out("cat"), out("dan"))
    assert (unseated.phase, unseated.players, unseated.placings) == (Phase.ENTRY, ("ana",), ())


@pytest.mark.clause("D7 6.5", "D7 6.6", "D7 5.2")
def test_D7_6_6_a_play_off_between_tables_is_drawn_by_name_and_told_as_a_table() -> None:
    """Who sat where in the stage has no part in the play-off: the draw takes the names in their order."""
    state = drawing(8, stages=stage(advance=1, best_losers=1))
    state = state.play(*(DrawSeat(name) for name in reversed(NAMES[:8])))
    state = counted(started(state), "hal 900, gil 600, fay 600", "dan 700, cat 600")
    assert state.contests[2].tied == ("fay", "gil", "cat")
    assert state.draws[0].pool == ("cat", "fay", "gil")
    done = counted(started(state), "gil 20, cat 11, fay 10")
    assert done.went_on[-1] == Through("gil", Cite("D7 6.5", "T24"), "gil 20: the most of 3 at the table")
    assert done.players == ("dan", "gil", "hal")


@pytest.mark.clause("D7 5.4", "D7 5.2")
def test_D7_5_4_the_only_one_left_of_a_draw_wins_the_table_when_seated() -> None:
    state = drawing(8).play(*(DrawSeat(name) for name in NAMES[:4]))
    state = state.play(Attendance(present=True), SetTime(START), StartSession(1))
    state = state.play(out("eve"), out("fay"), out("gil"))
    assert state.session_here(2).tally is None
    seat = state.play(DrawSeat("hal"))
    assert seat.session_here(2).tally == Tally(0, 0, (Count("hal", CHIPS),))
    assert through(seat, 1) == ["hal"]
    assert seat.draws == ()
    nobody = state.play(out("hal"))
    assert nobody.session_here(2).seats == ()
    assert counted(nobody, "ana 900, ben 800").players == ("ana", "ben")
