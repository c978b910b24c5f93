"""A table's round as people read it, made from the table."""

from __future__ import annotations

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.boxes import DEALERS_BOX, Box, Playing
from croupier.games.blackjack.flow import DECIDE, hand_in_turn
from croupier.games.blackjack.procedure.deciding import decider
from croupier.games.blackjack.shown import (
    BlackjackRoundShown,
    BoxShown,
    Decider,
    HandShown,
    Turn,
    hand_shown,
    sevens_shown,
)
from croupier.games.blackjack.state import BlackjackTable


def round_shown(table: BlackjackTable) -> BlackjackRoundShown:
    dealers = next((box for box in table.seen if box.number == DEALERS_BOX), None)
    return BlackjackRoundShown(
        boxes=tuple(_box(table, box) for box in table.seen if box is not dealers),
        dealer=None if dealers is None else _hand(dealers.hands[0], is_over=table.is_final),
        turn=_turn(table),
        deciders=tuple(Decider(box.number, decider(table, box)) for box in table.boxes if box.stakes),
        insurance=table.insurance,
        settled_on=table.settled_on,
        until_cutting_card=table.shoe.until_cutting_card,
        is_last_of_shoe=table.shoe.came_out_at is not None,
    )


def _box(table: BlackjackTable, box: Box) -> BoxShown:
    lying = table.box(box.number)
    return BoxShown(
        number=box.number,
        bettors=box.bettors,
        hands=tuple(_hand(each, is_over=table.is_final or _is_over(lying, each)) for each in box.hands),
        sevens=None if table.options.super_sevens is None else sevens_shown(box.sevens),
    )


def _is_over(lying: Box | None, seen: Playing) -> bool:
    """As the hand is now: after its last card it may have been decided."""
    now = next((each for each in lying.hands if each.id == seen.id), None) if lying else None
    return now is None or now.settled or machine.is_over(now.hand)


def _hand(playing: Playing, *, is_over: bool) -> HandShown:
    return hand_shown(playing.id, playing.cards, playing.hand, is_over=is_over)


def _turn(table: BlackjackTable) -> Turn | None:
    found = hand_in_turn(table) if table.step == DECIDE else None
    if found is None:
        return None
    box, playing = found
    return Turn(box.number, playing.id, decider(table, box))
