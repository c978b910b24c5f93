"""What is to be paid and collected on a layout, once there is a result."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.layout.table import LayoutTable, Progress
from croupier.games.payouts import PayoutLine, PayoutState, cut_for
from croupier.games.position import Settled
from croupier.games.table import Outcome

_STATES = {
    (Outcome.WIN, Progress.WAITING): PayoutState.PAY,
    (Outcome.WIN, Progress.PAID): PayoutState.PAID,
    (Outcome.WIN, Progress.TAKEN_UP): PayoutState.PAID,
    (Outcome.LOSE, Progress.WAITING): PayoutState.COLLECT,
    (Outcome.LOSE, Progress.COLLECTED): PayoutState.COLLECTED,
}


def payout_lines(table: LayoutTable) -> Iterator[PayoutLine]:
    """The open settlement, line by line; none while there is no result, or once it is final."""
    for line, progress in zip(table.settled, table.progress, strict=False):
        wager = line.wager
        yield PayoutLine(
            player=wager.player,
            position=wager.position,
            hand=0,
            chips=wager.chips,
            stake=wager.stake,
            odds=_odds(table, line),
            state=_STATES.get((line.outcome, progress), PayoutState.RETURNED),
            pays=line.pays,
            cut=cut_for(table, table.purse_if_any(wager.player), wager.chips, line.pays),
            rule=line.rule,
        )


def _odds(table: LayoutTable, line: Settled) -> str:
    """Of the position where it lies, or where a ruling takes it to lie."""
    if line.outcome is not Outcome.WIN:
        return ""
    made = table.favour_for(line.wager.player, line.wager.position)
    is_ruled = made is not None and line.rule in (table.game.clauses.favour, table.game.clauses.favour_stands)
    where = made.settle_as if made is not None and is_ruled and made.settle_as else line.wager.position
    odds = table.game.verdict(where, table.result).odds
    return "" if odds is None else str(odds)
