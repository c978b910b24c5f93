"""The tables of the hand machine as arrays, laid out once for each set of rules."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Hand, Need, Rules
from croupier.odds.blackjack.sums import DrawTree, Steps, steps_of
from croupier.odds.blackjack.tables import OVER, RANKS, Class, Counts, class_of, dealer_classes, dealer_finals, returns
from croupier.odds.blackjack.walks import BITS, DEAL, ONE_MORE, Node, Walk, decisions_of, nodes_of, set_of, walks

Array = Any
SOFT = 64
"""Soft totals are counted from here on: no total is as high."""
MOST_KEY = 2 * SOFT
OPEN = (Decision.STAND, Decision.DRAW, Decision.DOUBLE)


class Tree(NamedTuple):
    """The dealer's final hands to one up card, as a tree of sorted cards; the class that busts is the rest."""

    nodes: Array
    """The card that leads there, which copy of it, how deep, the class it ends in, and whether nothing follows."""
    orders: Array


class Family:
    """The hands of the deal, or of splits, as arrays."""

    def __init__(self, walk: Walk, pairs: Array, laid: _Kinds) -> None:
        """`pairs` says of which pair's split each hand is; `DEAL` where it is of the deal."""
        self.walk, self.pairs, self._kinds = walk, pairs, laid
        kinds = walk.kinds
        self.kinds = laid.number[kinds]
        """The class of each hand as a final one."""
        self.keys = laid.keys[kinds]
        """One number for each total, soft or hard."""
        self.is_two = walk.sizes == 2  # noqa: PLR2004
        self.may = np.where((pairs == DEAL)[:, None], laid.may_dealt[kinds], laid.may_split[kinds])
        """Whether the hand may stand, draw, double."""
        self.held = walk.counts.astype(np.float64)
        self.after = walk.after
        self.steps: Steps = steps_of(walk.after, walk.sizes)
        self.of_pair = (pairs[:, None] == RANKS).astype(np.float64)
        """One card of the pair from whose split each hand comes; none where it is of the deal."""
        self.gone = self.held + self.of_pair
        """What is gone of the shoe: the cards held, and the card that began the other hand of a split."""
        self.gone_cards = self.gone.sum(axis=1)
        self.shoes: tuple[Array, ...] = ()
        """For each number of pair cards gone besides: which column of the shoes each hand meets."""
        self.dealt: Array = None
        """The same cards as a hand of the deal; -1 where the deal has no such hand."""

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        return nodes_of(self.walk, self._kinds.rules, int(self.pairs[0]))

    @cached_property
    def places(self) -> dict[Counts, int]:
        return {node.counts: place for place, node in enumerate(self.nodes[: self.counted])}

    @cached_property
    def counted(self) -> int:
        """How many hands stand for their own cards: a last one may stand for all busted ones."""
        is_one_bust = len(self.walk.sizes) > 1 and self.walk.sizes[-1] < self.walk.sizes[-2]
        return len(self.walk.sizes) - is_one_bust

    @cached_property
    def _place_of(self) -> dict[int, int]:
        return dict(zip(self.walk.sets[: self.counted].tolist(), range(self.counted), strict=True))

    def place(self, *cards: int) -> int:
        """Where the hand with these cards stands."""
        return self._place_of[set_of(*cards)]

    def like(self, sets: Array) -> Array:
        """Where the hands with these sets of cards stand; -1 for those that are not here."""
        place_of = self._place_of
        return np.array([place_of.get(each, -1) for each in sets.tolist()], dtype=np.int32)


class TwoCards(NamedTuple):
    """Every two cards of the deal, and where their hand stands."""

    first: Array
    second: Array
    places: Array


class Layout(NamedTuple):
    rules: Rules
    results: tuple[Class, ...]
    """The classes of the dealer's final hand, the one that busts last."""
    initial: Array
    added: Array
    """What a wager gains on each kind of final hand against each of these classes."""
    gains: Array
    """Both, one above the other."""
    deal: Family
    halves: Family
    """The hands of all splits, one pair's beside the other's."""
    own: dict[int, Array]
    """Where the hands of each pair's split stand among those."""
    splits: dict[int, Family]
    """Those of each pair by itself."""
    seconds: dict[int, Array]
    """Where its hand of two cards stands among those, for each second card."""
    begun: dict[int, Array]
    """Where that hand stands among the hands of all splits."""
    two_cards: TwoCards
    most_hands: dict[int, int]
    """Into how many hands each pair that may be split may be split."""
    removed: Array
    """What is gone from each of the shoes that some hand meets, a column a shoe; those of the deal come first."""
    draws: dict[int, DrawTree]
    """What the dealer may draw to each up card."""

    def tree(self, up: int) -> Tree:
        return _tree(up, self.rules, self.results)


def most_gone(rules: Rules) -> int:
    """How many pair cards more than the pair itself may be known to be gone when a split hand is reckoned."""
    return 2 * (rules.most_hands - 2)


class _Kinds:
    """What is asked once of each hand that is told apart."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        hands = walks().hands
        found: dict[Class, Hand] = {}
        classes = [class_of(hand) for hand in hands]
        for kind, hand in zip(classes, hands, strict=True):
            found.setdefault(kind, hand)
        order = {kind: place for place, kind in enumerate(found)}
        self.number = np.array([order[kind] for kind in classes], dtype=np.int32)
        self.keys = np.array([key_of(hand) for hand in hands], dtype=np.int64)
        self.is_bust = np.array([machine.is_bust(hand) for hand in hands])
        self.may_dealt, self.may_split = (
            np.array([[each in open for each in OPEN] for open in decisions_of(rules, family)], dtype=np.uint8)
            for family in (DEAL, RANKS[0])
        )
        gains = [returns(hand, rules) for hand in found.values()]
        self.initial, self.added = (np.array([each[part] for each in gains]) for part in (0, 1))
        both = np.concatenate([self.initial, self.added], axis=1)
        half = self.initial.shape[1]
        depends = (both[:, :half] != both[:, :1]).any(axis=1) | (both[:, half:] != both[:, half : half + 1]).any(axis=1)
        self.meets_dealer = depends[self.number]
        """Whether it matters what the dealer has."""


@lru_cache(maxsize=8)
def layout(rules: Rules) -> Layout:
    results = tuple(sorted(dealer_classes(rules), key=lambda each: (each.bust, each)))
    order = list(dealer_classes(rules))
    turned = [order.index(result) for result in results]
    kinds = _Kinds(rules)
    walked = {family: _with_one_bust(walk, kinds) for family, walk in walks().families.items()}
    deal = _family(walked[DEAL], DEAL, kinds)
    splits = {pair: _family(walked[pair], pair, kinds) for pair in RANKS}
    halves, own = _together(splits, kinds)
    deal.dealt = np.arange(len(deal.held), dtype=np.int32)
    halves.dealt = deal.like(halves.walk.sets)
    removed = _meet(deal, halves, kinds, rules)
    for pair, family in splits.items():
        family.dealt = halves.dealt[own[pair]]
        numbers = len(halves.shoes) if resplits(pair, rules) else 1
        family.shoes = tuple(columns[own[pair]] for columns in halves.shoes[:numbers])
    draws = {up: _draws(up, rules, results) for up in RANKS}
    initial, added = kinds.initial[:, turned], kinds.added[:, turned]
    seconds = {pair: np.array([family.place(pair, card) for card in RANKS]) for pair, family in splits.items()}
    begun = {pair: own[pair][places] for pair, places in seconds.items()}
    both = [(first, second) for first in RANKS for second in range(first, RANKS[-1] + 1)]
    places = np.array([deal.place(*cards) for cards in both])
    first, second = np.array(both).T
    two_cards = TwoCards(first, second, places)
    most_hands = {pair: rules.most_hands if resplits(pair, rules) else 2 for pair in RANKS if may_split(pair, rules)}
    return Layout(
        rules=rules,
        results=results,
        initial=initial,
        added=added,
        gains=np.stack([initial, added]),
        deal=deal,
        halves=halves,
        own=own,
        splits=splits,
        seconds=seconds,
        begun=begun,
        two_cards=two_cards,
        most_hands=most_hands,
        removed=removed,
        draws=draws,
    )


def _family(walk: Walk, family: int, kinds: _Kinds) -> Family:
    return Family(walk, np.full(len(walk.sets), family), kinds)


def key_of(hand: Hand) -> int:
    """One number for each total, soft or hard."""
    return machine.total(hand) + SOFT * machine.is_soft(hand)


def _with_one_bust(walk: Walk, kinds: _Kinds) -> Walk:
    """All busted hands as one, the last, where a bust hand returns the same whatever the dealer has."""
    is_bust = kinds.is_bust[walk.kinds]
    busted = np.flatnonzero(is_bust)
    if not len(busted) or kinds.meets_dealer[walk.kinds[busted[0]]]:
        return walk
    kept = np.append(np.flatnonzero(~is_bust), busted[0])
    new = np.full(len(walk.sets) + 1, len(kept) - 1, dtype=np.int32)
    new[kept] = np.arange(len(kept))
    new[OVER] = OVER
    return Walk(walk.sets[kept], walk.kinds[kept], walk.sizes[kept], new[walk.after[kept]])


def may_split(pair: int, rules: Rules) -> bool:
    both = machine.after_card(machine.after_card(machine.EMPTY, pair), pair)
    return machine.may_split(both, 1, rules)


def resplits(pair: int, rules: Rules) -> bool:
    """Whether a hand of this split that is a pair again may be split again."""
    both = machine.after_card(machine.after_card(machine.EMPTY, pair), pair)
    again = machine.after_card(machine.split_hand(both), pair)
    return machine.may_split(again, 2, rules)


def _together(splits: dict[int, Family], kinds: _Kinds) -> tuple[Family, dict[int, Array]]:
    """The hands of all splits as one family, by how many cards they have; where each pair's stand."""
    families = list(splits.values())
    starts = np.cumsum([0, *(len(family.held) for family in families)])
    sizes = np.concatenate([family.walk.sizes for family in families])
    # A hand that stands for all busted ones stands last, as it does in its own family.
    is_last = np.concatenate([np.arange(len(family.held)) >= family.counted for family in families])
    order = np.lexsort((sizes, is_last))
    new = np.empty(len(order) + 1, dtype=np.int32)
    new[order] = np.arange(len(order))
    new[OVER] = OVER
    after = [np.where(each.after >= 0, each.after + start, OVER) for each, start in zip(families, starts, strict=False)]
    sets, kind_numbers = (
        np.concatenate([getattr(each.walk, part) for each in families])[order] for part in ("sets", "kinds")
    )
    walk = Walk(sets, kind_numbers, np.where(is_last, 0, sizes)[order], new[np.concatenate(after)[order]])
    pairs = np.concatenate([family.pairs for family in families])[order]
    own = {
        pair: new[start : start + len(family.held)]
        for (pair, family), start in zip(splits.items(), starts, strict=False)
    }
    return Family(walk, pairs, kinds), own


def _meet(deal: Family, halves: Family, kinds: _Kinds, rules: Rules) -> Array:
    """Which shoes the hands meet; a bust hand needs none where it returns the same whatever the dealer has."""
    own = np.where(halves.pairs == DEAL, 0, ONE_MORE[halves.pairs - 1])
    met = [deal.walk.sets, *(halves.walk.sets + (1 + gone) * own for gone in range(1 + most_gone(rules)))]
    needs = [kinds.meets_dealer[deal.walk.kinds], *[kinds.meets_dealer[halves.walk.kinds]] * (len(met) - 1)]
    every = np.concatenate([sets[need] for sets, need in zip(met, needs, strict=True)])
    _, first, inverse = np.unique(every, return_index=True, return_inverse=True)
    order = np.argsort(first)
    column_of = np.empty(len(order), dtype=np.int32)
    column_of[order] = np.arange(len(order))
    columns, start = [], 0
    for need in needs:
        own_columns = np.full(len(need), OVER, dtype=np.int32)
        end = start + int(need.sum())
        own_columns[need] = column_of[inverse[start:end]]
        columns.append(own_columns)
        start = end
    deal.shoes, halves.shoes = (columns[0],), tuple(columns[1:])
    unlike = every[first[order]]
    return (unlike[None] >> (BITS * np.arange(len(RANKS)))[:, None] & ((1 << BITS) - 1)).astype(np.float64)


# The dealer


class _DealersHands:
    """The dealer's hands while he goes on, and what a card makes of each."""

    def __init__(self, rules: Rules, results: tuple[Class, ...]) -> None:
        self.rules, self.results = rules, results
        self.numbers: dict[Hand, int] = {}
        self.rows: list[list[tuple[Hand | None, int]]] = []
        """For each card: the hand that goes on with it, or `None` and the class in which it ends."""

    def number(self, hand: Hand) -> int:
        if hand not in self.numbers:
            self.numbers[hand] = len(self.rows)
            self.rows.append([self._with(hand, card) for card in RANKS])
        return self.numbers[hand]

    def _with(self, hand: Hand, card: int) -> tuple[Hand | None, int]:
        grown = machine.dealer_after(hand, card)
        if machine.dealer_draws(grown, Need.ALL_CARDS, self.rules):
            return grown, OVER
        return None, self.results.index(class_of(grown))


def _draws(up: int, rules: Rules, results: tuple[Class, ...]) -> DrawTree:
    """Sorted cards as a tree, each node with the card that leads to it. One that he cannot have comes in no order."""
    hands = _DealersHands(rules, results)
    first = machine.dealer_after(machine.EMPTY, up)
    layer: dict[tuple[int, ...], tuple[int, int]] = {(): (hands.number(first), 1)}
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    while layer:
        found |= layer
        following: dict[tuple[int, ...], tuple[int, int]] = {}
        for drawn, (hand, orders) in layer.items():
            for card, (grown, _) in zip(RANKS, hands.rows[hand], strict=True):
                if grown is not None:
                    both = tuple(sorted((*drawn, card)))
                    before = following[both][1] if both in following else 0
                    following[both] = (hands.number(grown), before + orders)
        layer = following
    paths = sorted({path[:depth] for path in found for depth in range(len(path) + 1)})
    last = len(results) - 1
    steps: dict[tuple[int, int], int] = {}
    nodes, ended = [], []
    for path in paths:
        hand, orders = found.get(path, (0, 0))
        step = (path[-1] - 1, path[:-1].count(path[-1])) if path else (0, 0)
        nodes.append((steps.setdefault(step, len(steps)), len(path), orders, hand))
        own = [(hands.rows[hand][card - 1], path.count(card)) for card in dict.fromkeys(path)] if orders else []
        ended.append(tuple((result, times) for (grown, result), times in own if grown is None and result != last))
    ends: dict[tuple[int, int], list[int]] = {}
    for hand, row in enumerate(hands.rows):
        for rank, (grown, result) in enumerate(row):
            if grown is None and result != last:
                ends.setdefault((rank, result), []).append(hand)
    grouped = tuple((rank, result, tuple(those)) for (rank, result), those in ends.items())
    deepest = max(len(path) for path in paths)
    return DrawTree(tuple(steps), tuple(nodes), tuple(ended), grouped, len(hands.rows), deepest)


@lru_cache(maxsize=64)
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
