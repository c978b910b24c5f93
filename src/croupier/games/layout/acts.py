"""The acts that the layout games share."""

from __future__ import annotations

from croupier.games.acts import StaffAct, SupervisorsAct
from croupier.games.chips import Chips
from croupier.games.position import Position


class Collect(StaffAct, frozen=True):
    """Every losing wager is taken in."""


class Pay(StaffAct, frozen=True):
    """The winning wagers of one area are paid, or of all areas where none is named."""

    area: str = ""


class PayWager(StaffAct, frozen=True):
    """One winning wager is paid."""

    player: str
    position: Position


class OpenBetting(StaffAct, frozen=True):
    """Betting for the next result opens, and the last one is final."""


class NoSpin(StaffAct, frozen=True):
    """\"No spin\" announced. The ground may be left out while there is no result yet (ruling R10)."""

    ground: str = ""


class WrongLimits(StaffAct, frozen=True):
    """A wager outside the limits is found to have been taken by mistake."""

    player: str
    position: Position
    amount: int
    chips: Chips = Chips.VALUE


class VoidWager(StaffAct, frozen=True):
    """One wager is found to be no wager, on a ground that the rules name."""

    player: str
    position: Position
    ground: str


class Favour(SupervisorsAct, frozen=True):
    """A wager settled otherwise than by its position, for the player's good: as if it lay elsewhere, or given back."""

    player: str
    position: Position
    reason: str
    settle_as: Position | None = None
