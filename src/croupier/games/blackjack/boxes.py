"""The boxes of a blackjack table: their hands, and the stakes that lie on them."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.blackjack.cards import Card
from croupier.games.blackjack.hand import EMPTY, Hand, Sevens
from croupier.games.position import Placed, Position

BOX, SUPER_SEVENS, INSURANCE, DOUBLE, SPLIT = "box", "super sevens", "insurance", "double", "split"
KINDS = frozenset({BOX})
"""Kinds of wager for which a sign may state limits of their own."""
DEALERS_BOX = 0
"""What the dealer's hand goes by where boxes go by their numbers."""
HAND_NAMES = "abcd"
"""Hands in the order in which they came to be: the one that was dealt is a."""


class Stake(Struct, frozen=True):
    """Chips of one player on one box: the initial wager, an addition to it, or an optional wager beside it."""

    player: str
    kind: str
    amount: int
    hand: int = 0
    """The hand it lies on; an optional wager goes with the hand of the initial wager."""


class Playing(Struct, frozen=True):
    """One hand of a box, with its cards."""

    id: int
    """Given once: 0 for the hand that was dealt, more for those that splits made."""
    cards: tuple[Card, ...] = ()
    hand: Hand = EMPTY
    settled: bool = False
    """Its wagers are decided and its cards are in the rack."""


class Box(Struct, frozen=True):
    number: int
    stakes: tuple[Stake, ...] = ()
    """In the order in which they were placed."""
    hands: tuple[Playing, ...] = (Playing(0),)
    """In the order in which they are played."""
    sevens: Sevens = Sevens.NO_CARD
    bettors: tuple[str, ...] = ()
    """Who has an initial wager on it in this round, settled or not, in the order in which they placed it."""

    def stake(self, player: str, kind: str, hand: int | None = None) -> Stake | None:
        for stake in self.stakes:
            if stake.player == player and stake.kind == kind and (hand is None or stake.hand == hand):
                return stake
        return None

    def on_hand(self, id: int) -> tuple[Stake, ...]:
        """The initial wagers and additions that lie on a hand."""
        return tuple(stake for stake in self.stakes if stake.hand == id and stake.kind in (BOX, DOUBLE, SPLIT))

    def playing(self, id: int) -> Playing:
        return next(each for each in self.hands if each.id == id)

    def with_hand(self, changed: Playing) -> Box:
        return replace(self, hands=tuple(changed if each.id == changed.id else each for each in self.hands))

    def without(self, *stakes: Stake) -> Box:
        return replace(self, stakes=tuple(stake for stake in self.stakes if stake not in stakes))


def placed(box: Box, stake: Stake) -> Placed:
    """The stake as a wager on a position: `box 3`, `insurance 3`, `double b 3` for the second hand of box 3."""
    kind = stake.kind if stake.kind in (BOX, SUPER_SEVENS, INSURANCE) else f"{stake.kind} {HAND_NAMES[stake.hand]}"
    return Placed(stake.player, Position(kind, (box.number,)), stake.amount)


def is_addition(wager: Placed) -> bool:
    """Whether a settled wager was made by doubling or splitting."""
    return wager.position.kind.split(" ")[0] in (DOUBLE, SPLIT)
