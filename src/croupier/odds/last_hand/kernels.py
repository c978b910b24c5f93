"""Sums over hands that are too long for plain Python. No rule stands here: tables go in, numbers come out.

Imports numpy and numba only. A value is a row of figures, one for each player; whoever decides takes what is best in
their own column, and all columns go with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any

STAND, DRAW, DOUBLE, SPLIT = 0, 1, 2, 3
"""Decisions by the numbers that the hand machine gives them; a test holds them equal."""
BEST = -1
"""In place of a decision that a model makes: what is best."""
EARLY = 4
"""A blackjack paid at once against an ace."""
AMOUNT = 8
"""A double by the amount with number k is `DOUBLE + AMOUNT * k`."""
SLACK = 1e-12
"""What is better by less is no better: of equals the first is taken, in the order of the numbers above."""


@njit(nogil=True, cache=True)
def _mix(shares: Array, table: Array, node: int, shift: int, values: Array, into: Array, at: int) -> None:
    """The mean of the values at the places that a row of the table names, each moved on by the shift."""
    width = into.shape[1]
    for column in range(width):
        into[at, column] = 0.0
    for rank in range(shares.shape[0]):
        share, place = shares[rank], table[node, rank] + shift
        for column in range(width):
            into[at, column] += share * values[place, column]


@njit(nogil=True, cache=True)
def _take(found: Array, place: int, into: Array, at: int) -> None:
    for column in range(into.shape[1]):
        into[at, column] = found[place, column]


@njit(nogil=True, cache=True)
def _split_hands(graph: Any, shares: Array, ends: Array, way: Any, nodes: Array, work: Any) -> None:
    """The value of every hand of a split; `ends` says what each kind is worth, and behind that each kind doubled.

    Where a model decides, it decides about each hand whatever the other one came to.
    """
    stand, after, doubled = graph
    values, found, _ = work
    own, doubles, fixed = way
    kinds = ends.shape[0] // 2
    for place in range(nodes.shape[0] - 1, -1, -1):
        node = nodes[place]
        kind = stand[node]
        if after[node, 0] < 0:
            _take(ends, kind, values, node)
            continue
        wanted = fixed[node]
        if wanted == STAND and kind >= 0:
            _take(ends, kind, values, node)
            continue
        if wanted == DOUBLE and doubled[node, 0] >= 0:
            _mix(shares, doubled, node, kinds, ends, values, node)
            continue
        _mix(shares, after, node, 0, values, values, node)
        if wanted != BEST:
            continue
        if kind >= 0 and ends[kind, own] >= values[node, own] - SLACK:
            _take(ends, kind, values, node)
        if doubles and doubled[node, 0] >= 0:
            _mix(shares, doubled, node, kinds, ends, found, 0)
            if found[0, own] > values[node, own] + SLACK:
                _take(found, 0, values, node)


@njit(nogil=True, cache=True)
def _same_before(codes: Array, side: int, start: int) -> int:
    """An earlier first hand after which the second one is worth the same, however it ends; -1 where there is none."""
    for other in range(start, side):
        is_same = True
        for then in range(codes.shape[1]):
            for column in range(codes.shape[2]):
                if codes[other, then, column] != codes[side, then, column]:
                    is_same = False
                    break
            if not is_same:
                break
        if is_same:
            return other
    return -1


@njit(nogil=True, cache=True)
def _splits(graph: Any, shares: Array, tables: Any, codes: Array, way: Any, room: Any, work: Any) -> None:
    """What splitting each pair is worth: the first hand is played to its end, then the second (D2 12.3)."""
    second, nodes = tables
    own, doubles, fixed = way
    worth, firsts = room
    sides, pairs = codes.shape[0], second.shape[0]
    kinds = sides // 2
    for side in range(sides if doubles > 0 else kinds):
        may_double = doubles > (1 if side >= kinds else 0)
        same = _same_before(codes, side, kinds if side >= kinds and doubles == 1 else 0)
        if same >= 0:
            for pair in range(pairs):
                _take(firsts[pair], same, firsts[pair], side)
            continue
        _split_hands(graph, shares, codes[side], (own, may_double, fixed), nodes, work)
        for pair in range(pairs):
            _mix(shares, second, pair, 0, work[0], firsts[pair], side)
    for pair in range(pairs):
        _split_hands(graph, shares, firsts[pair], (own, doubles > 0, fixed), nodes, work)
        _mix(shares, second, pair, 0, work[0], worth, pair)


@njit(nogil=True, cache=True)
def _box(graph: Any, shares: Array, ends: Any, pairs: Any, way: Any, nodes: Array, work: Any) -> None:
    """The value of every hand of the deal. `ends` are the values of the ends: each kind, early payment, doubles."""
    stand, after, doubled = graph
    plain, early, doubling = ends
    pair, worth, can_split = pairs
    own, natural, fixed, amounts = way
    values, found, choices = work
    for place in range(nodes.shape[0] - 1, -1, -1):
        node = nodes[place]
        kind, wanted = stand[node], fixed[node]
        if after[node, 0] < 0:
            _take(plain, kind, values, node)
            choices[node] = STAND
            is_early = kind == natural and early.shape[0] > 0 and wanted == BEST
            if is_early and early[0, own] > values[node, own] + SLACK:
                _take(early, 0, values, node)
                choices[node] = EARLY
            continue
        _mix(shares, after, node, 0, values, values, node)
        choices[node] = DRAW
        if kind >= 0 and (wanted == STAND or (wanted == BEST and plain[kind, own] >= values[node, own] - SLACK)):
            _take(plain, kind, values, node)
            choices[node] = STAND
        if doubled[node, 0] >= 0 and (wanted in (BEST, DOUBLE)):
            for amount in range(amounts):
                _mix(shares, doubled, node, 0, doubling[amount], found, 0)
                is_first = wanted == DOUBLE and amount == 0
                if is_first or (wanted == BEST and found[0, own] > values[node, own] + SLACK):
                    _take(found, 0, values, node)
                    choices[node] = DOUBLE + AMOUNT * amount
        if pair[node] > 0 and can_split:
            better = wanted == BEST and worth[pair[node] - 1, own] > values[node, own] + SLACK
            if better or wanted == SPLIT:
                _take(worth, pair[node] - 1, values, node)
                choices[node] = SPLIT


@njit(nogil=True, cache=True)
def _gather(later: Array, rest: int, places: Array, state: int, base: int, into: Array) -> None:
    """The values of as many codes as there is room for, from that one on."""
    for code in range(into.shape[0]):
        place = places[state, base + code]
        for column in range(into.shape[1]):
            into[code, column] = later[place, rest, column]


@njit(nogil=True, cache=True)
def _may_gain(pair: Array, fixed: Array, values: Array, own: int, best: float) -> bool:
    """Whether a split could be worth more than a pair is without it, if all went well; or a model wants one."""
    for node in range(pair.shape[0]):
        if pair[node] > 0 and (fixed[node] == SPLIT or values[node, own] + SLACK < best):
            return True
    return False


@njit(nogil=True, cache=True)
def play_box(
    graph: Any, shares: Array, tables: Any, codes: Any, way: Any, trans: Array, later: Array, out: Array, chosen: Array
) -> None:
    """One box in every state of the boxes before it and every deal of those after it.

    `trans` leads from state and code of this box to the state of the boxes after it, whose values are `later`.
    `out` takes the value of each start; `chosen`, where it is not empty, what is decided at each node.
    """
    pair, second, dealt, split_nodes, starts = tables
    kinds, amounts, split_doubles, natural, with_early = codes
    own, fixed, can_split = way
    states, rests, width = trans.shape[0], later.shape[1], later.shape[2]
    number, ranks = graph[0].shape[0], shares.shape[0]
    work = (np.zeros((number, width)), np.zeros((1, width)), np.zeros(number, dtype=np.int64))
    plain = np.zeros((kinds, width))
    early = np.zeros((1 if with_early else 0, width))
    doubling = np.zeros((amounts, kinds, width))
    sides = 2 * kinds if can_split else 0
    both = np.zeros((sides, sides, width))
    room = (np.zeros((ranks, width)), np.zeros((ranks, sides, width)))
    for state in range(states):
        for rest in range(rests):
            _gather(later, rest, trans, state, 0, plain)
            _gather(later, rest, trans, state, kinds, early)
            for amount in range(amounts):
                _gather(later, rest, trans, state, kinds + 1 + amount * kinds, doubling[amount])
            ends, pairs = (plain, early, doubling), (pair, room[0], can_split)
            best = -1.0
            if can_split:
                base = kinds + 1 + amounts * kinds
                for first in range(sides):
                    _gather(later, rest, trans, state, base + first * sides, both[first])
                    for then in range(sides):
                        best = max(best, both[first, then, own])
                room[0][:] = -1.0
                _box(graph, shares, ends, pairs, (own, natural, fixed, amounts), dealt, work)
            if can_split and _may_gain(pair, fixed, work[0], own, best):
                _splits(graph, shares, (second, split_nodes), both, (own, split_doubles, fixed), room, work)
            _box(graph, shares, ends, pairs, (own, natural, fixed, amounts), dealt, work)
            for start in range(starts.shape[0]):
                for column in range(width):
                    out[state, start, rest, column] = work[0][starts[start], column]
            if chosen.shape[0] > 0:
                for node in range(number):
                    chosen[state, rest, node] = work[2][node]


@njit(nogil=True, cache=True)
def _followed(graph: Any, shares: Array, kinds: int, chosen: Array, chance: Array, out: Array) -> None:
    """One box by decisions that were made already, no split among them: from the chance of each hand of two cards to
    that of each code. `chance` is used up."""
    stand, after, doubled = graph
    out[:] = 0.0
    for node in range(stand.shape[0]):
        here, what = chance[node], chosen[node]
        chance[node] = 0.0
        if here == 0.0:
            continue
        if what == STAND:
            out[stand[node]] += here
        elif what == EARLY:
            out[kinds] += here
        elif what == DRAW:
            for rank in range(shares.shape[0]):
                chance[after[node, rank]] += here * shares[rank]
        else:
            base = kinds + 1 + (what // AMOUNT) * kinds
            for rank in range(shares.shape[0]):
                out[base + doubled[node, rank]] += here * shares[rank]


@njit(nogil=True, cache=True)
def _place_worth(finals: Array, chances: Array, own: int, stack: int, result: int, table: Array, room: Array) -> float:
    """What a stack is worth among others that end independently: by how many hold more, and how many as much."""
    number = finals.shape[0]
    room[:] = 0.0
    room[0, 1] = 1.0
    for other in range(number):
        if other == own:
            continue
        more, level = 0.0, 0.0
        for code in range(finals.shape[1]):
            if finals[other, code, result] > stack:
                more += chances[other, code]
            elif finals[other, code, result] == stack:
                level += chances[other, code]
        less = max(1.0 - more - level, 0.0)
        for higher in range(number - 1, -1, -1):
            for equal in range(number - higher, 0, -1):
                here = room[higher, equal] * less
                if higher > 0:
                    here += room[higher - 1, equal] * more
                if equal > 1:
                    here += room[higher, equal - 1] * level
                room[higher, equal] = here
    total = 0.0
    for higher in range(number):
        for equal in range(1, number - higher + 1):
            total += room[higher, equal] * table[higher, equal]
    return total


@njit(nogil=True, cache=True)
def apart_worth(finals: Array, chances: Array, tables: Array, hero: int, results: Array) -> Array:
    """What everybody has where all boxes end independently with these chances of their codes."""
    number = finals.shape[0]
    found = np.zeros(tables.shape[0])
    room = np.zeros((number, number + 1))
    for figure in range(tables.shape[0]):
        own = figure if figure < number else hero
        for code in range(finals.shape[1]):
            if chances[own, code] == 0.0:
                continue
            for result in range(results.shape[0]):
                if results[result] > 0.0:
                    worth = _place_worth(finals, chances, own, finals[own, code, result], result, tables[figure], room)
                    found[figure] += chances[own, code] * results[result] * worth
    return found


@njit(nogil=True, cache=True)
def play_apart(
    graph: Any, shares: Array, tables: Any, boxes: Any, way: Any, results: Array, means: Array, each: Array
) -> None:
    """Everybody plays for chips first, and then answers what the others do, again and again.

    `means` takes for each player the chance of each code, `each` the same for each two cards. Who has no box has no
    amounts.
    """
    pair, dealt, starts, start_chances = tables
    finals, amounts, fixed, worths = boxes
    kinds, natural, with_early, sweeps = way
    number, nodes = finals.shape[0], graph[0].shape[0]
    work = (np.zeros((nodes, 1)), np.zeros((1, 1)), np.zeros(nodes, dtype=np.int64))
    chance, room = np.zeros(nodes), np.zeros((number, number + 1))
    none = np.zeros((1, 1))
    values = np.zeros((finals.shape[1], 1))
    for sweep in range(sweeps + 1):
        for box in range(number - 1, -1, -1):
            if amounts[box] < 0:
                continue
            codes = kinds + 1 + amounts[box] * kinds
            for code in range(codes):
                values[code, 0] = 0.0
                for result in range(results.shape[0]):
                    if results[result] == 0.0:
                        continue
                    stack = finals[box, code, result]
                    worth = (
                        float(stack)
                        if sweep == 0
                        else _place_worth(finals, means, box, stack, result, worths[box], room)
                    )
                    values[code, 0] += results[result] * worth
            doubling = values[kinds + 1 : codes].copy().reshape(amounts[box], kinds, 1)
            ends = (values[:kinds], values[kinds : kinds + (1 if with_early else 0)], doubling)
            _box(graph, shares, ends, (pair, none, False), (0, natural, fixed[box], amounts[box]), dealt, work)
            for start in range(starts.shape[0]):
                chance[starts[start]] += start_chances[start]
            _followed(graph, shares, kinds, work[2], chance, means[box])
            if sweep == sweeps:
                for start in range(starts.shape[0]):
                    chance[starts[start]] = 1.0
                    _followed(graph, shares, kinds, work[2], chance, each[box, start])


OUT, SURE = -1, -2
"""In place of where a stack lies: who cannot go on, and who goes on whatever comes."""
APART = 16
"""More than there are players: where a stack lies, and how many it is above of those that lie there too."""


@njit(nogil=True, cache=True)
def _standing(values: Array, own: int, lowest: Array, highest: Array, places: int) -> int:
    """Whether a stack is out, sure to go on, or neither, whatever the boxes to come end with."""
    above, level = 0, -1
    for other in range(values.shape[0]):
        above += values[other] > values[own]
        level += values[other] >= values[own]
    for box in range(lowest.shape[0]):
        above += lowest[box] > values[own]
        level += highest[box] >= values[own]
    return OUT if above >= places else SURE if level < places else 0


@njit(nogil=True, cache=True)
def state_keys(rows: Array, done: Array, coming: Any, measure: Any, keys: Array) -> None:
    """For each state and each class of the dealer's hand where the stacks of the boxes that are done lie.

    `coming` are the stacks that the boxes to come can end with: sorted for each class, where each class begins, and
    the lowest and the highest of each box.
    """
    stacks, starts, lowest, highest = coming
    places, by_place = measure
    number = done.shape[0]
    values = np.zeros(number, dtype=np.int64)
    found = np.zeros(number, dtype=np.int64)
    for result in range(rows.shape[1]):
        ends = stacks[starts[result] : starts[result + 1]]
        for state in range(rows.shape[0]):
            for each in range(number):
                values[each] = rows[state, result, done[each]]
            for each in range(number):
                found[each] = 0 if by_place else _standing(values, each, lowest[result], highest[result], places)
                if found[each] == 0:
                    slot = np.searchsorted(ends, values[each])
                    is_on = slot < ends.shape[0] and ends[slot] == values[each]
                    found[each] = (2 * slot + is_on + 1) * APART
            for each in range(number):
                key = found[each]
                if key > 0:
                    for other in range(number):
                        key += found[other] == found[each] and values[other] < values[each]
                keys[state, result, each] = key


@njit(nogil=True, cache=True)
def _above_and_equal(finals: Array, own: int) -> tuple[int, int]:
    """How many hold more than this player, and how many as much, the player among them."""
    higher, equal = 0, 0
    for other in range(finals.shape[0]):
        higher += finals[other] > finals[own]
        equal += finals[other] == finals[own]
    return higher, equal


@njit(nogil=True, cache=True)
def _shared(finals: Array, own: int, places: int) -> float:
    """What a player's place is worth: 1 where they go on, 0 where not, their share where a tie decides."""
    higher, equal = _above_and_equal(finals, own)
    if higher >= places:
        return 0.0
    return 1.0 if higher + equal <= places else (places - higher) / equal


@njit(nogil=True, cache=True)
def _prize(finals: Array, own: int, prizes: Array) -> float:
    """The mean of the prizes of the places that those with equal chips take between them."""
    higher, equal = _above_and_equal(finals, own)
    total = 0.0
    for place in range(higher, higher + equal):
        if place < prizes.shape[0]:
            total += prizes[place]
    return total / equal


@njit(nogil=True, cache=True)
def _given_tie(finals: Array, hero: int, places: int, chance: float, row: Array) -> None:
    """Where the one who asks plays off with others, their chance is the one given, and the others share the rest."""
    higher, equal = 0, 0
    for other in range(finals.shape[0]):
        higher += finals[other] > finals[hero]
        equal += finals[other] == finals[hero]
    if higher >= places or higher + equal <= places:
        return
    for other in range(finals.shape[0]):
        if finals[other] == finals[hero]:
            row[other] = chance if other == hero else (places - higher - chance) / (equal - 1)


@njit(nogil=True, cache=True)
def places_worth(rows: Array, last: Array, measure: Any, chances: Array, out: Array) -> None:
    """The value of every end: the boxes before in each state, the last box with each code.

    `rows` holds the final stacks of all players for each state and each class of the dealer's hand, that of the last
    box still to be filled in from `last`; `chances` the chance of each class for each up card.
    """
    box, places, hero, tie, prizes, aims_at_prize = measure
    states, results, players = rows.shape
    finals = np.zeros(players, dtype=np.int64)
    row = np.zeros(players + 1)
    width = out.shape[2]
    for state in range(states):
        for code in range(last.shape[0]):
            for result in range(results):
                for player in range(players):
                    finals[player] = rows[state, result, player]
                finals[box] = last[code, result]
                for player in range(players):
                    row[player] = _shared(finals, player, places)
                if tie >= 0.0:
                    _given_tie(finals, hero, places, tie, row)
                if prizes.shape[0] > 0:
                    row[players] = _prize(finals, hero, prizes)
                if aims_at_prize:
                    row[players] = row[hero]
                    for player in range(players):
                        row[player] = _prize(finals, player, prizes)
                for up in range(chances.shape[0]):
                    for column in range(width):
                        out[up, state * last.shape[0] + code, column] += chances[up, result] * row[column]


@njit(nogil=True, cache=True)
def _between(axis: Array, stack: int) -> tuple[int, float]:
    """The step of the axis on which a stack lies, and how far along it."""
    steps = axis.shape[0] - 1
    if stack >= axis[steps]:
        return steps - 1, 1.0
    step = 0
    while axis[step + 1] <= stack:
        step += 1
    return step, (stack - axis[step]) / (axis[step + 1] - axis[step])


@njit(nogil=True, cache=True)
def future_worth(rows: Array, last: Array, box: int, future: Any, chances: Array, out: Array) -> None:
    """As `places_worth`, where rounds are still to come: what stacks are worth is read off a grid, between its points.

    The grid is flat: the last player's step changes fastest. Its values have a column for each player and one more.
    """
    axis, values = future
    states, results, players = rows.shape
    size, width = axis.shape[0], values.shape[1]
    finals = np.zeros(players, dtype=np.int64)
    steps = np.zeros(players, dtype=np.int64)
    along = np.zeros(players)
    row = np.zeros(width)
    for state in range(states):
        for code in range(last.shape[0]):
            for result in range(results):
                for player in range(players):
                    finals[player] = rows[state, result, player]
                finals[box] = last[code, result]
                for player in range(players):
                    steps[player], along[player] = _between(axis, finals[player])
                row[:] = 0.0
                for corner in range(1 << players):
                    place, weight = 0, 1.0
                    for player in range(players):
                        upper = (corner >> player) & 1
                        place = place * size + steps[player] + upper
                        weight *= along[player] if upper else 1.0 - along[player]
                    if weight > 0.0:
                        for column in range(width):
                            row[column] += weight * values[place, column]
                for up in range(chances.shape[0]):
                    for column in range(width):
                        out[up, state * last.shape[0] + code, column] += chances[up, result] * row[column]


@njit(nogil=True, cache=True)
def _busted(parts: Any, hand: int, shares: Array, after: Array, gains: Array) -> float:
    """What the cards that bust a hand are worth together, weighed by their chance.

    Over all cards together the dealer's chances are those before the card. So what they are after a card that busts
    follows from what they are after all others, and no busted hand needs a shoe of its own.
    """
    chances, columns, bust = parts
    total = 0.0
    for result in range(gains.shape[0]):
        rest = chances[result, columns[hand]]
        for rank in range(shares.shape[0]):
            if after[hand, rank] != bust and shares[rank] > 0.0:
                rest -= shares[rank] * chances[result, columns[after[hand, rank]]]
        total += gains[result] * rest
    return total


@njit(nogil=True, cache=True)
def followed_values(shoe: Array, hands: Any, way: Any, worth: Any, dealer: Any, gains: Any) -> Array:
    """Every hand of the last box, the shoe's composition followed card by card.

    `worth` is what each hand is worth as it is, and what doubled; `gains` what a bust is worth against each class of
    the dealer's hand, plain and doubled: others may win or lose by it. `way` says what may be decided and what a model
    decides, -1 where the player decides as well as can be.
    """
    held, after = hands
    may, choices = way
    standing, doubling = worth
    plain, doubled = gains
    bust = dealer[2]
    values = standing.copy()
    ranks = held.shape[1]
    shares = np.zeros(ranks)
    for hand in range(held.shape[0] - 1, -1, -1):
        if after[hand, 0] < 0:
            continue
        left = 0.0
        for rank in range(ranks):
            shares[rank] = max(shoe[rank] - held[hand, rank], 0.0)
            left += shares[rank]
        if left <= 0.0:
            continue
        draws, doubles, busts = 0.0, 0.0, False
        for rank in range(ranks):
            shares[rank] /= left
            if after[hand, rank] == bust:
                busts = busts or shares[rank] > 0.0
            elif shares[rank] > 0.0:
                draws += shares[rank] * values[after[hand, rank]]
                doubles += shares[rank] * doubling[after[hand, rank]]
        if busts:
            draws += _busted(dealer, hand, shares, after, plain)
        wanted = choices[hand]
        values[hand] = draws
        if may[hand, STAND] and (wanted == STAND or (wanted == BEST and standing[hand] >= draws - SLACK)):
            values[hand] = standing[hand]
        if may[hand, DOUBLE] and wanted in (BEST, DOUBLE):
            if busts:
                doubles += _busted(dealer, hand, shares, after, doubled)
            if wanted == DOUBLE or doubles > values[hand] + SLACK:
                values[hand] = doubles
    return values


# The solver's sums over one shoe after the other, ten thousand times for one answer: compiled they take a third.

BLOCK = 512
"""How many shoes are worked on at a time: what fits the nearest memory."""


@njit(cache=True)
def _prepared(shoes: Array, start: int, width: int, products: Array, shares: Array) -> None:
    """For a block of shoes: nothing drawn yet, and the chance of any one order of so many cards."""
    for shoe in range(width):
        left = 0.0
        for rank in range(shoes.shape[0]):
            left += shoes[rank, start + shoe]
        products[0, shoe] = 1.0
        shares[0, shoe] = 1.0
        for depth in range(shares.shape[0] - 1):
            shares[depth + 1, shoe] = shares[depth, shoe] / (left - depth) if left > depth else 0.0


@njit(cache=True)
def _rest(chances: Array, start: int, width: int) -> None:
    """The last class is whatever ends in no other."""
    last = chances.shape[0] - 1
    for shoe in range(start, start + width):
        rest = 1.0
        for result in range(last):
            rest -= chances[result, shoe]
        chances[last, shoe] = rest


@njit(cache=True)
def _multiplied(before: Array, own: Array, copy: int, after: Array) -> None:
    """One card more in every shoe of the block."""
    for shoe in range(own.shape[0]):
        after[shoe] = before[shoe] * (own[shoe] - copy)


@njit(cache=True)
def _added(parts: Any, copy: int, orders: float, chances: Array) -> None:
    """One card more, and the dealer's hand is final: so many orders, each as likely."""
    before, own, shares = parts
    for shoe in range(own.shape[0]):
        chances[shoe] += orders * shares[shoe] * before[shoe] * (own[shoe] - copy)


@njit(cache=True)
def dealer_chances(shoes: Array, tree: Array, orders: Array, classes: int) -> Array:
    """The chance of each class of the dealer's final hand, for many shoes at once.

    `shoes` holds how many cards of each rank are left, a column a shoe. `tree` is the dealer's final hands as a tree of
    sorted cards: for each node the card, which copy of it that is, how deep it lies, the class that it ends in, if any,
    and whether nothing follows; `orders` says in how many orders its cards may come.
    """
    number, nodes = shoes.shape[1], tree.shape[0]
    deepest = tree[:, 2].max()
    chances = np.zeros((classes, number))
    products = np.empty((deepest + 1, BLOCK))
    shares = np.empty((deepest + 1, BLOCK))
    for start in range(0, number, BLOCK):
        width = min(BLOCK, number - start)
        _prepared(shoes, start, width, products, shares)
        for node in range(nodes):
            depth, final = tree[node, 2], tree[node, 3]
            own = shoes[tree[node, 0], start : start + width]
            before, after = products[depth - 1], products[depth]
            if tree[node, 4] == 0:
                _multiplied(before, own, tree[node, 1], after)
            if final >= 0:
                here = chances[final, start : start + width]
                _added((before, own, shares[depth]), tree[node, 1], orders[node], here)
        _rest(chances, start, width)
    return chances


@njit(cache=True)
def stand_values(chances: Array, columns: Array, kinds: Array, gains: Array) -> Array:
    """What a wager gains on each final hand: its kind's gain against each class of the dealer's, weighed by chance.

    A hand that meets no shoe gains the same whatever the dealer has.
    """
    values = np.zeros(kinds.shape[0])
    for hand in range(kinds.shape[0]):
        column = columns[hand]
        if column < 0:
            values[hand] = gains[kinds[hand], 0]
            continue
        value = 0.0
        for result in range(gains.shape[1]):
            value += chances[result, column] * gains[kinds[hand], result]
        values[hand] = value
    return values
