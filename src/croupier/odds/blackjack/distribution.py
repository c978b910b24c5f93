"""How the result of a round is spread: over a shoe that never runs down.

The hands of a split share a dealer, so this is no by-product of the edge. With cards that are always as likely as at
the beginning a hand is what the hand machine says it is, and nothing else; given the dealer's final hand, the hands of
a split are independent of each other. The mean differs from that of a real shoe by what its cards' removal is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Hand, Need, Rules
from croupier.odds.blackjack.solver import Shoe, Solution
from croupier.odds.blackjack.tables import RANKS, Class, class_of, gain
from croupier.odds.blackjack.totals import TotalChoices

CHANCES = {rank: (4 if rank == machine.TEN else 1) / 13 for rank in RANKS}
Spread = dict[float, float]
"""What is gained, in units of the initial wager, and its chance."""
Ends = dict[tuple[Hand, bool], float]
"""Final hands, doubled or not, and their chances."""


def together(one: Spread, other: Spread) -> Spread:
    """The sum of two results that are independent of each other."""
    found: Spread = {}
    for gained, chance in one.items():
        for more, then in other.items():
            found[gained + more] = found.get(gained + more, 0.0) + chance * then
    return found


def mixed(parts: list[tuple[float, Spread]]) -> Spread:
    found: Spread = {}
    for share, part in parts:
        for gained, chance in part.items():
            found[gained] = found.get(gained, 0.0) + share * chance
    return found


class UpCardRound:
    """A round against one up card, played by totals."""

    def __init__(
        self, up: int, rules: Rules, totals: TotalChoices, split: set[int], chances: Mapping[int, float] = CHANCES
    ) -> None:
        self.up, self.rules, self.totals, self.split, self.chances = up, rules, totals, split, chances
        self.ends, self.dealers, self.gains = cache(self._ends), cache(self._dealers), cache(self._gains)
        self._examples: dict[Class, Hand] = {}

    def _like(self, hand: Hand) -> Hand:
        """One hand for all final ones of its class: they gain the same."""
        return self._examples.setdefault(class_of(hand), hand)

    def spread(self) -> Spread:
        dealer = machine.dealer_after(machine.EMPTY, self.up)
        return mixed([(chance, self._against(end)) for end, chance in self.dealers(dealer).items()])

    def _dealers(self, dealer: Hand) -> dict[Hand, float]:
        if not machine.dealer_draws(dealer, Need.ALL_CARDS, self.rules):
            return {self._like(dealer): 1.0}
        found: dict[Hand, float] = {}
        for card, chance in self.chances.items():
            for end, then in self.dealers(machine.dealer_after(dealer, card)).items():
                found[end] = found.get(end, 0.0) + chance * then
        return found

    def _against(self, dealer: Hand) -> Spread:
        parts = []
        for first, chance in self.chances.items():
            for second, then in self.chances.items():
                hand = machine.after_card(machine.after_card(machine.EMPTY, first), second)
                splits = hand.pair in self.split and machine.may_split(hand, 1, self.rules)
                spread = self._split(hand, dealer) if splits else self._gained(self.ends(hand), dealer, first=True)
                parts.append((chance * then, spread))
        return mixed(parts)

    def _decision(self, hand: Hand) -> Decision:
        return self.totals.decision(hand, machine.decisions(hand, self.rules.most_hands, self.rules))

    def _ends(self, hand: Hand, doubled: bool = False) -> Ends:
        """Every final hand that comes of this one without a split."""
        if machine.is_over(hand) or machine.is_bust(hand):
            return {(self._like(hand), doubled): 1.0}
        if not machine.needs_card(hand):
            decision = self._decision(hand)
            return self.ends(machine.after_decision(hand, decision), decision is Decision.DOUBLE)
        found: Ends = {}
        for card, chance in self.chances.items():
            for end, then in self.ends(machine.after_card(hand, card), doubled).items():
                found[end] = found.get(end, 0.0) + chance * then
        return found

    def _gained(self, ends: Ends, dealer: Hand, *, first: bool) -> Spread:
        found: Spread = {}
        for (hand, doubled), chance in ends.items():
            initial, added = self.gains(hand, dealer)
            gained = initial if first else added
            total = gained + added if doubled else gained
            found[total] = found.get(total, 0.0) + chance
        return found

    def _gains(self, hand: Hand, dealer: Hand) -> tuple[float, float]:
        """What the initial wager gains, and what was added."""
        return gain(machine.initial_returns(hand, dealer)), gain(machine.addition_returns(hand, dealer, self.rules))

    def _split(self, hand: Hand, dealer: Hand) -> Spread:
        half = machine.split_hand(hand)
        again = machine.after_card(half, hand.pair)
        any_second = [self._gained(self.ends(half), dealer, first=first) for first in (True, False)]
        others: Ends = {}
        for card, chance in self.chances.items():
            if card != hand.pair:
                for end, then in self.ends(machine.after_card(half, card)).items():
                    others[end] = others.get(end, 0.0) + chance * then / (1 - self.chances[hand.pair])
        not_a_pair = [self._gained(others, dealer, first=first) for first in (True, False)]

        def rest(waiting: int, hands: int) -> Spread:
            """So many hands wait for their second card, of so many; the first of all has the initial wager."""
            if waiting == 0:
                return {0.0: 1.0}
            later = int(waiting < hands)
            if not machine.may_split(again, hands, self.rules):
                return together(any_second[later], rest(waiting - 1, hands))
            chance = self.chances[hand.pair]
            kept = together(not_a_pair[later], rest(waiting - 1, hands))
            return mixed([(chance, rest(waiting + 1, hands + 1)), (1 - chance, kept)])

        return rest(2, 2)


def spread_of_round(solution: Solution) -> Spread:
    """What a round brings, played by totals as the solution says, over a shoe that never runs down."""
    full = Shoe.of_decks(1).counts
    if any(
        number * sum(full) != each * sum(solution.shoe.counts)
        for number, each in zip(solution.shoe.counts, full, strict=True)
    ):
        raise ValueError("the spread is that of a full shoe")
    return spread_with(solution, CHANCES)


def spread_with(solution: Solution, chances: Mapping[int, float]) -> Spread:
    """The same where each card is always as likely as this, whatever was dealt."""
    parts = []
    for up, played in solution.against.items():
        if played.totals is None:
            raise ValueError("the spread is that of play by totals")
        spread = UpCardRound(up, solution.rules, played.totals, played.split_pairs, chances).spread()
        parts.append((chances[up], spread))
    return dict(sorted(mixed(parts).items()))


def mean_and_variance(spread: Spread) -> tuple[float, float]:
    mean = sum(gained * chance for gained, chance in spread.items())
    return mean, sum(gained**2 * chance for gained, chance in spread.items()) - mean**2
