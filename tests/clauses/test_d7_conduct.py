"""How a session is conducted: director, boxes, coming and going, limits, disqualification, names (Division 7, 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import (
    Admit,
    BuyColour,
    BuyIn,
    CashOut,
    ChangeLimits,
    Clock,
    CloseTable,
    Consent,
    HandIn,
    HoldUnclaimed,
    MakeGood,
    NoMoreBets,
    OpenTable,
    OpenToPublic,
    PostClosing,
    PostLimits,
    Role,
    Sign,
    TakeUpEdition,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act, CallEarly, FreeSeat, Ready
from croupier.games.blackjack.acts import (
    ChooseHand,
    CloseInsurance,
    DrawForAbsent,
    FullPatronage,
    LeaveSeat,
    OrderShuffle,
    ReopenBetting,
    Sit,
    StandForAbsent,
    VacateSeat,
    VoidRound,
)
from croupier.games.chips import Purse
from croupier.games.layout.acts import VoidWager
from croupier.games.machine import Awaited
from croupier.games.offers import Bounds, Choices, Offer, Words
from croupier.games.people import DEALER, GAME_SUPERVISOR, OPERATOR, player
from croupier.games.refusal import Refusal
from croupier.games.tournament.grounds import GROUNDS
from croupier.games.tournament.session_table.session import Mistakable, PlayerStack, Standing
from croupier.games.tournament.session_table.table import SWITCHED_OFF, Division7Table, open_session
from croupier.games.tournament.session_table.table_acts import (
    AllocateBoxes,
    AskName,
    Attendance,
    BeginSession,
    ConsentToLeave,
    Disqualify,
    GiveName,
    LeaveTable,
    LendChips,
    LimitTime,
    PermitWriting,
    TakeSeat,
    TallyChips,
)
from croupier.games.tournament.tally import Count
from croupier.rulebook import Cite
from tests.support.rules.blackjack import allowed_roles, changed
from tests.support.rules.tournament_tables import (
    CHIPS,
    FOUR,
    SIGN,
    box,
    called,
    chips,
    deal,
    finished,
    live,
    offered,
    prepared,
    round_of,
    seated,
    session,
    terms,
    wagered,
)

Make = Callable[[], Division7Table]
OVER_T1 = Refusal(Cite("D7 1.0 Session", "T1"), "session_over", "The session is over.")
NO_DIRECTOR = Refusal(Cite("D7 5.1"), "no_director", "The tournament director must be present.")
CLOSED = Refusal(Cite("D1 8"), "table_closed", "The table is closed.")


def over(**wishes: Any) -> Division7Table:
    return round_of(session(rounds=1, **wishes))


def empty(automation: tuple[str, ...] | None = None, **wishes: Any) -> Division7Table:
    return open_session(SIGN, terms(**wishes), automation, None, ())


def not_playing(name: Any) -> Refusal:
    return Refusal(Cite("D7 1.0 Player"), "not_playing", f"{name} does not play in this session.")


def is_disqualified(name: str) -> Refusal:
    return Refusal(Cite("D7 3.3(b)(i)", "T21"), "disqualified", f"{name} is disqualified.")


def out(table: Division7Table, *names: str, ground: str = "took advice") -> Division7Table:
    return table.play(*(Disqualify(name, ground, "seen by the supervisor") for name in names))


# The director (5.1)


@pytest.mark.clause("D7 5.1", "D7 1.0 Tournament Director")
def test_D7_5_1_the_director_comes_and_goes() -> None:
    table = seated()
    assert not table.director_present
    assert table.refuses(Attendance(False)) == Refusal(
        Cite("D7 5.1"), "no_change", "The tournament director is not here."
    )
    assert offered(table, Attendance) == [Offer(Attendance, Role.TOURNAMENT_DIRECTOR, {"present": Choices((True,))})]
    assert allowed_roles(table, Attendance(True)) == {Role.TOURNAMENT_DIRECTOR}
    here = table.play(Attendance(True))
    assert changed(table, here) == {"director_present": True}
    assert here.refuses(Attendance(True)) == Refusal(
        Cite("D7 5.1"), "no_change", "The tournament director is here already."
    )
    assert offered(here, Attendance) == [Offer(Attendance, Role.TOURNAMENT_DIRECTOR, {"present": Choices((False,))})]
    for bad in (None, 1, "yes"):
        assert here.refuses(Attendance(bad)) == Refusal(  # type: ignore[arg-type]
            Cite("D7 5.1"), "bad_attendance", "Say yes or no: the director is present."
        )
    assert here.play(Attendance(False)) == table


@pytest.mark.clause("D7 5.1")
def test_D7_5_1_no_session_begins_without_the_director() -> None:
    table = seated()
    assert table.refuses(BeginSession()) == NO_DIRECTOR
    assert offered(table, BeginSession) == []
    here = table.play(Attendance(True))
    assert offered(here, BeginSession) == [Offer(BeginSession, Role.TOURNAMENT_DIRECTOR, {})]
    assert allowed_roles(here, BeginSession()) == {Role.TOURNAMENT_DIRECTOR}
    assert here.refuses(BeginSession(by=DEALER)) == Refusal(
        Cite("D7 1.0 Tournament Director"),
        "not_your_act",
        "This is for the tournament director to do, not for a dealer.",
    )


@pytest.mark.clause("D7 5.1")
def test_D7_5_1_nothing_goes_on_while_the_director_is_away() -> None:
    table = session().play(Attendance(False))
    for act in (
        Wager("ana", box(1), 5_00),
        AskName("ana"),
        LimitTime(30),
        TakeSeat("ana"),
        ChangeLimits(SIGN),
        NoMoreBets(),
        BuyIn("ana", 5_00),
        LendChips("ana", "ben", 5_00),
    ):
        assert table.refuses(act) == NO_DIRECTOR, act
    assert [offer.kind for offer in table.legal] == [Clock, Attendance, *[LeaveTable] * 4, *[Disqualify] * 4]
    assert table.refuses(Disqualify("ana", "took advice", "asked a friend", by=OPERATOR)) is None
    assert table.refuses(Clock(1)) is None
    assert table.awaits == (Awaited("come to the tournament", Role.TOURNAMENT_DIRECTOR, Cite("D7 5.1")),)
    unknown = Refusal(Cite("D7 2.1(b)"), "unknown_act", "This game does not know that act.")
    assert table.refuses("a wager") == unknown
    back = table.play(Attendance(True))
    assert back.refuses(Wager("ana", box(1), 5_00)) is None
    assert back.awaits == (Awaited("wager in turn", Role.PLAYER, Cite("D7 5.9")),)


@pytest.mark.clause("D7 5.7", "D7 5.1")
def test_D7_5_7_an_emergency_waits_for_no_director() -> None:
    """Consent is what one needs who has no such need."""
    table = session().play(Attendance(False))
    assert table.refuses(LeaveTable("ana", emergency=True)) is None


@pytest.mark.clause("D7 5.1", "D7 6.4")
def test_D7_5_1_before_and_after_the_session_the_director_need_not_be_there() -> None:
    table = seated()
    assert table.refuses(AskName("ana")) is None
    assert table.awaits == (Awaited("begin the session", Role.TOURNAMENT_DIRECTOR, Cite("D7 5.1")),)
    ended = over(manual=("tally chips",)).play(Attendance(False))
    assert ended.refuses(TallyChips()) is None
    assert ended.awaits == (Awaited("count the chips of every player", Role.DEALER, Cite("D7 6.4")),)
    done = ended.play(TallyChips())
    assert done.awaits == (Awaited("report the tally: the session is over", Role.TOURNAMENT_DIRECTOR, Cite("D7 6.4")),)


# Boxes and chips (5.2, 5.4, 5.5)


@pytest.mark.clause("D7 5.2", "D7 5.4", "D7 1.0 Play-Off", "D7 1.0 Player")
@pytest.mark.parametrize(
    ("players", "refusal"),
    [
        (list(FOUR), Refusal(Cite("D7 5.2"), "bad_players", "Give each box the name of one player, or none.")),
        (
            ("ana", "ben", "cat", "d an"),
            Refusal(Cite("D7 5.2"), "bad_players", "Give each box the name of one player, or none."),
        ),
        (
            ("ana", "ben", "cat", None),
            Refusal(Cite("D7 5.2"), "bad_players", "Give each box the name of one player, or none."),
        ),
        (("ana", "ben", "cat", "dan", "ana"), Refusal(Cite("D7 5.2"), "two_boxes", "A player has one box only.")),
        (tuple("abcdefgh"), Refusal(Cite("D7 5.4"), "bad_number", "A table has 7 boxes.")),
        ((*tuple("abcd"), "", "", "", ""), Refusal(Cite("D7 5.4"), "bad_number", "A table has 7 boxes.")),
        (
            ("ana", "ben", "cat"),
            Refusal(Cite("D7 5.4"), "bad_number", "A table begins with 4 to 7 players, not 3."),
        ),
        (
            ("ana", "", "ben", "", "cat"),
            Refusal(Cite("D7 5.4"), "bad_number", "A table begins with 4 to 7 players, not 3."),
        ),
        ((), Refusal(Cite("D7 5.4"), "bad_number", "A table begins with 4 to 7 players, not 0.")),
        (FOUR, None),
        (tuple("abcdefg"), None),
        (("", "ana", "", "ben", "", "cat", "dan"), None),
    ],
)
def test_D7_5_4_who_may_be_seated(players: Any, refusal: Refusal | None) -> None:
    assert empty().refuses(AllocateBoxes(players)) == refusal


@pytest.mark.clause("D7 1.0 Play-Off", "D7 5.4")
def test_D7_1_0_Play_Off_two_players_are_enough_for_a_play_off() -> None:
    table = empty(play_off=True)
    assert table.refuses(AllocateBoxes(("ana",))) == Refusal(
        Cite("D7 1.0 Play-Off", "T6"), "bad_number", "A table begins with 2 to 7 players, not 1."
    )
    assert table.refuses(AllocateBoxes(("ana", "ben"))) is None
    assert offered(table, AllocateBoxes) == [
        Offer(AllocateBoxes, Role.TOURNAMENT_DIRECTOR, {"players": Choices((("player1", "player2"),))})
    ]
    begun = session("ana", "-", "ben", play_off=True)
    assert (begun.marker, begun.bettors) == (1, ("ana", "ben"))
    assert round_of(begun).marker == 3


@pytest.mark.clause("D7 5.2", "D7 5.5", "D7 1.0 Tournament", "D7 1.0 Tournament Chips", "D7 5.11")
@pytest.mark.parametrize("amount", [5_00, CHIPS, 20_000_00])
def test_D7_1_0_Tournament_all_begin_with_the_same_chips(amount: int) -> None:
    table = empty(chips=amount)
    assert table.awaits == (Awaited("allocate the boxes", Role.TOURNAMENT_DIRECTOR, Cite("D7 5.2")),)
    assert allowed_roles(table, AllocateBoxes(FOUR)) == {Role.TOURNAMENT_DIRECTOR, Role.OPERATOR}
    names = tuple(f"player{number}" for number in range(1, 5))
    assert offered(table, AllocateBoxes) == [
        Offer(AllocateBoxes, Role.TOURNAMENT_DIRECTOR, {"players": Choices((names,))})
    ]
    allocated = table.play(AllocateBoxes(("zoe", "", "ana", "ben", "", "cat")))
    assert allocated.seats == ("zoe", "", "ana", "ben", "", "cat", "")
    assert allocated.general.purses == tuple(Purse(name, amount) for name in ("ana", "ben", "cat", "zoe"))
    assert allocated.general.house == 0
    assert allocated.seated == allocated.contenders == ("zoe", "ana", "ben", "cat")
    assert allocated.view().public.stacks == tuple(
        PlayerStack(number, name, amount, Standing.PLAYING)
        for number, name in ((1, "zoe"), (3, "ana"), (4, "ben"), (6, "cat"))
    )
    assert allocated.refuses(AllocateBoxes(FOUR)) == Refusal(
        Cite("D7 5.1"), "out_of_order", "Not now: the next step is to begin the session."
    )
    assert offered(allocated, AllocateBoxes) == []


@pytest.mark.clause("D7 5.2", "D7 2.1(a)")
def test_D7_5_2_boxes_are_allocated_at_an_open_table() -> None:
    table = empty(())
    assert table.refuses(AllocateBoxes(FOUR)) == CLOSED
    assert table.refuses(BeginSession()) == CLOSED
    assert offered(table, AllocateBoxes) == []
    assert table.awaits == (Awaited("open table", Role.DEALER, Cite("D7 2.1(b)")),)
    opened = table.play(OpenTable())
    assert (opened.step, opened.awaits[0].what) == ("allocate boxes", "allocate the boxes")
    assert opened.refuses(BeginSession()) == Refusal(
        Cite("D7 5.2"), "out_of_order", "Not now: the next step is to allocate the boxes."
    )
    assert opened.play(AllocateBoxes(FOUR)).step == "dealer inspects"


@pytest.mark.clause("D7 5.4", "D7 3.3(b)(i)")
def test_D7_5_4_no_session_begins_with_fewer_players_than_the_rule_asks() -> None:
    table = out(seated().play(Attendance(True)), "dan", ground="did not attend")
    assert table.refuses(BeginSession()) is not None
    five = out(seated(*FOUR, "eva").play(Attendance(True)), "dan", ground="did not attend")
    assert five.refuses(BeginSession()) is None
    play_off = out(seated("ana", "ben", "cat", play_off=True).play(Attendance(True)), "cat")
    assert play_off.refuses(BeginSession()) is None


@pytest.mark.clause("D7 5.9", "D7 5.1", "D7 2.3(a)", "D7 1.0 Session")
def test_D7_5_9_what_beginning_the_session_changes() -> None:
    table = seated("-", *FOUR, seconds=600, wager_seconds=20).play(Attendance(True), Clock(50))
    begun = table.play(BeginSession())
    assert changed(table, begun) == {
        "begun": True,
        "session_ends": 650,
        "marker": 2,
        "turn_ends": 70,
        "step": "wager",
    }
    rounds = seated(rounds=5).play(Attendance(True), Clock(50), BeginSession())
    assert (rounds.session_ends, rounds.marker) == (None, 1)
    assert begun.refuses(BeginSession()) == Refusal(
        Cite("D7 5.9"), "out_of_order", "Not now: the next step is to wager in turn."
    )
    first_out = out(seated(*FOUR, "eva").play(Attendance(True)), "ana").play(BeginSession())
    assert first_out.marker == 2


# What is switched off (2.2, 4.1, 4.2, 5.5, 5.6, 5.12)

IN_TURN = "Players wager in turn here. There is no betting time to end early."
OFF: list[tuple[Act, Refusal]] = [
    (BuyIn("ana", 5_00), Refusal(Cite("D7 5.5"), "no_more_chips", "No more chips are issued during a session.")),
    (
        CashOut("ana", 5_00),
        Refusal(Cite("D7 5.12"), "chips_stay", "Tournament chips stay on the table until the session has ended."),
    ),
    (
        BuyColour("ana", "red", 1_00, 5_00),
        Refusal(Cite("D7 4.1"), "tournament_chips", "Only tournament chips are in use."),
    ),
    (HandIn("ana", 5_00), Refusal(Cite("D7 4.1"), "tournament_chips", "Only tournament chips are in use.")),
    (
        TakeUpEdition(2),
        Refusal(Cite("D7 2.1(a)"), "disapplied", "A tournament ends under the edition of the rules in which it began."),
    ),
    (
        PostLimits(SIGN, 1200),
        Refusal(
            Cite("D7 2.2(a)"), "disapplied", "In a tournament limits change only as rule 4.3 of Division 7 allows."
        ),
    ),
    (
        Consent("ana"),
        Refusal(
            Cite("D7 2.2(a)"), "disapplied", "In a tournament limits change only as rule 4.3 of Division 7 allows."
        ),
    ),
    (
        PostClosing(1200),
        Refusal(Cite("D7 6.1"), "session_on", "A session ends by its own rules. It is never closed early."),
    ),
    (
        CloseTable(),
        Refusal(Cite("D7 6.1"), "session_on", "A session ends by its own rules. It is never closed early."),
    ),
    (Withdraw("ana", box(1)), Refusal(Cite("D7 4.2", "T19"), "final", "A wager is final when it is placed.")),
    (
        VoidWager("ana", box(1), "late"),
        Refusal(Cite("D7 4.2", "T19"), "final", "A wager is final when it is placed."),
    ),
    (
        OrderShuffle("doubts"),
        Refusal(
            Cite("D7 5.8"),
            "own_shuffles",
            "In a session the cards are shuffled only when rule 5.8 of Division 7 says so.",
        ),
    ),
    (ReopenBetting(), Refusal(Cite("D7 4.2", "T19"), "final", "Wagers are final: betting is not opened again.")),
    (Sit("ana", 2), Refusal(Cite("D7 5.2"), "allocated", "Boxes are allocated at the beginning of the session.")),
    (
        LeaveSeat("ana"),
        Refusal(Cite("D7 5.2"), "allocated", "The box that was allocated is kept for the session."),
    ),
    (
        FreeSeat("ana"),
        Refusal(Cite("D7 5.2"), "allocated", "The box that was allocated is kept for the session."),
    ),
    (
        VacateSeat(1),
        Refusal(Cite("D7 5.2"), "allocated", "The box that was allocated is kept for the session."),
    ),
    (Admit("zoe"), Refusal(Cite("D7 5.2"), "allocated", "Boxes are allocated at the beginning of the session.")),
    (OpenToPublic(), Refusal(Cite("D7 5.2"), "allocated", "Boxes are allocated at the beginning of the session.")),
    (
        HoldUnclaimed("ana"),
        Refusal(Cite("D7 5.12"), "chips_stay", "Tournament chips stay on the table until the session has ended."),
    ),
    (
        MakeGood("ana", 1, 5_00, "a dispute"),
        Refusal(Cite("D7 5.5"), "no_more_chips", "No more chips are issued during a session."),
    ),
    (
        ChooseHand("ana", 1, 1),
        Refusal(Cite("D7 2.2(b)"), "disapplied", "Boxes are not shared in a tournament."),
    ),
    (FullPatronage(True), Refusal(Cite("D7 2.2(b)"), "disapplied", "Boxes are not shared in a tournament.")),
    (Ready("ana"), Refusal(Cite("D7 5.9"), "disapplied", IN_TURN)),
    (CallEarly(("ana",)), Refusal(Cite("D7 5.9"), "disapplied", IN_TURN)),
]


@pytest.mark.clause("D7 2.2(a)", "D7 2.2(b)", "D7 4.1", "D7 4.2", "D7 5.2", "D7 5.5", "D7 5.6", "D7 5.12", "D7 6.1")
@pytest.mark.parametrize(("act", "refusal"), OFF)
def test_D7_2_2_what_is_done_elsewhere_and_not_here(act: Act, refusal: Refusal) -> None:
    for table in (session(), live(), wagered(session(), stop="dan"), called(session())):
        assert table.refuses(act) == refusal
        assert offered(table, type(act)) == []
    assert seated().refuses(act) == refusal


@pytest.mark.clause("D7 2.2(a)", "D7 2.2(b)")
def test_D7_2_2_the_list_of_what_is_switched_off_is_whole() -> None:
    assert set(SWITCHED_OFF) == {type(act) for act, _ in OFF}
    assert session().disapplied == {
        *("D1 9", "D1 10.2", "D1 10.4"),
        *("D2 5.3", "D2 5.8", "D2 7.1", "D2 8.7", "D2 8.8", "D2 14", "D2 15"),
    }
    assert not any(session().applies(clause) for clause in session().disapplied)
    assert session().applies("D2 8.2")


@pytest.mark.clause("D7 2.2(b)")
def test_D7_2_2_b_nobody_is_held_to_the_minimum_for_having_sat_out() -> None:
    """D2 5.8 is off: a player whom a lowered minimum brings back may wager what the sign allows."""
    table = session(lowest_minimum=4_50)
    table = table._moved("ana", -(CHIPS - 9_50), CHIPS - 9_50)
    table = round_of(round_of(table, ana="lose"))
    back = table.play(ChangeLimits(Sign(minimum=4_50, maximum=100_00)))
    richer = back._moved("ana", 50_00, -50_00)
    assert wagered(richer, stop="ana").refuses(Wager("ana", box(1), 54_50)) is None


@pytest.mark.clause("D7 5.6")
def test_D7_5_6_chips_are_neither_lent_nor_borrowed() -> None:
    refusal = Refusal(Cite("D7 5.6"), "no_lending", "Tournament chips may not be lent or borrowed.")
    for table in (seated(), session(), called(session()), over()):
        assert table.refuses(LendChips("ana", "ben", 5_00)) == refusal
        assert offered(table, LendChips) == []


# Coming and going (5.7, T32)


@pytest.mark.clause("D7 5.7")
def test_D7_5_7_nobody_leaves_but_in_an_emergency_or_with_consent() -> None:
    table = session()
    consent = "During a session nobody may leave the table, except in an emergency or with the director's consent."
    assert table.refuses(LeaveTable("ana")) == Refusal(Cite("D7 5.7"), "no_consent", consent)
    assert table.refuses(LeaveTable("ana", emergency=True)) is None
    assert table.refuses(LeaveTable("zoe")) == not_playing("zoe")
    assert table.refuses(LeaveTable("")) == not_playing("")
    for bad in (None, 1, "fire"):
        assert table.refuses(LeaveTable("ana", bad)) == Refusal(  # type: ignore[arg-type]
            Cite("D7 5.7"), "bad_emergency", "Say yes or no: it is an emergency."
        )
    assert offered(table, LeaveTable)[0] == Offer(
        LeaveTable, Role.PLAYER, {"player": Choices(("ana",)), "emergency": Choices((True,))}
    )
    excused = table.play(ConsentToLeave("ana"))
    assert changed(table, excused) == {"excused": ("ana",)}
    assert excused.refuses(LeaveTable("ana")) is None
    assert excused.refuses(LeaveTable("ben")) is not None
    assert offered(excused, LeaveTable)[0] == Offer(
        LeaveTable, Role.PLAYER, {"player": Choices(("ana",)), "emergency": Choices((False, True))}
    )
    left = excused.play(ConsentToLeave("ben"), LeaveTable("ana"))
    assert (left.away, left.excused, left.was_vacant) == (("ana",), ("ben",), False)
    assert left.refuses(LeaveTable("ana", emergency=True)) == Refusal(
        Cite("D7 5.7"), "away_already", "ana is away already."
    )
    assert [offer.fields["player"] for offer in offered(left, LeaveTable)] == [
        Choices((name,)) for name in ("ben", "cat", "dan")
    ]
    assert seated().refuses(LeaveTable("ana")) is None
    ended = over()
    assert ended.refuses(LeaveTable("ana")) == OVER_T1
    assert offered(ended, LeaveTable) == []
    assert out(table, "ana").refuses(LeaveTable("ana", emergency=True)) == is_disqualified("ana")


@pytest.mark.clause("D7 5.7", "D7 1.0 Tournament Director")
def test_D7_5_7_the_director_consents() -> None:
    table = session()
    assert allowed_roles(table, ConsentToLeave("ana")) == {Role.TOURNAMENT_DIRECTOR}
    assert offered(table, ConsentToLeave) == [
        Offer(ConsentToLeave, Role.TOURNAMENT_DIRECTOR, {"player": Choices((name,))}) for name in FOUR
    ]
    excused = table.play(ConsentToLeave("ana"))
    already = Refusal(Cite("D7 5.7"), "excused_already", "ana may leave already.")
    assert excused.refuses(ConsentToLeave("ana")) == already
    assert excused.play(LeaveTable("ana")).refuses(ConsentToLeave("ana")) == already
    assert table.refuses(ConsentToLeave("zoe")) == not_playing("zoe")
    assert out(table, "ana").refuses(ConsentToLeave("ana")) == is_disqualified("ana")
    assert [offer.fields["player"] for offer in offered(excused, ConsentToLeave)] == [
        Choices((name,)) for name in ("ben", "cat", "dan")
    ]
    assert over().refuses(ConsentToLeave("ana")) == OVER_T1
    assert offered(over(), ConsentToLeave) == []


@pytest.mark.clause("D7 5.7", "D7 5.2")
def test_D7_5_7_a_player_comes_back_to_the_same_box() -> None:
    table = session().play(LeaveTable("ana", emergency=True), LeaveTable("cat", emergency=True))
    assert offered(table, TakeSeat) == [
        Offer(TakeSeat, Role.PLAYER, {"player": Choices((name,))}) for name in ("ana", "cat")
    ]
    assert table.refuses(TakeSeat("ben")) == Refusal(Cite("D7 5.2"), "seated_already", "ben is at the table.")
    assert table.refuses(TakeSeat("zoe")) == not_playing("zoe")
    back = table.play(TakeSeat("ana"))
    assert (back.away, back.seats, back.preparation) == (("cat",), (*FOUR, "", "", ""), ())
    assert back.refuses(TakeSeat("ana")) == Refusal(Cite("D7 5.2"), "seated_already", "ana is at the table.")
    assert out(table, "ana").refuses(TakeSeat("ana")) == is_disqualified("ana")
    assert over().refuses(TakeSeat("ana")) == OVER_T1


@pytest.mark.clause("D7 5.8(a)", "D7 2.1(b)")
def test_D7_5_8_a_the_first_to_take_his_seat_cuts() -> None:
    table = seated(by_itself=())
    assert [offer.fields["player"] for offer in offered(table, TakeSeat)] == [Choices((name,)) for name in FOUR]
    arrived = table.play(TakeSeat("cat"))
    assert arrived.arrived == "cat"
    assert changed(table, arrived) == {"arrived": "cat", "came": ("cat",)}


@pytest.mark.clause("D7 5.8(a)", "D7 5.2")
def test_D7_5_8_a_only_the_first_to_come_is_noted() -> None:
    table = seated(by_itself=()).play(TakeSeat("cat"))
    assert table.refuses(TakeSeat("cat")) == Refusal(Cite("D7 5.2"), "seated_already", "cat is at the table.")
    second = table.play(TakeSeat("ben"))
    assert (second.arrived, second.came) == ("cat", ("cat", "ben"))
    assert [offer.fields["player"] for offer in offered(second, TakeSeat)] == [Choices(("ana",)), Choices(("dan",))]
    away = second.play(LeaveTable("cat"), LeaveTable("ben"))
    assert away.was_vacant is False
    back = away.play(TakeSeat("ben"))
    assert (back.away, back.arrived, back.came) == (("cat",), "cat", ("cat", "ben"))


@pytest.mark.clause("D7 5.7", "D7 4.5")
def test_D7_5_7_who_is_away_is_still_waited_for() -> None:
    table = session().play(LeaveTable("ana", emergency=True))
    assert (table.in_turn, table.disqualified) == (("ana",), ())
    late = live(edition=1, wager_seconds=30).play(LeaveTable("ana", emergency=True), Clock(30))
    assert wagered(late, stop="ana").play(NoMoreBets()).disqualified == ("ana",)


# Limits (4.3, 4.4, T17)


def foreseen() -> Division7Table:
    return session(
        sign=Sign(minimum=10_00, maximum=100_00, increment=5_00), lowest_minimum=5_00, highest_maximum=200_00
    )


@pytest.mark.clause("D7 4.3", "D7 4.4")
@pytest.mark.parametrize(
    ("sign", "refusal"),
    [
        (Sign(15_00, 100_00, 5_00), "wrong_way"),
        (Sign(10_00, 95_00, 5_00), "wrong_way"),
        (Sign(5_00, 95_00, 5_00), "wrong_way"),
        (Sign(15_00, 200_00, 5_00), "wrong_way"),
        (Sign(10_00, 205_00, 5_00), "not_foreseen"),
        (Sign(10_00, 100_00, 10_00), "increment_fixed"),
        (Sign(10_00, 100_00), "increment_fixed"),
        (Sign(10_00, 100_00, 5_00, 1_00), "increment_fixed"),
        (Sign(10_00, 100_00, 5_00), None),
        (Sign(5_00, 100_00, 5_00), None),
        (Sign(10_00, 200_00, 5_00), None),
        (Sign(5_00, 200_00, 5_00), None),
        (Sign(10_00, 150_00, 5_00), None),
    ],
)
def test_D7_4_3_no_minimum_is_raised_and_no_maximum_lowered(sign: Sign, refusal: str | None) -> None:
    words = {
        "wrong_way": Refusal(
            Cite("D7 4.3"), "wrong_way", "During a session no minimum is raised and no maximum is lowered."
        ),
        "not_foreseen": Refusal(
            Cite("D7 4.3", "T17"), "not_foreseen", "The conditions of entry do not allow these limits."
        ),
        "increment_fixed": Refusal(
            Cite("D7 4.4"), "increment_fixed", "The chips and the increment stay as in the conditions of entry."
        ),
    }
    assert foreseen().refuses(ChangeLimits(sign)) == (None if refusal is None else words[refusal])


@pytest.mark.clause("D7 4.3")
def test_D7_4_3_limits_that_the_conditions_do_not_foresee_stay() -> None:
    table = session()
    not_foreseen = Refusal(Cite("D7 4.3", "T17"), "not_foreseen", "The conditions of entry do not allow these limits.")
    assert table.refuses(ChangeLimits(Sign(4_50, 100_00))) == not_foreseen
    assert table.refuses(ChangeLimits(Sign(5_00, 100_50))) == not_foreseen
    assert table.refuses(ChangeLimits(SIGN)) is None
    low = session(lowest_minimum=2_00)
    assert low.refuses(ChangeLimits(Sign(1_50, 100_00))) == not_foreseen
    assert low.refuses(ChangeLimits(Sign(2_00, 100_00))) is None


@pytest.mark.clause("D7 4.4", "D7 4.9")
def test_D7_4_4_a_new_minimum_need_be_no_multiple_of_the_increment() -> None:
    """Who is held to the minimum wagers it, whatever the increment (ruling T41)."""
    table = foreseen()
    assert table.refuses(ChangeLimits(Sign(7_50, 100_00, 5_00))) is None


@pytest.mark.clause("D7 4.3")
def test_D7_4_3_limits_change_between_rounds_before_the_first_wager() -> None:
    mid = Refusal(Cite("D7 4.3"), "mid_round", "Limits change between two rounds, before the first wager.")
    new = ChangeLimits(Sign(5_00, 100_00, 5_00))
    table = foreseen()
    assert wagered(table, stop="ben").refuses(new) == mid
    assert called(table).refuses(new) == mid
    assert deal(called(table), "2c").refuses(new) == mid
    assert round_of(table).refuses(new) is None
    assert offered(wagered(table, stop="ben"), ChangeLimits) == []
    bad = Refusal(Cite("D7 4.3"), "bad_limits", "State the new limits as a sign with one minimum and one maximum.")
    assert table.refuses(ChangeLimits(5_00)) == bad  # type: ignore[arg-type]
    assert over().refuses(ChangeLimits(SIGN)) == OVER_T1
    assert offered(over(), ChangeLimits) == []


@pytest.mark.clause("D7 4.3", "D7 1.0 Tournament Director")
def test_D7_4_3_what_a_change_of_limits_does_and_which_are_offered() -> None:
    table = foreseen()
    low, high = Sign(5_00, 100_00, 5_00), Sign(10_00, 200_00, 5_00)
    assert offered(table, ChangeLimits) == [
        Offer(ChangeLimits, Role.TOURNAMENT_DIRECTOR, {"sign": Choices((table.sign, low, high))})
    ]
    assert changed(table, table.play(ChangeLimits(low))) == {"sign": low}
    assert allowed_roles(table, ChangeLimits(low, by=OPERATOR)) == {Role.TOURNAMENT_DIRECTOR, Role.OPERATOR}
    assert offered(session(), ChangeLimits) == [
        Offer(ChangeLimits, Role.TOURNAMENT_DIRECTOR, {"sign": Choices((SIGN,))})
    ]
    both = table.play(ChangeLimits(low), ChangeLimits(Sign(5_00, 200_00, 5_00)))
    assert offered(both, ChangeLimits)[0].fields["sign"] == Choices((Sign(5_00, 200_00, 5_00),))
    timed = session(wager_seconds=30, lowest_minimum=2_00).play(Clock(10), ChangeLimits(Sign(2_00, 100_00)))
    assert timed.turn_ends == 40


# Disqualification (3.3(b), 4.5, 5.12, T21)


@pytest.mark.clause("D7 3.3(b)(i)", "D7 3.3(b)(ii)", "D7 4.5", "D7 5.3", "D7 5.6", "D7 5.7", "D7 5.12", "D7 5.13")
def test_D7_3_3_b_i_the_grounds_and_their_clauses() -> None:
    assert {ground: str(cite) for ground, cite in GROUNDS.items()} == {
        "no wager": "D7 4.5",
        "concealed chips": "D7 5.12",
        "lent chips": "D7 5.6",
        "left the table": "D7 5.7",
        "took advice": "D7 5.13",
        "gave no name": "D7 5.3",
        "broke the rules": "D7 3.3(b)(i)",
        "did not attend": "D7 3.3(b)(ii)",
    }
    table = session()
    for ground, cite in GROUNDS.items():
        for bad in ("", " x", "a\nb", "x" * 201, None, 5):
            assert table.refuses(Disqualify("ana", ground, bad)) == Refusal(  # type: ignore[arg-type]
                cite, "no_reason", "Give the reason on one line."
            )
        assert table.refuses(Disqualify("ana", ground, "x" * 200)) is None
        assert table.play(Disqualify("ana", ground, "x")).standing_of("ana") is Standing.DISQUALIFIED


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.4")
def test_D7_3_3_b_i_why_nobody_is_disqualified() -> None:
    table = session()
    assert table.refuses(Disqualify("zoe", "took advice", "x")) == not_playing("zoe")
    assert table.refuses(Disqualify("", "took advice", "x")) == not_playing("")
    assert out(table, "ana").refuses(Disqualify("ana", "took advice", "x")) == is_disqualified("ana")
    assert table.refuses(Disqualify("ana", "whim", "x")) == Refusal(
        Cite("D7 3.3(b)(i)"),
        "no_such_ground",
        "Give one of these grounds: no wager, concealed chips, lent chips, left the table, took advice,"
        " gave no name, broke the rules, did not attend.",
    )
    tallied = over()
    assert tallied.refuses(Disqualify("ana", "took advice", "x")) == Refusal(
        Cite("D7 6.4"), "session_over", "The chips are counted, so this can no longer be done at the table."
    )
    assert offered(tallied, Disqualify) == []
    assert over(manual=("tally chips",)).refuses(Disqualify("ana", "took advice", "x")) is None
    assert allowed_roles(table, Disqualify("ana", "took advice", "x")) == {Role.TOURNAMENT_DIRECTOR, Role.OPERATOR}
    assert offered(table, Disqualify) == [
        Offer(
            Disqualify,
            Role.TOURNAMENT_DIRECTOR,
            {"player": Choices((name,)), "ground": Choices(tuple(GROUNDS)), "reason": Words()},
        )
        for name in FOUR
    ]
    assert len(offered(out(table, "ana"), Disqualify)) == 3


@pytest.mark.clause("D7 3.3(b)(i)", "D7 5.12", "D7 5.10")
def test_D7_3_3_b_i_a_disqualified_player_is_out_at_once_and_his_next_wager_goes_back() -> None:
    table = wagered(session(wager_seconds=30).play(Clock(10)), {"ana": 50_00}, stop="cat").play(Clock(5))
    assert table.turn_ends == 40
    after = out(table, "ana")
    assert changed(table, after) == {
        "disqualified": ("ana",),
        "grounds": ("took advice",),
        "boxes": table.boxes[1:],
        "purses": after.general.purses,
        "marker": 2,
        "mistakable": (Mistakable("ana", marker=1, wager=50_00),),
    }
    assert after.chips_of("ana") == CHIPS
    assert after.contenders == ("ben", "cat", "dan")
    assert after.refuses(Wager("ana", box(1), 5_00)) == is_disqualified("ana")
    in_turn = out(table, "cat")
    assert (in_turn.in_turn, in_turn.turn_ends) == (("dan",), 45)
    assert in_turn.boxes == table.boxes
    not_yet = out(table, "dan")
    assert (not_yet.in_turn, not_yet.turn_ends) == (("cat",), 40)


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.1")
def test_D7_6_1_what_is_wagered_already_counts_as_held() -> None:
    table = session()
    table = table._moved("ana", -(CHIPS - 5_00), CHIPS - 5_00)
    table = wagered(table, stop="ben")
    assert (table.chips_of("ana"), table.staked("ana")) == (0, 5_00)
    assert table.able == FOUR
    two = out(table, "cat", "dan")
    assert (two.ended, two.able) == (None, ("ana", "ben"))


@pytest.mark.clause("D7 3.3(b)(i)", "D7 2.1(b)")
def test_D7_3_3_b_i_after_the_call_and_before_a_card_the_wager_goes_back_too() -> None:
    table = called(live())
    after = out(table, "ana")
    assert [each.number for each in after.boxes] == [2, 3, 4]
    assert (after.step, after.is_called, after.chips_of("ana")) == ("card", True, CHIPS)


@pytest.mark.clause("D7 3.3(b)(i)", "D7 2.1(b)")
def test_D7_3_3_b_i_a_hand_in_progress_ends_by_the_rule_for_the_absent() -> None:
    table = deal(called(session()), "4c 9d 9h 9s 6c 4d 9h 8h 8s")
    after = out(table, "ana")
    noted = (Mistakable("ana", round=1),)
    assert changed(table, after) == {"disqualified": ("ana",), "grounds": ("took advice",), "mistakable": noted}
    assert after.refuses(DrawForAbsent(1)) is None
    assert after.refuses(StandForAbsent(1)) is None
    assert offered(after, DrawForAbsent) == [Offer(DrawForAbsent, Role.OPERATOR, {"box": Choices((1,))})]
    stood = after.play(StandForAbsent(1))
    assert stood.chips_of("ana") == CHIPS - 5_00
    assert finished(stood).disqualified == ("ana",)


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.1")
def test_D7_6_1_where_disqualification_leaves_one_player_the_session_ends_at_once() -> None:
    table = wagered(session(manual=("tally chips",)), {"dan": 20_00}, stop="dan")
    two = out(table, "ana", "ben")
    assert two.ended is None
    one = out(two, "cat")
    assert (one.ended, one.step, one.boxes) == (Cite("D7 6.1", "T21"), "tally chips", ())
    assert chips(one) == dict.fromkeys(FOUR, CHIPS)
    in_a_round = out(deal(called(session()), "2c"), "ana", "ben", "cat")
    assert in_a_round.ended is None


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.1", "D7 6.4")
def test_D7_3_3_b_i_a_disqualified_player_counts_in_no_end_of_session() -> None:
    table = deal(called(session(rounds=9)), "Tc Td Th Ts Tc Tc Td Th Ts")
    rest = finished(out(table, "ana", "ben", "cat"))
    assert rest.ended == Cite("D7 6.1")
    assert rest.tally is not None
    assert [count.player for count in rest.tally.standing] == ["dan"]
    late = out(over(manual=("tally chips",)), "ana").play(TallyChips())
    assert late.tally is not None
    assert late.tally.counts[0] == Count("ana", CHIPS, 0, disqualified=True, ground="took advice")


@pytest.mark.clause("D7 3.3(b)(i)", "D7 6.1", "D7 2.1(b)")
def test_D7_6_1_a_void_round_in_which_all_but_one_were_disqualified_ends_the_session() -> None:
    table = out(deal(called(session()), "2c"), "ana", "ben", "cat")
    assert table.play(VoidRound("misdeal")).ended is not None


@pytest.mark.clause("D7 3.3(b)(i)", "D7 5.3")
def test_D7_3_3_b_i_nothing_more_is_asked_of_a_disqualified_player() -> None:
    table = session().play(AskName("ana"), AskName("ben"))
    over = table.play(*(Disqualify(player, "took advice", "asked") for player in ("ben", "cat", "dan")))
    assert (over.ended, over.asked) == (Cite("D7 6.1", "T21"), ())
    assert out(table, "ana").asked == ("ben",)
    silent = live(edition=1, wager_seconds=30).play(AskName("ana"), Clock(30))
    assert wagered(silent, stop="ana").play(NoMoreBets()).asked == ()


@pytest.mark.clause("D7 5.12", "D7 5.11")
def test_D7_5_12_who_conceals_chips_is_disqualified() -> None:
    table = session().play(Disqualify("cat", "concealed chips", "a chip in a pocket"))
    assert table.view().public.stacks[2] == PlayerStack(3, "cat", CHIPS, Standing.DISQUALIFIED)


# Names, writing (5.3, 5.14), chips in view (5.11)


@pytest.mark.clause("D7 5.3")
def test_D7_5_3_a_player_gives_his_name_before_he_wagers_again() -> None:
    table = session()
    assert allowed_roles(table, AskName("ana")) == {Role.GAME_SUPERVISOR}
    assert offered(table, AskName) == [Offer(AskName, Role.GAME_SUPERVISOR, {"player": Choices((n,))}) for n in FOUR]
    assert table.refuses(GiveName("ana")) == Refusal(
        Cite("D7 5.3"), "not_asked", "Nobody has asked for this player's name."
    )
    assert offered(table, GiveName) == []
    asked = table.play(AskName("ana"))
    assert changed(table, asked) == {"asked": ("ana",)}
    assert asked.refuses(AskName("ana")) == Refusal(
        Cite("D7 5.3"), "asked_already", "ana has been asked for a name already."
    )
    assert len(offered(asked, AskName)) == 3
    no_name = Refusal(Cite("D7 5.3"), "name_asked", "The game supervisor has asked for your name.")
    assert asked.refuses(Wager("ana", box(1), 5_00)) == no_name
    assert offered(asked, Wager) == []
    assert offered(asked, GiveName) == [Offer(GiveName, Role.PLAYER, {"player": Choices(("ana",))})]
    both = asked.play(AskName("ben"), GiveName("ana"))
    assert both.asked == ("ben",)
    assert both.refuses(Wager("ana", box(1), 5_00)) is None
    assert asked.play(GiveName("ana")) == table
    assert table.refuses(AskName("zoe")) == not_playing("zoe")
    assert out(table, "ana").refuses(AskName("ana")) == is_disqualified("ana")
    assert over().refuses(AskName("ana")) == OVER_T1
    assert offered(over(), AskName) == []
    assert asked.refuses(GiveName("ana", by=player("ben"))) is not None
    assert asked.refuses(AskName("ana", by=GAME_SUPERVISOR)) is not None


@pytest.mark.clause("D7 5.14")
def test_D7_5_14_the_director_permits_writing_on_terms() -> None:
    table = session()
    assert table.view().public.writing is None
    assert allowed_roles(table, PermitWriting(True)) == {Role.TOURNAMENT_DIRECTOR}
    assert offered(table, PermitWriting) == [
        Offer(PermitWriting, Role.TOURNAMENT_DIRECTOR, {"permitted": Choices((True, False))})
    ]
    permitted = table.play(PermitWriting(True, "pencils only"))
    assert changed(table, permitted) == {"writing": "pencils only"}
    assert permitted.view().public.writing == "pencils only"
    assert table.play(PermitWriting(True)).writing == ""
    assert permitted.play(PermitWriting(False)).writing is None
    for bad in (None, 1, "yes"):
        assert table.refuses(PermitWriting(bad)) == Refusal(  # type: ignore[arg-type]
            Cite("D7 5.14"), "bad_permission", "Say yes or no: writing is permitted."
        )
    bad_terms = Refusal(
        Cite("D7 5.14"),
        "bad_terms",
        "Give terms only where writing is permitted, on one line of at most 200 letters.",
    )
    for text in (None, 5, " x", "a\nb", "x" * 201):
        assert table.refuses(PermitWriting(True, text)) == bad_terms  # type: ignore[arg-type]
    assert table.refuses(PermitWriting(False, "pencils only")) == bad_terms
    assert table.refuses(PermitWriting(True, "x" * 200)) is None
    assert over().refuses(PermitWriting(True)) == OVER_T1
    assert offered(over(), PermitWriting) == []


@pytest.mark.clause("D7 5.11", "D7 4.7")
def test_D7_5_11_everyone_sees_everyones_chips_and_standing() -> None:
    table = _mixed(session(*FOUR, "eva"))
    assert table.ended is None
    assert table.view("ana").public == table.view().public == table.view("zoe").public
    assert table.view("zoe").purse is None
    assert table.view().public.stacks == (
        PlayerStack(1, "ana", CHIPS + 100_00, Standing.PLAYING),
        PlayerStack(2, "ben", 0, Standing.ELIMINATED),
        PlayerStack(3, "cat", 2_00, Standing.UNABLE),
        PlayerStack(4, "dan", CHIPS, Standing.DISQUALIFIED),
        PlayerStack(5, "eva", CHIPS, Standing.PLAYING),
    )


def _mixed(table: Division7Table) -> Division7Table:
    """Ben has lost all, cat holds less than the minimum, dan is disqualified."""
    table = table._moved("ben", -(CHIPS - 5_00), CHIPS - 5_00)._moved("cat", -(CHIPS - 7_00), CHIPS - 7_00)
    return out(round_of(table, {"ana": 100_00}, ana="win", ben="lose", cat="lose"), "dan")


@pytest.mark.clause("D7 5.11", "D7 4.7", "D7 6.4")
def test_D7_5_11_counting_the_chips_changes_nobodys_standing() -> None:
    """Cat holds less than the minimum and was never eliminated: her chips count (ruling T3)."""
    table = _mixed(session(manual=("tally chips",)))
    standings = {name: table.standing_of(name) for name in FOUR}
    assert standings["cat"] is Standing.UNABLE
    assert {name: table.play(TallyChips()).standing_of(name) for name in FOUR} == standings


@pytest.mark.clause("D7 5.11", "D7 2.3(a)", "D7 2.3(b)")
def test_D7_5_11_what_the_view_shows() -> None:
    table = wagered(session(seconds=600, wager_seconds=30), {"ana": 20_00}, stop="ben")
    public = table.view().public
    assert public.game == "tournament-table"
    assert public.stacks[0] == PlayerStack(1, "ana", CHIPS - 20_00, Standing.PLAYING)
    assert [stack.chips for stack in public.stacks[1:]] == [CHIPS] * 3
    assert (public.marker, public.in_turn, public.turn_ends, public.shoe) == (1, ("ben",), 30, None)
    assert (public.rounds, public.duration, public.session_ends) == (0, table.terms.duration, 600)
    assert (public.ended, public.tally, public.writing) == (None, None, None)
    assert table.view("ana").purse == Purse("ana", CHIPS - 20_00)
    by_shoes = session(shoes=2)
    assert by_shoes.view().public.shoe == 1
    assert over().view().public.ended == Cite("D7 1.0 Session", "T1")
    assert over().view().public.tally is not None


@pytest.mark.clause("D7 5.13")
def test_D7_5_13_who_takes_advice_may_be_disqualified() -> None:
    table = session().play(Disqualify("ben", "took advice", "asked a spectator"))
    assert table.contenders == ("ana", "cat", "dan")


@pytest.mark.clause("D7 2.1(a)", "D7 2.1(b)")
def test_D7_2_1_a_blackjack_is_paid_3_to_2_and_rounded_up() -> None:
    table = deal(called(session(), {"ana": 5_50}), "Tc 9d 9h 9s 6c Ad 9h 8h 8s")
    assert table.chips_of("ana") == CHIPS + 8_50
    assert table.step == "decide"
    assert prepared(table) == table


@pytest.mark.clause("D7 2.1(b)")
def test_D7_2_1_b_where_the_table_says_which_rules_apply() -> None:
    table = session()
    assert table.application == Cite("D7 2.1(b)")
    assert table.may_decide("ana")
    assert not out(table, "ana").may_decide("ana")
    insured = deal(called(table), "9c 9d 9h 9s Ac 8c 8d 8h 8s")
    assert insured.play(CloseInsurance()).step == "decide"
    assert replace(table, ended=Cite("D7 6.1")).own_step == "tally chips"
    assert Bounds(0, 3600) in [offer.fields.get("seconds") for offer in table.legal]


@pytest.mark.clause("D7 5.6", "D7 4.2", "D7 5.5")
def test_D7_5_6_what_is_never_accepted_would_change_nothing() -> None:
    table = session()
    for act in (LendChips("ana", "ben", 5_00), *(each for each, _ in OFF)):
        handler = table._handlers[type(act)]
        assert handler.after(table, act) == table
        assert list(handler.offers(table)) == []


@pytest.mark.clause("D7 5.10", "D7 5.11")
def test_D7_5_10_the_marker_stays_where_nobody_can_wager() -> None:
    table = session()
    for name in FOUR:
        table = table._moved(name, -CHIPS, CHIPS)
    assert (table.next_box(3), table.next_box(0), table.able) == (3, 0, ())
    assert session().next_box(4) == 1
    assert session().next_box(3) == 4
    assert session().chips_of("zoe") == 0


@pytest.mark.clause("D7 4.3", "D7 4.9")
def test_D7_4_9_no_time_runs_before_the_session_or_after_the_last_wager() -> None:
    before = seated(wager_seconds=30).play(Clock(10), ChangeLimits(SIGN))
    assert before.turn_ends is None
    table = live(wager_seconds=30)
    assert wagered(table, stop="dan").turn_ends == 30
    assert wagered(table).turn_ends is None
