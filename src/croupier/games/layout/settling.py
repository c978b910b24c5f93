"""The call, collecting, paying, opening the next round, and a supervisor's ruling."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.general.exchange import without_idle_purses
from croupier.games.layout.acts import Collect, Favour, OpenBetting, Pay, PayWager
from croupier.games.layout.game import CALL, COLLECT, OPEN_BETTING, PAY, TAKE_UP
from croupier.games.layout.lawful import refuses_lawless
from croupier.games.layout.lines import judged, line_of, moved, ruled, waiting
from croupier.games.layout.results import refuses_no_reason
from croupier.games.layout.steps import refuses_out_of_order, step_handler
from croupier.games.layout.table import LayoutTable, Progress
from croupier.games.machine import Handler, Handlers
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Choices, Field, Offer, Words
from croupier.games.people import Role
from croupier.games.position import Settled
from croupier.games.refusal import Refusal
from croupier.games.table import Outcome
from croupier.games.wagers import NoMoreBets
from croupier.rulebook import Cite

RULERS = (Role.GAME_SUPERVISOR, Role.OPERATOR)


def after_call(table: LayoutTable, _act: NoMoreBets) -> LayoutTable:
    return replace(table, closed_early=False, window_ends=None, result=None).proceed()


def _after_collect(table: LayoutTable, _act: Collect) -> LayoutTable:
    return moved(table, dict.fromkeys(waiting(table, Outcome.LOSE), Progress.COLLECTED)).proceed()


def _paid(table: LayoutTable, places: list[int]) -> LayoutTable:
    done = Progress.TAKEN_UP if TAKE_UP in table.automation else Progress.PAID
    table = moved(table, dict.fromkeys(places, done))
    return table if waiting(table, Outcome.WIN) else table.proceed()


def _to_pay(table: LayoutTable, area: str) -> list[int]:
    areas = table.game.areas
    return [
        place for place in waiting(table, Outcome.WIN) if not area or areas[table.settled[place].wager.position] == area
    ]


def _refuses_pay(table: LayoutTable, act: Pay) -> Refusal | None:
    if not isinstance(act.area, str) or not _to_pay(table, act.area):
        rule = table.game.steps[PAY].rule
        return Refusal(rule, "nothing_to_pay", f"No winning wager waits to be paid in the area {act.area!r}.")
    return None


def _after_pay(table: LayoutTable, act: Pay) -> LayoutTable:
    return _paid(table, _to_pay(table, act.area))


def _place_to_pay(table: LayoutTable, act: PayWager) -> int | None:
    for place in waiting(table, Outcome.WIN):
        wager = table.settled[place].wager
        if wager.player == act.player and wager.position == act.position:
            return place
    return None


def _refuses_pay_wager(table: LayoutTable, act: PayWager) -> Refusal | None:
    if refusal := refuses_out_of_order(table, PAY) or refuses_lawless(table, act.position):
        return refusal
    if _place_to_pay(table, act) is None:
        rule = table.game.steps[PAY].rule
        return Refusal(
            rule, "nothing_to_pay", f"{act.player} has no winning wager on {act.position} that waits to be paid."
        )
    return None


def _after_pay_wager(table: LayoutTable, act: PayWager) -> LayoutTable:
    place = _place_to_pay(table, act)
    return _paid(table, [] if place is None else [place])


def _offers_pay_wager(table: LayoutTable) -> Iterator[Offer]:
    if refuses_out_of_order(table, PAY) is None:
        for place in waiting(table, Outcome.WIN):
            wager = table.settled[place].wager
            fields: dict[str, Field] = {"player": Choices((wager.player,)), "position": Choices((wager.position,))}
            yield Offer(PayWager, Role.DEALER, fields)


def _after_open_betting(table: LayoutTable, _act: OpenBetting) -> LayoutTable:
    final = replace(
        table,
        progress=(),
        voided=(),
        equipment=table.game.equipment_after_result(table.equipment, table.result),
    )
    return without_idle_purses(final.with_window_begun()).proceed()


def _worth(line: Settled) -> int:
    match line.outcome:
        case Outcome.WIN:
            return line.pays
        case Outcome.LOSE:
            return -line.wager.stake
        case _:
            return 0


def _favoured(table: LayoutTable, line: Settled, act: Favour) -> Settled:
    rule = table.game.clauses.favour
    if act.settle_as is None:
        return Settled(line.wager, Outcome.VOID, 0, rule, act.reason)
    elsewhere = judged(table, line.wager, act.settle_as, table.result)
    return Settled(line.wager, elsewhere.outcome, elsewhere.pays, rule, act.reason)


def _refuses_favour(table: LayoutTable, act: Favour) -> Refusal | None:
    rule = table.game.clauses.favour
    if refusal := refuses_no_reason(table, act.reason) or refuses_lawless(table, act.position):
        return refusal
    place = line_of(table, act.player, act.position)
    if place is None:
        return Refusal(
            rule, "no_wager_there", f"{act.player} has no wager on {act.position} in a round that is not final."
        )
    if act.settle_as is not None and (refusal := refuses_lawless(table, act.settle_as)):
        return refusal
    line = table.settled[place]
    if _worth(_favoured(table, line, act)) <= _worth(line):
        return Refusal(rule, "not_in_favour", "A ruling against the strict rule may only favour the player.")
    return None


def _after_favour(table: LayoutTable, act: Favour) -> LayoutTable:
    place = line_of(table, act.player, act.position)
    if place is None:
        raise LookupError(act.position)
    return ruled(table, place, _favoured(table, table.settled[place], act))


def _offers_favour(table: LayoutTable) -> Iterator[Offer]:
    for line in table.settled if table.progress else ():
        act = Favour(line.wager.player, line.wager.position, "as offered")
        if _refuses_favour(table, act) is None:
            fields: dict[str, Field] = {
                "player": Choices((line.wager.player,)),
                "position": Choices((line.wager.position,)),
                "reason": Words(),
            }
            yield Offer(Favour, Role.GAME_SUPERVISOR, fields)


def _reported_favour(table: LayoutTable, kind: type[Act], role: Role) -> Iterator[Offer]:
    """As if it lay on another position, or given back where none is named."""
    areas = Choices((None, *table.game.areas))
    for offer in _offers_favour(table):
        yield Offer(kind, role, {**offer.fields, "settle_as": areas, "reason": Words()})


def _rule_of_odds(table: LayoutTable) -> Cite:
    return table.game.clauses.odds


def _rule_of_favour(table: LayoutTable) -> Cite:
    return table.game.clauses.favour


_PAID_ALONE = Occasion(Sort.WAGER, _rule_of_odds)
_FAVOUR = Occasion(Sort.RULING, _rule_of_favour, _reported_favour)

SETTLING: Handlers = {
    NoMoreBets: step_handler(CALL, after_call),
    Collect: step_handler(COLLECT, _after_collect),
    Pay: step_handler(PAY, _after_pay, also_refuses=_refuses_pay),
    PayWager: Handler(_refuses_pay_wager, _after_pay_wager, _offers_pay_wager, (Role.DEALER,), _PAID_ALONE),
    OpenBetting: step_handler(OPEN_BETTING, _after_open_betting),
    Favour: Handler(_refuses_favour, _after_favour, _offers_favour, RULERS, _FAVOUR),
}
