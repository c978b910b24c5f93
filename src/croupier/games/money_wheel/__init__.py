"""The money wheel: Division 10."""

from croupier.games.layout.motion import Direction
from croupier.games.money_wheel.acts import Announce, CorrectSection, Spin, SpinWheel
from croupier.games.money_wheel.game import MoneyWheel, money_wheel_game
from croupier.games.money_wheel.rules import MoneyWheelOptions
from croupier.games.money_wheel.wheel import symbol

__all__ = [
    "Announce",
    "CorrectSection",
    "Direction",
    "MoneyWheel",
    "MoneyWheelOptions",
    "Spin",
    "SpinWheel",
    "money_wheel_game",
    "symbol",
]
