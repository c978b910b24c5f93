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

    drawn: tuple[tuple[int, int], ...]
    """Every rank, and how many of it were drawn before."""
    nodes: tuple[tuple[int, int, int, int], ...]
    """Which of those leads there, how deep, in how many orders he comes there, and his hand."""
    ended: tuple[tuple[tuple[int, int], ...], ...]
    """For each node: the class in which a rank ends that was drawn already, and how often it was drawn."""
    ends: tuple[tuple[int, int, tuple[int, ...]], ...]
    """A rank, a class but for the last, and which hands of his that rank ends in that class."""
    hands: int
    """How many hands go on."""
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


_spare: list[Array] = []
"""Room for sums, kept from one to the next: to get fresh memory each time costs a sixth of all."""


def _room(rows: int) -> Array:
    """For so many rows. They hold anything. Whoever takes one has it alone, and puts it back when done."""
    while _spare:
        try:
            room = _spare.pop()
        except IndexError:
            break  # another thread has just taken the last
        if len(room) >= rows:
            return room
    return np.empty((rows, BLOCK))


def _chances_of_block(shoes: Array, draws: DrawTree, classes: int) -> Array:
    number = shoes.shape[1]
    needed = len(draws.drawn) + draws.deepest + 1 + draws.hands + 2
    room = _room(needed)
    # Views, had once: to make one costs half as much as a sum over it.
    rows = list(room[:needed, :number])
    weighed, more = rows.pop(), rows.pop()
    numbers = [np.subtract(shoes[rank], copy, rows.pop()) for rank, copy in draws.drawn]
    products = [rows.pop() for _ in range(draws.deepest + 1)]
    products[0][:] = 1.0
    for hand in rows:
        hand[:] = 0.0
    chances = np.zeros((classes, number))
    results = list(chances)
    shares = _shares(shoes.sum(axis=0), draws.deepest)
    for (drawn, depth, orders, hand), ended in zip(draws.nodes, draws.ended, strict=True):
        if depth:
            np.multiply(products[depth - 1], numbers[drawn], products[depth])
        if not orders:
            continue
        np.multiply(products[depth], shares[depth], weighed)
        if orders > 1:
            np.multiply(weighed, orders, weighed)
        np.add(rows[hand], weighed, rows[hand])
        for result, times in ended:
            less = weighed if times == 1 else np.multiply(weighed, times, more)
            np.subtract(results[result], less, results[result])
    for rank, result, (first, *others) in draws.ends:
        going = rows[first]
        for other in others:
            going = np.add(going, rows[other], more)
        np.multiply(going, shoes[rank], weighed)
        np.add(results[result], weighed, results[result])
    chances[-1] = 1.0 - chances[:-1].sum(axis=0)
    _spare.append(room)
    return chances


def _shares(left: Array, deepest: int) -> list[Array]:
    """For so many cards drawn and one more: what one order of certain cards is worth among all orders."""
    found, share = [], np.ones(len(left))
    for drawn in range(deepest + 1):
        share = share / np.where(left > drawn, left - drawn, np.inf)
        found.append(share)
    return found


def stand_values(chances: Array, columns: Array, kinds: Array, gains: Array) -> Array:
    """What a wager gains on each final hand: its kind's gain against each class of the dealer's, weighed by chance.

    A hand that meets no shoe gains the same whatever the dealer has. There may be several tables of gains, one above
    the other.
    """
    own = gains[..., kinds, :]
    found = np.einsum("...hr,rh->...h", own, chances[:, columns])
    return np.where(columns < 0, own[..., 0], found)


def card_chances(shoe: Array, gone: Array, number: Array | None = None) -> Array:
    """The chance of each rank as the next card, beside what is gone of the shoe: a row for each hand.

    `number` says how many cards are gone, for whoever knows it already.
    """
    left = shoe.sum() - (gone.sum(axis=-1) if number is None else number)
    return np.maximum(shoe - gone, 0.0) / np.where(left > 0, left, np.inf)[..., None]


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
