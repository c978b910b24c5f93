"""The records of a whole tournament: what each table reported must be what its own record comes to."""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec import Struct

from croupier.cli.console.input import why_not
from croupier.games.tournament.acts import ReportSession
from croupier.record import Record, Unreadable, read, replay

TOURNAMENT = "tournament.txt"


class TableCheck(Struct, frozen=True):
    """One table's record against what the tournament's says of it."""

    session: int
    file: str
    wrong: str = ""
    """What does not agree; empty where all does."""


def session_file(number: int) -> str:
    return f"session-{number:03}.txt"


def checked_tables(folder: Path, tournament: Record) -> tuple[TableCheck, ...]:
    reports = (act for act in tournament.acts if isinstance(act, ReportSession))
    return tuple(TableCheck(act.session, session_file(act.session), _wrong(folder, act)) for act in reports)


def _wrong(folder: Path, report: ReportSession) -> str:
    try:
        content = (folder / session_file(report.session)).read_bytes()
        text = content.decode("utf-8")
        if hashlib.sha256(content).hexdigest() != report.record:
            return "its SHA-256 is not the one in the tournament's record"
        played = replay(read(text))
    except OSError as error:
        return why_not(error)
    except UnicodeDecodeError:
        return "it is not a text file in UTF-8"
    except Unreadable as unreadable:
        return str(unreadable.faults[0])
    if played.refused is not None:
        return f"line {played.refused.line} is refused by {played.refused.refusal.rule}"
    if played.discrepancies:
        return f"the settlement on line {played.discrepancies[0].line} is wrong"
    return (
        ""
        if getattr(played.table, "tally", None) == report.tally
        else "its tally is not the one in the tournament's record"
    )
