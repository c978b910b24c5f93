"""What commands read: files or standard input; and one shape for whatever is refused or cannot be read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cli.console.exit_codes import REFUSED, UNREADABLE
from croupier.cli.console.output import complain, print_json

if TYPE_CHECKING:
    from croupier.games.refusal import Refusal
    from croupier.record import TextFault, Unreadable


def text_of(file: str) -> str:
    """What the file holds, or standard input where it is called `-`."""
    if file == "-":
        return sys.stdin.buffer.read().decode("utf-8")
    return Path(file).read_text("utf-8")


def faults_of(error: OSError | UnicodeDecodeError | Unreadable) -> tuple[TextFault, ...]:
    from croupier.record import TextFault, Unreadable

    if isinstance(error, Unreadable):
        return error.faults
    if isinstance(error, UnicodeDecodeError):
        return (TextFault(1, 1, "this is not a text file in UTF-8"),)
    return (TextFault(0, 0, why_not(error)),)


def why_not(error: OSError) -> str:
    """Why a file cannot be read or written, and what would be right."""
    match error:
        case FileNotFoundError():
            return "this file does not exist; check the name and the folder you are in"
        case IsADirectoryError():
            return "this is a folder; name a file in it"
        case NotADirectoryError():
            return "a part of this path is a file, not a folder"
        case PermissionError():
            return "you are not allowed to open this file"
        case _:
            return error.strerror or str(error)


def unreadable(file: str, faults: tuple[TextFault, ...], *, json: bool) -> int:
    if json:
        errors = [{"line": each.line, "column": each.column, "why": each.why} for each in faults]
        first = {name: value for name, value in errors[0].items() if value != 0}  # a file as a whole has no line
        print_json(_refusal(first, code="unreadable") | {"errors": errors})
    for fault in faults:
        complain(f"{file}:{fault.line}:{fault.column}: {fault.why}" if fault.line else f"{file}: {fault.why}")
    return UNREADABLE


def unclear(*whys: str, told: str = "", json: bool, status: int = UNREADABLE) -> int:
    """Say what is wrong with what was asked, outside any file; people may be told it in other words."""
    if json:
        print_json(_refusal({"why": whys[0]}, code="unclear") | {"errors": [{"why": why} for why in whys]})
    for why in (told,) if told else whys:
        complain(why)
    return status


def impossible(why: str, *, json: bool) -> int:
    """Refused by arithmetic or by a fact, not by a clause."""
    if json:
        print_json(_refusal({"why": why}, code="impossible"))
    complain(why)
    return REFUSED


def _refusal(said: dict[str, Any], *, code: str, rule: str = "") -> dict[str, Any]:
    """The same key and the same fields as in every answer of the server that is not a success."""
    return {"refusal": {"rule": rule, "code": code, **said}}


def refused(where: str, refusal: Refusal, *, line: int | None = None, json: bool) -> int:
    """Say what is refused, by which clause, and where it stands if it stands anywhere."""
    if json:
        where_it_is = {} if line is None else {"line": line}
        print_json(_refusal({"why": refusal.why, **where_it_is}, code=refusal.code, rule=refusal.rule.clause))
    place = where if line is None else f"{where}:{line}"
    complain(f"{place}: {refusal}" if place else str(refusal))
    return REFUSED
