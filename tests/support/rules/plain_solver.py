"""The game summed plainly, in fractions: every card drawn after every other, no trick and no symmetry.

It asks the hand machine for the rules and shares nothing else with the solver. A strategy is a function of a hand's
cards and of what may be decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Hand, Need, Rules

Counts = tuple[int, ...]
RANKS = range(1, 11)
Chooses = Callable[[Counts, tuple[Decision, ...]], Decision]
Seat = tuple[Counts, Hand, bool]
"""Cards, hand, and whether it was doubled."""


def more(counts: Counts, card: int, number: int = 1) -> Counts:
    return (*counts[: card - 1], counts[card - 1] + number, *counts[card:])


def draws(shoe: Counts) -> Iterator[tuple[int, Fraction, Counts]]:
    left = sum(shoe)
    for card in RANKS:
        if shoe[card - 1]:
            yield card, Fraction(shoe[card - 1], left), more(shoe, card, -1)


class Plain:
    """One shoe, one up card, one way to play."""

    is_added = False
    """Whether the wager on the first hand too was added by a split."""

    def __init__(self, shoe: Counts, up: int, rules: Rules, chooses: Chooses) -> None:
        self.shoe, self.up, self.rules, self.chooses = more(shoe, up, -1), up, rules, chooses
        self.value = cache(self._value)
        self.ends = cache(self._ends)

    def of_hand(self, *cards: int) -> Fraction:
        """What two cards are worth when they are played so, without a split."""
        counts: Counts = (0,) * 10
        hand, shoe = machine.EMPTY, self.shoe
        for card in cards:
            counts, hand, shoe = more(counts, card), machine.after_card(hand, card), more(shoe, card, -1)
        return self.value(((counts, hand, False),), shoe)

    def of_split(self, pair: int) -> Fraction:
        """What splitting two cards of the pair is worth; a pair that comes again is split again where it may be."""
        both = machine.after_card(machine.after_card(machine.EMPTY, pair), pair)
        half: Seat = (more((0,) * 10, pair), machine.split_hand(both), False)
        return self.value((half, half), more(self.shoe, pair, -2))

    def one_of_split(self, pair: int, *, without_pair: bool) -> Fraction:
        """One hand of a split by itself, never split again; its second card any, or any but the pair's."""
        both = machine.after_card(machine.after_card(machine.EMPTY, pair), pair)
        counts, hand, shoe = more((0,) * 10, pair), machine.split_hand(both), more(self.shoe, pair, -2)
        total = all_chances = Fraction(0)
        for card, chance, rest in draws(shoe):
            if card != pair or not without_pair:
                grown: Seat = (more(counts, card), machine.after_card(hand, card), False)
                total += chance * self.value((grown,), rest)
                all_chances += chance
        return total / all_chances

    def _value(self, seats: tuple[Seat, ...], shoe: Counts) -> Fraction:
        for place, (counts, hand, doubled) in enumerate(seats):
            if machine.is_over(hand) or machine.is_bust(hand):
                continue
            if machine.needs_card(hand):
                return self._drawn(seats, place, shoe)
            if len(seats) > 1 and machine.may_split(hand, len(seats), self.rules):
                half: Seat = (more((0,) * 10, hand.pair), machine.split_hand(hand), False)
                return self.value((*seats[:place], half, half, *seats[place + 1 :]), shoe)
            open_now = machine.decisions(hand, self.rules.most_hands, self.rules)
            decision = self.chooses(counts, open_now)
            moved = (counts, machine.after_decision(hand, decision), doubled or decision is Decision.DOUBLE)
            return self.value((*seats[:place], moved, *seats[place + 1 :]), shoe)
        return self._settled(seats, shoe)

    def _drawn(self, seats: tuple[Seat, ...], place: int, shoe: Counts) -> Fraction:
        counts, hand, doubled = seats[place]
        total = Fraction(0)
        for card, chance, rest in draws(shoe):
            grown = (more(counts, card), machine.after_card(hand, card), doubled)
            total += chance * self.value((*seats[:place], grown, *seats[place + 1 :]), rest)
        return total

    def _settled(self, seats: tuple[Seat, ...], shoe: Counts) -> Fraction:
        total = Fraction(0)
        for dealer, chance in self.ends(machine.dealer_after(machine.EMPTY, self.up), shoe).items():
            gained = Fraction(0)
            for place, (_, hand, doubled) in enumerate(seats):
                added = Fraction(*machine.addition_returns(hand, dealer, self.rules))
                gained += (
                    Fraction(*machine.initial_returns(hand, dealer)) if place == 0 and not self.is_added else added
                )
                gained += added if doubled else 0
            total += chance * gained
        return total

    def _ends(self, dealer: Hand, shoe: Counts) -> dict[Hand, Fraction]:
        if not machine.dealer_draws(dealer, Need.ALL_CARDS, self.rules):
            return {dealer: Fraction(1)}
        found: dict[Hand, Fraction] = {}
        for card, chance, rest in draws(shoe):
            for end, then in self.ends(machine.dealer_after(dealer, card), rest).items():
                found[end] = found.get(end, Fraction(0)) + chance * then
        return found
