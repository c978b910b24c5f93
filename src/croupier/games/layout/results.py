"""Results as they come in, as they are put right, and as they prove void."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.general.checks import refuses_closed
from croupier.games.layout.acts import NoSpin
from croupier.games.layout.game import RESULT, Ground
from croupier.games.layout.lines import adjudicated, undone
from croupier.games.layout.position import Settled
from croupier.games.layout.steps import refuses_out_of_order
from croupier.games.layout.table import LayoutTable
from croupier.games.offers import Choices, Offer, Words
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.table import Handler, Handlers, Outcome

ANNOUNCERS = (Role.DEALER, Role.GAME_SUPERVISOR)


def result_handler(
    outcome: Callable[[Any], Any],
    refuses_outcome: Callable[[LayoutTable, Any], Refusal | None],
    ground: Callable[[LayoutTable, Any], Ground | None],
) -> Handler:
    """How a result is entered. A ground for a void that is on record voids it, announced or not."""

    def refuses(table: LayoutTable, act: Any) -> Refusal | None:
        return refuses_outcome(table, act) or refuses_out_of_order(table, RESULT)

    def after(table: LayoutTable, act: Any) -> LayoutTable:
        void = ground(table, act)
        return adjudicated(table, outcome(act)) if void is None else voided(table, void)

    def offers(table: LayoutTable) -> Iterator[Offer]:
        if refuses_out_of_order(table, RESULT) is None:
            acts = tuple(table.chance())
            field = acts[0].__struct_fields__[0]
            choices = Choices(tuple(getattr(act, field) for act in acts))
            yield Offer(type(acts[0]), Role.DEALER, {field: choices})

    return Handler(refuses, after, offers, (Role.DEALER,))


def correction_handler(
    kind: type[Act],
    outcome: Callable[[Any], Any],
    refuses_outcome: Callable[[LayoutTable, Any], Refusal | None],
    roles: tuple[Role, ...],
) -> Handler:
    """How a result that was entered wrongly is put right: what was done about it is undone first (D1 11.1)."""

    def refuses(table: LayoutTable, act: Any) -> Refusal | None:
        if not table.has_result:
            return Refusal(table.not_final, "final", "There is no result to correct, or it is final.")
        return refuses_outcome(table, act) or refuses_no_reason(table, act.reason)

    def after(table: LayoutTable, act: Any) -> LayoutTable:
        return adjudicated(undone(table), outcome(act))

    def offers(table: LayoutTable) -> Iterator[Offer]:
        if table.has_result:
            field = kind.__struct_fields__[0]
            yield Offer(kind, roles[0], {field: Choices(table.game.outcomes), "reason": Words()})

    return Handler(refuses, after, offers, roles)


def refuses_no_reason(table: LayoutTable, reason: Any) -> Refusal | None:
    if not isinstance(reason, str) or not reason or not reason.isprintable() or reason != reason.strip():
        return Refusal(table.game.clauses.favour, "no_reason", "A ruling needs its reason, on one line of plain text.")
    return None


def refuses_no_result(table: LayoutTable, ground: Any) -> Refusal | None:
    clauses = table.game.clauses
    if refusal := refuses_closed(table):
        return refusal
    if table.step not in table.game.void_steps and not table.closed_early:
        why = "Nothing is on its way, and the last result is final."
        return Refusal(clauses.not_final, "nothing_to_void", why)
    if ground == "" and not table.game.needs_ground(table):
        return None
    if not isinstance(ground, str) or ground not in table.game.grounds:
        known = ", ".join(table.game.grounds)
        return Refusal(clauses.void, "no_such_ground", f"Once there is a result, it is void only on a ground: {known}.")
    return None


def _after_no_spin(table: LayoutTable, act: Any) -> LayoutTable:
    ground = table.game.grounds.get(act.ground)
    return voided(table, ground or Ground(table.game.clauses.void, "announced"))


def _offers_no_spin(kind: type[Act]) -> Callable[[LayoutTable], Iterator[Offer]]:
    def offers(table: LayoutTable) -> Iterator[Offer]:
        grounds = tuple(table.game.grounds) if table.game.needs_ground(table) else ("", *table.game.grounds)
        if refuses_no_result(table, grounds[-1]) is None:
            yield Offer(kind, Role.DEALER, {"ground": Choices(grounds)})

    return offers


def void_handler(kind: type[Act]) -> Handler:
    return Handler(
        lambda table, act: refuses_no_result(table, act.ground), _after_no_spin, _offers_no_spin(kind), ANNOUNCERS
    )


def voided(table: LayoutTable, ground: Ground) -> LayoutTable:
    """No result: the wagers stand where they lay, and betting opens again (rulings R11, R17, M2)."""
    back = undone(table)
    lines = tuple(Settled(wager, Outcome.VOID, 0, ground.rule, ground.words) for wager in back.wagers)
    standing = replace(
        back,
        result=None,
        round=back.round if back.has_result else back.round + 1,
        settled=(*back.voided, *lines),
        progress=(),
        voided=(),
        closed_early=False,
        equipment=table.game.equipment_after_void(table.equipment, ground),
    )
    return standing.with_window_begun().awaiting(table.game.step_after_void(standing))


VOIDING: Handlers = {NoSpin: void_handler(NoSpin)}
