"""What a session's table reports when the session has ended: each player's chips, counted by the dealer (D7 6.4)."""

from __future__ import annotations

from msgspec import Struct


class Count(Struct, frozen=True):
    """What one player held when a session ended."""

    player: str
    chips: int
    fell: int = 0
    """The round, from 1, at whose end the player no longer held the minimum; 0 for one who held it to the end."""
    disqualified: bool = False
    """Out of every tally (ruling T21)."""
    ground: str = ""
    """Why, where the table said so."""


class Tally(Struct, frozen=True):
    """What all players of a session held when it ended."""

    rounds: int
    """How many rounds the session had."""
    minimum: int
    """The least wager when it ended."""
    counts: tuple[Count, ...]
    """In the order of the boxes."""

    @property
    def standing(self) -> tuple[Count, ...]:
        """Those who may win, be placed or go on."""
        return tuple(count for count in self.counts if not count.disqualified)
