"""What a learner sees of a blackjack table and what it may answer, as numbers.

Names and sizes only. Whether an answer is allowed, the table says.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import DECK, Pile, code
from croupier.games.blackjack.hand import Hand, Sevens
from croupier.games.blackjack.options import MOST_BOXES

Array = Any
NUMBER = np.int16
RANKS = range(1, 11)


class Question(IntEnum):
    """What a player is asked for."""

    WAGER = 0
    INSURANCE = 1
    DECISION = 2
    OVER = 3
    """Nothing: the episode is over."""


class Action(IntEnum):
    """What a player answers. From `WAGER` on, each number is a wager: the smallest, the next, and so on.

    Where Super Sevens is offered, the same wagers follow once more, each with a Super Sevens wager beside it.
    """

    STAND = 0
    DRAW = 1
    DOUBLE = 2
    SPLIT = 3
    INSURE = 4
    """As much as is allowed: half of the initial wager, in whole chips (D2 9.3)."""
    NO_INSURANCE = 5
    SETTLE_EARLY = 6
    """Take 1 to 1 for a blackjack against an ace (D2 10.3)."""
    WAGER = 7


class SeenAt(IntEnum):
    """The places of an observation. From `LEFT` on: how many cards of value 1 to 10 have not been seen."""

    QUESTION = 0
    BOX = 1
    """The box in question, from 1."""
    TOTAL = 2
    """Of the hand in turn, an ace counted as 11 where that does not exceed 21."""
    SOFT = 3
    CARDS = 4
    """Two, or three for three and more."""
    PAIR = 5
    """The value of both cards of a pair, else 0."""
    HANDS = 6
    """How many hands the box holds."""
    ORIGIN = 7
    """0: dealt, 1: from a split, 2: from split aces."""
    UP = 8
    """The dealer's first card, an ace as 1; 0 before it is dealt."""
    LEVEL = 9
    """Which wager lies on the box, from 1."""
    LEFT = 10
    SEVENS = 20
    """0: no Super Sevens wager on the box, 1: one, 2: it has two sevens of two suits, 3: it has two of one suit."""


WIDTH = int(SeenAt.SEVENS) + 1


def highest(levels: int, decks: int) -> Array:
    """The largest number at each place of an observation; the smallest is 0."""
    plain = [Question.OVER, MOST_BOXES, machine.HIGHEST, 1, 3, 10, 4, 2, 10, levels]
    left = [decks * (16 if rank == machine.TEN else 4) for rank in RANKS]
    return np.array([*plain, *left, 3], NUMBER)


def number_of_actions(wagers: tuple[int, ...], sevens: int) -> int:
    return int(Action.WAGER) + len(wagers) * (2 if sevens else 1)


def of_hand(hand: Hand) -> tuple[int, int, int, int]:
    """A hand as it is seen: total, soft, cards and pair."""
    return machine.total(hand), int(machine.is_soft(hand)), hand.cards, hand.pair


def of_sevens(sevens: Sevens) -> int:
    """A Super Sevens wager as it is seen."""
    two = {Sevens.WON_TWO_MIXED: 2, Sevens.WON_TWO_SUITED: 3}
    return 1 if machine.sevens_over(sevens) else two.get(machine.sevens_at_end(sevens), 1)


def left_by_rank(pile: Pile) -> list[int]:
    """How many cards of each value are in the pile."""
    left = [0] * len(RANKS)
    for card in DECK:
        left[machine.value(code(card)) - 1] += pile.count(card)
    return left
