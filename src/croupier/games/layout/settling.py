"""The call, collecting, paying, and opening the next round."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.general.exchange import without_idle_purses
from croupier.games.layout.acts import Collect, OpenBetting, Pay, PayWager
from croupier.games.layout.lawful import refuses_lawless
from croupier.games.layout.lines import moved, waiting
from croupier.games.layout.step_names import CALL, COLLECT, OPEN_BETTING, PAY, TAKE_UP
from croupier.games.layout.steps import refuses_out_of_order, step_handler
from croupier.games.layout.table import LayoutTable, Progress
from croupier.games.layout.wagering import unstaked
from croupier.games.machine import Handler, Handlers
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Choices, Field, Offer
from croupier.games.people import Role
from croupier.games.position import Settled
from croupier.games.refusal import Refusal
from croupier.games.table import Outcome
from croupier.games.wagers import NoMoreBets
from croupier.rulebook import Cite

RETURNS_SHORT_WAGERS = 2
"""The edition since which a wager under new limits' minimum is returned at the call (ruling R24)."""
_NEW_LIMITS = Cite("D1 9.3", "R24")


def after_call(table: LayoutTable, _act: NoMoreBets) -> LayoutTable:
    called = replace(table._with_next_begun(), closed_early=False, window_ends=None, result=None)
    return (_without_short_wagers(called) if table.edition >= RETURNS_SHORT_WAGERS else called)._proceed()


def _without_short_wagers(table: LayoutTable) -> LayoutTable:
    """What new limits found too small, and nobody raised, goes back to its owner."""
    short = [wager for wager in table.wagers if wager.stake < table.sign.limits(wager.position.kind).minimum]
    for wager in short:
        line = Settled(wager, Outcome.VOID, 0, _NEW_LIMITS, "it is under the new minimum, and was not raised")
        table = unstaked(replace(table, voided=(*table.voided, line)), wager)
    return table


def _after_collect(table: LayoutTable, _act: Collect) -> LayoutTable:
    return moved(table, dict.fromkeys(waiting(table, Outcome.LOSE), Progress.COLLECTED))._proceed()


def _paid(table: LayoutTable, places: list[int]) -> LayoutTable:
    done = Progress.TAKEN_UP if TAKE_UP in table.automation else Progress.PAID
    table = moved(table, dict.fromkeys(places, done))
    return table if waiting(table, Outcome.WIN) else table._proceed()


def _to_pay(table: LayoutTable, area: str) -> list[int]:
    areas = table.game.areas
    return [
        place for place in waiting(table, Outcome.WIN) if not area or areas[table.settled[place].wager.position] == area
    ]


def _refuses_pay(table: LayoutTable, act: Pay) -> Refusal | None:
    if not isinstance(act.area, str) or not _to_pay(table, act.area):
        rule = table.game.steps[PAY].rule
        return Refusal(rule, "nothing_to_pay", f"No winning wager in the area {act.area!r} is waiting to be paid.")
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
            rule, "nothing_to_pay", f"{act.player} has no winning wager on {act.position} that is waiting to be paid."
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
        is_just_final=True,
        equipment=table.game.equipment_after_result(table.equipment, table.result),
    )
    return without_idle_purses(final._with_window_begun())._proceed()


def _rule_of_odds(table: LayoutTable) -> Cite:
    return table.game.clauses.odds


_PAID_ALONE = Occasion(Sort.WAGER, _rule_of_odds)

SETTLING: Handlers = {
    NoMoreBets: step_handler(CALL, after_call),
    Collect: step_handler(COLLECT, _after_collect),
    Pay: step_handler(PAY, _after_pay, also_refuses=_refuses_pay),
    PayWager: Handler(_refuses_pay_wager, _after_pay_wager, _offers_pay_wager, (Role.DEALER,), _PAID_ALONE),
    OpenBetting: step_handler(OPEN_BETTING, _after_open_betting),
}
