"""One hand, tabulated: what each card makes of it, the player's decisions folded in.

The hand machine is walked from the first card to every end. Equal states become one as they are made: a state is what
follows from it, and nothing else. So a hand that is played by its cards costs little more than one played by its total.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Hand, Rules
from croupier.odds.blackjack.tables import RANKS, Counts
from croupier.simulate.blackjack.strategies.strategy import (
    NO_CARDS,
    HeldHand,
    PlayStrategy,
    decision_of,
    held_cards,
    row_of,
)
from croupier.simulate.blackjack.tabulated.numbered import Numbered


class Way(Protocol):
    """A way of playing."""

    by_cards: bool
    """Whether it looks at the cards of a hand, or at what the hand machine knows of it."""

    def decision(self, held: HeldHand) -> Decision: ...


class CardNode(NamedTuple):
    """A hand that takes a card: the node after each rank of it."""

    after: tuple[int, ...]


class ChoiceNode(NamedTuple):
    """A hand whose player looks at the count: the node for each count."""

    by_count: tuple[int, ...]


class EndNode(NamedTuple):
    hand: Hand
    doubled: bool


class SplitNode(NamedTuple):
    pair: int


Node = CardNode | ChoiceNode | EndNode | SplitNode


class HandStart(NamedTuple):
    """Where a hand begins: against that up card, from that pair if it was split, with so many hands in its box."""

    up: int
    pair: int
    hands: int


class HandGraph:
    def __init__(self, rules: Rules, way: Way, strategy: PlayStrategy) -> None:
        self.rules, self.way, self.strategy = rules, way, strategy
        self.counts = strategy.counts
        self._nodes: Numbered[Node] = Numbered()
        self.nodes = self._nodes.all
        self._node = self._nodes.number
        self._known: dict[tuple[HandStart, Hand, Counts, bool], int] = {}

    def start(self, start: HandStart) -> int:
        if start.pair == 0:
            return self._after(start, machine.EMPTY, NO_CARDS, doubled=False)
        both = machine.after_card(machine.after_card(machine.EMPTY, start.pair), start.pair)
        held = held_cards(NO_CARDS, start.pair)
        return self._after(start, machine.split_hand(both), held, doubled=False)

    def _after(self, start: HandStart, hand: Hand, cards: Counts, *, doubled: bool) -> int:
        key = (start, hand, cards if self.way.by_cards else NO_CARDS, doubled)
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = self._made(start, hand, cards, doubled=doubled)
        return number

    def _made(self, start: HandStart, hand: Hand, cards: Counts, *, doubled: bool) -> int:
        if machine.is_over(hand):
            return self._node(EndNode(hand, doubled))
        if machine.needs_card(hand):
            after = [
                self._after(start, machine.after_card(hand, card), held_cards(cards, card), doubled=doubled)
                for card in RANKS
            ]
            return self._node(CardNode(tuple(after)))
        held = HeldHand(start.up, hand, cards, start.pair, machine.decisions(hand, start.hands, self.rules))
        return self._chosen([self._decided(start, held, decision) for decision in self.decisions(held)])

    def _chosen(self, by_count: list[int]) -> int:
        """Where the count makes no difference, nobody looks at it."""
        return by_count[0] if len(set(by_count)) == 1 else self._node(ChoiceNode(tuple(by_count)))

    def _decided(self, start: HandStart, held: HeldHand, decision: Decision) -> int:
        if decision is Decision.SPLIT:
            return self._node(SplitNode(held.hand.pair))
        doubled = decision is Decision.DOUBLE
        return self._after(start, machine.after_decision(held.hand, decision), held.cards, doubled=doubled)

    def decisions(self, held: HeldHand) -> list[Decision]:
        """What is decided at each count."""
        plain = self.way.decision(held)
        if not self.strategy.deviations:
            return [plain] * len(self.counts)
        return [self._deviating(held, count, plain) for count in self.counts]

    def _deviating(self, held: HeldHand, count: int, plain: Decision) -> Decision:
        if Decision.SPLIT in held.open:
            letter = self.strategy.deviation("pair", held.hand.pair, held.up, count)
            if letter is not None:
                return decision_of(letter, held.open)
        letter = None if plain is Decision.SPLIT else self.strategy.deviation(*row_of(held.hand), held.up, count)
        return plain if letter is None else decision_of(letter, held.open)
