"""How wagers at blackjack end: each as soon as it is decided, the rest box by box (5.1, 5.7, 13.2, 15.6)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import CollectCards, SettleBox
from croupier.games.blackjack.boxes import (
    BOX,
    DOUBLE,
    INSURANCE,
    SUPER_SEVENS,
    Box,
    Playing,
    Stake,
    is_addition,
    placed,
)
from croupier.games.blackjack.flow import COLLECT, SETTLE, resumed
from croupier.games.blackjack.hand import DealerBlackjack, Hand, Ratio, Sevens
from croupier.games.blackjack.procedure.preparing import refuses_not_due, step_handler
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.machine import Handler, Handlers
from croupier.games.offers import Choices, Offer
from croupier.games.people import Role
from croupier.games.position import Settled
from croupier.games.refusal import Refusal
from croupier.games.table import Odds, Outcome, handed_back, winnings
from croupier.rulebook import Cite

BUST = Cite("D2 5.1(f)")
SEVENS_RULES = {
    Sevens.LOST: Cite("D2 15.4(f)"),
    Sevens.WON_ONE: Cite("D2 15.4(a)"),
    Sevens.WON_TWO_MIXED: Cite("D2 15.4(b)"),
    Sevens.WON_TWO_SUITED: Cite("D2 15.4(c)"),
    Sevens.WON_THREE_MIXED: Cite("D2 15.4(d)"),
    Sevens.WON_THREE_SUITED: Cite("D2 15.4(e)"),
}


def paid(amount: int, ratio: Ratio, chip: int) -> int:
    """What a stake is paid at that ratio, without the stake; nothing where it does not win."""
    gains, to = ratio
    return winnings(amount, Odds(gains, to), chip) if gains > 0 else 0


def settled_stake(
    table: BlackjackTable, box: Box, stake: Stake, ratio: Ratio, rule: Cite, *, void: bool = False
) -> BlackjackTable:
    """The table with one stake decided and its chips where that puts them."""
    gains, _ = ratio
    pays = paid(stake.amount, ratio, table.sign.smallest_chip)
    outcome = Outcome.WIN if gains > 0 else Outcome.LOSE if gains < 0 else Outcome.STAND_OFF
    outcome = Outcome.VOID if void else outcome
    house = stake.amount if outcome is Outcome.LOSE else -pays
    here = table.box(box.number) or box
    line = Settled(placed(box, stake), outcome, pays, rule)
    table = table._with_box(here.without(stake))._moved(stake.player, handed_back(outcome, stake.amount, pays), house)
    where = (box.number, stake.hand)
    return replace(table, settled=(*table.settled, line), settled_on=(*table.settled_on, where))


def unsettled(table: BlackjackTable, place: int, rule: Cite) -> BlackjackTable:
    """One line of this round made void: what it collected is given back, what it paid is taken back (ruling B47)."""
    line = table.settled[place]
    stake = line.wager.stake
    house = stake if line.outcome is Outcome.LOSE else -line.pays
    table = table._moved(line.wager.player, stake - handed_back(line.outcome, stake, line.pays), -house)
    void = Settled(line.wager, Outcome.VOID, 0, rule)
    return replace(table, settled=(*table.settled[:place], void, *table.settled[place + 1 :]))


def rule_of(stake: Stake, hand: Hand, dealer: Hand, rules: machine.Rules) -> Cite:
    """The limb of rule 5.1 by which a stake on a hand is decided, or the rule that spares it."""
    if machine.is_bust(hand):
        return BUST
    mine, his = machine.is_blackjack(hand), machine.is_blackjack(dealer)
    if his and stake.kind != BOX and rules.dealer_blackjack is not DealerBlackjack.ALL:
        return Cite("D2 11.5", "B4") if stake.kind == DOUBLE else Cite("D2 12.6", "B4")
    player, house = machine.total(hand), machine.total(dealer)
    if mine and not his:
        return Cite("D2 5.1(c)") if house == machine.HIGHEST else Cite("D2 5.4")
    if his and not mine:
        return Cite("D2 5.1(d)") if player == machine.HIGHEST else Cite("D2 5.1(g)")
    if machine.is_bust(dealer):
        return Cite("D2 5.1(a)")
    return Cite("D2 5.1(b)") if player > house else Cite("D2 5.1(g)") if player < house else Cite("D2 5.1(e)")


def stake_ratio(stake: Stake, hand: Hand, dealer: Hand, rules: machine.Rules) -> Ratio:
    if stake.kind == BOX:
        return machine.initial_returns(hand, dealer)
    return machine.addition_returns(hand, dealer, rules)


def hand_settled(table: BlackjackTable, number: int, id: int) -> BlackjackTable:
    """Every stake on a hand decided against the dealer's, and its cards gone to the rack where they may go at once."""
    box = table.box(number)
    if box is None:
        return table
    playing = box.playing(id)
    for stake in box.on_hand(id):
        ratio = stake_ratio(stake, playing.hand, table.dealer.hand, table.rules)
        table = settled_stake(table, box, stake, ratio, rule_of(stake, playing.hand, table.dealer.hand, table.rules))
    return table


def cards_removed(table: BlackjackTable, number: int, id: int) -> BlackjackTable:
    """A hand's cards to the discard rack (10.1, 13.2)."""
    box = table.box(number)
    if box is None:
        return table
    playing = box.playing(id)
    table = replace(table, rack=(*table.rack, *playing.cards))
    return table._with_box(box.with_hand(replace(playing, cards=(), settled=True)))


def bust_settled(table: BlackjackTable, number: int, id: int) -> BlackjackTable:
    """A hand over 21 is collected at once, with its cards (13.2, ruling B7)."""
    return cards_removed(hand_settled(table, number, id), number, id)


def sevens_settled(table: BlackjackTable, number: int, sevens: Sevens, rule: Cite | None = None) -> BlackjackTable:
    """Super Sevens wagers on the box, as soon as they are decided (15.6, ruling B22)."""
    box = table.box(number)
    if box is None:
        return table
    changed = replace(box, sevens=sevens)
    table = table._with_box(changed)._with_seen(changed)
    if not machine.sevens_over(sevens):
        return table
    for stake in box.stakes:
        if stake.kind == SUPER_SEVENS:
            ratio = machine.SEVENS_PAY[sevens]
            table = settled_stake(table, box, stake, ratio, rule or SEVENS_RULES[sevens])
    return table


def insurance_settled(table: BlackjackTable) -> BlackjackTable:
    """Insurance is decided by the dealer's second card, at that moment (9.4, 9.5, ruling B11)."""
    ratio = machine.insurance_returns(table.dealer.hand)
    rule = Cite("D2 9.4") if ratio == machine.INSURANCE_PAYS else Cite("D2 9.5")
    for box in table.boxes:
        for stake in box.stakes:
            if stake.kind == INSURANCE:
                table = settled_stake(table, box, stake, ratio, rule)
    return table


def peeked(table: BlackjackTable) -> BlackjackTable:
    """Where a house takes one wager a box and no more, what busted additions lost comes back."""
    if table.rules.dealer_blackjack is not DealerBlackjack.PEEK or not machine.is_blackjack(table.dealer.hand):
        return table
    lines = []
    for line in table.settled:
        back = line.outcome is Outcome.LOSE and is_addition(line.wager)
        if back:
            table = table._moved(line.wager.player, line.wager.stake, -line.wager.stake)
        rule = Cite("D2 11.5", "B4") if line.wager.position.kind.startswith(DOUBLE) else Cite("D2 12.6", "B4")
        lines.append(replace(line, outcome=Outcome.STAND_OFF, rule=rule) if back else line)
    return replace(table, settled=tuple(lines))


# The end of a round


def _refuses_settle_box(table: BlackjackTable, act: SettleBox) -> Refusal | None:
    if refusal := refuses_not_due(table, SETTLE):
        return refusal
    box = table.box(act.box)
    if box is None or not box.stakes:
        return Refusal(Cite("D2 5.7", "B50"), "nothing_to_settle", "That box has no wager to settle.")
    return None


def _after_settle_box(table: BlackjackTable, act: SettleBox) -> BlackjackTable:
    box = table.box(act.box)
    for playing in box.hands if box is not None else ():
        table = hand_settled(table, act.box, playing.id)
    return resumed(table)


def _offers_settle_box(table: BlackjackTable) -> Iterator[Offer]:
    boxes = tuple(box.number for box in table.boxes if box.stakes)
    if boxes and refuses_not_due(table, SETTLE) is None:
        yield Offer(SettleBox, Role.DEALER, {"box": Choices(boxes)})


def _after_collect(table: BlackjackTable, _act: CollectCards) -> BlackjackTable:
    return round_collected(table)


def round_collected(table: BlackjackTable, *, void: bool = False) -> BlackjackTable:
    """The round is over: what is left on the layout goes to the rack, box by box, then the dealer's (8.6)."""
    hands: list[Playing] = [each for box in table.boxes for each in box.hands] + [table.dealer]
    exposed = () if table.exposed is None else (table.exposed,)
    cards = (*(card for playing in hands for card in playing.cards), *exposed)
    bettors = frozenset(line.wager.player for line in table.settled if line.wager.position.kind == BOX)
    table = _shoe_counted(table, bettors)
    over = replace(
        table,
        rack=(*table.rack, *cards),
        boxes=(),
        gone=(),
        dealer=Playing(0),
        is_called=False,
        is_dealt=False,
        insurance="",
        pending=None,
        is_final=True,
        exposed=None,
    )
    return resumed(over._round_ended(void=void))


def _shoe_counted(table: BlackjackTable, bettors: frozenset[str]) -> BlackjackTable:
    """Who wagered in this round of the shoe; a refill begins it anew for the next round (5.8, ruling B49)."""
    shoe = replace(table.shoe, rounds=table.shoe.rounds + 1)
    if table.is_refilled:
        nobody: frozenset[str] = frozenset()
        fresh = replace(shoe, rounds=0)
        return replace(table, shoe=fresh, began=nobody, wagered=nobody, skipped=nobody, is_refilled=False)
    return replace(
        table,
        shoe=shoe,
        began=bettors if shoe.rounds == 1 else table.began,
        skipped=table.skipped | (table.wagered - bettors),
        wagered=table.wagered | bettors,
    )


SETTLING: Handlers = {
    SettleBox: Handler(_refuses_settle_box, _after_settle_box, _offers_settle_box, (Role.DEALER,)),
    CollectCards: step_handler(COLLECT, CollectCards, _after_collect),
}
