"""The house's report on paper: tables of words and figures that are ready to print, set by `house.typ`."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from croupier.report.typst import typeset

TEMPLATE = Path(__file__).resolve().parent / "house.typ"


class PaperTable(Struct, frozen=True):
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class HousePaper(Struct, frozen=True):
    title: str
    period: str
    figures: tuple[tuple[str, str], ...]
    """What stands on top: a name and a figure each."""
    warnings: tuple[str, ...]
    parts: tuple[PaperTable, ...]
    notes: tuple[str, ...]


def paper_pdf(paper: HousePaper) -> bytes:
    files = {TEMPLATE.name: TEMPLATE.read_bytes(), "report.json": msgspec.json.encode(paper)}
    (document,) = typeset(TEMPLATE.name, files, "pdf")
    return document
