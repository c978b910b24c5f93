"""What goes wrong at a blackjack table, and what then happens (16.1 to 16.6), with 14.5; `shoe` has the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import (
    DiscardExtra,
    DrawForAbsent,
    DrawnUnseen,
    ExposeCard,
    FullPatronage,
    RefuseCard,
    RemoveFaceUp,
    StandForAbsent,
    VoidHand,
    VoidRound,
)
from croupier.games.blackjack.boxes import INSURANCE, SUPER_SEVENS, Box
from croupier.games.blackjack.cards import DECK
from croupier.games.blackjack.flow import COLLECT, DECIDE, SETTLE, due_rule, hand_in_turn, resumed
from croupier.games.blackjack.hand import Decision, State
from croupier.games.blackjack.procedure.deciding import NOBODY, decider, sevens_ended
from croupier.games.blackjack.procedure.preparing import refuses_not_due, refuses_while_owed
from croupier.games.blackjack.procedure.settling import cards_removed, round_collected, settled_stake, unsettled
from croupier.games.blackjack.procedure.shoe import DEALERS, out_of_shoe, refuses_between_only, refuses_from_shoe
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.step_names import CARD, CUTTING_CARD
from croupier.games.general.checks import MANAGERS, refuses_closed
from croupier.games.layout.results import is_reason
from croupier.games.machine import Handler, Handlers, no_offers
from croupier.games.money import is_whole, priced
from croupier.games.occasions import Occasion, Reported, Sort, each_of, signal
from croupier.games.offers import Choices, Field, Offer, Words
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.table import Outcome
from croupier.rulebook import Cite

MOST_FOR_ABSENT = 11
CUTTING_CARD_FIRST = 2
"""The edition since which nothing is drawn in error from behind the cutting card (ruling B56)."""


# Cards that are seen or drawn when they should not be


def _refuses_face_up(table: BlackjackTable, act: RemoveFaceUp) -> Refusal | None:
    return refuses_from_shoe(table, act.card, Cite("D2 16.1"))


def _after_face_up(table: BlackjackTable, act: RemoveFaceUp) -> BlackjackTable:
    """Removed to the rack: it is no card of the round (ruling B45)."""
    return resumed(replace(table, shoe=out_of_shoe(table.shoe, act.card), rack=(*table.rack, act.card)))


def _refuses_unseen(table: BlackjackTable, _act: DrawnUnseen) -> Refusal | None:
    rule = Cite("D2 16.2")
    if not table.is_called or table.preparation:
        return Refusal(rule, "no_round", "No round is being dealt.")
    if table.unseen or table.exposed is not None:
        return Refusal(rule, "drawn_already", "A card drawn in error is waiting already.")
    if not table.shoe.left:
        return Refusal(rule, "not_in_shoe", "The shoe is empty.")
    return _refuses_behind_cutting_card(table)


def _refuses_behind_cutting_card(table: BlackjackTable) -> Refusal | None:
    """Nothing is drawn in error from behind the cutting card: it comes out first (ruling B56)."""
    if table.edition < CUTTING_CARD_FIRST or table.shoe.until_cutting_card != 0:
        return None
    clause = table.steps[CUTTING_CARD].rule.clause
    clause = "D2 8.8" if table.is_final and table.applies("D2 8.8") else clause
    return Refusal(Cite(clause, "B56"), "cutting_card_first", "The cutting card is next. Take it out first.")


def _after_unseen(table: BlackjackTable, _act: DrawnUnseen) -> BlackjackTable:
    """Used as though it were the next card: which it is stays as open as before."""
    return replace(table, unseen=True)


def _refuses_extra(table: BlackjackTable, act: DiscardExtra) -> Refusal | None:
    refusal = refuses_not_due(table, SETTLE, COLLECT) or refuses_from_shoe(table, act.card, Cite("D2 16.3"))
    return refusal or _refuses_behind_cutting_card(table)


def _after_extra(table: BlackjackTable, act: DiscardExtra) -> BlackjackTable:
    return replace(table, shoe=out_of_shoe(table.shoe, act.card), rack=(*table.rack, act.card))


def _refuses_expose(table: BlackjackTable, act: ExposeCard) -> Refusal | None:
    rule = Cite("D2 16.4")
    if refusal := refuses_closed(table):
        return refusal
    if not table.is_dealt:
        return Refusal(
            Cite("D2 16.4", "B24"),
            "not_dealt",
            "The initial deal is not complete. Correct the cards of the round, or void it (rule 16.5).",
        )
    if table.exposed is not None or table.unseen:
        return Refusal(rule, "drawn_already", "A card drawn in error is waiting already.")
    return refuses_from_shoe(table, act.card, rule) or _refuses_behind_cutting_card(table)


def _after_expose(table: BlackjackTable, act: ExposeCard) -> BlackjackTable:
    """It is the next card of the shoe, for whoever takes one (ruling B25)."""
    return resumed(replace(table, shoe=out_of_shoe(table.shoe, act.card), exposed=act.card))


def _refuses_refusal(table: BlackjackTable, act: RefuseCard) -> Refusal | None:
    rule = Cite("D2 16.4", "B25")
    turn = hand_in_turn(table)
    if table.exposed is None:
        return refuses_while_owed(table) or Refusal(rule, "nothing_exposed", "No exposed card is being offered.")
    if turn is None or turn[0].number != act.box or table.step not in (DECIDE, CARD):
        return Refusal(rule, "not_in_turn", "The card is not being offered to that box.")
    if decider(table, turn[0]) != act.player or act.player == NOBODY:
        who = decider(table, turn[0]) or "Nobody"
        return Refusal(table.own_box, "not_yours_to_decide", f"{who} decides for that box.")
    if turn[1].hand.state in (State.DRAWING, State.DOUBLED):
        return Refusal(due_rule(table), "accepted_already", "The card was accepted already.")
    return None


def _after_refusal(table: BlackjackTable, act: RefuseCard) -> BlackjackTable:
    """The hand takes no further card this round, whatever its total (ruling B23)."""
    return resumed(_hand_ended(table, act.box))


def _hand_ended(table: BlackjackTable, number: int) -> BlackjackTable:
    turn = hand_in_turn(table)
    if turn is None:
        raise LookupError(number)
    box, playing = turn
    ended = replace(playing, hand=playing.hand._replace(state=State.OVER))
    return sevens_ended(table._with_box(box.with_hand(ended)), number)


def _offers_refusal(table: BlackjackTable) -> Iterator[Offer]:
    turn = hand_in_turn(table)
    if turn is not None and table.exposed is not None:
        act = RefuseCard(decider(table, turn[0]), turn[0].number)
        if _refuses_refusal(table, act) is None:
            yield Offer(RefuseCard, Role.PLAYER, {"player": Choices((act.player,)), "box": Choices((act.box,))})


# Void hands and rounds


def _refuses_void_round(table: BlackjackTable, act: VoidRound) -> Refusal | None:
    rule = Cite("D2 16.5")
    if table.is_final:
        return Refusal(rule, "no_round", "No round is being played.")
    return None if is_reason(act.reason) else Refusal(rule, "no_reason", "Give the reason on one line.")


def _after_void_round(table: BlackjackTable, _act: VoidRound) -> BlackjackTable:
    """No result: what was collected is given back, what was paid is taken back (ruling B47)."""
    rule = Cite("D2 16.5")
    for place in range(len(table.settled)):
        table = unsettled(table, place, rule)
    for box in table.boxes:
        for stake in box.stakes:
            table = settled_stake(table, box, stake, machine.NOTHING, rule, void=True)
    return round_collected(table, void=True)


def _offers_void_round(table: BlackjackTable) -> Iterator[Offer]:
    if not table.is_final:
        yield Offer(VoidRound, Role.GAME_SUPERVISOR, {"reason": Words()})


def _hand_named(table: BlackjackTable, number: Any, hand: Any) -> Box | None:
    box = next((each for each in (*table.boxes, *table.gone) if each.number == number), None)
    if not is_whole(number) or box is None or not is_whole(hand) or all(each.id != hand for each in box.hands):
        return None
    return box


def _refuses_void_hand(table: BlackjackTable, act: VoidHand) -> Refusal | None:
    rule = Cite("D2 16.5")
    if table.is_final or _hand_named(table, act.box, act.hand) is None:
        return Refusal(rule, "no_such_hand", "The round has no hand with that number.")
    if not is_reason(act.reason):
        return Refusal(rule, "no_reason", "Give the reason on one line.")
    for purse in _after_void_hand(table, act).general.purses:
        if purse.value < 0:
            missing = f"{purse.player} is {priced(-purse.value)} short of what this hand was paid"
            why = f"{missing}. Void the whole round instead."
            return Refusal(Cite("D2 16.5", "B58"), "chips_staked", why)
    return None


def _after_void_hand(table: BlackjackTable, act: VoidHand) -> BlackjackTable:
    """Its wagers go back, with the insurance and Super Sevens of whoever's initial wager lay on it (9.6, 15.7)."""
    box = _hand_named(table, act.box, act.hand)
    if box is None:
        raise LookupError(act.box)
    for place, where in enumerate(table.settled_on):
        if where == (act.box, act.hand):
            table = unsettled(table, place, Cite("D2 16.5", "B47"))
    for stake in box.stakes:
        if stake in box.on_hand(act.hand) or (stake.kind in (INSURANCE, SUPER_SEVENS) and stake.hand == act.hand):
            rule = {INSURANCE: Cite("D2 9.6"), SUPER_SEVENS: Cite("D2 15.7(a)")}.get(stake.kind, Cite("D2 16.5"))
            table = settled_stake(table, box, stake, machine.NOTHING, rule, void=True)
    return resumed(replace(cards_removed(table, act.box, act.hand), pending=None))


def _may_be_void(table: BlackjackTable, box: Box, hand: int) -> bool:
    lines = zip(table.settled, table.settled_on, strict=True)
    decided = any(where == (box.number, hand) and line.outcome is not Outcome.VOID for line, where in lines)
    return (decided or bool(box.on_hand(hand))) and _refuses_void_hand(table, VoidHand(box.number, hand, "-")) is None


def _offers_void_hand(table: BlackjackTable) -> Iterator[Offer]:
    """Every hand that has a wager or had one in this round, decided or not, unless it is void already (ruling B47)."""
    boxes = sorted((*table.boxes, *table.gone), key=lambda box: box.number)
    for box in boxes if not table.is_final else ():
        hands = tuple(each.id for each in box.hands if _may_be_void(table, box, each.id))
        if hands:
            fields: dict[str, Field] = {"box": Choices((box.number,)), "hand": Choices(hands), "reason": Words()}
            yield Offer(VoidHand, Role.GAME_SUPERVISOR, fields)


# A player who is away


def _absent_turn(table: BlackjackTable, number: Any) -> Refusal | None:
    if refusal := refuses_not_due(table, DECIDE):
        return refusal
    turn = hand_in_turn(table)
    if turn is None or not is_whole(number) or turn[0].number != number:
        return Refusal(Cite("D2 16.6"), "not_in_turn", "It is not that box's turn.")
    return None


def _refuses_draw_for_absent(table: BlackjackTable, act: DrawForAbsent) -> Refusal | None:
    if refusal := _absent_turn(table, act.box):
        return refusal
    turn = hand_in_turn(table)
    if turn is not None and machine.total(turn[1].hand) > MOST_FOR_ABSENT:
        why = "Cards can be drawn for an absent player only while the total is 11 or less."
        return Refusal(Cite("D2 16.6", "B26"), "over_11", why)
    return None


def _after_draw_for_absent(table: BlackjackTable, act: DrawForAbsent) -> BlackjackTable:
    turn = hand_in_turn(table)
    if turn is None:
        raise LookupError(act.box)
    box, playing = turn
    drawing = replace(playing, hand=machine.after(playing.hand, Decision.DRAW))
    return resumed(table._with_box(box.with_hand(drawing)))


def _offers_draw_for_absent(table: BlackjackTable) -> Iterator[Offer]:
    turn = hand_in_turn(table)
    if turn is not None and _refuses_draw_for_absent(table, DrawForAbsent(turn[0].number)) is None:
        yield Offer(DrawForAbsent, Role.OPERATOR, {"box": Choices((turn[0].number,))})


def _refuses_stand_for_absent(table: BlackjackTable, act: StandForAbsent) -> Refusal | None:
    return _absent_turn(table, act.box)


def _after_stand_for_absent(table: BlackjackTable, act: StandForAbsent) -> BlackjackTable:
    """Without a direction the hand stands as it is: 13.1(d) binds a player who is there (ruling B26)."""
    return resumed(_hand_ended(table, act.box))


def _offers_stand_for_absent(table: BlackjackTable) -> Iterator[Offer]:
    turn = hand_in_turn(table)
    if turn is not None and _absent_turn(table, turn[0].number) is None:
        yield Offer(StandForAbsent, Role.OPERATOR, {"box": Choices((turn[0].number,))})


# Patronage


def _refuses_patronage(table: BlackjackTable, act: FullPatronage) -> Refusal | None:
    rule = Cite("D2 14.5")
    if not isinstance(act.full, bool):
        return Refusal(rule, "bad_patronage", "Say yes or no: all tables are full.")
    return refuses_between_only(table, rule)


def _after_patronage(table: BlackjackTable, act: FullPatronage) -> BlackjackTable:
    return replace(table, full_patronage=act.full)


def _offers_patronage(table: BlackjackTable) -> Iterator[Offer]:
    if refuses_between_only(table, Cite("D2 14.5")) is None:
        yield Offer(FullPatronage, Role.OPERATOR, {"full": Choices((True, False))})


_ANY_CARD = each_of(card=Choices(tuple(DECK)))
_PLAIN = each_of()


def _irregular(clause: str, reported: Reported) -> Occasion:
    return Occasion(Sort.IRREGULARITY, Cite(clause), reported)


def _ruling(clause: str) -> Occasion:
    return Occasion(Sort.RULING, Cite(clause))


IRREGULARITIES: Handlers = {
    RemoveFaceUp: Handler(_refuses_face_up, _after_face_up, no_offers, DEALERS, _irregular("D2 16.1", _ANY_CARD)),
    DrawnUnseen: Handler(_refuses_unseen, _after_unseen, no_offers, DEALERS, _irregular("D2 16.2", _PLAIN)),
    DiscardExtra: Handler(_refuses_extra, _after_extra, no_offers, DEALERS, _irregular("D2 16.3", _ANY_CARD)),
    ExposeCard: Handler(_refuses_expose, _after_expose, no_offers, DEALERS, _irregular("D2 16.4", _ANY_CARD)),
    RefuseCard: Handler(_refuses_refusal, _after_refusal, _offers_refusal, (Role.DEALER,), signal("D2 16.4")),
    VoidRound: Handler(_refuses_void_round, _after_void_round, _offers_void_round, MANAGERS, _ruling("D2 16.5")),
    VoidHand: Handler(_refuses_void_hand, _after_void_hand, _offers_void_hand, MANAGERS, _ruling("D2 16.5")),
    DrawForAbsent: Handler(
        _refuses_draw_for_absent, _after_draw_for_absent, _offers_draw_for_absent, MANAGERS, _ruling("D2 16.6")
    ),
    StandForAbsent: Handler(
        _refuses_stand_for_absent, _after_stand_for_absent, _offers_stand_for_absent, MANAGERS, _ruling("D2 16.6")
    ),
    FullPatronage: Handler(
        _refuses_patronage, _after_patronage, _offers_patronage, MANAGERS, Occasion(Sort.TABLE, Cite("D2 14.5"))
    ),
}
