"""Where a wager lies at blackjack."""

from __future__ import annotations

from croupier.games.position import Position, numbered

__all__ = ["box", "super_sevens"]


def box(number: int) -> Position:
    """A box, numbered from 1 at the dealer's left: `box(3)`."""
    return numbered("box", (number,), such_as=3)


def super_sevens(number: int) -> Position:
    """The place for a Super Sevens wager beside that box."""
    return Position("super sevens", box(number).numbers)
