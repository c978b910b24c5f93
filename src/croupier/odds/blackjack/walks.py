"""Every hand that cards can make, walked through the hand machine once: as arrays, and as hands by their cards.

Nothing is decided here. What a card makes of a hand was asked of the hand machine, once for each hand that is not like
another; sets of cards then lead to them by their numbers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Hand, Rules
from croupier.odds.blackjack.tables import OVER, RANKS, Counts

Array = Any
BITS = 5
"""For the number of cards of a rank: a hand has 21 aces at most, and a few cards more may be known to be gone."""
ONE_MORE = 1 << (BITS * np.arange(len(RANKS), dtype=np.int64))
"""What a card of each rank adds to the number of a set of cards."""
FAMILY = 1 << (BITS * len(RANKS))
DEAL = 0
"""Beside the pairs, which number the families of split hands."""


class Walk(NamedTuple):
    """Hands by their cards, from two cards on. A hand comes before those that follow it."""

    sets: Array
    """One number for each set of cards."""
    kinds: Array
    """Which of the hands that are told apart it is."""
    sizes: Array
    after: Array
    """The hand after each rank of card, as its place in this walk; `OVER` where no card follows."""

    @property
    def counts(self) -> Array:
        """How many cards of each rank each hand has."""
        return self.sets[:, None] >> (BITS * np.arange(len(RANKS))) & ((1 << BITS) - 1)


class Walks(NamedTuple):
    hands: tuple[Hand, ...]
    """All that are told apart."""
    families: dict[int, Walk]
    """Those of the deal, and of the split of each pair."""


def set_of(*cards: int) -> int:
    return sum(int(ONE_MORE[card - 1]) for card in cards)


def _starts() -> dict[int, tuple[int, Hand]]:
    """For each family the cards it begins with, and the hand."""
    found = {DEAL: (0, machine.EMPTY)}
    for pair in RANKS:
        both = machine.after_card(machine.after_card(machine.EMPTY, pair), pair)
        found[pair] = (set_of(pair), machine.split_hand(both))
    return found


def _told_apart(starts: list[Hand]) -> tuple[tuple[Hand, ...], Array]:
    """Every hand that cards lead to, and for each the hand after each rank of card."""
    number = {hand: place for place, hand in enumerate(starts)}
    waiting, rows = list(starts), []
    for hand in waiting:
        if machine.is_over(hand) or machine.is_bust(hand):
            rows.append([OVER] * len(RANKS))
            continue
        drawing = hand if machine.needs_card(hand) else machine.after_decision(hand, Decision.DRAW)
        grown = [machine.after_card(drawing, card) for card in RANKS]
        for each in grown:
            if each not in number:
                number[each] = len(waiting)
                waiting.append(each)
        rows.append([number[each] for each in grown])
    return tuple(waiting), np.array(rows)


@lru_cache(maxsize=1)
def walks() -> Walks:
    starts = _starts()
    told_apart, following = _told_apart([hand for _, hand in starts.values()])
    sets = np.array([family * FAMILY + held for family, (held, _) in starts.items()])
    kinds = np.arange(len(starts))
    sizes = np.array([0, *[1] * len(RANKS)])
    layers = []
    while len(sets):
        layers.append((sets, kinds, sizes))
        goes_on = following[kinds, 0] >= 0
        grown = (sets[goes_on, None] + ONE_MORE).ravel()
        _, first = np.unique(grown, return_index=True)
        first.sort()
        kinds = following[kinds[goes_on]].ravel()[first]
        sets, sizes = grown[first], np.repeat(sizes[goes_on] + 1, len(RANKS))[first]
    parts = [np.concatenate(part) for part in zip(*layers, strict=True)]
    return Walks(told_apart, {family: _family(family, parts, following) for family in starts})


def _family(family: int, parts: list[Array], following: Array) -> Walk:
    sets, kinds, sizes = parts
    own = (sets // FAMILY == family) & (sizes >= 2)  # noqa: PLR2004
    sets, kinds, sizes = sets[own] % FAMILY, kinds[own], sizes[own]
    sorted_by_set = np.argsort(sets)
    after = sorted_by_set[np.searchsorted(sets, sets[:, None] + ONE_MORE, sorter=sorted_by_set) % len(sets)]
    after[following[kinds, 0] < 0] = OVER
    return Walk(sets, kinds, sizes, after.astype(np.int32))


class Node(NamedTuple):
    """A hand of a player, whatever the order of its cards."""

    counts: Counts
    hand: Hand
    number: int
    """Of its cards."""
    after: tuple[int, ...]
    """The hand after each rank of card, as its place in the table; `OVER` where no card follows."""
    decisions: tuple[Decision, ...]


class Hands(NamedTuple):
    """Every hand that may come of the deal, or of one card of a pair. A hand comes before those that follow it."""

    nodes: tuple[Node, ...]
    places: dict[Counts, int]


@lru_cache(maxsize=64)
def hands(rules: Rules, pair: int | None = None) -> Hands:
    """The hands of the deal, or those of a split of that pair, from two cards on."""
    family = DEAL if pair is None else pair
    nodes = nodes_of(walks().families[family], rules, family)
    return Hands(nodes, {node.counts: place for place, node in enumerate(nodes)})


def decisions_of(rules: Rules, family: int) -> list[tuple[Decision, ...]]:
    """What may be decided for each hand that is told apart; a split hand is not split again here."""
    number = 1 if family == DEAL else rules.most_hands
    return [() if machine.is_bust(hand) else machine.decisions(hand, number, rules) for hand in walks().hands]


def nodes_of(walk: Walk, rules: Rules, family: int) -> tuple[Node, ...]:
    told_apart, decisions = walks().hands, decisions_of(rules, family)
    rows = zip(walk.counts.tolist(), walk.kinds.tolist(), walk.sizes.tolist(), walk.after.tolist(), strict=True)
    return tuple(
        Node(tuple(counts), told_apart[kind], size, tuple(after), decisions[kind]) for counts, kind, size, after in rows
    )
