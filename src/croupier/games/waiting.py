"""What a table waits for from its players while a round is open, and what is done where they let it pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.games.acts import Act


class Waiting:
    """Of a game in which nobody decides anything once betting has closed."""

    def __init__(self, table: Any) -> None:
        self._table = table

    @property
    def turn(self) -> Any:
        """Whose turn it is, as a value that changes when the turn does."""
        return self._table.step

    @property
    def is_for_players(self) -> bool:
        """Whether an open round waits for somebody's decision."""
        return False

    @property
    def is_for_nobody(self) -> bool:
        """Whether a decision is due that nobody at the table may make."""
        return False

    @property
    def may_pass(self) -> frozenset[str]:
        """Whom the table waits for only in case they ask for something, so that it may go on when all let it pass."""
        return frozenset()

    @property
    def may_follow(self) -> bool:
        """Whether others may still join in what somebody decided, before the next outcome."""
        return False

    def for_absent(self) -> Act | None:
        """What is done where somebody has not decided in time."""
        return None
