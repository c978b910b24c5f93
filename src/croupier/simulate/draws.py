"""Random numbers for the kernels: a counter, mixed. Imports numpy and numba only.

The n-th number of a stream is a mixing of key and n alone (SplitMix64 in counter mode), so numbers can be made in any
order and many at a time, and the part of the stream that belongs to a chunk, a shoe or a round is known beforehand. A
number has 64 bits and serves for four draws, two from each half. What is drawn is the upper part of a product with the
bound; where that would make some results likelier than others, both draws are thrown away and made again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint16, uint32, uint64

Array = Any

CHUNK_BITS = 36
"""How many numbers of the stream belong to a chunk: two to the power of that."""
SHOES = 4
"""How many shoes are drawn from the same numbers."""
ROOM = 512
"""For the cards of a shoe: eight decks have 416."""
SHOE_STRIDE = 1 << 16
"""How many numbers belong to so many shoes: `ROOM` for their cards, then as many for each draw made again."""
ROUND_STRIDE = 1 << 13
"""How many numbers belong to a round from a fresh shoe, those for draws made again among them."""

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_LOWER = np.uint64(0xFFFFFFFF)


def stream(seed: int, chunk: int) -> np.uint64:
    """Where the numbers of a chunk begin."""
    key = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])
    return np.uint64((key + (chunk << CHUNK_BITS) * int(_STEP)) % (1 << 64))


def streams(seed: int, chunks: list[int]) -> Array:
    """Where the numbers of each of these chunks begin."""
    return stream(seed, 0) + (np.array(chunks, np.uint64) << np.uint64(CHUNK_BITS)) * _STEP


def refill_stream(seed: int, chunk: int, shoe: int, refill: int) -> np.uint64:
    """Where the numbers begin by which a rack is shuffled in the middle of a round."""
    return np.uint64(np.random.SeedSequence(seed, spawn_key=(1, chunk, shoe, refill)).generate_state(1, np.uint64)[0])


@njit(nogil=True, inline="always")
def at(base: Any, place: Any) -> Any:
    """Where the numbers from that place of a stream on begin."""
    return base + uint64(place) * _STEP


@njit(nogil=True, inline="always")
def number(base: Any, place: Any) -> Any:
    """The number at a place of the stream: 64 bits."""
    mixed = at(base, place)
    mixed = (mixed ^ (mixed >> uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> uint64(27))) * _SECOND
    return mixed ^ (mixed >> uint64(31))


@njit(nogil=True, inline="always")
def uneven(bound: Any) -> Any:
    """How many of the 2^32 numbers are too many to be shared out evenly among all pairs below the bound."""
    return uint32(uint64(1 << 32) % (uint64(bound) * uint64(bound)))


@njit(nogil=True, inline="always")
def half(base: Any, place: Any, quarter: Any) -> Any:
    """The half of the number at that place from which the quarter is drawn: the upper one for the first two."""
    bits = number(base, place)
    return bits >> uint64(32) if quarter < 2 else bits & _LOWER  # noqa: PLR2004


@njit(nogil=True)
def below(base: Any, place: Any, quarter: Any, bound: Any) -> Any:
    """A whole number from 0 up to the bound, each as likely; drawn again further on where it would not be.

    Two draws share a half: the second is made of what the first leaves over, and what the second leaves tells whether
    both are fair.
    """
    many = uint64(bound) * uint64(bound)
    while True:
        first = half(base, place, quarter) * uint64(bound)
        second = (first & _LOWER) * uint64(bound)
        left = second & _LOWER
        if left >= many or left >= uint64(uneven(bound)):
            return uint32(first >> uint64(32)) if quarter % 2 == 0 else uint32(second >> uint64(32))
        place = place + ROOM


@njit(nogil=True)
def places_of_four(base: Any, size: Any, cards: Any, places: Array) -> None:
    """For four shoes at once, which of the cards not yet drawn comes at each of the first places.

    The plain loop first, for many numbers at a time, and where any draw may not be fair, all of them with care.
    """
    one, two, three, four = places[0], places[1], places[2], places[3]
    suspect = uint64(0)
    for place in range(cards):
        bound = uint64(size - place)
        bits = number(base, place)
        start = uint32(place)
        upper = (bits >> uint64(32)) * bound
        one[place] = uint16(start + uint32(upper >> uint64(32)))
        upper = (upper & _LOWER) * bound
        two[place] = uint16(start + uint32(upper >> uint64(32)))
        lower = (bits & _LOWER) * bound
        three[place] = uint16(start + uint32(lower >> uint64(32)))
        lower = (lower & _LOWER) * bound
        four[place] = uint16(start + uint32(lower >> uint64(32)))
        suspect |= uint64(min(upper & _LOWER, lower & _LOWER) < bound * bound)
    if suspect:
        for place in range(cards):
            for quarter in range(SHOES):
                places[quarter, place] = place + below(base, place, quarter, size - place)
