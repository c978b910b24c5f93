"""How a session is opened, how it ends, and its tally (Division 7, 1.0, 2.1, 3.2, 6.1 to 6.4, 6.12)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier import Clock, NoMoreBets, Role, Sign, Wager
from croupier.games.blackjack.acts import Deal, Draw, DrawnUnseen, VoidRound
from croupier.games.blackjack.cards import card
from croupier.games.blackjack.flow import hand_in_turn
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.blackjack.procedure.deciding import decider
from croupier.games.journalled import Origin
from croupier.games.offers import Offer
from croupier.games.people import DEALER, GAME_SUPERVISOR
from croupier.games.refusal import Refusal, Refused
from croupier.games.sign import KindLimits
from croupier.games.steps import Step
from croupier.games.tournament.conditions import Duration, Measure
from croupier.games.tournament.session_table.session import Fall, Standing
from croupier.games.tournament.session_table.table import (
    AUTOMATIC,
    STEPS,
    Division7Table,
    open_session,
    refuses_terms,
    table_options,
)
from croupier.games.tournament.session_table.table_acts import Attendance, BeginSession, Disqualify, TallyChips
from croupier.games.tournament.session_table.terms import SessionOptions
from croupier.games.tournament.tally import Count, Tally
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
    round_of,
    rounds_of,
    seated,
    session,
    terms,
    total,
    until,
    wagered,
)

BY_HAND = ("tally chips",)


def short(table: Division7Table, **amounts: int) -> Division7Table:
    for name, left in amounts.items():
        lost = table.chips_of(name) - left
        table = table._moved(name, -lost, lost)
    return table


# Terms of a session


def refused(sign: Sign = SIGN, automation: Any = None, window: Any = None, colours: Any = (), **wishes: Any) -> Refusal:
    with pytest.raises(Refused) as raised:
        open_session(sign, terms(**wishes), automation, window, colours)
    return raised.value.refusal


BAD_CHIPS = Refusal(Cite("D7 3.2(c)"), "bad_chips", "The chips of each player must be worth more than $0.")
BAD_LENGTH = Refusal(
    Cite("D7 3.2(g)", "T1"), "bad_length", "Give the length of a session in rounds, in shoes or as a time."
)


@pytest.mark.clause("D7 1.0 Session", "D7 1.0 Tournament Chips", "D7 4.3", "D7 4.4", "D7 4.9", "D7 2.1(b)")
@pytest.mark.parametrize(
    ("wishes", "refusal"),
    [
        ({"chips": 0}, BAD_CHIPS),
        ({"chips": -5_00}, BAD_CHIPS),
        ({"chips": None}, BAD_CHIPS),
        ({"chips": True}, BAD_CHIPS),
        ({"chips": "1000"}, BAD_CHIPS),
        ({"rounds": 0}, BAD_LENGTH),
        ({"rounds": 10_001}, BAD_LENGTH),
        ({"shoes": 1_001}, BAD_LENGTH),
        ({"seconds": 7 * 24 * 3600 + 1}, BAD_LENGTH),
        ({"duration": Duration("weeks", 1)}, BAD_LENGTH),  # type: ignore[arg-type]
        ({"duration": Duration(Measure.ROUNDS, 2.5)}, BAD_LENGTH),  # type: ignore[arg-type]
        (
            {"chips": 4_50},
            Refusal(
                Cite("D7 3.2(e)"), "bad_limits", "Every player must hold the minimum at the beginning of a session."
            ),
        ),
        (
            {"chips": 10_25},
            Refusal(Cite("D7 3.2(c)"), "bad_chips", "The chips of each player must be payable in the chips in use."),
        ),
        (
            {"sign": Sign(5_00, 100_00, by_kind=(KindLimits("box", 5_00, 50_00),))},
            Refusal(
                Cite("D7 3.2(e)"), "bad_limits", "The sign of a tournament table states one minimum and one maximum."
            ),
        ),
        (
            {"lowest_minimum": 5_50},
            Refusal(
                Cite("D7 4.3", "T17"),
                "bad_limits",
                "The lowest minimum is above the minimum, or cannot be paid in chips.",
            ),
        ),
        (
            {"highest_maximum": 99_50},
            Refusal(
                Cite("D7 4.3", "T17"),
                "bad_limits",
                "The highest maximum is below the maximum, or cannot be paid in chips.",
            ),
        ),
        ({"wager_seconds": 0}, Refusal(Cite("D7 4.9"), "bad_time", "The time for a wager is 1 to 3600 seconds.")),
        (
            {"late_is_minimum": None},
            Refusal(Cite("D7 3.2"), "bad_option", "A condition that is on or off must be true or false."),
        ),
        ({"decks": 3}, Refusal(Cite("D2 3.3(a)"), "bad_decks", "Blackjack is played with 4 to 8 decks.")),
        ({"burn": 1}, Refusal(Cite("D2 2.0"), "bad_option", "An option that is on or off must be true or false.")),
        (
            {"colours": ("red",)},
            Refusal(Cite("D7 4.1"), "bad_colours", "A tournament is played with tournament chips."),
        ),
        (
            {"window": 30},
            Refusal(Cite("D7 4.9"), "bad_window", "At a tournament table each player has their own time to wager."),
        ),
        (
            {"automation": ("wager", "card", "begin session")},
            Refusal(
                Cite("D7 2.1(b)"),
                "no_such_step",
                "A tournament table has no step 'begin session' to automate.",
            ),
        ),
    ],
)
def test_D7_1_0_Session_what_no_session_is_opened_with(wishes: dict[str, Any], refusal: Refusal) -> None:
    assert refused(**wishes) == refusal


@pytest.mark.clause("D7 1.0 Session")
def test_D7_1_0_Session_a_session_has_a_length() -> None:
    with pytest.raises(Refused):
        open_session(SIGN, SessionOptions(duration=None), None, None, ())  # type: ignore[arg-type]


@pytest.mark.clause("D7 1.0 Play-Off")
def test_D7_1_0_Play_Off_a_session_is_a_play_off_or_it_is_none() -> None:
    assert refused(play_off=1)
    assert refused(play_off=None)


@pytest.mark.clause("D7 1.0 Session", "D7 2.1(b)", "D7 2.2(b)", "D7 5.4")
def test_D7_1_0_Session_what_a_session_is_opened_with() -> None:
    for wishes in ({"rounds": 1}, {"rounds": 10_000}, {"shoes": 1_000}, {"seconds": 1}, {"chips": 5_00}):
        assert refuses_terms(SIGN, terms(**wishes)) is None
    options = table_options(terms(decks=6, cutting_cards=2, layout=2, burn=True))
    assert options == BlackjackOptions(boxes=7, decks=6, cutting_cards=2, layout=2, burn=True, bettors=1, extra_boxes=0)
    asked = terms(decks=6, wager_seconds=40)
    table = open_session(SIGN, asked, None, None, ())
    assert (table.options, table.terms, table.wager_seconds) == (table_options(asked), asked, 40)
    assert (table.sign, table.general.is_open, table.seats, table.shoe.left) == (SIGN, True, ("",) * 7, 6 * 52)
    assert (table.begun, table.ended, table.marker, table.rounds, table.shoe_number) == (False, None, 0, 0, 1)
    assert table.automation == AUTOMATIC
    assert table.origin == Origin("tournament-table", asked, None, None, ())
    live_table = open_session(SIGN, asked, ("burn",), None, ())
    assert live_table.origin == Origin("tournament-table", asked, frozenset({"burn"}), None, ())
    assert not live_table.general.is_open


@pytest.mark.clause("D7 5.2", "D7 5.1", "D7 5.9", "D7 6.4")
def test_D7_5_2_the_steps_that_this_division_adds() -> None:
    added = ("allocate boxes", "begin session", "wager", "tally chips", "over")
    assert [STEPS[name] for name in added] == [
        Step("allocate boxes", Cite("D7 5.2"), "allocate the boxes", Role.TOURNAMENT_DIRECTOR),
        Step("begin session", Cite("D7 5.1"), "begin the session", Role.TOURNAMENT_DIRECTOR),
        Step("wager", Cite("D7 5.9"), "wager in turn", Role.PLAYER),
        Step("tally chips", Cite("D7 6.4"), "count the chips of every player", Role.DEALER),
        Step("over", Cite("D7 6.4"), "report the tally: the session is over", Role.TOURNAMENT_DIRECTOR),
    ]
    assert AUTOMATIC & set(added) == {"tally chips"}


# The end by rounds (T1)


@pytest.mark.clause("D7 1.0 Session")
@pytest.mark.parametrize("count", [1, 2, 5])
def test_D7_1_0_Session_of_so_many_rounds_ends_with_the_last_of_them(count: int) -> None:
    table = session(rounds=count, manual=BY_HAND)
    for number in range(1, count + 1):
        assert table.ended is None
        table = round_of(table)
        assert table.rounds == table.view().public.rounds == number
    assert (table.ended, table.step) == (Cite("D7 1.0 Session", "T1"), "tally chips")


@pytest.mark.clause("D7 1.0 Session", "D7 2.1(b)")
def test_D7_1_0_Session_a_void_round_does_not_count() -> None:
    table = deal(called(session(rounds=1)), "2c").play(VoidRound("misdeal"))
    assert (table.rounds, table.ended, table.step) == (0, None, "wager")
    assert round_of(table).ended == Cite("D7 1.0 Session", "T1")


# The end for want of players (6.1)


@pytest.mark.clause("D7 6.1", "D7 4.7")
@pytest.mark.parametrize("left", [0, 50, 4_50])
def test_D7_6_1_ends_when_all_but_one_hold_less_than_the_minimum(left: int) -> None:
    table = short(session(manual=BY_HAND), ana=left + 5_00, ben=left + 5_00, cat=left + 5_00)
    two = round_of(table, ana="lose", ben="lose")
    assert two.ended is None
    over = round_of(two, cat="lose")
    assert (over.ended, over.step, over.rounds) == (Cite("D7 6.1"), "tally chips", 2)
    assert over.falls == (Fall("ana", 1), Fall("ben", 1), Fall("cat", 2))
    assert over.able == ("dan",)
    assert over.marker == two.marker


@pytest.mark.clause("D7 6.1")
def test_D7_6_1_exactly_the_minimum_keeps_a_session_going() -> None:
    table = short(session(), ana=10_00, ben=5_00, cat=5_00)
    after = round_of(table, ana="lose", ben="lose", cat="lose")
    assert (after.ended, after.able) == (None, ("ana", "dan"))


@pytest.mark.clause("D7 6.1")
def test_D7_6_1_ends_too_when_nobody_holds_the_minimum() -> None:
    table = short(session(manual=BY_HAND), **dict.fromkeys(FOUR, 5_00))
    over = round_of(table, **dict.fromkeys(FOUR, "lose"))
    assert (over.ended, over.able) == (Cite("D7 6.1"), ())
    assert over.falls == tuple(Fall(name, 1) for name in FOUR)


@pytest.mark.clause("D7 6.1", "D7 6.2", "D7 6.3", "D7 1.0 Session")
@pytest.mark.parametrize("length", [{"rounds": 1}, {"seconds": 10}, {"shoes": 1}])
def test_D7_6_1_goes_before_every_other_end(length: dict[str, int]) -> None:
    table = short(session(manual=BY_HAND, **length), ana=5_00, ben=5_00, cat=5_00)
    begun = deal(called(table), "Tc").play(Clock(10))
    assert finished(begun, ana="lose", ben="lose", cat="lose").ended == Cite("D7 6.1")


@pytest.mark.clause("D7 6.1")
def test_D7_6_1_is_judged_at_the_end_of_a_round_and_not_before() -> None:
    table = short(session(), ana=5_00, ben=5_00, cat=5_00)
    staked = called(table)
    assert staked.ended is None
    assert round_of(table, ana="win", ben="win", cat="win").ended is None


# The end by time (6.2, T22)


@pytest.mark.clause("D7 6.2")
def test_D7_6_2_time_that_elapses_in_a_round_ends_the_session_with_that_round() -> None:
    table = deal(called(session(seconds=60, manual=BY_HAND)), "Tc")
    assert table.session_ends == 60
    late = table.play(Clock(60))
    assert late.ended is None
    over = finished(late)
    assert (over.ended, over.rounds) == (Cite("D7 6.2"), 1)
    in_time = finished(table.play(Clock(59)))
    assert in_time.ended is None
    assert round_of(in_time).ended is None


@pytest.mark.clause("D7 6.2")
@pytest.mark.parametrize("by_hand", [True, False])
def test_D7_6_2_time_that_elapses_between_rounds_ends_it_at_once(by_hand: bool) -> None:
    make = live if by_hand else session
    table = wagered(round_of(make(seconds=60, wager_seconds=500)), {"ben": 50_00}, stop="dan")
    before = chips(round_of(make(seconds=60)))
    assert table.play(Clock(59)).ended is None
    over = table.play(Clock(60))
    assert (over.ended, over.boxes, over.turn_ends) == (Cite("D7 6.2", "T22"), (), None)
    assert (over.step, over.rounds) == ("tally chips" if by_hand else "over", 1)
    if by_hand:
        assert chips(over) == before
    else:
        assert over.tally is not None
        assert {count.player: count.chips for count in over.tally.counts} == before


@pytest.mark.clause("D7 6.2")
def test_D7_6_2_after_the_call_too_as_long_as_no_card_is_out() -> None:
    table = called(live(seconds=60))
    over = table.play(Clock(60))
    assert (over.ended, over.is_called, over.boxes) == (Cite("D7 6.2", "T22"), False, ())
    drawn = table.play(DrawnUnseen(), Clock(60))
    assert (drawn.ended, drawn.is_called) == (None, True)
    first = table.play(Deal(card("2c")), Clock(60))
    assert first.ended is None


@pytest.mark.clause("D7 6.2", "D7 2.1(b)")
def test_D7_6_2_a_round_found_void_after_the_time_is_up_is_the_end() -> None:
    """It is no round (ruling T36), so the time elapsed between rounds: the session ends at once (ruling T22)."""
    table = deal(called(session(seconds=60, manual=BY_HAND)), "Tc").play(Clock(60))
    over = table.play(VoidRound("misdeal"))
    assert over.ended is not None
    assert over.ended.clause == "D7 6.2"
    assert chips(over) == dict.fromkeys(FOUR, CHIPS)


@pytest.mark.clause("D7 6.2", "D7 1.0 Session")
def test_D7_6_2_time_ends_only_a_session_that_is_measured_in_time() -> None:
    table = session(rounds=2).play(Clock(10**6))
    assert (table.ended, table.session_ends) == (None, None)
    before = seated(seconds=60).play(Attendance(True), Clock(1000))
    assert before.ended is None
    assert before.play(BeginSession()).session_ends == 1060


@pytest.mark.clause("D7 6.2", "D7 2.1(a)")
def test_D7_6_2_what_the_end_changes() -> None:
    table = wagered(session(seconds=60, wager_seconds=500, manual=BY_HAND), stop="ben")
    over = table.play(Clock(60))
    assert changed(table, over) == {
        "ended": Cite("D7 6.2", "T22"),
        "boxes": (),
        "turn_ends": None,
        "step": "tally chips",
        "clock": 60,
        "purses": session().general.purses,
    }
    assert not over.is_playing
    assert over.play(Clock(5)).ended == Cite("D7 6.2", "T22")


# The tally (6.4, 6.12)


@pytest.mark.clause("D7 6.4", "D7 6.12(a)", "D7 6.12(b)")
def test_D7_6_4_the_dealer_counts_the_chips_of_every_player() -> None:
    table = short(session(rounds=2, manual=BY_HAND, sign=Sign(5_00, 100_00)), ben=5_00, cat=9_00)
    table = round_of(table, {"ana": 40_00}, ana="win", ben="lose", cat="lose")
    table = table.play(Disqualify("ana", "took advice", "asked"))
    assert table.ended == Cite("D7 6.1", "T21")
    held = sum(chips(table).values())
    assert offered(table, TallyChips) == [Offer(TallyChips, Role.DEALER, {})]
    assert allowed_roles(table, TallyChips()) == {Role.DEALER}
    assert table.refuses(TallyChips(by=GAME_SUPERVISOR)) is not None
    after = table.play(TallyChips(by=DEALER))
    tally = Tally(
        1,
        5_00,
        (
            Count("ana", CHIPS + 40_00, 0, disqualified=True, ground="took advice"),
            Count("ben", 0, 1),
            Count("cat", 4_00, 1),
            Count("dan", CHIPS),
        ),
    )
    assert changed(table, after) == {"tally": tally, "purses": (), "step": "over"}
    assert sum(count.chips for count in tally.counts) == held
    assert [count.player for count in tally.standing] == ["ben", "cat", "dan"]
    assert after.view().public.tally == tally
    assert after.refuses(TallyChips()) == Refusal(
        Cite("D7 6.4"), "out_of_order", "Not now: the next step is to report the tally: the session is over."
    )
    assert offered(after, TallyChips) == []


@pytest.mark.clause("D7 6.4")
def test_D7_6_4_nothing_is_counted_before_the_end_and_at_once_after_it_by_itself() -> None:
    table = session(rounds=1)
    assert table.refuses(TallyChips()) == Refusal(
        Cite("D7 5.9"), "out_of_order", "Not now: the next step is to wager in turn."
    )
    over = round_of(table)
    assert over.step == "over"
    assert over.tally == Tally(1, 5_00, tuple(Count(name, CHIPS) for name in FOUR))
    by_hand = round_of(live(rounds=1))
    assert (by_hand.step, by_hand.tally) == ("tally chips", None)
    assert by_hand.play(TallyChips()).tally == over.tally


@pytest.mark.clause("D7 6.4", "D7 4.3")
def test_D7_6_4_a_player_who_fell_later_is_known_by_the_round() -> None:
    table = short(session(rounds=3), ana=10_00, ben=5_00)
    table = round_of(table, ana="lose", ben="lose")
    table = round_of(table, ana="lose")
    tally = round_of(table).tally
    assert tally is not None
    assert [(count.player, count.fell) for count in tally.counts] == [("ana", 2), ("ben", 1), ("cat", 0), ("dan", 0)]
    assert (tally.rounds, tally.minimum) == (3, 5_00)


@pytest.mark.clause("D7 6.12(a)", "D7 6.12(b)", "D7 6.4", "D7 5.6")
def test_D7_6_12_no_chip_stays_on_the_table_and_none_is_lost() -> None:
    table = round_of(session(rounds=1, manual=BY_HAND), {"ana": 30_00, "ben": 70_00}, ana="win", ben="lose")
    assert total(table) == 4 * CHIPS
    after = table.play(TallyChips())
    assert after.general.purses == ()
    assert after.tally is not None
    assert sum(count.chips for count in after.tally.counts) + after.general.house == 4 * CHIPS


@pytest.mark.clause("D7 6.4", "D7 1.0 Session")
def test_D7_6_4_when_the_session_is_over_nothing_is_played_any_more() -> None:
    over = round_of(session(rounds=1))
    for act in (Wager("ana", box(1), 5_00), NoMoreBets(), BeginSession(), VoidRound("late")):
        assert over.refuses(act) is not None
    assert over.chance() == {}
    assert over.view().public.in_turn == ()
    assert over._closed() == over
    assert over._without_idle_seats() == over


@pytest.mark.clause("D7 5.10", "D7 4.7", "D7 5.5")
def test_D7_5_10_what_the_end_of_a_round_changes() -> None:
    table = session(rounds=5, wager_seconds=30).play(Clock(7))
    after = round_of(table)
    assert (after.rounds, after.marker, after.step, after.turn_ends) == (1, 2, "wager", 37)
    assert (after.passed, after.boxes, after.is_called, after.falls) == ((), (), False, ())
    assert after.seats == table.seats
    assert total(after) == 4 * CHIPS
    assert rounds_of(table, 4).rounds == 4


@pytest.mark.clause("D7 4.7", "D7 5.2", "D7 2.1(b)")
def test_D7_4_7_a_player_without_chips_keeps_his_box() -> None:
    table = round_of(short(session(), ana=5_00), ana="lose")
    assert (table.seats[0], table.chips_of("ana")) == ("ana", 0)
    assert table.standing_of("ana") is Standing.ELIMINATED


@pytest.mark.clause("D7 1.0 Session", "D7 4.5")
def test_D7_1_0_Session_which_step_is_due() -> None:
    table = live()
    assert (table.own_step, table.own_act) == ("wager", None)
    assert replace(table, seats=("",) * 7).own_step == "allocate boxes"
    assert replace(table, begun=False).own_step == "begin session"
    assert replace(table, preparation=("cut",)).own_step is None
    assert called(table).own_step is None
    assert wagered(table).own_step is None
    ended = replace(table, ended=Cite("D7 6.1"), step="tally chips")
    assert (ended.own_step, ended.own_act) == ("tally chips", TallyChips())
    assert replace(ended, tally=Tally(0, 5_00, ())).own_step == "over"


@pytest.mark.clause("D2 8.2(a)", "D2 8.2(b)", "D2 8.2(c)", "D2 8.3", "D2 8.4", "D2 8.5")
def test_B57_at_a_tournament_table_too_each_card_is_owed_by_its_own_clause() -> None:
    def owed(table: Division7Table) -> list[str]:
        return [each.rule.clause for each in table.awaits]

    start = called(live())
    assert (start.step, owed(start), owed(deal(start, "Tc Td Th Ts"))) == ("card", ["D2 8.2(a)"], ["D2 8.2(b)"])
    dealt = deal(start, "Tc Td Th Ts 9c")
    assert owed(dealt) == ["D2 8.2(c)"]
    deciding = deal(dealt, "5c 5d 5h 5s")
    assert (deciding.step, owed(deciding)) == ("decide", ["D2 8.3"])
    turn = hand_in_turn(deciding)
    assert turn is not None
    first = deciding.play(Draw(decider(deciding, turn[0]), turn[0].number))
    assert owed(first) == ["D2 8.4"]
    assert owed(until(deal(first, "4c"), "card")) == ["D2 8.5"]
