"""The money wheel: Division 10."""

from croupier.games.layout.motion import Direction
from croupier.games.money_wheel.acts import AnnounceSymbol, CorrectSection, IndicatorRests, SpinWheel, WheelRests
from croupier.games.money_wheel.game import MoneyWheel, money_wheel_game
from croupier.games.money_wheel.rules import MoneyWheelOptions
from croupier.games.money_wheel.wheel import symbol

__all__ = [
    "AnnounceSymbol",
    "CorrectSection",
    "Direction",
    "IndicatorRests",
    "MoneyWheel",
    "MoneyWheelOptions",
    "SpinWheel",
    "WheelRests",
    "money_wheel_game",
    "symbol",
]
