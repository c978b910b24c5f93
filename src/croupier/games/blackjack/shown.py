"""The cards of a round as people read them: totals, whose turn it is, the stage of Super Sevens, the cutting card.

Whoever shows a table needs no rule for it: every figure here is the hand machine's own.
"""

from __future__ import annotations

from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import SUITS, Card
from croupier.games.blackjack.hand import Hand, HandOrigin, Sevens
from croupier.games.table import Odds

_NO_SEVEN = 2


class HandShown(Struct, frozen=True):
    """One hand. Its cards stay here when they have gone to the rack, until the next round begins."""

    id: int
    cards: tuple[Card, ...]
    total: int
    is_soft: bool
    """An ace counts 11 in the total."""
    is_blackjack: bool
    is_bust: bool
    is_over: bool
    """Neither a card nor a decision can follow; always so for the dealer's once the round is over."""
    is_split: bool
    """Made by a split."""


class NextSeven(Struct, frozen=True):
    """What a seven of that suit would make of the wager, at the least."""

    suit: str
    pays: str


class SevensShown(Struct, frozen=True):
    """How far a Super Sevens wager on the box has come."""

    stage: str
    """`no card`, `one`, `two mixed`, `two suited`; or its end: `lost`, `won one` to `won three suited`."""
    is_over: bool
    pays: str
    """What it pays where no further seven comes; empty where that loses."""
    next: tuple[NextSeven, ...]
    """Empty once it is decided."""


class BoxShown(Struct, frozen=True):
    number: int
    bettors: tuple[str, ...]
    hands: tuple[HandShown, ...]
    """In the order in which they are played."""
    sevens: SevensShown | None
    """Nothing where the table does not offer it."""


class Decider(Struct, frozen=True):
    """Who decides for a box, as its wagers lie now; empty where nobody does."""

    box: int
    player: str


class Turn(Struct, frozen=True):
    """The hand that is waited for."""

    box: int
    hand: int
    decides: str


class BlackjackRoundShown(Struct, frozen=True):
    """This round, or the last one until the first card of the next."""

    boxes: tuple[BoxShown, ...]
    dealer: HandShown | None
    turn: Turn | None
    deciders: tuple[Decider, ...]
    """For each box with a wager on it."""
    insurance: str
    """`called` while it is taken, `closed` afterwards."""
    settled_on: tuple[tuple[int, int], ...]
    """On which box and hand each of the settled wagers lay."""
    until_cutting_card: int | None
    """How many cards come before the cutting card; nothing once it is out, or where none was put in."""
    is_last_of_shoe: bool
    """The cutting card is out: the cards are shuffled after this round."""


def hand_shown(id: int, cards: tuple[Card, ...], hand: Hand, *, is_over: bool) -> HandShown:
    return HandShown(
        id=id,
        cards=cards,
        total=machine.total(hand),
        is_soft=machine.is_soft(hand),
        is_blackjack=machine.is_blackjack(hand),
        is_bust=machine.is_bust(hand),
        is_over=is_over,
        is_split=hand.origin != HandOrigin.DEALT,
    )


def without_further_seven(sevens: Sevens) -> Sevens:
    """How the wager ends where no further seven comes."""
    while not machine.sevens_over(sevens):
        sevens = machine.sevens_after_card(sevens, _NO_SEVEN)
    return sevens


def _pays(sevens: Sevens) -> str:
    end = without_further_seven(sevens)
    return "" if end is Sevens.LOST else str(Odds(*machine.SEVENS_PAY[end]))


def _stage(sevens: Sevens) -> str:
    """The suits of the sevens are on the cards: the stage itself says only whether they are the same."""
    words = sevens.name.lower().split("_")
    if words[-1] in tuple("abcd"):
        words = ["one"] if words[0] == "one" else ["two", "suited"]
    return " ".join(words)


def sevens_shown(sevens: Sevens) -> SevensShown:
    is_over = machine.sevens_over(sevens)
    sevens_left = () if is_over else zip(SUITS, machine.SEVENS, strict=True)
    following = tuple(NextSeven(suit, _pays(machine.sevens_after_card(sevens, card))) for suit, card in sevens_left)
    return SevensShown(_stage(sevens), is_over, _pays(sevens), following)
