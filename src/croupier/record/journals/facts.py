"""What a journal line says, as values that a database can look for: the act, who did it, whom it is about.

The line is the record. These facts follow from it, so an audit can make them again.
"""

from __future__ import annotations

from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.people import Role


class Facts(Struct, frozen=True):
    """Nothing stands for what a line does not say."""

    act: str | None = None
    """The act's own words, such as `no more bets`."""
    actor: str | None = None
    """Who did it, where the line names somebody."""
    person: str | None = None
    """The player whose act it is, or whom it is about. An act that names many has none."""
    session: int | None = None
    """The number of the tournament session that it is about."""


NO_FACTS = Facts()
"""Of a line without an act."""


def facts_of(act: Act | None) -> Facts:
    if act is None:
        return NO_FACTS
    actor = act.actor
    player = getattr(act, "player", None)
    if player is None and actor.role is Role.PLAYER:
        player = actor.name
    tag = str(act.__struct_config__.tag)
    return Facts(tag, actor.name or None, player or None, getattr(act, "session", None))
