"""What happens at odd moments of a tournament: tables set anew, chips issued anew, grounds that come from a table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier import Conditions, Duration, Measure, Position, Role, Sign, Stage, Wager
from croupier.games.blackjack.acts import ReplaceCards, VoidRound
from croupier.games.people import Actor
from croupier.games.refusal import Refusal, Refused
from croupier.games.tournament import entry
from croupier.games.tournament.acts import (
    AcceptEntry,
    Apply,
    CancelTournament,
    DrawSeat,
    IssueAgain,
    NotifyApplicant,
    PayFee,
    ReportSession,
    SetTables,
    SetTime,
    SharePrize,
    StartSession,
    WithdrawEntry,
)
from croupier.games.tournament.at_the_door import acts_of_entry
from croupier.games.tournament.conditions import players_in_final, refuses_conditions, tables_for
from croupier.games.tournament.planning.planner import Plan, plan
from croupier.games.tournament.session_table.table import open_session, refuses_terms
from croupier.games.tournament.session_table.table_acts import Attendance, Disqualify
from croupier.games.tournament.session_table.terms import SessionOptions
from croupier.games.tournament.state import Status
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import Cite
from tests.support.rules.tournament_tables import called, deal, finished, live, session
from tests.support.rules.whole_tournaments import (
    CHIPS,
    FEE,
    NAMES,
    START,
    counted,
    drawing,
    entered,
    field,
    offered,
    opened,
    out,
    places,
    played,
    playing,
    ready,
    report,
    seated,
    started,
)

TERMS_SIGN = Sign(10_00, 500_00)


@pytest.mark.clause("D7 5.4", "D7 6.5")
def test_D7_5_4_tables_that_are_set_anew_leave_those_that_play_alone() -> None:
    """Session 1 plays and stays; sessions 2 and 3 are set anew when one of them has too few (ruling T30)."""
    state = started(seated(15, 7, 4, 4), 1)
    fewer = state.play(out(state.session_here(2).seats[0]))
    numbers = [each.number for each in fewer.sessions]
    assert numbers == [1, 4]
    assert fewer.session_here(4).chips == CHIPS
    assert [contest.sessions for contest in fewer.contests] == [(1,), (4,)]
    assert fewer.session_here(1) == state.session_here(1)
    assert sorted(fewer.draws[0].pool) == sorted(set(NAMES[7:15]) - {state.session_here(2).seats[0]})


@pytest.mark.clause("D7 5.4", "D7 5.2")
def test_D7_5_4_tables_are_set_anew_with_those_who_have_not_drawn_a_seat_yet() -> None:
    state = drawing(15, 7, 4, 4).play(*(DrawSeat(name) for name in NAMES[:7]))
    state = state.play(Attendance(present=True), SetTime(START), StartSession(1))
    fewer = state.play(out(NAMES[7]))
    assert [(each.number, len(each.seats)) for each in fewer.sessions] == [(1, 7), (4, 7)]
    assert fewer.draws[0].pool == tuple(sorted(NAMES[8:15]))


@pytest.mark.clause("D7 6.5", "D7 3.3(b)(i)")
def test_D7_6_5_who_went_on_and_is_gone_leaves_the_place_to_those_who_are_tied_behind() -> None:
    """Ruling T21: ana was through, ben and cat were to play off for the other place. Now both go on."""
    state = counted(playing(8), "ana 900, ben 800, cat 800")
    assert [each.player for each in state.contests[0].through] == ["ana"]
    contest = state.play(out("ana")).contests[0]
    assert contest.decided
    assert [each.player for each in contest.through] == ["ben", "cat"]


@pytest.mark.clause("D7 3.1", "D7 3.7")
def test_D7_3_7_somebody_at_the_door_applies_is_told_pays_and_is_accepted_in_this_order() -> None:
    operator = Actor(Role.OPERATOR, "olive")
    asked = opened()
    acts = list(acts_of_entry(asked, "ana", "olive"))
    assert acts == [
        Apply("ana"),
        NotifyApplicant("ana", by=operator),
        PayFee("ana", FEE),
        AcceptEntry("ana", by=operator),
    ]
    assert asked.play(*acts).players == ("ana",)
    assert list(acts_of_entry(asked, "ana", None)) == [Apply("ana"), PayFee("ana", FEE)]
    free = opened(entry_fee=0)
    assert list(acts_of_entry(free, "ana", "")) == [
        Apply("ana"),
        NotifyApplicant("ana", by=Actor(Role.OPERATOR, "")),
        AcceptEntry("ana", by=Actor(Role.OPERATOR, "")),
    ]


@pytest.mark.clause("D7 3.2(f)")
def test_D7_3_2_f_no_more_apply_than_the_program_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "MOST_APPLICATIONS", 3)
    full = Refusal(Cite("D7 3.2(f)"), "full", "At most 3 applications are taken.")
    three = opened().play(*(Apply(name) for name in NAMES[:3]))
    assert opened().play(*(Apply(name) for name in NAMES[:2])).refuses(Apply("cat")) is None
    assert three.refuses(Apply("dan")) == full


@pytest.mark.clause("D7 4.8(a)", "D7 6.9")
def test_D7_4_8_who_alone_is_left_of_a_new_issue_has_won() -> None:
    state = counted(playing(4), "ana 3@9, ben 2@9, cat 0@4, dan 0@4")
    issued = state.play(IssueAgain(1, 500_00))
    assert issued.contests[0].tied == ("ana", "ben")
    left = issued.play(out("ana"))
    contest = left.contests[0]
    assert contest.winner == (Tally(0, 0, (Count("ben", 500_00),)),)
    assert (contest.purpose, contest.tied, contest.issued) == ("runner-up", ("cat", "dan"), 0)
    assert places(played(left, "cat 20, dan 10")) == ["1 ben", "2 cat", "3 dan"]


@pytest.mark.clause("D7 3.5(b)", "D7 3.5(a)(ii)")
def test_D7_3_5_b_a_late_withdrawer_is_told_why_the_fee_went_back() -> None:
    state = field(4, fewest=5).play(SetTime(START - 3_600), WithdrawEntry("ana"))
    entry = state.play(CancelTournament("too few came")).entry_here("ana")
    assert (entry.status, entry.rule, entry.refunded) == (Status.WITHDRAWN, Cite("D7 3.5(b)", "T29"), FEE)
    assert entry.working == "withdrew 1 h 00 min before play: it did not proceed, and the fee went back"


@pytest.mark.clause("D7 5.12", "D7 3.3(b)(i)")
def test_D7_5_12_a_disqualification_at_a_table_comes_back_with_its_ground() -> None:
    state = playing(4)
    counts = (
        Count("ana", 0, 2, disqualified=True, ground="concealed chips"),
        *(Count(name, CHIPS) for name in NAMES[1:4]),
    )
    entry = state.play(ReportSession(1, Tally(12, 5_00, counts))).entry_here("ana")
    assert (entry.rule, entry.working) == (
        Cite("D7 5.12"),
        "disqualified at the table of session 1: concealed chips",
    )
    without = state.play(ReportSession(1, Tally(12, 5_00, (replace(counts[0], ground=""), *counts[1:]))))
    entry = without.entry_here("ana")
    assert (entry.rule, entry.working) == (
        Cite("D7 3.3(b)(i)", "T21"),
        "disqualified at the table of session 1",
    )


@pytest.mark.clause("D7 3.3(a)", "D7 3.4")
def test_D7_3_3_a_who_was_not_accepted_is_turned_away_when_play_begins() -> None:
    state = entered(opened(), *NAMES[:4]).play(Apply("zoe"), PayFee("zoe", FEE))
    state = ready(state.play(SetTables((4,))))
    entry = state.play(StartSession(1)).entry_here("zoe")
    assert (entry.status, entry.refunded, entry.paid) == (Status.REFUSED, FEE, 0)
    assert (entry.rule, entry.working) == (Cite("D7 3.3(a)", "T29"), "not accepted before play began")


@pytest.mark.clause("D7 5.4", "D7 3.3(c)(i)")
def test_D7_5_4_no_more_at_a_table_than_the_conditions_seat() -> None:
    state = field(12, seats=6)
    assert state.refuses(SetTables((7, 5))) == Refusal(
        Cite("D7 5.4"), "bad_number", "The conditions of entry seat at most 6 at a table."
    )
    assert state.refuses(SetTables((6, 6))) is None
    assert state.refuses(SetTables((4, 4, 4))) is None
    assert field(7, edition=1, seats=6).refuses(SetTables((7,))) is None


@pytest.mark.clause("D7 5.4")
@pytest.mark.parametrize(
    ("players", "seats", "why"),
    [
        (6, 5, "6 players are too many for one table of 5 and too few for two tables."),
        (7, 6, "7 players are too many for one table of 6 and too few for two tables."),
        (9, 4, "9 players at tables of 4 would leave a table with 3."),
    ],
)
def test_D7_5_4_T45_the_operators_own_cap_binds_the_plan_before_play(players: int, seats: int, why: str) -> None:
    works = {6: "5 or 8", 7: "6 or 8", 9: "8 or 12"}[players]
    refusal = Refusal(
        Cite("D7 5.4", "T45"), "bad_seats", f"{why} A table has 4 or more: {works} players can be seated."
    )
    state = field(players, seats=seats)
    assert state.refuses(SetTables(tables_for(players))) == refusal
    assert not offered(state, SetTables)


@pytest.mark.clause("D7 5.4", "D7 3.3(b)(ii)")
def test_D7_5_4_T45_tables_set_anew_may_go_beyond_the_cap() -> None:
    """Eight were planned at two tables of four; two stay away, and the six who are left sit at one (ruling T30)."""
    state = seated(8, seats=5).play(out("ana"), out("ben"))
    assert state.refuses(SetTables((6,))) is None
    assert [len(session.seats) for session in state.play(SetTables((6,))).sessions] == [6]


@pytest.mark.clause("D7 3.2(h)", "D7 5.4")
def test_D7_3_2_h_how_many_come_to_the_final_hangs_on_the_seats() -> None:
    terms = Conditions(name="x", stages=(Stage(Duration(Measure.ROUNDS, 5)),))
    assert players_in_final(16, terms) == 3
    assert players_in_final(16, replace(terms, seats=4)) == 4
    assert players_in_final(7, terms) == 7


@pytest.mark.clause("D7 4.3")
def test_D7_4_3_a_minimum_may_fall_to_the_smallest_chip() -> None:
    cents = Sign(5, 100, smallest_chip=1)
    terms = Conditions(name="x", chips=100, sign=cents)
    assert refuses_conditions(replace(terms, lowest_minimum=1)) is None
    assert refuses_conditions(replace(terms, lowest_minimum=0)) is not None


@pytest.mark.clause("D7 6.1", "D7 3.3(b)(i)")
def test_D7_6_1_a_void_round_with_one_player_left_ends_the_session() -> None:
    table = deal(called(session()), "2c 3c")
    for name in ("ana", "ben", "cat"):
        table = table.play(Disqualify(name, "took advice", "asked"))
    assert table.ended is None
    assert table.play(VoidRound("misdeal")).ended == Cite("D7 6.1", "T21")


@pytest.mark.clause("D7 5.14", "D7 3.2(g)", "D7 1.0 Play-Off")
def test_D7_5_14_what_a_session_is_opened_with() -> None:
    written = open_session(TERMS_SIGN, SessionOptions(writing=True), None, None, ())
    assert (written.writing, written.options.writing) == ("", True)
    plain = open_session(TERMS_SIGN, SessionOptions(), None, None, ())
    assert (plain.writing, plain.options.writing) == (None, False)
    no_length: object = None
    assert refuses_terms(TERMS_SIGN, SessionOptions(duration=no_length)) == Refusal(  # type: ignore[arg-type]
        Cite("D7 3.2(g)"), "bad_length", "Give the length of a session in rounds, in shoes or as a time."
    )
    assert refuses_terms(TERMS_SIGN, SessionOptions(play_off=1)) == Refusal(  # type: ignore[arg-type]
        Cite("D7 1.0 Play-Off"), "bad_play_off", "Say yes or no: the session is a play-off."
    )


# The planner's own words


@pytest.mark.clause("D7 3.4", "D7 3.2(b)", "D7 3.2(g)")
def test_D7_3_4_what_the_planner_says_and_keeps() -> None:
    bad = Refusal(Cite("D7 3.4"), "bad_pool", "The addition to the fees must be $0 or a whole number of cents.")
    assert plan(8, added=-1, starts=START) == bad
    for fee in (-1, True, None):
        refused = plan(8, fee=fee, starts=START)  # type: ignore[arg-type]
        assert isinstance(refused, Refusal)
    found = plan(8, fee=10_00, added=25_00, rounds=5, starts=START, zone="Pacific/Chatham")
    assert isinstance(found, Plan)
    assert (found.added, found.pool, found.conditions.zone) == (25_00, 105_00, "Pacific/Chatham")
    assert found.conditions.play_off == Duration(Measure.ROUNDS, 1)
    eight = plan(8, fee=10_00, rounds=12, starts=START)
    assert isinstance(eight, Plan)
    assert eight.conditions.play_off == Duration(Measure.ROUNDS, 3)
    assert [stage.advance for stage in eight.stages[:-1]] == [2]


@pytest.mark.clause("D7 3.2")
def test_D7_3_2_an_unlawful_plan_of_conditions_is_never_opened() -> None:
    with pytest.raises(Refused):
        opened(chips=-1)
    assert report(playing(4), "ana 20").session == 1


@pytest.mark.clause("D7 6.11(a)", "D7 6.11(b)", "D7 6.9")
def test_D7_6_11_winner_and_runner_up_share_no_prize() -> None:
    tied = counted(playing(4), "ana 20, ben 20, cat 15, dan 5")
    assert tied.contests[0].purpose == "winner"
    refused = Refusal(
        Cite("D7 6.11(a)"), "not_shared", "Winner and runner-up do not share a prize. Players who tie for it play off."
    )
    for place in (1, 2, 0, None, True):
        assert tied.refuses(SharePrize(place)) == refused  # type: ignore[arg-type]
    assert tied.refuses(SharePrize(3)) == Refusal(
        Cite("D7 6.11(a)", "T26"),
        "shared_by_itself",
        "Players who tie for a lower prize share it automatically when the tournament ends.",
    )
    assert not [offer for offer in tied.legal if offer.kind is SharePrize]


@pytest.mark.clause("D7 6.4", "D7 3.3(b)(i)")
def test_D7_6_4_a_table_reports_who_was_disqualified_with_nothing_left() -> None:
    """All staked, disqualified with a card out, and the hand lost: the tournament takes such a tally too."""
    table = called(session(rounds=1), {"ana": 100_00})
    stake = table.staked("ana")
    playing_on = replace(
        deal(table, "2c"),
        general=replace(
            table.general,
            purses=tuple(replace(purse, value=0) if purse.player == "ana" else purse for purse in table.general.purses),
        ),
    )
    lost = finished(playing_on.play(Disqualify("ana", "took advice", "asked")), ana="lose")
    assert stake > 0
    assert lost.tally is not None
    count = lost.tally.counts[0]
    assert (count.player, count.chips, count.fell, count.disqualified) == ("ana", 0, 1, True)
    state = playing(4)
    counts = (Count("ana", 0, 0, disqualified=True), *(Count(name, CHIPS) for name in NAMES[1:4]))
    assert state.refuses(ReportSession(1, Tally(12, 5_00, counts))) is None


@pytest.mark.clause("D7 5.1", "D7 5.8")
def test_D7_5_1_no_card_is_due_while_the_director_is_away_or_the_cards_are_not_ready() -> None:
    table = called(session())
    assert table.chance()
    assert table.play(Attendance(present=False)).chance() == {}
    shuffling = live().play(ReplaceCards())
    assert shuffling.refuses(Wager("ana", Position("box", (1,)), 5_00)) == Refusal(
        Cite("D7 5.8"), "cards_not_ready", "The cards are being made ready."
    )


@pytest.mark.clause("D7 6.1")
def test_D7_6_1_no_new_cards_for_a_session_that_is_over() -> None:
    over = session()
    for name in ("ana", "ben", "cat"):
        over = over.play(Disqualify(name, "took advice", "asked"))
    assert over.refuses(ReplaceCards()) == Refusal(Cite("D7 6.1", "T21"), "session_over", "The session is over.")
    assert not [offer for offer in over.legal if offer.kind is ReplaceCards]
