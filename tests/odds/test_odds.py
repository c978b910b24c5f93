"""What every wager is worth: answers worked out by hand, against those enumerated from the machines."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest

from croupier import MoneyWheelOptions, Odds, RouletteOptions, TaiSaiOptions
from croupier.games.money_wheel import money_wheel_game
from croupier.games.roulette import roulette_game
from croupier.games.tai_sai import TaiSaiOdds, tai_sai_game
from croupier.odds import WagerOdds, odds_of_game
from croupier.rulebook import Source


class Known(NamedTuple):
    """One row, worked out by hand."""

    positions: int
    odds: str
    win_ways: int
    edge: Fraction
    variance: Fraction
    rule: str


def _roulette(positions: int, odds: int, win_ways: int, variance: int, rule: str) -> Known:
    """All have the same edge, and a variance of so many 1369ths: 36² (37 - n) / n of them where n numbers win."""
    return Known(positions, f"{odds} to 1", win_ways, Fraction(1, 37), Fraction(variance, 1369), rule)


ROULETTE = {
    "straight up": _roulette(37, 35, 1, 46656, "D8 3.1(a)"),
    "split": _roulette(60, 17, 2, 22680, "D8 3.1(b)"),
    "street": _roulette(14, 11, 3, 14688, "D8 3.1(c)"),
    "corner": _roulette(23, 8, 4, 10692, "D8 3.1(d)"),
    "six-line": _roulette(11, 5, 6, 6696, "D8 3.1(e)"),
    "column": _roulette(3, 2, 12, 2700, "D8 3.1(f)"),
    "dozen": _roulette(3, 2, 12, 2700, "D8 3.1(g)"),
    "low": _roulette(1, 1, 18, 1368, "D8 3.1(h)"),
    "high": _roulette(1, 1, 18, 1368, "D8 3.1(i)"),
    "even": _roulette(1, 1, 18, 1368, "D8 3.1(j)"),
    "odd": _roulette(1, 1, 18, 1368, "D8 3.1(k)"),
    "red": _roulette(1, 1, 18, 1368, "D8 3.1(l)"),
    "black": _roulette(1, 1, 18, 1368, "D8 3.1(m)"),
    "neighbour": _roulette(12, 11, 3, 14688, "D8 3.2"),
}


def _symbol(odds: int, sections: int, variance: int) -> Known:
    return Known(1, f"{odds} to 1", sections, Fraction(1, 13), Fraction(variance, 169), "D10 3.1")


MONEY_WHEEL = {
    "symbol A": _symbol(1, 24, 168),
    "symbol B": _symbol(3, 12, 480),
    "symbol C": _symbol(5, 8, 792),
    "symbol D": _symbol(11, 4, 1728),
    "symbol E": _symbol(23, 2, 3600),
    "symbol F": _symbol(47, 1, 7344),
    "symbol G": _symbol(47, 1, 7344),
}

TAI_SAI = {
    "small": Known(1, "1 to 1", 105, Fraction(1, 36), Fraction(1295, 1296), "D9 4.1(a)"),
    "big": Known(1, "1 to 1", 105, Fraction(1, 36), Fraction(1295, 1296), "D9 4.1(b)"),
    "triple": Known(6, "180 to 1", 1, Fraction(35, 216), Fraction(7043615, 46656), "D9 4.1(c)"),
    "double": Known(6, "11 to 1", 16, Fraction(1, 9), Fraction(800, 81), "D9 4.1(d)"),
    "any triple": Known(1, "31 to 1", 6, Fraction(1, 9), Fraction(2240, 81), "D9 4.1(e)"),
    "total 4 or 17": Known(2, "62 to 1", 3, Fraction(1, 8), Fraction(3479, 64), "D9 4.1(f)"),
    "total 5 or 16": Known(2, "31 to 1", 6, Fraction(1, 9), Fraction(2240, 81), "D9 4.1(f)"),
    "total 6 or 15": Known(2, "18 to 1", 10, Fraction(13, 108), Fraction(185915, 11664), "D9 4.1(f)"),
    "total 7 or 14": Known(2, "12 to 1", 15, Fraction(7, 72), Fraction(56615, 5184), "D9 4.1(f)"),
    "total 8 or 13": Known(2, "8 to 1", 21, Fraction(1, 8), Fraction(455, 64), "D9 4.1(f)"),
    "total 9 or 12": Known(2, "7 to 1", 25, Fraction(2, 27), Fraction(4775, 729), "D9 4.1(f)"),
    "total 10 or 11": Known(2, "6 to 1", 27, Fraction(1, 8), Fraction(343, 64), "D9 4.1(f)"),
    "pair": Known(15, "6 to 1", 30, Fraction(1, 36), Fraction(7595, 1296), "D9 4.1(g)"),
    "face": Known(6, "1, 2 or 3 to 1", 91, Fraction(17, 216), Fraction(57815, 46656), "D9 4.1(h)"),
    "three with pair": Known(30, "60 to 1", 3, Fraction(11, 72), Fraction(264191, 5184), "D9 4.1(i) list"),
    "three different": Known(20, "30 to 1", 6, Fraction(5, 36), Fraction(33635, 1296), "D9 4.1(i) list"),
    "four": Known(4, "7 to 1", 24, Fraction(1, 9), Fraction(512, 81), "D9 4.1(j)(i)"),
    "odd": Known(1, "1 to 1", 105, Fraction(1, 36), Fraction(1295, 1296), "D9 4.1(k)"),
    "even": Known(1, "1 to 1", 105, Fraction(1, 36), Fraction(1295, 1296), "D9 4.1(l)"),
}
"""The table of RULINGS.md 1.2, with what follows from it."""

_GAZETTED = {"three with pair", "three different", "four", "odd", "even"}


def _known(row: WagerOdds) -> Known:
    return Known(row.positions, row.odds_text, row.win_ways, row.edge, row.variance, row.rule.clause)


def _rows(rows: tuple[WagerOdds, ...]) -> dict[str, Known]:
    assert len({row.wager for row in rows}) == len(rows)
    return {row.wager: _known(row) for row in rows}


@pytest.mark.parametrize(
    "options",
    [RouletteOptions(), RouletteOptions(layout=2, display=0), RouletteOptions(neighbours=True, chipping_machine=True)],
)
def test_roulette_whatever_the_layout(options: RouletteOptions) -> None:
    assert _rows(odds_of_game(roulette_game(options))) == ROULETTE


def test_neighbour_groups_of_a_house_are_counted() -> None:
    options = RouletteOptions(neighbour_groups=((32, 15, 19), (4, 21, 2)))
    known = {**ROULETTE, "neighbour": ROULETTE["neighbour"]._replace(positions=2)}
    assert _rows(odds_of_game(roulette_game(options))) == known


@pytest.mark.parametrize("options", [MoneyWheelOptions(), MoneyWheelOptions(layout=3, name="Big Six")])
def test_money_wheel_whatever_the_layout(options: MoneyWheelOptions) -> None:
    assert _rows(odds_of_game(money_wheel_game(options))) == MONEY_WHEEL


def test_the_order_round_the_rim_changes_no_odds() -> None:
    order = "A" * 24 + "B" * 12 + "C" * 8 + "D" * 4 + "EEFG"
    assert _rows(odds_of_game(money_wheel_game(MoneyWheelOptions(order=order)))) == MONEY_WHEEL


@pytest.mark.parametrize("layout", [1, 2])
def test_tai_sai_whatever_the_layout(layout: int) -> None:
    assert _rows(odds_of_game(tai_sai_game(TaiSaiOptions(layout=layout)))) == TAI_SAI


def test_the_number_of_results() -> None:
    assert {row.ways for row in odds_of_game(roulette_game(RouletteOptions()))} == {37}
    assert {row.ways for row in odds_of_game(money_wheel_game(MoneyWheelOptions()))} == {52}
    assert {row.ways for row in odds_of_game(tai_sai_game(TaiSaiOptions()))} == {216}


def test_the_number_of_positions() -> None:
    assert sum(row.positions for row in ROULETTE.values()) == 157 + 12
    assert sum(row.positions for row in odds_of_game(roulette_game(RouletteOptions()))) == 157 + 12
    assert sum(row.positions for row in odds_of_game(tai_sai_game(TaiSaiOptions()))) == 50 + 50 + 4 + 2


_HIT_RATES = {
    "red": Fraction(18, 37),
    "straight up": Fraction(1, 37),
    "symbol A": Fraction(6, 13),
    "symbol E": Fraction(1, 26),
    "small": Fraction(35, 72),
    "triple": Fraction(1, 216),
    "face": Fraction(91, 216),
    "pair": Fraction(5, 36),
    "total 9 or 12": Fraction(25, 216),
}


def test_hit_rates() -> None:
    games = (
        roulette_game(RouletteOptions()),
        money_wheel_game(MoneyWheelOptions()),
        tai_sai_game(TaiSaiOptions()),
    )
    rates = {row.wager: row.hit_rate for game in games for row in odds_of_game(game)}
    assert {wager: rates[wager] for wager in _HIT_RATES} == _HIT_RATES


def test_the_clause_of_the_odds() -> None:
    assert {row.odds_rule.clause for row in odds_of_game(roulette_game(RouletteOptions()))} == {"D8 3.9"}
    assert {row.odds_rule.clause for row in odds_of_game(money_wheel_game(MoneyWheelOptions()))} == {"D10 3.8"}
    assert {row.odds_rule.clause for row in odds_of_game(tai_sai_game(TaiSaiOptions()))} == {"D9 4.10"}


def test_which_odds_are_the_gazettes_and_which_are_adopted() -> None:
    for game in (roulette_game(RouletteOptions()), money_wheel_game(MoneyWheelOptions())):
        assert {row.source for row in odds_of_game(game)} == {Source.GAZETTE}
    sources = {row.wager: row.source for row in odds_of_game(tai_sai_game(TaiSaiOptions()))}
    assert sources == {wager: Source.GAZETTE if wager in _GAZETTED else Source.ADOPTED for wager in TAI_SAI}


def test_odds_of_a_house_are_not_called_the_gazettes() -> None:
    odds = TaiSaiOdds(four=Odds(8), small=Odds(2))
    sources = {row.wager: row.source for row in odds_of_game(tai_sai_game(TaiSaiOptions(odds=odds)))}
    assert sources["four"] is Source.ADOPTED
    assert sources["small"] is Source.ADOPTED
    assert sources["odd"] is Source.GAZETTE


_MACAU = TaiSaiOdds(
    triple=Odds(150),
    double=Odds(8),
    any_triple=Odds(24),
    total_4_17=Odds(50),
    total_5_16=Odds(18),
    total_6_15=Odds(14),
    total_7_14=Odds(12),
    total_8_13=Odds(8),
    total_9_12=Odds(6),
    total_10_11=Odds(6),
    pair=Odds(5),
)
_MACAU_EDGES = {
    "triple": Fraction(65, 216),
    "double": Fraction(1, 3),
    "any triple": Fraction(11, 36),
    "total 4 or 17": Fraction(7, 24),
    "total 5 or 16": Fraction(17, 36),
    "total 6 or 15": Fraction(11, 36),
    "total 7 or 14": Fraction(7, 72),
    "total 8 or 13": Fraction(1, 8),
    "total 9 or 12": Fraction(41, 216),
    "total 10 or 11": Fraction(1, 8),
    "pair": Fraction(1, 6),
}
"""1 - n (odds + 1) / 216, for the n results that win."""


def test_another_table_of_odds() -> None:
    edges = {row.wager: row.edge for row in odds_of_game(tai_sai_game(TaiSaiOptions(odds=_MACAU)))}
    assert {wager: edges[wager] for wager in _MACAU_EDGES} == _MACAU_EDGES
    assert edges["small"] == Fraction(1, 36)


@pytest.mark.parametrize(
    ("odds", "text", "edge"),
    [
        ((Odds(1), Odds(2), Odds(12)), "1, 2 or 12 to 1", Fraction(8, 216)),
        ((Odds(1), Odds(1), Odds(3)), "1 or 3 to 1", Fraction(32, 216)),
        ((Odds(1), Odds(3, 2), Odds(3)), "1 to 1, 3 to 2 or 3 to 1", Fraction(49, 432)),
        ((Odds(3), Odds(2), Odds(1)), "1, 2 or 3 to 1", Fraction(-131, 216)),
    ],
)
def test_a_wager_that_pays_by_how_often_its_face_shows(
    odds: tuple[Odds, Odds, Odds], text: str, edge: Fraction
) -> None:
    """Once on 75 results, twice on 15, three times on 1, and not at all on 125."""
    once, twice, three_times = odds
    table = TaiSaiOdds(face_once=once, face_twice=twice, face_three_times=three_times)
    face = {row.wager: row for row in odds_of_game(tai_sai_game(TaiSaiOptions(odds=table)))}["face"]
    assert (face.odds_text, face.edge, face.win_ways) == (text, edge, 91)


def test_odds_that_are_not_to_one() -> None:
    rows = odds_of_game(tai_sai_game(TaiSaiOptions(odds=TaiSaiOdds(small=Odds(97, 100)))))
    small = {row.wager: row for row in rows}["small"]
    assert small.odds_text == "97 to 100"
    assert small.edge == Fraction(111 * 100 - 105 * 97, 21600)
