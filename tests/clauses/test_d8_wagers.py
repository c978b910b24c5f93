"""Sections 3.1, 3.2, 3.9 and 3.10: which wagers there are, what each wins on and what it pays.

The positions with their numbers and odds stand written out in `d8_positions.txt`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from croupier import (
    ChangeLimits,
    Chips,
    Favour,
    KindLimits,
    LayoutTable,
    NoMoreBets,
    Outcome,
    Position,
    RouletteOptions,
    Sign,
    VoidWager,
    Wager,
    Withdraw,
)
from croupier import roulette as roulette_table
from croupier.games.roulette import (
    Direction,
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
    assert_refused,
    live_roulette,
    outcomes,
    refusal_code,
    refusal_rule,
    roulette,
    with_players,
)

STAKE = 7_50
BOUGHT = 5_000_00
NUMBERS = range(37)
WITH_NEIGHBOURS = RouletteOptions(neighbours=True)

BUILDERS: dict[str, Callable[..., Position]] = {
    "straight up": straight_up,
    "split": split,
    "street": street,
    "corner": corner,
    "six-line": lambda *numbers: six_line(numbers[0]),
    "column": column,
    "dozen": dozen,
    "neighbour": neighbour,
}
EVEN_CHANCES = {"low": low, "high": high, "even": even, "odd": odd, "red": red, "black": black}


class Known(NamedTuple):
    """One position of the data file."""

    kind: str
    position: Position
    wins_on: frozenset[int]
    odds: int
    loses_by: str


def numbers_in(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def position_named(kind: str, name: str) -> Position:
    return EVEN_CHANCES[kind] if kind in EVEN_CHANCES else BUILDERS[kind](*numbers_in(name))


def read_positions() -> tuple[Known, ...]:
    found = []
    kind, odds, loses_by = "", 0, ""
    for line in (Path(__file__).parent / "d8_positions.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            kind, rest = line[1:].split("] ")
            paid, loses_by = rest.split(", loses by ")
            odds = int(paid.removesuffix(" to 1"))
        elif line and not line.startswith("#"):
            name, _, wins_on = line.rpartition(":")
            position = position_named(kind, name or wins_on)
            found.append(Known(kind, position, frozenset(numbers_in(wins_on)), odds, loses_by))
    return tuple(found)


KNOWN = read_positions()
LAWFUL = frozenset(each.position for each in KNOWN)


def assert_kind_settles(kind: str) -> None:
    """Every position of a kind on every pocket: outcome, payment, clause, purse and house, to the cent."""
    of_kind = [each for each in KNOWN if each.kind == kind]
    wagers = (Wager("ana", each.position, STAKE) for each in of_kind)
    called = roulette("ana", options=WITH_NEIGHBOURS).play(*wagers, NoMoreBets())
    for number in NUMBERS:
        done = called.play(Spin(number))
        lines = {line.wager.position: (line.outcome, line.pays, line.rule.clause) for line in done.settled}
        assert lines == {each.position: expected_line(each, number) for each in of_kind}
        gain = sum(each.odds * STAKE if number in each.wins_on else -STAKE for each in of_kind)
        purse = done.purse("ana")
        assert purse is not None
        assert purse.value == BOUGHT + gain
        assert done.general.house == -gain
        assert done.wagers == ()


def expected_line(known: Known, number: int) -> tuple[Outcome, int, str]:
    if number in known.wins_on:
        return Outcome.WIN, known.odds * STAKE, "D8 3.9"
    return Outcome.LOSE, 0, known.loses_by if number else "D8 3.10"


@pytest.mark.clause("D8 3.1(a)(i)", "D8 3.1(a)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_a_straight_up_wins_on_its_number_at_35_to_1_and_otherwise_loses() -> None:
    assert_kind_settles("straight up")


@pytest.mark.clause("D8 3.1(b)(i)", "D8 3.1(b)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_b_split_wins_on_either_number_at_17_to_1_and_otherwise_loses() -> None:
    assert_kind_settles("split")


@pytest.mark.clause("D8 3.1(c)(i)", "D8 3.1(c)(ii)", "D8 3.1(c)(iii)", "D8 3.1(c)(iv)", "D8 3.9", "D8 3.10")
def test_D8_3_1_c_street_wins_on_any_of_three_at_11_to_1_and_otherwise_loses() -> None:
    assert_kind_settles("street")


@pytest.mark.clause("D8 3.1(d)(i)", "D8 3.1(d)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_d_corner_wins_on_any_of_four_at_8_to_1_and_otherwise_loses() -> None:
    assert_kind_settles("corner")


@pytest.mark.clause("D8 3.1(e)(i)", "D8 3.1(e)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_e_six_line_wins_on_any_of_two_rows_at_5_to_1_and_otherwise_loses() -> None:
    assert_kind_settles("six-line")


@pytest.mark.clause("D8 3.1(f)(i)", "D8 3.1(f)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_f_column_wins_on_its_twelve_at_2_to_1_and_otherwise_loses() -> None:
    assert_kind_settles("column")


@pytest.mark.clause("D8 3.1(g)(i)", "D8 3.1(g)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_g_dozen_wins_on_its_twelve_at_2_to_1_and_otherwise_loses() -> None:
    assert_kind_settles("dozen")


@pytest.mark.clause("D8 3.1(h)(i)", "D8 3.1(h)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_h_low_wins_on_1_to_18_at_evens_and_otherwise_loses() -> None:
    assert_kind_settles("low")


@pytest.mark.clause("D8 3.1(i)(i)", "D8 3.1(i)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_i_high_wins_on_19_to_36_at_evens_and_otherwise_loses() -> None:
    assert_kind_settles("high")


@pytest.mark.clause("D8 3.1(j)(i)", "D8 3.1(j)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_j_even_wins_on_even_numbers_and_loses_on_odd_ones_and_0() -> None:
    assert_kind_settles("even")


@pytest.mark.clause("D8 3.1(k)(i)", "D8 3.1(k)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_k_odd_wins_on_odd_numbers_and_loses_on_even_ones_and_0() -> None:
    assert_kind_settles("odd")


@pytest.mark.clause("D8 3.1(l)(i)", "D8 3.1(l)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_l_red_wins_on_red_compartments_and_otherwise_loses() -> None:
    assert_kind_settles("red")


@pytest.mark.clause("D8 3.1(m)(i)", "D8 3.1(m)(ii)", "D8 3.9", "D8 3.10")
def test_D8_3_1_m_black_wins_on_black_compartments_and_otherwise_loses() -> None:
    assert_kind_settles("black")


@pytest.mark.clause("D8 3.2(a)", "D8 3.2(b)", "D8 3.9", "D8 3.10", "D8 Appendix 3")
def test_D8_3_2_neighbour_wins_on_any_of_its_group_at_11_to_1_and_otherwise_loses() -> None:
    assert_kind_settles("neighbour")


@pytest.mark.clause("D8 3.1(c)(ii)", "D8 3.1(c)(iii)")
def test_D8_3_1_c_ii_the_streets_with_zero_are_paid_once_each() -> None:
    called = roulette("ana").play(
        Wager("ana", street(0, 1, 2), 10_00), Wager("ana", street(0, 2, 3), 10_00), NoMoreBets()
    )
    both, neither = (Outcome.WIN, 110_00), (Outcome.LOSE, 0)
    by_number = {0: (both, both), 1: (both, neither), 2: (both, both), 3: (neither, both), 4: (neither, neither)}
    for number, (with_1, with_3) in by_number.items():
        settled = outcomes(called.play(Spin(number)))
        assert settled == {("ana", "street 0-1-2"): with_1, ("ana", "street 0-2-3"): with_3}


@pytest.mark.clause("D8 3.10")
def test_D8_3_10_on_zero_seven_positions_of_the_whole_layout_win() -> None:
    table = with_players(roulette_table(Sign(5_00, 1_000_00), WITH_NEIGHBOURS), "ana")
    done = table.play(*(Wager("ana", position, 5_00) for position in LAWFUL), NoMoreBets(), Spin(0))
    won = {str(line.wager.position): line.pays for line in done.settled if line.outcome is Outcome.WIN}
    assert won == {
        "0": 175_00,
        "split 0-1": 85_00,
        "split 0-2": 85_00,
        "split 0-3": 85_00,
        "street 0-1-2": 55_00,
        "street 0-2-3": 55_00,
        "corner 0-1-2-3": 40_00,
    }
    lost = [line for line in done.settled if line.outcome is Outcome.LOSE]
    assert len(lost) == 162
    assert {str(line.rule) for line in lost} == {"D8 3.10"}


# Which wagers there are


@pytest.mark.clause("D8 3.1", "D8 3.2")
def test_D8_3_1_the_layout_has_these_positions_and_no_others() -> None:
    counts = {kind: sum(each.kind == kind for each in KNOWN) for kind in (*BUILDERS, *EVEN_CHANCES)}
    assert counts == {
        "straight up": 37,
        "split": 60,
        "street": 14,
        "corner": 23,
        "six-line": 11,
        "column": 3,
        "dozen": 3,
        "neighbour": 12,
        "low": 1,
        "high": 1,
        "even": 1,
        "odd": 1,
        "red": 1,
        "black": 1,
    }
    assert len(LAWFUL) == len(KNOWN) == 169
    assert set(roulette(options=WITH_NEIGHBOURS).game.areas) == LAWFUL
    without = {each.position for each in KNOWN if each.kind != "neighbour"}
    assert set(roulette().game.areas) == without
    assert len(without) == 157


def assert_refused_unless_lawful(positions: Iterable[Position], code: str, rule: str) -> None:
    """Each of these positions takes a wager where the data file has it, and is refused so where it has not."""
    table = roulette("ana", options=WITH_NEIGHBOURS)
    for position in positions:
        refusal = table.refuses(Wager("ana", position, 5_00))
        if position in LAWFUL:
            assert refusal is None, position
        else:
            assert refusal is not None, position
            assert (refusal.code, str(refusal.rule)) == (code, rule), position


@pytest.mark.clause("D8 3.1", "D8 3.1(a)(i)")
def test_D8_3_1_a_no_number_below_0_or_above_36() -> None:
    assert_refused_unless_lawful(map(straight_up, range(-3, 41)), "no_such_number", "D8 3.1(a)")


@pytest.mark.clause("D8 3.1", "D8 3.1(b)(i)")
def test_D8_3_1_b_every_pair_that_does_not_adjoin_is_refused() -> None:
    pairs = combinations_with_replacement(range(-1, 38), 2)
    assert_refused_unless_lawful((split(*pair) for pair in pairs), "not_adjoining", "D8 3.1(b) (R3)")


@pytest.mark.clause("D8 3.1(b)(i)")
def test_D8_3_1_b_zero_adjoins_1_2_and_3() -> None:
    table = roulette("ana")
    accepted = [number for number in NUMBERS if table.refuses(Wager("ana", split(0, number), 5_00)) is None]
    assert accepted == [1, 2, 3]


@pytest.mark.clause("D8 3.1", "D8 3.1(c)(i)")
def test_D8_3_1_c_every_three_numbers_that_are_no_street_are_refused() -> None:
    assert_refused_unless_lawful((street(*three) for three in combinations(NUMBERS, 3)), "not_a_street", "D8 3.1(c)")


@pytest.mark.clause("D8 3.1", "D8 3.1(c)(i)")
def test_D8_3_1_c_a_street_has_three_different_numbers() -> None:
    others = (street(), street(1), street(1, 2), street(1, 1, 1), street(1, 2, 3, 4), street(0, 1, 2, 3))
    assert_refused_unless_lawful(others, "not_a_street", "D8 3.1(c)")


@pytest.mark.clause("D8 3.1", "D8 3.1(d)(i)")
def test_D8_3_1_d_every_four_numbers_that_are_no_corner_are_refused() -> None:
    assert_refused_unless_lawful((corner(*four) for four in combinations(NUMBERS, 4)), "not_a_corner", "D8 3.1(d)")


@pytest.mark.clause("D8 3.1", "D8 3.1(e)(i)")
def test_D8_3_1_e_a_six_line_is_two_rows_next_to_each_other() -> None:
    apart = (Position("six-line", (*range(row, row + 3), *range(row + 6, row + 9))) for row in range(1, 29, 3))
    assert_refused_unless_lawful((*map(six_line, range(-6, 40)), *apart), "not_a_six_line", "D8 3.1(e) (R4)")


@pytest.mark.clause("D8 3.1", "D8 3.1(f)(i)", "D8 3.1(g)(i)")
def test_D8_3_1_f_there_are_three_columns_and_three_dozens() -> None:
    assert_refused_unless_lawful(map(column, range(-1, 38)), "no_such_column", "D8 3.1(f)")
    assert_refused_unless_lawful(map(dozen, range(-1, 38)), "no_such_dozen", "D8 3.1(g)")


@pytest.mark.clause("D8 3.2")
def test_D8_3_2_only_the_groups_on_the_cloth_are_neighbours() -> None:
    assert_refused_unless_lawful((neighbour(*three) for three in combinations(NUMBERS, 3)), "not_a_group", "D8 3.2")


@pytest.mark.clause("D8 3.2", "D8 2.2(b)")
def test_D8_3_2_no_neighbour_without_the_additional_areas() -> None:
    table = roulette("ana")
    for each in KNOWN:
        if each.kind == "neighbour":
            act = Wager("ana", each.position, 5_00)
            assert_refused(table, act, "no_neighbours", "D8 3.2", "This layout has no Neighbour areas.")


@pytest.mark.clause("D8 3.1", "D8 Appendix 2")
@pytest.mark.parametrize("layout", [1, 2])
def test_D8_Appendix_2_the_courtesy_line_takes_no_wager(layout: int) -> None:
    table = roulette("ana", options=RouletteOptions(layout=layout))
    for numbers in ((), (0,), (12, 13)):
        act = Wager("ana", Position("courtesy line", numbers), 5_00)
        assert_refused(table, act, "courtesy_line", "D8 Appendix 2 (R7)", "The courtesy line takes no wager.")


@pytest.mark.clause("D8 3.1")
@pytest.mark.parametrize(
    ("position", "rule"),
    [
        (Position("five line", (0, 1, 2, 3, 37)), "D8 3.1"),
        (Position("big"), "D8 3.1"),
        (Position(""), "D8 3.1"),
        (Position("neighbours", (32, 15, 19)), "D8 3.1"),
        (Position("low", (1,)), "D8 3.1(h)"),
        (Position("high", (19,)), "D8 3.1(i)"),
        (Position("even", (2,)), "D8 3.1(j)"),
        (Position("odd", (1,)), "D8 3.1(k)"),
        (Position("red", (1,)), "D8 3.1(l)"),
        (Position("black", (2,)), "D8 3.1(m)"),
    ],
    ids=str,
)
def test_D8_3_1_a_wager_the_rules_do_not_list_is_no_wager(position: Position, rule: str) -> None:
    act = Wager("ana", position, 5_00)
    assert_refused(roulette("ana"), act, "no_such_wager", rule, "Roulette does not have that wager.")


@pytest.mark.clause("D8 3.1")
@pytest.mark.parametrize(
    "junk",
    [
        *("red", 17, None, (1, 2)),
        *(Position(cast("str", 5)), Position(cast("str", 5), (1, 2))),
        *(Position("split", cast("tuple[int, int]", numbers)) for numbers in ([1, 2], ("1", "2"), (1, 2.0))),
        Position("straight up", (True,)),
    ],
    ids=repr,
)
def test_D8_3_1_a_wager_lies_on_a_position(junk: Any) -> None:
    table = roulette("ana")
    for act in (Wager("ana", junk, 5_00), Withdraw("ana", junk), VoidWager("ana", junk, "late")):
        assert_refused(table, act, "no_such_wager", "D8 3.1", "That is not a position on the layout.")


@pytest.mark.clause("D8 3.1", "D8 3.2")
@pytest.mark.parametrize(
    ("position", "words"),
    [
        (straight_up(37), "Choose a number from 0 to 36."),
        (split(1, 5), "1 and 5 are not next to each other on the layout."),
        (street(2, 3, 4), "2 and 3 and 4 are not the three numbers of one row, nor 0-1-2 or 0-2-3."),
        (street(), "No numbers are not the three numbers of one row"),
        (corner(1, 2, 3, 4), "1 and 2 and 3 and 4 are not four numbers that meet in one point, nor 0-1-2-3."),
        (six_line(2), "2 and 3 and 4 and 5 and 6 and 7 are not the numbers of two rows side by side."),
        (column(4), "Choose column 1, 2 or 3."),
        (dozen(0), "Choose dozen 1, 2 or 3."),
        (neighbour(1, 2, 3), "1 and 2 and 3 are not a group of the Neighbour area."),
    ],
    ids=str,
)
def test_D8_3_1_a_refused_position_is_explained(position: Position, words: str) -> None:
    refusal = roulette("ana", options=WITH_NEIGHBOURS).refuses(Wager("ana", position, 5_00))
    assert refusal is not None
    assert refusal.why.startswith(words)


@pytest.mark.clause("D8 3.1", "D8 3.2")
def test_D8_3_1_each_wager_names_the_clause_that_allows_it() -> None:
    game = roulette(options=WITH_NEIGHBOURS).game
    for each in KNOWN:
        allows, _, _limb = each.loses_by.rpartition("(")
        assert str(game.wager_rule(each.position)).removesuffix(" (R3)").removesuffix(" (R4)") == allows


@pytest.mark.clause("D8 3.1", "D8 3.8")
def test_D8_3_1_no_act_reaches_a_position_that_is_not_there() -> None:
    opened = live_roulette("ana").play(Wager("ana", red, 5_00), SpinBall(Direction.CLOCKWISE, Direction.ANTICLOCKWISE))
    spun = opened.play(NoMoreBets(), Spin(17))
    nowhere = split(1, 5)
    for table, act in (
        (opened, Withdraw("ana", nowhere)),
        (spun, Withdraw("ana", nowhere)),
        (spun, VoidWager("ana", nowhere, "late")),
        (spun, Favour("ana", red, "pushed by a passer-by", settle_as=nowhere)),
    ):
        assert_refused(table, act, "not_adjoining", "D8 3.1(b) (R3)", "1 and 5 are not next to each other")


@pytest.mark.clause("D8 3.1", "D8 3.8")
def test_D8_3_8_a_favour_settles_as_a_position_and_nothing_else() -> None:
    spun = live_roulette("ana").play(
        Wager("ana", red, 5_00), SpinBall(Direction.CLOCKWISE, Direction.ANTICLOCKWISE), NoMoreBets(), Spin(17)
    )
    act = Favour("ana", red, "pushed by a passer-by", settle_as=cast("Position", "black"))
    assert refusal_code(spun, act) == "no_such_wager"
    assert refusal_rule(spun, act) == "D8 3.1"


# What the limits count (ruling R21)


@pytest.mark.clause("D8 3.1", "D8 1.0", "D1 9.1")
def test_D8_3_1_the_limits_count_what_one_player_has_on_one_position() -> None:
    table = roulette("ana", "ben")
    under = Wager("ana", red, 4_50)
    assert_refused(table, under, "under_minimum", "D1 9.1", "The minimum on red is $5; this makes $4.50.")
    table = table.play(Wager("ana", red, 5_00), Wager("ana", red, 50), Wager("ana", red, 994_00))
    assert_refused(
        table, Wager("ana", red, 1_00), "over_maximum", "D1 9.1", "The maximum on red is $1000; this makes $1000.50."
    )
    full = table.play(Wager("ana", red, 50), Wager("ben", red, 1_000_00), Wager("ana", black, 1_000_00))
    assert [(wager.player, str(wager.position), wager.stake) for wager in full.wagers] == [
        ("ana", "black", 1_000_00),
        ("ana", "red", 1_000_00),
        ("ben", "red", 1_000_00),
    ]


@pytest.mark.clause("D8 3.1", "D1 9.1")
def test_D8_3_1_the_sign_may_state_limits_by_kind_of_wager() -> None:
    sign = Sign(5_00, 1_000_00, by_kind=(KindLimits("straight up", 1_00, 50_00),))
    table = with_players(roulette_table(sign), "ana")
    assert table.refuses(Wager("ana", straight_up(17), 1_00)) is None
    assert table.refuses(Wager("ana", straight_up(17), 50_00)) is None
    assert refusal_code(table, Wager("ana", straight_up(17), 50)) == "under_minimum"
    assert refusal_code(table, Wager("ana", straight_up(17), 50_50)) == "over_maximum"
    assert refusal_code(table, Wager("ana", split(17, 20), 1_00)) == "under_minimum"
    assert refusal_rule(table, Wager("ana", split(17, 20), 1_00)) == "D1 9.1"
    assert table.refuses(Wager("ana", split(17, 20), 1_000_00)) is None


@pytest.mark.clause("D8 3.1", "D1 9.5")
def test_D8_3_1_an_increment_on_the_sign_binds_the_total_on_a_position() -> None:
    table = with_players(roulette_table(Sign(5_00, 1_000_00, increment=2_50)), "ana")
    off = Wager("ana", red, 6_00)
    assert_refused(table, off, "off_increment", "D1 9.5", "Wagers go up in steps of $2.50; this makes $6.")
    table = table.play(Wager("ana", red, 7_50))
    assert refusal_code(table, Wager("ana", red, 2_00)) == "off_increment"
    assert table.refuses(Wager("ana", red, 2_50)) is None


# What is offered


def wager_offers(table: LayoutTable) -> dict[tuple[int, int, int], set[Position]]:
    """The offered positions by what may be staked on them: lowest, highest, step."""
    offers = [offer for offer in table.legal if offer.kind is Wager]
    assert {offer.role for offer in offers} <= {"player"}
    assert {cast("Any", offer.fields["player"]).values for offer in offers} <= {("ana",)}
    assert {cast("Any", offer.fields["chips"]).values for offer in offers} <= {(Chips.VALUE,)}
    found = {}
    for offer in offers:
        bounds, choices = cast("Any", offer.fields["amount"]), cast("Any", offer.fields["position"])
        found[bounds.lowest, bounds.highest, bounds.step] = set(choices.values)
    return found


@pytest.mark.clause("D8 3.1", "D8 3.2")
def test_D8_3_1_what_is_offered_is_what_the_rules_list() -> None:
    table = with_players(roulette_table(Sign(5_00, 1_000_00), WITH_NEIGHBOURS), "ana", amount=20_00)
    table = table.play(Wager("ana", red, 5_00))
    assert wager_offers(table) == {(5_00, 15_00, 50): LAWFUL - {red}, (50, 15_00, 50): {red}}
    assert wager_offers(table.play(NoMoreBets())) == {}


@pytest.mark.clause("D8 3.1", "D1 9.1")
@pytest.mark.parametrize(
    ("bought", "offered"), [(4_50, []), (5_00, [(5_00, 5_00, 50)]), (5_50, [(5_00, 5_50, 50)])], ids=str
)
def test_D8_3_1_no_wager_is_offered_that_a_purse_cannot_make(bought: int, offered: list[tuple[int, int, int]]) -> None:
    table = with_players(roulette_table(Sign(5_00, 1_000_00)), "ana", amount=bought)
    assert list(wager_offers(table)) == offered


@pytest.mark.clause("D8 3.1", "D1 9.1", "D1 9.5")
def test_D8_3_1_what_is_offered_keeps_the_limits_and_the_increment_of_the_sign() -> None:
    sign = Sign(5_00, 1_000_00, increment=2_50, by_kind=(KindLimits("straight up", 2_50, 11_00),))
    table = with_players(roulette_table(sign), "ana", amount=17_00)
    straights = {straight_up(number) for number in NUMBERS}
    others = set(table.game.areas) - straights
    assert wager_offers(table) == {(2_50, 10_00, 2_50): straights, (5_00, 15_00, 2_50): others}


@pytest.mark.clause("D8 3.1", "D1 9.5")
def test_D8_3_1_an_odd_stake_under_a_new_increment_is_offered_what_makes_it_even() -> None:
    table = with_players(roulette_table(Sign(5_00, 1_000_00)), "ana", amount=50_00).play(Wager("ana", red, 5_50))
    table = table.play(ChangeLimits(Sign(5_00, 1_000_00, increment=5_00)))
    assert wager_offers(table)[4_50, 44_50, 5_00] == {red}
    assert table.refuses(Wager("ana", red, 4_50)) is None
    assert refusal_code(table, Wager("ana", red, 5_00)) == "off_increment"
