"""Rulings R22 to R30 at roulette, and what M13 and S15 take over of them: the rules of edition 2."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import (
    LIVE,
    BuyColour,
    BuyIn,
    CashOut,
    ChangeLimits,
    CheckWheel,
    Chips,
    Clock,
    CloseTable,
    Collect,
    CorrectGround,
    Favour,
    HoldUnclaimed,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    OpenTable,
    Outcome,
    Pay,
    PostClosing,
    PostLimits,
    Sign,
    TakeBackFavour,
    VoidChips,
    VoidWager,
    Wager,
    Withdraw,
    WrongLimits,
)
from croupier.games.acts import Act
from croupier.games.chips import Purse
from croupier.games.layout.table import Progress
from croupier.games.money_wheel import AnnounceSymbol, IndicatorRests, SpinWheel, WheelRests, symbol
from croupier.games.people import DEALER, GAME_SUPERVISOR, OPERATOR
from croupier.games.position import Placed, Position
from croupier.games.registry import table_of
from croupier.games.roulette import (
    Announce,
    BallRests,
    ChangeBall,
    Colour,
    CorrectNumber,
    Direction,
    Dolly,
    ExamineBall,
    ReturnBall,
    Spin,
    SpinBall,
    black,
    odd,
    red,
    split,
    straight_up,
)
from croupier.games.tai_sai import InspectDice, NoRoll, Roll, Tumble, Uncover, big, small
from croupier.record.journals.ledger import kept, layout, stack, transfers
from tests.support.rules.tables import (
    SIGN,
    assert_refused,
    live_money_wheel,
    live_roulette,
    live_tai_sai,
    refusal_code,
    roulette,
    total_money,
    value_of,
)

AGAINST = SpinBall(Direction.CLOCKWISE, Direction.ANTICLOCKWISE)
MARKED_17: tuple[Act, ...] = (AGAINST, NoMoreBets(), Spin(17), Announce(17, Colour.BLACK), Dolly(17))
A, B = symbol("A"), symbol("B")
TURN: tuple[Act, ...] = (NoMoreBets(), SpinWheel(Direction.CLOCKWISE))


def after_17(table: LayoutTable) -> LayoutTable:
    """The table with 17 spun, collected and paid as far as there is anything to do, before betting opens."""
    table = table.play(*MARKED_17)
    table = table.play(Collect()) if table.step == "collect" else table
    return table.play(Pay()) if table.step == "pay" else table


def after_17_called(table: LayoutTable) -> LayoutTable:
    """The same where betting is closed already."""
    table = table.play(*MARKED_17[2:])
    table = table.play(Collect()) if table.step == "collect" else table
    return table.play(Pay()) if table.step == "pay" else table


def lines_of(table: LayoutTable) -> list[tuple[str, int, Outcome, int, str]]:
    return [
        (str(line.wager.position), line.wager.stake, line.outcome, line.pays, str(line.rule)) for line in table.settled
    ]


# R22: wagers that somebody left lying


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_a_winner_that_was_left_lying_is_lifted_and_held_once_betting_is_open_by_R22() -> None:
    table = live_roulette("ana", "ben").play(Wager("ana", black, 10_00), Wager("ben", red, 5_00))
    paid = after_17(table)
    for busy in (table, table.play(AGAINST, NoMoreBets()), paid):
        assert_refused(busy, HoldUnclaimed("ana"), "in_play", "D1 12.2")
    open_again = paid.play(OpenBetting())
    assert open_again.wagers == (Placed("ana", black, 10_00),)
    held = open_again.play(HoldUnclaimed("ana"))
    assert (held.wagers, held.players) == ((), ("ben",))
    # 5,000 bought in, 10 won: neither a void nor a settlement takes any of it away.
    assert total_money(open_again) - total_money(held) == 5_010_00
    assert held.settled == open_again.settled
    assert held.general.house == open_again.general.house == 5_00 - 10_00


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_a_wager_in_play_is_not_held_by_R22() -> None:
    open_again = after_17(live_roulette("ana").play(Wager("ana", black, 10_00))).play(OpenBetting())
    assert_refused(open_again.play(Wager("ana", black, 5_00)), HoldUnclaimed("ana"), "in_play", "D1 12.2")
    assert_refused(open_again.play(AGAINST), HoldUnclaimed("ana"), "in_play", "D1 12.2")


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_what_was_left_is_held_beside_a_wager_in_play_by_R22() -> None:
    bought = live_roulette("ana").play(BuyColour("ana", "pink", 2_50, 50_00), Wager("ana", black, 25_00, Chips.COLOUR))
    left = after_17(bought).play(OpenBetting(), Wager("ana", red, 10_00, Chips.COLOUR))
    held = left.play(HoldUnclaimed("ana"))
    assert held.wagers == (Placed("ana", red, 10_00, Chips.COLOUR),)
    assert (total_money(held), held.general.house) == (10_00 - 25_00, -25_00)
    # The colour is Ana's while a chip of it is out.
    assert held.purse_here("ana") == Purse("ana", 0, 0, "pink", 2_50)
    moved = {
        (line.debit, line.credit): line.amount for line in transfers("roulette-1", left, HoldUnclaimed("ana"), held)
    }
    own = stack("roulette-1", "ana", Chips.COLOUR)
    assert moved[layout("roulette-1"), own] == 25_00
    assert sum(amount for (_, credit), amount in moved.items() if credit == kept("ana")) == 5_015_00
    lost = held.play(*MARKED_17, Collect(), OpenBetting())
    assert (lost.wagers, lost.players, lost.general.house) == ((), (), -15_00)


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_wagers_left_after_a_void_and_in_colour_chips_are_held_too_by_R22() -> None:
    table = live_roulette("ana").play(BuyColour("ana", "pink", 2_50, 50_00), Wager("ana", red, 25_00, Chips.COLOUR))
    void = table.play(AGAINST, NoMoreBets(), NoSpin())
    held = void.play(HoldUnclaimed("ana", by=GAME_SUPERVISOR))
    assert (held.wagers, held.players, total_money(held)) == ((), (), 0)


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_at_the_other_layouts_likewise_by_M13_and_S15() -> None:
    wheel = live_money_wheel("ana").play(Wager("ana", A, 10_00), *TURN, IndicatorRests(2), AnnounceSymbol("A"), Pay())
    assert wheel.play(OpenBetting(), HoldUnclaimed("ana")).players == ()
    dice = live_tai_sai("ana").play(Wager("ana", small, 10_00), InspectDice(), Tumble(3), NoMoreBets(), NoRoll())
    assert dice.play(HoldUnclaimed("ana")).players == ()


# R23: closing waits for a spin under way


def closing(table: LayoutTable) -> LayoutTable:
    return table.play(PostClosing(1200), Clock(1200))


@pytest.mark.clause("D1 8")
def test_D1_8_a_table_does_not_close_while_the_ball_runs_by_R23() -> None:
    table = closing(live_roulette("ana")).play(Wager("ana", black, 10_00))
    assert table.refuses(CloseTable()) is None
    words = "A spin or roll is under way. Close the table when it is settled or void."
    running = table.play(AGAINST)
    assert_refused(running, CloseTable(), "mid_round", "D1 8 (R23)", words)
    assert [offer for offer in running.legal if offer.kind is CloseTable] == []
    assert refusal_code(running.play(NoMoreBets()), CloseTable()) == "mid_round"
    assert running.play(NoSpin()).refuses(CloseTable()) is None
    assert after_17(table).play(OpenBetting()).refuses(CloseTable()) is None


@pytest.mark.clause("D1 8")
def test_D1_8_edition_1_closed_over_a_running_ball() -> None:
    older = table_of("roulette", SIGN, automation=LIVE, edition=1).play(OpenTable(), BuyIn("ana", 100_00))
    closed = closing(older).play(Wager("ana", black, 10_00), AGAINST, CloseTable())
    assert (closed.is_open, closed.wagers, value_of(closed, "ana")) == (False, (), 100_00)


@pytest.mark.clause("D1 8")
def test_D1_8_the_tumbled_dice_are_waited_for_and_a_wheel_that_spins_itself_is_not_by_R23() -> None:
    dice = closing(live_tai_sai("ana")).play(InspectDice())
    assert dice.refuses(CloseTable()) is None
    assert_refused(dice.play(Tumble(3)), CloseTable(), "mid_round", "D1 8 (R23)")
    wheel = closing(live_money_wheel("ana"))
    assert refusal_code(wheel.play(SpinWheel(Direction.CLOCKWISE)), CloseTable()) == "mid_round"
    # An automated table has its ball spun as soon as betting opens: there the call is what begins the spin.
    automated = closing(roulette("ana"))
    assert automated.refuses(CloseTable()) is None
    assert refusal_code(automated.play(NoMoreBets()), CloseTable()) == "mid_round"


# R24: limits that change under wagers that lie

NARROW = Sign(minimum=20_00, maximum=100_00)


def with_new_limits(table: LayoutTable, sign: Sign = NARROW) -> LayoutTable:
    return table.play(PostLimits(sign, 1200), Clock(1200), ChangeLimits(sign))


@pytest.mark.clause("D1 9.3(a)", "D1 9.2")
def test_D1_9_3_what_is_over_a_new_maximum_goes_back_when_the_limits_change_by_R24() -> None:
    table = live_roulette("ana").play(Wager("ana", black, 250_00), Wager("ana", red, 100_00))
    changed = with_new_limits(table)
    assert changed.wagers == (Placed("ana", black, 100_00), Placed("ana", red, 100_00))
    assert value_of(changed, "ana") == 4_800_00
    assert changed.voided == ()
    assert lines_of(changed.play(*MARKED_17)) == [
        ("black", 100_00, Outcome.WIN, 100_00, "D8 3.9"),
        ("red", 100_00, Outcome.LOSE, 0, "D8 3.1(l)(ii)"),
    ]


@pytest.mark.clause("D1 9.3(a)", "D1 9.5")
def test_D1_9_3_what_is_at_the_new_maximum_stays_whatever_the_new_increment_by_R24() -> None:
    table = live_roulette("ana").play(Wager("ana", red, 105_00), Wager("ana", black, 106_00))
    stepped = with_new_limits(table, Sign(minimum=20_00, maximum=105_00, increment=20_00))
    assert [each.stake for each in stepped.wagers] == [100_00, 105_00]


@pytest.mark.clause("D1 9.3(a)")
def test_D1_9_3_what_is_under_a_new_minimum_is_raised_before_the_call_or_returned_at_it_by_R24() -> None:
    changed = with_new_limits(live_roulette("ana", "ben").play(Wager("ana", black, 5_00), Wager("ben", black, 5_00)))
    assert changed.wagers == (Placed("ana", black, 5_00), Placed("ben", black, 5_00))
    assert_refused(changed, Wager("ben", black, 14_50), "under_minimum", "D1 9.1")
    raised = changed.play(AGAINST, Wager("ben", black, 15_00))
    called = raised.play(NoMoreBets())
    assert called.wagers == (Placed("ben", black, 20_00),)
    assert (value_of(called, "ana"), value_of(called, "ben")) == (5_000_00, 4_980_00)
    assert lines_of(called.play(Spin(17))) == [
        ("black", 5_00, Outcome.VOID, 0, "D1 9.3 (R24)"),
        ("black", 20_00, Outcome.WIN, 20_00, "D8 3.9"),
    ]


@pytest.mark.clause("D1 9.3(a)")
def test_D1_9_3_new_limits_leave_wagers_alone_in_edition_1() -> None:
    table = table_of("roulette", SIGN, automation=LIVE, edition=1).play(OpenTable(), BuyIn("ana", 5_000_00))
    changed = with_new_limits(table.play(Wager("ana", black, 250_00), Wager("ana", red, 5_00)))
    assert changed.wagers == (Placed("ana", black, 250_00), Placed("ana", red, 5_00))
    assert changed.play(AGAINST, NoMoreBets()).wagers == changed.wagers


@pytest.mark.clause("D1 9.3(a)", "D1 1.1 Chips")
def test_D1_9_3_colour_chips_are_cut_chip_by_chip_by_R24() -> None:
    table = live_roulette("ana").play(BuyColour("ana", "pink", 30_00, 300_00), Wager("ana", red, 240_00, Chips.COLOUR))
    assert with_new_limits(table).wagers == (Placed("ana", red, 90_00, Chips.COLOUR),)
    # No number of 30-dollar chips lies between 40 and 50: all of it goes back.
    assert with_new_limits(table, Sign(minimum=40_00, maximum=50_00)).wagers == ()


@pytest.mark.clause("D1 9.3(a)")
def test_D1_9_3_at_an_automated_table_the_window_closes_with_what_is_left_by_R24() -> None:
    timed = croupier.roulette(SIGN, betting_seconds=30).play(BuyIn("ana", 100_00))
    table = timed.play(PostLimits(NARROW, 1200), Clock(1200), Wager("ana", black, 5_00), ChangeLimits(NARROW))
    called = table.play(Clock(30))
    assert (called.step, called.wagers, value_of(called, "ana")) == ("result", (), 100_00)


# R25: when a ruling may favour a player


def favour(
    position: Position = red, settle_as: Position | None = None, name: str = "ana", reason: str = "knocked over"
) -> Favour:
    return Favour(name, position, reason, settle_as)


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_ruling_before_the_result_is_applied_when_it_comes_by_R25() -> None:
    called = live_roulette("ana").play(Wager("ana", red, 5_00), AGAINST, NoMoreBets())
    ruled = called.play(favour(settle_as=straight_up(17)))
    assert (ruled.wagers, ruled.general, ruled.step) == (called.wagers, called.general, "result")
    assert lines_of(ruled.play(Spin(17))) == [("red", 5_00, Outcome.WIN, 175_00, "D8 3.8 (R12)")]
    # It never costs the player anything: red wins on 18 by the strict rule, and loses on 20 either way.
    assert lines_of(ruled.play(Spin(18))) == [("red", 5_00, Outcome.WIN, 5_00, "D8 3.9")]
    assert lines_of(ruled.play(Spin(20))) == [("red", 5_00, Outcome.LOSE, 0, "D8 3.1(l)(ii)")]
    given = called.play(favour())
    spun = given.play(Spin(20))
    assert lines_of(spun) == [("red", 5_00, Outcome.VOID, 0, "D8 3.8 (R12)")]
    assert (spun.wagers, value_of(spun, "ana"), spun.progress) == ((), 5_000_00, (Progress.RETURNED,))
    words = "There is a ruling on this wager already. Take it back first."
    assert_refused(given, favour(settle_as=black), "ruled_already", "D8 3.8 (R12)", words)


@pytest.mark.clause("D8 3.8", "D8 3.6(a)")
@pytest.mark.parametrize("stage", ["before", "after"])
def test_D8_3_8_a_late_wager_that_was_void_may_be_ruled_good_by_R25(stage: str) -> None:
    called = live_roulette("ana", "ben").play(
        Wager("ana", black, 10_00), Wager("ben", red, 5_00), AGAINST, NoMoreBets()
    )
    late = VoidWager("ana", black, "late")
    ruling = favour(black, settle_as=black, reason="the dealer waved it in")
    acts: tuple[Act, ...] = (late, ruling, Spin(17)) if stage == "before" else (Spin(17), late, ruling)
    spun = called.play(*acts)
    assert lines_of(spun) == [
        ("black", 10_00, Outcome.WIN, 10_00, "D8 3.8 (R12)"),
        ("red", 5_00, Outcome.LOSE, 0, "D8 3.1(l)(ii)"),
    ]
    assert (spun.voided, spun.wagers) == ((), (Placed("ana", black, 10_00), Placed("ben", red, 5_00)))
    done = spun.play(Announce(17, Colour.BLACK), Dolly(17), Collect(), Pay(), Withdraw("ana", black), OpenBetting())
    assert (value_of(done, "ana"), value_of(done, "ben"), done.general.house) == (5_010_00, 4_995_00, -5_00)


@pytest.mark.clause("D8 3.8", "D8 3.6(a)")
def test_D8_3_8_a_late_wager_is_void_again_where_the_ruling_does_not_help_by_R25() -> None:
    called = live_roulette("ana").play(
        Wager("ana", black, 10_00), AGAINST, NoMoreBets(), VoidWager("ana", black, "late")
    )
    assert_refused(called, favour(black), "not_in_favour", "D8 3.8 (R12)")
    ruled = called.play(favour(black, settle_as=black))
    assert lines_of(ruled.play(Spin(18))) == [("black", 10_00, Outcome.VOID, 0, "D8 3.6(a) (R19)")]
    assert value_of(ruled.play(Spin(18)), "ana") == 5_000_00
    back = ruled.play(TakeBackFavour("ana", black, "the film shows it"))
    assert (back.wagers, back.voided, back.favours) == ((), called.voided, ())
    void = ruled.play(NoSpin())
    assert (void.wagers, value_of(void, "ana")) == ((), 5_000_00)
    gone = called.play(CashOut("ana", 4_995_00))
    assert_refused(gone, favour(black, settle_as=black), "not_enough_chips", "D8 3.8 (R12)")


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_ruling_is_made_until_the_next_round_begins_by_R25() -> None:
    placed = live_roulette("ana", "ben").play(Wager("ana", red, 5_00), Wager("ben", black, 10_00))
    final = after_17(placed).play(OpenBetting())
    assert (value_of(final, "ana"), final.general.house) == (4_995_00, -5_00)
    given = final.play(favour())
    assert (value_of(given, "ana"), given.general.house) == (5_000_00, -10_00)
    won = final.play(favour(settle_as=straight_up(17)))
    # The stake of 5 comes back, and 35 times as much with it.
    assert (value_of(won, "ana"), won.general.house, total_money(won)) == (5_175_00, -185_00, 10_000_00)
    assert lines_of(won)[0] == ("red", 5_00, Outcome.WIN, 175_00, "D8 3.8 (R12)")
    assert_refused(final, favour(black, settle_as=odd, name="ben"), "not_in_favour", "D8 3.8 (R12)")
    paid_better = final.play(favour(black, settle_as=split(17, 20), name="ben"))
    assert value_of(paid_better, "ben") == 5_000_00 + 160_00
    for begins in (Wager("ben", red, 5_00), Withdraw("ben", black), AGAINST):
        assert_refused(final.play(begins), favour(), "no_wager_there", "D8 3.8 (R12)")
    assert final.play(ChangeBall(), favour()).general.house == -10_00
    # Neither what the operator holds nor the table's closing begins a round.
    assert final.play(HoldUnclaimed("ben"), favour()).general.house == -10_00
    closed = final.play(PostClosing(1_200), Clock(1_200), CloseTable())
    assert closed.play(favour()).general.house == -10_00
    assert_refused(closed.play(OpenTable()), favour(), "no_wager_there", "D8 3.8 (R12)")


@pytest.mark.clause("D8 3.8", "D1 11.1")
def test_D8_3_8_a_ruling_is_taken_back_until_the_next_round_begins_by_R25() -> None:
    final = after_17(live_roulette("ana", "ben").play(Wager("ana", red, 5_00))).play(OpenBetting())
    back = TakeBackFavour("ana", red, "the film shows it")
    for given in (
        final.play(favour()),
        final.play(favour(settle_as=black)),
        final.play(favour(), favour(settle_as=odd)),
    ):
        taken = given.play(back)
        assert (taken.general, taken.settled, taken.favours) == (final.general, final.settled, ())
        assert_refused(taken, back, "no_ruling", "D8 3.8 (R25)")
        for begins in (Wager("ben", red, 5_00), AGAINST):
            assert_refused(given.play(begins), back, "no_ruling", "D8 3.8 (R25)")
            assert given.play(begins).favours == ()
    gone = final.play(favour(settle_as=straight_up(17)), CashOut("ana", 5_170_00))
    words = "ana has $5 in chips here; this needs $180."
    assert_refused(gone, back, "not_enough_chips", "D8 3.8 (R25)", words)


@pytest.mark.clause("D8 3.8", "D8 3.7")
def test_D8_3_8_a_winner_that_only_a_ruling_made_is_collected_when_it_is_taken_back_by_R25() -> None:
    called = live_roulette("ana").play(Wager("ana", red, 5_00), AGAINST, NoMoreBets(), favour(settle_as=black))
    final = after_17_called(called).play(OpenBetting())
    assert (final.wagers, value_of(final, "ana")) == ((Placed("ana", red, 5_00),), 5_000_00)
    taken = final.play(TakeBackFavour("ana", red, "the film shows it"))
    assert (taken.wagers, value_of(taken, "ana"), taken.general.house) == ((), 4_995_00, 5_00)
    late = live_roulette("ana").play(AGAINST, Wager("ana", black, 5_00), NoMoreBets(), VoidWager("ana", black, "late"))
    ruled = after_17_called(late.play(favour(black, settle_as=black))).play(OpenBetting())
    void = ruled.play(TakeBackFavour("ana", black, "the film shows it"))
    assert (void.wagers, value_of(void, "ana"), void.general.house) == ((), 5_000_00, 0)
    assert lines_of(void) == [("black", 5_00, Outcome.VOID, 0, "D8 3.6(a) (R19)")]


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_one_who_lost_the_last_chip_gets_it_back_after_betting_opened_by_R25() -> None:
    table = live_roulette("ben").play(BuyIn("ana", 5_00), Wager("ana", red, 5_00))
    final = after_17(table).play(OpenBetting())
    assert final.players == ("ben",)
    assert value_of(final.play(favour()), "ana") == 5_00


@pytest.mark.clause("D8 3.8", "D1 11.1")
def test_D8_3_8_a_corrected_number_has_the_ruling_applied_anew_and_says_so_by_R25() -> None:
    spun = live_roulette("ana").play(Wager("ana", red, 5_00), *MARKED_17, favour(settle_as=straight_up(17)))
    corrected = spun.play(CorrectNumber(20, "misread"), CorrectNumber(17, "read again"))
    (line,) = corrected.settled
    assert (line.outcome, line.pays, str(line.rule)) == (Outcome.WIN, 175_00, "D8 3.8 (R25)")
    assert line.reason == "knocked over (applied anew to the corrected result)"
    (strict,) = spun.play(CorrectNumber(18, "misread")).settled
    assert (strict.outcome, strict.pays, str(strict.rule)) == (Outcome.WIN, 5_00, "D8 3.9")
    assert strict.reason == "knocked over (not applied: the strict rule is as good for the player)"
    given = live_roulette("ana").play(Wager("ana", red, 5_00), *MARKED_17, Collect(), favour())
    (void,) = given.play(CorrectNumber(20, "misread")).settled
    assert (void.outcome, str(void.rule)) == (Outcome.VOID, "D8 3.8 (R25)")
    assert value_of(given.play(CorrectNumber(20, "misread")), "ana") == 5_000_00


@pytest.mark.clause("D8 3.8", "D1 11.1")
def test_D8_3_8_in_edition_1_a_correction_forgets_the_ruling() -> None:
    older = table_of("roulette", SIGN, automation=LIVE, edition=1).play(OpenTable(), BuyIn("ana", 100_00))
    spun = older.play(Wager("ana", red, 5_00), *MARKED_17, favour(), CorrectNumber(20, "misread"))
    assert lines_of(spun) == [("red", 5_00, Outcome.LOSE, 0, "D8 3.1(l)(ii)")]
    ruled = older.play(Wager("ana", red, 5_00), *MARKED_17, favour(settle_as=black))
    late = ruled.play(VoidWager("ana", red, "late"))
    assert (lines_of(late), late.favours) == ([("red", 5_00, Outcome.VOID, 0, "D8 3.6(a) (R19)")], ())


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_at_a_table_that_spins_by_itself_a_ruling_waits_for_nobody_by_R25() -> None:
    final = roulette("ana", "ben").play(Wager("ana", red, 5_00), NoMoreBets(), Spin(17))
    assert (final.step, value_of(final, "ana")) == ("no more bets", 4_995_00)
    assert value_of(final.play(favour()), "ana") == 5_000_00
    assert_refused(final.play(Wager("ben", red, 5_00)), favour(), "no_wager_there", "D8 3.8 (R12)")
    assert_refused(final.play(NoMoreBets()), favour(), "no_wager_there", "D8 3.8 (R12)")


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_only_the_supervisor_takes_a_ruling_back_by_R25() -> None:
    spun = live_roulette("ana").play(Wager("ana", red, 5_00), *MARKED_17, Collect())
    ruled = spun.play(favour(settle_as=black), Pay())
    back = TakeBackFavour("ana", red, "the film shows it")
    for by in (DEALER, OPERATOR):
        act = TakeBackFavour("ana", red, "the film shows it", by=by)
        assert_refused(ruled, act, "not_your_act", "D1 1.1 Game Supervisor")
    assert_refused(ruled, VoidWager("ana", red, "late"), "ruled_already", "D8 3.8 (R25)")
    taken = ruled.play(back)
    assert (taken.step, lines_of(taken)) == ("collect", [("red", 5_00, Outcome.LOSE, 0, "D8 3.1(l)(ii)")])
    assert taken.play(Collect()).general == spun.general
    words = "ana has no ruling on red that can still be taken back."
    for without in (spun, taken, ruled.play(OpenBetting(), AGAINST)):
        assert_refused(without, back, "no_ruling", "D8 3.8 (R25)", words)
    assert_refused(ruled, TakeBackFavour("ana", red, ""), "no_reason", "D8 3.8 (R12)")
    called = live_roulette("ana").play(Wager("ana", red, 5_00), AGAINST, NoMoreBets())
    assert called.play(favour(), back) == called


@pytest.mark.clause("D10 3.7", "D9 4.2-4.9")
def test_D8_3_8_rulings_go_likewise_at_the_other_layouts_by_M13_and_S15() -> None:
    wheel = live_money_wheel("ana").play(
        Wager("ana", B, 10_00), *TURN, Favour("ana", B, "misled", A), IndicatorRests(2)
    )
    assert [(line.outcome, line.pays, str(line.rule)) for line in wheel.settled] == [
        (Outcome.WIN, 10_00, "D10 3.7 (R12)")
    ]
    dice = live_tai_sai("ana").play(Wager("ana", big, 10_00), InspectDice(), Tumble(3), NoMoreBets(), Uncover())
    rolled = dice.play(Favour("ana", big, "misled", small), Roll((1, 2, 4)))
    assert [(line.outcome, line.pays) for line in rolled.settled] == [(Outcome.WIN, 10_00)]


# R26: closing forgets the number that won last


@pytest.mark.clause("D8 5.4")
@pytest.mark.parametrize(("edition", "last"), [(1, 17), (2, None)])
def test_D8_5_4_closing_forgets_the_number_that_won_last_by_R26(edition: int, last: int | None) -> None:
    table = table_of("roulette", SIGN, automation=LIVE, edition=edition).play(OpenTable())
    closed = table.play(*MARKED_17, OpenBetting(), CloseTable())
    assert closed.equipment.last == last
    void = closed.play(OpenTable(), AGAINST, NoSpin())
    assert void.step == ("spin ball" if last is None else "return ball")
    assert closed.equipment.display == (17,)


# R27: the ball is seen to rest after the call


@pytest.mark.clause("D8 5.1 (closing)", "D8 5.3")
def test_D8_5_3_a_ball_at_rest_after_the_call_is_recorded_and_no_spin_needs_a_ground_by_R27() -> None:
    called = live_roulette("ana").play(Wager("ana", red, 5_00), AGAINST, NoMoreBets())
    assert called.refuses(NoSpin()) is None
    rests = called.play(BallRests())
    assert (rests.step, rests.closed_early, rests.equipment.at_rest) == ("result", False, True)
    assert_refused(rests, NoSpin(), "no_such_ground", "D8 5.3 (R10)")
    assert_refused(rests, BallRests(), "out_of_order", "D8 4.4")
    assert rests.refuses(NoSpin("interference")) is None
    assert lines_of(rests.play(Spin(18))) == [("red", 5_00, Outcome.WIN, 5_00, "D8 3.9")]
    assert rests.play(NoSpin("interference"), AGAINST).refuses(NoSpin()) is None


@pytest.mark.clause("D10 5.4", "D10 5.1 (closing)")
def test_D10_5_4_a_wheel_seen_at_rest_is_recorded_likewise_by_M13() -> None:
    turning = live_money_wheel("ana").play(Wager("ana", A, 10_00), *TURN)
    assert turning.refuses(NoSpin()) is None
    rests = turning.play(WheelRests())
    assert_refused(rests, NoSpin(), "no_such_ground", "D10 5.4 (M10)")
    assert_refused(rests, WheelRests(), "at_rest_already", "D10 5.4 (M13)", "The wheel has stopped already.")
    void = rests.play(NoSpin("malfunction"))
    assert void.play(*TURN).refuses(NoSpin()) is None
    done = rests.play(IndicatorRests(2), AnnounceSymbol("A"), Pay(), OpenBetting())
    assert done.play(*TURN).refuses(NoSpin()) is None
    before = live_money_wheel("ana")
    assert_refused(before, WheelRests(), "out_of_order", "D10 4.3")
    early = before.play(SpinWheel(Direction.CLOCKWISE), WheelRests())
    assert_refused(early, NoSpin(), "no_such_ground", "D10 5.4 (M10)")


# R28: a ground that was entered by mistake

MISTAKE = CorrectGround("the key slipped")


@pytest.mark.clause("D1 11.1", "D8 4.2")
def test_D1_11_1_a_ground_entered_by_mistake_is_corrected_and_the_result_stands_by_R28() -> None:
    placed = live_roulette("ana").play(Wager("ana", black, 10_00))
    void = placed.play(AGAINST, NoMoreBets(), Spin(17, revolutions=3))
    assert (void.result, void.betting_is_open) == (None, True)
    stands = void.play(MISTAKE)
    assert (stands.result, stands.step, stands.round) == (17, "announce", 2)
    assert lines_of(stands) == [("black", 10_00, Outcome.WIN, 10_00, "D8 3.9")]
    done = stands.play(Announce(17, Colour.BLACK), Dolly(17), Pay(), OpenBetting())
    assert (value_of(done, "ana"), done.equipment.last) == (5_000_00, 17)
    assert_refused(done, MISTAKE, "final", "D1 11.1 (R28)")


@pytest.mark.clause("D1 11.1", "D8 5.2")
def test_D1_11_1_a_ball_that_never_left_the_wheel_needs_no_examination_by_R28() -> None:
    placed = live_roulette("ana", "ben").play(Wager("ana", black, 10_00), Wager("ben", red, 5_00))
    paid = after_17(placed)
    out = paid.play(NoSpin("ball_out"))
    assert out.equipment.needs_examination is True
    back = out.play(MISTAKE)
    assert back.equipment.needs_examination is False
    assert lines_of(back) == lines_of(paid)
    done = back.play(Announce(17, Colour.BLACK), Dolly(17), Collect(), Pay())
    assert done.general == paid.general


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_a_ground_is_corrected_until_somebody_begins_by_R28() -> None:
    placed = live_roulette("ana").play(Wager("ana", black, 10_00))
    void = placed.play(AGAINST, NoMoreBets(), Spin(17, revolutions=3))
    words = "No result was made void by a ground, or somebody has wagered, withdrawn or spun since, or"
    for begins in (Wager("ana", red, 5_00), Withdraw("ana", black), AGAINST):
        assert_refused(void.play(begins), MISTAKE, "final", "D1 11.1 (R28)", words)
    closed = void.play(PostClosing(1_200), Clock(1_200), CloseTable(), OpenTable())
    assert_refused(closed, MISTAKE, "final", "D1 11.1 (R28)", f"{words} the table was closed.")
    # A call before the ball rests stands, right or wrong (ruling R10): no result was entered with it.
    called = placed.play(AGAINST, NoMoreBets())
    for without in (placed, called, called.play(NoSpin()), called.play(NoSpin("ball_out"))):
        assert_refused(without, MISTAKE, "final", "D1 11.1 (R28)")
    for reason in ("", " ", "two\nlines"):
        assert_refused(void, CorrectGround(reason), "no_reason", "D8 3.8 (R12)")
    assert_refused(void, CorrectGround("the key slipped", by=DEALER), "not_your_act", "D1 1.1 Game Supervisor")
    returned = after_17(live_roulette("ana")).play(OpenBetting(), AGAINST, NoMoreBets(), Spin(5, revolutions=3))
    assert returned.play(ReturnBall(17), MISTAKE).result == 5


@pytest.mark.clause("D1 11.1", "D1 12.2")
def test_D1_11_1_what_was_held_since_the_mistake_stays_held_by_R22_and_R28() -> None:
    placed = live_roulette("ana", "ben").play(Wager("ana", black, 10_00), Wager("ben", red, 5_00))
    void = placed.play(AGAINST, NoMoreBets(), Spin(17, revolutions=3), HoldUnclaimed("ben"))
    for table in (void, void.play(BuyIn("ben", 50_00))):
        assert lines_of(table.play(MISTAKE)) == [("black", 10_00, Outcome.WIN, 10_00, "D8 3.9")]
    assert void.play(HoldUnclaimed("ana"), MISTAKE).settled == ()


@pytest.mark.clause("D1 12.2", "D1 9.3(a)")
def test_D1_12_2_what_new_limits_left_of_a_wager_is_held_too_by_R22_and_R24() -> None:
    limits = Sign(minimum=5_00, maximum=100_00)
    posted = live_roulette("ana", "ben").play(PostLimits(limits, 1_200), Clock(1_200), Wager("ana", red, 500_00))
    void = posted.play(AGAINST, NoMoreBets(), Spin(17, revolutions=3), ChangeLimits(limits))
    held = void.play(HoldUnclaimed("ana"))
    assert (held.wagers, held.players) == ((), ("ben",))
    paid = posted.play(AGAINST, NoMoreBets(), Spin(18), Announce(18, Colour.RED), Dolly(18), Pay(), OpenBetting())
    assert paid.play(ChangeLimits(limits), HoldUnclaimed("ana")).wagers == ()
    # Once somebody has begun the next round, what is not as it lay then may have been wagered since.
    begun = void.play(Wager("ben", red, 5_00))
    assert_refused(begun, HoldUnclaimed("ana"), "in_play", "D1 12.2")


@pytest.mark.clause("D1 11.1", "D1 12.2", "D8 3.8")
def test_D1_11_1_of_a_wager_that_was_held_since_the_mistake_no_ruling_is_left_by_R22_R25_and_R28() -> None:
    placed = live_roulette("ana", "ben").play(Wager("ana", red, 10_00), Wager("ben", red, 5_00), AGAINST, NoMoreBets())
    ruled = placed.play(favour(settle_as=black), Favour("ben", red, "the dealer misheard", black))
    stands = ruled.play(Spin(17, revolutions=3), HoldUnclaimed("ben"), MISTAKE)
    assert [made.player for made in stands.favours] == ["ana"]
    final = stands.play(Announce(17, Colour.BLACK), Dolly(17), Pay(), OpenBetting())
    assert_refused(final, TakeBackFavour("ben", red, "the film shows it"), "no_ruling", "D8 3.8 (R25)")
    assert final.refuses(TakeBackFavour("ana", red, "the film shows it")) is None


@pytest.mark.clause("D1 11.1", "D1 9.3(a)")
def test_D1_11_1_what_new_limits_cut_since_the_mistake_is_part_of_the_wager_again_by_R24_and_R28() -> None:
    posted = live_roulette("ana").play(
        PostLimits(Sign(minimum=5_00, maximum=100_00), 1_200), Clock(1_200), Wager("ana", red, 500_00)
    )
    void = posted.play(AGAINST, NoMoreBets(), Spin(17, revolutions=3), ChangeLimits(Sign(minimum=5_00, maximum=100_00)))
    assert (void.wagers, value_of(void, "ana")) == ((Placed("ana", red, 100_00),), 4_900_00)
    stands = void.play(MISTAKE)
    assert lines_of(stands) == [("red", 500_00, Outcome.LOSE, 0, "D8 3.1(l)(ii)")]
    assert (value_of(stands, "ana"), total_money(stands)) == (4_500_00, 5_000_00)
    enough = void.play(CashOut("ana", 4_500_00))
    assert lines_of(enough.play(MISTAKE)) == lines_of(stands)
    gone = void.play(CashOut("ana", 4_600_00))
    assert_refused(gone, MISTAKE, "not_enough_chips", "D1 11.1 (R28)", "ana has $300 in chips here; this needs $400.")


@pytest.mark.clause("D1 11.1", "D8 2.3(c)")
def test_D1_11_1_with_the_result_no_window_runs_and_what_was_checked_since_is_checked_by_R28() -> None:
    timed = croupier.roulette(SIGN, automation=LIVE, betting_seconds=30).play(OpenTable(), BuyIn("ana", 100_00))
    void = timed.play(Wager("ana", red, 5_00), AGAINST, NoMoreBets(), Spin(17, revolutions=3))
    assert void.window_ends == 30
    checked = void.play(CheckWheel("level"), MISTAKE)
    assert (checked.window_ends, checked.equipment.is_checked) == (None, True)
    assert void.play(MISTAKE).equipment.is_checked is False


@pytest.mark.clause("D1 11.1", "D8 3.6(a)")
def test_D1_11_1_a_wager_found_late_before_the_mistake_stays_void_by_R28() -> None:
    called = live_roulette("ana").play(Wager("ana", black, 10_00), Wager("ana", red, 5_00), AGAINST, NoMoreBets())
    void = called.play(VoidWager("ana", red, "late"), Spin(17, revolutions=3))
    assert lines_of(void.play(MISTAKE)) == [
        ("red", 5_00, Outcome.VOID, 0, "D8 3.6(a) (R19)"),
        ("black", 10_00, Outcome.WIN, 10_00, "D8 3.9"),
    ]


@pytest.mark.clause("D1 11.1", "D8 3.8")
def test_D1_11_1_a_ruling_outlives_a_ground_that_was_a_mistake_by_R25_and_R28() -> None:
    called = live_roulette("ana").play(Wager("ana", red, 5_00), AGAINST, NoMoreBets(), favour(settle_as=black))
    void = called.play(Spin(17, revolutions=3))
    assert void.favours == ()
    assert lines_of(void.play(MISTAKE)) == [("red", 5_00, Outcome.WIN, 5_00, "D8 3.8 (R12)")]


@pytest.mark.clause("D1 11.1", "D10 5.2", "D9 7")
def test_D1_11_1_pegs_and_dice_likewise_by_M13_and_S15() -> None:
    peg = live_money_wheel("ana").play(Wager("ana", A, 10_00), *TURN, IndicatorRests(2, on_peg=True))
    assert [(line.outcome, line.pays) for line in peg.play(MISTAKE).settled] == [(Outcome.WIN, 10_00)]
    table = live_tai_sai("ana").play(Wager("ana", small, 10_00), InspectDice(), Tumble(3), NoMoreBets(), Uncover())
    stood = table.play(Roll((1, 2, 4), flat=False), MISTAKE)
    assert (stood.step, stood.result, stood.equipment.tumbles) == ("announce", (1, 2, 4), 3)
    assert [(line.outcome, line.pays) for line in stood.settled] == [(Outcome.WIN, 10_00)]


# R29: chips added late to a lawful wager


@pytest.mark.clause("D8 3.6(a)")
@pytest.mark.parametrize("stage", ["called", "spun", "collected", "paid"])
def test_D8_3_6_a_chips_that_came_late_are_void_alone_by_R29(stage: str) -> None:
    called = live_roulette("ana", "ben").play(
        Wager("ana", black, 30_00), Wager("ben", red, 5_00), AGAINST, NoMoreBets()
    )
    steps: tuple[Act, ...] = (Spin(17), Announce(17, Colour.BLACK), Dolly(17), Collect(), Pay())
    done = {"called": 0, "spun": 1, "collected": 4, "paid": 5}[stage]
    table = called.play(*steps[:done], VoidChips("ana", black, 20_00, "late"))
    table = table.play(*steps[1:] if done == 1 else steps[done:] if done < 5 else (Pay(),))
    assert lines_of(table) == [
        ("black", 20_00, Outcome.VOID, 0, "D8 3.6(a) (R19)"),
        ("black", 10_00, Outcome.WIN, 10_00, "D8 3.9"),
        ("red", 5_00, Outcome.LOSE, 0, "D8 3.1(l)(ii)"),
    ]
    assert (table.wagers, table.general.house) == ((Placed("ana", black, 10_00),), -5_00)
    # 5,000 less the 30 that were staked; 20 come back, 10 are won.
    assert value_of(table, "ana") == 5_000_00


@pytest.mark.clause("D8 3.6(a)")
def test_D8_3_6_a_no_more_chips_are_void_than_lie_there_by_R29() -> None:
    called = live_roulette("ana").play(Wager("ana", black, 30_00), AGAINST, NoMoreBets())
    amounts: tuple[tuple[Any, str], ...] = (
        (30_50, "not_enough_chips"),
        (0, "not_positive"),
        (-5_00, "not_positive"),
        (25, "not_in_chips"),
        ("20", "not_an_amount"),
    )
    for amount, code in amounts:
        assert_refused(called, VoidChips("ana", black, amount, "late"), code, "D8 3.6(a) (R19)")
    assert called.play(VoidChips("ana", black, 30_00, "late")) == called.play(VoidWager("ana", black, "late"))
    colour = live_roulette("ana").play(
        BuyColour("ana", "pink", 2_50, 50_00), Wager("ana", red, 25_00, Chips.COLOUR), AGAINST, NoMoreBets()
    )
    assert refusal_code(colour, VoidChips("ana", red, 4_00, "late")) == "not_in_chips"
    assert colour.play(VoidChips("ana", red, 5_00, "late")).wagers == (Placed("ana", red, 20_00, Chips.COLOUR),)


# R30: outside the limits, noticed after the result


@pytest.mark.clause("D1 9 (breach)")
@pytest.mark.parametrize("stage", range(5))
def test_D1_9_breach_over_the_maximum_after_the_result_voids_the_excess_alone_by_R30(stage: int) -> None:
    spun = live_roulette("ana", "ben").play(Wager("ben", red, 5_00), AGAINST, NoMoreBets(), Spin(17))
    steps: tuple[Act, ...] = (Announce(17, Colour.BLACK), Dolly(17), Collect())
    table = spun.play(*steps[:stage])
    noticed = table.play(WrongLimits("ana", black, 1_200_00))
    assert lines_of(noticed) == [
        ("black", 200_00, Outcome.VOID, 0, "D1 9 (breach) (R30)"),
        ("black", 1_000_00, Outcome.WIN, 1_000_00, "D8 3.9"),
        ("red", 5_00, Outcome.LOSE, 0, "D8 3.1(l)(ii)"),
    ]
    assert value_of(noticed, "ana") == 4_000_00
    done = noticed.play(*steps[stage:]) if stage < 3 else noticed
    paid = done.play(Pay(), Withdraw("ana", black), OpenBetting())
    assert (value_of(paid, "ana"), paid.general.house, total_money(paid)) == (6_000_00, -995_00, 10_000_00)


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_a_lawful_wager_that_was_added_to_is_settled_up_to_the_maximum_by_R30() -> None:
    spun = live_roulette("ana").play(Wager("ana", black, 900_00), AGAINST, NoMoreBets(), Spin(17))
    noticed = spun.play(WrongLimits("ana", black, 300_00))
    assert lines_of(noticed) == [
        ("black", 200_00, Outcome.VOID, 0, "D1 9 (breach) (R30)"),
        ("black", 1_000_00, Outcome.WIN, 1_000_00, "D8 3.9"),
    ]
    assert (noticed.wagers, value_of(noticed, "ana")) == ((Placed("ana", black, 1_000_00),), 4_000_00)


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_a_short_wager_is_settled_as_it_lies_by_R30() -> None:
    spun = live_roulette("ana").play(AGAINST, NoMoreBets(), Spin(17))
    short = spun.play(WrongLimits("ana", black, 3_00), WrongLimits("ana", red, 2_00))
    assert lines_of(short) == [
        ("black", 3_00, Outcome.WIN, 3_00, "D8 3.9"),
        ("red", 2_00, Outcome.LOSE, 0, "D8 3.1(l)(ii)"),
    ]
    void = short.play(NoSpin("interference"))
    assert (value_of(void, "ana"), total_money(void)) == (4_995_00, 5_000_00)
    assert_refused(spun, WrongLimits("ana", black, 5_00), "within_limits", "D1 9 (breach)")


@pytest.mark.clause("D1 9 (breach)", "D8 5.1 (closing)")
def test_D1_9_breach_chips_that_may_have_to_be_given_back_are_no_stake_by_R30() -> None:
    table = live_roulette().play(BuyIn("ana", 5_00), Wager("ana", black, 5_00))
    paid = table.play(*MARKED_17, Pay())
    assert value_of(paid, "ana") == 5_00
    assert_refused(paid, WrongLimits("ana", odd, 3_00), "not_enough_chips", "D8 5.1 (R17)")


# The wheel at opening, and the ball on record


@pytest.mark.clause("D8 4.7", "D8 5.2")
def test_D8_4_7_the_record_says_which_ball_why_and_what_was_found() -> None:
    table = live_roulette("ana").play(CheckWheel("level and free", "7"))
    assert (table.equipment.is_checked, table.equipment.ball_in_use) == (True, "7")
    out = table.play(AGAINST, NoSpin("ball_out"), ExamineBall("a flat spot"), ChangeBall("8", "a flat spot"))
    assert (out.equipment.ball_in_use, out.equipment.balls_changed) == ("8", 1)
    assert out.equipment.needs_examination is False
    assert out.play(ChangeBall()).equipment.ball_in_use == ""
    assert_refused(out, ChangeBall("no blanks here"), "bad_ball", "D8 4.7", "Name the ball with letters")
    for reason in (" ", "two\nlines"):
        assert_refused(out, ChangeBall("8", reason), "bad_note", "D8 4.7", "Write it on one line")
    again = table.play(AGAINST, NoSpin("ball_out"))
    assert_refused(again, ExamineBall("two\nlines"), "bad_note", "D8 5.2")


@pytest.mark.clause("D8 4.1", "D10 4.1")
def test_D8_2_3_c_the_wheel_is_checked_once_after_each_opening() -> None:
    for table, clause in ((live_roulette(), "D8 2.3(c)"), (live_money_wheel(), "D10 2.2(c)")):
        checked = table.play(CheckWheel("level and free"))
        words = "The wheel has been checked since the table opened."
        assert_refused(checked, CheckWheel(), "checked_already", clause, words)
        assert_refused(table, CheckWheel(by=DEALER), "not_your_act", "D1 1.1 Game Supervisor")
        assert checked.play(CloseTable(), OpenTable()).refuses(CheckWheel()) is None
        assert_refused(table.play(CloseTable()), CheckWheel(), "table_closed", "D1 8")
    assert_refused(live_roulette().play(AGAINST), CheckWheel(), "mid_round", "D8 2.3(c)")
    assert_refused(live_money_wheel().play(NoMoreBets()), CheckWheel(), "mid_round", "D10 2.2(c)")
    assert_refused(live_money_wheel(), CheckWheel(ball="7"), "bad_ball", "D10 2.2(c)", "This game has no ball.")
