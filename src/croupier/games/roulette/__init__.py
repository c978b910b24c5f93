"""Roulette: Division 8."""

from croupier.games.layout.motion import Direction
from croupier.games.roulette.acts import (
    Announce,
    BallRests,
    ChangeBall,
    CorrectNumber,
    Dolly,
    ExamineBall,
    ReturnBall,
    Spin,
    SpinBall,
)
from croupier.games.roulette.game import Roulette, roulette_game
from croupier.games.roulette.positions import (
    black,
    column,
    corner,
    dozen,
    even,
    high,
    low,
    neighbour,
    odd,
    red,
    six_line,
    split,
    straight_up,
    street,
)
from croupier.games.roulette.rules import DEFAULT_COLOURS, RouletteOptions
from croupier.games.roulette.wheel import Colour, colour_of

__all__ = [
    "DEFAULT_COLOURS",
    "Announce",
    "BallRests",
    "ChangeBall",
    "Colour",
    "CorrectNumber",
    "Direction",
    "Dolly",
    "ExamineBall",
    "ReturnBall",
    "Roulette",
    "RouletteOptions",
    "Spin",
    "SpinBall",
    "black",
    "colour_of",
    "column",
    "corner",
    "dozen",
    "even",
    "high",
    "low",
    "neighbour",
    "odd",
    "red",
    "roulette_game",
    "six_line",
    "split",
    "straight_up",
    "street",
]
