"""The baseline of the simulator: one box played as a good engineer writes it down, branch by branch, and compiled.

Same rules, same chart, same compiler; only the way is the usual one: shuffle a shoe, deal, look at totals, loop while a
hand draws. It is tuned as far as that goes: what it loses, it loses to branches that no processor can foretell. Tried
and found slower: one draw an index, a whole shoe shuffled to its last card, branches of their own for pairs, doubles
and soft hands. No faster: the total as one number with the ace in a bit of its own, a table of the dealer's totals.
Indices made in a vector loop ahead of the swaps gained 3 in 100 before any rejection: that is no longer plain code.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import njit

from croupier.games.blackjack.hand import Hand
from croupier.odds.blackjack.layout import key_of
from croupier.odds.blackjack.solver import PlayedUpCard, Shoe, Solution, solve

Array = Any
"""A numpy array; numba knows of which kind."""
Number = Any
"""A number of pinned width: mixed widths would become floating point numbers."""
Function = TypeVar("Function", bound=Callable[..., object])

DECKS = 6
CUT = 260
ROUNDS = 10_000_000
REPEATS = 5

STAND, DRAW, DOUBLE, SPLIT, BLACKJACK = range(5)
"""What the first two cards lead to."""
MOST_HANDS = 3
OPENINGS = (11, 16, 16)
"""Up card, first and second card: what they lead to stands at the beginning of the kernel's chart."""
ROW = 64
"""A row of what follows, for one up card: hard totals, then from 32 on soft ones."""
SOFT = 32
NO_GAIN = 16
"""Where in the histogram a round without gain is counted; a half unit more is a place more."""
BEYOND_CUT = 16
"""So many cards behind the cutting card are shuffled with the rest: few rounds need more."""
BEHIND_CUT = 52
"""So many cards must lie behind the cutting card: no round of three hands reaches beyond them."""
DEALERS_BLACKJACK = 22

U32, U64, I64 = np.uint32, np.uint64, np.int64
NOTHING_DRAWN = U64(11 * 16 * 16)
"""The first row, for no up card: it stands on everything."""
ONE, TWO, THREE = U64(1), U64(2), U64(3)
LOW_HALF = U64(0xFFFFFFFF)
HALF = U64(32)


def compiled(function: Function) -> Function:
    """Compiled to machine code, which is kept; other threads may run meanwhile."""
    compiler: Any = njit(nogil=True, cache=True)
    done: Function = compiler(function)
    return done


# The shuffle


@compiled
def _rotated(word: Number, by: int) -> Number:
    return U32((word << U32(by)) | (word >> U32(32 - by)))


@compiled
def _drawn(a: Number, b: Number, c: Number, d: Number) -> Any:
    """The next number of a xoshiro128++ generator, and its new state."""
    number = U32(_rotated(U32(a + d), 7) + a)
    shifted = U32(b << U32(9))
    c = U32(c ^ a)
    d = U32(d ^ b)
    b = U32(b ^ c)
    a = U32(a ^ d)
    return number, a, b, U32(c ^ shifted), _rotated(d, 11)


@compiled
def seeded(seed: int) -> Array:
    """A generator's state from a seed, by splitmix64."""
    state = np.empty(4, np.uint32)
    word = U64(seed)
    for place in range(4):
        word += U64(0x9E3779B97F4A7C15)
        mixed = (word ^ (word >> U64(30))) * U64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> U64(27))) * U64(0x94D049BB133111EB)
        state[place] = U32((mixed ^ (mixed >> U64(31))) & LOW_HALF)
    return state


@compiled
def _swap(shoe: Array, one: Number, other: Number) -> None:
    card = shoe[one]
    shoe[one] = shoe[other]
    shoe[other] = card


@compiled
def _shuffle(shoe: Array, start: Number, stop: Number, size: Number, state: Array) -> Number:
    """Fisher and Yates from the front, until these places at least are shuffled; how many are.

    One draw serves three places: what the multiplication by a bound leaves over is as good a draw for the next bound.
    The last leftover tells whether the draw is one of those that would favour some order: then it is drawn anew.
    """
    a, b, c, d = state[0], state[1], state[2], state[3]
    place = start
    while place < stop:
        # At the end of the shoe fewer than three are left: what is swapped then is a place with itself.
        first = size - place
        second = max(first, TWO) - ONE
        third = max(first, THREE) - TWO
        bounds = first * second * third
        while True:
            number, a, b, c, d = _drawn(a, b, c, d)
            product = U64(number) * first
            one = product >> HALF
            product = (product & LOW_HALF) * second
            two = product >> HALF
            product = (product & LOW_HALF) * third
            three = product >> HALF
            left = product & LOW_HALF
            if left >= bounds or left >= (ONE << HALF) % bounds:
                break
        _swap(shoe, place, place + one)
        _swap(shoe, place + ONE, place + ONE + two)
        _swap(shoe, place + TWO, place + TWO + three)
        place += THREE
    state[0], state[1], state[2], state[3] = a, b, c, d
    return min(place, size)


@compiled
def _new_shoe(decks: int) -> Array:
    """The cards in order, and some room for swaps of a place behind the last card with itself."""
    shoe = np.zeros(52 * decks + 3, np.uint8)
    place = 0
    for rank in range(1, 11):
        for _ in range(16 * decks if rank == 10 else 4 * decks):
            shoe[place] = rank
            place += 1
    return shoe


# A round. `at` is the place of the next card; who takes cards gives back the place after them.


@compiled
def _points(hard: Number, ace: Number) -> Number:
    return hard + 10 * (ace & I64(hard <= 11))


@compiled
def _players_hand(shoe: Array, at: Number, hand: Any, row: Number, chart: Array) -> Any:
    """A hand of two cards played by the chart: its total, how many wagers lie on it, the next card's place."""
    hard, ace, decision = hand
    wagers = I64(1)
    if decision == DOUBLE:
        # One card and no more.
        wagers, row = I64(2), NOTHING_DRAWN
    soft = ace & I64(hard <= 11)
    while decision != STAND:
        card = I64(shoe[at])
        at += ONE
        hard += card
        ace |= I64(card == 1)
        soft = ace & I64(hard <= 11)
        decision = chart[row + U64(hard + (SOFT + 10) * soft)]
    return hard + 10 * soft, wagers, at


@compiled
def _dealers_hand(shoe: Array, at: Number, up: Number) -> Any:
    """The dealer's total, 0 when he is bust, and the next card's place."""
    card = I64(shoe[at])
    at += ONE
    hard = up + card
    ace = I64(up == 1) | I64(card == 1)
    total = _points(hard, ace)
    total += I64(total == 21)  # of two cards: a blackjack
    while total < 17:
        card = I64(shoe[at])
        at += ONE
        hard += card
        ace |= I64(card == 1)
        total = _points(hard, ace)
    return (I64(0) if hard > 21 else total), at


@compiled
def _compared(total: Number, dealers: Number) -> Number:
    return I64(total > dealers) - I64(total < dealers)


@compiled
def _split_hand(shoe: Array, at: Number, split: Any, row: Number, chart: Array) -> Any:
    """One hand of a split from its second card on: total, wagers, place, and how many hands there are now."""
    pair, hands = split
    card = I64(shoe[at])
    at += ONE
    if pair == 1:
        return _points(pair + card, I64(1)), I64(1), at, hands
    while card == pair and hands < MOST_HANDS:
        hands += 1
        card = I64(shoe[at])
        at += ONE
    ace = I64(card == 1)
    decision = chart[row + U64(pair + card + (SOFT + 10) * ace)]
    total, wagers, at = _players_hand(shoe, at, (pair + card, ace, decision), row, chart)
    return total, wagers, at, hands


@compiled
def _split_box(shoe: Array, at: Number, pair: Number, up: Number, chart: Array) -> Any:
    """What a split pair gains, in half units, and the next card's place."""
    row = NOTHING_DRAWN + up * U64(ROW)
    total, first, at, hands = _split_hand(shoe, at, (pair, I64(2)), row, chart)
    second_total, second, at, hands = _split_hand(shoe, at, (pair, hands), row, chart)
    third_total, third = I64(0), I64(0)
    if hands == MOST_HANDS:
        third_total, third, at, hands = _split_hand(shoe, at, (pair, hands), row, chart)
    gain = I64(0)
    if total > 21:
        gain -= first
        first = I64(0)
    if second_total > 21:
        gain -= second
        second = I64(0)
    if third_total > 21:
        gain -= third
        third = I64(0)
    if first + second + third == 0:
        return 2 * gain, at
    dealers, at = _dealers_hand(shoe, at, I64(up))
    if dealers == DEALERS_BLACKJACK:
        # The initial wager alone, if it still lies there; what was added goes back.
        return 2 * (gain - I64(first > 0)), at
    gain += first * _compared(total, dealers) + second * _compared(second_total, dealers)
    return 2 * (gain + third * _compared(third_total, dealers)), at


@compiled
def _blackjack(shoe: Array, at: Number, up: Number) -> Any:
    """What a blackjack gains, in half units: the dealer takes a second card only if that may be one too."""
    if up not in (1, 10):
        return I64(3), at
    return (I64(0) if I64(shoe[at]) + up == 11 else I64(3)), at + ONE


@compiled
def _plain_box(shoe: Array, at: Number, hand: Any, up: Number, chart: Array) -> Any:
    """What a hand that is not split gains, in half units, and the next card's place."""
    row = NOTHING_DRAWN + up * U64(ROW)
    total, wagers, at = _players_hand(shoe, at, hand, row, chart)
    if total > 21:
        return -2 * wagers, at
    dealers, at = _dealers_hand(shoe, at, I64(up))
    if dealers == DEALERS_BLACKJACK:
        wagers = I64(1)
    return 2 * wagers * _compared(total, dealers), at


@compiled
def _play(rounds: int, seed: int, cards: tuple[int, int, bool], chart: Array) -> Array:
    """The rounds one by one. A function for a round would be a call for each, dearer than a card."""
    decks, cut, fresh = cards
    size = U64(52 * decks)
    # With a fresh shoe for each round every place is behind the cutting card.
    behind = U64(0) if fresh else U64(cut)
    shoe, state = _new_shoe(decks), seeded(seed)
    gains = np.zeros(2 * NO_GAIN, np.int64)
    start, ready = size, U64(0)
    again = False
    played = 0
    while played < rounds:
        if start >= behind and not again:
            ready = _shuffle(shoe, U64(0), behind + U64(BEYOND_CUT), size, state)
            start = U64(0)
        first, up, second = U64(shoe[start]), U64(shoe[start + ONE]), U64(shoe[start + TWO])
        at = start + THREE
        decision = chart[(up << U64(8)) | (first << U64(4)) | second]
        if decision <= DOUBLE:
            hand = (I64(first + second), I64(first == ONE) | I64(second == ONE), decision)
            gain, at = _plain_box(shoe, at, hand, up, chart)
        elif decision == SPLIT:
            gain, at = _split_box(shoe, at, I64(first), up, chart)
        else:
            gain, at = _blackjack(shoe, at, I64(up))
        again = at > ready
        if again:
            # The round came to cards that nobody shuffled: it is played again, its first cards as they were.
            ready = _shuffle(shoe, ready, size, size, state)
        else:
            gains[U64(gain + NO_GAIN)] += 1
            start = at
            played += 1
    return gains


# What goes in and what comes out


class Charts(NamedTuple):
    """How the box is played: STAND, DRAW or DOUBLE by total and up card, and whether a pair is split."""

    hard: Array
    """By total and up card, an ace as 1."""
    soft: Array
    pair: Array
    """By the value of its cards and the up card."""


def charts(solution: Solution) -> Charts:
    """The best play by totals."""
    hard, soft = np.zeros((22, 11), np.uint8), np.zeros((22, 11), np.uint8)
    pair = np.zeros((11, 11), np.bool_)
    for up, played in solution.against.items():
        for total in range(4, 21):
            hard[total, up] = _decision(played, Hand(total, 0, 2))
        for total in range(12, 21):
            soft[total, up] = _decision(played, Hand(total - 10, 1, 2))
        for rank in played.split_pairs:
            pair[rank, up] = True
    return Charts(hard, soft, pair)


def _decision(played: PlayedUpCard, hand: Hand) -> int:
    """What is decided on two cards; where DOUBLE stands, more than two draw."""
    if played.totals is None:
        raise ValueError("the chart of totals wants a strategy by totals")
    key = key_of(hand)
    draws = bool(played.totals.draws[key]) or (hand.hard < 12 and not hand.ace)
    if played.totals.doubles[key]:
        if not draws:
            raise ValueError(f"{hand} is doubled but else stands: these charts cannot say that")
        return DOUBLE
    return DRAW if draws else STAND


def laid_out(by: Charts) -> Array:
    """The charts as the kernel reads them: what the first two cards lead to, then what whatever follows leads to."""
    chart = np.zeros((11, ROW), np.uint8)
    chart[:, :22] = by.hard.T
    chart[:, SOFT : SOFT + 22] = by.soft.T
    opening = np.zeros(OPENINGS, np.uint8)
    for up, first, second in np.ndindex(opening.shape):
        if up and first in range(1, 11) and second in range(1, 11):
            opening[up, first, second] = _opening(by, up, first, second)
    return np.concatenate((opening.ravel(), chart.ravel()))


def _opening(by: Charts, up: int, first: int, second: int) -> int:
    if first == second and by.pair[first, up]:
        return SPLIT
    if 1 not in (first, second):
        return int(by.hard[first + second, up])
    return BLACKJACK if first + second == 11 else int(by.soft[first + second + 10, up])


def play(rounds: int, seed: int, by: Charts, *, decks: int = DECKS, cut: int = CUT, fresh: bool = False) -> Array:
    """How often each gain came, in half units, no gain at place NO_GAIN.

    The cutting card lies behind `cut` cards; a round that has begun is finished. With `fresh` every round has a shoe
    of its own.
    """
    if 52 * decks - cut < BEHIND_CUT:
        raise ValueError(f"fewer than {BEHIND_CUT} cards lie behind the cutting card")
    return _play(rounds, seed, (decks, cut, fresh), laid_out(by))


class Measured(NamedTuple):
    rounds: int
    seconds: float
    mean: float
    """What a round gains, in units of the initial wager."""
    error: float
    """The standard error of that."""

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds


def six_decks() -> Solution:
    return solve(Shoe.of_decks(DECKS))


def job(by: Charts, rounds: int = ROUNDS) -> Callable[[], Array]:
    """So many rounds, compiled and ready to be timed."""
    play(1, 1, by)
    return lambda: play(rounds, 1, by)


def measured(by: Charts, rounds: int = ROUNDS, *, seed: int = 1, fresh: bool = False) -> Measured:
    """So many rounds, timed once."""
    play(1, 1, by)
    began = perf_counter()
    gains = play(rounds, seed, by, fresh=fresh)
    seconds = perf_counter() - began
    units = (np.arange(len(gains)) - NO_GAIN) / 2
    mean = float((gains * units).sum() / rounds)
    square = float((gains * units * units).sum() / rounds)
    return Measured(rounds, seconds, mean, sqrt((square - mean * mean) / rounds))


def main() -> None:
    """Whether it plays right, and how fast it is."""
    solution = six_decks()
    by = charts(solution)
    check = measured(by, 20_000_000, fresh=True)
    off = (check.mean - solution.value) / check.error
    print(f"branchy, a fresh shoe a round: {check.mean:.5f}, solved {solution.value:.5f}, {off:+.1f} standard errors")
    best = max((measured(by, seed=seed) for seed in range(REPEATS)), key=lambda each: each.rounds_per_second)
    print(f"branchy: {best.rounds_per_second:,.0f} rounds a second, {best.rounds:,} rounds, best of {REPEATS}")


if __name__ == "__main__":
    main()
