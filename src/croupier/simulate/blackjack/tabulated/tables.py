"""A box's states, the dealer's and what they come to, as arrays for compiled code."""

from __future__ import annotations

from math import gcd
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Need
from croupier.simulate.blackjack.tabulated.boxes import SUPER_SEVENS, Boxes, Gains
from croupier.simulate.blackjack.tabulated.numbered import Numbered

Array = Any


class BoxOutcome(NamedTuple):
    """What a box came to."""

    stake: int
    """The initial wager."""
    gains: Gains
    label: str

    @property
    def net(self) -> int:
        """What was gained on the initial wager and all that hangs on it: Super Sevens is a game of its own."""
        return sum(self.gains[:SUPER_SEVENS])


def outcome_of(boxes: Boxes, code: int, level: int, result: int) -> BoxOutcome:
    """What a code comes to at that level of the stakes, against that class of the dealer's final hand."""
    found = boxes.codes[code]
    return BoxOutcome(boxes.stakes.levels[level], found.gains[level][result], found.label)


class KernelTables(NamedTuple):
    """Box states are numbered codes first, then insurances, then choices, then what takes a card; the start is last."""

    cards: Array
    """State and card give the next state."""
    choices: Array
    """For insurances and choices: state and count give the next state."""
    bounds: tuple[int, int, int]
    """How many codes; up to where insurances go; up to where choices go."""
    needs: Array
    """Of each code, how far the dealer's hand must go."""
    starts: Array
    """The dealer's state after his first card, for each need and card."""
    dealer: Array
    """The dealer's state and a card give the next; the classes of his final hands come first."""
    settled: Array
    """At each level of the stakes, code and class give the outcome."""


def tables_of(boxes: Boxes) -> tuple[KernelTables, tuple[BoxOutcome, ...]]:
    numbers, order = _numbered(boxes)
    codes = len(boxes.codes)
    kinds = [boxes.rows[row][0] for row in order]
    insured = codes + kinds.count("insurance")
    chosen = insured + kinds.count("choice")
    after = [[numbers(each) for each in boxes.rows[row][1]] for row in order]
    width, counts = len(boxes.cards), len(boxes.hands.counts)
    cards = np.zeros((codes + len(order), width), dtype=np.min_scalar_type(codes + len(order)))
    choices = np.zeros((codes + len(order), counts), dtype=np.uint32) if chosen > codes else np.zeros((1, 1), np.uint32)
    for place, (kind, row) in enumerate(zip(kinds, after, strict=True), start=codes):
        if kind == "card":
            cards[place] = row
        else:
            choices[place] = row
    outcomes: Numbered[BoxOutcome] = Numbered()
    settled = _settled(boxes, outcomes)
    dealer, starts = _dealer(boxes)
    needs = np.array([code.need for code in boxes.codes], dtype=np.uint8)
    bounds = (codes, insured, chosen)
    return KernelTables(cards, choices, bounds, needs, starts, dealer, settled), tuple(outcomes.all)


def _numbered(boxes: Boxes) -> tuple[Any, list[int]]:
    """The new number of each state, and the states in their new order: the beginning, made last, stays last."""
    ranks = {"insurance": 0, "choice": 1, "card": 2}
    order = sorted(range(len(boxes.rows)), key=lambda row: (ranks[boxes.rows[row][0]], row))
    places = {row: len(boxes.codes) + place for place, row in enumerate(order)}
    return (lambda state: -1 - state if state < 0 else places[state]), order


def _settled(boxes: Boxes, outcomes: Numbered[BoxOutcome]) -> Array:
    shape = (len(boxes.stakes.levels), len(boxes.codes), boxes.dealer.classes)
    found = np.zeros(shape, dtype=np.uint32)
    for level, code, result in np.ndindex(shape):
        found[level, code, result] = outcomes.number(outcome_of(boxes, code, level, result))
    return found


def _dealer(boxes: Boxes) -> tuple[Array, Array]:
    """For the cards that the boxes tell apart; a final hand's row is never looked at."""
    dealer = boxes.dealer
    ranks = [machine.value(card) - 1 for card in boxes.cards]
    rows = [(0,) * 10] * dealer.classes + dealer.rows()
    table = np.array([[row[rank] for rank in ranks] for row in rows], dtype=np.uint32)
    starts = [[dealer.start(rank + 1, need) for rank in ranks] for need in Need]
    return table, np.array(starts, dtype=np.uint32)


def unit_of(outcomes: tuple[BoxOutcome, ...]) -> int:
    """The largest amount of which everything gained and wagered is a multiple: sums are kept in it."""
    return gcd(*(outcome.net for outcome in outcomes), *(outcome.stake for outcome in outcomes))
