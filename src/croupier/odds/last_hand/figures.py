"""What is answered about a last hand. Without the compiled parts: whoever asks need not have them."""

from __future__ import annotations

from msgspec import Struct


class WagerAnswer(Struct, frozen=True):
    """One wager of the one to act."""

    wager: int
    chance: float
    """To go on, or to win."""
    prize: float | None
    """The expected prize in cents, where prizes are given."""
    others: dict[str, int]
    """What everybody else wagers then."""
    method: str
    error: float | None = None
    """By how much the chance may be off, 99 times in 100, where a part of it rests on deals drawn at random."""


class DecisionAnswer(Struct, frozen=True):
    """One decision of the hand in turn."""

    decision: str
    amount: int
    chance: float
    prize: float | None
    is_basic: bool
    """Whether basic play would do this."""


class PlayDeparture(Struct, frozen=True):
    """Where the play for the place is not basic play."""

    up: int
    hand: str
    """The player's two cards: `hard 12`, `soft 18`, `pair 8`."""
    other: str
    """What the other player has."""
    decision: str
    amount: int
    basic: str
    gain: float
    """In chance to go on."""


class LastHandAnswer(Struct, frozen=True):
    player: str
    method: str
    """What is exact, and what is not."""
    error: float | None
    """By how much the figures may be off, where a grid was used."""
    wagers: tuple[WagerAnswer, ...] = ()
    best: int | None = None
    """The best wager; the smallest, where several are worth the same."""
    decisions: tuple[DecisionAnswer, ...] = ()
    """From the best down."""
    insurance: tuple[DecisionAnswer, ...] = ()
    departures: tuple[PlayDeparture, ...] = ()
