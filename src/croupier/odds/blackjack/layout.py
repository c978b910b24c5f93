"""The tables of the hand machine as arrays, laid out once for each set of rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Hand, Rules
from croupier.odds.blackjack.tables import (
    OVER,
    RANKS,
    Class,
    Counts,
    Hands,
    Node,
    class_of,
    dealer_classes,
    dealer_finals,
    hands,
    returns,
    with_card,
)

Array = Any
SOFT = 64
"""Soft totals are counted from here on: no total is as high."""


class Tree(NamedTuple):
    """The dealer's final hands to one up card, as a tree of sorted cards; the class that busts is the rest."""

    nodes: Array
    """The card that leads there, which copy of it, how deep, the class it ends in, and whether nothing follows."""
    orders: Array


class Family(NamedTuple):
    """The hands of the deal, or of one split, as arrays."""

    nodes: tuple[Node, ...]
    places: dict[Counts, int]
    held: Array
    after: Array
    may: Array
    """Whether the hand may stand, draw, double."""
    kinds: Array
    """The class of the hand as a final one."""
    dealt: Array
    """The same cards as a hand of the deal; -1 where the deal has no such hand."""
    shoes: tuple[Array, ...]
    """For each number of pair cards gone besides: which column of the shoes each hand meets."""
    keys: Array
    """One number for each total, soft or hard."""
    is_two: Array
    """Whether the hand has two cards."""

    @property
    def most_key(self) -> int:
        return 2 * SOFT


class Layout(NamedTuple):
    rules: Rules
    results: tuple[Class, ...]
    """The classes of the dealer's final hand, the one that busts last."""
    initial: Array
    added: Array
    """What a wager gains on each kind of final hand against each of these classes."""
    deal: Family
    splits: dict[int, Family]
    removed: Array
    """What is gone from each of the shoes that some hand meets, a column a shoe."""
    trees: dict[int, Tree]


def most_gone(rules: Rules) -> int:
    """How many pair cards more than the pair itself may be known to be gone when a split hand is reckoned."""
    return 2 * (rules.most_hands - 2)


@lru_cache(maxsize=8)
def layout(rules: Rules) -> Layout:
    results = tuple(sorted(dealer_classes(rules), key=lambda each: (each.bust, each)))
    gathered = _Gathered(rules)
    deal = _family(gathered, None, None)
    splits = {pair: _family(gathered, pair, deal) for pair in RANKS}
    order = list(dealer_classes(rules))
    turned = [order.index(result) for result in results]
    gains = [returns(hand, rules) for hand in gathered.kinds.values()]
    initial = np.array([each[0] for each in gains])[:, turned]
    added = np.array([each[1] for each in gains])[:, turned]
    removed = np.array(list(gathered.columns), dtype=np.float64).T.copy()
    trees = {up: _tree(up, rules, results) for up in RANKS}
    return Layout(rules, results, initial, added, deal, splits, removed, trees)


class _Gathered:
    """What the families have in common: the kinds of final hands, and the shoes that some hand meets."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.kinds: dict[Class, Hand] = {}
        self.columns: dict[Counts, int] = {}


def _family(gathered: _Gathered, pair: int | None, deal: Family | None) -> Family:
    rules, kinds = gathered.rules, gathered.kinds
    table = hands(rules, pair)
    nodes, places = _with_one_bust(table, rules)
    for node in nodes:
        kinds.setdefault(class_of(node.hand), node.hand)
    order = {kind: place for place, kind in enumerate(kinds)}
    may = [
        [decision in node.decisions for decision in (Decision.STAND, Decision.DRAW, Decision.DOUBLE)] for node in nodes
    ]
    again = 1 if pair is None else 1 + (most_gone(rules) if resplits(pair, rules) else 0)
    shoes = tuple(_columns(gathered, nodes, pair, gone) for gone in range(again))
    dealt = (-1,) * len(nodes) if deal is None else tuple(deal.places.get(node.counts, -1) for node in nodes)
    return Family(
        nodes,
        places,
        np.array([node.counts for node in nodes], dtype=np.float64),
        np.array([node.after for node in nodes], dtype=np.int32),
        np.array(may, dtype=np.uint8),
        np.array([order[class_of(node.hand)] for node in nodes], dtype=np.int32),
        np.array(dealt, dtype=np.int32),
        shoes,
        np.array([key_of(node.hand) for node in nodes], dtype=np.int64),
        np.array([node.number == 2 for node in nodes]),  # noqa: PLR2004
    )


def key_of(hand: Hand) -> int:
    """One number for each total, soft or hard."""
    return machine.total(hand) + SOFT * machine.is_soft(hand)


def _with_one_bust(table: Hands, rules: Rules) -> tuple[tuple[Node, ...], dict[Counts, int]]:
    """All busted hands as one, the last, where a bust hand returns the same whatever the dealer has."""
    busted = next((node for node in table.nodes if machine.is_bust(node.hand)), None)
    if busted is None or depends_on_dealer(busted.hand, rules):
        return table.nodes, table.places
    kept = [node for node in table.nodes if not machine.is_bust(node.hand)]
    new = {table.places[node.counts]: place for place, node in enumerate(kept)}
    moved = [node._replace(after=tuple(_moved(each, new, len(kept)) for each in node.after)) for node in kept]
    places = {node.counts: place for place, node in enumerate(kept)}
    return (*moved, busted), places


def _moved(place: int, new: dict[int, int], bust: int) -> int:
    return OVER if place == OVER else new.get(place, bust)


def resplits(pair: int, rules: Rules) -> bool:
    """Whether a hand of this split that is a pair again may be split again."""
    both = machine.after_card(machine.after_card(machine.EMPTY, pair), pair)
    again = machine.after_card(machine.split_hand(both), pair)
    return machine.may_split(again, 2, rules)


def _columns(gathered: _Gathered, nodes: tuple[Node, ...], pair: int | None, gone: int) -> Array:
    """The shoe that each hand meets; a bust hand needs none where it returns the same whatever the dealer has."""
    found = []
    depends: dict[Class, bool] = {}
    for node in nodes:
        kind = class_of(node.hand)
        if kind not in depends:
            depends[kind] = depends_on_dealer(node.hand, gathered.rules)
        if not depends[kind]:
            found.append(OVER)
            continue
        counts = node.counts if pair is None else with_card(node.counts, pair, 1 + gone)
        found.append(gathered.columns.setdefault(counts, len(gathered.columns)))
    return np.array(found, dtype=np.int32)


def depends_on_dealer(hand: Hand, rules: Rules) -> bool:
    return any(len(set(gains)) > 1 for gains in returns(hand, rules))


def _tree(up: int, rules: Rules, results: tuple[Class, ...]) -> Tree:
    """Sorted cards as a tree, each node with the card that leads to it."""
    ends = {
        tuple(card for card in RANKS for _ in range(final.drawn[card - 1])): final
        for final in dealer_finals(up, rules)
        if final.result != results[-1]
    }
    prefixes = {path[:depth] for path in ends for depth in range(1, len(path) + 1)}
    nodes = sorted(prefixes)
    finals = [ends.get(path) for path in nodes]
    parents = {path[:-1] for path in nodes}
    rows = [
        (
            path[-1] - 1,
            path[:-1].count(path[-1]),
            len(path),
            OVER if final is None else results.index(final.result),
            path not in parents,
        )
        for path, final in zip(nodes, finals, strict=True)
    ]
    orders = [0.0 if final is None else float(final.orders) for final in finals]
    return Tree(np.array(rows, dtype=np.int32), np.array(orders))
