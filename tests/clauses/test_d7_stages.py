"""Tables, the draw, sessions, tallies, new issues and chips that were bought (Division 7, 3.3, 4.8, 5, 6.4, 6.12)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import Role, Sign
from croupier.games.offers import Bounds, Choices, Field, Offer, Words
from croupier.games.people import DEALER, OPERATOR, Actor
from croupier.games.refusal import Refusal
from croupier.games.tournament.acts import (
    BreakOff,
    BuyChips,
    CancelTournament,
    DeclineIssue,
    DrawSeat,
    IssueAgain,
    NotifyApplicant,
    PlaceAt,
    RecallSession,
    Redeem,
    ReportSession,
    SetTables,
    SetTime,
    StartSession,
    WithdrawEntry,
)
from croupier.games.tournament.conditions import Issue
from croupier.games.tournament.game import Tournament, report_of
from croupier.games.tournament.session_table.table_acts import AllocateBoxes, Attendance, Disqualify
from croupier.games.tournament.state import (
    FINAL,
    TABLE,
    Contest,
    IssueAnswer,
    Phase,
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
    opened,
    out,
    paid,
    places,
    played,
    playing,
    ready,
    report,
    roles,
    seated,
    stage,
    started,
    tally,
)

OVER = Refusal(Cite("D7 6.8"), "tournament_over", "The tournament is over.")
OFF = Refusal(Cite("D7 3.5(b)"), "tournament_over", "The tournament did not proceed.")
RUBBISH: tuple[Any, ...] = (None, True, False, "1", 1.0, -1, 0, 10**30, (), [], {}, b"1")
EITHER = {Role.TOURNAMENT_DIRECTOR, Role.OPERATOR}
GROUNDS = {
    "no wager": "D7 4.5",
    "concealed chips": "D7 5.12",
    "lent chips": "D7 5.6",
    "left the table": "D7 5.7",
    "took advice": "D7 5.13",
    "gave no name": "D7 5.3",
    "broke the rules": "D7 3.3(b)(i)",
    "did not attend": "D7 3.3(b)(ii)",
}
ALL_FELL = "ana 3@9, ben 2@9, cat 0@9, dan 0@9"


def won() -> Tournament:
    return counted(playing(4), "ana 900, ben 800, cat 700, dan 600")


def between_stages() -> Tournament:
    return counted(playing(8), "ana 900, ben 800", "eve 700, fay 600")


# The director (5.1)


@pytest.mark.clause("D7 5.1", "D7 1.0 Tournament Director")
def test_D7_5_1_the_director_comes_and_goes() -> None:
    here = opened().play(Attendance(present=True))
    assert changed(opened(), here) == {"director_present": True}
    assert changed(here, here.play(Attendance(present=False))) == {"director_present": False}
    rule = Cite("D7 5.1")
    assert here.refuses(Attendance(present=True)) == Refusal(
        rule, "no_change", "The tournament director is here already."
    )
    assert opened().refuses(Attendance(present=False)) == Refusal(
        rule, "no_change", "The tournament director is not here."
    )
    for wrong in (None, 1, 0, "yes", 10**30, ()):
        assert opened().refuses(Attendance(present=wrong)) == Refusal(  # type: ignore[arg-type]
            rule, "bad_attendance", "Say yes or no: the director is present."
        )
    assert roles(opened(), Attendance(present=True)) == {Role.TOURNAMENT_DIRECTOR}
    assert offered(opened(), Attendance) == [Offer(Attendance, Role.TOURNAMENT_DIRECTOR, {"present": Choices((True,))})]
    assert offered(here, Attendance) == [Offer(Attendance, Role.TOURNAMENT_DIRECTOR, {"present": Choices((False,))})]
    refused = opened().refuses(Attendance(present=True, by=DEALER))
    assert refused == Refusal(
        Cite("D7 1.0 Tournament Director"),
        "not_your_act",
        "This is for the tournament director to do, not for a dealer.",
    )


@pytest.mark.clause("D7 5.1", "D7 5.2", "D7 3.8", "D7 1.0 Tournament Director")
def test_D7_5_1_no_session_begins_without_the_director_or_before_its_time() -> None:
    state = seated(4)
    alone = Refusal(Cite("D7 5.1"), "no_director", "The tournament director must be present.")
    assert state.play(SetTime(START)).refuses(StartSession(1)) == alone
    assert state.refuses(StartSession(1)) == alone
    here = state.play(Attendance(present=True))
    early = Refusal(Cite("D7 3.8"), "too_early", "The starting time has not come yet.")
    assert here.play(SetTime(START - 1)).refuses(StartSession(1)) == early
    assert not offered(here, StartSession)
    due = here.play(SetTime(START))
    begun = due.play(StartSession(1))
    (session,) = due.sessions
    assert changed(due, begun) == {"sessions": (replace(session, begun=True),)}
    assert roles(due, StartSession(1)) == {Role.TOURNAMENT_DIRECTOR}
    assert offered(due, StartSession) == [Offer(StartSession, Role.TOURNAMENT_DIRECTOR, {"session": Choices((1,))})]
    assert not offered(begun, StartSession)
    gone = due.play(Attendance(present=False))
    assert gone.refuses(StartSession(1)) == alone


@pytest.mark.clause("D7 5.2")
def test_D7_5_2_only_a_session_that_waits_with_all_its_players_begins() -> None:
    none = Refusal(Cite("D7 5.2"), "no_such_session", "No session of that number is waiting to begin.")
    state = ready(seated(8))
    for number in (*RUBBISH, 3):
        assert state.refuses(StartSession(number)) == none, number
    assert state.play(StartSession(1)).refuses(StartSession(1)) == none
    assert counted(playing(8), "ana 900, ben 800").refuses(StartSession(1)) == none
    assert field(8).refuses(StartSession(1)) == none
    assert won().refuses(StartSession(1)) == none
    open_seats = Refusal(Cite("D7 5.2"), "seats_open", "Some seats of this session have no player yet.")
    half = drawing(8).play(*(DrawSeat(name) for name in NAMES[:4]), Attendance(present=True), SetTime(START))
    assert half.refuses(StartSession(2)) == open_seats
    assert half.refuses(StartSession(1)) is None
    assert offered(half, StartSession) == [Offer(StartSession, Role.TOURNAMENT_DIRECTOR, {"session": Choices((1,))})]
    assert offered(state, StartSession) == [Offer(StartSession, Role.TOURNAMENT_DIRECTOR, {"session": Choices((1, 2))})]


# Disqualified (3.3(b))


@pytest.mark.clause("D7 3.3(b)(i)", "D7 3.3(b)(ii)", "D7 3.6")
@pytest.mark.parametrize("ground", GROUNDS)
def test_D7_3_3_b_each_ground_rests_on_its_clause(ground: str) -> None:
    before = field(5)
    state = before.play(Disqualify("ana", ground, "as seen"))
    fate = {"status": Status.DISQUALIFIED, "rule": Cite(GROUNDS[ground]), "working": f"{ground}: as seen"}
    assert changed(before, state) == {"ana": fate}
    reason = Refusal(Cite(GROUNDS[ground]), "no_reason", "Give the reason on one line.")
    for wrong in ("", None, 5, True, "a\nb", " a", "a" * 201, 10**30):
        assert before.refuses(Disqualify("ana", ground, wrong)) == reason, wrong  # type: ignore[arg-type]


@pytest.mark.clause("D7 3.3(b)(i)", "D7 1.0 Player")
def test_D7_3_3_b_why_a_player_is_not_disqualified() -> None:
    state = field(5)
    known = (
        "no wager, concealed chips, lent chips, left the table, took advice, gave no name, broke the rules, "
        "did not attend"
    )
    ground = Refusal(Cite("D7 3.3(b)(i)"), "no_such_ground", f"Give one of these grounds: {known}.")
    for wrong in ("", "won too much", None, 5, True, 10**30):
        assert state.refuses(Disqualify("ana", wrong, "x")) == ground, wrong  # type: ignore[arg-type]
    unhashable: tuple[Any, ...] = ([], {})
    for rubbish in unhashable:
        refusal = state.refuses(Disqualify("ana", rubbish, "x"))
        assert refusal is not None
        assert refusal.code == "ill_made"
    for name in ("zoe", *RUBBISH):
        nobody = Refusal(Cite("D7 1.0 Player"), "not_playing", f"{name} is not in the tournament.")
        assert state.refuses(Disqualify(name, "no wager", "x")) == nobody, name
    again = Refusal(Cite("D7 1.0 Player"), "not_playing", "ana is not in the tournament.")
    assert state.play(out("ana")).refuses(out("ana")) == again
    home = Refusal(Cite("D7 1.0 Player"), "not_playing", "cat is not in the tournament.")
    assert between_stages().refuses(out("cat")) == home
    at_table = Refusal(Cite("D7 3.3(b)(i)"), "at_table", "ana is playing session 1. Disqualify them at that table.")
    assert playing(8).refuses(out("ana")) == at_table
    assert started(seated(8), 2).refuses(out("ana")) is None
    assert won().refuses(out("ana")) == OVER
    assert roles(state, out("ana")) == EITHER


@pytest.mark.clause("D7 3.3(b)(i)", "D7 3.3(b)(ii)")
def test_D7_3_3_b_whom_the_tournament_may_disqualify_is_offered() -> None:
    def offer(name: str) -> Offer:
        fields: dict[str, Field] = {"player": Choices((name,)), "ground": Choices(tuple(GROUNDS)), "reason": Words()}
        return Offer(Disqualify, Role.TOURNAMENT_DIRECTOR, fields)

    assert offered(field(2), Disqualify) == [offer("ana"), offer("ben")]
    assert offered(started(seated(8), 2), Disqualify) == [offer(name) for name in NAMES[:4]]
    assert not offered(playing(8), Disqualify)
    assert not offered(won(), Disqualify)


@pytest.mark.clause("D7 3.3(b)(i)", "D7 3.6", "D7 6.12(b)")
def test_D7_3_3_b_who_is_disqualified_at_a_table_is_out_of_the_tournament() -> None:
    before = playing(8, issue=Issue.SOLD)
    state = counted(before, "ana 900!, ben 800")
    entry = state.entry_here("ana")
    assert (entry.status, entry.rule) == (Status.DISQUALIFIED, Cite("D7 3.3(b)(i)", "T21"))
    assert entry.working == "disqualified at the table of session 1"
    assert (entry.paid, entry.refunded, entry.holding, entry.stage) == (FEE, 0, 900_00, 1)
    assert "ana" not in state.players


# Tables (3.3(c)(i), 5.4)


@pytest.mark.clause("D7 3.3(c)(i)", "D7 5.4", "D7 5.2", "D7 1.0 Session")
def test_D7_3_3_c_i_the_operator_spreads_the_players_over_tables() -> None:
    before = field(9)
    state = before.play(SetTables((5, 4)))
    seats = (*(Seat(1, box) for box in range(1, 6)), *(Seat(2, box) for box in range(1, 5)))
    assert changed(before, state) == {
        "phase": Phase.PLAY,
        "stage": 1,
        "sessions": (Session(1, 1, ("",) * 5, CHIPS), Session(2, 1, ("",) * 4, CHIPS)),
        "last_session": 2,
        "draws": (SeatDraw(NAMES[:9], seats),),
        "contests": (Contest(TABLE, 2, (1,)), Contest(TABLE, 2, (2,))),
    }
    assert roles(before, SetTables((5, 4))) == EITHER
    assert offered(before, SetTables) == [Offer(SetTables, Role.OPERATOR, {"sizes": Choices(((5, 4),))})]
    assert not offered(state, SetTables)
    # The operator's cap of six makes three tables of thirteen players; seven at a table would make two.
    assert [offer.fields for offer in offered(field(13, seats=6), SetTables)] == [{"sizes": Choices(((5, 4, 4),))}]
    taken = Refusal(Cite("D7 3.3(c)(i)"), "tables_set", "The tables of this stage are set.")
    for later in (state, drawn(state), playing(8), counted(playing(8), "ana 900, ben 800")):
        assert later.refuses(SetTables((5, 4))) == taken


@pytest.mark.clause("D7 6.8", "D7 5.4", "D7 1.0 Session")
def test_D7_6_8_whoever_fits_one_table_plays_the_final() -> None:
    before = field(7)
    state = before.play(SetTables((7,)))
    assert (state.is_final, state.contests) == (True, (Contest(FINAL, 1, (1,)),))
    assert offered(before, SetTables) == [Offer(SetTables, Role.OPERATOR, {"sizes": Choices(((7,),))})]
    final = between_stages().play(SetTables((4,)))
    assert (final.is_final, final.stage, final.contests) == (True, 2, (Contest(FINAL, 1, (3,)),))
    assert (final.sessions, final.last_session) == ((Session(3, 2, ("",) * 4, CHIPS),), 3)
    assert drawing(8).is_final is False


@pytest.mark.clause("D7 5.4", "D7 5.2", "D7 6.8")
@pytest.mark.parametrize(
    ("players", "sizes", "rule", "code", "why"),
    [
        (11, (8, 3), "D7 5.4", "bad_number", "A table begins with 4 to 7 players, not 8."),
        (11, (3, 8), "D7 5.4", "bad_number", "A table begins with 4 to 7 players, not 3."),
        (10, (7, 3), "D7 5.4", "bad_number", "A table begins with 4 to 7 players, not 3."),
        (8, (8,), "D7 5.4", "bad_number", "A table begins with 4 to 7 players, not 8."),
        (8, (4, 4, 0), "D7 5.4", "bad_number", "A table begins with 4 to 7 players, not 0."),
        (8, (4, 4, -1, 1), "D7 5.4", "bad_number", "A table begins with 4 to 7 players, not -1."),
        (11, (7, 5), "D7 5.2", "not_all", "The tables seat 12 players; 11 are to play."),
        (11, (6, 4), "D7 5.2", "not_all", "The tables seat 10 players; 11 are to play."),
        (8, (), "D7 5.2", "not_all", "The tables seat 0 players; 8 are to play."),
        (7, (6,), "D7 6.8", "one_final", "The 7 players who are left play the final."),
        (7, (4, 3), "D7 5.4", "bad_number", "A table begins with 4 to 7 players, not 3."),
        (4, (), "D7 6.8", "one_final", "The 4 players who are left play the final."),
        *(
            (8, bad, "D7 5.4", "bad_number", "Say how many players sit at each table.")
            for bad in (None, [4, 4], "44", 8, (4, "4"), (4, 4.0), (True, 7), (None,), {4}, 10**30)
        ),
    ],
)
def test_D7_5_4_each_table_begins_with_4_to_7(players: int, sizes: Any, rule: str, code: str, why: str) -> None:
    assert field(players).refuses(SetTables(sizes)) == Refusal(Cite(rule), code, why)


@pytest.mark.clause("D7 5.4", "D7 3.3(c)(i)")
def test_D7_5_4_any_split_into_4_to_7_is_the_operators_choice() -> None:
    for sizes in ((4, 7), (7, 4), (5, 6), (6, 5)):
        assert field(11).refuses(SetTables(sizes)) is None
    assert field(12).refuses(SetTables((4, 4, 4))) is None
    assert field(14).refuses(SetTables((7, 7))) is None


@pytest.mark.clause("D7 5.4", "D7 3.2(f)")
def test_D7_5_4_too_few_players_to_begin() -> None:
    four = Refusal(Cite("D7 5.4"), "too_few_players", "A tournament needs 4 players to begin.")
    for number in (0, 1, 3):
        assert field(number).refuses(SetTables((number,))) == four
        assert not offered(field(number), SetTables)
    assert field(4).refuses(SetTables((4,))) is None
    few = Refusal(
        Cite("D7 3.2(f)"), "too_few_players", "5 players take part; the conditions of entry ask for at least 6."
    )
    assert field(5, fewest=6).refuses(SetTables((5,))) == few
    assert field(6, fewest=6).refuses(SetTables((6,))) is None
    assert not offered(field(5, fewest=6), SetTables)
    for state in (won(), field(4).play(CancelTournament("x"))):
        assert state.refuses(SetTables((4,))) == (OVER if state.phase is Phase.OVER else OFF)
        assert not offered(state, SetTables)


@pytest.mark.clause("D7 5.4", "D7 3.2(f)")
def test_D7_5_4_the_smallest_number_counts_at_the_beginning_only() -> None:
    state = counted(playing(8, fewest=8), "ana 900, ben 800", "eve 700, fay 600")
    assert state.refuses(SetTables((4,))) is None
    fewer = state.play(WithdrawEntry("ana"), WithdrawEntry("ben"))
    assert fewer.refuses(SetTables((2,))) is None
    assert fewer.refuses(SetTables((4,))) == Refusal(
        Cite("D7 6.8"), "one_final", "The 2 players who are left play the final."
    )
    assert offered(fewer, SetTables) == [Offer(SetTables, Role.OPERATOR, {"sizes": Choices(((2,),))})]
    final = next_stage(fewer)
    assert final.session_options(3).play_off is True


# Seats (3.3(c)(ii), 5.2)


@pytest.mark.clause("D7 3.3(c)(ii)", "D7 5.2")
def test_D7_3_3_c_ii_the_operator_may_seat_a_player() -> None:
    before = drawing(8)
    state = before.play(PlaceAt("cat", 2, 3))
    (draw,) = before.draws
    assert changed(before, state) == {
        "sessions": (before.sessions[0], replace(before.sessions[1], seats=("", "", "cat", ""))),
        "draws": (
            SeatDraw(
                tuple(name for name in NAMES[:8] if name != "cat"),
                tuple(seat for seat in draw.seats if seat != Seat(2, 3)),
            ),
        ),
    }
    assert roles(before, PlaceAt("cat", 2, 3)) == EITHER
    taken = Refusal(Cite("D7 3.3(c)(ii)"), "seat_taken", "That seat is not free for this player.")
    assert state.refuses(PlaceAt("ana", 2, 3)) == taken
    assert state.refuses(PlaceAt("ana", 2, 4)) is None
    for wrong in (*RUBBISH, 5):
        assert state.refuses(PlaceAt("ana", 1, wrong)) == taken, wrong
    for wrong in (*RUBBISH, 3):
        assert state.refuses(PlaceAt("ana", wrong, 1)) == taken, wrong
    for name in ("cat", "zoe", *RUBBISH):
        none = Refusal(Cite("D7 3.3(c)(ii)"), "not_to_be_seated", f"{name} is not waiting for a seat.")
        assert state.refuses(PlaceAt(name, 1, 1)) == none, name
    nobody = Refusal(Cite("D7 3.3(c)(ii)"), "not_to_be_seated", "ana is not waiting for a seat.")
    for other in (field(8), seated(8), won()):
        assert other.refuses(PlaceAt("ana", 1, 1)) == nobody
        assert not offered(other, PlaceAt)


@pytest.mark.clause("D7 3.3(c)(ii)")
def test_D7_3_3_c_ii_every_free_seat_is_offered() -> None:
    state = drawing(4).play(PlaceAt("ben", 1, 3))
    assert offered(state, PlaceAt) == [
        Offer(
            PlaceAt,
            Role.OPERATOR,
            {"player": Choices(("ana", "cat", "dan")), "session": Choices((1,)), "box": Choices((box,))},
        )
        for box in (1, 2, 4)
    ]
    last = state.play(PlaceAt("ana", 1, 1), PlaceAt("cat", 1, 2), PlaceAt("dan", 1, 4))
    assert (last.sessions[0].seats, last.draws) == (("ana", "cat", "ben", "dan"), ())


@pytest.mark.clause("D7 5.2", "D7 1.0 Tournament")
def test_D7_5_2_the_next_seat_is_drawn() -> None:
    before = drawing(8)
    state = before.play(DrawSeat("hal"))
    (draw,) = before.draws
    assert changed(before, state) == {
        "sessions": (replace(before.sessions[0], seats=("hal", "", "", "")), before.sessions[1]),
        "draws": (SeatDraw(NAMES[:7], draw.seats[1:]),),
    }
    assert roles(before, DrawSeat("hal")) == EITHER
    assert offered(before, DrawSeat) == [Offer(DrawSeat, Role.TOURNAMENT_DIRECTOR, {"player": Choices(NAMES[:8])})]
    for name in ("hal", "zoe", *RUBBISH):
        absent = Refusal(Cite("D7 5.2"), "not_in_draw", f"{name} is not in this draw.")
        assert state.refuses(DrawSeat(name)) == absent, name
    nothing = Refusal(Cite("D7 5.2"), "nothing_to_draw", "No seat is waiting to be drawn.")
    for other in (field(8), seated(8), won()):
        assert other.refuses(DrawSeat("ana")) == nothing
        assert not offered(other, DrawSeat)
        assert other.chance() == {}


@pytest.mark.clause("D7 5.2", "D7 1.0 Tournament")
def test_D7_5_2_every_player_has_the_same_chance_of_every_seat() -> None:
    found: dict[tuple[str, ...], Fraction] = {}

    def walk(state: Tournament, likely: Fraction) -> None:
        outcomes = state.chance()
        if not outcomes:
            seats = state.sessions[0].seats
            found[seats] = found.get(seats, Fraction(0)) + likely
            return
        assert sum(outcomes.values()) == 1
        for act, chance in outcomes.items():
            walk(state.play(act), likely * chance)

    walk(drawing(4), Fraction(1))
    assert len(found) == 24
    assert set(found.values()) == {Fraction(1, 24)}


@pytest.mark.clause("D7 5.2", "D7 3.3(c)(ii)")
def test_D7_5_2_chance_is_among_those_who_have_no_seat() -> None:
    state = drawing(8).play(PlaceAt("ana", 1, 1), DrawSeat("ben"))
    assert state.sessions[0].seats == ("ana", "ben", "", "")
    assert state.chance() == {DrawSeat(name): Fraction(1, 6) for name in NAMES[2:8]}
    assert state.sessions[0].players == ("ana", "ben")


@pytest.mark.clause("D7 6.7")
def test_D7_6_7_who_did_not_go_on_is_neither_drawn_nor_placed() -> None:
    final = counted(playing(8), "ana 900, ben 800", "eve 700, fay 600").play(SetTables((4,)))
    lost = Refusal(Cite("D7 6.7"), "not_in_draw", "cat did not qualify from stage 1.")
    assert final.refuses(DrawSeat("cat")) == lost
    assert final.refuses(PlaceAt("cat", final.last_session, 1)) == lost
    assert final.refuses(DrawSeat("ana")) is None


@pytest.mark.clause("D7 4.8(a)", "D7 3.7")
def test_D7_4_8_what_is_the_operators_alone_is_refused_of_the_director_by_its_own_clause() -> None:
    asked = counted(playing(4), "ana 0@9, ben 0@9, cat 0@9, dan 0@9")
    director = Actor(Role.TOURNAMENT_DIRECTOR)
    for act, clause in (
        (IssueAgain(1, 500_00, by=director), "D7 4.8"),
        (NotifyApplicant("ana", by=director), "D7 3.7"),
    ):
        refusal = asked.refuses(act)
        assert refusal is not None
        assert (refusal.rule.clause, refusal.code) == (clause, "not_your_act")
    assert asked.refuses(IssueAgain(1, 500_00, by=Actor(Role.OPERATOR))) is None


@pytest.mark.clause("D7 5.2")
def test_D7_5_2_several_draws_one_after_the_other() -> None:
    state = counted(playing(8, stages=stage(advance=1)), "ana 900, ben 900", "eve 700, fay 700")
    assert [draw.pool for draw in state.draws] == [("ana", "ben"), ("eve", "fay")]
    assert state.chance() == {DrawSeat("ana"): Fraction(1, 2), DrawSeat("ben"): Fraction(1, 2)}
    assert state.refuses(DrawSeat("eve")) == Refusal(Cite("D7 5.2"), "not_in_draw", "eve is not in this draw.")
    assert state.refuses(PlaceAt("eve", 4, 2)) is None
    assert state.refuses(PlaceAt("eve", 3, 2)) == Refusal(
        Cite("D7 3.3(c)(ii)"), "seat_taken", "That seat is not free for this player."
    )
    placed = state.play(PlaceAt("eve", 4, 2))
    assert [draw.pool for draw in placed.draws] == [("ana", "ben"), ("fay",)]
    assert line_up(drawn(placed)) == {3: ("ana", "ben"), 4: ("fay", "eve")}
    offers = [(str(offer.fields["session"]), str(offer.fields["player"])) for offer in offered(placed, PlaceAt)]
    assert len(offers) == 3
    (draw,) = offered(placed, DrawSeat)
    assert draw.fields == {"player": Choices(("ana", "ben"))}


# Someone is missing at a table that waits (5.4, ruling T30)


@pytest.mark.clause("D7 5.4", "D7 3.3(b)(ii)")
@pytest.mark.parametrize("make", [lambda: drawing(9), lambda: drawing(9).play(DrawSeat("cat")), lambda: seated(9)])
def test_D7_5_4_before_a_stage_has_begun_its_tables_are_set_anew(make: Callable[[], Tournament]) -> None:
    before = make()
    state = before.play(out("ivy", "did not attend"))
    assert (state.phase, state.stage, state.sessions, state.draws, state.contests) == (Phase.ENTRY, 0, (), (), ())
    assert state.last_session == 2
    again = state.play(SetTables((4, 4)))
    assert [session.number for session in again.sessions] == [3, 4]
    assert drawn(again).sessions[0].seats == NAMES[:4]


@pytest.mark.clause("D7 5.4", "D7 6.7", "D7 6.12(b)")
def test_D7_5_4_a_later_stage_that_has_not_begun_is_set_anew_too() -> None:
    state = between_stages().play(SetTables((4,)))
    assert state.is_final is True
    for made in (state, drawn(state)):
        fewer = made.play(WithdrawEntry("fay"))
        assert (fewer.phase, fewer.stage, fewer.is_final, fewer.sessions, fewer.draws) == (
            Phase.PLAY,
            1,
            False,
            (),
            (),
        )
        assert fewer.players == ("ana", "ben", "eve")
    sold = drawn(counted(playing(8, issue=Issue.SOLD), "ana 900, ben 800", "eve 700, fay 600").play(SetTables((4,))))
    sold = sold.play(BuyChips("ana"), WithdrawEntry("fay"))
    entry = sold.entry_here("ana")
    assert (entry.has_chips, entry.holding, entry.chip_money) == (False, 1_900_00, 2_000_00)


@pytest.mark.clause("D7 6.8", "D7 5.4")
def test_D7_5_4_who_is_left_alone_has_won() -> None:
    state = between_stages()
    for made in (state, state.play(SetTables((4,))), drawn(state.play(SetTables((4,))))):
        alone = made.play(*(out(name, "did not attend") for name in ("ben", "eve")))
        assert alone.phase is Phase.PLAY
        alone = drawn(alone.play(SetTables((2,)))) if made.sessions else alone
        over = paid(alone.play(WithdrawEntry("fay")))
        assert (over.phase, places(over)) == (Phase.OVER, ["1 ana"])
        assert over.placings[0].rule == Cite("D7 6.8", "T30")
        assert over.placings[0].working == "ana is the only one left"
        assert over.entry_here("ana").status is Status.PLACED
        assert is_balanced(over, 8 * FEE)


@pytest.mark.clause("D7 5.4", "D7 5.2")
def test_D7_5_4_a_seat_of_a_waiting_table_is_taken_away_once_the_stage_has_begun() -> None:
    state = started(seated(9), 2)
    assert line_up(state) == {1: NAMES[:5], 2: NAMES[5:9]}
    fewer = state.play(out("ben"))
    assert line_up(fewer) == {1: ("ana", "cat", "dan", "eve"), 2: NAMES[5:9]}
    assert fewer.refuses(StartSession(1)) is None
    assert state.play(WithdrawEntry("eve")).sessions[0].seats == NAMES[:4]


@pytest.mark.clause("D7 5.4", "D7 5.2")
def test_D7_5_4_one_who_waits_for_the_draw_leaves_one_seat_fewer() -> None:
    state = ready_but_drawing(9)
    assert state.draws[0].pool == NAMES[4:9]
    fewer = state.play(out("gil"))
    assert [len(session.seats) for session in fewer.sessions] == [4, 4]
    assert fewer.draws[0].pool == ("eve", "fay", "hal", "ivy")
    assert fewer.draws[0].seats == tuple(Seat(2, box) for box in range(1, 5))
    assert drawn(fewer).sessions[1].seats == ("eve", "fay", "hal", "ivy")


def ready_but_drawing(count: int) -> Tournament:
    """The first table of four is drawn and has begun; the rest is not drawn yet."""
    state = drawing(count, 4, count - 4).play(*(DrawSeat(name) for name in NAMES[:4]))
    return state.play(Attendance(present=True), SetTime(START), StartSession(1))


@pytest.mark.clause("D7 5.2", "D7 3.3(c)(ii)")
def test_D7_5_2_nobody_loses_a_seat_because_another_drops_out_of_the_draw() -> None:
    """Eve was given the last box of the table; fay, who has no seat yet, is disqualified."""
    state = ready_but_drawing(9).play(PlaceAt("eve", 2, 5))
    fewer = state.play(out("fay"))
    assert "eve" in fewer.sessions[1].seats
    assert len(fewer.sessions[1].seats) == 4
    done = drawn(fewer)
    assert set(done.sessions[1].seats) == {"eve", "gil", "hal", "ivy"}
    assert done.refuses(StartSession(2)) is None


@pytest.mark.clause("D7 5.2", "D7 3.3(c)(ii)")
def test_D7_5_2_seats_behind_one_that_is_gone_move_up_in_the_draw_too() -> None:
    state = ready_but_drawing(9).play(PlaceAt("eve", 2, 2), PlaceAt("fay", 2, 4))
    fewer = state.play(out("eve"))
    assert fewer.sessions[1].seats == ("", "", "fay", "")
    assert fewer.draws[0].seats == (Seat(2, 1), Seat(2, 2), Seat(2, 4))
    assert drawn(fewer).sessions[1].seats == ("gil", "hal", "fay", "ivy")


@pytest.mark.clause("D7 5.4", "D7 5.2")
def test_D7_5_2_the_last_of_a_draw_drops_out() -> None:
    state = ready_but_drawing(9).play(*(DrawSeat(name) for name in NAMES[4:8]))
    assert state.draws[0].pool == ("ivy",)
    fewer = state.play(WithdrawEntry("ivy"))
    assert fewer.draws == ()
    assert fewer.sessions[1].seats == NAMES[4:8]


@pytest.mark.clause("D7 5.4")
def test_D7_5_4_tables_that_wait_are_set_anew_where_one_has_too_few() -> None:
    """Ruling T30: the operator reseats to tables of 4 to 7, and ten players make two tables of five."""
    state = started(seated(15, 4, 4, 7), 1)
    fewer = state.play(out("eve", "did not attend"))
    assert [len(session.seats) for session in fewer.sessions] != [4, 3, 7] or fewer.refuses(StartSession(2)) is not None


@pytest.mark.clause("D7 6.7", "D7 5.4")
def test_D7_5_4_a_table_with_one_player_left_is_not_played() -> None:
    state = started(seated(8), 1).play(out("eve"), out("fay"))
    assert line_up(state)[2] == ("gil", "hal")
    assert state.session_options(2).play_off is True
    alone = state.play(WithdrawEntry("gil"))
    assert alone.session_here(2).tally == Tally(0, 0, (Count("hal", CHIPS),))
    assert alone.session_here(2).begun is False
    assert [each.player for each in alone.contests[1].through] == ["hal"]
    done = counted(alone, "ana 900, ben 800")
    assert done.players == ("ana", "ben", "hal")
    nobody = alone.play(WithdrawEntry("hal"))
    assert counted(nobody, "ana 900, ben 800").players == ("ana", "ben")


@pytest.mark.clause("D7 5.4", "D7 6.12(b)")
def test_D7_6_12_b_chips_bought_for_a_table_that_is_not_played_are_kept() -> None:
    state = started(seated(8, issue=Issue.SOLD), 1).play(out("eve"), out("fay"), out("gil"))
    entries = [state.entry_here(name) for name in ("eve", "hal")]
    assert [(entry.has_chips, entry.holding, entry.chip_money) for entry in entries] == [(False, CHIPS, CHIPS)] * 2


@pytest.mark.clause("D7 5.5", "D7 3.2(d)", "D7 6.12(b)")
def test_D7_5_5_who_has_bought_chips_keeps_them_for_the_session_when_another_drops_out() -> None:
    state = started(seated(9, issue=Issue.SOLD), 2)
    fewer = state.play(out("ben"))
    assert [fewer.entry_here(name).has_chips for name in ("ana", "ben", "cat", "dan", "eve")] == [
        True,
        False,
        True,
        True,
        True,
    ]
    assert fewer.entry_here("ben").holding == CHIPS
    assert fewer.entry_here("ana").holding == 0
    assert fewer.refuses(StartSession(1)) is None


# Chips (3.2(d), 5.5, 6.12)


@pytest.mark.clause("D7 3.2(d)", "D7 5.5", "D7 3.4")
def test_D7_3_2_d_chips_that_are_sold_are_bought_before_the_session() -> None:
    before = seated(4, issue=Issue.SOLD)
    state = before.play(BuyChips("ana"))
    assert changed(before, state) == {"ana": {"has_chips": True, "chip_money": CHIPS}}
    assert state.pool == 4 * FEE
    assert not roles(before, BuyChips("ana"))
    assert offered(before, BuyChips) == [Offer(BuyChips, Role.PLAYER, {"player": Choices((n,))}) for n in NAMES[:4]]
    assert offered(state, BuyChips) == [Offer(BuyChips, Role.PLAYER, {"player": Choices((n,))}) for n in NAMES[1:4]]
    due = state.play(Attendance(present=True), SetTime(START))
    owing = Refusal(Cite("D7 5.5"), "no_chips", "ben has not bought the chips for this session.")
    assert due.refuses(StartSession(1)) == owing
    assert not offered(due, StartSession)
    assert due.play(*(BuyChips(name) for name in NAMES[1:4])).refuses(StartSession(1)) is None


@pytest.mark.clause("D7 3.2(d)", "D7 5.5")
def test_D7_3_2_d_when_there_are_no_chips_to_buy() -> None:
    def none(name: Any) -> Refusal:
        return Refusal(Cite("D7 3.2(d)"), "nothing_to_buy", f"{name} has no chips to buy now.")

    sold = {"issue": Issue.SOLD}
    for state in (
        seated(4),
        field(4, **sold),
        drawing(4, **sold),
        playing(4, **sold),
        seated(4, **sold).play(BuyChips("ana")),
        counted(playing(8, **sold), "ana 900, ben 800"),
    ):
        assert state.refuses(BuyChips("ana")) == none("ana")
    assert not offered(seated(4), BuyChips)
    assert not offered(playing(4, **sold), BuyChips)
    for name in ("zoe", *RUBBISH):
        assert seated(4, **sold).refuses(BuyChips(name)) == none(name)
    assert seated(4, **sold).refuses(BuyChips("ana", by=OPERATOR)) == Refusal(
        Cite("D7 1.0 Player"), "not_yours", "Only ana may do this."
    )


@pytest.mark.clause("D7 6.12(b)", "D7 5.5")
def test_D7_6_12_b_bought_chips_are_kept_and_redeemed() -> None:
    before = playing(8, issue=Issue.SOLD)
    state = counted(before, "ana 900, ben 800, cat 0@9, dan 3@9")
    assert [state.entry_here(name).holding for name in NAMES[:5]] == [900_00, 800_00, 0, 3_00, 0]
    assert state.entry_here("ana").has_chips is False
    redeemed = state.play(Redeem("ana", 400_00))
    assert changed(state, redeemed) == {"ana": {"holding": 500_00, "redeemed": 400_00}}
    assert redeemed.play(Redeem("ana", 500_00)).entry_here("ana").redeemed == 900_00
    assert not roles(state, Redeem("ana", 1))
    assert offered(state, Redeem) == [
        Offer(Redeem, Role.PLAYER, {"player": Choices((name,)), "amount": Bounds(1, held)})
        for name, held in (("ana", 900_00), ("ben", 800_00), ("dan", 3_00))
    ]
    amount = Refusal(Cite("D7 6.12(b)"), "not_an_amount", "ana has $900 to redeem.")
    for wrong in (*RUBBISH, 900_01):
        assert state.refuses(Redeem("ana", wrong)) == amount, wrong
    assert state.refuses(Redeem("ana", 1)) is None
    assert state.refuses(Redeem("ana", 900_00)) is None
    for name in ("cat", "eve", "zoe", *RUBBISH):
        none = Refusal(Cite("D7 6.12(b)"), "no_chips", f"{name} has no tournament chips to redeem.")
        assert state.refuses(Redeem(name, 1)) == none, name
    over = counted(playing(4, issue=Issue.SOLD), "ana 900, ben 800, cat 700, dan 600")
    assert over.phase is Phase.OVER
    assert over.play(Redeem("dan", 600_00)).entry_here("dan").redeemed == 600_00


@pytest.mark.clause("D7 6.12(b)", "D7 3.4")
def test_D7_6_12_b_chips_add_up_over_the_sessions_and_stay_out_of_the_pool() -> None:
    state = next_stage(counted(playing(8, issue=Issue.SOLD), "ana 900, ben 800", "eve 700, fay 600"))
    ana = state.entry_here("ana")
    assert (ana.holding, ana.chip_money, ana.has_chips, ana.stage) == (900_00, 2_000_00, True, 1)
    over = counted(state, "ana 1500, ben 800, eve 0@9, fay 400")
    assert [over.entry_here(name).holding for name in ("ana", "ben", "eve", "fay")] == [
        2_400_00,
        1_600_00,
        700_00,
        1_000_00,
    ]
    assert over.entry_here("ana").stage == 2
    assert is_balanced(over, 8 * FEE)


@pytest.mark.clause("D7 6.12(a)")
def test_D7_6_12_a_free_chips_go_back_and_nothing_is_redeemed() -> None:
    state = counted(playing(8), "ana 900, ben 800")
    assert {entry.holding for entry in state.entries} == {0}
    assert {entry.chip_money for entry in state.entries} == {0}
    why = "Chips that were given free go back to the operator when a session ends and cannot be redeemed."
    assert state.refuses(Redeem("ana", 1)) == Refusal(Cite("D7 6.12(a)"), "no_chips", why)
    assert not offered(state, Redeem)


# Tallies (6.4)


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_the_table_reports_its_tally() -> None:
    before = playing(9)
    act = replace(report(before, "ana 900, ben 800"), record="0f" * 32)
    state = before.play(act)
    assert state.sessions[0] == replace(before.sessions[0], tally=act.tally, record="0f" * 32)
    assert state.sessions[1] == before.sessions[1]
    assert {name: state.entry_here(name).stage for name in NAMES[:9]} == {
        name: 1 if name in NAMES[:5] else 0 for name in NAMES[:9]
    }
    assert roles(before, act) == {Role.TOURNAMENT_DIRECTOR}
    one = {"session": Choices((1,)), "tally": Choices((Tally(10, 5_00, tuple(Count(n, CHIPS) for n in NAMES[:5])),))}
    two = {"session": Choices((2,)), "tally": Choices((Tally(10, 5_00, tuple(Count(n, CHIPS) for n in NAMES[5:9])),))}
    assert offered(before, ReportSession) == [
        Offer(ReportSession, Role.TOURNAMENT_DIRECTOR, one),
        Offer(ReportSession, Role.TOURNAMENT_DIRECTOR, two),
    ]
    assert offered(state, ReportSession) == [Offer(ReportSession, Role.TOURNAMENT_DIRECTOR, two)]
    for offer in offered(before, ReportSession):
        assert before.refuses(offer.act()) is None
    assert not offered(seated(8), ReportSession)


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_only_a_session_that_is_played_is_reported() -> None:
    none = Refusal(Cite("D7 6.4"), "no_such_session", "No session of that number is being played.")
    state = started(seated(8), 1)
    good = replace(tally(NAMES[:4], "ana 900"), rounds=10)
    for number in (*RUBBISH, 2, 3):
        assert state.refuses(ReportSession(number, good)) == none, number
    assert state.refuses(ReportSession(1, good)) is None
    assert state.play(ReportSession(1, good)).refuses(ReportSession(1, good)) == none
    record = Refusal(Cite("D7 6.4"), "bad_record", "Name the table's record by its SHA-256.")
    for wrong in (None, 5, True, "x", "0" * 63, "0" * 65, "0F" * 32, "g" * 64, "0" * 64 + "\n", b"", 10**30):
        assert state.refuses(ReportSession(1, good, wrong)) == record, wrong  # type: ignore[arg-type]
    for right in ("", "0" * 64, "abcdef0123456789" * 4):
        assert state.refuses(ReportSession(1, good, right)) is None


BAD_TALLY = Refusal(Cite("D7 6.4"), "bad_tally", "The tally does not belong to this session.")


@pytest.mark.clause("D7 6.4")
@pytest.mark.parametrize(
    "wrong",
    [
        None,
        5,
        True,
        "tally",
        (),
        Tally(9, 500, ()),
        tally(NAMES[:3], "ana 900"),
        tally(NAMES[:5], "ana 900"),
        tally(NAMES[4:8], "eve 900"),
        tally(("ben", "ana", "cat", "dan"), "ana 900"),
        *(replace(tally(NAMES[:4], "ana 900"), rounds=wrong) for wrong in (-1, None, True, "9", 9.0)),
        *(replace(tally(NAMES[:4], "ana 900"), minimum=wrong) for wrong in (-1, None, True, "9", 9.0)),
        tally(NAMES[:4], "ana 900, ben 0@10"),
        tally(NAMES[:4], "ana 900, ben 1@10"),
        tally(NAMES[:4], "ana 900, ben 0"),
    ],
)
def test_D7_6_4_a_tally_is_of_the_players_of_the_session(wrong: Any) -> None:
    assert playing(8).refuses(ReportSession(1, wrong)) == BAD_TALLY


@pytest.mark.clause("D7 6.4")
@pytest.mark.parametrize(
    "count",
    [
        *(Count("ana", wrong) for wrong in (-1, None, True, "9", 9.0)),  # type: ignore[arg-type]
        *(Count("ana", 5, wrong) for wrong in (-1, None, True, "9", 9.0)),  # type: ignore[arg-type]
        *(Count("ana", 5, 1, wrong) for wrong in (0, None, 1, "no")),  # type: ignore[arg-type]
        Count("ana", 2**63),
        Count("ana", 10**30),
    ],
)
def test_D7_6_4_a_count_is_a_whole_number_that_can_be(count: Count) -> None:
    good = tally(NAMES[:4], "ben 900")
    wrong = replace(good, counts=(count, *good.counts[1:]))
    assert playing(8).refuses(ReportSession(1, wrong)) == BAD_TALLY


@pytest.mark.clause("D7 6.4")
@pytest.mark.parametrize("figure", ["rounds", "minimum"])
def test_D7_6_4_no_figure_of_a_tally_is_beyond_all_bounds(figure: str) -> None:
    wrong = replace(tally(NAMES[:4], "ben 900"), **{figure: 10**30})
    assert playing(8).refuses(ReportSession(1, wrong)) == BAD_TALLY


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_counts_of_rubbish_are_refused() -> None:
    for rubbish in (None, 5, (None,), ("ana", "ben", "cat", "dan"), "ana"):
        refusal = playing(8).refuses(ReportSession(1, Tally(9, 500, rubbish)))  # type: ignore[arg-type]
        assert refusal is not None, rubbish


@pytest.mark.clause("D7 6.4")
@pytest.mark.parametrize("text", ["ana 1, ben 0@9", "ana 0@1, ben 0@9", "ana 900!", "ana 4@9, ben 5@0"])
def test_D7_6_4_tallies_that_can_be(text: str) -> None:
    assert playing(8).refuses(report(playing(8), text)) is None


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_a_table_without_a_tally_has_nothing_to_report() -> None:
    with pytest.raises(LookupError):
        report_of(1, playing(4).table(1))


# A new issue of chips (4.8)


def asked(**wishes: Any) -> Tournament:
    return counted(playing(8, **wishes), ALL_FELL)


@pytest.mark.clause("D7 4.8(a)", "D7 4.8(b)", "D7 5.5")
def test_D7_4_8_the_operator_is_asked_when_all_fall_in_one_round() -> None:
    state = asked()
    assert state.contests[0] == Contest(TABLE, 2, (1,), reissue=NAMES[:4])
    fields: dict[str, Field] = {"session": Choices((1,)), "amount": Bounds(5_00, CHIPS, 50)}
    assert offered(state, IssueAgain) == [Offer(IssueAgain, Role.OPERATOR, fields)]
    assert offered(state, DeclineIssue) == [Offer(DeclineIssue, Role.OPERATOR, {"session": Choices((1,))})]
    assert roles(state, IssueAgain(1, CHIPS)) == roles(state, DeclineIssue(1)) == {Role.OPERATOR}
    bad = Refusal(Cite("D7 4.8(a)"), "bad_issue", "New chips are worth $5 to $1000, no more than at the beginning.")
    for wrong in (*RUBBISH, 4_50, CHIPS + 50, 5_25):
        assert state.refuses(IssueAgain(1, wrong)) == bad, wrong
    for right in (5_00, 5_50, CHIPS):
        assert state.refuses(IssueAgain(1, right)) is None
    none = Refusal(
        Cite("D7 4.8(a)", "T4"),
        "no_new_issue",
        "New chips are for a session, still undecided, in which all players fell below the minimum in one round.",
    )
    for number in (*(each for each in RUBBISH if each is not True), 2, 3, True):
        assert state.refuses(IssueAgain(number, CHIPS)) == none, number
        assert state.refuses(DeclineIssue(number)) == none, number
    for other in (playing(8), counted(playing(8), "ana 900"), state.play(DeclineIssue(1))):
        assert other.refuses(IssueAgain(1, CHIPS)) == none
        assert other.refuses(DeclineIssue(1)) == none
        assert not offered(other, IssueAgain)
        assert not offered(other, DeclineIssue)


@pytest.mark.clause("D7 4.8(a)", "D7 4.4")
def test_D7_4_8_a_new_issue_is_in_chips_that_are_in_use() -> None:
    begun = playing(8, sign=Sign(10_00, 500_00, smallest_chip=5_00), chips=1_005_00)
    state = counted(begun, "ana 5@9, ben 0@9, cat 0@9, dan 0@9")
    (offer,) = offered(state, IssueAgain)
    assert offer.fields["amount"] == Bounds(10_00, 1_005_00, 5_00)


@pytest.mark.clause("D7 4.8(a)", "D7 4.8(b)", "D7 1.0 Play-Off")
def test_D7_4_8_new_chips_are_equal_and_are_played_off() -> None:
    before = asked()
    state = before.play(IssueAgain(1, 600_00))
    play_off = Session(3, 1, ("",) * 4, 600_00, play_off=True)
    assert changed(before, state) == {
        "sessions": (*before.sessions, play_off),
        "last_session": 3,
        "draws": (SeatDraw(NAMES[:4], tuple(Seat(3, box) for box in range(1, 5))),),
        "contests": (
            Contest(
                *(TABLE, 2, (3,), "going on", NAMES[:4]),
                issued=600_00,
                answers=(IssueAnswer(1, 600_00),),
                play_offs=((3,),),
            ),
            before.contests[1],
        ),
    }
    assert state.play(*(DrawSeat(name) for name in NAMES[:4])).session_options(3).chips == 600_00
    done = played(state, "dan 700, cat 600, ana 500, ben 400")
    assert [each.player for each in done.contests[0].through] == ["dan", "cat"]


@pytest.mark.clause("D7 4.8(a)", "D7 4.8(b)")
def test_D7_4_8_without_a_new_issue_the_tallies_decide() -> None:
    state = asked().play(DeclineIssue(1))
    contest = state.contests[0]
    assert ([each.player for each in contest.through], contest.decided) == (["ana", "ben"], True)
    assert (contest.reissue, contest.answers) == ((), (IssueAnswer(1, 0),))
    assert state.contests[1] == Contest(TABLE, 2, (2,))


@pytest.mark.clause("D7 4.8(a)", "D7 6.5")
def test_D7_4_8_a_tie_at_nothing_is_played_off_all_the_same() -> None:
    state = counted(playing(8), "ana 0@9, ben 0@9, cat 0@9, dan 0@9").play(DeclineIssue(1))
    contest = Contest(TABLE, 2, (3,), "going on", NAMES[:4], play_offs=((3,),))
    assert state.contests[0] == contest.with_answer(1, 0)
    assert state.session_here(3).chips == CHIPS


@pytest.mark.clause("D7 4.8(a)", "D7 4.8(b)")
@pytest.mark.parametrize(
    ("text", "among"),
    [
        ("ana 0@9, ben 0@9, cat 0@9, dan 0@9", NAMES[:4]),
        ("ana 4@9, ben 4@9, cat 3@9, dan 1@9", NAMES[:4]),
        ("ana 0@9, ben 4@9, cat 0@9, dan 0@3", NAMES[:3]),
        ("ana 0@9, ben 0@9, cat 4@8, dan 0@9", ()),
        ("ana 5, ben 0@9, cat 0@9, dan 0@9", ()),
        ("ana 0@9, ben 0@9, cat 0@9, dan 900!", NAMES[:3]),
        ("ana 0@9, ben 0@9, cat 0@3, dan 0@3", ()),
    ],
)
def test_D7_4_8_who_may_be_given_new_chips(text: str, among: tuple[str, ...]) -> None:
    """Rulings T3, T4, T27; where no more are left than go on, no result is needed."""
    state = counted(playing(8), text)
    assert state.contests[0].reissue == among


@pytest.mark.clause("D7 4.8(a)")
def test_D7_4_8_several_tables_may_ask_at_once() -> None:
    state = counted(playing(8), ALL_FELL, "eve 0@9, fay 0@9, gil 0@9, hal 0@9")
    assert [offer.fields["session"] for offer in offered(state, IssueAgain)] == [Choices((1,)), Choices((2,))]
    assert [offer.fields["session"] for offer in offered(state, DeclineIssue)] == [Choices((1,)), Choices((2,))]
    second = state.play(IssueAgain(2, 50_00))
    assert second.session_here(3).chips == 50_00
    assert second.draws[0].pool == NAMES[4:8]
    assert second.contests[0] == state.contests[0]
    declined = state.play(DeclineIssue(2))
    assert declined.contests[1].tied == NAMES[4:8]
    assert declined.contests[0].reissue == NAMES[:4]


@pytest.mark.clause("D7 4.8(a)")
def test_D7_4_8_all_may_fall_together_in_a_play_off_too() -> None:
    """A play-off is a session (1.0), and 4.8 speaks of every session."""
    tied = counted(playing(8, stages=stage(advance=1)), "ana 900, ben 900")
    state = played(tied, "ana 3@9, ben 2@9")
    assert [contest.reissue for contest in state.contests if contest.reissue] == [("ana", "ben")]


@pytest.mark.clause("D7 4.8(a)", "D7 6.12(b)", "D7 5.5")
def test_D7_4_8_new_chips_are_bought_where_chips_are_sold() -> None:
    state = drawn(asked(issue=Issue.SOLD).play(IssueAgain(1, 600_00)))
    ana = state.entry_here("ana")
    assert (ana.holding, state.price_for("ana")) == (3_00, 600_00)
    bought = state.play(BuyChips("ana"))
    assert bought.entry_here("ana").chip_money == 1_600_00
    assert state.refuses(StartSession(3)) == Refusal(
        Cite("D7 5.5"), "no_chips", "ana has not bought the chips for this session."
    )


# While the operator is asked, and while a new issue waits to be played


@pytest.mark.clause("D7 4.8(a)", "D7 3.3(b)(i)")
def test_D7_4_8_who_drops_out_is_not_asked_for() -> None:
    state = asked().play(out("dan"))
    assert state.contests[0].reissue == NAMES[:3]
    issued = state.play(IssueAgain(1, 600_00))
    assert issued.draws[0].pool == NAMES[:3]
    two = state.play(WithdrawEntry("ana"))
    assert (two.contests[0].reissue, two.contests[0].decided) == ((), True)
    assert [each.player for each in two.contests[0].through] == ["ben", "cat"]
    assert not offered(two, IssueAgain)


@pytest.mark.clause("D7 4.8(a)", "D7 3.3(b)(i)")
def test_D7_4_8_a_new_issue_keeps_its_amount_when_one_of_them_drops_out() -> None:
    state = asked().play(IssueAgain(1, 600_00))
    for made in (state, drawn(state)):
        fewer = made.play(out("dan"))
        (play_off,) = [session for session in fewer.sessions if session.play_off]
        assert (len(play_off.seats), play_off.chips) == (3, 600_00)
        assert fewer.draws[0].pool == NAMES[:3]
        assert fewer.contests[0].places == 2


@pytest.mark.clause("D7 4.8(a)", "D7 3.3(b)(i)")
def test_D7_4_8_where_no_more_are_left_than_go_on_there_is_no_play_off() -> None:
    state = drawn(asked().play(IssueAgain(1, 600_00))).play(out("dan"), WithdrawEntry("ana"))
    contest = state.contests[0]
    assert contest.decided is True
    assert [each.player for each in contest.through] == ["ben", "cat"]
    assert contest.through[0].rule == Cite("D7 6.5", "T21")
    assert contest.through[0].working == "ben: 2 to go on, and no more are left in the play-off"
    assert contest.sessions == ()
    assert not [session for session in state.sessions if session.play_off]
    assert state.draws == ()


@pytest.mark.clause("D7 3.5(b)", "D7 4.8(a)")
def test_D7_4_8_broken_off_while_the_operator_is_asked() -> None:
    state = counted(playing(4), ALL_FELL)
    off = state.play(BreakOff("fire"))
    assert (off.phase, off.contests) == (Phase.OFF, ())
    assert not offered(off, IssueAgain)
    assert is_balanced(off, 4 * FEE)


# Everything is somebody's to do, and rubbish is refused


@pytest.mark.clause("D7 1.0 Player")
def test_D7_1_0_Player_rubbish_is_refused_by_every_act_in_every_state() -> None:
    kinds: list[Callable[[Any], Any]] = [
        Attendance,
        SetTables,
        DrawSeat,
        BuyChips,
        StartSession,
        RecallSession,
        DeclineIssue,
        lambda rubbish: PlaceAt(rubbish, rubbish, rubbish),
        lambda rubbish: IssueAgain(rubbish, rubbish),
        lambda rubbish: Redeem(rubbish, rubbish),
        lambda rubbish: ReportSession(rubbish, rubbish, rubbish),
        lambda rubbish: Disqualify(rubbish, rubbish, rubbish),
    ]
    rubbish: tuple[Any, ...] = (None, "1", 1.0, -1, 0, 10**30, (), [], {}, b"1")
    for state in (opened(), field(4), drawing(8), seated(8), playing(8), asked(), between_stages(), won()):
        for kind in kinds:
            for part in rubbish:
                assert state.refuses(kind(part)) is not None, (kind, part)


# Between the tournament and its tables


@pytest.mark.clause("D7 5.1", "D7 5.2", "D7 5.5", "D7 6.4")
def test_D7_5_2_the_table_is_told_who_sits_where_and_tells_the_tally() -> None:
    state = playing(5)
    assert state.opening_acts(1) == (Attendance(present=True), AllocateBoxes(NAMES[:5]))
    table = state.table(1)
    assert (table.seated, [table.chips_of(name) for name in NAMES[:5]]) == (NAMES[:5], [CHIPS] * 5)
    assert table.sign == state.sign_of(1)
    closed = state.table(1, ())
    assert (closed.general.is_open, closed.seated) == (False, ())
    final = replace(tally(NAMES[:5], "ana 900, ben 800, cat 700, dan 600"), rounds=12)
    told = report_of(1, replace(table, tally=final), "ab" * 32)
    assert told == ReportSession(1, final, "ab" * 32)
    assert report_of(1, replace(table, tally=final)).record == ""
    assert state.play(told).phase is Phase.DECIDED
    for number in (2, 0):
        with pytest.raises(LookupError):
            state.table(number)


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_one_cent_of_chips_is_a_count_in_edition_1() -> None:
    state = playing(8, edition=1)
    counts = (Count("ana", 1), Count("ben", 0, 1), Count("cat", 2), Count("dan", 3))
    assert state.refuses(ReportSession(1, Tally(1, 1, counts))) is None


# A session that was started and has not begun at its table


@pytest.mark.clause("D7 5.4", "D7 3.3(b)(ii)")
def test_D7_5_4_a_session_that_was_started_may_be_recalled() -> None:
    before = started(seated(8), 1)
    state = before.play(RecallSession(1))
    assert changed(before, state) == {"sessions": (replace(before.sessions[0], begun=False), before.sessions[1])}
    assert state.has_begun is False
    assert state.refuses(StartSession(1)) is None
    none = Refusal(Cite("D7 5.4", "T30"), "no_such_session", "No session of that number was started.")
    for number in (*RUBBISH, 2, 3):
        assert before.refuses(RecallSession(number)) == none, number
    assert state.refuses(RecallSession(1)) == none
    assert counted(before, "ana 900, ben 800").refuses(RecallSession(1)) == none
    assert won().refuses(RecallSession(1)) == none
    assert roles(before, RecallSession(1)) == {Role.TOURNAMENT_DIRECTOR}
    assert offered(before, RecallSession) == [
        Offer(RecallSession, Role.TOURNAMENT_DIRECTOR, {"session": Choices((1,))})
    ]
    assert offered(playing(8), RecallSession) == [
        Offer(RecallSession, Role.TOURNAMENT_DIRECTOR, {"session": Choices((1, 2))})
    ]
    for other in (field(8), state, won()):
        assert not offered(other, RecallSession)
    assert not offered(counted(playing(4), ALL_FELL), RecallSession)


@pytest.mark.clause("D7 5.4", "D7 3.3(b)(ii)", "D7 5.5")
def test_D7_5_4_after_a_recall_the_players_are_seated_anew_without_who_stayed_away() -> None:
    state = playing(5, issue=Issue.SOLD).play(RecallSession(1))
    assert [state.entry_here(name).has_chips for name in NAMES[:5]] == [True] * 5
    assert not offered(state, BuyChips)
    fewer = state.play(out("eve", "did not attend"))
    assert (fewer.phase, fewer.sessions) == (Phase.ENTRY, ())
    assert [fewer.entry_here(name).holding for name in NAMES[:5]] == [CHIPS] * 5
    over = played(fewer.play(SetTables((4,))), "ana 900, ben 800, cat 700, dan 600")
    assert is_balanced(over, 5 * FEE)


@pytest.mark.clause("D7 5.4", "D7 6.5")
def test_D7_5_4_a_play_off_may_be_recalled_too() -> None:
    state = started(counted(playing(8, stages=stage(advance=1)), "ana 900, ben 900, cat 900"), 3)
    fewer = state.play(RecallSession(3), out("cat", "did not attend"))
    assert fewer.draws[0].pool == ("ana", "ben")
    assert fewer.session_here(4).play_off is True
    assert fewer.has_begun is True
