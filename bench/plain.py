"""One box as it is first written down: a shoe, totals, branches, small functions. Compiled like everything else.

The other baseline, `branchy`, is the same game tuned until it is no longer plain.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bench.branchy import CUT, DECKS, DOUBLE, DRAW, MOST_HANDS, NO_GAIN, STAND, Charts, compiled

Array = Any
ROUNDS = 4_000_000
DEALERS_BLACKJACK = 22


@compiled
def _drawn(state: Array) -> Any:
    """SplitMix64."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@compiled
def _below(state: Array, bound: Any) -> Any:
    """A whole number below the bound, each as likely."""
    while True:
        product = (_drawn(state) >> np.uint64(32)) * np.uint64(bound)
        left = product & np.uint64(0xFFFFFFFF)
        if left >= np.uint64(bound) or left >= np.uint64((1 << 32) % bound):
            return np.int64(product >> np.uint64(32))


@compiled
def _shuffle(shoe: Array, state: Array) -> None:
    for place in range(shoe.shape[0] - 1):
        other = place + _below(state, shoe.shape[0] - place)
        card = shoe[other]
        shoe[other] = shoe[place]
        shoe[place] = card


@compiled
def _points(total: Any, aces: Any) -> Any:
    return total + 10 if aces > 0 and total + 10 <= 21 else total


@compiled
def _hand(shoe: Array, at: Any, held: Any, up: Any, charts: Any) -> Any:
    """A hand of two cards played: its points, how many wagers lie on it, the place of the next card."""
    total, aces = held
    hard, soft, _ = charts
    cards = 2
    while True:
        points = _points(total, aces)
        if points >= 21:
            return points, 1, at
        choice = soft[points, up] if points > total else hard[points, up]
        if choice == DOUBLE and (cards > 2 or aces > 0):
            choice = DRAW
        if choice == STAND:
            return points, 1, at
        card = shoe[at]
        at += 1
        total += card
        aces += card == 1
        cards += 1
        if choice == DOUBLE:
            return _points(total, aces), 2, at


@compiled
def _dealer(shoe: Array, at: Any, up: Any) -> Any:
    """The dealer's points, 0 when he is bust, and the place of the next card."""
    card = shoe[at]
    at += 1
    total = up + card
    aces = int(up == 1) + int(card == 1)
    if _points(total, aces) == 21:
        return DEALERS_BLACKJACK, at
    while _points(total, aces) < 17:
        card = shoe[at]
        at += 1
        total += card
        aces += card == 1
    points = _points(total, aces)
    return (0 if points > 21 else points), at


@compiled
def _split(shoe: Array, at: Any, pair: Any, against: Any, ended: Any) -> Any:
    """The hands of a split played one after the other: how many, and the place of the next card."""
    up, charts = against
    points, wagers = ended
    hands, done = 2, 0
    while done < hands:
        card = np.int64(shoe[at])
        at += 1
        if pair == 1:
            points[done], wagers[done] = _points(1 + card, 1), 1
            done += 1
            continue
        while card == pair and hands < MOST_HANDS:
            hands += 1
            card = np.int64(shoe[at])
            at += 1
        points[done], wagers[done], at = _hand(shoe, at, (pair + card, int(card == 1)), up, charts)
        done += 1
    return hands, at


@compiled
def _gain(hands: Any, dealers: Any, ended: Any) -> Any:
    """In half units. A dealer's blackjack takes the initial wager alone."""
    points, wagers = ended
    gain = 0
    for hand in range(hands):
        if points[hand] > 21:
            gain -= 2 * wagers[hand]
        elif dealers == DEALERS_BLACKJACK:
            gain -= 2 if hand == 0 else 0
        elif points[hand] > dealers:
            gain += 2 * wagers[hand]
        elif points[hand] < dealers:
            gain -= 2 * wagers[hand]
    return gain


@compiled
def _round(shoe: Array, at: Any, charts: Any, ended: Any) -> Any:
    first, up, second = np.int64(shoe[at]), np.int64(shoe[at + 1]), np.int64(shoe[at + 2])
    at += 3
    points, wagers = ended
    aces = int(first == 1) + int(second == 1)
    if _points(first + second, aces) == 21:
        if up not in (1, 10):
            return 3, at
        return (0 if np.int64(shoe[at]) + up == 11 else 3), at + 1
    hands = 1
    if first == second and charts[2][first, up]:
        hands, at = _split(shoe, at, first, (up, charts), ended)
    else:
        points[0], wagers[0], at = _hand(shoe, at, (first + second, aces), up, charts)
    dealers = 0
    for hand in range(hands):
        if points[hand] <= 21:
            dealers, at = _dealer(shoe, at, up)
            break
    return _gain(hands, dealers, ended), at


@compiled
def play(rounds: int, seed: int, charts: Any) -> Array:
    """A histogram of what the box gained, in half units, no gain at `NO_GAIN`."""
    ranks = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], np.uint8)
    shoe = np.repeat(ranks, 4 * DECKS)
    state = np.array([seed], np.uint64)
    ended = (np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64))
    gains = np.zeros(2 * NO_GAIN, np.int64)
    at = CUT
    for _ in range(rounds):
        if at >= CUT:
            _shuffle(shoe, state)
            at = 0
        gain, at = _round(shoe, at, charts, ended)
        gains[gain + NO_GAIN] += 1
    return gains


def job(by: Charts) -> Callable[[], object]:
    """Warmed up, to take turns with others."""
    charts = tuple(by)
    play(1000, 7, charts)
    return lambda: play(ROUNDS, 7, charts)
