"""What `croupier simulate blackjack` printed or wrote, as other commands take it up."""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.cli.console.input import why_not
from croupier.record import Unreadable
from croupier.record.files.simulation import MOST_BYTES, Simulation, read_simulation


def open_simulation(file: str) -> Simulation:
    """The run in that file, or on standard input where it is called `-`; raises `ValueError` in one line."""
    try:
        return read_simulation(_content(file))
    except Unreadable as unreadable:
        raise ValueError(f"{file}: {unreadable.faults[0].why}") from None
    except (OSError, ValueError) as error:
        why = why_not(error) if isinstance(error, OSError) else error
        raise ValueError(f"{file}: {why}") from None


def _content(file: str) -> bytes:
    """No more than what is too much: a file may have no end."""
    if file == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(file).open("rb") as opened:
        return opened.read(MOST_BYTES + 1)
