"""The hand machine as tables: every hand a player may hold, every hand a dealer may end with, and what wagers return.

Nothing is decided here. Each entry was asked of the hand machine once: what a card makes of a hand, which decisions
are open, whether the dealer draws, what a final hand returns. A rule changed there changes these tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Hand, Need, Rules

RANKS = tuple(range(1, 11))
"""Cards by value: an ace is 1, all tens are 10."""

Counts = tuple[int, ...]
"""How many cards of each rank, from the ace on."""

NONE: Counts = (0,) * len(RANKS)
OVER = -1
"""In place of a hand after another card: none follows."""


def with_card(counts: Counts, card: int, number: int = 1) -> Counts:
    return (*counts[: card - 1], counts[card - 1] + number, *counts[card:])


class Class(NamedTuple):
    """What matters of a final hand."""

    blackjack: bool
    bust: bool
    total: int


def class_of(hand: Hand) -> Class:
    bust = machine.is_bust(hand)
    return Class(machine.is_blackjack(hand), bust, 0 if bust else machine.total(hand))


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


def _start(pair: int | None) -> tuple[Counts, Hand, int]:
    if pair is None:
        return NONE, machine.EMPTY, 0
    both = machine.after_card(machine.after_card(machine.EMPTY, pair), pair)
    return with_card(NONE, pair), machine.split_hand(both), 1


@lru_cache(maxsize=64)
def hands(rules: Rules, pair: int | None = None) -> Hands:
    """The hands of the deal, or those of a split of that pair, from two cards on."""
    counts, first, number = _start(pair)
    found: dict[Counts, tuple[Hand, int]] = {}
    layer = {counts: (first, number)}
    while layer:
        following: dict[Counts, tuple[Hand, int]] = {}
        for held, (hand, size) in layer.items():
            if size >= 2:  # noqa: PLR2004
                found[held] = (hand, size)
            if not machine.is_over(hand) and not machine.is_bust(hand):
                drawing = hand if machine.needs_card(hand) else machine.after_decision(hand, Decision.DRAW)
                for card in RANKS:
                    grown = with_card(held, card)
                    if grown not in following:
                        following[grown] = (machine.after_card(drawing, card), size + 1)
        layer = following
    places = {held: place for place, held in enumerate(found)}
    return Hands(tuple(_nodes(found, places, rules, pair)), places)


def _nodes(
    found: dict[Counts, tuple[Hand, int]], places: dict[Counts, int], rules: Rules, pair: int | None
) -> Iterator[Node]:
    for held, (hand, size) in found.items():
        if machine.is_over(hand) or machine.is_bust(hand):
            yield Node(held, hand, size, (OVER,) * len(RANKS), ())
            continue
        after = tuple(places[with_card(held, card)] for card in RANKS)
        hands_made = 1 if pair is None else rules.most_hands
        yield Node(held, hand, size, after, machine.decisions(hand, hands_made, rules))


# The dealer


class Final(NamedTuple):
    """Cards that the dealer may draw to an up card, in so many orders, and what the hand is then."""

    drawn: Counts
    orders: int
    result: Class


@lru_cache(maxsize=64)
def dealer_finals(up: int, rules: Rules) -> tuple[Final, ...]:
    """Every end of the dealer's hand: in whatever order they came, the same cards are equally likely."""
    orders: dict[tuple[Counts, Class], int] = {}
    layer = {NONE: (machine.dealer_after(machine.EMPTY, up), 1)}
    while layer:
        following: dict[Counts, tuple[Hand, int]] = {}
        for drawn, (hand, ways) in layer.items():
            if not machine.dealer_draws(hand, Need.ALL_CARDS, rules):
                key = (drawn, class_of(hand))
                orders[key] = orders.get(key, 0) + ways
                continue
            for card in RANKS:
                grown = with_card(drawn, card)
                before = following.get(grown)
                following[grown] = (
                    (machine.dealer_after(hand, card), ways) if before is None else (before[0], before[1] + ways)
                )
        layer = following
    return tuple(Final(drawn, ways, result) for (drawn, result), ways in sorted(orders.items()))


@lru_cache(maxsize=8)
def dealer_classes(rules: Rules) -> dict[Class, Hand]:
    """Every class of a dealer's final hand, with one hand of it."""
    found: dict[Class, Hand] = {}
    for up in RANKS:
        for final in dealer_finals(up, rules):
            if final.result not in found:
                found[final.result] = _dealers_hand(up, final.drawn)
    return dict(sorted(found.items()))


def _dealers_hand(up: int, drawn: Counts) -> Hand:
    hand = machine.dealer_after(machine.EMPTY, up)
    for card in RANKS:
        for _ in range(drawn[card - 1]):
            hand = machine.dealer_after(hand, card)
    return hand


# What wagers return


def returns(hand: Hand, rules: Rules) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What the initial wager, and what was added to it, gain on this final hand against each class of the dealer's."""
    dealers = dealer_classes(rules).values()
    initial = tuple(gain(machine.initial_returns(hand, dealer)) for dealer in dealers)
    added = tuple(gain(machine.addition_returns(hand, dealer, rules)) for dealer in dealers)
    return initial, added


def gain(ratio: machine.Ratio) -> float:
    return ratio[0] / ratio[1]
