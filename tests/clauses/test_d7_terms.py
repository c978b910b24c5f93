"""What the notified terms may hold beside the eight matters: tie-breaks, substitutes, lists, starts (ruling T46)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import Role
from croupier.games.machine import Awaited
from croupier.games.offers import Choices, Offer
from croupier.games.refusal import Refusal
from croupier.games.tournament.acts import (
    AcceptEntry,
    Apply,
    DrawLot,
    DrawSeat,
    IssueAgain,
    NotifyApplicant,
    PayFee,
    RecallSession,
    SetTables,
    SetTime,
    StartSession,
    WithdrawEntry,
)
from croupier.games.tournament.conditions import Issue, Prize, Stage, TieBreak, refuses_conditions, warnings
from croupier.games.tournament.game import Tournament
from croupier.games.tournament.session_table.table_acts import AllocateBoxes
from croupier.games.tournament.state import Phase, Status
from croupier.rulebook import Cite
from tests.support.rules.whole_tournaments import (
    CHIPS,
    FEE,
    START,
    TERMS,
    counted,
    drawn,
    entered,
    field,
    is_balanced,
    next_stage,
    offered,
    out,
    places,
    played,
    playing,
    roles,
    rounds,
    seated,
    stage,
    started,
)

ONE_PRIZE = (Prize(share=1),)
LOT = Cite("D7 6.6", "T46")


def why_not(**wishes: Any) -> Refusal | None:
    return refuses_conditions(replace(TERMS, **wishes))


def through(state: Tournament) -> list[str]:
    return [each.player for each in state.through]


# Ties for going on (6.6)


@pytest.mark.clause("D7 6.6", "D7 6.5")
def test_D7_6_6_T46_by_terms_all_who_tie_go_on() -> None:
    state = counted(playing(8, tie_break=TieBreak.ALL), "ana 900, ben 800, cat 800, dan 800")
    assert through(state) == ["ana", "ben", "cat", "dan"]
    assert not state.draws
    ben = next(each for each in state.through if each.player == "ben")
    assert (ben.rule, ben.working) == (LOT, "ben 800, cat 800, dan 800: 3 tied for 1 place")


@pytest.mark.clause("D7 6.6", "D7 6.5")
def test_D7_6_6_T46_by_terms_lots_are_drawn() -> None:
    state = counted(playing(8, tie_break=TieBreak.LOT), "ana 900, ben 800, cat 800, dan 800")
    assert through(state) == ["ana"]
    assert state.chance() == {DrawLot(name): Fraction(1, 3) for name in ("ben", "cat", "dan")}
    assert state.awaits == (Awaited("draw the next lot", Role.TOURNAMENT_DIRECTOR, LOT),)
    assert offered(state, DrawLot) == [
        Offer(DrawLot, Role.TOURNAMENT_DIRECTOR, {"player": Choices(("ben", "cat", "dan"))})
    ]
    assert roles(state, DrawLot("ben")) == {Role.TOURNAMENT_DIRECTOR, Role.OPERATOR}
    stranger = Refusal(LOT, "not_in_draw", "ana is not in this draw.")
    assert state.refuses(DrawLot("ana")) == stranger
    after = state.play(DrawLot("cat"))
    assert through(after) == ["ana", "cat"]
    assert after.through[1].working == "cat: drawn by lot of 3 tied for 1"
    assert after.refuses(DrawLot("ben")) == Refusal(LOT, "nothing_to_draw", "No lot is waiting to be drawn.")
    assert not after.is_drawing


@pytest.mark.clause("D7 6.6")
def test_D7_6_6_T46_lots_for_two_places_and_one_who_drops_out_of_the_draw() -> None:
    state = counted(playing(8, tie_break=TieBreak.LOT), "ana 800, ben 800, cat 800, dan 800")
    one = state.play(DrawLot("dan"))
    assert one.chance() == {DrawLot(name): Fraction(1, 3) for name in ("ana", "ben", "cat")}
    two = one.play(out("ana"), out("ben"))
    assert through(two) == ["dan", "cat"]
    assert not two.is_drawing
    assert (two.through[1].rule, two.through[1].working) == (LOT, "cat: no more are left to draw")


@pytest.mark.clause("D7 6.9")
@pytest.mark.parametrize("tie_break", [TieBreak.ALL, TieBreak.LOT])
def test_D7_6_9_T46_the_winner_is_never_found_by_lot(tie_break: TieBreak) -> None:
    state = counted(playing(4, tie_break=tie_break), "ana 900, ben 900, cat 100, dan 100")
    assert (state.phase, state.lots) == (Phase.PLAY, ())
    assert state.sessions[-1].play_off
    assert places(played(state, "ana 500, ben 400"))[:2] == ["1 ana", "2 ben"]


@pytest.mark.clause("D7 6.6", "D7 3.2")
@pytest.mark.parametrize("bad", ["lot", None, 1, True])
def test_D7_6_6_T46_a_tie_break_is_one_that_is_known(bad: Any) -> None:
    why = "Break ties for qualifying by play-off, lot or all."
    assert why_not(tie_break=bad) == Refusal(LOT, "bad_tie_break", why)


# Substitutes (6.7)


def between(**wishes: Any) -> Tournament:
    """ana, ben, eve and fay went on; of the others gil has most, then cat, then dan and hal."""
    return played(seated(8, **wishes), "ana 900, ben 800, cat 300, dan 200", "eve 700, fay 600, gil 400, hal 200")


@pytest.mark.clause("D7 6.7")
def test_D7_6_7_T46_the_best_who_is_out_takes_the_place_of_a_qualifier_who_stays_away() -> None:
    state = between(substitutes=True)
    assert state.reserves == ("gil", "cat", "dan", "hal")
    fewer = state.play(out("ana", "did not attend"))
    assert fewer.players == ("ben", "eve", "fay", "gil")
    assert (fewer.through[-1].player, fewer.through[-1].rule) == ("gil", Cite("D7 6.7", "T46"))
    gil = fewer.entry_here("gil")
    assert (gil.status, gil.rule, gil.working) == (Status.PLAYER, None, "")
    again = fewer.play(WithdrawEntry("gil"))
    assert again.players == ("ben", "cat", "eve", "fay")
    final = next_stage(again)
    assert final.session_here(final.last_session).seats == ("ben", "cat", "eve", "fay")
    assert is_balanced(played(final, "ben 900, cat 800, eve 700, fay 600"), 8 * FEE)


@pytest.mark.clause("D7 6.7")
def test_D7_6_7_T46_also_when_the_final_is_drawn_but_not_once_it_has_begun() -> None:
    drawn_final = drawn(between(substitutes=True).play(SetTables((4,))))
    anew = drawn_final.play(out("ana", "did not attend"))
    assert (anew.players, anew.sessions, anew.phase) == (("ben", "eve", "fay", "gil"), (), Phase.PLAY)
    assert anew.refuses(SetTables((4,))) is None


@pytest.mark.clause("D7 6.7")
def test_D7_6_7_T30_without_such_terms_nobody_takes_the_place() -> None:
    fewer = between().play(out("ana", "did not attend"))
    assert fewer.players == ("ben", "eve", "fay")
    assert fewer.entry_here("gil").status is Status.OUT


# A waiting list (3.7)


def waiting(**wishes: Any) -> Tournament:
    """Four players fill the field; zoe applied before yan, and both are told and have paid."""
    state = field(4, most=4, stages=(), prizes=ONE_PRIZE, **wishes)
    for name in ("zoe", "yan"):
        state = state.play(Apply(name), NotifyApplicant(name), PayFee(name, FEE))
    return state


@pytest.mark.clause("D7 3.7", "D7 3.2(f)")
def test_D7_3_7_T46_the_first_who_waits_moves_up_when_a_player_goes_before_play() -> None:
    state = waiting(waiting_list=True)
    assert state.refuses(AcceptEntry("zoe")) == Refusal(
        Cite("D7 3.2(f)"), "full", "The tournament is full: it has its 4 players."
    )
    fewer = state.play(WithdrawEntry("ana"))
    assert fewer.players == ("ben", "cat", "dan", "zoe")
    assert fewer.entry_here("yan").status is Status.APPLICANT
    assert fewer.play(out("ben")).players == ("cat", "dan", "yan", "zoe")


@pytest.mark.clause("D7 3.7")
def test_D7_3_7_T46_also_after_the_tables_were_set_and_not_without_such_a_list() -> None:
    state = drawn(waiting(waiting_list=True).play(SetTables((4,)))).play(WithdrawEntry("ana"))
    assert (state.players, state.sessions) == (("ben", "cat", "dan", "zoe"), ())
    plain = waiting().play(WithdrawEntry("ana"))
    assert plain.players == ("ben", "cat", "dan")
    untold = field(4, most=4, stages=(), prizes=ONE_PRIZE, waiting_list=True).play(Apply("zoe"), WithdrawEntry("ana"))
    assert untold.players == ("ben", "cat", "dan")


# Late entries (3.7, 5.2, 5.4)


def half_begun(count: int = 10, **wishes: Any) -> Tournament:
    """Two tables of the first stage; the first plays, the second has not begun."""
    return started(seated(count, **{"late_entries": True, **wishes}), 1)


@pytest.mark.clause("D7 3.7", "D7 5.2", "D7 5.5", "D7 3.4")
def test_D7_5_2_T46_by_terms_people_enter_late_and_sit_where_play_has_not_begun() -> None:
    state = half_begun()
    assert state.awaits[0] == Awaited("apply for entry", Role.PLAYER, Cite("D7 3.2"))
    assert state.play(Apply("zoe")).refuses(AcceptEntry("zoe")) == Refusal(
        Cite("D7 3.7"), "not_notified", "zoe must first be told the conditions of entry in writing."
    )
    late = entered(state, "zoe")
    assert late.chance() == {DrawSeat("zoe"): Fraction(1)}
    assert late.refuses(StartSession(2)) == Refusal(
        Cite("D7 5.2"), "seats_open", "Some seats of this session have no player yet."
    )
    late = drawn(late)
    assert (late.session_here(1).players, late.session_here(2).players[-1]) == (state.session_here(1).players, "zoe")
    assert (late.pool, late.session_here(2).chips) == (11 * FEE, CHIPS)
    begun = late.play(StartSession(2))
    assert begun.opening_acts(2)[1] == AllocateBoxes(("fay", "gil", "hal", "ivy", "jon", "zoe"))
    over = counted(begun, "ana 900, ben 800", "zoe 900, fay 800")
    assert through(over) == ["ana", "ben", "zoe", "fay"]
    assert is_balanced(played(over.play(SetTables((4,))), "ana 900, ben 800, zoe 700, fay 600"), 11 * FEE)


@pytest.mark.clause("D7 3.3(c)(ii)", "D7 5.4")
def test_D7_5_4_T46_who_enters_late_sits_where_fewest_do_and_never_as_the_eighth() -> None:
    state = drawn(entered(seated(9, 5, 4, late_entries=True), "wil"))
    assert [len(each.players) for each in state.sessions] == [5, 5]
    state = drawn(entered(state, "xav", "yan", "zoe", "una"))
    assert [each.players for each in state.sessions] == [
        ("ana", "ben", "cat", "dan", "eve", "xav", "zoe"),
        ("fay", "gil", "hal", "ivy", "wil", "yan", "una"),
    ]
    assert state.refuses(Apply("kit")) == Refusal(
        Cite("D7 5.4"), "no_seat_left", "Every table that has not begun has its 7 players."
    )
    final = entered(seated(4, most=7, stages=(), prizes=ONE_PRIZE, late_entries=True), "zoe")
    assert drawn(final).session_here(1).players == ("ana", "ben", "cat", "dan", "zoe")


@pytest.mark.clause("D7 5.2")
def test_D7_5_2_T46_late_entries_end_when_the_last_table_begins_and_begin_again_if_it_is_recalled() -> None:
    waiting = half_begun().play(Apply("zoe"), NotifyApplicant("zoe"), PayFee("zoe", FEE))
    begun = waiting.play(StartSession(2))
    turned = begun.entry_here("zoe")
    assert (turned.status, turned.refunded, turned.held) == (Status.REFUSED, FEE, 0)
    assert begun.refuses(Apply("kit")) == Refusal(
        Cite("D7 5.2"), "entries_closed", "Entries are closed: every table has begun."
    )
    assert begun.play(RecallSession(2)).refuses(Apply("kit")) is None
    # A play-off of the first stage is nobody else's, though it waits.
    tied = counted(begun, "ana 900, ben 800, cat 800", "fay 900, gil 800")
    assert [each.play_off for each in tied.sessions if each.is_waiting] == [True]
    assert tied.refuses(Apply("kit")) == begun.refuses(Apply("kit"))


@pytest.mark.clause("D7 3.2", "D7 6.7")
def test_D7_6_7_T46_nobody_enters_late_without_such_terms_or_in_a_later_stage() -> None:
    closed = Refusal(Cite("D7 3.2"), "entries_closed", "Entries are closed.")
    assert half_begun(late_entries=False).refuses(Apply("zoe")) == closed
    final = played(seated(10, late_entries=True), "ana 900, ben 800", "fay 900, gil 800").play(SetTables((4,)))
    assert final.refuses(Apply("zoe")) == closed


@pytest.mark.clause("D7 3.5(a)(ii)", "D7 3.2(d)")
def test_D7_3_5_T46_who_entered_late_pays_and_leaves_as_everybody_does() -> None:
    sold = drawn(entered(half_begun(issue=Issue.SOLD), "zoe"))
    assert sold.refuses(StartSession(2)) == Refusal(
        Cite("D7 5.5"), "no_chips", "zoe has not bought the chips for this session."
    )
    gone = sold.play(WithdrawEntry("zoe"))
    assert (gone.entry_here("zoe").status, gone.entry_here("zoe").held) == (Status.WITHDRAWN, FEE), "play has begun"
    assert gone.session_here(2).players == ("fay", "gil", "hal", "ivy", "jon")
    before = entered(seated(10, late_entries=True), "zoe").play(WithdrawEntry("zoe"))
    assert (before.entry_here("zoe").refunded, before.sessions) == (FEE, ())


# Chips, starts and breaks by stage (3.2(c), 3.8)


@pytest.mark.clause("D7 3.2(c)", "D7 5.5", "D7 4.8(a)")
def test_D7_3_2_c_T46_each_stage_may_have_chips_of_its_own() -> None:
    terms = stage(chips=500_00, advance=2)
    first = playing(8, stages=terms, final_chips=2_000_00)
    assert {session.chips for session in first.sessions} == {500_00}
    assert first.session_options(1).chips == 500_00
    tied = counted(first, "ana 900, ben 800, cat 800", "eve 700, fay 600")
    assert tied.session_here(tied.last_session).chips == 500_00
    final = next_stage(played(tied, "ben 900, cat 800"))
    assert final.session_here(final.last_session).chips == 2_000_00
    fallen = counted(playing(8, stages=terms), "ana 0@10, ben 0@10, cat 0@10, dan 0@10")
    assert fallen.refuses(IssueAgain(1, 500_00)) is None
    refusal = fallen.refuses(IssueAgain(1, 500_50))
    assert refusal is not None
    assert (refusal.rule.clause, refusal.code) == ("D7 4.8(a)", "bad_issue")
    assert CHIPS > 500_50


@pytest.mark.clause("D7 3.2(c)", "D7 3.2(e)")
def test_D7_3_2_c_T46_chips_of_a_stage_are_judged_like_any() -> None:
    worth = Refusal(Cite("D7 3.2(c)"), "bad_chips", "The chips of each player must be worth more than $0.")
    few = Refusal(Cite("D7 3.2(e)"), "bad_limits", "Every player must hold the minimum at the beginning of a session.")
    for bad in (0, -1, True, "5", 10**30):
        assert why_not(stages=stage(chips=bad)) == worth, bad
        assert why_not(final_chips=bad) == worth, bad
    assert why_not(stages=stage(chips=4_50)) == few
    assert why_not(final_chips=4_50) == few


@pytest.mark.clause("D7 3.8")
def test_D7_3_8_T46_a_stage_waits_for_its_own_start_and_for_the_break() -> None:
    early = Refusal(Cite("D7 3.8"), "too_early", "The starting time has not come yet.")
    settled = drawn(between(final_starts=START + 7_200).play(SetTables((4,))))
    number = settled.last_session
    assert (settled.starts, settled.refuses(StartSession(number))) == (START + 7_200, early)
    assert settled.play(SetTime(START + 7_200)).refuses(StartSession(number)) is None
    rested = drawn(between(break_seconds=1_800).play(SetTables((4,))))
    assert rested.starts == START + 1_800
    assert rested.play(SetTime(START + 1_799)).refuses(StartSession(number)) == early
    both = between(break_seconds=10_000, final_starts=START + 7_200)
    assert both.starts == START + 10_000
    assert between().starts == START


@pytest.mark.clause("D7 3.8")
def test_D7_3_8_T46_a_stage_that_is_repeated_has_no_start_of_its_own_again() -> None:
    first, second = Stage(rounds(10), 3), Stage(rounds(10), 2, starts=START + 3_600)
    state = playing(16, stages=(first, second), prizes=ONE_PRIZE)
    assert state.starts == START
    tables = [session.seats for session in state.sessions]
    after = counted(state, *(", ".join(f"{name} {900 - at}" for at, name in enumerate(seats)) for seats in tables))
    assert (after.stage, after.starts) == (1, START + 3_600)


@pytest.mark.clause("D7 3.8", "D7 3.2")
@pytest.mark.parametrize(
    ("wishes", "code", "why"),
    [
        (
            {"stages": stage(starts=START + 1)},
            "bad_start",
            "Leave out the start of the first stage: it starts when play begins.",
        ),
        ({"stages": (*stage(), *stage(starts=START))}, "bad_start", "Each stage starts after the one before it."),
        ({"final_starts": START}, "bad_start", "Each stage starts after the one before it."),
        ({"final_starts": -1}, "bad_start", "A stage begins at a time in seconds since 1970 (UTC)."),
        ({"final_starts": "soon"}, "bad_start", "A stage begins at a time in seconds since 1970 (UTC)."),
        ({"break_seconds": -1}, "bad_time", "A break between two stages can last at most a week."),
        ({"break_seconds": 604_801}, "bad_time", "A break between two stages can last at most a week."),
        ({"break_seconds": None}, "bad_time", "A break between two stages can last at most a week."),
    ],
)
def test_D7_3_8_T46_starts_and_breaks_that_cannot_be(wishes: dict[str, Any], code: str, why: str) -> None:
    assert why_not(**wishes) == Refusal(Cite("D7 3.8", "T46"), code, why)


@pytest.mark.clause("D7 3.8")
def test_D7_3_8_T46_starts_that_can_be() -> None:
    assert why_not(stages=(*stage(starts=START), *stage(starts=START + 1)), final_starts=START + 2) is None
    assert why_not(final_starts=START + 1, starts=None) is None


# A warning (5.4)


@pytest.mark.clause("D7 5.4", "D7 6.6")
def test_D7_5_4_who_settles_terms_is_warned_of_a_final_of_fewer_than_four() -> None:
    winners = replace(TERMS, stages=stage(advance=1), prizes=ONE_PRIZE, fewest=8, most=14)
    (warning,) = warnings(winners)
    assert warning == (
        "By these terms 8 players, and 6 other numbers, lead to a final of 2: fewer than 4 play it as in a play-off"
        " (D7 5.4, rulings T6 and T30)."
    )
    assert refuses_conditions(winners) is None
    assert warnings(replace(winners, stages=stage(advance=2))) == ()
    assert warnings(replace(winners, fewest=22, most=28)) == ()
    (one,) = warnings(replace(winners, fewest=21, most=22))
    assert one.startswith("By these terms 21 players lead to a final of 3:")
    assert warnings(replace(winners, stages=(), most=7, fewest=4)) == ()
