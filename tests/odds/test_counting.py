"""What a count tells of the cards to come, held against plain sums and published figures."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.games.blackjack.options import BlackjackOptions
from croupier.odds.counting.cells import BETTING, CountCells, CountedShoe
from croupier.odds.counting.count import CardCount
from croupier.odds.counting.figures import CountStudy, CountWorth, SpreadRisk
from croupier.odds.counting.spread import best_ramp, spread_risk, steepest_ruin
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.strategies.strategy_file import open_strategy
from croupier.simulate.counting.gain import spread_gain, with_ramp
from croupier.simulate.counting.lab import study, with_indices
from croupier.simulate.engines import Threads
from tests.support.process import in_this_process

ROOT = Path(__file__).resolve().parents[2]
HI_LO = CardCount("Hi-Lo", (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1))
FILE = ROOT / "examples/strategies/hi-lo.toml"


# The chances of the cards


def ways(sizes: tuple[int, ...], tags: tuple[int, ...], seen: int, running: int) -> int:
    """In how many ways so many cards come to that count, by plain counting."""
    found = 0
    for taken in product(*(range(min(size, seen) + 1) for size in sizes)):
        if sum(taken) == seen and sum(number * tag for number, tag in zip(taken, tags, strict=True)) == running:
            part = 1
            for size, number in zip(sizes, taken, strict=True):
                part *= comb(size, number)
            found += part
    return found


@pytest.mark.parametrize("values", [HI_LO.values, (-2, 1, 1, 2, 2, 1, 1, 0, 0, -2)])
def test_the_chance_of_a_count_is_that_of_plain_counting(values: tuple[int, ...]) -> None:
    shoe = CountedShoe(1, CardCount("any", values), {(5, 0): 1.0}, 12)
    tags = shoe.tags
    checked = 0
    for aside, table in shoe.tables():
        if sum(aside) not in (0, 3):
            continue
        left = tuple(size - gone for size, gone in zip(shoe.sizes, aside, strict=True))
        for seen, running in ((0, 0), (7, 2), (11, -4)):
            place = list(shoe.running).index(running)
            expected = Fraction(ways(left, tags, seen, running), comb(sum(left), seen))
            assert table[seen, place] == pytest.approx(float(expected), rel=1e-9)
            checked += 1
    assert checked > 20


def test_more_cards_than_are_counted_exactly_go_on_smoothly() -> None:
    """Six cards set aside: the series is held to the exact likelihood of each count."""
    shoe = CountedShoe(6, HI_LO, {(5, 0): 0.5, (6, 1): 0.5}, 200)
    cells = CountCells(shoe, 1, (BETTING,))
    less = CountedShoe(6, HI_LO, {(5, 0): 0.5, (6, 1): 0.5}, 200)
    less.sizes = (shoe.sizes[0] - 4, shoe.sizes[1], shoe.sizes[2] - 2)
    less.cards -= 6
    exact = dict(less.tables())[0, 0, 0]
    plain = dict(shoe.tables())[0, 0, 0]
    counts, _ = cells._cells(BETTING)
    places = np.clip(counts, cells.lowest, cells.highest) - cells.lowest
    by_count = [np.bincount(places.ravel(), (shoe.starts * table).ravel()) for table in (exact, plain)]
    for count in cells.counts:
        none, aside = cells.likelihoods(np.array([[0, 0, 0], [4, 0, 2]]), BETTING, count)
        place = count - cells.lowest
        assert aside / none == pytest.approx(by_count[0][place] / by_count[1][place], rel=5e-4)


# Published figures


@pytest.fixture(scope="module")
def hi_lo() -> CountStudy:
    return study(Setup(BlackjackOptions(decks=6), open_strategy(FILE)))


PUBLISHED = {
    ("hard", 16, 10): 0,
    ("hard", 15, 10): 4,
    ("pair", 10, 5): 5,
    ("pair", 10, 6): 4,
    ("hard", 10, 10): 4,
    ("hard", 12, 3): 2,
    ("hard", 12, 2): 3,
    ("hard", 11, 1): 1,
    ("hard", 9, 2): 1,
    ("hard", 10, 1): 4,
    ("hard", 9, 7): 3,
    ("hard", 16, 9): 5,
    ("hard", 13, 2): -1,
    ("hard", 12, 4): 0,
    ("hard", 12, 5): -2,
    ("hard", 12, 6): -1,
    ("hard", 13, 3): -2,
}
"""Schlesinger's Illustrious 18 for Hi-Lo, insurance apart. His dealer looks for a blackjack; here a blackjack takes the
initial wager alone, so that the plays are the same."""


def test_the_illustrious_eighteen(hi_lo: CountStudy) -> None:
    found = {(play.row, play.total, play.up): play for play in hi_lo.plays}
    for row, index in PUBLISHED.items():
        assert found[row].turns == pytest.approx(index, abs=0.7), row
    assert hi_lo.insurance.at == 3
    assert hi_lo.insurance.turns == pytest.approx(3.0, abs=0.1)


def test_plays_that_gain_nothing_are_not_named(hi_lo: CountStudy) -> None:
    assert all(play.gain > 0 and play.play != play.chart for play in hi_lo.plays)
    rows = {(play.row, play.total, play.up) for play in hi_lo.plays}
    assert ("hard", 20, 6) not in rows
    assert ("pair", 8, 6) not in rows


def test_the_cutting_card_and_each_count(hi_lo: CountStudy) -> None:
    """The cutting card costs two hundredths of a percent, as long runs of the simulator have it."""
    assert sum(each.frequency for each in hi_lo.worths) == pytest.approx(1.0, abs=1e-9)
    assert 100 * hi_lo.cutting_card == pytest.approx(-0.023, abs=0.005)
    gains = [each.best for each in hi_lo.worths]
    assert gains == sorted(gains)
    assert all(each.best >= each.basic for each in hi_lo.worths)
    # Half a percent for each point of the count, as the literature says.
    low, high = (each.basic for each in hi_lo.worths if each.count in (-2, 3))
    assert 100 * (high - low) / 5 == pytest.approx(0.5, abs=0.06)


def test_the_gain_of_a_spread_is_what_the_simulator_finds(hi_lo: CountStudy) -> None:
    base = Setup(BlackjackOptions(decks=6), with_indices(open_strategy(FILE), hi_lo))
    found = spread_gain(
        with_ramp(base, hi_lo, 8), hi_lo, bankroll=1_000_000, rounds=2_000_000, seed=5, engine=Threads()
    )
    assert abs(found.z) < 4
    assert found.simulated.wagered == pytest.approx(found.calculated.wagered, rel=0.01)
    assert found.simulated.deviation == pytest.approx(found.calculated.deviation, rel=0.05)
    assert found.ruin == pytest.approx(found.simulated.ruin(1_000_000), abs=0.01)


# Risk by hand


def test_risk_by_hand() -> None:
    """A gain of 1 a round with a deviation of 100: N0 is 10,000 rounds, and SCORE its inverse in dollars."""
    risk = SpreadRisk(wagered=10.0, gain=1.0, variance=10_000.0)
    assert (risk.rounds_to_lead, risk.score) == (10_000.0, 100.0)
    assert risk.ruin(10_000) == pytest.approx(np.exp(-2.0))
    assert risk.bankroll_for(risk.ruin(12_345)) == pytest.approx(12_345)
    losing = SpreadRisk(wagered=10.0, gain=-1.0, variance=10_000.0)
    assert (losing.score, losing.ruin(10_000)) == (0.0, 1.0)
    # One up with a chance of 3/5, else one down: ruin from 10 is (2/3)¹⁰ exactly.
    assert steepest_ruin({1: 3, -1: 2}, 10) == pytest.approx((2 / 3) ** 10)
    assert steepest_ruin({1: 2, -1: 3}, 10) == 1.0


def test_a_ramp_by_hand() -> None:
    """Two counts: nothing is gained at the lower one, so all that the spread allows is laid at the upper one."""
    worths = (CountWorth(0, 0.0, 0.9, -0.005, -0.005, 1.0), CountWorth(1, 1.0, 0.1, 0.02, 0.02, 1.0))
    assert best_ramp(worths, 5) == {0: 1, 1: 5}
    risk = spread_risk(worths, {0: 1, 1: 5}.__getitem__, is_best=True)
    assert risk.wagered == pytest.approx(1.4)
    assert risk.gain == pytest.approx(0.9 * -0.005 + 0.1 * 5 * 0.02)
    hopeless = (CountWorth(0, 0.0, 1.0, -0.005, -0.005, 1.0),)
    assert best_ramp(hopeless, 5) == {0: 1}


# The command


def solve_count(*words: str) -> Any:
    return in_this_process("solve", "count", *words)


def test_the_command(hi_lo: CountStudy, tmp_path: Path) -> None:
    written = tmp_path / "indices.toml"
    shown = solve_count(str(FILE), "--rounds", "0", "--spread", "12", "--write", str(written))
    assert (shown.status, "Insure from a count of +3" in shown.out, "SCORE" in shown.out) == (0, True, True)
    strategy = open_strategy(written)
    assert strategy.insures_at == hi_lo.insurance.at
    assert len(strategy.deviations) == len(hi_lo.plays)
    assert max(step.stake for step in strategy.ramp) == 120_00
    again = solve_count(str(FILE), "--rounds", "0", "--write", str(written))
    assert (again.status, "--force" in again.errors) == (1, True)
    document = solve_count(str(FILE), "--rounds", "200000", "--json").document
    assert document["gains"]["indices"]["simulated"]["rounds"] == 200_000
    assert {play["gain"] for play in document["indices"]} == {play.gain for play in hi_lo.plays}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--spread", "0"], "--spread must be 1 to 100 units"),
        (["--rounds", "-1"], "must be 0 or more"),
        (["--bankroll", "0"], "more than 0"),
        (["--cut", "311000"], "cutting card"),
        (["--stake", "x"], "--stake"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], why: str) -> None:
    refused = solve_count(str(FILE), *words)
    assert refused.status != 0
    assert why in refused.errors


def test_a_file_that_cannot_be_is_refused_by_line_and_column(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text('play = "total"\n[count]\nname = "x"\n[count.values]\nA = "low"\n')
    refused = solve_count(str(broken))
    assert refused.status == 2
    assert "broken.toml:5:" in refused.errors
    flat = tmp_path / "flat.toml"
    names = ("A", *map(str, range(2, 10)), "T")
    head = 'play = "total"\n[count]\nname = "x"\nkind = "true"\n[count.values]\n'
    flat.write_text(head + "".join(f"{name} = 1\n" for name in names))
    assert "says nothing" in solve_count(str(flat)).errors
    plain = solve_count(str(ROOT / "examples/strategies/basic.toml"))
    assert (plain.status, "has no count" in plain.errors) == (2, True)
