"""What players of the house's own do: one act at a time, told from the state and their stated strategy alone.

The floor plays what this says, and an audit of the journal asks it again: a house player who did otherwise is found.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.acts import Act, Ready
from croupier.games.blackjack.acts import Sit
from croupier.games.blackjack.boxes import BOX
from croupier.games.blackjack.decision_acts import decision_act
from croupier.games.blackjack.flow import DECIDE, hand_in_turn
from croupier.games.blackjack.house_strategies import ACE, HOUSE_STRATEGIES
from croupier.games.blackjack.procedure.deciding import decider
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.journalled import Journalled
from croupier.games.layout.table import LayoutTable
from croupier.games.people import HousePlayer
from croupier.games.position import Position
from croupier.games.table import Table
from croupier.games.tournament.session_table.session import SessionTable
from croupier.games.tournament.session_table.table_acts import GiveName, TakeSeat
from croupier.games.wagers import Wager


def next_act(state: Journalled) -> Act | None:
    """What a house player does now, the first by name who has something to do."""
    if not isinstance(state, Table):
        return None
    return next((act for each in state.general.house_players if (act := act_of(state, each)) is not None), None)


def act_of(table: Table, who: HousePlayer) -> Act | None:
    """What that house player does now; nothing where there is nothing to do."""
    return next((act for act in _wishes(table, who) if table.refuses(act) is None), None)


def people_wagering(table: Table) -> frozenset[str]:
    """Everyone with a wager in the round who is no house player: without them no house player wagers."""
    return table.wagerers - {each.player for each in table.general.house_players}


def _wishes(table: Table, who: HousePlayer) -> Iterator[Act]:
    """In the order in which they come; what is refused is passed over."""
    if isinstance(table, SessionTable):
        yield from _in_session(table, who)
    elif isinstance(table, LayoutTable):
        yield from _with_company(table, who, Position(who.strategy), table.sign.limits(who.strategy).minimum)
    elif isinstance(table, BlackjackTable):
        yield from _at_blackjack(table, who)


def _with_company(table: Table, who: HousePlayer, position: Position, amount: int) -> Iterator[Act]:
    """Wagers when somebody has wagered, and goes on when all of them want to."""
    people = people_wagering(table)
    if not table.betting_is_open or not people:
        return
    if who.player not in table.wagerers:
        yield Wager(who.player, position, amount)
    elif people <= set(table.general.ready):
        yield Ready(who.player)


def _at_blackjack(table: BlackjackTable, who: HousePlayer) -> Iterator[Act]:
    if who.player not in table.seats:
        yield from (Sit(who.player, box) for box, seat in enumerate(table.seats, start=1) if not seat)
        return
    box = Position(BOX, (table.seats.index(who.player) + 1,))
    yield from _with_company(table, who, box, _stake(table, who))
    yield from _decisions(table, who)


def _in_session(table: SessionTable, who: HousePlayer) -> Iterator[Act]:
    if who.player not in table.seats:
        return
    yield TakeSeat(who.player)
    yield GiveName(who.player)
    if who.player in table.in_turn:
        box = Position(BOX, (table.box_number(who.player),))
        yield from (Wager(who.player, box, amount) for amount in (_stake(table, who), table.sign.minimum))
    yield from _decisions(table, who)


def _stake(table: BlackjackTable, who: HousePlayer) -> int:
    """The minimum, or a part of the chips in hand, in steps that the sign allows."""
    sign, parts = table.sign.limits(BOX), HOUSE_STRATEGIES[who.strategy].wagers
    purse = table.purse_if_any(who.player)
    if not parts or purse is None:
        return sign.minimum
    amount = purse.value // parts
    return max(sign.minimum, min(sign.maximum, amount) // table.sign.step * table.sign.step)


def _decisions(table: BlackjackTable, who: HousePlayer) -> Iterator[Act]:
    turn = hand_in_turn(table)
    if table.step != DECIDE or turn is None or decider(table, turn[0]) != who.player:
        return
    box, playing = turn
    up = table.dealer.hand
    for decision in HOUSE_STRATEGIES[who.strategy].wishes(playing.hand, ACE if up.ace else up.hard):
        stake = box.stake(who.player, BOX)
        yield decision_act(decision, who.player, box.number, 0 if stake is None else stake.amount)
