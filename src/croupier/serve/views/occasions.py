"""What those who work at a table may do there: the sort, the clause, the grounds and the offers of each kind of act.

All of it is the handler's to say; this only asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.games.acts import Act
from croupier.games.layout.game import Ground
from croupier.games.machine import Machine, handlers_of
from croupier.games.occasions import A_STEP, Occasion, Sort
from croupier.games.offers import Offer
from croupier.games.people import Role
from croupier.rulebook import Cite


def _occasion(state: Machine, kind: type[Act]) -> Occasion:
    handler = handlers_of(state).get(kind)
    return A_STEP if handler is None else handler.occasion


def sort_of(state: Machine, kind: type[Act]) -> Sort:
    return _occasion(state, kind).sort


def rule_of(state: Machine, kind: type[Act]) -> Cite | None:
    """The clause that it is done by; a step has the one that is due."""
    return _occasion(state, kind).rule_at(state)


def grounds_of(state: Machine, kind: type[Act]) -> Mapping[str, Ground]:
    """Why it may be, by name: each with its clause and in words."""
    return _occasion(state, kind).grounds_at(state)


def offers_of(state: Machine, kind: type[Act], role: Role) -> Iterator[Offer]:
    """Every offer of that kind to somebody in that role."""
    handler = handlers_of(state).get(kind)
    if handler is None or role not in handler.roles:
        return
    if handler.occasion.reported is not None:
        yield from handler.occasion.reported(state, kind, role)
        return
    for offer in handler.offers(state):
        own = offer.fields.get("by")
        if own is None or any(actor.role is role for actor in getattr(own, "values", ())):
            yield Offer(kind, role, {name: field for name, field in offer.fields.items() if name != "by"})
