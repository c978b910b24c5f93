"""Is the wheel fair? Tests of what a wheel, a set of dice or a shoe has brought, and one that may be asked every day.

The daily test is an e-value: what a bet against the wheel's fairness would have won by now, from a stake of 1. A bet
that is fair under a fair wheel reaches 100 in at most one of a hundred wheels, however often somebody looks (Ville's
inequality). So the alarm at 100 is false for at most one fair wheel in a hundred over its whole life. P-values are of
one look alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Protocol

from msgspec import Struct

from croupier.report.chance_tests import ChanceTest, chi_square, holm, runs, tally_of

ALARM = 100.0
"""The e-value at which a device is to be looked at: false for at most one fair device in `ALARM`."""
WATCH = 10.0
BIASES = (0.1, 0.25, 0.5, 1.0, 2.0)
"""By how much more often one result may come, as shares of how often it should."""
SECTOR = 5
"""Neighbouring pockets that are looked at together."""
SINGLE_SHARE, SECTOR_SHARE = 0.5, 0.25
"""How the stake of 1 is spread: on single results, on sectors, and the rest on any other bias."""
PRIOR = 200.0
"""How near to fair the other biases are thought to lie: as if so many fair results had been seen."""
FEWEST_EXPECTED = 10
"""Where fewer are expected of a result, the p-value of frequencies is simulated."""
SIMULATED = 2_000
MOST_LOOKS = 200
FEWEST_RUNS = 50
POWER, POWER_ERRORS = 0.8, 0.8416
"""Four times in five, and the standard errors that this takes."""
SAID_BIASES = (0.1, 0.5, 1.0)


class Sampler(Protocol):
    """By which simulated p-values are drawn: Python's `random.Random` is one. A seed makes them the same again."""

    def choices(self, population: Sequence[int], /, *, cum_weights: Sequence[float], k: int) -> list[int]: ...

    def gauss(self, mu: float, sigma: float, /) -> float: ...


class Device(Struct, frozen=True):
    """What brings results: its results in order, and how often each should come."""

    kind: str
    cells: tuple[str, ...]
    chances: tuple[float, ...]
    is_ring: bool = False
    """The results lie side by side round a wheel."""
    is_drawn: bool = False
    """Results are drawn without putting them back, as cards from a shoe are: looked at only when a shoe is dealt."""


class CellFound(Struct, frozen=True):
    name: str
    count: int
    expected: float
    errors: float
    """How many standard errors it is above what should come."""


class PowerSaid(Struct, frozen=True):
    """After how many results a bias on one of them, or on so many neighbours, is found four times in five."""

    bias: float
    results: int
    neighbours: int = 1


class Fairness(Struct, frozen=True):
    device: Device
    results: int
    cells: tuple[CellFound, ...]
    tests: tuple[ChanceTest, ...]
    """Of this look alone: frequencies, runs, sectors, corrected together."""
    e_value: float
    peak: float
    """The highest that the e-value has been."""
    curve: tuple[tuple[int, float], ...]
    """The e-value after so many results."""
    power: tuple[PowerSaid, ...]

    @property
    def is_alarm(self) -> bool:
        return self.peak >= ALARM


def fairness_of(device: Device, places: Sequence[int], draws: Sampler, ends: Sequence[int] | None = None) -> Fairness:
    """`places` are the results in their order, each as its place among the cells.

    `ends` says after how many results somebody may look, where that is not after every one.
    """
    counts = [0] * len(device.cells)
    curve: list[tuple[int, float]] = []
    looks = _looks(len(places), ends)
    due = 0
    for number, place in enumerate(places, start=1):
        counts[place] += 1
        if due < len(looks) and number == looks[due]:
            curve.append((number, e_value(device, counts)))
            due += 1
    values = [value for _, value in curve] or [1.0]
    return Fairness(
        device=device,
        results=len(places),
        cells=tuple(_cells(device, counts)),
        tests=_tests(device, places, counts, draws),
        e_value=values[-1],
        peak=max(values),
        curve=tuple(curve),
        power=tuple(_power(device)),
    )


def _looks(results: int, ends: Sequence[int] | None) -> list[int]:
    """At most `MOST_LOOKS` of them, the last one always. Looking less often gives no more false alarms."""
    allowed = list(ends) if ends is not None else list(range(1, results + 1))
    step = max(1, -(-len(allowed) // MOST_LOOKS))
    return allowed[::-1][::step][::-1]


def _cells(device: Device, counts: Sequence[int]) -> Iterator[CellFound]:
    total = sum(counts)
    for name, count, chance in zip(device.cells, counts, device.chances, strict=True):
        error = math.sqrt(total * chance * (1 - chance))
        yield CellFound(name, count, total * chance, (count - total * chance) / error if error else 0.0)


# The daily test


def e_value(device: Device, counts: Sequence[int]) -> float:
    """What a stake of 1, spread over many biases, would be worth after these results."""
    total = sum(counts)
    single = SINGLE_SHARE if device.is_ring else SINGLE_SHARE + SECTOR_SHARE
    logs = [
        math.log(single / (len(counts) * len(BIASES))) + _log_ratio(chance, bias, count, total)
        for count, chance in zip(counts, device.chances, strict=True)
        for bias in BIASES
    ]
    if device.is_ring:
        share = math.log(SECTOR_SHARE / (len(counts) * len(BIASES)))
        sectors = zip(_sectors(counts), _sectors(device.chances), strict=True)
        logs += [share + _log_ratio(chance, bias, count, total) for count, chance in sectors for bias in BIASES]
    logs.append(math.log(1 - SINGLE_SHARE - SECTOR_SHARE) + _log_any(device.chances, counts, total))
    highest = max(logs)
    return math.exp(min(700.0, highest)) * sum(math.exp(each - highest) for each in logs)


def _log_ratio(chance: float, bias: float, count: float, total: int) -> float:
    """How much likelier these results are where one of this chance comes more often by that bias."""
    biased = min(chance * (1 + bias), (1 + chance) / 2)
    return count * math.log(biased / chance) + (total - count) * math.log((1 - biased) / (1 - chance))


def _log_any(chances: Sequence[float], counts: Sequence[int], total: int) -> float:
    """Likewise for all biases at once, those near to fair weighed most (a Dirichlet mixture)."""
    found = math.lgamma(PRIOR) - math.lgamma(PRIOR + total)
    for chance, count in zip(chances, counts, strict=True):
        if count:
            found += math.lgamma(PRIOR * chance + count) - math.lgamma(PRIOR * chance) - count * math.log(chance)
    return found


def _sectors(values: Sequence[float]) -> list[float]:
    """The sum of each `SECTOR` neighbours, round the ring."""
    sums = [0.0, *accumulate([*values, *values[: SECTOR - 1]])]
    return [sums[start + SECTOR] - sums[start] for start in range(len(values))]


def _power(device: Device) -> Iterator[PowerSaid]:
    for neighbours in (1, SECTOR) if device.is_ring else (1,):
        for bias in SAID_BIASES:
            yield PowerSaid(bias, results_needed(device, bias, neighbours), neighbours)


def results_needed(device: Device, bias: float, neighbours: int = 1) -> int:
    """After how many results such a bias is found four times in five, about: on the likeliest result, or on a sector.

    The logarithm of the e-value grows by the relative entropy of the biased wheel from the fair one, and strays by its
    variance; it has to reach that of the alarm, and what the stake on this bias falls short of 1.
    """
    chance = max(device.chances) if neighbours == 1 else max(_sectors(device.chances))
    biased = min(chance * (1 + bias), (1 + chance) / 2)
    more, less = math.log(biased / chance), math.log((1 - biased) / (1 - chance))
    growth = biased * more + (1 - biased) * less
    variance = biased * (1 - biased) * (more - less) ** 2
    single = SINGLE_SHARE if device.is_ring else SINGLE_SHARE + SECTOR_SHARE
    share = single if neighbours == 1 else SECTOR_SHARE
    needed = math.log(ALARM * len(device.cells) * len(BIASES) / share)
    strays = POWER_ERRORS * math.sqrt(variance)
    root = (strays + math.sqrt(strays**2 + 4 * growth * needed)) / (2 * growth)
    return math.ceil(root**2)


# Tests of one look


def _tests(device: Device, places: Sequence[int], counts: Sequence[int], draws: Sampler) -> tuple[ChanceTest, ...]:
    if not places:
        return ()
    found = [_frequencies(device, counts, draws)]
    if not device.is_drawn and len(places) >= FEWEST_RUNS and 0 < sum(counts[: len(counts) // 2]) < len(places):
        found.append(runs(tally_of(places, len(device.cells))))
    if device.is_ring and len(places) * min(device.chances) >= 1:
        found.append(_sector_test(counts, draws))
    return holm(found)


def _frequencies(device: Device, counts: Sequence[int], draws: Sampler) -> ChanceTest:
    total = sum(counts)
    test = chi_square("every result as often as it should", counts, device.chances)
    if total * min(device.chances) >= FEWEST_EXPECTED:
        return test
    bounds = list(accumulate(device.chances))

    def simulated() -> float:
        drawn = Counter(draws.choices(range(len(bounds)), cum_weights=bounds, k=total))
        return chi_square("", [drawn[place] for place in range(len(bounds))], device.chances).statistic

    return ChanceTest(test.name, test.statistic, test.freedom, _simulated_p(test.statistic, simulated))


def _sector_test(counts: Sequence[int], draws: Sampler) -> ChanceTest:
    """The fullest sector of neighbours, against those of fair wheels: counts that vary as they do after many spins."""
    total, size = sum(counts), len(counts)
    spread = math.sqrt(total / size)
    even = total * SECTOR / size

    def simulated() -> float:
        drawn = [draws.gauss(0, 1) for _ in range(size)]
        mean = sum(drawn) / size
        return spread * max(_sectors([each - mean for each in drawn]))

    statistic = max(_sectors(counts)) - even
    return ChanceTest(
        f"the fullest {SECTOR} neighbours",
        statistic / math.sqrt(even * (1 - SECTOR / size)),
        0,
        _simulated_p(statistic, simulated),
    )


def _simulated_p(statistic: float, simulated: Callable[[], float]) -> float:
    """By how many of the simulated ones are as far off; never nothing."""
    farther = sum(simulated() >= statistic for _ in range(SIMULATED))
    return (1 + farther) / (1 + SIMULATED)
