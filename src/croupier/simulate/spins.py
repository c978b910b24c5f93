"""Chance with equally likely results, counted: a wheel, or dice. Imports numpy, numba and the draws only.

No rule stands here: how many results there are goes in, how often each came goes out. Rounds 2n and 2n + 1 have the two
halves of number n of the chunk. What would make some results likelier than others is drawn again, from a far part of
the chunk's numbers in which every round has a place of its own: so a round hangs on no other, and the first rounds of a
chunk are the same however many follow.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint32, uint64

from croupier.simulate.draws import CHUNK_BITS, number

Array = Any

MOST_ROUNDS = 1 << 29
"""How many rounds a chunk can have: then its numbers for drawing again are used up."""

_AGAIN = np.uint64(1 << (CHUNK_BITS - 1))
"""Where the numbers for drawing again begin."""
_TRIES = np.uint64((1 << (CHUNK_BITS - 1)) // MOST_ROUNDS)
"""How many of them a round has. No draw fails more often than every other time: nobody will see them all fail."""
_LOWER = np.uint64(0xFFFFFFFF)
_BLOCK = 1024
"""How many numbers are made at a time: what fits the nearest memory."""


@njit(nogil=True, cache=True)
def result(base: Any, round: Any, results: Any) -> Any:
    """What comes in one round: from 0 up to the number of results, each as likely."""
    bound = uint64(results)
    both = number(base, uint64(round) >> uint64(1))
    product = (both >> uint64(32) if uint64(round) & uint64(1) else both & _LOWER) * bound
    if (product & _LOWER) < bound:
        # So many of the 2^32 draws are too many to be shared out evenly.
        odd = uint64(1 << 32) % bound
        place = _AGAIN + uint64(round) * _TRIES
        while (product & _LOWER) < odd:
            product = (number(base, place) >> uint64(32)) * bound
            place += uint64(1)
    return uint32(product >> uint64(32))


@njit(nogil=True, cache=True)
def in_order(base: Any, rounds: Any, results: Any) -> Array:
    """What comes in each of the first rounds."""
    found = np.empty(rounds, np.uint32)
    for round in range(rounds):
        found[round] = result(base, round, results)
    return found


@njit(nogil=True, cache=True)
def counted(base: Any, rounds: Any, results: Any) -> Array:
    """How often each result comes in the first rounds."""
    # Four counts side by side: the same result twice in a row would else have to wait for its own count.
    counts = np.zeros((4, results), np.int64)
    lower = np.empty(_BLOCK, np.uint32)
    upper = np.empty(_BLOCK, np.uint32)
    whole = rounds // (2 * _BLOCK) * _BLOCK
    for first in range(0, whole, _BLOCK):
        if _filled(base, first, results, lower, upper):
            _filled_with_care(base, first, results, lower, upper)
        for place in range(0, _BLOCK, 2):
            counts[0, lower[place]] += 1
            counts[1, upper[place]] += 1
            counts[2, lower[place + 1]] += 1
            counts[3, upper[place + 1]] += 1
    for round in range(2 * whole, rounds):
        counts[0, result(base, round, results)] += 1
    return counts.sum(axis=0)


@njit(nogil=True, cache=True)
def _filled(base: Any, first: Any, results: Any, lower: Array, upper: Array) -> Any:
    """A block without a branch, for many numbers at a time; not 0 where any of them may have to be drawn again."""
    suspect = uint32(0)
    bound = uint64(results)
    for place in range(_BLOCK):
        both = number(base, uint64(first) + uint64(place))
        low = (both & _LOWER) * bound
        high = (both >> uint64(32)) * bound
        lower[place] = uint32(low >> uint64(32))
        upper[place] = uint32(high >> uint64(32))
        suspect |= uint32(uint32(low) < uint32(bound)) | uint32(uint32(high) < uint32(bound))
    return suspect


@njit(nogil=True, cache=True)
def _filled_with_care(base: Any, first: Any, results: Any, lower: Array, upper: Array) -> None:
    for place in range(_BLOCK):
        lower[place] = result(base, 2 * (first + place), results)
        upper[place] = result(base, 2 * (first + place) + 1, results)
