"""The house's report: every figure worked out a second time, from the lines themselves and from known chances."""

from __future__ import annotations

import random
from fractions import Fraction

import msgspec
import pytest

import croupier
from croupier import Sign
from croupier.record.journals.rounds import RoundPart, SettledLine
from croupier.report.house import BlackjackPrices, Bought, Expected, HouseReport, LayoutPrices, RoundPlayed, report_of
from croupier.report.sittings import time_played

SIGN = Sign(minimum=5_00, maximum=1_000_00)
ROULETTE = LayoutPrices(croupier.roulette(SIGN).game, 50)
RED = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))


def line(position: str, stake: int, outcome: str = "lose", pays: int = 0) -> SettledLine:
    return SettledLine(position, stake, "value", outcome, pays, "", "", "")


def part(person: str, *lines: SettledLine) -> RoundPart:
    staked = sum(each.stake for each in lines)
    returned = sum(each.stake + each.pays for each in lines if each.outcome != "lose")
    return RoundPart(person, staked, returned, msgspec.json.encode(lines).decode())


def expected(prices: LayoutPrices, *lines: SettledLine) -> Expected:
    found = prices.expected(lines)
    assert found is not None
    return found


def by_hand(lost: list[int]) -> Expected:
    """Mean and variance of amounts that are equally likely."""
    mean = Fraction(sum(lost), len(lost))
    return Expected(mean, sum(((each - mean) ** 2 for each in lost), Fraction(0)) / len(lost))


def test_one_wager_is_worth_its_edge() -> None:
    assert expected(ROULETTE, line("17", 37_00)).win == 1_00
    assert expected(ROULETTE, line("17", 37_00)) == by_hand([-35 * 37_00, *[37_00] * 36])
    assert expected(ROULETTE, line("red", 10_00)) == by_hand([-10_00 if n in RED else 10_00 for n in range(37)])


def test_wagers_on_one_spin_are_weighed_together() -> None:
    """Red and black cover each other: only zero is left, so the variance is far below that of two wagers."""
    both = expected(ROULETTE, line("red", 10_00), line("black", 10_00))
    assert both == by_hand([20_00, *[0] * 36])
    apart = expected(ROULETTE, line("red", 10_00)) + expected(ROULETTE, line("black", 10_00))
    assert both.win == apart.win
    assert both.variance < apart.variance / 10


def test_money_wheel_and_tai_sai_have_their_own_odds() -> None:
    wheel = LayoutPrices(croupier.money_wheel(SIGN).game, 50)
    dice = LayoutPrices(croupier.tai_sai(SIGN).game, 50)
    assert expected(wheel, line("A", 52_00)).win == 4_00
    # Small loses on every triple: 105 rolls of 216 win.
    assert expected(dice, line("small", 216_00)).win == (216 - 2 * 105) * 1_00


def test_blackjack_counts_the_initial_wager_alone() -> None:
    prices = BlackjackPrices(8, Fraction(1, 200), Fraction(13, 10))
    lines = [line("box 3", 10_00), line("double a 3", 10_00), line("split b 3", 10_00)]
    assert prices.expected(lines) == Expected(Fraction(5), Fraction(13, 10) * 10_00**2)
    insured = prices.expected([line("insurance 3", 415_00)])
    # 128 of the 415 cards that may lie under an ace are tens: the house keeps 287 - 2 * 128 of 415.
    assert insured.win == 31_00


KEYS = {"table": lambda table, _time, _dealer: table, "dealer": lambda _table, _time, dealer: dealer}


def test_sums_follow_from_the_lines_group_by_group() -> None:
    rounds = [
        RoundPlayed(
            "r1", 100, "dora", (part("ana", line("17", 10_00, "win", 350_00)), part("ben", line("red", 20_00)))
        ),
        RoundPlayed("r1", 160, "", (part("ana", line("17", 10_00), line("even", 5_00, "void")),)),
        RoundPlayed("r2", 170, "dora", (part("ben", line("odd", 40_00, "void")),)),
    ]
    bought = [Bought("r1", 90, "dora", "ana", 100_00), Bought("r2", 95, "dora", "ben", 50_00)]
    report = report_of(rounds, bought, {"r1": ROULETTE, "r2": ROULETTE}, KEYS)
    table = report.groups["table"]["r1"]
    assert (table.rounds, table.wagers, table.handle, table.win, table.drop) == (2, 3, 40_00, -320_00, 100_00)
    assert (table.hold, table.average) == (Fraction(-320, 100), Fraction(40_00, 3))
    assert (table.first, table.last) == (100, 160)
    assert table.difference == -320_00 - Fraction(40_00, 37)
    # A round in which everything is void is no round of the report.
    assert report.groups["table"]["r2"].rounds == 0
    assert report.groups["dealer"]["dora"].handle == 30_00
    assert (report.players["ana"].win, report.players["ben"].win) == (-340_00, 20_00)
    assert (report.players["ana"].handle, report.players["ben"].drop) == (20_00, 50_00)
    assert report.all.win == sum(each.win for each in report.players.values()) == -320_00


def test_without_a_price_nothing_is_expected_and_the_rest_is_counted() -> None:
    report = report_of([RoundPlayed("b1", 1, "", (part("ana", line("box 1", 10_00)),))], [], {}, KEYS)
    figures = report.groups["table"]["b1"]
    assert (figures.win, figures.expected, figures.difference, figures.sigmas) == (10_00, None, None, None)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_fair_play_stays_within_its_deviation(seed: int) -> None:
    """Four thousand spins of a fair wheel, settled by hand; alpha is 1 in 15,000 for each seed, and seeds are fixed."""
    source = random.Random(seed)
    report = HouseReport({"r1": ROULETTE}, KEYS)
    lost = 0
    for spin in range(4_000):
        number, stake = source.randrange(37), source.choice((5_00, 10_00, 25_00))
        won = number in RED
        straight = (number == 17, source.choice((0, 5_00)))
        lines = [line("red", stake, "win" if won else "lose", stake if won else 0)]
        if straight[1]:
            lines.append(line("17", 5_00, "win" if straight[0] else "lose", 175_00 if straight[0] else 0))
        played = part("ana", *lines)
        lost += played.staked - played.returned
        report.add_round(RoundPlayed("r1", spin, "", (played,)))
    assert report.all.win == lost
    assert report.all.expected is not None
    assert report.all.expected.win == Fraction(report.all.handle, 37)
    assert report.all.sigmas is not None
    assert abs(report.all.sigmas) < 4


def test_a_wager_in_chips_of_older_days_has_no_price_and_a_strange_chip_breaks_nothing() -> None:
    dollars = LayoutPrices(croupier.roulette(SIGN).game, 1_00)
    assert dollars.expected([line("red", 2_50)]) is None
    assert LayoutPrices(croupier.roulette(SIGN).game, 3_00).expected([line("red", 37_00 * 3)]) is not None


EDGES = {
    ("roulette", "17"): Fraction(1, 37),
    ("roulette", "red"): Fraction(1, 37),
    ("money-wheel", "A"): Fraction(1, 13),
    ("tai-sai", "small"): Fraction(1, 36),
    ("tai-sai", "any triple"): Fraction(1, 9),
    ("tai-sai", "total 9"): Fraction(2, 27),
}
"""Literal, from the published odds: nothing here asks the code under test."""


def test_the_theoretical_win_of_many_wagers_is_exactly_their_stakes_by_their_edges(
    request: pytest.FixtureRequest,
) -> None:
    """Not nearly: the sum of fractions, over as many wagers as there are."""
    many = 1_000_000 if request.config.getoption("--long") else 10_000
    tables = (croupier.roulette(SIGN), croupier.money_wheel(SIGN), croupier.tai_sai(SIGN))
    prices = {table.origin.game: LayoutPrices(table.game, 50) for table in tables}
    report = HouseReport(prices, KEYS)
    source, due = random.Random(9), Fraction(0)
    for number in range(many):
        (game, position), edge = source.choice(list(EDGES.items()))
        stake = source.choice((5_00, 10_00, 12_50, 25_00, 100_00))
        report.add_round(RoundPlayed(game, number, "", (part("ana", line(position, stake)),)))
        due += stake * edge
    assert report.all.expected is not None
    assert report.all.wagers == many
    assert report.all.expected.win == due


def test_time_played_is_from_the_first_to_the_last_round_of_each_sitting() -> None:
    half_an_hour = 30 * 60
    assert time_played([]) == time_played([1_000]) == 0
    assert time_played([1_000, 1_000 + half_an_hour]) == half_an_hour
    assert time_played([1_000, 1_000 + half_an_hour + 1]) == 0
    # Two sittings of 10 and of 20 minutes, told in any order.
    assert time_played([10_000, 1_000, 1_600, 11_200]) == 600 + 1_200


def test_two_tables_at_once_are_one_sitting() -> None:
    rounds = [
        RoundPlayed(table, time, "", (part(person, line("red", 5_00)),))
        for table, time, person in (
            *(("r1", 0, "ana"), ("r1", 600, "ana"), ("r1", 600, "ben")),
            *(("r2", 300, "ana"), ("r2", 900, "ana"), ("r2", 1_200, "ben")),
        )
    ]
    report = report_of(rounds, [Bought("r1", 0, "", "cleo", 5_00)], {}, KEYS)
    played = {person: figures.played_seconds for person, figures in report.players.items()}
    assert played == {"ana": 900, "ben": 600, "cleo": None}
    assert report.all.played_seconds == 1_500
    assert report.groups["table"]["r1"].played_seconds is None
