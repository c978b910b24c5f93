"""Whole cards, rank and suit, and what they are to the hand machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from croupier.games.blackjack import hand

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK_SIZE = len(RANKS) * len(SUITS)


class Card(Struct, frozen=True, order=True, cache_hash=True):
    """Written `Th`, `9d`, `As`."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


DECK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
_PLACES = {card: place for place, card in enumerate(DECK)}


def card(text: str) -> Card:
    """The card with this name, such as `Th`; raises `ValueError` that says how to write it."""
    found = Card(text[:1], text[1:])
    if found not in _PLACES:
        raise ValueError(f"{text!r} is not a card{_meant(text)} (a rank of {RANKS}, then a suit of {SUITS})")
    return found


def _meant(text: str) -> str:
    """People write `10s`, `TS` or `tS` for the ten of spades."""
    rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].lower()
    return f"; write it as {rank}{suit}" if Card(rank, suit) in _PLACES else "; write it as Th"


def is_card(value: Any) -> bool:
    return isinstance(value, Card) and isinstance(value.rank, str) and isinstance(value.suit, str) and value in _PLACES


def code(of: Card) -> int:
    """The card as the hand machine sees it: its value, and of the sevens the suit."""
    if of.rank == "7":
        return hand.SEVENS[SUITS.index(of.suit)]
    return min(RANKS.index(of.rank) + 1, hand.TEN)


class Pile(Struct, frozen=True):
    """Cards of which only the number of each is known: their order is nobody's, until one is drawn."""

    counts: tuple[int, ...]

    @property
    def size(self) -> int:
        return sum(self.counts)

    def count(self, of: Card) -> int:
        return self.counts[_PLACES[of]]

    def without(self, of: Card) -> Pile:
        place = _PLACES[of]
        return Pile((*self.counts[:place], self.counts[place] - 1, *self.counts[place + 1 :]))

    def with_cards(self, cards: Iterable[Card]) -> Pile:
        added = Counter(cards)
        return Pile(tuple(count + added[each] for count, each in zip(self.counts, DECK, strict=True)))


def decks(number: int) -> Pile:
    return Pile((number,) * DECK_SIZE)
