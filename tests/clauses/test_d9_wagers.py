"""Division 9, section 4: what every Tai-Sai wager comes to, and how wagers are made and taken back.

`d9_positions.txt` lists by hand what wins on each position and what it pays.
"""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import (
    BuyColour,
    BuyIn,
    ChangeLimits,
    Chips,
    CloseTable,
    Collect,
    KindLimits,
    LayoutTable,
    NoMoreBets,
    OpenBetting,
    Outcome,
    Pay,
    PayWager,
    Position,
    Sign,
    Wager,
    Withdraw,
)
from croupier.games.people import CASINO_SUPERVISOR, DEALER, GAME_SUPERVISOR, OPERATOR, Actor, player
from croupier.games.roulette import Spin
from croupier.games.tai_sai import (
    AnnounceDice,
    Enter,
    InspectDice,
    KeyIn,
    Roll,
    Tumble,
    Uncover,
    any_triple,
    big,
    double,
    even,
    face,
    four,
    odd,
    pair,
    small,
    three,
    total,
    triple,
)
from tests.support.rules.tables import (
    live_tai_sai,
    outcomes,
    refusal_code,
    refusal_rule,
    tai_sai,
    total_money,
    with_players,
)
from tests.support.rules.tai_sai import POSITIONS, ROLLS, STAKE, WINS, WON_BY, Dice, with_wagers


def of_kind(kind: str) -> list[str]:
    return [name for name in POSITIONS if name == kind or name.rsplit(" ", 1)[0] == kind]


def assert_settled_as_written(kind: str, losing_clause: str) -> None:
    """Each position of the kind on all 216 rolls: outcome, pay and clause."""
    names = of_kind(kind)
    called = with_wagers(names)
    for dice in ROLLS:
        settled = {
            str(line.wager.position): (line.outcome, line.pays, line.rule.clause)
            for line in called.play(Roll(dice)).settled
        }
        wins = WON_BY[dice]
        assert settled == {
            name: (Outcome.WIN, STAKE * wins[name].odds, "D9 4.10")
            if name in wins
            else (Outcome.LOSE, 0, losing_clause)
            for name in names
        }, dice


# What each wager comes to


@pytest.mark.clause("D9 4.1(a)(i)", "D9 4.1(a)(ii)")
def test_D9_4_1_a_small_on_all_216_rolls() -> None:
    assert_settled_as_written("small", "D9 4.1(a)(ii)")


@pytest.mark.clause("D9 4.1(b)(i)", "D9 4.1(b)(ii)")
def test_D9_4_1_b_big_on_all_216_rolls() -> None:
    assert_settled_as_written("big", "D9 4.1(b)(ii)")


@pytest.mark.clause("D9 4.1(c)(i)", "D9 4.1(c)(ii)")
def test_D9_4_1_c_every_triple_on_all_216_rolls() -> None:
    assert_settled_as_written("triple", "D9 4.1(c)(ii)")


@pytest.mark.clause("D9 4.1(d)(i)", "D9 4.1(d)(ii)", "D9 4.1(d)(iii)")
def test_D9_4_1_d_every_double_on_all_216_rolls() -> None:
    assert_settled_as_written("double", "D9 4.1(d)(iii)")


@pytest.mark.clause("D9 4.1(e)(i)", "D9 4.1(e)(ii)")
def test_D9_4_1_e_any_triple_on_all_216_rolls() -> None:
    assert_settled_as_written("any triple", "D9 4.1(e)(ii)")


@pytest.mark.clause("D9 4.1(f)(i)", "D9 4.1(f)(ii)")
def test_D9_4_1_f_every_total_on_all_216_rolls() -> None:
    assert_settled_as_written("total", "D9 4.1(f)(ii)")


@pytest.mark.clause("D9 4.1(g)")
def test_D9_4_1_g_every_pair_on_all_216_rolls() -> None:
    assert_settled_as_written("pair", "D9 4.1(g)")


@pytest.mark.clause("D9 4.1(h)")
def test_D9_4_1_h_every_face_on_all_216_rolls() -> None:
    assert_settled_as_written("face", "D9 4.1(h)")


@pytest.mark.clause("D9 4.1(i) list", "D9 4.1(i)(i)", "D9 4.1(i)(ii)")
def test_D9_4_1_i_every_three_dice_combination_on_all_216_rolls() -> None:
    assert_settled_as_written("three", "D9 4.1(i)(ii)")


@pytest.mark.clause("D9 4.1(j)(i)", "D9 4.1(j)(ii)")
def test_D9_4_1_j_every_four_number_combination_on_all_216_rolls() -> None:
    assert_settled_as_written("four", "D9 4.1(j)(ii)")


@pytest.mark.clause("D9 4.1(k)(i)", "D9 4.1(k)(ii)")
def test_D9_4_1_k_odd_on_all_216_rolls() -> None:
    assert_settled_as_written("odd", "D9 4.1(k)(ii)")


@pytest.mark.clause("D9 4.1(l)(i)", "D9 4.1(l)(ii)")
def test_D9_4_1_l_even_on_all_216_rolls() -> None:
    assert_settled_as_written("even", "D9 4.1(l)(ii)")


NUMBER_OF_POSITIONS = {
    "small": 1,
    "big": 1,
    "triple": 6,
    "double": 6,
    "any triple": 1,
    "total": 14,
    "pair": 15,
    "face": 6,
    "three": 50,
    "four": 4,
    "odd": 1,
    "even": 1,
}

WINNING_ROLLS = {
    "small": 105,
    "big": 105,
    "triple": 1,
    "double": 16,
    "any_triple": 6,
    "total_4_17": 3,
    "total_5_16": 6,
    "total_6_15": 10,
    "total_7_14": 15,
    "total_8_13": 21,
    "total_9_12": 25,
    "total_10_11": 27,
    "pair": 30,
    "face_once": 75,
    "face_twice": 15,
    "face_three_times": 1,
    "three_with_pair": 3,
    "three_different": 6,
    "four": 24,
    "odd": 105,
    "even": 105,
}


@pytest.mark.clause("D9 4.1(i) list", "D9 4.10 (amendment 6.4)")
def test_D9_4_1_every_position_pays_on_as_many_rolls_as_the_rulings_count() -> None:
    assert {kind: len(of_kind(kind)) for kind in NUMBER_OF_POSITIONS} == NUMBER_OF_POSITIONS
    called = with_wagers(POSITIONS)
    paid: dict[tuple[str, int], int] = {}
    for dice in ROLLS:
        for line in called.play(Roll(dice)).settled:
            if line.outcome is Outcome.WIN:
                key = (str(line.wager.position), line.pays)
                paid[key] = paid.get(key, 0) + 1
    assert paid == {(win.position, STAKE * win.odds): WINNING_ROLLS[win.figure] for win in WINS}
    assert all(win.ways == WINNING_ROLLS[win.figure] for win in WINS)


@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_every_position_at_once_moves_money_to_the_cent() -> None:
    called = with_wagers(POSITIONS)
    assert total_money(called) == 5_000_00
    for dice in ROLLS:
        done = called.play(Roll(dice))
        winners = WON_BY[dice].values()
        paid = sum(STAKE * win.odds for win in winners)
        lost = STAKE * (106 - len(winners))
        purse = done.purse("ana")
        assert purse is not None
        assert purse.value == 5_000_00 - lost + paid
        assert done.general.house == lost - paid
        assert done.wagers == ()


@pytest.mark.parametrize(
    ("position", "dice", "pays"),
    [
        (small, (1, 1, 1), 0),
        (small, (1, 1, 2), 10_00),
        (small, (2, 2, 2), 0),
        (small, (1, 1, 4), 10_00),
        (small, (3, 3, 3), 0),
        (small, (4, 4, 1), 10_00),
        (small, (4, 4, 2), 10_00),
        (small, (4, 4, 3), 0),
        (big, (4, 4, 2), 0),
        (big, (4, 4, 3), 10_00),
        (big, (4, 4, 4), 0),
        (big, (6, 4, 2), 10_00),
        (big, (5, 5, 5), 0),
        (big, (6, 5, 4), 10_00),
        (big, (6, 6, 5), 10_00),
        (big, (6, 6, 6), 0),
    ],
)
@pytest.mark.clause("D9 4.1(a)(i)", "D9 4.1(a)(ii)", "D9 4.1(b)(i)", "D9 4.1(b)(ii)")
def test_D9_4_1_a_b_small_and_big_at_the_ends_of_their_ranges(position: Position, dice: Dice, pays: int) -> None:
    table = tai_sai("ana").play(Wager("ana", position, 10_00), NoMoreBets(), Roll(dice))
    assert table.settled[0].pays == pays
    assert table.general.house == (-10_00 if pays else 10_00)


@pytest.mark.clause("D9 4.1(d)(i)", "D9 4.1(d)(ii)")
def test_D9_4_1_d_ii_a_triple_pays_a_double_once_by_S6() -> None:
    called = tai_sai("ana").play(Wager("ana", double(4), 10_00), NoMoreBets())
    assert outcomes(called.play(Roll((4, 1, 4)))) == {("ana", "double 4"): (Outcome.WIN, 110_00)}
    assert outcomes(called.play(Roll((4, 4, 4)))) == {("ana", "double 4"): (Outcome.WIN, 110_00)}
    assert outcomes(called.play(Roll((4, 1, 1)))) == {("ana", "double 4"): (Outcome.LOSE, 0)}


@pytest.mark.clause("D9 4.1(g)")
def test_D9_4_1_g_a_repeated_number_pays_a_pair_once_by_S7() -> None:
    called = tai_sai("ana").play(Wager("ana", pair(2, 1), 10_00), NoMoreBets())
    for dice in ((1, 1, 2), (2, 1, 2), (6, 2, 1)):
        assert outcomes(called.play(Roll(dice))) == {("ana", "pair 1-2"): (Outcome.WIN, 60_00)}
    assert outcomes(called.play(Roll((1, 1, 1)))) == {("ana", "pair 1-2"): (Outcome.LOSE, 0)}


@pytest.mark.clause("D9 4.1(j)(i)", "D9 4.1(j)(ii)")
def test_D9_4_1_j_repeated_numbers_do_not_count_by_S3() -> None:
    called = tai_sai("ana").play(Wager("ana", four(6, 5, 4, 3), 10_00), NoMoreBets())
    assert outcomes(called.play(Roll((6, 3, 5)))) == {("ana", "four 3-4-5-6"): (Outcome.WIN, 70_00)}
    for dice in ((6, 6, 5), (5, 5, 5), (6, 5, 2), (1, 2, 3)):
        assert outcomes(called.play(Roll(dice))) == {("ana", "four 3-4-5-6"): (Outcome.LOSE, 0)}


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.clause("D9 4.1(k)(ii)", "D9 4.1(l)(ii)")
def test_D9_4_1_k_l_every_triple_loses_on_odd_and_on_even_by_S5(number: int) -> None:
    called = tai_sai("ana").play(Wager("ana", odd, 10_00), Wager("ana", even, 20_00), NoMoreBets())
    done = called.play(Roll((number, number, number)))
    assert outcomes(done) == {("ana", "odd"): (Outcome.LOSE, 0), ("ana", "even"): (Outcome.LOSE, 0)}
    assert done.general.house == 30_00


@pytest.mark.clause("D9 4.1(h)")
def test_D9_4_1_h_a_face_is_paid_by_the_number_of_dice_that_show_it() -> None:
    called = tai_sai("ana").play(Wager("ana", face(5), 10_00), NoMoreBets())
    pays = [called.play(Roll(dice)).settled[0].pays for dice in ((1, 2, 3), (5, 2, 3), (5, 2, 5), (5, 5, 5))]
    assert pays == [0, 10_00, 20_00, 30_00]


@pytest.mark.clause("D9 4.1(i) list")
def test_D9_4_1_i_the_misprinted_lines_of_the_list_by_S1_and_S2() -> None:
    table = tai_sai("ana")
    for numbers in ((2, 5, 6), (1, 2, 3), (1, 2, 4), (1, 2, 5), (1, 2, 6)):
        assert table.refuses(Wager("ana", three(*numbers), 5_00)) is None
    assert refusal_code(table, Wager("ana", three(2, 5), 5_00)) == "no_such_three"
    assert refusal_code(table, Wager("ana", three(2, 6), 5_00)) == "no_such_three"


@pytest.mark.clause("D9 4.1(i)(i)", "D9 4.1(g)", "D9 4.1(j)(i)")
def test_D9_4_1_the_order_in_which_a_player_names_the_numbers_does_not_matter() -> None:
    assert three(6, 2, 6) == three(2, 6, 6)
    assert pair(5, 1) == pair(1, 5)
    assert four(4, 3, 2, 1) == four(1, 2, 3, 4)
    assert str(three(6, 2, 6)) == "three 2-6-6"


# How wagers are made and taken back: 4.2 to 4.9, as in roulette (S14)

PLACING = "D9 4.2-4.9"


def live_after_roll(table: LayoutTable, dice: Dice) -> LayoutTable:
    """A live table whose dealer has tumbled, called, uncovered, read, announced and entered these dice."""
    low, middle, high = sorted(dice)
    return table.play(
        Tumble(3),
        NoMoreBets(),
        Uncover(),
        Roll(dice),
        AnnounceDice((low, middle, high), sum(dice)),
        KeyIn(dice),
        Enter(),
    )


@pytest.mark.parametrize(
    ("amount", "code", "why"),
    [
        (0, "not_positive", "above $0"),
        (-5_00, "not_positive", "above $0"),
        (5_25, "not_in_chips", "chips of $0.50"),
        (5.0, "not_an_amount", "whole number of cents"),
        (True, "not_an_amount", "whole number of cents"),
        ("5_00", "not_an_amount", "whole number of cents"),
        (None, "not_an_amount", "whole number of cents"),
        (5_000_50, "not_enough_chips", "ana has $5000 in chips here; this needs $5000.50"),
    ],
)
@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_a_wager_is_made_with_chips_that_are_there(amount: Any, code: str, why: str) -> None:
    table = tai_sai("ana")
    refusal = table.refuses(Wager("ana", small, amount))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == (code, PLACING)
    assert why in refusal.why


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_nobody_wagers_without_chips_of_their_own() -> None:
    table = tai_sai("ana")
    wager = Wager("ben", small, 5_00)
    assert (refusal_code(table, wager), refusal_rule(table, wager)) == ("not_enough_chips", PLACING)
    strange: Any = "plastic"
    odd_chips = Wager("ana", small, 5_00, strange)
    assert (refusal_code(table, odd_chips), refusal_rule(table, odd_chips)) == ("bad_chips", PLACING)
    colour = Wager("ana", small, 5_00, Chips.COLOUR)
    assert (refusal_code(table, colour), refusal_rule(table, colour)) == ("not_enough_chips", PLACING)


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_a_wager_moves_its_chips_to_the_layout() -> None:
    table = tai_sai("ana").play(Wager("ana", total(9), 12_50))
    purse = table.purse("ana")
    assert purse is not None
    assert purse.value == 4_987_50
    assert [(wager.player, str(wager.position), wager.stake) for wager in table.wagers] == [("ana", "total 9", 12_50)]


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_an_oral_wager_needs_chips_and_time() -> None:
    table = tai_sai("ana")
    spoken = Wager("ana", big, 10_00, by=DEALER)
    assert table.play(spoken).wagers == table.play(Wager("ana", big, 10_00)).wagers
    too_much = Wager("ana", big, 5_000_50, by=DEALER)
    assert (refusal_code(table, too_much), refusal_rule(table, too_much)) == ("not_enough_chips", PLACING)
    called = table.play(NoMoreBets())
    assert (refusal_code(called, spoken), refusal_rule(called, spoken)) == ("too_late", PLACING)


@pytest.mark.parametrize("actor", [player("ben"), GAME_SUPERVISOR, CASINO_SUPERVISOR, OPERATOR])
@pytest.mark.clause("D9 4.2-4.9", "D9 2.0")
def test_D9_4_2_to_4_9_nobody_else_wagers_or_withdraws_for_a_player(actor: Actor) -> None:
    table = with_players(tai_sai("ana"), "ben").play(Wager("ana", big, 10_00))
    for act in (Wager("ana", small, 5_00, by=actor), Withdraw("ana", big, by=actor)):
        assert (refusal_code(table, act), refusal_rule(table, act)) == ("not_yours", "D1 10.4")


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_the_dealer_does_not_withdraw_for_a_player() -> None:
    table = tai_sai("ana").play(Wager("ana", big, 10_00))
    assert refusal_code(table, Withdraw("ana", big, by=DEALER)) == "not_yours"


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_no_wager_is_made_or_touched_after_the_call() -> None:
    betting = live_tai_sai("ana").play(InspectDice(), Wager("ana", big, 10_00), Tumble(3))
    wager, withdraw = Wager("ana", small, 5_00), Withdraw("ana", big)
    assert betting.refuses(wager) is None
    assert betting.refuses(withdraw) is None
    called = betting.play(NoMoreBets())
    for table in (called, called.play(Uncover())):
        late = table.refuses(wager)
        assert late is not None
        assert (late.code, late.rule.clause, late.rule.ruling) == ("too_late", PLACING, "S14")
        assert late.why == "Betting is closed: “No more bets” has been called."
        handled = table.refuses(withdraw)
        assert handled is not None
        assert (handled.code, handled.rule.clause) == ("too_late", PLACING)
        assert "stay where they are" in handled.why


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_no_wager_while_a_result_is_dealt_with() -> None:
    table = live_tai_sai("ana").play(InspectDice(), Wager("ana", big, 10_00), Wager("ana", small, 10_00))
    stages = [table.play(Tumble(3), NoMoreBets(), Uncover(), Roll((6, 5, 1)))]
    for act in (AnnounceDice((1, 5, 6), 12), KeyIn((1, 5, 6)), Enter(), Collect(), Pay()):
        stages.append(stages[-1].play(act))
    for stage in stages:
        wager = Wager("ana", odd, 5_00)
        assert (refusal_code(stage, wager), refusal_rule(stage, wager)) == ("too_late", PLACING)
    assert stages[-1].play(OpenBetting()).refuses(Wager("ana", odd, 5_00)) is None


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_a_wager_withdrawn_before_the_call_goes_back_whole() -> None:
    table = tai_sai("ana").play(Wager("ana", big, 10_00), Wager("ana", odd, 20_00))
    back = table.play(Withdraw("ana", big))
    purse = back.purse("ana")
    assert purse is not None
    assert purse.value == 4_980_00
    assert [str(wager.position) for wager in back.wagers] == ["odd"]
    again = back.refuses(Withdraw("ana", big))
    assert again is not None
    assert (again.code, again.rule.clause) == ("no_wager_there", "D9 4.1")
    assert "ana has no wager on big" in again.why


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_winners_are_taken_up_once_paid_and_losers_never() -> None:
    table = live_tai_sai("ana").play(InspectDice(), Wager("ana", big, 10_00), Wager("ana", small, 20_00))
    entered = live_after_roll(table, (6, 5, 1))
    unpaid = entered.refuses(Withdraw("ana", big))
    assert unpaid is not None
    assert (unpaid.code, unpaid.rule.clause) == ("not_paid", PLACING)
    assert "not paid yet" in unpaid.why
    losing = entered.refuses(Withdraw("ana", small))
    assert losing is not None
    assert (losing.code, losing.rule.clause) == ("losing_wager", PLACING)
    assert "The dealer collects" in losing.why
    collected = entered.play(Collect())
    assert refusal_code(collected, Withdraw("ana", small)) == "losing_wager"
    assert refusal_code(collected, Withdraw("ana", big)) == "not_paid"
    paid = collected.play(Pay())
    assert paid.general.house == 10_00
    taken = paid.play(Withdraw("ana", big))
    purse = taken.purse("ana")
    assert purse is not None
    assert purse.value == 4_990_00
    assert taken.wagers == ()
    twice = Withdraw("ana", big)
    assert (refusal_code(taken, twice), refusal_rule(taken, twice)) == ("no_wager_there", "D9 4.1")
    elsewhere = Withdraw("ana", odd)
    assert (refusal_code(taken, elsewhere), refusal_rule(taken, elsewhere)) == ("no_wager_there", "D9 4.1")


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_a_winner_stays_until_its_whole_area_is_paid() -> None:
    table = live_tai_sai("ana", "ben").play(
        InspectDice(),
        Wager("ana", odd, 10_00),
        Wager("ben", odd, 10_00),
        Wager("ben", three(1, 1, 3), 10_00),
    )
    owing = live_after_roll(table, (1, 3, 1)).play(PayWager("ana", odd))
    refusal = owing.refuses(Withdraw("ana", odd))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == ("area_not_paid", PLACING)
    assert "every winner in its area" in refusal.why
    area_paid = owing.play(PayWager("ben", odd))
    assert area_paid.refuses(Withdraw("ana", odd)) is None, "another position is another area"
    assert refusal_code(area_paid, Withdraw("ben", three(1, 1, 3))) == "not_paid"


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_a_paid_winner_left_on_the_layout_rides_on_the_next_roll() -> None:
    table = live_tai_sai("ana").play(InspectDice(), Wager("ana", big, 10_00))
    again = live_after_roll(table, (6, 5, 1)).play(Pay(), OpenBetting())
    assert [(str(wager.position), wager.stake) for wager in again.wagers] == [("big", 10_00)]
    lost = live_after_roll(again, (1, 1, 2)).play(Collect())
    purse = lost.purse("ana")
    assert purse is not None
    assert purse.value == 5_000_00
    assert lost.general.house == 0


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_each_wager_is_settled_where_it_lies() -> None:
    table = with_players(tai_sai("ana"), "ben").play(
        Wager("ana", small, 10_00),
        Wager("ben", big, 10_00),
        Withdraw("ben", big),
        Wager("ben", small, 15_00),
        Wager("ana", small, 5_00),
        NoMoreBets(),
        Roll((2, 1, 2)),
    )
    assert outcomes(table) == {("ana", "small"): (Outcome.WIN, 15_00), ("ben", "small"): (Outcome.WIN, 15_00)}
    assert table.general.house == -30_00


@pytest.mark.clause("D9 4.2-4.9", "D9 2.0")
def test_D9_4_2_to_4_9_limits_count_a_players_total_on_one_position_by_R21() -> None:
    table = with_players(tai_sai("ana"), "ben")
    under = table.refuses(Wager("ana", total(10), 4_50))
    assert under is not None
    assert (under.code, under.rule.clause) == ("under_minimum", "D1 9.1")
    assert "The minimum on total is $5; this makes $4.50." in under.why
    full = table.play(Wager("ana", total(10), 999_50), Wager("ana", total(10), 50))
    over = full.refuses(Wager("ana", total(10), 50))
    assert over is not None
    assert (over.code, over.rule.clause) == ("over_maximum", "D1 9.1")
    assert "The maximum on total is $1000; this makes $1000.50." in over.why
    assert full.refuses(Wager("ana", total(11), 1_000_00)) is None
    assert full.refuses(Wager("ben", total(10), 1_000_00)) is None


def tai_sai_with(sign: Sign) -> LayoutTable:
    return with_players(croupier.tai_sai(sign), "ana")


@pytest.mark.clause("D9 4.2-4.9", "D9 2.0")
def test_D9_4_2_to_4_9_the_sign_may_limit_each_kind_of_wager_by_R21() -> None:
    sign = Sign(5_00, 1_000_00, by_kind=(KindLimits("any triple", 1_00, 50_00),))
    table = tai_sai_with(sign)
    assert table.refuses(Wager("ana", any_triple, 1_00)) is None
    assert table.refuses(Wager("ana", any_triple, 50_00)) is None
    assert refusal_code(table, Wager("ana", any_triple, 50)) == "under_minimum"
    assert refusal_code(table, Wager("ana", any_triple, 50_50)) == "over_maximum"
    assert refusal_code(table, Wager("ana", triple(1), 1_00)) == "under_minimum"
    assert table.refuses(Wager("ana", triple(1), 50_50)) is None


@pytest.mark.clause("D9 4.2-4.9", "D9 2.0")
def test_D9_4_2_to_4_9_wagers_keep_the_increment_of_the_sign() -> None:
    table = tai_sai_with(Sign(5_00, 1_000_00, increment=2_50))
    assert table.refuses(Wager("ana", odd, 7_50)) is None
    off = table.refuses(Wager("ana", odd, 7_00))
    assert off is not None
    assert (off.code, off.rule.clause) == ("off_increment", "D1 9.5")


# Colour chips (S14: R13, R16)


def with_blue(chip_value: int = 2_50) -> LayoutTable:
    return tai_sai("ana", colours=("blue", "green")).play(BuyColour("ana", "blue", chip_value, 100_00))


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_colour_chips_are_optional_by_S14() -> None:
    none = tai_sai("ana")
    buy = BuyColour("ana", "blue", 2_50, 100_00)
    assert (refusal_code(none, buy), refusal_rule(none, buy)) == ("no_such_colour", "D1 1.1 Chips")
    assert none.view().public.rack == ()
    assert with_blue().view().public.rack == (("blue", "ana", 2_50),)


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_colour_chips_win_and_lose_at_their_value_by_R16() -> None:
    table = with_blue().play(
        Wager("ana", big, 10_00, Chips.COLOUR), Wager("ana", small, 5_00, Chips.COLOUR), Wager("ana", odd, 20_00)
    )
    done = table.play(NoMoreBets(), Roll((6, 5, 1)))
    purse = done.purse("ana")
    assert purse is not None
    assert (purse.value, purse.colour) == (4_880_00, 105_00)
    assert done.general.house == 15_00
    uneven = Wager("ana", big, 6_00, Chips.COLOUR)
    assert (refusal_code(table, uneven), refusal_rule(table, uneven)) == ("colour_value", "D1 1.1 Chips")


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_one_wager_is_not_made_of_both_kinds_of_chips_by_R13() -> None:
    table = with_blue().play(Wager("ana", big, 10_00, Chips.COLOUR), Wager("ana", small, 10_00))
    for mixed in (Wager("ana", big, 5_00), Wager("ana", small, 5_00, Chips.COLOUR)):
        refusal = table.refuses(mixed)
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause) == ("mixed_chips", PLACING)
        assert "for one wager, not both" in refusal.why


# Division 1


@pytest.mark.parametrize(
    ("act", "code", "rule"),
    [
        (BuyIn("ben", 25), "not_in_chips", "D1 13.1"),
        (Wager("ana", small, 4_50), "under_minimum", "D1 9.1"),
        (CloseTable(), "no_notice", "D1 8"),
        (ChangeLimits(Sign(10_00, 1_000_00)), "no_notice", "D1 9.3(a)"),
        (Wager("ana", small, 5_00, by=player("ben")), "not_yours", "D1 10.4"),
    ],
)
@pytest.mark.clause("D9 2.0")
def test_D9_2_0_the_general_rules_apply_as_well(act: Any, code: str, rule: str) -> None:
    table = tai_sai("ana")
    assert (refusal_code(table, act), refusal_rule(table, act)) == (code, rule)


@pytest.mark.clause("D9 2.0")
def test_D9_2_0_an_act_of_another_game_is_unknown_here() -> None:
    refusal = tai_sai("ana").play(NoMoreBets()).refuses(Spin(17))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == ("unknown_act", "D9 2.0")
