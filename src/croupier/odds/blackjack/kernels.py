"""Sums that are too long for plain Python. No rule stands here: tables go in, numbers come out.

Imports numpy and numba only.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any
"""A numpy array; numba knows of which kind."""

BLOCK = 512
"""How many shoes are worked on at a time: what fits the nearest memory."""
STAND, DRAW, DOUBLE = 0, 1, 2
"""Decisions by the numbers that the hand machine gives them; a test holds them equal."""


@njit(cache=True)
def _prepared(shoes: Array, start: int, width: int, products: Array, shares: Array) -> None:
    """For a block of shoes: nothing drawn yet, and the chance of any one order of so many cards."""
    for shoe in range(width):
        left = 0.0
        for rank in range(shoes.shape[0]):
            left += shoes[rank, start + shoe]
        products[0, shoe] = 1.0
        shares[0, shoe] = 1.0
        for depth in range(shares.shape[0] - 1):
            shares[depth + 1, shoe] = shares[depth, shoe] / (left - depth) if left > depth else 0.0


@njit(cache=True)
def _rest(chances: Array, start: int, width: int) -> None:
    """The last class is whatever ends in no other."""
    last = chances.shape[0] - 1
    for shoe in range(start, start + width):
        rest = 1.0
        for result in range(last):
            rest -= chances[result, shoe]
        chances[last, shoe] = rest


@njit(cache=True)
def _multiplied(before: Array, own: Array, copy: int, after: Array) -> None:
    """One card more in every shoe of the block."""
    for shoe in range(own.shape[0]):
        after[shoe] = before[shoe] * (own[shoe] - copy)


@njit(cache=True)
def _added(parts: Any, copy: int, orders: float, chances: Array) -> None:
    """One card more, and the dealer's hand is final: so many orders, each as likely."""
    before, own, shares = parts
    for shoe in range(own.shape[0]):
        chances[shoe] += orders * shares[shoe] * before[shoe] * (own[shoe] - copy)


@njit(cache=True)
def dealer_chances(shoes: Array, tree: Array, orders: Array, classes: int) -> Array:
    """The chance of each class of the dealer's final hand, for many shoes at once.

    `shoes` holds how many cards of each rank are left, a column a shoe. `tree` is the dealer's final hands as a tree of
    sorted cards: for each node the card, which copy of it that is, how deep it lies, the class that it ends in, if any,
    and whether nothing follows; `orders` says in how many orders its cards may come.
    """
    number, nodes = shoes.shape[1], tree.shape[0]
    deepest = tree[:, 2].max()
    chances = np.zeros((classes, number))
    products = np.empty((deepest + 1, BLOCK))
    shares = np.empty((deepest + 1, BLOCK))
    for start in range(0, number, BLOCK):
        width = min(BLOCK, number - start)
        _prepared(shoes, start, width, products, shares)
        for node in range(nodes):
            depth, final = tree[node, 2], tree[node, 3]
            own = shoes[tree[node, 0], start : start + width]
            before, after = products[depth - 1], products[depth]
            if tree[node, 4] == 0:
                _multiplied(before, own, tree[node, 1], after)
            if final >= 0:
                here = chances[final, start : start + width]
                _added((before, own, shares[depth]), tree[node, 1], orders[node], here)
        _rest(chances, start, width)
    return chances


@njit(cache=True)
def stand_values(chances: Array, columns: Array, kinds: Array, gains: Array) -> Array:
    """What a wager gains on each final hand: its kind's gain against each class of the dealer's, weighed by chance.

    A hand that meets no shoe gains the same whatever the dealer has.
    """
    values = np.zeros(kinds.shape[0])
    for hand in range(kinds.shape[0]):
        column = columns[hand]
        if column < 0:
            values[hand] = gains[kinds[hand], 0]
            continue
        value = 0.0
        for result in range(gains.shape[1]):
            value += chances[result, column] * gains[kinds[hand], result]
        values[hand] = value
    return values


@njit(cache=True)
def _drawn(shoe: Array, held: Array, after: Array, values: Array, doubling: Array) -> tuple[float, float]:
    """What one more card is worth to a hand that plays on, and to one that was doubled."""
    left = 0.0
    for rank in range(held.shape[0]):
        left += shoe[rank] - held[rank]
    draws = 0.0
    doubles = 0.0
    for rank in range(held.shape[0]):
        number = shoe[rank] - held[rank]
        if number > 0 and left > 0:
            draws += number / left * values[after[rank]]
            doubles += number / left * doubling[after[rank]]
    return draws, doubles


@njit(cache=True)
def played_values(shoe: Array, hands: Any, choices: Array, worth: Any, drawn: Array) -> Array:
    """What each hand is worth when it is played by the choices.

    `hands` are the cards held and the hands that follow, `worth` what a hand is worth as it is, and what it is worth as
    it is when it was doubled. A hand comes before those that follow it, so the last are reckoned first. What a card is
    worth, and what a double is, go to `drawn`.
    """
    held, after = hands
    standing, doubling = worth
    values = standing.copy()
    for hand in range(held.shape[0] - 1, -1, -1):
        if after[hand, 0] < 0:
            continue
        draws, doubles = _drawn(shoe, held[hand], after[hand], values, doubling)
        drawn[hand, 0] = draws
        drawn[hand, 1] = doubles
        if choices[hand] == DRAW:
            values[hand] = draws
        elif choices[hand] == DOUBLE:
            values[hand] = doubles
    return values


@njit(cache=True)
def best_values(shoe: Array, hands: Any, may: Array, worth: Any, drawn: Array) -> tuple[Array, Array]:
    """As `played_values`, but each hand is played as well as it can be; what was chosen comes back too."""
    held, after = hands
    standing, doubling = worth
    values = standing.copy()
    choices = np.zeros(held.shape[0], dtype=np.int32)
    for hand in range(held.shape[0] - 1, -1, -1):
        if after[hand, 0] < 0:
            continue
        draws, doubles = _drawn(shoe, held[hand], after[hand], values, doubling)
        drawn[hand, 0] = draws
        drawn[hand, 1] = doubles
        values[hand], choices[hand] = draws, DRAW
        if may[hand, STAND] and standing[hand] > values[hand]:
            values[hand], choices[hand] = standing[hand], STAND
        if may[hand, DOUBLE] and doubles > values[hand]:
            values[hand], choices[hand] = doubles, DOUBLE
    return values, choices


@njit(cache=True)
def reached(shoe: Array, hands: Any, choices: Array, chances: Array) -> None:
    """The chance that each hand comes about when it is played by the choices; the first hands' chances go in."""
    held, after = hands
    for hand in range(held.shape[0]):
        if after[hand, 0] < 0 or choices[hand] != DRAW or chances[hand] <= 0.0:
            continue
        left = 0.0
        for rank in range(held.shape[1]):
            left += shoe[rank] - held[hand, rank]
        for rank in range(held.shape[1]):
            number = shoe[rank] - held[hand, rank]
            if number > 0 and left > 0:
                chances[after[hand, rank]] += chances[hand] * number / left
