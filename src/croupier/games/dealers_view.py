"""What a dealer needs to see of a table beside what everybody sees. All of it is asked of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.blackjack import flow, hand
from croupier.games.blackjack import payouts as blackjack_payouts
from croupier.games.blackjack.boxes import INSURANCE
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.step_names import CARD, CUTTING_CARD, REPLACE
from croupier.games.layout import payouts as layout_payouts
from croupier.games.layout.step_names import RESULT
from croupier.games.layout.table import LayoutTable
from croupier.games.occasions import Sort
from croupier.games.offers import Choices, Offer
from croupier.games.payouts import PayoutSheet, sheet_of
from croupier.games.people import Role
from croupier.games.table import Table
from croupier.games.wagers import Wager

_NOT_BY_ITSELF = frozenset((CARD, CUTTING_CARD, REPLACE, flow.DECIDE, flow.CLOSE_INSURANCE))
"""Steps of blackjack that need a card or a person."""


class CardPlace(Struct, frozen=True):
    """Where a card goes."""

    box: int
    """0 for the dealer's hand."""
    hand: int
    """By the hand's own id, as the view of the table has it."""
    number: int
    """The hand's place among those of its box, from 1."""
    hands: int
    """How many hands the box has."""


class DealersView(Struct, frozen=True):
    movement: tuple[Act, ...]
    """The steps that one key takes from here, in their order; empty where something has to be entered or decided."""
    payouts: PayoutSheet | None
    cards: tuple[CardPlace, ...]
    """Where the next cards go, as far as that is certain whatever the cards are."""
    then: tuple[CardPlace, ...]
    """Whose turn comes after that, in order."""
    signals: tuple[Offer, ...]
    """What players may show by hand now."""


def dealers_view(table: Table) -> DealersView:
    if isinstance(table, BlackjackTable):
        cards = tuple(_cards(table))
        return DealersView(
            movement=tuple(_movement(table)),
            payouts=sheet_of(table, blackjack_payouts.payout_lines(table)),
            cards=cards,
            then=tuple(_then(table, cards)),
            signals=tuple(_signals(table)),
        )
    lines = layout_payouts.payout_lines(table) if isinstance(table, LayoutTable) else ()
    return DealersView(tuple(_movement(table)), sheet_of(table, lines), (), (), ())


# One key


def _movement(table: Table) -> Iterator[Act]:
    """Each step is played before the next is looked at: nothing is promised that would be refused."""
    movement = _movement_due(table)
    while movement and _movement_due(table) == movement:
        act = _due_act(table)
        if act is None or table.refuses(act) is not None:
            return
        yield act
        table = table.play(act)


def _movement_due(table: Table) -> str:
    step = table.steps.get(table.step) if table.is_open else None
    return "" if step is None else step.movement


def _due_act(table: Table) -> Act | None:
    if isinstance(table, BlackjackTable):
        return None if table.step in _NOT_BY_ITSELF else table.own_act or flow.own_act(table)
    if isinstance(table, LayoutTable) and table.step != RESULT:
        return table.game.own_act(table)
    return None


# Cards


def _place(table: BlackjackTable, target: flow.Target) -> CardPlace:
    box = table.box(target.box)
    hands = 1 if box is None else len(box.hands)
    return CardPlace(target.box, target.hand, blackjack_payouts.hand_number(table, target.box, target.hand), hands)


def _cards(table: BlackjackTable) -> Iterator[CardPlace]:
    """The whole of the initial deal; after it one card, for what follows hangs on that card."""
    if table.step != CARD:
        return
    if table.is_dealt:
        target = flow.card_target(table)
        if target is not None:
            yield _place(table, target)
        return
    yield from (_place(table, target) for target in flow.initial_targets(table))


def _then(table: BlackjackTable, cards: tuple[CardPlace, ...]) -> Iterator[CardPlace]:
    """The hands that are still to be played after the one that is in turn, and the dealer's."""
    if not table.is_dealt or table.is_final:
        return
    turn = flow.hand_in_turn(table)
    now = None if turn is None else (turn[0].number, turn[1].id)
    for box in table.boxes:
        for playing in box.hands:
            if not playing.settled and not hand.is_over(playing.hand) and (box.number, playing.id) != now:
                yield _place(table, flow.Target(box.number, playing.id))
    is_dealers = any(card.box == flow.DEALERS.box for card in cards)
    if not is_dealers and hand.dealer_draws(table.dealer.hand, flow.dealer_need(table), table.rules):
        yield _place(table, flow.DEALERS)


# Hand signals


def _signals(table: BlackjackTable) -> Iterator[Offer]:
    for kind, handler in table._handlers.items():
        if handler.occasion.sort is Sort.SIGNAL and Role.DEALER in handler.roles:
            yield from (Offer(kind, Role.DEALER, offer.fields) for offer in handler.offers(table))
    if table.insurance == "called":
        yield from (offer for offer in table._handlers[Wager].offers(table) if _is_insurance(offer))


def _is_insurance(offer: Offer) -> bool:
    position = offer.fields.get("position")
    return isinstance(position, Choices) and all(each.kind == INSURANCE for each in position.values)
