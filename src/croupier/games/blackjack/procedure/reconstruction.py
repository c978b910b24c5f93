"""A round reconstructed: its cards stated as they should have come, and every act of it judged anew (16.5, ruling B53).

Nothing is worked out backwards. The round is played again from its beginning, with the same acts and other cards, so
whatever it settled is undone and made again by the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    CallInsurance,
    CloseInsurance,
    CorrectCard,
    CuttingCard,
    Deal,
    DiscardExtra,
    ExposeCard,
    PayBlackjacks,
    RestateCards,
    SettleBox,
)
from croupier.games.blackjack.cards import DECK, Card, is_card
from croupier.games.blackjack.flow import PAY_BLACKJACKS
from croupier.games.blackjack.state import BlackjackTable, RoundMemory
from croupier.games.blackjack.step_names import CARD
from croupier.games.general.checks import MANAGERS
from croupier.games.layout.results import is_reason
from croupier.games.machine import Handler, Handlers, no_offers
from croupier.games.money import is_whole
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Choices, Offer, Words
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite

RECONSTRUCT = Cite("D2 16.5", "B53")
DEALERS_STEPS = (CallInsurance, CloseInsurance, PayBlackjacks, SettleBox)
"""What a dealer does because the cards ask for it."""


class InTheWay(NamedTuple):
    """The first act of the round that would not be lawful with these cards."""

    act: Act
    refusal: Refusal


def cards_of_round(memory: RoundMemory) -> tuple[Card, ...]:
    """Every card dealt so far, in the order in which they left the shoe."""
    return tuple(act.card for act in memory.acts if isinstance(act, Deal))


def _with_cards(acts: tuple[Act, ...], cards: tuple[Card, ...]) -> Iterator[Act]:
    """The same acts with these cards dealt one after the other; a card that is not stated was not dealt."""
    dealt, last = 0, sum(isinstance(act, Deal) for act in acts)
    for act in acts:
        if isinstance(act, Deal):
            if dealt < len(cards):
                yield replace(act, card=cards[dealt])
            dealt += 1
        elif isinstance(act, ExposeCard) and dealt < min(len(cards), last):
            # The exposed card is the next one dealt: both are the same card.
            yield replace(act, card=cards[dealt])
        else:
            yield act


def judged_anew(memory: RoundMemory, cards: tuple[Card, ...]) -> tuple[BlackjackTable, InTheWay | None]:
    """The round so far with these cards; where an act would not be lawful with them, up to the first such act.

    What people decided must be lawful. A step of the dealer's is nobody's decision: where these cards do not ask for it
    it falls away, and blackjacks that they show are paid where that was due. The cutting card cannot go back: it stays
    out, even where the round would have ended before it. A card of one too many goes where it was due after all.
    """
    table: BlackjackTable = memory.beginning
    for told in _with_cards(memory.acts, cards):
        act = Deal(told.card) if isinstance(told, DiscardExtra) and table.step == CARD else told
        if table.step == PAY_BLACKJACKS and table.refuses(act) is not None:
            table = table.play(PayBlackjacks())
        refusal = table.refuses(act)
        if refusal is None:
            table = table.play(act)
        elif isinstance(act, CuttingCard):
            table = table._handlers[CuttingCard].after(table, act)._remembering(table, act)
        elif not isinstance(act, DEALERS_STEPS):
            return table, InTheWay(act, refusal)
    return table, None


def _refuses_cards(table: BlackjackTable, cards: tuple[Card, ...]) -> Refusal | None:
    """Nothing changes where any act stands in the way: it is named."""
    memory = table.memory
    if cards == cards_of_round(memory):
        return Refusal(RECONSTRUCT, "same_cards", "These are the cards of the round already.")
    _, found = judged_anew(memory, cards)
    if found is not None:
        why = f"“{_said(found.act)}” would not be lawful then. {found.refusal.why} ({found.refusal.rule})"
        return Refusal(RECONSTRUCT, "in_the_way", why if why.endswith(".") else f"{why}.")
    return None


def _said(act: Act) -> str:
    """The act in a few words: who, what, and where or with which card."""
    who = act.actor.name or str(act.actor.role)
    at = f" on box {act.box}" if hasattr(act, "box") else ""
    with_card = f" {act.card}" if hasattr(act, "card") else ""
    return f"{who}: {act.words()}{with_card}{at}"


def _refuses_round(table: BlackjackTable, reason: Any) -> Refusal | None:
    if table.memory.beginning is None:
        return Refusal(RECONSTRUCT, "no_round", "No round is being played.")
    return None if is_reason(reason) else Refusal(RECONSTRUCT, "no_reason", "Give the reason on one line.")


_NO_CARD = Refusal(Cite("D2 3.3(a)"), "no_such_card", "That is not a playing card.")


def _refuses_correct(table: BlackjackTable, act: CorrectCard) -> Refusal | None:
    if refusal := _refuses_round(table, act.reason):
        return refusal
    if not is_card(act.card):
        return _NO_CARD
    dealt = len(cards_of_round(table.memory))
    if not is_whole(act.place) or not 1 <= act.place <= dealt:
        why = f"The cards of this round are numbered 1 to {dealt} as they were dealt."
        return Refusal(RECONSTRUCT, "no_such_place", why)
    return _refuses_cards(table, _corrected(table, act))


def _corrected(table: BlackjackTable, act: CorrectCard) -> tuple[Card, ...]:
    cards = cards_of_round(table.memory)
    return (*cards[: act.place - 1], act.card, *cards[act.place :])


def _refuses_restate(table: BlackjackTable, act: RestateCards) -> Refusal | None:
    if refusal := _refuses_round(table, act.reason):
        return refusal
    if not isinstance(act.cards, tuple) or not act.cards or not all(map(is_card, act.cards)):
        return _NO_CARD
    dealt = len(cards_of_round(table.memory))
    if len(act.cards) > dealt:
        why = f"Name the cards of the round in the order dealt: {dealt} of them or fewer."
        return Refusal(RECONSTRUCT, "too_many_cards", why)
    return _refuses_cards(table, act.cards)


def _after(table: BlackjackTable, cards: tuple[Card, ...]) -> BlackjackTable:
    anew, _ = judged_anew(table.memory, cards)
    return anew


def _after_correct(table: BlackjackTable, act: CorrectCard) -> BlackjackTable:
    return _after(table, _corrected(table, act))


def _after_restate(table: BlackjackTable, act: RestateCards) -> BlackjackTable:
    return _after(table, act.cards)


def _reported_correct(table: BlackjackTable, kind: type[Act], role: Role) -> Iterator[Offer]:
    """Any card in any place: whether the round can be judged anew with it is for the rules to say."""
    if table.memory.acts:
        places = tuple(range(1, len(cards_of_round(table.memory)) + 1))
        yield Offer(kind, role, {"place": Choices(places), "card": Choices(tuple(DECK)), "reason": Words()})


def _reported_restate(table: BlackjackTable, kind: type[Act], role: Role) -> Iterator[Offer]:
    """The cards as they stand, to be written anew."""
    if table.memory.acts:
        yield Offer(kind, role, {"cards": Choices((cards_of_round(table.memory),)), "reason": Words()})


RECONSTRUCTION: Handlers = {
    CorrectCard: Handler(
        _refuses_correct,
        _after_correct,
        no_offers,
        MANAGERS,
        Occasion(Sort.RULING, RECONSTRUCT, _reported_correct),
        is_never_sealed=True,
    ),
    RestateCards: Handler(
        _refuses_restate,
        _after_restate,
        no_offers,
        MANAGERS,
        Occasion(Sort.RULING, RECONSTRUCT, _reported_restate),
        is_never_sealed=True,
    ),
}
