"""One box, round after round, by a table of whole rounds. Imports numpy, numba and the draws only.

No rule stands here: a card leads from state to state, and a state below the number of outcomes is an outcome. Four
shoes are shuffled and walked side by side, so that the machine need not wait for one before it goes on with the other.
Places are unsigned numbers all through: for others the compiler would ask each time whether they count from the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint16, uint32, uint64

from croupier.simulate.blackjack.kernels.variants import variant
from croupier.simulate.draws import (
    ROOM,
    ROUND_STRIDE,
    SHOE_STRIDE,
    SHOES,
    at,
    below,
    number,
    places_of_four,
)

Array = Any
FEWEST_CARDS = 3
"""No round takes fewer: two for the box, one for the dealer."""
LANES = 16
"""How many rounds from fresh shoes are played side by side."""
FIRST_DRAWS = 8
"""How many cards of a fresh shoe are drawn for every round at once: few rounds take more."""


@njit(nogil=True)
def _finished(flat: Array, width: Any, ends: Any, shoe: Array, plan: Any) -> Any:
    """The cutting card is out in the middle of a round: the cards behind it, one by one, until the round is over."""
    base, quarter, place, state = plan
    size = shoe.shape[0]
    while state >= ends:
        other = uint32(place) + below(base, place, quarter, size - place)
        card = shoe[other]
        shoe[other] = shoe[place]
        state = uint64(flat[state * width + uint64(card)])
        place += 1
    return state


@njit(nogil=True)
def _exactly(table: Array, ends: Any, plan: Any, rounds: Any, counts: Array) -> None:
    """One shoe after the other, until there are just so many rounds."""
    base, shoe, burnt, cut, template = plan
    size = template.shape[0]
    flat = table.reshape(-1)
    width = uint64(table.shape[1])
    cards = np.empty(size, np.uint8)
    while rounds > 0:
        cards[:] = template
        there = at(base, shoe // SHOES * SHOE_STRIDE)
        state = uint64(0)
        place = 0
        while rounds > 0 and (place < cut or state >= ends):
            other = uint32(place) + below(there, place, shoe % SHOES, size - place)
            card = cards[other]
            cards[other] = cards[place]
            if place >= burnt:
                state = uint64(flat[state * width + uint64(card)])
                if state < ends:
                    counts[state] += 1
                    rounds -= 1
            place += 1
        shoe += 1


@njit(nogil=True, inline="always")
def _drawn(shoes: Array, places: Array, lane: Any, place: Any) -> Any:
    """The card that comes next in a shoe; the one in its place is put where it was taken from."""
    other = uint64(places[lane + place]) + lane
    card = shoes[other]
    shoes[other] = shoes[lane + place]
    return uint64(card)


def _from_shoes(cards: int, room: int) -> Any:
    """The kernel for tables that tell so many cards apart and have at most so many states.

    To compiled code numbers that it knows beforehand are worth a fifth.
    """
    width = uint64(cards)
    lane1, lane2, lane3 = uint64(room), uint64(2 * room), uint64(3 * room)

    @njit(nogil=True, cache=True)
    @variant(cards, room)
    def from_shoes(table: Array, ends: Any, template: Array, depth: Any, base: Any, rounds: Any) -> Array:
        """How often each outcome came in so many rounds, each shoe dealt to its cutting card.

        `table` begins with a row for each outcome, which are like that of the beginning. `depth` tells how many cards
        are burnt and how many come before the cutting card: not so many that a round could use the shoe up.
        """
        burnt, cut = depth
        size = template.shape[0]
        flat = table.reshape(-1)
        last = uint64(ends)
        # Every state that is met is counted, not outcomes only: cheaper than asking which of them is one.
        met = np.zeros(SHOES * room, np.uint32)
        by_lane = met.reshape(SHOES, room)
        shoes = np.empty(SHOES * ROOM, np.uint8)
        places = np.empty(SHOES * ROOM, np.uint16)
        one, two, three = uint64(ROOM), uint64(2 * ROOM), uint64(3 * ROOM)
        most = SHOES * ((cut - burnt) // FEWEST_CARDS + 1)
        done, first = 0, 0
        batches = rounds // most
        while batches > 0:
            for _ in range(batches):
                there = at(base, first // SHOES * SHOE_STRIDE)
                places_of_four(there, size, cut, places.reshape(SHOES, ROOM))
                for lane in range(SHOES):
                    for each in range(size):
                        shoes[lane * ROOM + each] = template[each]
                    for each in range(burnt):
                        _drawn(shoes, places, uint64(lane * ROOM), uint64(each))
                state0, state1, state2, state3 = uint64(0), uint64(0), uint64(0), uint64(0)
                for index in range(burnt, cut):
                    place = uint64(index)
                    state0 = uint64(flat[state0 * width + _drawn(shoes, places, uint64(0), place)])
                    met[state0] += uint32(1)
                    state1 = uint64(flat[state1 * width + _drawn(shoes, places, one, place)])
                    met[state1 + lane1] += uint32(1)
                    state2 = uint64(flat[state2 * width + _drawn(shoes, places, two, place)])
                    met[state2 + lane2] += uint32(1)
                    state3 = uint64(flat[state3 * width + _drawn(shoes, places, three, place)])
                    met[state3 + lane3] += uint32(1)
                for lane, state in enumerate((state0, state1, state2, state3)):
                    if state >= last:
                        shoe = shoes[lane * ROOM : lane * ROOM + size]
                        by_lane[lane, _finished(flat, width, last, shoe, (there, lane, cut, state))] += 1
                first += SHOES
            done = int(by_lane[:, :ends].sum())
            batches = (rounds - done) // most
        _exactly(table, ends, (base, first, burnt, cut, template), rounds - done, by_lane[0])
        return by_lane[:, :ends].sum(axis=0)

    return from_shoes


_ROOMS = {2: 66_000, 4: 1_100_000}
"""For the states of a table whose numbers have so many bytes. Round numbers would lie in each other's way."""
_FROM_SHOES = {(cards, size): _from_shoes(cards, room) for cards in (10, 13) for size, room in _ROOMS.items()}


def from_shoes(table: Array, ends: int, template: Array, depth: tuple[int, int], base: Any, rounds: int) -> Array:
    """So many rounds, by the kernel for tables of that width."""
    return _FROM_SHOES[table.shape[1], table.dtype.itemsize](table, ends, template, depth, base, rounds)


@njit(nogil=True)
def _played_on(flat: Array, width: Any, ends: Any, template: Array, plan: Any, dealt: Array) -> Any:
    """A round from a fresh shoe that takes more cards than were drawn at first."""
    base, draw, mark, state = plan
    while state >= ends:
        card = below(base, draw // 4, draw % 4, template.shape[0])
        if dealt[card] != mark:
            dealt[card] = mark
            state = uint64(flat[state * width + uint64(template[card])])
        draw += 1
    return state


@njit(nogil=True)
def _four_draws(base: Any, four: Any, size: Any, drawn: Array) -> None:
    """Four cards for each of so many rounds: the plain loop first, and all with care where any may not be fair."""
    bound = uint64(size)
    low = uint64(0xFFFFFFFF)
    suspect = uint64(0)
    one, two, three, four_th = drawn[0], drawn[1], drawn[2], drawn[3]
    for lane in range(LANES):
        bits = number(at(base, lane * ROUND_STRIDE), four)
        upper = (bits >> uint64(32)) * bound
        one[lane] = uint16(upper >> uint64(32))
        upper = (upper & low) * bound
        two[lane] = uint16(upper >> uint64(32))
        lower = (bits & low) * bound
        three[lane] = uint16(lower >> uint64(32))
        lower = (lower & low) * bound
        four_th[lane] = uint16(lower >> uint64(32))
        suspect |= uint64(min(upper & low, lower & low) < bound * bound)
    if suspect:
        for lane in range(LANES):
            for quarter in range(4):
                drawn[quarter, lane] = below(at(base, lane * ROUND_STRIDE), four, quarter, size)


@njit(nogil=True, cache=True)
def from_fresh_shoes(table: Array, ends: Any, template: Array, base: Any, rounds: Any) -> Array:
    """How often each outcome came in so many rounds, each from a full shoe.

    Only the cards that a round needs are drawn: any card of the whole shoe, and another where that one is dealt
    already. Here an outcome's row leads nowhere but to itself, so that a few cards too many do no harm.
    """
    size = template.shape[0]
    width = uint64(table.shape[1])
    staying = table.copy()
    for outcome in range(ends):
        staying[outcome, :] = outcome
    flat = staying.reshape(-1)
    last = uint64(ends)
    counts = np.zeros(ends, np.int64)
    dealt = np.zeros((LANES, ROOM), np.uint32)
    marked = dealt.reshape(-1)
    drawn = np.empty((FIRST_DRAWS, LANES), np.uint16)
    states = np.empty(LANES, np.uint64)
    mark = uint32(0)
    for first in range(0, rounds, LANES):
        mark += uint32(1)
        for four in range(FIRST_DRAWS // 4):
            _four_draws(at(base, first * ROUND_STRIDE), four, size, drawn[4 * four : 4 * four + 4])
        for lane in range(LANES):
            states[lane] = last
        for draw in range(FIRST_DRAWS):
            for lane in range(LANES):
                own = uint64(lane)
                card = uint64(drawn[draw, own])
                spot = own * uint64(ROOM) + card
                is_new = marked[spot] != mark
                marked[spot] = mark
                state = uint64(flat[states[own] * width + uint64(template[card])])
                states[own] = state if is_new else states[own]
        for lane in range(min(LANES, rounds - first)):
            state = states[lane]
            if state >= last:
                there = at(base, (first + lane) * ROUND_STRIDE)
                state = _played_on(flat, width, last, template, (there, FIRST_DRAWS, mark, state), dealt[lane])
            counts[state] += 1
    return counts
