"""Many rounds counted in ways, and chances in coarser parts: the same figures without long fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.odds import After, TooMuch, coarsened, quantile, result_after, spread_of, ways_after

Results = dict[int, Fraction]

COUNTS = st.dictionaries(st.integers(-6, 6), st.integers(0, 9), min_size=1).filter(lambda found: any(found.values()))


def _shares(counts: dict[int, int]) -> Results:
    whole = sum(counts.values())
    return {net: Fraction(count, whole) for net, count in counts.items()}


@given(COUNTS, st.integers(0, 6), st.integers(1, 20).map(lambda part: Fraction(part, 20)), st.integers(1, 10**6))
def test_ways_are_what_the_fractions_say(counts: dict[int, int], rounds: int, share: Fraction, parts: int) -> None:
    slow, after = result_after(_shares(counts), rounds), ways_after(_shares(counts), rounds)
    assert {net: Fraction(count, after.of) for net, count in after.ways.items()} == slow
    assert list(after.ways) == list(slow)
    assert after.spread == spread_of(slow)
    assert after.quantile(share) == quantile(slow, share)
    assert after.rounded(parts) == {net: part for net, chance in slow.items() if (part := round(chance * parts))}


def test_halves_are_rounded_to_even() -> None:
    assert After({1: 1, 0: 3}, 4).rounded(2) == {0: 2}
    assert After({1: 1, 0: 3}, 4).rounded(6) == {1: 2, 0: 4}


@pytest.mark.parametrize("share", [Fraction(0), Fraction(-1), Fraction(3, 2)])
def test_what_is_no_share(share: Fraction) -> None:
    with pytest.raises(ValueError, match="share"):
        After({0: 1}, 1).quantile(share)


def test_fractions_that_would_take_too_long_are_not_made() -> None:
    with pytest.raises(TooMuch):
        _ = After({1: 1, 0: 1 << 10_000_000}, (1 << 10_000_000) + 1).spread


# Coarser parts


def test_coarsened_by_hand() -> None:
    """Rounded to fifths, two sevenths are one, three sevenths two: the likeliest takes the fifth that is left."""
    sevenths = {net: Fraction(count, 7) for net, count in {2: 2, 1: 2, 0: 3}.items()}
    assert coarsened(sevenths, 5) == {2: Fraction(1, 5), 1: Fraction(1, 5), 0: Fraction(3, 5)}
    thirtieths = {net: Fraction(count, 30) for net, count in {1: 10, 0: 11, -1: 9}.items()}
    assert coarsened(thirtieths, 10) == {1: Fraction(3, 10), 0: Fraction(4, 10), -1: Fraction(3, 10)}


def test_what_is_coarse_already_stays() -> None:
    results = {1: Fraction(18, 37), -1: Fraction(19, 37)}
    assert coarsened(results, 37) == results


def test_what_is_rare_stays_possible() -> None:
    rare = {1: Fraction(1, 10**9), -1: 1 - Fraction(1, 10**9)}
    assert coarsened(rare, 1000) == {1: Fraction(1, 1000), -1: Fraction(999, 1000)}


def test_fewer_parts_than_results() -> None:
    with pytest.raises(ValueError, match="more results than parts"):
        coarsened({net: Fraction(1, 10) for net in range(10)}, 3)


@given(COUNTS, st.integers(60, 10**4))
def test_together_they_are_one_and_near(counts: dict[int, int], resolution: int) -> None:
    exact = {net: chance for net, chance in _shares(counts).items() if chance}
    found = coarsened(exact, resolution)
    assert sum(found.values()) == 1
    assert found.keys() == exact.keys()
    assert all(chance > 0 for chance in found.values())
    assert all(abs(found[net] - exact[net]) <= Fraction(len(exact), resolution) for net in exact)
