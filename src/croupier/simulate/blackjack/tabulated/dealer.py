"""The dealer's hand as a table: state and card give the next state, and what his final hands come to for wagers.

Nothing is decided here: every entry was asked of the hand machine.
"""

from __future__ import annotations

from functools import cache

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Hand, Need, Ratio, Rules
from croupier.odds.blackjack.tables import RANKS

Ratios = tuple[Ratio, ...]
"""What a wager gains against each class of the dealer's final hand."""


def players_finals(rules: Rules) -> set[Hand]:
    """Every hand with which a player may end, however he plays."""
    found: set[Hand] = set()
    waiting = [machine.EMPTY]
    while waiting:
        hand = waiting.pop()
        if hand in found:
            continue
        found.add(hand)
        if machine.needs_card(hand):
            waiting += [machine.after_card(hand, card) for card in RANKS]
        for decision in machine.decisions(hand, 1, rules):
            split = decision is Decision.SPLIT
            waiting.append(machine.split_hand(hand) if split else machine.after_decision(hand, decision))
    return {hand for hand in found if machine.is_over(hand)}


def _whole_first(final: tuple[Hand, Need]) -> tuple[int, Hand]:
    hand, need = final
    return -need, hand


class Dealer:
    """Final hands are numbered by class first, then come the hands that still draw."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._walked: dict[tuple[Hand, Need], bool] = {}
        for need in Need:
            for up in RANKS:
                self._walk(machine.dealer_after(machine.EMPTY, up), need)
        self.examples, self.class_of = self._classes()
        self.drawing = [key for key, draws in self._walked.items() if draws]
        self._places = {key: len(self.examples) + place for place, key in enumerate(self.drawing)}
        self.ratios = cache(self._ratios)

    def _walk(self, hand: Hand, need: Need) -> None:
        if (hand, need) in self._walked:
            return
        draws = machine.dealer_draws(hand, need, self.rules)
        self._walked[hand, need] = draws
        for card in RANKS if draws else ():
            self._walk(machine.dealer_after(hand, card), need)

    def _classes(self) -> tuple[tuple[Hand, ...], dict[tuple[Hand, Need], int]]:
        """One hand for each class of final hands, and the class of each: hands of a class gain every wager the same.

        A hand that was not drawn to its end meets only players' hands that need no more of it. It joins the first class
        that is the same to those.
        """
        finals = sorted(((hand, need) for (hand, need), draws in self._walked.items() if not draws), key=_whole_first)
        players = sorted(players_finals(self.rules))
        decided = [hand for hand in players if machine.is_bust(hand) or machine.is_blackjack(hand)]
        examples: list[Hand] = []
        found: dict[tuple[Hand, Need], int] = {}
        for hand, need in finals:
            meets = players if need is Need.ALL_CARDS else decided
            alike = (place for place, other in enumerate(examples) if self._same(meets, hand, other))
            place = next(alike, len(examples))
            if place == len(examples):
                examples.append(hand)
            found[hand, need] = place
        return tuple(examples), found

    def _same(self, players: list[Hand], one: Hand, other: Hand) -> bool:
        return all(self._against(player, one) == self._against(player, other) for player in players)

    def _against(self, player: Hand, hand: Hand) -> tuple[Ratio, Ratio, Ratio]:
        return (
            machine.initial_returns(player, hand),
            machine.addition_returns(player, hand, self.rules),
            machine.insurance_returns(hand),
        )

    def _ratios(self, player: Hand, *, initial: bool) -> Ratios:
        """What the initial wager, or an addition, gains on a final hand."""
        if initial:
            return tuple(machine.initial_returns(player, dealer) for dealer in self.examples)
        return tuple(machine.addition_returns(player, dealer, self.rules) for dealer in self.examples)

    @property
    def insurance(self) -> Ratios:
        return tuple(machine.insurance_returns(dealer) for dealer in self.examples)

    @property
    def classes(self) -> int:
        return len(self.examples)

    def place(self, hand: Hand, need: Need) -> int:
        """The number of a state: a class where the hand is final."""
        return self._places.get((hand, need)) or self.class_of[hand, need]

    def rows(self) -> list[tuple[int, ...]]:
        """For each state that draws, the state after each rank of card."""
        return [
            tuple(self.place(machine.dealer_after(hand, card), need) for card in RANKS) for hand, need in self.drawing
        ]

    def start(self, up: int, need: Need) -> int:
        return self.place(machine.dealer_after(machine.EMPTY, up), need)
