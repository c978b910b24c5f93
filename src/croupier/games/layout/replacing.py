"""A wheel or a set of dice that another one takes the place of, between two results.

No division forbids it or says when. What stands there must be as the division has it (D8 2.3 and 2.5, D10 2.2 and 2.4,
D9 5), so a new device is looked over anew, and the record says which one brought which result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.general.checks import refuses_closed
from croupier.games.layout.acts import ReplaceWheel
from croupier.games.layout.results import RULERS
from croupier.games.layout.table import LayoutTable
from croupier.games.machine import Handler, no_offers
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Offer, Words, is_reason
from croupier.games.people import Role, is_name
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite

LONGEST_MARK = 64
_ANOTHER = "another"


def refuses_replacement(table: LayoutTable, rule: Cite, mark: Any, in_use: str, reason: Any) -> Refusal | None:
    """Nothing is in motion and no result lies there, so each result is one device's own."""
    if refusal := refuses_closed(table):
        return refusal
    if not table.is_between_rounds or table.is_in_motion:
        return Refusal(rule, "mid_round", "Wait until the result is settled and betting is open.")
    if not is_name(mark):
        return Refusal(rule, "bad_device", "Name it with letters, digits, or any of _ . @ and -.")
    if mark == in_use:
        return Refusal(rule, "in_use_already", f"{mark} is in use already.")
    return None if is_reason(reason) else Refusal(rule, "no_reason", "Give the reason on one line.")


def replacement(
    kind: type[Any],
    rule: Cite,
    refuses: Callable[[LayoutTable, Any], Refusal | None],
    after: Callable[[LayoutTable, Any], LayoutTable],
) -> Handler:
    """Offered to those who work at the table, who are asked for its mark and the reason."""

    def reported(table: LayoutTable, asked: type[Act], role: Role) -> Iterator[Offer]:
        if refuses(table, kind(_ANOTHER, "worn")) is None:
            yield Offer(asked, role, {"mark": Words(LONGEST_MARK), "reason": Words()})

    return Handler(refuses, after, no_offers, RULERS, Occasion(Sort.TABLE, rule, reported), is_never_sealed=True)


def wheel_replacement(rule: Cite) -> Handler:
    """Of a game whose equipment has a `wheel_in_use`, by the clause that says how the wheel must be."""

    def refuses(table: LayoutTable, act: ReplaceWheel) -> Refusal | None:
        return refuses_replacement(table, rule, act.mark, table.equipment.wheel_in_use, act.reason)

    def after(table: LayoutTable, act: ReplaceWheel) -> LayoutTable:
        """Nothing that the old wheel brought is put right any more, and the new one is not checked yet."""
        changed = replace(table.equipment, wheel_in_use=act.mark, is_checked=False)
        return replace(table._with_next_begun(), equipment=changed)

    return replacement(ReplaceWheel, rule, refuses, after)
