"""The acts that the money wheel alone has. Two have a tag of their own: records call them as roulette does."""

from __future__ import annotations

from croupier.games.acts import StaffAct, SupervisorsAct
from croupier.games.layout.motion import Direction


class SpinWheel(StaffAct, frozen=True):
    """The dealer spins the wheel."""

    direction: Direction


class WheelRests(StaffAct, frozen=True):
    """The wheel stands still, and its section is not entered yet (rulings R27, M13)."""


class IndicatorRests(StaffAct, frozen=True, tag="spin"):
    """The section at which the indicator came to rest, counted from 1, or the peg after it."""

    section: int
    revolutions: int | None = None
    on_peg: bool = False


class AnnounceSymbol(StaffAct, frozen=True, tag="announce"):
    """The dealer announces the symbol."""

    symbol: str


class CorrectSection(SupervisorsAct, frozen=True):
    """The section was entered wrongly: this is where the indicator stands."""

    section: int
    reason: str
