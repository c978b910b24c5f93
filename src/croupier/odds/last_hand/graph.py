"""The hand machine as one graph of decisions, and what final hands gain: asked once, laid out as arrays.

Here the proportions of the shoe are held fixed, so that a hand is what the hand machine knows of it and no more: some
hundred nodes. Nothing is decided here; a rule that is changed in the hand machine changes these tables.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Hand, Ratio, Rules
from croupier.odds.blackjack.tables import RANKS, Class, class_of, dealer_classes

Array = Any
NO_NODE = -1


class EndKind(NamedTuple):
    """What a final hand gains against each class of the dealer's: hands that gain the same are one kind."""

    initial: tuple[Ratio, ...]
    added: tuple[Ratio, ...]


class DecisionGraph(NamedTuple):
    rules: Rules
    results: tuple[Class, ...]
    """The classes of the dealer's final hand."""
    hands: tuple[Hand, ...]
    """A hand comes before those that follow it."""
    kinds: tuple[EndKind, ...]
    examples: tuple[Hand, ...]
    """One final hand of each kind."""
    natural: int
    """The kind of a blackjack."""
    stand: Array
    """The kind of the hand as a final one; -1 where it must not stand."""
    after: Array
    """The node after each rank of card; -1 where none follows."""
    doubled: Array
    """The kind after the one card of a double; -1 where no double is open."""
    pair: Array
    """The value of the pair that may be split, else 0."""
    starts: tuple[int, ...]
    """The nodes of two cards."""
    start_of: Array
    """For each first and second card the place of their node among the starts."""
    second: Array
    """For each pair that is split and each second card, the node of the hand."""

    def kind_of(self, hand: Hand) -> int:
        """The kind of a final hand, however it came about: a doubled one may lie under 12."""
        dealers = dealer_classes(self.rules).values()
        initial = tuple(machine.initial_returns(hand, dealer) for dealer in dealers)
        return next(number for number, kind in enumerate(self.kinds) if kind.initial == initial)

    def node_of(self, hand: Hand) -> int:
        return self.hands.index(hand)

    def chances_of_starts(self, shares: Array) -> Array:
        """The chance of each two cards, the proportions held."""
        chances = np.zeros(len(self.starts))
        for first in range(len(RANKS)):
            for second in range(len(RANKS)):
                chances[self.start_of[first, second]] += shares[first] * shares[second]
        return chances


@lru_cache(maxsize=8)
def decision_graph(rules: Rules) -> DecisionGraph:
    dealers = dealer_classes(rules)
    found = _reachable(rules)
    hands = tuple(sorted(found, key=lambda hand: (hand.hard, hand)))
    place = {hand: number for number, hand in enumerate(hands)}
    finals: dict[EndKind, Hand] = {}

    def kind(hand: Hand) -> int:
        initial = tuple(machine.initial_returns(hand, dealer) for dealer in dealers.values())
        added = tuple(machine.addition_returns(hand, dealer, rules) for dealer in dealers.values())
        finals.setdefault(EndKind(initial, added), hand)
        return list(finals).index(EndKind(initial, added))

    stand, after, doubled, pair = [], [], [], []
    for hand in hands:
        open_now = machine.decisions(hand, 1, rules)
        stand.append(kind(hand) if machine.is_over(hand) or Decision.STAND in open_now else NO_NODE)
        drawn = machine.after_decision(hand, Decision.DRAW) if open_now else None
        after.append([place[machine.after_card(drawn, card)] if drawn else NO_NODE for card in RANKS])
        owed = machine.after_decision(hand, Decision.DOUBLE) if Decision.DOUBLE in open_now else None
        doubled.append([kind(machine.after_card(owed, card)) if owed else NO_NODE for card in RANKS])
        is_split = Decision.SPLIT in open_now and hand.origin == machine.HandOrigin.DEALT
        pair.append(hand.pair if is_split else 0)
    dealt = {(first, second): _two(first, second) for first in RANKS for second in RANKS}
    starts = tuple(sorted({place[hand] for hand in dealt.values()}))
    start_of = [[starts.index(place[dealt[first, second]]) for second in RANKS] for first in RANKS]
    split_seconds = [[place[_split_hand(first, second)] for second in RANKS] for first in RANKS]
    return DecisionGraph(
        rules,
        tuple(dealers),
        hands,
        tuple(finals),
        tuple(finals.values()),
        kind(_two(machine.ACE, machine.TEN)),
        np.array(stand, dtype=np.int64),
        np.array(after, dtype=np.int64),
        np.array(doubled, dtype=np.int64),
        np.array(pair, dtype=np.int64),
        starts,
        np.array(start_of, dtype=np.int64),
        np.array(split_seconds, dtype=np.int64),
    )


def _two(first: int, second: int) -> Hand:
    return machine.after_card(machine.after_card(machine.EMPTY, first), second)


def _split_hand(pair: int, second: int) -> Hand:
    return machine.after_card(machine.split_hand(_two(pair, pair)), second)


def _reachable(rules: Rules) -> set[Hand]:
    """Every hand that waits for a decision or is over, of the deal and of a split."""
    waiting = [_two(first, second) for first in RANKS for second in RANKS]
    waiting += [_split_hand(first, second) for first in RANKS for second in RANKS]
    found: set[Hand] = set()
    while waiting:
        hand = waiting.pop()
        if hand in found:
            continue
        found.add(hand)
        if machine.decisions(hand, 1, rules):
            drawing = machine.after_decision(hand, Decision.DRAW)
            waiting += [machine.after_card(drawing, card) for card in RANKS]
    return found


@lru_cache(maxsize=64)
def dealer_shares(rules: Rules, shares: tuple[float, ...]) -> Array:
    """The chance of each class of the dealer's final hand for each up card, the proportions held."""
    results = list(dealer_classes(rules))
    chances = np.zeros((len(RANKS), len(results)))
    known: dict[Hand, Array] = {}

    def ends(hand: Hand) -> Array:
        if hand not in known:
            if not machine.dealer_draws(hand, machine.Need.ALL_CARDS, rules):
                known[hand] = np.array([float(class_of(hand) == result) for result in results])
            else:
                known[hand] = sum(
                    share * ends(machine.dealer_after(hand, card)) for card, share in zip(RANKS, shares, strict=True)
                )
        return known[hand]

    for up in RANKS:
        chances[up - 1] = ends(machine.dealer_after(machine.EMPTY, up))
    return chances
