"""A last hand of any number of players by plain enumeration with fractions, from a shoe that never runs down.

Written from Divisions 2 and 7 without the hand machine. No pairs are split, doubles are full, nobody insures. All
cards lie open, boxes are played in order, and everybody takes what is best for themselves; of equals the plainest:
stand, draw, double, be paid early.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from tests.support.odds.plain_duel import Cards, gain, more, points

Values = tuple[Fraction, ...]
EARLY: Cards = (0,)
"""In place of a final hand: a blackjack that was paid at even money."""


class PlainTable:
    def __init__(
        self, chips: tuple[int, ...], wagers: tuple[int, ...], shares: dict[int, Fraction], advance: int = 1
    ) -> None:
        self.chips, self.wagers, self.shares, self.advance = chips, wagers, shares, advance
        self.played = cache(self._played)
        self.dealer = cache(self._dealer)

    def value(self) -> Values:
        """Everybody's chance to go on."""
        hands = list(combinations_with_replacement(sorted(self.shares), 2))
        total = [Fraction(0)] * len(self.chips)
        for up, deal in product(self.shares, product(hands, repeat=len(self.chips))):
            chance = prod((self._chance(hand) for hand in deal), start=self.shares[up])
            for box, value in enumerate(self.played(up, (), deal)):
                total[box] += chance * value
        return tuple(total)

    def _chance(self, hand: Cards) -> Fraction:
        orders = factorial(2) // prod(factorial(hand.count(card)) for card in set(hand))
        return prod((self.shares[card] for card in hand), start=Fraction(orders))

    def _played(self, up: int, ended: tuple[tuple[Cards, int], ...], waiting: tuple[Cards, ...]) -> Values:
        """From where these boxes have ended and the first of those that wait is in turn."""
        if not waiting:
            return self._ended(up, ended)
        mine, rest, box = waiting[0], waiting[1:], len(ended)
        options: list[Values] = []

        def then(hand: Cards, doubled: int) -> Values:
            return self.played(up, (*ended, (_kind(hand), doubled)), rest)

        if points(mine) >= 12:
            options.append(then(mine, 0))
        if points(mine) < 21:
            options.append(self._after_card(lambda card: self.played(up, ended, (more(mine, card), *rest))))
            if len(mine) == 2 and 1 not in mine and self.chips[box] >= 2 * self.wagers[box]:
                options.append(self._after_card(lambda card: then(more(mine, card), 1)))
        if points(mine) == 21 and len(mine) == 2 and up == 1:
            options.append(self.played(up, (*ended, (EARLY, 0)), rest))
        return max(options, key=lambda values: values[box])

    def _after_card(self, value: Callable[[int], Values]) -> Values:
        found = [Fraction(0)] * len(self.chips)
        for card, share in self.shares.items():
            for box, each in enumerate(value(card)):
                found[box] += share * each
        return tuple(found)

    def _ended(self, up: int, ended: tuple[tuple[Cards, int], ...]) -> Values:
        total = [Fraction(0)] * len(self.chips)
        for result, chance in self.dealer((up,)).items():
            stacks = [
                chips + (wager if hand[0] == EARLY else gain(hand, wager, result))
                for chips, wager, hand in zip(self.chips, self.wagers, ended, strict=True)
            ]
            for box, own in enumerate(stacks):
                higher, equal = sum(each > own for each in stacks), stacks.count(own)
                total[box] += chance * min(max(Fraction(self.advance - higher, equal), Fraction(0)), Fraction(1))
        return tuple(total)

    def _dealer(self, hand: Cards) -> dict[str, Fraction]:
        if len(hand) > 1 and points(hand) >= 17:
            natural = len(hand) == 2 and points(hand) == 21
            return {"blackjack" if natural else "bust" if points(hand) > 21 else str(points(hand)): Fraction(1)}
        found: dict[str, Fraction] = {}
        for card, share in self.shares.items():
            for result, chance in self.dealer(more(hand, card)).items():
                found[result] = found.get(result, Fraction(0)) + share * chance
        return found


def _kind(hand: Cards) -> Cards:
    """One hand for all that settle alike: fewer to remember."""
    if points(hand) > 21:
        return (10, 10, 10)
    return hand if len(hand) == 2 and points(hand) == 21 else (points(hand) - 10, 4, 6)
