"""What the casino operator may choose at a roulette table: cloth, Neighbour groups, display, automation, chips."""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations, permutations
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import (
    LIVE,
    BuyColour,
    Clock,
    CloseTable,
    Collect,
    KindLimits,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    OpenTable,
    Outcome,
    Pay,
    PostClosing,
    Refusal,
    Refused,
    RouletteOptions,
    Sign,
    Wager,
    Withdraw,
)
from croupier import roulette as roulette_table
from croupier.games.acts import Act
from croupier.games.position import Placed
from croupier.games.roulette import (
    Announce,
    Colour,
    Direction,
    Dolly,
    ExamineBall,
    Spin,
    SpinBall,
    black,
    neighbour,
    red,
    roulette_game,
    split,
    straight_up,
)
from tests.support.rules.tables import SIGN, live_roulette, outcomes, refusal_code, roulette, with_players

AGAINST = SpinBall(Direction.CLOCKWISE, Direction.ANTICLOCKWISE)


def refused_options(**chosen: Any) -> Refusal:
    with pytest.raises(Refused) as raised:
        roulette_table(SIGN, RouletteOptions(**chosen))
    return raised.value.refusal


def refused_table(sign: Sign = SIGN, **chosen: Any) -> Refusal:
    with pytest.raises(Refused) as raised:
        roulette_table(sign, **chosen)
    return raised.value.refusal


def accepts_group(group: tuple[int, ...]) -> bool:
    chosen: Any = (group,)
    try:
        roulette_game(RouletteOptions(neighbour_groups=chosen))
    except Refused:
        return False
    return True


# 2.2(a): the cloth


@pytest.mark.clause("D8 2.2(a)")
def test_D8_2_2_a_the_cloth_follows_option_1_or_option_2_with_the_same_wagers() -> None:
    one, two = (roulette("ana", options=RouletteOptions(layout=layout)) for layout in (1, 2))
    assert set(one.game.areas) == set(two.game.areas)
    assert len(one.game.areas) == 157
    assert roulette().game.options.layout == 1
    wagers = (Wager("ana", red, 5_00), Wager("ana", split(0, 3), 5_00), Wager("ana", straight_up(3), 5_00))
    for number in range(37):
        spun = (table.play(*wagers, NoMoreBets(), Spin(number)) for table in (one, two))
        assert len({(each.settled, each.general) for each in spun}) == 1


@pytest.mark.clause("D8 2.2(a)")
@pytest.mark.parametrize("layout", [0, 3, -1, "1", None])
def test_D8_2_2_a_there_is_no_other_cloth(layout: Any) -> None:
    refusal = refused_options(layout=layout)
    assert (refusal.code, str(refusal.rule)) == ("no_such_layout", "D8 2.2(a)")
    assert refusal.why == "Choose option 1 or option 2 for the layout of roulette."


# 2.2(b) and Appendix 3: the Neighbour areas

# Every three compartments in a row on the wheel of Appendix 4 that leave 0 out, clockwise from 32.
IN_A_ROW = """
    32-15-19 15-19-4 19-4-21 4-21-2 21-2-25 2-25-17 25-17-34 17-34-6 34-6-27 6-27-13 27-13-36 13-36-11 36-11-30
    11-30-8 30-8-23 8-23-10 23-10-5 10-5-24 5-24-16 24-16-33 16-33-1 33-1-20 1-20-14 20-14-31 14-31-9 31-9-22
    9-22-18 22-18-29 18-29-7 29-7-28 7-28-12 28-12-35 12-35-3 35-3-26
"""
LAWFUL_GROUPS = {frozenset(map(int, group.split("-"))) for group in IN_A_ROW.split()}


@pytest.mark.clause("D8 2.2(b)", "D8 3.2")
def test_D8_2_2_b_the_neighbour_areas_are_the_operators_choice() -> None:
    group = neighbour(32, 15, 19)
    with_areas = roulette("ana", options=RouletteOptions(neighbours=True))
    assert with_areas.refuses(Wager("ana", group, 5_00)) is None
    assert refusal_code(roulette("ana"), Wager("ana", group, 5_00)) == "no_neighbours"
    assert "neighbour" in with_areas.kinds
    assert "neighbour" not in roulette().kinds


@pytest.mark.clause("D8 Appendix 3")
def test_D8_Appendix_3_by_default_twelve_groups_share_out_all_numbers_but_zero() -> None:
    areas = roulette(options=RouletteOptions(neighbours=True)).game.areas
    groups = {position.numbers for position in areas if position.kind == "neighbour"}
    assert groups == {
        *((15, 19, 32), (2, 4, 21), (17, 25, 34), (6, 13, 27), (11, 30, 36), (8, 10, 23)),
        *((5, 16, 24), (1, 20, 33), (9, 14, 31), (18, 22, 29), (7, 12, 28), (3, 26, 35)),
    }
    assert sorted(number for group in groups for number in group) == list(range(1, 37))


@pytest.mark.clause("D8 Appendix 3", "D8 Appendix 4", "D8 2.3 (closing)")
def test_D8_Appendix_3_a_group_is_three_compartments_in_a_row_without_zero() -> None:
    assert len(LAWFUL_GROUPS) == 34
    for group in combinations(range(37), 3):
        assert accepts_group(group) is (frozenset(group) in LAWFUL_GROUPS), group


@pytest.mark.clause("D8 Appendix 3")
def test_D8_Appendix_3_the_numbers_of_a_group_may_stand_in_any_order() -> None:
    for one, two, three in permutations((35, 3, 26)):
        options = RouletteOptions(neighbours=True, neighbour_groups=((one, two, three),))
        table = roulette("ana", options=options)
        done = table.play(Wager("ana", neighbour(3, 26, 35), 5_00), NoMoreBets(), Spin(26))
        assert outcomes(done) == {("ana", "neighbour 3-26-35"): (Outcome.WIN, 55_00)}


@pytest.mark.clause("D8 3.2(a)", "D8 Appendix 3")
@pytest.mark.parametrize("group", [(26, 0, 32), (0, 32, 15), (3, 26, 0), (0, 1, 2), (0, 0, 0)], ids=str)
def test_D8_3_2_a_no_group_holds_zero(group: tuple[int, int, int]) -> None:
    refusal = refused_options(neighbours=True, neighbour_groups=(group,))
    assert (refusal.code, str(refusal.rule)) == ("zero_in_group", "D8 3.2 (R6)")
    assert refusal.why == "A Neighbour group cannot contain 0."


@pytest.mark.clause("D8 Appendix 3")
@pytest.mark.parametrize(
    "group",
    [
        (1, 2, 3),
        (3, 26, 32),
        (26, 32, 15),
        (32, 15, 4),
        (32, 32, 15),
        (32, 15),
        (32,),
        (),
        (32, 15, 19, 4),
        (32, 15, 37),
        (-1, 32, 15),
        ("32", "15", "19"),
    ],
    ids=str,
)
def test_D8_Appendix_3_other_groups_are_refused(group: Any) -> None:
    refusal = refused_options(neighbours=True, neighbour_groups=((4, 21, 2), group))
    assert (refusal.code, str(refusal.rule)) == ("bad_group", "D8 Appendix 3")
    assert refusal.why == f"{'-'.join(map(str, group))} are not three numbers in a row on the wheel."


@pytest.mark.clause("D8 Appendix 3")
def test_D8_Appendix_3_no_group_stands_there_twice() -> None:
    for twice in (((32, 15, 19), (32, 15, 19)), ((32, 15, 19), (4, 21, 2), (19, 32, 15))):
        refusal = refused_options(neighbours=True, neighbour_groups=twice)
        assert (refusal.code, str(refusal.rule)) == ("bad_group", "D8 Appendix 3")
        assert refusal.why == "A Neighbour group is listed twice."


@pytest.mark.clause("D8 3.2", "D8 3.2(a)", "D8 3.2(b)", "D8 Appendix 3")
def test_D8_Appendix_3_the_operators_own_groups_take_the_place_of_the_default() -> None:
    options = RouletteOptions(neighbours=True, neighbour_groups=((32, 15, 19), (15, 19, 4)))
    table = roulette("ana", options=options)
    assert refusal_code(table, Wager("ana", neighbour(4, 21, 2), 5_00)) == "not_a_group"
    table = table.play(
        Wager("ana", neighbour(32, 15, 19), 5_00), Wager("ana", neighbour(15, 19, 4), 5_00), NoMoreBets()
    )
    won, lost = (Outcome.WIN, 55_00), (Outcome.LOSE, 0)
    for number, first, second in ((32, won, lost), (15, won, won), (19, won, won), (4, lost, won), (21, lost, lost)):
        settled = outcomes(table.play(Spin(number)))
        assert settled == {("ana", "neighbour 15-19-32"): first, ("ana", "neighbour 4-15-19"): second}


# 2.6(e) and (f): display and chipping machine


@pytest.mark.clause("D8 2.6(e)")
def test_D8_2_6_e_the_display_shows_0_to_500_numbers() -> None:
    for display in (0, 1, 500):
        assert roulette(options=RouletteOptions(display=display)).equipment.displays == display
    for display in (-1, 501):
        assert_no_such_display(display)


@pytest.mark.clause("D8 2.6(e)")
@pytest.mark.parametrize(("good", "junk"), [(20, 20.0), (1, True), (20, "20"), (20, None)], ids=repr)
def test_D8_2_6_e_the_length_of_the_display_is_a_whole_number(good: int, junk: Any) -> None:
    """The good length comes first: what merely equals it must be refused even so."""
    assert roulette(options=RouletteOptions(display=good)).equipment.displays == good
    assert_no_such_display(junk)


def assert_no_such_display(display: Any) -> None:
    refusal = refused_options(display=display)
    assert (refusal.code, str(refusal.rule)) == ("bad_display", "D8 2.6(e)")
    assert refusal.why == "The winning number display shows 0 to 500 numbers."


@pytest.mark.clause("D8 2.6(e)")
def test_D8_2_6_e_the_longest_display_stays_bounded() -> None:
    table = roulette(options=RouletteOptions(display=500))
    for turn in range(502):
        table = table.play(NoMoreBets(), Spin(turn % 37))
    shown = table.view().public.equipment.display
    assert len(shown) == 500
    assert (shown[0], shown[-1]) == (501 % 37, 2)


@pytest.mark.clause("D8 2.6(f)")
def test_D8_2_6_f_a_chipping_machine_may_be_fitted_and_changes_nothing() -> None:
    fitted = roulette("ana", options=RouletteOptions(chipping_machine=True))
    plain = roulette("ana")
    assert fitted.game.options.chipping_machine is True
    assert plain.game.options.chipping_machine is False
    assert set(fitted.game.areas) == set(plain.game.areas)
    acts = (Wager("ana", red, 5_00), Wager("ana", black, 10_00), NoMoreBets(), Spin(17))
    ends = [table.play(*acts) for table in (fitted, plain)]
    assert ends[0].settled == ends[1].settled
    assert ends[0].general == ends[1].general


@pytest.mark.clause("D8 2.2(a)", "D8 2.2(b)")
def test_D8_2_2_tables_with_equal_options_play_one_game() -> None:
    options = RouletteOptions(layout=2, neighbours=True)
    game = roulette_game(options)
    assert roulette_game(RouletteOptions(layout=2, neighbours=True)) is game
    assert deepcopy(game) is game
    assert roulette_game(RouletteOptions()) is not game
    assert (game.id, game.title, game.options) == ("roulette", "Roulette", options)


@pytest.mark.clause("D8 3.1", "D8 3.2")
@pytest.mark.parametrize("options", [RouletteOptions(), RouletteOptions(layout=2, neighbours=True)])
def test_D8_3_2_the_game_with_every_wager_has_the_neighbours_too(options: RouletteOptions) -> None:
    whole = roulette_game(options).with_every_wager()
    assert len(whole.areas) == 169
    assert whole.options == replace(options, neighbours=True)


# The sign and the chips


@pytest.mark.clause("D8 3.1", "D8 3.2", "D1 9.1")
def test_D8_3_1_a_sign_states_limits_for_kinds_of_wager_that_the_cloth_has() -> None:
    by_neighbour = Sign(5_00, 1_000_00, by_kind=(KindLimits("neighbour", 10_00, 50_00),))
    refusal = refused_table(by_neighbour)
    assert (refusal.code, str(refusal.rule)) == ("bad_limits", "D1 9.1")
    assert refusal.why == "The sign has limits for a wager that this game does not have: neighbour."
    table = with_players(roulette_table(by_neighbour, RouletteOptions(neighbours=True)), "ana")
    assert refusal_code(table, Wager("ana", neighbour(32, 15, 19), 5_00)) == "under_minimum"
    assert table.refuses(Wager("ana", neighbour(32, 15, 19), 10_00)) is None
    kinds = ("straight up", "split", "street", "corner", "six-line", "column", "dozen")
    chances = ("low", "high", "even", "odd", "red", "black")
    assert roulette().kinds == {*kinds, *chances}


@pytest.mark.clause("D8 2.6(a)", "D1 1.1 Chips")
@pytest.mark.parametrize(
    "colours", [("red", "red"), ("red", "blue", "red"), ("",), ("red", ""), ("none",), ("sky 2",), ("mātai",)], ids=str
)
def test_D8_2_6_a_every_colour_of_chips_has_a_name_of_its_own(colours: tuple[str, ...]) -> None:
    refusal = refused_table(colours=colours)
    assert (refusal.code, str(refusal.rule)) == ("bad_colours", "D1 1.1 Chips (R16)")
    assert refusal.why.startswith("Each colour of chips")


@pytest.mark.clause("D8 2.6(a)", "D1 1.1 Chips")
def test_D8_2_6_a_the_colours_in_use_are_the_operators_choice() -> None:
    table = roulette("ana", colours=("gold", "grey"))
    assert table.refuses(BuyColour("ana", "gold", 50, 5_00)) is None
    assert refusal_code(table, BuyColour("ana", "white", 50, 5_00)) == "no_such_colour"


# Which steps happen by themselves


@pytest.mark.clause("D8 1.0", "D8 2.5(c)")
@pytest.mark.parametrize("step", ["result", "shuffle", ""])
def test_D8_1_0_only_the_steps_of_roulette_happen_by_themselves_and_never_the_result(step: str) -> None:
    refusal = refused_table(automation={"spin ball", step})
    assert (refusal.code, str(refusal.rule)) == ("no_such_step", "D8 1.0")
    assert refusal.why == f"Roulette has no step {step!r} to automate."


@pytest.mark.clause("D8 4.2", "D8 4.3", "D8 4.4(a)", "D8 4.4(b)", "D8 4.5(a)", "D8 4.5(b)", "D8 5.4")
@pytest.mark.parametrize(
    ("left_out", "act"),
    [
        ("spin ball", AGAINST),
        ("announce", Announce(17, Colour.BLACK)),
        ("dolly", Dolly(17)),
        ("collect", Collect()),
        ("pay", Pay()),
        ("open betting", OpenBetting()),
    ],
)
def test_D8_4_2_a_step_left_out_of_the_automation_is_the_dealers(left_out: str, act: Act) -> None:
    every = {
        *("open table", "spin ball", "no more bets", "announce", "dolly", "collect", "pay", "take up"),
        *("open betting", "return ball"),
    }
    table = roulette("ana", automation=every - {left_out})
    table = table.play(Wager("ana", red, 5_00), Wager("ana", black, 10_00))
    first = (AGAINST,) if left_out == "spin ball" else ()
    spun = table.play(*first, NoMoreBets(), Spin(17))
    assert spun.step == left_out
    done = spun.play(act)
    purse = done.purse("ana")
    assert purse is not None
    assert (purse.value, done.wagers, done.general.house) == (5_005_00, (), -5_00)
    assert done.betting_is_open is True


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_stakes_ride_where_taking_up_is_left_to_the_players() -> None:
    automated = roulette().automation
    table = roulette("ana", automation=automated - {"take up"})
    done = table.play(Wager("ana", black, 10_00), NoMoreBets(), Spin(17))
    assert done.wagers == (Placed("ana", black, 10_00),)
    assert automated == {
        *("open table", "spin ball", "no more bets", "announce", "dolly", "collect", "pay", "take up"),
        *("open betting", "return ball"),
    }


@pytest.mark.clause("D8 1.0", "D1 8")
def test_D8_1_0_a_table_opens_by_itself_unless_that_is_left_to_the_dealer() -> None:
    assert roulette().general.is_open is True
    live = roulette_table(SIGN, automation=LIVE)
    assert live.general.is_open is False
    opened = live.play(OpenTable())
    assert (opened.general.is_open, opened.step) == (True, "spin ball")
    spinning = roulette_table(SIGN, automation={"spin ball"}).play(OpenTable())
    assert spinning.step == "no more bets"


@pytest.mark.clause("D8 1.0", "D1 8")
def test_D8_1_0_closing_the_table_returns_the_wagers_and_ends_the_spin() -> None:
    table = roulette("ana", betting_seconds=3_000).play(Wager("ana", red, 5_00), Wager("ana", black, 10_00))
    closed = close(table)
    purse = closed.purse("ana")
    assert purse is not None
    assert (purse.value, closed.wagers, closed.window_ends) == (5_000_00, (), None)
    assert (closed.step, closed.betting_is_open) == ("spin ball", False)
    assert refusal_code(closed, Wager("ana", red, 5_00)) == "table_closed"
    again = closed.play(OpenTable())
    assert (again.step, again.betting_is_open) == ("no more bets", True)


@pytest.mark.clause("D8 5.2", "D1 8")
def test_D8_5_2_closing_the_table_does_not_stand_for_an_examination() -> None:
    closed = close(live_roulette("ana").play(AGAINST, NoSpin("ball_out")))
    opened = closed.play(OpenTable())
    assert refusal_code(opened, AGAINST) == "not_examined"
    assert opened.play(ExamineBall()).refuses(AGAINST) is None


def close(table: LayoutTable) -> LayoutTable:
    """The table closed as the rules allow with players present: twenty minutes after the sign went up."""
    return table.play(PostClosing(1_200), Clock(1_200), CloseTable())


# The betting window


@pytest.mark.clause("D8 4.3", "D8 3.6(a)")
def test_D8_4_3_at_an_automated_table_the_call_comes_when_the_window_ends() -> None:
    table = roulette("ana", betting_seconds=30)
    waiting = table.play(Clock(1_000))
    assert (waiting.step, waiting.window_ends) == ("no more bets", None)
    placed = waiting.play(Wager("ana", red, 5_00))
    assert placed.window_ends == placed.view().public.window_ends == 1_030
    more = placed.play(Clock(20), Wager("ana", black, 5_00))
    assert more.window_ends == 1_030
    almost = more.play(Clock(9))
    assert (almost.step, almost.betting_is_open) == ("no more bets", True)
    over = almost.play(Clock(1))
    assert (over.step, over.betting_is_open, over.window_ends) == ("result", False, None)
    assert refusal_code(over, Wager("ana", red, 5_00)) == "too_late"
    assert more.play(Clock(500)).step == "result"


@pytest.mark.clause("D8 4.3")
def test_D8_4_3_the_window_rests_while_no_wager_lies_on_the_layout() -> None:
    table = roulette("ana", betting_seconds=30).play(Wager("ana", red, 5_00), Wager("ana", black, 5_00))
    one_left = table.play(Clock(10), Withdraw("ana", red))
    assert one_left.window_ends == 30
    none_left = one_left.play(Withdraw("ana", black))
    assert none_left.window_ends is None
    assert none_left.play(Clock(100)).step == "no more bets"
    assert none_left.play(Clock(100), Wager("ana", red, 5_00)).window_ends == 140


@pytest.mark.clause("D8 4.3")
def test_D8_4_3_the_dealer_may_call_before_the_window_ends() -> None:
    called = roulette("ana", betting_seconds=30).play(Wager("ana", red, 5_00), NoMoreBets())
    assert (called.step, called.window_ends) == ("result", None)
    assert called.play(Clock(100)).step == "result"
    done = called.play(Clock(100), Spin(17))
    assert (done.step, done.window_ends) == ("no more bets", None)
    assert done.play(Wager("ana", red, 5_00)).window_ends == 130


@pytest.mark.clause("D8 4.3")
def test_D8_4_3_wagers_that_stand_or_ride_begin_the_next_window_at_once() -> None:
    table = roulette("ana", betting_seconds=30).play(Wager("ana", black, 5_00), Clock(10))
    void = table.play(NoSpin())
    assert void.window_ends == 40
    assert void.play(Clock(29)).step == "no more bets"
    assert void.play(Clock(30)).step == "result"
    riding = roulette("ana", betting_seconds=30, automation=table.automation - {"take up"})
    riding = riding.play(Wager("ana", black, 5_00), Clock(30), Spin(17))
    assert (riding.step, riding.window_ends) == ("no more bets", 60)
    assert riding.play(Clock(30)).step == "result"
    assert roulette("ana").play(Wager("ana", black, 5_00), NoSpin()).window_ends is None


@pytest.mark.clause("D8 4.3")
@pytest.mark.parametrize("live", [True, False])
def test_D8_4_3_where_the_dealer_calls_no_window_closes_betting(live: bool) -> None:
    if live:
        table = live_roulette("ana", betting_seconds=30).play(AGAINST)
    else:
        table = roulette("ana", betting_seconds=30, automation=roulette().automation - {"no more bets"})
    late = table.play(Wager("ana", red, 5_00), Clock(1_000))
    assert (late.step, late.betting_is_open, late.window_ends) == ("no more bets", True, 30)
    assert late.refuses(Wager("ana", black, 5_00)) is None


@pytest.mark.clause("D8 4.3", "D8 5.2")
def test_D8_4_3_there_is_no_call_while_the_ball_awaits_examination() -> None:
    table = roulette("ana", betting_seconds=30).play(Wager("ana", red, 5_00), NoSpin("ball_out"))
    waiting = table.play(Clock(100))
    assert (waiting.step, waiting.betting_is_open) == ("spin ball", True)
    examined = waiting.play(ExamineBall())
    assert (examined.step, examined.betting_is_open) == ("no more bets", True)
    assert examined.play(Clock(1)).step == "result"


@pytest.mark.clause("D8 1.0")
@pytest.mark.parametrize("seconds", [0, -1, 316_224_001, 30.0, True, "30"])
def test_D8_1_0_a_window_is_a_whole_number_of_seconds_from_1_to_ten_years(seconds: Any) -> None:
    refusal = refused_table(betting_seconds=seconds)
    assert (refusal.code, str(refusal.rule)) == ("bad_window", "D8 1.0")
    assert refusal.why.startswith("Betting stays open for a whole number of seconds, at least 1")
    for good in (1, 316_224_000, None):
        assert roulette(betting_seconds=good).betting_seconds == good
