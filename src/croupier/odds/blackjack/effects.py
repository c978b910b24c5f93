"""What a card that is gone is worth to the player, exactly: the whole game solved again without it."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from croupier.games.blackjack.hand import GAZETTED, Rules
from croupier.odds.blackjack.solver import Shoe, Strategy, solve
from croupier.odds.blackjack.tables import RANKS


class RemovalEffects(Struct, frozen=True):
    """By the value of the card that is gone, an ace first: how much more the player gains of each initial wager."""

    decks: int
    edge: float
    """What the house keeps with all cards there."""
    by_card: tuple[float, ...]

    def betting_correlation(self, count: tuple[int, ...]) -> float:
        """How well a count's numbers go with the effects: 1 is perfect. Every card counts as often as it comes."""
        weights = [16 if rank == RANKS[-1] else 4 for rank in RANKS]
        ours, theirs = _centred(self.by_card, weights), _centred(count, weights)
        spread = sqrt(_product(ours, ours, weights) * _product(theirs, theirs, weights))
        return _product(ours, theirs, weights) / spread if spread else 0.0


def _centred(values: tuple[float, ...], weights: list[int]) -> list[float]:
    mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / sum(weights)
    return [value - mean for value in values]


def _product(one: list[float], other: list[float], weights: list[int]) -> float:
    return sum(weight * a * b for weight, a, b in zip(weights, one, other, strict=True))


def effects_of_removal(decks: int, rules: Rules = GAZETTED) -> RemovalEffects:
    """One card of each value in turn is taken out, and the game solved again by the cards of the hand."""
    shoe, by_cards = Shoe.of_decks(decks), Strategy.COMPOSITION
    whole = solve(shoe, rules, by_cards)
    gains = tuple(solve(shoe.without(rank), rules, by_cards).value - whole.value for rank in RANKS)
    return RemovalEffects(decks, whole.edge, gains)
