"""Arguments and options that several commands share, so that they have the same words everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from cyclopts import Group, Parameter, Token

ARGUMENTS = Group("Arguments", sort_key=0)
OPTIONS = Group("Options", sort_key=1)
HOUSE_RULES = Group("House rules", sort_key=2)
THE_RUN = Group("The run", sort_key=3)


def default_in_words(value: Any) -> str | None:
    """What help says of a default: nothing where an option is off or empty, and marks between thousands."""
    if value is None or value is False or value in ("", (), []):
        return None
    if isinstance(value, int):
        return f"{value:,}"
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def listed(words: Sequence[str]) -> str:
    """`roulette, money-wheel or tai-sai`"""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def game_of_names(names: Sequence[str], *, otherwise: str = "") -> Any:
    """Reads the name of a game, and says which there are; of blackjack it may say more."""

    def read(_type: Any, tokens: Sequence[Token]) -> str:
        name = tokens[0].value
        if name in names:
            return name
        if otherwise and name == "blackjack":
            raise ValueError(otherwise)
        spelt = name.lower().replace("_", "-").replace(" ", "-")
        meant = get_close_matches(spelt, names, n=1, cutoff=0.6)
        hint = f"; did you mean {meant[0]}?" if meant else "."
        raise ValueError(f"{name!r} is not a game here. Choose {listed(names)}{hint}")

    return read


LayoutName = Literal["roulette", "money-wheel", "tai-sai"]
GameName = Literal["roulette", "money-wheel", "tai-sai", "blackjack"]
NO_FIXED_ODDS = (
    "blackjack has no fixed odds, as they depend on the cards and on how you play. "
    "Use `croupier solve blackjack` for the house edge, or `croupier solve hand` for one hand."
)
LayoutGame = Annotated[
    LayoutName, Parameter(help="The game.", converter=game_of_names(get_args(LayoutName), otherwise=NO_FIXED_ODDS))
]
AnyGame = Annotated[GameName, Parameter(help="The game.", converter=game_of_names(get_args(GameName)))]

Json = Annotated[bool, Parameter(negative="", help="Print one JSON document instead of text.")]
Force = Annotated[bool, Parameter(negative="", help="Overwrite files that exist.")]
OddsTable = Annotated[
    Path | None,
    Parameter(metavar="FILE", help='Tai-Sai: a JSON file with a house\'s own odds, such as {"any-triple": "24 to 1"}.'),
]
Data = Annotated[
    Path | None,
    Parameter(
        metavar="FOLDER",
        help="The house's folder. Without it: CROUPIER_DATA, else your own data folder (`croupier config` shows it).",
    ),
]
Database = Annotated[
    str | None,
    Parameter(
        metavar="URL", help="The house's PostgreSQL database, postgresql://user@host/name, instead of a SQLite file."
    ),
]

SimulationFile = Annotated[
    str | None,
    Parameter(
        allow_leading_hyphen=True,
        metavar="FILE",
        help="Blackjack: the output of `croupier simulate blackjack --json`; - reads standard input.",
    ),
]
