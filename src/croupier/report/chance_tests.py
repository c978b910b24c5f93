"""Tests of randomness over a sample of outcomes: frequencies, pairs, runs and gaps.

What is asked, and how strictly, is fixed before a sample is looked at. The p-values of all tests of a sample are
corrected together (Holm), and the sample fails where one of them falls below `ALPHA`. There is no second try.
"""

from __future__ import annotations

import math
from bisect import bisect_left
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


def _even(name: str, counts: Sequence[int]) -> ChanceTest:
    return chi_square(name, counts, [1 / len(counts)] * len(counts))


def _counted(values: Iterable[int], cells: int) -> list[int]:
    counts = Counter(values)
    return [counts[cell] for cell in range(cells)]


# Outcomes that are all as likely, each independent of the others


class OutcomeTally(Struct, frozen=True):
    """All that the tests ask of a sample, however long it is."""

    counts: Sequence[int]
    """How often each outcome came."""
    pairs: Sequence[int]
    """Two that follow each other, none of them in two pairs: the first times the number of outcomes, and the second."""
    high: int
    """How many lie in the upper half."""
    changes: int
    """How often it changes between the lower half and the upper."""
    gaps: Sequence[int]
    """How long it takes until the first outcome of all comes again, in the cells of `gap_bounds`."""


def tally_of(places: Sequence[int], size: int) -> OutcomeTally:
    upper = [place >= size // 2 for place in places]
    at = [number for number, place in enumerate(places) if place == 0]
    bounds = gap_bounds(size)
    return OutcomeTally(
        counts=_counted(places, size),
        pairs=_counted((one * size + two for one, two in zip(places[::2], places[1::2], strict=False)), size * size),
        high=sum(upper),
        changes=sum(one is not other for one, other in pairwise(upper)),
        gaps=_counted((bisect_left(bounds, later - earlier) - 1 for earlier, later in pairwise(at)), len(bounds)),
    )


def gap_bounds(size: int) -> list[int]:
    """A wait is in the last cell whose bound it is above."""
    missed = 1 - 1 / size
    edges = (math.ceil(math.log(1 - cell / CELLS_OF_GAPS, missed)) for cell in range(1, CELLS_OF_GAPS))
    return sorted({0, *edges})


def frequencies(tally: OutcomeTally) -> ChanceTest:
    return _even("every outcome as often", tally.counts)


def pairs(tally: OutcomeTally) -> ChanceTest:
    return _even("every pair as often", tally.pairs)


def runs(tally: OutcomeTally) -> ChanceTest:
    """How often it changes between the halves, given how many lie in each (Wald and Wolfowitz)."""
    n = sum(tally.counts)
    product = 2 * tally.high * (n - tally.high)
    variance = product * (product - n) / (n * n * (n - 1))
    # Where nearly all lie in one half there is nothing to change between, which no honest sample brings.
    errors = (tally.changes - product / n) / math.sqrt(variance) if variance > 0 else math.inf
    return ChanceTest("runs of low and high", errors, 0, normal_tails(errors))


def gaps(tally: OutcomeTally) -> ChanceTest:
    size = len(tally.counts)
    bounds, missed = gap_bounds(size), 1 - 1 / size
    chances = [missed**lower - missed**upper for lower, upper in pairwise(bounds)]
    return chi_square("gaps until an outcome comes again", tally.gaps, [*chances, missed ** bounds[-1]])


def outcome_tests(tally: OutcomeTally) -> Iterator[ChanceTest]:
    """All for which there are enough."""
    draws, size = sum(tally.counts), len(tally.counts)
    if draws >= FEWEST * size:
        yield frequencies(tally)
    if draws >= 2 * FEWEST * size * size:
        yield pairs(tally)
    if draws >= FEWEST * CELLS_OF_GAPS * size:
        yield runs(tally)
        yield gaps(tally)


# Cards of whole shoes


class ShoeTally(Struct, frozen=True):
    shoes: int
    cards: Sequence[Sequence[int]]
    """How often each kind came first in the shoe, and then every deck later."""
    alike: Sequence[int]
    """How often two cards were of one kind, at the places of `pair_places`."""
    soonest: Sequence[int]
    """In which stretch of the shoe the first of four kinds came; the last cell is later."""


def pair_places(shoe: int) -> tuple[int, ...]:
    return 0, shoe // 2, shoe - 2


def shoe_tally(places: Sequence[int], kinds: int, decks: int) -> ShoeTally:
    shoe, wanted = kinds * decks, set(range(WANTED))
    found = [places[start : start + shoe] for start in range(0, len(places) - shoe + 1, shoe)]
    return ShoeTally(
        shoes=len(found),
        cards=[_counted((each[deck * kinds] for each in found), kinds) for deck in range(decks)],
        alike=[sum(each[first] == each[first + 1] for each in found) for first in pair_places(shoe)],
        soonest=_counted((_first_of(wanted, each[: 3 * STRETCH]) // STRETCH for each in found), 4),
    )


def shoe_tests(tally: ShoeTally) -> Iterator[ChanceTest]:
    """Cards at chosen places of the shoe: each kind as often; and how cards that follow each other are alike."""
    decks, kinds = len(tally.cards), len(tally.cards[0])
    shoe = kinds * decks
    if tally.shoes < FEWEST_SHOES:
        return
    for deck, counts in enumerate(tally.cards):
        yield _even(f"card {deck * kinds + 1} of the shoe: every kind as often", counts)
    same = (decks - 1) / (shoe - 1)
    for first, alike in zip(pair_places(shoe), tally.alike, strict=True):
        name = f"cards {first + 1} and {first + 2}: of one kind"
        yield chi_square(name, [alike, tally.shoes - alike], [same, 1 - same])
    beyond = [_none_before(shoe, WANTED * decks, STRETCH * cell) for cell in range(4)]
    chances = [*(nearer - farther for nearer, farther in pairwise(beyond)), beyond[-1]]
    yield chi_square("how soon one of four kinds comes", tally.soonest, chances)


def _first_of(wanted: Collection[int], cards_out: Sequence[int]) -> int:
    return next((at for at, kind in enumerate(cards_out) if kind in wanted), len(cards_out))


def _none_before(shoe: int, wanted: int, cards_out: int) -> float:
    """The chance that none of so many cards is among the first that come out."""
    return math.comb(shoe - wanted, cards_out) / math.comb(shoe, cards_out)


# A whole sample


def sample_tests(places: Sequence[int], size: int, decks: int = 0) -> tuple[ChanceTest, ...]:
    """All tests for which the sample is large enough; `decks` for cards of whole shoes."""
    return holm(shoe_tests(shoe_tally(places, size, decks)) if decks else outcome_tests(tally_of(places, size)))


def byte_tests(counts: Sequence[int]) -> Iterator[ChanceTest]:
    """Of random bits, by how often each byte came."""
    bits = 8 * sum(counts)
    ones = sum(byte.bit_count() * count for byte, count in enumerate(counts))
    errors = (2 * ones - bits) / math.sqrt(bits)
    yield ChanceTest("ones and zeros", errors, 0, normal_tails(errors))
    yield _even("every byte as often", counts)


def bit_tests(raw: bytes) -> tuple[ChanceTest, ...]:
    """Of the bits behind the outcomes: ones and zeros, bytes, runs and gaps of bytes."""
    tally = tally_of(raw, 256)
    return holm([*byte_tests(tally.counts), runs(tally), gaps(tally)])
