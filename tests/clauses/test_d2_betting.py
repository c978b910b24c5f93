"""Seats, initial wagers, limits, several boxes and bettors, and Super Sevens wagers (Division 2, 5, 14 and 15)."""

from __future__ import annotations

import pytest

import croupier
from croupier import BlackjackOptions, BuyIn, CashOut, Chips, Clock, NoMoreBets, Position, Role, Sign, Wager, Withdraw
from croupier.games.acts import ChangeLimits, Consent, PostLimits
from croupier.games.blackjack.acts import (
    Deal,
    Double,
    FullPatronage,
    LeaveSeat,
    ReopenBetting,
    ReplaceCards,
    ReportCuttingCard,
    Sit,
    Split,
    Stand,
    VoidRound,
)
from croupier.games.blackjack.cards import card
from croupier.games.blackjack.options import PlayerMaximum
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.people import DEALER, OPERATOR
from croupier.games.sign import KindLimits
from croupier.record import read, record_of, write
from tests.support.rules.blackjack import (
    SIGN,
    allowed_roles,
    blackjack,
    box,
    deal,
    gain,
    insurance,
    live,
    offers,
    opened,
    purse,
    refusal,
    seated,
    staked,
    super_sevens,
    total_money,
    why,
)


def round_of(table: BlackjackTable, *players: tuple[str, int]) -> BlackjackTable:
    """A round in which these players wager the minimum on their boxes, and which is then void."""
    wagered = staked(table, *((player, number, 5_00) for player, number in players))
    return deal(wagered.play(NoMoreBets()), "2c").play(VoidRound("misdeal"))


# Seats


@pytest.mark.clause("D2 3.1")
def test_D2_3_1_a_player_takes_one_free_seat_of_those_there_are() -> None:
    table = blackjack("ana", boxes=5).play(BuyIn("ben", 100_00))
    for number in (0, 6, -1, "1", None):
        act = Sit("ben", number)  # type: ignore[arg-type]
        assert refusal(table, act) == ("no_such_box", "D2 3.1")
        assert "1 to 5" in why(table, act)
    assert refusal(table, Sit("ben", 1)) == ("seat_taken", "D2 3.1")
    assert "ana is seated at box 1" in why(table, Sit("ben", 1))
    assert refusal(table, Sit("ana", 2)) == ("seated_already", "D2 3.1")
    assert "seated already" in why(table, Sit("ana", 2))
    assert refusal(table, Sit("cal", 2)) == ("no_chips", "D2 5.2")
    assert "no chips" in why(table, Sit("cal", 2))
    assert offers(table, Sit) == ["player: sit (player ben, box 2, 3, 4, 5)"]
    for number in (2, 5):
        assert table.play(Sit("ben", number)).seats[number - 1] == "ben"
    assert table.play(Sit("ben", 5)).seats == ("ana", "", "", "", "ben")
    assert allowed_roles(table, Sit("ben", 2)) == set()
    assert offers(table.play(Sit("ben", 2)), Sit) == []


@pytest.mark.clause("D2 3.1", "D2 5.5(b)")
def test_D2_3_1_a_seat_is_left_when_no_wager_of_ones_own_lies() -> None:
    table = blackjack("ana", "ben")
    assert refusal(table, LeaveSeat("cal")) == ("not_seated", "D2 3.1")
    assert "not seated here" in why(table, LeaveSeat("cal"))
    assert offers(table, LeaveSeat) == ["player: leave seat (player ana)", "player: leave seat (player ben)"]
    assert table.play(LeaveSeat("ana")).seats[:3] == ("", "ben", "")
    wagered = staked(table, ("ana", 5, 10_00))
    assert refusal(wagered, LeaveSeat("ana")) == ("has_wager", "D2 5.5(b)")
    assert "while you have a wager" in why(wagered, LeaveSeat("ana"))
    assert offers(wagered, LeaveSeat) == ["player: leave seat (player ben)"]


# Time


@pytest.mark.clause("D2 5.1", "D2 5.5(a)", "D2 5.5(b)", "D2 5.5 (closing)", "D2 8.2")
def test_D2_5_5_wagers_lock_at_the_call_and_for_good_with_the_first_card() -> None:
    table = staked(blackjack("ana"), ("ana", 1, 10_00))
    assert table.refuses(Wager("ana", box(2), 10_00)) is None
    assert table.refuses(Withdraw("ana", box(1))) is None
    called = table.play(NoMoreBets())
    for act in (Wager("ana", box(2), 10_00), Wager("ana", box(1), 10_00), Withdraw("ana", box(1))):
        assert refusal(called, act) == ("too_late", "D2 8.2")
        assert "No more bets" in why(called, act)
    dealt = deal(called, "Th")
    assert refusal(dealt, Wager("ana", box(2), 10_00)) == ("too_late", "D2 5.5(a)")
    assert refusal(dealt, Withdraw("ana", box(1))) == ("too_late", "D2 5.5(b)")
    for role in Role:
        act = Withdraw("ana", box(1), by=croupier.Actor(role, "ana"))
        assert dealt.refuses(act) is not None
        assert dealt.refuses(Wager("ana", box(2), 10_00, by=croupier.Actor(role, "ana"))) is not None
    assert offers(dealt, Wager) == []
    assert offers(dealt, Withdraw) == []


@pytest.mark.clause("D2 5.5(a)", "D2 8.2")
def test_D2_5_5_a_the_dealer_may_reopen_betting_until_the_first_card() -> None:
    table = staked(blackjack("ana"), ("ana", 1, 10_00))
    assert refusal(table, ReopenBetting()) == ("betting_open", "D2 8.2")
    assert "Betting is open" in why(table, ReopenBetting())
    assert offers(table, ReopenBetting) == []
    called = table.play(NoMoreBets())
    assert allowed_roles(called, ReopenBetting()) == {Role.DEALER}
    assert offers(called, ReopenBetting) == ["dealer: reopen betting"]
    reopened = called.play(ReopenBetting())
    assert reopened.refuses(Wager("ana", box(1), 10_00)) is None
    assert reopened.refuses(Withdraw("ana", box(1))) is None
    assert refusal(reopened, Deal(card("2c"))) == ("out_of_order", "D2 8.2")
    dealt = deal(called, "Th")
    assert refusal(dealt, ReopenBetting()) == ("too_late", "D2 5.5(a)")
    assert "cannot be reopened" in why(dealt, ReopenBetting())
    assert offers(dealt, ReopenBetting) == []


@pytest.mark.clause("D2 5.1", "D2 8.2")
def test_D2_8_2_at_a_table_with_a_clock_the_call_comes_when_the_window_ends() -> None:
    table = seated(croupier.blackjack(SIGN, betting_seconds=30), "ana", "ben").play(Clock(100))
    wagered = staked(table, ("ana", 1, 10_00))
    assert wagered.window_ends == 130
    later = staked(wagered.play(Clock(10)), ("ben", 2, 10_00))
    assert later.window_ends == 130
    assert later.play(Clock(19)).is_between_rounds
    called = later.play(Clock(20))
    assert refusal(called, Wager("ana", box(1), 10_00)) == ("too_late", "D2 8.2")
    assert called.window_ends is None
    withdrawn = wagered.play(Withdraw("ana", box(1)))
    assert withdrawn.window_ends is None
    assert withdrawn.play(Clock(100)).is_between_rounds
    by_hand = seated(croupier.blackjack(SIGN, automation=("open table",), betting_seconds=30), "ana")
    assert staked(by_hand, ("ana", 1, 10_00)).play(Clock(60)).is_between_rounds


@pytest.mark.clause("D2 5.3")
def test_D2_5_3_a_spoken_wager_needs_chips_and_time_before_the_call() -> None:
    table = blackjack("ana").play(BuyIn("ben", 20_00))
    spoken = Wager("ben", box(2), 20_00, by=DEALER)
    assert gain(table.play(spoken), "ana") == 0
    assert purse(table.play(spoken), "ben") == 0
    assert refusal(table, Wager("ben", box(2), 20_50, by=DEALER)) == ("not_enough_chips", "D2 5.2")
    assert refusal(table, Wager("cal", box(2), 20_00, by=DEALER)) == ("not_enough_chips", "D2 5.2")
    called = staked(table, ("ana", 1, 10_00)).play(NoMoreBets())
    assert refusal(called, spoken) == ("too_late", "D2 5.3")
    assert "no time to place it" in why(called, spoken)
    assert refusal(table, Wager("ben", box(2), 10_00, by=OPERATOR)) == ("not_yours", "D1 10.4")
    assert allowed_roles(table, Wager("ben", box(2), 10_00)) == {Role.DEALER}
    assert allowed_roles(table.play(spoken), Withdraw("ben", box(2))) == set()


# Chips and places


@pytest.mark.clause("D2 5.2", "D2 3.1")
def test_D2_5_2_a_wager_is_chips_in_a_box_that_there_is() -> None:
    table = blackjack("ana", boxes=5)
    for kind in ("double a", "split b", "straight up", ""):
        assert refusal(table, Wager("ana", Position(kind, (1,)), 10_00)) == ("no_such_wager", "D2 5.1")
    assert "on a box" in why(table, Wager("ana", Position("double a", (1,)), 10_00))
    assert refusal(table, Wager("ana", "box 1", 10_00)) == ("no_such_wager", "D2 5.1")  # type: ignore[arg-type]
    for numbers in ((), (0,), (6,), (1, 2), ("1",), (True, 1)):
        act = Wager("ana", Position("box", numbers), 10_00)  # type: ignore[arg-type]
        assert refusal(table, act) == ("no_such_box", "D2 3.1")
        assert "1 to 5" in why(table, act)
    assert table.refuses(Wager("ana", box(1), 10_00)) is None
    assert table.refuses(Wager("ana", box(5), 10_00)) is None
    assert refusal(table, Wager("ana", box(1), 10_00, Chips.COLOUR)) == ("bad_chips", "D2 5.2")
    assert "value chips" in why(table, Wager("ana", box(1), 10_00, Chips.COLOUR))
    for amount, code in ((10_25, "not_in_chips"), (0, "not_positive"), (-5_00, "not_positive"), ("5", "not_an_amount")):
        assert refusal(table, Wager("ana", box(1), amount)) == (code, "D2 5.2")  # type: ignore[arg-type]
    assert refusal(table, Wager("ben", box(1), 10_00)) == ("not_enough_chips", "D2 5.2")


@pytest.mark.clause("D2 5.1", "D2 5.2")
def test_D2_5_1_a_wager_may_grow_and_be_taken_back_whole() -> None:
    table = staked(blackjack("ana", "ben"), ("ana", 1, 10_00), ("ben", 1, 5_00), ("ana", 1, 2_50))
    assert [(stake.player, stake.amount) for stake in table.boxes[0].stakes] == [("ana", 12_50), ("ben", 5_00)]
    assert table.boxes[0].bettors == ("ana", "ben")
    assert (gain(table, "ana"), total_money(table)) == (-12_50, 10_000_00)
    back = table.play(Withdraw("ana", box(1)))
    assert gain(back, "ana") == 0
    assert back.boxes[0].bettors == ("ben",)
    assert refusal(back, Withdraw("ana", box(1))) == ("no_wager_there", "D2 5.1")
    assert "ana has no wager on box 1" in why(back, Withdraw("ana", box(1)))
    assert back.play(Withdraw("ben", box(1))).boxes == ()
    for place in (box(9), Position("box", ()), insurance(1), "box 1"):
        assert refusal(table, Withdraw("ana", place)) == ("no_wager_there", "D2 5.1")  # type: ignore[arg-type]


@pytest.mark.clause("D2 5.1")
def test_D2_5_1_the_limits_of_the_sign_bind_each_player_on_each_box() -> None:
    table = blackjack("ana", "ben")
    assert refusal(table, Wager("ana", box(1), 4_50)) == ("under_minimum", "D1 9.1")
    assert "minimum on a box is $5; this makes $4.50" in why(table, Wager("ana", box(1), 4_50))
    assert table.refuses(Wager("ana", box(1), 5_00)) is None
    assert refusal(table, Wager("ana", box(1), 1_000_50)) == ("over_maximum", "D1 9.1")
    assert "maximum here is $1000" in why(table, Wager("ana", box(1), 1_000_50))
    full = staked(table, ("ana", 1, 1_000_00))
    assert refusal(full, Wager("ana", box(1), 50)) == ("over_maximum", "D1 9.1")
    assert full.refuses(Wager("ben", box(1), 1_000_00)) is None
    assert full.refuses(Wager("ana", box(2), 1_000_00)) is None
    small = staked(table, ("ana", 1, 5_00))
    assert small.refuses(Wager("ana", box(1), 50)) is None


@pytest.mark.clause("D2 5.1")
def test_D2_5_1_the_sign_may_state_limits_and_an_increment_for_a_box() -> None:
    sign = Sign(minimum=5_00, maximum=100_00, increment=5_00, by_kind=(KindLimits("box", 10_00, 50_00),))
    table = blackjack("ana", boxes=1, sign=sign)
    assert refusal(table, Wager("ana", box(1), 5_00)) == ("under_minimum", "D1 9.1")
    assert refusal(table, Wager("ana", box(1), 55_00)) == ("over_maximum", "D1 9.1")
    assert refusal(table, Wager("ana", box(1), 12_50)) == ("off_increment", "D1 9.5")
    assert "steps of $5; this makes $12.50" in why(table, Wager("ana", box(1), 12_50))
    assert offers(table, Wager) == ["player: wager (player ana, position box 1, amount 1000..5000 by 500)"]
    some = staked(table, ("ana", 1, 15_00))
    assert offers(some, Wager) == ["player: wager (player ana, position box 1, amount 500..3500 by 500)"]
    assert offers(staked(table, ("ana", 1, 50_00)), Wager) == []


# 5.8


@pytest.mark.clause("D2 5.8(a)")
def test_D2_5_8_a_who_missed_the_first_round_of_a_shoe_is_held_to_the_minimum() -> None:
    table = blackjack("ana", "ben", holds_absent=True)
    assert table.refuses(Wager("ben", box(2), 1_000_00)) is None
    played = round_of(table, ("ana", 1))
    assert played.refuses(Wager("ben", box(2), 5_00)) is None
    for number in (1, 2, 3):
        assert refusal(played, Wager("ben", box(number), 5_50)) == ("over_maximum", "D2 5.8(a)")
    assert played.refuses(Wager("ana", box(1), 1_000_00)) is None
    later = round_of(played, ("ana", 1), ("ben", 2))
    assert refusal(later, Wager("ben", box(2), 5_50)) == ("over_maximum", "D2 5.8(a)")
    new_shoe = later.play(ReplaceCards())
    assert new_shoe.refuses(Wager("ben", box(2), 5_50)) is None


@pytest.mark.clause("D2 5.8(a)")
def test_D2_5_8_a_where_only_this_limb_is_in_force_it_is_the_one_named() -> None:
    missed = round_of(blackjack("ana", "ben", holds_absent=True), ("ana", 1))
    skipping = round_of(round_of(missed, ("ana", 1), ("ben", 2)), ("ana", 1))
    assert refusal(skipping, Wager("ben", box(2), 5_50)) == ("over_maximum", "D2 5.8(a)")


@pytest.mark.clause("D2 5.8(b)")
def test_D2_5_8_b_who_sits_out_a_later_round_is_held_to_the_minimum() -> None:
    table = blackjack("ana", "ben", "cal", holds_skipping=True)
    first = round_of(table, ("ana", 1), ("ben", 2))
    assert first.refuses(Wager("ben", box(2), 1_000_00)) is None
    second = round_of(first, ("ana", 1))
    for number in (2, 4):
        assert refusal(second, Wager("ben", box(number), 5_50)) == ("over_maximum", "D2 5.8(b)")
    assert second.refuses(Wager("ben", box(2), 5_00)) is None
    assert second.refuses(Wager("cal", box(3), 1_000_00)) is None
    third = round_of(second, ("ana", 1), ("ben", 2))
    assert refusal(third, Wager("ben", box(2), 5_50)) == ("over_maximum", "D2 5.8(b)")
    assert third.play(ReplaceCards()).refuses(Wager("ben", box(2), 1_000_00)) is None


@pytest.mark.clause("D2 5.8(a)", "D2 5.8(b)")
def test_D2_5_8_nobody_is_held_where_the_operator_does_not_ask_for_it() -> None:
    table = round_of(round_of(blackjack("ana", "ben"), ("ana", 1), ("ben", 2)), ("ana", 1))
    assert table.refuses(Wager("ben", box(2), 1_000_00)) is None
    missed = round_of(blackjack("ana", "ben", holds_skipping=True), ("ana", 1))
    assert missed.refuses(Wager("ben", box(2), 1_000_00)) is None
    skipped = round_of(round_of(blackjack("ana", "ben", holds_absent=True), ("ana", 1), ("ben", 2)), ("ana", 1))
    assert skipped.refuses(Wager("ben", box(2), 1_000_00)) is None


@pytest.mark.clause("D2 5.8(a)", "D2 7.1(c)")
def test_D2_5_8_a_shuffle_between_rounds_begins_a_new_shoe() -> None:
    table = round_of(blackjack("ana", "ben", holds_absent=True, holds_skipping=True), ("ana", 1))
    assert refusal(table, Wager("ben", box(2), 5_50)) == ("over_maximum", "D2 5.8(a)")
    assert table.play(ReportCuttingCard(1)).refuses(Wager("ben", box(2), 1_000_00)) is None


# Several bettors and boxes


@pytest.mark.clause("D2 14.1")
@pytest.mark.parametrize("bettors", [1, 2, 3])
def test_D2_14_1_as_many_players_wager_on_a_box_as_the_operator_permits(bettors: int) -> None:
    names = ("ana", "ben", "cal", "dee")
    table = blackjack(*names, bettors=bettors)
    for name in names[:bettors]:
        table = staked(table, (name, 6, 10_00))
    for name in names[bettors:]:
        assert refusal(table, Wager(name, box(6), 10_00)) == ("box_full", "D2 14.1")
        assert f"Box 6 is full: at most {bettors}" in why(table, Wager(name, box(6), 10_00))
        assert table.refuses(Wager(name, box(5), 10_00)) is None
    assert table.refuses(Wager("ana", box(6), 10_00)) is None
    assert table.play(Withdraw("ana", box(6))).refuses(Wager("dee", box(6), 10_00)) is None


@pytest.mark.clause("D2 14.2")
def test_D2_14_2_a_maximum_for_all_wagers_on_a_box() -> None:
    table = blackjack("ana", "ben", box_maximum=100_00)
    assert refusal(table, Wager("ana", box(1), 100_50)) == ("over_maximum", "D2 14.2")
    some = staked(table, ("ana", 1, 60_00))
    assert refusal(some, Wager("ben", box(1), 40_50)) == ("over_maximum", "D2 14.2")
    assert "maximum here is $40" in why(some, Wager("ben", box(1), 40_50))
    assert some.refuses(Wager("ben", box(1), 40_00)) is None
    assert some.refuses(Wager("ana", box(1), 40_00)) is None
    assert refusal(some, Wager("ana", box(1), 40_50)) == ("over_maximum", "D2 14.2")
    assert some.refuses(Wager("ben", box(2), 100_00)) is None


@pytest.mark.clause("D2 14.2")
def test_D2_14_2_a_maximum_for_one_player_on_a_box() -> None:
    table = staked(blackjack("ana", "ben", player_maximum=100_00), ("ana", 1, 60_00))
    assert table.refuses(Wager("ana", box(1), 40_00)) is None
    assert refusal(table, Wager("ana", box(1), 40_50)) == ("over_maximum", "D2 14.2")
    assert table.refuses(Wager("ben", box(1), 100_00)) is None
    assert refusal(table, Wager("ben", box(1), 100_50)) == ("over_maximum", "D2 14.2")
    assert table.refuses(Wager("ana", box(2), 100_00)) is None


@pytest.mark.clause("D2 14.2")
@pytest.mark.parametrize(("edition", "most"), [(1, 60_00), (2, 40_00)])
def test_B59_a_lower_table_maximum_is_the_box_maximum_too(edition: int, most: int) -> None:
    """Ana has 20 on the box: of 60 there are 40 left, of the table's new 60 in edition 1 still 60 of the box's 80."""
    table = staked(blackjack("ana", "ben", box_maximum=80_00, edition=edition), ("ana", 1, 20_00))
    lower = Sign(minimum=5_00, maximum=60_00)
    table = table.play(PostLimits(lower, 0), Consent("ana"), Consent("ben"), ChangeLimits(lower))
    assert table.refuses(Wager("ben", box(1), most)) is None
    assert refusal(table, Wager("ben", box(1), most + 50))[0] == "over_maximum"


@pytest.mark.clause("D2 14.2")
def test_B59_without_a_direction_each_player_is_bound_alone() -> None:
    table = staked(blackjack("ana", "ben"), ("ana", 1, SIGN.maximum))
    assert table.refuses(Wager("ben", box(1), SIGN.maximum)) is None
    assert refusal(table, Wager("ben", box(1), SIGN.maximum + 50)) == ("over_maximum", "D1 9.1")


@pytest.mark.clause("D2 14.2")
def test_B59_a_maximum_may_name_particular_players() -> None:
    named = (PlayerMaximum("ana", 30_00), PlayerMaximum("cal", 20_00))
    table = blackjack("ana", "ben", player_maximum=100_00, player_maxima=named)
    assert refusal(table, Wager("ana", box(1), 30_50)) == ("over_maximum", "D2 14.2")
    assert "maximum here is $30" in why(table, Wager("ana", box(1), 30_50))
    assert table.refuses(Wager("ana", box(2), 30_00)) is None
    assert table.refuses(Wager("ben", box(1), 100_00)) is None
    assert refusal(table, Wager("ben", box(1), 100_50)) == ("over_maximum", "D2 14.2")
    text = write(record_of(table, []))
    assert "player maximum 100\nplayer maximum 30 for ana\nplayer maximum 20 for cal\n" in text
    assert read(text).header.options == table.options


@pytest.mark.clause("D2 14.2")
def test_D2_14_2_the_maxima_count_initial_wagers_only() -> None:
    table = blackjack("ana", "ben", box_maximum=100_00, layout=2, super_sevens=2_00)
    some = staked(table, ("ana", 1, 60_00)).play(Wager("ana", super_sevens(1), 2_00))
    assert some.refuses(Wager("ben", box(1), 40_00)) is None
    insured = opened(blackjack("ana", box_maximum=10_00), "8h Ad 8c")
    assert insured.refuses(Wager("ana", insurance(1), 5_00)) is None


@pytest.mark.clause("D2 14.4", "D2 14.5")
def test_D2_14_4_a_box_of_ones_own_beside_the_seat_only_while_places_suffice() -> None:
    """The operator says when they no longer do: full patronage, from the next round on and until he takes it back."""
    table = staked(blackjack("ana", "ben"), ("ana", 1, 10_00))
    assert table.refuses(Wager("ana", box(3), 10_00)) is None
    full = table.play(FullPatronage(True))
    assert refusal(full, Wager("ana", box(3), 10_00)) == ("not_your_box", "D2 14.5")
    assert refusal(full, Wager("ana", box(2), 10_00)) == ("not_your_box", "D2 14.5")
    behind = staked(full, ("ben", 2, 10_00))
    assert behind.refuses(Wager("ana", box(2), 10_00)) is None
    assert full.play(FullPatronage(False)).refuses(Wager("ana", box(3), 10_00)) is None
    assert full.refuses(Wager("ana", box(1), 10_00)) is None


@pytest.mark.clause("D2 14.4")
@pytest.mark.parametrize("extra", [0, 1, 6])
def test_D2_14_4_a_player_has_as_many_further_boxes_as_the_operator_permits(extra: int) -> None:
    table = blackjack("ana", extra_boxes=extra)
    for number in range(1, extra + 2):
        table = staked(table, ("ana", number, 5_00))
    for number in range(extra + 2, 8):
        assert refusal(table, Wager("ana", box(number), 5_00)) == ("too_many_boxes", "D2 14.4")
        assert "as many boxes" in why(table, Wager("ana", box(number), 5_00))
    assert table.refuses(Wager("ana", box(1), 5_00)) is None


@pytest.mark.clause("D2 14.6")
def test_D2_14_6_at_least_the_minimum_on_each_box() -> None:
    table = staked(blackjack("ana"), ("ana", 1, 100_00))
    assert refusal(table, Wager("ana", box(2), 4_50)) == ("under_minimum", "D2 14.6")
    assert table.refuses(Wager("ana", box(2), 5_00)) is None


@pytest.mark.clause("D2 14.5")
def test_D2_14_5_with_full_patronage_elsewhere_only_behind_the_player_of_the_box() -> None:
    table = blackjack("ana", "ben", "cal").play(FullPatronage(True))
    assert refusal(table, Wager("ana", box(2), 10_00)) == ("not_your_box", "D2 14.5")
    assert "behind the player of the box" in why(table, Wager("ana", box(2), 10_00))
    assert refusal(table, Wager("ana", box(7), 10_00)) == ("not_your_box", "D2 14.5")
    assert table.refuses(Wager("ana", box(1), 10_00)) is None
    started = staked(table, ("ben", 2, 10_00))
    assert started.refuses(Wager("ana", box(2), 10_00)) is None
    standing = table.play(BuyIn("dee", 100_00))
    assert standing.refuses(Wager("dee", box(2), 10_00)) is None
    assert table.play(FullPatronage(False)).refuses(Wager("ana", box(2), 10_00)) is None


# Super Sevens wagers


@pytest.mark.clause("D2 15.1", "D2 15.2", "D2 15.3", "D2 1.0 Super Sevens Wager")
def test_D2_15_2_beside_ones_own_initial_wager_once_and_in_the_amount_on_the_sign() -> None:
    plain = staked(blackjack("ana"), ("ana", 1, 10_00))
    assert refusal(plain, Wager("ana", super_sevens(1), 2_00)) == ("no_super_sevens", "D2 15.1")
    assert "not offered" in why(plain, Wager("ana", super_sevens(1), 2_00))
    table = staked(blackjack("ana", "ben", boxes=2, layout=2, super_sevens=2_00), ("ana", 1, 10_00))
    for act in (Wager("ana", super_sevens(2), 2_00), Wager("ben", super_sevens(1), 2_00)):
        assert refusal(table, act) == ("no_wager_there", "D2 15.2")
        assert "needs a wager of yours" in why(table, act)
    for amount in (50, 1_50, 2_50, 4_00):
        assert refusal(table, Wager("ana", super_sevens(1), amount)) == ("not_the_amount", "D2 15.3")
        assert "wager must be $2." in why(table, Wager("ana", super_sevens(1), amount))
    assert "player: wager (player ana, position super sevens 1, amount 200..200)" in offers(table, Wager)
    placed = table.play(Wager("ana", super_sevens(1), 2_00))
    assert gain(placed, "ana") == -12_00
    assert refusal(placed, Wager("ana", super_sevens(1), 2_00)) == ("once_only", "D2 15.3")
    assert "already have a Super Sevens wager" in why(placed, Wager("ana", super_sevens(1), 2_00))
    behind = staked(placed, ("ben", 1, 5_00)).play(Wager("ben", super_sevens(1), 2_00))
    assert gain(behind, "ben") == -7_00


@pytest.mark.clause("D2 15.2", "D2 5.6")
def test_D2_15_2_until_the_call_and_back_with_the_initial_wager() -> None:
    table = staked(blackjack("ana", layout=2, super_sevens=2_00), ("ana", 1, 10_00))
    placed = table.play(Wager("ana", super_sevens(1), 2_00))
    assert gain(placed.play(Withdraw("ana", super_sevens(1))), "ana") == -10_00
    back = placed.play(Withdraw("ana", box(1)))
    assert (gain(back, "ana"), back.boxes) == (0, ())
    called = table.play(NoMoreBets())
    assert refusal(called, Wager("ana", super_sevens(1), 2_00)) == ("too_late", "D2 8.2")
    locked = placed.play(NoMoreBets())
    assert refusal(locked, Withdraw("ana", super_sevens(1))) == ("too_late", "D2 8.2")
    dealt = deal(locked, "7h")
    assert refusal(dealt, Withdraw("ana", super_sevens(1))) == ("too_late", "D2 5.5(b)")
    assert refusal(deal(called, "7h"), Wager("ana", super_sevens(1), 2_00)) == ("too_late", "D2 5.5(a)")


@pytest.mark.clause("D2 5.6")
def test_D2_5_6_a_double_or_a_split_once_made_stays() -> None:
    table = opened(blackjack("ana"), "8h 9d 8c")
    doubled = table.play(Double("ana", 1, 10_00))
    split = table.play(Split("ana", 1))
    for state, kind in ((doubled, "double a"), (split, "split b"), (doubled, "double"), (split, "split")):
        assert state.refuses(Withdraw("ana", Position(kind, (1,)))) is not None
        assert offers(state, Withdraw) == []


@pytest.mark.clause("D2 5.7")
def test_D2_5_7_a_losing_wager_is_the_houses_and_a_player_without_chips_has_left() -> None:
    table = seated(croupier.blackjack(SIGN, BlackjackOptions()), "ana", "ben", amount=20_00)
    table = deal(staked(table, ("ana", 1, 20_00)).play(NoMoreBets()), "Th 9d 8c").play(Stand("ana", 1))
    done = deal(table, "Ts")
    assert done.players == ("ben",)
    assert done.general.house == 20_00
    assert done.refuses(CashOut("ben", 20_00)) is None


@pytest.mark.clause("D2 2.0")
def test_D2_2_0_division_one_applies_and_other_games_acts_do_not() -> None:
    table = live("ana")
    assert refusal(table, croupier.Collect()) == ("unknown_act", "D2 2.0")
    assert refusal(table, CashOut("ana", 6_000_00)) == ("not_enough_chips", "D1 13.1")
    assert table.awaits[0].rule.clause == "D2 5.1"
    assert refusal(table, croupier.CloseTable()) == ("no_notice", "D1 8")


@pytest.mark.clause("D2 5.8(b)", "D2 7.1(a)")
def test_D2_5_8_b_a_table_opened_again_begins_a_new_shoe() -> None:
    table = blackjack("ana", "ben", holds_skipping=True)
    held = round_of(round_of(table, ("ana", 1), ("ben", 2)), ("ana", 1))
    assert refusal(held, Wager("ben", box(2), 5_50)) == ("over_maximum", "D2 5.8(b)")
    closed = held.play(croupier.PostClosing(1200), Clock(1200), croupier.CloseTable())
    again = closed.play(croupier.OpenTable(), Sit("ana", 1), Sit("ben", 2))
    assert again.refuses(Wager("ben", box(2), 1_000_00)) is None


@pytest.mark.clause("D2 5.1", "D2 2.0")
def test_D2_5_1_a_table_that_closes_gives_the_wagers_back() -> None:
    table = staked(blackjack("ana"), ("ana", 1, 10_00)).play(croupier.PostClosing(1200), Clock(1200))
    closed = table.play(croupier.CloseTable())
    assert (gain(closed, "ana"), closed.boxes, set(closed.seats)) == (0, (), {""})
    assert refusal(closed, Wager("ana", box(1), 10_00)) == ("table_closed", "D1 8")
    assert offers(closed, Sit) == []
