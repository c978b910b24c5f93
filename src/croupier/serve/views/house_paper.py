"""The house's report as a printed paper says it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from croupier.floor.keeping.reports.house_report import HouseReportShown, ReportRow
from croupier.report.house_paper import HousePaper, PaperTable

DASH, MINUS, SIGMA = "\N{EN DASH}", "\N{MINUS SIGN}", "\N{GREEK SMALL LETTER SIGMA}"
FAR = 3.0
TITLES = {
    "table": "By table",
    "game": "By game",
    "dealer": "By dealer",
    "shift": "By shift of eight hours",
    "day": "By day",
}
COLUMNS = (
    *("Rounds", "Handle", "Average wager", "Drop", "Win", "Hold", "Theoretical win", "Cost of mistakes"),
    *("Difference", f"In {SIGMA}"),
)
COUNTED = ("Drop", "Counted drop", "Win", "Win by count", "Counted less expected")
MOST_PLAYERS = 50
NOTE = (
    "Theoretical win is every wager times its exact house edge; at blackjack it is the initial wager times the edge of"
    " best play. Difference is the win less that. Cost of mistakes is what players lose on average by playing otherwise"
    " at blackjack: the house may expect it beside the theoretical win. Void wagers are left out."
)


def paper_of(shown: HouseReportShown, offset: int) -> HousePaper:
    total = shown.total
    difference = _signed(total.difference) + ("" if total.sigmas is None else f" ({_sigmas(total.sigmas)})")
    return HousePaper(
        title=f"Report from {_moment(shown.since, offset)}",
        period=f"{_moment(shown.since, offset)} to {_moment(shown.until, offset)}",
        figures=(
            ("Drop", _money(total.drop)),
            ("Win", _signed(total.win)),
            ("Hold", _percent(total.hold)),
            ("Theoretical win", _money(total.theoretical)),
            ("Cost of mistakes", _money(total.decisions)),
            ("Actual less theoretical", difference),
        ),
        warnings=tuple(_warnings(shown)),
        parts=tuple(_parts(shown)),
        notes=(NOTE,),
    )


def _parts(shown: HouseReportShown) -> Iterator[PaperTable]:
    for group, title in TITLES.items():
        rows = shown.groups[group]
        if rows:
            cells = [_cells(group, row) for row in rows]
            everything = [("All tables", *_cells(group, shown.total)[1:])] if group == "table" else []
            yield PaperTable(title, (group.capitalize(), *COLUMNS), (*cells, *everything))
    counted = [row for row in shown.groups["table"] if row.counted_over is not None]
    if counted:
        yield PaperTable("Counted by hand", ("Table", *COUNTED), tuple(map(_counted, counted)))
    if shown.players:
        most = shown.players[:MOST_PLAYERS]
        left = len(shown.players) - len(most)
        title = "Players, the largest handle first" + (f" ({left} more in the CSV)" if left else "")
        rated = tuple((*_cells("player", row), _hours(row.played_seconds)) for row in most)
        yield PaperTable(title, ("Player", *COLUMNS, "Time played"), rated)


def _warnings(shown: HouseReportShown) -> Iterator[str]:
    names = {row.key: row.name for row in shown.groups["table"]}
    for row in shown.groups["table"]:
        if row.sigmas is not None and abs(float(row.sigmas)) >= FAR:
            yield f"{row.name} is {_sigmas(row.sigmas)} from theory."
    for each in shown.disputes:
        yield f"A dispute about round {each.round} at {each.name}: not compensated yet."
    for differs in shown.floats.differing:
        yield f"{differs.name}: {_signed(differs.over)} by the {differs.kind} count."
    if shown.floats.waiting:
        yield f"Slips that wait for a second signature or a count: {shown.floats.waiting}."
    for tables, what in (
        (shown.unpriced, "No theoretical win for"),
        (shown.undecided, "The cost of mistakes is left out for"),
    ):
        if tables:
            yield f"{what}: {', '.join(names.get(each, each) for each in tables)}."


def _cells(group: str, row: ReportRow) -> tuple[str, ...]:
    return (
        _name(group, row),
        f"{row.rounds:,}",
        _money(row.handle),
        _money(row.average),
        _money(row.drop),
        _signed(row.win),
        _percent(row.hold),
        _money(row.theoretical),
        _money(row.decisions),
        _signed(row.difference),
        DASH if row.sigmas is None else _sigmas(row.sigmas),
    )


def _counted(row: ReportRow) -> tuple[str, ...]:
    by_hand = (_money(row.counted_drop), _signed(row.win), _signed(row.counted_win), _signed(row.counted_over))
    return row.name, _money(row.drop), *by_hand


def _name(group: str, row: ReportRow) -> str:
    if group == "dealer" and not row.key:
        return "Automatic tables"
    if group in ("shift", "day"):
        return row.key.removesuffix(":00").replace("T", " ")
    if group == "table":
        return f"{row.name}, {'live ' if row.is_live else ''}{(row.game or '').replace('-', ' ')}"
    return row.name.replace("-", " ").capitalize() if group == "game" else row.name


def _money(cents: int | None) -> str:
    if cents is None:
        return DASH
    whole, rest = divmod(abs(cents), 100)
    return f"{MINUS if cents < 0 else ''}${whole:,}.{rest:02}"


def _signed(cents: int | None) -> str:
    return f"{'+' if cents is not None and cents > 0 else ''}{_money(cents)}"


def _percent(tenths: str | None) -> str:
    return DASH if tenths is None else f"{tenths.replace('-', MINUS)} %"


def _sigmas(tenths: str) -> str:
    return f"{tenths.replace('-', MINUS) if tenths.startswith('-') else f'+{tenths}'} {SIGMA}"


def _hours(seconds: int | None) -> str:
    """`1:05` for an hour and five minutes."""
    return DASH if seconds is None else f"{seconds // 3600}:{seconds // 60 % 60:02}"


def _moment(time: int, offset: int) -> str:
    at = datetime.fromtimestamp(time, UTC) + timedelta(minutes=offset)
    return f"{at:%A} {at.day} {at:%B %Y, %H:%M}"
