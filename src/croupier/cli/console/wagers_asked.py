"""The wagers that a command is asked about: one position with its stake, or a file with one a line."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from msgspec import Struct

from croupier.cli.console.input import faults_of, refused, text_of, unclear, unreadable
from croupier.games.layout.game import Game
from croupier.games.position import Position
from croupier.games.refusal import Refusal, Refused
from croupier.odds import combination
from croupier.record import Unreadable, WagerLine, read_wagers
from croupier.record.text.wagers import read_amount, read_place

On = Annotated[
    str | None,
    Parameter(
        metavar="POSITION",
        help="What you wager on, such as red or 'split 17-20'; small at Tai-Sai, A at the money wheel.",
    ),
]
Stake = Annotated[str | None, Parameter(metavar="DOLLARS", help="The stake, such as 10 or 2.50.")]
File = Annotated[
    str | None,
    Parameter(
        allow_leading_hyphen=True,
        metavar="FILE",
        help="Several wagers instead: one a line, such as `20 on split 17-20`; - reads standard input.",
    ),
]


class WagersAsked(Struct, frozen=True):
    """The wagers as they were named."""

    on: str | None
    wager: str | None
    file: str | None

    def __str__(self) -> str:
        return self.file or f"--on {self.on} --wager {self.wager}"


class LineRefused(ValueError):  # noqa: N818  the ordinary answer to a wager that the game does not take
    """A line with a wager that the game does not take."""

    def __init__(self, line: int, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.line = line
        self.refusal = refusal


def check_lines(game: Game, lines: tuple[WagerLine, ...]) -> None:
    """Judge each wager by itself, so that what is refused can be named by its line."""
    for each in lines:
        try:
            combination(game, ((each.position, each.stake),))
        except Refused as refused:
            raise LineRefused(each.line, refused.refusal) from None


UNUSABLE = (Refused, OSError, ValueError)
"""What the wagers of a command may raise where they cannot be used."""


def say_unusable(asked: WagersAsked, error: Exception, *, json: bool) -> int:
    """Say why the wagers cannot be used, with the line where they stand in a file."""
    match error:
        case LineRefused():
            return refused(str(asked.file), error.refusal, line=error.line, json=json)
        case Refused():
            return refused(str(asked), error.refusal, json=json)
        case OSError() | UnicodeDecodeError() | Unreadable():
            return unreadable(str(asked.file), faults_of(error), json=json)
        case _:
            return unclear(str(error), json=json)


def wagers_of(game: Game, asked: WagersAsked) -> list[tuple[Position, int]]:
    """Raises `ValueError` in words, `Unreadable` and `LineRefused` with the line."""
    if asked.file is not None:
        if asked.on is not None or asked.wager is not None:
            raise ValueError("--wagers names the wagers already: leave out --on and --wager")
        lines = read_wagers(text_of(asked.file))
        check_lines(game, lines)
        return [(each.position, each.stake) for each in lines]
    if asked.on is None or asked.wager is None:
        raise ValueError("name the wagers: --on red --wager 10, or --wagers FILE")
    try:
        position = read_place(asked.on)
    except ValueError as error:
        raise ValueError(f"--on: {error}") from None
    return [(position, amount_of("--wager", asked.wager))]


def amount_of(option: str, text: str) -> int:
    try:
        return read_amount(text)
    except ValueError as error:
        raise ValueError(f"{option}: {error}") from None
