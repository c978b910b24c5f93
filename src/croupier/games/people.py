"""Who acts, and in which role."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any

from msgspec import Struct

_NAME = re.compile(r"[\w.@-]{1,64}\Z")


def is_name(name: Any) -> bool:
    """Names are opaque ids that stand in a record as they are."""
    return isinstance(name, str) and _NAME.match(name) is not None


class Role(StrEnum):
    """What a person is at a table."""

    PLAYER = "player"
    DEALER = "dealer"
    GAME_SUPERVISOR = "game supervisor"
    CASINO_SUPERVISOR = "casino supervisor"
    TOURNAMENT_DIRECTOR = "tournament director"
    OPERATOR = "operator"


class Actor(Struct, frozen=True, order=True):
    """A person in a role. The name is an opaque id, and may be left out where a table has only one of the role."""

    role: Role
    name: str = ""

    def __str__(self) -> str:
        if self.role is Role.PLAYER:
            return self.name
        return f"{self.role} {self.name}".rstrip()


DEALER = Actor(Role.DEALER)
GAME_SUPERVISOR = Actor(Role.GAME_SUPERVISOR)
CASINO_SUPERVISOR = Actor(Role.CASINO_SUPERVISOR)
OPERATOR = Actor(Role.OPERATOR)
DIRECTOR = Actor(Role.TOURNAMENT_DIRECTOR)


def player(name: str) -> Actor:
    return Actor(Role.PLAYER, name)


HOUSE_PLAYER = "bot-"
"""With which the name of every player of the house's own begins, and nobody else's."""


def is_house_player(name: object) -> bool:
    return isinstance(name, str) and name.startswith(HOUSE_PLAYER)


class HousePlayer(Struct, frozen=True, order=True):
    """A player of the house's own, and the strategy that was stated when they sat down."""

    player: str
    strategy: str
