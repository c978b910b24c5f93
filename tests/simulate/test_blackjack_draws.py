"""The shuffle and the draws: every card as likely in every place, and no number used twice."""

from __future__ import annotations

from itertools import combinations
from math import factorial, sqrt
from typing import Any

import numpy as np
import pytest

from croupier.simulate import draws
from croupier.simulate.blackjack.kernels.whole_table import fresh_order, shuffled
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.draws import below, number, refill_stream, stream
from croupier.simulate.job import CHUNK_ROUNDS

Array = Any
MOST_CARDS = 416
WORD = 1 << 32
SHOES = 12_000
NORMAL = 4.5
"""How many standard deviations a chi-square of so many degrees may be off: once in 150,000 times for a fair one."""


def is_fair(observed: Array, expected: Array | float, freedom: int) -> bool:
    """Whether a chi-square is neither too large nor, as with draws that avoid each other, too small."""
    found = float((((observed - expected) ** 2) / expected).sum())
    return abs(found - freedom) < NORMAL * sqrt(2 * freedom)


# Two draws, from half a number


def test_every_pair_of_results_has_as_many_numbers_whatever_the_bound() -> None:
    """All 2^32 numbers for every bound that a shoe has: what is kept is shared out evenly, to the last one.

    Both draws together are the upper half of the number times the bound twice, so the numbers of a pair lie side by
    side: they are counted from the first to the last that is kept.
    """
    for bound in range(1, MOST_CARDS + 1):
        pairs = np.arange(bound * bound, dtype=np.uint64)
        starts = pairs << np.uint64(32)
        square, odd = np.uint64(bound * bound), np.uint64(draws.uneven(bound))
        first = (starts + odd + square - np.uint64(1)) // square
        last = (starts + np.uint64(WORD - 1)) // square
        assert np.all(last - first + np.uint64(1) == WORD // (bound * bound)), bound


def drawn(base: np.uint64, place: int, quarter: int, bound: int) -> tuple[int, int]:
    """The same draw in plain integers, and how often it was made again."""
    again = 0
    while True:
        bits = int(number(base, place + again * draws.ROOM))
        product = (bits >> 32 if quarter < 2 else bits % WORD) * bound * bound
        if product % WORD >= WORD % (bound * bound):
            both = product // WORD
            return (both // bound if quarter % 2 == 0 else both % bound), again
        again += 1


MANY_REJECTED = 46_341
"""Half of the numbers are too many for this bound: draws are made again and again."""


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 255, 256, 311, 415, 416, MANY_REJECTED])
def test_a_draw_is_what_plain_integers_make_of_it(bound: int) -> None:
    base = stream(11, 3)
    places = [(place, quarter) for place in range(300) for quarter in range(4)]
    expected = [drawn(base, place, quarter, bound) for place, quarter in places]
    assert [int(below(base, place, quarter, bound)) for place, quarter in places] == [found for found, _ in expected]
    assert (max(again for _, again in expected) > 3) is (bound == MANY_REJECTED)


def test_four_shoes_at_once_are_drawn_like_each_by_itself() -> None:
    """Also where a draw has to be made again: with bounds beyond any shoe's that is everywhere."""
    for size in (208, 312, 416, 60_000):
        places = np.zeros((draws.SHOES, draws.ROOM), np.uint16)
        for four in range(20):
            base = np.uint64(draws.at(stream(1, 2), four * draws.SHOE_STRIDE))
            draws.places_of_four(base, size, 200, places)
            for quarter in range(draws.SHOES):
                expected = [place + drawn(base, place, quarter, size - place)[0] for place in range(200)]
                assert places[quarter, :200].tolist() == expected


def test_numbers_are_mixed_as_published() -> None:
    """SplitMix64 from a state of 1234567: the first five of its published outputs."""
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [int(number(np.uint64(1234567), place)) for place in range(1, 6)] == published


# Shoes


@pytest.fixture(scope="module")
def shoes() -> Array:
    """Many shoes of 416 cards that are all told apart."""
    cards = np.empty((SHOES, MOST_CARDS), np.uint16)
    base = stream(2026, 0)
    for shoe in range(SHOES):
        cards[shoe] = np.arange(MOST_CARDS)
        shuffled(base, shoe, cards[shoe])
    return cards


def test_a_shoe_has_all_its_cards(shoes: Array) -> None:
    assert np.array_equal(np.sort(shoes, axis=1), np.tile(np.arange(MOST_CARDS), (SHOES, 1)))


def test_every_card_comes_in_every_place_as_often(shoes: Array) -> None:
    places = np.tile(np.arange(MOST_CARDS), SHOES)
    cells = np.bincount(places * MOST_CARDS + shoes.ravel(), minlength=MOST_CARDS**2)
    assert is_fair(cells, SHOES / MOST_CARDS, (MOST_CARDS - 1) ** 2)


@pytest.mark.parametrize("place", [0, 1, 2, 207, 414, 415])
def test_every_card_comes_first_and_last_as_often(shoes: Array, place: int) -> None:
    assert is_fair(np.bincount(shoes[:, place], minlength=MOST_CARDS), SHOES / MOST_CARDS, MOST_CARDS - 1)


def test_every_card_follows_every_other_as_often(shoes: Array) -> None:
    """Of two neighbours the second is as likely any of the other cards: counted on from the first, 1 to 415."""
    neighbours = (shoes[:, 1:].astype(np.int64) - shoes[:, :-1]) % MOST_CARDS
    apart = np.bincount(neighbours.ravel(), minlength=MOST_CARDS)
    assert apart[0] == 0
    assert is_fair(apart[1:], neighbours.size / (MOST_CARDS - 1), MOST_CARDS - 2)


def test_the_order_of_any_three_is_even(shoes: Array) -> None:
    """Six orders of three cards, for many threes."""
    where = np.argsort(shoes, axis=1)
    for first in range(0, MOST_CARDS - 3, 23):
        three = where[:, first : first + 3]
        orders = np.bincount(np.argsort(three, axis=1) @ np.array([9, 3, 1]))
        assert is_fair(orders[orders > 0], SHOES / 6, 5)
        assert np.count_nonzero(orders) == 6


def test_shoes_side_by_side_have_nothing_in_common(shoes: Array) -> None:
    """Four shoes share numbers, a quarter of each: that the same card comes at the same place is chance."""
    for step in (1, 2, 3, 4, 5):
        same = np.count_nonzero(shoes[step:] == shoes[:-step], axis=1)
        mean = float(same.mean())
        assert abs(mean - 1) < NORMAL / sqrt(len(same)), step


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_few_cards_come_in_every_order_as_often(size: int) -> None:
    """So few that all their orders can be counted: no place is left out of the shuffle."""
    orders: dict[tuple[int, ...], int] = {}
    base = stream(2028, 0)
    for shoe in range(SHOES):
        cards = np.arange(size, dtype=np.uint16)
        shuffled(base, shoe, cards)
        order = tuple(cards.tolist())
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == factorial(size)
    assert is_fair(np.array(list(orders.values())), SHOES / factorial(size), factorial(size) - 1)


# Full shoes


@pytest.fixture(scope="module")
def fresh() -> Array:
    """The first ten cards of many full shoes."""
    base = stream(2027, 1)
    template = np.arange(MOST_CARDS, dtype=np.uint16)
    return np.array([fresh_order(base, round, template)[:10] for round in range(SHOES)])


def test_full_shoes_deal_every_card_as_often_and_none_twice(fresh: Array) -> None:
    cells = np.bincount((np.arange(10)[None, :] * MOST_CARDS + fresh).ravel(), minlength=10 * MOST_CARDS)
    assert is_fair(cells, SHOES / MOST_CARDS, 10 * (MOST_CARDS - 1))
    assert all(len(set(row)) == 10 for row in fresh.tolist())
    apart = np.bincount(((fresh[:, 1:].astype(np.int64) - fresh[:, :-1]) % MOST_CARDS).ravel(), minlength=MOST_CARDS)
    assert is_fair(apart[1:], 9 * SHOES / (MOST_CARDS - 1), MOST_CARDS - 2)


def test_rounds_from_full_shoes_have_nothing_in_common(fresh: Array) -> None:
    for step in (1, 2, 16):
        same = int(np.count_nonzero(fresh[step:] == fresh[:-step]))
        expected = 10 * (SHOES - step) / MOST_CARDS
        assert abs(same - expected) < NORMAL * sqrt(expected), step


# No number is used twice


def test_every_chunk_shoe_and_round_has_numbers_of_its_own() -> None:
    """A shoe gives one round at least, so a chunk has no more shoes than rounds."""
    assert CHUNK_ROUNDS // draws.SHOES * draws.SHOE_STRIDE <= 1 << draws.CHUNK_BITS
    assert CHUNK_ROUNDS * draws.ROUND_STRIDE <= 1 << draws.CHUNK_BITS
    assert Setup().size <= draws.ROOM
    # A draw is made again with a chance of 416 times 416 in 2^32 at most: so often in a row it never is.
    assert (draws.SHOE_STRIDE // draws.ROOM - 1) * np.log2(WORD / MOST_CARDS**2) > 200


def test_a_chunk_begins_where_the_one_before_ends() -> None:
    for seed in (0, 1, 2**64 - 1):
        for chunk in (0, 1, 7, 1 << 20):
            ends = number(stream(seed, chunk), 1 << draws.CHUNK_BITS)
            assert ends == number(stream(seed, chunk + 1), 0)


def first_place(seed: int) -> int:
    """Where in the one long sequence of all numbers a seed begins."""
    return int(stream(seed, 0)) * pow(int(draws._STEP), -1, 1 << 64) % (1 << 64)


def test_seeds_begin_far_from_each_other() -> None:
    """A run of 10^9 rounds takes 240 chunks: no two of the first seeds come that near."""
    places = sorted(first_place(seed) for seed in range(100))
    gaps = [after - before for before, after in zip(places, [*places[1:], places[0] + (1 << 64)], strict=True)]
    assert min(gaps) > 240 << draws.CHUNK_BITS


def test_no_two_chunks_begin_alike() -> None:
    starts = [stream(seed, chunk) for seed in range(20) for chunk in range(20)]
    assert len({int(start) for start in starts}) == len(starts)


def test_no_refill_begins_like_another_nor_like_a_chunk() -> None:
    """A rack is shuffled by numbers that no shoe had."""
    starts = [stream(seed, chunk) for seed in range(3) for chunk in range(3)]
    starts += [refill_stream(seed, chunk, shoe, refill) for seed, chunk, shoe, refill in np.ndindex(3, 3, 3, 3)]
    assert len({int(start) for start in starts}) == len(starts)


def test_the_same_seed_chunk_and_shoe_are_the_same_cards() -> None:
    orders: dict[tuple[int, ...], Array] = {}
    for seed, chunk, shoe in np.ndindex(2, 3, 9):
        for _ in range(2):
            cards = np.arange(MOST_CARDS, dtype=np.uint16)
            shuffled(stream(seed, chunk), shoe, cards)
            orders.setdefault((seed, chunk, shoe), cards)
            assert np.array_equal(cards, orders[seed, chunk, shoe])
    assert all(not np.array_equal(one, other) for one, other in combinations(orders.values(), 2))
