"""What goes where: results to standard output, notes and faults to standard error."""

from __future__ import annotations

import sys
import textwrap
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from croupier.report.figures import decimal, root

__all__ = ["WIDTH", "complain", "decimal", "grid", "in_players_words", "indented", "print_json", "root", "screen"]

WIDTH = 100
"""How long a line of prose may be."""

_ENCODER = msgspec.json.Encoder(decimal_format="number")


def screen() -> Console:
    """For people. Colour appears on a terminal only; a pipe gets lines as long as they are."""
    width = None if sys.stdout.isatty() else 200
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty(), width=width)


def print_json(value: Any) -> None:
    """One document, and nothing else."""
    text = msgspec.json.format(_ENCODER.encode(value), indent=2).decode()
    sys.stdout.write(text + "\n")


def complain(text: str) -> None:
    print(text, file=sys.stderr)


def indented(text: str, out: Console) -> str:
    """A paragraph set in from the left, broken into lines that the screen holds and an eye can follow."""
    width = min(WIDTH, out.width)
    return textwrap.fill(text, width, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)


def grid(*columns: str, title: str | None = None, right: tuple[str, ...] = ()) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="dim")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def in_players_words(decision: str) -> str:
    """What a player calls a decision. JSON, records and the library have the Gazette's word: players draw there too."""
    return "hit" if decision == "draw" else decision
