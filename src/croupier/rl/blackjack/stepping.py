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
RANKS, SORTS = 10, 13
"""Of cards by value; and of cards that are told apart, where the suits of sevens matter. Else the last are none."""
LEFT_SEEN, SEVENS_SEEN = 10, 20
"""Where an observation has the cards that are left, and how the Super Sevens wager stands."""
NO_SEVENS = 16
"""In place of how far a Super Sevens wager has come, where there is none: after all that the hand machine knows."""
_LOWER = np.uint64(0xFFFFFFFF)

# A table's row: its own numbers, the unseen cards of each sort that is told apart, then box after box with its hands.
PLACE, MOMENT, BOX, HAND, UP, LEFT, BOXES = 0, 1, 2, 3, 4, 5, 18
"""A shoe lasts to its last place, burnt cards counted; what was burnt is unseen, so it is as likely as what is left."""
LEVEL, HANDS, SEVENS, INSURED, EARLY, FIRST_HAND = 0, 1, 2, 3, 4, 5
STATE, IS_ADDED, IS_DOUBLED, HAND_WIDTH = 0, 1, 2, 3
BOX_WIDTH = 17


def _compiled(**how: Any) -> Any:
    """Compile without counting references to arrays: nothing is allocated here, and counting took half of a step."""
    without_types: Any = njit  # numba's types know nothing of `_nrt`
    return without_types(nogil=True, _nrt=False, **how)


def row_width(boxes: int) -> int:
    return BOXES + boxes * BOX_WIDTH


@_compiled(inline="always")
def _card(rows: Array, cards: Array, drawn: Array, keys: Array, table: Any, burnt: Any) -> Any:
    """The next card of the shoe, any of the unseen ones as likely as another; `cards` keeps them in their order."""
    place = rows[table, PLACE]
    bound = uint64(cards.shape[1] - place + burnt)
    product = (number(keys[table], drawn[table]) >> uint64(32)) * bound
    drawn[table] += uint64(1)
    while (product & _LOWER) < bound and (product & _LOWER) < uint64(1 << 32) % bound:
        product = (number(keys[table], drawn[table]) >> uint64(32)) * bound
        drawn[table] += uint64(1)
    other = np.int32(product >> uint64(32))
    card = np.int32(0)
    so_far = np.int32(0)
    # Without a branch: where a card falls cannot be foretold.
    for sort in range(SORTS - 1):
        so_far += np.int32(rows[table, LEFT + sort])
        card += np.int32(other >= so_far)
    rows[table, LEFT + card] -= 1
    cards[table, place] = card
    rows[table, PLACE] = place + 1
    return card


@_compiled(inline="always")
def _shuffled(rows: Array, whole: Array, table: Any) -> None:
    """Every card is unseen again."""
    rows[table, PLACE] = 0
    for sort in range(SORTS):
        rows[table, LEFT + sort] = whole[sort]


@_compiled(inline="always")
def _laid(rows: Array, table: Any, at: Any, hand: Any, card: Any, after_card: Array, sevens: Array) -> None:
    """A card on a hand; a box that was never split goes on with its Super Sevens."""
    rows[table, hand + STATE] = after_card[rows[table, hand + STATE], card]
    if rows[table, at + HANDS] == 1:
        rows[table, at + SEVENS] = sevens[rows[table, at + SEVENS], card]


@_compiled(inline="always")
def _deal(rows: Array, cards: Array, drawn: Array, keys: Array, table: Any, plan: Any, whole: Array, on: Any) -> None:
    """One card to each box, one to the dealer, a second to each box. Cards that were shuffled come first."""
    many, cut, burnt = plan
    after_card, sevens = on
    if rows[table, PLACE] >= cut:
        _shuffled(rows, whole, table)
    if rows[table, PLACE] == 0:
        rows[table, PLACE] = burnt
    for box in range(many):
        at = BOXES + box * BOX_WIDTH
        rows[table, at + HANDS] = 1
        for place in range(INSURED, FIRST_HAND + HAND_WIDTH):
            rows[table, at + place] = 0
    for deal in range(2):
        for box in range(many):
            at = BOXES + box * BOX_WIDTH
            card = _card(rows, cards, drawn, keys, table, burnt)
            _laid(rows, table, at, at + FIRST_HAND, card, after_card, sevens)
        if deal == 0:
            rows[table, UP] = _card(rows, cards, drawn, keys, table, burnt)
    rows[table, BOX], rows[table, HAND] = 0, 0


@_compiled(inline="always")
def _waits(
    rows: Array, cards: Array, drawn: Array, keys: Array, table: Any, plan: Any, on: Any, next_is: Array
) -> bool:
    """Cards to whoever takes one, hand after hand; whether a hand waits for its player. The shoe may run out."""
    many, burnt = plan
    after_card, sevens = on
    while rows[table, BOX] < many:
        at = BOXES + rows[table, BOX] * BOX_WIDTH
        while rows[table, HAND] < rows[table, at + HANDS]:
            hand = at + FIRST_HAND + rows[table, HAND] * HAND_WIDTH
            comes = next_is[rows[table, hand + STATE]]
            if comes == DECIDES:
                return True
            if comes != TAKES_CARD:
                rows[table, HAND] += 1
            elif rows[table, PLACE] >= cards.shape[1]:
                return False
            else:
                card = _card(rows, cards, drawn, keys, table, burnt)
                _laid(rows, table, at, hand, card, after_card, sevens)
        rows[table, HAND] = 0
        rows[table, BOX] += 1
    return False


@_compiled(inline="always")
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


@_compiled(inline="always")
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


@_compiled(inline="always")
def _observed(rows: Array, table: Any, seen: Array, look: Any, values: Array, sevens_look: Array) -> Any:
    """What the player sees; and which hand it is, how many its box holds, and the level of its wager."""
    moment, box = rows[table, MOMENT], rows[table, BOX]
    seen[table, 0], seen[table, 1] = moment, 0 if moment == OVER else box + 1
    if len(values) == RANKS:
        for rank in range(RANKS):
            seen[table, LEFT_SEEN + rank] = rows[table, LEFT + rank]
    else:
        for place in range(LEFT_SEEN, SEVENS_SEEN):
            seen[table, place] = 0
        for sort in range(SORTS):
            seen[table, LEFT_SEEN + values[sort]] += rows[table, LEFT + sort]
    if moment in (WAGER, OVER):
        for part in range(2, LEFT_SEEN):
            seen[table, part] = 0
        seen[table, SEVENS_SEEN] = 0
        return 0, 0, 0
    at = BOXES + box * BOX_WIDTH
    place = rows[table, HAND] if moment == DECISION else 0
    state = rows[table, at + FIRST_HAND + place * HAND_WIDTH + STATE]
    for part in range(4):
        seen[table, 2 + part] = look[state, part]
    many, level = rows[table, at + HANDS], rows[table, at + LEVEL]
    seen[table, 6], seen[table, 7] = many, look[state, 4]
    seen[table, 8], seen[table, 9] = values[rows[table, UP]] + 1, level + 1
    seen[table, SEVENS_SEEN] = sevens_look[rows[table, at + SEVENS]]
    return state, many, level


@_compiled(inline="always")
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


@_compiled(cache=True)
def begin(rows: Array, chosen: Array, whole: Array, rounds: Any, look: Array, seen: Array, masks: Array) -> None:
    """Full shoes and first wagers, for the tables that are chosen."""
    wager_mask, of_sevens, values = rounds[6], rounds[7], rounds[8]
    sevens_look = of_sevens[3]
    for table in range(rows.shape[0]):
        if chosen[table]:
            _shuffled(rows, whole, table)
            rows[table, MOMENT], rows[table, BOX], rows[table, HAND] = WAGER, 0, 0
            _observed(rows, table, seen, look, values, sevens_look)
            for place in range(masks.shape[1]):
                masks[table, place] = wager_mask[place]


@_compiled(cache=True)
def step(
    hands: Any, rounds: Any, plan: Any, state: Any, actions: Array, shown: Any, told: Any, unit: Any
) -> tuple[int, int]:
    """One action at each table. What came of it goes to `told`; a round that is over is followed by the next.

    Rewards are in the units given, but for refusals, which have a reward of their own. How many actions were refused
    and how many rounds ended comes back.
    """
    after_card, after_decision, next_is, hand_masks, look, needs, is_blackjack = hands
    dealer, starts, gains, insurance, early, insurance_masks, wager_mask, of_sevens, values = rounds
    sevens, sevens_end, sevens_gains, sevens_look = of_sevens
    levels = gains.shape[0]
    many, cut, burnt, is_fresh, is_shoe = plan
    rows, cards, drawn, keys, whole = state
    seen, masks = shown
    rewards, gained, over, short, finals, refused = told
    refusals, ends = 0, 0
    size, width, classes = cards.shape[1], masks.shape[1], gains.shape[2]
    for table in range(rows.shape[0]):
        rewards[table], gained[table] = 0.0, 0
        over[table], short[table], refused[table] = False, False, False
        action = actions[table]
        if action < 0 or action >= width or not masks[table, action]:
            refused[table], rewards[table] = True, unit[1]
            refusals += 1
            continue
        box, moment = rows[table, BOX], rows[table, MOMENT]
        at = BOXES + box * BOX_WIDTH
        is_asked = False
        if moment == WAGER:
            has_sevens = action - FIRST_WAGER >= levels
            rows[table, at + LEVEL] = action - FIRST_WAGER - (levels if has_sevens else 0)
            rows[table, at + SEVENS] = 0 if has_sevens else NO_SEVENS
            rows[table, BOX] = box + 1
            is_asked = box + 1 < many
            if not is_asked:
                _deal(rows, cards, drawn, keys, table, (many, cut, burnt), whole, (after_card, sevens))
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
            on = (after_card, sevens)
            if not _waits(rows, cards, drawn, keys, table, (many, burnt), on, next_is):
                final = starts[_need(rows, table, many, needs), rows[table, UP]]
                runs_out = rows[table, BOX] < many
                while final >= classes and not runs_out:
                    runs_out = rows[table, PLACE] >= size
                    if not runs_out:
                        final = dealer[final, _card(rows, cards, drawn, keys, table, burnt)]
                short[table] = runs_out
                if not runs_out:
                    pays = (gains, insurance, early, sevens_end, sevens_gains)
                    gained[table] = _gained(rows, table, many, final, pays)
                    rewards[table] = gained[table] / unit[0]
                is_due = is_fresh or rows[table, PLACE] >= cut
                over[table] = not runs_out and (not is_shoe or is_due)
                # A cutting card that comes next is met when the next card is dealt: nobody sees it before.
                if rows[table, PLACE] > cut and not is_fresh:
                    _shuffled(rows, whole, table)
                if over[table] or runs_out:
                    ends += 1
                    rows[table, MOMENT] = OVER
                    _observed(rows, table, finals, look, values, sevens_look)
                if is_fresh or runs_out or (is_shoe and is_due):
                    _shuffled(rows, whole, table)
                rows[table, MOMENT], rows[table, BOX], rows[table, HAND] = WAGER, 0, 0
        held, in_box, level = _observed(rows, table, seen, look, values, sevens_look)
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
    return refusals, ends
