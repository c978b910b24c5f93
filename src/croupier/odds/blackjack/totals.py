"""The best play by totals alone: one choice for each total, soft or hard, against each up card."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.games.blackjack.hand import Decision, Hand
from croupier.odds.blackjack import sums
from croupier.odds.blackjack.layout import MOST_KEY, Family, key_of
from croupier.odds.blackjack.sums import DOUBLE, DRAW, STAND
from croupier.odds.blackjack.up_card import UpCard

Array = Any
MOST_ROUNDS = 50


class TotalChoices:
    """What is chosen for each total: to stand or draw, and whether two cards are doubled instead."""

    def __init__(self, at: UpCard) -> None:
        family = at.deal
        _, best, _ = at.best
        self.draws = np.zeros(MOST_KEY, dtype=np.int32)
        self.doubles = np.zeros(MOST_KEY, dtype=bool)
        plain = best != DOUBLE
        np.maximum.at(self.draws, family.keys[plain], best[plain])

    def choices(self, family: Family) -> Array:
        chosen = self.draws[family.keys]
        chosen[family.may[:, STAND] == 0] = DRAW
        doubled = self.doubles[family.keys] & family.is_two & (family.may[:, DOUBLE] == 1)
        chosen[doubled] = DOUBLE
        return chosen

    def decision(self, hand: Hand, open: tuple[Decision, ...]) -> Decision:
        """What is chosen for one hand that is not split, of the decisions that are open."""
        key = key_of(hand)
        if Decision.DOUBLE in open and self.doubles[key]:
            return Decision.DOUBLE
        return Decision.STAND if Decision.STAND in open and not self.draws[key] else Decision.DRAW

    def improved(self, at: UpCard, choices: Array, split: set[int], drawn: Array) -> bool:
        """Choose anew by what each total gains, its hands weighed by their chance; whether anything changed."""
        family, standing = at.deal, at.standing.initial
        dealt = at.dealt()
        for pair in split:
            dealt[at.place(pair, pair)] = 0.0
        weights = sums.reached(at.cards, family.steps, choices, dealt)
        may_stand = family.steps.is_open & (family.may[:, STAND] == 1)
        gain = np.bincount(family.keys, weights * may_stand * (drawn[:, 0] - standing), MOST_KEY)
        seen = np.bincount(family.keys, weights * may_stand, MOST_KEY) > 0
        draws = np.where(seen, gain >= 0, self.draws).astype(np.int32)
        two = dealt * family.is_two * (family.may[:, DOUBLE] == 1)
        plain = np.where(draws[family.keys] == DRAW, drawn[:, 0], standing)
        plain = np.where(family.may[:, STAND] == 0, drawn[:, 0], plain)
        more = np.bincount(family.keys, two * (drawn[:, 1] - plain), MOST_KEY)
        doubles = more > 0
        changed = bool((draws != self.draws).any() or (doubles != self.doubles).any())
        self.draws, self.doubles = draws, doubles
        return changed


def by_totals(at: UpCard, pairs: list[int]) -> tuple[TotalChoices, Array, set[int], dict[int, float]]:
    """What is chosen for each total, the choices for the deal, the pairs that are split, and what each split is worth.

    A total's choice is the one that gains most over all hands of that total, each weighed by the chance that it comes
    about when every total is played so. Choices and chances hang on each other: both are made anew until none changes.
    """
    totals, halves = TotalChoices(at), at.laid.halves
    split: set[int] = set()
    own: Array = None
    for _ in range(MOST_ROUNDS):
        choices, values = _settled(totals, at, split)
        before, own = own, totals.choices(halves)
        if before is None or (own != before).any():
            splits = at.splits(pairs, [own] * len(halves.shoes))
        chosen = {pair for pair in pairs if splits[pair] > values[at.place(pair, pair)]}
        if chosen == split:
            break
        split = chosen
    return totals, choices, split, splits


def _settled(totals: TotalChoices, at: UpCard, split: set[int]) -> tuple[Array, Array]:
    """The choices that nothing improves while these pairs are split, and what each hand is then worth."""
    for _ in range(MOST_ROUNDS):
        choices = totals.choices(at.deal)
        values, drawn = at.played(choices)
        if not totals.improved(at, choices, split, drawn):
            break
    return choices, values
