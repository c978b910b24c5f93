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


class VoidChips(StaffAct, frozen=True):
    """Chips that were added to a lawful wager are found to be no part of it (ruling R29)."""

    player: str
    position: Position
    amount: int
    ground: str


class Favour(SupervisorsAct, frozen=True):
    """A wager settled otherwise than by its position, for the player's good: as if it lay elsewhere, or given back."""

    player: str
    position: Position
    reason: str
    settle_as: Position | None = None


class TakeBackFavour(SupervisorsAct, frozen=True):
    """A ruling in a player's favour is taken back: the wager is settled by the strict rule (ruling R25)."""

    player: str
    position: Position
    reason: str


class CorrectGround(SupervisorsAct, frozen=True):
    """A ground for a void was entered by mistake: the result that was entered with it stands (ruling R28)."""

    reason: str


class ReplaceWheel(SupervisorsAct, frozen=True):
    """Another wheel is taken into use: what comes from now on is its own."""

    mark: str
    """Which one: its number or mark."""
    reason: str


class CheckWheel(SupervisorsAct, frozen=True):
    """The wheel of an opened table is looked over before it is spun, and what was found goes on record."""

    finding: str = ""
    ball: str = ""
    """Which ball is in use, where the game has one."""
