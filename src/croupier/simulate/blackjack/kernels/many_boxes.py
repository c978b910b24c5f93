"""A table at which nobody counts, shoe after shoe, as fast as may be. Imports numpy, numba and the draws only.

It does what `whole_table.from_shoes` does, for the same shoes and to the same end, with fewer questions asked: the deal
is one look into a table for each box, and the boxes are played in one loop that asks of no card whether it ended a box.
Four shoes go side by side, so that the machine need not wait for one before it goes on with the other.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit, uint64

from croupier.simulate.blackjack.kernels.variants import variant
from croupier.simulate.draws import ROOM, SHOE_STRIDE, SHOES, at, below, places_of_four

Array = Any
BEHIND = 32
"""How many cards behind the cutting card are shuffled at once; few rounds take more."""
BOXES = 8
"""Room for seven, and one to end with."""


@njit(nogil=True)
def _shuffled(base: Any, template: Array, known: Any, shoes: Array, places: Array) -> None:
    """Four shoes, each in order up to so many cards."""
    size = template.shape[0]
    places_of_four(base, size, known, places)
    flat, spots = shoes.reshape(-1), places.reshape(-1)
    for lane in range(SHOES):
        for each in range(size):
            flat[lane * ROOM + each] = template[each]
    one, two, three = uint64(ROOM), uint64(2 * ROOM), uint64(3 * ROOM)
    for index in range(known):
        place = uint64(index)
        other = uint64(spots[place])
        card = flat[other]
        flat[other] = flat[place]
        flat[place] = card
        other = uint64(spots[place + one]) + one
        card = flat[other]
        flat[other] = flat[place + one]
        flat[place + one] = card
        other = uint64(spots[place + two]) + two
        card = flat[other]
        flat[other] = flat[place + two]
        flat[place + two] = card
        other = uint64(spots[place + three]) + three
        card = flat[other]
        flat[other] = flat[place + three]
        flat[place + three] = card


@njit(nogil=True)
def _rest_shuffled(base: Any, quarter: Any, known: Any, cards: Array) -> None:
    """The cards behind those that were put in order at first."""
    size = cards.shape[0]
    for place in range(known, size - 1):
        other = place + below(base, place, quarter, size - place)
        card = cards[other]
        cards[other] = cards[place]
        cards[place] = card


@njit(nogil=True)
def opening(after: Array) -> Array:
    """The state of a box after the deal: its first card, the dealer's, its second."""
    width = after.shape[1]
    start = after.shape[0] - 1
    found = np.zeros((width, width, width), after.dtype)
    for first in range(width):
        for up in range(width):
            for second in range(width):
                found[first, up, second] = after[after[after[start, first], up], second]
    return found


@njit(nogil=True)
def _summed(sums: Array, net: Any, squares: Any, wagered: Any, rounds: Any) -> None:
    """What so many rounds came to: what is wagered is the same in each."""
    sums[0] += net
    sums[1] += squares
    sums[2] += wagered * rounds
    sums[3] += wagered * wagered * rounds
    sums[4] += net * wagered


@njit(nogil=True, inline="always")
def _dealt(dealt: Array, width: Any, codes: Any, cards: Array, place: Any, many: Any, lane: Any, hands: Any) -> Any:
    """The deal: a state for each box, those still open in a queue. The dealer's card comes back, and how many are."""
    states, queue = hands
    up = uint64(cards[place + many])
    open_boxes = uint64(0)
    for box in range(many):
        own = uint64(box)
        first, second = uint64(cards[place + own]), uint64(cards[place + many + uint64(1) + own])
        state = uint64(dealt[(first * width + up) * width + second])
        states[lane * uint64(BOXES) + own] = state
        queue[lane * uint64(BOXES) + open_boxes] = own
        open_boxes += uint64(state >= codes)
    queue[lane * uint64(BOXES) + open_boxes] = uint64(BOXES - 1)
    return up, open_boxes


@njit(nogil=True, inline="always")
def _step(
    flat: Array, width: Any, codes: Any, cards: Array, lane: Any, turn: Any, last: Any, end: Any, hands: Any
) -> Any:
    """One card for the box in turn, and on to the next where that ends it, without a question to be guessed at.

    After the last open box comes one that nobody has: a table that is done stays there, and takes no card.
    """
    states, queue = hands
    own = lane * uint64(BOXES) + uint64(queue[lane * uint64(BOXES) + turn])
    drawn = uint64(flat[uint64(states[own]) * width + uint64(cards[end])])
    states[own] = drawn
    return min(turn + uint64(drawn < codes), last), end + uint64(turn < last)


@njit(nogil=True, inline="always")
def _begun(needs: Array, beginnings: Array, width: Any, up: Any, lane: Any, many: Any, ended: Array) -> Any:
    """The dealer's hand once all boxes are played."""
    need = uint64(0)
    for box in range(many):
        need = max(need, uint64(needs[ended[lane * uint64(BOXES) + uint64(box)]]))
    return uint64(beginnings[need * width + up])


@njit(nogil=True, inline="always")
def _dealer(drawing: Array, width: Any, classes: Any, cards: Array, end: Any, hand: Any) -> Any:
    """One card more for the dealer, if he draws."""
    draws = uint64(hand >= classes)
    drawn = uint64(drawing[hand * width + uint64(cards[end])])
    return end + draws, hand ^ ((hand ^ drawn) & (uint64(0) - draws))


@cache
def _side_by_side(cards: int, boxes: int) -> Any:
    """The kernel for tables that tell so many cards apart, and for so many boxes.

    To compiled code numbers that it knows beforehand are worth a tenth.
    """
    width, many = uint64(cards), uint64(boxes)

    @njit(nogil=True, cache=True)
    @variant(cards, boxes)
    def side_by_side(tables: Any, template: Array, plan: Any, pays: Any, totals: Any) -> Any:
        """Rounds from four shoes at a time, as long as all of them surely fit and none runs out.

        Comes back with the next shoe and how many rounds are done. Nothing is counted of four shoes before all are
        played.
        end2, end3 = place2 + two + used, place3 + three + used
        """
        after, bounds, needs, starts, dealer, settled = tables
        base, number, burnt, cut, wanted, done = plan
        nets, stake = pays
        counts, sums = totals
        size = template.shape[0]
        codes, classes = uint64(bounds[0]), uint64(settled.shape[1])
        dealt = opening(after).reshape(-1)
        flat, drawing, ends, beginnings = after.reshape(-1), dealer.reshape(-1), settled.reshape(-1), starts.reshape(-1)
        shoes = np.zeros((SHOES + 2, ROOM), np.uint8)
        cards = shoes.reshape(-1)
        places = np.empty((SHOES, ROOM), np.uint16)
        states, queue = np.zeros(SHOES * BOXES, np.uint64), np.zeros(SHOES * BOXES, np.uint64)
        hands = (states, queue)
        known = min(size, cut + BEHIND)
        most = (cut - burnt) // (2 * boxes + 1) + 1
        log = np.zeros((SHOES * most, boxes), np.uint32)
        stop, begin = uint64(cut), uint64(burnt)
        one, two, three = uint64(ROOM), uint64(2 * ROOM), uint64(3 * ROOM)
        first_done = done
        net_all, squares = 0, 0
        while wanted - done >= SHOES * most:
            there = at(base, number // SHOES * SHOE_STRIDE)
            _shuffled(there, template, known, shoes[:SHOES], places)
            ready = known
            place0, place1, place2, place3 = begin, begin, begin, begin
            logged = 0
            while True:
                going = (place0 < stop, place1 < stop, place2 < stop, place3 < stop)
                if not (going[0] or going[1] or going[2] or going[3]):
                    break
                up0, last0 = _dealt(dealt, width, codes, cards, place0, many, uint64(0), hands)
                up1, last1 = _dealt(dealt, width, codes, cards, place1 + one, many, uint64(1), hands)
                up2, last2 = _dealt(dealt, width, codes, cards, place2 + two, many, uint64(2), hands)
                up3, last3 = _dealt(dealt, width, codes, cards, place3 + three, many, uint64(3), hands)
                used = uint64(2) * many + uint64(1)
                end0, end1, end2, end3 = place0 + used, place1 + one + used, place2 + two + used, place3 + three + used
                turn0, turn1, turn2, turn3 = uint64(0), uint64(0), uint64(0), uint64(0)
                last = last0 + last1 + last2 + last3
                while turn0 + turn1 + turn2 + turn3 < last:
                    turn0, end0 = _step(flat, width, codes, cards, uint64(0), turn0, last0, end0, hands)
                    turn1, end1 = _step(flat, width, codes, cards, uint64(1), turn1, last1, end1, hands)
                    turn2, end2 = _step(flat, width, codes, cards, uint64(2), turn2, last2, end2, hands)
                    turn3, end3 = _step(flat, width, codes, cards, uint64(3), turn3, last3, end3, hands)
                hand0 = _begun(needs, beginnings, width, up0, uint64(0), many, states)
                hand1 = _begun(needs, beginnings, width, up1, uint64(1), many, states)
                hand2 = _begun(needs, beginnings, width, up2, uint64(2), many, states)
                hand3 = _begun(needs, beginnings, width, up3, uint64(3), many, states)
                while max(hand0, hand1, hand2, hand3) >= classes:
                    end0, hand0 = _dealer(drawing, width, classes, cards, end0, hand0)
                    end1, hand1 = _dealer(drawing, width, classes, cards, end1, hand1)
                    end2, hand2 = _dealer(drawing, width, classes, cards, end2, hand2)
                    end3, hand3 = _dealer(drawing, width, classes, cards, end3, hand3)
                end1, end2, end3 = end1 - one, end2 - two, end3 - three
                fits = (
                    (end0 <= ready or not going[0])
                    and (end1 <= ready or not going[1])
                    and (end2 <= ready or not going[2])
                    and (end3 <= ready or not going[3])
                )
                if not fits:
                    if ready < size:
                        for lane in range(SHOES):
                            _rest_shuffled(there, lane, ready, shoes[lane, :size])
                        ready = size
                        continue
                    logged = -1
                    break
                ended_in = (hand0, hand1, hand2, hand3)
                for lane in range(SHOES):
                    if going[lane]:
                        for box in range(boxes):
                            code = states[uint64(lane * BOXES + box)]
                            log[logged, box] = ends[code * classes + ended_in[lane]]
                        logged += 1
                place0 = end0 if going[0] else place0
                place1 = end1 if going[1] else place1
                place2 = end2 if going[2] else place2
                place3 = end3 if going[3] else place3
            if logged < 0:
                break
            for round_of in range(logged):
                net = 0
                for box in range(boxes):
                    outcome = uint64(log[round_of, box])
                    counts[box, outcome] += 1
                    net += nets[outcome]
                net_all += net
                squares += net * net
            done += logged
            number += SHOES
        _summed(sums, net_all, squares, stake * boxes, done - first_done)
        return number, done

    return side_by_side


def side_by_side(tables: Any, template: Array, plan: Any, pays: Any, totals: Any) -> Any:
    """Rounds from four shoes at a time, by the kernel for tables of that width and so many boxes."""
    return _side_by_side(tables[0].shape[1], totals[0].shape[0])(tables, template, plan, pays, totals)
