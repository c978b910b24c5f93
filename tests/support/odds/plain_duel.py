"""Two players' last hand by plain enumeration with fractions: an implementation of its own, for very small shoes.

Written from Divisions 2 and 7 without the hand machine. No pairs are split, doubles are full, nobody insures.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

Cards = tuple[int, ...]
"""How many of each rank, from the ace to the ten."""


class PlainDuel:
    def __init__(self, chips: tuple[int, int], wagers: tuple[int, int], shoe: Cards) -> None:
        self.chips, self.wagers, self.shoe = chips, wagers, shoe
        self.first = cache(self._first)
        self.second = cache(self._second)
        self.dealer = cache(self._dealer)

    def value(self) -> Fraction:
        """The second player's chance."""
        total = Fraction(0)
        for up, chance, shoe in draws(self.shoe):
            for one, chance_one, shoe_one in draws(shoe):
                for two, chance_two, shoe_two in draws(shoe_one):
                    for three, chance_three, shoe_three in draws(shoe_two):
                        for four, chance_four, left in draws(shoe_three):
                            deal = chance * chance_one * chance_two * chance_three * chance_four
                            mine, other = tuple(sorted((one, two))), tuple(sorted((three, four)))
                            total += deal * self.first(up, mine, other, left)
        return total

    def _first(self, up: int, mine: Cards, other: Cards, shoe: Cards) -> Fraction:
        """The first player wants the second's chance as low as can be."""
        found = []
        if points(mine) >= 12:
            found.append(self.second(up, (mine, 0), other, shoe))
        if points(mine) < 21 and sum(mine) <= 21:
            found.append(added(ch * self.first(up, more(mine, card), other, left) for card, ch, left in draws(shoe)))
            if len(mine) == 2 and 1 not in mine and self.chips[0] >= 2 * self.wagers[0]:
                after = ((more(mine, card), ch, left) for card, ch, left in draws(shoe))
                found.append(added(ch * self.second(up, (hand, 1), other, left) for hand, ch, left in after))
        return min(found)

    def _second(self, up: int, first: tuple[Cards, int], mine: Cards, shoe: Cards) -> Fraction:
        found = []
        if points(mine) >= 12:
            found.append(self.ended(up, first, (mine, 0), shoe))
        if points(mine) < 21 and sum(mine) <= 21:
            found.append(added(ch * self.second(up, first, more(mine, card), left) for card, ch, left in draws(shoe)))
            if len(mine) == 2 and 1 not in mine and self.chips[1] >= 2 * self.wagers[1]:
                after = ((more(mine, card), ch, left) for card, ch, left in draws(shoe))
                found.append(added(ch * self.ended(up, first, (hand, 1), left) for hand, ch, left in after))
        return max(found)

    def ended(self, up: int, first: tuple[Cards, int], second: tuple[Cards, int], shoe: Cards) -> Fraction:
        total = Fraction(0)
        for result, chance in self.dealer((up,), shoe).items():
            one = self.chips[0] + gain(first, self.wagers[0], result)
            two = self.chips[1] + gain(second, self.wagers[1], result)
            total += chance * (Fraction(1) if two > one else Fraction(1, 2) if two == one else Fraction(0))
        return total

    def _dealer(self, hand: Cards, shoe: Cards) -> dict[str, Fraction]:
        if len(hand) > 1 and points(hand) >= 17:
            natural = len(hand) == 2 and points(hand) == 21
            return {"blackjack" if natural else "bust" if points(hand) > 21 else str(points(hand)): Fraction(1)}
        found: dict[str, Fraction] = {}
        for card, chance, left in draws(shoe):
            for result, then in self.dealer(more(hand, card), left).items():
                found[result] = found.get(result, Fraction(0)) + chance * then
        return found


def added(parts: Iterable[Fraction]) -> Fraction:
    return sum(parts, Fraction(0))


def draws(shoe: Cards) -> list[tuple[int, Fraction, Cards]]:
    total = sum(shoe)
    return [
        (rank + 1, Fraction(number, total), (*shoe[:rank], number - 1, *shoe[rank + 1 :]))
        for rank, number in enumerate(shoe)
        if number
    ]


def more(hand: Cards, card: int) -> Cards:
    return tuple(sorted((*hand, card)))


def points(hand: Cards) -> int:
    hard = sum(hand)
    return hard + 10 if 1 in hand and hard <= 11 else hard


def gain(hand: tuple[Cards, int], wager: int, dealer: str) -> int:
    cards, doubled = hand
    total = wager * (1 + doubled)
    if points(cards) > 21:
        return -total
    natural = len(cards) == 2 and points(cards) == 21
    if dealer == "blackjack":
        return 0 if natural else -wager
    if natural:
        return wager * 3 // 2
    if dealer == "bust" or points(cards) > int(dealer):
        return total
    return 0 if points(cards) == int(dealer) else -total
