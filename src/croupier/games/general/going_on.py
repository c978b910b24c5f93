"""Going on before the announced end of betting, by consent of everyone with a wager in the round.

The rules leave the moment of “No more bets” to the dealer. An automatic table announces it instead, and keeps to
what it announced, unless those who wait for it ask to go on.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.acts import CallEarly, Ready
from croupier.games.general.checks import TableType, refuses_closed
from croupier.games.machine import Handler, Handlers
from croupier.games.offers import Choices, Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.table import Table
from croupier.games.wagers import NoMoreBets
from croupier.rulebook import Cite

CALL = NoMoreBets.words()


def _call_rule(table: Table) -> Cite:
    return table.steps[CALL].rule


def _refuses_moment(table: Table) -> Refusal | None:
    """An announced end is ahead, and the table closes betting by itself."""
    if refusal := refuses_closed(table):
        return refusal
    rule = _call_rule(table)
    if CALL not in table.automation:
        return Refusal(rule, "dealer_calls", "The dealer calls “No more bets” here, and needs nobody's consent.")
    if not table.betting_is_open:
        return Refusal(rule, "too_late", "Betting is closed already.")
    if table.closes_at is None:
        return Refusal(rule, "no_window", "Betting has no announced end yet, so it cannot end early.")
    return None


def _refuses_ready(table: Table, act: Ready) -> Refusal | None:
    if refusal := _refuses_moment(table):
        return refusal
    if act.player not in table.wagerers:
        return Refusal(_call_rule(table), "no_wager", "Only players with a wager can ask to close betting early.")
    if act.player in table.general.ready:
        return Refusal(_call_rule(table), "ready_already", f"{act.player} has asked to close betting early already.")
    return None


def _after_ready(table: TableType, act: Ready) -> TableType:
    return table._with_general(replace(table.general, ready=tuple(sorted((*table.general.ready, act.player)))))


def _offers_ready(table: Table) -> Iterator[Offer]:
    for player in sorted(table.wagerers):
        if _refuses_ready(table, Ready(player)) is None:
            yield Offer(Ready, Role.PLAYER, {"player": Choices((player,))})


def _refuses_early(table: Table, act: CallEarly) -> Refusal | None:
    if refusal := _refuses_moment(table):
        return refusal
    if waiting := sorted(table.wagerers - set(table.general.ready)):
        why = f"Everyone with a wager must ask to close betting early. {waiting[0]} has not asked yet."
        return Refusal(_call_rule(table), "not_agreed", why)
    if act.agreed != table.general.ready:
        why = "An early close names everyone who has a wager in the round, and nobody else."
        return Refusal(_call_rule(table), "wrong_names", why)
    return None


def _after_early(table: TableType, _act: CallEarly) -> TableType:
    return table._handlers[NoMoreBets].after(table, NoMoreBets())  # type: ignore[no-any-return]


def _offers_early(table: Table) -> Iterator[Offer]:
    if _refuses_early(table, CallEarly(table.general.ready)) is None:
        yield Offer(CallEarly, Role.OPERATOR, {"agreed": Choices((table.general.ready,))})


GOING_ON: Handlers = {
    Ready: Handler(_refuses_ready, _after_ready, _offers_ready, leaves=True),
    CallEarly: Handler(_refuses_early, _after_early, _offers_early, (Role.OPERATOR,)),
}
