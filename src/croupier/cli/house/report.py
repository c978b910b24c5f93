"""`croupier report`: the morning report of a house at rest, from its folder or a backup that was restored."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta, timezone
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from cyclopts import Parameter
from msgspec.structs import asdict

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.output import complain, grid, print_json, screen
from croupier.cli.console.parameters import Data, Database, Json
from croupier.cli.house.configuration import configured, database_of
from croupier.cli.house.one_line import folder_named, in_one_line
from croupier.odds.blackjack import INSTALL, is_there
from croupier.report.tabular import csv_text
from croupier.serve.solver.questions import AskEdge, AskWorths, SolverReadings

if TYPE_CHECKING:
    from croupier.floor.keeping.reports.decided import Decided, Worths
    from croupier.floor.keeping.reports.house_report import HouseReportShown, ReportRow
    from croupier.floor.store.port import Connection
    from croupier.games.blackjack.options import BlackjackOptions
    from croupier.odds.blackjack.held import Held

T = TypeVar("T")
By = Literal["table", "game", "dealer", "shift", "day", "player"]
MOST_MINUTES = 14 * 60
LONGEST_DAYS = 366
DASH = "\N{EN DASH}"
COLUMNS = ("rounds", "handle", "average", "drop", "win", "hold %", "theoretical", "difference", "sigmas")


class BadPeriod(Exception):  # noqa: N818  it says what is wrong with the options
    """Days that make no period."""


def report(
    *,
    data: Data = None,
    database: Database = None,
    since: Annotated[
        str | None, Parameter(metavar="DAY", help="The first day, such as 2026-11-15. Without it: today.")
    ] = None,
    until: Annotated[
        str | None, Parameter(metavar="DAY", help="The last day. Without it: the first day alone.")
    ] = None,
    offset: Annotated[
        int | None,
        Parameter(
            metavar="MINUTES",
            help="How many minutes the house's clock is ahead of UTC. Without it: this machine's own.",
        ),
    ] = None,
    day_begins: Annotated[
        str, Parameter(metavar="TIME", help="When the house's day begins, such as 06:00; shifts count from then.")
    ] = "00:00",
    by: Annotated[By, Parameter(help="What the rows on the screen are.")] = "table",
    csv: Annotated[
        bool, Parameter(negative="", help="Print all rows as CSV, as the operator's page exports them.")
    ] = False,
    json: Json = False,
) -> int:
    """Report what the tables of a house won, beside what the odds expect.

    The same report as on the operator's page, worked out from the folder alone. Nothing is changed, and the server
    may be running. A round counts on the day on which it ended, and a day may begin at any time.

    For example:

    - `croupier report --data house --since 2026-11-15 --day-begins 06:00 --by shift`
    - `croupier report --data house --since 2026-11-01 --until 2026-11-30 --csv`
    """

    def work() -> int:
        from croupier.floor.keeping.read_only import house_read
        from croupier.floor.keeping.reports.house_report import house_report

        begins = _minute(day_begins)
        start, end, minutes = _period(since, until, offset, begins)
        said = configured(data, database=database)
        folder, url = said.folder.value, database_of(said)
        with folder_named(folder, url), house_read(folder, url) as connection:
            shown = asyncio.run(house_report(HouseAtRest(connection), start, end, minutes, begins))
        if csv:
            _print_csv(shown)
        elif json:
            print_json(shown)
        else:
            _show(shown, by)
        return DONE

    return in_one_line(work, _obstacles, json=json)


def _period(since: str | None, until: str | None, offset: int | None, begins: int) -> tuple[int, int, int]:
    """From the first day's beginning to the last one's end, in UTC seconds; the minutes ahead are the first day's."""
    today = (datetime.now().astimezone() - timedelta(minutes=begins)).date()
    first = today if since is None else _day(since)
    last = first if until is None else _day(until)
    if not first <= last < first + timedelta(days=LONGEST_DAYS):
        raise BadPeriod(f"--until {last} is before --since {first}, or more than {LONGEST_DAYS} days after it")
    if offset is not None and not -MOST_MINUTES <= offset <= MOST_MINUTES:
        raise BadPeriod(f"--offset {offset}: no clock is more than {MOST_MINUTES} minutes from UTC")
    try:
        start, end = (_beginning(day, offset, begins) for day in (first, last + timedelta(days=1)))
    except (OverflowError, ValueError):
        raise BadPeriod(f"the calendar does not go from {first} to the day after {last}") from None
    ahead = start.utcoffset() or timedelta(0)
    return int(start.timestamp()), int(end.timestamp()), ahead // timedelta(minutes=1)


def _beginning(day: date, offset: int | None, begins: int) -> datetime:
    start = datetime(day.year, day.month, day.day, *divmod(begins, 60))  # noqa: DTZ001  its zone comes next
    if offset is None:
        return start.astimezone()
    return start.replace(tzinfo=timezone(timedelta(minutes=offset)))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadPeriod(f"{text!r} is not a day; write it as 2026-11-15") from None


def _minute(text: str) -> int:
    """How many minutes after midnight that is."""
    try:
        moment = time.fromisoformat(text)
    except ValueError:
        raise BadPeriod(f"{text!r} is not a time of day; write it as 06:00") from None
    return 60 * moment.hour + moment.minute


class HouseAtRest:
    """A house that is read from its folder, with the solver in this very process."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def read(self, function: Callable[[Connection], T]) -> T:
        return function(self._connection)

    async def edge(self, options: BlackjackOptions) -> tuple[Fraction, Fraction]:
        found = _solved(AskEdge(options.decks, SolverReadings.of(options.rules)))
        return Fraction(found.edge), Fraction(found.variance)

    async def worths(self, options: BlackjackOptions, hands: Sequence[Held]) -> Worths:
        asked = AskWorths(options.decks, SolverReadings.of(options.rules), tuple(hands))
        worths: Worths = _solved(asked).by_hand(asked.held)
        return worths

    def decided(self, table: str, game: str) -> Decided:
        from croupier.floor.keeping.reports.decided import Decided
        from croupier.floor.keeping.reports.table_states import States

        return Decided(States(table, game))


def _solved(asked: Any) -> Any:
    from croupier.floor.keeping.reports.house_report import Unsolved

    if not is_there():
        raise Unsolved
    from croupier.serve.solver.process import answer_to

    return answer_to(asked)


def _print_csv(shown: HouseReportShown) -> None:
    from croupier.floor.keeping.reports.report_list import report_lines

    sys.stdout.write(csv_text(report_lines(shown)).replace("\r\n", "\n"))


def _show(shown: HouseReportShown, by: By) -> None:
    out = screen()
    rows = shown.players if by == "player" else shown.groups[by]
    if not rows:
        out.print("No rounds ended in this time.")
        return
    columns = (*COLUMNS, "hours") if by == "player" else COLUMNS
    listed = grid(by, *columns, right=columns)
    for row in (*rows, shown.total):
        listed.add_row(row.name if row is not shown.total else "all", *_cells(row, has_hours=by == "player"))
    out.print(listed)
    for tables, what in ((shown.unpriced, "No theoretical win for"), (shown.undecided, "Decisions left out for")):
        if tables:
            complain(f"{what}: {', '.join(tables)}" + ("" if is_there() else f" ({INSTALL})"))


def _cells(row: ReportRow, *, has_hours: bool) -> list[str]:
    cells = asdict(row)
    amounts = {
        name: _dollars(cells[name]) for name in ("handle", "average", "drop", "win", "theoretical", "difference")
    }
    said = cells | amounts | {"rounds": f"{row.rounds:,}", "hold %": row.hold or DASH, "sigmas": row.sigmas or DASH}
    hours = DASH if row.played_seconds is None else f"{row.played_seconds // 3600}:{row.played_seconds // 60 % 60:02}"
    return [str(said[name]) for name in COLUMNS] + ([hours] if has_hours else [])


def _dollars(cents: int | None) -> str:
    if cents is None:
        return DASH
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}.{rest:02}"


def _obstacles() -> tuple[type[Exception], ...]:
    from croupier.floor.keeping.read_only import NoData

    return (NoData, BadPeriod)
