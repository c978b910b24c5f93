"""From the call to the last card: the deal, insurance, blackjacks (sections 8, 9 and 10)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import (
    CallInsurance,
    CloseInsurance,
    CuttingCard,
    Deal,
    PayBlackjacks,
    ReopenBetting,
    SettleEarly,
)
from croupier.games.blackjack.boxes import BOX, DEALERS_BOX, INSURANCE, Box
from croupier.games.blackjack.cards import Card, code, is_card
from croupier.games.blackjack.flow import (
    CALL_INSURANCE,
    CLOSE_INSURANCE,
    DEALERS,
    PAY_BLACKJACKS,
    Target,
    card_target,
    hand_in_turn,
    has_blackjack,
    has_drawn_on,
    resumed,
)
from croupier.games.blackjack.procedure.new_limits import without_short_wagers
from croupier.games.blackjack.procedure.preparing import refuses_not_due, refuses_while_owed, step_handler
from croupier.games.blackjack.procedure.settling import (
    bust_settled,
    cards_removed,
    insurance_settled,
    peeked,
    settled_stake,
    sevens_settled,
)
from croupier.games.blackjack.state import BlackjackTable, TableShoe
from croupier.games.blackjack.step_names import CALL, CARD, CUTTING_CARD
from croupier.games.general.checks import refuses_closed
from croupier.games.machine import Handler, Handlers
from croupier.games.occasions import Occasion, Sort, signal
from croupier.games.offers import Choices, Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.wagers import NoMoreBets
from croupier.rulebook import Cite

# The call


def _refuses_call(table: BlackjackTable, _act: NoMoreBets) -> Refusal | None:
    if refusal := refuses_not_due(table, CALL):
        return refusal
    if not table.boxes:
        return Refusal(Cite("D2 8.2"), "no_wagers", "There is no wager on any box.")
    return None


def _after_call(table: BlackjackTable, _act: NoMoreBets) -> BlackjackTable:
    """Where new limits leave no wager, there is no round to call."""
    lawful = without_short_wagers(table)
    return resumed(replace(lawful, is_called=bool(lawful.boxes), window_ends=None))


def _offers_call(table: BlackjackTable) -> Iterator[Offer]:
    if _refuses_call(table, NoMoreBets()) is None:
        yield Offer(NoMoreBets, Role.DEALER, {})


def _has_begun(table: BlackjackTable) -> bool:
    """Whether a card has left the shoe, seen or not."""
    return not table.is_final or table.unseen


def _refuses_reopen(table: BlackjackTable, _act: ReopenBetting) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    if not table.is_called:
        return Refusal(Cite("D2 8.2", "B1"), "betting_open", "Betting is open.")
    if _has_begun(table):
        return Refusal(Cite("D2 5.5(a)"), "too_late", "A card has left the shoe, so betting cannot be reopened.")
    return None


def _after_reopen(table: BlackjackTable, _act: ReopenBetting) -> BlackjackTable:
    return resumed(replace(table, is_called=False))


def _offers_reopen(table: BlackjackTable) -> Iterator[Offer]:
    if _refuses_reopen(table, ReopenBetting()) is None:
        yield Offer(ReopenBetting, Role.DEALER, {})


# Cards


def _refuses_deal(table: BlackjackTable, act: Deal) -> Refusal | None:
    if not is_card(act.card):
        return Refusal(
            Cite("D2 3.3(a)"),
            "no_such_card",
            "Write a card as its rank (A, 2 to 9, T, J, Q or K) and its suit (c, d, h or s).",
        )
    if refusal := refuses_not_due(table, CARD):
        return refusal
    if table.exposed is not None:
        return None if act.card == table.exposed else _exposed_first(table.exposed)
    if not table.shoe.pile.count(act.card):
        return Refusal(Cite("D2 3.3(a)"), "not_in_shoe", f"No {act.card} is left in the shoe.")
    return None


def _exposed_first(exposed: Card) -> Refusal:
    return Refusal(Cite("D2 16.4"), "exposed_first", f"The next card must be the exposed {exposed}.")


def drawn(shoe: TableShoe, card: Card) -> TableShoe:
    before = shoe.until_cutting_card
    return replace(shoe, pile=shoe.pile.without(card), until_cutting_card=None if before is None else before - 1)


def _after_deal(table: BlackjackTable, act: Deal) -> BlackjackTable:
    target = card_target(table)
    if target is None:
        raise LookupError(act.card)
    if table.is_final:
        table = replace(table, settled=(), settled_on=(), seen=(), is_final=False, round=table.round + 1)
    shoe = table.shoe if table.exposed is not None else drawn(table.shoe, act.card)
    table = replace(table, shoe=shoe, exposed=None, unseen=False, pending=None)
    table = _to_dealer(table, act.card) if target == DEALERS else _to_hand(table, target, act.card)
    return resumed(table)


def _to_dealer(table: BlackjackTable, card: Card) -> BlackjackTable:
    dealer = table.dealer
    grown = replace(dealer, cards=(*dealer.cards, card), hand=machine.dealer_after(dealer.hand, code(card)))
    table = replace(table, dealer=grown)._with_seen(Box(DEALERS_BOX, hands=(grown,)))
    return peeked(insurance_settled(table)) if len(grown.cards) == 2 else table  # noqa: PLR2004


def _to_hand(table: BlackjackTable, target: Target, card: Card) -> BlackjackTable:
    box = table.box(target.box)
    if box is None:
        raise LookupError(target)
    playing = box.playing(target.hand)
    grown = replace(playing, cards=(*playing.cards, card), hand=machine.after(playing.hand, code(card)))
    laid = box.with_hand(grown)
    table = table._with_box(laid)._with_seen(laid)
    if len(box.hands) == 1:
        sevens = machine.sevens_after_card(box.sevens, code(card))
        over = machine.is_over(grown.hand)
        table = sevens_settled(table, box.number, machine.sevens_at_end(sevens) if over else sevens)
    return bust_settled(table, box.number, grown.id) if machine.is_bust(grown.hand) else table


def _offers_deal(table: BlackjackTable) -> Iterator[Offer]:
    if refuses_not_due(table, CARD) is None:
        cards = tuple(act.card for act in table.chance() if isinstance(act, Deal))
        yield Offer(Deal, Role.DEALER, {"card": Choices(cards)})


def _refuses_cutting_card(table: BlackjackTable, _act: CuttingCard) -> Refusal | None:
    """It comes out when a card behind it is due, or in a round when a card is drawn in error (ruling B56)."""
    is_next = table.shoe.until_cutting_card == 0 and table.exposed is None
    if table.general.is_open and not table.is_final and not table.preparation and is_next:
        return None
    return refuses_not_due(table, CUTTING_CARD)


def _offers_cutting_card(table: BlackjackTable) -> Iterator[Offer]:
    if _refuses_cutting_card(table, CuttingCard()) is None:
        yield Offer(CuttingCard, Role.DEALER, {})


def _after_cutting_card(table: BlackjackTable, _act: CuttingCard) -> BlackjackTable:
    """A round that has begun is finished first (8.7); before its first card the shuffle comes at once (8.8)."""
    target, turn = card_target(table), hand_in_turn(table)
    in_turn = DEALERS.box if turn is None else turn[0].number
    table = table._cutting_card_out(in_turn if target is None else target.box)
    if _has_begun(table) or not table.applies("D2 8.8"):
        return resumed(table)
    return resumed(replace(table, is_called=False)._with_shuffle_if_owed())


# Insurance and blackjacks


def _after_call_insurance(table: BlackjackTable, _act: CallInsurance) -> BlackjackTable:
    return resumed(replace(table, insurance="called"))


def _after_close_insurance(table: BlackjackTable, _act: CloseInsurance) -> BlackjackTable:
    return resumed(replace(table, insurance="closed"))


def _refuses_early(table: BlackjackTable, act: SettleEarly) -> Refusal | None:
    rule = Cite("D2 10.3(a)", "B12")
    # Once the deal is complete the request may come while a card is owed, until that card is dealt (ruling B52).
    if not table.is_dealt and (refusal := refuses_while_owed(table)):
        return refusal
    box = table.box(act.box)
    if box is None or box.stake(act.player, BOX) is None:
        return Refusal(rule, "no_wager_there", f"{act.player} has no wager on box {act.box}.")
    if not has_blackjack(box):
        return Refusal(rule, "no_blackjack", "Only a blackjack can be paid early.")
    if not table.shows_ace:
        return Refusal(rule, "no_ace", "A blackjack can be paid early only against an ace.")
    if has_drawn_on(table):
        return Refusal(rule, "too_late", "Early payment must be asked for before the next card is dealt.")
    return None


def _after_early(table: BlackjackTable, act: SettleEarly) -> BlackjackTable:
    """Paid 1 to 1 at once, insurance back; the cards go when nobody on the box stays in (10.3)."""
    box = table.box(act.box)
    stake = None if box is None else box.stake(act.player, BOX)
    if box is None or stake is None:
        raise LookupError(act.box)
    insured = box.stake(act.player, INSURANCE)
    table = settled_stake(table, box, stake, machine.EARLY_PAYS, Cite("D2 10.3(a)"))
    if insured is not None:
        table = settled_stake(table, box, insured, machine.NOTHING, Cite("D2 10.3 (closing)"), void=True)
    left = table.box(act.box)
    if left is not None and not left.on_hand(0):
        table = cards_removed(table, act.box, 0)
    return resumed(table)


def _offers_early(table: BlackjackTable) -> Iterator[Offer]:
    for box in table.boxes:
        for player in box.bettors:
            if _refuses_early(table, SettleEarly(player, box.number)) is None:
                yield Offer(SettleEarly, Role.PLAYER, {"player": Choices((player,)), "box": Choices((box.number,))})


def _after_pay_blackjacks(table: BlackjackTable, _act: PayBlackjacks) -> BlackjackTable:
    """Against 2 to 9 a blackjack is paid 3 to 2 and its cards go, before any further card (10.1, ruling B36)."""
    for box in table.boxes:
        if has_blackjack(box):
            for stake in box.on_hand(0):
                table = settled_stake(table, box, stake, machine.BLACKJACK_PAYS, Cite("D2 10.1"))
            table = cards_removed(table, box.number, 0)
    return resumed(table)


_DEALER = (Role.DEALER,)

DEALING: Handlers = {
    NoMoreBets: Handler(_refuses_call, _after_call, _offers_call, _DEALER),
    ReopenBetting: Handler(
        _refuses_reopen, _after_reopen, _offers_reopen, _DEALER, Occasion(Sort.IRREGULARITY, Cite("D2 8.2", "B1"))
    ),
    Deal: Handler(_refuses_deal, _after_deal, _offers_deal, _DEALER),
    CuttingCard: Handler(_refuses_cutting_card, _after_cutting_card, _offers_cutting_card, _DEALER),
    CallInsurance: step_handler(CALL_INSURANCE, CallInsurance, _after_call_insurance),
    CloseInsurance: step_handler(CLOSE_INSURANCE, CloseInsurance, _after_close_insurance),
    SettleEarly: Handler(_refuses_early, _after_early, _offers_early, _DEALER, signal("D2 10.3(a)")),
    PayBlackjacks: step_handler(PAY_BLACKJACKS, PayBlackjacks, _after_pay_blackjacks),
}
