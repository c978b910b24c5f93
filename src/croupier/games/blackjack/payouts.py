"""What is to be paid and collected at blackjack: what is decided, and what each open wager is paid if it wins."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.acts import Act
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import PayBlackjacks, SettleBox
from croupier.games.blackjack.boxes import INSURANCE, SUPER_SEVENS, Box, Stake, placed
from croupier.games.blackjack.flow import PAY_BLACKJACKS, SETTLE
from croupier.games.blackjack.hand import Hand, Ratio
from croupier.games.blackjack.procedure.settling import paid, stake_ratio
from croupier.games.blackjack.shown import without_further_seven
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.payouts import PayoutLine, PayoutState, cut_for
from croupier.games.position import Placed, Settled
from croupier.games.table import Odds, Outcome
from croupier.rulebook import Cite

_BEATEN = Hand(hard=machine.HIGHEST + 1, cards=3)
"""A dealer's hand that every hand beats which is not over 21 itself."""
_DONE = {
    Outcome.WIN: PayoutState.PAID,
    Outcome.LOSE: PayoutState.COLLECTED,
    Outcome.STAND_OFF: PayoutState.STANDS_OFF,
    Outcome.VOID: PayoutState.RETURNED,
}
_TO_DO = {**_DONE, Outcome.WIN: PayoutState.PAY, Outcome.LOSE: PayoutState.COLLECT}
_BETTER_THAN_EVEN: dict[str, Ratio] = {
    **dict.fromkeys(("D2 10.1", "D2 5.4", "D2 5.1(c)"), machine.BLACKJACK_PAYS),
    "D2 9.4": machine.INSURANCE_PAYS,
}
"""By the clause that a win is settled under; all others but Super Sevens are paid 1 to 1."""


def payout_lines(table: BlackjackTable) -> Iterator[PayoutLine]:
    """Of the open round: what it has settled, what the next step would settle, and what is open."""
    if table.is_final:
        return
    yield from _decided(table, table.settled, table.settled_on, _DONE)
    after, known = _after_settling(table), len(table.settled)
    yield from _decided(table, after.settled[known:], after.settled_on[known:], _TO_DO)
    for box in after.boxes:
        for stake in box.stakes:
            yield _open(table, box, stake)


def _after_settling(table: BlackjackTable) -> BlackjackTable:
    """The table as the step that is due would settle it; as it is, where that step settles nothing or cannot be now."""
    while table.step in (PAY_BLACKJACKS, SETTLE):
        act: Act = PayBlackjacks()
        if table.step == SETTLE:
            act = SettleBox(next(box.number for box in table.boxes if box.stakes))
        if table.refuses(act) is not None:
            return table
        table = table.play(act)
    return table


Lines = tuple[Settled, ...]
Places = tuple[tuple[int, int], ...]


def _decided(
    table: BlackjackTable, lines: Lines, places: Places, states: dict[Outcome, PayoutState]
) -> Iterator[PayoutLine]:
    for line, (number, hand) in zip(lines, places, strict=True):
        where = hand_number(table, number, hand)
        yield _line(table, line.wager, where, ratio=_ratio_of(line), state=states[line.outcome], rule=line.rule)


def _ratio_of(line: Settled) -> Ratio:
    if line.outcome is not Outcome.WIN:
        return machine.NOTHING
    if line.wager.position.kind == SUPER_SEVENS:
        # So many to one, without a remainder: a split is settled by a clause that names two odds (15.5).
        return line.pays // line.wager.stake, 1
    return _BETTER_THAN_EVEN.get(line.rule.clause, machine.EVEN)


def _open(table: BlackjackTable, box: Box, stake: Stake) -> PayoutLine:
    ratio = _if_it_wins(table, box, stake)
    where = hand_number(table, box.number, stake.hand)
    return _line(table, placed(box, stake), where, ratio=ratio, state=PayoutState.MAY_WIN, rule=None)


def _if_it_wins(table: BlackjackTable, box: Box, stake: Stake) -> Ratio:
    if stake.kind == INSURANCE:
        return machine.INSURANCE_PAYS
    if stake.kind == SUPER_SEVENS:
        return machine.SEVENS_PAY[without_further_seven(box.sevens)]
    return stake_ratio(stake, box.playing(stake.hand).hand, _BEATEN, table.rules)


def _line(
    table: BlackjackTable, wager: Placed, hand: int, *, ratio: Ratio, state: PayoutState, rule: Cite | None
) -> PayoutLine:
    pays = paid(wager.stake, ratio, table.sign.smallest_chip)
    return PayoutLine(
        player=wager.player,
        position=wager.position,
        hand=hand,
        chips=wager.chips,
        stake=wager.stake,
        odds=str(Odds(*ratio)) if pays else "",
        state=state,
        pays=pays,
        cut=cut_for(table, None, wager.chips, pays),
        rule=rule,
    )


def hand_number(table: BlackjackTable, number: int, id: int) -> int:
    """The hand's place among those of its box, from 1, in the order in which they are played."""
    hands = next((box.hands for box in (*table.boxes, *table.gone) if box.number == number), ())
    return next((place for place, each in enumerate(hands, start=1) if each.id == id), 1)
