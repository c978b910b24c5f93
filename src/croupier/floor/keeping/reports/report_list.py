"""The house's report as a list for a spreadsheet: a row for each table, game, dealer, shift, day, hour and player."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict, fields

from croupier.floor.keeping.export import in_dollars
from croupier.floor.keeping.reports.house_report import HouseReportShown, ReportRow
from croupier.record.text.moments import utc

Row = tuple[object, ...]

AMOUNTS = frozenset(
    (
        *("handle", "average", "drop", "win", "theoretical", "difference", "decisions", "deviation"),
        *("counted_drop", "counted_win", "counted_over"),
    )
)
MOMENTS = frozenset(("first", "last"))


def report_lines(shown: HouseReportShown) -> Iterator[Row]:
    """The names of the columns first; amounts in dollars."""
    columns = [field.name for field in fields(ReportRow)]
    yield ("by", *columns)
    yield _line("all", shown.total)
    for name, rows in (*shown.groups.items(), ("player", shown.players)):
        yield from (_line(name, row) for row in rows)


def _line(name: str, row: ReportRow) -> Row:
    return name, *(_cell(column, value) for column, value in asdict(row).items())


def _cell(column: str, value: object) -> object:
    if value is None or (column in MOMENTS and not value):
        return ""
    if column in AMOUNTS:
        return in_dollars(value)  # type: ignore[arg-type]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return utc(value) if column in MOMENTS else value  # type: ignore[arg-type]
