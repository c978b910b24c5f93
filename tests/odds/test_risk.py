"""What becomes of a bankroll: against formulas of the textbooks, and against every course that play can take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, product
from math import comb, prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import RouletteOptions
from croupier.games.position import Position
from croupier.games.roulette import dozen, roulette_game, straight_up
from croupier.odds import (
    Fate,
    Spread,
    TooMuch,
    combination,
    fate,
    fate_within,
    longest_losing_run,
    losing_run,
    mean_of,
    quantile,
    result_after,
    spread_of,
    variance_of,
)

Results = dict[int, Fraction]

ROULETTE = roulette_game(RouletteOptions())
RED: Results = {1: Fraction(18, 37), -1: Fraction(19, 37)}
FAIR: Results = {1: Fraction(1, 2), -1: Fraction(1, 2)}
DOZEN: Results = {2: Fraction(12, 37), -1: Fraction(25, 37)}
RED_AND_BLACK: Results = {0: Fraction(36, 37), -2: Fraction(1, 37)}
MIXED: Results = {5: Fraction(1, 12), 1: Fraction(1, 3), 0: Fraction(1, 4), -3: Fraction(1, 3)}
MANY = [RED, FAIR, DOZEN, RED_AND_BLACK, MIXED, {-1: Fraction(1)}, {3: Fraction(1)}, {0: Fraction(1)}]


def _courses(results: Results, rounds: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every course that so many rounds can take, with its chance."""
    for course in product(results, repeat=rounds):
        yield course, prod((results[net] for net in course), start=Fraction(1))


# One round


def test_mean_and_variance() -> None:
    assert mean_of(RED) == Fraction(-1, 37)
    assert variance_of(RED) == 1 - Fraction(1, 37**2)
    assert mean_of(DOZEN) == Fraction(-1, 37)
    assert variance_of(DOZEN) == Fraction(2700, 1369)
    assert mean_of(MIXED) == Fraction(5, 12) + Fraction(1, 3) - 1
    assert variance_of({4: Fraction(1)}) == 0


def test_the_spread_and_the_quantiles() -> None:
    assert spread_of(MIXED) == Spread(Fraction(5, 12), Fraction(1, 4), Fraction(1, 3))
    assert spread_of(RED) == Spread(Fraction(18, 37), Fraction(0), Fraction(19, 37))
    # From the worst: -3 to 1/3, 0 to 7/12, 1 to 11/12, 5 to 1.
    shares = {"1/100": -3, "1/3": -3, "34/100": 0, "1/2": 0, "7/12": 0, "3/5": 1, "11/12": 1, "23/25": 5, "1": 5}
    assert {share: quantile(MIXED, Fraction(share)) for share in shares} == shares


# Many rounds


@pytest.mark.parametrize("results", MANY)
@pytest.mark.parametrize("rounds", [0, 1, 2, 3, 5])
def test_the_result_after_some_rounds_by_every_course(results: Results, rounds: int) -> None:
    known: dict[int, Fraction] = defaultdict(Fraction)
    for course, chance in _courses(results, rounds):
        known[sum(course)] += chance
    found = result_after(results, rounds)
    assert found == known
    assert list(found) == sorted(known, reverse=True)


def test_five_hundred_spins_on_red_are_binomial() -> None:
    found = result_after({10: Fraction(18, 37), -10: Fraction(19, 37)}, 500)
    assert len(found) == 501
    for wins in (0, 1, 249, 250, 499, 500):
        assert found[10 * wins - 10 * (500 - wins)] == Fraction(
            comb(500, wins) * 18**wins * 19 ** (500 - wins), 37**500
        )


@pytest.mark.parametrize("results", MANY)
def test_moments_add_up(results: Results) -> None:
    after = result_after(results, 40)
    assert sum(after.values()) == 1
    assert mean_of(after) == 40 * mean_of(results)
    assert variance_of(after) == 40 * variance_of(results)


# Runs


def _longest(course: tuple[int, ...]) -> int:
    return max((len(list(run)) for lost, run in groupby(course, lambda net: net < 0) if lost), default=0)


@pytest.mark.parametrize("results", MANY)
@pytest.mark.parametrize("rounds", [0, 1, 2, 3, 4, 6])
def test_runs_by_every_course(results: Results, rounds: int) -> None:
    at_least: dict[int, Fraction] = defaultdict(Fraction)
    average = Fraction(0)
    for course, chance in _courses(results, rounds):
        average += chance * _longest(course)
        for length in range(_longest(course) + 1):
            at_least[length] += chance
    assert longest_losing_run(results, rounds) == average
    for length in range(rounds + 2):
        assert losing_run(results, rounds, length) == at_least[length]


def test_runs_in_twelve_tosses_of_a_coin() -> None:
    """By every one of the 4096 sequences."""
    sequences = list(product((1, -1), repeat=12))
    assert longest_losing_run(FAIR, 12) == Fraction(sum(map(_longest, sequences)), 4096)
    assert losing_run(FAIR, 12, 4) == Fraction(sum(_longest(each) >= 4 for each in sequences), 4096)


def test_tosses_without_two_tails_in_a_row_are_fibonacci_numbers() -> None:
    numbers = [1, 2]
    while len(numbers) <= 100:
        numbers.append(numbers[-1] + numbers[-2])
    for tosses in (1, 2, 3, 10, 100):
        assert losing_run(FAIR, tosses, 2) == 1 - Fraction(numbers[tosses], 2**tosses)


# A bankroll


def _ruin_formula(bankroll: int, goal: int) -> Fraction:
    """The gambler's ruin with p = 18/37, one unit a round: ((q/p)^b - (q/p)^g) / (1 - (q/p)^g)."""
    ratio = Fraction(19, 18)
    return (ratio**bankroll - ratio**goal) / (1 - ratio**goal)


@pytest.mark.parametrize(("bankroll", "goal"), [(1, 2), (1, 3), (5, 10), (20, 40), (3, 100), (99, 100), (200, 300)])
def test_the_gamblers_ruin(bankroll: int, goal: int) -> None:
    found = fate(RED, stake=1, bankroll=bankroll, goal=goal)
    assert found.ruin == _ruin_formula(bankroll, goal)
    assert found.goal == 1 - found.ruin
    assert found.playing == 0
    in_cents = {net * 1000: chance for net, chance in RED.items()}
    assert fate(in_cents, stake=1000, bankroll=bankroll * 1000 + 999, goal=goal * 1000) == found


@pytest.mark.parametrize(("bankroll", "goal"), [(1, 2), (7, 10), (20, 40), (150, 390)])
def test_a_fair_game_reaches_its_goal_in_proportion(bankroll: int, goal: int) -> None:
    assert fate(FAIR, stake=1, bankroll=bankroll, goal=goal).goal == Fraction(bankroll, goal)


def test_bold_play_by_hand() -> None:
    """10 on a dozen with 20, to 40: lose both, or win the first, or lose one and win the next and then some."""
    # From 20: +20 is 40. From 10: to 30 or ruin. From 30: to 50 or 20. x = p + q y, y = p z, z = p + q x.
    p, q = Fraction(12, 37), Fraction(25, 37)
    x = (p + p**2 * q) / (1 - p * q**2)
    assert fate({20: p, -10: q}, stake=10, bankroll=20, goal=40) == Fate(x, 1 - x)


def test_a_layout_at_the_table() -> None:
    found = combination(ROULETTE, [(Position("red"), 1000)])
    assert fate(found.distribution, stake=found.stake, bankroll=20_000, goal=40_000).ruin == _ruin_formula(20, 40)
    all_numbers = combination(ROULETTE, [(straight_up(number), 100) for number in range(37)])
    certain = fate(all_numbers.distribution, stake=all_numbers.stake, bankroll=10_000, goal=20_000)
    assert certain == Fate(Fraction(0), Fraction(1))
    # 100 cover 37 until 36 are left: that takes 64 rounds of 1 each.
    assert fate_within(all_numbers.distribution, stake=3700, bankroll=10_000, goal=20_000, rounds=63).playing == 1
    after = fate_within(all_numbers.distribution, stake=3700, bankroll=10_000, goal=20_000, rounds=10**9)
    assert [after.ruin, after.rounds] == [1, 64]


def _every_course(results: Results, stake: int, bankroll: int, goal: int, rounds: int) -> Fate:
    """By walking every course until it ends."""
    ends = {"goal": Fraction(0), "ruin": Fraction(0)}
    played = Fraction(0)
    for course, chance in _courses(results, rounds):
        money = bankroll
        for net in (*course, 0):
            if money >= goal or money < stake:
                ends["goal" if money >= goal else "ruin"] += chance
                break
            money += net
        money = bankroll
        for net in course:
            if not stake <= money < goal:
                break
            money += net
            played += chance
    return Fate(ends["goal"], ends["ruin"], played)


@pytest.mark.parametrize("results", MANY)
@pytest.mark.parametrize(
    ("stake", "bankroll", "goal"), [(1, 1, 2), (1, 3, 5), (2, 5, 9), (3, 4, 4), (3, 2, 8), (1, 0, 3), (4, 6, 11)]
)
@pytest.mark.parametrize("rounds", [0, 1, 2, 4, 6])
def test_play_by_every_course(results: Results, stake: int, bankroll: int, goal: int, rounds: int) -> None:
    found = fate_within(results, stake=stake, bankroll=bankroll, goal=goal, rounds=rounds)
    assert found == _every_course(results, stake, bankroll, goal, rounds)


@pytest.mark.parametrize("results", [RED, DOZEN, MIXED, RED_AND_BLACK])
def test_long_play_comes_to_what_unlimited_play_is(results: Results) -> None:
    asked = {"stake": 3, "bankroll": 8, "goal": 14}
    long, at_last = fate_within(results, **asked, rounds=900), fate(results, **asked)
    assert at_last.goal + at_last.ruin == 1
    assert 0 <= at_last.goal - long.goal <= long.playing < Fraction(1, 1000)
    assert 0 <= at_last.ruin - long.ruin <= long.playing


def test_what_is_lost_on_average_is_the_edge_of_every_round_played() -> None:
    """Wald: from 3 to 0 or to 5 with one unit a round, so that what play ends with follows from how it ends."""
    found = fate_within(RED, stake=1, bankroll=3, goal=5, rounds=1500)
    assert found.rounds is not None
    ends_with = 5 * found.goal
    assert abs((ends_with - 3) - found.rounds * Fraction(-1, 37)) < Fraction(1, 10**9)


def test_a_game_in_which_nothing_ever_happens() -> None:
    nothing = {0: Fraction(1)}
    assert fate(nothing, stake=1, bankroll=3, goal=5) == Fate(Fraction(0), Fraction(0))
    assert fate(nothing, stake=1, bankroll=3, goal=5).playing == 1


def test_play_that_is_over_before_it_begins() -> None:
    assert fate(RED, stake=1, bankroll=5, goal=5) == Fate(Fraction(1), Fraction(0))
    assert fate(RED, stake=6, bankroll=5, goal=9) == Fate(Fraction(0), Fraction(1))


def _small_results() -> st.SearchStrategy[Results]:
    weights = st.dictionaries(st.integers(-4, 6), st.integers(1, 9), min_size=1, max_size=4)
    return weights.map(lambda ways: {net: Fraction(count, sum(ways.values())) for net, count in ways.items()})


@given(_small_results(), st.integers(1, 4), st.integers(0, 8), st.integers(0, 6), st.integers(0, 4))
def test_any_small_game_by_every_course(results: Results, stake: int, bankroll: int, more: int, rounds: int) -> None:
    found = fate_within(results, stake=stake, bankroll=bankroll, goal=bankroll + more, rounds=rounds)
    assert found == _every_course(results, stake, bankroll, bankroll + more, rounds)


@given(_small_results(), st.integers(1, 4), st.integers(0, 8), st.integers(0, 6))
@settings(max_examples=50)
def test_any_small_game_to_its_end(results: Results, stake: int, bankroll: int, more: int) -> None:
    """The chances of the end are those of the next round, from where it leads."""
    goal = bankroll + more
    found = fate(results, stake=stake, bankroll=bankroll, goal=goal)
    if not stake <= bankroll < goal:
        assert found.playing == 0
        return
    onward = [
        (chance, fate(results, stake=stake, bankroll=max(0, bankroll + net), goal=max(goal, bankroll + net)))
        for net, chance in results.items()
    ]
    assert found.goal == sum(chance * after.goal for chance, after in onward)
    assert found.ruin == sum(chance * after.ruin for chance, after in onward)


# What is refused


def test_more_bankrolls_than_are_solved() -> None:
    assert fate(RED, stake=1, bankroll=200, goal=401).playing == 0  # 400 of them: 1 to 400
    with pytest.raises(TooMuch, match="more than 400"):
        fate(RED, stake=1, bankroll=200, goal=402)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: result_after(RED, 10**12),
        lambda: longest_losing_run(RED, 10**12),
        lambda: losing_run(RED, 10**12, 5),
        lambda: result_after({10**9: Fraction(1, 3), 0: Fraction(1, 3), -1: Fraction(1, 3)}, 100),
    ],
)
def test_what_would_take_hours_is_refused_at_once(ask: Any) -> None:
    with pytest.raises(TooMuch):
        ask()


@pytest.mark.parametrize(
    "results",
    [
        {},
        {1: Fraction(1, 2)},
        {1: Fraction(3, 2), -1: Fraction(-1, 2)},
        {Fraction(1, 2): Fraction(1)},
        {True: Fraction(1)},
    ],
)
def test_what_is_no_distribution(results: Any) -> None:
    for ask in (
        mean_of,
        variance_of,
        spread_of,
        lambda bad: result_after(bad, 2),
        lambda bad: longest_losing_run(bad, 2),
    ):
        with pytest.raises(ValueError, match="result"):
            ask(results)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"goal": 9}, "must not be below the bankroll"),
        ({"stake": 0}, "must be above 0"),
        ({"bankroll": -1}, "0 or more"),
        ({"stake": 1.0}, "whole"),
        ({"goal": Fraction(25, 2)}, "whole"),
    ],
)
def test_what_is_no_bankroll(changes: dict[str, Any], why: str) -> None:
    asked: dict[str, Any] = {"stake": 1, "bankroll": 10, "goal": 20} | changes
    with pytest.raises(ValueError, match=why):
        fate(RED, **asked)
    with pytest.raises(ValueError, match=why):
        fate_within(RED, **asked, rounds=3)


def test_what_is_no_number_of_rounds() -> None:
    bad: Any
    for bad in (-1, 1.0, True):
        for ask in (
            lambda rounds: result_after(RED, rounds),
            lambda rounds: longest_losing_run(RED, rounds),
            lambda rounds: losing_run(RED, rounds, 1),
            lambda rounds: losing_run(RED, 3, rounds),
            lambda rounds: fate_within(RED, stake=1, bankroll=1, goal=2, rounds=rounds),
        ):
            with pytest.raises(ValueError, match="whole number"):
                ask(bad)


@pytest.mark.parametrize("share", [Fraction(0), Fraction(-1), Fraction(3, 2)])
def test_what_is_no_share(share: Fraction) -> None:
    with pytest.raises(ValueError, match="share"):
        quantile(RED, share)


def test_dozens_end_as_their_distribution_says() -> None:
    found = combination(ROULETTE, [(dozen(1), 1000)])
    assert variance_of(found.distribution) == found.variance == Fraction(2700, 1369) * 1000**2
    assert mean_of(found.distribution) == found.mean
