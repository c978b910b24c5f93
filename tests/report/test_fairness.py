"""Is the wheel fair? Fair wheels raise no more false alarms than is said, and a planted bias is found as often."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

import numpy as np
import pytest

from croupier.report.devices import DICE, MONEY_WHEEL, SHOE, WHEEL
from croupier.report.fairness import ALARM, SECTOR, SIMULATED, Device, e_value, fairness_of, results_needed

LOOK_EVERY = 50


def spins(weights: Sequence[float], number: int, source: random.Random) -> list[int]:
    return source.choices(range(len(weights)), cum_weights=list(accumulate(weights)), k=number)


def biased(device: Device, bias: float) -> list[float]:
    size = len(device.cells)
    return [(1 + bias) if place == 11 % size else 1 - bias / (size - 1) for place in range(size)]


def is_alarmed(device: Device, places: Sequence[int], every: int = LOOK_EVERY) -> bool:
    """Whether somebody who looks every so often is alarmed at any time."""
    counts = [0] * len(device.cells)
    for number, place in enumerate(places, start=1):
        counts[place] += 1
        if number % every == 0 and e_value(device, counts) >= ALARM:
            return True
    return False


def test_fair_wheels_looked_at_again_and_again_raise_at_most_the_stated_share_of_false_alarms() -> None:
    """One of a hundred at most. Of 300 fair wheels more than 9 would come with a chance of 1 in 1,000 if it were so."""
    source = random.Random(1)
    alarms = sum(is_alarmed(WHEEL, spins([1.0] * 37, 1_000, source)) for _ in range(300))
    assert alarms <= 9


@pytest.mark.parametrize(("device", "bias"), [(WHEEL, 1.0), (WHEEL, 0.5), (DICE, 0.25), (MONEY_WHEEL, 1.0)])
def test_a_planted_bias_is_found_at_the_stated_power(device: Device, bias: float) -> None:
    """Four times in five: of 50 biased devices 33 or more, which a power of 0.8 misses once in 150."""
    source = random.Random(2)
    number = results_needed(device, bias)
    assert sum(is_alarmed(device, spins(biased(device, bias), number, source)) for _ in range(50)) >= 33
    # And the figure is no idle boast: after a third of that, few are found.
    assert sum(is_alarmed(device, spins(biased(device, bias), number // 3, source)) for _ in range(50)) <= 20


def fair_counts(device: Device, source: np.random.Generator) -> Iterable[list[int]]:
    """What a fair device has brought at each of 30 looks, closer together at first."""
    ends = [0, *(round(20 * 1.25**look) for look in range(30))]
    total = np.zeros(len(device.cells), dtype=int)
    for before, end in pairwise(ends):
        total += source.multinomial(end - before, device.chances)
        yield total.tolist()


def fair_shoes(source: np.random.Generator) -> Iterable[list[int]]:
    """What 40 shoes of eight decks have brought, each dealt to a cutting card 100 from the back."""
    total = np.zeros(13, dtype=int)
    for _ in range(40):
        total += source.multivariate_hypergeometric([32] * 13, 416 - 100)
        yield total.tolist()


@pytest.mark.parametrize("device", [DICE, MONEY_WHEEL, SHOE], ids=lambda device: device.kind)
def test_other_fair_devices_raise_no_more_false_alarms(device: Device) -> None:
    """As above; to have looked 30 times, up to 13,000 results, is to have looked often."""
    source = np.random.default_rng(3)
    lives = [fair_shoes(source) if device.is_drawn else fair_counts(device, source) for _ in range(300)]
    assert sum(any(e_value(device, counts) >= ALARM for counts in life) for life in lives) <= 9


def found_within(
    device: Device, weights: Sequence[float], number: int, source: np.random.Generator, looks: int = 25
) -> bool:
    """Whether the bias is found by looking this often. The counts between two looks are drawn at once."""
    chances, counts = np.array(weights) / sum(weights), np.zeros(len(weights), dtype=int)
    for _ in range(looks):
        counts += source.multinomial(number // looks, chances)
        if e_value(device, counts.tolist()) >= ALARM:
            return True
    return False


def sector_biased(bias: float) -> list[float]:
    """Five neighbours of the wheel that together come so much too often."""
    return [1 + bias if 8 <= place < 13 else 1 - bias * 5 / 32 for place in range(37)]


@pytest.mark.parametrize(
    ("device", "weights", "number"),
    [
        (WHEEL, biased(WHEEL, 0.1), results_needed(WHEEL, 0.1)),
        (MONEY_WHEEL, biased(MONEY_WHEEL, 0.1), results_needed(MONEY_WHEEL, 0.1)),
        (DICE, biased(DICE, 0.1), results_needed(DICE, 0.1)),
        (WHEEL, sector_biased(0.1), results_needed(WHEEL, 0.1, SECTOR)),
        (WHEEL, sector_biased(0.5), results_needed(WHEEL, 0.5, SECTOR)),
    ],
    ids=["a pocket by 10 %", "a section by 10 %", "a face by 10 %", "a sector by 10 %", "a sector by 50 %"],
)
def test_a_bias_is_found_after_the_stated_number_of_results(device: Device, weights: list[float], number: int) -> None:
    """Four times in five: of 60 devices 40 or more, which a power of 0.8 misses once in 150."""
    source = np.random.default_rng(4)
    assert sum(found_within(device, weights, number, source) for _ in range(60)) >= 40
    assert sum(found_within(device, weights, number // 3, source) for _ in range(60)) <= 24


def test_the_stated_numbers_are_those_that_the_page_shows() -> None:
    assert [results_needed(WHEEL, 0.1), results_needed(WHEEL, 0.1, SECTOR)] == [113_194, 21_098]


def test_the_stake_is_spread_fairly() -> None:
    """A fair wheel makes 1 of the stake on average: summed over all that two spins of three pockets can bring."""
    small = Device("wheel", ("a", "b", "c"), (1 / 2, 1 / 3, 1 / 6))
    total = 0.0
    for first in range(3):
        for second in range(3):
            counts = [0, 0, 0]
            counts[first] += 1
            counts[second] += 1
            total += small.chances[first] * small.chances[second] * e_value(small, counts)
    assert math.isclose(total, 1, rel_tol=1e-12)


def test_a_sector_that_is_too_full_is_seen_in_the_sectors() -> None:
    weights = [1.4 if place in range(8, 13) else 1.0 for place in range(37)]
    found = fairness_of(WHEEL, spins(weights, 3_000, random.Random(5)), random.Random(1))
    sectors = next(test for test in found.tests if "neighbours" in test.name)
    assert sectors.corrected < 0.01
    assert found.is_alarm


def test_the_simulated_p_value_of_few_results_is_what_counting_gives() -> None:
    """Two coins, ten throws, 8 and 2: 112 of 1,024 ways are as far off or farther."""
    coin = Device("dice", ("heads", "tails"), (0.5, 0.5))
    found = fairness_of(coin, [0] * 8 + [1] * 2, random.Random(1))
    error = math.sqrt(0.109 * 0.891 / SIMULATED)
    assert abs(found.tests[0].p - 112 / 1024) < 4 * error


def test_what_is_said_of_one_pocket_too_many() -> None:
    found = fairness_of(WHEEL, [0] * 100 + list(range(37)) * 10, random.Random(1))
    assert (found.results, found.cells[0].count, found.cells[0].name) == (470, 110, "0")
    assert found.peak >= ALARM
    assert found.tests[0].p < 1e-12


def test_nothing_is_said_of_nothing() -> None:
    found = fairness_of(SHOE, [], random.Random(1), [])
    assert (found.results, found.e_value, found.tests, found.is_alarm) == (0, 1.0, (), False)


def test_an_alarm_stays_when_the_wheel_behaves_again() -> None:
    """The highest e-value decides: later fair spins take nothing back."""
    found = fairness_of(WHEEL, [3] * 60 + spins([1.0] * 37, 6_000, random.Random(8)), random.Random(1))
    assert found.is_alarm
    assert found.e_value < found.peak
