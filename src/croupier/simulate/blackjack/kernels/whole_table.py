"""A whole table, round after round: one to seven boxes, one dealer, a player who may count.

Imports numpy, numba and the draws only. No rule stands here: cards are dealt in order, a box goes from state to state
until it is a code, the dealer's hand from state to state until it is a class, and code and class give the outcome.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint32, uint64

from croupier.simulate.draws import ROOM, ROUND_STRIDE, SHOE_STRIDE, SHOES, at, below

Array = Any
BOXES = 7
TRUNCATE, NEAREST = 1, 2
CARDS_OF_A_DECK = 52
BEYOND = 512
"""How many cards past the last may be looked at before it is found that there are none: they are blank, and nothing is
made of them."""

# How a shoe ended: dealt to its cutting card, with as many rounds as were wanted, or without a card when one was due.
DEALT, ENOUGH, RAN_OUT = 0, 1, 2


@njit(nogil=True)
def _whole(numerator: Any, divisor: Any, rounding: Any) -> Any:
    """A quotient as a whole number."""
    floor = numerator // divisor
    if rounding == TRUNCATE and numerator < 0 and floor * divisor != numerator:
        return floor + 1
    if rounding == NEAREST:
        return (2 * numerator + divisor) // (2 * divisor)
    return floor


@njit(nogil=True)
def counted(running: Any, counting: Array, left: Any) -> Any:
    """Which of the counts that are told apart a running count is, with so many cards left in the shoe."""
    is_true, rounding, lowest, number = counting[0], counting[1], counting[2], counting[3]
    count = _whole(running * CARDS_OF_A_DECK, max(left, 1), rounding) if is_true else running
    return min(max(count - lowest, 0), number - 1)


@njit(nogil=True)
def _dealt(after: Array, cards: Array, place: Any, states: Array) -> Any:
    """One card to each box, one to the dealer, a second to each box; the dealer's card comes back."""
    boxes = states.shape[0]
    start = after.shape[0] - 1
    up = cards[place + boxes]
    for box in range(boxes):
        first = after[start, cards[place + box]]
        states[box] = after[after[first, up], cards[place + boxes + 1 + box]]
    return up


@njit(nogil=True)
def _round(tables: Any, shoe: Any, counting: Array, place: Any, states: Array) -> Any:
    """The class of the dealer's final hand, and the place after the last card; the boxes' codes go to `states`."""
    after, choices, bounds, needs, starts, dealer, settled = tables
    cards, running, size = shoe
    codes, insured, chosen = bounds[0], bounds[1], bounds[2]
    up = _dealt(after, cards, place, states)
    boxes = states.shape[0]
    place += 2 * boxes + 1
    if insured > codes:
        count = counted(running[place], counting, size - place)
        for box in range(boxes):
            if codes <= states[box] < insured:
                states[box] = choices[states[box], count]
    need = 0
    for box in range(boxes):
        state = states[box]
        while state >= codes:
            if state < chosen:
                state = choices[state, counted(running[place], counting, size - place)]
            else:
                state = after[state, cards[place]]
                place += 1
        states[box] = state
        need = max(need, needs[state])
    hand = starts[need, up]
    while hand >= settled.shape[2]:
        hand = dealer[hand, cards[place]]
        place += 1
    return hand, place


@njit(nogil=True)
def _settled(tables: Any, result: Any, level: Any, states: Array, pays: Any, totals: Any) -> None:
    """The outcomes of a round counted, box by box, and what it came to added up."""
    settled = tables[6]
    nets, stakes = pays
    counts, sums = totals
    boxes = states.shape[0]
    net = 0
    for box in range(boxes):
        outcome = settled[level, states[box], result]
        states[box] = outcome
        counts[box, outcome] += 1
        net += nets[outcome]
    wagered = boxes * stakes[level]
    sums[0] += net
    sums[1] += net * net
    sums[2] += wagered
    sums[3] += wagered * wagered
    sums[4] += net * wagered


@njit(nogil=True)
def _recorded(record: Array, done: Any, where: Any, states: Array) -> None:
    """Which shoe, from which card to which, and the outcome of each box."""
    shoe, start, place = where
    if done < record.shape[0]:
        record[done, 0], record[done, 1], record[done, 2] = shoe, start, place
        for box in range(states.shape[0]):
            record[done, 3 + box] = states[box]


@njit(nogil=True, cache=True)
def shuffled(base: Any, shoe: Any, cards: Array) -> None:
    """The cards in the order in which they come in that shoe of the chunk."""
    size = cards.shape[0]
    there = at(base, shoe // SHOES * SHOE_STRIDE)
    for place in range(size - 1):
        other = place + below(there, place, shoe % SHOES, size - place)
        card = cards[other]
        cards[other] = cards[place]
        cards[place] = card


@njit(nogil=True)
def _running(values: Array, cards: Array, burnt: Any, start: Any, running: Array) -> None:
    """The count before each card of the shoe; nobody sees a burnt card."""
    running[: burnt + 1] = start
    for place in range(burnt, cards.shape[0]):
        running[place + 1] = running[place] + values[cards[place]]


@njit(nogil=True)
def _from_shoe(tables: Any, shoe: Any, plan: Any, counting: Any, pays: Any, totals: Any) -> Any:
    """Rounds from one shoe, from a place on: how it ended, where, and how many rounds are done."""
    _, running, size = shoe
    number, place, cut, wanted, done, record = plan
    marks, levels = counting
    states = np.empty(totals[0].shape[0], np.int64)
    while place < cut and done < wanted:
        level = levels[counted(running[place], marks, size - place)]
        result, end = _round(tables, shoe, marks, place, states)
        if end > size:
            return RAN_OUT, place, done
        _settled(tables, result, level, states, pays, totals)
        _recorded(record, done, (number, place, end), states)
        place = end
        done += 1
    return (ENOUGH if done >= wanted else DEALT), place, done


@njit(nogil=True, cache=True)
def from_one_shoe(tables: Any, order: Array, plan: Any, counting: Any, pays: Any, totals: Any) -> Any:
    """Rounds from cards in that order, as after a refill: how it ended, where, and how many rounds are done."""
    number, cut, wanted, done, record, values, start = plan
    size = order.shape[0]
    cards = np.zeros(size + BEYOND, order.dtype)
    cards[:size] = order
    running = np.zeros(size + BEYOND + 1, np.int64)
    _running(values, cards[:size], 0, start, running)
    own = (number, 0, cut, wanted, done, record)
    return _from_shoe(tables, (cards, running, size), own, counting, pays, totals)


@njit(nogil=True, cache=True)
def from_shoes(tables: Any, template: Array, plan: Any, counting: Any, pays: Any, totals: Any) -> Any:
    """Rounds from shoe after shoe of a chunk until there are enough, one runs out in the middle of a round, or the
    shoes up to a number are dealt.

    Comes back with how it ended, in which shoe, where, and how many rounds are done.
    """
    base, number, last, burnt, cut, wanted, done, record, values, start = plan
    size = template.shape[0]
    cards = np.zeros(size + BEYOND, template.dtype)
    running = np.zeros(size + BEYOND + 1, np.int64)
    while done < wanted and number < last:
        cards[:size] = template
        shuffled(base, number, cards[:size])
        _running(values, cards[:size], burnt, start, running)
        own = (number, burnt, cut, wanted, done, record)
        ended, place, done = _from_shoe(tables, (cards, running, size), own, counting, pays, totals)
        if ended == RAN_OUT:
            return ended, number, place, done
        number += 1
    return (ENOUGH if done >= wanted else DEALT), number, 0, done


@njit(nogil=True)
def _fresh(base: Any, template: Array, mark: Any, dealt: Array, cards: Array, wanted: Any, drawn: Any) -> Any:
    """More cards of a fresh shoe, up to so many; how many numbers were drawn for them."""
    number, draw = drawn
    while number < wanted:
        card = below(base, draw // 4, draw % 4, template.shape[0])
        if dealt[card] != mark:
            dealt[card] = mark
            cards[number] = template[card]
            number += 1
        draw += 1
    return number, draw


@njit(nogil=True, cache=True)
def from_fresh_shoes(tables: Any, template: Array, plan: Any, counting: Any, pays: Any, totals: Any) -> None:
    """So many rounds, each from a full shoe: only the cards that it needs are drawn."""
    base, wanted, record, values, start = plan
    size = template.shape[0]
    marks, levels = counting
    boxes = totals[0].shape[0]
    cards = np.zeros(size + BEYOND, template.dtype)
    running = np.zeros(size + BEYOND + 1, np.int64)
    dealt = np.zeros(ROOM, np.uint32)
    states = np.empty(boxes, np.int64)
    for done in range(wanted):
        there = at(base, uint64(done) * uint64(ROUND_STRIDE))
        drawn = (0, 0)
        asked = min(4 * boxes + 6, size)
        while True:
            drawn = _fresh(there, template, uint32(done + 1), dealt, cards, asked, drawn)
            _running(values, cards[:asked], 0, start, running)
            result, end = _round(tables, (cards, running, size), marks, 0, states)
            if end <= asked or asked == size:
                break
            asked = min(2 * asked, size)
        _settled(tables, result, levels[counted(start, marks, size)], states, pays, totals)
        _recorded(record, done, (done, 0, end), states)


@njit(nogil=True, cache=True)
def fresh_order(base: Any, number: Any, template: Array) -> Array:
    """The cards of a full shoe in the order in which they come in that round of the chunk."""
    cards = np.zeros(template.shape[0], template.dtype)
    dealt = np.zeros(ROOM, np.uint32)
    _fresh(
        at(base, uint64(number) * uint64(ROUND_STRIDE)), template, uint32(1), dealt, cards, template.shape[0], (0, 0)
    )
    return cards
