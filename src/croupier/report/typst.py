"""The sheet as a PDF. The template `par.typ` reads the same data that the JSON has: no text is made into code."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from croupier.report import plots
from croupier.report.plots import Panel
from croupier.report.sheet import UNIT, Sheet
from croupier.report.tabular import as_json

NEEDED = ("typst", "matplotlib")
INSTALL = "pip install 'croupier[report]'"
TEMPLATE = Path(__file__).resolve().parent / "par.typ"


def is_there() -> bool:
    """Whether what sets type and what draws can be loaded here."""
    return all(find_spec(name) is not None for name in NEEDED)


def as_pdf(sheet: Sheet) -> bytes:
    """The same sheet gives the same bytes: no clock, and no fonts but those that typst carries."""
    (document,) = _compiled(sheet, "pdf")
    return document


def as_pages(sheet: Sheet, dots_per_inch: float = 110) -> list[bytes]:
    """Each page as a PNG, to look at."""
    return _compiled(sheet, "png", dots_per_inch)


def _compiled(sheet: Sheet, format: Literal["pdf", "png"], dots_per_inch: float | None = None) -> list[bytes]:
    return typeset(TEMPLATE.name, _files(sheet), format, dots_per_inch)


def typeset(
    template: str, files: Mapping[str, bytes], format: Literal["pdf", "png"], dots_per_inch: float | None = None
) -> list[bytes]:
    """What this template makes of these files, of which it is one."""
    import typst

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in files.items():
            (folder / file).write_bytes(content)
        made = typst.compile(
            folder / template,
            root=folder,
            format=format,
            ppi=dots_per_inch,
            ignore_system_fonts=True,
            timestamp=0,
        )
    return made if isinstance(made, list) else [made] if made is not None else []


def _files(sheet: Sheet) -> Mapping[str, bytes]:
    pictures = {f"plot-{number}.svg": picture for number, picture in enumerate(plots_of(sheet), 1)}
    return {TEMPLATE.name: TEMPLATE.read_bytes(), "sheet.json": as_json(sheet), **pictures}


def plots_of(sheet: Sheet) -> list[bytes]:
    """What the sheet of this game shows drawn: one picture for blackjack, two for every other game."""
    if sheet.blackjack is not None:
        return [plots.edge_by_decks(sheet.blackjack.by_decks, "svg")]
    panels = [
        Panel(f"{each.wager}: net result after {each.rounds} rounds", each.after, UNIT, "units of the stake")
        for each in sheet.results
    ]
    return [plots.results([panel], "svg") for panel in panels]
