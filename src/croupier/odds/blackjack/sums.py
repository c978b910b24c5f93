"""The solver's sums over whole arrays. No rule stands here: tables go in, numbers come out.

Imports numpy only: nothing is compiled, so that one answer costs no more than its sums.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

Array = Any
STAND, DRAW, DOUBLE = 0, 1, 2
"""Decisions by the numbers that the hand machine gives them; a test holds them equal."""
BLOCK = 8192
"""How many shoes are summed over at once: more do not fit the processor's cache, fewer wait for numpy's calls."""


class DrawTree(NamedTuple):
    """What the dealer may draw to one up card before his last card, as a tree of sorted cards, the root first."""

    nodes: tuple[tuple[int, int, int, int, int], ...]
    """The rank that leads there, which copy of it, how deep, in how many orders he comes there, and his hand."""
    ended: tuple[tuple[tuple[int, int], ...], ...]
    """For each node: the class in which a rank ends that was drawn already, and how often it was drawn."""
    ends: tuple[tuple[tuple[int, int], ...], ...]
    """For each hand of his: a rank that ends it and in which class, but for the last class."""
    deepest: int


class Steps(NamedTuple):
    """Which hand follows which. A hand with more cards stands after all with fewer."""

    after: Array
    is_open: Array
    layers: tuple[tuple[int, int], ...]
    """From where to where the hands of each number of cards stand, fewest cards first."""


def steps_of(after: Array, sizes: Array) -> Steps:
    """`sizes` says how many cards each hand has; a last hand that stands for all busted ones is in no layer."""
    is_open = after[:, 0] >= 0
    sorted_until = len(sizes) if len(sizes) < 2 or sizes[-1] >= sizes[-2] else len(sizes) - 1  # noqa: PLR2004
    changes = np.flatnonzero(np.diff(sizes[:sorted_until])) + 1
    bounds = [0, *changes.tolist(), sorted_until]
    layers = tuple((start, end) for start, end in pairwise(bounds) if is_open[start:end].any())
    return Steps(after, is_open, layers)


def dealer_chances(shoes: Array, draws: DrawTree, classes: int) -> Array:
    """The chance of each class of the dealer's final hand, for many shoes at once.

    `shoes` holds how many cards of each rank are left, a column a shoe. Any cards that the dealer has drawn come in so
    many orders, each as likely; one more card ends his hand. The last class is whatever ends in no other.
    """
    chances = np.empty((classes, shoes.shape[1]))
    for start in range(0, shoes.shape[1], BLOCK):
        block = slice(start, start + BLOCK)
        chances[:, block] = _chances_of_block(shoes[:, block], draws, classes)
    return chances


def _chances_of_block(shoes: Array, draws: DrawTree, classes: int) -> Array:
    number = shoes.shape[1]
    left = shoes.sum(axis=0)
    shares = np.ones((draws.deepest + 2, number))
    for depth in range(draws.deepest + 1):
        shares[depth + 1] = shares[depth] / np.where(left > depth, left - depth, np.inf)
    products = np.ones((draws.deepest + 1, number))
    goes_on = np.zeros((len(draws.ends), number))
    chances = np.zeros((classes, number))
    weighed, more = np.empty(number), np.empty(number)
    rows: dict[tuple[int, int], Array] = {}
    for (rank, copy, depth, orders, hand), ended in zip(draws.nodes, draws.ended, strict=True):
        if depth:
            if (rank, copy) not in rows:
                rows[rank, copy] = shoes[rank] - copy
            np.multiply(products[depth - 1], rows[rank, copy], out=products[depth])
        if not orders:
            continue
        np.multiply(products[depth], shares[depth + 1], out=weighed)
        if orders > 1:
            weighed *= orders
        goes_on[hand] += weighed
        for result, times in ended:
            chances[result] -= weighed if times == 1 else np.multiply(weighed, times, out=more)
    for going, ends in zip(goes_on, draws.ends, strict=True):
        for rank, result in ends:
            chances[result] += np.multiply(going, shoes[rank], out=more)
    chances[-1] = 1.0 - chances[:-1].sum(axis=0)
    return chances


def stand_values(chances: Array, columns: Array, kinds: Array, gains: Array) -> Array:
    """What a wager gains on each final hand: its kind's gain against each class of the dealer's, weighed by chance.

    A hand that meets no shoe gains the same whatever the dealer has.
    """
    own = gains[kinds]
    return np.where(columns < 0, own[:, 0], np.einsum("hr,rh->h", own, chances[:, columns]))


def card_chances(shoe: Array, gone: Array) -> Array:
    """The chance of each rank as the next card, beside what is gone of the shoe: a row for each hand."""
    numbers = shoe - gone
    left = numbers.sum(axis=-1, keepdims=True)
    return np.maximum(numbers, 0.0) / np.where(left > 0, left, np.inf)


def averaged(cards: Array, values: Array, after: Array) -> Array:
    """What one more card is worth: the value of each hand that follows, weighed by the chance of its card."""
    found: Array = np.einsum("hc...,hc...->h...", cards, values[after])
    return found


def played_values(cards: Array, steps: Steps, choices: Array, standing: Array, doubling: Array) -> tuple[Array, Array]:
    """What each hand is worth when it is played by the choices; and what a card is worth, and what a double is.

    `standing` is what a hand is worth as it is, `doubling` what it is worth so once it was doubled. A hand comes before
    those that follow it, so the last are reckoned first.
    """
    values, drawn = standing.copy(), np.zeros((len(standing), 2))
    drawn[:, 1] = averaged(cards, doubling, steps.after) * steps.is_open
    doubles, draws = steps.is_open & (choices == DOUBLE), steps.is_open & (choices == DRAW)
    values[doubles] = drawn[doubles, 1]
    for start, end in reversed(steps.layers):
        here = slice(start, end)
        drawn[here, 0] = averaged(cards[here], values, steps.after[here]) * steps.is_open[here]
        np.copyto(values[here], drawn[here, 0], where=draws[here])
    return values, drawn


def best_values(cards: Array, steps: Steps, may: Array, standing: Array, doubling: Array) -> tuple[Array, Array, Array]:
    """As `played_values`, but each hand is played as well as it can be; what was chosen comes in between."""
    values, drawn = standing.copy(), np.zeros((len(standing), 2))
    doubles = drawn[:, 1] = averaged(cards, doubling, steps.after) * steps.is_open
    choices = np.zeros(len(values), dtype=np.int32)
    may_stand, may_double = may[:, STAND] == 1, may[:, DOUBLE] == 1
    for start, end in reversed(steps.layers):
        here = slice(start, end)
        is_open = steps.is_open[here]
        draws = averaged(cards[here], values, steps.after[here]) * is_open
        stands = ~is_open | (may_stand[here] & (standing[here] > draws))
        best = np.where(stands, standing[here], draws)
        is_doubled = may_double[here] & (doubles[here] > best)
        values[here] = np.where(is_doubled, doubles[here], best)
        choices[here] = np.where(is_doubled, DOUBLE, np.where(stands, STAND, DRAW))
        drawn[here, 0] = draws
    return values, choices, drawn


def reached(cards: Array, steps: Steps, choices: Array, chances: Array) -> Array:
    """The chance that each hand comes about when it is played by the choices; the first hands' chances go in."""
    found = chances.copy()
    draws = steps.is_open & (choices == DRAW)
    for start, end in steps.layers:
        hands = start + np.flatnonzero(draws[start:end] & (found[start:end] > 0))
        more = found[hands, None] * cards[hands]
        found += np.bincount(steps.after[hands].ravel(), more.ravel(), len(found))
    return found
