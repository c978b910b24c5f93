"""Tests of randomness over a sample of outcomes: frequencies, pairs, runs and gaps.

What is asked, and how strictly, is fixed before a sample is looked at. The p-values of all tests of a sample are
corrected together (Holm), and the sample fails where one of them falls below `ALPHA`. There is no second try.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

ALPHA = 0.01
"""One honest sample in a hundred is called false."""
FEWEST = 5
"""Expected in each cell of a chi-square: with fewer its p-value is not to be trusted."""
CELLS_OF_GAPS = 20
WANTED, STRETCH = 4, 13
"""How many kinds are waited for in a shoe, and in stretches of how many cards."""
FEWEST_SHOES = 400
"""So that a pair of one kind is expected often enough."""
_EXACT = 1e-15


class ChanceTest(Struct, frozen=True):
    name: str
    statistic: float
    """A chi-square, or a number of standard errors."""
    freedom: int
    """Degrees of freedom; 0 where the statistic is in standard errors."""
    p: float
    corrected: float = 1.0
    """The p-value after the correction for all tests of the sample."""

    @property
    def passes(self) -> bool:
        return self.corrected >= ALPHA


# P-values


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance of so large a chi-square, by the incomplete gamma function: its series or its continued fraction."""
    a, x = freedom / 2, statistic / 2
    if x <= 0 or math.isinf(x):
        return 0.0 if x > 0 else 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    return max(0.0, 1 - _series(a, x) * scale) if x < a + 1 else min(1.0, _continued(a, x) * scale)


def _series(a: float, x: float) -> float:
    place, term = a, 1 / a
    total = term
    while term > total * _EXACT:
        place += 1
        term *= x / place
        total += term
    return total


def _continued(a: float, x: float) -> float:
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    found = d
    for place in range(1, 1_000_000):
        step = -place * (place - a)
        b += 2
        d = 1 / ((step * d + b) or tiny)
        c = (b + step / c) or tiny
        found *= d * c
        if abs(d * c - 1) < _EXACT:
            break
    return found


def normal_tails(standard_errors: float) -> float:
    return math.erfc(abs(standard_errors) / math.sqrt(2))


def holm(found: Iterable[ChanceTest]) -> tuple[ChanceTest, ...]:
    """The smallest p-value times the number of tests, the next times one less, and none below one before it."""
    tests = list(found)
    least = 0.0
    for rank, at in enumerate(sorted(range(len(tests)), key=lambda at: tests[at].p)):
        least = max(least, min(1.0, tests[at].p * (len(tests) - rank)))
        tests[at] = replace(tests[at], corrected=least)
    return tuple(tests)


def chi_square(name: str, counts: Sequence[int], chances: Sequence[float]) -> ChanceTest:
    total = sum(counts)
    expected = [total * chance for chance in chances]
    # Nothing to count where so much was expected is as far from it as can be.
    statistic = math.inf
    if total:
        statistic = sum((count - due) ** 2 / due for count, due in zip(counts, expected, strict=True))
    return ChanceTest(name, statistic, len(counts) - 1, chi_square_tail(statistic, len(counts) - 1))


def _even(name: str, counts: Counter[int], cells: int) -> ChanceTest:
    return chi_square(name, [counts[cell] for cell in range(cells)], [1 / cells] * cells)


# Outcomes that are all as likely, each independent of the others


def frequencies(places: Sequence[int], size: int) -> ChanceTest:
    return _even("every outcome as often", Counter(places), size)


def pairs(places: Sequence[int], size: int) -> ChanceTest:
    """Two that follow each other, none of them in two pairs."""
    cells = Counter(first * size + second for first, second in zip(places[::2], places[1::2], strict=False))
    return _even("every pair as often", cells, size * size)


def runs(places: Sequence[int], size: int) -> ChanceTest:
    """How often it changes between the lower half and the upper, given how many lie in each (Wald and Wolfowitz)."""
    upper = [place >= size // 2 for place in places]
    n, high = len(upper), sum(upper)
    product = 2 * high * (n - high)
    found = 1 + sum(one is not other for one, other in pairwise(upper))
    variance = product * (product - n) / (n * n * (n - 1))
    # Where nearly all lie in one half there is nothing to change between, which no honest sample brings.
    errors = (found - 1 - product / n) / math.sqrt(variance) if variance > 0 else math.inf
    return ChanceTest("runs of low and high", errors, 0, normal_tails(errors))


def gaps(places: Sequence[int], size: int) -> ChanceTest:
    """How long it takes until the first outcome of all comes again."""
    at = [number for number, place in enumerate(places) if place == 0]
    waits = [later - earlier for earlier, later in pairwise(at)]
    missed = 1 - 1 / size
    edges = [math.ceil(math.log(1 - cell / CELLS_OF_GAPS, missed)) for cell in range(1, CELLS_OF_GAPS)]
    bounds = sorted({0, *edges})
    counts, chances = [0] * len(bounds), []
    for lower, upper in pairwise(bounds):
        chances.append(missed**lower - missed**upper)
    chances.append(missed ** bounds[-1])
    cell_of = {
        wait: cell for cell, (lower, upper) in enumerate(pairwise(bounds)) for wait in range(lower + 1, upper + 1)
    }
    for wait in waits:
        counts[cell_of.get(wait, len(bounds) - 1)] += 1
    return chi_square("gaps until an outcome comes again", counts, chances)


# Cards of whole shoes


def _shoes(places: Sequence[int], shoe: int) -> list[Sequence[int]]:
    return [places[start : start + shoe] for start in range(0, len(places) - shoe + 1, shoe)]


def cards(places: Sequence[int], kinds: int, decks: int) -> Iterator[ChanceTest]:
    """Cards at chosen places of the shoe: each kind as often; and how cards that follow each other are alike."""
    shoe = kinds * decks
    found = _shoes(places, shoe)
    for deck in range(decks):
        at = deck * kinds
        yield _even(f"card {at + 1} of the shoe: every kind as often", Counter(each[at] for each in found), kinds)
    for first in (0, shoe // 2, shoe - 2):
        alike = sum(each[first] == each[first + 1] for each in found)
        same = (decks - 1) / (shoe - 1)
        name = f"cards {first + 1} and {first + 2}: of one kind"
        yield chi_square(name, [alike, len(found) - alike], [same, 1 - same])
    wanted = set(range(WANTED))
    lowest = Counter(_first_of(wanted, each[: 3 * STRETCH]) // STRETCH for each in found)
    beyond = [_none_before(shoe, WANTED * decks, STRETCH * cell) for cell in range(4)]
    chances = [*(nearer - farther for nearer, farther in pairwise(beyond)), beyond[-1]]
    yield chi_square("how soon one of four kinds comes", [lowest[cell] for cell in range(4)], chances)


def _first_of(wanted: Collection[int], cards_out: Sequence[int]) -> int:
    return next((at for at, kind in enumerate(cards_out) if kind in wanted), len(cards_out))


def _none_before(shoe: int, wanted: int, cards_out: int) -> float:
    """The chance that none of so many cards is among the first that come out."""
    return math.comb(shoe - wanted, cards_out) / math.comb(shoe, cards_out)


# A whole sample


def sample_tests(places: Sequence[int], size: int, decks: int = 0) -> tuple[ChanceTest, ...]:
    """All tests for which the sample is large enough; `decks` for cards of whole shoes."""
    if decks:
        return holm(cards(places, size, decks) if len(places) >= FEWEST_SHOES * size * decks else ())
    asked = [frequencies(places, size)] if len(places) >= FEWEST * size else []
    if len(places) >= 2 * FEWEST * size * size:
        asked.append(pairs(places, size))
    if len(places) >= FEWEST * CELLS_OF_GAPS * size:
        asked += [runs(places, size), gaps(places, size)]
    return holm(asked)


def bit_tests(raw: bytes) -> tuple[ChanceTest, ...]:
    """Of the bits behind the outcomes: ones and zeros, bytes, pairs of bytes."""
    ones = sum(byte.bit_count() * count for byte, count in Counter(raw).items())
    errors = (2 * ones - 8 * len(raw)) / math.sqrt(8 * len(raw))
    half = ChanceTest("ones and zeros", errors, 0, normal_tails(errors))
    return holm([half, replace(frequencies(raw, 256), name="every byte as often"), runs(raw, 256), gaps(raw, 256)])
