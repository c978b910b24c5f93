"""Section 4: the dealer's steps, each in its turn, and what each does."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple, cast

import pytest

from croupier import (
    LIVE,
    Actor,
    BuyColour,
    Chips,
    Collect,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    OpenTable,
    Outcome,
    Pay,
    PayWager,
    RouletteOptions,
    Wager,
    Withdraw,
)
from croupier import roulette as roulette_table
from croupier.games.acts import Act
from croupier.games.offers import Choices
from croupier.games.people import CASINO_SUPERVISOR, DEALER, GAME_SUPERVISOR, OPERATOR, player
from croupier.games.position import Placed
from croupier.games.roulette import (
    Announce,
    BallRests,
    ChangeBall,
    Colour,
    Direction,
    Dolly,
    ReturnBall,
    Spin,
    SpinBall,
    black,
    column,
    corner,
    dozen,
    even,
    high,
    low,
    neighbour,
    odd,
    red,
    six_line,
    split,
    straight_up,
    street,
)
from tests.support.rules.tables import (
    SIGN,
    assert_refused,
    live_roulette,
    outcomes,
    refusal_code,
    roulette,
    total_money,
    value_of,
)

CLOCKWISE, ANTICLOCKWISE = Direction.CLOCKWISE, Direction.ANTICLOCKWISE
AGAINST = SpinBall(CLOCKWISE, ANTICLOCKWISE)
RED_NUMBERS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}


def colour_by_hand(number: int) -> Colour:
    if number == 0:
        return Colour.GREEN
    return Colour.RED if number in RED_NUMBERS else Colour.BLACK


# The order of the steps


class Due(NamedTuple):
    """One stage of a live table: what the dealer does next, by which clause, and how that is put in words."""

    act: Act
    rule: str
    words: str


ROUND = {
    "spin ball": Due(AGAINST, "D8 4.2", "spin the ball against the wheel"),
    "no more bets": Due(NoMoreBets(), "D8 4.3", "call “No more bets” and ring the bell"),
    "result": Due(Spin(17), "D8 4.4", "enter the number in which the ball rests"),
    "announce": Due(Announce(17, Colour.BLACK), "D8 4.4(a)", "announce the number and its colour"),
    "dolly": Due(Dolly(17), "D8 4.4(b)", "place the dolly on the number"),
    "collect": Due(Collect(), "D8 4.5(a)", "collect the losing wagers"),
    "pay": Due(Pay(), "D8 4.5(b)", "pay the winning wagers"),
    "open betting": Due(OpenBetting(), "D8 5.1 (R17)", "open betting for the next spin"),
}
DUE = {**ROUND, "return ball": Due(ReturnBall(17), "D8 5.4", "return the ball to the number that won last")}

STEP_ACTS = (*(due.act for due in DUE.values()), BallRests(), PayWager("ana", black))
"""Every act that is a step of the procedure."""

ALSO_ACCEPTED: dict[str, Act] = {
    "no more bets": BallRests(),
    "result": BallRests(),
    "pay": PayWager("ana", black),
}
"""What may be done at a stage beside the act that is due."""


def at_stage(stage: str) -> LayoutTable:
    """A live table with a losing wager on red and a winning one on black, just before that step."""
    table = live_roulette("ana").play(Wager("ana", red, 5_00), Wager("ana", black, 10_00))
    if stage == "return ball":
        spun = table.play(*(due.act for due in ROUND.values()))
        return spun.play(AGAINST, NoMoreBets(), NoSpin())
    for name, due in ROUND.items():
        if name == stage:
            break
        table = table.play(due.act)
    return table


@pytest.mark.clause(
    "D8 4.2", "D8 4.3", "D8 4.4(a)", "D8 4.4(b)", "D8 4.5(a)", "D8 4.5(b)", "D8 5.4", "D8 5.1 (closing)"
)
@pytest.mark.parametrize("stage", DUE)
def test_D8_4_2_each_step_is_taken_when_it_is_due_and_at_no_other_time(stage: str) -> None:
    table = at_stage(stage)
    assert table.step == stage
    due = DUE[stage]
    for act in STEP_ACTS:
        if act in (due.act, ALSO_ACCEPTED.get(stage)):
            assert table.refuses(act) is None
        else:
            assert_refused(table, act, "out_of_order", due.rule, f"Not now: the next step is to {due.words}.")


@pytest.mark.clause("D8 4.3", "D8 4.4(a)", "D8 4.4(b)", "D8 4.5(a)", "D8 4.5(b)")
def test_D8_4_3_the_steps_follow_one_another_round_and_round() -> None:
    table = live_roulette("ana").play(Wager("ana", red, 5_00), Wager("ana", black, 10_00))
    taken = []
    for due in ROUND.values():
        taken.append(table.step)
        table = table.play(due.act)
    assert taken == [
        *("spin ball", "no more bets", "result", "announce"),
        *("dolly", "collect", "pay", "open betting"),
    ]
    assert table.step == "spin ball"


@pytest.mark.clause("D8 4.2", "D8 5.4")
@pytest.mark.parametrize("stage", DUE)
def test_D8_4_2_the_table_says_what_it_waits_for(stage: str) -> None:
    due = DUE[stage]
    step = (due.words, "dealer", due.rule)
    wagers = [("place wagers", "player", "D8 3.1")] if stage in ("return ball", "spin ball", "no more bets") else []
    waits = [(each.what, str(each.role), str(each.rule)) for each in at_stage(stage).awaits]
    assert waits == [*wagers, step]


OFFERED_STEPS: dict[str, list[type[Act]]] = {
    "spin ball": [SpinBall],
    "no more bets": [NoMoreBets, BallRests],
    "result": [Spin, BallRests],
    "announce": [Announce],
    "dolly": [Dolly],
    "collect": [Collect],
    "pay": [Pay, PayWager],
    "open betting": [OpenBetting],
    "return ball": [ReturnBall],
}


@pytest.mark.clause("D8 4.2", "D8 4.3", "D8 4.4(a)", "D8 4.4(b)", "D8 4.5(a)", "D8 4.5(b)", "D8 5.4")
@pytest.mark.parametrize("stage", DUE)
def test_D8_4_2_the_step_that_is_due_is_offered_to_the_dealer(stage: str) -> None:
    table = at_stage(stage)
    kinds = {type(act) for act in STEP_ACTS}
    offers = [offer for offer in table.legal if offer.kind in kinds]
    assert [offer.kind for offer in offers] == OFFERED_STEPS[stage]
    for offer in offers:
        assert offer.role == "dealer"
        assert "by" not in offer.fields
        assert offer.act() in table.legal


@pytest.mark.clause("D8 4.2", "D8 4.4(a)", "D8 4.4(b)", "D8 5.4")
def test_D8_4_4_a_the_offered_step_is_the_right_one() -> None:
    offered = {stage: next(o for o in at_stage(stage).legal if o.kind is OFFERED_STEPS[stage][0]) for stage in DUE}
    assert offered["spin ball"].act() in (SpinBall(CLOCKWISE, ANTICLOCKWISE), SpinBall(ANTICLOCKWISE, CLOCKWISE))
    assert offered["announce"].act() == Announce(17, Colour.BLACK)
    assert offered["dolly"].act() == Dolly(17)
    assert offered["return ball"].act() == ReturnBall(17)
    assert offered["result"].fields == {"number": Choices(tuple(range(37)))}
    for number, colour in ((0, Colour.GREEN), (18, Colour.RED), (20, Colour.BLACK)):
        spun = at_stage("result").play(Spin(number))
        announcement = next(offer for offer in spun.legal if offer.kind is Announce)
        assert announcement.fields == {"number": Choices((number,)), "colour": Choices((colour,))}


@pytest.mark.clause("D8 4.5(b)")
def test_D8_4_5_b_each_winner_that_waits_is_offered_for_payment() -> None:
    table = live_roulette("ana", "ben").play(
        Wager("ana", black, 5_00), Wager("ben", odd, 5_00), Wager("ben", red, 5_00), Wager("ben", straight_up(17), 5_00)
    )
    table = table.play(AGAINST, NoMoreBets(), Spin(17), Announce(17, Colour.BLACK), Dolly(17))
    assert payments(table) == []
    assert payments(table.play(Collect())) == ["ana black", "ben odd", "ben 17"]
    assert payments(table.play(Collect(), PayWager("ben", odd))) == ["ana black", "ben 17"]
    assert payments(table.play(Collect(), Pay())) == []


def payments(table: LayoutTable) -> list[str]:
    acts = [cast("PayWager", offer.act()) for offer in table.legal if offer.kind is PayWager]
    return [f"{act.player} {act.position}" for act in acts]


@pytest.mark.clause("D8 4.2", "D8 4.6", "D1 1.1 Dealer")
@pytest.mark.parametrize("stage", DUE)
@pytest.mark.parametrize("by", [player("ana"), GAME_SUPERVISOR, CASINO_SUPERVISOR, OPERATOR], ids=str)
def test_D8_4_6_the_steps_are_the_dealers_alone(stage: str, by: Actor) -> None:
    table = at_stage(stage)
    words = f"This is for the dealer to do, not for a {by.role}."
    for act in STEP_ACTS:
        fields = {name: getattr(act, name) for name in act.__struct_fields__ if name != "by"}
        assert_refused(table, type(act)(**fields, by=by), "not_your_act", "D1 1.1 Dealer", words)
        done_by_name = type(act)(**fields, by=Actor(DEALER.role, "dee"))
        assert table.refuses(done_by_name) == table.refuses(act)


@pytest.mark.clause("D8 4.2", "D1 8")
def test_D8_4_2_no_step_is_taken_at_a_closed_table() -> None:
    table = roulette_table(SIGN, automation=LIVE)
    for act in (*STEP_ACTS, NoSpin(), NoSpin("interference")):
        assert_refused(table, act, "table_closed", "D1 8", "The table is closed.")
    assert table.play(OpenTable()).refuses(AGAINST) is None


# 4.1 and 4.2: directions and revolutions


@pytest.mark.clause("D8 4.1")
def test_D8_4_1_the_wheel_may_turn_either_way_in_any_order_of_spins() -> None:
    for first, second, third in product(Direction, repeat=3):
        table = live_roulette("ana")
        for wheel in (first, second, third):
            ball = CLOCKWISE if wheel is ANTICLOCKWISE else ANTICLOCKWISE
            table = table.play(SpinBall(wheel, ball))
            assert (table.equipment.wheel, table.equipment.ball) == (wheel, ball)
            table = table.play(NoMoreBets(), Spin(17), Announce(17, Colour.BLACK), Dolly(17), OpenBetting())
        assert table.round == 3
        assert table.equipment.last == 17


@pytest.mark.clause("D8 4.1")
@pytest.mark.parametrize(
    ("wheel", "ball"),
    [("left", CLOCKWISE), (CLOCKWISE, "left"), (None, CLOCKWISE), (CLOCKWISE, None), (1, CLOCKWISE), ("", "")],
)
def test_D8_4_1_wheel_and_ball_turn_clockwise_or_anticlockwise(wheel: Any, ball: Any) -> None:
    act = SpinBall(wheel, ball)
    assert_refused(live_roulette("ana"), act, "bad_direction", "D8 4.1", "Say clockwise or anticlockwise.")


@pytest.mark.clause("D8 4.2")
@pytest.mark.parametrize("wheel", Direction)
@pytest.mark.parametrize("ball", Direction)
def test_D8_4_2_the_ball_runs_against_the_wheel_or_the_spin_is_void(wheel: Direction, ball: Direction) -> None:
    table = live_roulette("ana").play(Wager("ana", black, 10_00), SpinBall(wheel, ball), NoMoreBets(), Spin(17))
    if wheel is ball:
        assert outcomes(table) == {("ana", "black"): (Outcome.VOID, 0)}
        assert table.result is None
    else:
        assert outcomes(table) == {("ana", "black"): (Outcome.WIN, 10_00)}
        assert table.result == 17


@pytest.mark.clause("D8 4.2")
@pytest.mark.parametrize("make", [roulette, live_roulette])
@pytest.mark.parametrize("revolutions", [0, 1, 2, 3])
def test_D8_4_2_fewer_than_four_revolutions_make_the_spin_void(make: Any, revolutions: int) -> None:
    table = make("ana").play(Wager("ana", black, 10_00))
    table = table if make is roulette else table.play(AGAINST)
    void = table.play(NoMoreBets(), Spin(17, revolutions))
    assert outcomes(void) == {("ana", "black"): (Outcome.VOID, 0)}
    assert {str(line.rule) for line in void.settled} == {"D8 4.2 (R9)"}
    assert {line.reason for line in void.settled} == {"the ball went round fewer than four times"}
    assert (void.result, void.wagers) == (None, (Placed("ana", black, 10_00),))
    assert (value_of(void, "ana"), void.general.house) == (4_990_00, 0)
    assert void.betting_is_open is True


@pytest.mark.clause("D8 4.2")
@pytest.mark.parametrize("revolutions", [4, 5, 40, 999_999, None])
def test_D8_4_2_four_revolutions_make_the_spin_valid(revolutions: int | None) -> None:
    done = roulette("ana").play(Wager("ana", black, 10_00), NoMoreBets(), Spin(17, revolutions))
    assert outcomes(done) == {("ana", "black"): (Outcome.WIN, 10_00)}


@pytest.mark.clause("D8 4.2")
@pytest.mark.parametrize("revolutions", [-1, 1_000_000, 4.0, 3.5, True, "4"])
def test_D8_4_2_revolutions_are_counted_in_whole_numbers(revolutions: Any) -> None:
    table = roulette("ana").play(NoMoreBets())
    words = "Revolutions are counted in whole numbers."
    assert_refused(table, Spin(17, revolutions), "bad_revolutions", "D8 4.2", words)


# 4.3: the call


@pytest.mark.clause("D8 4.3")
def test_D8_4_3_the_call_comes_while_the_ball_runs_and_before_the_number() -> None:
    table = live_roulette("ana")
    assert_refused(table, NoMoreBets(), "out_of_order", "D8 4.2")
    running = table.play(AGAINST)
    assert_refused(running, Spin(17), "out_of_order", "D8 4.3")
    assert running.play(NoMoreBets()).refuses(Spin(17)) is None


@pytest.mark.clause("D8 4.3", "D8 3.6(a)")
def test_D8_4_3_at_an_automated_table_the_ball_runs_from_the_start() -> None:
    table = roulette("ana")
    assert (table.step, table.betting_is_open) == ("no more bets", True)
    assert table.equipment.wheel is not None
    assert table.equipment.ball is not None
    assert table.equipment.wheel != table.equipment.ball
    called = table.play(NoMoreBets())
    assert (called.step, called.betting_is_open) == ("result", False)
    assert called.play(Spin(17)).step == "no more bets"


# 4.4: announcement and dolly


@pytest.mark.clause("D8 4.4(a)")
def test_D8_4_4_a_the_number_is_announced_with_its_colour() -> None:
    running = live_roulette("ana").play(AGAINST, NoMoreBets())
    for number in range(37):
        spun = running.play(Spin(number))
        right = colour_by_hand(number)
        for colour in Colour:
            act = Announce(number, colour)
            if colour is right:
                assert spun.refuses(act) is None
            else:
                words = f"The ball lies in {number} {right}. Announce that."
                assert_refused(spun, act, "wrong_announcement", "D8 4.4(a)", words)
        other = (number + 2) % 37
        assert_refused(spun, Announce(other, right), "wrong_announcement", "D8 4.4(a)")
        assert_refused(spun, Announce(other, colour_by_hand(other)), "wrong_announcement", "D8 4.4(a)")


@pytest.mark.clause("D8 4.4(b)", "D8 2.6(d)")
def test_D8_4_4_b_the_dolly_goes_on_the_number_that_was_spun() -> None:
    running = live_roulette("ana").play(AGAINST, NoMoreBets())
    for number in range(37):
        announced = running.play(Spin(number), Announce(number, colour_by_hand(number)))
        assert announced.refuses(Dolly(number)) is None
        for other in (number - 1, number + 1):
            words = f"Put the dolly on {number}, which won."
            assert_refused(announced, Dolly(other), "wrong_dolly", "D8 4.4(b)", words)


# 4.5: collecting and paying


def at_17(*names: str, wagers: tuple[Wager, ...], options: RouletteOptions | None = None) -> LayoutTable:
    """A live table with these wagers and the dolly on 17."""
    table = live_roulette(*names, options=options).play(*wagers)
    return table.play(AGAINST, NoMoreBets(), Spin(17), Announce(17, Colour.BLACK), Dolly(17))


@pytest.mark.clause("D8 4.5(a)", "D8 4.5(b)")
def test_D8_4_5_a_losers_are_collected_first_and_winners_paid_then() -> None:
    wagers = (Wager("ana", red, 5_00), Wager("ana", black, 10_00), Wager("ben", even, 20_00))
    table = at_17("ana", "ben", wagers=wagers)
    assert (value_of(table, "ana"), value_of(table, "ben"), table.general.house) == (4_985_00, 4_980_00, 0)
    for act in (Pay(), Pay("outside"), PayWager("ana", black)):
        assert_refused(table, act, "out_of_order", "D8 4.5(a)")
    collected = table.play(Collect())
    assert collected.wagers == (Placed("ana", black, 10_00),)
    assert (value_of(collected, "ana"), value_of(collected, "ben")) == (4_985_00, 4_980_00)
    assert collected.general.house == 25_00
    paid = collected.play(Pay())
    assert paid.wagers == (Placed("ana", black, 10_00),)
    assert (value_of(paid, "ana"), value_of(paid, "ben"), paid.general.house) == (4_995_00, 4_980_00, 15_00)
    assert total_money(paid) == 10_000_00
    assert paid.step == "open betting"


@pytest.mark.clause("D8 4.5(a)", "D8 4.5(b)")
def test_D8_4_5_a_with_nothing_to_collect_or_pay_the_step_falls_away() -> None:
    assert at_17("ana", wagers=(Wager("ana", black, 5_00),)).step == "pay"
    only_losers = at_17("ana", wagers=(Wager("ana", red, 5_00),))
    assert only_losers.step == "collect"
    assert only_losers.play(Collect()).step == "open betting"
    assert at_17("ana", wagers=()).step == "open betting"


IN_ALL_AREAS = (
    Wager("ana", straight_up(17), 5_00),
    Wager("ben", split(17, 20), 5_00),
    Wager("ana", black, 10_00),
    Wager("ben", dozen(2), 10_00),
    Wager("ana", neighbour(25, 17, 34), 5_00),
)


@pytest.mark.clause("D8 4.5(b)", "D8 3.9")
def test_D8_4_5_b_winners_are_paid_area_by_area() -> None:
    table = at_17("ana", "ben", wagers=IN_ALL_AREAS, options=RouletteOptions(neighbours=True))
    assert (value_of(table, "ana"), value_of(table, "ben")) == (4_980_00, 4_985_00)
    numbers = table.play(Pay("numbers"))
    assert (value_of(numbers, "ana"), value_of(numbers, "ben"), numbers.step) == (5_155_00, 5_070_00, "pay")
    outside = numbers.play(Pay("outside"))
    assert (value_of(outside, "ana"), value_of(outside, "ben"), outside.step) == (5_165_00, 5_090_00, "pay")
    words = "No winning wager in the area 'outside' is waiting to be paid."
    assert_refused(outside, Pay("outside"), "nothing_to_pay", "D8 4.5(b)", words)
    assert_refused(outside, Pay("numbers"), "nothing_to_pay", "D8 4.5(b)")
    assert_refused(outside, Pay("moon"), "nothing_to_pay", "D8 4.5(b)")
    every = outside.play(Pay("neighbours"))
    assert (value_of(every, "ana"), value_of(every, "ben"), every.step) == (5_220_00, 5_090_00, "open betting")
    at_once = table.play(Pay())
    assert (at_once.general, at_once.step) == (every.general, "open betting")
    assert at_once.general.house == -345_00


@pytest.mark.clause("D8 4.5(b)")
def test_D8_4_5_b_winners_may_be_paid_one_by_one() -> None:
    wagers = (Wager("ana", straight_up(17), 5_00), Wager("ben", straight_up(17), 5_00), Wager("ben", red, 5_00))
    table = at_17("ana", "ben", wagers=wagers).play(Collect())
    one = table.play(PayWager("ben", straight_up(17)))
    assert (value_of(one, "ana"), value_of(one, "ben"), one.step) == (4_995_00, 5_165_00, "pay")
    for name, position in (("ben", straight_up(17)), ("ben", red), ("ana", red), ("cleo", straight_up(17))):
        words = f"{name} has no winning wager on {position} that is waiting to be paid."
        assert_refused(one, PayWager(name, position), "nothing_to_pay", "D8 4.5(b)", words)
    both = one.play(PayWager("ana", straight_up(17)))
    assert (value_of(both, "ana"), both.step) == (5_170_00, "open betting")
    assert both.general.house == 5_00 - 350_00


# The dealer's steps and the machine's


PLACED = (
    Wager("ana", straight_up(0), 5_00),
    Wager("ana", straight_up(17), 10_00),
    Wager("ana", split(0, 2), 7_50),
    Wager("ana", street(0, 2, 3), 5_00),
    Wager("ana", street(34, 35, 36), 5_50),
    Wager("ben", corner(0, 1, 2, 3), 5_00),
    Wager("ben", corner(16, 17, 19, 20), 6_00),
    Wager("ben", six_line(31), 20_00),
    Wager("ben", column(1), 20_00),
    Wager("ben", dozen(3), 25_00),
    Wager("cleo", low, 5_00, Chips.COLOUR),
    Wager("cleo", high, 7_50, Chips.COLOUR),
    Wager("cleo", even, 10_00, Chips.COLOUR),
    Wager("cleo", odd, 12_50),
    Wager("cleo", red, 15_00),
    Wager("cleo", black, 17_50),
    Wager("cleo", neighbour(35, 3, 26), 5_00, Chips.COLOUR),
)


def dealt_by_hand(number: int) -> tuple[Act, ...]:
    return (AGAINST, NoMoreBets(), Spin(number), Announce(number, colour_by_hand(number)), Dolly(number))


@pytest.mark.clause("D8 4.5(a)", "D8 4.5(b)", "D8 3.8", "D8 3.9")
def test_D8_4_5_live_and_automated_tables_settle_alike_on_every_number() -> None:
    options = RouletteOptions(neighbours=True)
    colour = BuyColour("cleo", "sky", 2_50, 100_00)
    automated = roulette("ana", "ben", "cleo", options=options).play(colour, *PLACED, NoMoreBets())
    live = live_roulette("ana", "ben", "cleo", options=options).play(colour, *PLACED)
    for number in range(37):
        by_machine = automated.play(Spin(number))
        by_hand = live.play(*dealt_by_hand(number), Collect(), Pay())
        winners = [line.wager for line in by_hand.settled if line.outcome is Outcome.WIN]
        taken_up = by_hand.play(*(Withdraw(wager.player, wager.position) for wager in winners), OpenBetting())
        assert taken_up.settled == by_machine.settled
        assert len(taken_up.settled) == 17
        assert taken_up.general.purses == by_machine.general.purses
        assert taken_up.general.house == by_machine.general.house
        assert taken_up.wagers == by_machine.wagers == ()
        assert taken_up.equipment.display == by_machine.equipment.display == (number,)
        assert (taken_up.round, taken_up.result) == (by_machine.round, by_machine.result) == (1, number)


@pytest.mark.clause("D8 3.9", "D8 4.5(b)")
def test_D8_4_5_b_a_mixed_layout_is_paid_to_the_cent() -> None:
    colour = BuyColour("cleo", "sky", 2_50, 100_00)
    table = roulette("ana", "ben", "cleo", options=RouletteOptions(neighbours=True)).play(colour, *PLACED, NoMoreBets())
    done = table.play(Spin(35))
    # Ana wins 11 x 5.50 and loses 27.50; Ben wins 5 x 20 and 2 x 25 and loses 31; Cleo wins 7.50 and 11 x 5 in colour,
    # loses 15 in colour, and wins 12.50 and 17.50 and loses 15 in value chips.
    assert value_of(done, "ana") == 5_000_00 + 60_50 - 27_50
    assert value_of(done, "ben") == 5_000_00 + 150_00 - 31_00
    cleo = done.purse("cleo")
    assert cleo is not None
    assert (cleo.value, cleo.colour) == (4_900_00 + 30_00 - 15_00, 100_00 + 62_50 - 15_00)
    assert done.general.house == -(33_00 + 119_00 + 15_00 + 47_50)


# 4.7: changing the ball


@pytest.mark.clause("D8 4.7")
@pytest.mark.parametrize("stage", DUE)
def test_D8_4_7_the_ball_is_changed_between_two_spins_only(stage: str) -> None:
    table = at_stage(stage)
    offered = [(offer.role, offer.fields) for offer in table.legal if offer.kind is ChangeBall]
    if stage in ("spin ball", "return ball", "open betting"):
        changed = table.play(ChangeBall())
        assert changed.equipment.balls_changed == table.equipment.balls_changed + 1
        assert changed.play(ChangeBall()).equipment.balls_changed == table.equipment.balls_changed + 2
        assert (changed.step, changed.wagers, changed.general) == (table.step, table.wagers, table.general)
        assert offered == [("game supervisor", {})]
    else:
        words = "The ball is changed between two spins only."
        assert_refused(table, ChangeBall(), "ball_in_use", "D8 4.7 (R20)", words)
        assert offered == []


@pytest.mark.clause("D8 4.7", "D1 1.1 Game Supervisor")
def test_D8_4_7_the_ball_is_changed_for_the_operator_and_by_nobody_else() -> None:
    table = live_roulette("ana")
    assert table.refuses(ChangeBall(by=OPERATOR)) is None
    assert table.refuses(ChangeBall(by=GAME_SUPERVISOR)) is None
    for by in (DEALER, CASINO_SUPERVISOR, player("ana")):
        words = f"This is for the game supervisor or operator to do, not for a {by.role}."
        assert_refused(table, ChangeBall(by=by), "not_your_act", "D1 1.1 Game Supervisor", words)


@pytest.mark.clause("D8 4.7")
def test_D8_4_7_a_changed_ball_changes_nothing_else() -> None:
    table = roulette("ana", automation={"no more bets", "announce", "dolly", "collect", "pay", "open table"})
    changed = table.play(Wager("ana", black, 5_00), ChangeBall(), AGAINST, NoMoreBets(), Spin(17))
    assert outcomes(changed) == {("ana", "black"): (Outcome.WIN, 5_00)}
    assert refusal_code(changed, ChangeBall()) is None
