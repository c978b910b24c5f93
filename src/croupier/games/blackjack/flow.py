"""What comes next at a blackjack table: the cards made ready, the deal, the decisions, the dealer's hand, the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import (
    Burn,
    CallInsurance,
    CollectCards,
    InsertCuttingCard,
    InspectCards,
    PayBlackjacks,
    ReplaceDamaged,
    Riffle,
    SettleBox,
    Shuffle,
    SpreadCards,
    Stack,
    StaffCut,
    TurnCards,
    Wash,
)
from croupier.games.blackjack.boxes import INSURANCE, Box, Playing, is_addition
from croupier.games.blackjack.hand import HandOrigin, Need, State
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.step_names import (
    CALL,
    CARD,
    CUT,
    CUTTING_CARD,
    DEALER_INSPECTS,
    INSERT,
    REPLACE,
    RESHUFFLE,
    RIFFLE,
    SHUFFLE,
    SPREAD,
    STACK,
    SUPERVISOR_INSPECTS,
    TURN,
    WASH,
)
from croupier.games.machine import Awaited
from croupier.games.people import GAME_SUPERVISOR, Role
from croupier.games.steps import OPEN_TABLE, SETTLING, Step, in_order
from croupier.games.table import Outcome
from croupier.games.wagers import NoMoreBets
from croupier.rulebook import Cite

BURN = "burn"
CALL_INSURANCE, CLOSE_INSURANCE, PAY_BLACKJACKS = "call insurance", "close insurance", "pay blackjacks"
DECIDE, SETTLE, COLLECT = "decide", "settle box", "collect cards"

STEPS = in_order(
    Step(DEALER_INSPECTS, Cite("D2 6.1"), "sort and inspect the cards"),
    Step(SUPERVISOR_INSPECTS, Cite("D2 6.1"), "sort and inspect the cards", Role.GAME_SUPERVISOR),
    Step(SPREAD, Cite("D2 6.2"), "spread the cards face up"),
    Step(TURN, Cite("D2 6.3"), "turn the cards face down"),
    Step(WASH, Cite("D2 6.3(a)"), "wash the cards"),
    Step(STACK, Cite("D2 6.3(b)"), "stack the cards"),
    Step(RIFFLE, Cite("D2 6.3(c)"), "riffle the cards"),
    Step(REPLACE, Cite("D2 16.8", "B61"), "replace the damaged card", Role.GAME_SUPERVISOR),
    Step(SHUFFLE, Cite("D2 7.1"), "shuffle the cards"),
    Step(CUT, Cite("D2 7.2"), "have the cards cut"),
    Step(INSERT, Cite("D2 7.6"), "insert the cutting card and load the shoe"),
    Step(BURN, Cite("D2 8.1"), "discard the first card face down"),
    Step(CALL, Cite("D2 8.2"), "call “No more bets”"),
    Step(CARD, Cite("D2 8.2"), "deal the next card"),
    Step(CUTTING_CARD, Cite("D2 8.7"), "take the cutting card out"),
    Step(CALL_INSURANCE, Cite("D2 9.2(a)"), "call “Insurance” and run a hand along the insurance line"),
    Step(CLOSE_INSURANCE, Cite("D2 9.2 (closing)"), "close insurance"),
    Step(PAY_BLACKJACKS, Cite("D2 10.1"), "pay the blackjacks"),
    Step(DECIDE, Cite("D2 8.3"), "decide for the hand in turn", Role.PLAYER),
    Step(SETTLE, Cite("D2 5.7"), "settle the boxes", movement=SETTLING),
    Step(COLLECT, Cite("D2 8.6"), "collect the cards", movement=SETTLING),
)
AUTOMATIC = frozenset(STEPS) - {CARD, CUTTING_CARD, DECIDE, CLOSE_INSURANCE} | {OPEN_TABLE}


TableType = TypeVar("TableType", bound=BlackjackTable)


class Target(NamedTuple):
    """Whose the next card is: a hand of a box, or the dealer's with box 0."""

    box: int
    hand: int


DEALERS = Target(0, 0)


def card_target(table: BlackjackTable) -> Target | None:
    """Whose card is due, where one is (8.2, 8.4, 8.5, 12.3)."""
    if not table.is_dealt:
        return initial_target(table)
    turn = hand_in_turn(table)
    if turn is not None:
        box, playing = turn
        return Target(box.number, playing.id) if machine.needs_card(playing.hand) else None
    return DEALERS if machine.dealer_draws(table.dealer.hand, dealer_need(table), table.rules) else None


def due_rule(table: BlackjackTable) -> Cite:
    """The clause of the step that is due: of a card, the one by which that card is owed (ruling B57)."""
    target = card_target(table) if table.step == CARD else None
    if target is None:
        return table.steps[table.step].rule
    if not table.is_dealt:
        box = table.box(target.box)
        return Cite("D2 8.2(b)") if box is None else Cite("D2 8.2(c)" if box.hands[0].cards else "D2 8.2(a)")
    box = table.box(target.box)
    if box is None:
        return Cite("D2 8.5")
    hand = box.playing(target.hand).hand
    if hand.state != State.PLAYING:
        return Cite("D2 8.4")
    return Cite("D2 12.4(b)") if hand.origin == HandOrigin.SPLIT_ACE else Cite("D2 12.3")


def initial_target(table: BlackjackTable) -> Target | None:
    return next(initial_targets(table), None)


def initial_targets(table: BlackjackTable) -> Iterator[Target]:
    """What is left of the initial deal: one card to each box, one to the dealer, a second to each box (8.2)."""
    boxes = [box for box in table.boxes if not box.hands[0].settled]
    for cards in (0, 1):
        for box in boxes:
            if len(box.hands[0].cards) <= cards:
                yield Target(box.number, 0)
        if cards == 0 and boxes and not table.dealer.cards:
            yield DEALERS


def hand_in_turn(table: BlackjackTable) -> tuple[Box, Playing] | None:
    """The first hand from the dealer's left that is not over, hand after hand (8.3, 12.3)."""
    for box in table.boxes:
        for playing in box.hands:
            if not playing.settled and not machine.is_over(playing.hand):
                return box, playing
    return None


def dealer_need(table: BlackjackTable) -> Need:
    """What the undecided wagers need of the dealer's hand (13.4, ruling B8)."""
    hands = [each.hand for box in table.boxes for each in box.hands if box.on_hand(each.id)]
    insured = any(stake.kind == INSURANCE for box in table.boxes for stake in box.stakes)
    lost = any(is_addition(line.wager) and line.outcome is Outcome.LOSE for line in table.settled)
    return machine.dealer_need(hands, insured=insured, lost_additions=lost, rules=table.rules)


def next_step(table: BlackjackTable) -> str:
    if step := table.own_step:
        return step
    if table.preparation:
        return table.preparation[0]
    if not table.is_called:
        return CALL
    if table.is_dealt and (step := _after_the_deal(table)):
        return step
    if card_target(table) is not None:
        return CUTTING_CARD if table.shoe.until_cutting_card == 0 and table.exposed is None else CARD
    if hand_in_turn(table) is not None:
        return DECIDE
    return SETTLE if any(box.stakes for box in table.boxes) else COLLECT


def _after_the_deal(table: BlackjackTable) -> str | None:
    """What stands between the initial deal and the decisions (ruling B37)."""
    if len(table.dealer.cards) != 1:
        return None
    if table.dealer.hand.ace:
        return {"": CALL_INSURANCE, "called": CLOSE_INSURANCE}.get(table.insurance)
    natural = (box.hands[0].hand for box in table.boxes if has_blackjack(box))
    return PAY_BLACKJACKS if any(machine.paid_at_once(hand, table.dealer.hand) for hand in natural) else None


def has_blackjack(box: Box) -> bool:
    first = box.hands[0]
    return not first.settled and len(box.hands) == 1 and machine.is_blackjack(first.hand)


def has_drawn_on(table: BlackjackTable) -> bool:
    """Whether a card has left the shoe since the initial deal, in error or not (rulings B12, B52)."""
    if table.exposed is not None or table.unseen:
        return True
    dealt = {DEALERS.box: 1}
    return any(sum(len(each.cards) for each in box.hands) > dealt.get(box.number, 2) for box in table.seen)


def resumed(table: TableType) -> TableType:
    """The table before its next step, or past those that happen by themselves."""
    if not table.general.is_open:
        return replace(table, step=next_step(table))
    if not table.is_final and not table.is_dealt and initial_target(table) is None:
        table = replace(table, is_dealt=True)
    if table.is_called and not table.preparation and _ran_out(table):
        at = table.shoe.came_out_at
        after = table.cut_after if at is None else "new cards" if at < 0 else str(at)
        table = replace(table, preparation=RESHUFFLE, refilled=True, cut_after=after, declined=())
    table = table._with_replacement_if_owed()
    table = replace(table, step=next_step(table))
    if table.step not in table.automation or table.step == CALL:
        return table._with_window_begun()
    act = table.own_act or own_act(table)
    handler = table._handlers[type(act)]
    return table if handler.refuses(table, act) else handler.after(table, act)


def _ran_out(table: BlackjackTable) -> bool:
    """A card is due and the shoe is empty (16.7, ruling B46)."""
    empty = table.shoe.left == 0 and table.exposed is None
    return empty and bool(table.rack) and next_step(table) == CARD


def called_by_clock(table: TableType) -> TableType:
    """At an automatic table the window closes by itself."""
    due = table.window_ends is not None and table.clock >= table.window_ends
    if due and table.step == CALL and CALL in table.automation:
        return table._handlers[NoMoreBets].after(table, NoMoreBets())  # type: ignore[no-any-return]
    return table


def own_act(table: BlackjackTable) -> Act:
    """The step that is due, as the dealer takes it."""
    half = table.shoe.left // 2
    acts: dict[str, Act] = {
        DEALER_INSPECTS: InspectCards(),
        SUPERVISOR_INSPECTS: InspectCards(by=GAME_SUPERVISOR),
        SPREAD: SpreadCards(),
        TURN: TurnCards(),
        WASH: Wash(),
        STACK: Stack(),
        RIFFLE: Riffle(),
        SHUFFLE: Shuffle(),
        CUT: StaffCut(half),
        INSERT: InsertCuttingCard(max(1, half // 2)),
        BURN: Burn(),
        CALL: NoMoreBets(),
        CALL_INSURANCE: CallInsurance(),
        PAY_BLACKJACKS: PayBlackjacks(),
        SETTLE: SettleBox(next((box.number for box in table.boxes if box.stakes), 0)),
        COLLECT: CollectCards(),
    }
    return ReplaceDamaged(table.damaged[0]) if table.step == REPLACE else acts[table.step]


def awaited(table: BlackjackTable) -> tuple[Awaited, ...]:
    """What may come next at an open table, and from whom."""
    if not table.general.is_open:
        return (Awaited(OPEN_TABLE, Role.DEALER, table.application),)
    step = table.steps[table.step]
    due = Awaited(step.words, step.role, due_rule(table))
    wagers = Awaited("place wagers", Role.PLAYER, Cite("D2 5.1"))
    return (wagers, due) if table.betting_is_open else (due,)
