"""The hand machine: what a card does to a hand, which decisions are then open, and what each wager returns.

No people, no money and no shoe: hands are small tuples of integers, and the only suits are the sevens', for Super
Sevens. The table plays its boxes through this module, the solver sums over it and the simulator tabulates it, so a rule
of Division 2 about hands is written here and nowhere else. It imports nothing but the standard library.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

# Cards. An ace is 1, cards of value ten are 10. Sevens come in four suits, 11 to 14; a plain 7 is one of unknown suit.
ACE, SEVEN, TEN = 1, 7, 10
SEVENS = (11, 12, 13, 14)
CARDS = (1, 2, 3, 4, 5, 6, *SEVENS, 8, 9, 10)

HIGHEST = 21
DEALER_STANDS = 17
MUST_DRAW_TO = 12
"""A player's hand under this total takes another card (13.1(d))."""

Ratio = tuple[int, int]
"""What a wager of so much gains, to how much: 3 to 2, 1 to 1, -1 to 1."""

EVEN: Ratio = (1, 1)
LOST: Ratio = (-1, 1)
NOTHING: Ratio = (0, 1)
BLACKJACK_PAYS: Ratio = (3, 2)
INSURANCE_PAYS: Ratio = (2, 1)
EARLY_PAYS: Ratio = (1, 1)
"""What a blackjack is paid at the player's request against an ace (10.3)."""


class Decision(IntEnum):
    STAND = 0
    DRAW = 1
    DOUBLE = 2
    SPLIT = 3


class HandOrigin(IntEnum):
    """Where a hand's first card came from."""

    DEALT = 0
    SPLIT = 1
    SPLIT_ACE = 2


class State(IntEnum):
    PLAYING = 0
    DRAWING = 1
    """A card was asked for."""
    DOUBLED = 2
    """The one card of a double is owed."""
    OVER = 3


class DealerBlackjack(IntEnum):
    """What a dealer's blackjack takes of a box that was split or doubled."""

    ORIGINAL = 0
    """The initial wager, where it still stands; additions go back, busted hands stay lost (11.5, 12.6, ruling B4)."""
    ALL = 1
    """Every wager still there."""
    PEEK = 2
    """One initial wager a box and no more: what busted hands lost beyond it comes back, as with a hole card."""


class Rules(NamedTuple):
    """The readings that change a hand's play. The defaults are the Gazette's, as the rulings read it."""

    double_with_ace: bool = False
    """Whether a hand with an ace may be doubled (11.1, ruling B2: no)."""
    double_after_split: bool = True
    """Whether a split hand may be doubled (11.1: yes)."""
    most_hands: int = 3
    """How many hands a box may be split into (12.4(a): 3)."""
    draws_on_soft_17: bool = False
    """Whether the dealer draws on a soft 17 (13.3: no)."""
    dealer_blackjack: DealerBlackjack = DealerBlackjack.ORIGINAL


GAZETTED = Rules()


class Hand(NamedTuple):
    hard: int = 0
    """The total with every ace as 1."""
    ace: int = 0
    """1 where there is an ace."""
    cards: int = 0
    """0, 1, 2, or 3 for three and more: nothing hangs on how many more."""
    pair: int = 0
    """The value of both cards of a pair, else 0."""
    origin: int = HandOrigin.DEALT
    state: int = State.PLAYING


EMPTY = Hand()
_MANY = 3


def value(card: int) -> int:
    """A card's points, an ace as 1 (4.1)."""
    return SEVEN if card > TEN else card


def total(hand: Hand) -> int:
    """The point total: an ace counts 11 unless that would exceed 21 (4.1(c))."""
    return hand.hard + 10 if is_soft(hand) else hand.hard


def is_soft(hand: Hand) -> bool:
    return bool(hand.ace) and hand.hard + 10 <= HIGHEST


def is_blackjack(hand: Hand) -> bool:
    """An ace and a card of value ten as the initial two cards; never after a split (1.0, 12.4(c))."""
    return hand.cards == 2 and total(hand) == HIGHEST and hand.origin == HandOrigin.DEALT  # noqa: PLR2004


def is_bust(hand: Hand) -> bool:
    return hand.hard > HIGHEST


def is_over(hand: Hand) -> bool:
    """Whether no card and no decision can change a player's hand any more."""
    return hand.state == State.OVER


def needs_card(hand: Hand) -> bool:
    """Whether the next thing that happens to a player's hand is a card."""
    return hand.state in (State.DRAWING, State.DOUBLED) or (hand.state == State.PLAYING and hand.cards < 2)  # noqa: PLR2004


def after_card(hand: Hand, card: int) -> Hand:
    """A player's hand with one card more. It is over when nothing can follow (13.1, 11.3, 12.4(b))."""
    points = value(card)
    cards = min(hand.cards + 1, _MANY)
    pair = points if cards == 2 and points == hand.hard else 0  # noqa: PLR2004
    grown = Hand(hand.hard + points, hand.ace | (points == ACE), cards, pair, hand.origin, State.PLAYING)
    finished = (
        total(grown) >= HIGHEST or hand.state == State.DOUBLED or (hand.origin == HandOrigin.SPLIT_ACE and cards == 2)  # noqa: PLR2004
    )
    return grown._replace(state=State.OVER) if finished else grown


def decisions(hand: Hand, hands: int = 1, rules: Rules = GAZETTED) -> tuple[Decision, ...]:
    """What may be decided for a player's hand, where its box holds so many hands (section 8.3, 11 to 13)."""
    if is_over(hand) or needs_card(hand):
        return ()
    found = [Decision.STAND] if total(hand) >= MUST_DRAW_TO else []
    found.append(Decision.DRAW)
    if may_double(hand, rules):
        found.append(Decision.DOUBLE)
    if may_split(hand, hands, rules):
        found.append(Decision.SPLIT)
    return tuple(found)


def may_double(hand: Hand, rules: Rules = GAZETTED) -> bool:
    """Two cards without an ace, from the deal or from a split (11.1, ruling B2)."""
    two = hand.cards == 2 and hand.state == State.PLAYING  # noqa: PLR2004
    ace = not hand.ace or rules.double_with_ace
    split = hand.origin == HandOrigin.DEALT or rules.double_after_split
    return two and ace and split


def may_split(hand: Hand, hands: int, rules: Rules = GAZETTED) -> bool:
    """A pair by value; aces once only; no more hands than allowed (12.1, 12.4, ruling B5)."""
    once = hand.pair != ACE or hand.origin == HandOrigin.DEALT
    return hand.pair != 0 and hand.state == State.PLAYING and hands < rules.most_hands and once


def after_decision(hand: Hand, decision: Decision) -> Hand:
    """The hand once its player has decided. Splitting makes two: see `split_hand`."""
    match decision:
        case Decision.STAND:
            return hand._replace(state=State.OVER)
        case Decision.DRAW:
            return hand._replace(state=State.DRAWING)
        case Decision.DOUBLE:
            return hand._replace(state=State.DOUBLED)
        case Decision.SPLIT:
            raise ValueError("a split makes two hands")


def after(hand: Hand, move: int | Decision) -> Hand:
    """A player's hand after its next card or its player's decision."""
    return after_decision(hand, move) if isinstance(move, Decision) else after_card(hand, move)


def split_hand(hand: Hand) -> Hand:
    """Either of the two hands that a split makes: one card of the pair, waiting for its second (12.3)."""
    origin = HandOrigin.SPLIT_ACE if hand.pair == ACE else HandOrigin.SPLIT
    return Hand(hand.pair, int(hand.pair == ACE), 1, 0, origin, State.PLAYING)


# The dealer


class Need(IntEnum):
    """How far the dealer's hand must go for the wagers that are still undecided (8.5, 13.4, ruling B8)."""

    NO_CARD = 0
    SECOND_CARD = 1
    ALL_CARDS = 2


def dealer_need(hands: Iterable[Hand], *, insured: bool, lost_additions: bool = False, rules: Rules = GAZETTED) -> Need:
    """What these hands need of the dealer, with insurance wagers if there are any; a busted hand is decided already.

    Where a dealer's blackjack gives busted additions back, his second card decides about them too.
    """
    returnable = lost_additions and rules.dealer_blackjack is DealerBlackjack.PEEK
    need = Need.SECOND_CARD if insured or returnable else Need.NO_CARD
    for hand in hands:
        if is_blackjack(hand):
            need = max(need, Need.SECOND_CARD)
        elif not is_bust(hand):
            return Need.ALL_CARDS
    return need


def paid_at_once(hand: Hand, dealer: Hand) -> bool:
    """Whether it is a blackjack that the dealer's first card cannot meet: paid before any further card (10.1, B36)."""
    return is_blackjack(hand) and dealer.cards == 1 and not dealer.ace and dealer.hard < TEN


def dealer_after(hand: Hand, card: int) -> Hand:
    """The dealer's hand with one card more: he decides nothing, so it is never over by itself."""
    points = value(card)
    return Hand(hand.hard + points, hand.ace | (points == ACE), min(hand.cards + 1, _MANY))


def dealer_draws(hand: Hand, need: Need, rules: Rules = GAZETTED) -> bool:
    """Whether the dealer takes another card (13.3)."""
    if need is Need.NO_CARD:
        return False
    if hand.cards < 2:  # noqa: PLR2004
        return True
    if need is Need.SECOND_CARD:
        return False
    points = total(hand)
    return points < DEALER_STANDS or (rules.draws_on_soft_17 and points == DEALER_STANDS and is_soft(hand))


# What wagers return


def compared(hand: Hand, dealer: Hand) -> int:
    """1 where the player's hand wins, 0 for a stand off, -1 where it loses (5.1, ruling B35)."""
    if is_bust(hand):
        return -1
    if is_blackjack(hand) or is_blackjack(dealer):
        return is_blackjack(hand) - is_blackjack(dealer)
    if is_bust(dealer):
        return 1
    mine, his = total(hand), total(dealer)
    return (mine > his) - (mine < his)


def initial_returns(hand: Hand, dealer: Hand) -> Ratio:
    """What the initial wager gains on the hand that it lies on (5.1, 5.4)."""
    match compared(hand, dealer):
        case 1:
            return BLACKJACK_PAYS if is_blackjack(hand) else EVEN
        case 0:
            return NOTHING
        case _:
            return LOST


def addition_returns(hand: Hand, dealer: Hand, rules: Rules = GAZETTED) -> Ratio:
    """What was added by doubling or splitting gains: a dealer's blackjack does not take it (11.4, 11.5, 12.5, 12.6)."""
    if not is_blackjack(dealer) or rules.dealer_blackjack is DealerBlackjack.ALL:
        return initial_returns(hand, dealer)
    is_lost = is_bust(hand) and rules.dealer_blackjack is DealerBlackjack.ORIGINAL
    return LOST if is_lost else NOTHING


def insurance_returns(dealer: Hand) -> Ratio:
    """Insurance wins when the dealer's second card makes the ace a blackjack (9.1, 9.4)."""
    return INSURANCE_PAYS if is_blackjack(dealer) else LOST


# Super Sevens


class Sevens(IntEnum):
    """How far a Super Sevens wager has come: the sevens its hand began with."""

    NO_CARD = 0
    LOST = 1
    ONE_A = 2
    ONE_B = 3
    ONE_C = 4
    ONE_D = 5
    TWO_MIXED = 6
    TWO_A = 7
    TWO_B = 8
    TWO_C = 9
    TWO_D = 10
    WON_ONE = 11
    WON_TWO_MIXED = 12
    WON_TWO_SUITED = 13
    WON_THREE_MIXED = 14
    WON_THREE_SUITED = 15


SEVENS_PAY: dict[Sevens, Ratio] = {
    Sevens.LOST: LOST,
    Sevens.WON_ONE: (3, 1),
    Sevens.WON_TWO_MIXED: (50, 1),
    Sevens.WON_TWO_SUITED: (100, 1),
    Sevens.WON_THREE_MIXED: (500, 1),
    Sevens.WON_THREE_SUITED: (5000, 1),
}
_ONE = (Sevens.ONE_A, Sevens.ONE_B, Sevens.ONE_C, Sevens.ONE_D)
_TWO = (Sevens.TWO_A, Sevens.TWO_B, Sevens.TWO_C, Sevens.TWO_D)


def sevens_over(sevens: Sevens) -> bool:
    return sevens in SEVENS_PAY


def sevens_after_card(sevens: Sevens, card: int) -> Sevens:
    """The wager after the next card of its hand, decided as early as the cards allow (15.4, ruling B21)."""
    if sevens_over(sevens):
        return sevens
    suit = card - SEVENS[0] if card in SEVENS else None
    if sevens is Sevens.NO_CARD:
        return Sevens.LOST if suit is None else _ONE[suit]
    if sevens in _ONE:
        if suit is None:
            return Sevens.WON_ONE
        return _TWO[suit] if _ONE.index(sevens) == suit else Sevens.TWO_MIXED
    if suit is None:
        return sevens_at_end(sevens)
    suited = sevens in _TWO and _TWO.index(sevens) == suit
    return Sevens.WON_THREE_SUITED if suited else Sevens.WON_THREE_MIXED


def sevens_at_end(sevens: Sevens) -> Sevens:
    """The wager when its hand takes no further card: it stands, is split, or its player is away (15.5, B21, B42)."""
    if sevens in _TWO:
        return Sevens.WON_TWO_SUITED
    return Sevens.WON_TWO_MIXED if sevens is Sevens.TWO_MIXED else sevens
