"""Many tables of one player each, a step at a time. Imports numpy, numba and the draws only.

No rule stands here: cards and decisions lead from hand to hand by tables. What is here is the order of a round: the
wagers, the deal, insurance, hand after hand, the dealer, what was gained. All that is known of a table is one row of
numbers. Whole arrays and places in them are passed on, never parts of arrays: making those would cost more than a step.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint64

from croupier.simulate.draws import number

Array = Any
WAGER, INSURANCE, DECISION, OVER = 0, 1, 2, 3
INSURE, SETTLE_EARLY, FIRST_WAGER = 4, 6, 7
SPLIT, DOUBLE = 3, 2
DECIDES, TAKES_CARD = 0, 1
RANKS = 10
LEFT_SEEN = 10
"""Where an observation has the cards that are left."""
_LOWER = np.uint64(0xFFFFFFFF)

# A table's row: its own numbers, the cards that are left by rank, then box after box with its hands.
PLACE, MOMENT, BOX, HAND, UP, LEFT, BOXES = 0, 1, 2, 3, 4, 5, 15
LEVEL, HANDS, SEVENS, INSURED, EARLY, FIRST_HAND = 0, 1, 2, 3, 4, 5
STATE, IS_ADDED, IS_DOUBLED, HAND_WIDTH = 0, 1, 2, 3
BOX_WIDTH = 17


def row_width(boxes: int) -> int:
    return BOXES + boxes * BOX_WIDTH


@njit(nogil=True, inline="always")
def _card(rows: Array, shoes: Array, drawn: Array, keys: Array, table: Any) -> Any:
    """The next card of the shoe, any of those left as likely as another."""
    place = rows[table, PLACE]
    bound = uint64(shoes.shape[1] - place)
    product = (number(keys[table], drawn[table]) >> uint64(32)) * bound
    drawn[table] += uint64(1)
    while (product & _LOWER) < bound and (product & _LOWER) < uint64(1 << 32) % bound:
        product = (number(keys[table], drawn[table]) >> uint64(32)) * bound
        drawn[table] += uint64(1)
    other = place + np.int64(product >> uint64(32))
    card = shoes[table, other]
    shoes[table, other] = shoes[table, place]
    shoes[table, place] = card
    rows[table, PLACE] = place + 1
    return card


@njit(nogil=True, inline="always")
def _shuffled(rows: Array, whole: Array, table: Any) -> None:
    """The cards are drawn from the whole shoe again: their order hangs on the draws alone."""
    rows[table, PLACE] = 0
    for rank in range(RANKS):
        rows[table, LEFT + rank] = whole[rank]


@njit(nogil=True, inline="always")
def _laid(rows: Array, table: Any, at: Any, hand: Any, card: Any, after_card: Array, sevens: Array) -> None:
    """A card on a hand; a box that was never split goes on with its Super Sevens."""
    rows[table, hand + STATE] = after_card[rows[table, hand + STATE], card]
    if rows[table, at + HANDS] == 1:
        rows[table, at + SEVENS] = sevens[rows[table, at + SEVENS], card]


@njit(nogil=True, inline="always")
def _deal(rows: Array, shoes: Array, drawn: Array, keys: Array, table: Any, plan: Any, whole: Array, on: Any) -> None:
    """One card to each box, one to the dealer, a second to each box. Cards that were shuffled come first."""
    many, cut, burnt = plan
    after_card, sevens, values = on
    if rows[table, PLACE] >= cut:
        _shuffled(rows, whole, table)
    if rows[table, PLACE] == 0:
        for _ in range(burnt):
            _card(rows, shoes, drawn, keys, table)
    for box in range(many):
        at = BOXES + box * BOX_WIDTH
        rows[table, at + HANDS] = 1
        for place in range(SEVENS, FIRST_HAND + HAND_WIDTH):
            rows[table, at + place] = 0
    for deal in range(2):
        for box in range(many):
            at = BOXES + box * BOX_WIDTH
            card = _card(rows, shoes, drawn, keys, table)
            rows[table, LEFT + values[card]] -= 1
            _laid(rows, table, at, at + FIRST_HAND, card, after_card, sevens)
        if deal == 0:
            card = _card(rows, shoes, drawn, keys, table)
            rows[table, LEFT + values[card]] -= 1
            rows[table, UP] = card
    rows[table, BOX], rows[table, HAND] = 0, 0


@njit(nogil=True, inline="always")
def _waits(
    rows: Array, shoes: Array, drawn: Array, keys: Array, table: Any, many: Any, on: Any, next_is: Array
) -> bool:
    """Cards to whoever takes one, hand after hand; whether a hand waits for its player. The shoe may run out."""
    after_card, sevens, values = on
    while rows[table, BOX] < many:
        at = BOXES + rows[table, BOX] * BOX_WIDTH
        while rows[table, HAND] < rows[table, at + HANDS]:
            hand = at + FIRST_HAND + rows[table, HAND] * HAND_WIDTH
            comes = next_is[rows[table, hand + STATE]]
            if comes == DECIDES:
                return True
            if comes != TAKES_CARD:
                rows[table, HAND] += 1
            elif rows[table, PLACE] >= shoes.shape[1]:
                return False
            else:
                card = _card(rows, shoes, drawn, keys, table)
                rows[table, LEFT + values[card]] -= 1
                _laid(rows, table, at, hand, card, after_card, sevens)
        rows[table, HAND] = 0
        rows[table, BOX] += 1
    return False


@njit(nogil=True, inline="always")
def _need(rows: Array, table: Any, many: Any, needs: Array) -> Any:
    """How far the dealer's hand must go."""
    need = 0
    for box in range(many):
        at = BOXES + box * BOX_WIDTH
        if rows[table, at + EARLY]:
            continue
        need = max(need, rows[table, at + INSURED])
        for place in range(rows[table, at + HANDS]):
            hand = at + FIRST_HAND + place * HAND_WIDTH
            more = rows[table, hand + IS_ADDED] | rows[table, hand + IS_DOUBLED]
            need = max(need, needs[rows[table, hand + STATE], rows[table, UP], more])
    return need


@njit(nogil=True, inline="always")
def _gained(rows: Array, table: Any, many: Any, final: Any, pays: Any) -> Any:
    """What all wagers gained against that class of the dealer's final hand, in cents."""
    gains, insurance, early, sevens_end, sevens_gains = pays
    gained = 0
    for box in range(many):
        at = BOXES + box * BOX_WIDTH
        level = rows[table, at + LEVEL]
        gained += sevens_gains[sevens_end[rows[table, at + SEVENS]]]
        if rows[table, at + EARLY]:
            gained += early[level]
            continue
        if rows[table, at + INSURED]:
            gained += insurance[level, final]
        for place in range(rows[table, at + HANDS]):
            hand = at + FIRST_HAND + place * HAND_WIDTH
            state = rows[table, hand + STATE]
            gained += gains[level, state, final, rows[table, hand + IS_ADDED]]
            if rows[table, hand + IS_DOUBLED]:
                gained += gains[level, state, final, 1]
    return gained


@njit(nogil=True, inline="always")
def _observed(rows: Array, table: Any, seen: Array, look: Any, values: Array) -> Any:
    """What the player sees; and which hand it is, how many its box holds, and the level of its wager."""
    moment, box = rows[table, MOMENT], rows[table, BOX]
    seen[table, 0], seen[table, 1] = moment, 0 if moment == OVER else box + 1
    for rank in range(RANKS):
        seen[table, LEFT_SEEN + rank] = rows[table, LEFT + rank]
    if moment in (WAGER, OVER):
        for part in range(2, LEFT_SEEN):
            seen[table, part] = 0
        return 0, 0, 0
    at = BOXES + box * BOX_WIDTH
    place = rows[table, HAND] if moment == DECISION else 0
    state = rows[table, at + FIRST_HAND + place * HAND_WIDTH + STATE]
    for part in range(4):
        seen[table, 2 + part] = look[state, part]
    many, level = rows[table, at + HANDS], rows[table, at + LEVEL]
    seen[table, 6], seen[table, 7] = many, look[state, 4]
    seen[table, 8], seen[table, 9] = values[rows[table, UP]] + 1, level + 1
    return state, many, level


@njit(nogil=True, inline="always")
def _split(rows: Array, table: Any, at: Any, hand: Any, after_decision: Array, sevens_end: Array) -> None:
    """Two hands of one; what is added lies on the second."""
    state = after_decision[rows[table, hand + STATE], SPLIT]
    many = rows[table, at + HANDS]
    other = at + FIRST_HAND + many * HAND_WIDTH
    rows[table, hand + STATE], rows[table, other + STATE] = state, state
    rows[table, other + IS_ADDED], rows[table, other + IS_DOUBLED] = 1, 0
    if many == 1:
        rows[table, at + SEVENS] = sevens_end[rows[table, at + SEVENS]]
    rows[table, at + HANDS] = many + 1


@njit(nogil=True, cache=True)
def begin(rows: Array, chosen: Array, whole: Array, wager_mask: Array, seen: Array, masks: Array) -> None:
    """Full shoes and first wagers, for the tables that are chosen."""
    for table in range(rows.shape[0]):
        if chosen[table]:
            _shuffled(rows, whole, table)
            rows[table, MOMENT], rows[table, BOX], rows[table, HAND] = WAGER, 0, 0
            seen[table, :LEFT_SEEN] = 0
            seen[table, 1] = 1
            seen[table, LEFT_SEEN:] = whole
            masks[table] = wager_mask


@njit(nogil=True, cache=True)
def step(hands: Any, rounds: Any, plan: Any, state: Any, actions: Array, told: Any) -> None:
    """One action at each table. What came of it goes to `told`; a round that is over is followed by the next."""
    after_card, after_decision, next_is, hand_masks, look, needs, is_blackjack = hands
    dealer, starts, gains, insurance, early, insurance_masks, wager_mask, sevens, sevens_end, sevens_gains, values = (
        rounds
    )
    many, cut, burnt, is_fresh, is_shoe = plan
    rows, shoes, drawn, keys, whole = state
    seen, masks, rewards, over, short, finals, refused = told
    size, width, classes = shoes.shape[1], masks.shape[1], gains.shape[2]
    for table in range(rows.shape[0]):
        rewards[table], over[table], short[table], refused[table] = 0, False, False, False
        action = actions[table]
        if action < 0 or action >= width or not masks[table, action]:
            refused[table] = True
            continue
        box, moment = rows[table, BOX], rows[table, MOMENT]
        at = BOXES + box * BOX_WIDTH
        is_asked = False
        if moment == WAGER:
            rows[table, at + LEVEL] = action - FIRST_WAGER
            rows[table, BOX] = box + 1
            is_asked = box + 1 < many
            if not is_asked:
                _deal(rows, shoes, drawn, keys, table, (many, cut, burnt), whole, (after_card, sevens, values))
                # An ace calls insurance.
                if values[rows[table, UP]] == 0:
                    rows[table, MOMENT] = INSURANCE
                    is_asked = True
        elif moment == INSURANCE:
            rows[table, at + INSURED], rows[table, at + EARLY] = action == INSURE, action == SETTLE_EARLY
            rows[table, BOX] = box + 1
            is_asked = box + 1 < many
            if not is_asked:
                rows[table, BOX] = 0
        else:
            hand = at + FIRST_HAND + rows[table, HAND] * HAND_WIDTH
            if action == SPLIT:
                _split(rows, table, at, hand, after_decision, sevens_end)
            else:
                rows[table, hand + STATE] = after_decision[rows[table, hand + STATE], action]
                rows[table, hand + IS_DOUBLED] = action == DOUBLE
        if not is_asked:
            rows[table, MOMENT] = DECISION
            on = (after_card, sevens, values)
            if not _waits(rows, shoes, drawn, keys, table, many, on, next_is):
                final = starts[_need(rows, table, many, needs), rows[table, UP]]
                runs_out = rows[table, BOX] < many
                while final >= classes and not runs_out:
                    runs_out = rows[table, PLACE] >= size
                    if not runs_out:
                        card = _card(rows, shoes, drawn, keys, table)
                        rows[table, LEFT + values[card]] -= 1
                        final = dealer[final, card]
                short[table] = runs_out
                if not runs_out:
                    pays = (gains, insurance, early, sevens_end, sevens_gains)
                    rewards[table] = _gained(rows, table, many, final, pays)
                is_due = is_fresh or rows[table, PLACE] >= cut
                over[table] = not runs_out and (not is_shoe or is_due)
                # A cutting card that comes next is met when the next card is dealt: nobody sees it before.
                if rows[table, PLACE] > cut and not is_fresh:
                    _shuffled(rows, whole, table)
                if over[table] or runs_out:
                    rows[table, MOMENT] = OVER
                    _observed(rows, table, finals, look, values)
                if is_fresh or runs_out or (is_shoe and is_due):
                    _shuffled(rows, whole, table)
                rows[table, MOMENT], rows[table, BOX], rows[table, HAND] = WAGER, 0, 0
        held, in_box, level = _observed(rows, table, seen, look, values)
        moment = rows[table, MOMENT]
        if moment == DECISION:
            for place in range(width):
                masks[table, place] = hand_masks[held, in_box, place]
        elif moment == WAGER:
            for place in range(width):
                masks[table, place] = wager_mask[place]
        else:
            for place in range(width):
                masks[table, place] = insurance_masks[level, is_blackjack[held], place]
