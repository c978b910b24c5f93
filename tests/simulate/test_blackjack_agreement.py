"""Simulated figures against exact ones: the solver's, and fractions made by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Sevens
from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes
from croupier.odds.blackjack import sums
from croupier.odds.blackjack.distribution import mean_and_variance, spread_of_round
from croupier.odds.blackjack.layout import layout
from croupier.odds.blackjack.solver import Shoe, solve
from croupier.odds.blackjack.solver import Strategy as Kind
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.blackjack.up_card import UpCard
from croupier.odds.super_sevens import SevensShoe, super_sevens
from croupier.simulate.blackjack.exact import off_the_top
from croupier.simulate.blackjack.job import BlackjackJob, blackjack_job
from croupier.simulate.blackjack.prepared import way_of
from croupier.simulate.blackjack.results import Figures, figures
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.strategies.strategy import Chart, ChoiceSource, HeldHand, PlayStrategy, row_of
from croupier.simulate.blackjack.tabulated.boxes import INSURANCE, SUPER_SEVENS, Detail
from croupier.simulate.engines import Threads
from croupier.simulate.job import Task, Totals
from croupier.simulate.runner import conduct
from tests.support.simulate.blackjack_setups import CHARTED, basic, sevens

WITHIN = 4
"""Standard errors."""
SEED = 20_261
MANY, FEWER = 100_000_000, 20_000_000


def simulated(setup: Setup, rounds: int, seed: int = SEED) -> tuple[BlackjackJob, Totals, Figures]:
    job = blackjack_job(setup)
    totals = conduct(job, seed=seed, rounds=rounds, engine=Threads(2)).totals
    return job, totals, figures(job, totals)


def z_of(totals: Totals, value: float, stake: int = 10_00) -> float:
    """How many standard errors the mean gain of a box's unit is above a value; for one box and one stake."""
    mean = totals.net / totals.rounds / stake
    square = totals.net_squared / totals.rounds / stake**2
    return (mean - value) / sqrt((square - mean**2) / totals.rounds)


# The whole game


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_full_shoes_agree_with_the_solver(decks: int) -> None:
    _, totals, found = simulated(Setup(BlackjackOptions(decks=decks), fresh=True), MANY)
    exact = solve(Shoe.of_decks(decks)).value
    assert totals.rounds == MANY
    assert abs(z_of(totals, exact)) < WITHIN
    assert found.exact_percent == pytest.approx(-100 * exact, abs=1e-9)
    assert found.z == pytest.approx(-z_of(totals, exact), abs=1e-3)
    assert found.edge_percent == pytest.approx(-100 * totals.net / totals.wagered)
    assert found.standard_error_percent < 0.0121


OTHERS: dict[str, tuple[BlackjackOptions, ChoiceSource]] = {
    "composition": (BlackjackOptions(decks=4), ChoiceSource.COMPOSITION),
    "cdp1": (BlackjackOptions(decks=4), ChoiceSource.CDP1),
    "two hands": (BlackjackOptions(decks=6, hands=2), ChoiceSource.TOTAL),
    "soft 17, all taken": (
        BlackjackOptions(hands=2, soft_17=Soft17.DRAW, dealer_blackjack=Takes.ALL),
        ChoiceSource.CDP1,
    ),
    "peek": (BlackjackOptions(decks=5, hands=2, dealer_blackjack=Takes.PEEK), ChoiceSource.COMPOSITION),
    "doubles with an ace": (
        BlackjackOptions(decks=7, hands=2, double_with_ace=True, double_after_split=False),
        ChoiceSource.TOTAL,
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_every_source_and_reading_agrees_with_the_solver(name: str) -> None:
    options, source = OTHERS[name]
    _, totals, found = simulated(Setup(options, PlayStrategy(source=source), fresh=True), FEWER)
    exact = solve(Shoe.of_decks(options.decks), options.rules, Kind(source)).value
    assert abs(z_of(totals, exact)) < WITHIN
    assert found.exact_percent == pytest.approx(-100 * exact, abs=1e-9)


def insured(decks: int) -> Fraction:
    """What half a unit on insurance is worth, off the top: whatever the players hold, the next card is as any other."""
    tens = Fraction(16 * decks, 52 * decks - 1)
    return Fraction(1, 13) * Fraction(1, 2) * (2 * tens - (1 - tens))


def settled_early(decks: int) -> Fraction:
    """What even money adds on a blackjack against an ace."""
    cards = 52 * decks
    ace = Fraction(4 * decks, cards)
    held = 2 * Fraction((4 * decks - 1) * 16 * decks, (cards - 1) * (cards - 2))
    tens = Fraction(16 * decks - 1, cards - 3)
    return ace * held * (1 - Fraction(3, 2) * (1 - tens))


def test_insurance_and_even_money_cost_what_fractions_say() -> None:
    options = BlackjackOptions(decks=6, hands=2)
    plain = solve(Shoe.of_decks(6), options.rules).value
    for strategy, more in (
        (PlayStrategy(insures=True), insured(6)),
        (PlayStrategy(early=True), settled_early(6)),
    ):
        _, totals, found = simulated(Setup(options, strategy, fresh=True), FEWER)
        assert found.exact_percent == pytest.approx(-100 * (plain + float(more)), abs=1e-9)
        assert abs(z_of(totals, plain + float(more))) < WITHIN


def test_a_chart_is_worth_what_the_solver_says_of_the_same_play() -> None:
    """The chart that ships with the project is the solver's own best play by totals for 8 decks."""
    _, totals, found = simulated(Setup(BlackjackOptions(decks=8), CHARTED, fresh=True), FEWER)
    best = solve(Shoe.of_decks(8)).value
    assert found.exact_percent is not None
    assert abs(z_of(totals, -found.exact_percent / 100)) < WITHIN
    assert found.exact_percent == pytest.approx(-100 * best, abs=1e-9)


def test_there_is_no_exact_figure_where_the_solver_has_none() -> None:
    for setup in (Setup(strategy=CHARTED), Setup(strategy=CHARTED, fresh=True, stake=7_50, chip=2_50)):
        _, _, found = simulated(setup, 10_000)
        assert found.z is None
        assert found.note
    assert simulated(Setup(strategy=CHARTED), 10_000)[2].exact_percent is not None
    rounded = Setup(strategy=CHARTED, fresh=True, stake=7_50, chip=2_50)
    assert off_the_top(rounded, way_of(rounded)) is None


# The variance


def without_splits() -> Chart:
    """Pairs are played as the totals that they are."""
    chart = basic()
    hard = {pair: chart.hard[2 * pair] for pair in RANKS if pair > 1}
    return replace(chart, pairs={**hard, 1: chart.soft[12]})


def square_of_gain(chart: Chart, decks: int) -> tuple[float, float]:
    """Mean of a round's gain and of its square, exactly: no hand is split, so the dealer meets one hand."""
    rules, shoe = machine.GAZETTED, Shoe.of_decks(decks)
    laid = layout(rules)
    family = laid.deal
    means = np.zeros(2)
    for up in RANKS:
        at = UpCard(laid, shoe, up)
        choices = np.array([chosen(chart, up, node.hand) for node in family.nodes], dtype=np.int32)
        for power in (1, 2):
            chances = at.dealer(family.shoes[0])
            alone = sums.stand_values(chances, family.shoes[0], family.kinds, laid.initial**power)
            both = (laid.initial + laid.added) ** power
            doubled = sums.stand_values(chances, family.shoes[0], family.kinds, both)
            values, _ = sums.played_values(at.cards, family.steps, choices, alone, doubled)
            means[power - 1] += float((at.dealt() * values).sum()) * shoe.counts[up - 1] / sum(shoe.counts)
    return float(means[0]), float(means[1])


def chosen(chart: Chart, up: int, hand: machine.Hand) -> int:
    options = machine.decisions(hand, 3)
    if not options:
        return int(Decision.STAND)
    letter = chart.letter(*row_of(hand), up)
    if letter == "D":
        return int(Decision.DOUBLE if Decision.DOUBLE in options else Decision.DRAW)
    return int(Decision.STAND if letter == "S" and Decision.STAND in options else Decision.DRAW)


def test_the_variance_is_exact_where_nothing_is_split() -> None:
    chart = without_splits()
    _, totals, found = simulated(Setup(BlackjackOptions(decks=6), PlayStrategy(chart=chart), fresh=True), FEWER)
    mean, square = square_of_gain(chart, 6)
    assert abs(z_of(totals, mean)) < WITHIN
    assert found.exact_percent == pytest.approx(-100 * mean, abs=1e-9)
    times = sum(found.histogram.values())
    fourth = sum(number * ((net / 10_00 - mean) ** 2) ** 2 for net, number in found.histogram.items()) / times
    variance = square - mean**2
    assert abs(found.variance - variance) < WITHIN * sqrt((fourth - variance**2) / times)


def test_the_variance_with_splits_is_near_that_of_an_endless_shoe() -> None:
    _, _, found = simulated(Setup(BlackjackOptions(decks=8), fresh=True), FEWER)
    _, variance = mean_and_variance(spread_of_round(solve(Shoe.of_decks(8))))
    assert found.variance == pytest.approx(variance, rel=0.005)


# How often, by fractions made by hand


def is_as_often(times: int, of: int, chance: Fraction) -> bool:
    expected = of * float(chance)
    return abs(times - expected) < WITHIN * sqrt(expected * (1 - float(chance)))


def hands_of_two(decks: int) -> dict[str, Fraction]:
    """The chance of each kind of first two cards."""
    shoe = {rank: 4 * decks * (4 if rank == 10 else 1) for rank in RANKS}
    all_pairs = comb(52 * decks, 2)
    found: dict[str, Fraction] = {}
    for first in RANKS:
        for second in range(first, 11):
            ways = comb(shoe[first], 2) if first == second else shoe[first] * shoe[second]
            if first == second:
                name = f"pair of {first}"
            elif first == 1:
                name = "blackjack" if second == 10 else f"soft {11 + second}"
            else:
                name = f"hard {first + second}"
            found[name] = found.get(name, Fraction(0)) + Fraction(ways, all_pairs)
    return found


@pytest.mark.clause("D2 1.0 Blackjack")
@pytest.mark.parametrize("fresh", [True, False])
def test_every_first_hand_comes_as_often_as_it_should(fresh: bool) -> None:
    options = BlackjackOptions(decks=4, hands=2)
    job, totals, found = simulated(Setup(options, CHARTED, boxes=2, fresh=fresh, detail=Detail.HANDS), 2_000_000)
    chances = hands_of_two(4)
    assert sum(chances.values()) == 1
    assert {share.name for share in found.hands} == set(chances)
    # Two boxes of a round share a shoe, and rounds a shoe that is dealt down: so each by itself, and not too near.
    for share in found.hands:
        assert is_as_often(share.times, 2 * totals.rounds, chances[share.name]), share.name
    assert sum(share.times for share in found.hands) == 2 * totals.rounds
    assert job.setup.fresh is fresh


@pytest.mark.clause("D2 9.1", "D2 9.4")
def test_insurance_is_offered_and_won_as_often_as_it_should_be() -> None:
    options = BlackjackOptions(decks=6, hands=2)
    job, totals, _ = simulated(Setup(options, PlayStrategy(insures=True), fresh=True), FEWER)
    gains = [outcome.gains[INSURANCE] for outcome in job.made.outcomes]
    won = sum(times for gain, times in zip(gains, totals.counts, strict=True) if gain > 0)
    lost = sum(times for gain, times in zip(gains, totals.counts, strict=True) if gain < 0)
    ace, ten = Fraction(1, 13), Fraction(96, 311)
    assert {gain for gain in gains if gain} == {10_00, -5_00}
    assert is_as_often(won + lost, totals.rounds, ace)
    assert is_as_often(won, totals.rounds, ace * ten)


# Super Sevens


def sevens_counted(job: BlackjackJob, totals: Totals, amount: int) -> dict[int, int]:
    """How often the wager gained so many times its amount, all boxes together."""
    found: dict[int, int] = {}
    size = len(job.made.outcomes)
    for place, times in enumerate(totals.counts):
        gain = job.made.outcomes[place % size].gains[SUPER_SEVENS] // amount
        found[gain] = found.get(gain, 0) + times
    return found


def draws_a_third(up: int) -> bool:
    """Two sevens are split against 2 to 7 by the chart, and draw else."""
    return up not in range(2, 8)


@pytest.mark.clause("D2 15.4(a)", "D2 15.4(b)", "D2 15.4(c)", "D2 15.4(d)", "D2 15.4(e)", "D2 15.4(f)", "D2 15.5")
def test_every_end_of_super_sevens_comes_as_often_as_it_should() -> None:
    """Seven boxes: the ends by their exact chances, so that one rare win does not hide the rest."""
    setup = Setup(sevens(6), CHARTED, boxes=7, fresh=True)
    job, totals, found = simulated(setup, 4_000_000)
    exact = super_sevens(SevensShoe.of_decks(6), draws_a_third)
    counted = sevens_counted(job, totals, 5_00)
    boxes = 7 * totals.rounds
    for end, (gain, _) in machine.SEVENS_PAY.items():
        assert is_as_often(counted[gain], boxes, exact.chances[end]), end
    assert exact.chances[Sevens.LOST] == Fraction(12, 13)
    assert exact.chances[Sevens.WON_ONE] == Fraction(1, 13) * Fraction(288, 311)
    assert counted[5000] > 100
    share = next(each for each in found.wagers if each.name == "super sevens")
    assert share.exact_percent == pytest.approx(100 * float(exact.edge))
    assert share.z is not None
    assert abs(share.z) < WITHIN


def test_seven_boxes_agree_with_the_solver_each_and_together() -> None:
    _, totals, found = simulated(Setup(sevens(6), CHARTED, boxes=7, fresh=True), 4_000_000)
    assert found.z is not None
    assert found.exact_percent is not None
    assert abs(found.z) < WITHIN
    assert [share.name for share in found.boxes] == [f"box {number}" for number in range(1, 8)]
    for share in found.boxes:
        assert share.times == totals.rounds
        assert abs(share.edge_percent - found.exact_percent) < WITHIN * share.standard_error_percent
    assert sum(share.net for share in found.boxes) == totals.net
    # Boxes of one round win and lose together, against the same dealer: the error is more than that of single boxes.
    alone = sqrt(sum(share.standard_error_percent**2 for share in found.boxes)) / 7
    assert found.standard_error_percent > 1.5 * alone


def test_held_by_the_solver_means_what_the_table_means() -> None:
    """A pair that may not be split again is played by its total."""
    way = way_of(Setup(strategy=CHARTED))
    eights = machine.after_card(machine.after_card(machine.EMPTY, 8), 8)
    splits = HeldHand(6, eights, (0,) * 10, 0, machine.decisions(eights, 1))
    stands = splits._replace(open=machine.decisions(eights, 3))
    assert (way.decision(splits), way.decision(stands)) == (Decision.SPLIT, Decision.STAND)


def test_a_chunk_is_what_its_number_says() -> None:
    """The parts of the long runs above are different parts."""
    job: Any = blackjack_job(Setup(BlackjackOptions(decks=8), CHARTED, fresh=True))
    assert job.run(SEED, Task(0, 1000)).totals != job.run(SEED, Task(1, 1000)).totals
