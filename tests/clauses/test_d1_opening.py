"""The table's clock, its opening and its closing: Division 1, section 8."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import (
    LIVE,
    BuyColour,
    BuyIn,
    CashOut,
    Chips,
    Clock,
    CloseTable,
    Collect,
    HandIn,
    HoldUnclaimed,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    OpenTable,
    PostClosing,
    ReserveTable,
    VoidWager,
    Wager,
    Withdraw,
    WrongLimits,
)
from croupier.games.acts import Act
from croupier.games.chips import Purse
from croupier.games.machine import Awaited
from croupier.games.money_wheel import AnnounceSymbol, Direction, IndicatorRests, SpinWheel, symbol
from croupier.games.offers import Bounds, Offer
from croupier.games.people import Role
from croupier.games.table import Notice
from croupier.rulebook import Cite
from tests.support.rules.tables import SIGN, live_money_wheel, money_wheel, outcomes, refusal_code, refusal_rule

A, B = symbol("A"), symbol("B")
TEN_YEARS = 316_224_000


def why(table: LayoutTable, act: Act) -> str:
    refusal = table.refuses(act)
    assert refusal is not None
    return refusal.why


def offers(table: LayoutTable, kind: type[Act]) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is kind]


def kinds_offered(table: LayoutTable) -> set[type[Act]]:
    return {offer.kind for offer in table.legal}


# The clock


@pytest.mark.clause("D1 8", "D8 4.2")
def test_D1_8_a_step_that_happens_by_itself_waits_until_the_table_is_open() -> None:
    closed = croupier.roulette(SIGN, automation=frozenset({"spin ball"}))
    assert (closed.is_open, closed.step) == (False, "spin ball")
    assert closed.play(OpenTable()).step == "no more bets"


@pytest.mark.clause("D1 8")
def test_D1_8_the_clock_moves_forward_by_the_operator() -> None:
    table = croupier.money_wheel(SIGN)
    assert table.clock == 0
    moved = table.play(Clock(1), Clock(59), Clock(TEN_YEARS))
    assert moved.clock == TEN_YEARS + 60
    assert moved.view().public.clock == TEN_YEARS + 60
    assert offers(table, Clock) == [Offer(Clock, Role.OPERATOR, {"seconds": Bounds(lowest=1, highest=TEN_YEARS)})]


@pytest.mark.clause("D1 8")
@pytest.mark.parametrize("seconds", [0, -1, TEN_YEARS + 1, 1.0, "1", True, None])
def test_D1_8_the_clock_moves_by_whole_seconds_and_never_back(seconds: Any) -> None:
    table = croupier.money_wheel(SIGN)
    assert refusal_code(table, Clock(seconds)) == "bad_time"
    assert refusal_rule(table, Clock(seconds)) == "D1 8"
    assert why(table, Clock(seconds)) == "The time is a whole number of seconds, at least 1."


# Opening


@pytest.mark.clause("D1 8")
def test_D1_8_a_live_table_is_closed_until_it_is_opened() -> None:
    table = croupier.money_wheel(SIGN, automation=LIVE)
    assert not table.view().public.is_open
    assert not table.betting_is_open
    assert table.awaits == (Awaited("open table", Role.DEALER, Cite("D10 1.1")),)
    assert kinds_offered(table) == {OpenTable, Clock, ReserveTable}
    assert offers(table, OpenTable) == [Offer(OpenTable, Role.DEALER, {})]
    opened = table.play(OpenTable())
    assert opened.view().public.is_open
    assert opened.betting_is_open
    assert offers(opened, OpenTable) == []


@pytest.mark.clause("D1 8")
def test_D1_8_an_open_table_is_not_opened_again() -> None:
    for table in (live_money_wheel(), croupier.money_wheel(SIGN)):
        assert refusal_code(table, OpenTable()) == "table_open"
        assert refusal_rule(table, OpenTable()) == "D1 8"
        assert why(table, OpenTable()) == "The table is open already."


@pytest.mark.clause("D1 8")
def test_D1_8_nothing_is_played_at_a_closed_table() -> None:
    noticed = live_money_wheel("ana", colours=("red",)).play(PostClosing(1200), Clock(1200))
    closed = noticed.play(BuyColour("ana", "red", 5_00, 10_00), CloseTable())
    refused: list[Act] = [
        BuyIn("ana", 5_00),
        BuyColour("ana", "red", 5_00, 5_00),
        Wager("ana", A, 5_00),
        WrongLimits("ana", A, 1_00),
        NoMoreBets(),
        SpinWheel(Direction.CLOCKWISE),
        IndicatorRests(2),
        AnnounceSymbol("A"),
        Collect(),
        OpenBetting(),
        NoSpin(),
        PostClosing(1200),
        CloseTable(),
    ]
    for act in refused:
        assert refusal_code(closed, act) == "table_closed"
        assert refusal_rule(closed, act) == "D1 8"
        assert why(closed, act) == "The table is closed."
    assert kinds_offered(closed) == {OpenTable, Clock, CashOut, HandIn, HoldUnclaimed, ReserveTable}
    assert refusal_code(closed, Withdraw("ana", A)) == "no_wager_there"
    assert refusal_code(closed, VoidWager("ana", A, "late")) is not None


# Closing


@pytest.mark.clause("D1 8")
def test_D1_8_a_vacant_table_closes_at_once() -> None:
    for table in (croupier.money_wheel(SIGN), money_wheel("ana").play(CashOut("ana", 5_000_00))):
        assert offers(table, CloseTable) == [Offer(CloseTable, Role.OPERATOR, {})]
        assert not table.play(CloseTable()).view().public.is_open


@pytest.mark.clause("D1 8")
def test_D1_8_a_table_with_players_does_not_close_without_a_sign() -> None:
    table = money_wheel("ana").play(Clock(5_000))
    assert refusal_code(table, CloseTable()) == "no_notice"
    assert refusal_rule(table, CloseTable()) == "D1 8"
    told = "With players present a closing sign must first have been up for 20 minutes."
    assert why(table, CloseTable()) == told
    assert offers(table, CloseTable) == []


@pytest.mark.clause("D1 8")
def test_D1_8_with_players_present_the_sign_announces_twenty_minutes_at_least() -> None:
    table = money_wheel("ana")
    assert refusal_code(table, PostClosing(1199)) == "short_notice"
    assert refusal_rule(table, PostClosing(1199)) == "D1 8"
    assert why(table, PostClosing(1199)) == "With players present the closing sign must be up for 20 minutes."
    assert refusal_code(table, PostClosing(0)) == "short_notice"
    assert refusal_code(table, PostClosing(1200)) is None
    assert refusal_code(table, PostClosing(TEN_YEARS)) is None
    bounds = Bounds(lowest=1200, highest=TEN_YEARS)
    assert offers(table, PostClosing) == [Offer(PostClosing, Role.OPERATOR, {"seconds": bounds})]


@pytest.mark.clause("D1 8")
@pytest.mark.parametrize("seconds", [-1, TEN_YEARS + 1, 1200.0, "1200", True, None])
def test_D1_8_the_closing_time_is_a_whole_number_of_seconds_ahead(seconds: Any) -> None:
    table = money_wheel("ana")
    assert refusal_code(table, PostClosing(seconds)) == "bad_time"
    assert refusal_rule(table, PostClosing(seconds)) == "D1 8"
    assert why(table, PostClosing(seconds)) == "The time is a whole number of seconds, at least 0."


@pytest.mark.clause("D1 8")
@pytest.mark.parametrize("announced", [1200, 1201, 1500, 3600])
def test_D1_8_the_table_closes_when_the_time_on_the_sign_has_come(announced: int) -> None:
    posted = money_wheel("ana").play(Clock(77), PostClosing(announced))
    assert posted.view().public.closing == Notice(posted=77, at=77 + announced)
    almost = posted.play(Clock(announced - 1))
    assert refusal_code(almost, CloseTable()) == "no_notice"
    due = almost.play(Clock(1))
    assert offers(due, CloseTable) == [Offer(CloseTable, Role.OPERATOR, {})]
    closed = due.play(CloseTable())
    assert not closed.view().public.is_open
    assert closed.view().public.closing is None


@pytest.mark.clause("D1 8")
@pytest.mark.parametrize("announced", [0, 1, 600, 1199])
def test_D1_8_a_short_sign_at_a_vacant_table_does_not_bind_those_who_come(announced: int) -> None:
    empty = croupier.money_wheel(SIGN)
    bounds = Bounds(lowest=0, highest=TEN_YEARS)
    assert offers(empty, PostClosing) == [Offer(PostClosing, Role.OPERATOR, {"seconds": bounds})]
    came = empty.play(PostClosing(announced), BuyIn("ana", 20_00), Clock(1199))
    assert refusal_code(came, CloseTable()) == "no_notice"
    assert refusal_code(came.play(Clock(1)), CloseTable()) is None
    assert refusal_code(came.play(CashOut("ana", 20_00)), CloseTable()) is None


@pytest.mark.clause("D1 8")
def test_D1_8_a_new_sign_begins_the_twenty_minutes_anew() -> None:
    table = money_wheel("ana").play(PostClosing(1200), Clock(1200), PostClosing(1200))
    assert refusal_code(table, CloseTable()) == "no_notice"
    assert refusal_code(table.play(Clock(1199)), CloseTable()) == "no_notice"
    assert refusal_code(table.play(Clock(1200)), CloseTable()) is None


@pytest.mark.clause("D1 8")
def test_D1_8_a_sign_serves_one_closing() -> None:
    closed = money_wheel("ana").play(PostClosing(1200), Clock(1200), CloseTable())
    reopened = closed.play(OpenTable())
    assert refusal_code(reopened, CloseTable()) == "no_notice"


@pytest.mark.clause("D1 8", "D1 1.1 Void")
def test_D1_8_wagers_go_back_when_the_table_closes() -> None:
    table = croupier.money_wheel(SIGN, colours=("red",), betting_seconds=3600).play(
        BuyIn("ana", 100_00),
        BuyIn("bob", 100_00),
        BuyColour("ana", "red", 5_00, 50_00),
        Wager("ana", A, 7_50),
        Wager("ana", B, 10_00, Chips.COLOUR),
        Wager("ana", symbol("C"), 5_00, Chips.COLOUR),
        Wager("bob", A, 100_00),
        WrongLimits("ana", symbol("G"), 1_00),
        PostClosing(1200),
        Clock(1200),
    )
    assert table.window_ends == 3600
    closed = table.play(CloseTable())
    assert closed.wagers == ()
    assert closed.general.purses == (Purse("ana", 50_00, 50_00, "red", 5_00), Purse("bob", 100_00))
    assert closed.general.house == 0
    assert closed.window_ends is None


@pytest.mark.clause("D1 8")
def test_D1_8_a_void_wager_of_the_round_is_forgotten_at_closing() -> None:
    table = live_money_wheel("ana").play(WrongLimits("ana", A, 1_200_00), PostClosing(1200), Clock(1200))
    reopened = table.play(CloseTable(), OpenTable(), Wager("ana", A, 5_00))
    done = reopened.play(NoMoreBets(), SpinWheel(Direction.CLOCKWISE), IndicatorRests(3))
    assert [line.wager.stake for line in done.settled] == [5_00]


@pytest.mark.clause("D1 8")
def test_D1_8_the_round_is_played_out_before_the_table_closes() -> None:
    betting = live_money_wheel("ana").play(Wager("ana", B, 5_00), PostClosing(1200), Clock(1200))
    acts = (NoMoreBets(), SpinWheel(Direction.CLOCKWISE), IndicatorRests(2), AnnounceSymbol("A"), Collect())
    for step in range(1, len(acts) + 1):
        table = betting.play(*acts[:step])
        assert refusal_code(table, CloseTable()) == "mid_round"
        assert refusal_rule(table, CloseTable()) == "D1 8"
        assert why(table, CloseTable()) == "Wait until the round is over and betting is open."
        assert offers(table, CloseTable) == []
    turning = betting.play(SpinWheel(Direction.CLOCKWISE))
    assert refusal_code(turning, CloseTable()) == "mid_round"
    assert not betting.play(*acts, OpenBetting(), CloseTable()).view().public.is_open


@pytest.mark.clause("D1 8")
def test_D1_8_a_table_that_opens_again_plays_on() -> None:
    closed = live_money_wheel("ana").play(
        Wager("ana", A, 5_00), PostClosing(1200), Clock(1200), CloseTable(), OpenTable(), Wager("ana", A, 5_00)
    )
    done = closed.play(NoMoreBets(), SpinWheel(Direction.CLOCKWISE), IndicatorRests(2))
    assert outcomes(done) == {("ana", "A"): (croupier.Outcome.WIN, 5_00)}
