"""Seats that are asked back from players who do not wager: Division 1, section 6."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import (
    EDITION,
    BlackjackOptions,
    BuyIn,
    CashOut,
    Clock,
    CloseTable,
    HoldUnclaimed,
    NoMoreBets,
    OpenTable,
    PostClosing,
    Role,
    Wager,
    Withdraw,
)
from croupier.games.acts import FreeSeat, SeatHousePlayer
from croupier.games.blackjack.acts import (
    CollectCards,
    Deal,
    Draw,
    LeaveSeat,
    SettleBox,
    Sit,
    Stand,
    VacateSeat,
    VoidRound,
)
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.registry import table_of
from tests.support.rules.blackjack import (
    SIGN,
    allowed_roles,
    blackjack,
    box,
    cards,
    changed,
    deal,
    live,
    offers,
    opened,
    purse,
    ready,
    refusal,
    seated,
    staked,
    total_money,
    why,
)

BEN = (("ben", 2, 10_00),)
ANA = (("ana", 1, 10_00),)
TENS = cards("Tc Td Th Ts Jc Jd Jh Js")


def full(**options: Any) -> BlackjackTable:
    """A table of three boxes, every seat in use."""
    return blackjack("ana", "ben", "cal", boxes=3, **options)


def round_of(table: BlackjackTable, *stakes: tuple[str, int, int]) -> BlackjackTable:
    """One round of tens, in which everybody stands; without stakes ben's is the only one."""
    table = staked(table, *(stakes or BEN)).play(NoMoreBets())
    while not table.is_between_rounds:
        if table.step == "card":
            table = table.play(Deal(next(ten for ten in TENS if table.shoe.pile.count(ten))))
        else:
            table = table.play(*(offer.act() for offer in table.legal if offer.kind is Stand))
    return table


def rounds(table: BlackjackTable, count: int, *stakes: tuple[str, int, int]) -> BlackjackTable:
    for _ in range(count):
        table = round_of(table, *stakes)
    return table


IDLE = rounds(full(), 3)
"""ana and cal have sat out three rounds, ben has wagered in each."""


@pytest.mark.clause("D1 6")
def test_D1_6_a_seat_is_asked_back_after_three_rounds_without_a_wager() -> None:
    for count in range(3):
        table = rounds(full(), count)
        assert refusal(table, VacateSeat(1)) == ("not_idle", "D1 6")
        assert why(table, VacateSeat(1)) == "ana has not sat out 3 rounds in a row."
        assert offers(table, VacateSeat) == []
    assert offers(IDLE, VacateSeat) == ["dealer: vacate seat (box 1, 3)"]
    after = IDLE.play(VacateSeat(1))
    assert changed(IDLE, after) == {"seats": ("", "ben", "cal"), "sat_out": (0, 0, 3)}
    assert purse(after, "ana") == purse(IDLE, "ana")
    assert refusal(IDLE, VacateSeat(2)) == ("not_idle", "D1 6")


@pytest.mark.clause("D1 6")
def test_D1_6_the_count_goes_no_further_than_three() -> None:
    assert IDLE.sat_out == (3, 0, 3)
    assert rounds(IDLE, 2).sat_out == (3, 0, 3)


@pytest.mark.clause("D1 6")
def test_D1_6_a_seat_is_asked_back_only_while_every_other_is_in_use() -> None:
    table = rounds(blackjack("ana", "ben", boxes=3), 3)
    assert table.sat_out == (3, 0, 0)
    assert refusal(table, VacateSeat(1)) == ("seat_free", "D1 6")
    assert why(table, VacateSeat(1)) == "A seat can be asked back only while every other seat is in use."
    assert offers(table, VacateSeat) == []
    came = table.play(BuyIn("cal", 100_00), Sit("cal", 3))
    assert refusal(IDLE.play(VacateSeat(1)), VacateSeat(3)) == ("seat_free", "D1 6")
    assert came.play(VacateSeat(1)).seats == ("", "ben", "cal")


@pytest.mark.clause("D1 6")
def test_D1_6_a_wager_begins_the_three_rounds_anew() -> None:
    table = round_of(rounds(full(), 2), *ANA)
    assert table.sat_out == (0, 1, 3)
    assert refusal(table, VacateSeat(1)) == ("not_idle", "D1 6")
    assert refusal(rounds(table, 2), VacateSeat(1)) == ("not_idle", "D1 6")
    assert rounds(table, 3).refuses(VacateSeat(1)) is None


@pytest.mark.clause("D1 6")
def test_D1_6_a_wager_on_any_box_is_a_wager() -> None:
    table = rounds(full(bettors=2), 3, ("ana", 2, 10_00), ("cal", 3, 10_00))
    assert table.sat_out == (0, 3, 0)
    assert offers(table, VacateSeat) == ["dealer: vacate seat (box 2)"]


@pytest.mark.clause("D1 6")
def test_D1_6_a_wager_in_a_void_round_is_a_wager_and_the_round_one_sat_out() -> None:
    table = opened(rounds(full(), 2), "Th", *ANA).play(VoidRound("misdeal"))
    assert table.sat_out == (0, 1, 3)


@pytest.mark.clause("D1 6")
def test_D1_6_whoever_wagers_for_the_round_to_come_keeps_the_seat() -> None:
    wagered = staked(IDLE, *ANA)
    assert refusal(wagered, VacateSeat(1)) == ("not_idle", "D1 6")
    assert wagered.play(VacateSeat(3)).seats == ("ana", "ben", "")
    # Placing a wager and taking it back again is making none.
    assert wagered.play(Withdraw("ana", box(1)), VacateSeat(1)).seats == ("", "ben", "cal")


@pytest.mark.clause("D1 6")
def test_D1_6_no_seat_is_asked_back_in_the_middle_of_a_round() -> None:
    called = staked(IDLE, *BEN).play(NoMoreBets())
    for table in (called, deal(called, "Th"), deal(called, "Th 9d 9c")):
        assert refusal(table, VacateSeat(1)) == ("mid_round", "D1 6")
        assert offers(table, VacateSeat) == []


@pytest.mark.clause("D1 6")
def test_D1_6_the_rounds_are_those_of_whoever_sits_there() -> None:
    left = IDLE.play(LeaveSeat("ana"))
    assert left.sat_out == (0, 0, 3)
    again = left.play(BuyIn("dee", 100_00), Sit("dee", 1))
    assert again.sat_out == (0, 0, 3)
    assert refusal(again, VacateSeat(1)) == ("not_idle", "D1 6")
    assert refusal(rounds(again, 2), VacateSeat(1)) == ("not_idle", "D1 6")
    assert rounds(again, 3).refuses(VacateSeat(1)) is None
    before = rounds(full(edition=1), 3)
    gone = before.play(CashOut("cal", purse(before, "cal")))
    assert (gone.seats, gone.sat_out) == (("ana", "ben", ""), (3, 0, 0))


@pytest.mark.clause("D1 6", "D2 7.1(d)")
def test_B54_a_seat_outlasts_the_last_chip() -> None:
    cashed = IDLE.play(CashOut("cal", purse(IDLE, "cal")))
    assert (cashed.seats, cashed.sat_out, cashed.purse_if_any("cal")) == (("ana", "ben", "cal"), (3, 0, 3), None)
    assert cashed.refuses(VacateSeat(3)) is None
    assert refusal(cashed.play(BuyIn("dee", 10_00)), Sit("dee", 3)) == ("seat_taken", "D2 3.1")
    again = cashed.play(BuyIn("cal", 20_00))
    assert again.play(Wager("cal", box(3), 5_00)).seats == ("ana", "ben", "cal")
    assert cashed.play(LeaveSeat("cal")).seats == ("ana", "ben", "")


@pytest.mark.clause("D1 6", "D1 12.2")
def test_B54_a_seat_ends_where_the_operator_takes_what_was_left_behind() -> None:
    assert IDLE.play(HoldUnclaimed("cal")).seats == ("ana", "ben", "")


@pytest.mark.clause("D1 6")
def test_B54_who_loses_the_last_chip_in_a_round_keeps_the_seat_and_buys_in_again() -> None:
    for edition, seats in ((1, ("ana", "", "")), (2, ("ana", "ben", ""))):
        table = blackjack("ana", boxes=3, edition=edition).play(BuyIn("ben", 10_00), Sit("ben", 2))
        lost = deal(staked(table, ("ben", 2, 10_00)).play(NoMoreBets()), "Th 9d 5c").play(Draw("ben", 2))
        over = deal(lost, "Tc")
        assert (over.is_between_rounds, over.seats, over.players) == (True, seats, ("ana",))


@pytest.mark.clause("D2 7.1(d)")
@pytest.mark.parametrize(("edition", "step"), [(1, "shuffle"), (2, "no more bets")])
def test_B54_a_table_at_which_somebody_sits_is_not_vacant(edition: int, step: str) -> None:
    played = round_of(blackjack("ana", boxes=3, manual=("shuffle",), edition=edition), *ANA)
    cashed = played.play(CashOut("ana", purse(played, "ana")))
    assert cashed.play(BuyIn("ben", 10_00)).step == step
    left = played.play(LeaveSeat("ana"), CashOut("ana", purse(played, "ana")))
    assert left.play(BuyIn("ben", 10_00)).step == "shuffle"


# An automatic table (ruling B54)


@pytest.mark.clause("D1 6", "D2 7.1(d)")
def test_B54_the_house_frees_a_seat_and_cashes_out_what_is_there() -> None:
    after = IDLE.play(FreeSeat("ana"))
    assert (after.seats, after.purse_if_any("ana")) == (("", "ben", "cal"), None)
    assert total_money(IDLE) - total_money(after) == purse(IDLE, "ana")
    assert after.general.house == IDLE.general.house
    poor = IDLE.play(CashOut("cal", purse(IDLE, "cal")))
    assert poor.play(FreeSeat("cal")).seats == ("ana", "ben", "")
    played = round_of(blackjack("ana", boxes=3, manual=("shuffle",)), *ANA).play(FreeSeat("ana"))
    assert played.is_vacant
    assert played.play(BuyIn("ben", 10_00)).step == "shuffle"


@pytest.mark.clause("D1 6")
def test_B54_why_the_house_frees_no_seat() -> None:
    assert allowed_roles(IDLE, FreeSeat("ana")) == {Role.OPERATOR}
    assert offers(IDLE, FreeSeat) == []
    assert refusal(IDLE, FreeSeat("dee")) == ("not_seated", "D2 3.1")
    assert refusal(IDLE, FreeSeat("")) == ("not_seated", "D2 3.1")
    assert refusal(staked(IDLE, *ANA), FreeSeat("ana")) == ("has_wager", "D1 6")
    called = staked(IDLE, *BEN).play(NoMoreBets())
    assert refusal(called, FreeSeat("ana")) == ("mid_round", "D1 6")
    assert refusal(full(edition=1), FreeSeat("ana")) == ("not_by_itself", "D1 6")
    by_hand = live("ana", "ben")
    assert refusal(by_hand, FreeSeat("ana")) == ("not_by_itself", "D1 6")
    assert why(by_hand, FreeSeat("ana")) == "Only an automatic table frees a seat by itself."
    bot = blackjack("ana", boxes=3).play(SeatHousePlayer("bot-1", "dealer", 100_00), Sit("bot-1", 2))
    assert refusal(bot, FreeSeat("bot-1")) == ("house_player", "D1 6")
    assert refusal(IDLE.play(PostClosing(1_200), Clock(1_200), CloseTable()), FreeSeat("ana"))[0] == "table_closed"


def timed(*names: str, edition: int = EDITION) -> BlackjackTable:
    """A table of three boxes with a window of 20 seconds."""
    table = table_of("blackjack", SIGN, BlackjackOptions(boxes=3), betting_seconds=20, edition=edition)
    assert isinstance(table, BlackjackTable)
    return seated(table, *names)


@pytest.mark.clause("D1 6")
def test_B54_while_nobody_wagers_a_window_counts_as_a_round() -> None:
    table = timed("ana", "ben", "cal").play(Clock(1))
    assert table.play(Clock(19)).sat_out == (0, 0, 0)
    assert table.play(Clock(20)).sat_out == (1, 1, 1)
    assert table.play(Clock(19), Clock(20), Clock(1)).sat_out == (2, 2, 2)
    assert table.play(Clock(600)).sat_out == (3, 3, 3)
    assert table.play(Clock(60)).refuses(VacateSeat(2)) is None
    # It begins anew with each wager, and with whoever comes to sit there.
    wagered = table.play(Clock(39), Wager("ana", box(1), 5_00), Withdraw("ana", box(1)), Clock(19), Clock(19))
    assert wagered.sat_out == (1, 1, 1)
    came = table.play(Clock(59), LeaveSeat("ben"), BuyIn("dee", 10_00), Sit("dee", 2), Clock(20))
    assert came.sat_out == (3, 0, 3)
    assert table.play(Clock(20), PostClosing(1_200), Clock(1_200), CloseTable()).idle_since is None


@pytest.mark.clause("D1 6")
def test_B54_no_window_counts_where_a_seat_is_free_or_the_dealer_calls() -> None:
    assert timed("ana", "ben").play(Clock(1), Clock(600)).sat_out == (0, 0, 0)
    assert timed("ana", "ben", "cal", edition=1).play(Clock(1), Clock(600)).sat_out == (0, 0, 0)
    assert full().play(Clock(1), Clock(600)).sat_out == (0, 0, 0)
    wagered = timed("ana", "ben", "cal").play(Clock(1), Wager("ana", box(1), 5_00), Clock(19))
    assert (wagered.sat_out, wagered.idle_since) == ((0, 0, 0), None)


@pytest.mark.clause("D1 6")
def test_D1_6_a_round_that_had_begun_when_the_seat_was_taken_does_not_count() -> None:
    table = opened(blackjack("ana", "ben", "-", boxes=3).play(BuyIn("cal", 100_00)), "Tc 9d", *BEN)
    table = deal(table.play(Sit("cal", 3)), "9c").play(VoidRound("misdeal"))
    assert table.sat_out == (1, 0, 0)
    called = staked(blackjack("ana", "ben", "-", boxes=3), *BEN).play(NoMoreBets(), BuyIn("cal", 100_00), Sit("cal", 3))
    assert deal(called, "Tc").play(VoidRound("misdeal")).sat_out == (1, 0, 0)


@pytest.mark.clause("D1 6")
def test_D1_6_a_table_that_closed_has_no_seats_to_ask_back() -> None:
    empty = IDLE.play(*(CashOut(name, purse(IDLE, name)) for name in ("ana", "ben", "cal")))
    closed = empty.play(CloseTable())
    assert closed.sat_out == (0, 0, 0)
    assert refusal(closed, VacateSeat(1)) == ("table_closed", "D1 8")
    assert refusal(closed.play(OpenTable()), VacateSeat(1)) == ("not_seated", "D1 6")


@pytest.mark.clause("D1 6")
def test_D1_6_it_is_for_the_staff_to_ask() -> None:
    assert allowed_roles(IDLE, VacateSeat(1)) == {Role.DEALER, Role.GAME_SUPERVISOR, Role.OPERATOR}


@pytest.mark.clause("D1 6")
@pytest.mark.parametrize("number", [0, 4, -1, True, 1.0, "1", None])
def test_D1_6_a_seat_goes_by_the_number_of_its_box(number: Any) -> None:
    assert refusal(IDLE, VacateSeat(number)) == ("no_such_box", "D2 3.1")


@pytest.mark.clause("D1 6")
def test_D1_6_nobody_sits_where_nobody_sits() -> None:
    table = blackjack("ana", boxes=3)
    assert refusal(table, VacateSeat(2)) == ("not_seated", "D1 6")
    assert why(table, VacateSeat(2)) == "Nobody is seated at box 2."


@pytest.mark.clause("D1 6")
def test_D1_6_at_a_table_that_a_dealer_deals_the_rounds_count_when_the_cards_are_collected() -> None:
    table = ready(live("ana", "ben", boxes=2), "ana")
    table = opened(table, "Th 9d Kh", *BEN)
    table = deal(table.play(Stand("ben", 2)), "Tc").play(SettleBox(2))
    assert table.sat_out == (0, 0)
    assert table.play(CollectCards()).sat_out == (1, 0)
