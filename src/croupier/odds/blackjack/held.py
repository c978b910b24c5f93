"""A hand that is asked about. Without the compiled parts: whoever asks need not have them."""

from __future__ import annotations

from msgspec import Struct


class Held(Struct, frozen=True):
    """A hand that waits for its player's decision, with all that lies open on the table."""

    cards: tuple[int, ...]
    up: int
    seen: tuple[int, ...]
    """Every other card that has been seen, other hands of the box among them."""
    pair: int = 0
    """The value of the pair from whose split the hand came; 0 where it was dealt."""
    hands: int = 1
    """How many hands the box holds."""
    is_added: bool = False
    """Its own wager was added by a split: a dealer's blackjack does not take it (12.6)."""
