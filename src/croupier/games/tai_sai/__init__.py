"""Tai-Sai: Division 9 as amended in 1999 and 2001."""

from croupier.games.tai_sai.acts import (
    AnnounceDice,
    CorrectDice,
    Enter,
    InspectDice,
    KeyIn,
    NoRoll,
    ReplaceDice,
    Roll,
    Tumble,
    Uncover,
)
from croupier.games.tai_sai.game import TaiSai, tai_sai_game
from croupier.games.tai_sai.odds import TaiSaiOdds
from croupier.games.tai_sai.positions import (
    any_triple,
    big,
    double,
    even,
    face,
    four,
    odd,
    pair,
    small,
    three,
    total,
    triple,
)
from croupier.games.tai_sai.rules import TaiSaiOptions

__all__ = [
    "AnnounceDice",
    "CorrectDice",
    "Enter",
    "InspectDice",
    "KeyIn",
    "NoRoll",
    "ReplaceDice",
    "Roll",
    "TaiSai",
    "TaiSaiOdds",
    "TaiSaiOptions",
    "Tumble",
    "Uncover",
    "any_triple",
    "big",
    "double",
    "even",
    "face",
    "four",
    "odd",
    "pair",
    "small",
    "tai_sai_game",
    "three",
    "total",
    "triple",
]
