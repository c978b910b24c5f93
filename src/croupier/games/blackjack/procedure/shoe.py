"""The shoe between rounds and what goes wrong with it: cards replaced, shuffled early or damaged, the burnt card, and a
cutting card that was passed over or never put in (7.7, 8.1, 16.8 to 16.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    NoteDamage,
    OrderShuffle,
    ReplaceCards,
    ReplaceDamaged,
    ReportCuttingCard,
    ReportNoCuttingCard,
    ShowBurnt,
)
from croupier.games.blackjack.cards import DECK, Card, decks, is_card
from croupier.games.blackjack.flow import resumed
from croupier.games.blackjack.state import BlackjackTable, TableShoe
from croupier.games.blackjack.step_names import OPENING, REPLACE, RESHUFFLE
from croupier.games.general.checks import MANAGERS, refuses_closed
from croupier.games.layout.results import is_reason
from croupier.games.machine import Handler, Handlers, no_offers
from croupier.games.money import is_whole
from croupier.games.occasions import Occasion, Reported, Sort, each_of
from croupier.games.offers import Choices, Offer, Words
from croupier.games.people import Role, is_name
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite

DEALERS = (Role.DEALER, Role.GAME_SUPERVISOR)
LONGEST_SET = 64


def refuses_from_shoe(table: BlackjackTable, card: Any, rule: Cite, least: int = 1) -> Refusal | None:
    """A card that comes out of a loaded shoe must be in it, and so many cards at least."""
    if not is_card(card):
        return Refusal(Cite("D2 3.3(a)"), "no_such_card", "That is not a playing card.")
    if not table.general.is_open or table.preparation:
        return Refusal(rule, "no_shoe", "The shoe is not loaded.")
    if not table.shoe.pile.count(card) or table.shoe.left < least:
        return Refusal(rule, "not_in_shoe", f"No {card} is left in the shoe.")
    return None


def out_of_shoe(shoe: TableShoe, card: Card) -> TableShoe:
    """One card fewer, from before the cutting card."""
    before = shoe.until_cutting_card
    return replace(shoe, pile=shoe.pile.without(card), until_cutting_card=max(before - 1, 0) if before else before)


def refuses_between_only(table: BlackjackTable, rule: Cite) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    if not table.is_between_rounds:
        return Refusal(rule, "mid_round", "Wait until the round is over.")
    return None


def _refuses_replace_cards(table: BlackjackTable, act: ReplaceCards) -> Refusal | None:
    if act.mark != "" and not is_name(act.mark):
        why = "Name the cards with letters, digits, or any of _ . @ and -."
        return Refusal(Cite("D2 7.7"), "bad_device", why)
    return refuses_between_only(table, Cite("D2 7.7"))


def _after_replace_cards(table: BlackjackTable, _act: ReplaceCards) -> BlackjackTable:
    """New cards are checked, shuffled and cut like the first (7.7, sections 6 and 7)."""
    nobody: frozenset[str] = frozenset()
    fresh = replace(
        table, shoe=TableShoe(decks(table.options.decks)), rack=(), began=nobody, wagered=nobody, skipped=nobody
    )
    return resumed(replace(fresh, preparation=OPENING, cut_after="new cards", declined=(), unseen=False, damaged=()))


def _offers_replace_cards(table: BlackjackTable) -> Iterator[Offer]:
    if _refuses_replace_cards(table, ReplaceCards()) is None:
        yield Offer(ReplaceCards, Role.OPERATOR, {})


def _reported_replace_cards(table: BlackjackTable, kind: type[Act], role: Role) -> Iterator[Offer]:
    """Which set it is may be written down: those who work at the table are asked."""
    for offer in _offers_replace_cards(table):
        yield Offer(kind, role, {**offer.fields, "mark": Words(LONGEST_SET)})


# Damaged cards


def _refuses_damaged(table: BlackjackTable, act: ReplaceDamaged) -> Refusal | None:
    if not is_card(act.card):
        return Refusal(Cite("D2 3.3(a)"), "no_such_card", "That is not a playing card.")
    return refuses_between_only(table, Cite("D2 16.8", "B27"))


def _after_damaged(table: BlackjackTable, act: ReplaceDamaged) -> BlackjackTable:
    """One card for another of the same rank and suit: the shoe holds what it held, and one debt less is left."""
    if act.card not in table.damaged:
        return table
    place = table.damaged.index(act.card)
    left = (*table.damaged[:place], *table.damaged[place + 1 :])
    owed = table.preparation if left else tuple(step for step in table.preparation if step != REPLACE)
    return resumed(replace(table, damaged=left, preparation=owed)._with_shuffle_if_owed())


def _offers_damaged(table: BlackjackTable) -> Iterator[Offer]:
    """Asked for where damage was noted; any other card may be replaced too."""
    if table.damaged and refuses_between_only(table, Cite("D2 16.8", "B27")) is None:
        yield Offer(ReplaceDamaged, Role.GAME_SUPERVISOR, {"card": Choices(tuple(dict.fromkeys(table.damaged)))})


def _refuses_note(table: BlackjackTable, act: NoteDamage) -> Refusal | None:
    rule = Cite("D2 16.8", "B61")
    if refusal := refuses_closed(table):
        return refusal
    if not is_card(act.card):
        return Refusal(Cite("D2 3.3(a)"), "no_such_card", "That is not a playing card.")
    if table.damaged.count(act.card) >= table.options.decks:
        return Refusal(rule, "noted_already", f"Every {act.card} of the decks has been noted already.")
    return None


def _after_note(table: BlackjackTable, act: NoteDamage) -> BlackjackTable:
    """Noted at once, replaced when the round ends: no next round begins before it."""
    return resumed(replace(table, damaged=(*table.damaged, act.card)))


# An early shuffle


def _refuses_order(table: BlackjackTable, act: OrderShuffle) -> Refusal | None:
    rule = Cite("D2 7.7", "B60")
    if refusal := refuses_between_only(table, rule):
        return refusal
    if table.preparation:
        return Refusal(rule, "being_prepared", "The cards are being prepared already.")
    return None if is_reason(act.reason) else Refusal(rule, "no_reason", "Give the reason on one line.")


def _after_order(table: BlackjackTable, _act: OrderShuffle) -> BlackjackTable:
    """The cards in use, shuffled and then cut as new ones are (7.3(d))."""
    return resumed(replace(table, preparation=RESHUFFLE, cut_after="new cards", declined=()))


def _offers_order(table: BlackjackTable) -> Iterator[Offer]:
    if table.general.is_open and table.is_between_rounds and not table.preparation:
        yield Offer(OrderShuffle, Role.GAME_SUPERVISOR, {"reason": Words()})


# The burnt card and the cutting card


def _refuses_show_burnt(table: BlackjackTable, act: ShowBurnt) -> Refusal | None:
    rule = Cite("D2 8.1")
    if not table.shoe.unseen:
        return Refusal(rule, "nothing_burnt", "No card lies discarded face down, or it has been seen.")
    return refuses_from_shoe(table, act.card, rule, least=0)


def _after_show_burnt(table: BlackjackTable, act: ShowBurnt) -> BlackjackTable:
    shoe = replace(table.shoe, pile=table.shoe.pile.without(act.card), unseen=0)
    return replace(table, shoe=shoe, rack=(act.card, *table.rack))


def _refuses_report(table: BlackjackTable, act: ReportCuttingCard) -> Refusal | None:
    rule = Cite("D2 16.9", "B13")
    if table.shoe.until_cutting_card is None:
        return Refusal(rule, "out_already", "The cutting card is out already, or was never in.")
    if not is_whole(act.box) or not 0 <= act.box <= table.options.boxes:
        return Refusal(rule, "no_such_box", f"Choose a box from 1 to {table.options.boxes}, or 0 for the dealer.")
    return None


def _after_report(table: BlackjackTable, act: ReportCuttingCard) -> BlackjackTable:
    """It came out and nobody shuffled: the shuffle comes right after this round."""
    return resumed(table._shuffle_overdue(act.box))


def _refuses_no_cutting_card(table: BlackjackTable, _act: ReportNoCuttingCard) -> Refusal | None:
    if table.shoe.until_cutting_card is None:
        return Refusal(Cite("D2 16.10"), "out_already", "The cutting card is out already, or was reported missing.")
    return None


def _after_no_cutting_card(table: BlackjackTable, _act: ReportNoCuttingCard) -> BlackjackTable:
    return resumed(table._shuffle_overdue(NO_CUTTING_CARD))


NO_CUTTING_CARD = -1


_ANY_CARD = each_of(card=Choices(tuple(DECK)))
_ANY_BOX = each_of(box=Choices(tuple(range(10))))
_PLAIN = each_of()


def _irregular(clause: str, reported: Reported) -> Occasion:
    return Occasion(Sort.IRREGULARITY, Cite(clause), reported)


SHOE: Handlers = {
    ReplaceCards: Handler(
        _refuses_replace_cards,
        _after_replace_cards,
        _offers_replace_cards,
        MANAGERS,
        Occasion(Sort.TABLE, Cite("D2 7.7"), _reported_replace_cards),
    ),
    ReplaceDamaged: Handler(
        _refuses_damaged, _after_damaged, _offers_damaged, MANAGERS, Occasion(Sort.TABLE, Cite("D2 16.8"), _ANY_CARD)
    ),
    NoteDamage: Handler(_refuses_note, _after_note, no_offers, DEALERS, _irregular("D2 16.8", _ANY_CARD)),
    OrderShuffle: Handler(
        _refuses_order,
        _after_order,
        _offers_order,
        MANAGERS,
        Occasion(Sort.TABLE, Cite("D2 7.7", "B60")),
        is_never_sealed=True,
    ),
    ShowBurnt: Handler(_refuses_show_burnt, _after_show_burnt, no_offers, DEALERS, _irregular("D2 8.1", _ANY_CARD)),
    ReportCuttingCard: Handler(_refuses_report, _after_report, no_offers, DEALERS, _irregular("D2 16.9", _ANY_BOX)),
    ReportNoCuttingCard: Handler(
        _refuses_no_cutting_card, _after_no_cutting_card, no_offers, DEALERS, _irregular("D2 16.10", _PLAIN)
    ),
}
