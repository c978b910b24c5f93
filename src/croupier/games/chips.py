"""What a player holds at a table: value chips, and colour (non-value) chips at the value fixed for that player.

Both are kept as amounts in cents. A colour chip is good at its own table only, belongs to one player, and is worth the
same until that player has handed in all of them (ruling R16).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct


class Chips(StrEnum):
    """Chips with a value printed on them, or chips in the colour of one player."""

    VALUE = "value"
    COLOUR = "colour"


class Purse(Struct, frozen=True, order=True):
    """One player's chips that are not on the layout. The player comes first: purses stand in the order of names."""

    player: str
    value: int = 0
    colour: int = 0
    """The amount held in colour chips."""
    colour_name: str = ""
    """Which colour is this player's; empty when none of it is out."""
    chip_value: int = 0
    """What one chip of the colour is worth."""

    def holds(self, chips: Chips) -> int:
        return self.value if chips is Chips.VALUE else self.colour

    def with_more(self, chips: Chips, amount: int) -> Purse:
        if chips is Chips.VALUE:
            return Purse(self.player, self.value + amount, self.colour, self.colour_name, self.chip_value)
        return Purse(self.player, self.value, self.colour + amount, self.colour_name, self.chip_value)

    def without_colour(self) -> Purse:
        return Purse(self.player, self.value)


Purses = tuple[Purse, ...]


def purse_of(purses: Purses, player: Any) -> Purse | None:
    if not isinstance(player, str):
        return None
    place = bisect_left(purses, Purse(player, -1))
    if place < len(purses) and purses[place].player == player:
        return purses[place]
    return None


def with_purse(purses: Purses, purse: Purse) -> Purses:
    """The same purses with this one put in its place, or in place of the one its player had."""
    place = bisect_left(purses, Purse(purse.player, -1))
    rest = place + 1 if place < len(purses) and purses[place].player == purse.player else place
    return (*purses[:place], purse, *purses[rest:])


Credits = Mapping[tuple[str, Chips], int]
"""What several players get at once, by player and kind of chip."""


def credited(purses: Purses, credits: Credits) -> Purses:
    """Every purse with its credits added; an amount may be negative where chips are taken back."""
    changed = {purse.player: purse for purse in purses}
    for (player, chips), amount in credits.items():
        changed[player] = changed[player].with_more(chips, amount)
    return tuple(changed.values())
