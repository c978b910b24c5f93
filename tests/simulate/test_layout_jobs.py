"""Roulette, money wheel and Tai-Sai in the simulator: what the real table pays, drawn evenly, the same every time."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

import croupier
from croupier import (
    BuyIn,
    LayoutTable,
    MoneyWheelOptions,
    NoMoreBets,
    Odds,
    Outcome,
    RouletteOptions,
    Sign,
    TaiSaiOptions,
    Wager,
)
from croupier.games.layout.game import Game
from croupier.games.money_wheel import IndicatorRests as SpinOfWheel
from croupier.games.money_wheel import money_wheel_game
from croupier.games.position import Position
from croupier.games.refusal import Refused
from croupier.games.roulette import Spin, column, corner, dozen, neighbour, roulette_game, split, straight_up, street
from croupier.games.tai_sai import Roll, TaiSaiOdds, tai_sai_game
from croupier.odds import combination
from croupier.simulate import spins
from croupier.simulate.draws import CHUNK_BITS, stream
from croupier.simulate.engines import Processes, Threads
from croupier.simulate.job import CHUNK_ROUNDS, Task, Totals, tasks
from croupier.simulate.layout import LayoutJob, figures, layout_job, played
from croupier.simulate.runner import conduct

SEED = 20261
MANY = 10**8
ROULETTE = roulette_game(RouletteOptions(neighbours=True))
WHEEL = money_wheel_game(MoneyWheelOptions())
TAI_SAI = tai_sai_game(TaiSaiOptions(layout=2))
UNEVEN_ODDS = tai_sai_game(
    TaiSaiOptions(odds=TaiSaiOdds(small=Odds(97, 100), big=Odds(2, 3), odd=Odds(19, 20), even=Odds(1, 7)))
)
"""Odds of a house that do not come out in whole chips."""
RED, BLACK, ODD, EVEN, SMALL, BIG = map(Position, ("red", "black", "odd", "even", "small", "big"))
DIMES = Sign(minimum=10, maximum=1_000_000, smallest_chip=10)
HALVES = Sign(minimum=50, maximum=1_000_000)

Wagers = list[tuple[Position, int]]


def everything(game: Game) -> Wagers:
    """On every position there is, stakes that are nearly all different."""
    return [(position, 50 * (1 + place * 7 % 83)) for place, position in enumerate(game.areas)]


def twenty() -> Wagers:
    """One wager of nearly every kind at roulette, twenty in all."""
    inside = [straight_up(0), straight_up(17), split(0, 2), split(17, 20), street(0, 1, 2), street(13, 14, 15)]
    more = [corner(0, 1, 2, 3), corner(25, 26, 28, 29), neighbour(32, 15, 19), column(1), column(3), dozen(2)]
    outside = [RED, BLACK, ODD, EVEN, Position("low"), Position("high"), straight_up(36), dozen(3)]
    return [(position, 500 + 50 * place) for place, position in enumerate((*inside, *more, *outside))]


LAYOUTS: list[tuple[Game, Wagers, Sign]] = [
    (ROULETTE, everything(ROULETTE), HALVES),
    (ROULETTE, twenty(), HALVES),
    (ROULETTE, [(RED, 1000)], HALVES),
    (ROULETTE, [(RED, 1000), (BLACK, 1000), (straight_up(0), 50)], DIMES),
    (WHEEL, everything(WHEEL), HALVES),
    (WHEEL, [(Position("A"), 1000), (Position("G"), 50)], HALVES),
    (TAI_SAI, everything(TAI_SAI), HALVES),
    (TAI_SAI, [(SMALL, 1000), (BIG, 500), (Position("face", (1,)), 150), (Position("total", (9,)), 50)], HALVES),
    (UNEVEN_ODDS, [(SMALL, 1050), (BIG, 50), (ODD, 150), (EVEN, 1000)], HALVES),
    (UNEVEN_ODDS, [(SMALL, 1010), (BIG, 50), (ODD, 170), (EVEN, 1000)], DIMES),
]
JOBS = [layout_job(*layout) for layout in LAYOUTS]


def opened(game: Game, sign: Sign) -> LayoutTable:
    """A table as anybody opens it."""
    if game.id == "roulette":
        return croupier.roulette(sign, game.options)
    if game.id == "money-wheel":
        return croupier.money_wheel(sign, game.options)
    return croupier.tai_sai(sign, game.options)


def act_of(game: Game, outcome: Any) -> Any:
    return {"roulette": Spin, "money-wheel": SpinOfWheel, "tai-sai": Roll}[game.id](outcome)


def summed(job: LayoutJob, rounds: int, seed: int = SEED) -> Totals:
    first, *others = [job.run(seed, task).totals for task in tasks(rounds)]
    return sum(others, first)


# What the real table pays


@pytest.mark.parametrize(("game", "wagers", "sign"), LAYOUTS)
def test_every_result_gains_what_the_real_table_pays(game: Game, wagers: Wagers, sign: Sign) -> None:
    job = layout_job(game, wagers, sign)
    assert len(job.nets) == {"roulette": 37, "money-wheel": 52, "tai-sai": 216}[game.id]
    before = opened(game, sign).play(BuyIn("ana", 1_000_000))
    laid = before.play(*(Wager("ana", position, stake) for position, stake in wagers), NoMoreBets())
    for place, outcome in enumerate(game.outcomes):
        done = laid.play(act_of(game, outcome))
        assert done.purse_here("ana").value - 1_000_000 == job.nets[place]
        lines = {line.wager.position: line for line in done.settled}
        assert len(lines) == len(job.wagers)
        for (position, stake), ends in zip(job.wagers, job.ends, strict=True):
            line = lines[position]
            gain = line.pays if line.outcome is Outcome.WIN else -stake
            assert (line.wager.stake, line.outcome, gain) == (stake, *ends[place])


def test_zero_takes_even_chances_whole_and_pays_who_is_on_it() -> None:
    job = layout_job(ROULETTE, [(RED, 1000), (EVEN, 500), (straight_up(0), 100)])
    assert job.nets[0] == 3500 - 1500


def test_winnings_are_rounded_up_to_the_smallest_chip() -> None:
    assert max(layout_job(UNEVEN_ODDS, [(SMALL, 1000)]).nets) == 1000  # 9.70, and there is no chip below 0.50
    assert max(layout_job(UNEVEN_ODDS, [(SMALL, 1000)], DIMES).nets) == 970


@pytest.mark.parametrize("job", [JOBS[1], JOBS[4], JOBS[7], JOBS[9]])
def test_the_first_rounds_played_at_a_table_come_to_the_same(job: LayoutJob) -> None:
    assert played(job, SEED, 1501) == summed(job, 1501)


def test_a_table_that_pays_otherwise_is_found_out() -> None:
    job = JOBS[2]
    wrong = LayoutJob(job.game, job.sign, job.wagers, job.ends, tuple(net + 1 for net in job.nets))
    assert played(wrong, SEED, 50) != summed(wrong, 50)


# How results are drawn


def mixed(key: int, places: Any) -> Any:
    """SplitMix64 as it is published: a counter in steps of the golden ratio, two multiplications, three shifts."""
    with np.errstate(over="ignore"):
        state = np.uint64(key) + places.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


def drawn_plainly(key: int, rounds: int, results: int) -> tuple[list[int], int]:
    """The same draws without the compiled code, and how many had to be drawn again."""
    numbers = mixed(key, np.arange((rounds + 1) // 2))
    halves = np.stack([numbers & np.uint64(0xFFFFFFFF), numbers >> np.uint64(32)], axis=1).ravel()[:rounds]
    found, again = [], 0
    for round, draw in enumerate(halves.tolist()):
        product, tries = draw * results, 0
        while product % 2**32 < 2**32 % results:
            place = 2 ** (CHUNK_BITS - 1) + 64 * round + tries
            product = (int(mixed(key, np.array([place]))[0]) >> 32) * results
            tries += 1
        found.append(product >> 32)
        again += tries
    return found, again


REDRAWN = [(37, 0), (216, 0), (2_000_003, 1), (3 << 30, 5000), ((1 << 31) + 1, 9000)]
"""So many results, and how many of 20,001 draws have to be drawn again at the least."""


@pytest.mark.parametrize(("results", "fewest"), REDRAWN)
def test_draws_are_what_they_are_said_to_be(results: int, fewest: int) -> None:
    base = stream(SEED, 3)
    plainly, again = drawn_plainly(int(base), 20_001, results)
    assert spins.in_order(base, 20_001, results).tolist() == plainly
    assert again >= fewest


def quantile(freedom: int, deviations: float) -> float:
    """Of chi-square, where the normal one has so many standard deviations: Wilson and Hilferty's cube.

    At 4 deviations it is passed once in 31,574 times. For 36 degrees of freedom it gives 80.58, and 80.31 is right.
    """
    part = 2 / (9 * freedom)
    return freedom * (1 - part + deviations * sqrt(part)) ** 3


def assert_even(counts: Any) -> None:
    """Neither too uneven for chance, nor too even."""
    counts = np.asarray(counts, float)
    expected = counts.sum() / len(counts)
    chi_square = float(((counts - expected) ** 2).sum() / expected)
    assert quantile(len(counts) - 1, -4) < chi_square < quantile(len(counts) - 1, 4)


@pytest.mark.parametrize("results", [37, 52, 216])
def test_all_results_come_equally_often(results: int) -> None:
    assert_even(spins.counted(stream(SEED, 0), MANY, results))


@pytest.mark.parametrize("lag", [1, 2, 3, 2048])
def test_what_comes_next_does_not_hang_on_what_came(lag: int) -> None:
    found = spins.in_order(stream(SEED, 1), 4_000_000, 37).astype(np.int64)
    assert_even(np.bincount(found[:-lag] * 37 + found[lag:], minlength=37 * 37))


def test_chunks_hang_on_no_other_chunk() -> None:
    one, other = (spins.in_order(stream(SEED, chunk), 4_000_000, 37).astype(np.int64) for chunk in (0, 1))
    assert_even(np.bincount(one * 37 + other, minlength=37 * 37))


def test_what_is_drawn_again_is_even_too() -> None:
    """With three quarters of 2^32 results every fourth draw is thrown away."""
    found = spins.in_order(stream(SEED, 2), 4_000_000, 3 << 30)
    assert int(found.max()) < 3 << 30
    assert_even(np.bincount(found // (3 << 24), minlength=64))
    # Of four draws two give a result that three divides, and one of them is thrown away: kept, such results would come
    # twice as often.
    assert_even(np.bincount(found % 3, minlength=3))


@pytest.mark.parametrize("results", [1, 2, 37, 216, 1_999_993])
@pytest.mark.parametrize("rounds", [0, 1, 2, 3, 2047, 2048, 2049, 100_001])
def test_counts_are_those_of_the_rounds_one_by_one(results: int, rounds: int) -> None:
    """With two million results most blocks hold a draw to be looked at with care, and some twenty are drawn again."""
    base = stream(SEED, 4)
    one_by_one = np.bincount(spins.in_order(base, rounds, results), minlength=results)
    assert (spins.counted(base, rounds, results) == one_by_one).all()


# Totals


@pytest.mark.parametrize("rounds", [1, 2, 777, 2049, CHUNK_ROUNDS + 12_345])
def test_exactly_so_many_rounds(rounds: int) -> None:
    totals = summed(JOBS[6], rounds)
    assert (totals.rounds, sum(totals.counts)) == (rounds, rounds)
    assert totals.wagered == JOBS[6].stake * rounds
    assert totals.wagered_squared == JOBS[6].stake ** 2 * rounds
    assert totals.net_wagered == totals.net * JOBS[6].stake


def test_totals_are_those_of_the_results_one_by_one() -> None:
    job = JOBS[8]
    nets = [job.nets[place] for place in job.results(SEED, Task(5, 10_001))]
    totals = job.run(SEED, Task(5, 10_001)).totals
    assert (totals.net, totals.net_squared) == (sum(nets), sum(net**2 for net in nets))
    histogram = figures(job, totals).histogram
    assert {net: count for net, count in histogram.items() if count} == Counter(nets)
    assert list(histogram) == sorted(set(job.nets), reverse=True)


def test_the_seed_and_the_number_decide_a_chunk() -> None:
    job, task = JOBS[1], Task(3, 100_001)
    assert job.run(SEED, task).totals == job.run(SEED, task).totals
    others = [job.run(SEED + 1, task), job.run(SEED, Task(4, 100_001))]
    assert all(other.totals.counts != job.run(SEED, task).totals.counts for other in others)


def test_engines_come_to_the_same() -> None:
    job, rounds = JOBS[1], 3 * CHUNK_ROUNDS + 1
    threads = Threads(2)
    assert conduct(job, seed=SEED, rounds=rounds, engine=threads).totals == summed(job, rounds)
    threads.close()
    assert conduct(job, seed=SEED, rounds=rounds, engine=Processes(2)).totals == summed(job, rounds)


def test_the_first_totals_stay_what_they_are() -> None:
    """A seed means the same results for ever: who changes this changes `SCHEME` with it."""
    found = list(layout_job(ROULETTE, [(RED, 100)]).results(7, Task(0, 12)))
    assert found == [7, 21, 5, 29, 10, 8, 21, 18, 22, 35, 20, 34]


@pytest.mark.parametrize("rounds", [-1, spins.MOST_ROUNDS + 1])
def test_chunks_that_the_stream_has_no_numbers_for(rounds: int) -> None:
    with pytest.raises(ValueError, match="A chunk has at most"):
        JOBS[2].run(SEED, Task(0, rounds))


# Identity


def test_jobs_can_be_pickled() -> None:
    for job in JOBS:
        again = pickle.loads(pickle.dumps(job))  # noqa: S301  our own bytes
        assert again == job
        assert again.identity == job.identity


def test_identity_is_all_that_decides_the_totals() -> None:
    assert len({job.identity for job in JOBS}) == len(JOBS)
    wagers = [(SMALL, 1000), (BIG, 500)]
    same = [layout_job(TAI_SAI, wagers), layout_job(TAI_SAI, reversed(wagers)), layout_job(TAI_SAI, wagers, HALVES)]
    assert len({job.identity for job in same}) == 1
    others = [
        layout_job(TAI_SAI, [(SMALL, 1000), (BIG, 550)]),
        layout_job(TAI_SAI, wagers, DIMES),
        layout_job(UNEVEN_ODDS, wagers),
    ]
    assert len({job.identity for job in (*others, same[0])}) == 4


# Figures


@pytest.mark.parametrize("job", JOBS)
def test_many_rounds_agree_with_the_exact_odds(job: LayoutJob) -> None:
    found = figures(job, summed(job, MANY))
    assert found.whole.exact == combination(job.game, job.wagers, job.sign)
    assert abs(found.whole.z) < 4
    assert found.whole.net == sum(each.measured.net for each in found.wagers)
    assert float(found.whole.variance) == pytest.approx(
        float(found.whole.exact.variance / job.stake**2), rel=0.01, abs=1e-9
    )
    # A layout with everything on it has hundreds of wagers: among so many one may well lie beyond 4.
    assert all(abs(each.measured.z) < 4.5 for each in found.wagers)
    assert sum(found.histogram.values()) == MANY
    assert sum(net * count for net, count in found.histogram.items()) == found.whole.net


def test_every_figure_worked_out_by_hand() -> None:
    """So many rounds that each number came once, and zero once more."""
    job = layout_job(ROULETTE, [(RED, 1000), (straight_up(17), 100)])
    found = figures(job, job.totals((2, *(1,) * 36)))
    assert found.histogram == {900: 18, -1100: 19, 2500: 1}
    red, number = found.wagers
    assert [red.position, red.won, red.lost, red.stood_off] == [RED, 18, 20, 0]
    assert [number.position, number.won, number.lost] == [straight_up(17), 1, 37]
    assert (red.measured.net, number.measured.net) == (-2000, -200)
    assert red.measured.edge == Fraction(2, 38)
    assert red.measured.variance == Fraction(38 - Fraction(4, 38)) / 37
    assert red.measured.standard_error == pytest.approx(sqrt(float(38 - Fraction(4, 38)) / 37 / 38))
    assert red.measured.edge_percent == pytest.approx(100 * 2 / 38)
    assert red.measured.standard_error_percent == pytest.approx(100 * red.measured.standard_error)
    exact_variance = 1 - Fraction(1, 37) ** 2
    assert red.measured.z == pytest.approx((2 / 38 - 1 / 37) / sqrt(float(exact_variance) / 38))
    assert found.whole.edge == Fraction(2200, 38 * 1100)
    assert (found.whole.rounds, found.whole.stake, found.whole.net) == (38, 1100, -2200)


def test_what_comes_to_the_same_on_every_result_deviates_in_nothing() -> None:
    job = layout_job(ROULETTE, [(straight_up(number), 100) for number in range(37)])
    whole = figures(job, summed(job, 1000)).whole
    assert (whole.edge, whole.variance) == (Fraction(1, 37), Fraction(0))
    assert (whole.standard_error, whole.z) == (0.0, 0.0)


def test_one_round_has_figures_and_none_has_not() -> None:
    job = JOBS[1]
    assert figures(job, summed(job, 1)).whole.standard_error == 0
    with pytest.raises(ValueError, match="No round was played"):
        figures(job, job.totals((0,) * 37))


# What is refused


@pytest.mark.parametrize(
    ("game", "wagers", "sign", "code"),
    [
        (ROULETTE, [], None, "no_wager_there"),
        (ROULETTE, [(RED, 100), (split(1, 5), 100)], None, "not_adjoining"),
        (roulette_game(RouletteOptions()), [(neighbour(32, 15, 19), 100)], None, "no_neighbours"),
        (ROULETTE, [(RED, 75)], None, "not_in_chips"),
        (ROULETTE, [(RED, 0)], None, "not_positive"),
        (ROULETTE, [(RED, 1.0)], None, "not_an_amount"),
        (ROULETTE, [(RED, 3000), (RED, 3000)], Sign(minimum=500, maximum=5000), "over_maximum"),
        (ROULETTE, [(RED, 300)], Sign(minimum=500, maximum=5000), "under_minimum"),
        (WHEEL, [(Position("A-B"), 100)], None, "not_inside"),
        (TAI_SAI, [(Position("total", (18,)), 100)], None, "no_such_total"),
        (tai_sai_game(TaiSaiOptions(layout=1)), [(ODD, 100)], None, "not_on_layout"),
    ],
)
def test_wagers_that_a_table_refuses(game: Game, wagers: Any, sign: Sign | None, code: str) -> None:
    with pytest.raises(Refused) as refused:
        layout_job(game, wagers, sign)
    assert refused.value.refusal.code == code
