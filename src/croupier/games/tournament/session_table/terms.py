"""The terms of one session: what its table is opened with."""

from __future__ import annotations

from msgspec import Struct

from croupier.games.tournament.conditions import Duration, Measure


class SessionOptions(Struct, frozen=True):
    """What a session is played with, as the conditions of entry have it."""

    chips: int = 1_000_00
    """What each player holds at the beginning (D7 3.2(c))."""
    duration: Duration = Duration(Measure.ROUNDS, 20)
    """How long it lasts (D7 3.2(g))."""
    play_off: bool = False
    """A play-off may have two or three players (ruling T6)."""
    lowest_minimum: int | None = None
    """How far the minimum may fall while it lasts (ruling T17)."""
    highest_maximum: int | None = None
    """How far the maximum may rise while it lasts (ruling T17)."""
    wager_seconds: int | None = None
    """How long a player has for a wager (D7 4.9)."""
    late_is_minimum: bool = True
    """Whether who lets that time pass is held to the minimum (D7 4.9)."""
    director_decides: bool = False
    """Whether the director decides about who lets all of that time pass, also where no dealer calls (ruling T47)."""
    decks: int = 8
    cutting_cards: int = 1
    layout: int = 1
    burn: bool = False
    writing: bool = False
    """Whether writing implements are allowed from the start (D7 5.14)."""
