"""Section 2 and Appendix 4: the wheel, its numbers and colours, its chances, and what the table shows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from croupier import (
    LIVE,
    BuyColour,
    BuyIn,
    Chips,
    Clock,
    Collect,
    HandIn,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    Outcome,
    Pay,
    PostClosing,
    PostLimits,
    RouletteOptions,
    Settled,
    Sign,
    Wager,
)
from croupier.games.acts import Act
from croupier.games.money_wheel.acts import SpinWheel
from croupier.games.position import Placed
from croupier.games.roulette import (
    Announce,
    Colour,
    CorrectNumber,
    Direction,
    Dolly,
    Spin,
    SpinBall,
    black,
    colour_of,
    neighbour,
    red,
    straight_up,
)
from croupier.games.roulette.wheel import POCKETS
from croupier.games.table import LimitsNotice, Notice
from croupier.rulebook import Cite
from tests.support.rules.tables import SIGN, live_roulette, roulette

# Appendix 4 clockwise from 0, with the colours of rule 2.3(a), as RULINGS 1.3 gives both.
WHEEL = """
    0 green, 32 red, 15 black, 19 red, 4 black, 21 red, 2 black, 25 red, 17 black, 34 red, 6 black, 27 red, 13 black,
    36 red, 11 black, 30 red, 8 black, 23 red, 10 black, 5 red, 24 black, 16 red, 33 black, 1 red, 20 black, 14 red,
    31 black, 9 red, 22 black, 18 red, 29 black, 7 red, 28 black, 12 red, 35 black, 3 red, 26 black
"""
COMPARTMENTS = [each.split() for each in WHEEL.split(",")]
NUMBERS = range(37)

AGAINST_WHEEL = SpinBall(Direction.ANTICLOCKWISE, Direction.CLOCKWISE)


def called(table: LayoutTable) -> LayoutTable:
    """A live table with the ball running and betting closed."""
    return table.play(AGAINST_WHEEL, NoMoreBets())


# The wheel


@pytest.mark.clause("D8 2.3 (closing)", "D8 Appendix 4")
def test_D8_2_3_closing_the_compartments_follow_the_order_of_appendix_4() -> None:
    assert [str(number) for number in POCKETS] == [number for number, _colour in COMPARTMENTS]


@pytest.mark.clause("D8 2.3(a)", "D8 Appendix 4")
def test_D8_2_3_a_each_compartment_has_its_colour() -> None:
    assert {number: str(colour_of(int(number))) for number, _colour in COMPARTMENTS} == dict(COMPARTMENTS)


@pytest.mark.clause("D8 2.3(a)")
def test_D8_2_3_a_the_wheel_has_0_in_green_and_1_to_36_in_red_and_black_by_turns() -> None:
    assert sorted(POCKETS) == list(NUMBERS)
    colours = [colour_of(number) for number in POCKETS]
    assert colours == [Colour.GREEN, *(Colour.RED, Colour.BLACK) * 18]


@pytest.mark.clause("D8 2.3(a)")
def test_D8_2_3_a_the_ball_rests_in_one_of_the_37_numbers() -> None:
    table = roulette("ana").play(NoMoreBets())
    for number in NUMBERS:
        assert table.refuses(Spin(number)) is None
    junk: tuple[Any, ...] = (-1, 37, 100, 17.0, True, "17", None)
    for number in junk:
        refusal = table.refuses(Spin(number))
        assert refusal is not None
        assert (refusal.code, str(refusal.rule)) == ("no_such_number", "D8 2.3(a)")
        assert refusal.why == "Enter a number from 0 to 36."


@pytest.mark.clause("D8 2.3(a)")
def test_D8_2_3_a_a_correction_too_names_a_number_of_the_wheel() -> None:
    spun = called(live_roulette("ana")).play(Spin(17))
    for number in (-1, 37):
        refusal = spun.refuses(CorrectNumber(number, "misread"))
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause) == ("no_such_number", "D8 2.3(a)")


@pytest.mark.clause("D8 2.3(a)", "D8 4.4(a)")
def test_D8_2_3_a_the_result_is_shown_with_its_colour() -> None:
    table = roulette("ana").play(NoMoreBets())
    shown = {table.play(Spin(number)).view().public.result for number in NUMBERS}
    assert shown == {f"{number} {colour}" for number, colour in COMPARTMENTS}


# The chances

EACH_EQUALLY = {Spin(number): Fraction(1, 37) for number in NUMBERS}


@pytest.mark.clause("D8 2.5(b)")
def test_D8_2_5_b_all_37_numbers_are_equally_likely() -> None:
    chance = roulette("ana").play(NoMoreBets()).chance()
    assert dict(chance) == EACH_EQUALLY
    assert sum(chance.values()) == 1


HISTORIES: dict[str, tuple[Act, ...]] = {
    "no spin before": (),
    "zero just before": (NoMoreBets(), Spin(0)),
    "seventeen three times": (NoMoreBets(), Spin(17)) * 3,
    "a spin void by announcement": (NoMoreBets(), NoSpin()),
    "a spin void by too few turns": (NoMoreBets(), Spin(5, 3)),
    "wagers on the layout": (Wager("ana", red, 5_00), Wager("ana", straight_up(17), 1_000_00)),
    "every number but zero": tuple(act for number in range(1, 37) for act in (NoMoreBets(), Spin(number))),
}


@pytest.mark.clause("D8 2.5(a)")
@pytest.mark.parametrize("history", HISTORIES.values(), ids=HISTORIES)
def test_D8_2_5_a_no_earlier_result_changes_the_chances(history: tuple[Act, ...]) -> None:
    table = roulette("ana").play(*history, NoMoreBets())
    assert dict(table.chance()) == EACH_EQUALLY


@pytest.mark.clause("D8 2.5(c)")
def test_D8_2_5_c_nothing_tells_the_result_before_the_ball_rests() -> None:
    table = roulette("ana").play(NoMoreBets(), Spin(17), Wager("ana", red, 5_00), NoMoreBets())
    assert table.result is None
    public = table.view("ana").public
    assert (public.result, public.lit) == (None, ())
    for act in EACH_EQUALLY:
        assert table.refuses(act) is None
    by_hand = called(live_roulette("ana"))
    assert dict(by_hand.chance()) == EACH_EQUALLY
    assert by_hand.view().public.result is None


@pytest.mark.clause("D8 2.5(c)")
def test_D8_2_5_c_there_is_no_chance_to_speak_of_unless_a_result_comes_next() -> None:
    table = live_roulette("ana").play(Wager("ana", red, 5_00), Wager("ana", black, 5_00))
    assert dict(table.chance()) == {}
    table = table.play(AGAINST_WHEEL)
    assert dict(table.chance()) == {}
    table = table.play(NoMoreBets())
    assert dict(table.chance()) == EACH_EQUALLY
    for act in (Spin(17), Announce(17, Colour.BLACK), Dolly(17), Collect(), Pay(), OpenBetting()):
        table = table.play(act)
        assert dict(table.chance()) == {}


# What the table shows


@pytest.mark.clause("D8 2.6(a)", "D8 2.6(b)", "D8 3.3")
def test_D8_2_6_a_the_rack_shows_the_colours_in_use_and_their_values() -> None:
    table = roulette("ana", "ben", "cleo")
    assert table.view().public.rack == ()
    bought = table.play(BuyColour("ben", "mint", 2_50, 50_00), BuyColour("ana", "white", 50, 10_00))
    assert bought.view().public.rack == (("white", "ana", 50), ("mint", "ben", 2_50))
    assert bought.play(HandIn("ana", 10_00)).view().public.rack == (("mint", "ben", 2_50),)
    played = bought.play(Wager("ben", red, 50_00, Chips.COLOUR))
    assert played.view().public.rack == (("white", "ana", 50), ("mint", "ben", 2_50))


@pytest.mark.clause("D8 2.6(e)")
def test_D8_2_6_e_the_display_shows_the_latest_numbers_newest_first() -> None:
    table = roulette("ana", options=RouletteOptions(display=3))
    assert table.view().public.equipment.display == ()
    shown = []
    for number in (17, 0, 36, 36, 5):
        table = table.play(NoMoreBets(), Spin(number))
        shown.append(table.view().public.equipment.display)
    assert shown == [(17,), (0, 17), (36, 0, 17), (36, 36, 0), (5, 36, 36)]


@pytest.mark.clause("D8 2.6(e)")
def test_D8_2_6_e_without_a_display_nothing_is_shown_and_twenty_numbers_by_default() -> None:
    spins = tuple(act for number in range(30) for act in (NoMoreBets(), Spin(number)))
    assert roulette(options=RouletteOptions(display=0)).play(*spins).view().public.equipment.display == ()
    assert roulette().play(*spins).view().public.equipment.display == tuple(range(29, 9, -1))


@pytest.mark.clause("D8 2.6(e)", "D8 5.5")
def test_D8_2_6_e_a_void_spin_and_a_result_that_is_not_final_are_not_displayed() -> None:
    spun = called(live_roulette("ana")).play(Spin(17), Announce(17, Colour.BLACK), Dolly(17))
    assert spun.view().public.equipment.display == ()
    assert spun.play(NoSpin("interference")).view().public.equipment.display == ()
    assert spun.play(OpenBetting()).view().public.equipment.display == (17,)


@pytest.mark.clause("D8 2.6(d)", "D8 4.4(b)")
def test_D8_2_6_d_the_dolly_marks_the_winning_number() -> None:
    announced = called(live_roulette("ana")).play(Spin(17), Announce(17, Colour.BLACK))
    accepted = [number for number in range(-1, 38) if announced.refuses(Dolly(number)) is None]
    assert accepted == [17]
    assert announced.step == "dolly"
    assert announced.play(Dolly(17)).step == "open betting"


@pytest.mark.clause("D8 3.1", "D8 3.2")
def test_D8_3_1_every_winning_area_of_a_result_is_shown() -> None:
    table = roulette(options=RouletteOptions(neighbours=True)).play(NoMoreBets())
    assert sorted(table.play(Spin(17)).view().public.lit) == sorted(
        (
            *("17", "split 14-17", "split 16-17", "split 17-18", "split 17-20", "street 16-17-18"),
            *("corner 13-14-16-17", "corner 14-15-17-18", "corner 16-17-19-20", "corner 17-18-20-21"),
            *("six-line 13 to 18", "six-line 16 to 21", "column 2", "dozen 2", "low", "odd", "black"),
            "neighbour 17-25-34",
        )
    )
    assert table.play(Spin(0)).view().public.lit == (
        *("0", "split 0-1", "split 0-2", "split 0-3"),
        *("street 0-1-2", "street 0-2-3", "corner 0-1-2-3"),
    )


@pytest.mark.clause("D8 3.9", "D8 4.4(a)")
def test_D8_4_4_a_the_view_follows_a_spin_from_wagers_to_result() -> None:
    table = live_roulette("ana", "ben").play(Wager("ana", red, 5_00), Wager("ben", straight_up(17), 10_00))
    wagers = (Placed("ana", red, 5_00), Placed("ben", straight_up(17), 10_00))
    before = table.view("ben").public
    assert (before.game, before.is_open, before.betting, before.step) == ("roulette", True, True, "spin ball")
    assert (before.round, before.wagers, before.result, before.settled) == (0, wagers, None, ())
    assert (before.players, before.sign, before.clock) == (("ana", "ben"), SIGN, 0)

    running = called(table).view().public
    assert (running.betting, running.step, running.round, running.wagers) == (False, "result", 0, wagers)
    wheel = running.equipment
    assert (wheel.wheel, wheel.ball, wheel.last) == (Direction.ANTICLOCKWISE, Direction.CLOCKWISE, None)

    spun = called(table).play(Spin(17))
    shown = spun.view().public
    assert (shown.step, shown.round, shown.result, shown.wagers) == ("announce", 1, "17 black", wagers)
    assert shown.settled == (
        Settled(wagers[0], Outcome.LOSE, 0, Cite("D8 3.1(l)(ii)")),
        Settled(wagers[1], Outcome.WIN, 350_00, Cite("D8 3.9")),
    )

    final = spun.play(Announce(17, Colour.BLACK), Dolly(17), Collect(), Pay(), OpenBetting()).view().public
    assert (final.step, final.betting, final.round, final.result) == ("spin ball", True, 1, "17 black")
    assert final.wagers == wagers[1:]
    assert (final.equipment.wheel, final.equipment.ball, final.equipment.last) == (None, None, 17)


@pytest.mark.clause("D8 1.0", "D1 8", "D1 9.3(a)")
def test_D8_1_0_the_view_shows_the_clock_and_the_notices() -> None:
    higher = Sign(10_00, 1_000_00)
    table = roulette("ana").play(Clock(7), PostClosing(1_200), Clock(3), PostLimits(higher, 1_500))
    public = table.view().public
    assert public.clock == 10
    assert public.closing == Notice(7, 1_207)
    assert public.limits == LimitsNotice(higher, Notice(10, 1_510))


@pytest.mark.clause("D8 2.6(a)", "D1 1.1 Chips")
def test_D8_2_6_a_a_purse_is_seen_by_its_player_alone() -> None:
    table = roulette("ana").play(BuyColour("ana", "pink", 1_00, 30_00))
    purse = table.view("ana").purse
    assert purse is not None
    assert (purse.player, purse.value, purse.colour) == ("ana", 4_970_00, 30_00)
    assert (purse.colour_name, purse.chip_value) == ("pink", 1_00)
    assert table.view().purse is None
    assert table.view("ben").purse is None


@pytest.mark.clause("D8 1.0")
def test_D8_1_0_the_general_rules_apply_beside_this_division() -> None:
    table = roulette(automation=LIVE)
    refusal = table.refuses(BuyIn("ana", 10_00))
    assert refusal is not None
    assert (refusal.code, str(refusal.rule)) == ("table_closed", "D1 8")
    waits = table.awaits
    assert [(each.what, each.role, str(each.rule)) for each in waits] == [("open table", "dealer", "D8 1.0")]


@pytest.mark.clause("D8 1.0")
def test_D8_1_0_an_act_of_another_game_is_no_act_of_roulette() -> None:
    refusal = roulette("ana").refuses(SpinWheel(Direction.CLOCKWISE))
    assert refusal is not None
    assert (refusal.code, str(refusal.rule)) == ("unknown_act", "D8 1.0")
    assert refusal.why == "This game does not know that act."


@pytest.mark.clause("D8 3.2", "D8 3.1")
def test_D8_3_1_positions_go_by_the_names_that_people_use() -> None:
    assert str(straight_up(0)) == "0"
    assert str(neighbour(32, 15, 19)) == "neighbour 15-19-32"
    assert str(black) == "black"
