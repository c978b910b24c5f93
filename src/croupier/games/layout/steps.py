"""The dealer's steps: taken in their order, or refused with the step that is due."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from croupier.games.acts import Act
from croupier.games.general.checks import refuses_closed
from croupier.games.layout.table import LayoutTable
from croupier.games.machine import Handler
from croupier.games.offers import Choices, Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal

Check = Callable[[LayoutTable, Any], Refusal | None]


def refuses_out_of_order(table: LayoutTable, name: str) -> Refusal | None:
    """A step is taken when it is due, and not before."""
    if refusal := refuses_closed(table):
        return refusal
    if table.step == name:
        return table.game.refuses_step(table)
    due = table.game.steps[table.step]
    return Refusal(due.rule, "out_of_order", f"Not now: the next step is to {due.words}.")


def step_handler(
    name: str,
    after: Callable[[LayoutTable, Any], LayoutTable],
    *,
    also_refuses: Check | None = None,
    role: Role = Role.DEALER,
) -> Handler:
    """A step of the procedure: refused out of order, then for what is wrong with it, and offered when it is due."""
    return Handler(partial(_refuses_step, name, also_refuses), after, partial(_offers_step, name, role), (role,))


def _refuses_step(name: str, also_refuses: Check | None, table: LayoutTable, act: Any) -> Refusal | None:
    refusal = refuses_out_of_order(table, name)
    if refusal is None and also_refuses is not None:
        return also_refuses(table, act)
    return refusal


def _offers_step(name: str, role: Role, table: LayoutTable) -> Iterator[Offer]:
    if refuses_out_of_order(table, name) is None:
        own = table.game.own_act(table)
        fields = {field: Choices((getattr(own, field),)) for field in own.__struct_fields__ if field != "by"}
        yield Offer(type(own), role, fields)


def proceed(table: LayoutTable, _act: Act) -> LayoutTable:
    """What a step does that only has to be taken."""
    return table._proceed()
