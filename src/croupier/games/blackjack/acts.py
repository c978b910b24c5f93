"""The acts that blackjack alone has. Wagers are placed as on any layout: on `box 3`, on `insurance 3`."""

from __future__ import annotations

from croupier.games.acts import PlayersAct, StaffAct
from croupier.games.blackjack.cards import Card


class Sit(PlayersAct, frozen=True):
    player: str
    box: int


class LeaveSeat(PlayersAct, frozen=True):
    player: str


# Before play (sections 6 and 7)


class InspectCards(StaffAct, frozen=True):
    """The dealer and the game supervisor, each by himself, sort and inspect the decks."""


class SpreadCards(StaffAct, frozen=True):
    """The decks lie face up for the first players to inspect."""


class TurnCards(StaffAct, frozen=True):
    pass


class Wash(StaffAct, frozen=True):
    """The chemmy shuffle."""


class Stack(StaffAct, frozen=True):
    pass


class Riffle(StaffAct, frozen=True):
    pass


class Shuffle(StaffAct, frozen=True):
    """The cards are intermixed between two rounds, or in the middle of one whose shoe ran out."""


class Cut(PlayersAct, frozen=True):
    """The cutting card goes in so many cards from the front."""

    player: str
    at: int


class StaffCut(StaffAct, frozen=True):
    """No seated player wanted the cut: a casino employee makes it."""

    at: int


class DeclineCut(PlayersAct, frozen=True):
    player: str


class InsertCuttingCard(StaffAct, frozen=True):
    """The front part goes to the back, the cutting card in so many cards from there, and the stack into the shoe."""

    from_back: int


class Burn(StaffAct, frozen=True):
    """The first card of the shoe is discarded face down."""


# In a round


class ReopenBetting(StaffAct, frozen=True):
    """The call is taken back before any card has left the shoe (ruling B1)."""


class Deal(StaffAct, frozen=True):
    """The next card of the shoe, face up, to whoever is due one."""

    card: Card


class CuttingCard(StaffAct, frozen=True):
    """The cutting card comes out in place of the card behind it."""


class CallInsurance(StaffAct, frozen=True):
    pass


class CloseInsurance(StaffAct, frozen=True):
    pass


class SettleEarly(PlayersAct, frozen=True):
    """A blackjack paid 1 to 1 at once against an ace, in full settlement."""

    player: str
    box: int


class PayBlackjacks(StaffAct, frozen=True):
    pass


class Stand(PlayersAct, frozen=True):
    player: str
    box: int


class Draw(PlayersAct, frozen=True):
    player: str
    box: int


class Double(PlayersAct, frozen=True):
    """By whoever decides for the box, or by another bettor on the hand that was just doubled."""

    player: str
    box: int
    amount: int


class Split(PlayersAct, frozen=True):
    """By whoever decides for the box, or by another bettor who covers both hands."""

    player: str
    box: int


class ChooseHand(PlayersAct, frozen=True):
    """Another bettor puts the whole wager on one of the two hands of a split, the first or the second."""

    player: str
    box: int
    hand: int


class SettleBox(StaffAct, frozen=True):
    box: int


class CollectCards(StaffAct, frozen=True):
    """The cards go to the discard rack in an order from which the hands can be told."""
