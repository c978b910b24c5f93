"""Whether a position is one on which a wager can lie."""

from __future__ import annotations

from typing import Any

from croupier.games.layout.table import LayoutTable
from croupier.games.money import is_whole
from croupier.games.position import Position
from croupier.games.refusal import Refusal


def refuses_lawless(table: LayoutTable, position: Any) -> Refusal | None:
    if not isinstance(position, Position) or not _is_well_formed(position):
        return Refusal(table.game.clauses.wager, "no_such_wager", "That is not a position on the layout.")
    if position in table.game.areas:
        return None
    return table.game.refuses_position(position)


def _is_well_formed(position: Position) -> bool:
    """Nothing in it but a word and whole numbers, whatever a client has sent."""
    numbers = position.numbers
    return isinstance(position.kind, str) and isinstance(numbers, tuple) and all(map(is_whole, numbers))
