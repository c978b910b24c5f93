"""The acts that blackjack alone has. Wagers are placed as on any layout: on `box 3`, on `insurance 3`."""

from __future__ import annotations

from croupier.games.acts import OperatorsAct, PlayersAct, StaffAct, SupervisorsAct
from croupier.games.blackjack.cards import Card


class Sit(PlayersAct, frozen=True):
    """A player takes the seat at a box."""

    player: str
    box: int


class LeaveSeat(PlayersAct, frozen=True):
    """A player gives up the seat."""

    player: str


class VacateSeat(StaffAct, frozen=True):
    """A player who sits out round after round at a full table is required to give up the seat (D1 6)."""

    box: int


# Before play (sections 6 and 7)


class InspectCards(StaffAct, frozen=True):
    """The dealer and the game supervisor, each separately, sort and inspect the decks."""


class SpreadCards(StaffAct, frozen=True):
    """The decks lie face up for the first players to inspect."""


class TurnCards(StaffAct, frozen=True):
    """The spread cards are turned face down."""


class Wash(StaffAct, frozen=True):
    """The chemmy shuffle."""


class Stack(StaffAct, frozen=True):
    """The cards are stacked."""


class Riffle(StaffAct, frozen=True):
    """The cards are riffled."""


class Shuffle(StaffAct, frozen=True):
    """The cards are intermixed between two rounds, or in the middle of one whose shoe ran out."""


class Cut(PlayersAct, frozen=True):
    """The cutting card goes in this number of cards from the front."""

    player: str
    at: int


class StaffCut(StaffAct, frozen=True):
    """No seated player wanted the cut: a casino employee makes it."""

    at: int


class DeclineCut(PlayersAct, frozen=True):
    """A player does not want to cut the cards."""

    player: str


class InsertCuttingCard(StaffAct, frozen=True):
    """The front part goes to the back, the cutting card this many cards from there, and the stack into the shoe."""

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
    """The dealer asks who wants insurance."""


class CloseInsurance(StaffAct, frozen=True):
    """No more insurance is taken."""


class SettleEarly(PlayersAct, frozen=True):
    """A blackjack paid 1 to 1 at once against an ace, in full settlement."""

    player: str
    box: int


class PayBlackjacks(StaffAct, frozen=True):
    """Blackjacks that the dealer cannot beat are paid at once."""


class Stand(PlayersAct, frozen=True):
    """A player wants no more cards for the hand in turn."""

    player: str
    box: int


class Draw(PlayersAct, frozen=True):
    """A player asks for another card for the hand in turn."""

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
    """One box is settled against the dealer's hand."""

    box: int


class CollectCards(StaffAct, frozen=True):
    """The cards go to the discard rack in an order from which the hands can be told."""


# Irregularities (section 16), with 7.7, 8.1 and 14.5


class RemoveFaceUp(StaffAct, frozen=True):
    """A card found face up in the shoe goes to the rack."""

    card: Card


class DrawnUnseen(StaffAct, frozen=True):
    """A card drawn in error that nobody saw: it is the next card."""


class DiscardExtra(StaffAct, frozen=True):
    """A card dealt in error to the dealer's complete hand goes to the rack."""

    card: Card


class ExposeCard(StaffAct, frozen=True):
    """A card drawn in error and seen: offered on as the next card."""

    card: Card


class RefuseCard(PlayersAct, frozen=True):
    """The exposed card is not wanted: the hand takes none this round."""

    player: str
    box: int


class CorrectCard(SupervisorsAct, frozen=True):
    """A card of this round was read or entered wrongly: the round is judged again with the right one (ruling B53)."""

    place: int
    """Which card of the round it was, from 1, in the order in which they were dealt."""
    card: Card
    reason: str


class RestateCards(SupervisorsAct, frozen=True):
    """The cards of this round as they should have come: the round is judged again with them (ruling B53)."""

    cards: tuple[Card, ...]
    reason: str


class VoidRound(SupervisorsAct, frozen=True):
    """The supervisor voids the whole round."""

    reason: str


class VoidHand(SupervisorsAct, frozen=True):
    """The supervisor voids one hand of a box."""

    box: int
    hand: int
    reason: str


class DrawForAbsent(OperatorsAct, frozen=True):
    """The operator directs a card for a player who is away."""

    box: int


class StandForAbsent(OperatorsAct, frozen=True):
    """No more cards are directed for a player who is away."""

    box: int


class ReplaceCards(OperatorsAct, frozen=True):
    """All of the cards are replaced by new ones."""

    mark: str = ""
    """Which set: its number or mark."""


class OrderShuffle(SupervisorsAct, frozen=True):
    """The cards in use are shuffled before the cutting card asks for it (ruling B60)."""

    reason: str


class NoteDamage(StaffAct, frozen=True):
    """A card is found to be damaged: it is replaced when the round has ended (ruling B61)."""

    card: Card


class ReplaceDamaged(SupervisorsAct, frozen=True):
    """A damaged card is replaced by another of the same rank and suit."""

    card: Card


class ShowBurnt(StaffAct, frozen=True):
    """The card that was discarded face down is shown on request."""

    card: Card


class ReportCuttingCard(StaffAct, frozen=True):
    """The cutting card came out earlier, at that box or at 0 for the dealer, and was passed over."""

    box: int


class ReportNoCuttingCard(StaffAct, frozen=True):
    """The cutting card was never put in."""


class FullPatronage(OperatorsAct, frozen=True):
    """The operator says whether all seats of the casino are taken, so that somebody else may get an empty seat."""

    full: bool
