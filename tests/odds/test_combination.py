"""What a whole layout comes to: answers worked out by hand, and what must hold for any wagers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import BuyIn, KindLimits, MoneyWheelOptions, NoMoreBets, Odds, RouletteOptions, Sign, TaiSaiOptions, Wager
from croupier.games.layout.game import Game
from croupier.games.layout.opening import new_table
from croupier.games.money_wheel import money_wheel_game
from croupier.games.position import Position
from croupier.games.refusal import Refused
from croupier.games.roulette import column, corner, dozen, neighbour, roulette_game, split, straight_up, street
from croupier.games.tai_sai import TaiSaiOdds, tai_sai_game
from croupier.odds import combination, odds_of_game

ROULETTE = roulette_game(RouletteOptions(neighbours=True))
WHEEL = money_wheel_game(MoneyWheelOptions())
TAI_SAI = tai_sai_game(TaiSaiOptions(layout=2))
GAMES: tuple[Game, ...] = (ROULETTE, WHEEL, TAI_SAI)

RED, BLACK, ODD, LOW = map(Position, ("red", "black", "odd", "low"))
SMALL, BIG, ANY_TRIPLE = map(Position, ("small", "big", "any triple"))
Wagers = list[tuple[Position, int]]


def _dollars(*stakes: tuple[Position, int]) -> Wagers:
    return [(position, stake * 100) for position, stake in stakes]


# Worked out by hand

BY_HAND: list[tuple[Game, Wagers, dict[int, Fraction]]] = [
    (ROULETTE, _dollars((RED, 10)), {1000: Fraction(18, 37), -1000: Fraction(19, 37)}),
    (ROULETTE, _dollars((RED, 10), (BLACK, 10)), {0: Fraction(36, 37), -2000: Fraction(1, 37)}),
    # Two dozens: 2 to 1 on one less the other, on 24 numbers.
    (ROULETTE, _dollars((dozen(1), 10), (dozen(3), 10)), {1000: Fraction(24, 37), -2000: Fraction(13, 37)}),
    # All three dozens: 20 - 10 - 10, and zero takes all.
    (ROULETTE, _dollars(*((dozen(place), 10) for place in (1, 2, 3))), {0: Fraction(36, 37), -3000: Fraction(1, 37)}),
    # 17 wins 350 and 170; 20 wins 170 and loses 10; the others lose 20.
    (
        ROULETTE,
        _dollars((straight_up(17), 10), (split(17, 20), 10)),
        {52000: Fraction(1, 37), 16000: Fraction(1, 37), -2000: Fraction(35, 37)},
    ),
    # Column 3 has eight red numbers and four black ones; ten red numbers lie outside it.
    (
        ROULETTE,
        _dollars((RED, 10), (column(3), 10)),
        {3000: Fraction(8, 37), 1000: Fraction(4, 37), 0: Fraction(10, 37), -2000: Fraction(15, 37)},
    ),
    # 0-1-2, 0-2-3 and 0-1-2-3: 11 to 1 twice and 8 to 1 on 0 and on 2, once each on 1 and on 3.
    (
        ROULETTE,
        _dollars((street(0, 1, 2), 1), (street(0, 2, 3), 1), (corner(0, 1, 2, 3), 1)),
        {3000: Fraction(2, 37), 1800: Fraction(2, 37), -300: Fraction(33, 37)},
    ),
    (ROULETTE, _dollars((neighbour(32, 15, 19), 2)), {2200: Fraction(3, 37), -200: Fraction(34, 37)}),
    # A has 24 sections at 1 to 1, G has one at 47 to 1.
    (
        WHEEL,
        _dollars((Position("A"), 10), (Position("G"), 1)),
        {3700: Fraction(1, 52), 900: Fraction(24, 52), -1100: Fraction(27, 52)},
    ),
    # One on each symbol: what it pays, less the other six.
    (
        WHEEL,
        _dollars(*((Position(letter), 1) for letter in "ABCDEFG")),
        {
            4100: Fraction(2, 52),
            1700: Fraction(2, 52),
            500: Fraction(4, 52),
            -100: Fraction(8, 52),
            -300: Fraction(12, 52),
            -500: Fraction(24, 52),
        },
    ),
    (TAI_SAI, _dollars((SMALL, 10), (BIG, 10)), {0: Fraction(35, 36), -2000: Fraction(1, 36)}),
    (
        TAI_SAI,
        _dollars((SMALL, 10), (BIG, 10), (ANY_TRIPLE, 1)),
        {1100: Fraction(6, 216), -100: Fraction(210, 216)},
    ),
    # Each face pays as often as it shows.
    (
        TAI_SAI,
        _dollars((Position("face", (1,)), 1), (Position("face", (2,)), 1)),
        {
            300: Fraction(6, 216),  # 1-1-2 and 1-2-2: 2 and 1
            200: Fraction(24 + 2, 216),  # 1-2-x: 1 and 1; 1-1-1 and 2-2-2: 3 less 1
            100: Fraction(24, 216),  # 1-1-x and 2-2-x, three ways with four others each: 2 less 1
            0: Fraction(96, 216),  # one of them once, with two others: 2 · 3 · 16
            -200: Fraction(64, 216),
        },
    ),
    # Total 9 pays 7 on 25 results: 1-2-6, 1-3-5 and 2-3-4 six ways each, 1-4-4 and 2-2-5 three ways each, 3-3-3. Pair
    # 1-2 pays 6 on 30 results, and 1-2-6 is the only one with both.
    (
        TAI_SAI,
        _dollars((Position("total", (9,)), 1), (Position("pair", (1, 2)), 1)),
        {1300: Fraction(6, 216), 600: Fraction(19, 216), 500: Fraction(24, 216), -200: Fraction(167, 216)},
    ),
]


@pytest.mark.parametrize(("game", "wagers", "known"), BY_HAND)
def test_worked_out_by_hand(game: Game, wagers: Wagers, known: dict[int, Fraction]) -> None:
    assert sum(known.values()) == 1
    found = combination(game, wagers)
    assert found.distribution == known
    assert list(found.distribution) == sorted(known, reverse=True)


def test_one_unit_on_every_number_loses_one_for_certain() -> None:
    found = combination(ROULETTE, [(straight_up(number), 100) for number in range(37)])
    assert found.distribution == {-100: Fraction(1)}
    assert [found.edge, found.variance, found.hit_rate] == [Fraction(1, 37), 0, 1]
    assert [found.ahead, found.even, found.behind] == [0, 0, 1]
    assert found.best == found.worst
    assert found.best.outcomes == tuple(range(37))


def test_every_figure_of_one_layout() -> None:
    found = combination(ROULETTE, _dollars((straight_up(17), 10), (split(17, 20), 10)))
    assert (found.stake, found.ways, found.win_ways) == (2000, 37, 2)
    assert found.mean == Fraction(52000 + 16000 - 35 * 2000, 37) == Fraction(-2000, 37)
    assert found.edge == Fraction(1, 37)
    squares = Fraction(52000**2 + 16000**2 + 35 * 2000**2, 37)
    assert found.variance == squares - Fraction(2000, 37) ** 2
    assert found.hit_rate == Fraction(2, 37)
    assert [found.ahead, found.even, found.behind] == [Fraction(2, 37), 0, Fraction(35, 37)]
    assert (found.best.net, found.best.outcomes, found.best.ways) == (52000, (17,), 1)
    assert (found.worst.net, found.worst.ways) == (-2000, 35)
    assert set(found.worst.outcomes) == set(range(37)) - {17, 20}
    assert found.wagers == ((split(17, 20), 1000), (straight_up(17), 1000))


def test_winning_something_is_not_ending_ahead() -> None:
    found = combination(ROULETTE, _dollars((RED, 10), (dozen(2), 30)))
    # Dozen 2 has six red numbers; twelve others are red, where 10 are won and 30 lost.
    assert found.distribution == {
        7000: Fraction(6, 37),
        5000: Fraction(6, 37),
        -2000: Fraction(12, 37),
        -4000: Fraction(13, 37),
    }
    assert (found.hit_rate, found.ahead) == (Fraction(24, 37), Fraction(12, 37))


@pytest.mark.parametrize("game", GAMES)
def test_one_wager_alone_has_the_edge_of_its_kind(game: Game) -> None:
    rows = {row.wager: row for row in odds_of_game(game)}
    for position in game.areas:
        row = rows[game.odds_kind(position)]
        alone = combination(game, [(position, 500)])
        assert (alone.edge, alone.hit_rate) == (row.edge, row.hit_rate)
        assert alone.variance == row.variance * 500**2


# What is paid


def test_winnings_are_rounded_up_to_the_smallest_chip() -> None:
    game = tai_sai_game(TaiSaiOptions(odds=TaiSaiOdds(small=Odds(97, 100))))
    assert combination(game, [(SMALL, 1000)]).best.net == 1000  # 9.70, and there is no chip below 0.50
    sign = Sign(minimum=10, maximum=100_000, smallest_chip=10)
    assert combination(game, [(SMALL, 1000)], sign).best.net == 970
    assert combination(game, [(SMALL, 1000)], sign).edge == Fraction(111 * 100 - 105 * 97, 21600)


def test_stakes_on_one_position_are_one_wager() -> None:
    game = tai_sai_game(TaiSaiOptions(odds=TaiSaiOdds(small=Odds(1, 3))))
    twice = combination(game, [(SMALL, 100), (BIG, 50), (SMALL, 100)])
    assert twice.wagers == ((BIG, 50), (SMALL, 200))
    assert twice == combination(game, [(SMALL, 200), (BIG, 50)])
    assert combination(game, [(SMALL, 100), (SMALL, 100)]).best.net == 100  # two thirds of a dollar, rounded up once
    assert combination(game, [(SMALL, 100)]).best.net == 50


# What is refused


@pytest.mark.parametrize(
    ("game", "position", "code"),
    [
        (ROULETTE, split(1, 5), "not_adjoining"),
        (ROULETTE, SMALL, "no_such_wager"),
        (roulette_game(RouletteOptions()), neighbour(32, 15, 19), "no_neighbours"),
        (WHEEL, Position("A-B"), "not_inside"),
        (WHEEL, RED, "no_such_wager"),
        (TAI_SAI, Position("total", (18,)), "no_such_total"),
        (tai_sai_game(TaiSaiOptions(layout=1)), Position("odd"), "not_on_layout"),
    ],
)
def test_positions_that_the_game_has_not(game: Game, position: Position, code: str) -> None:
    with pytest.raises(Refused) as refused:
        combination(game, [(next(iter(game.areas)), 100), (position, 100)])
    assert refused.value.refusal.code == code


@pytest.mark.parametrize(
    ("stake", "code"),
    [
        (0, "not_positive"),
        (-100, "not_positive"),
        (75, "not_in_chips"),
        (1.0, "not_an_amount"),
        (True, "not_an_amount"),
    ],
)
def test_stakes_that_are_none(stake: Any, code: str) -> None:
    with pytest.raises(Refused) as refused:
        combination(ROULETTE, [(RED, 100), (RED, stake)])
    assert refused.value.refusal.code == code


def test_what_is_no_position_at_all() -> None:
    position: Any = "red"
    with pytest.raises(Refused):
        combination(ROULETTE, [(position, 100)])


def test_no_wager_at_all() -> None:
    with pytest.raises(Refused, match="There is no wager"):
        combination(ROULETTE, [])


def test_a_sign_binds_what_lies_on_each_position() -> None:
    sign = Sign(minimum=500, maximum=5000, by_kind=(KindLimits("straight up", 100, 1000),))
    assert combination(ROULETTE, [(RED, 300), (straight_up(7), 1000), (RED, 200)], sign).stake == 1500
    for wagers, code in (
        ([(RED, 300)], "under_minimum"),
        ([(RED, 3000), (RED, 2500)], "over_maximum"),
        ([(straight_up(7), 1050)], "over_maximum"),
    ):
        with pytest.raises(Refused) as refused:
            combination(ROULETTE, wagers, sign)
        assert refused.value.refusal.code == code


# Whatever the wagers


@st.composite
def layouts(draw: st.DrawFn) -> tuple[Game, Wagers]:
    game = draw(st.sampled_from(GAMES))
    stakes = st.integers(1, 400).map(lambda chips: chips * 50)
    wagers = draw(st.lists(st.tuples(st.sampled_from(list(game.areas)), stakes), min_size=1, max_size=8))
    return game, wagers


@given(layouts())
def test_the_chances_are_together_one(layout: tuple[Game, Wagers]) -> None:
    found = combination(*layout)
    assert sum(found.distribution.values()) == 1
    assert found.ahead + found.even + found.behind == 1
    assert found.ahead <= found.hit_rate
    assert found.ways == len(layout[0].outcomes)
    assert found.worst.net >= -found.stake


@given(layouts())
def test_the_mean_is_the_sum_of_the_single_means(layout: tuple[Game, Wagers]) -> None:
    """All odds here are to one: what is paid needs no rounding."""
    game, wagers = layout
    assert combination(game, wagers).mean == sum(combination(game, [wager]).mean for wager in wagers)


@given(layouts(), st.randoms(use_true_random=False))
def test_the_order_of_wagers_is_irrelevant(layout: tuple[Game, Wagers], random: Any) -> None:
    game, wagers = layout
    shuffled = list(wagers)
    random.shuffle(shuffled)
    assert combination(game, shuffled) == combination(game, wagers)


@given(layouts(), st.data())
def test_a_table_that_plays_it_pays_the_same(layout: tuple[Game, Wagers], data: st.DataObject) -> None:
    game, wagers = layout
    found = combination(game, wagers)
    result = data.draw(st.sampled_from(found.results))
    outcome = data.draw(st.sampled_from(result.outcomes))
    table = new_table(game, Sign(minimum=50, maximum=1_000_000), None, None, ())
    table = table.play(BuyIn("ana", 1_000_000), *(Wager("ana", position, stake) for position, stake in wagers))
    table = table.play(NoMoreBets(), game.result_act(outcome))
    assert table.purse_here("ana").value == 1_000_000 + result.net
