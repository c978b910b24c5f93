"""The hand machine as arrays, every decision open: what compiled code walks when a learner decides.

Nothing is decided here. Each entry was asked of the hand machine, and what the table asks before the first decision
(insurance, an early settlement) was asked of a real table.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import DECK, Card, Pile, code
from croupier.games.blackjack.hand import CARDS, Decision, Hand, Need, Ratio, Sevens
from croupier.games.blackjack.procedure.settling import paid
from croupier.rl.blackjack.choices import NUMBER, RANKS, Action, of_hand, of_sevens
from croupier.rl.blackjack.run import TableRun
from croupier.rl.blackjack.setup import TableSetup
from croupier.simulate.blackjack.tabulated.dealer import Dealer

Array = Any
MOST_HANDS = 4
DECIDES, TAKES_CARD, IS_OVER = range(3)
"""What comes next for a hand."""
ADDITION = 1
"""Beside 0 for the initial wager."""


class HandArrays(NamedTuple):
    """Hands go by their numbers, the empty one first. Cards go by their places among those that are told apart."""

    after_card: Array
    """Hand and card give the next hand."""
    after_decision: Array
    """Hand and decision give the next hand; of a split, either of the two."""
    next_is: Array
    """What comes next for each hand."""
    masks: Array
    """Hand, and how many hands its box holds, give the legal actions."""
    seen: Array
    """Total, soft, cards, pair and origin of each hand."""
    needs: Array
    """Hand, up card, and whether more than the initial wager lies on it, say how far the dealer's hand must go."""
    is_blackjack: Array


class SevensArrays(NamedTuple):
    """By how far a Super Sevens wager has come; the last row is of boxes without one."""

    after: Array
    """How far it comes with each card."""
    end: Array
    """How far it has come when its hand takes no further card."""
    gains: Array
    """In cents."""
    seen: Array


class RoundArrays(NamedTuple):
    """What is the table's rather than a hand's. Gains are in cents, at each level of the wagers."""

    dealer: Array
    """The dealer's state and a card give the next; the classes of his final hands come first."""
    starts: Array
    """The dealer's state after his first card, for each need and card."""
    gains: Array
    """Level, hand, class, and whether it is an addition, give what a wager gains."""
    insurance: Array
    """Level and class give what insurance gains."""
    early: Array
    """What an early settlement gains at each level."""
    insurance_masks: Array
    """Level, and whether the hand is a blackjack, give the legal actions when insurance is called."""
    wager_mask: Array
    sevens: SevensArrays
    values: Array
    """The value of each card that is told apart, less one."""


class HandTables:
    """Everything that compiled code needs to know of a table's rules."""

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self.rules = setup.options.rules
        self.cards = CARDS if setup.sevens else tuple(RANKS)
        self.dealer = Dealer(self.rules)
        self.hands = self._walked()
        self._numbers = {hand: number for number, hand in enumerate(self.hands)}

    def _walked(self) -> list[Hand]:
        found: dict[Hand, None] = {}
        waiting = [machine.EMPTY]
        while waiting:
            hand = waiting.pop(0)
            if hand not in found:
                found[hand] = None
                waiting += self._following(hand)
        return list(found)

    def _following(self, hand: Hand) -> list[Hand]:
        if machine.needs_card(hand):
            return [machine.after_card(hand, rank) for rank in RANKS]
        return [_decided(hand, each) for each in machine.decisions(hand, 1, self.rules)]

    @property
    def whole(self) -> Array:
        """How many cards of each sort that is told apart a full shoe has."""
        places = {card: place for place, card in enumerate(self.cards)}
        deck = [code(card) for card in DECK]
        known = [places[card] if card in places else places[machine.value(card)] for card in deck]
        return np.bincount(known, minlength=len(CARDS)) * self.setup.options.decks

    @cached_property
    def of_hands(self) -> HandArrays:
        many = len(self.hands)
        after_card = np.zeros((many, len(self.cards)), np.uint16)
        after_decision = np.zeros((many, len(Decision)), np.uint16)
        masks = np.zeros((many, MOST_HANDS + 1, self.setup.actions), np.int8)
        for number, hand in enumerate(self.hands):
            if machine.needs_card(hand):
                after_card[number] = [self._numbers[machine.after_card(hand, card)] for card in self.cards]
            for decision in machine.decisions(hand, 1, self.rules):
                after_decision[number, decision] = self._numbers[_decided(hand, decision)]
            for hands in range(1, MOST_HANDS + 1):
                masks[number, hands, [int(each) for each in machine.decisions(hand, hands, self.rules)]] = 1
        seen = np.array([(*of_hand(hand), hand.origin) for hand in self.hands], NUMBER)
        next_is = np.array([_next_is(hand) for hand in self.hands], np.uint8)
        blackjacks = np.array([machine.is_blackjack(hand) for hand in self.hands], np.uint8)
        return HandArrays(after_card, after_decision, next_is, masks, seen, self._needs(), blackjacks)

    def _needs(self) -> Array:
        needs = np.zeros((len(self.hands), len(self.cards), 2), np.uint8)
        for number, hand in enumerate(self.hands):
            if machine.is_over(hand):
                needs[number] = [[self._need(hand, up, added=added) for added in (False, True)] for up in self.cards]
        return needs

    def _need(self, hand: Hand, up: int, *, added: bool) -> Need:
        dealer = machine.dealer_after(machine.EMPTY, up)
        left = () if machine.paid_at_once(hand, dealer) else (hand,)
        return machine.dealer_need(
            left, insured=False, lost_additions=added and machine.is_bust(hand), rules=self.rules
        )

    @cached_property
    def of_rounds(self) -> RoundArrays:
        dealer, setup = self.dealer, self.setup
        values = [machine.value(card) - 1 for card in self.cards]
        rows = [(0,) * len(RANKS)] * dealer.classes + dealer.rows()
        levels = range(len(setup.wagers))
        return RoundArrays(
            dealer=np.array([[row[value] for value in values] for row in rows], np.uint16),
            starts=np.array([[dealer.start(value + 1, need) for value in values] for need in Need], np.uint16),
            gains=self._gains(),
            insurance=np.array([self._of_stake(setup.insurance(level), dealer.insurance) for level in levels]),
            early=np.array([self._gained(wager, machine.EARLY_PAYS) for wager in setup.wagers]),
            insurance_masks=self._insurance_masks(),
            wager_mask=self._run(()).mask(),
            sevens=self._sevens(),
            values=np.array(values, np.uint8),
        )

    def _sevens(self) -> SevensArrays:
        none = len(Sevens)
        after = [[machine.sevens_after_card(each, card) for card in self.cards] for each in Sevens]
        gains = [self._gained(self.setup.sevens, machine.SEVENS_PAY.get(each, (0, 1))) for each in Sevens]
        return SevensArrays(
            np.array([*after, [none] * len(self.cards)], np.uint8),
            np.array([*(machine.sevens_at_end(each) for each in Sevens), none], np.uint8),
            np.array([*gains, 0]),
            np.array([*(of_sevens(each) for each in Sevens), 0], NUMBER),
        )

    def _gains(self) -> Array:
        shape = (len(self.setup.wagers), len(self.hands), self.dealer.classes, 2)
        gains = np.zeros(shape, np.int64)
        for level, wager in enumerate(self.setup.wagers):
            for number, hand in enumerate(self.hands):
                if machine.is_over(hand):
                    for kind in (0, ADDITION):
                        ratios = self.dealer.ratios(hand, initial=kind != ADDITION)
                        gains[level, number, :, kind] = self._of_stake(wager, ratios)
        return gains

    def _of_stake(self, amount: int, ratios: tuple[Ratio, ...]) -> list[int]:
        return [self._gained(amount, ratio) for ratio in ratios]

    def _gained(self, amount: int, ratio: Ratio) -> int:
        return -amount if ratio[0] < 0 else paid(amount, ratio, self.setup.chip)

    # What the real table answers when insurance is called

    def _insurance_masks(self) -> Array:
        blackjack, plain = ("A", "A", "K"), ("9", "A", "K")
        levels = range(len(self.setup.wagers))
        return np.array([[self._asked(level, ranks) for ranks in (plain, blackjack)] for level in levels], np.int8)

    def _asked(self, level: int, ranks: tuple[str, ...]) -> Array:
        run = self._run(ranks)
        run.take(int(Action.WAGER) + level)
        return run.mask()

    def _run(self, ranks: tuple[str, ...]) -> TableRun:
        single = TableSetup(self.setup.options, 1, self.setup.wagers, self.setup.chip)
        run = TableRun(single, _Stacked(ranks), ("asked",))
        run.begin_round()
        return run


class _Stacked:
    """These ranks, one after the other."""

    def __init__(self, ranks: tuple[str, ...]) -> None:
        self.ranks, self.left = ranks, list(ranks)

    def load(self, _pile: Pile, _burnt: int) -> None:
        self.left = list(self.ranks)

    def card(self) -> Card:
        rank = self.left.pop(0)
        return next(card for card in DECK if card.rank == rank)


def _decided(hand: Hand, decision: Decision) -> Hand:
    return machine.split_hand(hand) if decision is Decision.SPLIT else machine.after_decision(hand, decision)


def _next_is(hand: Hand) -> int:
    if machine.is_over(hand):
        return IS_OVER
    return TAKES_CARD if machine.needs_card(hand) else DECIDES
