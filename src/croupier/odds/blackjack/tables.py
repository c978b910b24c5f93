"""The hand machine as tables: every hand a dealer may end with, and what wagers return.

Nothing is decided here. Each entry was asked of the hand machine once: what a card makes of a hand, which decisions
are open, whether the dealer draws, what a final hand returns. A rule changed there changes these tables.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Hand, Need, Rules

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
    waiting = dict.fromkeys(machine.dealer_after(machine.EMPTY, up) for up in RANKS)
    while waiting:
        following: dict[Hand, None] = {}
        for hand in waiting:
            if machine.dealer_draws(hand, Need.ALL_CARDS, rules):
                following.update(dict.fromkeys(machine.dealer_after(hand, card) for card in RANKS))
            else:
                found.setdefault(class_of(hand), hand)
        waiting = following
    return dict(sorted(found.items()))


# What wagers return


def returns(hand: Hand, rules: Rules) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What the initial wager, and what was added to it, gain on this final hand against each class of the dealer's."""
    dealers = dealer_classes(rules).values()
    initial = tuple(gain(machine.initial_returns(hand, dealer)) for dealer in dealers)
    added = tuple(gain(machine.addition_returns(hand, dealer, rules)) for dealer in dealers)
    return initial, added


def gain(ratio: machine.Ratio) -> float:
    return ratio[0] / ratio[1]
