"""Tables and tournaments by name, as routes and views ask for them."""

from __future__ import annotations

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.roles import HouseRole
from croupier.floor.tables.actor import TableActor
from croupier.record.text.header import TOURNAMENT
from croupier.serve.security.errors import Problem

CONDUCTORS = frozenset((HouseRole.TOURNAMENT_DIRECTOR, HouseRole.OPERATOR, HouseRole.INSPECTOR))


def actor_at(casino: Casino, id: str) -> TableActor:
    """The table of that name; raises `NotAccepted`, also where it is a tournament's name."""
    actor = casino.actor(id)
    if actor.setting.game == TOURNAMENT:
        raise HouseRule.NO_SUCH_TABLE.refused("is_tournament")
    return actor


def in_order(actor: TableActor, what: str = "This table") -> TableActor:
    """The same where it could be loaded; raises."""
    if actor.trouble:
        raise Problem(503, HouseRule.TABLE_OUT_OF_ORDER.refusal("named", what=what, what_is_wrong=actor.trouble))
    return actor


def working(casino: Casino, id: str) -> TableActor:
    return in_order(actor_at(casino, id))


def tournament_actor(casino: Casino, id: str) -> TableActor:
    """The tournament of that name; raises `NotAccepted`."""
    actor = casino.actors.get(id)
    if actor is None or actor.setting.game != TOURNAMENT:
        raise HouseRule.NO_SUCH_TOURNAMENT.refused()
    return actor
