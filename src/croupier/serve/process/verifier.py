"""The whole house judged anew, in a process of its own: judging takes all of a core, and the tables go on meanwhile.

It is told on standard input where the house is. On standard output it says how far it has come, and at last what it
found.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from croupier import child_process
from croupier.floor.keeping.audits.audit import Inspection, inspect
from croupier.floor.keeping.read_only import NoData
from croupier.serve.process.logs import error_told


class VerifierAsk(Struct, frozen=True):
    """Not by arguments, which everybody on the machine can read: the URL may hold a password."""

    folder: str
    database: str | None


class JudgedSoFar(Struct, frozen=True, tag="so far"):
    entries: int


class HouseJudged(Struct, frozen=True, tag="judged"):
    found: Inspection


class HouseUnreadable(Struct, frozen=True, tag="unreadable"):
    why: str


class VerifierFailed(Struct, frozen=True, tag="failed"):
    """An error of ours, as the log tells it."""

    error: str
    trace: list[str]


VerifierSays = JudgedSoFar | HouseJudged | HouseUnreadable | VerifierFailed


def _say(what: VerifierSays) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(what) + b"\n")
    sys.stdout.buffer.flush()


def _tell(entries: int) -> None:
    _say(JudgedSoFar(entries))


def _judged(asked: VerifierAsk) -> VerifierSays:
    try:
        return HouseJudged(inspect(Path(asked.folder), None, asked.database, _tell))
    except NoData as error:
        return HouseUnreadable(str(error))
    except Exception as error:  # noqa: BLE001  the server's log is where it is read
        return VerifierFailed(**error_told(error))


if __name__ == "__main__":
    _say(_judged(msgspec.json.decode(next(child_process.lines()), type=VerifierAsk)))
