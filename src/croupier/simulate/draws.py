"""Random numbers for the kernels: a counter, mixed. Imports numpy and numba only.

The n-th number of a stream is a mixing of key and n alone (SplitMix64 in counter mode), so numbers can be made in any
order and many at a time, and the part of the stream that belongs to a chunk, a shoe or a round is known beforehand. A
number has 64 bits and serves for four draws. What is drawn is the upper half of a product of 16 bits and the bound;
where that would make some results likelier than others, the draw is thrown away and made again.
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
ROUND_STRIDE = 1 << 9
"""How many numbers belong to a round from a fresh shoe."""

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


def stream(seed: int, chunk: int) -> np.uint64:
    """Where the numbers of a chunk begin."""
    key = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])
    return np.uint64((key + (chunk << CHUNK_BITS) * int(_STEP)) % (1 << 64))


def refill_stream(seed: int, chunk: int, shoe: int, refill: int) -> np.uint64:
    """Where the numbers begin by which a rack is shuffled in the middle of a round."""
    return np.uint64(np.random.SeedSequence((seed, chunk, shoe, refill)).generate_state(1, np.uint64)[0])


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
    """How many of the 2^16 numbers are too many to be shared out evenly."""
    return uint32(uint32(1 << 16) % uint32(bound))


@njit(nogil=True, inline="always")
def product(base: Any, place: Any, quarter: Any, bound: Any) -> Any:
    """One quarter of the number at that place, times the bound."""
    bits = (number(base, place) >> (uint64(quarter) << uint64(4))) & uint64(0xFFFF)
    return uint32(bits) * uint32(bound)


@njit(nogil=True)
def below(base: Any, place: Any, quarter: Any, bound: Any) -> Any:
    """A whole number from 0 up to the bound, each as likely; drawn again further on where it would not be."""
    odd = uneven(bound)
    found = product(base, place, quarter, bound)
    while (found & uint32(0xFFFF)) < odd:
        place = place + ROOM
        found = product(base, place, quarter, bound)
    return found >> uint32(16)


def unevens(size: int) -> Array:
    """For each place of a shoe how many numbers are too many."""
    return np.array([(1 << 16) % (size - place) for place in range(size)], dtype=np.uint32)


@njit(nogil=True)
def places_of_four(base: Any, odds: Array, cards: Any, places: Array, marks: Array) -> None:
    """For four shoes at once, which of the cards not yet drawn comes at each of the first places.

    The plain loop first, for many numbers at a time; it marks what has to be drawn again.
    """
    size = odds.shape[0]
    mask = uint64(0xFFFF)
    for place in range(cards):
        bits = number(base, place)
        bound = uint32(size - place)
        odd = odds[place]
        first = uint32(bits & mask) * bound
        second = uint32((bits >> uint64(16)) & mask) * bound
        third = uint32((bits >> uint64(32)) & mask) * bound
        fourth = uint32(bits >> uint64(48)) * bound
        places[0, place] = uint16(uint32(place) + (first >> uint32(16)))
        places[1, place] = uint16(uint32(place) + (second >> uint32(16)))
        places[2, place] = uint16(uint32(place) + (third >> uint32(16)))
        places[3, place] = uint16(uint32(place) + (fourth >> uint32(16)))
        low = min(
            min(first & uint32(0xFFFF), second & uint32(0xFFFF)), min(third & uint32(0xFFFF), fourth & uint32(0xFFFF))
        )
        marks[place] = low < odd
    words = marks.view(np.uint64)
    for word in range((cards + 7) // 8):
        if words[word]:
            for place in range(8 * word, min(8 * word + 8, cards)):
                if marks[place]:
                    for quarter in range(SHOES):
                        places[quarter, place] = place + below(base, place, quarter, size - place)
