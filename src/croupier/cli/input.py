"""What commands read: files or standard input, and how they answer what they cannot read or what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.cli.exit_codes import REFUSED, UNREADABLE
from croupier.cli.output import complain, print_json
from croupier.games.layout.game import Game
from croupier.games.refusal import Refusal, Refused
from croupier.odds import combination
from croupier.record import TextFault, Unreadable, WagerLine


def text_of(file: str) -> str:
    """What the file holds, or standard input where it is called `-`."""
    if file == "-":
        return sys.stdin.buffer.read().decode("utf-8")
    return Path(file).read_text("utf-8")


def faults_of(error: OSError | UnicodeDecodeError | Unreadable) -> tuple[TextFault, ...]:
    if isinstance(error, Unreadable):
        return error.faults
    if isinstance(error, UnicodeDecodeError):
        return (TextFault(1, 1, "the file is not text in UTF-8"),)
    return (TextFault(0, 0, error.strerror or str(error)),)


def unreadable(file: str, faults: tuple[TextFault, ...], *, json: bool) -> int:
    if json:
        print_json({"errors": [{"line": each.line, "column": each.column, "why": each.why} for each in faults]})
    for fault in faults:
        complain(f"{file}:{fault.line}:{fault.column}: {fault.why}" if fault.line else f"{file}: {fault.why}")
    return UNREADABLE


def unclear(*whys: str, told: str = "", json: bool, status: int = UNREADABLE) -> int:
    """Say what cannot be made sense of, where it stands in no file; people may be told it in other words."""
    if json:
        print_json({"errors": [{"why": why} for why in whys]})
    for why in (told,) if told else whys:
        complain(why)
    return status


class LineRefused(ValueError):  # noqa: N818  the ordinary answer to a wager that is none
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


def refused(where: str, refusal: Refusal, *, line: int | None = None, json: bool) -> int:
    """Say what is refused, by which clause, and where it stands if it stands anywhere."""
    if json:
        told = {"rule": refusal.rule.clause, "code": refusal.code, "why": refusal.why}
        print_json({"refused": told if line is None else {"line": line, **told}})
    place = where if line is None else f"{where}:{line}"
    complain(f"{place}: {refusal}" if place else str(refusal))
    return REFUSED
