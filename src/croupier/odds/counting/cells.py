"""What a count says of the cards that come, exactly.

Cards that a count adds alike are one group. The cards seen so far are any of the shoe, all sets of so many being
equally likely; that their count is what it is makes some cards likelier to come than others. How much likelier follows
from the number of ways in which the seen cards can come to that count once the coming cards are set aside. Those ways
are counted exactly for every set of up to four coming cards. For more cards the logarithm of the likelihood is carried
on by its differences (Newton's series): it is smooth, and what that leaves out is said by `error`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from math import comb, lgamma
from typing import Any

import numpy as np

from croupier.odds.blackjack.tables import RANKS
from croupier.odds.counting.count import CARDS_OF_A_DECK, CardCount, Rounding

Array = Any
Groups = tuple[int, ...]
"""How many cards of each group."""

RoundLengths = dict[tuple[int, int], float]
"""How many cards a round takes, what they add to the count, and the chance of both."""

RAREST = 0.002
"""A count that is reached less often, from there on, is taken together with its neighbour."""
WIDEST = 9.0
"""Counts beyond so many standard deviations do not come up."""
UNHEARD_OF = 1e-15
MOST_WORK = 60_000_000
"""What may be spent on exact sets of cards, in entries of a table: a second or so."""
DEGREES = (4, 3, 2)


def whole_counts(running: Array, left: Array, count: CardCount) -> Array:
    """The numbers that a player acts on, with so many cards left in the shoe."""
    if not count.true:
        return running
    parts = running * CARDS_OF_A_DECK
    divisor = np.maximum(left, 1)
    if count.rounding is Rounding.NEAREST:
        return (2 * parts + divisor) // (2 * divisor)
    floor = parts // divisor
    if count.rounding is Rounding.TRUNCATE:
        return floor + ((parts < 0) & (floor * divisor != parts))
    return floor


class CountedShoe:
    """The whole shoe by groups of a count, and in how many ways seen cards come to each count."""

    def __init__(self, decks: int, count: CardCount, rounds: RoundLengths, until: int) -> None:
        """Rounds begin until so many cards were seen; `rounds` says how many cards they take, and what those add."""
        self.decks, self.count, self.until = decks, count, until
        self.ranks = np.array([(16 if rank == RANKS[-1] else 4) * decks for rank in RANKS], dtype=np.float64)
        self.tags = tuple(sorted(set(count.values)))
        self.group_of = np.array([self.tags.index(value) for value in count.values])
        self.sizes = tuple(int(self.ranks[self.group_of == group].sum()) for group in range(len(self.tags)))
        self.cards = sum(self.sizes)
        self._lowest, self._width = self._range()
        self.starts = self._starts(rounds)
        """The chance that a round begins after so many seen cards with that running count, given that count."""

    def _range(self) -> tuple[int, int]:
        """The lowest running count of a table, and how many there are."""
        values = np.repeat(np.array(self.tags), self.sizes)
        mean, spread = values.mean(), values.std()
        seen = np.arange(self.until)
        reach = WIDEST * spread * np.sqrt(seen * (1 - seen / self.cards)) + 4 * np.abs(values).max()
        lowest = int(np.floor((mean * seen - reach).min()))
        return lowest, int(np.ceil((mean * seen + reach).max())) - lowest + 1

    @cached_property
    def degree(self) -> int:
        """Up to how many coming cards are counted exactly."""
        size = self.until * self._width
        numbers = {degree: comb(degree + len(self.tags), degree) for degree in DEGREES}
        return next((degree for degree in DEGREES if numbers[degree] * size <= MOST_WORK), DEGREES[-1])

    def _starts(self, rounds: RoundLengths) -> Array:
        """Small cards make long rounds: how often one begins hangs on the count.

        Taken from a shoe that never runs down, in which rounds are independent of each other.
        """
        begins, counts = np.zeros((self.until, self._width)), np.zeros((self.until, self._width))
        begins[0, -self._lowest] = counts[0, -self._lowest] = 1.0
        cards = {(1, int(tag)): size / self.cards for tag, size in zip(self.tags, self.sizes, strict=True)}
        for seen in range(1, self.until):
            begins[seen] = _reached(begins, seen, rounds)
            counts[seen] = _reached(counts, seen, cards)
        certain = counts > UNHEARD_OF
        plain = np.broadcast_to(begins.sum(axis=1, keepdims=True), begins.shape)
        return np.where(certain, np.divide(begins, counts, where=certain, out=np.zeros_like(begins)), plain)

    @property
    def running(self) -> Array:
        """The running count of each column of a table, without what a fresh shoe begins with."""
        return np.arange(self._lowest, self._lowest + self._width)

    def tables(self) -> Iterator[tuple[Groups, Array]]:
        """For each set of up to `degree` cards set aside: the chance of each running count after so many seen cards."""
        first = np.zeros((self.until, self._width))
        first[0, -self._lowest] = 1.0
        for tag in self._mixed():
            first = _with_card(first, tag)
        for aside, ways in self._without(first, (), self.degree):
            yield aside, ways / self._all_ways(sum(aside))[:, None]

    def _mixed(self) -> list[int]:
        """All cards but `degree` of each group, well mixed: so no count on the way lies outside the tables."""
        numbers = [size - self.degree for size in self.sizes]
        placed = [
            ((card + 0.5) / number, tag)
            for tag, number in zip(self.tags, numbers, strict=True)
            for card in range(number)
        ]
        return [tag for _, tag in sorted(placed)]

    def _without(self, ways: Array, aside: Groups, room: int) -> Iterator[tuple[Groups, Array]]:
        """Group by group: `ways` lacks `degree` cards of every group that is not decided yet."""
        group = len(aside)
        if group == len(self.tags):
            yield aside, ways
            return
        for number in range(self.degree, -1, -1):
            if number <= room:
                yield from self._without(ways, (*aside, number), room - number)
            ways = _with_card(ways, self.tags[group])

    def _all_ways(self, aside: int) -> Array:
        left = self.cards - aside
        return np.array([_choose(left, seen) for seen in range(self.until)])


def _reached(before: Array, seen: int, steps: RoundLengths) -> Array:
    """The chance of each running count after so many cards, by steps that take cards and add to the count."""
    found = np.zeros(before.shape[1])
    for (cards, added), chance in steps.items():
        if cards <= seen:
            found += chance * _moved(before[seen - cards], added)
    return found


def _moved(chances: Array, added: int) -> Array:
    found = np.zeros_like(chances)
    if added >= 0:
        found[added:] = chances[: len(chances) - added]
    else:
        found[:added] = chances[-added:]
    return found


def _choose(cards: int, seen: int) -> float:
    return float(np.exp(lgamma(cards + 1) - lgamma(seen + 1) - lgamma(cards - seen + 1)))


def _with_card(ways: Array, tag: int) -> Array:
    """One card more in the shoe, which is among those seen or is not."""
    grown = ways.copy()
    if tag >= 0:
        grown[1:, tag:] += ways[:-1, : ways.shape[1] - tag]
    else:
        grown[1:, :tag] += ways[:-1, -tag:]
    return grown


class CountCells:
    """Every count that is told apart, and how likely cards are at it.

    A count is looked at when a round begins (`BETTING`), or when some cards of the round lie on the table: then they
    are counted too, and what matters of them is how many they are and what they add.
    """

    def __init__(self, shoe: CountedShoe, unseen: int, moments: tuple[tuple[int, int], ...]) -> None:
        """`unseen` cards were burnt; `moments` are the numbers of cards on the table, and what they add."""
        self.shoe, self.unseen = shoe, unseen
        self.lowest = self.highest = 0
        self.moments = {moment: place for place, moment in enumerate(moments)}
        self._places: list[Array] = []
        self._logs, self.trues = self._gathered(moments)
        self._terms = np.array(list(self._logs), dtype=np.int64)
        self._differences = np.array([self._difference(term) for term in self._logs])

    @property
    def counts(self) -> range:
        return range(self.lowest, self.highest + 1)

    def _cells(self, moment: tuple[int, int]) -> tuple[Array, Array]:
        """The count of each entry of a table, and the same unrounded."""
        cards, added = moment
        seen = np.arange(self.shoe.until)[:, None]
        left = np.maximum(self.shoe.cards - self.unseen - seen - cards, 1)
        running = np.broadcast_to(self.shoe.running + self.shoe.count.start + added, self.shoe.starts.shape)
        exact = running * CARDS_OF_A_DECK / left if self.shoe.count.true else running.astype(np.float64)
        return whole_counts(running, left, self.shoe.count), exact

    def _gathered(self, moments: tuple[tuple[int, int], ...]) -> tuple[dict[Groups, Array], Array]:
        """The logarithm of each cell's chance, by cards set aside, moment and cell; and each cell's mean count."""
        tables = dict(self.shoe.tables())
        none = (0,) * len(self.shoe.tags)
        weights = self.shoe.starts / (self.shoe.starts * tables[none]).sum()
        whole, _ = self._cells(BETTING)
        self.lowest, self.highest = _told_apart(whole, tables[none] * weights)
        number = len(self.counts)
        cells = [self._cells(moment) for moment in moments]
        places = [np.clip(whole, self.lowest, self.highest).ravel() - self.lowest for whole, _ in cells]
        chances = {
            aside: np.array([np.bincount(place, (ways * weights).ravel(), number) for place in places])
            for aside, ways in tables.items()
        }
        base = (tables[none] * weights).ravel()
        means = np.array(
            [np.bincount(place, base * true.ravel(), number) for place, (_, true) in zip(places, cells, strict=True)]
        )
        logs = {aside: np.log(found) for aside, found in sorted(chances.items(), key=lambda each: sum(each[0]))}
        return logs, means / chances[none]

    def _difference(self, term: Groups) -> Array:
        """The mixed difference of that order, at no card set aside."""
        found = np.zeros_like(self._logs[(0,) * len(term)])
        for lower in product(*(range(order + 1) for order in term)):
            ways = np.prod([comb(order, part) for order, part in zip(term, lower, strict=True)])
            found += (-1) ** (sum(term) - sum(lower)) * ways * self._logs[lower]
        return found

    def likelihoods(self, aside: Array, moment: tuple[int, int], count: int) -> Array:
        """How likely the count is at that moment, for each row of cards by group that are set aside."""
        basis = np.ones((len(aside), len(self._terms)))
        for group in range(aside.shape[1]):
            for order in range(1, self.shoe.degree + 1):
                which = self._terms[:, group] == order
                basis[:, which] *= _binomials(aside[:, group], order)[:, None]
        return np.exp(basis @ self._differences[:, self.moments[moment], count - self.lowest])

    @cached_property
    def frequency(self) -> dict[int, float]:
        """In which share of all rounds each count is met when wagers are laid."""
        none = (0,) * len(self.shoe.tags)
        return dict(zip(self.counts, map(float, np.exp(self._logs[none][self.moments[BETTING]])), strict=True))

    def true_count(self, moment: tuple[int, int], count: int) -> float:
        """The mean of the unrounded count over all rounds at that count."""
        return float(self.trues[self.moments[moment], count - self.lowest])


BETTING = (0, 0)


def _binomials(numbers: Array, order: int) -> Array:
    found = np.ones(len(numbers))
    for part in range(order):
        found = found * (numbers - part) / (part + 1)
    return found


def _told_apart(counts: Array, chances: Array) -> tuple[int, int]:
    """The counts between which rounds are told apart: both ends are reached often enough."""
    lowest = int(counts.min())
    by_count = np.bincount((counts - lowest).ravel(), chances.ravel())
    upward = np.cumsum(by_count)
    downward = np.cumsum(by_count[::-1])[::-1]
    return lowest + int(np.argmax(upward >= RAREST)), lowest + int(np.nonzero(downward >= RAREST)[0][-1])
