"""The acts that roulette alone has."""

from __future__ import annotations

from croupier.games.acts import StaffAct, SupervisorsAct
from croupier.games.layout.motion import Direction
from croupier.games.roulette.wheel import Colour


class SpinBall(StaffAct, frozen=True):
    """The wheel turns and the ball is sent round it."""

    wheel: Direction
    ball: Direction


class BallRests(StaffAct, frozen=True):
    """The ball has come to rest, and its number is not entered yet (rulings R18, R27)."""


class Spin(StaffAct, frozen=True):
    """The pocket in which the ball came to rest, and how often it went round where somebody counted."""

    number: int
    revolutions: int | None = None


class Announce(StaffAct, frozen=True):
    """The dealer announces the number and its colour."""

    number: int
    colour: Colour


class Dolly(StaffAct, frozen=True):
    """The dolly is placed on the winning number."""

    number: int


class ReturnBall(StaffAct, frozen=True):
    """After a void spin the ball goes back to the pocket that won last."""

    number: int


class ExamineBall(SupervisorsAct, frozen=True):
    """The game supervisor examines a ball that had left the wheel, and says what was found."""

    finding: str = ""


class ChangeBall(SupervisorsAct, frozen=True):
    """Another ball is taken into use."""

    ball: str = ""
    """Which one: its number or mark."""
    reason: str = ""


class CorrectNumber(SupervisorsAct, frozen=True):
    """The number was entered wrongly: this is where the ball lies."""

    number: int
    reason: str
